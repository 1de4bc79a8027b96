#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""branches.py BUILD [--syntax S [--but CASE-OR-TEST]] [--fuzz] [--quick]: is each branch of reference/ taken by a golden case?

Runs BUILD/harness/golden_run (harness/tests/golden_run.c), and counts by gcovr. A branch is accounted for if
- a golden case takes it;
- it is in a file of UNIT, and a unit test of reference/tests takes it (BUILD/reference/counted_…);
- only an allocation that fails takes it: the cases do when each of their allocations fails in turn, and else not;
- it is the way past all cases of a `switch` over an enum, whose values are all there (-Wswitch-enum);
- it carries its argument: GCOVR_EXCL_BR_LINE or GCOVR_EXCL_BR_START … STOP, then a colon and the reason.
Prints a table by file, and below it each line with a branch that is none of these. Exits 0 if there is no such line,
1 if there are some, 3 if it could not count.

--syntax runs the cases of one syntax (or of `vault`), and judges its own files; `core` runs all, and judges the files
that are of no syntax. --but leaves out a case, or a unit test such as test_vault. --fuzz, in a build with FP_COVERAGE,
holds the inputs of the fuzz targets to the same: what a golden case takes, a stored input or a golden case has to take
in its target, which parses it with the policies, tools and limits that an input can ask for.

--quick lets allocations fail in few of the cases that several syntaxes share, and in all only where those few do not
account for each branch: the verdict is the same.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COUNTED = "reference/CMakeFiles/fencepost_counted.dir"
LIBRARY = "reference/CMakeFiles/libfencepost.dir"
CORE = "core"  # the part of the files that no syntax has for itself
ROWS = [name.lower().replace("_", "-") for name in re.findall(
    r"^ROW\(FP_(\w+)\)", (ROOT / "reference/syntaxes/rows.h").read_text(encoding="utf-8"), re.MULTILINE)]
QUICKLY = ["--every", "10"]  # of what several syntaxes share
MARKER = re.compile(r"GCOVR_EXCL_BR_(LINE|START)(.*)")

# Files whose branches the unit tests of reference/tests may take as well, and what no case asks for: a golden case is
# one input, parsed or rendered.
UNIT = {
    "core/buf.c": "sizes",
    "core/buf.h": "sizes",
    "core/call.c": "calls that are copied and compared",
    "core/call.h": "calls that are copied and compared",
    "core/catalogue.c": "catalogues that are refused",
    "core/catalogue_read.c": "catalogues that are refused",
    "core/derive.c": "lists of rows",
    "core/edge.c": "states that are compared, and held against their invariants",
    "core/equal.c": "values that differ",
    "core/events.c": "states that are compared, and held against their invariants",
    "core/ids.c": "prefixes of ids",
    "core/index.c": "keys that are looked for",
    "core/json.c": "events as JSON",
    "core/json_args.c": "states that are compared, and held against their invariants",
    "core/json_event.c": "events as JSON",
    "core/jsontext.c": "numbers, and objects, that are compared",
    "core/leads.c": "chunks of any length",
    "core/leads.h": "chunks of any length",
    "core/ledger.c": "states that are compared, and held against their invariants",
    "core/ledger.h": "states that are compared, and held against their invariants",
    "core/open_call.c": "states that are compared, and held against their invariants",
    "core/open_call_life.c": "states that are copied and compared",
    "core/open_call_valid.c": "invariants of states",
    "core/out.c": "parsers that are reset",
    "core/out.h": "sinks that stop",
    "core/outcome.c": "outcomes that are put together",
    "core/parser.c": "sinks that stop, and parsers that are used after their end",
    "core/parser_life.c": "a parser's life",
    "core/out_pending.c": "blocks that wait, in parsers that are traced, reset and compared",
    "core/pending.c": "blocks that wait, in parsers that are traced, reset and compared",
    "core/partial_json.c": "readers of partial JSON, which have cases of their own: test_partial_json",
    "core/policy.c": "names of policies",
    "core/quote.c": "states that are compared, and held against their invariants",
    "core/reasoning.c": "states that are compared, and held against their invariants",
    "core/render.c": "rendering",
    "core/render_framing.c": "rendering",
    "core/rules.c": "catalogues that are refused",
    "core/strings.c": "names",
    "core/tokens.c": "tokens of syntaxes that have none",
    "core/unescape.c": "parsers that are compared",
    "core/validate.c": "calls held against their schemas",
    "engines/array-derive.c": "lists of rows, and tables that are refused",
    "engines/array-highlight.c": "lists of rows",
    "engines/gemma-fault.c": "tables that are refused",
    "engines/first-fault.c": "tables that are refused",
    "engines/need.h": "tables that are refused",
    "engines/object-fault.c": "tables that are refused",
    "engines/object-render.c": "messages, of which a case has one call",
    "engines/object-whole.c": "more lone surrogates in a row than a case has",
    "engines/python-derive.c": "lists of rows",
    "engines/python-fault.c": "tables that are refused",
    "engines/tagged-table.c": "tables that are refused",
    "engines/tagged.c": "tags that hold the beginning of themselves: test_tagged has a table of its own",
    "engines/tags-fault.c": "tables that are refused",
    "engines/tags-highlight.c": "lists of rows",
    "engines/tags-id.c": "ids, which no compiled-in notation of tags has: test_tag_json has tables of its own",
    "engines/tags-json-render.c": "calls with arguments in JSON, likewise",
    "engines/tags-json.c": "arguments in JSON, likewise",
    "engines/tags-section.c": "sections, likewise",
    "engines/tags-table.c": "lists of rows",
    "engines/tags-words.c": "lists of rows",
    "engines/think.c": "lists of rows",
    "syntaxes/json-envelope-render.c": "messages, of which a case has one call",
    "syntaxes/message.c": "messages",
    "syntaxes/native-anthropic-render.c": "messages, of which a case has one call",
    "syntaxes/native-openai-render.c": "messages, of which a case has one call",
    "syntaxes/row-check.c": "rows that are refused",
    "syntaxes/table.c": "syntaxes that are added",
    "vault/map.c": "entries",
    "vault/resolve.c": "stores that fail",
    "vault/result.c": "results that are put together",
    "vault/table.c": "sizes",
}


