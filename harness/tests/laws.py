# SPDX-License-Identifier: Apache-2.0
"""laws.py SOURCE_DIR FENCEPOST: the laws on workers: each finds the planted worker that breaks it,
and no other does; an honest one keeps them all.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import by_day
from fewdata import few_cases

SOURCE = Path(sys.argv[1])
FENCEPOST = sys.argv[2]
WORKERS = SOURCE / "harness" / "tests" / "workers"
REFERENCE = str(Path(FENCEPOST).with_name("reference_worker"))
CASE = "caret/text/unicode-offsets"

LAWS = ["TOTAL", "WHOLE", "PREFIX", "PROMPT", "ACCOUNT", "TRUNCATION", "ROUND-TRIP", "EQUIVALENCE",
        "CONCATENATION", "SURROUNDING", "RENAMING", "ISOLATION", "LINEAR"]

# A fault of what is offered, and the law that finds it.
OFFERS = [("RENDER", "ROUND-TRIP", "rendered and parsed again"),
          ("REFUSAL", "ROUND-TRIP", "the worker's renderer refuses call 1, which caret can carry"),
          ("SWEEP", "CHUNK", "PROTOCOL-6.2"),
          ("ALARM", "CHUNK", "PROTOCOL-6.2"), ("RESET", "ISOLATION", "used and reset"),
          ("INTERLEAVE", "ISOLATION", "in turns with another")]

# Beside the law itself: a unit a chunk is one of the cuttings of CHUNK, and golden cases have spans.
ALSO = {"WHOLE": {"CHUNK"}, "ACCOUNT": {"golden"}}

# The smallest input on which the planted worker still breaks the law.
SMALLEST = {"TOTAL": "\n", "WHOLE": "^^", "PREFIX": "^^^a\n^^^", "PROMPT": "\n", "ACCOUNT": "^^^a",
            "TRUNCATION": "^^^a\n^^^", "ROUND-TRIP": "\n^^^a\na:a\n^^^", "EQUIVALENCE": "^^^a\na:a\n^^^",
            "CONCATENATION": "^^^a\na:\n^^^", "SURROUNDING": "^^^a\na:\n^^^", "RENAMING": "^^^a\n^^^"}

# The fault of one is not in the input alone; the other takes long.
NOT_REDUCED = ("ISOLATION", "LINEAR")

# Answers what has no mark, and refuses the rest.
REFUSES = """
import sys
sys.path.insert(0, sys.argv[1])
from _protocol import echo, serve
serve(lambda request: {"error": "not that"} if "^" in str(request["chunks"]) else echo(request))
"""

os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def results(case, worker, *options):
    """{check: its result} of one case, and the run."""
    done = subprocess.run([FENCEPOST, "test", "--format", "json", "--case", case, *options, "--",
                           *worker], capture_output=True, timeout=300, check=False)
    records = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    assert records and records[-1]["record"] == "summary", done.stderr
    assert done.returncode == (records[-1]["unexpected"] > 0), done.returncode
    run = {**records[0], "findings": [r for r in records if r["record"] == "finding"]}
    return {r["check"]: r for r in records if r["record"] == "result"}, run


def failed(checks):
    return {name for name, r in checks.items() if r["verdict"] not in ("pass", "skipped")}


def honest():
    checks, _ = results(CASE, [REFERENCE])
    assert set(checks) == {"golden", "CHUNK", *LAWS}, sorted(checks)
    assert all(r["verdict"] == "pass" for r in checks.values()), checks
    assert checks["PROMPT"]["lag"] == 0, checks


def planted():
    for law in by_day(LAWS, 3):
        budget = "0" if law in NOT_REDUCED else "2000"
        checks, run = results(CASE, [sys.executable, str(WORKERS / "breaks_law.py"), law, REFERENCE],
                              "--seed", "1", "--strict", "--reduce-budget", budget)
        assert law in failed(checks), (law, checks)
        forms = {f["check"]: f["input"] for f in run["findings"]}
        assert law in NOT_REDUCED or forms[law] == SMALLEST[law], (law, run["findings"])
        assert failed(checks) <= {law} | ALSO.get(law, set()), (law, failed(checks))
    late = [sys.executable, str(WORKERS / "breaks_law.py"), "PROMPT", REFERENCE]
    cases = (("caret/code-fence/info-string", "should"), ("caret/multiline/closing-fence-is-content", "must"))
    for case, level in cases:
        prompt = results(case, late, "--reduce-budget", "0")[0]["PROMPT"]
        assert prompt["lag"] > 10 and f"lag {prompt['lag']} bytes" in prompt["message"], prompt
        assert (prompt["level"], prompt["counts"]) == (level, level == "must"), prompt


def linear():
    """LINEAR does not fail because of other load on the machine, nor for a worker started by a shell, since its whole
    process group counts. For a worker outside of the group the clock counts. A cost that a worker reports is used.
    Growth is found even if a fixed cost of each request hides it on short inputs."""
    shell = ["sh", "-c", '"$@"; true', "sh"]
    planted_worker = [sys.executable, str(WORKERS / "breaks_law.py")]
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            checks, _ = results(CASE, [*shell, REFERENCE])
        finally:
            busy.kill()
    assert checks["LINEAR"]["verdict"] == "pass", checks
    for outer, kind in ((shell, "its processor time"), (["setsid", "--wait"], "the time")):
        checks, _ = results(CASE, [*outer, *planted_worker, "LINEAR", REFERENCE],
                            "--reduce-budget", "0", "--deadline", "60")
        assert f"{kind} grows as n^" in checks["LINEAR"]["message"], checks
    checks, _ = results("caret/text/plain", [*planted_worker, "HIDDEN", REFERENCE],
                        "--reduce-budget", "0", "--deadline", "60")
    assert failed(checks) == {"LINEAR"}, checks
    assert "its processor time grows as n^" in checks["LINEAR"]["message"], checks
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LATE_MARK"] = os.path.join(folder, "late")
        checks, _ = results(CASE, [*planted_worker, "LATE", REFERENCE], "--deadline", "3")
    assert checks["LINEAR"]["verdict"] == "skipped", checks
    assert "not answered in time" in checks["LINEAR"]["message"], checks
    for fault, message in (("TIMING", "the cost that it states grows as n^2.00 from 8192 to 65536"),
                           ("NEITHER", "PROTOCOL-6.5")):
        checks, _ = results(CASE, [*planted_worker, fault, FENCEPOST, "serve"],
                            "--reduce-budget", "0")
        assert message in str(checks), (fault, checks)


def offers():
    """What a worker offers beyond parse (protocol.md, section 6) is used, and a fault of it found."""
    served = [FENCEPOST, "serve"]
    checks, _ = results(CASE, served)
    assert not failed(checks), checks
    for fault, law, message in by_day(OFFERS, 2):
        checks, _ = results(CASE, [sys.executable, str(WORKERS / "breaks_law.py"), fault, *served],
                            "--seed", "1")
        assert law in failed(checks) and failed(checks) <= {law, "WHOLE"}, (fault, checks)
        assert message in checks[law]["message"], checks[law]


def total_alone():
    """Where golden cases are not asked, TOTAL reports that the whole input has no answer; a refusal is one."""
    rows = (([sys.executable, str(WORKERS / "crashes_on.py"), "^^^"], "crash", "SIGSEGV"),
            ([sys.executable, "-c", REFUSES, str(WORKERS)], "skipped", "not that"))
    for worker, verdict, message in rows:
        checks, _ = results("caret/fence/no-parameters", worker, "--only", "TOTAL", "--reduce-budget", "0")
        assert set(checks) == {"TOTAL"}, checks
        assert checks["TOTAL"]["verdict"] == verdict and message in checks["TOTAL"]["message"], checks
        assert checks["TOTAL"]["clause"] == "LAW-1.1", checks
        whole, _ = results("caret/fence/no-parameters", worker, "--reduce-budget", "0")
        assert "TOTAL" not in failed(whole) and "golden" in failed(whole), whole


def skipped_with_a_reason():
    """A worker without capabilities that takes all for text, on an input that is text."""
    checks, _ = results("caret/text/plain", [sys.executable, str(WORKERS / "noisy_stderr.py")])
    for law, why in (("PREFIX", "events"), ("PROMPT", "events"), ("ACCOUNT", "spans"),
                     ("RENAMING", "no call that can be renamed")):
        assert checks[law]["verdict"] == "skipped" and why in checks[law]["message"], checks[law]


def seeds():
    """RENAMING renames by the seed, which is in the report, and another each time if none is given."""
    worker = [sys.executable, str(WORKERS / "breaks_law.py"), "RENAMING", REFERENCE]
    checks, run = results(CASE, worker, "--seed", "7")
    assert run["seed"] == 7 and "--seed 7" in checks["RENAMING"]["message"], (run, checks)
    again, _ = results(CASE, worker, "--seed", "7")
    other, _ = results(CASE, worker, "--seed", "8")
    assert {**again["RENAMING"], "us": 0} == {**checks["RENAMING"], "us": 0}
    assert other["RENAMING"]["message"] != checks["RENAMING"]["message"]


def wire(*args):
    done = subprocess.run([FENCEPOST, "wire", *args], capture_output=True, timeout=100, check=False)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def conversation():
    """What `fencepost wire` shows, and what it finds wrong."""
    served = ["--", FENCEPOST, "serve"]

    def planted_worker(name, *args):
        return ["--", sys.executable, str(WORKERS / name), *args]

    code, out, err = wire("--syntax", "xml", *served)
    assert (code, err) == (0, "") and "wrong" not in out, (code, out, err)
    ops = [json.loads(line[2:])["op"] for line in out.splitlines() if line.startswith("> ")]
    assert ops == ["hello", "parse", "parse", "parse", "parse", "bye"], ops
    assert sum(line.startswith("< ") for line in out.splitlines()) == 5, out
    code, out, _ = wire("--case", CASE, *served)
    assert code == 0 and out.count('"op":"parse"') == 2, out
    code, out, _ = wire("--text", "a\\n", *served)
    assert code == 0 and '"chunks":["a\\n"]' in out and '"chunks":["a","\\n"]' in out, out
    for args, expected, said in [
            (planted_worker("unknown_member.py"), 1, "wrong: unknown member \"call\""),
            (planted_worker("wrong_id.py"), 1, "PROTOCOL-1.4"),
            (planted_worker("wrong_version.py"), 3, "PROTOCOL-2.1"),
            (planted_worker("exits_at_once.py"), 3, "PROTOCOL-4.2"),
            (planted_worker("crashes_on.py", "hello"), 1, "killed by SIGSEGV"),
            (["--deadline", "5", *planted_worker("hangs_on.py", "hello")], 1, "no answer within"),
            (["--", "/no/such/program"], 3, "cannot run"),
            (["--case", "caret/no/such", *served], 2, "there is no case"),
            (["--syntax", "xml", *planted_worker("error_answer.py")], 2, "does not parse xml"),
            ([], 2, "comes after --")]:
        code, out, err = wire(*args)
        assert code == expected and said in out + err, (args, code, out, err)


def generated():
    """Messages made up from a seed: kept by an honest worker, and a fault found in them."""
    args = [FENCEPOST, "test", "--syntax", "caret", "--generate", "6", "--seed", "5"]
    served = ["--", FENCEPOST, "serve"]
    done = subprocess.run([*args, "--jobs", "3", *served], capture_output=True, timeout=100, check=False)
    assert done.returncode == 0 and b"6 cases" in done.stdout, done
    spoilt = ["--", sys.executable, str(WORKERS / "breaks_law.py"), "RESET", FENCEPOST, "serve"]
    done = subprocess.run([*args, "--format", "json", *spoilt], capture_output=True, timeout=100,
                          check=False)
    run, *records = map(json.loads, done.stdout.decode("utf-8").splitlines())
    wrong = {r["check"] for r in records if r["record"] == "result" and r["verdict"] == "wrong"}
    assert (done.returncode, run["seed"], wrong) == (1, 5, {"ISOLATION"}), (done, wrong)


def before_the_first_case():
    """A syntax without cases and spec is tried by the laws; what needs its cases names what is missing."""
    data = Path(os.environ["FENCEPOST_DATA"])
    shutil.rmtree(data / "corpus" / "xml")
    (data / "spec").unlink()
    shutil.copytree(SOURCE / "spec", data / "spec", ignore=shutil.ignore_patterns("xml.md"))

    def run(*args):
        done = subprocess.run([FENCEPOST, "test", "--syntax", "xml", *args], capture_output=True, timeout=100,
                              check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    for args in (["--generate", "6"], ["--text", "<tool:x></tool:x>"], ["--generate", "4", "--", FENCEPOST, "serve"]):
        code, out, err = run(*args, *([] if "--" in args else ["--format", "json"]))
        assert code == 0 and "xml has no golden cases yet: corpus/xml/ is missing" in err, (args, code, out, err)
        if "--" not in args:
            held = {r["check"] for r in map(json.loads, out.splitlines()) if r.get("verdict") == "pass"}
            assert {"CHUNK", "ACCOUNT", "LINEAR", "PROMPT", "TRUNCATION"} <= held, held
    code, out, err = run()
    assert code == 2 and f"{data}/corpus/xml: this folder is missing" in err and "--generate" in err, (code, out, err)
    code, out, err = run("--syntax", "caret", "--generate", "2")
    assert code == 0 and "caret has no" not in err, (code, out, err)


with few_cases(SOURCE, "caret"):
    for check in (honest, planted, linear, offers, conversation, generated, total_alone, skipped_with_a_reason, seeds,
                  before_the_first_case):  # which comes last, for it takes cases away
        if len(sys.argv) < 4 or check.__name__ in sys.argv[3:]:
            check()
            print("ok", check.__name__, flush=True)
