# SPDX-License-Identifier: Apache-2.0
"""findings.py: failures, a folder for each signature, with everything that shows it again.

    findings/ID/finding.json   what, where, since when, and the command
    findings/ID/input          as it was found        reduced    its smallest form
    findings/ID/output.txt     what the target prints for the smallest form
    findings/ID/case.json      a proposed case (`fencepost add --from-finding`), or why-no-case.txt
"""
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import threading
from pathlib import Path

from nightly import reducer, replay, signature, state

AGAIN = 3  # times that a failure has to show
TRIES, SECONDS = 4000, 60  # of the reducer
ASIDE = ".bad-"  # in the name of a folder that was set aside
# What a finding has to have, or no night can judge it and no page show it.
TEXTS = ("id", "class", "title", "target", "engine", "commit", "command", "news", "gone_since")
NUMBERS = ("seed", "first_night", "news_of_night", "count")


def fault(finding, name):
    """Why what a folder of this name has is not a finding, or None."""
    if not isinstance(finding, dict):
        return "it is not an object"
    wrong = [key for key in TEXTS if not isinstance(finding.get(key), str)]
    wrong += [key for key in NUMBERS if not isinstance(finding.get(key), int)]
    size = finding.get("bytes")
    if not (isinstance(size, list) and len(size) == 2 and all(isinstance(n, int) for n in size)):
        wrong.append("bytes")
    wrong += [key for key in ("minimal", "needs_a_person") if not isinstance(finding.get(key), bool)]
    if wrong:
        return f"it lacks {wrong[0]}, or that is of the wrong kind"
    if not isinstance(finding.get("input"), (dict, type(None))):
        return "its input is not an object"
    return None if finding["id"] == name else f"it is {finding['id']}"


