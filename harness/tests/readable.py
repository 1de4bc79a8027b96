# SPDX-License-Identifier: Apache-2.0
"""readable.py SOURCE_DIR FENCEPOST: what people read of a failure: which answer is shown as expected, how long a line
is, and whether the command repeats it."""
import json
import os
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "two_ways.py")]
LONGEST = 500  # bytes of a line that a person can read
LONG = "caret/long/one-line-value-of-1-mb"
os.environ.pop("FENCEPOST_DATA", None)


def run(*args, code):
    done = subprocess.run([FENCEPOST, *args], capture_output=True, timeout=300, check=False)
    assert done.returncode == code, (args, done.returncode, done.stdout[-2000:], done.stderr)
    return done.stdout.decode()


def test(mode, *args, form="tty", code=1):
    return run("test", "--seed", "1", "--format", form, *args, "--", *WORKER, mode, code=code)


# -- two answers -----------------------------------------------------------------------------------

RIGHT = 'text "\\n"\ncall "list_projects"\n'
WRONG = 'text "^^^list_projects\\n^^^\\n"\n'
# mode: check: the titles, and the two texts
SIDES = {
    "whole": {"WHOLE": (None, RIGHT, WRONG), "CHUNK": (None, RIGHT, WRONG)},
    "pieces": {"WHOLE": (None, RIGHT, WRONG), "CHUNK": (None, RIGHT, WRONG), "golden": (None, RIGHT, WRONG)},
    "neither": {"WHOLE": (["in one piece", "a unit at a time"], 'text "whole"\n', 'text "cut"\n'),
                "CHUNK": (["in one piece", "cut"], 'text "whole"\n', 'text "cut"\n')},
}


def the_expected_answer_stands_under_expected():
    """Whichever of the two ways to feed an input is the wrong one: of results, and of smallest forms."""
    count = 0
    for mode, checks in SIDES.items():
        args = ["--case", "caret/fence/no-parameters", "--report", mode]
        tty = test(mode, *args, "--show", "50")
        lines = [json.loads(line) for line in Path(mode, "report.jsonl").read_text(encoding="utf-8").splitlines()]
        for check, (titles, left, right) in checks.items():
            found = [r for r in lines if r.get("check") == check and "message" in r and r["record"] != "cause" and r.get("verdict") != "skipped"]
            assert [r["record"] for r in found] in (["result", "finding"], ["result"]), (mode, check, found)
            for record in found:
                assert record.get("sides") == titles, (mode, record)
                if record["record"] == "result":
                    assert (record["expected"], record["actual"]) == (left, right), (mode, record)
                elif mode != "neither":
                    assert "call " in record["expected"] and "call " not in record["actual"], (mode, record)
                count += 1
            if titles:
                assert "│ ".join([titles[0].ljust(49), titles[1]]) in tty, (mode, tty)
                markdown = run("report", "--format", "markdown", "--show", "50", mode, code=1)
                assert f"\n{titles[0]}:\n" in markdown and f"\n{titles[1]}:\n" in markdown, markdown
        assert tty.count("the same two answers as under") == 1, (mode, tty)
    return count


# -- long lines ------------------------------------------------------------------------------------

def lines_of(form, text):
    """The lines that a person reads: of JUnit the messages, which CI systems show, and the lines of the bodies."""
    if form != "junit":
        return text.splitlines()
    bodies = [line for one in ET.fromstring(text).iter() for line in (one.text or "").splitlines()]
    return bodies + [value for one in ET.fromstring(text).iter() for value in one.attrib.values()]


def no_line_is_long(*args, mode="many"):
    """Of the run, and of its report in another form."""
    count = 0
    test(mode, *args, "--report", "long")
    for form in ("tty", "tap", "markdown", "junit"):
        for text in (test(mode, *args, "--show", "50", form=form),
                     run("report", "--format", form, *(["--show", "50"] if form != "tap" else []), "long", code=1)):
            for line in lines_of(form, text):
                assert len(line.encode()) <= LONGEST, (form, len(line), line[:200], line[-200:])
                count += 1
    return count


