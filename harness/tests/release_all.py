# SPDX-License-Identifier: Apache-2.0
"""release_all.py SOURCE_DIR FOLDER: a release, by night: built twice from copies of the tree in different folders, signed and
verified, compared byte by byte, and each thing of it tried on a system that has nothing of ours.

It takes some twenty minutes, and a network for the packages of Debian; FOLDER keeps these systems between two runs. No cache
of compiled files is asked."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from left_out import left_out

SOURCE, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
KINDS = ("program", "deb", "wheel", "sdist", "npm")

# Two surroundings that have little in common.
ONE = {"TZ": "UTC", "LC_ALL": "C.UTF-8"}
ANOTHER = {"TZ": "Pacific/Auckland", "LC_ALL": "C", "FENCEPOST_DATA": "/nowhere"}


def run(*command, cwd=None, env=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, (command, done.returncode, said[-6000:])
    return said


def checkout(folder):
    """A clean checkout of the tree as it is now, new files included."""
    names = run("git", "-c", f"safe.directory={SOURCE}", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=SOURCE)
    for name in filter(None, names.split("\0")):
        if (SOURCE / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, folder / name)
    run("git", "init", "-q", "-b", "main", cwd=folder)
    run("git", "add", "--all", cwd=folder)
    run("git", "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "x", cwd=folder)
    return folder


def release(folder, key, env):
    """What ci/release makes in that checkout, as a folder."""
    output = folder.with_name(folder.name + "-release")
    run(sys.executable, folder / "ci" / "release", "--key", key, "--output", output, cwd=folder,
        env={**env, "CMAKE_C_COMPILER_LAUNCHER": "", "CCACHE_DISABLE": "1"})
    return output


def keep(name, *folders):
    """For who looks into it."""
    for number, folder in enumerate(folders):
        place = FOLDER / f"differs-{number}"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / name, place / name)


def the_same_twice():
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        key, public = place / "key.pem", place / "public.pem"
        run("openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key)
        run("openssl", "pkey", "-in", key, "-pubout", "-out", public)
        first, second = checkout(place / "one"), place / "another" / "and a longer one"
        run("git", "clone", "-q", first, second)  # and not the tree again, which someone may have changed meanwhile
        one, two = release(first, key, ONE), release(second, key, ANOTHER)
        names = sorted(os.listdir(one))
        assert names == sorted(os.listdir(two)) and len(names) >= 9, names
        differ = [name for name in names if (one / name).read_bytes() != (two / name).read_bytes()]
        for name in differ:
            keep(name, one, two)
        assert not differ, f"not the same twice, and kept in {FOLDER}: {differ}"
        run(sys.executable, SOURCE / "ci" / "release", "--verify", public, one)
        print(f"{len(names)} files, the same twice", flush=True)
        if os.getuid() or not shutil.which("mmdebstrap"):
            left_out("a release on empty systems", "that needs root and mmdebstrap", machine=bool(os.getuid()))
            return
        said = run("sh", SOURCE / "ci" / "try-all.sh", one, FOLDER)
        assert [line for line in said.splitlines() if line.endswith(": fine")] == [f"try: {kind}: fine" for kind in KINDS], said
        print(f"{len(KINDS)} things tried on empty systems")


the_same_twice()
