#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""house-rules.py [--update-words] [ROOT]: the rules of CONTRIBUTING.md that no other tool checks.

Prints file:line: rule for each breach; exits 1 if there is one, 2 if it could not look. It needs
universal-ctags. --update-words only lowers the numbers of house-words.txt (house_words.py).
"""
import json
import os
import re
import subprocess
import sys

import documents
import house_words
import layers
import size
import surface

SOURCES = (".c", ".h", ".sh", ".py", ".js", ".cmake")
LICENSED = (".c", ".h", ".sh", ".py", ".js")
UNLISTED = ("build", ".git", "reports", "__pycache__")
FILE_LINES = 600
FUNCTION_LINES = 60

# Matches a comment, a string, or a character, so that what is in one is not taken for another.
C_TOKEN = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
BANNED = re.compile(r"\b(strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atoll|strtok)\s*\(")
# The brackets keep these two patterns from matching themselves.
LEFT_OVER = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X)\b")
TAP_DIRECTIVE = re.compile(r"# TODO advice|# TODO differs|# TODO known|SKIP\|TODO")  # a word of the protocol
HOSTS = re.compile(
    r"\b(?:[a-z]+\.)?(?:debian[.]org/debian|archive\.ubuntu[.]com|ubuntu[.]com/ubuntu|pypi[.]org"
    r"|pythonhosted[.]org|registry\.npmjs[.]org|registry\.yarnpkg[.]com|crates[.]io"
    r"|proxy\.golang[.]org|rubygems[.]org)|\bdeb[.]debian[.]org|\bsecurity[.]debian[.]org")

# A byte is compared with several blanks: that is a class of them.
BLANKS = re.compile(r"== ' ' \|\| \w+ == '\\[tnr]'")
BLANKS_HOME = "reference/include/fencepost/ascii.h"

INCLUDE = re.compile(r'^#include "([\w-]+)/')


def listed(root):
    """The files of the repository, new ones included; without git whatever is there."""
    git = subprocess.run(
        ["git", "-C", root, "-c", "safe.directory=" + os.path.abspath(root), "ls-files", "-z",
         "--cached", "--others", "--exclude-standard"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    names = git.stdout.decode().split("\0") if git.returncode == 0 else list(walked(root))
    return sorted(set(name for name in names if name and os.path.isfile(os.path.join(root, name))))


def walked(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in UNLISTED]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def blanked(text):
    """C with comments and literals emptied, line by line as it was; and the lines of // comments."""
    slashes = []

    def blank(match):
        token = match.group()
        if token.startswith("//"):
            slashes.append(text.count("\n", 0, match.start()) + 1)
        return token[0] + "\n" * token.count("\n") + token[0]

    return C_TOKEN.sub(blank, text), slashes


def check_header(name, text):
    lines = text.split("\n")
    script = lines[0].startswith("#!")
    if not name.endswith(LICENSED) and not script:
        return
    if "SPDX-License-Identifier: Apache-2.0" not in lines[1 if script and len(lines) > 1 else 0]:
        yield 1, "the licence line (SPDX-License-Identifier) comes first"


def check_words(name, text):
    source = name.endswith(SOURCES) or name.endswith("CMakeLists.txt") or text.startswith("#!")
    for number, line in enumerate(text.split("\n"), 1):
        if source and LEFT_OVER.search(line) and not TAP_DIRECTIVE.search(line):
            yield number, "left-over note: open an issue instead"
        if HOSTS.search(line):
            yield number, "names a package host: that is the machine's configuration"


def check_c(name, text):
    if not name.endswith((".c", ".h")):
        return
    code, slashes = blanked(text)
    for number in slashes:
        yield number, "a // comment: write /* */"
    for number, line in enumerate(code.split("\n"), 1):
        match = BANNED.search(line)
        if match:
            yield number, "%s() is not used here" % match.group(1)
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if BLANKS.search(line) and name.startswith("reference/") and name != BLANKS_HOME:
            yield number, "a class of blanks of its own: %s has three" % BLANKS_HOME
        if "\t" in line or line != line.rstrip():
            yield number, "a tab, or a blank at the end of the line"
    if text and not text.endswith("\n"):
        yield len(lines), "no line end at the end of the file"
    if len(lines) - 1 > FILE_LINES:
        yield FILE_LINES + 1, "the file is longer than %d lines" % FILE_LINES


