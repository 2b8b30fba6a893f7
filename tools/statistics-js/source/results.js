// How numbers print, as in give_or_take/results.py: nothing short of 100% prints as 100%, nothing above 0 as 0.

const EDGES = [-100, 0, 100];

/** A number with so many decimals, halves to the even digit, as Python rounds. */
function fixed(x, decimals) {
  const exact = Math.abs(x).toFixed(Math.min(decimals + 60, 100));
  const end = exact.indexOf(".") + 1 + decimals;
  let text = Math.abs(x).toFixed(decimals);
  if (/^50*$/.test(exact.slice(end)) && Number(text.at(-1)) % 2) {
    text = exact.slice(0, decimals ? end : end - 1); // toFixed went up to an odd digit
  }
  return (x < 0 && Number(text) !== 0 ? "-" : "") + text;
}

/** A number with so many decimals, or as many more as tell it from an edge. */
export function shown(x, decimals, edges, plus = "") {
  while (edges.includes(Number(fixed(x, decimals))) && Math.abs(Number(fixed(x, decimals)) - x) > 1e-13) decimals++;
  const text = fixed(x, decimals);
  return plus && !text.startsWith("-") ? plus + text : text;
}

/** Digits that count, and no zeros at the end. */
function digits(x, many) {
  const place = x === 0 ? 0 : Number(x.toExponential(20).split("e")[1]);
  return String(Number(fixed(x, Math.max(0, many - 1 - place))));
}

/** A level, a power or a rate in words: 95%, 99.9%. Nothing short of 1 is 100%. */
export function percent(fraction, many = 6) {
  while (Number(digits(100 * fraction, many)) === 100 && 100 * fraction < 100) many++;
  return `${digits(100 * fraction, many)}%`;
}

/** With thousands separators; what is longer than any count, in short. */
export const whole = (n) => (n < 1e16 ? n.toLocaleString("en-US") : String(n));

/** A rate or a difference with as many decimals as its spread deserves. */
export function value(x, spread, unit) {
  const place = spread === 0 ? 0 : Math.floor(Math.log10(100 * spread) + 1e-9);
  const decimals = spread === 0 ? 1 : Math.min(Math.max(1, -place), 12);
  return unit === "%" ? `${shown(100 * x, decimals, EDGES)}%` : `${shown(100 * x, decimals, EDGES, "+")} points`;
}

/** The same in the page's own words: of a spread below a point, two digits; and of a rate that is small beside it. */
export function finer(x, spread, unit) {
  const fine = spread < 0.01 ? spread / 10 : spread;
  const small = fine < spread && unit === "%" && x > 0 && /^0\.0*[1-9]%$/.test(value(x, fine, unit));
  return value(x, small ? fine / 10 : fine, unit);
}

/** What `print` says of an Interval. */
export function intervalText({ low, high, estimate, level, method, unit }) {
  const half = (high - low) / 2;
  const [first, last] = [low, high].map((end) => value(end, half, unit));
  const range = unit === "%" ? `${first}-${last}` : `${first.replace(" points", "")} to ${last}`;
  return `${value(estimate, half, unit)} (${percent(level)} ${method} ${range})`;
}

/** A p-value in words: two digits, a third below 0.1. */
export function pText(p) {
  return p < 0.001 ? "p < 0.001" : `p = ${shown(p, p >= 0.1 ? 2 : 3, [0.05, 1])}`;
}

/** What `print` says of a Test. */
export function testText({ name, statistic, p, symbol }) {
  return `${pText(p)} (${name}${symbol ? `, ${symbol} = ${fixed(statistic, 2)}` : ""})`;
}

/** One decimal, or two digits of what is small. */
function oneDecimal(points) {
  const decimals = points >= 1 ? 1 : Math.max(0, 1 - Math.floor(Math.log10(points)));
  return shown(points, decimals, [100]);
}

/** What `print` says of a DetectableChange. */
export function changeText({ rise, fall }, power, alpha) {
  const way = (name, size) => `a ${name} of ${oneDecimal(100 * size)} points`;
  const none = (name, end) => `no ${name} with ${percent(power)} power, not even one to ${end}`;
  const lacking = [rise, fall].filter((size) => size === null).length;
  const up = rise === null ? none("rise", "100%") : way("rise", rise);
  const down = fall === null ? none("fall", "0%") : way("fall", fall);
  const ways = up + [" or ", ", but ", ", and "][lacking] + down;
  return `${ways} (${percent(power)} power, two-sided test at ${digits(alpha, 4)}, independent runs)`;
}

/** What `print` says of a Plan of two runs. */
export function planText(p1, p2, n, power, alpha, itemsEach = 1, correlation = 0) {
  const groups = itemsEach > 1 ? ` in clusters of ${whole(itemsEach)} with correlation ${digits(correlation, 4)}` : "";
  return (
    `To find a ${p2 > p1 ? "rise" : "fall"} from ${percent(p1, 10)} to ${percent(p2, 10)} with ${percent(power)} power ` +
    `(two-sided test at ${digits(alpha, 4)}, two independent runs) takes ${whole(n)} item${n > 1 ? "s" : ""} for each ` +
    `system${groups}, ${whole(2 * n)} answers.`
  );
}
