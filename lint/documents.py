# SPDX-License-Identifier: Apache-2.0
"""documents.py: what documents about the code name is there: files, folders, functions, and what they link to.

In `code`, a word with a slash or a known ending is a file or folder: from the root, from harness/ or reference/ or what
#includes begin in, from the document's folder, or, as a single name, of any folder. Capitals in it, and x, stand for any name.
`name()` is a function of C, Python or JavaScript.
"""
import fnmatch
import os
import re

NAMING = re.compile(r"ARCHITECTURE\.md|CONTRIBUTING\.md|(?:harness|reference)/\w+/README\.md")
MOVED = ("harness/tests/scratch/", "harness/templates/")  # documents that a test or a command puts elsewhere
ELSEWHERE = ("build/", "./", "SYNTAX/")  # what a build writes, what a reader has, and ids of cases
BASES = ("", "harness/", "reference/", "reference/include/")

FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)\s]*\)")
PATH = re.compile(r"[\w.-]+(?:/[\w.*-]*)+|[\w-]+\.(?:c|h|py|js|mjs|json|md|txt|cmake|yml|sh)")
FUNCTION = re.compile(r"(\w+)\(.*\)")
DEFINED = {".py": re.compile(r"^\s*def (\w+)\(", re.MULTILINE), ".js": re.compile(r"^function (\w+)\(", re.MULTILINE)}
PLACEHOLDER = re.compile(r"(?<![a-z0-9])(?:[A-Z][A-Z_]+|x)(?![a-z0-9])")


def defined(name, text):
    """The functions that a file of Python or JavaScript defines."""
    pattern = DEFINED.get(os.path.splitext(name)[1])
    return pattern.findall(text) if pattern else []


def tree_of(names):
    """All files and folders of the repository, folders with a slash at the end as well."""
    tree = set(names)
    for name in names:
        while "/" in name:
            name = name.rsplit("/", 1)[0]
            tree.update((name, name + "/"))
    return tree


def is_there(path, document, tree):
    pattern = PLACEHOLDER.sub("*", path)
    places = [base + pattern for base in BASES] + [os.path.join(os.path.dirname(document), pattern)]
    if "/" not in path.rstrip("/"):
        places.append("*/" + pattern)
    return any(place in tree or fnmatch.filter(tree, place) for place in places)


def lines_of(text):
    """Line numbers and lines, those of examples empty."""
    text = FENCE.sub(lambda match: "\n" * match.group().count("\n"), text)
    return enumerate(text.split("\n"), 1)


def breaches(documents, names, functions):
    """documents: {name: text}; names: of all files; functions: that are defined somewhere."""
    tree = tree_of(names)
    for document, text in documents.items():
        for number, line in () if document.startswith(MOVED) else lines_of(text):
            for target in LINK.findall(CODE.sub("", line)):
                path = os.path.normpath(os.path.join(os.path.dirname(document), target))
                if "://" not in target and path not in tree:
                    yield document, number, "links to %s, which is not there" % target
            for code in CODE.findall(line) if NAMING.fullmatch(document) else ():
                call = FUNCTION.fullmatch(code)
                if call and call.group(1) not in functions:
                    yield document, number, "names the function %s(), which is not there" % call.group(1)
                if PATH.fullmatch(code) and not code.startswith(ELSEWHERE) and not is_there(code, document, tree):
                    yield document, number, "names %s, which is not there" % code


PROMISE = re.compile(r"^\| SEC-(\d+) \| .*? \| (.*) \|$")
CHECK = re.compile(r"`(\w+\.py)` `(\w+)`")


def unkept(text, tests):
    """Line numbers and faults of the promises of SECURITY.md: each has its number, and a check, by file and function, which the file
    defines and runs. tests: {name: text} of harness/tests."""
    promised = [(number, found) for number, found in ((n, PROMISE.match(line)) for n, line in lines_of(text)) if found]
    for count, (number, found) in enumerate(promised, 1):
        check = CHECK.fullmatch(found.group(2))
        if int(found.group(1)) != count:
            yield number, "SEC-%s stands where SEC-%d is expected" % (found.group(1), count)
        if not check:
            yield number, "a promise ends with its check: `FILE.py` `function`"
            continue
        test = tests.get("harness/tests/" + check.group(1), "")
        if not re.search(r"^def %s\(" % check.group(2), test, re.MULTILINE) or len(re.findall(r"\b%s\b" % check.group(2), test)) < 2:
            yield number, "no check %s runs in harness/tests/%s" % (check.group(2), check.group(1))
