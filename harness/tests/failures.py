# SPDX-License-Identifier: Apache-2.0
"""failures.py SOURCE_DIR FENCEPOST FAILING [--all] [--row N]: the program when memory, or the file system, gives nothing.

FAILING is the program with failing.c in it. Every command is run once to learn from which places it allocates and asks
for files; then it is run again for each place that no command before it had, and that place fails: once, or from
then on. The run has to say what it said before, or that it cannot, with status 3 (2 where what it reads cannot be
read); no sanitizer may complain, no file be half, no process be left.

With --all that is 8,000 runs, and takes an hour and a half on a busy machine; --row N looks at one command, and counts
round and round. Without, a place is told from another by its three innermost callers, not seven, one place in SAMPLE is
taken, which fails in one of the two ways, and of the commands that only read one in SAMPLE, of the others one in
OF_WRITERS."""
import array
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from checks import run_checks
from fewdata import case_files

SOURCE = Path(sys.argv[1])
FENCEPOST, FAILING = (os.path.abspath(program) for program in sys.argv[2:4])
ALL = "--all" in sys.argv
ROW = int(sys.argv[sys.argv.index("--row") + 1]) if "--row" in sys.argv else None
DEPTH = "7" if ALL else "3"
SAMPLE = 1 if ALL else 12
OF_READERS, OF_WRITERS = (1, 1) if ALL or ROW is not None else (SAMPLE, 3)
MARK = "FENCEPOST_FAILURES_MARK"
SANITIZER = 99  # its exit status, so that it is told apart

TIMES = re.compile(r"\d+(\.\d+)? ?(ms|s)\b|\d{4}-\d\d-\d\dT[0-9:.]+Z?|\"us\":\d+|time=\"[0-9.]+\"")

WHERE = re.compile(r',"line":\d+')

FILES = {
    "caret.txt": "a\n^^^write_file\npath: x\ncontent ---\nb\n--- content\n^^^\nz\n^^^list\n",
    "qwen.txt": "a \n<tool_call> \n k\n<function=list>\n<parameter=path>x</parameter>\n</function>\n</tool_call> \n b ",
    "xml.txt": "a <tool:list><param:path>x</param:path></tool:list> b",
    "call.json": '{"name": "write_file", "input": {"path": "x", "content": "y\\nz"}}',
    "tools.json": '{"tools": [{"name": "write_file", "description": "d", "inputSchema": {"type": "object", "required":'
                  ' ["path"], "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}}}]}',
    "template.json": '{"start_anchor": "<A>", "fields": {"a": {"open": "<a>", "close": "</a>", "content": "json"}}}',
    "store.json": '{"a": "A {{<vaultref id=\\"b\\" />}}", "b": "B"}',
    "vault.txt": 'x {{<vaultref id="a" />}} {{<vaultref id="c" />}}',
    "requests.jsonl": '{"op": "hello", "id": 0, "protocols": [1], "suite": "0.1.0"}\n'
                      '{"op": "parse", "id": 1, "syntax": "caret", "chunks": ["^^^a\\n", "^^^\\n"]}\n'
                      '{"op": "bye", "id": 2}\n',
    "drive.jsonl": '{"id": 0, "protocol": 1, "name": "p", "version": "0", "language": "c", "syntaxes": ["caret"]}\n'
                   '{"op": "list"}\n{"op": "run", "test": "caret/template/unrendered-name"}\n'
                   '{"id": 1, "text": "", "calls": []}\n{"op": "bye"}\n',
}
WORKER = ["--reduce-budget", "30", "--seed", "1", "--", sys.executable, str(SOURCE / "harness/tests/workers/deaf.py")]
BAD = ["--syntax", "caret", "--text", "^^^a\\nk ---\\n^^^\\n--- k\\n^^^\\n"]

