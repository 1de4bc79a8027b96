#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""speed_gate.py SOURCE: ./dev bench --gate notices a parser that was made slower, and no other."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from left_out import left_out

SOURCE = sys.argv[1]
GATE = os.path.join(SOURCE, "harness", "bench", "gate.py")
PARTS = ("CMakeLists.txt", "LICENSE", "README.md", "cmake", "reference", "harness", "fuzz", "corpus", "spec")
PLANT = ("reference/engines/tags-speed.c", "FP_TAGS_FAST = {\n    .at_ease = fp_tags_at_ease,\n", "FP_TAGS_FAST = {\n")  # byte by byte


def run_gate(tree, syntax):
    run = subprocess.run([sys.executable, GATE, "--tree", tree, "--syntax", syntax], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, universal_newlines=True)
    print(run.stdout)
    return run.returncode, run.stdout


def main():
    if not shutil.which("valgrind"):
        left_out("speed_gate", "there is no valgrind")
        return 77
    with tempfile.TemporaryDirectory() as tree:
        for part in PARTS:
            source, target = os.path.join(SOURCE, part), os.path.join(tree, part)
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, target)
        name = os.path.join(tree, PLANT[0])
        with open(name, encoding="utf-8") as file:
            text = file.read()
        assert PLANT[1] in text, "what is to be taken out is not there any more"
        with open(name, "w", encoding="utf-8") as file:
            file.write(text.replace(PLANT[1], PLANT[2]))
        status, said = run_gate(tree, "xml")
        assert status == 1, "a slower parser passes: status %d" % status
        assert re.search(r"^xml prose whole .* \+\d+", said, re.MULTILINE), "it is not said what is slower"
        status, said = run_gate(tree, "caret")
        assert status == 0, "what has not changed is said to have: status %d" % status
    return 0


if __name__ == "__main__":
    sys.exit(main())
