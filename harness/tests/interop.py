# SPDX-License-Identifier: Apache-2.0
"""interop.py SOURCE_DIR FENCEPOST: reports laid out by clause: each state, what is shown, and in three forms."""
import html.parser
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
SCHEMA = json.loads((SOURCE / "spec" / "schema" / "interop.schema.json").read_text(encoding="utf-8"))
os.environ.pop("FENCEPOST_DATA", None)

# A case with several clauses, one with a Decision alone, and one more.
SOME = {"fence": "caret/fence/no-parameters", "crlf": "caret/fence/crlf", "one": "caret/fence/one-parameter"}


def run(*args, code=0, err=""):
    done = subprocess.run([FENCEPOST, *args], capture_output=True, timeout=100, check=False)
    out, said = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == code and err in said, (args, done.returncode, code, out[:500], said)
    return out


def cited():
    """Of each case the clauses that judge it, and of each clause what it rests on."""
    cases = {}
    for line in map(json.loads, run("test", "--syntax", "caret", "--format", "json").splitlines()):
        if line.get("check") == "golden":
            cases[line["case"]] = line["clauses"]
    return cases


def report(name, results, *, parser="p", suite="0.1.0", stopped=None):
    """results: (case, what more its line has)."""
    lines = [{"record": "run", "suite": suite, "subject": parser, "policies": "code_fence: call", "selected": 3, "strict": False,
              "parser": {"name": parser, "version": "7", "language": "c", "unit": "byte", "syntaxes": ["caret"],
                         "capabilities": [], "policies": {}}}]
    for case, more in results:
        lines.append({"record": "result", "case": case, "syntax": "caret", "check": "golden", "clause": "CARET-2.1",
                      "verdict": "pass", "us": 1, **more})
    lines.append({"record": "summary", **({"stopped": stopped} if stopped else {})})
    Path(name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return name


def failed(verdict, came, clause="CARET-2.1", **more):
    return {"verdict": verdict, "class": f"{verdict}/text", "message": "m", "counts": True, "clause": clause, "actual": came,
            "expected": "text \"\"\n", "command": "again", **more}


def table(*args):
    made = json.loads(run("interop", "--format", "json", *args))
    jsonschema.validate(made, SCHEMA)
    return made


def rows(made):
    return {one["clause"]: one for syntax in made["syntaxes"] for one in syntax["clauses"]}


def state(made, clause="CARET-2.1", parser=0):
    row = rows(made).get(clause)
    found = [one for one in row["parsers"] if one["parser"] == parser] if row else []
    return found[0]["state"] if found else "not tried"


STATES = [
    ({}, "obeys"),
    ({"basis": "by the reference parser"}, "differs"),
    (failed("differs", "a"), "differs"),
    (failed("wrong", "a", advice=True), "differs"),
    (failed("wrong", "a"), "fails"),
    (failed("refused", "a"), "fails"),
    ({**failed("wrong", "a"), "verdict": "known"}, "fails"),
    ({**failed("differs", "a"), "verdict": "known"}, "differs"),
    ({**failed("crash", "a"), "class": "crash"}, "fails"),
    ({**failed("protocol", "a"), "class": "protocol"}, "not tried"),
    ({"verdict": "skipped", "message": "m", "counts": False}, "not tried"),
    ({"check": "policies"}, "not tried"),
]


def states():
    """Each verdict makes the state of its clause, and no verdict a better one than another input's."""
    for more, expected in STATES:
        made = table(report("r", [(SOME["fence"], more)]))
        assert state(made) == expected, (more, expected, made)
        made = table(report("r", [(SOME["fence"], more), (SOME["one"], {})]))
        assert state(made) == (expected if expected != "not tried" else "obeys"), (more, expected, made)
    return len(STATES)


def clauses():
    """What is as expected speaks for all clauses that judge the case; a failure for the one that decides."""
    cases = cited()
    case = next(one for one, ids in cases.items() if len(ids) > 1 and one.startswith("caret/"))
    ids = cases[case]
    good = rows(table(report("r", [(case, {"clause": ids[0]})])))
    assert set(good) == set(ids), (case, ids, list(good))
    bad = rows(table(report("r", [(case, failed("wrong", "a", clause=ids[1]))])))
    assert list(bad) == [ids[1]], (case, ids, list(bad))
    law = rows(table(report("r", [(case, {"check": "CHUNK", "clause": "LAW-2.1"})])))
    assert list(law) == ["LAW-2.1"], list(law)
    return 3


def agreement():
    """Parsers that give one answer, which is not expected, agree; what nobody obeys is told; the input most do comes first."""
    alike, other = failed("differs", "text \"a\"\n"), failed("differs", "text \"b\"\n")
    first = report("one", [(SOME["fence"], alike), (SOME["crlf"], {})], parser="one")
    second = report("two", [(SOME["fence"], alike), (SOME["crlf"], other)], parser="two")
    third = report("three", [(SOME["fence"], other)], parser="three")
    row = rows(table(first, second))["CARET-2.1"]
    assert row["agree"] and (row["tried"], row["obey"]) == (2, 0), row
    assert [one["case"] for one in row["inputs"]] == [SOME["fence"], SOME["crlf"]], row
    assert [one["agree"] for one in row["inputs"]] == [True, False], row
    assert not rows(table(first, third))["CARET-2.1"]["agree"]
    assert not rows(table(first))["CARET-2.1"]["agree"]
    assert "None obeys, and on an input all say the same." in run("interop", first, second)
    assert "one, two, differs:" in run("interop", first, second)
    assert "None obeys it on all inputs." in run("interop", first, third)
    assert "None obeys" not in run("interop", first)
    return 9


def decision():
    """A clause of caret that is a Decision and judges a case."""
    return next(one for one, row in rows(table(report("all", [(case, {}) for case in cited()]))).items()
                if row["basis"] == "decision")


def selected():
    """--syntax, --decisions and --show."""
    name = report("r", [(SOME["fence"], failed("wrong", "a")), (SOME["crlf"], failed("wrong", "b"))])
    basis = rows(table(name))["CARET-2.1"]["basis"]
    assert (rows(table("--decisions", name)) == {}) == (basis != "decision"), basis
    assert table("--syntax", "xml", name)["syntaxes"] == []
    assert len(rows(table("--show", "1", name))["CARET-2.1"]["inputs"]) == 1
    assert rows(table("--show", "0", name))["CARET-2.1"]["inputs"] == []
    assert len(rows(table("--syntax", "caret", name))["CARET-2.1"]["inputs"]) == 2
    name = report("r", [(SOME["fence"], failed("wrong", "a")), (SOME["crlf"], failed("differs", "b", clause=decision()))])
    assert list(rows(table("--decisions", name))) == [decision()]
    return 6


class Page(html.parser.HTMLParser):
    """Counts what a page has; what it loads is wrong."""

    def __init__(self):
        super().__init__()
        self.tags, self.classes, self.loads = {}, [], []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        named = dict(attrs)
        self.classes.append(named.get("class"))
        self.loads += [value for name, value in attrs if name == "src" or (name == "href" and not value.startswith("#"))]


def forms():
    """The page is whole by itself; nothing that a parser answers becomes a tag or a table's border."""
    evil = "</pre><script>x</script>|`````\n"
    name = report("r", [(SOME["fence"], failed("wrong", evil)), (SOME["one"], {"clause": "CARET-2.2"})], parser="<b>|p")
    page = Page()
    text = run("interop", "--format", "html", name)
    page.feed(text)
    assert page.tags["script"] == 1 and page.tags["html"] == 1 and "b" in page.tags and not page.loads, page.loads
    assert "fails" in page.classes and "obeys" in page.classes and "<b>|p" not in text and "<script>x" not in text
    text = run("interop", name)
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert len({line.count("|") for line in lines if "CARET" in line}) == 1, lines
    outside = text[:text.index("``````")] + text[text.rindex("``````"):]
    assert "<b>" not in outside and "script" not in outside, outside
    run("interop", "--format", "html", "--output", "page.html", name)
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    return 5


def reports():
    """Parsers of one name are told apart; a run that was stopped is marked; what cannot be used is refused."""
    made = table(report("a", []), report("b", []), report("c", [], stopped="killed"))
    assert [one["name"] for one in made["parsers"]] == ["p", "p (b)", "p (c)"], made
    assert [one["partial"] for one in made["parsers"]] == [False, False, True], made
    assert "did not come to its end" in run("interop", "c") and "did not come" in run("interop", "--format", "html", "c")
    run("interop", report("old", [], suite="0.0.9"), code=2, err="judged by suite 0.0.9")
    run("interop", "nosuch", code=2, err="nosuch: cannot read")
    run("interop", code=2, err="say which reports")
    run("interop", "--format", "tty", "a", code=2, err="there is no format tty")
    Path("broken").write_text(Path("a").read_text(encoding="utf-8") + "{\n", encoding="utf-8")
    run("interop", "broken", code=2, err="broken: ")
    return 8


def agreements(page):
    """Of a table: (notation, clause) of each Decision that three parsers or more were tried on and none obeys, where on an
    input all of them say the same."""
    notation, tried, found = None, {}, set()
    for line in page.splitlines():
        if line.startswith("## "):
            notation = line[3:]
        row = re.match(r"\| ([A-Z0-9-]+\.[0-9]+)(?:, \w+)? \|(.*)\|$", line)
        if row:
            tried[notation, row[1]] = sum(cell.strip() != "–" for cell in row[2].split(" | "))
        told = re.match(r"\*\*([A-Z0-9-]+\.[0-9]+)\*\* \(decision\): .* None obeys, and on an input all say the same\.$", line)
        if told and tried[notation, told[1]] >= 3:
            found.add((notation, told[1]))
    return found


def arguments(page):
    """Of the README: (notation, clause) of each row of its table that has an argument."""
    found = set()
    for line in page.splitlines():
        row = re.match(r"\| `([a-z0-9-]+)` \| ([A-Z0-9.,\s-]+) \| (\S.{40,}) \|$", line)
        if row:
            found |= {(row[1], clause) for clause in row[2].split(", ")}
    return found


def argued():
    """Each agreement of the published table has an argument, and each argument an agreement."""
    pages = SOURCE / "reports" / "interop"
    agreed = agreements((pages / "table.md").read_text(encoding="utf-8"))
    given = arguments((pages / "README.md").read_text(encoding="utf-8"))
    assert agreed, "the table shows no agreement: does this check still read it?"
    assert agreed == given, {"without an argument": sorted(agreed - given), "argued, and not there": sorted(given - agreed)}
    first, second, third = (report(name, [(SOME["crlf"], failed("differs", "a", clause=decision()))], parser=name)
                            for name in ("one", "two", "three"))
    assert agreements(run("interop", first, second)) == set()
    assert agreements(run("interop", first, second, third)) == {("caret", decision())}
    assert arguments("| `caret` | CARET-1.1, CARET-1.2 | An argument that is long enough to be one, and not a word. |\n"
                     "| `caret` | CARET-1.3 | |\n") == {("caret", "CARET-1.1"), ("caret", "CARET-1.2")}
    return len(agreed) + 3


def main():
    checks = [(states, 12), (clauses, 3), (agreement, 9), (selected, 6), (forms, 5), (reports, 8), (argued, 4)]
    with few_cases(SOURCE, "caret"):
        return run_checks(checks, {}, SOURCE)


if __name__ == "__main__":
    sys.exit(main())
