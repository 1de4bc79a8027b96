# SPDX-License-Identifier: Apache-2.0
"""arguments.py SOURCE_DIR FENCEPOST: arguments as text (PROTOCOL-3.9, 3.10): what is wrong with the text is the parser's
fault, with a class of its own; the laws of events hold of its pieces, and find each planted fault.
"""
import os
import sys
from pathlib import Path

from checks import run_checks
from one_input import failed, results as results_of

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKER = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "as_text.py")]
REFERENCE = [FENCEPOST, "serve"]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

CARET = ("caret", "Hi.\n^^^read\npath: a.txt\nmode: fast\n^^^\nBye.")
HERMES = ("hermes", 'Hi. <tool_call>\n{"name": "f", "arguments": {"a": "x\\u00e9\\n\\ud83d\\ude00y", "n": [1, {"k": "]"}], "z": 12}}\n'
                    "</tool_call>")
QWEN = ("qwen3-coder", "<tool_call>\n<function=f>\n<parameter=a>\nsay \"x\"\n</parameter>\n</function>\n</tool_call>\n")

# A fault of the text, the class of the golden check, and its harm.
TEXTS = [("not_json", "wrong/arguments-not-json", "lost-call"),
         ("two_objects", "wrong/arguments-two-objects", "lost-call"),
         ("not_object", "wrong/arguments-not-object", "lost-call"),
         ("duplicate_key", "wrong/arguments-duplicate-key", "arguments")]

# A fault of events, the only check that finds it, and what it reports.
EVENTS = [("other_text", "PREFIX", "has other arguments than the pieces before it, joined"),
          ("buffered", "PROMPT", "lag "),
          ("lost_piece", "PREFIX", "")]


def results(fault, what, *options):
    return results_of([*WORKER, fault, *REFERENCE], *what, *options)


def an_honest_engine_keeps_all():
    for what in (CARET, HERMES, QWEN):
        checks = results("nothing", what)
        assert not failed(checks), (what, {name: checks[name] for name in failed(checks)})
        for law in ("PREFIX", "PROMPT", "CHUNK", "WHOLE") + (("ACCOUNT",) if what == CARET else ()):
            assert checks[law]["verdict"] == "pass", checks[law]
        assert checks["PROMPT"]["lag"] == 0, checks["PROMPT"]
    return 3


def each_fault_of_the_text_has_its_class():
    for fault, kind, harm in TEXTS:
        checks = results(fault, CARET)
        assert (checks["golden"]["class"], checks["golden"]["harm"]) == (kind, harm), (fault, checks["golden"])
        assert "PROTOCOL-3.9" in checks["golden"]["message"], checks["golden"]
        assert not any(r["verdict"] == "protocol" for r in checks.values()), checks
    return len(TEXTS)


def each_fault_of_events_is_found():
    for fault, law, message in EVENTS:
        checks = results(fault, CARET)
        assert law in failed(checks) and "golden" not in failed(checks), (fault, failed(checks))
        assert failed(checks) <= {law, "CHUNK", "WHOLE"} if fault == "lost_piece" else failed(checks) == {law}, (
            fault, failed(checks))
        assert message in checks[law]["message"], checks[law]
    checks = results("leak", CARET)
    assert {"golden", "ACCOUNT"} <= failed(checks) and "protocol" not in str(checks["ACCOUNT"]["verdict"]), failed(checks)
    return len(EVENTS) + 1


def a_text_that_is_cut_is_no_fault():
    """Of a call that is not complete the text may end anywhere."""
    checks = results("nothing", ("caret", "^^^read\npath: a.t"))
    assert not failed(checks), {name: checks[name] for name in failed(checks)}
    return 1


def two_ways_in_one_answer_are_refused():
    checks = results("both", CARET)
    assert checks["golden"]["verdict"] == "protocol" and "PROTOCOL-3.10" in checks["golden"]["message"], checks["golden"]
    return 1


if __name__ == "__main__":
    sys.exit(run_checks([(an_honest_engine_keeps_all, 3), (each_fault_of_the_text_has_its_class, 4),
                         (each_fault_of_events_is_found, 4), (a_text_that_is_cut_is_no_fault, 1),
                         (two_ways_in_one_answer_are_refused, 1)], {}, SOURCE))
