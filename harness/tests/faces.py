# SPDX-License-Identifier: Apache-2.0
"""faces.py SOURCE_DIR FENCEPOST: the formats that are made of a report, each held to its own schema or reader, with
content that would break out of each; and the gate."""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
FORMATS = SOURCE / "harness" / "tests" / "formats"
FORMATS_OF_REPORTS = ("tty", "json", "tap", "junit", "sarif", "markdown", "html", "badge", "svg")
GOOD = [FENCEPOST, "serve"]
RAISES = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "raises_on.py"), "^^^"]
BAD = [sys.executable, str(SOURCE / "harness" / "adapters" / "python-caret" / "adapter.py")]
CASES = ["--case", "caret/fence/one-parameter", "--case", "caret/multiline/closing-fence-is-content"]
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

# What a parser under test may say. NUL and lone surrogates arrive as U+FFFD or as escapes.
HOSTILE = ("</script>]]><b a=\"'\">&amp; ```` | **x** [l](javascript:x) @all :tada: \x1b[31m\u202e\u200f \x07\r\t "
           "\ufffe\uffff \U0001f6e0 `x` www.example.com <!-- -->")


def run(*args, code):
    done = subprocess.run([FENCEPOST, *map(str, args)], capture_output=True, timeout=200, check=False)
    said, complained = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code, (f"fencepost {' '.join(map(str, args))}: exit status {done.returncode}, {code} "
                                     f"expected of\n{said[:2000]}{complained[:2000]}")
    return said, complained


def face(form, *reports, code=1):
    return run("report", "--format", form, *reports, code=code)[0]


