# SPDX-License-Identifier: Apache-2.0
"""layout.py: where programs, seeds and dictionaries are. The names of the presets stand here only."""
import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

# What a build is for: the presets that give it, the first one that there is.
PRESETS = {
    "libfuzzer": ("fuzz-libfuzzer",),
    "afl": ("fuzz-afl",),
    "afl-cmplog": ("fuzz-afl-cmplog",),
    "afl-asan": ("fuzz-afl-asan",),
    "afl-mutator": ("fuzz-afl-mutator",),
    "coverage": ("coverage",),
    "msan": ("msan-whole", "msan"),
    "release": ("release",),
    "loop": ("dev",),
}
# A build for an engine is made with this compiler, and is left out where there is none.
COMPILERS = {"libfuzzer": "clang", "afl": "afl-clang-fast", "afl-cmplog": "afl-clang-fast",
             "afl-asan": "afl-clang-fast", "afl-mutator": "afl-clang-fast", "coverage": "gcc", "msan": "clang",
             "release": "gcc", "loop": "gcc"}
MSAN_LIBRARIES = "msan-libraries"  # what the first preset of msan needs


class BuildError(Exception):
    """A build that failed, or that has no targets."""


class Tree:
    """A source tree and its builds."""

    def __init__(self, source, build=None):
        self.source = Path(source)
        self.build = Path(build or self.source / "build")
        self._hashes = {}
        self._night_tests = None

    def preset(self, kind):
        """The preset of this kind of build, or None: CMakePresets.json has none."""
        with open(self.source / "CMakePresets.json", encoding="utf-8") as file:
            defined = {p["name"] for p in json.load(file)["configurePresets"]}
        if kind == "msan" and not (self.build / MSAN_LIBRARIES / "lib" / "pkgconfig" / "cmocka.pc").is_file():
            defined.discard("msan-whole")
        return next((name for name in PRESETS[kind] if name in defined), None)

    def folder(self, kind):
        """The build of this kind that is there, or None."""
        for name in PRESETS[kind]:
            if (self.build / name / "fuzz" / "targets").is_file():
                return self.build / name
        return None

    def targets(self, kind):
        return self._names(kind, "targets")

    def syntaxes(self, kind):
        """The targets that are syntaxes."""
        return self._names(kind, "syntaxes")

    def night_tests(self):
        """The tests with the label nightly, in ctest's order; none where the build is not configured."""
        if self._night_tests is None:
            done = subprocess.run(["ctest", "--test-dir", self.build / PRESETS["loop"][0], "-C", "nightly", "-L",
                                   "nightly", "--show-only=json-v1"], check=False, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self._night_tests = [t["name"] for t in json.loads(done.stdout)["tests"]] if done.returncode == 0 else []
        return self._night_tests

    def _names(self, kind, which):
        folder = self.folder(kind)
        path = folder / "fuzz" / which if folder else None
        return path.read_text(encoding="utf-8").split() if path and path.is_file() else []

    def program(self, kind, target):
        """The program of a target, or None."""
        folder = self.folder(kind)
        path = folder / "fuzz" / f"fuzz_{target}" if folder else None
        return path if path and os.access(path, os.X_OK) else None

    def fencepost(self, kinds=("release", "loop", "libfuzzer")):
        """The program fencepost of the first of these builds that has it, or None."""
        for name in (name for kind in kinds for name in PRESETS[kind]):
            path = self.build / name / "harness" / "fencepost"
            if os.access(path, os.X_OK):
                return path
        return None

    def mutator(self, target):
        """The custom mutator as AFL++ loads it, where the target is a syntax, which it knows; or None."""
        folder = self.folder("afl-mutator")
        path = folder / "fuzz" / "mutate_afl.so" if folder else None
        return path if path and path.is_file() and target in self.syntaxes("afl-mutator") else None

    def seeds(self, target):
        """Those that a build has written; else those that are stored."""
        built = [self.build / name / "fuzz" / "seeds" / target for names in PRESETS.values() for name in names]
        stored = [self.source / "corpus" / target / "seeds", self.source / "fuzz" / "seeds" / target]
        return next((path for path in (*built, *stored) if path.is_dir()), None)

    def dictionary(self, target):
        """That which a build has written, or None."""
        built = [self.build / name / "fuzz" / "dict" / f"{target}.dict" for names in PRESETS.values() for name in names]
        return next((path for path in built if path.is_file()), None)

    def hash(self, program):
        """SHA-256 of a program, cached."""
        key = (str(program), program.stat().st_mtime_ns)
        if key not in self._hashes:
            self._hashes[key] = hashlib.sha256(program.read_bytes()).hexdigest()
        return self._hashes[key]

    def commit(self):
        """The commit that is checked out, with "+" where files were changed since; or ""."""
        git = ["git", "-C", str(self.source), "-c", f"safe.directory={self.source}"]
        try:
            head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, check=True, text=True)
            changed = subprocess.run([*git, "status", "--porcelain", "-uno"], capture_output=True,
                                     check=True, text=True)
        except (OSError, subprocess.CalledProcessError):
            return ""
        return head.stdout.strip() + ("+" if changed.stdout.strip() else "")

    def make(self, kind):
        """Configures and builds the targets of a kind, and the program fencepost. None: it is built; a sentence: why
        it is left out. Raises BuildError where it should work and does not."""
        if not shutil.which(COMPILERS[kind]):
            preset = PRESETS["afl" if kind.startswith("afl") else kind][0]
            return f"there is no {COMPILERS[kind]}: `./dev build {preset}` installs it"
        if kind == "msan":  # where they cannot be had, the other preset does without
            subprocess.run([self.source / "fuzz" / "msan-libraries.sh"], check=False, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        preset = self.preset(kind)
        if not preset:
            return f"CMakePresets.json has no preset {' or '.join(PRESETS[kind])}"
        folder = self.source / "build" / preset
        self.step("cmake", "--preset", preset)
        programs = [f"fuzz_{name}" for name in (folder / "fuzz" / "targets").read_text(encoding="utf-8").split()]
        wanted = {"afl-mutator": ["mutate_afl"], "release": ["fencepost"]}.get(kind, [*programs, "fencepost"])
        self.step("cmake", "--build", "--preset", preset, "--target", *wanted, "--", "--quiet")
        return None

    def step(self, *command):
        """Runs a command of a build in the folder of the sources. Raises BuildError."""
        done = subprocess.run(list(map(str, command)), cwd=self.source, stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            tail = done.stdout.decode("utf-8", "replace")[-3000:]
            raise BuildError(f"failed: {' '.join(map(str, command))}\n{tail}")
