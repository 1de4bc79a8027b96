#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""arm64.py BUILD SYNTAX...: how many instructions of arm64 the parsers take for the inputs of the speed gate.

BUILD is what ./dev arm64 has built. qemu-aarch64 logs each instruction that it runs, so this counts, and tells no rates.
Prints a table as reference/bench/README.md has it. Exit status: 0 fine, 2 wrong usage, 3 it cannot run.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = [ROOT / "reference/bench" / name for name in ("count.c", "feed.c", "workloads.c")]
CROSS = "aarch64-linux-gnu-"
COUNTED = "measure_parser"  # what runs from its first instruction until main() continues


def build(tree, scratch):
    """The counting program: static, so that all addresses are known."""
    program = Path(scratch) / "count"
    libraries = ROOT / "build/arm64-libraries/usr"
    subprocess.run([CROSS + "gcc", "-static", "-no-pie", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O2", "-I", ROOT / "reference/include",
                    "-I", libraries / "include", *SOURCES, tree / "reference/libfencepost.a",
                    libraries / "lib/aarch64-linux-gnu/libjansson.a", "-o", program], check=True)
    return program


def addresses(program):
    """Where COUNTED begins, and the range of main()."""
    text = subprocess.run([CROSS + "nm", "-S", program], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    found = {name: (int(start, 16), int(size, 16)) for start, size, name in re.findall(
        r"^(\w+) (\w+) T (main|%s)$" % COUNTED, text, re.MULTILINE)}
    return b"%016x" % found[COUNTED][0], b"%016x" % found["main"][0], b"%016x" % sum(found["main"])


def counts(program, syntax):
    """[instructions] of each call of COUNTED."""
    first, main, after = addresses(program)
    command = ["qemu-aarch64", "-singlestep", "-d", "exec,nochain", program, syntax]
    found, counting = [], False
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        for line in run.stderr:
            at = line.split(b"/", 2)[1]
            if at == first:
                counting = True
                found.append(0)
            elif counting and main <= at < after:
                counting = False
            if counting:
                found[-1] += 1
    if run.returncode or not found:
        raise OSError("%s: nothing was counted" % syntax)
    return found


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as scratch:
            program = build(Path(sys.argv[1]), scratch)
            for syntax in sys.argv[2:]:
                print("| `%s` | %s |" % (syntax, " | ".join("{:,}".format(n) for n in counts(program, syntax))), flush=True)
    except (OSError, subprocess.CalledProcessError, KeyError) as error:
        print("arm64: %s" % error, file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
