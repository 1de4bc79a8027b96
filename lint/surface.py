#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""surface.py: how many public functions a syntax of its own may call, which a newcomer has to read.

They are those that fencepost/syntax.h declares, and of the headers that it includes those under the heading "for the
syntaxes" and those that take an fp_out or an fp_rendering. What engines and single syntaxes share beyond them is
declared in reference/core. Prints them and their number; exits 1 if it is not below MOST. house-rules.py checks it too.
"""
import os
import re
import sys

MOST = 40
PUBLIC = os.path.join("reference", "include")
FIRST = "fencepost/syntax.h"

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
HEADING = re.compile(r"/\* -- for the syntaxes -+ \*/")
PROTOTYPE = re.compile(r"^[A-Za-z_][\w \t\n]*[ \t\n*](\w+)\(([^;{}]*)\);", re.MULTILINE)
INCLUDE = re.compile(r"^#include <(fencepost/\w+\.h)>", re.MULTILINE)


def prototypes(text):
    """(name, parameters) of each function that the text declares."""
    return [match.groups() for match in PROTOTYPE.finditer(COMMENT.sub("", text))]


def for_syntaxes(header, text):
    """The names of those in a header that syntaxes call."""
    heading = HEADING.search(text)
    if header == FIRST:
        marked = text
    else:
        marked = text[heading.end():] if heading else ""
    names = {name for name, _ in prototypes(marked)}
    return names | {name for name, parameters in prototypes(text) if re.search(r"\bfp_(?:out|rendering) \*", parameters)}


def surface(read):
    """{header: names}; read(header) is the text of one."""
    found, todo = {}, [FIRST]
    while todo:
        header = todo.pop()
        if header not in found:
            text = read(header)
            found[header] = for_syntaxes(header, text)
            todo.extend(INCLUDE.findall(text))
    return found


def breaches(found):
    """The rule that is broken, with the header it names; of what surface() found."""
    count = sum(map(len, found.values()))
    if count >= MOST:
        yield os.path.join(PUBLIC, FIRST), 1, (
            "%d public functions for syntaxes, and not fewer than %d: what one or two use is declared in reference/core"
            % (count, MOST))


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

    def read(header):
        with open(os.path.join(root, PUBLIC, header), encoding="utf-8") as file:
            return file.read()

    found = surface(read)
    for header, names in sorted(found.items()):
        for name in sorted(names):
            print("%-22s %s" % (header, name))
    print("%d functions; fewer than %d is the rule" % (sum(map(len, found.values())), MOST))
    return 1 if list(breaches(found)) else 0


if __name__ == "__main__":
    sys.exit(main())
