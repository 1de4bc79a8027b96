# SPDX-License-Identifier: Apache-2.0
"""page.py SOURCE_DIR FENCEPOST: the HTML report, in a real Chromium (page/page.mjs).

Pages are made of two real runs side by side, of a report whose every text is hostile, of a trend with the table of
`fencepost express`, of a run that was killed before its first result, and of 100,000 results. $CHROMIUM is the browser, if it is none of the usual names.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import npm_install

SOURCE = Path(sys.argv[1])
FENCEPOST = str(Path(sys.argv[2]).resolve())
TEST = SOURCE / "harness" / "tests" / "page"
INSTALLED = Path(FENCEPOST).parent / "page"
ADAPTER = SOURCE / "harness" / "adapters" / "python-caret" / "adapter.py"
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CHECKS = ["golden", "TOTAL", "CHUNK", "WHOLE", "PREFIX", "PROMPT", "ACCOUNT", "TRUNCATION", "ROUND-TRIP",
          "EQUIVALENCE", "CONCATENATION", "SURROUNDING", "RENAMING", "ISOLATION", "LINEAR"]
LARGE = 100_000

# What must come out as text. The last one is not UTF-8: a lone surrogate's three bytes, and a byte alone.
MARKUP = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1><!-- ]]>&lt;"
HOSTILE = [MARKUP.encode(), "<!--<script>\u202eabc\u2066\u200f\u2069".encode(), b"a\0b\x1b[31m\x7f\r\n \t",
           "\u0085\u009b\u2028\u2029\u202e".encode(), b"\xed\xa0\x80\xff\\ud800", b""]


def run(*args, codes=(0,)):
    done = subprocess.run([FENCEPOST, *map(str, args)], capture_output=True, timeout=300, check=False, text=True)
    assert done.returncode in codes, (args, done.returncode, done.stdout[-500:], done.stderr)
    return done.stdout


def page(path, *args, codes=(0, 1)):
    run("report", "--format", "html", "--output", path, *args, codes=codes)
    return str(path)


# -- reports ---------------------------------------------------------------------------------------

def real_runs(folder):
    """The adapter that has bugs, and our own parsers; and, as the past, the adapter's without some of its failures."""
    cases = ["--case", "caret/multiline/cl*"]
    run("test", "--report", folder / "buggy", *cases, "--reduce-budget", 1500, "--", sys.executable, ADAPTER, codes=(1,))
    run("test", "--report", folder / "own", *cases)
    lines = (folder / "buggy" / "report.jsonl").read_text().splitlines(keepends=True)
    known = [line for line in lines if "closing-after-the-value" not in line]
    assert len(known) < len(lines)
    (folder / "past.jsonl").write_text("".join(known))


def hostile_result(number, data):
    text = data.decode("utf-8", "replace").replace("\0", "\ufffd") or "nothing"
    try:
        given = {"input": data.decode()}
    except UnicodeDecodeError:
        given = {"input_base64": base64.b64encode(data).decode()}
    return {"record": "result", "case": f"hostile/{MARKUP}/{number}", "given": True, "syntax": "caret", "check": "golden",
            "clause": "CARET-2.1", "level": "must", "verdict": "wrong", "class": "wrong/text", "harm": "text", "counts": True,
            "suspect": "parser", "message": text, "title": f"{text} {MARKUP}", "clauses": ["CARET-2.1"],
            "command": f"fencepost test --text '{text}'", "expected": f'text "{text}"\n', "actual": f'text "{MARKUP}"\n',
            "cut": MARKUP, "cuts": [len(data)], "basis": MARKUP, "stderr": f"{MARKUP}\0\u202e", **given}


def run_line(subject, selected):
    return {"record": "run", "suite": version(), "subject": subject, "policies": "", "seed": 1, "selected": selected,
            "worker": ["./parser", MARKUP], "strict": False}


def version():
    return run("--version").split()[-1]


