# SPDX-License-Identifier: Apache-2.0
"""build.py --program FILE [--output DIR]: the wheel of this package with the program in it.

FILE is what `./dev build release-static` makes: linked statically, with corpus and specs in it. It needs setuptools
and wheel (python3-setuptools, python3-wheel), and no network. Two builds from one program are the same bytes."""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from staged import ROOT, stage

sys.path.insert(0, str(ROOT / "packages"))
from program import Refused, machine_of, stripped, version_of  # pylint: disable=wrong-import-position

EPOCH = "1700000000"  # the time of all files in the wheel

# A static program needs a kernel from 3.2 on and no C library at all, so both families of platforms have it.
PLATFORMS = {machine: f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}" for machine in ("x86_64", "aarch64")}


def fail(text):
    sys.exit(f"build.py: {text}")


def build(program, output):
    platform = PLATFORMS[machine_of(program)]
    version = version_of(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "fencepost"
        stage(tree, version)
        (tree / "fencepost" / "bin").mkdir()
        inside = tree / "fencepost" / "bin" / "fencepost"
        inside.write_bytes(stripped(program))
        inside.chmod(0o755)
        (tree / "platform.txt").write_text(platform + "\n", encoding="utf-8")
        done = subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(output.resolve())], cwd=tree,
                              env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH}, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"the wheel was not built; setuptools and wheel are needed:\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description="Build the wheel.")
    parser.add_argument("--program", type=Path, required=True, help="the static program")
    parser.add_argument("--output", type=Path, default=Path("."), help="the folder for the wheel (default: .)")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    try:
        build(given.program, given.output)
    except Refused as error:
        fail(error)


main()
