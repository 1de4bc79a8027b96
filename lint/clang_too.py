#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang_too.py CLANG BUILD...: clang takes each file that the builds compile, under the warnings that they ask for.

The fuzz targets are built by clang alone, so what only clang warns about would be found in the night. It parses the
files and writes nothing. Of two builds that have a file the first counts. Prints what clang prints; exits 1 if a file
has a warning, 2 if it could not look.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys

ALONE = ("-c", "-MD", "-MMD")  # options that would write a file
WITH_VALUE = ("-o", "-MT", "-MF", "-MQ")  # the same, with a value after them


def parsing(command, clang):
    """The command that has clang parse what the command compiles."""
    words = shlex.split(command)
    start = next(i for i, word in enumerate(words) if word.startswith("-"))  # after the compiler, and its launcher
    kept, skip = [clang, "-fsyntax-only"], False
    for word in words[start:]:
        if not skip and word not in ALONE and word not in WITH_VALUE:
            kept.append(word)
        skip = not skip and word in WITH_VALUE
    return kept


def commands(clang, builds):
    """(folder, command), one for each file of C. What builds generate is left out: it may be missing, or old."""
    found = {}
    for build in builds:
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            for one in json.load(file):
                is_source = not one["file"].startswith(tuple(os.path.abspath(b) + os.sep for b in builds))
                if one["file"].endswith(".c") and is_source:
                    found.setdefault(one["file"], one)
    return [(one["directory"], parsing(one["command"], clang)) for _, one in sorted(found.items())]


def complaint(one):
    folder, command = one
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                          check=False)
    return done.stdout if done.returncode else ""


def main(clang, *builds):
    todo = commands(clang, builds)
    if not todo:
        raise ValueError("no file of C is named in compile_commands.json of: %s" % " ".join(builds))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [text for text in pool.map(complaint, todo) if text]
    print("".join(complaints), end="", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, ValueError, TypeError, StopIteration) as error:
        print("clang_too.py: %s" % error, file=sys.stderr)
        sys.exit(2)
