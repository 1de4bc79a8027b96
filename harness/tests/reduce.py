# SPDX-License-Identifier: Apache-2.0
"""reduce.py SOURCE_DIR FENCEPOST: failures reduced to their smallest form, and files of known ones."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import jsonschema

from checks import by_day
from fewdata import case_files, few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKER = SOURCE / "harness" / "tests" / "workers" / "reference.py"
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
TEXT = (r"one\n^^^write_file\npath: a.txt\ncontent ---\nline: 1\n--- content\n^^^\ntwo é\n"
        r"^^^list\nx: y:z\n^^^\n")


def run(*args, code, out="", err=""):
    done = subprocess.run([FENCEPOST, *map(str, args)], stdout=subprocess.PIPE, timeout=300,
                          stderr=subprocess.PIPE, check=False)
    said, complained = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code and out in said and err in complained, (
        f"fencepost {args}: status {done.returncode}, {code} expected; {out!r} and {err!r} expected "
        f"of\n{said[:1500]}\n…\n{said[-2500:]}{complained[:3000]}")
    return said + complained


def worker(fault):
    return ["--", sys.executable, WORKER, FENCEPOST, fault]


def test(fault, *args, code=1, **more):
    return run("test", "--syntax", "caret", "--deadline", 60, *args, *worker(fault), code=code,
               **more)


def records(fault, *args, code=1):
    lines = test(fault, "--format", "json", *args, code=code).splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def findings(fault, *args):
    return [r for r in records(fault, *args) if r["record"] == "finding"]


# -- smallest forms --------------------------------------------------------------------------------

# the fault, what is given, then: class, check, input, cuts, tools. What is well-formed stays so in golden forms.
SMALLEST = [
    ("crash", ["--text", TEXT], ("crash", "golden", "--- ", None, None)),
    ("lost_call", ["--text", TEXT], ("refused/fewer-calls", "golden", "^^^a\n^^^\n^^^a\n^^^", None, None)),
    ("upper_value", ["--text", TEXT], ("wrong/value", "golden", "^^^a\na::\n^^^", None, None)),
    ("cut_marker", ["--text", TEXT], ("refused/fewer-calls", "CHUNK", "^^^a", [1], None)),
    ("cut_marker", ["--text", TEXT, "--cut", "3,5,7,20,90"],
     ("refused/fewer-calls", "CHUNK", "^^^a", [1], None)),
    ("extra_text", ["--text", TEXT], ("wrong/text-extra", "golden", "é", None, None)),
    ("catalogue",
     ["--text", r"^^^read\npaths: [\na\nb\n]\n^^^\n", "--catalogue", json.dumps([
         {"name": "read", "description": "d", "inputSchema": {"type": "object", "properties": {
             "paths": {"type": "array"}, "mode": {"type": "string"}}}},
         {"name": "other", "inputSchema": {"type": "object"}}])],
     ("refused/fewer-calls", "golden", "^^^read\n^^^", None,
      [{"name": "read", "inputSchema": {"type": "object", "properties": {
          "paths": {"type": "array"}}}}])),
]


@cache
def found_at(row):
    """The finding of SMALLEST[row], and those that were found beside it in its check."""
    fault, given, expected = SMALLEST[row]
    return [f for f in findings(fault, *given) if f["check"] == expected[1]]


def finds_the_smallest():
    for row, (fault, _, expected) in by_day(enumerate(SMALLEST), 5):
        found = found_at(row)
        assert len(found) == 1, (fault, found)
        f = found[0]
        assert (f["class"], f["check"], f["input"], f.get("cuts"), f.get("catalogue")) == expected, f
        assert f["minimal"] and f["count"] == 1 and f["tries"] > 1, f


def commands_repeat_it():
    for row, (_, _, expected) in by_day(enumerate(SMALLEST), 5):
        command = shlex.split(found_at(row)[0]["command"])
        assert command[:2] == ["fencepost", "test"], command
        again = run(*command[1:-5], "--deadline", 60, "--format", "json", *command[-5:], code=1)
        failed = [r for r in map(json.loads, again.splitlines())
                  if r["record"] == "result" and r["verdict"] not in ("pass", "skipped")
                  and r["check"] in ("golden", "CHUNK")]  # a law may see the same fault
        assert [(r["class"], r["check"]) for r in failed] == [expected[:2]], failed


def is_the_same_each_time():
    once, again = (findings("upper_value", "--text", TEXT) for _ in range(2))
    assert once == again


def keeps_to_its_budget():
    assert findings("upper_value", "--text", TEXT, "--reduce-budget", "0") == []
    for budget in by_day((1, 5, 20), 2):
        found = findings("upper_value", "--text", TEXT, "--reduce-budget", budget)
        assert found and not any(f["minimal"] for f in found), found
        assert sum(f["tries"] for f in found) <= budget, found


def one_cause_is_shown_once():
    cases = ["--case", "caret/fence/n*", "--case", "caret/fence/o*",
             "--case", "caret/fence/e*"]
    said = records("cut_marker", *cases)
    counted = [r for r in said if r["record"] == "result" and r.get("counts")]
    failed = [r for r in counted if r["check"] in ("golden", "CHUNK")]
    found = [r for r in said if r["record"] == "finding"]
    assert len(failed) > 5 and found, failed
    assert sum(f["count"] for f in found) + said[-1]["unreduced"] == len(counted), found
    assert max(f["count"] for f in found) > len(failed) // 2, found
    assert len({(f["check"], f["input"]) for f in found}) == len(found), found
    text = test("cut_marker", *cases, out="smallest form of refused/fewer-calls CHUNK")
    assert r"again: fencepost test --syntax caret --text '^^^a' --cut 1 -- " in text, text
    assert "LAW-2.1 (must" in text and "^┆^^a" in text, text


def forms_survive_merging():
    """The findings of shards, of one signature together; and a single report comes out as it went in."""
    cases = ["--case", "caret/fence/n*", "--case", "caret/fence/o*"]
    whole = {(f["check"], f["class"], f["input"]): f["count"]
             for f in findings("cut_marker", *cases, "--seed", 1)}
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / str(i) for i in (1, 2)]
        for i, path in enumerate(paths, 1):
            path.write_text("".join(l + "\n" for l in test(
                "cut_marker", "--format", "json", *cases, "--shard", f"{i}/2").splitlines()
                if l.startswith("{")), encoding="utf-8")
        alone = run("report", "--format", "json", paths[0], code=1)
        assert alone == paths[0].read_text(encoding="utf-8")
        said = run("report", "--merge", "--format", "json", *paths, code=1)
        text = run("report", "--merge", *paths, code=1)
    merged = [r for r in map(json.loads, said.splitlines()) if r["record"] == "finding"]
    assert {(f["check"], f["class"], f["input"]): f["count"] for f in merged} == whole, (merged, whole)
    assert text.count("smallest form of") == len(merged) > 1, text
    jobs = findings("cut_marker", *cases, "--seed", 1, "--jobs", 2)
    assert {(f["check"], f["class"], f["input"]): f["count"] for f in jobs} == whole, (jobs, whole)


def right_parsers_have_none():
    """By all checks but LINEAR, which measures time, and says nothing of smallest forms."""
    checks = "golden,CHUNK,TOTAL,WHOLE,TRUNCATION,ROUND-TRIP,EQUIVALENCE,CONCATENATION,SURROUNDING,RENAMING,ISOLATION"
    assert all(r["record"] != "finding" for r in records("none", "--text", TEXT, "--only", checks, code=0))


def inputs_on_the_command_line():
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write("^^^a\n^^^".encode())
        file.flush()
        test("none", "--input", file.name, code=0, out="1 cases")
    run("test", "--syntax", "caret", "--text", r"^^^a\n^^^\x0a", code=0, out="all as expected")
    for args, error in [
            (["--text", "a"], "add --syntax"),
            (["--syntax", "caret", "--text", r"\q"], "goes before n"),
            (["--syntax", "caret", "--text", r"\x0"], "goes before n"),
            (["--syntax", "caret", "--text", "a", "--text", "b"], "one --input or --text"),
            (["--syntax", "caret", "--text", "a", "--case", "*"], "leave --case out"),
            (["--syntax", "caret", "--text", "a", "--catalogue", "{}"], "a catalogue is"),
            (["--syntax", "caret", "--text", "a", "--catalogue", '[{"name": 1}]'], "no catalogue"),
            (["--syntax", "caret", "--text", "a", "--policy", "x=y"], "there is no policy x"),
            (["--reduce-budget", "x"], "is not a whole number"),
            (["--update-known"], "needs --known")]:
        run("test", *args, code=2, err=error)


# -- known failures --------------------------------------------------------------------------------

CASES = ["--case", "caret/fence/n*", "--reduce-budget", "0"]
GOOD = "caret/fence/no-parameters CHUNK refused/fewer-calls"


def known_file(text, *args, fault="cut_marker", checks="golden,CHUNK", **expected):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "known.txt"
        if text is not None:
            path.write_text(text, encoding="utf-8")
        said = test(fault, *CASES, "--only", checks, "--known", path, *args, **expected)
        return said, path.read_text(encoding="utf-8") if path.exists() else None


@cache
def made_known(**how):
    """What is written of a parser of which nothing is known."""
    return known_file(None, "--update-known", code=0, **how)[1]


def known_failures_do_not_count():
    made = made_known()
    assert GOOD in made.splitlines(), made
    said, _ = known_file(made, "--format", "json", code=0)
    verdicts = json.loads(said.splitlines()[-1])["verdicts"]
    assert verdicts["known"] == len(made.splitlines()) and not verdicts["refused"], verdicts
    assert "# TODO known" in known_file(made, "--format", "tap", code=0)[0]
    assert " known" in known_file(made, code=0)[0]
    _, same = known_file(made, "--update-known", code=0, out="0 of them new; 0 are gone")
    assert same == made
    known_file(made.replace(GOOD + "\n", ""), code=1, out="1 unexpected")


def what_is_measured_may_pass():
    """LINEAR differs between machines: an entry of it is not an error when it holds, nor is its cap lowered."""
    how = {"checks": "golden,CHUNK,TOTAL,LINEAR"}
    made = made_known(**how)
    measured = made + "caret/fence/n* LINEAR wrong max 7 # it grows\ncaret/fence/no-parameters LINEAR wrong\n"
    known_file(measured, code=0, **how)
    assert known_file(measured, "--update-known", code=0, **how)[1] == measured
    known_file(made + "caret/fence/n* TOTAL wrong max 7\n", code=1, err="passes now", **how)
    known_file(made + "caret/nothing LINEAR wrong\n", code=1, err="is not a case", **how)


def patterns_have_caps():
    made = made_known()
    capped = re.compile("caret/fence/ne[^ ]* CHUNK ")
    count = sum(bool(capped.match(line)) for line in made.splitlines())
    rest = "".join(l + "\n" for l in made.splitlines() if not capped.match(l))
    cap = "caret/fence/ne* CHUNK refused/* max {}  # one cause\n" + rest
    known_file(cap.format(count), code=0)
    known_file(cap.format(count - 1), code=1, out="1 unexpected")
    for wrong in (count + 9, count - 1):
        _, text = known_file(cap.format(wrong), "--update-known", code=0)
        assert text.splitlines()[0] == f"caret/fence/ne* CHUNK refused/* max {count} # one cause", text
    known_file(cap.format(f'{count} "0 calls"'), code=0)


def stale_entries_are_errors():
    made = made_known()
    for entry, error in [
            ("caret/fence/no-parameters golden crash", "line 2: caret/fence/no-parameters golden "
             "passes now"),
            ("caret/fence/gone golden crash", "line 2: caret/fence/gone is not a case"),
            ("caret/gone/* golden crash max 2", "line 2: caret/gone/* is not a case"),
            ("caret/fence/no-parameters CHUNK crash", "fails in another way: as refused/fewer-calls"),
            ('caret/fence/ne* CHUNK refused/error max 3 "x"', "fails in another way")]:
        known_file(f"# kept\n{entry} # why\n" + made, code=1, err=error)
        _, text = known_file(f"# kept\n\n{entry} # why\n" + made, "--update-known", code=0,
                             out="1 are gone")
        assert text == "# kept\n\n# why\n" + made, text
    # not all cases of these were selected
    known_file("caret/array/* golden crash max 2\ncaret/array/empty golden crash\n" + made, code=0)


def malformed_files_are_errors():
    for text, error in [
            ("a\n", "line 1: an entry is CASE CHECK CLASS"),
            ("\n" + GOOD + " 3\n", "line 2: after the class"),
            (GOOD + " max 0\n", "line 1: after the class"),
            ("a b wrong\n", "is not a check"), ("a golden wrng\n", "is not a class"),
            ("a golden pass\n", "is not a class"), ("a/* golden wrong/text\n", "needs a cap"),
            ("a golden wrong/text \"x\n", "not closed"), ("\"a\" golden crash\n", "begins with"),
            (GOOD + ' "x" y\n', "not a # comment"), (GOOD + "\n" + GOOD + "\n", "is in line 1"),
            ("a\0\n", "not UTF-8 text")]:
        known_file(text, code=2, err=error)
    test("none", *CASES, "--known", "/no/such/file", code=2, err="No such file")


def old_names_stay_good():
    """A case that was renamed is known by its alias."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "corpus" / "caret").mkdir(parents=True)
        for path in SOURCE.joinpath("corpus").iterdir():
            if path.name != "caret":
                (data / "corpus" / path.name).symlink_to(path)
        for path in case_files(SOURCE / "corpus" / "caret"):
            (data / "corpus" / "caret" / path.name).write_text(
                path.read_text(encoding="utf-8").replace(
                    '"id": "caret/fence/no-parameters",',
                    '"id": "caret/fence/renamed", "aliases": ["caret/fence/no-parameters"],'),
                encoding="utf-8")
        (data / "spec").symlink_to(SOURCE / "spec")
        made = made_known()
        os.environ["FENCEPOST_DATA"] = str(data)
        try:
            known_file(made, code=0)
        finally:
            del os.environ["FENCEPOST_DATA"]


