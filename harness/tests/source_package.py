# SPDX-License-Identifier: Apache-2.0
"""static_program.py SOURCE_DIR BUILD: the source package of the tree, unpacked elsewhere, builds a wheel; its program, in
BUILD, is the static one of the tests that need one. Without the time for an optimised build.

BUILD is kept between two runs, so that only what changed is compiled again."""
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
UNPACKED = BUILD.with_name(BUILD.name + "-source")
ARGS = "-G Ninja -DFP_STATIC=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-g1 -DFP_WERROR=ON"


def run(*command, cwd=None, env=None, code=0):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == code, said[-6000:]
    return said


def sdist(output):
    run(sys.executable, SOURCE / "packages" / "python" / "sdist.py", "--output", output)
    path, = Path(output).glob("*.tar.gz")
    return path


def unpack(path):
    """Only what is not there yet, or differs, is written, so that it is not compiled again."""
    wanted = set()
    with tarfile.open(path) as archive:
        for member in archive:
            file = UNPACKED / member.name
            content = archive.extractfile(member).read()
            wanted.add(file)
            if not file.is_file() or file.read_bytes() != content:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
                file.chmod(member.mode)
    for file in [one for one in UNPACKED.rglob("*") if one.is_file() and one not in wanted]:
        file.unlink()
    folder, = (one for one in UNPACKED.iterdir() if one.is_dir())
    return folder


def main():
    first, again = (sdist(UNPACKED.with_name(name)) for name in ("source-package", "source-package-again"))
    assert first.read_bytes() == again.read_bytes(), "two source packages of one tree differ"
    folder = unpack(first)
    said = run(sys.executable, "setup.py", "-q", "bdist_wheel", cwd=folder, env={"PATH": "/nowhere"}, code=1)
    assert "there is no cmake" in said and "libjansson-dev" in said and "Traceback" not in said, said
    run(sys.executable, "setup.py", "-q", "bdist_wheel", "-d", UNPACKED.with_name("built-wheel"), cwd=folder,
        env={"CMAKE_ARGS": ARGS, "FENCEPOST_BUILD": str(BUILD)})
    wheel, = UNPACKED.with_name("built-wheel").glob("*-py3-none-linux_*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.getinfo("fencepost/bin/fencepost").external_attr >> 16 & 0o111
        assert any(name.endswith("NOTICES.md") for name in archive.namelist()), archive.namelist()
    program = BUILD / "harness" / "fencepost"
    assert "INTERP" not in run("readelf", "--program-headers", program), "it is not linked statically"
    for path in (SOURCE, BUILD, UNPACKED):
        assert str(path).encode() not in program.read_bytes(), f"the program has the path {path} in it: it cannot be reproduced elsewhere"
    print("1 source package, 1 wheel")


main()
