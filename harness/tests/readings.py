# SPDX-License-Identifier: Apache-2.0
"""readings.py SOURCE_DIR FENCEPOST: what only Decisions without safety decide is judged `differs`: it is told as how the
parser reads the notation, with the policy that would declare it, and counts only under --strict; what is for safety
counts always."""
import html
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
UNDECLARED = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "undeclared.py")]
WORKER = [*UNDECLARED, "none", FENCEPOST, "serve"]
STRICT = [*WORKER, "--policy", "recovery=strict"]  # CARET-2.6, a Decision: blanks after a fence
COMPLETES = [*UNDECLARED, "completes", FENCEPOST, "serve"]  # CARET-7.1, for safety: a call that was cut off
ERRORS = [*UNDECLARED, "errors", FENCEPOST, "serve"]  # MODEL-1.14
DIFFERS, SAME = "caret/fence/trailing-space-on-the-opening-fence", "caret/fence/no-parameters"
CASES = ["--case", "caret/fence/trailing-*", "--case", SAME]
DECLARES = '"policies": {"recovery": "strict"}'
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(*args, code, complained=""):
    done = subprocess.run([FENCEPOST, *map(str, args)], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == code, (args, done.returncode, code, done.stdout[-2000:], done.stderr[-2000:])
    assert complained in done.stderr, (args, done.stderr)
    return done.stdout


def test(worker, *options, code, cases=CASES, complained=""):
    return run("test", *cases, "--seed", "1", "--reduce-budget", "40", *options, "--", *worker, code=code,
               complained=complained)


def records(text):
    return [json.loads(line) for line in text.splitlines()]


def golden(report):
    return {r["case"]: r for r in report if r["record"] == "result" and r["check"] == "golden"}


def a_reading_does_not_count():
    """Unless the run is strict; laws are never readings."""
    found = records(test(STRICT, "--format", "json", code=0))
    results = golden(found)
    one = results[DIFFERS]
    assert one["class"] == "differs/fewer-calls" and one["harm"] == "lost-call" and one["clause"] == "CARET-2.6", one
    assert one["declares"] == {"recovery": "strict"} and not one["counts"] and "advice" not in one, one
    assert results[SAME]["verdict"] == "pass"
    assert {r["check"] for r in found if r.get("verdict") == "differs"} == {"golden"}
    summary = found[-1]
    assert summary["unexpected"] == summary["advice"] == 0 and summary["verdicts"]["differs"] == len(results) - 1
    assert summary["readings"] == [{"clause": "CARET-2.6", "count": len(results) - 1, "declares": {"recovery": "strict"},
                                    "example": min(results.keys() - {SAME}, key=list(results).index)}], summary
    strict = records(test(STRICT, "--format", "json", "--strict", code=1))
    assert golden(strict)[DIFFERS]["counts"] and strict[-1]["unexpected"] == len(results) - 1
    assert any(r["record"] == "finding" and r["class"].startswith("differs/") for r in strict)
    return len(results)


def safety_counts():
    """A Decision that is for safety counts as the source does."""
    cases = ["--case", "caret/unterminated/*"]
    found = golden(records(test(COMPLETES, "--format", "json", code=1, cases=cases)))
    grave = [r for r in found.values() if r["verdict"] not in ("pass", "skipped") and r["clause"] == "CARET-7.1"]
    assert grave and all(r["counts"] and r["verdict"] == "wrong" for r in grave), grave
    assert {r["harm"] for r in grave} == {"unwritten-call"}, grave
    return len(grave)


def an_error_that_loses_nothing():
    """It is judged as an answer without text and calls; a call that is not complete is not missed. No policy would
    declare it: the report names the reading that does."""
    cases = ["--case", "caret/unterminated/*", "--case", SAME, "--case", DIFFERS]
    found = golden(records(test(ERRORS, "--format", "json", "--only", "golden", code=1, cases=cases)))
    readings = {case: r for case, r in found.items() if r["verdict"] == "differs"}
    others = [r for r in found.values() if r["verdict"] in ("refused", "wrong")]
    assert all(r["class"] == "differs/error" and not r["counts"] for r in readings.values()), readings
    assert readings.pop(DIFFERS)["clause"] == "CARET-2.6"  # the call that is lost, too, is one by a Decision alone
    assert {r["clause"] for r in readings.values()} <= {"MODEL-1.13", "MODEL-1.14"} and readings, readings
    assert found[SAME] in others and all(r["counts"] for r in others), found[SAME]
    for case, one in found.items():
        lines = one.get("expected", "").splitlines()
        lost = any(line.startswith("call") and not line.endswith("incomplete") for line in lines)
        assert not (lost and case in readings), one
    for form in ("tty", "tap", "markdown", "html"):
        told = test(ERRORS, "--format", form, "--only", "golden", code=1, cases=cases)
        told = html.unescape(told).replace("\\", "")
        assert re.search(r'"readings": \["MODEL-1\.1[34]"\]', told), (form, told)
    return len(found)


def each_format_tells_it():
    """As what it is, and not as a failure."""
    test(STRICT, "--report", "reads", "--format", "badge", code=0)
    said = {form: run("report", "--format", form, "reads", code=0)
            for form in ("tty", "json", "tap", "junit", "sarif", "markdown", "html", "badge", "svg")}
    assert f"CARET-2.6            {DECLARES}  caret/fence/" in said["tty"] and "all as expected" in said["tty"], said["tty"]
    assert "\ndiffers " not in said["tty"] and "clauses failed" not in said["tty"], said["tty"]
    assert records(said["json"]) == records(Path("reads/report.jsonl").read_text(encoding="utf-8"))
    assert "# TODO differs: only Decisions" in said["tap"] and f"would declare {DECLARES}" in said["tap"]
    suite = ET.fromstring(said["junit"])
    assert suite.get("failures") == suite.get("errors") == "0"
    assert any("differs, only Decisions" in s.get("message") for s in suite.iter("skipped"))
    notes = json.loads(said["sarif"])["runs"][0]["results"]
    assert notes and {n["level"] for n in notes} == {"note"} and notes[0]["properties"]["class"].startswith("differs/")
    assert "### How this parser reads the notation" in said["markdown"] and "recovery" in said["markdown"]
    assert '"readings":[[' in said["html"] and '"differs"' in said["html"]
    assert "checks pass" in json.loads(said["badge"])["message"]
    strict = test(STRICT, "--format", "tty", "--strict", code=1)
    assert "differs caret/fence/" in strict and "harm: a call is lost" in strict, strict
    return len(said)


def declare(*clauses):
    """A parser that is strict, and declares these readings, and not that policy."""
    return [*UNDECLARED, "none" + "".join(f"+{c}" for c in clauses), *STRICT[3:]]


def a_declared_reading_passes():
    """Also under --strict; each format tells it as what it is, and what it costs."""
    test(declare("CARET-2.6"), "--strict", "--report", "declared", "--format", "badge", code=0)
    said = {form: run("report", "--format", form, "declared", code=0) for form in ("tty", "json", "tap", "junit", "sarif", "markdown", "html")}
    report = records(said["json"])
    assert report == records(Path("declared/report.jsonl").read_text(encoding="utf-8"))
    one, summary = golden(report)[DIFFERS], report[-1]
    assert (one["verdict"], one["class"], one["clause"], one["counts"]) == ("declared", "differs/fewer-calls", "CARET-2.6", False), one
    assert one["costs"] == [{"reading": "CARET-2.6", "calls": 1}], one
    count = summary["verdicts"]["declared"]
    assert count and not summary["verdicts"]["differs"] and not summary["unexpected"] and "readings" not in summary, summary
    assert summary["declared_readings"] == [{"clause": "CARET-2.6", "count": count, "agree": 0, "example": summary["declared_readings"][0]["example"]}]
    line = f"declared reading CARET-2.6: {count} cases are read otherwise, as caret/fence/"
    assert line in said["tty"] and f"declared reading CARET-2.6: {count} calls are lost" in said["tty"], said["tty"]
    assert f"# {line}" in said["tap"] and f"golden # declared: reads CARET-2.6 otherwise\n" in said["tap"], said["tap"]
    suite = ET.fromstring(said["junit"])
    assert [suite.get(k) for k in ("failures", "errors", "skipped")] == ["0", "0", None] or suite.get("failures") == "0"
    assert any("declared: reads CARET-2.6 otherwise" in o.text for o in suite.iter("system-out"))
    notes = json.loads(said["sarif"])["runs"][0]["results"]
    assert len(notes) == count and {(n["kind"], n["level"]) for n in notes} == {("pass", "none")}, notes[:1]
    assert "### What it declares to read otherwise" in said["markdown"] and '"declared":[["CARET-2.6"' in said["html"]
    return count


def what_is_not_needed_is_told():
    """A parser that reads all cases as the spec has them, and one of whose two clauses one is not declared."""
    found = test([*UNDECLARED, "none+CARET-2.6", FENCEPOST, "serve"], code=0)
    assert "declared reading CARET-2.6: not needed: all " in found, found
    two = records(test(declare("CARET-1.2"), "--format", "json", code=0))
    assert golden(two)[DIFFERS]["verdict"] == "differs" and two[-1]["declared_readings"] == [{"clause": "CARET-1.2", "count": 0, "agree": 0}], two[-1]
    return 2


def what_cannot_be_declared_is_refused():
    """In one sentence, with the clause; the worker cannot be used."""
    for clause, sentence in [("CARET-9.9", "which is not a clause of spec/"), ("PARTIAL-1.1", "which is not a clause of any of its syntaxes"),
                             ("CARET-7.1", "which is a Decision for safety: only"), ("CARET-1.3", "which rests on its source: only a Decision that is not for safety"),
                             ("CARET-6.3", 'which says what caret has of policy "extra_call"'), ("CARET-2.6+CARET-2.6", "declared for caret twice")]:
        for command in (["test", *CASES], ["policies"]):
            run(*command, "--", *declare(clause), code=3, complained=sentence)
    return 6


def an_error_is_declared():
    """By MODEL-1.14, and by what it loses."""
    cases = ["--case", "caret/unterminated/*", "--case", DIFFERS]
    worker = [*UNDECLARED, "errors+MODEL-1.14+CARET-2.6", FENCEPOST, "serve"]
    found = golden(records(test(worker, "--format", "json", "--only", "golden", code=1, cases=cases)))
    silent = golden(records(test(ERRORS, "--format", "json", "--only", "golden", code=1, cases=cases)))
    assert found[DIFFERS]["verdict"] == "declared" and found[DIFFERS]["class"] == "differs/error", found[DIFFERS]
    alone = {case for case, r in silent.items() if r["clause"] == "MODEL-1.14"}
    assert alone and {found[case]["verdict"] for case in alone} == {"declared"}, alone
    half = golden(records(test([*UNDECLARED, "errors+CARET-2.6", FENCEPOST, "serve"], "--format", "json", "--only", "golden", code=1, cases=cases)))
    assert half[DIFFERS]["verdict"] == "differs" and half[DIFFERS]["clause"] == "MODEL-1.14", half[DIFFERS]
    return len(alone)


def the_gate_sees_what_is_declared():
    """A new one is covered by its declaration; another outcome is told, and so is one that is gone."""
    for worker, name in ((declare("CARET-2.6"), "says"), (STRICT, "silent"), (WORKER, "none")):
        test(worker, "--only", "golden", "--report", name, "--format", "badge", code=0)
    other = records(Path("says/report.jsonl").read_text(encoding="utf-8"))
    golden(other)[DIFFERS]["actual"] = 'text "another"\n'
    Path("says-other.jsonl").write_text("".join(json.dumps(r) + "\n" for r in other), encoding="utf-8")
    run("gate", "--baseline", "none", "says", code=0)
    run("gate", "--baseline", "silent", "says", code=0)
    changed = json.loads(run("gate", "--baseline", "says", "--format", "json", "says-other.jsonl", code=1))["changes"]
    assert [(c["kind"], c["subject"]) for c in changed] == [("changed-reading", DIFFERS)], changed
    assert json.loads(run("gate", "--baseline", "says", "--format", "json", "none", code=1))["counts"]["changed-reading"], "gone"
    return 4


def what_is_declared_has_its_cost():
    """In each format, and the same in a report that is read back or joined; the defaults cost nothing."""
    trims = [FENCEPOST, "serve", "--policy", "value_framing=trimmed", "--policy", "unterminated=report"]
    cases = ["--case", "caret/value-framing/*", "--case", "caret/multiline/*", "--case", SAME]
    test(trims, "--only", "golden", "--report", "costs", "--format", "badge", code=0, cases=cases)
    said = {form: run("report", "--format", form, "costs", code=0) for form in ("tty", "json", "tap", "markdown", "html")}
    report = records(said["json"])
    assert report == records(Path("costs/report.jsonl").read_text(encoding="utf-8"))
    costs = {r["case"]: r["costs"] for r in golden(report).values() if "costs" in r}
    assert all([(c["policy"], c["value"]) for c in has] == [("value_framing", "trimmed")] for has in costs.values()), costs
    leading, trailing = (sum(has[0].get(kind, 0) for has in costs.values()) for kind in ("leading_blanks", "trailing_blanks"))
    sentence = f"leading blanks of {leading} values are lost; trailing blanks of {trailing} values are lost"
    assert leading > 1 and trailing > 1 and report[-1]["costs"] == [
        {"policy": "value_framing", "value": "trimmed", "leading_blanks": leading, "trailing_blanks": trailing,
         "inputs": len(costs), "example": next(iter(costs)), "sentence": sentence}], report[-1]
    line = f"declared value_framing: trimmed: {sentence} ({len(costs)} cases, as {next(iter(costs))})"
    assert line in said["tty"].replace("\n    ", " ") and f"# {line}\n" in said["tap"], said["tty"]
    assert f"| `value_framing: trimmed` | {sentence} | {len(costs)} |" in said["markdown"], said["markdown"]
    assert json.dumps(["value_framing: trimmed", sentence, len(costs), next(iter(costs))], separators=(",", ":")) in said["html"]
    parts = []
    for i in (1, 2):
        test(trims, "--only", "golden", "--shard", f"{i}/2", "--report", f"costs{i}", "--format", "badge", code=0, cases=cases)
        parts.append(f"costs{i}/report.jsonl")
    merged = records(run("report", "--format", "json", "--merge", *parts, code=0))
    assert merged[-1]["costs"] == report[-1]["costs"]
    return len(costs)


def what_is_not_read_as_declared_has_none():
    """A parser that keeps the blanks that it declares to take off loses none: it fails."""
    breaks = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "chooses.py"), "declares=value_framing=trimmed",
              "caret", FENCEPOST, "serve", "--policy", "value_framing=newline-each-side"]
    found = records(test(breaks, "--only", "golden", "--format", "json", code=1, cases=["--case", "caret/value-framing/*"]))
    assert not any("costs" in r for r in found), found[-1]
    return 1


