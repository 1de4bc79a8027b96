# SPDX-License-Identifier: Apache-2.0
"""site_pages.py SOURCE_DIR FENCEPOST: the site that `./dev site` writes. By day with the cases of one syntax."""
import gzip
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import npm_install
from checks import NIGHT, by_day, run_checks
from left_out import left_out

SOURCE = Path(sys.argv[1]).resolve()
FENCEPOST = str(Path(sys.argv[2]).resolve())
sys.path.insert(0, str(SOURCE / "site"))
import build  # noqa: E402
import crawl  # noqa: E402

INSTALLED = Path(FENCEPOST).parent / "page_of_site"
BROWSERS = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
SYNTAX = () if NIGHT else ("hermes",)
SHOWN = ["index.html", "README.html", "spec/hermes.html", "spec/families/tags.html", "cases/hermes/text.html", "cases/index.html",
         "spec/model.html", "playground.html"]
TABLE = "reports/interop/table.html"  # a page of `fencepost interop`, whose test looks at it
SITE = Path(tempfile.mkdtemp()) / "site"


def program(*args):
    return subprocess.run([FENCEPOST, *args], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def links_lead_somewhere():
    pages, links, faults = crawl.faults_of(SITE)
    assert not faults, "\n".join(faults[:20])
    print(f"{pages} pages, {links} links")
    return links


def each_planted_fault_is_found():
    """A page that is sound, then the same with each fault."""
    sound = '<title>a</title><main><h1 id="a">a</h1>%s</main>'
    faults = {"": 0, '<a href="#a">': 0, '<a href="gone.html">': 1, '<a href="#gone">': 1, '<b id="a">': 1, "<main>": 1,
              '<img src="https://example.org/a.png">': 1, '<link href="gone.css">': 1, '<a href="page.html#gone">': 1}
    for planted, wanted in faults.items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "page.html").write_text(sound % planted, encoding="utf-8")
            found = crawl.faults_of(Path(folder))[2]
            assert len(found) == wanted, (planted, found)
    return len(faults)


def every_clause_has_its_place():
    """Those of today by their headings; those that have moved, by the table that tells where to."""
    pages = [crawl.Page(path.read_text(encoding="utf-8")) for path in sorted((SITE / "spec").rglob("*.html"))]
    anchors = set().union(*(page.anchors for page in pages))
    clauses = {line.split()[0] for line in program("list", "clauses").splitlines()}
    assert clauses <= anchors, sorted(clauses - anchors)[:20]
    assert "HERMES-2.1" in anchors
    return len(clauses)


def every_case_is_shown_and_listed():
    cases = [json.loads(line) for line in program("export", "--syntax", "hermes").split("\n")[:-1]]
    spec = "".join(path.read_text(encoding="utf-8") for path in (SITE / "spec").rglob("*.html"))
    for case in cases:
        syntax, feature, name = case["id"].split("/", 2)
        page = (SITE / "cases" / syntax / (feature + ".html")).read_text(encoding="utf-8")
        assert f'<section class="case" id="{name}">' in page and case["id"] in page, case["id"]
        listed = len(re.findall(f"cases/{re.escape(case['id'][:-len(name) - 1])}.html#{re.escape(name)}\"", spec))
        assert listed == len(set(case["clauses"])), (case["id"], listed)
    return len(cases)


def bytes_are_visible():
    page = (SITE / "cases" / "hermes" / "text.html").read_text(encoding="utf-8")
    assert "‹FF›&lt;tool_call&gt;‹C3›{‹FE›" in page
    return 1


def ten_questions_are_answered():
    """From the front page in two clicks at most: each is a link there, and the page has the answer."""
    front = crawl.Page((SITE / "index.html").read_text(encoding="utf-8"))
    questions = json.loads((SOURCE / "site" / "questions.json").read_text(encoding="utf-8"))
    for one in questions:
        assert one["page"] in front.links, one
        text = (SITE / one["page"].partition("#")[0]).read_text(encoding="utf-8")
        after = text.split('id="%s"' % one["page"].partition("#")[2], 1)[-1]
        assert one["answer"] in re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", after)), one
    return len(questions)


def browser():
    chromium = next((shutil.which(name) for name in BROWSERS if name and shutil.which(name)), None)
    assert chromium, "no Chromium to show the site in: install chromium, or set CHROMIUM to its program"
    return chromium


