# SPDX-License-Identifier: Apache-2.0
"""units.py: runs the unit tests of reference/tests on mutants that survive the golden cases.

Each test is compiled once, and linked with an object that holds all mutants of a file; an environment variable selects
one. A test is run only on the mutants that it reaches, which a run on the unchanged file finds out. Unless the run is a
quick one, sanitizers watch the file, and for memory that is not freed.
"""
import glob
import os
import resource
import subprocess
import time

import schemata
from bench import Verdict

# What the tests are linked with besides: which mutant it is, and which of them it has come by, to be said at its end.
CHOSEN = b"""
#include <stdio.h>
#include <stdlib.h>
extern int fp_mutant;
int fp_mutant = 0;
extern unsigned char fp_seen[];
unsigned char fp_seen[1 << 16];
__attribute__((constructor)) static void choose(void)
{
    const char *number = getenv("FP_MUTANT");
    fp_mutant = number ? (int)strtol(number, NULL, 10) : 0;
}
__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("FP_SEEN");
    FILE *file = path ? fopen(path, "w") : NULL;
    for (unsigned n = 0; file && n < sizeof fp_seen; n++)
        if (fp_seen[n])
            fprintf(file, "%u\\n", n);
    if (file)
        fclose(file);
}
"""
SUPPORT = ("bad_tables", "eventlog", "file_text", "left_out", "partial_model", "randomtext", "failing_malloc")
NEVER = ("test_growth", "test_left_out")  # the one counts work, in objects of its own; the other looks at no parser
WRAPPED = ["-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc"]
SLOW = ("test_run",)  # ten times as long as all others; what it finds, CHUNK mostly finds before
VAULT = ("test_vault", "test_memory_vault")
VAULT_FILES = ("core/buf.c", "core/jsontext.c", "core/strings.c")  # what of the rest the vault is linked with
CPU_SECONDS = {False: 12, True: 120}  # by whether it is slow; each takes less than a third
ASAN_OPTIONS = "detect_leaks=1:symbolize=0:quarantine_size_mb=16"
WALL_SECONDS = 600


class Units:
    def __init__(self, bench):
        self.bench = bench
        self.folder = os.path.join(bench.root, "reference", "tests")
        self.work = os.path.join(bench.work, "units")
        names = {os.path.basename(path)[:-len(".c")] for path in glob.glob(os.path.join(self.folder, "test_*.c"))}
        self.names = sorted(names - set(NEVER))
        self.kills = {name: 0 for name in self.names}
        self.seconds = {name: 0.0 for name in self.names}  # that it takes
        self.built = set()

    # -- building ----------------------------------------------------------------------------------

    def compiled(self, name, source=None):
        target = os.path.join(self.work, name + ".o")
        if not os.path.exists(target) or name not in self.built:
            os.makedirs(self.work, exist_ok=True)
            reference = os.path.join(self.bench.root, "reference")
            subprocess.run(
                [self.bench.compiler, "-O1", "-w", "-std=c11", "-D_POSIX_C_SOURCE=200809L",
                 '-DFP_SOURCE_DIR="%s"' % self.bench.root, "-I", reference, "-I", os.path.join(reference, "include"),
                 "-I", os.path.join(reference, "template", "include"),
                 "-iquote", self.folder, "-x", "c", "-c", "-", "-o", target],
                input=source or self.source(name), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.built.add(name)
        return target

    def source(self, name):
        with open(os.path.join(self.folder, name + ".c"), "rb") as file:
            return file.read()

    def link(self, name, objects, program):
        """The program of a test with the objects in place of the library's."""
        fails = b"failing_malloc.h" in self.source(name)
        support = [self.compiled(s) for s in SUPPORT if (s == "failing_malloc") == fails]
        subprocess.run(
            [self.bench.sanitizing_compiler] + self.bench.sanitizing + self.bench.linker + (WRAPPED if fails else []) +
            ["-Wl,--strip-debug", "-o", program, self.compiled(name), self.compiled("chosen", CHOSEN)] + support +
            objects + ["-lcmocka", *self.bench.libraries],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    # -- asking ------------------------------------------------------------------------------------

    def passes(self, program, slow, **chosen):
        seconds = CPU_SECONDS[slow]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        try:
            return subprocess.run([program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=WALL_SECONDS, preexec_fn=limit,
                                  env=dict(os.environ, ASAN_OPTIONS=ASAN_OPTIONS, **chosen)).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def asked_of(self, file, slow):
        """Those that have killed most lead; of the others those that are quick."""
        names = [n for n in self.names if (n in SLOW) == slow and (n not in VAULT or file in VAULT_FILES)]
        return sorted(names, key=lambda name: (-self.kills[name], self.seconds[name]))

    def first_that_fails(self, names, objects, stem, slow, number=0):
        for name in names:
            program = "%s-%s" % (stem, name)
            if not os.path.exists(program):
                self.link(name, objects, program)
            if not self.passes(program, slow, FP_MUTANT=str(number)):
                self.kills[name] += 1
                return name
        return None

    def killer(self, file, objects, stem, slow):
        """The test that fails with a mutant of its own object, or None."""
        names = self.asked_of(file, slow)
        try:
            return self.first_that_fails(names, objects, stem, slow)
        finally:
            forget(stem, names)

    def killers(self, held, objects, stem, numbers, slow):
        """Yields of each number the test that fails with it, of those that come by it, or None. Objects hold all."""
        names = self.asked_of(held[numbers[0]].file, slow) if numbers else []
        seen = self.seen(names, held, stem, slow)
        try:
            for number in numbers:
                asked = [n for n in self.asked_of(held[number].file, slow) if str(number) in seen[n]]
                yield number, self.first_that_fails(asked, objects, stem, slow, number)
        finally:
            forget(stem, names)

    def seen(self, names, held, stem, slow):
        """Of each test the numbers that it comes by; it passes with the parsers as they are."""
        target, told, seen = stem + "-seeing.o", stem + ".seen", {}
        if names and not schemata.build_seeing(self.bench, held, target):
            raise ValueError("%s: what notes where it comes does not build" % stem)
        for name in names:
            program = "%s-%s" % (stem, name)
            self.link(name, [target], program)
            began = time.monotonic()
            passes = self.passes(program, slow, FP_SEEN=told)
            self.seconds[name] = time.monotonic() - began
            if not passes:
                raise ValueError("%s: %s does not pass with the parsers as they are" % (stem, name))
            os.remove(program)
            with open(told, encoding="ascii") as lines:
                seen[name] = set(lines.read().split())
        return seen


def forget(stem, names):
    for name in names:
        if os.path.exists("%s-%s" % (stem, name)):
            os.remove("%s-%s" % (stem, name))


def verdict(name):
    return Verdict("killed", [[name, "unit", "fails"]], 0)
