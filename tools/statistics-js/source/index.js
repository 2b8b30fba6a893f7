export { Refusal } from "./checks.js";
export { clusteredWilsonInterval, designEffectFor, wilsonAtEffect } from "./clusters.js";
export { fisherMidPTest, newcombeInterval, pooledZTest, smallCounts } from "./differences.js";
export { tQuantile } from "./distributions.js";
export { clopperPearsonInterval, itemsForHalfWidth, jeffreysInterval, wilsonInterval } from "./intervals.js";
export { correctedRate } from "./judges.js";
export { mcnemarTest, tangoInterval } from "./paired.js";
export * from "./power.js";
export { changeText, finer, intervalText, percent, planText, pText, shown, testText, value, whole } from "./results.js";
