"""Which files are read: folders, packed ones, and limits that hold before memory is filled."""

import gzip
import io
import json
import subprocess
import sys
import time
import zipfile
import zlib

import pyarrow as arrow
import pytest

from give_or_take import read_results
from give_or_take.evalfile import files, inspect_log, tables
from tools.notebook import ROOT

FILES = ROOT / "tests" / "evalfiles"
[INSPECT] = FILES.glob("*.json")


def test_a_line_without_an_end_is_refused_before_it_is_read(write, monkeypatch):
    monkeypatch.setattr(files, "LONGEST_LINE", 1 << 20)
    monkeypatch.setattr(files, "LARGEST_JSON", 1 << 20)
    long = '{"id": "' + "x" * (3 << 20)
    with pytest.raises(ValueError, match=r"^paths \('a.jsonl'\) has more than 1 MB in line 1; is it of this format\?$"):
        read_results(write({"a.jsonl": long}))
    with pytest.raises(ValueError, match=r"^paths \('a.json'\) is JSON of more than 1 MB; write JSON Lines instead$"):
        read_results(write({"a.json": long}))


@pytest.mark.parametrize(
    ("paths", "error", "words"),
    [
        ([], ValueError, "paths is empty: there is nothing to read"),
        ({}, ValueError, "paths is empty: there is nothing to read"),
        ("no-such-file.csv", ValueError, "paths names no file: 'no-such-file.csv'"),
        ("\0", ValueError, "paths names no file: "),
        (7, TypeError, "paths must be a path, a list of paths or a dict, not a single number"),
        ([7], TypeError, "paths must hold paths, not a single number"),
        ({1: "a.csv"}, TypeError, "paths must have the names of systems as keys, not 1"),
        (FILES / "new" / "none", ValueError, "paths names no file: "),
        ([INSPECT, INSPECT], ValueError, "paths names "),
    ],
)
def test_what_names_no_file_is_refused(paths, error, words):
    with pytest.raises(error) as caught:
        read_results(paths)
    assert str(caught.value).startswith(words)


# Folders and packed files


def test_a_folder_is_its_files_and_what_holds_no_results_is_named(write, tmp_path):
    write(
        {
            "runs/old.json": '{"1": true, "2": false}',
            "runs/new.json": '{"1": true, "2": true}',
            "runs/README.md": "words",
            "runs/config.json": '{"model": {"name": "x"}}',
            "runs/.hidden.json": "{",
            "runs/deep/third.csv": "id,score\n1,0\n2,0\n",
        }
    )
    results = read_results(tmp_path / "runs")
    assert results.systems == ("third", "new", "old")
    assert "folder 'runs': 3 files read, 'third.csv', 'new.json', 'old.json'" in results.found
    assert "files in 'runs' that hold no results: 'README.md', 'config.json'" in results.left_out
    assert read_results({"mine": tmp_path / "runs" / "deep"}).systems == ("mine",)


def test_a_file_of_a_folder_that_only_asks_is_passed_over_beside_files_that_do_not(write, run):
    results = {"new/r.csv": "id,score\n1,1\n2,0\n3,1\n", "old/r.csv": "id,score\n1,0\n2,0\n3,1\n"}
    of = {"variants": [{"label": "new", "graph": True, "limit": 3}], "controls": [{"label": "a", "tries": 7}]}
    for config in (of["variants"], of):
        write(results | {"new/config.json": json.dumps(config), "old/config.json": json.dumps(config)})
        passed_over = "files that share no id with the others and do not say what they hold: 'new/config.json'"
        for line in ("check .", "check new old", "check new=new old=old"):
            status, said, _ = run(line)
            assert status == 0 and said.startswith("6 answers of 2 systems ('new', 'old') to 3 items"), said
            assert f"{passed_over}, 'old/config.json'; check one by itself to be asked about it\n" in said
        assert run("check new/config.json old/r.csv new/r.csv")[0] == 2  # named by itself
    write({"new/config.json": json.dumps([{"label": "new", "graph": "1", "part": str(i)} for i in (2, 3)])})
    assert run("check .")[0] == 2  # it may be about the same items
    bare = "thing,x,y\n1,3,4\n2,5,6\n"
    write({"new/config.json": json.dumps(config), "new/r.csv": bare, "old/r.csv": bare})
    status, said, _ = run("check .")
    assert status == 2 and "do not say what they hold" not in said  # nothing is read without a question


