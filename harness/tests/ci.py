# SPDX-License-Identifier: Apache-2.0
"""ci.py SOURCE_DIR FENCEPOST: action.yml and ci/gitlab.yml, their steps run as the CI systems run them.

The program is the one under test (FENCEPOST_PROGRAM), so nothing is built; what would be uploaded must be there.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import yaml

from checks import run_checks
from fewdata import few_cases

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
ACTION = yaml.safe_load((SOURCE / "action.yml").read_text(encoding="utf-8"))
GITLAB = yaml.safe_load((SOURCE / "ci" / "gitlab.yml").read_text(encoding="utf-8"))["fencepost"]
GOOD = f"'{FENCEPOST}' serve"
RAISES = f"'{sys.executable}' '{SOURCE}/harness/tests/workers/raises_on.py' ^^^ KeyError"
BAD = f"'{sys.executable}' '{SOURCE}/harness/adapters/python-caret/adapter.py'"
ARGS = ("--case caret/fence/one-parameter --case 'caret/multiline/closing-fence-is-content' --only golden,CHUNK --reduce-budget 60 "
        "--deadline 60")
GITHUB = {"server_url": "file:", "action_repository": ""}  # with which the releases are in /releases/download
PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40}")
WRITES = {"release.yml": {"publish": {"contents", "id-token"}}}  # the jobs that may write, and what
os.environ.pop("FENCEPOST_DATA", None)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def filled(text, inputs, outputs):
    def value(match):
        kind, *path = match.group(1).strip().split(".")
        if kind == "github":
            return GITHUB[path[0]]
        return inputs[path[0]] if kind == "inputs" else outputs.get(path[0], {}).get(path[2], "")
    return re.sub(r"\$\{\{(.*?)\}\}", value, str(text))


def due(step, failed, outputs):
    """Whether the step's turn comes: the conditions are those of action.yml, and no others."""
    condition = step.get("if", "")
    if not condition:
        return not failed
    match = re.fullmatch(r"\$\{\{ always\(\)(?: && steps\.(\w+)\.outputs\.(\w+) != '')? \}\}", condition)
    assert match, condition
    return not match.group(1) or bool(outputs.get(match.group(1), {}).get(match.group(2)))


def run_action(folder, **given):
    """Runs the action in a new folder; its status, its outputs, its summary, and what is uploaded."""
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    inputs = {name: given.pop(name, about.get("default")) for name, about in ACTION["inputs"].items()}
    assert not given and None not in inputs.values(), inputs
    outputs, uploads, status = {}, [], 0
    for step in ACTION["runs"]["steps"]:
        if not due(step, status, outputs):
            continue
        if "uses" in step:
            uploads += [filled(step["with"].get(k, ""), inputs, outputs) for k in ("sarif_file", "path")]
            continue
        assert step["shell"] == "bash"
        said = Path(folder, "output")
        said.write_text("", encoding="utf-8")
        env = {**os.environ, "FENCEPOST_PROGRAM": FENCEPOST, "GITHUB_ACTION_PATH": str(SOURCE),
               "GITHUB_WORKSPACE": str(Path(folder).absolute()), "GITHUB_OUTPUT": str(said.absolute()),
               "GITHUB_STEP_SUMMARY": str(Path(folder, "summary").absolute()), "GITHUB_ACTIONS": "true",
               **{k: filled(v, inputs, outputs) for k, v in step["env"].items()}}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder,
                              env=env, capture_output=True, timeout=200, check=False)
        status = status or done.returncode
        outputs[step["id"]] = dict(line.split("=", 1) for line in said.read_text(encoding="utf-8").splitlines())
        Path(folder, "log").open("ab").write(done.stdout + done.stderr)
    ended = {name: filled(about["value"], inputs, outputs) for name, about in ACTION["outputs"].items()}
    summary = Path(folder, "summary")
    return status, ended, summary.read_text(encoding="utf-8") if summary.exists() else "", [u for u in uploads if u]


def expect(status, ran, *words):
    assert ran[0] == status and ran[1]["status"] == str(status), ran
    for word in words:
        assert word in ran[2], (word, ran[2])


