# SPDX-License-Identifier: Apache-2.0
"""lock.py SOURCE_DIR FENCEPOST CHANGED: fencepost lock, on copies of the suite; CHANGED is the program with one rule
of caret changed: a full stop is not part of a key any more."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from fewdata import case_files

from checks import run_checks

SOURCE = Path(sys.argv[1])
FENCEPOST, CHANGED = sys.argv[2:4]
ENTRY = "- `caret`: CARET-1.4: a key has no full stop any more; CARET-2.8 follows.\n"


def suite():
    """A fresh copy of what the lock of caret looks at; of other syntaxes one file, which is read soon. The long inputs,
    which take longer than all others together, are looked at once, in check_true()."""
    shutil.rmtree("suite", ignore_errors=True)
    for part in ("spec", "corpus"):
        shutil.copytree(SOURCE / part, Path("suite", part))
    shutil.copy(SOURCE / "CHANGELOG.md", "suite/CHANGELOG.md")
    for folder in Path("suite/corpus").iterdir():
        if Path("suite/spec", f"{folder.name}.md").exists() and folder.name != "caret":
            for file in sorted(case_files(folder), key=lambda file: file.stat().st_size)[1:]:
                file.unlink()
            shutil.rmtree(folder / "seeds", ignore_errors=True)
    Path("suite/corpus/caret/long.json").unlink()
    kept = Path("suite/corpus/caret/lock.txt")
    kept.write_text("".join(line for line in kept.read_text(encoding="utf-8").splitlines(keepends=True)
                            if not line.startswith("case\tcaret/long/")), encoding="utf-8")
    return Path("suite")


def lock(program, *arguments):
    return subprocess.run([program, "lock", "--syntax", "caret", *arguments], capture_output=True, text=True, timeout=300,
                          check=False, env={**os.environ, "FENCEPOST_DATA": "suite"})


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def expect(done, status, *parts):
    for part in parts:
        assert part in done.stdout + done.stderr, f"no {part!r} in {done.stdout[-1500:]}{done.stderr}"
    assert done.returncode == status, f"status {done.returncode}: {done.stdout[-1500:]}{done.stderr}"


def check_true():
    """The lock that is kept is true of the parsers that are. Each byte of each input is fed alone, for which the search
    for used frames takes twice the time; tests of the parsers have it."""
    quick = os.environ.get("ASAN_OPTIONS", "") + ":detect_stack_use_after_return=0"
    done = subprocess.run([FENCEPOST, "lock", "--check"], capture_output=True, text=True, timeout=500, check=False,
                          env={**os.environ, "ASAN_OPTIONS": quick})
    expect(done, 0, "all mean what they meant")
    return 1


def check_example():
    """The worked example of CONTRIBUTING.md: a rule of caret is changed, refused, explained, accepted."""
    text = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shown = re.search(r"\$ fencepost lock --check --syntax caret\n(.*?)```", text, re.S).group(1).splitlines()
    at = suite()
    (at / "CHANGELOG.md").write_text("# Changelog\n\n## 0.1.0 (unreleased)\n", encoding="utf-8")  # which names nothing
    edit(at / "spec/caret.md", "`A-Z a-z 0-9 _ - .`; case counts", "`A-Z a-z 0-9 _ -`; case counts")
    done = lock(CHANGED, "--check")
    expect(done, 1, "CARET-1.4 (spec/caret.md", "case that means something else: caret caret/parameter/odd-keys",
           "this asks for a major version")
    rest = done.stdout.splitlines()
    for line in shown:
        if line.strip(" …"):
            assert line in rest, f"CONTRIBUTING.md shows {line!r}, which is not said (again): {done.stdout[:3000]}"
            rest = rest[rest.index(line) + 1:]
    kept = (at / "corpus/caret/lock.txt").read_bytes()
    expect(lock(CHANGED), 1, "fencepost lock --accept")
    done = lock(CHANGED, "--accept")
    expect(done, 1, "suite/CHANGELOG.md: under \"0.1.0 (unreleased)\" nothing names CARET-1.4", "nothing was written")
    assert kept == (at / "corpus/caret/lock.txt").read_bytes()
    named = re.findall(r"nothing names (\S+)", done.stderr)
    edit(at / "CHANGELOG.md", "(unreleased)\n", "(unreleased)\n\n" + "".join(f"- {name}: so it is.\n" for name in named))
    expect(lock(CHANGED, "--accept"), 0, "lock: written")
    expect(lock(CHANGED, "--check"), 0, "all mean what they meant")
    expect(lock(FENCEPOST, "--check"), 1, "caret/parameter/odd-keys")
    return len(shown)


def check_lint():
    """lint names each case that the changed parser answers otherwise, with the first difference."""
    at = suite()
    env = {**os.environ, "FENCEPOST_DATA": str(at)}
    edit(at / "spec/caret.md", "`A-Z a-z 0-9 _ - .`; case counts", "`A-Z a-z 0-9 _ -`; case counts")
    said = {}
    for program in (FENCEPOST, CHANGED):
        done = subprocess.run([program, "lint"], capture_output=True, text=True, timeout=300, check=False, env=env)
        said[program] = {line for line in done.stderr.splitlines() if "the reference parser answers otherwise: " in line}
        assert done.returncode == 1, done  # of other syntaxes most cases are gone
    assert not said[FENCEPOST], said[FENCEPOST]
    named = {line.split(": ")[1] for line in said[CHANGED]}
    odd = [line for line in said[CHANGED] if line.split(": ")[1] == "caret/parameter/odd-keys"]
    assert odd and odd[0].startswith("corpus/caret/parameter.json: "), odd
    assert "otherwise: call 1" in odd[0], odd
    return len(named)


def unnamed(at):
    """A changelog that names nothing."""
    (at / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0 (unreleased)\n\n- CARET-1.40 and xCARET-1.4, "
                                     "CARET-2.*, xCARET-*, CARET-1* and CARET*\n", encoding="utf-8")


# What is edited: file, old, new; the version that it requires; the output; the clause that the changelog must name.
EDITS = [
    ("spec/caret.md", "**SHOULD, forbids.** Decision. A *key*", "**MUST, forbids.** Decision. A *key*", "a minor",
     ["clause of another level: caret CARET-1.4", "should before, must now"], "CARET-1.4"),
    ("spec/caret.md", "**SHOULD, forbids.** Decision. A *key*", "**SHOULD, forbids.** Source. A *key*", "a minor",
     ["clause that rests on something else: caret CARET-1.4", "decision before, source now"], "CARET-1.4"),
    ("spec/caret.md", "in one piece; case counts", "in one piece; case matters", "a patch",
     ["clause in other words: caret CARET-1.3"], None),
    ("corpus/caret/lock.txt", "policy\tcode_fence\t-\tCARET-6.4\t-\t-\ttext",
     "policy\tcode_fence\t-\tCARET-6.4\t-\t-\tcall", "a major", ["default policy changed: caret code_fence",
                                                                "call before, text now"], "CARET-6.4"),
    ("corpus/caret/lock.txt", "clause\tCARET-1.4\t", "clause\tCARET-1.39\t", "a major",
     ["clause renamed: caret CARET-1.39", "CARET-1.4 now"], "CARET-1.39"),
    ("corpus/caret/lock.txt", "case\tcaret/parameter/odd-keys\t", "case\tcaret/parameter/odd-keyz\t", "a major",
     ["case removed: caret caret/parameter/odd-keyz", "case added: caret caret/parameter/odd-keys"], "CARET-1.4"),
]


def check_edits():
    """Every kind of change is said as its own, and asks for its version."""
    for number, (path, old, new, part, said, entry) in enumerate(EDITS):
        at = suite()
        unnamed(at)
        edit(at / path, old, new)
        if path.endswith("lock.txt"):
            sort_lock(at / path)
        done = lock(FENCEPOST, "--check")
        expect(done, 1, f"asks for {part} version", *said)
        if entry:
            expect(lock(FENCEPOST, "--accept"), 1, f"nothing names {entry} ")
            named = (entry, entry.split(".")[0] + ".*", "CARET-*")[number % 3]
            (at / "CHANGELOG.md").write_text(f"## 0.2.0 (unreleased)\n\n- as {named}. says\n", encoding="utf-8")
        expect(lock(FENCEPOST, "--accept"), 0, "lock: written")
        expect(lock(FENCEPOST, "--check"), 0)
    return len(EDITS)


def sort_lock(path):
    """As it was in order before the edit."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    kinds = ["policy", "clause", "case", "seed"]
    body = sorted((line for line in lines if line[0] != "#"),
                  key=lambda line: (kinds.index(line.split("\t")[0]), line.split("\t")[1].encode()))
    head = [line for line in lines if line[0] == "#"]
    path.write_text("".join(line + "\n" for line in head + body), encoding="utf-8")