def test_folders_that_each_hold_a_system_are_named_as_folders_in_the_line_to_type(write, run):
    for i, name in enumerate(("new", "old")):
        write({f"asr/{name}/x/{group}_out.csv": f"id,score\n{group},{i}\n{group}2,1\n" for group in "cdt"})
    status, said, _ = run("check asr")
    line = "new=asr/new/x old=asr/old/x"
    assert status == 2 and said.endswith(f"when that is mended:\n  give-or-take report {line}\n")
    status, said, _ = run(f"check {line}")
    assert status == 0 and said.startswith("12 answers of 2 systems ('new', 'old') to 6 items")
    write({"asr/new/x/deep/e.csv": "id,score\ne,1\n"})  # then a folder holds another system, too
    assert "new=asr/new/x " not in run("check asr")[1]


def test_a_second_try_of_what_failed_is_proposed_to_be_left_out(write, run):
    rows = "id,score\n" + "".join(f"{i},{i % 2}\n" for i in range(6))
    write({"a.csv": rows, "b1.csv": rows, "all.csv": rows})
    write({"again.csv": "id,score\n0,1\n2,0\n", "more.csv": "id,score\n0,1\n1,0\n"})
    asked = "'again.csv' holds 2 items alone, all of which failed in the other files of 'b'"
    status, said, _ = run("check a=a.csv b=b1.csv b=again.csv")
    assert status == 2 and f"FILE: {asked}: a second try of what failed can only flatter." in said
    assert said.endswith("next:\n  give-or-take report a=a.csv b=b1.csv\n") and "--runs: " not in said
    status, _, err = run("report a=a.csv b=b1.csv b=again.csv --runs mean")
    assert status == 0 and f"note: {asked}: a second try of what failed can only flatter; should it be left out?" in err
    for other in ("more.csv", "all.csv"):  # one that passed is tried again, too; or all are
        assert "second try" not in "".join(map(str, run(f"check a=a.csv b=b1.csv b={other}")))
    none = "id,score\n" + "".join(f"{i},0\n" for i in range(6))
    write({"c1.csv": none, "c2.csv": none.replace("3,0", "3,1"), "next.csv": "id,score\n7,0\n8,1\n"})
    assert "second try" not in run("check a=a.csv c=c1.csv c=c2.csv")[1]  # of as many items: two runs
    assert run("check b=b1.csv b=next.csv")[0] == 0  # a batch


def test_a_folder_of_folders_names_systems_by_them(write, tmp_path):
    write({f"traj/{name}/eval_results.json": '{"1": true, "2": false}' for name in ("b", "a")})
    results = read_results(tmp_path / "traj")
    assert results.systems == ("a", "b")
    assert "files of one name hold one system each, named after their folders" in format(results)


def test_a_broken_file_in_a_folder_is_not_passed_over(write, tmp_path):
    write({"runs/new.json": '{"1": true, "2": fa', "runs/old.json": '{"1": true}', "runs/empty.csv": ""})
    with pytest.raises(ValueError) as caught:
        read_results(tmp_path / "runs")
    assert "('new.json') is no JSON: it goes wrong" in str(caught.value) and "('empty.csv') is empty" in str(
        caught.value
    )


