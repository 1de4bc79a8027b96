# SPDX-License-Identifier: Apache-2.0
"""readme.py SOURCE_DIR FENCEPOST: the README is short, its failure is the first one that ./dev demo prints, its table has each
syntax, and what it links to is there."""
import os
import re
import subprocess
import sys
from pathlib import Path

from checks import run_checks

SOURCE = Path(sys.argv[1]).absolute()
FENCEPOST = str(Path(sys.argv[2]).absolute())
README = (SOURCE / "README.md").read_text(encoding="utf-8")
WORDS_MAX = 1050
DEMO = 'test --syntax "$syntax" --quick --seed 1 --show 1 --'
ADAPTER = "harness/adapters/python-caret/adapter.py"
os.environ.pop("FENCEPOST_DATA", None)


def run(*args):
    return subprocess.run([FENCEPOST, *args], cwd=SOURCE, stdin=subprocess.DEVNULL, capture_output=True, timeout=600,
                          check=False, encoding="utf-8")


def first_cause(printed):
    """The lines of the first cause: from its number up to the command that repeats it."""
    found = re.search(r"^1\. .*?^   again: [^\n]*$", printed, re.DOTALL | re.MULTILINE)
    assert found, printed[:3000]
    return found.group(0)


def its_failure_is_that_of_the_demo():
    """A deadline that no slow machine misses: a parser that is only late would be another cause."""
    assert DEMO in (SOURCE / "dev").read_text(encoding="utf-8"), "./dev demo runs something else: mend DEMO"
    ran = run("test", "--syntax", "caret", "--quick", "--seed", "1", "--show", "1", "--deadline", "100", "--", "python3", ADAPTER)
    assert ran.returncode == 1, ran.stderr
    cause = first_cause(ran.stdout)
    assert f"```\n{cause}\n```" in README, f"README.md shows another failure than this one:\n{cause}"
    return 1


def it_is_short():
    words = sum(len(line.split()) for line in README.splitlines() if not line.startswith("| [`"))  # a notation's row
    assert words <= WORDS_MAX, f"README.md has {words} words, and {WORDS_MAX} are enough"
    return words


def it_has_each_syntax():
    ids = [line.split()[0] for line in run("list", "syntaxes").stdout.splitlines()[1:]]
    rows = re.findall(r"^\| \[`([a-z0-9-]+)`\]\(spec/([a-z0-9-]+)\.md\) \|", README, re.MULTILINE)
    assert sorted(ids) == sorted(name for name, _ in rows), set(ids) ^ {name for name, _ in rows}
    assert all(name == page for name, page in rows), rows
    return len(ids)


def its_links_lead_somewhere():
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", README)]
    missing = [link for link in links if "://" not in link and not (SOURCE / link).exists()]
    assert not missing, missing
    return len(links)


sys.exit(run_checks([(its_failure_is_that_of_the_demo, 1), (it_is_short, 500), (it_has_each_syntax, 11),
                     (its_links_lead_somewhere, 20)], {}, SOURCE))