# What is run; a name that ends with < is standard input.
READERS = [
    ["--version"], ["help"], ["help", "test"], ["lits"], ["test", "--sintax"],
    ["list", "syntaxes"], ["list", "clauses", "--syntax", "caret"], ["list", "cases", "--syntax", "caret"],
    ["list", "policies"], ["show", "CARET-4.4"], ["show", "caret/reasoning/*"], ["show", "trimmed"],
    ["parse", "--syntax", "caret", "--catalogue", "xml.txt", "caret.txt"],
    ["explain", "--syntax", "caret", "--limit", "value=1", "caret.txt"],
    ["parse", "--syntax", "caret", "--events", "caret.txt"], ["parse", "--syntax", "xml", "xml.txt"],
    ["explain", "--syntax", "caret", "caret.txt"], ["render", "--syntax", "xml", "call.json"],
    ["convert", "--from", "xml", "--to", "caret", "xml.txt"], ["convert", "--from", "xml", "--to", "hermes", "xml.txt"],
    ["grammar", "--syntax", "caret"], ["doc", "--syntax", "caret", "tools.json"],
    ["validate", "--syntax", "caret", "--catalogue", "tools.json", "caret.txt"],
    ["lint", "--template", "template.json"], ["lint", "--template", "template.json", "--format", "json"],
    ["parse", "--template", "template.json", "xml.txt"], ["parse", "--template", "template.json", "--events", "xml.txt"],
    ["test", "--template", "template.json", "--generate", "6"], ["test", "--template", "template.json", "--text", "<a>"],
    ["vault", "--store", "store.json", "vault.txt"], ["vault", "--mode", "analyse", "vault.txt"],
    ["vault", "--store", "store.json", "--mode", "expand", "vault.txt"],
    ["init", "python"], ["man"], ["man", "test"], ["completion", "bash"], ["completion", "zsh"], ["completion", "fish"],
    ["export", "--syntax", "caret"], ["lint"], ["lint", "--syntax", "caret"], ["lock", "--check", "--syntax", "caret"],
    ["serve", "requests.jsonl<"], ["drive", "--reduce-budget", "0", "drive.jsonl<"], ["express"], ["diff", "--calls", "20"],
    ["diff", "--syntax", "caret", "--parser", "builtin", "--parser", "builtin:code_fence=text", "--cases", "caret/*",
     "--generate", "3"],
    ["diff", *BAD, "--format", "json", "--parser", "builtin", "--parser", "cmd:" + " ".join(WORKER[5:])],
    ["test", "--syntax", "caret"], ["test", "--syntax", "xml", "--format", "json"], ["test", "--syntax", "shortcode"],
    ["test", *BAD, *WORKER], ["test", "--generate", "3", "--syntax", "caret", "--format", "junit", *WORKER],
    ["policies", *WORKER[4:]], ["wire", *BAD, *WORKER[4:]],
    ["report", "--format", "tty", "bad.jsonl"], ["report", "--format", "html", "bad.jsonl"],
    ["report", "--format", "html", "--trend", "bad.jsonl", "good.jsonl"],
    ["report", "--format", "junit", "bad.jsonl"], ["report", "--format", "sarif", "bad.jsonl"],
    ["report", "--format", "markdown", "bad.jsonl", "good.jsonl"], ["report", "--format", "tap", "bad.jsonl"],
    ["report", "--format", "badge", "bad.jsonl"], ["report", "--format", "svg", "bad.jsonl"],
    ["report", "--merge", "bad.jsonl", "--format", "json"],
    ["gate", "--baseline", "bad.jsonl", "good.jsonl"], ["gate", "--baseline", "good.jsonl", "bad.jsonl", "--format", "json"],
    ["interop", "bad.jsonl", "good.jsonl"], ["interop", "--format", "html", "bad.jsonl"], ["interop", "--format", "json", "bad.jsonl"],
    ["parse", "--syntax", "qwen3-coder", "--policy", "text_space=trimmed", "--events", "qwen.txt"],
]
# What writes files, and which are there before it.
WRITERS = [
    ["test", *BAD, "--report", "out", *WORKER],
    ["test", *BAD, "--known", "known.txt", "--update-known", *WORKER],
    ["report", "--format", "html", "--output", "page.html", "bad.jsonl"],
    ["gate", "--write-baseline", "baseline.txt", "bad.jsonl"],
    ["gate", "--baseline", "baseline.txt", "--output", "gate.txt", "bad.jsonl"],
    ["interop", "--output", "interop.md", "bad.jsonl"],
    ["add", "--from-failure", "bad.jsonl", "--output", "new.json"],
    ["lint", "--add-ids"], ["lock", "--syntax", "caret"], ["copy", "all"],
]
OLD = {"out/report.jsonl": None, "known.txt": "# mine\n", "page.html": "old\n", "gate.txt": "old\n", "interop.md": "old\n"}


# -- the suite in small --------------------------------------------------------------------------------

def small_suite(folder):
    """Two small files of cases of each syntax, and what else a suite needs."""
    (folder / "harness").mkdir(parents=True)
    for name in ("spec", "harness/templates"):
        os.symlink(SOURCE / name, folder / name)
    (folder / "corpus").mkdir(parents=True)
    for path in (SOURCE / "corpus").iterdir():
        if path.name == "types.json":  # cases of all syntaxes
            continue
        elif not path.is_dir():
            shutil.copyfile(path, folder / "corpus" / path.name)
        elif path.name == "catalogues":
            os.symlink(path, folder / "corpus" / path.name)
        elif path.name not in ("equivalence", "families", "partial-json", "response-template", "vault"):
            small_syntax(path, folder / "corpus" / path.name)


