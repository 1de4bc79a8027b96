# SPDX-License-Identifier: Apache-2.0
"""setup.py: the wheel. Either build.py has put the program in place, which is linked statically and for any Linux of its
machine; or this is the source package, and the program is built here, with cmake, a C compiler, pkg-config and jansson.

CMAKE_ARGS has more options for cmake, and FENCEPOST_BUILD names a folder for the build that is kept."""
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
PLATFORM, SOURCES = HERE / "platform.txt", HERE / "src"
NEEDS = "cmake from 3.25, a C compiler, pkg-config and the headers of jansson (libjansson-dev) are needed"


class WithProgram(Distribution):
    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    """No Python calls into the program: so any Python 3. Linked statically, it needs no C library either."""

    def get_tag(self):
        built_here = super().get_tag()[2]
        return "py3", "none", PLATFORM.read_text(encoding="utf-8").strip() if PLATFORM.is_file() else built_here


def run(*command):
    try:
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except OSError as error:
        raise SystemExit(f"fencepost: the program was not built, there is no {command[0]} ({error.strerror}): {NEEDS}") from None
    if done.returncode:
        raise SystemExit(f"{done.stdout.decode('utf-8', 'replace')}\nfencepost: the program was not built: {NEEDS}")


def build_program(folder):
    run("cmake", "-S", SOURCES, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF", "-DFP_EMBED_DATA=ON",
        "-DFP_PACKAGED=ON", *shlex.split(os.environ.get("CMAKE_ARGS", "")))
    run("cmake", "--build", folder, "--target", "fencepost", "--parallel", os.cpu_count() or 1)
    return Path(folder) / "harness" / "fencepost"


class Built(build_py):
    """The modules, and the program beside them."""

    def run(self):
        super().run()
        inside = Path(self.build_lib) / "fencepost" / "bin" / "fencepost"
        if inside.is_file():
            return
        inside.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(build_program(os.environ.get("FENCEPOST_BUILD") or folder), inside)
        if shutil.which("strip"):
            run("strip", inside)


if not SOURCES.is_dir() and not (HERE / "fencepost" / "bin" / "fencepost").is_file():
    raise SystemExit("the program is missing: build the package with packages/python/build.py, which adds it, or the source "
                     "package with packages/python/sdist.py")

setup(version=(HERE / "version.txt").read_text(encoding="utf-8").strip(), distclass=WithProgram,
      cmdclass={"bdist_wheel": AnyPython, "build_py": Built})
