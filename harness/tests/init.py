#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""init.py SOURCE_DIR FENCEPOST CC: the skeleton of a syntax: as a plugin it builds, lint has nothing against it, and all
laws hold; in the source tree its files compile and its line is in its place.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, FENCEPOST, CC = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fPIC"]


def run(folder, *args, code=0):
    done = subprocess.run([str(arg) for arg in args], cwd=folder, capture_output=True, text=True, timeout=500,
                          check=False, env={**os.environ, "FENCEPOST_DATA": str(SOURCE)})
    assert done.returncode == code, (args, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def a_good_plugin(folder, *options):
    """As it is written it builds, and passes. Where it is, and the program with it."""
    run(folder, FENCEPOST, "init", "plugin", "my-tags", *options)
    own = folder / "my-tags"
    run(folder, CC, *FLAGS, "-shared", "-I", SOURCE / "reference/include", own / "my-tags.c", "-o", own / "my-tags.so")
    program = [FENCEPOST, "--plugin", own / "my-tags.so"]
    said = run(folder, *program, "lint", "--add-renderings", "--add-ids")
    assert "no problems" in said, said
    said = run(folder, *program, "test", "--syntax", "my-tags")
    assert "all as expected" in said, said
    said = run(folder, *program, "test", "--syntax", "my-tags", "--generate", "200")
    assert "all as expected" in said, said
    return own, program


def a_plugin(folder):
    own, program = a_good_plugin(folder)
    case = own / "corpus/my-tags/call.json"
    case.write_text(case.read_text().replace('"text": "a  b"', '"text": "a b"'))
    said = run(folder, *program, "test", "--syntax", "my-tags", code=1)
    assert "my-tags/call/text-around" in said, said
    said = run(folder, FENCEPOST, "init", "syntax", "my-tags", code=2)
    assert "run this in Fencepost's source tree, or `fencepost init plugin my-tags` anywhere" in said, said
    said = run(folder, FENCEPOST, "init", "plugin", "my-tags", code=2)
    assert "it is there already: nothing was written" in said, said


def a_member_of_a_family(folder):
    own, _ = a_good_plugin(folder, "--family", "tags")
    ids = [line for line in (own / "corpus/my-tags/ids.txt").read_text().splitlines() if line.startswith("my-tags/")]
    written = (own / "corpus/my-tags/call.json").read_text().count('"id": ')
    of_family = [name for name in ids if not name.startswith(("my-tags/call/", "my-tags/equivalence/"))]
    assert written == 17 and len(of_family) >= 150, (written, len(of_family))
    said = run(folder, FENCEPOST, "init", "plugin", "other", "--family", "tag", code=2)
    assert "tags" in said and not (folder / "other").exists(), said
    said = run(folder, FENCEPOST, "init", "python", "--family", "tags", code=2)
    assert "--family is for `syntax` or `plugin` and an id" in said, said


def check_steps(told, name, files=5):
    """What is written, and each command that comes next, is in the steps of CONTRIBUTING.md."""
    steps = (SOURCE / "CONTRIBUTING.md").read_text().partition("\n## Adding a syntax\n")[2].partition("\n## ")[0]
    written = [line.split()[1].rstrip(":") for line in told.splitlines() if line.startswith("wrote ")]
    commands = [line.strip() for line in told.splitlines() if line.startswith("  ")]
    assert len(written) == files and len(commands) == 4, told
    for step in written + commands:
        step = step.replace("build/release/harness/", "").replace(name, "ID")
        assert f"`{step}`" in steps, f"CONTRIBUTING.md, Adding a syntax, lacks {step}"


def in_the_tree(folder):
    rows = folder / "reference/syntaxes/rows.h"
    rows.parent.mkdir(parents=True)
    before = (SOURCE / "reference/syntaxes/rows.h").read_text()
    rows.write_text(before)
    for name, follows in (("aaa", "ROW(FP_APERTUS)"), ("my-tags", "ROW(FP_NATIVE_ANTHROPIC)"), ("zzz", "/* clang-format on */")):
        told = run(folder, FENCEPOST, "init", "syntax", name)
        check_steps(told, name)
        lines = rows.read_text().splitlines()
        own = "ROW(FP_" + name.upper().replace("-", "_") + ")"
        assert lines[lines.index(own) + 1] == follows, lines
        lines.remove(own)
        rows.write_text("".join(line + "\n" for line in lines))
        assert rows.read_text() == before
        check_row(folder, name)
    check_steps(run(folder, FENCEPOST, "init", "syntax", "member", "--family", "tags"), "member", 6)
    check_row(folder, "member")


def check_row(folder, name):
    run(folder, CC, *FLAGS, "-fsyntax-only", "-I", SOURCE / "reference", "-I", SOURCE / "reference/include",
        folder / f"reference/syntaxes/{name}.c")
    for path in (f"spec/{name}.md", f"corpus/{name}/call.json", f"corpus/{name}/fault.txt"):
        assert "@" not in (folder / path).read_text(), path


def main():
    for check in (a_plugin, a_member_of_a_family, in_the_tree):
        with tempfile.TemporaryDirectory() as folder:
            check(Path(folder))
            print(f"ok {check.__name__}", flush=True)


main()
