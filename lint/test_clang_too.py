#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_clang_too.py: what only clang warns about is found, what nobody warns about is not, and nothing is written."""
import json
import os
import subprocess
import sys
import tempfile

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clang_too.py")
HEAD = "#include <stdint.h>\nenum e { A, B };\nstruct s { uint8_t state; };\nvoid f(struct s *s, enum e e);\n"
NARROWS = HEAD + "void f(struct s *s, enum e e) { s->state = e; }\n"
CASTS = HEAD + "void f(struct s *s, enum e e) { s->state = (uint8_t)e; }\n"


def run(folder, code):
    """What the check prints about one file, compiled as CMake writes it down; its status; the files that are there then."""
    source = os.path.join(folder, "a.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(code)
    one = {"file": source, "directory": folder,
           "command": "ccache /usr/bin/gcc -Werror -Wall -Wconversion -MD -MT a.o -MF a.o.d -o a.o -c a.c"}
    build = os.path.join(folder, "build")
    os.makedirs(build, exist_ok=True)
    with open(os.path.join(build, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([one, {**one, "file": os.path.join(build, "generated.c")}], file)
    done = subprocess.run([sys.executable, CHECK, "clang", build], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, check=False)
    return done.returncode, done.stdout, sorted(os.listdir(folder))


def main():
    with tempfile.TemporaryDirectory() as folder:
        status, said, there = run(folder, NARROWS)
        assert status == 1 and "a.c:5:" in said, (status, said)
        assert there == ["a.c", "build"], there
        status, said, _there = run(folder, CASTS)
        assert (status, said) == (0, ""), (status, said)
    done = subprocess.run([sys.executable, CHECK, "clang", "/nowhere"], stderr=subprocess.PIPE, universal_newlines=True, check=False)
    assert done.returncode == 2 and "/nowhere" in done.stderr, done.stderr


if __name__ == "__main__":
    main()
