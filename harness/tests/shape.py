# SPDX-License-Identifier: Apache-2.0
"""shape.py SOURCE_DIR FENCEPOST: `fencepost init --shape openai`: filled in with a parser that is right it passes; what is
wrong with a parser is found, and is the parser's.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
WORKERS = SOURCE / "harness" / "tests" / "workers"
CASES = ["hermes/thought/opened-by-the-prompt", "hermes/thought/then-a-call", "hermes/block/one"]
TO_FILL = '    raise NotImplementedError("not filled in yet")\n'
FILLED = "    from stand_in import stream as engine\n    yield from engine(syntax, chunks, tools, prompt)\n"
os.environ.pop("FENCEPOST_DATA", None)
os.environ.update(PYTHONDONTWRITEBYTECODE="1", PYTHONPATH=str(WORKERS), FENCEPOST=FENCEPOST)


def template(*options, code=0):
    done = subprocess.run([FENCEPOST, "init", *options], capture_output=True, check=False)
    assert done.returncode == code, done
    return done.stdout.decode("utf-8") if code == 0 else done.stderr.decode("utf-8")


def results(fault):
    text = template("--shape", "openai")
    assert text.count(TO_FILL) == 1 and text.count('"needs": ["tools"]') == 1 and len(text.splitlines()) < 36, text
    text = text.replace(TO_FILL, FILLED).replace('"needs":', '"policies": {"reasoning": "channel"}, "needs":')
    with tempfile.TemporaryDirectory() as scratch:
        adapter = Path(scratch) / "adapter.py"
        adapter.write_text(text, encoding="utf-8")
        cases = [word for case in CASES for word in ("--case", case)]
        done = subprocess.run([FENCEPOST, "test", "--format", "json", "--reduce-budget", "0", *cases, "--", sys.executable,
                               adapter], capture_output=True, timeout=300, check=False, env={**os.environ, "FAULT": fault})
    found = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    found = [r for r in found if r["record"] == "result"]
    assert len({r["case"] for r in found}) >= 2, (done.stderr, found)
    return found


def bad(found):
    return [r for r in found if r["verdict"] not in ("pass", "skipped")]


def a_right_parser_passes():
    found = results("nothing")
    assert not bad(found), bad(found)[:2]
    passed = {r["check"] for r in found if r["verdict"] == "pass"}
    assert passed >= {"golden", "CHUNK", "PREFIX", "PROMPT", "DELTA"}, passed
    return len(passed)


def a_fault_is_the_parsers():
    for fault, kind in (("loses_a_piece", "arguments-not-json"), ("reasoning_as_content", "wrong/")):
        golden = [r for r in bad(results(fault)) if r["check"] == "golden"]
        assert golden and all(kind in r["class"] and r["suspect"] == "parser" for r in golden), (fault, golden)
    return 2


def words_are_checked():
    assert '"syntaxes": ["qwen3-coder"]' in template("python", "--shape", "openai", "--syntax", "qwen3-coder")
    assert "--shape is for python" in template("node", "--shape", "openai", code=2)
    assert "openai" in template("--shape", "opnai", code=2)
    return 3


if __name__ == "__main__":
    sys.exit(run_checks([(a_right_parser_passes, 5), (a_fault_is_the_parsers, 2), (words_are_checked, 3)], {}, SOURCE))
