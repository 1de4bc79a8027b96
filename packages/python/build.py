# SPDX-License-Identifier: Apache-2.0
"""build.py --program FILE [--output DIR]: the wheel of this package with the program in it.

FILE is what `./dev build release-static` makes: linked statically, with corpus and specs in it. It needs setuptools
and wheel (python3-setuptools, python3-wheel), and no network. Two builds from one program are the same bytes."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
EPOCH = "1700000000"  # the time of all files in the wheel

# The machine of an ELF file, by its header, and the tags that hold for a static program there: it needs a kernel from
# 3.2 on and no C library at all, so both families of platforms have it.
PLATFORMS = {0x3E: "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
             0xB7: "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"}
HEADER = 64
INTERPRETER = 3  # the kind of a program header that a static program has not


def fail(text):
    sys.exit(f"build.py: {text}")


def program_headers(data):
    start, size, count = int.from_bytes(data[32:40], "little"), int.from_bytes(data[54:56], "little"), data[56]
    return [int.from_bytes(data[start + i * size:start + i * size + 4], "little") for i in range(count)]


def platform_of(program):
    """Its tags; refuses what would not run there."""
    data = program.read_bytes()
    if data[:5] != b"\x7fELF\x02" or len(data) < HEADER:
        fail(f"{program} is not a program for 64-bit Linux")
    if INTERPRETER in program_headers(data):
        fail(f"{program} is not linked statically: take build/release-static/harness/fencepost")
    machine = int.from_bytes(data[18:20], "little")
    if machine not in PLATFORMS:
        fail(f"{program} is for a machine that the package has no tag for: ELF machine {machine}")
    return PLATFORMS[machine]


def version_of(program):
    """As the program itself has it; the one of the tree where another machine's program cannot run here."""
    done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False)
    return done.stdout.split()[1]


def build(program, output, strip):
    platform = platform_of(program)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "fencepost"
        shutil.copytree(HERE, tree, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__", "build.py"))
        (tree / "fencepost" / "bin").mkdir()
        inside = tree / "fencepost" / "bin" / "fencepost"
        if strip:
            subprocess.run([strip, "-o", str(inside), str(program)], check=True)
        else:
            shutil.copyfile(program, inside)
        inside.chmod(0o755)
        shutil.copyfile(HERE.parent.parent / "LICENSE", tree / "LICENSE")
        (tree / "platform.txt").write_text(platform + "\n", encoding="utf-8")
        version = version_of(inside)
        (tree / "version.txt").write_text(version + "\n", encoding="utf-8")
        (tree / "fencepost" / "_version.py").write_text(
            f'# SPDX-License-Identifier: Apache-2.0\n"""The version of the package, and of the program in it."""\n\n__version__ = "{version}"\n', encoding="utf-8")
        done = subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(output.resolve())], cwd=tree,
                              env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"the wheel was not built; setuptools and wheel are needed:\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description="Build the wheel.")
    parser.add_argument("--program", type=Path, required=True, help="the static program")
    parser.add_argument("--output", type=Path, default=Path("."), help="the folder for the wheel (default: .)")
    given = parser.parse_args()
    if not given.program.is_file():
        fail(f"there is no file {given.program}: ./dev build release-static makes the program")
    given.output.mkdir(parents=True, exist_ok=True)
    build(given.program, given.output, shutil.which("strip"))


main()