def a_file_of_known_failures_takes_it():
    """Under --strict; else it is not a failure, and needs no entry."""
    known = Path("known.txt")
    test(STRICT, "--known", known, "--update-known", code=0)
    assert "golden" not in known.read_text(encoding="utf-8")
    test(STRICT, "--known", known, "--update-known", "--strict", code=0)
    assert f"{DIFFERS} golden differs/fewer-calls\n" in known.read_text(encoding="utf-8")
    for more in ([], ["--strict"]):
        found = golden(records(test(STRICT, "--known", known, "--format", "json", *more, code=0)))
        assert found[DIFFERS]["verdict"] == "known" and found[DIFFERS]["class"] == "differs/fewer-calls"
    known.write_text(f"{DIFFERS} golden refused/fewer-calls\n", encoding="utf-8")
    test(STRICT, "--known", known, code=1, complained="fails in another way: as differs/fewer-calls")
    return 5


def the_gate_tells_what_changed():
    """A reading that is new, that is gone, or of which the outcome is another one."""
    test(STRICT, "--report", "before", "--format", "badge", code=0)
    test(WORKER, "--report", "good", "--format", "badge", code=0)
    run("gate", "--write-baseline", "base.txt", "before", code=0)
    text = Path("base.txt").read_text(encoding="utf-8")
    assert re.search(f"^case {DIFFERS} .*golden=differs/fewer-calls@[0-9a-f]{{8}}$", text, re.M), text
    other = records(Path("before/report.jsonl").read_text(encoding="utf-8"))
    golden(other)[DIFFERS]["actual"] = 'text "another"\n'
    Path("other.jsonl").write_text("".join(json.dumps(r) + "\n" for r in other), encoding="utf-8")
    for base in ("before", "base.txt"):
        run("gate", "--baseline", base, "before", code=0)
        changed = json.loads(run("gate", "--baseline", base, "--format", "json", "other.jsonl", code=1))["changes"]
        assert [(c["kind"], c["subject"]) for c in changed] == [("changed-reading", DIFFERS)], changed
        gone = json.loads(run("gate", "--baseline", base, "--format", "json", "good", code=1))["counts"]
        assert gone["changed-reading"] == len(golden(other)) - 1 and sum(gone.values()) == gone["changed-reading"], gone
    new = run("gate", "--baseline", "good", "before", code=1)
    assert "read otherwise than before" in new and "new failures" not in new, new
    return 7


