#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""build.py FENCEPOST FOLDER [SYNTAX]: the site, of the documents of this tree and the cases that the program exports.

Each Markdown file becomes a page of the same name. A clause of a specification has its id as anchor
(spec/hermes.html#HERMES-2.3) and a list of its cases, each of which has an anchor in cases/. A file that a document
links to, and that is not Markdown, is shown on a page of its own. No page asks the network for anything. With SYNTAX only
its cases are shown.
"""
import base64
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

from text import expectation, shown_input, slug

EXPORTS = ("play_syntaxes", "play_parse", "play_render", "play_alloc", "play_free", "play_free_bytes")
SYSROOT = "/usr" if os.path.exists("/usr/include/wasm32-wasi/stdio.h") else "/usr/wasm32-wasi"  # of WebAssembly
ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = ("harness/templates/", "harness/tests/")  # texts to fill in, and inputs of tests
CLAUSE = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+\.\d+\b")
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.S)
MOVED = re.compile(r"<td><code>(%s)</code></td>" % CLAUSE.pattern)
ASIDE = re.compile(r"(<pre.*?</pre>|<h\d.*?</h\d>|<a .*?</a>|<[^>]*>)", re.S)  # where no clause becomes a link
PICTURE = re.compile(r'<img src="([^":]*)"')
LINK = re.compile(r'href="([^"]*)"')
NAV = (("index.html", "Fencepost"), ("README.html", "Start"), ("playground.html", "Playground"), ("spec/index.html", "Specifications"),
       ("cases/index.html", "Cases"), ("reports/third-party/README.html", "Findings"), ("reports/interop/table.html", "Interop table"),
       ("harness/README.html", "Commands"))


def documents():
    """The Markdown files of the tree, as paths from its top."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT).as_posix()
        folders[:] = sorted(name for name in folders if name not in ("build", "node_modules") and not name.startswith("."))
        found += [PurePosixPath(here, name).as_posix() for name in sorted(names) if name.endswith(".md")]
    return [path for path in found if not path.startswith(LEFT_OUT)]


def markdown(text):
    return subprocess.run(["cmark-gfm", "-e", "table", "-e", "autolink"], input=text, check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def relative(target, page):
    """The address of `target`, which may have a fragment, as it is written on `page`."""
    path, mark, fragment = target.partition("#")
    return os.path.relpath(path, os.path.dirname(page) or ".") + mark + fragment


class Site:
    def __init__(self, folder, cases):
        self.folder = folder
        self.sources = {path: path[:-3] + ".html" for path in documents()}
        self.bodies = {path: markdown((ROOT / path).read_text(encoding="utf-8")) for path in self.sources}
        self.homes = self.find_clauses()
        self.cases = cases
        self.of_clause = {}
        for case in cases:
            for clause in case["clauses"]:
                self.of_clause.setdefault(clause, []).append(case)
        self.shown = {}  # a path that is linked to, and is not a document: its page

    def find_clauses(self):
        """Clause: the address of its page. One that has moved, and has no heading, has the row of a table."""
        homes = {}
        for names in (lambda body: [plain(title) for _, title in HEADING.findall(body)], MOVED.findall):
            for path, body in self.bodies.items():
                if path.startswith("spec/"):
                    for name in filter(CLAUSE.fullmatch, names(body)):
                        homes.setdefault(name, "%s#%s" % (self.sources[path], name))
        return homes

    # -- a page --

    def write(self, page, title, body):
        entries = "".join('<li><a href="%s"%s>%s</a></li>' % (
            relative(address, page), ' aria-current="page"' if address == page else "", name) for address, name in NAV)
        text = ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
                '<meta name="viewport" content="width=device-width,initial-scale=1">'
                '<link rel="icon" href="data:,"><link rel="stylesheet" href="%s"><title>%s</title></head>\n'
                '<body><a class="skip" href="#main">Skip to the text</a>\n'
                '<header><nav aria-label="Site"><ul>%s</ul></nav></header>\n<main id="main">\n%s</main></body></html>\n'
                % (relative("style.css", page), html.escape(title), entries, body))
        path = self.folder / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def document(self, path):
        """What a document's page shows."""
        page, seen = self.sources[path], {}

        def heading(match):
            level, title = match.groups()
            name = plain(title)
            anchor = slug(name, seen)
            if self.homes.get(name, "").startswith(page + "#"):
                return '<h%s id="%s"><a id="%s" href="#%s">%s</a></h%s>\n%s' % (
                    level, name, anchor, name, title, level, self.case_list(name, page))
            return '<h%s id="%s">%s</h%s>' % (level, anchor, title, level)

        body = MOVED.sub(lambda match: '<td id="%s"><code>%s</code></td>' % (match[1], match[1])
                         if self.homes.get(match[1]) == "%s#%s" % (page, match[1]) else match[0], self.bodies[path])
        body = LINK.sub(lambda match: 'href="%s"' % self.link(html.unescape(match[1]), path), body)
        body = HEADING.sub(heading, self.with_clauses(body, page))
        return body.replace("<table>", '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>').replace(
            "</table>", "</table></div>")

    def with_clauses(self, body, page):
        """Each clause that the text names is a link to it."""
        def reference(match):
            home = self.homes.get(match[0])
            return '<a href="%s">%s</a>' % (relative(home, page), match[0]) if home else match[0]
        pieces = ASIDE.split(body)
        pieces[::2] = [CLAUSE.sub(reference, piece) for piece in pieces[::2]]
        return "".join(pieces)

    def case_list(self, clause, page):
        cases = self.of_clause.get(clause, ())
        if not cases:
            return ""
        rows = "".join('<li><a href="%s"><code>%s</code></a> %s</li>' % (
            relative(case_home(case), page), html.escape(case["id"]), html.escape(case["title"])) for case in cases)
        return '<details class="cases"><summary>%s: %d case%s</summary><ul>%s</ul></details>\n' % (
            clause, len(cases), "s" if len(cases) > 1 else "", rows)

    def link(self, address, path):
        """Where a link of the document `path` leads on the site."""
        if re.match(r"[a-z]+:|#", address):
            return html.escape(address)
        target, mark, fragment = address.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if target == "spec":
            home = "spec/index.html"
        elif target in self.sources:
            home = self.sources[target]
        elif target + "/README.md" in self.sources:
            home = self.sources[target + "/README.md"]
        elif target == "reports/interop/table.html":
            home = target
        else:
            home = self.shown.setdefault(target, "source/%s.html" % target)
        return html.escape(relative(home + mark + fragment, self.sources[path]))

    # -- all of them --

    def write_all(self):
        for path, page in self.sources.items():
            titles = HEADING.findall(self.bodies[path])
            self.write(page, plain(titles[0][1]) if titles else path, self.document(path))
            for picture in PICTURE.findall(self.bodies[path]):
                self.copy(os.path.normpath(os.path.join(os.path.dirname(path), html.unescape(picture))))
        for target, page in self.shown.items():
            self.write(page, target, source_page(target))
        self.write_spec_index()
        self.write_cases()
        self.write_front()
        self.write_playground()
        for name, target in (("site/style.css", "style.css"), ("site/playground.js", "playground.js"), ("reports/interop/table.html", "reports/interop/table.html")):
            shutil.copyfile(ROOT / name, self.folder / target)

    def copy(self, path):
        """A file to the place on the site that it has in the tree, where a page beside it finds it."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, self.folder / path)

    def write_playground(self):
        """The page, and beside it the parsers as WebAssembly and the homes of clauses. Both are scripts: a page that is
        opened from a disk may fetch nothing else."""
        self.write("playground.html", "Playground", (ROOT / "site" / "playground.html").read_text(encoding="utf-8"))
        program = base64.b64encode(web_assembly()).decode("ascii")
        (self.folder / "playground.wasm.js").write_text("const PLAYGROUND_WASM = '%s';\n" % program, encoding="ascii")
        (self.folder / "clauses.js").write_text("const CLAUSES = %s;\n" % json.dumps(self.homes), encoding="utf-8")

    def write_spec_index(self):
        rows = "".join('<li><a href="%s">%s</a></li>' % (
            relative(page, "spec/index.html"), plain(HEADING.search(self.bodies[path])[2]))
            for path, page in self.sources.items() if path.startswith("spec/"))
        self.write("spec/index.html", "Specifications", "<h1>Specifications</h1>\n<ul>%s</ul>\n" % rows)

    def write_cases(self):
        """cases/SYNTAX/FEATURE.html, and a list of them."""
        groups = {}
        for case in self.cases:
            groups.setdefault(case_home(case).partition("#")[0], []).append(case)
        for page, cases in groups.items():
            title = page[len("cases/"):-len(".html")]
            self.write(page, "Cases: " + title, "<h1>Cases: %s</h1>\n%s" % (
                title, "".join(self.one_case(case, page) for case in cases)))
        rows = {}
        for page, cases in groups.items():
            _, syntax, feature = page.split("/", 2)
            rows.setdefault(syntax, []).append('<a href="%s">%s</a> (%d)' % (
                relative(page, "cases/index.html"), feature[:-len(".html")], len(cases)))
        body = "".join("<h2 id=\"%s\">%s</h2>\n<p>%s</p>\n" % (syntax, syntax, ", ".join(row)) for syntax, row in rows.items())
        self.write("cases/index.html", "Cases", "<h1>Cases</h1>\n<p>%d golden cases, by notation and feature.</p>\n%s" % (
            len(self.cases), body))

    def one_case(self, case, page):
        clauses = self.with_clauses(", ".join(case["clauses"]), page)
        return ('<section class="case" id="%s"><h2>%s</h2>\n<p><code>%s</code>, %s, of %s</p>\n'
                '<h3>Input</h3>\n<pre tabindex="0">%s</pre>\n<h3>Expected</h3>\n<pre tabindex="0">%s</pre></section>\n' % (
                    html.escape(case_home(case).partition("#")[2]), html.escape(case["title"]), html.escape(case["id"]),
                    case["level"].upper(), clauses, html.escape(shown_input(case)), html.escape(expectation(case))))

    def write_front(self):
        readme = self.document("README.md")
        what = readme.split("</h1>", 1)[1].split("<h2", 1)[0]
        findings = self.document("reports/third-party/README.md").split("</h1>", 1)[1]
        findings = LINK.sub(lambda match: 'href="%s"' % match[1] if re.match(r"[a-z]+:|#", match[1]) else 'href="%s"' % html.escape(
            os.path.normpath("reports/third-party/" + match[1])), "".join(re.findall(r'<div class="wide".*?</div>', findings, re.S)))
        questions = json.loads((ROOT / "site" / "questions.json").read_text(encoding="utf-8"))
        asked = "".join('<li><a href="%s">%s</a></li>' % (html.escape(one["page"]), html.escape(one["question"]))
                        for one in questions)
        self.write("index.html", "Fencepost", (
            "<h1>Fencepost</h1>\n%s<h2 id=\"questions\">Questions</h2>\n<ol>%s</ol>\n"
            "<h2 id=\"findings\">Findings by name</h2>\n%s"
            "<h2 id=\"interop\">What parsers do, clause by clause</h2>\n"
            "<p><a href=\"reports/interop/table.html\">The interop table</a> shows for each notation and each clause what each "
            "measured parser does. <a href=\"reports/interop/README.html\">How it was measured</a>.</p>\n"
            % (what, asked, findings)))


def case_home(case):
    syntax, feature, name = case["id"].split("/", 2)
    return "cases/%s/%s.html#%s" % (syntax, feature, name)


def source_page(target):
    """What is shown of a file or a folder that is not a document."""
    path = ROOT / target
    if path.is_dir():
        names = "".join("<li><code>%s</code></li>" % html.escape(one.name) for one in sorted(path.iterdir()))
        return "<h1><code>%s</code></h1>\n<ul>%s</ul>\n" % (html.escape(target), names)
    text = path.read_text(encoding="utf-8", errors="replace")
    return '<h1><code>%s</code></h1>\n<pre tabindex="0">%s</pre>\n' % (html.escape(target), html.escape(text))


def web_assembly():
    """The reference parsers, and the functions of playground.c, as a module."""
    reference = ROOT / "reference"
    sources = [path for folder in ("core", "engines", "syntaxes", "syntaxes/native") for path in sorted((reference / folder).glob("*.c"))]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "playground.wasm")
        subprocess.run(["clang", "--target=wasm32-wasi", "--sysroot=" + SYSROOT, "-O2", "-std=c11", "-D_POSIX_C_SOURCE=200809L",
                        "-Wall", "-Wextra", "-Werror", "-I", reference, "-I", reference / "include", "-nostartfiles", "-Wl,--no-entry",
                        "-Wl,--strip-all", *("-Wl,--export=" + name for name in EXPORTS), "-o", made,
                        ROOT / "site" / "playground.c", *sources], check=True)
        return made.read_bytes()


def exported(program, syntax):
    with subprocess.Popen([program, "export", *(("--syntax", syntax) if syntax else ())], stdout=subprocess.PIPE, encoding="utf-8") as child:
        cases = [json.loads(line) for line in child.stdout]
    if child.returncode or not cases:
        sys.exit("build.py: `fencepost export` ended with status %d after %d cases" % (child.returncode, len(cases)))
    return cases


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder = Path(sys.argv[2])
    if folder.exists():
        shutil.rmtree(folder)
    Site(folder, exported(sys.argv[1], *sys.argv[3:] or (None,))).write_all()


if __name__ == "__main__":
    main()
