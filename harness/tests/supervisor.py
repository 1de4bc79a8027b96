# SPDX-License-Identifier: Apache-2.0
"""supervisor.py SOURCE_DIR FENCEPOST: no fault of a worker hangs, kills or fools the runner.

Deadlines are given by options; what a check waits for is an event, never a time.
"""
import json
import os
import re
import signal
import sys
import tempfile
from pathlib import Path

from checks import by_day
from fewdata import case_files, few_cases
from runs import (BAD, FENCEPOST, GOOD, NAMED, SOURCE, TWO, WORKERS, at_once, golden, records, report, run,
                  run_all, start, survivors, worker)

# -- faults ------------------------------------------------------------------------------------------

SIGNALS = [("SEGV", "parser"), ("ABRT", "parser"), ("BUS", "parser"), ("FPE", "parser"),
           ("ILL", "parser"), ("KILL", "parser"), ("TERM", "adapter"), ("PIPE", "adapter")]

# the worker, options, and of BAD: verdict, suspect, part of the message
FAULTS = [(worker("dies_by", name, NAMED), [], "crash", suspect, "killed by SIG" + name)
          for name, suspect in SIGNALS] + [
    (worker("exits_on", NAMED, "0"), [], "crash", "adapter", "exited with status 0"),
    (worker("exits_on", NAMED, "1"), [], "crash", "parser", "exited with status 1"),
    (worker("hangs_on", NAMED), [], "timeout", "parser", "no answer within 3000 ms"),
    (worker("spins_on", NAMED), [], "timeout", "parser", "no answer within 3000 ms"),
    (worker("waits_for_more", NAMED), [], "timeout", "parser", "no answer within 3000 ms"),
    (worker("blocks_in_write", NAMED), [], "timeout", "parser", "no answer within 3000 ms"),
    (worker("eats_memory", NAMED), ["--memory", "400", "--deadline", "60"], "crash", "parser",
     "exited with status 1"),
    (worker("garbles", "bytes", NAMED), [], "protocol", "adapter", "a line that is not a JSON object"),
    (worker("garbles", "utf8", NAMED), [], "protocol", "adapter", "unable to decode byte 0xc3"),
    (worker("garbles", "nul", NAMED), [], "protocol", "adapter", "JSON"),
    (worker("garbles", "early", NAMED), [], "protocol", "adapter", '"id"'),
    (worker("garbles", "gib", NAMED), [], "protocol", "adapter", "a line of more than"),
    (worker("garbles", "version", NAMED), [], "protocol", "adapter", "jsonrpc"),
]


def faults():
    _, results, _, _ = report(*TWO, *worker("hangs_on", "a text that no case has"), code=1)
    sound = golden(results)[GOOD]

    def fault(command, options, verdict, suspect, said):
        _, results, summary, _ = report(*TWO, *options, *command, code=1)
        bad = golden(results)[BAD]
        assert {**golden(results)[GOOD], "command": sound["command"]} == sound, (command, results)
        assert (bad["verdict"], bad["suspect"]) == (verdict, suspect), (command, bad)
        assert said in bad["message"], (command, bad)
        assert "stopped" not in summary, (command, summary)

    def time_used(name):
        _, results, _, _ = report(*TWO, *worker(name, NAMED), code=1)
        return int(re.search(r"in which the worker used (\d+) ms", golden(results)[BAD]["message"])[1])

    at_once(fault, [row for row in FAULTS if row[2] == "timeout"])
    assert time_used("hangs_on") < 300 < time_used("spins_on")
    for row in by_day([row for row in FAULTS if row[2] != "timeout"], 5):
        fault(*row)


def answers_twice():
    """The first of two answers is one; the second is an answer to nothing, whatever is asked next."""
    _, results, _, _ = report(*TWO, *worker("garbles", "twice", NAMED), code=1)
    assert {r["verdict"] for r in results} == {"refused", "protocol", "pass"}, results
    assert {r["suspect"] for r in results if r["verdict"] == "protocol"} == {"adapter"}


def children_that_stay():
    for how in ("group", "session", "daemon", "bomb"):
        _, results, _, _ = report(*TWO, *worker("leaves_children", how), code=1)
        assert {r["verdict"] for r in golden(results).values()} == {"crash"}, (how, results)