class Broken(Exception):
    """It could not count."""


def run(command):
    done = subprocess.run(command, check=False, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if done.returncode:
        raise Broken(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-2000:]}")


def counts(objects, *commands):
    """{file: {line: (count, [branch counts])}} after the commands, from nothing; files go by their names in reference/."""
    for old in objects.rglob("*.gcda"):
        old.unlink()
    for command in commands:
        run(command)
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "counts"
        run(["gcovr", "--root", ROOT, "--filter", f"{ROOT}/reference/", "--no-markers", "--json", file, objects])
        document = json.loads(file.read_text(encoding="utf-8"))
    found = {f["file"].removeprefix("reference/"):
             {line["line_number"]: (line["count"], [b["count"] for b in line["branches"]])
              for line in f["lines"] if not line["gcovr/noncode"]} for f in document["files"]}
    if not found:
        raise Broken(f"{objects}: nothing was counted")
    return found


def past_all_cases(source, number):
    """Whether the line begins a switch that has no default."""
    line = source[number - 1]
    if not line.lstrip().startswith("switch ("):
        return False
    indent = line[:len(line) - len(line.lstrip())]
    for text in source[number:]:
        if text.startswith(indent + "}"):
            return True
        if text.startswith(indent + "default:"):
            return False
    return False


def arguments(name, source):
    """The numbers of lines whose branches carry their argument; and what is wrong with the markers."""
    lines, wrong, within = set(), [], False
    for number, text in enumerate(source, 1):
        match = MARKER.search(text)
        if match and not re.match(r":\s*\w", match.group(2)):
            wrong.append(f"reference/{name}:{number}: a marker without its argument: {text.strip()}")
        if match and match.group(1) == "START":
            within = True
        if within or match:
            lines.add(number)
        if "GCOVR_EXCL_BR_STOP" in text:
            within = False
    return lines, wrong


def taken(found, name, number, count):
    """Which of the branches of a line were taken."""
    line = found.get(name, {}).get(number)
    return [c > 0 for c in line[1]] if line and len(line[1]) == count else [False] * count


class File:
    """What became of the branches of a file."""

    def __init__(self, name, golden, unit, failing, fuzz):
        source = (ROOT / "reference" / name).read_text(encoding="utf-8").splitlines()
        argued, self.left = arguments(name, source)
        self.name = name
        self.lines = len(golden[name])
        self.lines_golden = sum(line[0] > 0 for line in golden[name].values())
        self.branches = self.golden = self.unit = self.failing = self.argued = self.fuzz = 0
        self.unfuzzed = []
        for number, (_, branches) in sorted(golden[name].items()):
            count = len(branches)
            here = [c > 0 for c in branches]
            self.branches += count
            self.golden += sum(here)
            reached = taken(fuzz, name, number, count)
            self.fuzz += sum(reached)
            if fuzz and number not in argued and any(g and not f for g, f in zip(here, reached)):
                marks = "".join("-" if g and not f else "+" if f else "." for g, f in zip(here, reached))
                self.unfuzzed.append(f"reference/{name}:{number}: {marks} {source[number - 1].strip()}")
            if name in UNIT:
                self.unit -= sum(here)
                here = [case or test for case, test in zip(here, taken(unit, name, number, count))]
                self.unit += sum(here)
            self.failing -= sum(here)
            here = [case or failure for case, failure in zip(here, taken(failing, name, number, count))]
            self.failing += sum(here)
            if here and not here[-1] and past_all_cases(source, number):
                here[-1] = True
                self.argued += 1
            if number in argued:
                self.argued += here.count(False)
            elif not all(here):
                marks = "".join("+" if h else "-" for h in here)
                self.left.append(f"reference/{name}:{number}: {marks} {source[number - 1].strip()}")

    def row(self):
        left = self.branches - self.golden - self.unit - self.failing - self.argued
        return [self.lines, self.lines_golden, self.branches, self.golden, self.unit, self.failing, self.argued, left,
                self.fuzz]


