# SPDX-License-Identifier: Apache-2.0
"""diff_parsers.py SOURCE_DIR FENCEPOST: the same inputs through several parsers, some of them with planted faults."""
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

from fewdata import few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKER = SOURCE / "harness" / "tests" / "workers" / "differs.py"
SCHEMA = json.loads((SOURCE / "spec" / "schema" / "diff.schema.json").read_text(encoding="utf-8"))
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
TEXT = (r"one!\n^^^write_file\npath: a.txt\ncontent ---\nline: 1\n--- content\n^^^\ntwo é \n"
        r"^^^list\nx: y:z\n^^^\n")


def planted(fault):
    return "cmd:" + shlex.join([sys.executable, str(WORKER), fault, FENCEPOST, "serve"])


def parsers(*faults):
    return [word for fault in faults for word in
            ("--parser", "builtin" if fault == "builtin" else planted(fault))]


def run(*args, code, out="", err=""):
    done = subprocess.run([FENCEPOST, *map(str, args)], stdout=subprocess.PIPE, timeout=300,
                          stderr=subprocess.PIPE, check=False)
    said, complained = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code and out in said and err in complained, (
        f"fencepost {args}: status {done.returncode}, {code} expected; {out!r} and {err!r} expected "
        f"of\n{said[:3000]}{complained[:3000]}")
    return said


def diff(faults, *args, code=1):
    """The records; each is what the schema says."""
    said = run("diff", "--syntax", "caret", "--deadline", 60, "--format", "json",
               *parsers(*faults), *args, code=code)
    records = [json.loads(line) for line in said.splitlines()]
    for record in records:
        jsonschema.Draft202012Validator(SCHEMA).validate(record)
    assert [records[0]["record"], records[-1]["record"]] == ["run", "summary"], records
    return records


def of(records, kind):
    return [r for r in records if r["record"] == kind]


def groups(difference):
    return [r["parsers"] for r in difference["readings"]]


# the fault, what is asked, then of the one difference: severity, kind, input, cuts, and who reads as the reference
SMALLEST = [
    ("loses_call", ["--text", TEXT], ("call", "fewer-calls", "^^^a\n^^^a\n^^^", None)),
    ("upper", ["--text", TEXT], ("arguments", "value", "^^^a\na::\n^^^", None)),
    ("loses_text", ["--text", TEXT], ("text", "text-lost", "!", None)),
    ("trims", ["--text", r"a b \n"], ("whitespace", "text-lost", "\n", None)),
    ("cut_marker", ["--text", r"one\n^^^a\nx: y\n^^^\n", "--cut", "3,5,7"],
     ("call", "fewer-calls", "^^^a\n^^^", [1])),
    ("crashes", ["--text", r"one\n--- two", "--reduce-budget", "40"],
     ("text", "crash", "--- ", None)),
]


def each_fault_has_its_smallest_form():
    for fault, args, expected in SMALLEST:
        records = diff(["builtin", fault, "none"], *args)
        found = of(records, "difference")
        assert len(found) == 1, (fault, found)
        f = found[0]
        assert (f["severity"], f["kind"], f["input"], f.get("cuts")) == expected, (fault, f)
        assert groups(f) == [[1, 3], [2]], (fault, f)
        assert [r.get("as") for r in f["readings"]] == ["reference", None], (fault, f)
        assert f["readings"][0]["reading"] == f["reference"], (fault, f)
        assert f["kind"] != "crash" or "killed by SIGKILL" in f["message"], f
        assert f["clauses"] and f["clauses"][0].startswith("CARET-"), (fault, f)
        assert records[-1]["severities"][f["severity"]] == 1, (fault, records[-1])


def commands_repeat_it():
    for fault, args, expected in SMALLEST[:2] + SMALLEST[4:5]:
        found = of(diff(["builtin", fault], *args), "difference")[0]
        command = shlex.split(found["command"])
        assert command[:2] == ["fencepost", "diff"], command
        again = run(*command[1:], "--format", "json", "--deadline", 60, code=1)
        same = of(map(json.loads, again.splitlines()), "difference")
        assert [(s["severity"], s["kind"], s["input"], s.get("cuts")) for s in same] == [expected], same


