# SPDX-License-Identifier: Apache-2.0
"""build.py --program FILE... [--output DIR]: the tarball of this package with the program in it, one for each machine.

FILE is what `./dev build release-static` makes: linked statically, with corpus and specs in it. It needs neither npm nor
a network. Two builds from the same programs are the same bytes."""
import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from program import NOTICES, Refused, machine_of, stripped, version_of  # pylint: disable=wrong-import-position
from pack import tar_gz  # pylint: disable=wrong-import-position

NAMES = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}  # as process.platform and process.arch have them
ROOT = HERE.parent.parent


def build(programs, output):
    version = version_of(ROOT)
    package = {**json.loads((HERE / "package.json").read_text(encoding="utf-8")), "version": version}
    files = {"package/package.json": (json.dumps(package, indent=2) + "\n").encode(), "package/LICENSE": (ROOT / "LICENSE").read_bytes(),
             "package/README.md": (HERE / "README.md").read_bytes(),
             **{f"package/{name}": (HERE.parent / name).read_bytes() for name in NOTICES}}
    for path in sorted((HERE / "lib").iterdir()):
        files[f"package/lib/{path.name}"] = path.read_bytes()
    for program in programs:
        files[f"package/bin/{NAMES[machine_of(program)]}/fencepost"] = stripped(program)
    runs = {name for name in files if name.startswith("package/bin/") or name in ("package/lib/command.js", "package/lib/worker.js")}
    output.mkdir(parents=True, exist_ok=True)
    tar_gz(output / f"fencepost-{version}.tgz", files, runs)


def main():
    parser = argparse.ArgumentParser(description="Build the tarball.")
    parser.add_argument("--program", type=Path, required=True, action="append", help="a static program; one for each machine")
    parser.add_argument("--output", type=Path, default=Path("."), help="the folder for the tarball (default: .)")
    given = parser.parse_args()
    try:
        build(given.program, given.output)
    except Refused as error:
        sys.exit(f"build.py: {error}")


main()
