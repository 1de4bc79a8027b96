# SPDX-License-Identifier: Apache-2.0
"""npm_install.py: installs npm packages for a test, in the versions of a lock file, next to the program under test."""
import shutil
import subprocess


def install(source, folder):
    """Copies the folder `source` to `folder` and installs its packages; again only when the lock file changes."""
    stamp = folder / "installed"
    folder.mkdir(parents=True, exist_ok=True)
    for path in source.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    wanted = (folder / "package.json").read_text() + (folder / "package-lock.json").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        npm = shutil.which("npm")
        assert npm, "npm is needed, to install the packages of this test"
        done = subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline",
                               "--fetch-retries=1"], cwd=folder, capture_output=True, timeout=200, check=False, text=True)
        assert done.returncode == 0, f"npm ci cannot install {source.name}:\n{done.stderr}"
        stamp.write_text(wanted)
    return folder
