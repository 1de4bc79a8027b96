#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""branches.py BUILD [--but CASE] [--fuzz] [--output DIR]: does each branch of reference/ have a golden case that takes it?

Runs BUILD/harness/golden_run (harness/tests/golden_run.c), and counts by gcovr. A branch is accounted for if
- a golden case takes it;
- an allocation that fails takes it: no case does, but the same cases do when each allocation fails in turn;
- it is the way past all cases of a `switch` over an enum, whose values are all there (-Wswitch-enum);
- it carries its argument: GCOVR_EXCL_BR_LINE or GCOVR_EXCL_BR_START … STOP, behind a colon the reason.
Prints a table by file, and below it each line with a branch that is none of these. Exits 0 if there is no such line,
1 if there are some, 3 if it could not count.

--fuzz counts what the stored inputs of the fuzz targets take, too, of a build with FP_COVERAGE; --but leaves a case out;
--output writes what is below the table to DIR/branches.txt.
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
MARKER = re.compile(r"GCOVR_EXCL_BR_(LINE|START)(.*)")


class Broken(Exception):
    """It could not count."""


def run(command):
    done = subprocess.run(command, check=False, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    if done.returncode:
        raise Broken(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-2000:]}")


def counts(objects, *commands):
    """{file: {line: (count, [branch counts], argued)}} after the commands, run with counts of nothing."""
    for old in objects.rglob("*.gcda"):
        old.unlink()
    for command in commands:
        run(command)
    with tempfile.TemporaryDirectory() as scratch:
        documents = []
        for name, options in (("argued", []), ("all", ["--no-markers"])):
            file = Path(scratch) / name
            run(["gcovr", "--root", ROOT, "--filter", f"{ROOT}/reference/", *options, "--json", file, objects])
            documents.append(json.loads(file.read_text(encoding="utf-8"))["files"])
    counted = {(f["file"], line["line_number"]) for f in documents[0] for line in f["lines"] if line["branches"]}
    found = {f["file"]: {line["line_number"]: (line["count"], [b["count"] for b in line["branches"]],
                                              (f["file"], line["line_number"]) not in counted)
                         for line in f["lines"] if not line["gcovr/noncode"]} for f in documents[1]}
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


def unargued_markers(name, source):
    """Markers that give no reason."""
    for number, text in enumerate(source, 1):
        match = MARKER.search(text)
        if match and not re.match(r":\s*\w+", match.group(2)):
            yield f"{name}:{number}: a marker without its argument: {text.strip()}"


def taken(found, name, number, count):
    """Which of the branches of a line were taken: none of a line that another build has not."""
    line = found.get(name, {}).get(number)
    return [c > 0 for c in line[1]] if line and len(line[1]) == count else [False] * count


class File:
    """What became of the branches of a file."""

    def __init__(self, name, golden, failing, fuzz):
        source = (ROOT / name).read_text(encoding="utf-8").splitlines()
        self.name = name
        self.branches = self.golden = self.failing = self.argued = self.fuzz = 0
        self.lines = len(golden[name])
        self.lines_golden = sum(line[0] > 0 for line in golden[name].values())
        self.left = list(unargued_markers(name, source))
        for number, (_, branches, argued) in sorted(golden[name].items()):
            by_case = [c > 0 for c in branches]
            by_failure = taken(failing, name, number, len(branches))
            self.branches += len(branches)
            self.golden += sum(by_case)
            self.fuzz += sum(taken(fuzz, name, number, len(branches)))
            here = [case or failure for case, failure in zip(by_case, by_failure)]
            self.failing += sum(here) - sum(by_case)
            if here and not here[-1] and past_all_cases(source, number):
                here[-1] = True
                self.argued += 1
            if argued:
                self.argued += here.count(False)
            elif not all(here):
                marks = "".join("+" if h else "-" for h in here)
                self.left.append(f"{name}:{number}: {marks} {source[number - 1].strip()}")


def percent(part, whole):
    return f"{part}/{whole}".rjust(11) + (f" {100 * part // whole:3d}%" if whole else "  -- ")


def table(files, fuzz):
    head = f"{'file':36} {'lines by cases':>16} {'branches by cases':>17} {'no memory':>9} {'argued':>6} {'left':>5}"
    print(head + (f" {'by fuzz inputs':>16}" if fuzz else ""))
    total = {key: sum(getattr(f, key) for f in files)
             for key in ("lines", "lines_golden", "branches", "golden", "failing", "argued", "fuzz")}
    rows = [(f.name.removeprefix("reference/"), vars(f)) for f in files if f.branches] + [("all", total)]
    for name, row in rows:
        left = row["branches"] - row["golden"] - row["failing"] - row["argued"]
        print(f"{name:36} {percent(row['lines_golden'], row['lines'])} {percent(row['golden'], row['branches']):>17} "
              f"{row['failing']:9} {row['argued']:6} {left:5}"
              + (f" {percent(row['fuzz'], row['branches'])}" if fuzz else ""))


def fuzz_commands(build):
    targets = (build / "fuzz/targets").read_text(encoding="utf-8").split()
    return [[build / f"fuzz/fuzz_{target}", ROOT / "fuzz/seeds" / target] for target in targets]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--but", metavar="CASE")
    parser.add_argument("--fuzz", action="store_true")
    parser.add_argument("--output", type=Path, metavar="DIR")
    asked = parser.parse_args()
    build = asked.build.resolve()
    os.environ.setdefault("FENCEPOST_DATA", str(ROOT))
    golden_run = build / "harness/golden_run"
    but = ["--but", asked.but] if asked.but else []
    try:
        golden = counts(build / COUNTED, [golden_run, *but])
        failing = counts(build / COUNTED, [golden_run, *but, "--failing"])
        fuzz = counts(build / LIBRARY, *fuzz_commands(build)) if asked.fuzz else {}
    except (Broken, OSError) as error:
        print(f"branches: {error}", file=sys.stderr)
        return 3
    files = [File(name, golden, failing, fuzz) for name in sorted(golden) if name.startswith("reference/")]
    left = [line for file in files for line in file.left]
    table(files, asked.fuzz)
    if asked.output:
        (asked.output / "branches.txt").write_text("".join(line + "\n" for line in left), encoding="utf-8")
    print()
    for line in left:
        print(line)
    if left:
        print(f"{len(left)} lines have branches (-) that no golden case takes: write the case, remove what is dead, or "
              "argue\nin the code why none can (GCOVR_EXCL_BR_LINE: reason)")
        return 1
    print("every branch has its golden case, or its argument")
    return 0


if __name__ == "__main__":
    sys.exit(main())
