"""Ten public calls, a line each: what a wheel must be able to do where it was installed.

The release workflow runs this file in an empty environment; tests/test_install.py compares what it prints.
"""

import give_or_take as got

CALLS = (
    lambda: got.wilson_interval(942, 1000),
    lambda: got.newcombe_interval(425, 500, 400, 500),
    lambda: got.tango_interval(72, 10, 2, 16),
    lambda: got.mcnemar_test(10, 2),
    lambda: got.items_for_power(0.80, [0.82, 0.84]),
    lambda: got.plan_two_runs(0.80, 0.84, have=500),
    lambda: got.clustered_mean([1, 0, 1, 1], ["a", "a", "b", "b"]),
    lambda: got.pair_items({"a": 1, "b": 0}, {"b": 1, "c": 1}),
    lambda: got.Estimate(0.84, 0.0367, 100).interval(),
    lambda: got.rule_of_three(20),
)

if __name__ == "__main__":
    print(got.__version__, got.__file__)
    for call in CALLS:
        print(call())