def children_that_stay_without_a_keeper():
    """The runner takes over what a keeper leaves that was killed, and wakes one that was stopped."""
    def stay(how, before, jobs, verdicts):
        _, results, _, _ = report(*TWO, "--jobs", jobs, *worker("leaves_children", how, *before), code=1)
        assert {r["verdict"] for r in golden(results).values()} <= verdicts, (how, before, results)

    crash = {"crash"}
    at_once(stay, [(how, before, jobs, verdicts) for how, jobs in (("session", "1"), ("session", "2"), ("bomb", "1"))
                   for before, verdicts in ((["kills-keeper"], crash), (["frees-itself", "kills-keeper"], crash),
                                            (["frees-itself", "kills-keeper", "stays"], crash),
                                            (["stops-keeper"], crash),
                                            (["frees-itself", "stop-for-ever"], {"crash", "timeout"}))])
    stay("session", ["stops-keeper", "stays"], "1", {"timeout"})
    _, results, _, _ = report(*TWO, *worker("leaves_children", "session", "stops-keeper"), code=1)
    assert {r["message"] for r in golden(results).values()} == {"killed by SIGSEGV"}, results


def broken_adapters():
    """Said once, as that."""
    def broken(name):
        run("test", *TWO, *worker(name)).expect(3, "fencepost test: the ")

    at_once(broken, [("does_not_read",), ("closes_stdin",), ("closes_stdout",), ("long_line",),
                     ("prose",), ("bad_json",), ("wrong_version",), ("stray",), ("partial_line",)])
    run("test", *TWO, "--memory", "1", *worker("slow")).expect(3, "--memory 1 MiB may be too little to start it\n")
    missing = run("test", *TWO, *worker("no_such_worker")).expect(3, "exited with status 2 before it had answered hello\n")
    assert re.search(r"\n  its standard error ends: [^\n]*/no_such_worker\.py'?: .*No such file[^\n]*\n", missing.err)
    run("test", *TWO, "--", "python3 a.py").expect(3, "the command is one word; leave the quotes out\n")


def slow_and_noisy():
    for name in ("slow", "noisy_stderr"):
        _, results, summary, _ = report(*TWO, *worker(name), code=1)
        assert golden(results)[BAD]["verdict"] == "refused" and "restarts" not in summary


# A parser that is right, and a case that is not.
SUITE = """
import json, subprocess, sys
sys.path.insert(0, sys.argv[1])
from _protocol import HELLO, joined, serve
serve(lambda request: {"text": joined(request), "calls": []}, HELLO)
"""


def suspects_the_suite():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("corpus", "spec"):
            os.symlink(SOURCE / name, Path(folder, name))
        os.unlink(Path(folder, "corpus"))
        os.makedirs(Path(folder, "corpus"))
        for path in (SOURCE / "corpus").iterdir():
            if path.name != "caret":
                os.symlink(path, Path(folder, "corpus", path.name))
        os.makedirs(Path(folder, "corpus", "caret"))
        for path in case_files(SOURCE / "corpus" / "caret"):
            text = path.read_text(encoding="utf-8")
            if path.name == "fence.json":
                file = json.loads(text)
                case = next(c for c in file["cases"] if c["id"] == GOOD)
                case["expect"]["text"] += "and what nobody says"
                text = json.dumps(file)
            Path(folder, "corpus", "caret", path.name).write_text(text, encoding="utf-8")
        with few_cases(Path(folder), "caret"):
            _, results, _, _ = report(*TWO, "--", sys.executable, "-c", SUITE, str(WORKERS), code=1)
    suspects = {case: r.get("suspect") for case, r in golden(results).items()}
    assert suspects == {GOOD: "suite", BAD: "parser"}, suspects


def said_to_people():
    ran = run("test", *TWO, *worker("exits_on", NAMED, "0")).expect(1)
    assert "suspected is the adapter, not the parser" in ran.out.decode()
    tap = run("test", "--format", "tap", *TWO, *worker("exits_on", NAMED, "0")).expect(1)
    assert '  suspect: "adapter"\n' in tap.out.decode()


