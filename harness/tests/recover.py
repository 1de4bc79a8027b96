# SPDX-License-Identifier: Apache-2.0
"""recover.py SOURCE_DIR FENCEPOST: a worker that declares `unterminated: recover` is judged as MODEL-3.1 promises: whatever
it reports of whether a recovered call is complete, in golden cases, on inputs given, by the laws, and by `policies`.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "recovers.py")]
SERVE = [FENCEPOST, "serve", "--policy", "unterminated=recover"]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
SAYS = ("true", "false", "nothing")


def test(says, *options, code=0, without=""):
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--reduce-budget", "0", *options, "--", *WORKER, says,
                           *SERVE], capture_output=True, timeout=600, check=False,
                          env={**os.environ, "RECOVERS_WITHOUT": without})
    assert done.returncode == code, (says, options, done.returncode, done.stdout[-3000:], done.stderr)
    return [r for r in map(json.loads, done.stdout.decode("utf-8").splitlines()) if r["record"] == "result"]


def golden_cases_leave_it_open():
    """Cases of the default policy, and those whose own policy is recover."""
    judged = 0
    for says in SAYS:
        results = test(says, "--case", "caret/unterminated/*", "--case", "emoji-line/unterminated/*",
                       "--case", "qwen3-coder/unterminated/recovered*", "--case", "hermes/unterminated/recover*")
        judged += sum(r["check"] == "golden" and r["verdict"] == "pass" for r in results)
    return judged


def inputs_given_leave_it_open():
    """And laws that make others of the input look at its calls: it is read as expected."""
    cut = r"^^^a\nx: 1\n^^^\nText.\n^^^b\nk: va"
    for says in SAYS:
        results = {r["check"]: r for r in test(says, "--syntax", "caret", "--text", cut)}
        assert all(results[law]["verdict"] == "pass" for law in ("golden", "CHUNK", "ROUND-TRIP", "PREFIX")), results
        test(says, "--syntax", "caret", "--text", cut, without="events")
    return len(SAYS)


def what_is_broken_is_judged():
    """A block that is not open at the end is not a recovered one: to call it complete is wrong."""
    results = test("broken", "--syntax", "xml", "--text", r"<tool:a>\nx\n<tool:b>\n<param:k>v</param:k>\n</tool:b>", code=1)
    assert [r["class"] for r in results if r["check"] == "golden" and r["verdict"] != "pass"] == ["wrong/complete"], results
    return 1


def policies(says, without):
    done = subprocess.run([FENCEPOST, "policies", "--", *WORKER, says, *SERVE], capture_output=True, timeout=600,
                          check=False, env={**os.environ, "RECOVERS_WITHOUT": without + " others"})
    found = json.loads(done.stdout)
    return found["policies"].get("unterminated"), done.returncode, done.stderr.decode()


def policies_are_seen():
    """By what it says, or by its events; where it has none, and says nothing, report and recover are the same."""
    for says, without, expected in [("true", "policies events", "recover"), ("nothing", "policies events", "recover"),
                                    ("false", "policies", "recover"), ("false", "events", "recover"),
                                    ("false", "policies events", "report"), ("true", "", "recover"),
                                    ("nothing", "", "recover"), ("false", "", "recover")]:
        found, code, said = policies(says, without)
        assert (found, code) == (expected, 0), (says, without, found, code, said)
        if "policies" in without and "events" in without and says == "false":
            assert "and so does recover" in said, said
    return 8


def declared_is_kept():
    """The check "policies" of a run."""
    for says in SAYS:
        results = test(says, "--case", "caret/unterminated/*", "--case", "emoji-line/unterminated/*")
        kept = [r["verdict"] for r in results if r["check"] == "policies"]
        assert kept and set(kept) == {"pass"}, results
    return len(SAYS)


with few_cases(SOURCE, "caret", "emoji-line", "qwen3-coder", "hermes", "xml"):
    status = run_checks([(golden_cases_leave_it_open, 200), (inputs_given_leave_it_open, 3), (what_is_broken_is_judged, 1),
                         (policies_are_seen, 8), (declared_is_kept, 3)], {}, SOURCE)
sys.exit(status)
