# SPDX-License-Identifier: Apache-2.0
"""session.py: fuzzing at a desk, and the gate of a change: the modules of a night, without the night."""
import shutil
import sys
import time

from nightly import changes, corpus, engines, findings, harvest

AS_EXPECTED, FOUND, USAGE, BROKEN = 0, 1, 2, 3


class Live:
    """The line that changes while a target is fuzzed; on a terminal only."""

    def __init__(self, target, seconds, count, out=sys.stdout):
        self.target, self.count, self.out = target, count, out
        self.began, self.seconds, self.last = time.monotonic(), seconds, 0.0
        self.on = out.isatty()
        self.before = self.execs = 0  # of runs that ended with a failure, and of this one

    def __call__(self, line):
        seen = engines.pulse(line)
        now = time.monotonic()
        if not self.on or not seen:
            return
        execs, edges, _features, inputs, _speed = seen
        if execs < self.execs:
            self.before += self.execs
        self.execs = execs
        if now - self.last < 0.2:
            return
        self.last = now
        execs += self.before
        speed = round(execs / max(now - self.began, 0.1))
        left = max(0, round(self.seconds - (now - self.began)))
        text = (f"{self.target}: {execs} inputs, {speed}/s, {edges} edges, corpus {inputs}, findings {self.count()}, "
                f"{left} s left")
        width = shutil.get_terminal_size().columns - 1
        self.out.write(f"\r\033[K{text[:width]}")
        self.out.flush()

    def end(self):
        if self.on:
            self.out.write("\r\033[K")


def tell(finding, folder, out=print):
    """A finding, for a person."""
    path = folder / finding["id"]
    out(f"  {finding['title']}")
    shown = finding["input"]
    if shown:
        text = shown.get("input", shown.get("input_base64"))
        cuts = f", cut at {', '.join(map(str, shown['cuts']))}" if shown["cuts"] else ""
        out(f"    reduced from {finding['bytes'][0]} to {finding['bytes'][1]} bytes: {text!r}{cuts}")
    else:
        out(f"    reduced from {finding['bytes'][0]} to {finding['bytes'][1]} bytes")
    out(f"    again: {finding['command']}")
    if (path / "case.json").exists():
        out(f"    a case to confirm: {path / 'case.json'}")


class Session:
    """options: seconds, known (a nightly's folder, or None); folder: a state.Folder."""

    def __init__(self, options, tree, folder, out=print):
        self.options, self.tree, self.folder, self.out = options, tree, folder, out
        self.kept = corpus.Corpus(folder.path / "corpus", tree)
        number = int(time.time())  # tells the runs apart
        self.store = findings.Findings(folder.path / "findings", tree, number)
        self.seen, self.broken = set(), self.store.set_aside()
        self._take_in()

    def _take_in(self):
        """What a killed session left in its scratch."""
        for path in sorted((self.folder.path / "work").iterdir()):
            job = engines.Slice.left_over(path)
            if job and self.store.judge(job.target).program:
                harvest.harvest(job, self.store, self.kept)
            shutil.rmtree(path, ignore_errors=True)

    def _known(self):
        folder = self.options.known and self.options.known / "findings"
        return {p.name for p in folder.iterdir()} if folder and folder.is_dir() else set()

    def _more(self, target):
        folder = self.options.known and self.options.known / "corpus" / target
        return [folder] if folder and corpus.files(folder) else []

    def fuzz(self, target, seconds):
        """One target for a while; says what came of it."""
        engine = engines.available(self.tree, target)[0]
        job = engines.Slice(target, engine, seconds, int(time.time()) % (1 << 30), self.folder.path / "work" / target)
        live = Live(target, seconds, lambda: len(job.failures()))
        engines.run(job, self.tree, [*self.kept.inputs(target), *self._more(target)], on_line=live)
        live.end()
        record = harvest.harvest(job, self.store, self.kept)
        self.seen.update(record["findings"])
        if record["problem"]:
            self.broken.append(f"{target}: {record['problem']}")
        speed = round(record["execs"] / max(job.spent, 0.01))
        what = f"{len(record['findings'])} findings" if record["findings"] else "no finding"
        self.out(f"{target}: {record['execs']} inputs, {speed} a second, {record['inputs']} kept with "
                 f"{record['features']} new features, {what}")
        return record

    def verdict(self):
        """Tells of what was found and is not known; the exit status."""
        known = self._known()
        fresh = [f for f in self.store.all() if f["id"] in self.seen - known]
        for finding in fresh:
            tell(finding, self.store.folder, self.out)
        if self.seen & known:
            self.out(f"{len(self.seen & known)} findings are known")
        for text in self.broken:
            self.out(f"broken: {text}")
        return FOUND if fresh else BROKEN if self.broken else AS_EXPECTED

    def desk(self, targets):
        for target in targets:
            self.fuzz(target, self.options.seconds)
        return self.verdict()

    def gate(self, targets):
        """Only targets that a change concerns; stored inputs first; the time is that of all together."""
        base = self.options.base or changes.base_of(self.tree.source)
        files = changes.changed(self.tree.source, base)
        kind = "libfuzzer" if self.tree.folder("libfuzzer") else "loop"
        made = {t: changes.sources(self.tree.source, self.tree.folder(kind), t) for t in targets}
        concerned = changes.concerned(files, made)
        self.out(f"{len(files)} files differ from {base[:12]}; they concern {len(concerned)} of {len(targets)} targets")
        began, sound = time.monotonic(), []
        for target, why in concerned.items():
            count, ids = harvest.stored_inputs(target, self.store, self.kept, self._more(target))
            self.seen.update(ids)
            self.out(f"{target}: {why}; {count} stored inputs replayed" +
                     ("; some fail, and are where fuzzing would begin: it is left out" if ids else ""))
            sound += [] if ids else [target]
            if not count:
                self.broken.append(f"{target}: there are no stored inputs")
        left = self.options.seconds - (time.monotonic() - began)
        for target in sound:
            self.fuzz(target, max(1, left / len(sound)))
        return self.verdict()
