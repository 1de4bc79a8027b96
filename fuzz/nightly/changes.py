# SPDX-License-Identifier: Apache-2.0
"""changes.py: which targets a change concerns: by the dependencies that ninja recorded in the build.

A target is linked with the whole library, so a parser's own files are in all of them. They concern the target that
is named after the syntax, and those that are named after none.
"""
import re
import subprocess
from pathlib import Path

# These decide how everything is built.
_BUILD = re.compile(r"(^|/)CMakeLists\.txt$|\.cmake$|^CMakePresets\.json$")


class GitError(Exception):
    """There is no such base."""


def _git(source, *arguments):
    done = subprocess.run(["git", "-C", str(source), "-c", f"safe.directory={source}", *arguments],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise GitError(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.split("\n")[:-1]


def base_of(source):
    """Where this branch left main; on main itself, the commit before."""
    head = _git(source, "rev-parse", "HEAD")[0]
    for main in ("origin/main", "main"):
        try:
            base = _git(source, "merge-base", "HEAD", main)[0]
        except GitError:
            continue
        if base != head:
            return base
    return _git(source, "rev-parse", "HEAD~1")[0]


def changed(source, base):
    """Files that differ from the base, uncommitted and new ones included."""
    return sorted({*_git(source, "diff", "--name-only", "--relative", base),
                   *_git(source, "ls-files", "--others", "--exclude-standard")})


def sources(source, build, target):
    """The files that a target is made from, or None: ninja cannot tell."""
    try:
        inputs = _ninja(build, "inputs", f"fuzz/fuzz_{target}")
        objects = [name for name in inputs if name.endswith(".o")]
        recorded = _ninja(build, "deps", *objects)
    except (OSError, subprocess.CalledProcessError):
        return None
    if not objects or not any(line.startswith("    ") for line in recorded):
        return None
    found, root = set(), Path(source).resolve()
    for name in (*inputs, *(line.strip() for line in recorded if line.startswith("    "))):
        path = (Path(build) / name).resolve()
        if root in path.parents:
            found.add(str(path.relative_to(root)))
    return found


def _ninja(build, tool, *arguments):
    done = subprocess.run(["ninja", "-C", str(build), "-t", tool, *arguments], capture_output=True, text=True,
                          check=True)
    return [line for line in done.stdout.splitlines() if not line.startswith("ninja:")]


def owner(name, singles):
    """The target whose syntax a file belongs to alone, or None."""
    match = re.match(r"(?:reference/syntaxes|spec)/([a-z0-9-]+)\.(?:c|h|md)$", name)
    stem = match.group(1).removesuffix("-highlight") if match else None
    return stem if stem in singles else None


def _is_concerned(target, name, made_from, singles):
    parts = name.split("/")
    if parts[:2] == ["fuzz", "seeds"] and len(parts) > 2:
        return parts[2] == target
    if parts[0] == "corpus" and parts[2:3] in (["seeds"], ["seeds.txt"]):
        return parts[1] == target
    if _BUILD.search(name):
        return not name.startswith("examples/")
    if made_from[target] is not None and name not in made_from[target]:
        return False
    return target not in singles or owner(name, singles) in (None, target)


def concerned(files, made_from):
    """{target: the file that decides} of the targets that the changed files concern. made_from: {target: files, or
    None where they are not known}."""
    singles = {t for t, made in made_from.items() if made and f"reference/syntaxes/{t}.c" in made}
    found = {}
    for target in made_from:
        for name in files:
            if _is_concerned(target, name, made_from, singles):
                found.setdefault(target, name)
    return found
