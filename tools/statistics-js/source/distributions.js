// @stdlib's special functions under short names, and the hill of a fair coin.

import betaincinv from "@stdlib/math-base-special-betaincinv";
import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import studentQuantile from "@stdlib/stats-base-dists-t-quantile";

import * as checks from "./checks.js";

/** The chance that a standard normal lies below x. */
export const ndtr = (x) => normalCdf(x, 0, 1);

/** The normal quantile with `tail` above it. */
export const upper = (tail) => -normalQuantile(tail, 0, 1);

/** The normal quantile with `level` between -z and z. */
export const zOf = (level) => upper((1 - level) / 2);

/** Student's quantile: the chance p lies below it. */
export function tQuantile(p, df) {
  checks.level(p, "p");
  checks.refuse(!(checks.number(df, "df") > 0), "df", "must be above 0; give a positive number");
  return studentQuantile(p, df);
}

/** The point with this chance below it (or above it) under Beta(a, b). */
export const betaQuantile = (a, b, tail, above = false) => betaincinv(tail, a, b, above);

const FAR = 1e-300;
const LARGEST_HILL = 1e9;

/**
 * Of a fair coin thrown m times: the chance of fewer than k heads (k at most m/2), and the chance of k.
 *
 * The hill is built step by step from its top, and measured against its own sum. (@stdlib's binomial distribution is
 * off by 0.002 at 7 × 10⁸ throws; this keeps eleven digits.) Beyond 10⁹ throws it is the normal one to that precision.
 */
export function coin(k, m) {
  if (m > LARGEST_HILL) {
    const spread = Math.sqrt(m) / 2;
    const here = Math.exp(-(((k - m / 2) / spread) ** 2) / 2) / (spread * Math.sqrt(2 * Math.PI));
    return { below: Math.max(ndtr((k - m / 2) / spread) - here / 2, 0), here };
  }
  let heads = Math.floor(m / 2);
  let [height, half, below, here] = [1, 0, 0, 0];
  const top = heads * 2 === m ? 0.5 : 1; // an even hill has one top, which belongs to both halves
  for (; heads >= 0 && height > FAR; heads--) {
    half += height * (heads === Math.floor(m / 2) ? top : 1);
    if (heads === k) here = height;
    if (heads < k) below += height;
    height *= heads / (m - heads + 1);
  }
  return { below: below / (2 * half), here: here / (2 * half) };
}
