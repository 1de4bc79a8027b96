# SPDX-License-Identifier: Apache-2.0
"""sdist.py [--output DIR]: the source package for Python, which builds the program where it is installed.

It has the sources of library, program and fuzz targets, corpus and specs, and what packages/python/setup.py needs. It is
made with setuptools (python3-setuptools), without a network. Two of one checkout are the same bytes."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from staged import ROOT, stage

sys.path.insert(0, str(ROOT / "packages"))
from pack import tar_gz  # pylint: disable=wrong-import-position
from program import Refused, version_of  # pylint: disable=wrong-import-position

FOLDERS = ("cmake", "corpus", "examples", "fuzz", "harness", "reference", "spec")
FILES = ("CMakeLists.txt", "CHANGELOG.md", "LICENSE", "README.md")
LEFT = {"build", "node_modules", "__pycache__"}


def tracked():
    """What git has of the tree, new files included; without git what is there."""
    done = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard",
                           *FOLDERS, *FILES], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if done.returncode == 0:
        return sorted({name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file()})
    there = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file() and not LEFT & set(path.parts)]
    return sorted([*FILES, *(str(path.relative_to(ROOT)) for path in there)])


def metadata(tree):
    done = subprocess.run([sys.executable, "setup.py", "-q", "egg_info", "--egg-base", "."], cwd=tree, capture_output=True,
                          text=True, check=False)
    if done.returncode:
        raise Refused(f"the metadata were not written; setuptools and wheel are needed:\n{done.stderr}")
    return (tree / "fencepost.egg-info" / "PKG-INFO").read_bytes()


def build(output):
    version = version_of(ROOT)
    name = f"fencepost-{version}"
    files = {f"{name}/src/{path}": (ROOT / path).read_bytes() for path in tracked()}
    runs = {f"{name}/src/{path}" for path in tracked() if (ROOT / path).stat().st_mode & 0o100}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / name
        stage(tree, version)
        (tree / "src").mkdir()
        files[f"{name}/PKG-INFO"] = metadata(tree)
        for path in tree.rglob("*"):
            if path.is_file() and "fencepost.egg-info" not in path.parts:
                files[f"{name}/{path.relative_to(tree)}"] = path.read_bytes()
    output.mkdir(parents=True, exist_ok=True)
    tar_gz(output / f"{name}.tar.gz", files, runs)


def main():
    parser = argparse.ArgumentParser(description="Make the source package.")
    parser.add_argument("--output", type=Path, default=Path("."), help="the folder for it (default: .)")
    try:
        build(parser.parse_args().output)
    except Refused as error:
        sys.exit(f"sdist.py: {error}")


main()
