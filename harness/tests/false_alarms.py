# SPDX-License-Identifier: Apache-2.0
"""false_alarms.py SOURCE_DIR FENCEPOST: each row of reports/false-alarms/README.md: a parser that makes the choice, and no other, gets the
verdict that the row says.
"""
import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from checks import run_checks
from planted_choices import PLANTED, READINGS

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
PAGE = (SOURCE / "reports" / "false-alarms" / "README.md").read_text(encoding="utf-8")
HARMS = ("unwritten-call", "lost-call", "arguments", "text")
FAILED = ("wrong", "refused", "accepted", "differs", "crash", "timeout")  # and not protocol: 1e400, which Python writes as Infinity
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def rows():
    """Of each row its cells."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:]]


def held(words):
    """The rows that are held by something that begins with these words: what became of them, and that."""
    return [(became, by) for _, _, became, all_by in rows() for by in all_by.split("; ") if by.startswith(words)]


@functools.cache
def report(syntax, worker, choice, policies=(), case="*", strict=False):
    """The golden results of a planted parser, by case, and the summary."""
    options = [word for policy in policies for word in ("--policy", policy)]
    done = subprocess.run([FENCEPOST, "test", "--case", f"{syntax}/{case}", "--only", "golden", "--format", "json", "--reduce-budget", "0",
                           *(["--strict"] if strict else []), "--deadline", "60", "--", sys.executable, str(WORKERS / worker), choice, syntax, FENCEPOST, "serve", *options],
                          capture_output=True, timeout=600, check=False)
    assert done.returncode in (0, 1), (worker, choice, done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    found = {r["case"]: r for r in records if r["record"] == "result"}
    assert found, (worker, choice, syntax)
    return found, records[-1]


def golden(*args, **kwargs):
    return report(*args, **kwargs)[0]


def planted(choice, syntax, policies):
    """What the choice alone makes of the cases: what our own parser fails in the same worker is not of it."""
    usual = {case for case, r in golden(syntax, "alarms.py", "none", policies).items() if r["verdict"] in FAILED}
    return [r for case, r in golden(syntax, "alarms.py", choice, policies).items() if r["verdict"] in FAILED and case not in usual]


def of_value(text):
    """`types: schema` as the command line has it."""
    return re.search(r"`(\w+: [\w-]+)`", text)[1].replace(": ", "=")


def planted_choices_get_these_verdicts():
    found = held("planted")
    counting = {by for became, by in found if became.startswith("**finding**")}
    for became, by in found:
        choice, syntax = re.match(r"planted `([a-z-]+)` in `([a-z0-9-]+)`", by).groups()
        results = planted(choice, syntax, (of_value(by),) if ", `" in by else ())
        counted = [r for r in results if r["counts"]]
        if became.startswith("**finding**"):
            assert became.split()[1] in HARMS and became.split()[1] in {r["harm"] for r in counted}, (by, became, counted)
        else:
            clause = re.fullmatch(r"\*\*declared\*\* reading ([A-Z0-9.-]+)", became)[1]
            readings = {r["clause"] for r in results if r["verdict"] == "differs"}
            assert clause in readings and clause in READINGS[choice, syntax], (by, became, readings)
        assert by in counting or not counted, (by, became, counted)
    return len(found)


def declared_readings_pass():
    """Also under --strict, where each of them counts if it is not declared. Each is needed."""
    for became, by in held("planted"):
        choice, syntax = re.match(r"planted `([a-z-]+)` in `([a-z0-9-]+)`", by).groups()
        policies = (of_value(by),) if ", `" in by else ()
        if (choice, syntax) not in READINGS or became.startswith("**finding**"):
            continue
        silent = {case for case, r in golden(syntax, "alarms.py", choice, policies).items() if r["verdict"] == "differs"}
        usual = {case for case, r in golden(syntax, "alarms.py", "none", policies).items() if r["verdict"] in FAILED}
        said, summary = report(syntax, "alarms.py", "+".join([choice, *READINGS[choice, syntax]]), policies, strict=True)
        declared = {case: r for case, r in said.items() if r["verdict"] == "declared"}
        assert declared.keys() - usual == silent - usual and declared, (by, declared.keys() ^ silent)
        assert all(not r["counts"] and r["class"].startswith("differs/") for r in declared.values()), by
        assert not [r for case, r in said.items() if r["verdict"] == "differs" and case not in usual], by
        needed = {d["clause"]: d["count"] for d in summary["declared_readings"]}
        assert needed.keys() == set(READINGS[choice, syntax]) and all(needed.values()), (by, needed)
    return len(READINGS)


def declared_choices_pass():
    """Without the declaration they get another verdict, which names it; and `policies` is tested with them."""
    found = held("declared")
    for became, by in found:
        value, syntax = of_value(became), re.fullmatch(r"declared in `([a-z0-9-]+)`", by)[1]
        policy = dict([value.split("=")])
        usual = {case for case, r in golden(syntax, "chooses.py", "kept").items() if r["verdict"] in FAILED}
        silent = golden(syntax, "chooses.py", "kept", (value,))
        assert any(r["verdict"] in FAILED and r.get("declares") == policy for r in silent.values()), (value, syntax)
        said = golden(syntax, "chooses.py", f"declares={value}", (value,))
        assert not [r for case, r in said.items() if r["verdict"] in FAILED and case not in usual], (value, syntax)
        assert any(of == syntax and policy.items() <= choices.items() for of, choices in PLANTED), (value, syntax)
    return len(found)


def named_cases_and_tests_are_there():
    tests = (SOURCE / "harness" / "CMakeLists.txt").read_text(encoding="utf-8")
    for became, by in held("test "):
        name = re.fullmatch(r"test `(\w+)`", by)[1]
        assert re.search(rf"(fp_add_python_test\({name} |^    {name}\b)", tests, re.M), by
    for became, by in held("case "):
        one = re.fullmatch(r"case `(.+)`", by)[1]
        shown = subprocess.run([FENCEPOST, "show", one], capture_output=True, timeout=60, check=False, text=True)
        clause = re.fullmatch(r"\*\*right\*\* by ([A-Z0-9.-]+)", became)
        assert shown.returncode == 0 and shown.stdout.startswith(one), (by, shown.stderr)
        assert f"  {clause[1]}  " in shown.stdout if clause else f"policy {of_value(became).replace('=', ': ')}" in shown.stdout, \
            (by, became, shown.stdout)
    for became, by in held("skipped "):
        clause, cases = re.search(r"PROTOCOL-[0-9.]+", became)[0], re.fullmatch(r"skipped `([a-z0-9-]+)/(.+)`", by)
        skipped = golden(cases[1], "alarms.py", "none", case=cases[2])
        assert all(r["verdict"] == "skipped" and clause in r["message"] for r in skipped.values()), (by, skipped)
    return len(held("test ") + held("case ") + held("skipped "))


def each_choice_can_be_declared():
    """The table of spec/policies.md: its values are values, and its readings may be declared."""
    page = (SOURCE / "spec" / "policies.md").read_text(encoding="utf-8")
    specs = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCE / "spec").rglob("*.md"))
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.split("| choice |")[1].splitlines()[2:]]
    listed = subprocess.run([FENCEPOST, "list", "policies"], capture_output=True, timeout=60, check=True, text=True).stdout
    values = {line.split()[0]: re.split(r", |;", line.split(None, 2)[2]) for line in listed.splitlines()[1:]}
    wanted = ["unterminated", "extra_call", "text_after", "text_space", "value_framing", "unknown_tool", "code_fence", "types", "recovery",
              "reasoning", "malformed", "false_opener", "broken_block", "call_end", "duplicate_key", "names", "keys", "argument_forms",
              "opener_blank", "value_end", "markers", "output"]
    assert {row[0].strip("`").split(":")[0] for row in table} == {*wanted, "blanks"}, table
    for row in table:
        hows = row[2].split(", ")
        assert row[2] == "nothing" and row[3] or row[2] == "`output` of `hello`" or all(re.match(r"policy `|reading |`", how) for how in hows), row
        for policy in re.findall(r"policy `(\w+)`", row[2]):
            assert policy in values, row
        for policy, value in re.findall(r"`(\w+): ([\w-]+)`", row[2]):
            assert value in values[policy], (row, values)
        for clause in re.findall(r"reading ([A-Z0-9.-]+)", row[2]):
            assert re.search(rf"^### {clause}\n\*\*[A-Z, a-z]+\.\*\* Decision\.", specs, re.M), clause
    return len(table)


def each_row_is_held():
    """By one of these; and each planted choice has a row."""
    source = (WORKERS / "alarms.py").read_text(encoding="utf-8")
    choices = set(re.findall(r'"([a-z-]+)": [a-z_]+[,}]', source))
    named = {re.match(r"planted `([a-z-]+)`", by)[1] for _, by in held("planted")}
    assert choices == named, choices ^ named
    for row in rows():
        assert len(row) == 4 and re.match(r"\*\*(declared|hello|right|finding)\*\*", row[2]), row
        assert all(re.match(r"(planted|declared|case|test|skipped) ", by + " ") for by in row[3].split("; ")), row
        assert all(re.match(r"(engines|npm|upstreams|peers)\b", where) for where in row[1].split(", ") if not re.match(r"F\d", where)), row
    return len(rows())


sys.exit(run_checks([(planted_choices_get_these_verdicts, 15), (declared_readings_pass, 12), (declared_choices_pass, 13), (named_cases_and_tests_are_there, 14),
                     (each_choice_can_be_declared, 30), (each_row_is_held, 39)], {}, SOURCE))
