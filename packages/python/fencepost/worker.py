# SPDX-License-Identifier: Apache-2.0
"""`python -m fencepost.worker package.module:factory`: the parser as a worker of `fencepost test`."""
import argparse
import json
import os
import sys

from fencepost._parser import InProcess, subject
from fencepost._program import FencepostError

FOREVER = 1e6  # seconds: who runs a worker has a deadline of its own


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m fencepost.worker", description="Be a worker (spec/protocol.md).")
    parser.add_argument("factory", help="package.module:factory")
    parser.add_argument("--syntax", action="append", help="what it parses (default: its fencepost_syntax)")
    parser.add_argument("--policy", action="append", default=[], metavar="NAME=VALUE", help="what it declares")
    parser.add_argument("--reading", action="append", default=[], metavar="CLAUSE", help="what it reads otherwise")
    given = parser.parse_args()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else prints, prints to standard error
    sys.path.insert(0, os.getcwd())
    try:
        subj = subject(given.factory, given.syntax, dict(p.split("=", 1) for p in given.policy), given.reading)
    except FencepostError as error:
        sys.exit(f"fencepost.worker: {error}")
    parsers = InProcess(subj, FOREVER)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "bye":
            break
        answer = subj.hello() if request["op"] == "hello" else parsers.answer(request)
        parsers.begin()
        try:
            text = json.dumps({**answer, "id": request["id"]}, allow_nan=False)
        except (TypeError, ValueError) as error:
            text = json.dumps({"id": request["id"], "error": f"the answer is not JSON: {error}"})
        print(text, file=answers, flush=True)


if __name__ == "__main__":
    main()
