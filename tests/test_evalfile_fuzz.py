"""60 cases of the fuzzer in `fuzz_evalfile.py`: broken files, and whole ones whose right answer is known."""

from collections import Counter

from fuzz_evalfile import run


def test_60_files_give_the_right_results_or_a_sentence(tmp_path):
    outcomes = Counter(run(case, tmp_path) for case in range(60))
    assert outcomes["right"] == 30 and outcomes["refused"] > 15 and outcomes["read"] > 2
