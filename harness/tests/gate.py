# SPDX-License-Identifier: Apache-2.0
"""gate.py SOURCE_DIR FENCEPOST: reports held against baselines: each kind of change is told, and nothing else."""
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema

from checks import run_checks
from fewdata import case_files, few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
SCHEMA = json.loads((SOURCE / "spec" / "schema" / "gate.schema.json").read_text(encoding="utf-8"))
A, B, C, D = "caret/fence/no-parameters", "caret/fence/one-parameter", "caret/fence/crlf", "caret/fence/reading"
os.environ.pop("FENCEPOST_DATA", None)


def gate(*args, code, said="", complained=""):
    done = subprocess.run([FENCEPOST, "gate", *args], capture_output=True, timeout=100, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code and said in out and complained in err, (args, done.returncode, code, out, err)
    return out


# A report: of each case its checks, each a class, "pass", "skipped", "advice …", "known …" or "differs/… OUTCOME", or
# several classes.
BEFORE = {A: {"golden": "pass", "CHUNK": "pass", "PREFIX": "skipped"},
          B: {"golden": "wrong/value", "CHUNK": "pass"},
          C: {"golden": "pass"},
          D: {"golden": "differs/text a"}}


def report(name, cases, *, suite="0.1.0", capabilities=("events",), stopped=None):
    lines = [{"record": "run", "suite": suite, "subject": "p", "policies": "", "selected": 3, "strict": False,
              "parser": {"name": "p", "version": "1", "language": "c", "unit": "byte", "syntaxes": ["caret"],
                         "capabilities": list(capabilities), "policies": {"code_fence": "call"}}}]
    for case, checks in cases.items():
        for check, came in [(c, one) for c, all_of_it in checks.items()
                            for one in (all_of_it if isinstance(all_of_it, list) else [all_of_it])]:
            word, _, rest = came.partition(" ")
            line = {"record": "result", "case": case, "check": check, "verdict": word.partition("/")[0]}
            if word not in ("pass", "skipped"):
                line.update(message="m <b>", command="again", counts=not rest, **{"class": rest or word})
                if word.startswith("differs"):
                    line.update(actual=rest, **{"class": word})
                line["verdict"] = "known" if word == "known" else line["class"].partition("/")[0]
            lines.append(line)
    lines.append({"record": "summary", **({"stopped": stopped} if stopped else {})})
    Path(name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return name


def reading(outcome):
    """What a reading is in a baseline: its class, and FNV-1a of the outcome."""
    digest = 0xCBF29CE484222325
    for byte in outcome.encode():
        digest = (digest ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return f"differs/text@{(digest ^ digest >> 32) & 0xFFFFFFFF:08x}"


def changed(**checks):
    """BEFORE, with the checks of A that are named; None leaves one out."""
    return {**BEFORE, A: {k: v for k, v in {**BEFORE[A], **checks}.items() if v}}


def without(*cases):
    return {case: checks for case, checks in BEFORE.items() if case not in cases}


# What the report is, and the changes that are told: kind, subject, check, was, now.
CHANGES = [
    (BEFORE, {}, []),
    (changed(golden="advice wrong/text"), {}, []),
    (changed(golden="known wrong/text"), {}, []),
    (changed(CHUNK="wrong/text"), {}, [("new-failure", A, "CHUNK", "pass", "wrong/text")]),
    (changed(PREFIX="wrong"), {}, [("new-failure", A, "PREFIX", "skipped", "wrong")]),
    (changed(CHUNK="skipped"), {}, [("not-checked", A, "CHUNK", "pass", "skipped")]),
    ({**BEFORE, B: {"golden": "crash", "CHUNK": "pass"}}, {}, [("changed-failure", B, "golden", "wrong/value", "crash")]),
    ({**BEFORE, B: {"golden": "pass", "CHUNK": "pass"}}, {}, [("unexpected-pass", B, "golden", "wrong/value", "pass")]),
    ({**BEFORE, B: {"CHUNK": "pass"}}, {}, [("not-checked", B, "golden", "wrong/value", "absent")]),
    (without(C), {}, [("vanished-case", C, None, "present", "absent")]),
    (without(C), {"stopped": "x"}, [("stopped", "now.jsonl", None, "", "stopped")]),
    (BEFORE, {"capabilities": ()}, [("weaker", "capability events", None, "declared", "absent")]),
    (BEFORE, {"capabilities": ("events", "spans")}, []),
    ({**BEFORE, "caret/fence/new": {"golden": "wrong/value"}}, {"suite": "0.2.0"},
     [("new-failure", "caret/fence/new", "golden", "absent", "wrong/value")]),
    ({**BEFORE, "caret/fence/new": {"golden": "pass"}}, {"suite": "0.2.0"}, []),
    ({**BEFORE, D: {"golden": "differs/text b"}}, {}, [("changed-reading", D, "golden", reading("a"), reading("b"))]),
    ({**BEFORE, D: {"golden": "pass"}}, {}, [("changed-reading", D, "golden", reading("a"), "pass")]),
    ({**BEFORE, D: {"golden": "wrong/text"}}, {}, [("changed-failure", D, "golden", reading("a"), "wrong/text")]),
    ({**BEFORE, D: {"golden": "skipped"}}, {}, [("not-checked", D, "golden", reading("a"), "skipped")]),
    (changed(golden="differs/text c"), {}, [("changed-reading", A, "golden", "pass", reading("c"))]),
    ({**BEFORE, B: {"golden": "differs/text c", "CHUNK": "pass"}}, {},
     [("changed-failure", B, "golden", "wrong/value", reading("c"))]),
]


def each_change():
    report("before.jsonl", BEFORE)
    gate("--write-baseline", "before.txt", "before.jsonl", code=0)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for number, (cases, more, expected) in enumerate(CHANGES):
        base = ("before.txt", "before.jsonl")[number % 2]
        said = json.loads(gate("--baseline", base, "--format", "json", report("now.jsonl", cases, **more),
                               code=1 if expected else 0))
        validator.validate(said)
        told = [(c["kind"], c["subject"], c.get("check"), c["was"], c["now"]) for c in said["changes"]]
        assert told == expected, (number, told)
        assert said["asExpected"] == (not expected) and sum(said["counts"].values()) == len(expected)
    assert not validator.is_valid({**said, "changes": [{"kind": "worse"}]})
    return len(CHANGES)


# What CHUNK was on A, what it is now, and what is told of it.
CLASSES = [
    (["timeout", "wrong/text-lost"], ["wrong/text-lost", "timeout"], []),
    (["timeout", "wrong/text-lost"], ["timeout"], [("unexpected-pass", "wrong/text-lost", "timeout")]),
    (["timeout"], ["timeout", "wrong/text-lost"], [("new-failure", "timeout", "wrong/text-lost")]),
    (["timeout", "wrong/text"], ["timeout", "wrong/value"], [("changed-failure", "wrong/text", "wrong/value")]),
    (["timeout", "wrong/text"], "pass", [("unexpected-pass", "timeout", "pass"), ("unexpected-pass", "wrong/text", "pass")]),
    (["timeout", "wrong/text"], "skipped", [("not-checked", "timeout", "skipped"), ("not-checked", "wrong/text", "skipped")]),
    (["timeout", "wrong/text"], None, [("not-checked", "timeout", "absent"), ("not-checked", "wrong/text", "absent")]),
    ("pass", ["timeout", "wrong/text"], [("new-failure", "pass", "timeout"), ("new-failure", "pass", "wrong/text")]),
    (["timeout"], ["timeout", "known wrong/text"], []),
]


def a_check_may_fail_in_several_classes():
    for number, (was, now, expected) in enumerate(CLASSES):
        report("several.jsonl", changed(CHUNK=was))
        gate("--write-baseline", "several.txt", "several.jsonl", code=0)
        report("now.jsonl", changed(CHUNK=now))
        for base in ("several.txt", "several.jsonl"):
            said = json.loads(gate("--baseline", base, "--format", "json", "now.jsonl", code=1 if expected else 0))
            told = sorted((c["kind"], c["was"], c["now"]) for c in said["changes"])
            assert told == sorted(expected), (number, base, told)
    return len(CLASSES)


def growth_that_passes_is_no_news():
    """LINEAR is measured, and near the limit two runs may differ; that it fails now is news."""
    fails, passes = ({A: {"golden": "pass", "LINEAR": verdict}} for verdict in ("wrong", "pass"))
    report("fails.jsonl", fails)
    report("passes.jsonl", passes)
    gate("--baseline", "fails.jsonl", "passes.jsonl", code=0)
    gate("--baseline", "passes.jsonl", "fails.jsonl", code=1, said="LINEAR")
    return 2


def a_renamed_case_is_no_new_one():
    """The suite of today has A under another name; the baseline's is its alias."""
    renamed = "caret/fence/under-another-name"
    with few_cases(SOURCE):
        folder = Path(os.environ["FENCEPOST_DATA"]) / "corpus" / "caret"
        for path in folder.glob("*.json"):
            path.unlink()
        for path in case_files(SOURCE / "corpus" / "caret"):
            file = json.loads(path.read_text(encoding="utf-8"))
            for case in file["cases"]:
                if case["id"] == A:
                    case.update(id=renamed, aliases=[A])
            (folder / path.name).write_text(json.dumps(file), encoding="utf-8")
        now = {renamed: BEFORE[A], **without(A)}
        gate("--baseline", "before.txt", report("now.jsonl", now), code=0)
        now[renamed] = {**now[renamed], "CHUNK": "wrong/text"}
        gate("--baseline", "before.txt", report("now.jsonl", now), code=1, said=f"{renamed} CHUNK")
    gate("--baseline", "before.txt", report("now.jsonl", {renamed: BEFORE[A], **without(A)}), code=1, said=A)
    return 3


def what_was_not_judged_may_go():
    """A case of a syntax that the worker does not parse was skipped once, and is not selected any more."""
    skipped = {**BEFORE, "xml/name/one": {"golden": "skipped"}}
    gate("--write-baseline", "skipped.txt", report("skipped.jsonl", skipped), code=0)
    report("now.jsonl", BEFORE)
    for base in ("skipped.txt", "skipped.jsonl"):
        gate("--baseline", base, "now.jsonl", code=0)
        gate("--baseline", base, report("less.jsonl", without(C)), code=1, said=C)
    return 4


def said_to_people():
    report("now.jsonl", {**changed(CHUNK="wrong/text"), "caret/fence/new": {"golden": "pass"}}, suite="0.2.0")
    text = gate("--baseline", "before.txt", "now.jsonl", code=1, said="new failures: 1\n")
    assert "again: again" in text and "of suite 0.1.0, the report of 0.2.0" in text and "--write-baseline before.txt" in text
    text = gate("--baseline", "before.txt", "--format", "markdown", "now.jsonl", code=1, said="❌")
    assert "m &#60;b&#62;" in text and "<b>" not in text
    gate("--baseline", "before.txt", "--format", "markdown", "before.jsonl", code=0, said="✅")
    assert gate("--baseline", "before.txt", "--output", "out", "now.jsonl", code=1) == "" and Path("out").stat().st_size
    return 4


def comments_stay():
    lines = Path("before.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("case ")] == [
        f"case {C}", f"case {A} -PREFIX", f"case {B} golden=wrong/value", f"case {D} golden={reading('a')}"]
    text = "\n".join(lines).replace(f"case {B}", f"# issue 17\n#   of B\ncase {B}").replace(f"case {C}", f"case {C}  # c")
    text = "# ours\n" + text.replace(f"case {A}", f"# of A\ncase {A}") + "\n# last\n"
    Path("kept.txt").write_text(text, encoding="utf-8")
    gate("--write-baseline", "kept.txt", "before.jsonl", code=0)
    assert Path("kept.txt").read_text(encoding="utf-8") == text
    gate("--baseline", "kept.txt", "before.jsonl", code=0, said="as in the baseline")
    gate("--write-baseline", "kept.txt", report("now.jsonl", without(A)), code=0)
    kept = Path("kept.txt").read_text(encoding="utf-8")
    assert "# of A\n# last\n" in kept and A not in kept and "# issue 17\n#   of B\n" in kept
    return 3


def wrong_ones_are_refused():
    for content, said in (("", "neither a report"), ("suite 0.1.0\ncase\n", "line 2"), ("suites 1\n", "line 1"),
                          ("suite 0.1.0\ncase a golden\n", "line 2"), ('{"record":"run"}\n{}\n', "line 2")):
        Path("wrong").write_text(content, encoding="utf-8")
        gate("--baseline", "wrong", "before.jsonl", code=2, complained=said)
    gate("--baseline", "no-such-file", "before.jsonl", code=2)
    gate("--baseline", "before.txt", "before.txt", code=2, complained="not a report")
    gate("--baseline", "before.txt", report("now.jsonl", {}), code=2, complained="nothing was selected")
    gate("--baseline", "before.txt", "--output", "/dev/full", "before.jsonl", code=3)
    gate("--write-baseline", "no/such/folder", "before.jsonl", code=3, complained="cannot write")
    gate("--write-baseline", "x", report("now.jsonl", BEFORE, stopped="killed"), code=1, complained="no baseline")
    gate("before.jsonl", code=2)
    gate("--baseline", "before.txt", code=2)
    return 13


def folders():
    """What `test --report` was given is as good as the file that it wrote there."""
    for name in ("ran", "empty"):
        os.mkdir(name)
    report("ran/report.jsonl", BEFORE)
    gate("--baseline", "ran", "ran", code=0)
    gate("--baseline", "before.txt", "ran", code=0)
    gate("--baseline", "ran", report("now.jsonl", without(A)), code=1, said=A)
    gate("--baseline", "before.txt", "empty", code=2, complained="empty/report.jsonl: cannot read")
    return 4


sys.exit(run_checks([(each_change, 15), (a_check_may_fail_in_several_classes, 9), (growth_that_passes_is_no_news, 2),
                     (a_renamed_case_is_no_new_one, 3), (what_was_not_judged_may_go, 4), (said_to_people, 4), (comments_stay, 3),
                     (wrong_ones_are_refused, 13), (folders, 4)], {}, SOURCE))