# -- restarts ----------------------------------------------------------------------------------------

def restarts():
    fences = ["--case", "caret/fence/*", "--cut", "1"]
    crash = worker("dies_by", "SEGV", "^^^")
    run_record, results, summary, ran = report(*fences, "--restarts", "3", *crash, code=1)
    assert summary["restarts"] == 3 and "which is the limit" in summary["stopped"], summary
    assert 1 <= summary["cases"] < run_record["selected"], summary
    assert golden(results)[results[0]["case"]]["verdict"] == "crash", results[0]
    assert "stopped: " in ran.err and summary["stopped"] in ran.err, ran.err
    whole = run("test", *fences, "--restarts", "3", *crash).expect(1)
    assert f"stopped after {summary['cases']} of {run_record['selected']} cases" in whole.out.decode()
    tap = run("test", "--format", "tap", *fences, "--restarts", "3", *crash).expect(1).out.decode()
    assert "Bail out! " in tap and "\n1.." not in tap, tap[-300:]
    assert "stopped" in report(*TWO, "--restarts", "0", *crash, code=1)[2]
    again = worker("dies_on_nth", "4")  # which no case is to blame for
    _, results, summary, ran = report("--strict", "--case", "caret/fence/crlf*", "--cut", "1", *again, code=1)
    assert summary["restarts"] >= 2 and summary["verdicts"]["crash"] == 0, summary
    assert "failed once (killed by SIGKILL), and not when the request was run again" in ran.err


# -- interruptions -----------------------------------------------------------------------------------

def interrupted(number, args, until=lambda out: out.count(b"\n") > 5):
    started = start("test", "--format", "json", *args)
    started.read_until(until)
    os.kill(started.process.pid, number)
    ran = started.end().expect(-number)
    lines = records(ran.out)
    assert lines[-1]["record"] == "summary", (args, lines[-1])
    name = signal.Signals(number).name
    assert f"interrupted by {name}" in lines[-1]["stopped"], (args, lines[-1])
    assert lines[-1]["cases"] < lines[0]["selected"]
    assert lines[-1]["cases"] == len({r["case"] for r in lines[1:-1] if r["record"] == "result"})


def interruptions():
    slow = ["--case", "caret/*", *worker("slow")]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        interrupted(number, slow)
    interrupted(signal.SIGTERM, ["--jobs", "3", *slow])
    interrupted(signal.SIGINT, ["--deadline", "1000", "--case", "caret/fence/*",
                                *worker("hangs_on", NAMED)])
    interrupted(signal.SIGINT, ["--deadline", "1000", "--jobs", "2", "--case", "caret/fence/*",
                                *worker("hangs_on", NAMED)])
    interrupted(signal.SIGINT, [], until=lambda out: out.count(b"\n") > 0)


def interrupted_before_the_smallest_forms():
    """Failures that nobody has reduced are not findings, but are counted."""
    adapter = SOURCE / "harness" / "adapters" / "python-caret" / "adapter.py"
    started = start("test", "--format", "json", "--syntax", "caret", "--reduce-budget",
                    "100", "--", sys.executable, str(adapter))
    started.read_until(lambda out: b'"verdict":"wrong"' in out)
    os.kill(started.process.pid, signal.SIGINT)
    lines = records(started.end().expect(-signal.SIGINT).out)
    assert {line["record"] for line in lines[1:-1]} == {"result", "cause"}, lines[-2]
    assert lines[-1]["unreduced"] > 0, lines[-1]


def whole_terminal_group():
    """What a terminal does: every process of the group gets the signal."""
    started = start("test", "--format", "json", "--jobs", "2", "--case", "caret/*", *worker("slow"),
                  start_new_session=True)
    started.read_until(lambda out: out.count(b"\n") > 5)
    os.killpg(started.process.pid, signal.SIGINT)
    ran = started.end().expect(-signal.SIGINT)
    assert "interrupted by SIGINT" in records(ran.out)[-1]["stopped"]


