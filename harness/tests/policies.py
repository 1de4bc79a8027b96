# SPDX-License-Identifier: Apache-2.0
"""policies.py SOURCE_DIR FENCEPOST: `fencepost policies` proposes the choices of planted parsers and no others, from what they
answer in one piece and in pieces; and reports where answers contradict each other, and where they are too few.
"""
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

from checks import run_checks
from fewdata import few_cases
from planted_choices import PLANTED, READINGS

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "chooses.py")]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def policies(how, syntax, choices):
    declared = [word for name, value in choices.items() for word in ("--policy", f"{name}={value}")]
    done = subprocess.run([FENCEPOST, "policies", "--", *WORKER, how, syntax, FENCEPOST, "serve", *declared],
                          capture_output=True, timeout=600, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)["policies"], done.returncode, done.stderr.decode()


@functools.cache
def usual_in(syntax):
    """What is proposed for a parser of the defaults."""
    return policies("kept", syntax, {})[0]


def planted_choices_are_proposed():
    for syntax, choices in PLANTED:
        found, code, said = policies("kept", syntax, choices)
        assert code == 0 and "no value fits" not in said, (syntax, choices, said)
        for name, value in choices.items():
            assert found.get(name) == value, (syntax, name, value, found, said)
        usual = usual_in(syntax)
        assert {k: v for k, v in found.items() if k not in choices} == {k: v for k, v in usual.items() if k not in choices}, \
            (syntax, choices, found, usual, said)
        assert "together: 0 of " in said, said
    return len(PLANTED)


def planted_readings_are_proposed():
    """Each clause that a planted parser reads otherwise, and no other but what the worker does without a choice."""
    some = [("last-key", "hermes", ()), ("two-objects", "hermes", ()), ("any-name", "qwen3-coder", ())]
    for choice, syntax, declared in [*some, ("none", "qwen3-coder", ()), ("brace-too-many", "hermes", ("--policy", "recovery=lenient"))]:
        worker = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "alarms.py"), choice, syntax, FENCEPOST, "serve", *declared]
        done = subprocess.run([FENCEPOST, "policies", "--", *worker], capture_output=True, timeout=600, check=False)
        found = set(json.loads(done.stdout).get("readings", []))
        wanted, usual = set(READINGS.get((choice, syntax), [])), {"OBJECT-5.5", "OBJECT-5.7"} if syntax == "hermes" else set()
        assert wanted <= found <= wanted | usual, (choice, found, done.stderr)
    return 5


def what_is_no_reading_is_not_proposed():
    """What differs whole and not in pieces; and what is wrong in one of its cases."""
    for choice, clause, why in [("whole:last-key", "OBJECT-4.5", "or not always in one way"), ("all-text", "OBJECT-7.2", "is wrong whatever is declared")]:
        worker = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "alarms.py"), choice, "hermes", FENCEPOST, "serve"]
        done = subprocess.run([FENCEPOST, "policies", "--", *worker], capture_output=True, timeout=600, check=False,
                              env={**os.environ, "FENCEPOST_DATA": str(SOURCE)})  # a few cases do not tell them
        said = done.stderr.decode()
        assert why in said.split(f"reading {clause}: ")[1].split("reading ")[0], (choice, said)
        assert clause not in json.loads(done.stdout).get("readings", []), (choice, done.stdout)
    return 2


def whole_and_recover_are_told_apart():
    """Also where a parser tells nothing but text and calls."""
    told = [("silent", "whole"), ("runs", "recover"), ("silent", "text"), ("drops-open", "whole"), ("drops-open", "drop")]
    for how, value in told:
        found, code, said = policies(how, "hermes", {"unterminated": value})
        assert code == 0 and found.get("unterminated") == value, (how, value, found, said)
    return 5


