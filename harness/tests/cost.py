# SPDX-License-Identifier: Apache-2.0
"""cost.py SOURCE_DIR FENCEPOST: the tables of reports/cost/README.md are those that its script measures."""
import shutil
import subprocess
import sys
from pathlib import Path

import npm_install

SOURCE = Path(sys.argv[1])
INSTALLED = Path(sys.argv[2]).parent / "cost"
REPORT = SOURCE / "reports" / "cost"
BEGIN, END = "<!-- measured: node cost.mjs ../../corpus -->\n", "<!-- end -->"


def measured(corpus):
    done = subprocess.run([shutil.which("node"), "cost.mjs", str(corpus)], cwd=INSTALLED, capture_output=True,
                          timeout=120, check=True, text=True)
    return done.stdout


def published():
    text = (REPORT / "README.md").read_text(encoding="utf-8")
    return text.split(BEGIN)[1].split(END)[0]


def main():
    npm_install.install(REPORT, INSTALLED)
    tables = measured(SOURCE / "corpus")
    assert tables == published(), "reports/cost/README.md differs from what reports/cost/cost.mjs measures: write that"
    assert tables.count("| `caret` |") == 3, "a table lacks a notation"
    print(f"ok cost: {len(tables.splitlines())} lines as published")

    changed = INSTALLED / "corpus"
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(SOURCE / "corpus", changed, ignore=shutil.ignore_patterns("seeds"))
    renderings = changed / "caret" / "renderings.json"
    rows = renderings.read_text(encoding="utf-8")
    renderings.write_text(rows.replace("^^^drop", "^^^drop "), encoding="utf-8")
    assert measured(changed) != published(), "a rendering that became longer is not noticed"
    print("ok cost: a longer rendering is noticed")
    return 0


sys.exit(main())
