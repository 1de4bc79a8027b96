# SPDX-License-Identifier: Apache-2.0
"""left_out.py [--machine] WHAT WHY: a test reports a part that it could not run, and why.

The report is a line of the test's own output, which ctest hides when the test passes, and a line of the file that
FENCEPOST_LEFT_OUT names, which `./dev test` prints at its end. In CI (FENCEPOST_CI=1) a part that is left out makes the
test fail, so that no check disappears unnoticed; unless it is the machine that cannot run it, which no package helps:
an instruction that the processor lacks, name spaces that the kernel refuses. As a script, for tests in shell: status 1
where the test has to fail.
"""
import os
import sys


def left_out(what, why, machine=False):
    """Reports it; in CI an AssertionError, except where the machine is the reason."""
    line = f"left out: {what}: {why}"
    print(line, flush=True)
    collected = os.environ.get("FENCEPOST_LEFT_OUT")
    if collected:
        with open(collected, "a", encoding="utf-8") as file:
            file.write(line + "\n")
    assert machine or os.environ.get("FENCEPOST_CI") != "1", \
        f"{line}; CI runs every part: let ./dev install what it needs"


def main(arguments):
    machine = arguments[:1] == ["--machine"]
    what, why = arguments[machine:]
    try:
        left_out(what, why, machine)
    except AssertionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