def small_syntax(path, folder):
    folder.mkdir()
    features = sorted(case_files(path), key=lambda file: file.stat().st_size)[:2]
    for file in features:
        os.symlink(file, folder / file.name)
    names = [f"{path.name}/{file.stem}/" for file in features]
    ids = (path / "ids.txt").read_text(encoding="utf-8").splitlines()
    kept = [line for line in ids if line.startswith(("#", *names))]
    (folder / "ids.txt").write_text("\n".join(kept[:-1]) + "\n", encoding="utf-8")


# -- a run -------------------------------------------------------------------------------------------

def left(mark):
    """The processes that have the mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(folder.name)
        except OSError:
            pass
    return found


class Ran:
    """A command that was run in a folder of its own, which is gone when the run has been looked at."""
    count = 0

    def __init__(self, world, args, limit=None, program=None, **environment):
        Ran.count += 1
        mark = f"{os.getpid()}-{Ran.count}"
        self.folder = Path(tempfile.mkdtemp(dir=world))
        shutil.copytree(world / "files", self.folder, symlinks=True, dirs_exist_ok=True)
        own = self.folder / "data" if "add-ids" in str(args) or "lock" in args else world / "data"
        if own.parent == self.folder:
            shutil.copytree(world / "data", own, symlinks=True)
        files = [arg for arg in args if arg.endswith("<")]
        with open(self.folder / files[0][:-1] if files else os.devnull, "rb") as given:
            done = subprocess.run(
                [program or FAILING, *(arg for arg in args if arg not in files)], cwd=self.folder, stdin=given,
                capture_output=True, check=False, timeout=300,
                preexec_fn=limit and (lambda: limit_files(limit[0])),
                env={**os.environ, "FENCEPOST_DATA": str(own), MARK: mark, **environment,
                     "ASAN_OPTIONS": f"exitcode={SANITIZER}:detect_leaks={int('FAIL_LIST' not in environment)}",
                     "LSAN_OPTIONS": f"exitcode={SANITIZER}"})
        self.status = done.returncode
        self.said = done.stdout.decode("utf-8", "replace")
        self.out = TIMES.sub("T", self.said).replace(str(self.folder), "HERE")
        self.err = done.stderr.decode("utf-8", "replace")
        end = time.monotonic() + 60
        while left(mark):
            assert time.monotonic() < end, f"{args}: processes are left"

    def files(self):
        """What is in the folder, the times taken out of it."""
        return {str(path.relative_to(self.folder)): TIMES.sub("T", path.read_text("utf-8", "replace"))
                for path in self.folder.rglob("*") if path.is_file() and not path.is_symlink()}

    def forget(self):
        shutil.rmtree(self.folder)


def limit_files(size):
    """As a disk on which each file finds so many bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class World:
    """The files that runs begin with, and where they were seen to ask for something."""

    def __init__(self, path):
        self.path = path
        (path / "files").mkdir()
        small_suite(path / "data")
        self.seen = set()
        self.runs = 0
        for name, text in FILES.items():
            (path / "files" / name).write_text(text, encoding="utf-8")
        for name, worker in (("bad", WORKER), ("good", [])):
            ran = Ran(path, ["test", *BAD, "--format", "json", *worker], program=FENCEPOST)
            assert ran.status in (0, 1), ran.err
            (path / "files" / f"{name}.jsonl").write_text(ran.said, encoding="utf-8")
        for name, text in OLD.items():
            (path / "files" / name).parent.mkdir(exist_ok=True)
            (path / "files" / name).write_text(text or (path / "files" / "good.jsonl").read_text(), encoding="utf-8")
        ran = Ran(path, ["gate", "--write-baseline", "baseline.txt", "good.jsonl"], program=FENCEPOST)
        assert ran.status == 0, ran.err
        shutil.copyfile(ran.folder / "baseline.txt", path / "files" / "baseline.txt")
        self.before = ran.files()
        for file in (path / "data" / "corpus").rglob("*.txt"):
            self.before[str(file.relative_to(path))] = TIMES.sub("T", file.read_text(encoding="utf-8"))


# -- what fails ----------------------------------------------------------------------------------------

def places(world, args):
    """From where the command asks, of each kind: the place of each number, counted from 1. And the run."""
    file = world.path / "list"
    ran = Ran(world.path, args, FAIL_LIST=str(file), FAIL_DEPTH=DEPTH)
    assert ran.status >= 0 and ran.status != SANITIZER, f"{args}: {ran.status}, {ran.err}"
    words = array.array("Q", file.read_bytes())
    between = words.index(0)
    return {"FAIL_MEMORY": words[:between], "FAIL_FILES": words[between + 1:]}, ran


def fresh(world, kind, asked):
    """The numbers of the first asking from each place that no command had before."""
    for number, place in enumerate(asked, 1):
        if (kind, place) not in world.seen:
            world.seen.add((kind, place))
            if kind != "FAIL_MEMORY" or len(world.seen) % SAMPLE == 0:  # the same of each build, wherever its code lies
                yield number