def check_renamed_case():
    """A case under another id with an alias was renamed, and is not taken for removed and added."""
    at = suite()
    edit(at / "corpus/caret/parameter.json", '"id": "caret/parameter/odd-keys"',
         '"id": "caret/parameter/odder-keys", "aliases": ["caret/parameter/odd-keys"]')
    done = lock(FENCEPOST, "--check")
    expect(done, 1, "case renamed, with an alias: caret caret/parameter/odd-keys", "asks for a patch version")
    assert "case added" not in done.stdout and "case removed" not in done.stdout, done.stdout
    return 1


def check_seeds():
    """Seeds are compared where they are, and where they are not that is said."""
    at = suite()
    seed = sorted((at / "corpus/caret/seeds").iterdir())[0]
    seed.write_bytes(b"^^^a\n^^^\n")
    expect(lock(FENCEPOST, "--check"), 1, f"fuzz seed with another input: caret {seed.name}")
    seed.unlink()
    expect(lock(FENCEPOST, "--check"), 1, f"fuzz seed removed: caret {seed.name}")
    shutil.rmtree(at / "corpus/caret/seeds")
    expect(lock(FENCEPOST, "--check"), 0, "they were not compared")
    return 3


# The text to replace, its replacement, and the message.
BROKEN = [
    ("policy\tcode_fence\t-\tCARET-6.4\t-\t-\ttext\n", "policy\tcode_fence\n", "line 4: not seven members"),
    ("policy\tcode_fence", "polizy\tcode_fence", "line 4: begins with no kind of line"),
    ("policy\tcode_fence\t-\tCARET-6.4\t-\t-\ttext\n", "policy\tzz\t-\tCARET-6.4\t-\t-\ttext\n",
     "line 5: out of order"),
]


def check_broken():
    """A lock that cannot be read is named with its line and the remedy, and nothing is written."""
    for old, new, said in BROKEN:
        at = suite()
        edit(at / "corpus/caret/lock.txt", old, new)
        expect(lock(FENCEPOST, "--check"), 2, f"corpus/caret/lock.txt: {said}", "fencepost lock --accept")
    expect(lock(FENCEPOST, "--check", "--accept"), 2, "--check writes nothing")
    expect(lock(FENCEPOST, "some"), 2, "takes no operand")
    return len(BROKEN) + 2


if __name__ == "__main__":
    sys.exit(run_checks([(check_true, 1), (check_example, 8), (check_lint, 3), (check_edits, 6), (check_renamed_case, 1),
                         (check_seeds, 3), (check_broken, 5)], {}, SOURCE))