def test_a_folder_without_results_is_refused(write, tmp_path):
    (tmp_path / "none").mkdir()
    with pytest.raises(ValueError, match="^paths names a folder without files: '.*; check where they are$"):
        read_results(tmp_path / "none")
    write({"none/README.md": "words"})
    with pytest.raises(
        ValueError, match="^paths names a folder without results, 'none': 1 file; 'README.md' is of no kind"
    ):
        read_results(tmp_path / "none")


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.ndjson", "a.json"])
def test_packed_text_reads_alike(name, write):
    separator = "\t" if name == "a.tsv" else ","
    table = "id,score\nq,1\nr,0\n".replace(",", separator)
    text = {"a.csv": table, "a.tsv": table, "a.json": '{"q": 1, "r": 0}'}.get(
        name, '{"id":"q","score":1}\n{"id":"r","score":0}\n'
    )
    [path] = write({name + ".gz": gzip.compress(text.encode())})
    results = read_results(path)
    assert (
        results.systems == ("a",)
        and results.frame["score"].tolist() == [1, 0]
        and list(results.frame["id"]) == ["q", "r"]
    )
    path.write_bytes(path.read_bytes()[:-6])
    with pytest.raises(ValueError, match=r"^paths \('a\..*\.gz'\) is no gzip file, or is cut off$"):
        read_results(path)


# Limits


def zstd(data):
    return arrow.compress(data, "zstd", asbytes=True)


def zstd_archive(entries):
    """A zip archive with entries that are packed with Zstandard; (name, packed data, checksum) of each."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data, _ in entries:
            archive.writestr(name, data)
    raw = bytearray(buffer.getvalue())
    with zipfile.ZipFile(buffer) as archive:
        at = archive.start_dir
        for entry, (name, _, checksum) in zip(archive.infolist(), entries, strict=True):
            for start, method, check in ((entry.header_offset, 8, 14), (at, 10, 16)):
                raw[start + method : start + method + 2] = (93).to_bytes(2, "little")
                raw[start + check : start + check + 4] = checksum.to_bytes(4, "little")
            at += 46 + len(name)
    return bytes(raw)


HEADER = ("header.json", b'{"eval": {"task": "t", "model": "m"}, "status": "success"}')


@pytest.mark.parametrize("packing", ["deflate", "zstd"])
@pytest.mark.parametrize(
    ("limit", "entries", "words"),
    [
        (
            "LARGEST_ENTRY",
            [HEADER, ("samples/1.json", b" " * (3 << 20))],
            "unpacks to more than 1 MB in 'samples/1.json'",
        ),
        (
            "LARGEST_LOG",
            [HEADER, *((f"samples/{i}.json", b"{}" + b" " * 600_000) for i in "12")],
            "unpacks to more than",
        ),
        ("MOST_ENTRIES", [HEADER, *((f"{i}", b"") for i in range(9))], "has more than 8 entries; is it a log"),
        ("LARGEST_INDEX", [HEADER, *((f"{i:0>9000}", b"") for i in range(99))], "has an index of more than 0 MB"),
    ],
)
def test_a_bomb_in_an_archive_is_refused_by_what_comes_out(limit, entries, words, packing, write, monkeypatch):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    bomb = buffer.getvalue()
    if packing == "zstd":  # its index names the packed size as the size
        bomb = zstd_archive([(name, zstd(data), zlib.crc32(data)) for name, data in entries])
    limits = {"MOST_ENTRIES": 8, "LARGEST_INDEX": 1 << 18}
    monkeypatch.setattr(inspect_log, limit, limits.get(limit, 1 << 20))
    with pytest.raises(ValueError, match=rf"^paths \('a.eval'\) {words}"):
        read_results(write({"a.eval": bomb}))


def test_an_archive_that_understates_a_size_is_refused(write):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (HEADER, ("samples/1.json", b"{}" + b" " * 300_000)):
            archive.writestr(name, data)
    lie = buffer.getvalue().replace((300_002).to_bytes(4, "little"), (2).to_bytes(4, "little"))
    with pytest.raises(ValueError, match=r"^paths \('a.eval'\) is no log of Inspect, or is cut off$"):
        read_results(write({"a.eval": lie}))


def test_what_unpacks_to_too_much_is_refused(write, monkeypatch):
    monkeypatch.setattr(files, "MOST_UNPACKED", 1 << 20)
    monkeypatch.setattr(files, "LARGEST_JSON", 1 << 20)
    bomb = gzip.compress(b'{"id": 1, "score": 1}\n' * 100_000)
    with pytest.raises(
        ValueError, match=r"^paths \('a.jsonl.gz'\) unpacks to more than 1 MB; unpack it if you trust it$"
    ):
        read_results(write({"a.jsonl.gz": bomb}))
    with pytest.raises(
        ValueError, match=r"^paths \('a.json.gz'\) is JSON of more than 1 MB; write JSON Lines instead$"
    ):
        read_results(write({"a.json.gz": bomb}))
    just = b'{"id": 1, "score": 1}\n{"id": 2, "score": 0}\n'
    monkeypatch.setattr(files, "MOST_UNPACKED", len(just))
    assert len(read_results(write({"a.jsonl.gz": gzip.compress(just)})).frame) == 2


def test_too_many_rows_are_refused(write, monkeypatch):
    monkeypatch.setattr(tables, "MOST_ROWS", 2000)
    with pytest.raises(ValueError, match=r"^paths \('a.csv'\) has more than 2,000 rows; count those with tally\(\)$"):
        read_results(write({"a.csv": "id,score\n" + "".join(f"{i},1\n" for i in range(2001))}))


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
def test_large_and_deep_files_are_refused_within_memory(write, tmp_path):
    """A line of a gigabyte, JSON of one, a million brackets, what unpacks to a gigabyte: in 900 MB above rest."""
    giant, deep = tmp_path / "giant.jsonl", b'{"id":' + b"[" * 10**6
    for path in (giant, tmp_path / "giant.json", tmp_path / "giant.csv"):
        with path.open("wb") as file:
            file.truncate(1 << 30)
    squeezed = gzip.compress(bytes(1 << 24), 1) * 64
    frames = zstd(bytes(1 << 24)) * 64
    bomb = zstd_archive([(HEADER[0], zstd(HEADER[1]), zlib.crc32(HEADER[1])), ("samples/1.json", frames, 0)])
    write({"b.eval": bomb, "deep.jsonl": deep, "deep.json": deep, "b.jsonl.gz": squeezed, "b.json.gz": squeezed})
    names = ["giant.jsonl", "giant.csv", "giant.json", "deep.jsonl", "deep.json", "b.jsonl.gz", "b.json.gz", "b.eval"]
    code = """