# -- cases of findings, policies, upgrades ---------------------------------------------------------

def schema(name):
    path = SOURCE / "spec" / "schema" / (name + ".schema.json")
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def reports_are_what_the_schema_says():
    said = records("catalogue", *SMALLEST[-1][1]) + records("cut_marker", "--text", TEXT)
    assert sum(r["record"] == "finding" for r in said) >= 2
    for record in said:
        schema("report").validate(record)


def findings_become_cases():
    with tempfile.TemporaryDirectory() as folder:
        report, case = Path(folder) / "report.jsonl", Path(folder) / "case.json"
        report.write_text(test("upper_value", "--text", TEXT, "--format", "json"), encoding="utf-8")
        run("add", "--from-failure", report, "--output", case, code=0, out="confirm")
        made = json.loads(case.read_text(encoding="utf-8"))
        schema("case-file").validate(made)
        one = made["cases"][0]
        assert one["id"].startswith("caret/found/wrong-value-"), one
        assert one["input"] == "^^^a\na::\n^^^", one
        assert one["expect"]["calls"] == [
            {"name": "a", "input": {"a": ":"}, "span": [0, 12]}], one
        run("add", "--from-failure", report, "--output", case, code=2, err="it is there already")
        named = ["add", "--from-failure", report, "--output", "-", "--id"]
        assert '"id": "caret/new/colon"' in run(*named, "caret/new/colon", code=0)
        run(*named, "caret/colon", code=2, err="the id is not")
        assert '"id": "caret/new/colon"' in run("add", "--from-failure", folder, *named[3:], "caret/new/colon", code=0)
        run("add", "--from-failure", report, "--finding", 20, code=2, err=" findings here, and")
        run("add", code=2, err="say which report")


