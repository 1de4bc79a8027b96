# SPDX-License-Identifier: Apache-2.0
"""scratch.py SOURCE_DIR ENGINE [MESSAGES]: a syntax is files of its own, and one line in the table.

Copies the tree, puts the notation of tests/scratch/ into it, adds its line, builds the program and the fuzz target,
and asks of the copy what any syntax is asked: lint, golden cases and laws, laws on so many messages that are made up
(200), the colours of editors (ENGINE: where highlight.py installs what reads them), 1000 fuzz inputs, the lock. Then no other file may have changed, except those that one command writes again.
CMAKE, CC and GENERATOR come from the environment.
"""
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(sys.argv[1])
ENGINE = sys.argv[2]
MESSAGES = sys.argv[3] if len(sys.argv) > 3 else "200"
SCRATCH = SOURCE / "harness" / "tests" / "scratch"
ID, ROW = "kimi-k2", "ROW(FP_KIMI_K2)"
FUZZ_INPUTS = "1000"
MOST_LINES = 150  # of C, the renderer included
MOST_SECONDS = 120  # on two processors
JOBS = 2
TABLE = "reference/syntaxes/rows.h"

# Where the notation's files belong: each of them is new.
OWN = {"kimi-k2.c": f"reference/syntaxes/{ID}.c", "kimi-k2.md": f"spec/{ID}.md", "corpus": f"corpus/{ID}"}

# What the tree demands of a new syntax besides, and must not: edits of files that all syntaxes share, as
# (file, what it has, what it has to have). This list stays empty.
DEMANDED = []

# Documents that name all syntaxes, and the command that writes each of them.
WRITTEN = {"spec/expressibility.md": ["express", "--format", "markdown"]}

# What `fencepost lock` writes of all specs.
LOCKED = {"corpus/lock.txt"}

os.environ.pop("FENCEPOST_DATA", None)


def run(*args, out=""):
    done = subprocess.run([str(a) for a in args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=3600, check=False, encoding="utf-8", errors="replace")
    assert done.returncode == 0 and out in done.stdout, (
        f"{' '.join(map(str, args))}: status {done.returncode}, {out!r} expected in\n{done.stdout[-5000:]}")
    return done.stdout


def digests(tree):
    """{file: digest of its bytes}, by names in the tree."""
    return {str(path.relative_to(tree)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in tree.rglob("*") if path.is_file()}


def replace(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: it must have this once, and has not: {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def add_notation(tree):
    for name, place in OWN.items():
        assert not (tree / place).exists(), f"{place}: the tree has this syntax; choose another one for the test"
        (shutil.copytree if (SCRATCH / name).is_dir() else shutil.copyfile)(SCRATCH / name, tree / place)
    rows = (tree / TABLE).read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(i for i, row in enumerate(rows) if row.startswith("ROW(") and row > ROW)
    (tree / TABLE).write_text("".join(rows[:at] + [ROW + "\n"] + rows[at:]), encoding="utf-8")
    for file, old, new in DEMANDED:
        replace(tree / file, old, new)


def build(tree, place):
    run(os.environ["CMAKE"], "-S", tree, "-B", place, "-G", os.environ["GENERATOR"],
        "-D", "CMAKE_C_COMPILER=" + os.environ["CC"], "-D", "CMAKE_BUILD_TYPE=Release",
        "-D", "CMAKE_C_FLAGS_RELEASE=-O1", "-D", "BUILD_TESTING=OFF", "-D", "FP_WERROR=ON", "-D", "FP_FUZZ=replay")
    run(os.environ["CMAKE"], "--build", place, "-j", JOBS, "--target", "fencepost", f"fuzz_{ID}")
    return place / "harness" / "fencepost", place / "fuzz" / f"fuzz_{ID}"


def ask(tree, fencepost, fuzz):
    run(fencepost, "lint", "--add-renderings", "--add-ids", "--syntax", ID, out=f"corpus/{ID}/ids.txt")
    run(fencepost, "lint", out="no problems")
    run(fencepost, "test", "--syntax", ID, out="all as expected")
    run(fencepost, "test", "--syntax", ID, "--generate", MESSAGES, out=f"{MESSAGES} cases")
    run(sys.executable, SOURCE / "harness" / "tests" / "highlight.py", tree, fencepost, ID, ENGINE, out=f"ok {ID}")
    run(fuzz, "--loop", FUZZ_INPUTS)
    for file, command in WRITTEN.items():
        (tree / file).write_text(run(fencepost, *command, out=ID), encoding="utf-8")
    run(fencepost, "lock")
    run(fencepost, "lock", "--check", out="all mean what they meant")


def check_changes(before, after, tree):
    own = tuple(OWN.values())
    foreign = {file for file in before.keys() | after.keys()
               if before.get(file) != after.get(file) and not file.startswith(own)}
    allowed = {TABLE, *WRITTEN, *LOCKED}
    assert foreign <= allowed, f"a new syntax changes files that are not its own: {sorted(foreign - allowed)}"
    added = set((tree / TABLE).read_text().splitlines()) - set((SOURCE / TABLE).read_text().splitlines())
    assert added == {ROW}, added


def check_steps():
    """CONTRIBUTING.md names all that is added, and all that is written again."""
    steps = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Adding a syntax\n")[2].partition("\n## ")[0]
    of_corpus = [f"corpus/{ID}/{name}" for name in ("FEATURE.json", "fault.txt", "ids.txt", "renderings.json", "lock.txt")]
    missing = {f"`{path.replace(ID, 'ID')}`" for path in (
        *[place for place in OWN.values() if "corpus" not in place], *of_corpus, TABLE, *WRITTEN, *LOCKED)}
    missing = {path for path in missing if path not in steps}
    assert not missing, f"CONTRIBUTING.md, Adding a syntax, lacks {sorted(missing)}"


def main():
    check_steps()
    began = time.monotonic()
    lines = len((SCRATCH / "kimi-k2.c").read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"the notation has {lines} lines of C, more than {MOST_LINES}"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(SOURCE, tree, symlinks=True,
                        ignore=shutil.ignore_patterns(".git", "build", "node_modules", "__pycache__"))
        before = digests(tree)
        add_notation(tree)
        fencepost, fuzz = build(tree, Path(folder) / "build")
        ask(tree, fencepost, fuzz)
        check_changes(before, digests(tree), tree)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = (usage.ru_utime + usage.ru_stime) / JOBS
    print(f"{lines} lines of C; {time.monotonic() - began:.0f} s, {spent:.0f} s on {JOBS} processors")
    assert MESSAGES != "200" or spent < MOST_SECONDS, f"it takes over {MOST_SECONDS} s: {spent:.0f}"


main()
