# SPDX-License-Identifier: Apache-2.0
"""schemata.py: one variant of a source file that holds all its mutants, chosen by a number at run time.

What can be changed becomes `(fp_mutant == N ? (new) : (old))`, or `{ if (fp_mutant == N) new else old }` where it
is a statement. The old text holds the mutants within it, the new one is as that mutant alone has it: so of each
number the file means what it means with the change made in its text, and of 0 what it always means. What cannot
be so (constants, and whatever else the compiler refuses) is taken out by the places of the errors.
"""
import collections
import os
import re

DECLARED = "extern int fp_mutant; "  # by judge.c
ERROR = re.compile(r"^<stdin>:(\d+):(\d+): (?:fatal )?error: ", re.MULTILINE)
# Compiled once, and run as often as it has mutants. A mutant's NULL is one: the compiler is not to choose the other.
OPTIONS = ["-O1", "-fno-delete-null-pointer-checks", "-fwrapv", "-Werror=vla"]
ROUNDS = 20
STATIC = b"static"
CHOICE = re.compile(rb"fp_mutant == (\d+)")
SEEN = "extern unsigned char fp_seen[]; "  # by units.py

# A mutant's bytes [start, end) in the text that was made: its choice, or what is new in it.
Region = collections.namedtuple("Region", "start end number")


def can_hold(mutant):
    return getattr(mutant, "scope", None) is not None


class Schema:
    """The text for some mutants of a source, by their numbers."""

    def __init__(self, source, mutants):
        self.source, self.mutants = without_static(source, mutants), mutants
        self.regions, self.parts, self.size = [], [], 0
        self.put(DECLARED.encode())
        scopes = collections.defaultdict(list)
        for number, mutant in mutants.items():
            scopes[mutant.scope].append(number)
        self.copy(0, len(source), sorted(scopes.items(), key=lambda item: (item[0][0], -item[0][1])))
        self.text = b"".join(self.parts)

    def put(self, text):
        self.parts.append(text)
        self.size += len(text)

    def copy(self, start, end, scopes):
        """The source from start to end with its choices. scopes: (scope, numbers), outer before inner."""
        at = start
        while scopes:
            (first, last, is_statement), numbers = scopes[0]
            count = sum(1 for _ in self.within(scopes, last))
            self.put(self.source[at:first])
            self.choose(first, last, is_statement, numbers, scopes[1:count])
            at, scopes = last, scopes[count:]
        self.put(self.source[at:end])

    @staticmethod
    def within(scopes, end):
        for (first, last, _), _ in scopes:
            if first >= end:
                return
            if last > end:
                raise ValueError("scopes overlap at byte %d" % first)
            yield first

    def choose(self, start, end, is_statement, numbers, inner):
        began = self.size
        for number in numbers:
            self.put(b"{ if (fp_mutant == %d) { " % number if is_statement else b"(fp_mutant == %d ? (" % number)
            self.new(start, end, self.mutants[number], number)
            self.put(b" } else " if is_statement else b") : ")
        self.put(b"{ " if is_statement else b"(")
        self.copy(start, end, inner)
        self.put((b" }" if is_statement else b")") * (len(numbers) + 1))
        self.regions += [Region(began, self.size, number) for number in numbers]

    def new(self, start, end, mutant, number):
        """In one line, so that lines stay what they are in the source."""
        began = self.size
        text = self.source[start:mutant.start] + mutant.text.encode() + self.source[mutant.end:end]
        self.put(text.replace(b"\n", b" "))
        self.regions.append(Region(began, self.size, number))

    def refused(self, messages):
        """The numbers that the compiler's errors are about: the mutants whose bytes are closest around a place, or
        those that begin in its line."""
        lines = [0]
        for line in self.text.split(b"\n"):
            lines.append(lines[-1] + len(line) + 1)
        found = set()
        for line, column in ERROR.findall(messages):
            at = lines[int(line) - 1] + int(column) - 1
            around = [r for r in self.regions if r.start <= at < r.end]
            if not around:
                found.update(r.number for r in self.regions if lines[int(line) - 1] <= r.start < lines[int(line)])
            size = min((r.end - r.start for r in around), default=0)
            found.update(r.number for r in around if r.end - r.start == size)
        return found


def without_static(source, mutants):
    """Makes tables with mutants local variables that each call builds again, so that they need not be constant."""
    for at in {mutant.static for mutant in mutants.values() if mutant.static is not None}:
        if source[at:at + len(STATIC)] == STATIC:
            source = source[:at] + b" " * len(STATIC) + source[at + len(STATIC):]
    return source


def build_seeing(bench, held, target):
    """Compiles to target the file as it is, which notes by the numbers of its mutants where it has come."""
    name = next(iter(held.values())).file
    text = CHOICE.sub(rb"(fp_seen[\1] = 1, 0)", Schema(bench.source(name), held).text)
    return bench.compiler_run(name, SEEN.encode() + text, target, OPTIONS).returncode == 0


def build_sanitized(bench, held, target):
    """What build() has compiled, for sanitizers to see what it reads or writes where it may not."""
    name = next(iter(held.values())).file
    text = Schema(bench.source(name), held).text
    options = OPTIONS + bench.sanitizing
    return bench.compiler_run(name, text, target, options, bench.sanitizing_compiler).returncode == 0


def build(bench, name, mutants, target):
    """Compiles to target; returns {number: mutant} of those that it holds, which may be none."""
    source = bench.source(name)
    held = {number: mutant for number, mutant in enumerate(mutants, 1) if can_hold(mutant)}
    for _ in range(ROUNDS):
        if not held:
            break
        schema = Schema(source, held)
        run = bench.compiler_run(name, schema.text, target, OPTIONS + bench.error_options)
        if run.returncode == 0:
            return held
        refused = schema.refused(run.stdout.decode("utf-8", "replace"))
        if not refused:
            break
        held = {number: mutant for number, mutant in held.items() if number not in refused}
    if os.path.exists(target):
        os.remove(target)
    return {}
