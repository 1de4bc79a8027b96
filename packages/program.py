# SPDX-License-Identifier: Apache-2.0
"""program.py: the static program that packages have in them: for which machine it is, and as small as it can be."""
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

HEADER = 64
INTERPRETER = 3  # the kind of a program header that a static program has not
MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}  # as the header of an ELF file has them
STRIPS = {"x86_64": ("x86_64-linux-gnu-strip", "strip"), "aarch64": ("aarch64-linux-gnu-strip",)}

NOTICES = ("NOTICES.md", "LGPL-2.1.txt")  # of this folder: they go where the program goes


class Refused(Exception):
    """No package can be made of it, in one sentence."""


def program_headers(data):
    start, size, count = int.from_bytes(data[32:40], "little"), int.from_bytes(data[54:56], "little"), data[56]
    return [int.from_bytes(data[start + i * size:start + i * size + 4], "little") for i in range(count)]


def machine_of(program):
    """Its machine; Refused if it would not run there by itself."""
    if not program.is_file():
        raise Refused(f"there is no file {program}: ./dev build release-static makes the program")
    data = program.read_bytes()
    if data[:5] != b"\x7fELF\x02" or len(data) < HEADER:
        raise Refused(f"{program} is not a program for 64-bit Linux")
    if INTERPRETER in program_headers(data):
        raise Refused(f"{program} is not linked statically: take build/release-static/harness/fencepost")
    machine = int.from_bytes(data[18:20], "little")
    if machine not in MACHINES:
        raise Refused(f"{program} is for a machine that the package has no tag for: ELF machine {machine}")
    return MACHINES[machine]


def stripped(program):
    """Its bytes, without symbols where this system has the tool for that machine."""
    tools = [found for found in map(shutil.which, STRIPS[machine_of(program)]) if found]
    if not tools:
        return program.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "fencepost"
        subprocess.run([tools[0], "-o", str(out), str(program)], check=True)
        return out.read_bytes()


def version_of(root):
    """The version of the tree; the programs of it have the same."""
    found = re.search(r"^project\(fencepost\s+VERSION\s+(\S+?)\)?\s", (root / "CMakeLists.txt").read_text(encoding="utf-8"),
                      re.M | re.S)
    if not found:
        raise Refused(f"{root / 'CMakeLists.txt'} has no version of the project")
    return found.group(1)
