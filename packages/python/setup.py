# SPDX-License-Identifier: Apache-2.0
"""setup.py: the wheel, for the one platform that its program runs on. build.py puts program and version in place."""
from pathlib import Path

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent


class WithProgram(Distribution):
    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    """The program is linked statically, and no Python calls into it: so any Python 3, of any C library."""

    def get_tag(self):
        return "py3", "none", (HERE / "platform.txt").read_text(encoding="utf-8").strip()


for name in ("platform.txt", "version.txt", "fencepost/bin/fencepost"):
    if not (HERE / name).is_file():
        raise SystemExit(f"{name} is missing: build the package with packages/python/build.py, which adds the program")

setup(version=(HERE / "version.txt").read_text(encoding="utf-8").strip(), distclass=WithProgram,
      cmdclass={"bdist_wheel": AnyPython})
