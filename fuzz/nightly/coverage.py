# SPDX-License-Identifier: Apache-2.0
"""coverage.py: which lines and branches of the parsers the inputs reach, by gcov, from a build with --coverage."""
import json
import re
import shutil
import subprocess
from pathlib import Path

from nightly import corpus, process

MEASURED = "reference/"  # what a file's path has to begin with
_EXCLUDED = re.compile(r"GCOVR?_EXCL_(LINE|BR_LINE)")
_BLOCK = re.compile(r"GCOVR?_EXCL_(BR_)?(START|STOP)")


def _replay(tree, kept, data):
    """Runs every target over its inputs. Returns the problems."""
    problems = []
    for target in tree.targets("coverage"):
        folders = [f for f in (kept.of(target), tree.seeds(target)) if f and corpus.files(f)]
        if not folders:
            continue
        if not tree.program("coverage", target):
            problems.append(f"coverage of {target}: it is not built")
            continue
        env = process.environment(4096, GCOV_PREFIX=str(data))
        done = process.run([tree.program("coverage", target), *folders], corpus.patience(folders), env)
        if done.status:
            problems.append(f"coverage of {target}: status {done.status}: {done.output[-300:].strip()}")
    return problems


def _gcov(tree, data):
    """What gcov reports for each object of the library, as JSON."""
    build = tree.folder("coverage").resolve()
    for counts in sorted(data.rglob("*.gcda")):
        notes = Path("/") / counts.relative_to(data).with_suffix(".gcno")
        if build not in notes.parents or not notes.is_file():
            continue
        shutil.copyfile(notes, counts.with_suffix(".gcno"))
        done = subprocess.run(["gcov", "--branch-probabilities", "--json-format", "--stdout", counts], check=False,
                              cwd=build, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in done.stdout.splitlines():
            if line.startswith(b"{"):
                yield json.loads(line)


def _excluded(path):
    """Numbers of lines that do not count, and of those whose branches do not: the marks that gcovr reads."""
    lines, branches, block = set(), set(), {"": False, "BR_": False}
    for number, text in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        for match in _BLOCK.finditer(text):
            block[match.group(1) or ""] = match.group(2) == "START"
        found = _EXCLUDED.search(text)
        if block[""] or (found and found.group(1) == "LINE"):
            lines.add(number)
        if block["BR_"] or found:
            branches.add(number)
    return lines, branches | lines


def _summed(tree, documents):
    """{file: ({line: hit}, {(line, which): hit})} over all objects."""
    found = {}
    for document in documents:
        root = Path(document.get("current_working_directory", "/"))
        for file in document["files"]:
            path = (root / file["file"]).resolve()
            if tree.source.resolve() not in path.parents:
                continue
            name = str(path.relative_to(tree.source.resolve()))
            if not name.startswith(MEASURED) or not name.endswith(".c") or "/tests/" in name:
                continue
            lines, branches = found.setdefault(name, ({}, {}))
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, False) or line["count"] > 0
                for which, branch in enumerate(line["branches"]):
                    key = (number, which)
                    branches[key] = branches.get(key, False) or branch["count"] > 0
    return found


def measure(tree, kept, scratch):
    """Per file and in all: lines, branches, and those that were reached. None where there is no such build; and
    the problems."""
    if not tree.folder("coverage"):
        return None, []
    if not shutil.which("gcov"):
        return None, ["there is a coverage build, but no gcov"]
    data = Path(scratch).resolve() / "coverage"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    problems = _replay(tree, kept, data)
    files = []
    for name, (lines, branches) in sorted(_summed(tree, _gcov(tree, data)).items()):
        no_lines, no_branches = _excluded(tree.source / name)
        lines = {n: hit for n, hit in lines.items() if n not in no_lines}
        branches = {k: hit for k, hit in branches.items() if k[0] not in no_branches}
        files.append({"file": name, "lines": len(lines), "lines_reached": sum(lines.values()),
                      "branches": len(branches), "branches_reached": sum(branches.values()),
                      "lines_missed": sorted(n for n, hit in lines.items() if not hit)})
    shutil.rmtree(data)
    if not files:
        return None, [*problems, "the coverage build gave no counts"]
    total = {key: sum(f[key] for f in files) for key in ("lines", "lines_reached", "branches", "branches_reached")}
    return {"files": files, "total": total}, problems
