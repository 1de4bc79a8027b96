# SPDX-License-Identifier: Apache-2.0
"""engines.py: a slice: one target driven by one engine for a while, in a scratch folder of its own.

What a slice leaves there is enough to go on after a kill: slice.json says what it was, new/ and queue folders hold
inputs, failed/ and crash folders hold those that failed.
"""
import re
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path

from nightly import corpus, process, state

SAME_MAX = 3  # a slice that failed so often has found what there is to find in its way
MAX_LEN = 4096
RSS_MB = 2048
LOOP_FIRST = 50
TOO_LONG = 124  # timeout(1)'s status
_EXECS = re.compile(r"^stat::number_of_executed_units:\s*(\d+)", re.M)
_WRITTEN = re.compile(r"^artifact_prefix=.*; Test unit written to ", re.M)
_PULSE = re.compile(r"^#(\d+)\s.*?cov: (\d+) ft: (\d+) corp: (\d+)/\S+.*?exec/s: (\d+)")
_STATS = re.compile(r"^(\w+)\s*: (.*)$", re.M)
_COUNT = re.compile(r"^replay: (\d+) inputs, no breach$", re.M)
_FAILED_SEED = re.compile(r"^replay: this input fails: --loop 1 --seed (\d+)", re.M)
_AFL_ENV = {"AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_FAST_CAL": "1",
            "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_CMPLOG_ONLY_NEW": "1",
            "AFL_IGNORE_PROBLEMS": "1", "AFL_SKIP_CRASHES": "1", "AFL_FORKSRV_INIT_TMOUT": "30000"}