def killed_runner():
    for jobs in ("1", "2"):
        for command in (worker("slow"), ["--", "sh", "-c", 'trap "" HUP INT TERM; "$@"', "sh",
                                         *worker("hangs_on", NAMED)[1:]]):
            started = start("test", "--format", "json", "--deadline", "1000", "--jobs", jobs, "--case",
                          "caret/fence/*", *command)
            started.read_until(lambda out: out.count(b"\n") > 3)
            assert survivors(started.mark)
            started.process.kill()
            ran = started.end().expect(-signal.SIGKILL)
            known = records(ran.out[:ran.out.rfind(b"\n") + 1])
            assert known[0]["record"] == "run" and known[-1]["record"] == "result"


# -- output that cannot be written -----------------------------------------------------------------

WRITERS = [["--version"], ["help"], ["list", "cases"], ["show", "CARET-2.1"], ["init", "python"],
           ["grammar", "--syntax", "caret"], ["test", "--case", "caret/fence/*"],
           ["test", "--format", "json", *TWO, *worker("slow")],
           ["test", "--format", "tap", "--jobs", "2", *TWO, *worker("slow")]]


def full_disk():
    for args in WRITERS:
        with open("/dev/full", "wb") as full:
            run(*args, out=full).expect(3, "cannot write to standard output: No space left on device")


def file_that_may_not_grow():
    """A limit of the size of files is an error that is reported, and not the runner's death."""
    with tempfile.TemporaryDirectory() as folder:
        run("-c", 'ulimit -f 1; exec "$@"', "sh", FENCEPOST, "test", "--reduce-budget", "0", "--report", folder,
            "--case", "caret/fence/*", executable="/bin/sh").expect(3, "File too large")


def nobody_reads():
    for args in WRITERS:
        reading, writing = os.pipe()
        os.close(reading)
        ran = run(*args, out=writing).expect(-signal.SIGPIPE)
        assert not ran.err, ran.err
        os.close(writing)


def no_output():
    for args in WRITERS:
        run("-c", 'exec "$@" >&-', "sh", FENCEPOST, *args, executable="/bin/sh").expect(
            3, "cannot write to standard output: Bad file descriptor")


def ends_early_when_nobody_reads():
    started = start("test", "--format", "json", "--case", "caret/*", "--jobs", "2", *worker("slow"))
    started.read_until(lambda out: out.count(b"\n") > 0)
    started.process.stdout.close()
    started.process.stdout = None
    assert not started.end().expect(-signal.SIGPIPE).err, started.err


# -- jobs and shards -----------------------------------------------------------------------------------

# Cases on which the worker fails, crashes among them: each shard has some.
CRASHING = [word for name in ("newline*", "end-of-input*", "crlf-on-the-closing*", "close-with-four*", "close-after*", "closing-twice")
            for word in ("--case", f"caret/fence/{name}")] + worker("crashes_on", NAMED)


def shards(count, folder, *options):
    paths = []
    for i in range(1, count + 1):
        paths.append(os.path.join(folder, f"{i}.jsonl"))
        ran = run("test", "--format", "json", "--shard", f"{i}/{count}", *options, *CRASHING)
        Path(paths[-1]).write_bytes(ran.expect(1).out)
        records(ran.out)
    return paths


def but_for_restarts(out):
    """How often a worker is restarted depends on what comes after the case that killed it; and the time is never
    the same. The first failure is shown at once of a run, and not of its report."""
    return re.sub(rb',"restarts":\d+| +\d+ times the worker was restarted\n|first failure: [^\n]*\n|,"us":\d+|,"started":"[^"]*"', b"", out)


def one_run_however_done():
    for form in by_day(("json", "tap", "tty"), 3):
        whole = but_for_restarts(run("test", "--format", form, *CRASHING).expect(1).out)
        for jobs in ("2", "1000"):
            ran = run("test", "--format", form, "--jobs", jobs, *CRASHING).expect(1)
            assert but_for_restarts(ran.out) == whole, (form, jobs, ran.out[-500:], whole[-500:])
        with tempfile.TemporaryDirectory() as folder:
            paths = shards(3, folder)
            merged = run("report", "--merge", "--format", form, *reversed(paths)).expect(1)
            assert but_for_restarts(merged.out) == whole and not merged.err, (form, merged.err, merged.out[-500:])
            Path(folder, "whole").write_bytes(run("test", "--format", "json", *CRASHING).out)
            again = run("report", "--format", form, str(Path(folder, "whole"))).expect(1)
            assert but_for_restarts(again.out) == whole and not again.err
            alone = run("report", "--format", "json", paths[1]).expect(1)
            assert alone.out == Path(paths[1]).read_bytes()