def half_an_end_tag_is_not_judged_under_whole():
    """TRUNCATION (LAW-7.1): a call may be complete with a part of its end tag; and not with what looks like it in a string."""
    for how, code in (("half-end", 0), ("any-half-end", 1)):
        worker = [*WORKER, how, "hermes", FENCEPOST, "serve", "--policy", "unterminated=whole"]
        done = subprocess.run([FENCEPOST, "test", "--case", "hermes/block/*", "--only", "TRUNCATION", "--reduce-budget", "0", "--", *worker],
                              capture_output=True, timeout=600, check=False, env={**os.environ, "FENCEPOST_DATA": str(SOURCE)})
        said = done.stdout.decode()
        assert done.returncode == code and "TRUNCATION" in said, (how, said[-1500:], done.stderr)
        assert ("its call is complete" in said) == bool(code), said
    return 2


def a_broken_way_is_left_out():
    """What loses arguments in one piece is judged by its pieces."""
    choices = {"unterminated": "drop", "text_space": "trimmed"}
    found, code, said = policies("loses-whole", "caret", choices)
    assert code == 0 and choices.items() <= found.items() and "together: 0 of " in said, (found, said)
    return 1


def a_way_that_it_does_not_survive_is_left_out():
    """What exits when it is fed in pieces is judged by what it is fed whole, and the other way round."""
    choices = {"unterminated": "drop", "code_fence": "call"}
    for how in ("dies-in-pieces", "dies-whole"):
        found, code, said = policies(how, "caret", choices)
        assert code == 0 and choices.items() <= found.items() and "together: 0 of " in said, (how, found, said)
    return 2


def contradictions_are_reported():
    """Of one parser that makes two choices none is proposed; and the cases are named."""
    found, code, said = policies("pieces-drop", "caret", {})
    assert code == 1 and "unterminated" not in found, (found, said)
    assert "unterminated: no value fits" in said, said
    assert "is answered as under report in one piece, and as under drop cut into single units" in said, said
    found, code, said = policies("by-length", "caret", {})
    assert code == 1 and "unterminated" not in found and "unterminated: no value fits" in said, (found, said)
    assert "  but caret/" in said, said
    return 2


def one_syntax_of_several():
    """--syntax takes one of those that the worker parses, and no other."""
    ours = [FENCEPOST, "serve"]
    for serve, code, said in [(ours, 0, '{"policies": {"unterminated"'), ([*WORKER, "kept", "xml", *ours], 2, "does not parse caret\n")]:
        done = subprocess.run([FENCEPOST, "policies", "--syntax", "caret", "--", *serve], capture_output=True, timeout=600, check=False)
        assert done.returncode == code and said in (done.stdout + done.stderr).decode(), done
        assert b"in hermes:" not in done.stderr, done.stderr
    return 2


def few_cases_tell_nothing():
    """Some cases depend on the policy, and they are not enough."""
    with few_cases(SOURCE, "caret/extra-call"):
        found, code, said = policies("kept", "caret", {"unterminated": "drop"})
    assert code == 0 and "unterminated" not in found, (found, said)
    assert "unterminated: too few cases to tell" in said, said
    return 1


with few_cases(SOURCE, "caret", "hermes", "xml", "families/object/code-fence", "families/object/recovery", "families/object/unterminated",
               "families/object/open-whole", "families/object/malformed", "families/object/duplicate", "families/object/block", "emoji-bracket/value-framing",
               "emoji-bracket/one-end", "emoji-bracket/text-policies",
               "qwen3-coder/block", "qwen3-coder/name", "qwen3-coder/own-line", "qwen3-coder/one-end", "qwen3-coder/value-framing", "qwen3-coder/false-opener"):
    status = run_checks([(planted_choices_are_proposed, len(PLANTED)), (planted_readings_are_proposed, 5),
                         (what_is_no_reading_is_not_proposed, 2), (whole_and_recover_are_told_apart, 5),
                         (half_an_end_tag_is_not_judged_under_whole, 2), (a_broken_way_is_left_out, 1),
                         (a_way_that_it_does_not_survive_is_left_out, 2),
                         (contradictions_are_reported, 2), (one_syntax_of_several, 2)], {}, SOURCE)
sys.exit(status or run_checks([(few_cases_tell_nothing, 1)], {}, SOURCE))
