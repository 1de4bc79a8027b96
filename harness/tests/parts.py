# SPDX-License-Identifier: Apache-2.0
"""parts.py SOURCE_DIR FENCEPOST: each part of an outcome is judged by its own clauses: a wrong call counts where a
diagnostic that only a Decision asks for is missing as well, and that alone is how the parser reads the notation.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

from fewdata import few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKER = SOURCE / "harness" / "tests" / "workers" / "one_part.py"
CASE = "caret/name/accented-letter"

# What the worker gets wrong beside the diagnostic, and what is told of it.
TOLD = {
    "calls": (1, {"verdict": "accepted", "kind": "more-calls", "clause": "CARET-1.3", "advice": False}),
    "text": (1, {"verdict": "wrong", "kind": "text-lost", "clause": "CARET-1.3", "advice": False}),
    "diagnostics": (0, {"verdict": "differs", "kind": "diagnostics", "clause": "CARET-2.5", "advice": False}),
}

os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def test(part, *options):
    """The exit status, and the result of the golden check."""
    done = subprocess.run([FENCEPOST, "test", "--case", CASE, "--format", "json", "--reduce-budget", "0", *options, "--",
                           sys.executable, str(WORKER), part], capture_output=True, text=True, timeout=120)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    golden = [r for r in records if r["record"] == "result" and r["check"] == "golden"]
    assert len(golden) == 1, (done.stdout, done.stderr)
    return done.returncode, golden[0]


def main():
    with few_cases(SOURCE, "caret"):
        for part, (status, told) in TOLD.items():
            code, result = test(part, "--cut", "0")
            verdict, _, kind = result["class"].partition("/")
            found = {"verdict": verdict, "kind": kind, "clause": result["clause"],
                     "advice": result.get("advice", False)}
            assert (code, found) == (status, told), (part, code, found)
            assert test(part, "--cut", "0", "--strict")[0] == 1, part
            print(f"ok {part}: {found}")
    return 0


sys.exit(main())