def parsers_good_and_bad():
    good = run_action("good", worker=GOOD, args=ARGS, syntax="caret")
    expect(0, good, "✅ all as expected")
    bad = run_action("bad", worker=BAD, args=ARGS)
    expect(1, bad, "❌", "### Smallest forms")
    raises = run_action("raises", worker=RAISES, args=ARGS)
    expect(1, raises, "❌", "unexpected", "refused/error")
    for folder in ("good", "bad", "raises"):
        log = Path(folder, "log").read_text(encoding="utf-8")
        assert "not the whole run" not in log, log
        said = json.loads(Path(folder, "fencepost-reports", "badge.json").read_text(encoding="utf-8"))
        assert "not run" not in said["message"], said
    for folder, ran in (("good", good), ("bad", bad), ("raises", raises)):
        for name in ("report", "sarif", "junit"):
            assert Path(folder, ran[1][name]).stat().st_size, name
        assert ran[3] == ["fencepost-reports/fencepost.sarif", "fencepost-reports"], ran[3]
        ET.parse(Path(folder, ran[1]["junit"]))
        json.loads(Path(folder, ran[1]["sarif"]).read_text(encoding="utf-8"))
        json.loads(Path(folder, "fencepost-reports", "badge.json").read_text(encoding="utf-8"))
    return 3


def gates():
    base = str(Path("bad/fencepost-reports/report.jsonl").absolute())
    ran = run_action("better", worker=GOOD, args=ARGS, baseline=base)
    expect(1, ran, "✅ all as expected", "❌ Gate:", "unexpected passes")
    return 1


def time():
    """A run whose time is over has its reports, and fails."""
    ran = run_action("late", worker=f"'{sys.executable}' '{SOURCE}/harness/tests/workers/slow.py'", time="5s",
                     args="--syntax caret")
    expect(1, ran, "not run to its end", "--time 5s is over; ")
    assert ran[3] == ["fencepost-reports/fencepost.sarif", "fencepost-reports"], ran[3]
    return 1


def what_cannot_be_judged():
    for status, more in ((3, {"worker": "false"}), (2, {"worker": ""}),
                         (2, {"worker": GOOD, "args": "--case no/such/case"})):
        ran = run_action("broken", **more)
        assert ran[0] == status and not ran[3], (more, ran)
    return 3


def script(name, reports, **env):
    """Runs one script of ci/, with reports as FENCEPOST_REPORTS."""
    return subprocess.run(["bash", str(SOURCE / "ci" / name)], capture_output=True, timeout=60, check=False,
                          env={**os.environ, "FENCEPOST_PROGRAM": FENCEPOST, "FENCEPOST_REPORTS": reports, **env})


def verdicts():
    """The last step ends as the file says that tells the most; a file without a status is not a verdict."""
    os.mkdir("verdict")
    for status, files in ((3, {}), (0, {"status": "0\n"}), (1, {"status": "1\n"}), (1, {"status": "0\n", "gate.status": "1\n"}),
                          (3, {"status": ""}), (3, {"status": "\n"}), (3, {"status": "x\n"}), (3, {"status": "-1\n"}),
                          (3, {"status": "0 1\n"}), (3, {"status": "0\n", "gate.status": ""})):
        for name in ("status", "gate.status"):
            Path("verdict", name).unlink(missing_ok=True)
        for name, text in files.items():
            Path("verdict", name).write_text(text, encoding="utf-8")
        done = script("verdict.sh", "verdict")
        assert done.returncode == status, (files, done)
    return 10


def one_output_a_line():
    """A folder's name with a line end in it makes no second output."""
    said = Path("outputs")
    for name in ("a\nstatus=0", "a\rstatus=0"):
        said.write_text("", encoding="utf-8")
        done = script("test.sh", name, GITHUB_OUTPUT=str(said.absolute()), FENCEPOST_WORKER=GOOD,
                      FENCEPOST_ARGS="--case caret/fence/no-parameters --only golden")
        assert done.returncode == 2 and b"line end" in done.stderr, done
        assert "status" not in said.read_text(encoding="utf-8")
    return 2


