# SPDX-License-Identifier: Apache-2.0
"""chunk.py SOURCE_DIR FENCEPOST: CHUNK on workers: a failure for each class, however grave another one is, and prefixes."""
import json
import os
import subprocess
import sys
from pathlib import Path

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
FAULTY = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "cut_faults.py")]
REFERENCE = str(Path(FENCEPOST).with_name("reference_worker"))
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
os.environ["CUT_FAULTS_ASKED"] = ASKED = "asked.txt"

INPUT = "Hi there.\\n^^^read\\npath: a.txt\\n^^^\\nBye."
QUICK = ["--deadline", "0.5", "--restarts", "200"]


def run(fault, *options, code=1, given=("--syntax", "caret", "--text", INPUT)):
    Path(ASKED).write_text("", encoding="utf-8")
    done = subprocess.run([FENCEPOST, "test", "--format", "json", *given, *options, "--", *FAULTY, fault, REFERENCE],
                          capture_output=True, timeout=300, check=False)
    assert done.returncode == code, (done.returncode, code, done.stdout[-2000:], done.stderr)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    return ([r for r in records if r["record"] == "result" and r["check"] == "CHUNK"],
            [r for r in records if r["record"] == "finding"], records[-1])


def each_class_is_reported_once():
    found, _, summary = run("several", *QUICK, "--reduce-budget", "0")
    classes = {r["class"]: r for r in found}
    assert list(classes) == ["timeout", "wrong/text-lost", "refused/fewer-calls", "crash"] and len(found) == 4, found
    assert [classes[c]["cuts"] for c in classes] == [[1], [5], [9], [17]], found
    assert {r["cuttings"] for r in found} == {summary["cuttings"]} == {4}, (found, summary)
    return len(found)


def failures_of_a_class_are_counted():
    found, _, _ = run("loses", "--reduce-budget", "0")
    assert [(r["class"], r["cuttings_failed"]) for r in found] == [("wrong/text-lost", 2), ("refused/fewer-calls", 1)], found
    return 2


def a_hang_everywhere_is_tried_twice():
    found, _, _ = run("hangs", *QUICK, "--reduce-budget", "0")
    assert [(r["class"], r["cuttings_failed"], r["cuttings"]) for r in found] == [("timeout", 2, 2)], found
    asked = Path(ASKED).read_text(encoding="utf-8").splitlines()
    assert len(asked) == 4 and len(set(asked)) == 2, asked  # each alone once more
    return 1


def a_prefix_is_cut_as_well():
    found, findings, _ = run("prefix", "--reduce-budget", "300")
    assert [r["class"] for r in found] == ["refused/fewer-calls"], found
    said = found[0]
    assert said["cut"] == "before the last unit" and said["cuts"] == [said["prefix"] - 1], said
    assert said["message"].startswith(f"its first {said['prefix']} bytes alone, cut before the last unit: 0 calls"), said
    again = subprocess.run(said["command"].replace("fencepost", FENCEPOST, 1), shell=True, capture_output=True,
                           timeout=100, check=False)
    assert again.returncode == 1 and b"CHUNK" in again.stdout, (said["command"], again.stdout[-800:])
    chunk = [f for f in findings if f["check"] == "CHUNK"]
    assert len(chunk) == 1 and chunk[0]["class"] == said["class"] and len(chunk[0]["input"]) < 10, findings
    return 3


def each_class_is_known_by_itself():
    """And the results of several processes are those of one."""
    case = ["--case", "caret/fence/one-parameter", *QUICK, "--reduce-budget", "0"]
    alone, _, _ = run("several", given=case)
    entries = [f"caret/fence/one-parameter CHUNK {r['class']}" for r in alone]
    assert len(entries) > 2, alone
    Path("known.txt").write_text("\n".join(entries) + "\n", encoding="utf-8")
    known, _, _ = run("several", "--known", "known.txt", given=case, code=0)
    assert {r["verdict"] for r in known} == {"known"}, known
    Path("known.txt").write_text("\n".join(entries[1:]) + "\n", encoding="utf-8")
    known, _, _ = run("several", "--known", "known.txt", given=case)
    assert [r["verdict"] for r in known] == [alone[0]["class"], *["known"] * (len(alone) - 1)], known
    jobs, _, _ = run("several", "--jobs", "2", given=[*case, "--case", "caret/fence/two-parameters"])
    assert [r["class"] for r in jobs if r["case"] == "caret/fence/one-parameter"] == [r["class"] for r in alone], jobs
    return 3


def tools_stay_with_reuse():
    """Of all requests that ask for a parser to be used again, none comes with other tools (PROTOCOL-6.3)."""
    watcher = [sys.executable, str(SOURCE / "harness" / "tests" / "workers" / "watches_reuse.py"), "reuse.txt"]
    done = subprocess.run([FENCEPOST, "test", "--case", "caret/unknown-tool/*", "--case", "caret/fence/o*", "--", *watcher,
                           FENCEPOST, "serve", "--policy", "types=schema"], capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    lines = Path("reuse.txt").read_text(encoding="utf-8").splitlines()
    assert {"same True", "same False"} == set(lines), set(lines)
    return len(lines)


sys.exit(run_checks([(each_class_is_reported_once, 4), (failures_of_a_class_are_counted, 2),
                     (a_hang_everywhere_is_tried_twice, 1),
                     (a_prefix_is_cut_as_well, 3), (each_class_is_known_by_itself, 3),
                     (tools_stay_with_reuse, 10)], {}, SOURCE))
