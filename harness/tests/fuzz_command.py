# SPDX-License-Identifier: Apache-2.0
"""fuzz_command.py SOURCE_DIR FENCEPOST: `fencepost fuzz` finds planted bugs of workers, each with an input that shows it, and
nothing on a right one; it gives the same inputs for one seed, ends in order, and explains wrong usage.
"""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

from checks import by_day, run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
SERVE = [FENCEPOST, "serve"]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def worker(name, *arguments):
    return [sys.executable, str(WORKERS / name), *arguments, *SERVE]


def fuzz(*options, of=None, code=0):
    command = [FENCEPOST, "fuzz", *options, *(["--", *of] if of else [])]
    done = subprocess.run(command, capture_output=True, timeout=500, check=False)
    said, errors = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, (command, done.returncode, said[-3000:], errors[-2000:])
    return said, errors


def a_right_parser_has_none():
    tried = 0
    for syntax in by_day(["hermes", "caret", "harmony", "glm", "native-openai"], 4):
        said, errors = fuzz("--syntax", syntax, "--inputs", "600", "--seed", "1", of=SERVE)
        assert "none fails" in said and errors == "", (syntax, said, errors)
        tried += 1
    return tried


# A bug of workers/two_bugs.py, and the harm that its cause has to have.
PLANTED = [
    ("cut_open", "a call is lost"),
    ("numbers", "arguments differ"),
    ("mark_in_value", "a call is lost"),
    ("cut_close", "arguments differ"),
    ("end_is_whole", "a call runs that was not written"),
]


def planted_bugs_are_found():
    """The command that each cause ends with fails on that worker, and passes on a right one."""
    for bug, harm in PLANTED:
        said, _ = fuzz("--syntax", "hermes", "--inputs", "500", "--seed", "1", "--reduce-budget", "400", of=worker("two_bugs.py", bug), code=1)
        commands = re.findall(r"^ *again: (.*)$", said, re.M)
        assert commands and f"harm: {harm}" in said, (bug, said)
        again = [FENCEPOST, *shlex.split(commands[0])[1:]]
        for of, code in ((again, 1), (again[:again.index("--") + 1] + SERVE, 0)):
            done = subprocess.run(of, capture_output=True, timeout=100, check=False)
            assert done.returncode == code, (bug, of, done.stdout[-2000:], done.stderr[-1000:])
    return len(PLANTED)


def two_bugs_are_two_causes():
    said, _ = fuzz("--syntax", "hermes", "--inputs", "500", "--seed", "1", "--reduce-budget", "600",
                   of=worker("two_bugs.py", "numbers,end_is_whole"), code=1)
    assert "harm: a call runs that was not written" in said and "harm: arguments differ" in said, said
    return 2


def a_cause_names_a_clause_of_the_notation():
    """And not the one that every outcome goes against."""
    said, _ = fuzz("--syntax", "caret", "--inputs", "400", "--seed", "5", "--reduce-budget", "400", "--only", "golden",
                   of=[sys.executable, str(SOURCE / "harness" / "adapters" / "python-caret" / "adapter.py")], code=1)
    causes = re.findall(r"^(?:\d+\.| ) (.* against .*)$", said, re.M)
    assert any("against CARET-2.1 (" in cause for cause in causes), causes
    assert not any("against MODEL-1.2" in cause for cause in causes), causes
    return len(causes)


def what_hangs_and_dies_is_found():
    """The search goes on after it."""
    for how, sentence, options in (("hangs", "timeout", ["--inputs", "20", "--deadline", "0.3", "--only", "golden"]),
                                   ("dies", "crash", ["--inputs", "80", "--only", "golden"])):
        said, _ = fuzz("--syntax", "caret", "--seed", "1", "--reduce-budget", "0", *options, of=worker("stuck_at_two.py", how), code=1)
        assert f"fuzzed caret: {options[1]} inputs" in said and sentence in said, (how, said)
    return 2


def one_seed_gives_the_same():
    options = ("--syntax", "hermes", "--inputs", "300", "--reduce-budget", "0", "--format", "json")
    found = []
    for seed in ("5", "5", "6"):
        said, _ = fuzz(*options, "--seed", seed, of=worker("two_bugs.py", "numbers"), code=1)
        found.append([row["case"] for row in map(json.loads, said.splitlines()) if row["record"] == "result" and row["verdict"] != "pass"])
    assert found[0] and found[0] == found[1] != found[2], found
    return 3


def what_fails_once_is_named():
    said, errors = fuzz("--syntax", "caret", "--inputs", "200", "--seed", "1", of=worker("errs_once.py", "200"), code=1)
    assert "failed once, and passed when it was judged again: --syntax caret --text '" in errors, (said, errors)
    return 1


