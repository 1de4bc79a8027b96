# SPDX-License-Identifier: Apache-2.0
"""template.py SOURCE_DIR FENCEPOST: executors of response templates (spec/response-template.md): ours keeps all, one that
is right passes, each planted fault is found by the check that it is about, and wrong use gets one sentence.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
CORPUS = SOURCE / "corpus" / "response-template"
WORKER = SOURCE / "harness" / "tests" / "workers" / "template.py"
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
VALIDATOR = jsonschema.Draft202012Validator(
    json.loads((SOURCE / "spec" / "schema" / "report.schema.json").read_text(encoding="utf-8")))


def run(*arguments, env=None):
    return subprocess.run([FENCEPOST, "test", *arguments], capture_output=True, timeout=300, check=False, env=env)


def records(fault, *about):
    done = run("--subject", "response-template", "--format", "json", "--deadline", "3", *about, "--",
               sys.executable, str(WORKER), str(CORPUS), fault)
    found = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert found and found[-1]["record"] == "summary", done.stderr
    for line in found:
        VALIDATOR.validate(line)
    return found, done.returncode


def failed(found):
    return [r for r in found if r["record"] == "result" and r["verdict"] not in ("pass", "skipped")]


def our_executor_keeps_all():
    done = run("--subject", "response-template")
    assert done.returncode == 0 and b"all as expected" in done.stdout, done.stdout
    return 1


def another_message_in_a_case_is_noticed():
    """What is expected of our own executor is what the case says, and not what it gives."""
    with tempfile.TemporaryDirectory() as folder:
        cases = Path(folder, "corpus", "response-template")
        cases.mkdir(parents=True)
        Path(folder, "spec").symlink_to(SOURCE / "spec")
        changed = json.loads((CORPUS / "fields.json").read_text(encoding="utf-8"))
        case = next(case for case in changed["cases"] if case["id"] == REPEATS)
        case["expect"]["message"]["another"] = 1
        (cases / "fields.json").write_text(json.dumps(changed), encoding="utf-8")
        done = run("--subject", "response-template", "--format", "json", env={**os.environ, "FENCEPOST_DATA": folder})
        lines = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert [(r["case"], r["check"]) for r in failed(lines)] == [(REPEATS, "golden")] and done.returncode == 1, (failed(lines), done.stderr)
    return 1


def a_pair_without_its_case_is_noticed():
    """Of the pairs of features that pairs.json lists; and one that has a case, and is listed as impossible."""
    for change, says in ((lambda d: d["cases"].pop(1), b"the pair \"open-list\" and \"close-list\" has no case"),
                         (lambda d: d["impossible"].append({"pair": ["close-list", "open-list"], "why": "x"}),
                          b"the pair \"open-list\" and \"close-list\" has a case, and is listed as impossible")):
        with few_cases(SOURCE):
            cases = Path(os.environ["FENCEPOST_DATA"], "corpus", "response-template")
            cases.mkdir()
            changed = json.loads((CORPUS / "pairs.json").read_text(encoding="utf-8"))
            for now in (False, True):
                if now:
                    change(changed)
                (cases / "pairs.json").write_text(json.dumps(changed), encoding="utf-8")
                done = subprocess.run([FENCEPOST, "lint"], capture_output=True, timeout=300, check=False)
                assert (says in done.stderr + done.stdout) == now, (now, done.stderr[-2000:], done.stdout[-2000:])
    return 2


def a_right_executor_passes():
    about = [word for feature in ("fields", "json", "prefix", "regions", "transform") for word in ("--case", f"response-template/{feature}/*")]
    found, code = records("", *about)
    assert code == 0 and not failed(found), [(r["case"], r["verdict"]) for r in failed(found)]
    checks = {r["check"] for r in found if r["record"] == "result"}
    assert checks == {"golden", "CHUNK", "ISOLATION"}, checks
    return found[-1]["cases"]


REPEATS = "response-template/fields/repeats"
# The fault, the case that shows it, the check that fails, and no other; the verdict.
FAULTS = [
    ("value", REPEATS, "golden", "wrong"),
    ("events", REPEATS, "golden", "wrong"),
    ("dirty", REPEATS, "golden", "wrong"),
    ("errors", REPEATS, "golden", "wrong"),
    ("value", "response-template/content/no-integer-1underscore-000", None, None),
    ("accepts", "response-template/refused/no-fields", "golden", "wrong"),
    ("accepts", "response-template/refused/repeats-that-is-a-string", "golden", "differs"),
    ("cut", REPEATS, "CHUNK", "wrong"),
    ("last cut", REPEATS, "CHUNK", "wrong"),
    ("events when cut", REPEATS, "CHUNK", "wrong"),
    ("errors when cut", REPEATS, "CHUNK", "wrong"),
    ("state", REPEATS, "ISOLATION", "wrong"),
    ("crash", REPEATS, "TOTAL", "crash"),
    ("hang", REPEATS, "TOTAL", "timeout"),
    ("not an object", REPEATS, "TOTAL", "protocol"),
]


def each_fault_is_found():
    for fault, case, check, verdict in FAULTS:
        found, code = records(fault, "--case", case)
        wrong = [(r["check"], r["verdict"]) for r in failed(found)]
        assert wrong == ([(check, verdict)] if check else []), (fault, case, wrong)
        assert code == (1 if check and verdict != "differs" else 0), (fault, code)
        for r in failed(found):
            assert r["command"].startswith(f"fencepost test --subject response-template --case {case} --"), r["command"]
    return len(FAULTS)


def a_policy_holds_among_others():
    """A case about a policy is for each worker that declares it, whatever else the worker declares."""
    case = "response-template/json/content-that-does-not-parse-under-dropped"
    for more, now in (({"malformed": "dropped", "string_type": "last"}, False), ({"malformed": "text", "string_type": "last"}, True), ({}, True)):
        hello = json.dumps({"subjects": ["response-template"], "subject_policies": {"response-template": more}})
        with tempfile.TemporaryDirectory() as folder:
            run("--subject", "response-template", "--case", case, "--report", folder, "--restarts", "0", "--", sys.executable, "-c", SAYS, hello)
            lines = Path(folder, "report.jsonl").read_text(encoding="utf-8").splitlines()
        verdicts = {r["verdict"] for r in map(json.loads, lines) if r["record"] == "result"}
        assert (verdicts == {"skipped"}) == now, (more, verdicts)
    return 3


HELLOS = [
    ({"subjects": ["templates"]}, "there is no other subject"),
    ({"subjects": ["response-template"], "subject_policies": {"response-template": {"open": "x"}}}, "there is no policy"),
    ({"subjects": ["response-template"], "subject_policies": {"response-template": {"leftover": "x"}}}, "has no value"),
    ({"subjects": ["response-template"], "subject_policies": {"partial-json": {}}}, "PROTOCOL-7.2"),
    ({"subjects": ["partial-json"]}, "does not have the subject response-template"),
]
SAYS = """import json, sys
for line in sys.stdin:
    hello = dict({"id": 0, "protocol": 1, "name": "a", "version": "0", "language": "b"}, **json.loads(sys.argv[1]))
    print(json.dumps(hello) if json.loads(line)["op"] == "hello" else "", flush=True)
"""


def what_a_worker_gets_wrong_is_named():
    for hello, says in HELLOS:
        done = run("--subject", "response-template", "--", sys.executable, "-c", SAYS, json.dumps(hello))
        assert done.returncode in (2, 3) and says in done.stderr.decode("utf-8"), (hello, done.stderr)
    return len(HELLOS)


def wrong_use_gets_one_sentence():
    for arguments, says in ((["--case", "response-template/x"], b"no case of response-template matches"),
                            (["--text", "x"], b"takes no --generate, --text or --input")):
        done = run("--subject", "response-template", *arguments)
        assert done.returncode == 2 and says in done.stderr, done.stderr
    return 2


CHECKS = [(our_executor_keeps_all, 1), (another_message_in_a_case_is_noticed, 1), (a_pair_without_its_case_is_noticed, 2),
          (a_right_executor_passes, 150), (each_fault_is_found, len(FAULTS)),
          (a_policy_holds_among_others, 3),
          (what_a_worker_gets_wrong_is_named, len(HELLOS)), (wrong_use_gets_one_sentence, 2)]

if __name__ == "__main__":
    sys.exit(run_checks(CHECKS, {}, SOURCE))
