# SPDX-License-Identifier: Apache-2.0
"""deadlines.py SOURCE_DIR FENCEPOST: what is waited for, what is not, and that all of it ends (PROTOCOL-5.4, 5.5).

A bound of time here is one that nothing comes near to, on any machine.
"""
import re
import sys
import tempfile
import time

from runs import BAD, LONG, NAMED, TWO, golden, records, report, run, run_all, worker


# -- silence -----------------------------------------------------------------------------------------

def only_the_whole_deadline_is_a_verdict():
    """A parser that hangs on NUL is suspected sooner after three of them, and that is stated once. What takes
    longer than that, and less than the deadline, is not a time-out; nor is a hang, after less than the deadline."""
    names = ("bytes/nul-in-text", "bytes/nul-in-a-value", "bytes/nul-in-a-key", "bytes/nul-in-a-name",
             "long/one-line-value-of-1-mb")
    cases = [part for name in names for part in ("--case", "caret/" + name)]
    _, results, summary, ran = report(*cases, "--cut", "1", "--deadline", "3",
                                      *worker("hangs_and_is_slow", "\\0", "0.6", "900000"), code=1)
    silent = [r for r in results if r["verdict"] == "timeout"]
    assert len(silent) > 3 and all("/nul-" in r["case"] for r in silent), silent
    assert all(re.search(r"no answer within 3000 ms, in which the worker used \d+ ms", r["message"]) for r in silent), silent
    assert golden(results)["caret/long/one-line-value-of-1-mb"]["verdict"] == "refused", results
    assert ran.err.count("PROTOCOL-5.4") <= 1 and "stopped" not in summary, (summary, ran.err)


def silence_is_bounded():
    """A parser that hangs on nearly everything: some hangs are confirmed, some cases are not tried, and that is
    reported; then the run ends."""
    began = time.monotonic()
    _, results, summary, ran = report("--case", "caret/*", "--deadline", "0.5",
                                      *worker("hangs_and_is_slow", "^"), code=1)
    assert time.monotonic() - began < 5 * LONG, time.monotonic() - began
    timeouts = [r["message"] for r in golden(results).values() if r["verdict"] == "timeout"]
    untried = [r["message"] for r in results if r["verdict"] == "skipped" and "not tried: " in r["message"]]
    assert len(timeouts) >= 3 and all("no answer within 500 ms" in message for message in timeouts), timeouts
    assert untried and all("(PROTOCOL-5.5)" in message for message in untried), untried
    assert f"{len(untried)} requests were not tried" in summary["stopped"], (len(untried), summary)
    assert "silent for 16 s in all" in summary["stopped"] and "PROTOCOL-5.5" in ran.err, (summary, ran.err)
    assert summary["cases"] < 600, summary


def what_was_not_tried_is_no_difference():
    """diff compares only what was answered, or was silent for the whole deadline."""
    hangs = " ".join(worker("hangs_and_is_slow", "^")[1:])
    ran = run("diff", "--syntax", "caret", "--cases", "caret/a*", "--deadline", "1", "--reduce-budget", "0",
              "--format", "json", "--parser", "builtin", "--parser", "cmd:" + hangs).expect(1)
    assert "requests were not tried, for the worker was silent too often" in ran.out.decode(), ran.out[-500:]
    kinds = set(re.findall(r'"kind":"([^"]*)"', ran.out.decode()))
    assert "timeout" in kinds and "lost" not in kinds, kinds


def a_sweep_keeps_the_deadline():
    """Cuttings that together take longer than the deadline are asked about in smaller requests, and so are those
    that turn out too many."""
    for most, seconds, deadline in ((1000, 0.04, 4), (5, 0, 2)):
        _, results, summary, _ = report("--case", BAD, "--deadline", str(deadline),
                                        *worker("sweeps", str(most), str(seconds)), code=1)
        chunk = [r for r in results if r["check"] == "CHUNK"]
        assert [r["verdict"] for r in chunk] == ["pass"] and summary["verdicts"]["timeout"] == 0, results
        assert "stopped" not in summary and summary.get("restarts", 0) <= 4, summary


# -- the time of a run ---------------------------------------------------------------------------------

def over(*args, code=1):
    """What a run reports of which --time was over: that is all it was, and the status."""
    started = time.monotonic()
    ran = run("test", "--format", "json", *args)
    lines = records(ran.expect(code).out)
    assert time.monotonic() - started < LONG, args
    assert lines[-1]["record"] == "summary" and lines[-1]["cases"] < lines[0]["selected"], (args, lines[-1])
    found = re.fullmatch(r"--time (\w+) is over; (\d+) of (\d+) cases not tried", lines[-1]["stopped"])
    assert found and found[1] in args and int(found[3]) == lines[0]["selected"], lines[-1]
    assert int(found[2]) == lines[0]["selected"] - lines[-1]["cases"], lines[-1]
    assert lines[-1]["cases"] == len({line["case"] for line in lines[1:-1] if line["record"] == "result" and line["check"] != "policies"})
    return ran


def time_is_over():
    """The run stops in order, however it is run, and its report is whole."""
    slow = ["--syntax", "caret", *worker("slow")]
    assert "stopped: --time 5 is over; " in over("--time", "5", *slow).err
    over("--time", "5s", "--jobs", "2", *slow)
    over("--time", "5s", "--shard", "1/2", *slow)
    over("--time", "5s", "--generate", "500", *slow)
    over("--time", "1s", "--syntax", "caret", "--generate", "20000", "--jobs", "1")  # our own parsers
    over("--time", "5s", "--deadline", "1000", "--case", "caret/fence/*", *worker("hangs_on", NAMED))
    run("test", "--time", "1h", *TWO, *worker("dies_by", "SEGV", NAMED)).expect(1)
    with tempfile.TemporaryDirectory() as folder:
        run("test", "--time", "5", "--report", folder, *slow).expect(1, "--time 5 is over")
        badge = run("report", "--format", "badge", folder).expect(1).out
    assert b"not run to its end" in badge, badge


def durations():
    for wrong in ("soon", "", "0", "0s", "-5", "5days", "5 m", "1.5h", "9999999h", "99999999999999999999"):
        run("test", "--time", wrong).expect(2, f"--time '{wrong}' is not a duration, as 90s, 5m or 1h\n")
    run("test", "--time", "1h", "--against-suite", "x").expect(2, "--against-suite takes no --input, --cut, ")


def time_is_over_among_the_smallest_forms():
    """All was judged: the run is whole, and has the forms that were found until then."""
    ran = run("test", "--format", "json", "--case", BAD, "--cut", "1", "--time", "12", "--reduce-budget", "1000",
              *worker("slow", "1")).expect(1, "--time 12 was over before all smallest forms were found")
    lines = records(ran.out)
    assert "stopped" not in lines[-1] and lines[-1]["cases"] == 1, lines[-1]
    assert [line["record"] for line in lines[1:-1]].count("finding") + lines[-1]["unreduced"] == 1, lines


sys.exit(run_all([only_the_whole_deadline_is_a_verdict, silence_is_bounded, what_was_not_tried_is_no_difference,
                  a_sweep_keeps_the_deadline, durations,
                  time_is_over, time_is_over_among_the_smallest_forms]))