def built_in_shards():
    fences = ["--format", "json", "--case", "caret/fence/*"]
    whole = but_for_restarts(run("test", *fences).expect(0).out)
    assert but_for_restarts(run("test", "--jobs", "1", *fences).expect(0).out) == whole
    with tempfile.TemporaryDirectory() as folder:
        for i in ("1", "2"):
            Path(folder, i).write_bytes(run("test", "--shard", i + "/2", *fences).expect(0).out)
        merged = run("report", "--merge", "--format", "json", *(str(Path(folder, i)) for i in "21"))
        assert but_for_restarts(merged.expect(0).out) == whole
    run("test", "--case", "caret/fence/no-parameters", "--shard", "2/2").expect(2, "this shard has no case")


def partial(paths, said):
    """Less than the whole run, and said: the report is whole in itself."""
    ran = run("report", "--merge", "--format", "json", *paths).expect(1, said)
    assert said in records(ran.out)[-1]["stopped"]
    assert "stopped after " in run("report", "--merge", *paths).expect(1, said).out.decode()


def replaced(old, new):
    def content(text, lines):
        assert old in text
        return text.replace(old, new, 1)
    return content


# How the report of the second shard is changed, and the message.
REFUSED = [
    (replaced(b'"shard":[2,3]', b'"shard":[2,4]'), "of 4"),
    (replaced(b'"subject":"planted 0', b'"subject":"planted 1'), '"subject" differs'),
    (replaced(b'"suite":"', b'"suite":"9'), "written by version 9"),
    (replaced(b'"strict":false', b'"strict":true'), '"strict" differs'),
    (replaced(b'"selected":', b'"selected":1'), "its share is"),
    (replaced(b'"case":"caret/', b'"case":"carets/'), "line 2: this suite has no case carets/"),
    (replaced(b'"clause":"', b'"clause":"X'), "line 2: this suite has no clause X"),
    (replaced(b'"verdict":"', b'"verdict":"x'), "line 2: an unknown verdict"),
    (lambda text, lines: b"".join(lines[1:]), "a report begins with its run"),
    (lambda text, lines: b"", "no report"),
    (lambda text, lines: b"prose\n", "line 1, column 5: not JSON: "),
]


def merges_that_are_none():
    with tempfile.TemporaryDirectory() as folder:
        first, second, third = shards(3, folder)
        text = Path(second).read_bytes()
        partial([first, third], "1 of 3 shards are missing")

        lines = text.splitlines(keepends=True)
        changed = os.path.join(folder, "changed.jsonl")
        for content in (b"".join(lines[:-1]), text[:len(text) // 2], lines[0], text[:-1]):
            Path(changed).write_bytes(content)
            partial([first, changed, third], "ends before its summary: the run was killed")
        for content, said in by_day(REFUSED, 3):
            Path(changed).write_bytes(content(text, lines))
            ran = run("report", "--merge", first, changed, third).expect(2, said)
            assert not ran.out
        run("report", "--merge", first, second, third, second).expect(2, "shard 2 of 3, which ")
        run("report", "--merge", os.path.join(folder, "no-such-file")).expect(2, "cannot read")
        run("report", "--format", "tap", first, second).expect(2, "several with --merge")
        run("report").expect(2, "say which reports")


CHECKS = [faults, answers_twice, children_that_stay, children_that_stay_without_a_keeper, broken_adapters, slow_and_noisy,
          suspects_the_suite, said_to_people, restarts, interruptions,
          interrupted_before_the_smallest_forms, whole_terminal_group, killed_runner, full_disk, file_that_may_not_grow, nobody_reads, no_output, ends_early_when_nobody_reads,
          one_run_however_done, built_in_shards, merges_that_are_none]


sys.exit(run_all(CHECKS))
