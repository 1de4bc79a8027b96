# SPDX-License-Identifier: Apache-2.0
"""harvest.py: what becomes of a slice: failures to the findings, inputs to the corpus."""
import shutil
from pathlib import Path

from nightly import corpus, engines, replay

ADDED_MAX = 100  # of a slice; the next night replays all that is stored


def _worth_taking(job, store):
    """Of the failures, with one signature the first few; engines bring hundreds of some."""
    failures = job.failures()
    signed = {v.path: v.signature.id for v in store.judge(job.target).all([p for p, _ in failures])} if failures else {}
    counts = {}
    for path, hang in failures:
        name = signed.get(str(path), str(path))  # one that fails no longer stands for itself
        counts[name] = counts.get(name, 0) + 1
        if counts[name] <= engines.SAME_MAX:
            yield path, hang


def _ask_all(job, store, kept, paths):
    """Inputs that were added are asked everything, where an engine asked them in a hurry: the ids of what fails, which
    leaves the corpus."""
    ids = []
    for verdict in store.judge(job.target).all(paths, engines.SAME_MAX):
        found = store.take(Path(verdict.path), job)
        ids += [found["id"]] if found else []
        kept.drop(job.target, Path(verdict.path).name)
    return ids


def harvest(job, store, kept):
    """Takes in what a slice left, and throws its scratch away. Returns the slice's record."""
    ids, not_again = [], 0
    for path, hang in _worth_taking(job, store):
        found = store.take(path, job, hang)
        not_again += not found
        ids += [found["id"]] if found else []
    outputs, before = job.outputs(), kept.names(job.target)
    try:
        added, features, edges = kept.merge(job.target, outputs, job.folder)
    except corpus.MergeError as error:  # nothing is lost for it: the next minimising sorts it out
        added, features, edges = kept.keep_all(job.target, outputs), 0, 0
        job.problem = job.problem or str(error)
    shutil.rmtree(job.folder, ignore_errors=True)
    ids += _ask_all(job, store, kept, kept.paths(job.target, kept.names(job.target) - before)[:ADDED_MAX])
    often = next((i for i in ids if ids.count(i) >= engines.SAME_MAX), None)
    return {"target": job.target, "engine": job.engine, "seed": job.seed, "seconds": round(job.spent, 1),
            "execs": job.execs, "inputs": added, "features": features, "edges": edges, "findings": sorted(set(ids)),
            "hangs_not_shown_again": not_again, "problem": job.problem,
            "held": f"{often} came {ids.count(often)} times in one slice" if often else ""}


def stored_inputs(target, store, kept, more=()):
    """Replays every seed and every kept input, and those of more folders: what fails is a finding. Of a folder whose
    files fail in one way again and again, the rest is left. Returns how many ran, and the ids of what failed."""
    judge, count, ids = store.judge(target), 0, set()
    job = engines.Slice(target, "replay", 0, 0, kept.folder)
    for folder in [*kept.inputs(target), *more]:
        paths = [str(p) for p in corpus.files(folder)]
        failed = judge.all(paths, engines.SAME_MAX)
        count += paths.index(failed[-1].path) + 1 if replay.came(failed) >= engines.SAME_MAX else len(paths)
        for verdict in failed:
            found = store.take(verdict.path, job)
            ids.update([found["id"]] if found else [])
            if Path(verdict.path).parent == kept.of(target):
                Path(verdict.path).unlink()  # the finding has it; here it would end every slice
    return count, ids