def fuzzing_makes_cases():
    found = {"clause": "LAW-2.1", "title": "CHUNK (LAW-2.1), caret: some cuts change the events",
             "input": {"syntax": "caret", "input": "^^^a\nb: c\n^^^", "cuts": [4],
                       "policy": {"unterminated": "drop"}, "limits": {"name": 8}, "catalogue": "typed"}}
    with tempfile.TemporaryDirectory() as folder:
        file, case = Path(folder) / "finding.json", Path(folder) / "case.json"
        file.write_text(json.dumps(found), encoding="utf-8")
        run("add", "--from-finding", folder, "--output", case, code=0, out="confirm")
        made = json.loads(case.read_text(encoding="utf-8"))
        schema("case-file").validate(made)
        one = made["cases"][0]
        assert (one["policy"], one["limits"], one["catalogue"], one["clauses"]) == (
            {"unterminated": "drop"}, {"name": 8}, "typed", ["LAW-2.1"]), one
        assert one["expect"]["calls"] == [{"name": "a", "input": {"b": "c"}, "span": [0, 13]}], one
        assert one["unconfirmed"], one
        file.write_text(json.dumps({**found, "input": None}), encoding="utf-8")
        run("add", "--from-finding", folder, code=2, err="no case can be made")
        run("add", "--from-finding", folder, "--from-failure", file, code=2, err="say which")
        run("add", "--from-finding", file, code=2, err="cannot read")