import resource, sys
import pandas
from give_or_take import read_results
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 900 * 2**20,) * 2)
for path in sys.argv[1:]:
    try:
        read_results(path)
    except ValueError as error:
        print(error)
"""
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code, *(tmp_path / name for name in names)], capture_output=True, text=True, check=True
    )
    assert time.monotonic() - begin < 60
    said = done.stdout.splitlines()
    assert len(said) == len(names), done.stdout
    reasons = [
        "more than 64 MB in line 1",
        "more than 64 MB in line 1",
        "JSON of more than 256 MB",
        "is cut off in its last",
    ]
    reasons += ["nested too deeply", "more than 64 MB in line 1", "JSON of more than 256 MB"]
    reasons += ["unpacks to more than 128 MB in 'samples/1.json'"]
    for name, sentence, reason in zip(names, said, reasons, strict=True):
        assert sentence.startswith(f"paths ('{name}') ") and reason in sentence


def test_linked_folders_are_read_and_links_in_a_ring_end(tmp_path):
    there, runs = tmp_path / "elsewhere", tmp_path / "runs"
    there.mkdir(), runs.mkdir()
    (there / "new.csv").write_text("id,passed\nq1,1\nq2,0\n")
    try:
        (runs / "linked").symlink_to(there, target_is_directory=True)
        (there / "back").symlink_to(runs, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert read_results(runs).frame["id"].tolist() == ["q1", "q2"]