def again(check):
    """Runs the command of the check's failure; what it fails then."""
    lines = [json.loads(line) for line in Path("long", "report.jsonl").read_text(encoding="utf-8").splitlines()]
    found = [r for r in lines if r.get("check") == check and r["record"] in ("result", "finding") and "command" in r]
    assert found, check
    for record in found:
        words = shlex.split(record["command"])
        assert words[0] == "fencepost" and len(record["command"]) < LONGEST, record["command"]
        at = words.index("--")
        ran = run(*words[1:at], "--format", "json", "--reduce-budget", "0", *words[at:], code=1)
        failed = [json.loads(line) for line in ran.splitlines()]
        assert [r["class"] for r in failed if r.get("check") == check and "class" in r] == [record["class"]], record
    return [r["command"] for r in found]


def an_input_of_a_megabyte():
    count = no_line_is_long("--case", LONG, "--reduce-budget", "20")
    assert all(f"--case {LONG}" in command for command in again("CHUNK"))
    assert "‹… 1048" in test("many", "--case", LONG, "--reduce-budget", "20")
    return count


def thousands_of_cuts():
    """An input that was given, and fails only in over 900 chunks: its cutting has a name."""
    Path("input").write_text("word " * 400, encoding="utf-8")
    args = ["--syntax", "caret", "--input", "input", "--reduce-budget", "20"]
    count = no_line_is_long(*args)
    commands = again("CHUNK")
    assert "--input input" in commands[0] and "--cut 'one character at a time'" in commands[0], commands
    assert not any(",5,6,7,8," in line for line in test("many", *args).splitlines())
    return count


def a_cutting_by_its_name():
    case = ["--case", "caret/fence/no-parameters"]
    named = [json.loads(line) for line in test("whole", *case, "--cut", "size 3", form="json").splitlines()]
    chunk = next(r for r in named if r.get("check") == "CHUNK")
    assert (chunk["cut"], chunk["cuts"], chunk["cuttings"]) == ("size 3", [3, 6, 9, 12, 15, 18], 1), chunk
    listed = test("whole", *case, "--cut", "3,6,9,12,15,18", form="json")
    assert next(r for r in map(json.loads, listed.splitlines()) if r.get("check") == "CHUNK")["cut"] == "as asked"
    none = [json.loads(line) for line in test("whole", *case, "--cut", "size 33", form="json", code=0).splitlines()]
    assert next(r for r in none if r.get("check") == "CHUNK")["verdict"] == "skipped", none
    run("test", "--cut", "", "--", *WORKER, "whole", code=2)
    run("test", "--cut", "3,x", "--", *WORKER, "whole", code=2)
    return 5


def a_message_that_was_made_up():
    """It can be made up again alone."""
    no_line_is_long("--syntax", "caret", "--generate", "40", "--reduce-budget", "0")
    found = [json.loads(line) for line in Path("long", "report.jsonl").read_text(encoding="utf-8").splitlines()]
    golden = [r for r in found if r["record"] == "result" and r["check"] == "golden" and "command" in r]
    long = [r for r in golden if "--generate" in r["command"]]
    assert long and len(long) < len(golden), golden
    for one in long:
        words = shlex.split(one["command"])
        at = words.index("--")
        ran = run(*words[1:at], "--format", "json", "--reduce-budget", "0", *words[at:], code=1)
        results = [r for r in map(json.loads, ran.splitlines()) if r["record"] == "result"]
        assert {r["case"] for r in results} == {one["case"]}, results
        again = [r for r in results if r["check"] == "golden"]
        assert [(r["input"], r.get("class")) for r in again] == [(one["input"], one["class"])], again
    return len(long)


sys.exit(run_checks([(the_expected_answer_stands_under_expected, 10), (an_input_of_a_megabyte, 60), (thousands_of_cuts, 60),
                     (a_cutting_by_its_name, 5), (a_message_that_was_made_up, 1)], {}, SOURCE))