def check_layers(name, text):
    """Folders of harness/ depend one way; a file outside them has no layer."""
    room = layers.room_of(name)
    if not room or not name.endswith((".c", ".h")):
        return
    for number, line in enumerate(text.split("\n"), 1):
        found = INCLUDE.match(line)
        if found and found.group(1) in layers.LAYERS and layers.is_above(found.group(1), room):
            yield number, "%s/ stands below %s/ and may not include it" % (room, found.group(1))


def check_drawing(name, text):
    """ARCHITECTURE.md draws each room."""
    missing = [room for room in layers.LAYERS if not re.search(r"(?:^| ) %s  " % room, text, re.MULTILINE)]
    if name == "ARCHITECTURE.md" and "## Rooms" in text and missing:
        yield 1, "does not draw the rooms of lint/layers.py: %s" % ", ".join(missing)


def tags_of(root, names):
    """What ctags knows of C: functions, variables, and where headers declare them."""
    if not names:
        return []
    out = subprocess.run(
        ["ctags", "--output-format=json", "--fields=+nef", "--language-force=C", "--kinds-C=fpvx",
         "-f", "-", "-L", "-"],
        cwd=root, input="\n".join(names), check=True, universal_newlines=True,
        stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in out.splitlines()]


def check_functions(tags):
    """Lengths by ctags, which knows where a function ends."""
    for tag in tags:
        lines = tag.get("end", tag["line"]) - tag["line"] + 1
        if tag["kind"] == "function" and lines > FUNCTION_LINES:
            yield tag["path"], tag["line"], "%s() has %d lines, more than %d" % (
                tag["name"], lines, FUNCTION_LINES)


def check_promises(tags):
    """A room of harness/ declares nothing that only another room defines. What no room defines is generated."""
    homes = {}
    rooms = [(tag, layers.room_of(tag["path"])) for tag in tags if layers.room_of(tag["path"])]
    for tag, room in rooms:
        if tag["kind"] in ("function", "variable") and not tag.get("file"):
            homes.setdefault(tag["name"], set()).add(room)
    for tag, room in rooms:
        defined = homes.get(tag["name"], {room})
        if tag["kind"] in ("prototype", "externvar") and tag["path"].endswith(".h") and room not in defined:
            yield tag["path"], tag["line"], "%s/ declares %s, which %s/ defines" % (
                room, tag["name"], min(defined))


def texts(root):
    """Each file's name and text."""
    names = listed(root)
    if not names:
        raise OSError("%s holds no files to check" % root)
    for name in names:
        with open(os.path.join(root, name), "rb") as file:
            data = file.read()
        if b"\0" not in data:
            yield name, data.decode("utf-8", "surrogateescape")


def breaches(root):
    names, words, pages, tests, functions, headers, sources = [], {}, {}, {}, set(), {}, {}
    for name, text in texts(root):
        names.append(name)
        functions.update(documents.defined(name, text))
        if name.endswith(".md"):
            pages[name] = text
        if name.startswith("harness/tests/") and name.endswith(".py"):
            tests[name] = text
        if name.startswith("reference/"):
            sources[name] = text
        if name.startswith(surface.PUBLIC):
            headers[os.path.relpath(name, surface.PUBLIC)] = text
        for check in (check_header, check_words, check_c, check_layers, check_drawing):
            for line, rule in check(name, text):
                yield name, line, rule
        words[name] = list(house_words.find(name, text))
    yield from house_words.breaches(root, words)
    tags = tags_of(root, [name for name in names if name.endswith((".c", ".h"))])
    yield from check_functions(tags)
    yield from check_promises(tags)
    functions.update(tag["name"] for tag in tags if tag["kind"] == "function")
    yield from documents.breaches(pages, listed(root), functions)
    yield from surface.breaches(surface.surface(lambda header: headers.get(header, "")))
    for line, rule in size.breaches(pages.get("ARCHITECTURE.md", ""), sources):
        yield "ARCHITECTURE.md", line, rule
    for line, rule in documents.unkept(pages.get("SECURITY.md", ""), tests):
        yield "SECURITY.md", line, rule


def main():
    arguments = sys.argv[1:]
    update = "--update-words" in arguments
    roots = [argument for argument in arguments if argument != "--update-words"]
    root = roots[0] if roots else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        if update:
            house_words.update(root, {name: list(house_words.find(name, text)) for name, text in texts(root)})
            return 0
        found = list(breaches(root))
    except (OSError, subprocess.CalledProcessError, KeyError, ValueError) as error:
        print("house-rules: %s" % error, file=sys.stderr)
        return 2
    for name, line, rule in found:
        print("%s:%d: %s" % (name, line, rule))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