def gitlab():
    """The job of ci/gitlab.yml, with a repository that holds the scripts."""
    shutil.copytree(SOURCE / "ci", "suite/ci")
    for args in (["init", "-q", "-b", "main"], ["add", "."],
                 ["-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "x"]):
        subprocess.run(["git", *args], cwd="suite", check=True, timeout=60)
    os.mkdir("job")
    env = {**os.environ, **GITLAB["variables"], "FENCEPOST_PROGRAM": FENCEPOST, "FENCEPOST_ARGS": ARGS,
           "FENCEPOST_REPOSITORY": str(Path("suite").absolute())}
    lines = "\n".join([*GITLAB["before_script"], *GITLAB["script"]])
    done = subprocess.run(["bash", "-eo", "pipefail", "-c", lines], cwd="job", timeout=200, check=False,
                          env={**env, "FENCEPOST_WORKER": BAD}, capture_output=True)
    assert done.returncode == 1, (done.returncode, done.stdout[-500:], done.stderr[-1000:])
    junit = GITLAB["artifacts"]["reports"]["junit"].replace("$FENCEPOST_REPORTS", "job/fencepost-reports")
    assert int(ET.parse(junit).getroot().get("failures")) > 0
    return 1


def build(expected, sentence, **env):
    """What build.sh makes of a release that is a folder here."""
    shutil.rmtree("got", ignore_errors=True)
    done = subprocess.run(["bash", str(SOURCE / "ci" / "build.sh")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False,
                          env={**os.environ, "FENCEPOST_BUILD": "got", "FENCEPOST_RELEASES": f"file://{os.getcwd()}/releases", **env})
    said = done.stdout.decode()
    assert done.returncode == expected and sentence in said, (done.returncode, said)


def prebuilt():
    """The program of a release, if its checksum is listed, and the list signed by whom it should be."""
    name, place = f"fencepost-9.9.9-linux-{os.uname().machine}", Path("releases/v9.9.9")
    Path(name).mkdir()
    place.mkdir(parents=True)
    Path(name, "fencepost").write_text("#!/bin/sh\necho 9.9.9 by release\n", encoding="utf-8")
    Path(name, "fencepost").chmod(0o755)
    for command in (f"tar czf {place}/{name}.tar.gz {name}", f"cd {place} && sha256sum {name}.tar.gz > SHA256SUMS",
                    "openssl genpkey -quiet -algorithm RSA -out key.pem && openssl pkey -in key.pem -pubout -out public.pem",
                    f"openssl dgst -sha256 -sign key.pem -out {place}/SHA256SUMS.sig {place}/SHA256SUMS",
                    "openssl genpkey -quiet -algorithm RSA -out other.pem && openssl pkey -in other.pem -pubout -out another.pem"):
        subprocess.run(["bash", "-c", command], check=True, timeout=60)
    build(0, "9.9.9 by release", FENCEPOST_VERSION="9.9.9")
    build(0, "9.9.9 by release", FENCEPOST_VERSION="9.9.9", FENCEPOST_KEY="public.pem")
    build(3, "is not signed by another.pem", FENCEPOST_VERSION="9.9.9", FENCEPOST_KEY="another.pem")
    build(3, "there is no SHA256SUMS of version 9.9.8", FENCEPOST_VERSION="9.9.8")
    build(2, "../x is not a version", FENCEPOST_VERSION="../x")
    sums = (place / "SHA256SUMS").read_text(encoding="utf-8")
    (place / "SHA256SUMS").write_text("0" * 64 + sums[64:], encoding="utf-8")
    build(3, "is not what SHA256SUMS names", FENCEPOST_VERSION="9.9.9")
    (place / "SHA256SUMS").write_text(sums.replace(name, "else"), encoding="utf-8")
    build(3, "has no program for linux on", FENCEPOST_VERSION="9.9.9")
    return 7


def unpinned(document):
    """The actions that a workflow or an action uses by a name that may come to mean something else."""
    jobs = document.get("jobs", {}).values()
    steps = [step for job in jobs for step in job["steps"]] + document.get("runs", {}).get("steps", [])
    return [step["uses"] for step in steps if "uses" in step and not PINNED.fullmatch(step["uses"])]


def written(permissions):
    return {name for name, what in (permissions or {}).items() if what != "read"}


def workflows():
    """Each action by its commit, no permission to write but where something is published, no text of others in a script."""
    assert unpinned({"jobs": {"a": {"steps": [{"uses": "actions/checkout@v4"}]}}}) == ["actions/checkout@v4"]
    assert not unpinned(ACTION), unpinned(ACTION)
    paths = sorted((SOURCE / ".github" / "workflows").glob("*.yml"))
    for path in paths:
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert not unpinned(document), (path.name, unpinned(document))
        assert isinstance(document["permissions"], dict) and not written(document["permissions"]), path.name
        for name, job in document["jobs"].items():
            assert written(job.get("permissions")) == WRITES.get(path.name, {}).get(name, set()), (path.name, name)
            assert not [step for step in job["steps"] if "${{" in step.get("run", "")], (path.name, name)
    return len(paths)


with few_cases(SOURCE, "caret"):
    code = run_checks([(workflows, 6), (prebuilt, 7), (parsers_good_and_bad, 3), (gates, 1), (time, 1), (what_cannot_be_judged, 3),
                       (verdicts, 10), (one_output_a_line, 2), (gitlab, 1)], {}, SOURCE)
sys.exit(code)