def merged_reports_keep_it():
    test(STRICT, "--report", "whole", "--format", "badge", code=0)
    parts = []
    for i in (1, 2):
        test(STRICT, "--shard", f"{i}/2", "--report", f"part{i}", "--format", "badge", code=0)
        parts.append(f"part{i}/report.jsonl")
    merged = records(run("report", "--format", "json", "--merge", *parts, code=0))
    whole = records(Path("whole/report.jsonl").read_text(encoding="utf-8"))
    assert {c: (r["verdict"], r.get("declares")) for c, r in golden(merged).items()} == \
        {c: (r["verdict"], r.get("declares")) for c, r in golden(whole).items()}
    assert merged[-1]["readings"][0]["count"] == whole[-1]["readings"][0]["count"]
    return len(golden(merged))


with few_cases(SOURCE, "caret"):
    status = run_checks([(a_reading_does_not_count, 4), (safety_counts, 3), (an_error_that_loses_nothing, 5), (each_format_tells_it, 9),
                         (a_declared_reading_passes, 4), (what_is_not_needed_is_told, 2), (what_cannot_be_declared_is_refused, 6),
                         (an_error_is_declared, 1), (the_gate_sees_what_is_declared, 4),
                         (what_is_declared_has_its_cost, 3), (what_is_not_read_as_declared_has_none, 1),
                         (a_file_of_known_failures_takes_it, 5), (the_gate_tells_what_changed, 7),
                         (merged_reports_keep_it, 4)], {}, SOURCE)
sys.exit(status)
