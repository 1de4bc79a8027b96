# SPDX-License-Identifier: Apache-2.0
"""size.py: how large the reference is. ARCHITECTURE.md says it, and house-rules.py holds the page against the tree.

What all notations share is core, engines and API. What a notation has for itself begins with its id: the row, and the
sources beside it. Tests, benches, executors of templates and the vault do not count.
"""
import re
import statistics

SHARED = re.compile(r"reference/(?:core|engines|include/fencepost)/[^/]+\.[ch]$")
ROWS = "reference/syntaxes/rows.h"
SAID = re.compile(r"([\d,]+) lines of C,\s+and\s+a\s+notation\s+adds\s+([\d,]+)\s+at\s+the\s+median")
SLACK = 50, 10  # one part in so many may be off, of each


def lines_by_notation(files):
    """How many lines each row's own files have. files: {name: text}"""
    ids = [row.lower().replace("_", "-") for row in re.findall(r"^ROW\(FP_(\w+)\)", files.get(ROWS, ""), re.MULTILINE)]
    lines = dict.fromkeys(ids, 0)
    for name, text in files.items():
        own = re.match(r"reference/syntaxes/([\w-]+)\.[ch]$", name)
        owners = [row for row in ids if own and re.match(re.escape(row) + r"(?:-\w+)*$", own.group(1))]
        if owners:
            lines[max(owners, key=len)] += text.count("\n")
    return lines


def measured(files):
    """Lines that are shared, and the median of a notation."""
    shared = sum(text.count("\n") for name, text in files.items() if SHARED.match(name))
    return shared, round(statistics.median(list(lines_by_notation(files).values()) or [0]))


def breaches(page, files):
    """What ARCHITECTURE.md says wrongly."""
    said = SAID.search(page)
    if not said:
        return
    line = page[:said.start()].count("\n") + 1
    for stated, true, slack, what in zip(said.groups(), measured(files), SLACK, ("shared lines", "lines of a notation")):
        if abs(int(stated.replace(",", "")) - true) * slack > true:
            yield line, "says %s %s, but there are %d" % (stated, what, true)
