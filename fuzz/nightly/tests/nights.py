# SPDX-License-Identifier: Apache-2.0
"""nights.py SOURCE_DIR FENCEPOST CC: whole nights on a small target with faults (faulty.c): found, known, gone; killed
and resumed; two at once; a full disk; a silent alarm. With clang by libFuzzer; elsewhere, as it says, by the loop."""
import concurrent.futures
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "harness" / "tests"))

from left_out import left_out  # noqa: E402
from nightly import engines, findings, layout, replay  # noqa: E402

SOURCE, FENCEPOST, CC = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
RUN = SOURCE / "fuzz" / "nightly" / "run"
DESK = SOURCE / "fuzz" / "nightly" / "desk"
SANITIZED = ["-g", "-O1", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SECONDS = "7"


def has_libfuzzer():
    test = "#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n);\n" \
           "int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return d && n ? 0 : 0; }\n"
    try:
        return subprocess.run(["clang", "-fsanitize=fuzzer,address", "-x", "c", "-", "-o", os.devnull], input=test,
                              text=True, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class Tiny:
    """A source tree and a build of the small target, compiled or copied."""

    def __init__(self, folder, libfuzzer, like=None):
        self.folder, self.libfuzzer = Path(folder), libfuzzer
        self.folder.mkdir(parents=True)
        for name in ("spec", "corpus"):
            (self.folder / name).symlink_to(SOURCE / name)
        shutil.copy(SOURCE / "CMakePresets.json", self.folder)
        seeds = self.folder / "fuzz" / "seeds" / "tiny"
        seeds.mkdir(parents=True)
        for name, text in (("open", "^^^"), ("call", "^^^a\nb: c\n^^^"), ("text", "text")):
            (seeds / name).write_text(text)
        (self.folder / "build" / "dev" / "harness").mkdir(parents=True)
        (self.folder / "build" / "dev" / "harness" / "fencepost").symlink_to(FENCEPOST)
        preset = "fuzz-libfuzzer" if libfuzzer else "dev"
        place = self.folder / "build" / preset / "fuzz"
        if like:
            shutil.copytree(like.folder / "build" / preset / "fuzz", place)
        else:
            self.compile(preset, place)

    @staticmethod
    def compile(preset, place):
        place.mkdir(parents=True)
        faulty = SOURCE / "fuzz" / "nightly" / "tests" / "faulty.c"
        made = (["clang", "-fsanitize=fuzzer"] if preset == "fuzz-libfuzzer" else
                [CC, "-D_POSIX_C_SOURCE=200809L", SOURCE / "fuzz" / "replay.c", *others()])
        subprocess.run([*made, *SANITIZED, "-std=c11", "-I", SOURCE / "fuzz", faulty, "-o", place / "fuzz_tiny"],
                       check=True)
        (place / "targets").write_text("tiny\n")
        (place / "dict").mkdir()
        (place / "dict" / "tiny.dict").write_text('"\\xFF"\n"^"\n')

    def command(self, program, *arguments):
        return [sys.executable, program, "--source", self.folder, *map(str, arguments)]

    def start(self, folder, *arguments, fault="", seconds=SECONDS, limits=()):
        command = self.command(RUN, "--time", seconds, "--dir", folder, "--no-build", "--jobs", 1, "--slice", 2,
                               "--min-free", 0, *arguments)
        return subprocess.Popen([*limits, *map(str, command)], env={**os.environ, "TINY_FAULT": fault},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def night(self, folder, *arguments, code, **more):
        child = self.start(folder, *arguments, **more)
        said = child.communicate(timeout=300)[0]
        assert child.returncode == code, f"status {child.returncode}, {code} expected:\n{said}"
        return said


def others():
    """What replay.c is linked with beside the target."""
    return [p for p in (SOURCE / "fuzz" / "common.c",) if p.exists()]


def report(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


# -- checks ----------------------------------------------------------------------------------------

def finds_and_knows_again(tiny, folder):
    said = tiny.night(folder, fault="chunk", code=1)
    assert "night 1: 1 new finding" in said, said
    night = report(folder)
    found = night["findings"]
    assert [(f["class"], f["clause"], f["shown_again"]) for f in found] == [("breach", "LAW-2.1", "3 of 3")], found
    place = folder / "findings" / found[0]["id"]
    assert (place / "reduced").read_bytes() == b"^\xff" and found[0]["minimal"], found
    assert "breach: CHUNK" in (place / "output.txt").read_text(errors="replace")
    again = subprocess.run(shlex.split(found[0]["command"]), env={**os.environ, "TINY_FAULT": "chunk"},
                           capture_output=True, check=False)
    assert again.returncode != 0 and b"breach: CHUNK (LAW-2.1)" in again.stderr, again
    case = json.loads((place / "case.json").read_text())["cases"][0]
    assert case["unconfirmed"] and case["clauses"] == ["LAW-2.1"], case
    assert all(s["execs"] > 0 and s["why"] for s in night["slices"]) and night["slices"], night["slices"]
    said = tiny.night(folder, fault="chunk", code=0)
    assert "night 2: nothing new; 1 known" in said, said
    tiny.night(folder, fault="", code=0)
    assert report(folder)["findings"][0]["gone_since"], "the fault is gone, the finding is not"
    said = tiny.night(folder, fault="chunk", code=1, seconds="6")
    assert "it is back" in said and [r["new"] for r in report(folder)["trend"]] == [1, 0, 0, 1], said


def other_failures_are_findings(tiny, folder):
    """A stored input is enough to find them."""
    seeds = tiny.folder / "fuzz" / "seeds" / "tiny"
    (seeds / "bad").write_bytes(b"xxOxx")
    (seeds / "lost").write_bytes(b"xxLxx")
    try:
        tiny.night(folder, fault="overflow,leak" if tiny.libfuzzer else "overflow", code=1, seconds="4")
    finally:
        (seeds / "bad").unlink()
        (seeds / "lost").unlink()
    found = {f["class"]: f for f in report(folder)["findings"]}
    assert "sanitizer" in found and "heap-buffer-overflow" in found["sanitizer"]["title"], found
    assert (folder / "findings" / found["sanitizer"]["id"] / "reduced").read_bytes() == b"O", found
    assert "leak" in found or not tiny.libfuzzer, found
    assert (folder / "findings" / found["sanitizer"]["id"] / "why-no-case.txt").exists()


def a_hang_needs_a_person(tiny, folder):
    if not tiny.libfuzzer:
        return
    replay.TIMEOUT = 1
    (folder / "H").write_bytes(b"xxHxx")
    store = findings.Findings(folder / "findings", layout.Tree(tiny.folder), 1)
    job = engines.Slice("tiny", "afl", 0, 1, folder)
    found = store.take(folder / "H", job, env={"TINY_FAULT": "hang"})
    assert (found["class"], found["needs_a_person"]) == ("hang", True), found
    assert store.take(folder / "H", job, hang=True) is None, "it was not a hang"
    found = store.take(folder / "H", job)
    assert (found["class"], found["shown_again"]) == ("unstable", "0 of 3"), found


def goes_on_where_it_was_killed(tiny, folder):
    child = tiny.start(folder, seconds="40")  # two slices, however slow the checks
    state = folder / "state.json"
    until = time.monotonic() + 60
    while time.monotonic() < until:
        slices = json.loads(state.read_text())["night"]["slices"] if state.exists() else []
        working = [p for p in (folder / "work").glob("*-tiny-*/slice.json")]
        if slices and working:
            break
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    before = json.loads(state.read_text())["night"]
    assert before["phase"] == "slices" and before["slices"], before
    planted = working[0].parent / "failed" / "crash-planted"  # as if it had failed just before
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_bytes(b"a^\xffb")
    if not (working[0]).exists():
        working[0].write_text(json.dumps({"target": "tiny", "engine": "libfuzzer", "seed": 1, "flags": []}))
    tiny.night(folder, "--resume", fault="chunk", code=1)
    assert "no night was cut short" in tiny.night(folder, "--resume", code=0)
    after = report(folder)
    assert (after["number"], after["resumed"]) == (1, 1), after["number"]
    assert after["slices"][:len(before["slices"])] == before["slices"], "what was known is lost"
    assert any(s["why"] == "what a killed run had found" and s["findings"] for s in after["slices"]), after["slices"]
    assert after["spent"] >= before["spent"], (after["spent"], before["spent"])


def two_cannot_meet(tiny, folder):
    first = tiny.start(folder, seconds="5")
    until = time.monotonic() + 30
    while not (folder / "state.json").exists() and time.monotonic() < until:
        time.sleep(0.05)
    said = tiny.night(folder, code=3)
    assert f"another run (process {first.pid})" in said, said
    said = first.communicate(timeout=120)[0]
    assert first.returncode == 0, said


def two_share(tiny, folder):
    shared = folder / "shared"
    both = [tiny.start(folder / name, "--sync", shared, seconds="5") for name in ("one", "two")]
    for child in both:
        said = child.communicate(timeout=200)[0]
        assert child.returncode == 0, said
    files = list((shared / "tiny").iterdir()) if (shared / "tiny").exists() else []
    assert all(hashlib.sha1(p.read_bytes()).hexdigest() == p.name for p in files), files
    assert files or not tiny.libfuzzer, "nothing was shared"
    tiny.night(folder / "three", "--sync", shared, seconds="3", code=0)
    pulled = [c["said"] for c in report(folder / "three")["checks"] if c["name"] == "sync"]
    assert pulled, "no sync"


def survives_a_full_disk(tiny, folder):
    """On a disk of 3 MiB: the state stays whole, it is said, and with room again the night after is a good one."""
    disk = folder / "disk"
    disk.mkdir()
    script = ('mount -t tmpfs -o size=3m none "$0"; "$@" & while [ ! -e "$0/state.json" ]; do sleep 0.02; done; '
              'cat /dev/zero > "$0/filler" 2> /dev/null; wait $!; s=$?; rm -f "$0/filler"; '
              'mkdir "$0.kept"; cp -r "$0/." "$0.kept"; exit $s')
    limits = ["unshare", "-rm", "sh", "-c", script, str(disk)]
    if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", str(disk)], capture_output=True,
                      check=False).returncode:
        left_out("a night on a full disk", "there are no name spaces here, so the size of files is limited instead",
                 machine=True)
        limits = ["prlimit", "--fsize=700000"]
    said = tiny.night(disk, seconds="5", code=3, limits=limits)
    assert "full" in said or "no room" in said, said
    kept = folder / "disk.kept" if (folder / "disk.kept").exists() else disk
    for path in kept.rglob("*.json"):
        json.loads(path.read_text())
    said = tiny.night(kept, seconds="3", code=0)
    assert "nothing new" in said, said


def a_broken_state_is_set_aside(tiny, folder):
    tiny.night(folder, code=0, seconds="3")
    whole = (folder / "state.json").read_bytes()
    (folder / "nights" / "00000.json").write_text("{")
    (folder / "state.json").write_bytes(whole[:len(whole) // 2])
    said = tiny.night(folder, "--resume", code=3)
    assert "state.json cannot be read" in said and (folder / "state.json").exists(), said
    said = tiny.night(folder, code=3, seconds="3")
    assert "night 2: " in said and "problem: state.json could not be read" in said, said
    assert (folder / "state.json.bad-1").read_bytes() == whole[:len(whole) // 2]
    assert report(folder)["targets"]["tiny"]["execs"] > json.loads(whole)["targets"]["tiny"]["execs"] > 0
    said = tiny.night(folder, code=0, seconds="3")
    assert "night 3: " in said and [row["night"] for row in report(folder)["trend"]] == [1, 2, 3], said
    assert "00000.json is not in the trend" in said, said


def a_broken_finding_is_set_aside(tiny, folder):
    """One night says so, with status 3. The next one is as any other."""
    tiny.night(folder, fault="chunk", code=1, seconds="4")
    name = report(folder)["findings"][0]["id"]
    (folder / "findings" / name / "finding.json").write_text("{")
    (folder / "findings" / "empty").mkdir()
    said = tiny.night(folder, code=3, seconds="3")
    assert f"it is now {name}.bad-1" in said and "it is now empty.bad-1" in said, said
    assert (folder / "findings" / f"{name}.bad-1" / "reduced").exists(), "what was found is lost"
    said = tiny.night(folder, code=0, seconds="3")
    assert "nothing new" in said and "bad-1" not in said, said
    said = tiny.night(folder, fault="chunk", code=1, seconds="4")
    assert [f["id"] for f in report(folder)["findings"]] == [name], said


def an_error_is_not_a_finding(tiny, folder):
    """Whatever else cannot be read ends a night with status 3."""
    tiny.night(folder, code=0, seconds="3")
    (folder / "corpus" / "tiny").rename(folder / "kept")
    (folder / "corpus" / "tiny").write_text("")
    tiny.night(folder, code=3, seconds="3")


def long_checks_have_their_turns(tiny, folder):
    """A check that takes longer than all of them may is tried with more time in the second night, named, and left out;
    one that was not reached goes first then. It is all in the report, from one process to the next."""
    release = tiny.folder / "build" / "release"
    for name in ("fuzz", "harness"):
        (release / name).mkdir(parents=True)
    (release / "fuzz" / "targets").write_text("tiny\n")
    (release / "fuzz" / "syntaxes").write_text("tiny\n")
    (release / "harness" / "fencepost").write_text(
        '#!/bin/sh\ncase "$*" in *--thorough*--seed\\ 1\\ *) sleep 60 ;; esac\necho well\n')
    (release / "harness" / "fencepost").chmod(0o755)
    nights = []
    for number in (1, 2, 3, 4):
        said = tiny.night(folder, seconds="14", code=0)
        nights.append({row["name"]: row for row in report(folder)["steps"]})
        row = nights[-1]["thorough"]
        assert all(r["next"]["night"] > number and r["next"]["command"] for r in nights[-1].values()), nights[-1]
        assert row["rounds"] or f"next: again round 0 in night {number + 1}" in said or "left_out" in row, said
    assert "again round 0" in nights[0]["thorough"]["next"]["said"], nights[0]
    left_out_at = [n for n, rows in enumerate(nights) if "left_out" in rows["thorough"]]
    assert left_out_at == [1], nights
    assert "round 0 is left out" in nights[1]["thorough"]["too_long"] and not nights[1]["diff"]["rounds"], nights[1]
    assert nights[2]["diff"]["rounds"] and "round 0 is left out" in nights[3]["thorough"]["too_long"], nights[2:]
    assert nights[2]["thorough"]["rounds"] or nights[3]["thorough"]["rounds"], "it is blocked"
    assert "the commands of what comes next" in (folder / "report.html").read_text(encoding="utf-8")


def silence_is_broken(tiny, folder):
    said = tiny.night(folder / "deaf", fault="deaf", seconds="3", code=3)
    assert "the planted fault was not found" in said, said
    program = next((tiny.folder / "build").glob("*/fuzz/fuzz_tiny"))
    kept = program.rename(program.with_suffix(".kept"))
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    try:
        said = tiny.night(folder / "idle", seconds="3", code=3)
        assert "broken" in said, said
        program.unlink()
        said = tiny.night(folder / "none", seconds="3", code=3)
    finally:
        kept.rename(program)
    said = tiny.night(folder / "wrong", "--target", "nope", code=3)
    assert "no such target: nope" in said, said


def a_person_fuzzes(tiny, folder):
    def desk(*arguments, fault, code):
        done = subprocess.run(list(map(str, tiny.command(DESK, *arguments))), capture_output=True, text=True,
                              check=False, env={**os.environ, "TINY_FAULT": fault}, timeout=120, cwd=folder)
        assert done.returncode == code, f"status {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    assert "no finding" in desk("tiny", "--time", "2s", fault="", code=0)
    said = desk("tiny", "--time", "5s", fault="chunk", code=1)
    assert "reduced from" in said and "again: " in said and "a case to confirm" in said, said
    assert "is not a fuzz target; there are: tiny" in desk("nope", fault="", code=2)
    assert "is not a time" in desk("--time", "5x", fault="", code=2)
    git = ["git", "-C", str(tiny.folder), "-c", "user.name=a", "-c", "user.email=a@b.c", "-c",
           "init.defaultBranch=main"]
    if not shutil.which("git"):
        left_out("the gate of ./dev fuzz", "there is no git")
    else:
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "add", "fuzz/seeds"], check=True)
        subprocess.run([*git, "commit", "-qm", "first"], check=True)
        (tiny.folder / ".git" / "info" / "exclude").write_text("*\n")
        said = desk("--gate", "--time", "3s", "--base", "HEAD", fault="", code=0)
        assert "they concern 0 of 1 targets" in said, said
        (tiny.folder / "fuzz" / "seeds" / "tiny" / "text").write_text("texts")
        said = desk("--gate", "--time", "5s", "--base", "HEAD", fault="chunk", code=1)
        assert "3 stored inputs replayed" in said and "again: " in said and "broken" not in said, said
        assert "git" in desk("--gate", "--base", "nowhere", fault="", code=3)


CHECKS = (finds_and_knows_again, other_failures_are_findings, a_hang_needs_a_person, goes_on_where_it_was_killed,
          two_cannot_meet, two_share, survives_a_full_disk, a_broken_state_is_set_aside,
          a_broken_finding_is_set_aside, an_error_is_not_a_finding, long_checks_have_their_turns,
          silence_is_broken, a_person_fuzzes)


def main():
    libfuzzer = has_libfuzzer() and not os.environ.get("FENCEPOST_NIGHT_LOOP")
    print("driven by libFuzzer" if libfuzzer else "driven by the loop without an engine", flush=True)
    if not has_libfuzzer():
        left_out("nights driven by libFuzzer", "there is no clang with libFuzzer")
    wanted = [c for c in CHECKS if len(sys.argv) <= 4 or c.__name__ in sys.argv[4:]]
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(2) as pool:
        first = Tiny(Path(top) / "tree", libfuzzer)
        good = list(pool.map(lambda check: one(check, Path(top) / check.__name__, first), wanted))
    return 0 if good and all(good) else 1


def one(check, folder, first):
    """Runs a check in a folder of its own, with a tree of its own."""
    began = time.monotonic()
    try:
        tiny = Tiny(folder / "tree", first.libfuzzer, first)
        check(tiny, folder)
        print(f"ok {check.__name__}, {time.monotonic() - began:.0f} s", flush=True)
    except AssertionError as error:
        print(f"FAILED {check.__name__}: {error}", flush=True)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