def many_faults_are_many_clusters():
    """Ranked by severity; the majority, which is wrong, is not a verdict."""
    found = of(diff(["builtin", "upper", "upper", "loses_text"], "--text", TEXT), "difference")
    assert [(f["severity"], groups(f)) for f in found] == [("arguments", [[1], [2, 3], [4]])], found
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("a", "one!\n"), ("b", "two! words"), ("c", "^^^f\nx: y:z\n^^^"),
                           ("d", "^^^g\nkey: a: b\n^^^"), ("e", "plain"), ("f", "^^^f\n^^^\n^^^g\n^^^")):
            Path(folder, name).write_text(text, encoding="utf-8")
        Path(folder, "sub").mkdir()
        records = diff(["builtin", "upper", "upper", "loses_text", "loses_call"], "--inputs", folder)
        found = of(records, "difference")
        assert [(f["severity"], groups(f), f["count"]) for f in found] == [
            ("call", [[1, 2, 3, 4], [5]], 1), ("arguments", [[1, 4, 5], [2, 3]], 2),
            ("text", [[1, 2, 3, 5], [4]], 2)], found
        assert found[1]["readings"][0]["as"] == "reference" and found[1]["source"].startswith(folder)
        row = of(records, "origin")
        assert [(r["origin"], r["inputs"], r["separated"]) for r in row] == [("given", 6, 5)], row
        assert {"parsers": [1, 2], "count": 2} in row[0]["pairs"], row


def edits_are_named():
    """CR LF separates, and nothing else does: not even the same messages without it."""
    records = diff(["builtin", "crlf"], "--generate", 160, "--seed", 4)
    rows = {r["origin"]: r for r in of(records, "origin")}
    assert rows["all-crlf"]["separated"] > 0, rows
    named = {o for f in of(records, "difference") for o in f["origins"]}
    assert "all-crlf" in named, named
    smallest = [f.get("input", "") for f in of(records, "difference") if f["origins"].get("all-crlf")]
    assert any("\r\n" in text and len(text) < 16 for text in smallest), smallest
    text = run("diff", "--syntax", "caret", *parsers("builtin", "crlf"), "--generate", 160, "--seed", 4,
               "--deadline", 60, "--reduce-budget", 0, "--show", 1, code=1, out="what separates whom")
    assert "all-crlf" in text and "1|2" in text and "lines end in CR LF" in text, text
    assert sum(r["inputs"] for r in rows.values()) == records[-1]["inputs"] == 160


def a_seed_gives_the_same():
    ask = (["builtin", "crlf", "upper"], "--reduce-budget", 150, "--generate", 40, "--seed")
    once, again = diff(*ask, 5), diff(*ask, 5)
    assert once == again
    assert of(diff(*ask, 6), "origin") != of(once, "origin")


def messages_suit_the_parsers():
    """A parser that takes characters only is sent no message with other bytes."""
    characters = "cmd:" + shlex.join([sys.executable, str(WORKER.with_name("reference.py")), FENCEPOST, "none"])
    records = diff(["builtin"], "--parser", characters, "--generate", 16, code=0)
    assert records[-1]["inputs"] == 16 and records[-1]["not_compared"] < 3, records
    assert any(r["origin"] == "well-formed" for r in of(records, "origin")), records


def cases_are_inputs():
    records = diff(["builtin", "none"], "--cases", "caret/fence/*", code=0)
    assert records[-1]["inputs"] > 5 and not records[-1]["separated"], records
    records = diff(["builtin", "cut_marker"], "--cases", "caret/fence/*")
    assert of(records, "difference") and all("cuts" in f for f in of(records, "difference")), records
    assert of(records, "difference")[0]["source"].startswith("caret/fence/"), records