def a_report_makes_cases():
    """Without one the same search is offered, with one."""
    _, errors = fuzz("--syntax", "hermes", "--inputs", "200", "--seed", "1", "--reduce-budget", "0", of=worker("two_bugs.py", "numbers"), code=1)
    assert "--seed 1 --inputs 200 --report DIR; `fencepost add --from-failure DIR/report.jsonl`" in errors, errors
    _, errors = fuzz("--syntax", "hermes", "--inputs", "200", "--seed", "1", "--reduce-budget", "400", "--report", "run", of=worker("two_bugs.py", "numbers"), code=1)
    assert "fencepost add --from-failure run/report.jsonl" in errors, errors
    done = subprocess.run([FENCEPOST, "report", "run/report.jsonl", "--format", "markdown"], capture_output=True, timeout=100, check=False)
    assert done.returncode == 1 and b"hermes/fuzzed/" in done.stdout, done
    added = subprocess.run([FENCEPOST, "add", "--from-failure", "run/report.jsonl", "--output", "case.json"], capture_output=True,
                           timeout=100, check=False)
    assert added.returncode == 0 and json.loads(Path("case.json").read_text(encoding="utf-8"))["cases"], added
    return 2


def a_signal_ends_the_search():
    """What was found until then is reported."""
    command = [FENCEPOST, "fuzz", "--syntax", "hermes", "--time", "10m", "--reduce-budget", "0", "--", *worker("two_bugs.py", "numbers")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        said, errors = run.communicate(timeout=200)
    assert run.returncode == 1 and b"causes of what fails" in said, (run.returncode, said, errors)
    return 1


def a_second_signal_ends_the_judging():
    """What was not judged again is not taken for what passed."""
    command = [FENCEPOST, "fuzz", "--syntax", "hermes", "--time", "10m", "--", *worker("two_bugs.py", "numbers,end_is_whole,cut_open")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        assert run.stdout.readline().startswith(b"fuzzed hermes: ")  # the search has ended
        run.send_signal(signal.SIGINT)
        said, errors = run.communicate(timeout=200)
    assert run.returncode == -signal.SIGINT and b"failed once" not in errors and b"interrupted by SIGINT" in said, (run.returncode, said[-1500:], errors)
    return 1


def what_no_answer_can_have_is_skipped():
    """A key that is not UTF-8; a value of such bytes has a form, and is judged (PROTOCOL-3.7)."""
    for arguments, skipped in ((r'{"\xDC":7}', True), (r'{"a":["\xDC"]}', True), (r'{"a":"\xDC"}', False)):
        text = '<tool_call>{"name":"f","arguments":%s}</tool_call>' % arguments
        done = subprocess.run([FENCEPOST, "test", "--syntax", "hermes", "--text", text, "--format", "json", "--only", "golden", "--", *SERVE],
                              capture_output=True, timeout=100, check=False)
        row = next(row for row in map(json.loads, done.stdout.splitlines()) if row["record"] == "result")
        assert done.returncode == 0 and row["verdict"] == ("skipped" if skipped else "pass"), (arguments, row)
        assert not skipped or "PROTOCOL-3.7" in row["message"], row
    return 3


WRONG = [
    (["--time", "1s"], "what is to be fuzzed? Give a worker after --, or --so FILE", 2),
    (["--inputs", "0", "--", *SERVE], "--inputs", 2),
    (["--time", "1x", "--", *SERVE], "--time '1x' is not a duration", 2),
    (["--syntax", "nope", "--", *SERVE], "nope", 2),
    (["--only", "golden,CHANK", "--", *SERVE], "there is no check 'CHANK'", 2),
    (["--so", "nowhere.so"], "nowhere.so", 3),
    (["--", "/nowhere"], "the worker cannot be used", 3),
    (["--report", "", "--", *SERVE], "--report needs a folder", 2),
]


def wrong_usage_is_explained():
    for options, sentence, code in WRONG:
        _, errors = fuzz(*options, code=code)
        assert sentence in errors, (options, errors)
    _, errors = fuzz("--syntax", "xml", of=[sys.executable, str(SOURCE / "harness/adapters/python-caret/adapter.py")], code=2)
    assert "does not have the syntax xml" in errors, errors
    return len(WRONG) + 1


sys.exit(run_checks([
    (a_right_parser_has_none, 2), (planted_bugs_are_found, 5), (two_bugs_are_two_causes, 2),
    (a_cause_names_a_clause_of_the_notation, 1), (what_hangs_and_dies_is_found, 2), (one_seed_gives_the_same, 3),
    (what_fails_once_is_named, 1), (a_report_makes_cases, 2), (a_signal_ends_the_search, 1),
    (a_second_signal_ends_the_judging, 1), (what_no_answer_can_have_is_skipped, 3), (wrong_usage_is_explained, 9)], {}, SOURCE))
