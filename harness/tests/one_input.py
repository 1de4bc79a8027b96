# SPDX-License-Identifier: Apache-2.0
"""one_input.py: what each check makes of a worker's answers to one input."""
import json
import subprocess
import sys
from pathlib import Path

FENCEPOST = str(Path(sys.argv[2]).absolute())


def results(worker, syntax, text, *options):
    """The first result of each check, by the check's name."""
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--syntax", syntax, "--text",
                           text.replace("\\", "\\\\").replace("\n", "\\n"), "--reduce-budget", "0", *options, "--",
                           *worker], capture_output=True, timeout=300, check=False)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert records and records[-1]["record"] == "summary", (worker, done.stderr)
    checks = {}
    for record in records:
        if record["record"] == "result":
            checks.setdefault(record["check"], record)
    return checks


def failed(checks):
    return {name for name, r in checks.items() if r["verdict"] not in ("pass", "skipped")}