def in_browser(folder, pages):
    done = subprocess.run(["node", INSTALLED / "site.mjs", browser(), folder, *pages], timeout=300, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    return done.returncode, done.stdout


def a_browser_has_no_complaint():
    pages = [path.relative_to(SITE).as_posix() for path in sorted(SITE.rglob("*.html"))] if NIGHT else SHOWN
    pages = [page for page in pages if page != TABLE]
    code, complaints = in_browser(SITE, pages)
    assert code == 0, complaints[:3000]
    return len(pages)


def numbers_of(value):
    """All numbers in a value of JSON, without their signs."""
    if isinstance(value, (dict, list)):
        return {n for one in (value.values() if isinstance(value, dict) else value) for n in numbers_of(one)}
    return {abs(value)} if isinstance(value, float) else set()


def the_playground_reads_as_the_program_does():
    """Cases of each notation: the events that the page shows are those of `parse`, in chunks and whole; and a link restores
    what it was made from."""
    asked = []
    for syntax in by_day(program("list", "syntaxes").splitlines()[1:], 4):
        syntax = syntax.split()[0]
        for line in program("export", "--syntax", syntax).split("\n")[:-1][::97]:
            case = json.loads(line)
            if isinstance(case.get("input"), str) and len(case["input"]) < 2000:
                events = subprocess.run([FENCEPOST, "parse", "--syntax", syntax, "--events", "-"], input=case["input"],
                                        check=False, stdout=subprocess.PIPE, encoding="utf-8").stdout
                shown = [json.loads(event) for event in events.split("\n")[:-1]]
                if math.inf not in numbers_of(shown):  # JavaScript has no number for 1e400, which JSON has
                    asked.append({"syntax": syntax, "text": case["input"], "events": shown})
    done = subprocess.run(["node", INSTALLED / "playground.mjs", browser(), SITE], input=json.dumps(asked), timeout=300, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-2000:]
    compressed = sum(len(gzip.compress((SITE / name).read_bytes())) for name in (
        "playground.html", "playground.js", "playground.wasm.js", "clauses.js", "style.css"))
    print(f"the playground is {compressed} bytes, compressed")
    assert compressed < 1000000, compressed
    return len(asked)


def a_browser_complains_of_what_is_planted():
    skip = '<!doctype html><a class="skip" href="#a">a</a>'
    pale = "<!doctype html><html lang=en><title>t</title><style>%s</style>" + skip + "<main><h1>t</h1><p>text</p></main>"
    planted = {"pale.html": (pale % "p { color: #aaa }", 'can hardly be read in light colours: p "text"'),
               "dark.html": (pale % "@media (prefers-color-scheme: dark) { p { color: #666; background: #222 } }",
                             'can hardly be read in dark colours: p "text"'),
               "unnamed.html": (skip + "<main><h1>t</h1><img src='data:,'></main>", "lacks a name of <img"),
               "headless.html": (skip + "<p>text</p>", "lacks one main part and one heading of it"),
               "console.html": (skip + "<script>console.error('planted')</script>", "planted"),
               "thrown.html": (skip + "<script>throw new Error('planted')</script>", "planted"),
               "gone.html": (skip + '<img src="gone.png">', "could not load"),
               "wide.html": (skip + '<p style="width:2000px">a</p>', "wider than a phone"),
               "first.html": ('<!doctype html><a href="#a">a</a>', "first stop")}
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, _) in planted.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        code, complaints = in_browser(folder, planted)
    assert code == 1, complaints
    for name, (_, words) in planted.items():
        assert re.search(f"^{name}: .*{words}", complaints, re.M), (name, complaints)
    return len(planted)


def makes_web_assembly():
    with tempfile.TemporaryDirectory() as folder:
        return shutil.which("clang") and not subprocess.run(
            ["clang", "--target=wasm32-wasi", "--sysroot=" + build.SYSROOT, "-o", Path(folder, "made"), "-x", "c", "-"],
            input=b"#include <stdio.h>\nint main(void) { return 0; }", stderr=subprocess.DEVNULL, check=False).returncode


def main():
    if not makes_web_assembly():
        left_out("the site", "its playground needs clang with lld, wasi-libc and libclang-rt-dev-wasm32")
        return 0
    npm_install.install(SOURCE / "harness" / "tests" / "page", INSTALLED)
    try:
        subprocess.run([sys.executable, SOURCE / "site" / "build.py", FENCEPOST, SITE, *SYNTAX], check=True, timeout=600)
        return run_checks(((each_planted_fault_is_found, 9), (links_lead_somewhere, 5000), (every_clause_has_its_place, 1400),
                           (every_case_is_shown_and_listed, 50), (bytes_are_visible, 1), (ten_questions_are_answered, 10),
                           (a_browser_has_no_complaint, 8),
                           (the_playground_reads_as_the_program_does, 10), (a_browser_complains_of_what_is_planted, 9)), {}, SOURCE)
    finally:
        shutil.rmtree(SITE.parent)


sys.exit(main())
