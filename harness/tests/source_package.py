# SPDX-License-Identifier: Apache-2.0
"""source_package.py SOURCE_DIR BUILD [--of TREE PROGRAM]: the source package of the tree, unpacked elsewhere, builds a wheel.

The program that it builds, in BUILD, is linked statically and has no path of this machine in it. BUILD is kept between two
runs, so that only what changed is compiled again. To compile everything takes minutes: with --of next to nothing is. TREE is
then a build tree of the same sources, and tells what their build reads: the package has all of it. PROGRAM is a program of
that tree, which takes the place of the one that would be built. GENERATOR and CMAKE come from the environment."""
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

SOURCE, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
TREE, PROGRAM = (Path(word).resolve() for word in sys.argv[4:6]) if "--of" in sys.argv else (None, None)
UNPACKED = BUILD.with_name(BUILD.name + "-unpacked")
ARGS = "-G Ninja -DFP_STATIC=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-g1 -DFP_WERROR=ON"

# In place of a compiler's own start, as caches of what was compiled are.
LAUNCHER = '#!/bin/sh\nexec "$@"\n'

# In place of cmake: keeps its arguments, and puts a program where the build would.
STAND_IN = """#!/bin/sh
for word; do echo "$word" >> '{told}'; done
[ "$1" != --build ] || { mkdir -p "$2/harness" && cp '{program}' "$2/harness/fencepost"; }
"""


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


def wheel_of(folder, **env):
    """The wheel that setup.py makes, with the program in it."""
    output = UNPACKED.with_name("built-wheel")
    run(sys.executable, "setup.py", "-q", "bdist_wheel", "-d", output, cwd=folder, env=env)
    wheel, = output.glob("*-py3-none-linux_*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.getinfo("fencepost/bin/fencepost").external_attr >> 16 & 0o111
        assert any(name.endswith("NOTICES.md") for name in archive.namelist()), archive.namelist()


def without_cmake(folder):
    said = run(sys.executable, "setup.py", "-q", "bdist_wheel", cwd=folder, env={"PATH": "/nowhere"}, code=1)
    assert "there is no cmake" in said and "libjansson-dev" in said and "Traceback" not in said, said


def has_no_path(*files):
    for file in files:
        for path in (SOURCE, BUILD, UNPACKED):
            assert str(path).encode() not in file.read_bytes(), f"{file} has the path {path} in it: it cannot be reproduced elsewhere"


def build_whole(folder):
    wheel_of(folder, CMAKE_ARGS=ARGS, FENCEPOST_BUILD=str(BUILD))
    program = BUILD / "harness" / "fencepost"
    assert "INTERP" not in run("readelf", "--program-headers", program), "it is not linked statically"
    has_no_path(program)
    return 1


def script(name, text):
    path = UNPACKED.with_name("stand-in") / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def stand_in(folder):
    """setup.py, where another program takes the place of cmake: what it asks for, and what it makes of the result."""
    told = UNPACKED.with_name("stand-in-told")
    told.write_text("", encoding="utf-8")
    cmake = script("cmake", STAND_IN.replace("{told}", str(told)).replace("{program}", str(PROGRAM)))
    wheel_of(folder, PATH=f"{cmake.parent}:{os.environ['PATH']}", CMAKE_ARGS="-DONE=1 '-DTWO=2 3'")
    words = told.read_text(encoding="utf-8").splitlines()
    for word in ("-DFP_EMBED_DATA=ON", "-DFP_PACKAGED=ON", "-DONE=1", "-DTWO=2 3", str(folder / "src"), "fencepost"):
        assert word in words, (word, words)


def read_by(tree):
    """The files of the source tree that a build of the program has read: sources, headers, and what is embedded."""
    objects = [line for line in run("ninja", "-C", tree, "-t", "commands", "fencepost").split() if line.endswith(".o")]
    read, wanted = set(), False
    for line in run("ninja", "-C", tree, "-t", "deps").splitlines():
        if line and not line.startswith(" "):
            wanted = line.split(":")[0] in objects
        elif line and wanted:
            read.add(os.path.realpath(os.path.join(tree, line.strip())))
    return {Path(path).relative_to(SOURCE) for path in read if path.startswith(f"{SOURCE}/") and not path.startswith(f"{tree}/")}


def compile_alone(name):
    """The object of this source, without what ninja would make before it."""
    commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    one, = (one for one in commands if one["file"].endswith(f"/{name}"))
    run("sh", "-c", one["command"], cwd=one["directory"])
    return Path(one["directory"], re.search(r" -o (\S+)", one["command"]).group(1))


def build_little(folder):
    """The package has what the build reads; the build can be configured, knows how to make everything, and tells what it
    would link; two of its objects, which use paths, have none of this machine."""
    read = read_by(TREE)
    missing = sorted(str(path) for path in read if not (folder / "src" / path).is_file())
    assert not missing, f"the build reads what the source package has not: {missing}"
    shutil.rmtree(BUILD, ignore_errors=True)
    launcher = script("launcher", LAUNCHER)
    run(os.environ["CMAKE"], "-S", folder / "src", "-B", BUILD, *ARGS.split(), "-DBUILD_TESTING=OFF", "-DFP_EMBED_DATA=ON",
        "-DFP_PACKAGED=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", env={"CC": f"{launcher} cc"})
    told = json.loads((BUILD / "harness" / "fencepost.parts.json").read_text(encoding="utf-8"))
    assert all(part["version"][0].isdigit() for part in told["parts"]), told
    assert {part["name"] for part in told["parts"]} == {"jansson", "pcre2", "glibc", "libgcc"}, told
    run("ninja", "-C", BUILD, "-n", "fencepost")
    compiled = [compile_alone(name) for name in ("harness/base/util.c", "embedded_data.c", "reference/core/parser.c")]
    has_no_path(*compiled)
    stand_in(folder)
    return len(read)


def main():
    first, again = (sdist(UNPACKED.with_name(name)) for name in ("source-package-made", "source-package-again"))
    assert first.read_bytes() == again.read_bytes(), "two source packages of one tree differ"
    folder = unpack(first)
    without_cmake(folder)
    count = build_little(folder) if TREE else build_whole(folder)
    assert not TREE or count > 400, f"the build has read {count} files only"
    print(f"1 source package, 1 wheel, {count}")


main()
