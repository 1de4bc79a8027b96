#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""links.py NM LIBRARY PROGRAM: what in the library needs what, as the linker sees it.

PROGRAM uses the syntax caret alone: no other syntax is linked with it, no engine, no table of syntaxes. No more than
ten object files of the library need each other in a circle. Before that, both checks are tried on what they must
refuse.
"""
import os
import re
import subprocess
import sys

MOST = 10  # object files in one circle
REFERENCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def symbols(nm, *arguments):
    """(object file, type, name) of each symbol."""
    out = subprocess.run([nm, "-A", *arguments], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    for line in out.splitlines():
        found = re.match(r"(?:.*:)?([^:]+):\s*[0-9a-f]*\s+([A-Za-z])\s+(\S+)$", line)
        if found:
            yield found.groups()


def needs(found):
    """{object file: those that define what it uses}"""
    found = list(found)
    homes = {name: file for file, kind, name in found if kind in "TDRBVW"}
    graph = {file: set() for file, _, _ in found}
    for file, kind, name in found:
        if kind == "U" and name in homes and homes[name] != file:
            graph[file].add(homes[name])
    return graph


def reached(graph, start):
    seen, todo = set(), [start]
    while todo:
        for file in graph[todo.pop()] - seen:
            seen.add(file)
            todo.append(file)
    return seen


def circles(graph):
    """The sets of files that need each other."""
    ways = {file: reached(graph, file) for file in graph}
    return {frozenset(other for other in ways[file] if file in ways[other]) for file in graph} - {frozenset()}


def too_large(graph):
    return [sorted(circle) for circle in circles(graph) if len(circle) > MOST]


def sources(*folders):
    """The names of the C files in these folders of reference/."""
    return {name for folder in folders for name in os.listdir(os.path.join(REFERENCE, folder)) if name.endswith(".c")}


def not_of_caret(found):
    """The names that are not defined in core/ or for caret. (An object file tells its name, and not its folder.)"""
    others = sources("engines", "syntaxes", "syntaxes/native", "vault") - sources("core")
    of_others = {name for name in others if not name.startswith("caret")}
    return {name for file, kind, name in found if kind in "TDRB" and re.sub(r"\.o(bj)?$", "", file) in of_others}


def strangers(found, alien):
    """Of the symbols of a program, those of engines, of other syntaxes, of their table or of the vault."""
    return sorted({name for _, kind, name in found if kind != "U" and name in alien})


def main():
    nm, library, program = sys.argv[1:]
    ring = {str(i): {str((i + 1) % (MOST + 1))} for i in range(MOST + 1)}
    assert len(too_large(ring)) == 1, "a circle of eleven files is not seen"
    ring["0"] = set()
    assert not too_large(ring), "a chain is taken for a circle"

    found = list(symbols(nm, library))
    alien = not_of_caret(found)
    missed = {"FP_SYNTAXES", "FP_HERMES", "fp_tags_step", "fp_native_step"} - alien
    assert not missed, "taken for caret's own: %s" % sorted(missed)
    assert "FP_CARET" not in alien and "fp_parser_feed" not in alien, "what is of caret, or of all, is taken for another's"
    assert strangers(found, alien) == sorted(alien), "other syntaxes are not seen"

    subprocess.run([program], check=True)
    others = strangers(symbols(nm, program), alien)
    assert not others, "a program that uses caret alone is linked with %s" % ", ".join(others)
    large = too_large(needs(found))
    assert not large, "these object files need each other in a circle: %s" % large
    print("links: caret stands alone; the largest circle has %d files" % max(map(len, circles(needs(found))), default=0))


if __name__ == "__main__":
    main()
