# SPDX-License-Identifier: Apache-2.0
"""checks.py: how the test scripts run their checks."""
import os
import tempfile
import time
from pathlib import Path

# Set for the tests that ctest has as NAME_night, which try all rows of their tables: `./dev test --night` runs them.
NIGHT = bool(os.environ.get("FENCEPOST_NIGHT"))


def by_day(rows, every):
    """The rows to try: by night all of them; by day the first, and after it one in `every`. The output has how many are
    left."""
    rows = list(rows)
    if NIGHT or len(rows) <= 1:
        return rows
    print(f"left to the night: {len(rows) - len(rows[::every])} of {len(rows)}", flush=True)
    return rows[::every]


def spent():
    """Seconds of processor time: this process's, and those of the processes that it has waited for."""
    return sum(os.times()[:4])


def run_checks(checks, files, home):
    """Runs each check in a folder that holds the files, then goes home; the exit status. checks: pairs of a function
    that returns how many things it checked, and how many these must be at least."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in files.items():
            Path(name).write_text(text, encoding="utf-8")
        for check, least in checks:
            began, before = time.monotonic(), spent()
            try:
                count = check()
                assert count >= least, f"only {count}, and {least} are known"
                print(f"ok {check.__name__}: {count}, {time.monotonic() - began:.0f} s, {spent() - before:.1f} s of the processor",
                      flush=True)
            except AssertionError as error:
                failed += 1
                print(f"FAILED {check.__name__}: {error}", flush=True)
        os.chdir(home)
    return 1 if failed else 0
