// What is said of a result, by the calculator and by the home page: ends of intervals, and whom the data favour.

const GiveOrTakeWords = (() => {
  "use strict";

  const S = GiveOrTakeStatistics;

  const alphaOf = (level) => Number((1 - level).toPrecision(10));
  const half = ({ low, high }) => (high - low) / 2;
  const value = (...parts) => S.finer(...parts).replace(/^\+(?=0\.0+ )/, "");
  const ends = (low, high, spread, unit) => `${value(low, spread, unit).replace(" points", "")} to ${value(high, spread, unit)}`;

  /** Of two systems, each with items of its own: the test that suits the counts, how Python calls it, and the exact one. */
  function testsOfRuns(...counts) {
    const few = S.smallCounts(...counts);
    const [test, call] = few ? [S.fisherMidPTest(...counts), "fisher_mid_p_test"] : [S.pooledZTest(...counts), "pooled_z_test"];
    const exact = few || counts[1] + counts[3] < 2e5 ? S.fisherMidPTest(...counts, "exact") : test; // which agree on more
    return { few, test, call, exact };
  }

  /** What the data say of two systems: whether the test finds a difference, the exact test too, and the interval leaves zero. */
  const judged = ({ low, high, level }, test, exact = test) => [test.p < alphaOf(level), exact.p < alphaOf(level), low > 0 || high < 0];

  /** Whom they favour: "first", "second", "neither"; or "borderline". */
  function favoured(interval, test, exact) {
    const [found, sure, apart] = judged(interval, test, exact);
    if (!apart && !found) return "neither";
    if (!apart || !found || !(sure || test.symbol === "z")) return "borderline"; // the z-test needs no exact one beside it
    return interval.estimate > 0 ? "first" : "second";
  }

  return { alphaOf, ends, favoured, half, judged, testsOfRuns, value };
})();
