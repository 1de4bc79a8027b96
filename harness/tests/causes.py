# SPDX-License-Identifier: Apache-2.0
"""causes.py SOURCE_DIR FENCEPOST [CHECK…]: what failures come from, as reports show it, on workers with known bugs."""
import html
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import jsonschema

from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = SOURCE / "harness" / "tests" / "workers" / "two_bugs.py"
REPORT = jsonschema.Draft202012Validator(
    json.loads((SOURCE / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8")))
CASES = [word for feature in ("string/*", "streaming/*", "types/*", "unterminated/cut-0*", "arguments/n*", "long/many*")
         for word in ("--case", "hermes/" + feature)]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(*args, code=None):
    done = subprocess.run([FENCEPOST, *map(str, args)], capture_output=True, timeout=300, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert code is None or done.returncode == code, (args, done.returncode, out[-3000:], err[-2000:])
    return out


def worker(bugs):
    return ["--", sys.executable, WORKER, bugs, FENCEPOST, "serve"]


def report(name, bugs, *args, code=1):
    """The causes in a report of a run on a worker with the bugs."""
    run("test", "--syntax", "hermes", "--seed", 1, *args, "--report", name, *worker(bugs), code=code)
    lines = records(name)
    for line in lines:
        REPORT.validate(line)
    return lines


def records(name):
    return [json.loads(line) for line in (Path(name) / "report.jsonl").read_text(encoding="utf-8").splitlines()]


def causes(lines):
    return [line for line in lines if line["record"] == "cause"]


# -- the smallest input of a cause shows the bug that its sentence names -----------------------------

# How the sentence of each bug begins.
SENTENCES = {
    "cut_open": r"Calls are lost when a chunk ends inside <tool_call>: ",
    "cut_close": r"Arguments change when a chunk ends inside </tool_call>: ",
    "mark_in_value": r"Calls are lost when an argument holds </tool_call>: ",
    "numbers": r"Arguments change where a value is (of another type|a number): ",
    "end_is_whole": r"A call runs that was not written when the input ends inside a block: ",
    "hangs_on_null": r"The parser does not answer: ",
}

# Two bugs, the checks that find both, and how many tests are spent on smallest inputs: each on a hang takes a second.
PAIRS = [("cut_open", "mark_in_value", "golden,CHUNK", 300), ("cut_close", "cut_open", "CHUNK,WHOLE", 300),
         ("end_is_whole", "numbers", "golden,TRUNCATION", 300), ("mark_in_value", "numbers", "golden,ROUND-TRIP", 300),
         ("hangs_on_null", "mark_in_value", "golden", 8)]


def again(cause, bugs):
    """The exit status of the command that the cause shows, on a worker with these bugs alone."""
    words = shlex.split(cause["command"])
    at = words.index(str(WORKER)) + 1
    words[at] = bugs
    assert words[0] == "fencepost"
    check = "CHUNK,WHOLE" if "cuts" in cause else cause["check"]  # others may fail of the other bug
    # Its verdict is wanted alone, which a hang gives within a second: nothing is reduced.
    return subprocess.run([FENCEPOST, "test", "--only", check, "--deadline", "1", "--reduce-budget", "0", *words[2:]],
                          capture_output=True, timeout=300, check=False).returncode


def each_cause_shows_its_own_bug():
    for *pair, checks, budget in PAIRS:
        shown = causes(report("two", ",".join(pair), *CASES, "--only", checks, "--deadline", 1, "--reduce-budget", budget))
        named = {bug: [c for c in shown if re.match(SENTENCES[bug], c["sentence"])] for bug in pair}
        for bug, other in (tuple(pair), tuple(pair[::-1])):
            assert named[bug], (bug, [c["sentence"] for c in shown])
            for cause in named[bug]:
                assert again(cause, "-") == 0, (bug, cause)
                assert again(cause, bug) == 1, (bug, cause)
                assert again(cause, other) == 0, (bug, other, cause)
        assert len(shown) <= 4, [c["sentence"] for c in shown]


# -- which checks, and how much of them --------------------------------------------------------------

def only_what_is_asked_for():
    lines = report("only", "cut_open,mark_in_value", *CASES, "--only", "golden", "--reduce-budget", 0)
    assert {line["check"] for line in lines if line["record"] == "result"} == {"golden"} and lines[0]["only"] == "golden"
    lines = report("only", "cut_open,mark_in_value", *CASES, "--only", "CHUNK,PREFIX", "--reduce-budget", 0)
    assert {line["check"] for line in lines if line["record"] == "result"} == {"CHUNK", "PREFIX"}
    assert all("chunk ends inside" in c["sentence"] for c in causes(lines)), causes(lines)
    lines = report("only", "mark_in_value", *CASES, "--only", "CHUNK", "--reduce-budget", 0, code=0)
    assert not causes(lines) and lines[-1]["unexpected"] == 0


def a_quick_run_finds_the_same_first():
    bugs = "end_is_whole,cut_open"
    whole = report("whole", bugs, *CASES, "--reduce-budget", 0)
    quick = report("quick", bugs, *CASES, "--quick", "--reduce-budget", 0)
    assert quick[0]["quick"] and "quick" not in whole[0]
    assert causes(quick)[0]["keys"] == causes(whole)[0]["keys"], (causes(quick)[0], causes(whole)[0])
    cuttings = [sum(line.get("cuttings", 0) for line in lines if line["record"] == "result") for lines in (quick, whole)]
    assert 0 < 10 * cuttings[0] < cuttings[1], cuttings
    left = [line["message"] for line in quick if line["record"] == "result" and line["verdict"] == "skipped"]
    assert any(message.startswith("--quick: ") for message in left), left
    assert not {line["check"] for line in quick if line["record"] == "result"} & {"policies"}


# -- every report ------------------------------------------------------------------------------------

SHOWN = 12


def markdown_causes(text):
    return [html.unescape(found) for found in re.findall(r"<summary>\d+\. <b>(.*?)</b></summary>", text)]


def junit_causes(text):
    """Those in the output of the whole run."""
    out = "".join(ElementTree.fromstring(text).find(".//testsuite/system-out").itertext())
    return [line for line in out.splitlines() if re.search(r": \d+ of \d+ inputs$", line)]


def page_causes(text):
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
    return [cause["sentence"] for cause in data["runs"][0]["causes"]]


# How each format names its causes.
FORMATS = {
    "tty": lambda text: re.findall(r"^\d+\. (.*: \d+ of \d+ inputs)$", text, re.M),
    "tap": lambda text: re.findall(r"^# cause: (.*)$", text, re.M),
    "markdown": markdown_causes,
    "junit": junit_causes,
    "sarif": lambda text: [cause["sentence"] for cause in json.loads(text)["runs"][0]["properties"]["causes"]],
    "html": page_causes,
    "json": lambda text: [line["sentence"] for line in map(json.loads, text.splitlines()) if line["record"] == "cause"],
}


def every_report_shows_the_same_causes():
    bugs = "cut_open,cut_close,mark_in_value,numbers,end_is_whole,line_end_more"
    for more in ([], ["--strict"]):
        args = ["test", "--syntax", "hermes", "--seed", 1, *CASES, *more, "--only", "golden,CHUNK,TRUNCATION",
                "--reduce-budget", 60]
        said = run(*args, "--report", "faces", *worker(bugs), code=1)
        expected = FORMATS["json"]((Path("faces") / "report.jsonl").read_text(encoding="utf-8"))
        assert len(expected) >= 5, expected
        for name, sentences in FORMATS.items():
            shown = sentences(run("report", "--format", name, "faces", code=1))
            assert shown[:SHOWN] == expected[:SHOWN], (name, more, shown, expected)
        lines = [line for line in said.splitlines() if not line.startswith("first failure: ")]
        assert lines == run("report", "faces", code=1).splitlines(), more
        readings = [line for line in records("faces") if line.get("verdict") == "differs"]
        assert readings and all(line["counts"] == bool(more) for line in readings), readings[:1]
        assert ("differs hermes/" in said) == bool(more), more


# -- the gate ----------------------------------------------------------------------------------------

def gate(base, now, code):
    return json.loads(run("gate", "--baseline", base, "--format", "json", now, code=code))


def a_new_cause_fails_the_gate_and_more_of_a_known_one_does_not():
    some, more = ["--only", "golden,CHUNK", "--reduce-budget", 0], "cut_open"
    few = report("few", "cut_open=60", *CASES, *some)
    many = report("many", more, *CASES, *some)
    count = [sum(c["count"] for c in causes(lines)) for lines in (few, many)]
    assert 0 < count[0] and count[0] + 3 <= count[1], count
    report("both", more + ",mark_in_value", *CASES, *some)
    run("gate", "--write-baseline", "base.txt", "few", code=0)
    for base in ("base.txt", "few"):
        told = gate(base, "many", 0)
        assert told["asExpected"] and told["knownCauses"] == count[1] - count[0] and not told["changes"], told
        told = gate(base, "both", 1)
        new = [c for c in told["changes"] if c["kind"] == "new-cause"]
        assert [c["subject"] for c in new] == ["hermes/lost-call-argument-</tool_call>"], told
        assert new[0]["message"].startswith("Calls are lost when an argument holds </tool_call>") and new[0]["command"]
        assert told["counts"]["new-cause"] == 1 and told["counts"]["new-failure"] > 0
        assert not any("CHUNK" == c.get("check") for c in told["changes"]), told
    text = run("gate", "--baseline", "base.txt", "both", code=1)
    assert text.startswith("new causes of failures: 1\n  hermes/lost-call-argument-</tool_call>: absent → "), text
    assert f"{count[1] - count[0]} failures that the baseline does not have, of causes that it has" in run(
        "gate", "--baseline", "base.txt", "--format", "markdown", "many", code=0)


def a_baseline_is_read_by_people():
    """It names the causes first, each with its sentence, and comments stay with them."""
    lines = report("read", "cut_open,mark_in_value", *CASES, "--reduce-budget", 0)
    run("gate", "--write-baseline", "read.txt", "read", code=0)
    text = Path("read.txt").read_text(encoding="utf-8")
    named = [line for line in text.splitlines() if line.startswith("cause ")]
    assert named == [f"cause {c['count']} {' '.join(c['keys'])}  # {c['sentence']}" for c in causes(lines)], named
    assert text.index("\ncause ") < text.index("\ncase ")
    Path("read.txt").write_text(text.replace(named[0], "# issue 17\n" + named[0]), encoding="utf-8")
    kept = Path("read.txt").read_text(encoding="utf-8")
    run("gate", "--write-baseline", "read.txt", "read", code=0)
    assert Path("read.txt").read_text(encoding="utf-8") == kept
    report("green", "-", *CASES, "--reduce-budget", 0, code=0)
    run("gate", "--write-baseline", "read.txt", "green", code=0)
    text = Path("read.txt").read_text(encoding="utf-8")
    assert "# issue 17\n" in text and "\ncause " not in text
    for wrong in ("cause\n", "cause x hermes/a\n", "cause 3\n"):
        Path("wrong.txt").write_text("suite 0.1.0\n" + wrong, encoding="utf-8")
        run("gate", "--baseline", "wrong.txt", "read", code=2)


def main():
    checks = [each_cause_shows_its_own_bug, only_what_is_asked_for, a_quick_run_finds_the_same_first,
              every_report_shows_the_same_causes,
              a_new_cause_fails_the_gate_and_more_of_a_known_one_does_not, a_baseline_is_read_by_people]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, few_cases(SOURCE, "hermes", "families"):
        os.chdir(folder)
        for check in checks:
            if len(sys.argv) > 3 and check.__name__ not in sys.argv[3:]:
                continue
            try:
                check()
                print(f"ok {check.__name__}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"FAILED {check.__name__}: {error}", flush=True)
        os.chdir(SOURCE)
    return 1 if failed else 0


sys.exit(main())
