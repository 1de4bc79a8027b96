# SPDX-License-Identifier: Apache-2.0
"""drill.py: does the alarm ring? Each target is fuzzed with its planted fault, on a corpus that is thrown away, and
what it finds has to come all the way through: found, shown again, signed, reduced and stored."""
import concurrent.futures
import shutil

from nightly import corpus, engines, findings, process, signature

SECONDS = 20
AFL_SECONDS = 5
TRIES = 12  # of the reducer: that it works is enough
PLANTED = {"FENCEPOST_FUZZ_CANARY": "1"}
NOTICED = "planted fault"


def _one(target, tree, scratch):
    """None, or how the alarm failed."""
    engine = engines.available(tree, target)[0]
    job = engines.Slice(target, engine, SECONDS, 1, scratch / "slice")
    seeds = tree.seeds(target)
    job.begin()
    start = scratch / "seeds"
    start.mkdir()
    for path in corpus.files(seeds)[:3] if seeds else []:
        shutil.copyfile(path, start / path.name)
    if engine == "loop":
        command = [tree.program("loop", target), "--loop", 200, "--seed", 1, "--save", job.folder / "failed" / "seed"]
    else:
        command = [tree.program("libfuzzer", target), "-runs=5000", f"-max_total_time={SECONDS}", "-seed=1",
                   f"-artifact_prefix={job.folder}/failed/", job.folder / "new", start]
    done = process.run(command, SECONDS, process.environment(engines.RSS_MB, symbolize=False, **PLANTED))
    failed = job.failures()
    if not failed:
        return f"the planted fault was not found, status {done.status}: {done.output[-600:]}"
    store = findings.Findings(scratch / "findings", tree, tries=TRIES)
    found = store.take(failed[0][0], job, env=PLANTED, propose=False)
    if not found or found["class"] != signature.BREACH or NOTICED not in found["title"]:
        return f"something else was found: {found and found['title']}"
    if not (scratch / "findings" / found["id"] / "reduced").exists():
        return "the finding was not stored"
    return None


def _afl(target, tree, scratch):
    """None, or how AFL++ failed to see the planted fault from an input that has nothing to lose."""
    start = scratch / "start"
    start.mkdir(parents=True)
    (start / "cut").write_bytes(b"\xFF")
    job = engines.Slice(target, "afl", AFL_SECONDS, 1, scratch / "slice")
    engines.run(job, tree, [start], PLANTED)
    crashed_at_once = "results in a crash" in job.problem
    return None if job.failures() or crashed_at_once else f"AFL++ did not find it: {job.problem or job.execs}"


def drill(targets, tree, scratch, jobs, night=0):
    """The targets whose alarm did not ring, each with the reason; by AFL++ one target a night. Scratch is thrown
    away."""
    shutil.rmtree(scratch, ignore_errors=True)
    for target in targets:
        (scratch / target).mkdir(parents=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        reasons = pool.map(lambda target: _one(target, tree, scratch / target), targets)
        silent = {target: reason for target, reason in zip(targets, reasons) if reason}
    tonight = targets[night % len(targets)]
    if "afl" in engines.available(tree, tonight):
        reason = _afl(tonight, tree, scratch / "afl")
        if reason:
            silent.setdefault(tonight, reason)
    shutil.rmtree(scratch, ignore_errors=True)
    return silent
