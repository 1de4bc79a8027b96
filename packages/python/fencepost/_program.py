# SPDX-License-Identifier: Apache-2.0
"""_program.py: the program that comes with the package."""
import os
import platform
import sys
from pathlib import Path
from typing import NoReturn

INSIDE = Path(__file__).resolve().parent / "bin" / "fencepost"


class FencepostError(Exception):
    """Why nothing can be tested at all, in one sentence."""


def program() -> str:
    """Its path: FENCEPOST_PROGRAM, or the one in the package."""
    given = os.environ.get("FENCEPOST_PROGRAM")
    path = Path(given) if given else INSIDE
    if not path.is_file():
        where = f"{platform.system()} on {platform.machine()}"
        raise FencepostError(
            f"FENCEPOST_PROGRAM names {given}, which is not a file" if given else
            f"this package has no program for {where}: build it from the sources, and name it in FENCEPOST_PROGRAM")
    return str(path)


def cannot_run(path: str, error: OSError) -> FencepostError:
    return FencepostError(f"the program {path} does not run on {platform.system()} on {platform.machine()}: "
                          f"{error.strerror}; build it from the sources, and name it in FENCEPOST_PROGRAM")


def main() -> NoReturn:
    """The command: the program in place of this process."""
    try:
        path = program()
        try:
            os.execv(path, [path, *sys.argv[1:]])
        except OSError as error:
            raise cannot_run(path, error) from None
    except FencepostError as error:
        sys.exit(f"fencepost: {error}")