def marks_of_a_fuzz_corpus():
    """FF cuts a file of --inputs, and is not a byte of it; FE 02 is that byte."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "marked").write_bytes(b"^\xff^^a\n^^^\n")
        records = diff(["builtin", "cut_marker"], "--inputs", folder)
        found = of(records, "difference")
        assert [(f["input"], f["cuts"]) for f in found] == [("^^^a\n^^^", [1])], found
        Path(folder, "marked").write_bytes(b"^^\xff^a\n^^^\n")
        diff(["builtin", "cut_marker"], "--inputs", folder, code=0)
        Path(folder, "marked").write_bytes(b"a!\xfe\x02\xfe\x11\xfe\x01")
        found = of(diff(["builtin", "none"], "--inputs", folder, code=0), "difference")
        assert not found, found


def what_was_said_is_shown_after_a_signal():
    """A run that SIGTERM ends shows the parsers' answers for the differences that it had found."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pid")
        worker = shlex.join([sys.executable, str(WORKER.parent / "stops_runner.py"), str(file), "400"])
        with subprocess.Popen([FENCEPOST, "diff", "--syntax", "caret", "--format", "json", "--parser", "builtin", "--parser",
                               f"cmd:{worker}", "--generate", "400", "--seed", "1"], stdout=subprocess.PIPE) as process:
            file.write_text(str(process.pid), encoding="ascii")
            said = process.communicate(timeout=300)[0].decode()
    records = [json.loads(line) for line in said.splitlines()]
    found = of(records, "difference")
    assert "SIGTERM" in records[-1]["stopped"] and found, records[-1]
    for one in found:
        assert all("SIGTERM" not in r["reading"] and "lost" not in r["reading"] for r in one["readings"]), one
        assert any('text "' in r["reading"] for r in one["readings"]), one


def our_own_parser_has_policies():
    pair = ["diff", "--syntax", "caret", "--parsers", "builtin,builtin:unterminated=drop,code_fence=call"]
    said = run(*pair, "--text", r"^^^a\n", code=1, out="1 difference")
    assert "builtin:unterminated=drop,code_fence=call" in said, said
    run(*pair, "--text", r"^^^a\n^^^\n", code=0)
    run("diff", "--syntax", "caret", "--parsers", "builtin,builtin:unterminated=never", "--text", "a",
        code=2, err="policies of spec/model.md")


def wrong_usage():
    for args, code, error in [
            (["--parser", "builtin", "--syntax", "caret"], 2, "give another --parser"),
            (["--parsers", "builtin,builtin"], 2, "syntax"),
            (["--parsers", "builtin,builtin", "--syntax", "carret"], 2, "there is no syntax carret"),
            (["--parsers", "builtin,builtin,other", "--syntax", "caret"], 2, "'builtin,other' is not a parser"),
            (["--parsers", "builtin,so:/no/such.so", "--syntax", "caret"], 3, "/no/such.so"),
            (["--parsers", "builtin,cmd:a | b", "--syntax", "caret"], 2, "write cmd:sh -c"),
            (["--parsers", "builtin,cmd:/no/such", "--syntax", "caret"], 3, "cannot be used"),
            (["--parsers", "builtin,builtin", "--syntax", "caret", "--cases", "x/*"], 2, "no case"),
            (["--parsers", "builtin,builtin", "--syntax", "caret", "--inputs", "/no/such"], 2, "/no/such"),
            (["--parsers", "builtin,builtin", "--syntaxes", "caret"], 2, "does not go with --parser"),
            (["--generate", "5"], 2, "--generate needs --parser"),
            (["--parsers", "builtin,builtin", "--syntax", "caret", "--text", r"\q"], 2, "goes before")]:
        run("diff", *args, code=code, err=error)
    run("diff", "--parsers", "builtin,builtin", "--syntax", "xml", "--generate", 40, code=0,
        out="0 differences")


CHECKS = [each_fault_has_its_smallest_form, commands_repeat_it, many_faults_are_many_clusters,
          edits_are_named, a_seed_gives_the_same, messages_suit_the_parsers,
          cases_are_inputs, marks_of_a_fuzz_corpus, what_was_said_is_shown_after_a_signal,
          our_own_parser_has_policies, wrong_usage]


def main():
    failed = 0
    chosen = [c for c in CHECKS if len(sys.argv) < 4 or c.__name__ in sys.argv[3:]]
    for check in chosen:
        try:
            with few_cases(SOURCE, "caret"):
                check()
        except AssertionError as error:
            failed += 1
            print(f"FAILED {check.__name__}: {error}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} checks passed")
    return 1 if failed or not chosen else 0


sys.exit(main())