def nobody_confirmed():
    """lint refuses a proposed case until its mark is removed."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("spec", "corpus"):
            shutil.copytree(SOURCE / part, Path(folder) / part)
        case = Path(folder) / "corpus" / "caret" / "fence.json"
        changed = json.loads(case.read_text(encoding="utf-8"))
        changed["cases"][0]["unconfirmed"] = "by nobody"
        case.write_text(json.dumps(changed), encoding="utf-8")
        os.environ["FENCEPOST_DATA"] = folder
        try:
            run("lint", code=1, err="nobody has confirmed it: by nobody")
        finally:
            del os.environ["FENCEPOST_DATA"]


def policies_are_proposed():
    said = run("policies", "--deadline", 60, *worker("lying_policy"), code=1)
    found = json.loads(said.splitlines()[0])["policies"]
    assert found["code_fence"] == "text" and found["text_after"] == "keep", said
    assert "code_fence: text explains" in said and "but it declares call" in said, said
    said = run("policies", "--deadline", 60, *worker("shows_the_block"), code=1)
    assert "unterminated" not in json.loads(said.splitlines()[0])["policies"], said
    assert re.search(r"unterminated: no value fits: text explains \d+ of the \d+ cases that can tell\n"
                     r"  but caret/\S+ is answered as under no value\n", said), said
    said = run("policies", "--deadline", 60, *worker("takes_line_ends"), code=1)
    assert "text_after" not in json.loads(said.splitlines()[0])["policies"], said
    found = re.search(r"text_after: no value fits: drop explains (\d+) of the (\d+) cases that can tell\n"
                      r"  but caret/\S+ is answered as under (keep|no value)\n", said)
    assert found and 100 < int(found[1]) < int(found[2]), said
    assert re.search(r"extra_call: report explains all \d+ cases that can tell, and so does accept; \d+ of them decide\n",
                     said), said
    said = run("policies", "--deadline", 60, *worker("takes_few"), code=0)
    few = re.search(r"(\w+): too few cases to tell: (\d+) of the (\d+) that depend on it can, and ([12]) decide for", said)
    assert few and few[1] not in json.loads(said.splitlines()[0])["policies"], said
    run("policies", code=2, err="comes after --")
    run("policies", "--", "/no/such/worker", code=3, err="cannot be used")


def policies_differ_by_syntax():
    said = run("policies", "--deadline", 60, *worker("two_syntaxes"), code=0)
    found = json.loads(said.splitlines()[0])
    own = found["syntax_policies"]
    assert (own["caret"]["code_fence"], own["emoji-line"]["code_fence"]) == ("call", "text"), said
    assert "code_fence" not in found["policies"] and "text_after" in found["policies"], said
    assert "in caret:" in said and "in emoji-line:" in said, said
    cases = ["--case", "caret/code-fence/*", "--case", "emoji-line/code-fence/*", "--reduce-budget", 0]
    lines = run("test", "--deadline", 60, "--format", "json", *cases, *worker("two_syntaxes"), code=0)
    kept = [r for r in map(json.loads, lines.splitlines()) if r["record"] == "result" and r["check"] == "policies"]
    assert [r["verdict"] for r in kept] == ["pass"] * 2, kept
    assert "caret.code_fence: call" in json.loads(lines.splitlines()[0])["policies"], lines[:300]
    alone = records("lying_policy", "--text", r"```\n^^^a\n^^^\n```\n", "--reduce-budget", 0)
    assert all(r.get("check") != "policies" for r in alone), alone


def declared_policies_are_held():
    cases = ["--case", "caret/code-fence/*", "--reduce-budget", "0"]
    kept = [r for r in records("none_but_declared", *cases, code=0) if r["record"] == "result" and r["check"] == "policies"]
    assert [r["verdict"] for r in kept] == ["pass"], kept
    broken = [r for r in records("lying_policy", *cases) if r["record"] == "result" and r["check"] == "policies"]
    assert [r["verdict"] for r in broken] == ["wrong"], broken
    assert "declares code_fence: call, and does not keep it" in broken[0]["message"], broken


def upgrades_are_previewed():
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder)
        shutil.copytree(SOURCE / "corpus" / "caret", old / "corpus" / "caret")
        (old / "corpus" / "catalogues").symlink_to(SOURCE / "corpus" / "catalogues")
        path = old / "corpus" / "caret" / "array.json"
        file = json.loads(path.read_text(encoding="utf-8"))
        changed, new, gone = file["cases"][0], file["cases"].pop(1), file["cases"][1]
        changed["expect"]["text"] = "other"
        left, gone["id"] = gone["id"], "caret/array/gone"
        path.write_text(json.dumps(file), encoding="utf-8")
        ask = ["test", "--case", "caret/array/*", "--against-suite"]
        said = run(*ask, old, code=0, out="2 new cases, 0 of them fail; 1 changed, 0 of them fail "
                   "that passed; 1 removed")
        assert f"changed  {changed['id']}: pass, was golden wrong/text" in said, said
        assert f"new      {new['id']}: pass" in said and f"new      {left}: pass" in said, said
        assert "removed  caret/array/gone" in said, said
        said = run(*ask, old, "--deadline", 60, *worker("cut_marker"), code=1)
        assert f"new      {new['id']}: CHUNK refused/fewer-calls" in said, said
        said = run(*ask, old, "--only", "CHUNK", code=0)
        assert f"changed  {changed['id']}: pass, was pass" in said, said  # of the checks that are asked, and no others
        run(*ask, SOURCE, code=0, out="0 new cases, 0 of them fail; 0 changed")
        shutil.copytree(SOURCE / "spec", old / "spec")
        page = old / "spec" / "caret.md"
        text = page.read_text(encoding="utf-8")
        marked = text.replace("### CARET-5.9\n**SHOULD.** Decision. ", "### CARET-5.9\n**SHOULD.** Source. ")
        assert marked != text
        page.write_text(marked, encoding="utf-8")
        said = run(*ask, old, code=0)
        assert "changed  caret/array/nested-objects: pass, was pass" in said, said  # it weighs less
        run(*ask, old / "corpus", code=2, err="no corpus here")


CHECKS = [reports_are_what_the_schema_says, findings_become_cases, fuzzing_makes_cases, nobody_confirmed,
          policies_are_proposed, policies_differ_by_syntax, declared_policies_are_held, upgrades_are_previewed,
          finds_the_smallest, commands_repeat_it, is_the_same_each_time, keeps_to_its_budget,
          one_cause_is_shown_once, forms_survive_merging, right_parsers_have_none, inputs_on_the_command_line,
          known_failures_do_not_count, what_is_measured_may_pass, patterns_have_caps, stale_entries_are_errors,
          malformed_files_are_errors, old_names_stay_good]
WITH_ALL_CASES = [nobody_confirmed, old_names_stay_good]


def all_checks():
    failed = 0
    for check in CHECKS:
        if len(sys.argv) > 3 and check.__name__ not in sys.argv[3:]:
            continue
        began = time.monotonic()
        try:
            with nullcontext() if check in WITH_ALL_CASES else few_cases(SOURCE, "caret", "emoji-line"):
                check()
            print(f"ok {check.__name__}, {time.monotonic() - began:.0f} s", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED {check.__name__}: {error}", flush=True)
    print(f"{len(CHECKS) - failed} of {len(CHECKS)} checks passed")
    return 1 if failed else 0


sys.exit(all_checks())
