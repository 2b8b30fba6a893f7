"""A fuzzer of `read_results`: broken files, and whole ones whose right answer is known, in every format.

`make fuzz CASES=10000` runs so many cases; `make test` runs 60. A case is its number: `run(case, folder)`.
"""

import csv
import gzip
import io
import json
import math
import sys
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from copy import copy
from pathlib import Path

import numpy as np
import pyarrow as arrow
from pyarrow import parquet

from give_or_take import read_results

FILES = Path(__file__).parent / "evalfiles"
BEGINS = ("paths ", "id ", "score ", "filter ", "task ", "run ", "group ", "system ", "slices ", "date ")
BEGINS += ("rows ", "where ", "runs ", "systems ", "ignore ", "truth ", "values ", "better ", "winner ", "may_differ ")
LONGEST = 20  # seconds that a case may take on a machine that has other things to do


def run(case, folder):
    """What came of a case: "read", "refused" or "right". An AssertionError or any other error is a find."""
    rng = np.random.default_rng(case)
    begin = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        outcome = (_broken if case % 2 else _right)(rng, folder)
    assert time.monotonic() - begin < LONGEST, "it hangs"
    return outcome


# Broken files


def _good():
    """(name, bytes, arguments) of whole files."""
    for path in sorted(FILES.rglob("*.*")):
        arguments = {"filter": "strict-match"} if "sums_of_two" in path.name else {}
        if path.suffix == ".eval":
            arguments = {"score": "model_graded_qa"}
        elif path.suffix != ".md":
            arguments |= (
                {"score": {"2026": "match", "samp": "acc"}.get(path.name[:4], "success")} if not arguments else {}
            )
        if path.suffix != ".md":
            yield path.name, path.read_bytes(), arguments
            if path.suffix == ".gz":  # what is broken inside
                yield path.stem, gzip.decompress(path.read_bytes()), arguments
    rows = [{"id": f"q{i}", "system": "ab"[i % 2], "score": i % 3 == 0, "category": "xy"[i > 4]} for i in range(9)]
    yield "a.csv", _csv(rows, ",").encode(), {}
    yield "a.tsv", _csv(rows, "\t").encode(), {}
    yield "a.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode(), {}
    yield "a.json", json.dumps(rows).encode(), {}
    yield "new.json", b'{"1": true, "02": false, "x": null}', {}
    yield "wide.csv", "\ufeffid;new;old\r\n1;1;0\r\n02;0;1\r\n".encode(), {"score": ["new", "old"]}
    nested = [{"about": {"id": row["id"]}, "scores": {"f1": row["score"]}, "metric": row["category"]} for row in rows]
    path = {"id": "about.id", "score": "scores.f1"}
    yield "b.json", json.dumps({"summary": {"n": 9}, "data": {"rows": nested}}).encode(), path
    yield "b.jsonl", "".join(json.dumps(row) + "\n" for row in nested).encode(), path | {"where": {"metric": "x"}}
    yield "c.json", json.dumps({"new": rows, "old": rows}).encode(), {"rows": "*", "runs": True}
    yield "d.json", json.dumps({row["id"]: row for row in rows}).encode(), {"ignore": "category", "systems": "a"}
    yield "e.json", json.dumps({key: [row[key] for row in rows] for key in rows[0]}).encode(), {"id": ["id", "system"]}
    yield "f.json", b'{"total": 3, "resolved_ids": ["a"], "unresolved_ids": ["b"], "error_ids": ["c"]}', {}
    evalplus = {f"T/{i}": [{"base_status": "pass", "plus_status": "fail"}] * 2 for i in range(3)}
    yield "g.json", json.dumps({"eval": evalplus}).encode(), {"score": "plus", "runs": True}
    yield "h.jsonl", b'{"accuracy": 0.5, "correct_count": 1, "total_count": 2}\n{"id": "s_1", "valid": false}\n', {}
    yield "i.csv", b"q,[gpt] new,Status,Score,[gpt] old,Status,Score\na,x,PASS,1,y,FAIL,0\nb,x,ERROR,0,y,PASS,1\n", {}
    outputs = [{"pass": True, "score": 1}, {"pass": False, "score": 0}]
    table = {"head": {"prompts": [{"provider": "a"}, {"provider": "b"}], "vars": ["q"]},
             "body": [{"vars": ["x"], "outputs": outputs}, {"vars": ["y"], "outputs": outputs}]}  # fmt: skip
    yield "j.json", json.dumps({"version": 2, "results": {"results": [], "table": table}}).encode(), {}
    words = ["model_a", "tie", "model_b", "b", "tie (bothbad)", "model_a", "a", "A>B", "error"]
    sides = [{"id": f"q{i % 5}", "model_a": "ab"[i // 5], "model_b": "ba"[i // 5], "judge": ["gpt"]} for i in range(9)]
    sides = [row | {"winner": one} for row, one in zip(sides, words, strict=True)]
    yield "arena.jsonl", "".join(json.dumps(row) + "\n" for row in sides).encode(), {"winner": "winner"}
    buffer = io.BytesIO()
    parquet.write_table(arrow.Table.from_pylist(rows), buffer)
    yield "a.parquet", buffer.getvalue(), {}


def _csv(rows, separator):
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, dict.fromkeys(key for row in rows for key in row), delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


GOOD = list(_good())


def _damaged(rng, good):
    """Cut off, with bytes changed, doubled or swapped, lines mixed, nothing but bytes, or JSON with odd values."""
    data = bytearray(good)
    match rng.integers(9):
        case 0:
            data = data[: rng.integers(len(data) + 1)]
        case 1:
            for i in rng.integers(len(data), size=rng.integers(1, 9)):
                data[i] = rng.integers(256)
        case 2:
            i, j = sorted(rng.integers(len(data) + 1, size=2))
            data = data[:j] + data[i:]
        case 3:
            marks = b'"{}[],:;\n\r\t\0-1e9NnullTRUE'
            for i in rng.integers(len(data), size=rng.integers(1, 30)):
                data[i] = marks[rng.integers(len(marks))]
        case 4:
            data = bytearray(rng.bytes(rng.integers(200)))
        case 5:
            lines = good.splitlines(keepends=True)
            data = b"".join(lines[i] for i in rng.permutation(len(lines))[: rng.integers(1, len(lines) + 1)])
        case _:
            return _bent(rng, good)
    return bytes(data)


ODD = [None, True, False, 0, 2, -1, 0.5, 10**400, 1e308, math.nan, math.inf, "", " ", "x", "\ud800", "1"]
ODD += [[], {}, [1], {"a": 1}]


def _bent(rng, good):
    """JSON, or JSON Lines, with odd values in some places, or without some keys."""
    for cut in (lambda x: [x], lambda x: x.splitlines()):
        try:
            documents = [json.loads(part) for part in cut(good)]
            break
        except ValueError:
            continue
    else:
        return good[::-1]
    for _ in range(rng.integers(1, 4)):
        at, node = rng.integers(len(documents)), documents
        while rng.random() < 0.85 and isinstance(node[at], (dict, list)) and node[at]:
            node = node[at]
            at = list(node)[rng.integers(len(node))] if isinstance(node, dict) else rng.integers(len(node))
        if isinstance(node, dict) and rng.random() < 0.2:
            del node[at]
        else:
            node[at] = copy(ODD[rng.integers(len(ODD))])
    return "\n".join(map(json.dumps, documents)).encode()


def _broken(rng, folder):
    name, good, arguments = GOOD[rng.integers(len(GOOD))]
    path = folder / name
    path.write_bytes(_damaged(rng, good))
    try:
        results = read_results(path, **(arguments if rng.integers(4) else {}))
    except (ValueError, TypeError) as error:
        words = str(error)
        assert words.startswith(BEGINS), words
        assert all(sentence.startswith(BEGINS) for sentence in words.split("\n- ")), words
        assert all(letter.isprintable() or letter == "\n" for letter in words), words
        return "refused"
    finally:
        path.unlink()
    frame = results.frame
    assert len(frame) and all(letter.isprintable() or letter == "\n" for letter in str(results))
    assert not frame.duplicated([column for column in ("system", "id", "run") if column in frame]).any()
    assert not np.isinf(frame["score"]).any()
    return "read"


# Files whose right answer is known

WORDS = [
    (True, False),
    (1, 0),
    (1.0, 0.0),
    ("yes", "no"),
    ("C", "I"),
    ("PASS", "FAIL"),
    ("True", "False"),
    ("1.0", "0"),
]
NAMES = [
    "new",
    "a,b",
    'say "x"',
    "=1+1",
    "<b>",
    "süß",
    "名前",
    "a|b",
    "02",
    "1e5",
    "x" * 300,
    "null?",
    "\u202erl",
    "two words",
    " edge ",
]


def _truth(rng):
    """Answers as (system, id, run, score or None, category), each item of one category, some answers missing."""
    systems = [str(name) for name in rng.permutation(NAMES)[: rng.integers(1, 4)]]
    items = [f"{rng.choice(NAMES)}{i}" if rng.integers(2) else str(i) for i in range(rng.integers(1, 12))]
    runs = range(1, rng.integers(2, 4)) if rng.integers(3) == 0 else [1]
    category = {item: str(rng.choice(["math", "code"])) for item in items}
    return [
        (system, item, run, None if rng.random() < 0.1 else float(rng.integers(2)), category[item])
        for system in systems
        for item in items
        if rng.random() < 0.9
        for run in runs
    ]


def _right(rng, folder):
    answers = _truth(rng)
    if all(score is None for *_, score, _ in answers):
        return "right"  # nothing to read
    several = any(run > 1 for _, _, run, *_ in answers)
    formats = [one for one in FORMATS if not several or one not in (_wide, _wide_parquet, _by_id, _lm_eval, _deepeval)]
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        paths, arguments = formats[rng.integers(len(formats))](rng, answers, Path(inside))
        results = read_results(paths, **arguments)
    frame = results.frame
    columns = [frame["system"], frame["id"], frame["run"] if "run" in frame else [1] * len(frame)]
    read = dict(zip(zip(*columns, strict=True), frame["score"].tolist(), strict=True))
    known = {(system, item, run): score for system, item, run, score, _ in answers}
    if "score" in arguments and isinstance(
        arguments["score"], list
    ):  # an empty cell and no row are one in a wide table
        read = {key: score for key, score in read.items() if not math.isnan(score) or key in known}
    assert len(read) == len(frame) or isinstance(arguments.get("score"), list)
    assert read.keys() == known.keys(), (read.keys() ^ known.keys(), paths)
    assert all(math.isnan(read[key]) if known[key] is None else read[key] == known[key] for key in known), paths
    right = Counter(system for system, *_, score, _ in answers if score)
    counts = results.counts(missing="fail")
    assert all(counts.loc[system, "right"] == right[system] for system in results.systems)
    if "category" in frame:
        of = {item: category for _, item, _, _, category in answers}
        assert frame["category"].tolist() == [of[item] for item in frame["id"]]
    return "right"


def _spelled(rng, score, words):
    return None if score is None else words[0] if score else words[1]


def _rows(rng, answers, words=None):
    words = words or WORDS[rng.integers(len(WORDS))]
    several = any(run > 1 for _, _, run, *_ in answers)
    return [
        {"id": item, "model": system, "passed": _spelled(rng, score, words), "category": category}
        | ({"epoch": run} if several else {})
        for system, item, run, score, category in (answers[i] for i in rng.permutation(len(answers)))
    ]


def _long(rng, answers, folder):
    separator = ",;\t"[rng.integers(3)]
    text = _csv(_rows(rng, answers), separator)
    if separator != "," and text.split("\n")[0].count(separator) < 1:
        separator = ","
    if rng.integers(2):
        (folder / "a.csv").write_text(text, encoding="utf-8-sig", newline="")
        return folder / "a.csv", {}
    (folder / "a.csv.gz").write_bytes(gzip.compress(text.encode()))
    return folder, {}


def _json_lines(rng, answers, folder):
    text = "".join(json.dumps(row, ensure_ascii=bool(rng.integers(2))) + "\n" for row in _rows(rng, answers))
    packed = rng.integers(2)
    path = folder / ("a.jsonl.gz" if packed else "a.jsonl")
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    return path, {}


def _json(rng, answers, folder):
    (folder / "a.json").write_text(json.dumps(_rows(rng, answers)), encoding="utf-8")
    return folder / "a.json", {}


def _nested(rng, answers, folder):
    """Rows under a key, or an object for each item and run, with fields inside fields."""
    rows = [
        {"about": {key: row.pop(key) for key in ("id", "category")}, "out": {"passed": row.pop("passed")}}
        | {"epoch": 1, "text": ["x", {"y": 1}]}
        | row
        for row in _rows(rng, answers)
    ]
    document = {"config": {"seed": 1}, "results": rows} if rng.integers(2) else {"data": {"inner": {"cases": rows}}}
    (folder / "a.json").write_text(json.dumps(document), encoding="utf-8")
    more = {} if any(run > 1 for _, _, run, *_ in answers) else {"ignore": "epoch"}
    return folder, {"id": "about.id", "score": "out.passed"} | more


def _files_of_runs(rng, answers, folder):
    """A file for each run of each system; a system whose files share too few items has its runs named."""
    paths = {}
    for number, system, own in _each(answers):
        for run in sorted({answer[2] for answer in own}):
            rows = [{"id": x, "passed": score, "category": of} for _, x, r, score, of in own if r == run]
            paths.setdefault(system, []).append(folder / f"{number}-{run}.json")
            paths[system][-1].write_text(json.dumps({"rows": rows, "model": "same"}), encoding="utf-8")
    return paths, {}


def _parquet(rng, answers, folder):
    parquet.write_table(arrow.Table.from_pylist(_rows(rng, answers)), folder / "a.parquet")
    return folder / "a.parquet", {}


def _wide_rows(rng, answers):
    words, rows = WORDS[rng.integers(len(WORDS))], {}
    for system, item, _, score, category in answers:
        rows.setdefault(item, {"item": item, "category": category})[f" {system}"] = _spelled(rng, score, words)
    systems = list(dict.fromkeys(system for system, *_ in answers))
    return [
        {"item": row["item"], "category": row["category"]} | {s: row.get(f" {s}") for s in systems}
        for row in rows.values()
    ]


def _wide(rng, answers, folder):
    rows = _wide_rows(rng, answers)
    (folder / "a.csv").write_text(_csv(rows, ","), encoding="utf-8", newline="")
    return folder / "a.csv", {"score": list(rows[0])[2:]}


def _wide_parquet(rng, answers, folder):
    rows = _wide_rows(rng, answers)
    parquet.write_table(arrow.Table.from_pylist(rows), folder / "a.parquet")
    return [folder / "a.parquet"], {"score": list(rows[0])[2:]}


def _each(answers):
    """(number, system, its answers)"""
    for number, system in enumerate(dict.fromkeys(system for system, *_ in answers)):
        yield number, system, [answer for answer in answers if answer[0] == system]


def _by_id(rng, answers, folder):
    paths, words = {}, WORDS[rng.integers(4)]
    for number, system, own in _each(answers):
        paths[system] = folder / f"{number}.json"
        by_id = {item: _spelled(rng, score, words) for _, item, _, score, _ in own}
        paths[system].write_text(json.dumps(by_id), encoding="utf-8")
    return paths, {}


def _lm_eval(rng, answers, folder):
    paths = {}
    for number, system, own in _each(answers):
        lines = []
        for at, (_, item, _, score, category) in enumerate(own):
            both = {"strict": score, "flexible": float(rng.integers(2))}
            for filter in rng.permutation(list(both)):
                doc = {"category": category, "question": item}
                line = {"doc_id": at, "doc": doc, "target": "", "arguments": {}, "resps": [], "filtered_resps": []}
                lines.append(line | {"filter": str(filter), "metrics": ["exact_match"], "exact_match": both[filter]})
        paths[system] = folder / str(number) / "samples_sums_2026-01-01T00-00-00.000000.jsonl"
        paths[system].parent.mkdir()
        paths[system].write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return paths, {"filter": "strict", "id": "question"}


def _inspect(rng, answers, folder):
    paths = []
    for number, system, own in _each(answers):
        samples = [
            {"id": item, "epoch": run, "metadata": {"category": category}}
            | (
                {"scores": {}, "error": {}}
                if score is None
                else {"scores": {"match": {"value": "C" if score else "I"}}}
            )
            for _, item, run, score, category in own
        ]
        if not any(sample["scores"] for sample in samples):
            samples[0]["scores"] = {"match": {"value": None}}
        log = {"version": 2, "status": "success", "eval": {"task": "sums", "model": system, "created": "2026-01-01"}}
        if rng.integers(2):
            paths.append(folder / f"{number}.json")
            paths[-1].write_text(json.dumps(log | {"samples": samples}), encoding="utf-8")
            continue
        paths.append(folder / f"{number}.eval")
        with zipfile.ZipFile(paths[-1], "w", zipfile.ZIP_DEFLATED) as archive:
            for at, sample in enumerate(samples):
                archive.writestr(f"samples/{at}_epoch_{sample['epoch']}.json", json.dumps(sample))
            archive.writestr("header.json", json.dumps(log))
    return paths, {}


def _promptfoo(rng, answers, folder):
    items, runs = (list(dict.fromkeys(answer[i] for answer in answers)) for i in (1, 2))
    systems = list(dict.fromkeys(system for system, *_ in answers))
    results = [
        {
            "promptIdx": systems.index(system),
            "testIdx": items.index(item) * len(runs) + run - 1,
            "provider": {"id": "echo", "label": system},
            "prompt": {"label": "{{item}}"},
            "vars": {"item": item},
            "testCase": {"vars": {"item": item}, "metadata": {"category": category}},
            "success": bool(score),
            "score": score or 0,
            "namedScores": {},
            "failureReason": 2 if score is None else int(not score),
        }
        for system, item, run, score, category in (answers[i] for i in rng.permutation(len(answers)))
    ]
    if rng.integers(2):
        (folder / "a.json").write_text(json.dumps({"results": {"results": results}}), encoding="utf-8")
    else:
        (folder / "a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in results), encoding="utf-8")
    return folder, {"id": "item"}


def _deepeval(rng, answers, folder):
    paths = {}
    for number, system, own in _each(answers):
        cases = [
            {
                "name": item,
                "input": item,
                "success": None if score is None else bool(score),
                "metadata": {"category": category},
            }
            | {"metricsData": [{"name": "Exact", "score": score, "success": None if score is None else bool(score)}]}
            for _, item, _, score, category in own
        ]
        paths[system] = folder / f"{number}.json"
        run = {"testCases": cases, "metricsScores": []}
        paths[system].write_text(json.dumps({"testRunData": run} if rng.integers(2) else run), encoding="utf-8")
    return paths, {}


FORMATS = [_long, _json_lines, _json, _nested, _files_of_runs, _parquet, _wide, _wide_parquet, _by_id]
FORMATS += [_lm_eval, _inspect, _promptfoo, _deepeval]


if __name__ == "__main__":
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    outcomes = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(cases):
            try:
                outcomes[run(number, Path(scratch))] += 1
            except BaseException:
                print(f"case {number}")
                raise
    print(f"{cases:,} cases: {dict(outcomes)}")
