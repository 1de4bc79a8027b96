# SPDX-License-Identifier: Apache-2.0
"""scratch.py SOURCE_DIR ENGINE [MESSAGES]: a syntax is files of its own, and one line in the table.

Copies the tree without one of its syntaxes, and puts that back, which has everything of its own, and the notation of
tests/scratch/, which has its clauses and cases from a family; adds their lines, builds the program and the fuzz target, and asks of the copy what any
syntax is asked: lint, golden cases and laws, laws on so many messages that are made up (200), the colours of editors
(ENGINE: where highlight.py installs what reads them), 1000 fuzz inputs, the lock. Then no other file may have changed,
except those that one command writes again.
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

# Its files: each of them is new to the copy.
SOURCE_OF_ROW = f"reference/syntaxes/{ID}.c"
OWN = (SOURCE_OF_ROW, f"spec/{ID}.md", f"corpus/{ID}")

# Those of them that commands write; what they write has to be what the tree has.
WRITTEN_OF_ROW = tuple(f"corpus/{ID}/{name}" for name in ("ids.txt", "renderings.json", "lock.txt"))

# A member of a family, which has no case of its own; and how many it has of its family at least.
MEMBER, MEMBER_ROW, FAMILY_CASES = "scratch-tags", "ROW(FP_SCRATCH_TAGS)", 150
OWN_OF_MEMBER = {f"{MEMBER}.c": f"reference/syntaxes/{MEMBER}.c", f"{MEMBER}.md": f"spec/{MEMBER}.md"}

# What the tree demands of a new syntax besides, and must not: edits of files that all syntaxes share, as
# (file, what it has, what it has to have). This list stays empty.
DEMANDED = []

# Documents that name all syntaxes, and the command that writes each of them.
WRITTEN = {"spec/expressibility.md": ["express", "--format", "markdown"], "spec/policies.md": ["list", "matrix"],
           "spec/notations.md": ["list", "notations"]}

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


def add_row(tree, row):
    rows = (tree / TABLE).read_text(encoding="utf-8").splitlines(keepends=True)
    at = next((i for i, other in enumerate(rows) if other.startswith("ROW(") and other > row), len(rows))
    (tree / TABLE).write_text("".join(rows[:at] + [row + "\n"] + rows[at:]), encoding="utf-8")


def copy_without(tree):
    """The tree, as if nobody had written the notation yet."""
    shutil.copytree(SOURCE, tree, symlinks=True,
                    ignore=shutil.ignore_patterns(".git", "build", "node_modules", "__pycache__"))
    for place in OWN:
        (shutil.rmtree if (tree / place).is_dir() else os.remove)(tree / place)
    replace(tree / TABLE, ROW + "\n", "")


def add_notations(tree):
    for name, place in OWN_OF_MEMBER.items():
        assert not (tree / place).exists(), f"{place}: the tree has this syntax; choose another one for the test"
        shutil.copyfile(SCRATCH / name, tree / place)
    for place in OWN:
        (shutil.copytree if (SOURCE / place).is_dir() else shutil.copyfile)(SOURCE / place, tree / place)
    for place in WRITTEN_OF_ROW:
        os.remove(tree / place)
    add_row(tree, ROW)
    add_row(tree, MEMBER_ROW)
    for file, old, new in DEMANDED:
        replace(tree / file, old, new)


def build(tree, place):
    run(os.environ["CMAKE"], "-S", tree, "-B", place, "-G", os.environ["GENERATOR"],
        "-D", "CMAKE_C_COMPILER=" + os.environ["CC"], "-D", "CMAKE_BUILD_TYPE=Release",
        "-D", "CMAKE_C_FLAGS_RELEASE=-O1", "-D", "BUILD_TESTING=OFF", "-D", "FP_WERROR=ON", "-D", "FP_FUZZ=replay")
    run(os.environ["CMAKE"], "--build", place, "-j", JOBS, "--target", "fencepost", f"fuzz_{ID}")
    return place / "harness" / "fencepost", place / "fuzz" / f"fuzz_{ID}"


def ask(tree, fencepost, fuzz):
    run(fencepost, "lint", "--add-renderings", "--add-ids")
    run(fencepost, "lint", out="no problems")
    run(fencepost, "test", "--syntax", ID, out="all as expected")
    run(fencepost, "test", "--syntax", ID, "--generate", MESSAGES, out=f"{MESSAGES} cases")
    for syntax in (ID, MEMBER):
        run(sys.executable, SOURCE / "harness" / "tests" / "highlight.py", tree, fencepost, syntax, ENGINE,
            out=f"ok {syntax}")
    run(fencepost, "test", "--syntax", MEMBER, out="all as expected")
    run(fencepost, "test", "--syntax", MEMBER, "--generate", MESSAGES, out=f"{MESSAGES} cases")
    others = (f'"{MEMBER}/types-table/', f'"{MEMBER}/equivalence/')
    of_family = [line for line in run(fencepost, "export", "--syntax", MEMBER).splitlines()
                 if f'"id":"{MEMBER}/' in line.replace('": "', '":"') and not any(other in line for other in others)]
    assert len(of_family) >= FAMILY_CASES, f"a member has {len(of_family)} cases of its family, not {FAMILY_CASES}"
    run(fuzz, "--loop", FUZZ_INPUTS)
    for file, command in WRITTEN.items():
        (tree / file).write_text(run(fencepost, *command, out=ID), encoding="utf-8")
    run(fencepost, "lock")
    run(fencepost, "lock", "--check", out="all mean what they meant")


def check_changes(before, after, tree):
    own = (*OWN, *OWN_OF_MEMBER.values(), f"corpus/{MEMBER}")
    foreign = {file for file in before.keys() | after.keys()
               if before.get(file) != after.get(file) and not file.startswith(own)}
    allowed = {TABLE, *WRITTEN, *LOCKED}
    assert foreign <= allowed, f"a new syntax changes files that are not its own: {sorted(foreign - allowed)}"
    added = set((tree / TABLE).read_text().splitlines()) - set((SOURCE / TABLE).read_text().splitlines())
    assert added == {MEMBER_ROW}, added
    for place in WRITTEN_OF_ROW:
        assert (tree / place).read_bytes() == (SOURCE / place).read_bytes(), f"{place}: is not what the commands write"


def check_steps():
    """CONTRIBUTING.md names all that is added, and all that is written again."""
    steps = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Adding a syntax\n")[2].partition("\n## ")[0]
    of_corpus = [f"corpus/{ID}/{name}" for name in ("FEATURE.json", "fault.txt", "ids.txt", "renderings.json", "lock.txt")]
    missing = {f"`{path.replace(ID, 'ID')}`" for path in (
        *[place for place in OWN if "corpus" not in place], *of_corpus, TABLE, *WRITTEN, *LOCKED)}
    missing = {path for path in missing if path not in steps}
    assert not missing, f"CONTRIBUTING.md, Adding a syntax, lacks {sorted(missing)}"


def main():
    check_steps()
    began = time.monotonic()
    lines = len((SOURCE / SOURCE_OF_ROW).read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"the notation has {lines} lines of C, more than {MOST_LINES}"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        copy_without(tree)
        before = digests(tree)
        add_notations(tree)
        fencepost, fuzz = build(tree, Path(folder) / "build")
        ask(tree, fencepost, fuzz)
        check_changes(before, digests(tree), tree)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = (usage.ru_utime + usage.ru_stime) / JOBS
    print(f"{lines} lines of C; {time.monotonic() - began:.0f} s, {spent:.0f} s on {JOBS} processors")
    assert MESSAGES != "200" or spent < MOST_SECONDS, f"it takes over {MOST_SECONDS} s: {spent:.0f}"


main()
