# SPDX-License-Identifier: Apache-2.0
"""events.py SOURCE_DIR FENCEPOST: the events of workers: each lie in them is found by the laws on events alone, with both
values and the place; what `serve` says in them is what our own parser says.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

from checks import by_day, run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
LIAR = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "lies_of_events.py")]
REFERENCE = [str(Path(FENCEPOST).with_name("reference_worker"))]
SERVE = [FENCEPOST, "serve"]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

INPUT = "Hi.\n^^^read\npath: a.txt\nmode: fast\n^^^\nBye."

# A lie, the laws that find it, beside PROMPT where something comes late, and what the first of them says.
LIES = [
    ("cumulative", ["PREFIX"], 'events[3]: expected arg_data "a.txt" of "path", got arg_data "aa.a.ta.txa.txt" of "path"'),
    ("last_piece", ["PREFIX"], 'events[3]: expected arg_data "a.txt" of "path", got arg_data "a.tx" of "path"'),
    ("one_key", ["PREFIX"], 'events[3]: expected arg_data "a.txt" of "path", got arg_data "a.txtfast" of "path"'),
    ("early_end", ["PREFIX"], 'events[7]: expected arg_end of "mode", got call_end of "read"'),
    ("late_text", ["PREFIX"], 'events[0]: expected text "Hi.\\n", got call_begin "read"'),
    ("text_after_call", ["PREFIX"], 'events[0]: expected text "Hi.\\n", got call_begin "read"'),
    ("lost_text", ["PREFIX"], 'events[0]: expected text "Hi.\\n", got call_begin "read"'),
    ("other_order", ["PREFIX"], 'events[2]: expected arg_begin "path", got arg_begin "mode"'),
    ("other_call", ["PREFIX"],
     'events[2], arg_begin "path", has the data "a.txt", and the call that ends in events[8] the value "other"'),
    ("wrong_end", ["PREFIX"], 'events[8]: expected call_end, got call_cut {"name": "read"'),
    ("no_events", ["PREFIX"], 'events[0]: expected text "Hi.\\n", got the end of the events'),
    ("one_cutting", ["CHUNK"],
     'cut two-way at 9: events[3]: expected arg_data "a.txt" of "path", got arg_data "a.tx" of "path"'),
    ("not_at_once", ["CHUNK", "WHOLE", "PREFIX"],
     'events[4]: expected arg_data "a.tx" of "path", got arg_data "a.txt" of "path"'),
]
# Where the answer is another one than our parser's, the events still have to say what it says.
DIFFERING = [
    ("changed_value",
     'events[2], arg_begin "path", has the data "a.txt", and the call that ends in events[8] the value "other"'),
    ("changed_name", ', ends the call of events[1], whose name is "read"'),
    ("lost_call", ', ends a call that "calls" does not have'),
]
LATE = {"one_key", "early_end", "late_text", "text_after_call", "other_order"}



def results(worker, *options, text=INPUT):
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--syntax", "caret", "--text", text.replace("\n", "\\n"),
                           *options, "--", *worker], capture_output=True, timeout=300, check=False)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert records and records[-1]["record"] == "summary", done.stderr
    checks = {}
    for record in records:
        if record["record"] == "result":
            checks.setdefault(record["check"], []).append(record)
    return checks, [r for r in records if r["record"] == "finding"]


def failed(checks):
    return {name for name, all_of_it in checks.items() for r in all_of_it if r["verdict"] not in ("pass", "skipped")}


def each_lie_is_found():
    """And by nothing else: the outcome is right, whole and in pieces."""
    tried = by_day(LIES, 4)
    for lie, laws, message in tried:
        checks, _ = results([*LIAR, lie, *REFERENCE], "--reduce-budget", "0")
        assert failed(checks) == {*laws, *(["PROMPT"] if lie in LATE else [])}, (lie, failed(checks), checks)
        said = checks[laws[0]][0]
        assert message in said["message"], (lie, said["message"])
        assert said["class"] == ("wrong/events" if laws[0] == "CHUNK" else "wrong"), (lie, said)
    return len(tried)


def a_wrong_answer_is_held_to_its_events():
    tried = by_day(DIFFERING, 3)
    for lie, message in tried:
        checks, _ = results([*LIAR, lie, *REFERENCE], "--reduce-budget", "0")
        assert {"golden", "PREFIX"} <= failed(checks) and "CHUNK" not in failed(checks), (lie, checks)
        assert message in checks["PREFIX"][0]["message"], (lie, checks["PREFIX"])
    return len(tried)


def an_honest_worker_keeps_all():
    for worker in (REFERENCE, SERVE):
        checks, _ = results(worker)
        assert not failed(checks), checks
    return 2


def a_sweep_hides_nothing():
    """`differ` is about the events as well: what it passes over, the sample by parse finds; what it reports is shown."""
    checks, _ = results([*LIAR, "two_pieces", *SERVE], "--reduce-budget", "0", "--seed", "1")
    assert failed(checks) == {"CHUNK"}, checks
    said = checks["CHUNK"][0]
    assert said["class"] == "wrong/events" and "the worker's sweep does not say so (PROTOCOL-6.2)" in said["message"], said
    checks, _ = results([*LIAR, "not_at_once", *SERVE], "--reduce-budget", "0", "--seed", "1")
    assert "CHUNK" in failed(checks), checks
    return 2


def a_lie_has_a_smallest_form():
    _, findings = results([*LIAR, "one_cutting", *REFERENCE])
    assert [(f["check"], f["class"], f["cuts"]) for f in findings] == [("CHUNK", "wrong/events", [9])], findings
    assert len(findings[0]["input"]) < len(INPUT) and "arg_data" in findings[0]["message"], findings
    return 1


if __name__ == "__main__":
    sys.exit(run_checks([(each_lie_is_found, 4), (a_wrong_answer_is_held_to_its_events, 1),
                         (an_honest_worker_keeps_all, 2), (a_sweep_hides_nothing, 2),
                         (a_lie_has_a_smallest_form, 1)], {}, SOURCE))
