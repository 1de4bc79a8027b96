# SPDX-License-Identifier: Apache-2.0
"""night.py: one night: checks, slices by need, what was found, the report.

What is known is in state.json, written whole after each slice. A run that was killed left its scratch files in work/;
the next one takes in what is there and continues the night for the rest of its time.
"""
import concurrent.futures
import datetime
import shutil
import time
from pathlib import Path

from nightly import (budget, corpus, coverage, drill, engines, findings, harvest, known, layout, replay, report,
                     state, steps)

RESUME_HOURS = 20  # a night that stopped longer ago is closed, not continued
AS_EXPECTED, NEW_FINDINGS, BROKEN = 0, 1, 3


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


def cut_short(saved):
    """The night of a state that can be continued, or None."""
    last = saved and saved["night"]
    if not last or last["phase"] == "done":
        return None
    age = datetime.datetime.now(datetime.timezone.utc) - datetime.datetime.fromisoformat(last["began"])
    return last if age < datetime.timedelta(hours=RESUME_HOURS) else None


class Night:
    """options: seconds, jobs, targets (names, or none for all), sync, build, cap, least, slice, say."""

    def __init__(self, options, tree, folder):
        self.options, self.tree, self.folder = options, tree, folder
        self.state, trouble = known.load(folder.path)
        self.kept = corpus.Corpus(folder.path / "corpus", tree)
        self.began = time.monotonic()
        self.full = False
        self.steps = []
        self._begin()
        self.store = findings.Findings(folder.path / "findings", tree, self.night["number"])
        for text in [*([trouble] if trouble else []), *self.store.set_aside()]:
            self._problem(text)
        self._save()

    # -- what is kept ------------------------------------------------------------------------------

    def _begin(self):
        last = self.state["night"]
        self.night = cut_short(self.state)
        if self.night:
            self.night["resumed"] += 1
            self.night.setdefault("steps", [])  # of a night before there were any
            self.before = self.night["spent"]
            return
        if last and last["phase"] != "done":
            last["phase"] = "done"
            report.write(self.folder.path, {**last, "ended": now(), "verdict": "it was cut short", "exit": BROKEN})
        number = (last["number"] if last else self.state.get("last", 0)) + 1
        self.night = {"number": number, "began": now(), "seconds": self.options.seconds, "spent": 0.0, "resumed": 0,
                      "phase": "checks", "commit": "", "checks": [], "slices": [], "steps": [], "problems": [],
                      "left_out": []}
        self.state["night"] = self.night
        self.before = 0.0
        self._save()

    @property
    def spent(self):
        return self.before + time.monotonic() - self.began

    @property
    def left(self):
        """Seconds until the long checks, which the closing follows."""
        return self._for_slices - self.spent

    @property
    def _for_slices(self):
        return self.night["seconds"] * (1 - budget.CLOSING - sum(s.share for s in self.steps))

    def _save(self):
        self.night["spent"] = round(self.spent, 1)
        state.write_json(self.folder.path / "state.json", self.state)

    def _problem(self, text):
        if text not in self.night["problems"]:
            self.night["problems"].append(text)
        self.options.say(f"problem: {text}")

    def _check(self, name, good, said):
        self.night["checks"] = [c for c in self.night["checks"] if c["name"] != name]
        self.night["checks"].append({"name": name, "good": good, "said": said})
        self.options.say(f"{name}: {said}")
        if not good:
            self._problem(f"{name}: {said}")
        self._save()

    # -- checks ------------------------------------------------------------------------------------

    def _build(self):
        self.night["left_out"] = []
        for kind in layout.PRESETS:
            if kind == "loop" and self.tree.folder("libfuzzer"):
                continue
            why = self.tree.make(kind) if self.options.build else None
            if not why and not self.tree.folder(kind):
                why = "it is not built"
            if why:
                self.night["left_out"].append({"what": kind, "why": why})
        self.steps, without = steps.available(self.tree, self.options.build)
        if self.options.build:
            self.steps, failed = steps.prepare(self.steps, self.tree)
            without.update(failed)
            for name, why in failed.items():
                self._problem(f"{name}: {why}")
        self.night["left_out"] += [{"what": name, "why": why} for name, why in without.items()]
        self.night["commit"] = self.tree.commit()

    def _targets(self):
        there = self.tree.targets("libfuzzer") or self.tree.targets("loop")
        unknown = [t for t in self.options.targets if t not in there]
        if unknown or not there:
            raise layout.BuildError(f"no such target: {', '.join(unknown)}" if unknown else "no targets are built")
        wanted = [t for t in there if not self.options.targets or t in self.options.targets]
        undriven = [t for t in wanted if not engines.available(self.tree, t)]
        if undriven:
            raise layout.BuildError(f"these are targets, and have no program: {', '.join(undriven)}")
        return wanted

    def _checks(self, targets):
        silent = drill.drill(targets, self.tree, self.folder.path / "work" / "drill",
                             self.options.jobs, self.night["number"])
        rang = len(targets) - len(silent)
        said = "".join(f"; {t}: {why}" for t, why in silent.items())
        self._check("alarm", not silent, f"{rang} of {len(targets)} targets report a planted fault{said}")
        again = self.store.look_again()
        self._check("findings", True, f"{again} stored findings replayed")
        ran = {t: harvest.stored_inputs(t, self.store, self.kept) for t in targets}
        count = sum(n for n, _ in ran.values())
        failing = [t for t, (_, ids) in ran.items() if ids]
        said = f"; some fail, of {', '.join(failing)}" if failing else ""
        self._check("inputs", count > 0, f"{count} stored inputs replayed{said}")

    # -- slices ------------------------------------------------------------------------------------

    def _accounts(self, targets):
        accounts = []
        for target in targets:
            past = self.state["targets"].setdefault(target, {"binary": "", "last_night": 0, "execs": 0, "seconds": 0})
            program = self.store.judge(target).program
            account = budget.Account(target, engines.available(self.tree, target))
            account.changed = bool(past["binary"]) and past["binary"] != self.tree.hash(program)
            account.before = past.setdefault("engines", {})
            last = past["last_night"]
            account.nights_since = max(0, self.night["number"] - last - 1) if last else 0
            for s in self.night["slices"]:
                if s["target"] == target:
                    account.slices.append((s["engine"], s["seconds"], s["features"]))
                    account.held = account.held or s["held"]
            accounts.append(account)
        self.night["engines"] = {account.name: account.engines for account in accounts}
        return accounts

    def _work(self, job):
        """In a thread: a slice, and what came of it."""
        engines.run(job, self.tree, self.kept.inputs(job.target))
        return harvest.harvest(job, self.store, self.kept)

    def _record(self, account, record, why, seed):
        record["why"] = why
        self.night["slices"].append(record)
        account.slices.append((record["engine"], record["seconds"], record["features"]))
        account.held = account.held or record["held"]
        past = self.state["targets"][account.name]
        past.update(binary=self.tree.hash(self.store.judge(account.name).program), last_night=self.night["number"],
                    execs=past["execs"] + record["execs"], seconds=round(past["seconds"] + record["seconds"], 1))
        past["loop_seed"] = max(past.get("loop_seed", 1), seed)
        account.before[record["engine"]] = round(account.before.get(record["engine"], 0) + record["seconds"], 1)
        if record["problem"]:
            self._problem(f"{record['target']} by {record['engine']}: {record['problem']}")
        self.options.say(f"{record['target']} by {record['engine']}: {record['execs']} inputs, "
                         f"{record['inputs']} kept, {len(record['findings'])} findings ({why})")
        self._save()

    def _salvage(self):
        """What slices of a killed run left in their scratch."""
        shutil.rmtree(self.folder.path / "work" / "drill", ignore_errors=True)
        for path in sorted((self.folder.path / "work").iterdir()):
            job = engines.Slice.left_over(path)
            if job and job.target in self.state["targets"]:
                record = harvest.harvest(job, self.store, self.kept)
                self.night["slices"].append({**record, "why": "what a killed run had found"})
                self._save()
            shutil.rmtree(path, ignore_errors=True)

    def _next(self, accounts, busy, length):
        """The next slice, and why."""
        account, engine, why = budget.choose(accounts, busy, self._for_slices * self.options.jobs)
        self.state["seed"] += 1
        seed = self.state["seed"]
        if engine == "loop":
            seed = self.state["targets"][account.name].get("loop_seed", 1) if account.name not in busy else seed << 32
        folder = self.folder.path / "work" / f"{self.state['seed']}-{account.name}-{engine}"
        past = self.state["targets"][account.name]
        stored = sum(len(corpus.files(f)) for f in self.kept.inputs(account.name))
        length = max(length, budget.reading_seconds(stored, past["execs"], past["seconds"]))
        return account, engines.Slice(account.name, engine, min(length, max(1, self.left)), seed, folder), why

    def _slices(self, accounts):
        length = self.options.slice or budget.slice_seconds(self.night["seconds"], self.options.jobs, accounts)
        running = {}
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            while True:
                short = self.folder.shortage(self.options.cap, self.options.least)
                if short and not self.full:
                    self._problem(f"no more slices: {short}")
                    self.full = True
                while not self.full and len(running) < self.options.jobs and self._time_for_more(running):
                    account, job, why = self._next(accounts, {a.name for a, _, _ in running.values()}, length)
                    running[pool.submit(self._work, job)] = account, job, why
                if not running:
                    return
                done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    self._collect(future, *running.pop(future))

    def _time_for_more(self, running):
        """However short the night, one slice is run."""
        return self.left > 1 or not (running or self.night["slices"])

    def _collect(self, future, account, job, why):
        try:
            self._record(account, future.result(), why, job.next_seed)
        except (state.DiskFull, OSError) as error:
            if not isinstance(error, state.DiskFull) and not state.is_full(error):
                raise
            self._disk_is_full(error)
        except (corpus.MergeError, replay.ReplayError) as error:
            self._problem(str(error))
            account.slices.append((job.engine, job.seconds, 0))

    def _disk_is_full(self, error):
        """Nothing more is fuzzed; what is known is written with the room that was kept."""
        self.full = True
        self.folder.free_room()
        self._problem(f"the disk is full: {error}")

    # -- long checks -------------------------------------------------------------------------------

    def _long_checks(self):
        if self.full:
            return
        runner = steps.Runner(self.tree, self.kept, self.folder.path, self.options.jobs,
                              self.state.setdefault("steps", {}), self.state.setdefault("turns", {}),
                              self.night["steps"], self._save)
        runner.run(self.steps, self.night["seconds"], self.night["number"])
        for row in self.night["steps"]:
            self.options.say(f"{row['name']}: {row['rounds']} rounds, {len(row['failed'])} failed: {row['said']}")
            if steps.stuck(row):
                self._problem(f"{row['name']}: {row['too_long']}")

    # -- the end -----------------------------------------------------------------------------------

    def _share(self, targets):
        if not self.options.sync:
            return
        pulled = pushed = 0
        for target in targets:
            scratch = self.folder.path / "work" / f"sync-{target}"
            new = self.kept.pull(target, self.options.sync, scratch)
            if new:
                pulled += self.kept.merge(target, [new], scratch)[0]
                self.kept.pulled(target, new)
            shutil.rmtree(scratch, ignore_errors=True)
            pushed += self.kept.push(target, self.options.sync)
        self._check("sync", True, f"{pulled} inputs of others kept, {pushed} of ours shared")

    def _minimise(self, target, touched):
        """A row of the report: what became of the target's corpus."""
        kept, past = self.kept.of(target), self.state["targets"].setdefault(target, {})
        before, edges, why = len(corpus.files(kept)), past.get("edges"), None
        if self.full:
            why = "not minimised: the disk is full"
        elif target not in touched:
            why = "nothing new"
        elif self.spent > self.night["seconds"]:
            why = "not minimised: the time is over"
        if not why:
            why, edges = self.kept.minimise(target, self.folder.path / "work")
            past.update(edges=edges, minimised=self.night["number"])
        return {"before": before, "after": len(corpus.files(kept)), "said": why, "edges": edges}

    def _close(self, targets):
        touched = {s["target"] for s in self.night["slices"] if s["inputs"]}
        waiting = sorted(targets, key=lambda t: self.state["targets"].get(t, {}).get("minimised", 0))
        self.night["corpus"] = {target: self._minimise(target, touched) for target in waiting}
        self._share(targets)
        self.night["coverage"], problems = (None, []) if self.full else coverage.measure(
            self.tree, self.kept, self.folder.path / "work")
        for problem in problems:
            self._problem(problem)

    def _finish(self):
        new = self.store.new() or any(row["failed"] for row in self.night["steps"])
        code = NEW_FINDINGS if new else BROKEN if self.night["problems"] else AS_EXPECTED
        self.night["phase"] = "done"
        self._save()
        whole = {**self.night, "ended": now(), "exit": code, "findings": self.store.all(),
                 "targets": self.state["targets"], "rounds": self.state.get("steps", {}),
                 "turns": self.state.get("turns", {})}
        return code, report.summary(report.write(self.folder.path, whole), self.folder.path)

    def _all(self):
        self._build()
        targets = self._targets()
        accounts = self._accounts(targets)
        self._salvage()
        if self.night["phase"] == "checks":
            self._checks(targets)
            self._share(targets)
            self.night["phase"] = "slices"
            self._save()
        if self.night["phase"] == "slices":
            self._slices(accounts)
            if not sum(s["execs"] for s in self.night["slices"]):
                self._problem("no input ran")
            self.night["phase"] = "long checks"
            self._save()
        if self.night["phase"] == "long checks":
            self._long_checks()
            self.night["phase"] = "closing"
            self._save()
        self._close(targets)

    def run(self):
        """Runs the night, or the rest of it. Returns the exit status, and the summary."""
        try:
            self._all()
        except (state.DiskFull, OSError) as error:
            if not isinstance(error, state.DiskFull) and not state.is_full(error):
                raise
            self._disk_is_full(error)
        except (layout.BuildError, corpus.MergeError, replay.ReplayError) as error:
            self._problem(str(error))
        return self._finish()
