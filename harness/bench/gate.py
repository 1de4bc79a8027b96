#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gate.py [BASE] [--write] [--percent N] [--syntax S] [--tree DIR]: have the parsers become slower?

Counts the instructions of small fixed inputs under callgrind: the same for the same program, whatever else
the machine does. They are held against counts.txt, which --write writes, or against those of the commit
BASE, built here as well. The counts of another compiler or library are of no use: then the commit that wrote
counts.txt is BASE. --tree DIR judges that source tree in place of this one.
Exit status: 0 as expected, 1 something has changed by more than N percent (3), 2 wrong usage, 3 it cannot run.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COUNTS = os.path.join("harness", "bench", "counts.txt")
CC = os.environ.get("CC", "gcc")
SOURCES = ("count.c", "feed.c", "workloads.c")  # of this tree, for every tree: so all count the same inputs
COUNTED = "measure_parser"  # what runs in this function


class CannotRun(Exception):
    pass


def output(argv, **options):
    try:
        run = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **options)
    except OSError as error:
        raise CannotRun("%s: %s" % (argv[0], error.strerror)) from error
    if run.returncode:
        raise CannotRun("%s failed:\n%s" % (" ".join(argv), (run.stdout + run.stderr).decode(errors="replace")))
    return run.stdout.decode()


def git(*arguments):
    return output(["git", "-C", ROOT, "-c", "safe.directory=" + ROOT] + list(arguments))


# ---- counting ---------------------------------------------------------------------------------------------

def environment():
    """What the counts depend on beside the sources: of the processor, which memchr the library takes."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        wide = re.search(r"\bavx2\b", file.read()) is not None
    return "; ".join([output([CC, "--version"]).splitlines()[0], " ".join(os.confstr("CS_GNU_LIBC_VERSION").split()),
                      "jansson " + output(["pkg-config", "--modversion", "jansson"]).strip(),
                      output(["valgrind", "--version"]).strip(), os.uname().machine + (", avx2" if wide else "")])


def build(tree, work):
    """The counting program, with the library of that tree."""
    output(["cmake", "-S", tree, "-B", work, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
            "-DBUILD_TESTING=OFF", "-DCMAKE_C_COMPILER=" + CC])
    output(["cmake", "--build", work, "--target", "libfencepost"])
    program = os.path.join(work, "bench-count")
    jansson = output(["pkg-config", "--cflags", "--libs", "jansson"]).split()
    output([CC, "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O2", "-I" + os.path.join(tree, "reference", "include")] +
           [os.path.join(ROOT, "reference", "bench", name) for name in SOURCES] +
           [os.path.join(work, "reference", "libfencepost.a"), "-o", program] + jansson)
    return program


def count(tree, work, syntax):
    """{"caret prose whole": instructions}"""
    program = build(os.path.abspath(tree), work)
    profiles = os.path.join(work, "profiles")
    shutil.rmtree(profiles, ignore_errors=True)
    os.makedirs(profiles)
    said = output(["valgrind", "--tool=callgrind", "--toggle-collect=" + COUNTED, "--dump-after=" + COUNTED,
                   "--callgrind-out-file=out", os.path.abspath(program)] + ([syntax] if syntax else []), cwd=profiles)
    counts = {}
    for number, name in enumerate(said.splitlines(), 1):
        with open(os.path.join(profiles, "out.%d" % number), encoding="utf-8") as file:
            counts[name] = int(re.search(r"^totals: (\d+)$", file.read(), re.MULTILINE).group(1))
    if not counts or 0 in counts.values():
        raise CannotRun("nothing was counted: is there a syntax %s?" % (syntax or "at all"))
    return counts


def count_commit(commit, work, syntax):
    tree = os.path.join(work, "tree")
    shutil.rmtree(work, ignore_errors=True)  # with its objects: git gives the files of any commit the time of that commit
    os.makedirs(tree)
    archive = os.path.join(work, "tree.tar")
    git("archive", "--output", os.path.abspath(archive), commit)
    output(["tar", "-xf", archive, "-C", tree])
    os.remove(archive)
    return count(tree, os.path.join(work, "build"), syntax)


# ---- the file ---------------------------------------------------------------------------------------------

def read_counts(path):
    """The environment, and the counts."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return lines[0], {name: int(n) for name, _, n in (line.rpartition(" ") for line in lines[1:])}


