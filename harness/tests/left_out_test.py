# SPDX-License-Identifier: Apache-2.0
"""left_out_test.py: what a test leaves out is printed and collected, and makes it fail in CI, unless the machine is the
reason; in Python, and in shell."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import left_out as module
from left_out import left_out


def outcome(*args, **more):
    """Whether the test may go on."""
    try:
        left_out(*args, **more)
        return True
    except AssertionError as error:
        assert "left out: " + args[0] in str(error), error
        return False


def collected(file):
    os.environ.pop("FENCEPOST_CI", None)
    assert outcome("a part", "no tool")
    os.environ["FENCEPOST_CI"] = "1"
    assert not outcome("a part", "no tool again")
    assert outcome("a part", "no such unit", machine=True)
    assert file.read_text() == ("left out: a part: no tool\nleft out: a part: no tool again\n"
                                "left out: a part: no such unit\n"), file.read_text()


def as_script(file):
    file.unlink()
    for ci, options, status in (("0", [], 0), ("1", [], 1), ("1", ["--machine"], 0)):
        done = subprocess.run([sys.executable, module.__file__, *options, "a part", "no tool"], capture_output=True,
                              text=True, check=False, env={**os.environ, "FENCEPOST_CI": ci})
        assert (done.returncode, done.stdout) == (status, "left out: a part: no tool\n"), done
        assert ("CI runs every part" in done.stderr) == (status == 1), done
    assert file.read_text() == 3 * "left out: a part: no tool\n"


with tempfile.TemporaryDirectory() as scratch:
    os.environ["FENCEPOST_LEFT_OUT"] = str(Path(scratch) / "left-out")
    for check in (collected, as_script):
        check(Path(os.environ["FENCEPOST_LEFT_OUT"]))
        print("ok", check.__name__, flush=True)
