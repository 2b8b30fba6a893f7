// The refusals of give_or_take/checks.py, in the same words, for single numbers.

export const LARGEST_COUNT = 2 ** 53;
export const SMALLEST_MARGIN = 1e-7;

/** A bad input: `argument` is its name, with which the message starts. */
export class Refusal extends RangeError {
  constructor(argument, message) {
    super(`${argument} ${message}`);
    this.argument = argument;
  }
}

/** Six significant digits, and no zeros at the end: Python's .6g, short of its powers of ten. */
const six = (x) => String(Number(x.toPrecision(6)));

export function refuse(bad, argument, message) {
  if (bad) throw new Refusal(argument, message);
}

export function number(x, name) {
  refuse(typeof x !== "number" || Number.isNaN(x), name, "must be a number; give the number itself");
  refuse(!Number.isFinite(x), name, "contains an infinite value; correct or remove it, and say which you did");
  refuse(Math.abs(x) > 1e100, name, `is too large (${x}): check its units`);
  return x;
}

export function count(x, name, least = 0) {
  number(x, name);
  const hint = x > 0 && x < 1 ? "this looks like a share: give the count (such as 84), not the rate" : "give a whole number";
  refuse(x !== Math.floor(x), name, `must be a whole number: got ${x}; ${hint}`);
  refuse(x < least, name, `must be at least ${least}: got ${x}; give the number counted`);
  refuse(x > LARGEST_COUNT, name, `is too large to be a count (${x}): check it`);
  return x;
}

/** Right answers, and the items that they are out of. */
export function rightOf(k, n, names = ["successes", "n"]) {
  count(k, names[0]);
  count(n, names[1]);
  refuse(n === 0, names[1], "must be at least 1: got 0; with 0 items there is no rate, so leave such rows out");
  refuse(k > n, names[0], `must not exceed ${names[1]}: got ${k} of ${n}; are the two swapped?`);
}

export function rate(x, name) {
  number(x, name);
  let hint = "give a fraction, such as 0.84 for 84%";
  if (x > 1 && x <= 100) {
    hint = `write ${six(x / 100)} if you mean ${six(x)}%`;
    if (x === Math.floor(x)) hint += ", or divide a count by the number of items";
  } else if (x > 100 && x === Math.floor(x)) {
    hint = "this looks like a count: divide it by the number of items";
  }
  refuse(x < 0 || x > 1, name, `must lie between 0 and 1: got ${x}; ${hint}`);
  return x;
}

export function correlation(x, name = "correlation") {
  number(x, name);
  refuse(Math.abs(x) > 1, name, `must lie between -1 and 1: got ${x}; write 0.2, not 20`);
  return x;
}

export function level(x, name = "level") {
  number(x, name);
  const hint = x > 1 && x < 100 ? `write ${six(x / 100)} for ${six(x)}%` : "write 0.95 for 95%";
  refuse(!(x > 0 && x < 1), name, `must lie strictly between 0 and 1: got ${six(x)}; ${hint}`);
  return x;
}

export function alpha(x) {
  level(x, "alpha");
  refuse(x >= 0.5, "alpha", `must lie below 0.5: got ${six(x)}; write 0.05 for a test that goes with 95% intervals`);
  return x;
}

export function power(x) {
  level(x, "power");
  refuse(x < 0.5, "power", `must be at least 0.5: got ${six(x)}; do not plan to miss more often than not`);
  return x;
}
