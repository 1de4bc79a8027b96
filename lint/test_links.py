#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_links.py BUILD: the rooms of this build link from below; and a room that calls what is above it is found."""
import json
import os
import subprocess
import sys
import tempfile

import layers

LINKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "links.py")

# What is planted in room "result": C, and what is reported, or None.
PLANTS = [
    ("int of_run(void); int f(void); int f(void) { return of_run(); }\n",
     "result/planted.c.o needs of_run, which only run/ above it defines"),
    ("extern int of_lock; int f(void); int f(void) { return of_lock; }\n",
     "result/planted.c.o needs of_lock, which only lock/ above it defines"),
    ("int of_base(void); int f(void); int f(void) { return of_base(); }\n", None),
    ("int of_both(void); int f(void); int f(void) { return of_both(); }\n", None),
    ("int puts(const char *s); int f(void); int f(void) { return puts(\"of_run\"); }\n", None),
]
ROOMS = {"run": "int of_run(void); int of_run(void) { return 1; }\n",
         "lock": "int of_lock = 1;\nint of_both(void); __attribute__((weak)) int of_both(void) { return 1; }\n",
         "base": "int of_base(void); int of_base(void) { return 1; }\nint of_both(void); int of_both(void) { return 1; }\n"}


def run(build, *root):
    done = subprocess.run([sys.executable, LINKS, build, *root], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True)
    return done.returncode, done.stdout.splitlines()


def compiled(root, room, code):
    """A room with one file; the command that compiled it, as CMake writes it down."""
    source = os.path.join(root, "harness", room, "planted.c")
    output = "CMakeFiles/fencepost_harness.dir/%s/planted.c.o" % room
    command = "%s -o %s -c %s" % (os.environ.get("CC", "cc"), output, source)
    os.makedirs(os.path.dirname(os.path.join(root, output)), exist_ok=True)
    os.makedirs(os.path.dirname(source), exist_ok=True)
    with open(source, "w", encoding="utf-8") as file:
        file.write(code)
    subprocess.run(command.split(), cwd=root, check=True)
    return {"directory": root, "command": command, "file": source}


def found(root, commands):
    with open(os.path.join(root, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump(commands, file)
    return run(root, root)


def planted():
    """What is wrong with what is found of each plant, and of a build that lacks a room."""
    with tempfile.TemporaryDirectory() as root:
        commands = [compiled(root, room, ROOMS.get(room, "")) for room in layers.LAYERS]
        for code, breach in PLANTS:
            compiled(root, "result", code)
            status, lines = found(root, commands)
            if (status, lines) != ((0, []) if breach is None else (1, [breach])):
                yield "%s: %d: %s" % (code, status, lines)
        status, lines = found(root, commands[1:])
        if status != 2 or "no object files of base" not in lines[0]:
            yield "a build without base/: %d: %s" % (status, lines)


def main():
    status, lines = run(sys.argv[1])
    failures = (lines if status else []) + list(planted())
    for line in failures:
        print("links: %s" % line, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