def write_counts(path, counts):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Instructions of the parsers for %d inputs; ./dev bench --gate --write writes them.\n" % len(counts))
        file.write(environment() + "\n")
        for name, instructions in counts.items():
            file.write("%s %d\n" % (name, instructions))


# ---- the verdict ------------------------------------------------------------------------------------------

def changes(before, now, percent):
    """What differs: (name, before, now, percent more), the gravest first; None where there is none."""
    for name in sorted(set(before) ^ set(now)):
        yield name, before.get(name), now.get(name), None
    moved = [(name, before[name], now[name], 100 * (now[name] - before[name]) / before[name]) for name in now if name in before]
    yield from sorted((m for m in moved if abs(m[3]) > percent), key=lambda m: -m[3])


def judge(before, now, percent, strict):
    """Says what differs; whether that is as expected. Strict: nothing may be new, gone or fewer unnoticed."""
    more = other = 0
    for name, old, new, change in changes(before, now, percent):
        print("%-32s %12s -> %12s  %s" % (name, old or "-", new or "-",
                                          "gone" if new is None else "new" if old is None else "%+.1f %%" % change))
        if change is not None and change > 0:
            more += 1
        else:
            other += 1
    print("gate: %d inputs; %d take over %g %% more instructions, %d fewer, new or gone" % (
        len(now), more, percent, other))
    if more:
        print("gate: slower. Fix it, or, if that is intended, give the reason in the commit that has the counts "
              "of ./dev bench --gate --write")
    elif other and strict:
        print("gate: record that, so that it stays: ./dev bench --gate --write")
    return not more and not (other and strict)


def run(options):
    here = os.path.join(os.path.abspath(options.tree), "build", "gate", "here")
    if options.write:
        write_counts(os.path.join(ROOT, COUNTS), count(options.tree, here, None))
        return True
    base, strict = options.base, False
    if not base:
        made_by, before = read_counts(os.path.join(ROOT, COUNTS))
        strict = made_by == environment()
        if not strict:
            base = git("log", "-1", "--format=%H", "--", COUNTS).strip()
            print("gate: counts.txt is of %s;\n      here: %s;\n      so commit %.12s, which wrote it, is counted here"
                  % (made_by, environment(), base))
            if not base:
                raise CannotRun("git does not know the commit that wrote %s; name one: ./dev bench --gate BASE" % COUNTS)
    if base:
        before = count_commit(base, os.path.join(ROOT, "build", "gate", "base"), options.syntax)
    now = count(options.tree, here, options.syntax)
    if options.syntax:
        before = {name: n for name, n in before.items() if name.split()[0] == options.syntax}
    return judge(before, now, options.percent, strict)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench --gate")
    parser.add_argument("base", nargs="?", metavar="BASE", help="the commit to hold it against; else counts.txt")
    parser.add_argument("--write", action="store_true", help="update counts.txt")
    parser.add_argument("--percent", type=float, default=3, metavar="N", help="how much may pass (3)")
    parser.add_argument("--syntax", metavar="S", help="only this one")
    parser.add_argument("--tree", default=ROOT, metavar="DIR", help="the sources to judge; else these")
    options = parser.parse_args()
    if options.write and (options.base or options.syntax):
        parser.error("--write takes neither BASE nor --syntax: the file has the counts of all")
    try:
        return 0 if run(options) else 1
    except (CannotRun, OSError) as error:
        print("gate: %s" % error, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
