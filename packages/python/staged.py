# SPDX-License-Identifier: Apache-2.0
"""staged.py: a copy of this package in a folder of its own, with version and licences, for what is made of it."""
import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OURS = ("build.py", "sdist.py", "staged.py")  # which make packages, and are in none
LICENCES = ("LICENSE", "packages/NOTICES.md", "packages/LGPL-2.1.txt")


def stage(tree, version):
    shutil.copytree(HERE, tree, ignore=shutil.ignore_patterns("build", "dist", "*.egg-info", "__pycache__", *OURS))
    for name in LICENCES:
        shutil.copy(ROOT / name, tree)
    (tree / "version.txt").write_text(version + "\n", encoding="utf-8")
    (tree / "fencepost" / "_version.py").write_text(
        f'# SPDX-License-Identifier: Apache-2.0\n"""The version of the package, and of the program in it."""\n\n__version__ = "{version}"\n',
        encoding="utf-8")