def read(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def write(path, records):
    Path(path).write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    return path


def judged(folder, worker, *more, code):
    run("test", "--report", folder, "--format", "badge", *(more or CASES), "--deadline", "60", "--seed", "1",
        "--reduce-budget", "60", "--", *worker, code=code)
    return f"{folder}/report.jsonl"


def prepare():
    judged("good", GOOD, code=0)
    judged("bad", BAD, code=1)
    records = read("bad/report.jsonl")
    for record in records:
        record.update({k: HOSTILE for k in ("subject", "message", "expected", "actual", "stderr", "basis", "title")
                       if k in record})
        if "parser" in record:
            record["parser"].update(name=HOSTILE, file="src/my %\U0001f6e0.py", line=7)
        if record.get("worker"):
            record["worker"][-1] = HOSTILE
    write("hostile.jsonl", records)
    write("killed.jsonl", read("bad/report.jsonl")[:-1])
    older = read("bad/report.jsonl")
    older[0]["suite"] = "0.0.1"
    for record in older:
        if record.get("case") == CASES[3]:
            record.update(case="caret/fence/gone", clause="CARET-99.9")
        if record["record"] == "finding":
            record["cases"] = ["caret/fence/gone"]
    Path(write("older.jsonl", older)).write_text(
        Path("older.jsonl").read_text(encoding="utf-8").replace(CASES[3], "caret/fence/gone"), encoding="utf-8")
    judged("raised", [*RAISES, "KeyError: 'arguments'"], code=1)
    judged("known", [*RAISES, "KeyError"], *CASES, "--known", known_of("raised/report.jsonl"), code=0)
    judged("given", BAD, "--syntax", "caret", "--text", r"^^^a\nb ---\n^^^\n--- b\n^^^\n", code=1)


def known_of(path):
    """A file by which all that fails there is known."""
    lines = [f"{r['case']} {r['check']} {r['class']}\n" for r in read(path) if r["record"] == "result" and "class" in r]
    Path("known.txt").write_text("".join(lines), encoding="utf-8")
    return "known.txt"


ALL = ["bad/report.jsonl", "hostile.jsonl", "killed.jsonl", "older.jsonl", "given/report.jsonl",
       "raised/report.jsonl", "known/report.jsonl"]


# -- the master ------------------------------------------------------------------------------------

def master_is_whole():
    """Every report is read back and written unchanged; that of a killed run too, except its end."""
    for path in ALL:
        if path != "hostile.jsonl":  # whose control characters are written otherwise
            said = [json.loads(line) for line in face("json", path, code=path != "known/report.jsonl").splitlines()]
            was = read(path)
            if path == "killed.jsonl":
                assert "was killed" in said.pop()["stopped"]
            if path == "older.jsonl":  # what it behaves like is known of our own cases only
                assert was[-1].pop("behaves_like") and "behaves_like" not in said[-1]
                # So are the sentences of causes.
                was, said = ([r for r in records if r["record"] != "cause"] for records in (was, said))
            assert said == was, path
    first, *_, last = read("bad/report.jsonl")
    assert first["parser"]["language"] and re.fullmatch(r"\d{4}(-\d\d){2}T(\d\d:){2}\d\dZ", first["started"])
    results = [r for r in read("bad/report.jsonl") if r["record"] == "result"]
    assert last["us"] == sum(r["us"] for r in results)
    for result in results:
        if "file" in result:
            lines = (SOURCE / result["file"]).read_text(encoding="utf-8").splitlines()
            assert f'"{result["case"]}"' in lines[result["line"] - 1], result
    failed = [r for r in results if r["verdict"] == "wrong" and "difference" in r]
    for result in failed:
        at = result["difference"]
        sides = [result[s].encode().split(b"\n")[at["line"] - 1] for s in ("expected", "actual")]
        assert sides[0][:at["byte"]] == sides[1][:at["byte"]] and sides[0] != sides[1], result
    assert failed and any(r["record"] == "finding" for r in read("bad/report.jsonl"))
    assert read("given/report.jsonl")[1]["given"]
    return len(results)


def each_class_in_each_format():
    """Reports of which each failure has another class: all that a failure can have are read back, by all."""
    schema = json.loads((SOURCE / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8"))
    verdicts, kinds = re.fullmatch(r"\^\((.*)\)\(/\((.*)\)\)\?\$", schema["$defs"]["class"]["pattern"]).groups()
    classes = [v + k for v in verdicts.split("|") for k in ["", *("/" + k for k in kinds.split("|"))]]
    assert "wrong/error" in classes and "refused/error" in classes and "timeout" in classes and len(classes) > 95
    records = read("bad/report.jsonl")
    result = next(r for r in records if r.get("class"))
    finding = next(r for r in records if r["record"] == "finding")
    results, findings = [], []
    for name in classes:
        results.append({**result, "class": name, "verdict": name.split("/")[0]})
        findings.append({**finding, "class": name})
    write("classes.jsonl", [records[0], *results, *findings, records[-1]])
    for form in FORMATS_OF_REPORTS:
        said, complained = run("report", "--format", form, "--show", "1000", "classes.jsonl", code=1)
        assert said and not complained, (form, complained)
    again = [json.loads(line) for line in face("json", "classes.jsonl").splitlines()]
    assert [r["class"] for r in again if r["record"] == "result"] == classes
    assert sorted(r["class"] for r in again if r["record"] == "finding") == sorted(classes)
    assert not run("report", "--merge", "classes.jsonl", code=1)[1]
    run("gate", "--baseline", "raised/report.jsonl", "raised/report.jsonl", code=0)
    raised = {r["class"] for r in read("raised/report.jsonl") if "class" in r}
    assert "refused/error" in raised and any(r["record"] == "finding" for r in read("raised/report.jsonl")), raised
    assert {r["verdict"] for r in read("known/report.jsonl") if "class" in r} == {"known"}
    return len(classes)


HARMS = ["no-answer", "unwritten-call", "lost-call", "arguments", "text", "white-space", "none"]


def failures_come_by_harm():
    """Each failure says its harm, in each format; where a format has an order of its own, the gravest is first, and
    what does not count comes last."""
    records = read("bad/report.jsonl")
    result = next(r for r in records if r.get("class", "").startswith("wrong"))
    finding = next(r for r in records if r["record"] == "finding")
    mixed = [{**result, "harm": harm, "message": f"it is {harm}"} for harm in HARMS[::-1]]
    mixed.append({**result, "harm": "unwritten-call", "message": "it is advice", "counts": False, "advice": True})
    write("harms.jsonl", [records[0], *mixed, records[-1]])
    for form, show in (("tty", 0), ("markdown", 100)):
        said = face(form, "--show", show, "harms.jsonl")
        places = [said.index(f"it is {harm}") for harm in HARMS]
        assert places == sorted(places), (form, said)
        assert form == "markdown" or said.index("it is advice") > places[-1], said
    assert "harm: a call runs that was not written" in face("tty", "--show", 100, "harms.jsonl")
    assert re.search(r"harm of the 7 unexpected:\n +1 the parser crashes or hangs\n +1 a call runs", face("tty", "harms.jsonl"))
    sarif_log = json.loads(face("sarif", "harms.jsonl"))
    ranks = {r["properties"]["harm"]: r["rank"] for r in sarif_log["runs"][0]["results"]}
    assert list(ranks) == HARMS[::-1] and list(ranks.values()) == sorted(ranks.values()), ranks
    assert re.findall(r'^  harm: "(.*)"$', face("tap", "harms.jsonl"), re.M)[:7] == HARMS[::-1]
    assert "harm: text is lost or leaks\n" in face("junit", "harms.jsonl")
    names = [{**finding, "harm": harm, "message": f"it is {harm}", "input": "a" + "!" * i} for i, harm in enumerate(HARMS[::-1])]
    write("harms.jsonl", [records[0], *names, records[-1]])
    again = [json.loads(line) for line in face("json", "harms.jsonl", code=0).splitlines()]
    assert [r["harm"] for r in again if r["record"] == "finding"] == HARMS, again
    write("harms.jsonl", [records[0], {**result, "harm": "taste"}, records[-1]])
    assert "not a whole result" in run("report", "harms.jsonl", code=2)[1]
    return len(HARMS)


# -- faces -----------------------------------------------------------------------------------------

def xmllint(path, *args):
    return subprocess.run(["xmllint", "--noout", *args, path], capture_output=True, timeout=60, check=False)


def junit():
    count = 0
    for paths in (["killed.jsonl"], ALL):
        text = face("junit", *paths)
        Path("junit.xml").write_text(text, encoding="utf-8")
        done = xmllint("junit.xml", "--schema", str(FORMATS / "jenkins-junit.xsd"))
        assert done.returncode == 0, (paths, done.stderr[:1000])
        root = ET.fromstring(text)
        cases = root.findall(".//testcase")
        for tag, name in (("failure", "failures"), ("error", "errors"), ("testcase", "tests")):
            assert int(root.get(name)) == len(root.findall(f".//{tag}")), (paths, tag)
        for suite in root:
            assert int(suite.get("skipped")) == len(suite.findall("*/skipped"))
        results = [r for p in paths for r in read(p) if r["record"] == "result"]
        assert len(cases) == len(results) + sum(p == "killed.jsonl" for p in paths)
        count += len(cases)
    for spoilt in ('<failure', '<testsuite '), (' tests="', ' tests="x'), ('<testcase ', '<case '):
        Path("junit.xml").write_text(text.replace(*spoilt, 1), encoding="utf-8")
        assert xmllint("junit.xml", "--schema", str(FORMATS / "jenkins-junit.xsd")).returncode != 0, spoilt
    message = ET.fromstring(face("junit", "hostile.jsonl")).find(".//failure").get("message")
    assert "</script>" in message and "\u202e" not in message and "\x1b" not in message, message
    return count


def sarif():
    schema = json.loads((FORMATS / "sarif-2.1.0.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    count = 0
    for paths in (["killed.jsonl"], ALL):
        log = json.loads(face("sarif", *paths))
        error = jsonschema.exceptions.best_match(validator.iter_errors(log))
        assert not error, (paths, error.message, list(error.path))
        assert len(log["runs"]) == len(paths)
        for said, path in zip(log["runs"], paths):
            failed = [r for r in read(path) if r["record"] == "result" and r["verdict"] not in ("pass", "skipped")]
            assert len(said["results"]) == len(failed) > 0
            rules = said["tool"]["driver"]["rules"]
            for one, result in zip(said["results"], failed):
                assert rules[one["ruleIndex"]]["id"] == one["ruleId"] == result["clause"]
                place = one["locations"][0].get("physicalLocation")
                if path == "hostile.jsonl":  # its worker declared the file of its parser; the case is beside it
                    assert place == {"artifactLocation": {"uri": "src/my%20%25%F0%9F%9B%A0.py", "uriBaseId": "%SRCROOT%"},
                                     "region": {"startLine": 7}}, place
                    place = one["relatedLocations"][0].get("physicalLocation")
                assert (place is None) == ("file" not in result)
                if place:
                    assert place["artifactLocation"]["uri"] == result["file"]
                    assert place["region"]["startLine"] == result["line"]
                assert "\u202e" not in one["message"]["text"]
            known = [r for r in rules if r["id"] == "CARET-5.1"]
            assert all("spec/caret.md#" in r["help"]["text"] for r in known)
            count += len(failed)
    for spoil in (lambda r: r.pop("message"), lambda r: r.update(level="bad"), lambda r: r.update(extra=1)):
        bad = copy.deepcopy(log)
        spoil(bad["runs"][0]["results"][0])
        assert not validator.is_valid(bad)
    return count


def markdown():
    text = face("markdown", "bad/report.jsonl")
    assert text.index("❌") < text.index("| check | caret |") < text.index("### Smallest forms")
    assert "again: fencepost test --syntax caret --text" in text
    assert re.search(r"It fails like a parser with this fault&#58; .* \(caret, \d+ % alike\)\.\n\n", text), text
    assert "✅ all as expected" in face("markdown", "good/report.jsonl", code=0)
    both = face("markdown", "good/report.jsonl", "bad/report.jsonl")
    assert re.search(r"\| golden \| ✅ 2 \| ❌ 1 of 2 \|", both), both
    hostile = face("markdown", "hostile.jsonl")
    outside = re.sub(r"(?ms)^(`{3,})text\n.*?^\1\n", "", hostile)
    assert outside.count("<") == len(re.findall(r"</?(?:details|summary|b|code|sub)>", outside))
    for begins in ("](", "**x", "@all", ":tada", "www.", "\u202e", "\x1b", "`"):
        assert begins not in outside, (begins, outside)
    assert "`````text" in hostile and "not run to its end" in face("markdown", "killed.jsonl")
    return len(text.splitlines())


def badges():
    for path, code, word, colour in (("good/report.jsonl", 0, "checks pass", "brightgreen"),
                                     ("bad/report.jsonl", 1, "unexpected", "red"),
                                     ("killed.jsonl", 1, "not run to its end", "orange")):
        badge = json.loads(face("badge", path, code=code))
        assert set(badge) == {"schemaVersion", "label", "message", "color"} and badge["schemaVersion"] == 1
        assert word in badge["message"] and badge["color"] == colour, badge
        svg = ET.fromstring(face("svg", path, code=code))
        assert badge["message"] in svg.get("aria-label")
    return 3


def outputs():
    for form in ("tty", "sarif"):
        said = face(form, "bad/report.jsonl")
        assert run("report", "--format", form, "--output", "out", "bad/report.jsonl", code=1)[0] == ""
        assert Path("out").read_text(encoding="utf-8") == said and said, form
    assert face("tap", "bad") == face("tap", "bad/report.jsonl")
    for path in ("no/such/folder", "/dev/full"):
        run("report", "--format", "tap", "--output", path, "bad/report.jsonl", code=3)
    assert "judged by suite 0.0.1" in run("report", "older.jsonl", code=1)[1]
    run("report", "--format", "badge", "good/report.jsonl", "bad/report.jsonl", code=2)
    Path("file").write_text("", encoding="utf-8")
    for folder in ("file/x", "/dev/null"):
        run("test", "--case", "caret/fence/no-parameters", "--report", folder, code=3)
    run("test", "--report", "", code=2)
    return 4


def a_trend_is_of_one_parser():
    """What looks like none is shown all the same, and said; what is not in order is put in order."""
    def trend(*reports):
        return run("report", "--format", "html", "--trend", *reports, code=1)[1]

    assert trend("bad/report.jsonl", "bad/report.jsonl") == ""
    assert "is that one parser?" in trend("good/report.jsonl", "bad/report.jsonl")
    later = read("bad/report.jsonl")
    later[0]["started"] = "2999-12-31T00:00:00Z"
    said = trend(write("later.jsonl", later), "bad/report.jsonl")
    assert "put in order" in said and said.index("bad/report.jsonl") < said.index("later.jsonl"), said
    assert face("html", "--trend", "later.jsonl", "bad/report.jsonl") == face("html", "--trend", "bad/report.jsonl", "later.jsonl")
    return 4


def parsers_of_one_name_are_told_apart():
    """By the files of their reports, in all formats that show several."""
    for form in ("tty", "markdown", "html", "sarif", "junit"):
        text = face(form, "bad/report.jsonl", "older.jsonl").replace("&#46;", ".").replace("&#91;", "[").replace("&#93;", "]")
        assert "[bad/report.jsonl]" in text and "[older.jsonl]" in text, form
        assert "[bad/report.jsonl]" not in face(form, "bad/report.jsonl", "good/report.jsonl")
    return 5


def nothing_of_a_report_is_acted_upon():
    """What a terminal, or a reader's eye, would act upon is made visible in each format, wherever it comes from; and a
    line end begins no line of TAP."""
    records = read("hostile.jsonl")
    spoilt = "a\nok 9 - x\nBail out! y\u009b2J\u0085\u2028\u2066\u202e\x1b]0;z\x07"
    for record in records:
        record.update({k: record[k] + spoilt for k in ("subject", "message", "title", "basis", "cut", "policies") if k in record})
        record.update({k: record[k] + spoilt.replace("\n", " ") for k in ("expected", "actual", "stopped") if k in record})
        if record["record"] == "result" and record["check"] == "TOTAL":
            record.update(verdict="skipped", message=spoilt, counts=False)
    records[-1]["stopped"] = spoilt
    write("spoilt.jsonl", records)
    for form in FORMATS_OF_REPORTS:
        if form == "json":
            continue
        text = face(form, "spoilt.jsonl")
        found = sorted({c for c in text if c in "\x1b\x07\x9b\x85\u2028\u2029\u200f" or "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"})
        assert not found, (form, found, [text[max(0, text.index(c) - 80):text.index(c) + 20] for c in found])
    tap = face("tap", "spoilt.jsonl").splitlines()
    assert sum(line.startswith("Bail out!") for line in tap) == 1 and "ok 9 - x" not in tap
    return len(FORMATS_OF_REPORTS)


def the_last_sentence_agrees_with_the_status():
    with few_cases(SOURCE, "caret/fence", "caret/text"):
        return each_combination_is_told()


def each_combination_is_told():
    """Each combination of what is expected, what is known, and what becomes of the file: the status, what the run
    ends with, and what its report says afterwards."""
    case, worker = "caret/fence/no-parameters", [*RAISES, "KeyError"]
    fails, passes = f"{case} golden refused/error\n", "caret/fence/one-parameter golden refused/error\n"
    other = f"{case} golden wrong/value\n"
    both = ["--case", case, "--case", "caret/text/plain", "--seed", "1", "--only", "golden"]
    count = 0

    def ends(status, sentence, known, *more, parser=worker, cases=both, complained=""):
        nonlocal count
        Path("k.txt").write_text(known, encoding="utf-8")
        for form in ("tty", "tap", "markdown"):
            Path("k.txt").write_text(known, encoding="utf-8")
            out, err = run("test", "--format", form, "--report", "ended", "--known", "k.txt", *cases, *more, "--", *parser,
                           code=status)
            last = [line for line in out.splitlines() if sentence in line]
            assert last and (form == "markdown" or sentence in out.splitlines()[-1]), (form, out[-300:])
            assert complained in err and ("all as expected" in out) == (sentence == "all as expected"), (form, out, err)
            assert ("was written" in out) == ("--update-known" in more) and "was written" not in err, (form, out, err)
            count += 1
        return Path("k.txt").read_text(encoding="utf-8")

    def reported(status, badge):
        assert badge in face("badge", "ended", code=status)
        tap = face("tap", "ended", code=status)
        assert ("\nnot ok" in tap and " - the file of known" in tap) == ("no longer" in badge), tap
        ET.fromstring(face("junit", "ended", code=status))
        return face("tty", "ended", code=status).splitlines()[-1]

    ends(0, "all as expected", fails)
    assert reported(0, "known") == "all as expected"
    ends(1, "1 unexpected", "")
    assert reported(1, "1 unexpected") == "1 unexpected"
    good = ["--case", "caret/fence/one-parameter", "--seed", "1", "--only", "golden"]
    ends(1, "1 known failure passes now", passes, parser=GOOD, cases=good, complained="line 1: ")
    assert "not hold" in reported(1, "no longer fail as known")
    ends(1, "1 unexpected, and 1 entry of the file of known failures does not hold any more", other, complained="another way")
    assert ends(0, "1 failure that was unexpected is known from now on", "# mine\n", "--update-known") == "# mine\n" + fails
    assert ends(0, "all as expected", fails, "--update-known") == fails
    assert ends(0, "all as expected", passes, "--update-known", parser=GOOD, cases=good) == ""
    out, err = run("test", "--format", "json", "--known", "k.txt", "--update-known", *both, "--", *worker, code=0)
    assert "k.txt was written: 1 entries" in err and "was written" not in out
    run("test", "--known", "none/such/k.txt", "--update-known", *both, "--", *worker, code=3)
    return count


def shards_add_up():
    """Three shards, merged, are the run that was not sharded: the same results, the same verdict, and no change for
    the gate in either direction. The worker declares policies, which are judged by all cases, and once."""
    cases = ["--case", "caret/code-fence/*", "--case", "caret/extra-call/*", "--deadline", "60", "--seed", "1",
             "--reduce-budget", "0"]
    run("test", "--report", "whole", "--format", "badge", *cases, "--", *BAD, code=1)
    for i in "123":
        run("test", "--report", f"shard{i}", "--format", "badge", "--shard", f"{i}/3", *cases, "--", *BAD, code=1)
    said, complained = run("report", "--merge", "--format", "json", "shard3", "shard1", "shard2", code=1)
    assert not complained, complained
    Path("merged.jsonl").write_text(said, encoding="utf-8")
    sides = []
    for path in ("whole/report.jsonl", "merged.jsonl"):
        records = read(path)
        sides.append(sorted(json.dumps({k: v for k, v in r.items() if k != "us"}, sort_keys=True)
                            for r in records if r["record"] == "result" and r["check"] != "LINEAR"))
        policies = [r for r in records if r.get("check") == "policies"]
        assert len(policies) > 1, policies
        assert not any(r.get("check") == "policies" for r in read("shard2/report.jsonl") + read("shard3/report.jsonl"))
    assert sides[0] == sides[1], sorted(set(sides[0]) ^ set(sides[1]))
    summaries = [{k: read(p)[-1][k] for k in ("cases", "cuttings")}
                 for p in ("whole/report.jsonl", "merged.jsonl")]
    assert summaries[0] == summaries[1], summaries
    run("gate", "--baseline", "whole", "merged.jsonl", code=0)
    run("gate", "--baseline", "merged.jsonl", "whole", code=0)
    return len(sides[0])


CHECKS = [(a_trend_is_of_one_parser, 4), (parsers_of_one_name_are_told_apart, 5),
          (nothing_of_a_report_is_acted_upon, 9), (master_is_whole, 20), (each_class_in_each_format, 80),
          (failures_come_by_harm, 7), (junit, 100), (sarif, 10), (markdown, 20), (badges, 3), (outputs, 4),
          (shards_add_up, 100), (the_last_sentence_agrees_with_the_status, 18)]


def prepared():
    prepare()
    return len(ALL)


sys.exit(run_checks([(prepared, 5), *CHECKS], {}, SOURCE))
