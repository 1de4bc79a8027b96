# SPDX-License-Identifier: Apache-2.0
"""corpus.py: the kept inputs of each target, a file each, named by the SHA-1 of its bytes.

A file is written whole or not at all and never changed, so that several drivers may share a folder (--sync).
"""
import hashlib
import os
import re
import shutil
from pathlib import Path

from nightly import process, state

INPUT_MAX = 1 << 18  # longer inputs only make everything slow
QUICK = {"FENCEPOST_FUZZ_GEAR": "quick"}  # coverage is of this gear; the other was there when the input came
NAME = re.compile(r"[0-9a-f]{40}")
_MERGED = re.compile(r"MERGE-OUTER: (\d+) new files with (\d+) new features added; (\d+) new coverage edges")
_INITED = re.compile(r"^#\d+\s+(?:INITED|DONE)\s+cov: (\d+) ft: (\d+)", re.M)


class MergeError(Exception):
    """A merge that did not come to its end."""


def files(folder):
    """The files of a folder, by name, hidden ones left out; none where there is no folder."""
    folder = Path(folder)
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if not p.name.startswith(".") and p.is_file())


def adopt(path, folder):
    """Puts a copy of a file in a corpus. True: it is new there."""
    data = Path(path).read_bytes()
    target = Path(folder) / hashlib.sha1(data).hexdigest()
    if len(data) > INPUT_MAX or target.exists():
        return False
    state.write(target, data)
    return True


def is_whole(path):
    """Whether the file holds what its name says: another machine may be writing it."""
    try:
        return hashlib.sha1(path.read_bytes()).hexdigest() == path.name
    except OSError:
        return False


def patience(folders):
    """Seconds that running the folders' inputs may take: many times what it should."""
    return 120 + sum(len(files(f)) for f in folders)


def reaches_as_much(before, after):
    """Of two measures, (edges, features) each or None: whether nothing was lost."""
    return bool(before and after and after[0] >= before[0] and after[1] >= before[1])