@dataclass
class Slice:
    target: str
    engine: str
    seconds: float  # planned
    seed: int
    folder: Path
    execs: int = 0
    spent: float = 0.0
    flags: list = field(default_factory=list)
    problem: str = ""
    next_seed: int = 0
    known: set = field(default_factory=set)  # failures that were looked at while it ran

    def begin(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("new", "failed"):
            (self.folder / name).mkdir(parents=True)
        self.note()

    def note(self):
        """What a killed run is known by."""
        state.write_json(self.folder / "slice.json", {"target": self.target, "engine": self.engine,
                                                      "seed": self.seed, "flags": self.flags})

    @staticmethod
    def left_over(folder):
        """The slice of a killed run, or None: its folder says too little."""
        note = state.read_json(folder / "slice.json")
        return note and Slice(note["target"], note["engine"], 0, note["seed"], folder, flags=note["flags"])

    def outputs(self):
        """Folders of new inputs."""
        found = [self.folder / "new"]
        queue = self.folder / "afl" / "night" / "queue"
        if queue.is_dir():
            mine = self.folder / "queue"
            shutil.rmtree(mine, ignore_errors=True)
            mine.mkdir()
            for path in corpus.files(queue):
                if ",orig:" not in path.name:
                    shutil.copyfile(path, mine / path.name.split(",")[0].replace(":", "-"))
            found.append(mine)
        return found

    def failures(self):
        """Inputs that failed, and whether an engine took them for a hang."""
        found = [(p, p.name.startswith("timeout-")) for p in corpus.files(self.folder / "failed")
                 if not p.name.startswith("slow-unit-")]
        for name in ("crashes", "hangs"):
            folder = self.folder / "afl" / "night" / name
            found += [(p, name == "hangs") for p in corpus.files(folder) if p.name.startswith("id")]
        return found


def pulse(line):
    """Executions, edges, features, corpus size and speed, of a line of libFuzzer; or None."""
    match = _PULSE.match(line)
    return tuple(map(int, match.groups())) if match else None


def _libfuzzer(job, tree, inputs, env, on_line):
    """Starts it again after each failure, while there is time."""
    until = time.monotonic() + job.seconds
    dictionary = tree.dictionary(job.target)
    while time.monotonic() < until and len(job.failures()) < SAME_MAX:
        left = max(1, round(until - time.monotonic()))
        job.flags = [f"-seed={job.seed % (1 << 31) + 1}", f"-max_len={MAX_LEN}", "-timeout=10",
                     f"-rss_limit_mb={RSS_MB}", *([f"-dict={dictionary}"] if dictionary else [])]
        if job.engine == "libfuzzer-value":
            job.flags.append("-use_value_profile=1")
        job.note()
        failed = len(job.failures())
        command = [tree.program("libfuzzer", job.target), *job.flags, f"-max_total_time={left}",
                   "-print_final_stats=1", f"-artifact_prefix={job.folder}/failed/", job.folder / "new", *inputs]
        done = process.run(command, left, process.environment(RSS_MB, **env), on_line)
        ran = sum(map(int, _EXECS.findall(done.output)))
        job.execs += ran
        job.seed += 1
        if done.status == TOO_LONG and ran:
            return  # it was still reading the corpus, which counts no time
        if len(job.failures()) == failed and _WRITTEN.search(done.output):
            return  # a stored input fails, each time
        if len(job.failures()) == failed and (done.status or not ran):
            job.problem = f"status {done.status} after {ran} inputs, and no failing input: {done.output[-1200:]}"
            return


def mutator(tree, target):
    """What makes afl-fuzz mutate by our mutator too, where the target is a syntax and it is built."""
    path = tree.mutator(target)
    return {"AFL_CUSTOM_MUTATOR_LIBRARY": str(path.resolve()), "FENCEPOST_FUZZ_SYNTAX": target} if path else {}


def _afl(job, tree, inputs, env, on_line):
    start = job.folder / "in"
    start.mkdir()
    for path in (p for folder in inputs for p in corpus.files(folder) if p.stat().st_size):
        corpus.link(path, start / path.name[:60])
    if not corpus.files(start):
        (start / "empty").write_bytes(b"\xFF")
    dictionary = tree.dictionary(job.target)
    job.flags = ["-S", "night", "-t", "5000", "-m", "none", "-s", str(job.seed % (1 << 31)), "-G", str(MAX_LEN),
                 *(["-x", str(dictionary)] if dictionary else [])]
    if job.engine == "afl-cmplog":
        job.flags += ["-c", str(tree.program("afl-cmplog", job.target))]
    job.note()
    env = process.environment(RSS_MB, **_AFL_ENV, **mutator(tree, job.target), **env)
    for options in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        del env[options]  # afl-fuzz sets its own
    command = ["afl-fuzz", "-i", start, "-o", job.folder / "afl", *job.flags, "-V", str(max(1, round(job.seconds))),
               "--", tree.program("afl-asan" if job.engine == "afl-asan" else "afl", job.target)]
    done = process.run(command, job.seconds + 30, env, on_line)
    stats = job.folder / "afl" / "night" / "fuzzer_stats"
    said = dict(_STATS.findall(stats.read_text(encoding="utf-8", errors="replace"))) if stats.exists() else {}
    job.execs = int(said.get("execs_done", 0))
    if not job.execs:
        job.problem = f"afl-fuzz ran no input, status {done.status}: {done.output[-1200:]}"


def _loop(job, tree, _inputs, env, on_line):
    """Without an engine: chunks of seeds, each one about five seconds long."""
    until = time.monotonic() + job.seconds
    count, seed = LOOP_FIRST, job.seed
    program = tree.program("loop", job.target)
    while time.monotonic() < until and len(job.failures()) < SAME_MAX:
        saved = job.folder / "failed" / f"seed-{seed}"
        job.flags = ["--loop", str(count), "--seed", str(seed)]
        job.note()
        began = time.monotonic()
        left = max(5, until - began)
        done = process.run([program, *job.flags, "--save", saved], left, process.environment(RSS_MB, **env))
        took = max(time.monotonic() - began, 0.01)
        if done.status == 0:
            ran = sum(map(int, _COUNT.findall(done.output)))
        else:
            failed = _FAILED_SEED.findall(done.output)
            ran = int(failed[-1]) - seed + 1 if failed else 0
        job.execs += ran
        if not ran or (done.status and not saved.exists()):
            job.problem = f"status {done.status} after {ran} inputs, and no failing input: {done.output[-1200:]}"
            break
        seed += ran
        if on_line:
            on_line(f"#{job.execs} cov: 0 ft: 0 corp: 0/0b exec/s: {int(ran / took)}")
        count = max(1, int(ran / took * min(5, max(0.2, until - time.monotonic()))))
    job.next_seed = seed


_DRIVERS = {"libfuzzer": _libfuzzer, "libfuzzer-value": _libfuzzer, "afl": _afl, "afl-cmplog": _afl, "afl-asan": _afl,
            "loop": _loop}


def available(tree, target):
    """The engines that can drive a target, as they are built."""
    found = []
    if tree.program("libfuzzer", target):
        # The parsers' comparisons are not traced (cmake/FencepostFuzz.cmake), so there is no profile of values.
        found += ["libfuzzer"] if target in tree.syntaxes("libfuzzer") else ["libfuzzer", "libfuzzer-value"]
    if tree.program("afl", target) and shutil.which("afl-fuzz"):
        found.append("afl")
        found += [kind for kind in ("afl-cmplog", "afl-asan") if tree.program(kind, target)]
    if not found and tree.program("loop", target):
        found.append("loop")
    return found


def run(job, tree, inputs, env=None, on_line=None):
    """Runs a slice. That inputs ran is asserted: a slice of none has a problem."""
    job.begin()
    began = time.monotonic()
    _DRIVERS[job.engine](job, tree, inputs, env or {}, on_line)
    job.spent = time.monotonic() - began
    if not job.execs and not job.problem:
        job.problem = "no input ran"
