# SPDX-License-Identifier: Apache-2.0
"""laws.py SOURCE_DIR FENCEPOST: the laws on workers: each finds the planted worker that breaks it,
and no other does; an honest one keeps them all.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKERS = SOURCE / "harness" / "tests" / "workers"
REFERENCE = str(Path(FENCEPOST).with_name("reference_worker"))
CASE = "caret/text/unicode-offsets"

LAWS = ["TOTAL", "WHOLE", "PREFIX", "PROMPT", "ACCOUNT", "TRUNCATION", "ROUND-TRIP", "EQUIVALENCE",
        "CONCATENATION", "SURROUNDING", "RENAMING", "ISOLATION"]

# A fault of what is offered, and the law that finds it.
OFFERS = [("RENDER", "ROUND-TRIP", "rendered and parsed again"), ("SWEEP", "CHUNK", "PROTOCOL-6.2"),
          ("ALARM", "CHUNK", "PROTOCOL-6.2")]

# Beside the law itself: a unit a chunk is one of the cuttings of CHUNK, and golden cases have spans.
ALSO = {"WHOLE": {"CHUNK"}, "ACCOUNT": {"golden"}}

os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def results(case, worker, *options):
    """{check: its result} of one case, and the run."""
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--case", case, *options, "--",
                           *worker], capture_output=True, timeout=300, check=False)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert records and records[-1]["record"] == "summary", done.stderr
    assert done.returncode == (records[-1]["unexpected"] > 0), done.returncode
    return {r["check"]: r for r in records if r["record"] == "result"}, records[0]


def failed(checks):
    return {name for name, r in checks.items() if r["verdict"] not in ("pass", "skipped")}


def honest():
    checks, _ = results(CASE, [REFERENCE])
    assert set(checks) == {"golden", "CHUNK", *LAWS}, sorted(checks)
    assert all(r["verdict"] == "pass" for r in checks.values()), checks


def planted():
    for law in LAWS:
        checks, _ = results(CASE, [sys.executable, str(WORKERS / "breaks_law.py"), law, REFERENCE])
        assert law in failed(checks), (law, checks)
        assert failed(checks) <= {law} | ALSO.get(law, set()), (law, failed(checks))
    assert "lag" in results(CASE, [sys.executable, str(WORKERS / "breaks_law.py"), "PROMPT",
                                   REFERENCE])[0]["PROMPT"]["message"]


def offers():
    """What a worker offers beyond parse (protocol.md, section 6) is used, and a fault of it found."""
    served = [FENCEPOST, "serve"]
    checks, _ = results(CASE, served)
    assert not failed(checks), checks
    for fault, law, message in OFFERS:
        checks, _ = results(CASE, [sys.executable, str(WORKERS / "breaks_law.py"), fault, *served],
                            "--seed", "1")
        assert law in failed(checks) and failed(checks) <= {law, "WHOLE", "PREFIX"}, (fault, checks)
        assert message in checks[law]["message"], checks[law]


def skipped_with_a_reason():
    """A worker without capabilities that takes all for text, on an input that is text."""
    checks, _ = results("caret/text/plain", [sys.executable, str(WORKERS / "noisy_stderr.py")])
    for law, why in (("PREFIX", "events"), ("PROMPT", "events"), ("ACCOUNT", "spans"),
                     ("RENAMING", "no call that can be renamed")):
        assert checks[law]["verdict"] == "skipped" and why in checks[law]["message"], checks[law]


def seeds():
    """RENAMING renames by the seed, which is in the report, and another each time if none is given."""
    worker = [sys.executable, str(WORKERS / "breaks_law.py"), "RENAMING", REFERENCE]
    checks, run = results(CASE, worker, "--seed", "7")
    assert run["seed"] == 7 and "--seed 7" in checks["RENAMING"]["message"], (run, checks)
    again, _ = results(CASE, worker, "--seed", "7")
    other, _ = results(CASE, worker, "--seed", "8")
    assert again["RENAMING"] == checks["RENAMING"]
    assert other["RENAMING"]["message"] != checks["RENAMING"]["message"]


for check in (honest, planted, offers, skipped_with_a_reason, seeds):
    check()
    print("ok", check.__name__)