def ways(number):
    return ("", "+") if ALL else ("+",) if number % 2 else ("",)


def wrong(kind, ran, normal):
    """What is wrong with a run in which something failed, or None."""
    if ran.status == SANITIZER or ran.status < 0 or "runtime error" in ran.err:
        return "crashed, or a sanitizer complained"
    if ran.status == normal.status and ran.out == normal.out:
        return None
    if kind == "FAIL_MEMORY":
        clear = ran.status == 3 and re.search(
            "out of memory|Cannot allocate memory|exited with status 3", ran.err) or (
            ran.status == 0 and '"error":"out of memory"' in ran.out)  # a worker answers, and lives on
        return None if clear else "reports neither what it reported before nor that memory is out"
    if WHERE.sub("", ran.out) == WHERE.sub("", normal.out) and "cannot read" in ran.err:
        return None  # only the line of a case in its file is missing, and the reason is told
    linted = ran.status == 1 and "lint: what could not be read" in ran.out  # a problem, as any that lint finds
    clear = (ran.status in (2, 3) or linted) and re.search(
        "Input/output error|cannot|File too large|out of memory", ran.err)
    return None if clear else "reports neither what it reported before nor what could not be done"


def half_files(world, ran, normal):
    """The files that have neither their old content nor the new one. A temporary file next to one does not count, and a
    report may hold only some of its lines, all whole."""
    after = normal.files()
    for name, text in ran.files().items():
        if text in (world.before.get(name), after.get(name)) or name.endswith((".new", ".old")):
            continue
        if name == "out/report.jsonl" and (not text or text.endswith("\n")):
            continue
        yield name


def one_failure(world, args, normal, **how):
    ran = Ran(world.path, args, **how)
    world.runs += 1
    kind = next((name for name in how if name.startswith("FAIL_")), "FAIL_FILES")
    said = wrong(kind, ran, normal)
    half = list(half_files(world, ran, normal))
    told = f"{' '.join(args)} with {how}: status {ran.status}\n{ran.out[-300:]}\n{ran.err[-1500:]}"
    ran.forget()
    return [f"{said}: {told}"] * bool(said) + [f"half: {half}: {told}"] * bool(half)


def each_place(world, args, kinds):
    asked, normal = places(world, args)
    bad = []
    for kind in kinds:
        for number in fresh(world, kind, asked[kind]):
            for way in ways(number):
                bad += one_failure(world, args, normal, **{kind: f"{number}{way}"})
    normal.forget()
    return bad


def tell(bad, runs):
    assert not bad, f"{len(bad)} of {runs} runs\n" + "\n".join(bad[:20])
    return runs


def chosen(rows):
    """The one of --row, if it is among them; those that only=COMMAND,… names; all without."""
    if ROW is not None:
        all_rows = READERS + WRITERS
        return [row for row in rows if row is all_rows[ROW % len(all_rows)]]
    only = [word.split("=")[1].split(",") for word in sys.argv if word.startswith("only=")]
    return [row for row in rows if not only or row[0] in only[0]]


def commands(kinds, rows):
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        bad = []
        for args in chosen(rows):
            before, began = world.runs, time.monotonic()
            here = each_place(world, args, kinds)
            bad += here
            if "--verbose" in sys.argv:
                took = time.monotonic() - began
                print(f"{world.runs - before} runs, {took:.1f} s: {args}", *here, sep="\n", flush=True)
        return tell(bad, world.runs)


def memory():
    """Each allocation of each command."""
    return commands(["FAIL_MEMORY"], READERS[::OF_READERS] + WRITERS[::OF_WRITERS])


def files():
    """Opening, closing, renaming and the like."""
    return commands(["FAIL_FILES"], READERS[::OF_READERS] + WRITERS[::OF_WRITERS])


def sizes(whole):
    """Where writing a file of so many bytes may stop: within and between what goes out at a time."""
    every = set(range(0, whole, 4096)) | {1, whole // 2, whole - 1}
    return sorted(size for size in every if 0 <= size < whole)


def full_disk():
    """Each write of each file: a disk that takes so many bytes of a file and no more."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        bad = []
        for args in chosen(WRITERS[::OF_WRITERS]):
            normal = Ran(world.path, args)
            new = {len(text.encode()) for name, text in normal.files().items() if text != world.before.get(name)}
            assert new, f"{args} writes nothing"
            for size in sizes(max(new))[:None if ALL else 6]:
                bad += one_failure(world, args, normal, limit=(size,))
            normal.forget()
        return tell(bad, world.runs)


if __name__ == "__main__":
    wanted = [name for name in ("memory", "files", "full_disk") if name in sys.argv]
    least = 12 if ROW is None else 0
    sys.exit(run_checks([(globals()[name], least) for name in wanted or ("memory", "files", "full_disk")], {}, SOURCE))