class Corpus:
    """The corpora of a driver's folder."""

    def __init__(self, folder, tree):
        self.folder, self.tree = Path(folder), tree
        self._recover()

    def _recover(self):
        """A killed run may have stopped between the two steps of replace()."""
        for old in self.folder.glob("*.old"):
            kept = old.with_suffix("")
            if kept.exists():
                shutil.rmtree(old)
            else:
                old.rename(kept)

    def of(self, target):
        path = self.folder / target
        path.mkdir(parents=True, exist_ok=True)
        return path

    def inputs(self, target):
        """What a slice starts from: folders that hold something."""
        seeds = self.tree.seeds(target)
        return [f for f in (self.of(target), seeds) if f and files(f)]

    def names(self, target):
        """Those of the kept inputs."""
        return {p.name for p in files(self.of(target))}

    def paths(self, target, names):
        return [self.of(target) / name for name in sorted(names)]

    def drop(self, target, name):
        """An input that fails would end every slice; the finding has it."""
        (self.of(target) / name).unlink(missing_ok=True)

    def _merge(self, target, into, folders):
        program = self.tree.program("libfuzzer", target)
        command = [program, "-merge=1", "-timeout=10", "-rss_limit_mb=2048", into, *folders]
        done = process.run(command, patience([into, *folders]), process.environment(2048, **QUICK), cwd=into)
        found = _MERGED.search(done.output)
        if done.status or not (found or "MERGE-OUTER" in done.output):
            raise MergeError(f"{target}: the merge ended with status {done.status}:\n{done.output[-1500:]}")
        return tuple(map(int, found.groups())) if found else (0, 0, 0)

    def merge(self, target, outputs, scratch):
        """Keeps of the outputs what reaches something new. Returns numbers: files, features, edges. Without
        libFuzzer, all of it is kept, and nothing is known of features."""
        outputs = [f for f in outputs if files(f)]
        kept = self.of(target)
        if not outputs:
            return 0, 0, 0
        if not self.tree.program("libfuzzer", target):
            return self.keep_all(target, outputs), 0, 0
        step = Path(scratch) / "merged"
        shutil.rmtree(step, ignore_errors=True)
        step.mkdir(parents=True)
        for known in (p for f in self.inputs(target) for p in files(f)):
            link(known, step / known.name)
        before = {p.name for p in files(step)}
        gained = self._merge(target, step, outputs)
        added = sum(adopt(p, kept) for p in files(step) if p.name not in before)
        shutil.rmtree(step)
        return added, gained[1], gained[2]

    def keep_all(self, target, outputs):
        """Keeps the outputs as they are. Returns how many were new."""
        return sum(adopt(p, self.of(target)) for f in outputs for p in files(f))

    def measure(self, target, folder):
        """Edges and features that a folder's inputs reach."""
        program = self.tree.program("libfuzzer", target)
        command = [program, "-runs=0", "-timeout=10", "-rss_limit_mb=2048", folder]
        done = process.run(command, patience([folder]), process.environment(2048, **QUICK))
        found = _INITED.findall(done.output)
        return tuple(map(int, found[-1])) if found else None

    def minimise(self, target, scratch):
        """Puts the smallest set that reaches as much, made from nothing, in the place of the corpus; refused where it
        reaches less. Returns a sentence, and the edges that are reached or None."""
        kept = self.of(target)
        count = len(files(kept))
        if not count or not self.tree.program("libfuzzer", target):
            return f"{count} files, not minimised", None
        new = Path(scratch) / f"minimised-{target}"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        self._merge(target, new, [kept])
        before, after = self.measure(target, kept), self.measure(target, new)
        if not reaches_as_much(before, after):
            shutil.rmtree(new)
            said = f"{count} files, kept: the minimised ones reach {after}, all of them {before} (edges, features)"
            return said, before and before[0]
        self.replace(target, new)
        return f"{count} files, minimised to {len(files(kept))}: {after[0]} edges, {after[1]} features", after[0]

    def replace(self, target, new):
        """Puts a folder in the place of a corpus, in two steps; _recover() knows them."""
        kept, old = self.of(target), self.folder / f"{target}.old"
        staged = self.folder / f".{target}.new"
        shutil.rmtree(staged, ignore_errors=True)
        shutil.copytree(new, staged)
        kept.rename(old)
        staged.rename(kept)
        shutil.rmtree(old)
        shutil.rmtree(new)

    # -- sharing ---------------------------------------------------------------------------------

    def pull(self, target, shared, scratch):
        """What others put into the shared folder, copied to a folder of our own that merge() reads; or None."""
        new = Path(scratch) / "pulled"
        ours = {p.name for p in files(self.of(target))} | self._seen(target)
        there = [p for p in files(Path(shared) / target) if NAME.fullmatch(p.name) and p.name not in ours]
        there = [p for p in there if is_whole(p)]
        if not there:
            return None
        new.mkdir(parents=True, exist_ok=True)
        for path in there:
            adopt(path, new)
        return new

    def pulled(self, target, folder):
        """Remembers what was pulled and merged, so that it is asked about once."""
        names = self._seen(target) | {p.name for p in files(folder)}
        state.write(self.folder / f".{target}.seen", "".join(f"{n}\n" for n in sorted(names)))
        shutil.rmtree(folder)

    def _seen(self, target):
        path = self.folder / f".{target}.seen"
        return set(path.read_text(encoding="utf-8").split()) if path.exists() else set()

    def push(self, target, shared):
        """Puts ours into the shared folder. Returns how many were new there."""
        folder = Path(shared) / target
        folder.mkdir(parents=True, exist_ok=True)
        return sum(adopt(p, folder) for p in files(self.of(target)))


def link(path, new):
    """A second name, or where that cannot be, a copy."""
    try:
        os.link(path, new)
    except FileExistsError:
        return
    except OSError:
        shutil.copyfile(path, new)