class Findings:
    """The store. It may be used from several threads."""

    def __init__(self, folder, tree, night=0, tries=TRIES):
        self.folder, self.tree, self.night, self.tries = Path(folder), tree, night, tries
        self.folder.mkdir(parents=True, exist_ok=True)
        self._mutex = threading.Lock()

    def all(self):
        """Every finding's JSON, the oldest first."""
        found = [state.read_json(path / "finding.json") for path in self._folders()]
        return sorted(found, key=lambda f: (f["first_night"], f["id"]))

    def _folders(self):
        return sorted(p for p in self.folder.iterdir() if p.is_dir() and p.name[0] != "." and ASIDE not in p.name)

    def set_aside(self):
        """Renames each folder that has no finding that can be read. Returns a sentence for each."""
        told = []
        for path in self._folders():
            try:
                why = fault(state.read_json(path / "finding.json"), path.name)
                why = why or (None if (path / "reduced").is_file() else "there is no file reduced")
            except (ValueError, RecursionError, IsADirectoryError) as error:
                why = f"{type(error).__name__}: {error}"
            if why:
                place = state.set_aside(path)
                told.append(f"findings/{path.name} could not be read ({why}): it is now {place.name}")
        return told

    def new(self):
        """Those that this night found first, or found again after they had gone."""
        return [f for f in self.all() if f["news_of_night"] == self.night]

    def _save(self, finding):
        state.write_json(self.folder / finding["id"] / "finding.json", finding)

    def judge(self, target, env=None):
        """By what inputs of the target are judged: libFuzzer's build, or else the loop's."""
        kind = "libfuzzer" if self.tree.program("libfuzzer", target) else "loop"
        return replay.Replay(self.tree.program(kind, target), kind, target, str(self.tree.source) + "/", env)

    def take(self, path, job, hang=False, env=None, propose=True):
        """Takes a failing input: shows it again, looks whether it is known, reduces it, stores it. Returns its JSON,
        or None: what an engine took for a hang was none."""
        judge = self.judge(job.target, env)
        seen = [judge.judge([path]) for _ in range(AGAIN)]
        signatures = [v.signature for v in seen if v.signature]
        if not signatures and hang:
            return None
        sig = signatures[0] if signatures else None
        if len({s.id if s else None for s in (v.signature for v in seen)}) > 1 or not sig:
            what = sig.key if sig else hashlib.sha1(Path(path).read_bytes()).hexdigest()
            said = sig.title if sig else f"{job.target} failed under {job.engine}"
            sig = signature.Signature(signature.UNSTABLE, f"unstable|{job.target}|{what}",
                                      f"not each time: {said}", job.target)
        with self._mutex:
            known = self._known(sig)
            if known:
                return known
            finding = self._store(sig, Path(path), job, seen, judge)
            if propose:
                self._propose(finding, self.folder / sig.id)
            return finding

    def _known(self, sig):
        known = state.read_json(self.folder / sig.id / "finding.json")
        if not known:
            return None
        known["count"] += 1
        known["last_night"] = self.night
        if known["gone_since"]:
            known.update(gone_since="", news_of_night=self.night, news="it is back")
        self._save(known)
        return known

    def _reduce(self, sig, data, judge, scratch):
        """The smallest form, and whether it is minimal."""
        if sig.kind in (signature.HANG, signature.MEMORY, signature.UNSTABLE):
            return data, False  # each try would take the time and the memory that it is about
        scratch.mkdir(parents=True, exist_ok=True)

        def fails(candidates):
            paths = [scratch / f"{i:02}" for i in range(len(candidates))]
            for path, candidate in zip(paths, candidates):
                path.write_bytes(candidate)
            at = 0
            while at < len(paths):
                verdict = judge.judge(paths[at:])
                if not verdict.signature:
                    return None
                at = paths.index(Path(verdict.path))
                if verdict.signature.id == sig.id:
                    return at
                at += 1
            return None

        return reducer.reduce(data, fails, reducer.Budget(self.tries, SECONDS))

    def _store(self, sig, path, job, seen, judge):
        new = self.folder / f".{sig.id}.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        data = path.read_bytes()
        reduced, minimal = self._reduce(sig, data, judge, new / "candidates")
        shutil.rmtree(new / "candidates", ignore_errors=True)
        state.write(new / "input", data)
        state.write(new / "reduced", reduced)
        last = judge.judge([new / "reduced"])
        state.write(new / "output.txt", (last.output or seen[0].output).replace(f"/.{sig.id}.new/", f"/{sig.id}/"))
        shown = judge.shown(new / "reduced")
        kept = self.folder / sig.id
        finding = {
            "id": sig.id, "class": sig.kind, "title": last.signature.title if last.signature else sig.title,
            "signature": sig.key, "needs_a_person": sig.needs_a_person, "where": sig.where, "clause": sig.clause,
            "target": job.target, "engine": job.engine, "seed": job.seed, "flags": job.flags,
            "commit": self.tree.commit(), "binary": str(judge.program), "binary_sha256": self.tree.hash(judge.program),
            "shown_again": f"{sum(bool(v.signature) for v in seen)} of {AGAIN}", "minimal": minimal,
            "bytes": [len(data), len(reduced)], "reduced": repr(reduced[:400])[1:],
            "input": json.loads(shown) if shown else None,
            "command": shlex.join(judge.command(kept / "reduced")), "first_night": self.night,
            "last_night": self.night, "news_of_night": self.night, "news": "new", "gone_since": "", "count": 1}
        state.write_json(new / "finding.json", finding)
        os.replace(new, kept)
        return finding

    def _propose(self, finding, folder):
        """Writes case.json by `fencepost add`, or why there is none."""
        fencepost = self.tree.fencepost()
        why = None
        if finding["class"] != signature.BREACH or not finding["input"]:
            why = f"a finding of class {finding['class']} in target {finding['target']}: write the test by hand"
        elif not fencepost:
            why = f"build it, then: fencepost add --from-finding {folder}"
        else:
            done = subprocess.run([fencepost, "add", "--from-finding", folder, "--output", folder / "case.json"],
                                  env={**os.environ, "FENCEPOST_DATA": str(self.tree.source)}, check=False,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=60)
            if done.returncode:
                why = done.stdout.decode("utf-8", "replace")
        if why:
            state.write(folder / "why-no-case.txt", why + "\n")

    def look_again(self):
        """Replays each stored finding: one that shows no longer is gone, one that is back is news. Returns how many
        were replayed."""
        count = 0
        for finding in self.all():
            judge = self.judge(finding["target"])
            if not judge.program:
                continue
            found = judge.judge([self.folder / finding["id"] / "reduced"]).signature
            count += 1
            if found and finding["gone_since"]:
                finding.update(gone_since="", news_of_night=self.night, news="it is back")
            elif not found and not finding["gone_since"] and finding["class"] != signature.UNSTABLE:
                finding["gone_since"] = self.tree.commit() or f"night {self.night}"
            self._save(finding)
        return count
