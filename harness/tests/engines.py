# SPDX-License-Identifier: Apache-2.0
"""engines.py SOURCE_DIR FENCEPOST: workers that answer as engines do. PARITY finds what their two paths make of one input
differently; DELTA finds deltas that are not well-formed; neither finds anything in an honest engine.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

from checks import by_day, run_checks
from one_input import failed, results

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
ENGINE = [sys.executable, str(WORKERS / "engine.py")]
DELTAS = [sys.executable, str(WORKERS / "as_deltas.py")]
SERVE = [FENCEPOST, "serve"]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

TWO = "Hi.\n^^^read\npath: a.txt\n^^^\n^^^list\n^^^\nBye."
QWEN = "<tool_call>\n<function=f>\n<parameter=k>\n1\n</parameter>\n{}</function>\n</tool_call>"

# What a real engine's two paths make of one input differently, and which of them is as expected.
MECHANISMS = [
    ("arguments before the name", "hermes",
     '<tool_call>\n{"arguments": {"name": "Bob"}, "name": "greet"}\n</tool_call>', "the one-shot path, which is right"),
    ("a member after the arguments", "hermes",
     '<tool_call>\n{"name": "read", "arguments": {"path": "a"}, "id": "1"}\n</tool_call>', "the one-shot path, which is right"),
    ("a brace too many", "hermes",
     '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}}\n</tool_call>', "and neither is right"),
    ("a name given twice", "hermes",
     '<tool_call>\n{"name": "safe", "name": "danger", "arguments": {}}\n</tool_call>', "the streaming path, which is right"),
    ("a call without arguments beside a good one", "hermes",
     '<tool_call>\n{"name": "a"}\n</tool_call>\n<tool_call>\n{"name": "b", "arguments": {"k": "v"}}\n</tool_call>',
     "path answers differently than"),
    ("parameters in place of arguments", "hermes",
     '<tool_call>\n{"name": "read", "parameters": {"path": "a"}}\n</tool_call>', "path answers differently than"),
    ("an end tag in a string", "hermes",
     '<tool_call>\n{"name": "write", "arguments": {"text": "a </tool_call> b"}}\n</tool_call>', "and neither is right"),
    ("a parameter given twice", "qwen3-coder", QWEN.format("<parameter=k>\n2\n</parameter>\n"), "path answers differently than"),
]
HONEST = [("hermes", '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>'), ("qwen3-coder", QWEN.format(""))]

FAULTS = [("skipped_index", "a call begins with index 1, and the next index is 0"),
          ("id_again", "the call with index 0 gets an id again"),
          ("late_id", "gets its id after its beginning"),
          ("late_content", "comes after \"finish_reason\""),
          ("late_call", "a call comes after \"finish_reason\""),
          ("two_finishes", "\"finish_reason\" comes again"),
          ("back", "a piece of the call with index 0 comes after the call with index 1")]


def parity_finds_each_mechanism():
    tried = by_day(MECHANISMS, 3)
    for what, syntax, text, message in tried:
        checks = results(ENGINE, syntax, text)
        assert checks["PARITY"]["verdict"] == "wrong", (what, checks["PARITY"])
        assert message in checks["PARITY"]["message"], (what, checks["PARITY"]["message"])
        assert "CHUNK" not in failed(checks) and "DELTA" not in failed(checks), (what, failed(checks))
    for syntax, text in HONEST:
        checks = results(ENGINE, syntax, text)
        assert checks["PARITY"]["verdict"] == "pass" and "golden" not in failed(checks), (syntax, checks)
    return len(tried) + len(HONEST)


def parity_alone_finds_a_wrong_one_shot_path():
    checks = results([*DELTAS, "one_shot", *SERVE], "caret", TWO)
    assert failed(checks) == {"PARITY"}, failed(checks)
    return 1


def delta_alone_finds_each_fault():
    tried = by_day(FAULTS, 3)
    for fault, message in tried:
        checks = results([*DELTAS, fault, *SERVE], "caret", TWO)
        assert failed(checks) == {"DELTA"}, (fault, failed(checks), checks)
        assert message in checks["DELTA"]["message"], (fault, checks["DELTA"]["message"])
    return len(tried)


def an_honest_engine_keeps_all():
    tried = by_day([("caret", TWO), ("caret", "^^^read\npath: a.t"), *HONEST], 3)
    for syntax, text in tried:
        checks = results([*DELTAS, "nothing", *SERVE], syntax, text)
        assert not failed(checks), (text, {name: checks[name] for name in failed(checks)})
        assert checks["PARITY"]["verdict"] == checks["DELTA"]["verdict"] == checks["PROMPT"]["verdict"] == "pass", checks
    checks = results(SERVE, "caret", TWO)
    assert "PARITY" not in checks and "DELTA" not in checks, "a worker without two paths owes neither"
    return len(tried)


def case_results(pattern, how):
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--case", pattern, "--reduce-budget", "0", "--",
                           sys.executable, str(WORKERS / "needs_tools.py"), how, *SERVE],
                          capture_output=True, timeout=300, check=False)
    return [r for r in map(json.loads, done.stdout.decode("utf-8").splitlines()) if r["record"] == "result"]


def each_case_comes_with_tools():
    """Names and keys of the input are among them, and decoys, which a parser must not take."""
    found = case_results("caret/parameter/o*", "drops")
    wrong = [r for r in found if r["verdict"] not in ("pass", "skipped", "differs")]
    assert found and not wrong, wrong[:2]
    golden = [r for r in case_results("caret/text/unicode-offsets", "first") if r["check"] == "golden"]
    assert [r["class"] for r in golden] == ["wrong/name"], golden
    return len(found)


def a_limit_is_judged_where_it_is_stated():
    about = "caret/limit/*"
    golden = {r["case"]: r for r in case_results(about, "drops") if r["check"] == "golden"}
    assert all("does not state" in r["message"] for r in golden.values()) and golden, golden
    stated = {r["case"]: r for r in case_results(about, "states") if r["check"] == "golden"}
    assert any(r["verdict"] not in ("pass", "skipped") for r in stated.values()), stated
    return len(golden)


if __name__ == "__main__":
    sys.exit(run_checks([(parity_finds_each_mechanism, 4), (parity_alone_finds_a_wrong_one_shot_path, 1),
                         (delta_alone_finds_each_fault, 3), (an_honest_engine_keeps_all, 2), (each_case_comes_with_tools, 20),
                         (a_limit_is_judged_where_it_is_stated, 2)], {}, SOURCE))
