# SPDX-License-Identifier: Apache-2.0
"""bench.py: builds a mutant and lets the suite judge it.

One changed file is compiled, with the flags of the build but no sanitizer, and linked before the library,
whose own object of that name is then left out. It is judged as -O0 builds it, for most are killed, and
compiling is what takes time; whether the compiler makes the same of it is asked at -O2, of those that live.
"""
import collections
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import threading

# shown: no event differs, and no law is broken; another role or clause of bytes is, which `explain` shows.
STATUSES = ("killed", "survived", "equivalent", "shown", "not built")
SAME = "the compiler makes the same object of it"  # of what is equivalent without an argument
SECONDS = 600  # of a whole judgement: more than the judge's own limits come to
HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(HERE, "..", "..", "reference")
CORPUS = os.path.join(HERE, "..", "..", "corpus")


NO_CASES = ("colours.json", "engines.json", "family.json", "faults.json", "renderings.json")  # of a syntax's folder


def case_files(folder):
    """The files of a syntax's folder that have cases."""
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
            if name.endswith(".json") and name not in NO_CASES]


def family_of(syntax):
    """The family that its row names, or None."""
    path = os.path.join(REFERENCE, "syntaxes", syntax + ".c")
    with open(path, encoding="utf-8") as file:
        found = re.search(r'^    \.family = "([a-z]+)",$', file.read(), re.MULTILINE)
    return found.group(1) if found else None


def corpus_files(root, syntax):
    """All files that decide which cases the syntax has."""
    folder = os.path.join(root, "corpus", syntax)
    files, own = case_files(folder), os.path.join(folder, "family.json")
    if family_of(syntax):
        files += case_files(os.path.join(root, "corpus", "families", family_of(syntax)))
    return files + ([own] if os.path.exists(own) else [])


def policy_clauses(root, syntax):
    """Policy to the clause that gives its default, from the table on the syntax's page."""
    with open(os.path.join(root, "spec", syntax + ".md"), encoding="utf-8") as file:
        return dict(re.findall(r"^\| `(\w+)` \| `[^|]*` \| (\S+) \|$", file.read(), re.MULTILINE))


def filled(clauses, by_policy):
    """Clauses as a case has them, a list or a list for each part, with «clause POLICY» filled in."""
    if isinstance(clauses, dict):
        return {part: filled(own, by_policy) for part, own in clauses.items()}
    return [by_policy[clause[8:-1]] if clause.startswith("«clause ") else clause for clause in clauses]


def cases_of(root, syntax):
    """Its cases, those of its family included: of these the id, what clauses they cite, and all that has no piece of the
    notation in it."""
    own = os.path.join(root, "corpus", syntax, "family.json")
    here = load(own) if os.path.exists(own) else {}
    by_policy = policy_clauses(root, syntax)
    for path in corpus_files(root, syntax):
        if path == own:
            continue
        file = load(path)
        for case in file["cases"]:
            if "family" not in file:
                yield case
                continue
            name = "%s/%s" % (file["feature"], case["name"])
            tokens = "markers" in by_policy or not ("markers" in case.get("policy", {}) or isinstance(case.get("input"), list))
            if tokens and name not in here.get("refused", {}):  # who has no tokens has no case about them
                cites = {key: filled(case[key], by_policy) for key in ("clauses", "also") if key in case}
                yield dict(case, id="%s/%s" % (syntax, here.get("ids", {}).get(name, name)), **cites)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def table():
    """The ids of the syntaxes."""
    with open(os.path.join(REFERENCE, "syntaxes", "rows.h"), encoding="utf-8") as file:
        rows = re.findall(r"^ROW\(FP_(\w+)\)$", file.read(), re.MULTILINE)
    return tuple(row.lower().replace("_", "-") for row in rows)


SYNTAXES = table()
# What core/ is judged by, in turn until one of them finds something: first those that find the most.
FINDERS = ("shortcode", "json-envelope", "emoji-bracket", "xml", "hermes", "native-anthropic")
CORE = FINDERS + tuple(syntax for syntax in SYNTAXES if syntax not in FINDERS)
MAX_BYTES = 96  # longer inputs are left out of the laws: CHUNK takes as long as their length squared
# Of a program that holds many mutants: for a law, and for a golden case, which takes one or two where it is short.
CPU_MS = (3000, 100)
SANITIZED = 5  # times as long, under sanitizers
SANITIZING = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]  # what is asked of survivors
ASAN_OPTIONS = "detect_leaks=0:handle_segv=0:symbolize=0"  # a crash is one, and quick
CORE_BYTES = 48  # of what all share
MEMORY = 512  # MiB
CHUNK_BYTES = 96  # with `chunk`, which is asked of mutants that are killed already

Verdict = collections.namedtuple("Verdict", "status failures cases")