def write_report(path, subject, results):
    """Writes it as `fencepost test` would; the totals are counted again when it is read."""
    count = len({result["case"] for result in results})
    lines = [run_line(subject, count), *results, {"record": "summary", "cases": count, "cuttings": 0, "verdicts": {},
                                                  "advice": 0, "unexpected": 0}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def large_results():
    """Every case with every check, the first ones twice; one in forty fails."""
    files = [json.loads(path.read_text()) for path in sorted((SOURCE / "corpus").glob("*/*.json"))
             if path.parent.name not in ("vault", "equivalence", "partial-json", "response-template")]
    cases = [case["id"] for file in files for case in file.get("cases", ())]
    assert len(cases) > 5000, len(cases)
    results = []
    for i in range(LARGE):
        case, check = cases[i // len(CHECKS) % len(cases)], CHECKS[i % len(CHECKS)]
        result = {"record": "result", "case": case, "syntax": case.split("/")[0], "check": check, "clause": "LAW-2.1",
                  "level": "must", "verdict": "pass"}
        if i % 40 == 7:
            result.update(verdict="wrong", counts=True, suspect="parser", message=f"result {i} is wrong",
                          expected=f'text "{i}"\n', actual='text ""\n', **{"class": "wrong/text-lost"})
        results.append(result)
    return results


# -- pages -----------------------------------------------------------------------------------------

def refused(*args):
    done = subprocess.run([FENCEPOST, "report", *args], capture_output=True, timeout=60, check=False, text=True)
    assert done.returncode == 2 and "--trend" in done.stderr, (args, done.returncode, done.stderr)


def make_pages(folder):
    real_runs(folder)
    buggy, own, past = folder / "buggy" / "report.jsonl", folder / "own" / "report.jsonl", folder / "past.jsonl"
    hostile = write_report(folder / "hostile.jsonl", f"{MARKUP} \u202eparser",
                           [hostile_result(i, data) for i, data in enumerate(HOSTILE)])
    large = write_report(folder / "large.jsonl", "large 1.0 (none)", large_results())
    begun = time.monotonic()
    pages = {"large": page(folder / "large.html", large)}
    took = time.monotonic() - begun
    pages["sides"] = page(folder / "sides.html", buggy, own)
    pages["green"] = page(folder / "green.html", own)
    neither = [sys.executable, SOURCE / "harness" / "tests" / "workers" / "two_ways.py", "neither"]
    run("test", "--report", folder / "neither", "--case", "caret/fence/no-parameters", "--", *neither, codes=(1,))
    pages["neither"] = page(folder / "neither.html", folder / "neither")
    trims = [FENCEPOST, "serve", "--policy", "value_framing=trimmed"]
    run("test", "--report", folder / "declares", "--case", "caret/value-framing/*", "--only", "golden", "--", *trims)
    pages["declares"] = page(folder / "declares.html", folder / "declares")
    pages["hostile"] = page(folder / "hostile.html", hostile)
    pages["trend"] = page(folder / "trend.html", "--trend", "--express", past, buggy)
    killed = folder / "killed.jsonl"
    killed.write_text(buggy.read_text().split("\n", 1)[0] + "\n" + '{"record":"resu')
    pages["killed"] = page(folder / "killed.html", killed, codes=(1,))
    refused("--trend", "--format", "html", buggy)
    refused("--express", "--format", "tap", buggy)
    size = os.path.getsize(pages["large"])
    print(f"made the page of {LARGE} results in {took:.1f} s; it has {size / 1e6:.1f} MB")
    return pages


def browser():
    for name in (os.environ.get("CHROMIUM"), *BROWSERS):
        if name and shutil.which(name):
            return shutil.which(name)
    raise AssertionError("no Chromium to show the page in: install chromium, or set CHROMIUM to its program")


def main():
    npm_install.install(TEST, INSTALLED)
    with tempfile.TemporaryDirectory() as folder:
        pages = make_pages(Path(folder))
        return subprocess.run(["node", INSTALLED / "page.mjs", browser(), json.dumps(pages)], timeout=300, check=False).returncode


sys.exit(main())
