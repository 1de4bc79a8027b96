#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""count.py REPORT...: of each report of `fencepost test --format json`, a row of the table of README.md: how many golden
results count as wrong, how many only differ, and the clauses of those that count."""
import json
import sys
from collections import Counter
from pathlib import Path


def golden(path):
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["record"] == "result" and record["check"] == "golden":
            yield record


def main(paths):
    for path in paths:
        results = list(golden(path))
        counted = [r for r in results if r["verdict"] == "wrong" and r["counts"]]
        errors = sum(r["class"] == "wrong/error" for r in counted)
        differs = sum(r["verdict"] == "differs" for r in results)
        clauses = ", ".join(f"{clause} {n}" for clause, n in Counter(r["clause"] for r in counted).most_common())
        print(f"| {Path(path).stem} | {len(counted)} | {errors} | {differs} | {clauses} |")


if __name__ == "__main__":
    main(sys.argv[1:])