class Bench:
    def __init__(self, root, build):
        self.root, self.build = os.path.abspath(root), os.path.abspath(build)
        self.work = os.path.join(self.build, "mutants")
        os.makedirs(self.work, exist_ok=True)
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as file:
            commands = {entry["file"]: entry for entry in json.load(file)}
        self.judge = self.part("harness/CMakeFiles/mutant_judge.dir/mutants/judge.c.o")
        self.harness = self.part("harness/libfencepost_harness.a")
        self.archive = self.part("reference/libfencepost.a")
        reference = os.path.join(self.root, "reference", "")
        self.sources = {path[len(reference):]: flags(entry["command"]) for path, entry in
                        commands.items() if path.startswith(reference)}
        self.sanitizers = sanitizers(commands)
        template = os.path.join(self.build, "reference", "libfencepost-template.a")  # which is there with PCRE2 alone
        self.libraries = ([template, *pkg_config("libpcre2-8")] if os.path.exists(template) else []) + [
            self.archive, *pkg_config("jansson"), "-lm", "-ldl"]
        self.compiler = shutil.which("clang") or "cc"  # which is the quicker one
        self.sanitizing = self.sanitizers or SANITIZING
        self.sanitizing_compiler = "cc" if self.sanitizers else self.compiler
        self.error_options = ["-ferror-limit=0"] if "clang" in self.compiler else [
            "-fdiagnostics-column-unit=byte"]
        self.linker = ["-fuse-ld=lld"] if shutil.which("ld.lld") else []
        self.originals = {}
        self.options = []  # of the judge, besides
        self.lock, self.written = threading.Lock(), set()

    def part(self, name):
        path = os.path.join(self.build, name)
        if not os.path.exists(path):
            raise FileNotFoundError("%s: build the target mutant_judge first" % path)
        return path

    # -- sources -----------------------------------------------------------------------------------

    def path(self, name):
        return os.path.join(self.root, "reference", name)

    def source(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def parser_flags(self, name):
        """For libclang, which has to be told where its own headers are."""
        kept = [f for f in self.sources[name] if f.startswith(("-I", "-D", "-std"))]
        return kept + ["-I" + path for path in sorted(glob.glob(
            "/usr/lib/llvm-*/lib/clang/*/include") or glob.glob("/usr/lib*/clang/*/include"))[-1:]]

    # -- building ----------------------------------------------------------------------------------

    def compiler_run(self, name, source, target, options, compiler=None):
        """From standard input, so that nothing in the object tells where it was."""
        folder = os.path.dirname(self.path(name))
        return subprocess.run(
            [compiler or self.compiler] + self.sources[name] + options +
            ["-g0", "-w", "-fPIE", "-iquote", folder, "-x", "c", "-c", "-", "-o", target],
            input=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)

    def compile(self, name, source, target, level="-O0"):
        """The object, or None."""
        compiler = "cc" if level == "-O2" else self.compiler
        if self.compiler_run(name, source, target, [level], compiler).returncode:
            return None
        with open(target, "rb") as file:
            return file.read()

    def original(self, name, level="-O0"):
        if (name, level) not in self.originals:
            target = os.path.join(self.work, name.replace("/", "_") + level + ".o")
            built = self.compile(name, self.source(name), target, level)
            if not built:
                raise ValueError("%s itself does not build" % name)
            self.originals[name, level] = built
        return self.originals[name, level]

    def same(self, name, source, level):
        """Whether the compiler makes the same object of it as of the file itself."""
        target = os.path.join(self.work, "%d%s.o" % (threading.get_ident(), level))
        return self.compile(name, source, target, level) == self.original(name, level)

    def link(self, objects, program, main=None, sanitized=False):
        """main: the object that has main(), in place of the judge's."""
        driver = [self.sanitizing_compiler] + self.sanitizing if sanitized else ["cc"] + self.sanitizers
        subprocess.run(
            driver + self.linker + ["-Wl,--strip-debug", "-o", program, main or self.judge] +
            objects + [self.harness, *self.libraries],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    # -- judging -----------------------------------------------------------------------------------

    def command(self, program, laws, max_bytes=None, sanitized=False):
        options = ["--laws", laws]
        if not self.sanitizers and not sanitized:
            options += ["--memory", str(MEMORY)]
        options += ["--max-bytes", str(CHUNK_BYTES if laws == "chunk" else max_bytes or MAX_BYTES)] + self.options
        return [program] + options, dict(os.environ, FENCEPOST_DATA=self.root, ASAN_OPTIONS=ASAN_OPTIONS)

    def families(self, syntaxes):
        """Options of the judge: a file with the cases of families, which the parsers without a mutant have written."""
        members = [s for s in syntaxes if family_of(s)]
        path = os.path.join(self.work, "families-" + digest(*members) + ".json")
        with self.lock:
            if members and path not in self.written:
                writer = os.path.join(self.build, "harness", "mutant_judge")
                subprocess.run([writer, "--write-families", path] + members, check=True,
                               env=dict(os.environ, FENCEPOST_DATA=self.root, ASAN_OPTIONS=ASAN_OPTIONS))
                self.written.add(path)
        return ["--families", path] if members else []

    def run(self, program, syntaxes, laws, max_bytes=None):
        """What the suite says: failures are [case, check, how]."""
        command, environment = self.command(program, laws, max_bytes)
        try:
            run = subprocess.run(command + self.families(syntaxes) + list(syntaxes), stdin=subprocess.DEVNULL, timeout=SECONDS,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        except subprocess.TimeoutExpired:
            return Verdict("killed", [["-", "TOTAL", "hangs"]], 0)
        lines = run.stdout.decode("utf-8", "replace").splitlines()
        if run.returncode not in (0, 1):
            lines = []
        return verdict_of(lines) or Verdict("killed", [["-", "LOAD", "the suite cannot be read"]], 0)

    def run_each(self, program, numbers, syntaxes, laws, first, max_bytes=None, sanitized=False):
        """Of a program that holds many mutants: yields each number and its verdict, as they come.

        first: whether one failure is enough of each. A number that is not told of was not judged.
        """
        shared = len(syntaxes) == len(CORE)
        command, environment = self.command(program, laws, max_bytes or (CORE_BYTES if shared else None), sanitized)
        asked = program + ".numbers"
        cpu = CPU_MS[laws in ("none", "lock")] * (SANITIZED if self.sanitizers or sanitized else 1)
        with open(asked, "w", encoding="ascii") as file:
            file.write("".join("%d\n" % number for number in numbers))
        command += ["--failures", "first" if first else "all", "--cpu", str(cpu), "--mutants", asked]
        with subprocess.Popen(command + self.families(syntaxes) + list(syntaxes), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=environment, text=True, errors="replace") as judge:
            number, lines = None, []
            for line in judge.stdout:
                if line.startswith("mutant "):
                    number, lines = int(line.split()[1]), []
                    continue
                lines.append(line.rstrip("\n"))
                verdict = verdict_of(lines)
                if verdict:
                    yield number, verdict

    def golden(self, program, mutant):
        """The golden cases alone. With what all share the first syntax that finds something is enough."""
        if len(mutant.syntaxes) < len(CORE):
            return self.run(program, mutant.syntaxes, "none")
        cases = 0
        for syntax in CORE:
            verdict = self.run(program, [syntax], "none")
            if verdict.failures:
                return verdict
            cases += verdict.cases
        return Verdict("survived", [], cases)

    def laws(self, program, mutant, mode):
        """The golden cases and the laws; those of what all share on short inputs."""
        if len(mutant.syntaxes) < len(CORE):
            return self.run(program, mutant.syntaxes, mode)
        for syntax in CORE:
            verdict = self.run(program, [syntax], mode, CORE_BYTES)
            if verdict.failures:
                return verdict
        return Verdict("survived", [], 0)


def verdict_of(lines):
    """What the lines of a judgement say; None unless it is whole."""
    end = re.fullmatch(r"cases (\d+)", lines[-1]) if lines else None
    if not end:
        return None
    failures = [line.split(" ", 2) for line in lines[:-1]]
    status = "survived" if not failures else "shown" if failures[0][1] == "explain" else "killed"
    return Verdict(status, failures, int(end.group(1)))


def syntaxes_of(name):
    """The syntaxes that a file of reference/ belongs to; all for what they share."""
    room, _, name = name.partition("/")
    found = []
    if room == "syntaxes":
        found = [s for s in SYNTAXES if name == s + ".c"] or [s for s in SYNTAXES if name.startswith(s + "-")]
        found = found or [s for s in SYNTAXES if name.split("/")[0] == s.split("-")[0]]
    elif room == "engines":
        found = [s for s in SYNTAXES if re.split(r"[-.]", name)[0] in engines_of(s)]
    return found or list(CORE)


def faults_of(syntax):
    """corpus/SYNTAX/faults.json: its hand-made mutants, and arguments; {} where there is none."""
    path = os.path.join(CORPUS, syntax, "faults.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def headers_of(syntax):
    """The headers of engines that its file includes, or one of these, as "array-member" and "array"."""
    found, left = [], ["syntaxes/%s.c" % syntax]
    while left:
        with open(os.path.join(REFERENCE, left.pop()), encoding="utf-8") as file:
            more = re.findall(r'^#include "engines/([a-z-]+)\.h"', file.read(), re.MULTILINE)
        left += ["engines/%s.h" % name for name in more if name not in found]
        found += [name for name in more if name not in found]
    return found


def engines_of(syntax):
    """The engines that read its table, by the first words of these headers."""
    return {name.partition("-")[0] for name in headers_of(syntax)}


def flags(command):
    """Those that decide what a file means."""
    return [word for word in shlex.split(command) if re.match(r"-[ID]|-std=", word)]


def sanitizers(commands):
    words = {word for entry in commands.values() for word in shlex.split(entry["command"])}
    return sorted(word for word in words if word.startswith("-fsanitize="))


def pkg_config(name):
    return shlex.split(subprocess.run(["pkg-config", "--libs", name], check=True,
                                      stdout=subprocess.PIPE).stdout.decode())


def digest(*parts):
    total = hashlib.sha256()
    for part in parts:
        total.update(part if isinstance(part, bytes) else part.encode())
        total.update(b"\0")
    return total.hexdigest()[:16]