def table(files, fuzz):
    def percent(part, whole):
        return f"{part:6}/{whole:<5} {100 * part // whole if whole else 100:3d}%"

    print(f"{'':26} {'lines':>17} {'branches':>17}   unit tests  no memory  argued    left" + ("    fuzz inputs" if fuzz else ""))
    rows = [(f.name, f.row()) for f in files if f.branches]
    rows.append(("all", [sum(column) for column in zip(*(row for _, row in rows))]))
    for name, (lines, lines_golden, branches, golden, unit, failing, argued, left, by_fuzz) in rows:
        print(f"{name:26} {percent(lines_golden, lines)} {percent(golden, branches)} {unit:12} {failing:10} {argued:7} {left:7}"
              + (f" {percent(by_fuzz, branches)}" if fuzz else ""))


def unit_commands(build, but):
    programs = (build / "reference/counted_tests").read_text(encoding="utf-8").split()
    if not programs:
        raise Broken(f"{build} has no unit tests that count: install cmocka, and configure it again")
    if but and "/" not in but and f"counted_{but}" not in programs:
        raise Broken(f"{but} is neither a case nor one of {', '.join(programs)}")
    return [[build / "reference" / program] for program in programs if program != f"counted_{but}"]


def fuzz_commands(build, part, scratch):
    """What runs the inputs of the fuzz targets: what is stored, and every golden case that the target of its syntax can
    have. Those of the syntax's own target and of targets that are of no syntax, or of all."""
    targets, syntaxes = ((build / "fuzz" / kind).read_text(encoding="utf-8").split() for kind in ("targets", "syntaxes"))
    commands = []
    for target in targets:
        if part in syntaxes and target in syntaxes and target != part:
            continue
        inputs = [build / "fuzz/seeds" / target]
        if target in syntaxes:
            inputs.append(Path(scratch) / target)
            commands.append([sys.executable, ROOT / "fuzz/seeds.py", build / "harness/fencepost", target, inputs[-1]])
        commands.append([build / f"fuzz/fuzz_{target}", *inputs])
    return commands


def is_own(name, syntax):
    return re.match(rf"(syntaxes/)?{re.escape(syntax)}([-/]\w+)?\.[ch]$", name) is not None


def judged(name, part):
    """Whether the file's branches count: with a syntax, only those of its own files."""
    if part == CORE:
        return not any(is_own(name, syntax) for syntax in ROWS)
    return not part or is_own(name, part)


def judge(files):
    left = [line for file in files for line in file.left]
    print(*left, sep="\n" if left else "")
    if left:
        print(f"{len(left)} lines have branches (-) that no golden case takes: write the case, remove what is dead, or "
              "argue\nin the code why none can (GCOVR_EXCL_BR_LINE: reason)")
    else:
        print("every branch has its golden case, its unit test, or its argument")
    return not left


def judge_fuzz(files):
    """Whether the inputs of the fuzz targets take what golden cases take."""
    left = [line for file in files for line in file.unfuzzed]
    print(*left, sep="\n" if left else "")
    if left:
        print(f"{len(left)} lines have branches (-) that golden cases take and no input of a fuzz target does: let "
              "it ask for\nwhat the case has (harness/seed/decode.h), or put an input into its seeds")
    else:
        print("inputs of the fuzz targets take what golden cases take")
    return not left


def files_of(build, asked):
    """What became of the branches of each file."""
    golden_run = [build / "harness/golden_run", *(["--syntax", asked.syntax] if asked.syntax not in (None, CORE) else []),
                  *(["--but", asked.but] if asked.but and "/" in asked.but else [])]
    golden = counts(build / COUNTED, golden_run)
    unit = {} if asked.syntax and not any(judged(name, asked.syntax) for name in UNIT) else counts(
        build / COUNTED, *unit_commands(build, asked.but))
    with tempfile.TemporaryDirectory() as scratch:
        fuzz = counts(build / LIBRARY, *fuzz_commands(build, asked.syntax, scratch)) if asked.fuzz else {}
    for few in ([QUICKLY] if asked.quick else []) + [[]]:
        failing = counts(build / COUNTED, [*golden_run, "--failing", *few])
        files = [File(name, golden, unit, failing, fuzz) for name in sorted(golden)]
        if not any(file.left for file in files if judged(file.name, asked.syntax)):
            break
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--syntax", metavar="S")
    parser.add_argument("--but", metavar="CASE-OR-TEST")
    parser.add_argument("--fuzz", action="store_true")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    build = asked.build.resolve()
    os.environ.setdefault("FENCEPOST_DATA", str(ROOT))
    try:
        files = files_of(build, asked)
    except (Broken, OSError) as error:
        print(f"branches: {error}", file=sys.stderr)
        return 3
    if asked.syntax:
        files = [file for file in files if judged(file.name, asked.syntax)]
    if not files and asked.syntax in ROWS:
        print(f"{asked.syntax} is a table, without a branch of its own")
        return 0
    if not files:
        print(f"branches: no file of {asked.syntax}", file=sys.stderr)
        return 3
    table(files, asked.fuzz)
    good = judge(files)
    if asked.fuzz:
        good = judge_fuzz(files) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
