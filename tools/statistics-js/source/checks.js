// What give_or_take/checks.py refuses, for single numbers. A message goes on where the name of the argument ends.

export const LARGEST_COUNT = 2 ** 53;
export const SMALLEST_MARGIN = 1e-7;

/** A bad input: `argument` is its name in Python. */
export class Refusal extends RangeError {
  constructor(argument, message) {
    super(message);
    this.argument = argument;
  }
}

export function refuse(bad, argument, message) {
  if (bad) throw new Refusal(argument, message);
}

const inside = (holds, words, usual) => (x, name = usual) => {
  refuse(!holds(x), name, `must ${words}: got ${x}`);
  return x;
};

export const number = inside((x) => Math.abs(x) <= 1e100, "be a number");
export const rate = inside((x) => x >= 0 && x <= 1, "lie between 0 and 1");
export const level = inside((x) => x > 0 && x < 1, "lie strictly between 0 and 1", "level");
export const alpha = inside((x) => x > 0 && x < 0.5, "lie between 0 and 0.5", "alpha");
export const power = inside((x) => x >= 0.5 && x < 1, "be at least 0.5, and below 1", "power");
export const correlation = inside((x) => Math.abs(x) <= 1, "lie between -1 and 1", "correlation");

export function count(x, name, least = 0) {
  number(x, name);
  refuse(x !== Math.floor(x), name, `must be a whole number: got ${x}`);
  refuse(x < least, name, `must be at least ${least}: got ${x}`);
  refuse(x > LARGEST_COUNT, name, `is too large to be a count (${x}): check it`);
  return x;
}

/** Right answers, and the items that they are out of. */
export function rightOf(k, n, names = ["successes", "n"]) {
  count(k, names[0]);
  count(n, names[1], 1);
  refuse(k > n, names[0], `must not exceed the items: got ${k} of ${n}; are the two swapped?`);
}
