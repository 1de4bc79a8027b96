# SPDX-License-Identifier: Apache-2.0
"""house_words.py: plain English in comments, messages and documents. Each word of WORDS has a better one.

Old text still has many of them: house-words.txt lists how many each file has, one line a file. More than are listed are
an error, wherever they are; fewer have to be written down (house-rules.py --update-words, which only lowers the
numbers), so that they do not come back. A file that is not listed has none.
"""
import bisect
import os
import re

LIST = "lint/house-words.txt"
HEAD = ("# The words of lint/house_words.py that old text still has, and how often. The numbers only fall:\n"
        "# `lint/house-rules.py --update-words` lowers them.\n")

# name in the list, pattern (a blank is also the end of a line), what to write
WORDS = [
    ("behind", r"\bbehind\b", "after"),
    ("is-no", r"\b(?:is|are|was|were) no (?!longer\b|more than\b|less than\b)\w+", "is not a"),
    ("is-none", r"\b(?:is|are) none\b(?! of\b)", "is not one"),
    ("anew", r"\banew\b", "again"),
    ("but-for", r"\bbut for\b", "except"),
    ("goes-on-with", r"\b(?:go|goes|went|gone|going) on with\b", "continues with"),
    ("said-of", r"\b(?:say|says|said) of\b|\bwhat is said\b", "emits, reports or prints for"),
    ("stands", r"\bstands?(?= (?:at|in|on|before|behind|beside|between|there|with)\b)", "is"),
    ("hears", r"\b(?:hears?|heard)\b", "receives"),
    ("whoever", r"\b(?:whoever|somebody)\b", "the user, the caller"),
    ("as-long-as", r"\bfor as long as\b", "while"),
]

QUOTED = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
TOKENS = {  # comments and strings
    ".c": re.compile(r"/\*.*?\*/|//[^\n]*|" + QUOTED, re.DOTALL),
    ".js": re.compile(r"/\*.*?\*/|//[^\n]*|`(?:\\.|[^`\\])*`|" + QUOTED, re.DOTALL),
    ".py": re.compile(r'#[^\n]*|""".*?"""|\'\'\'.*?\'\'\'|' + QUOTED, re.DOTALL),
}
TOKENS[".h"] = TOKENS[".c"]
TOKENS[".mjs"] = TOKENS[".js"]
UNCHECKED = ("lint/house_words.py", "lint/test_house_rules.py",  # they have to name the words
             "spec/expressibility.md", "spec/policies.md")  # the program writes it
PUBLISHED = "reports/"  # what a run wrote at its time

CASE = re.compile(r"`[a-z0-9-]+(?:/[a-z0-9-]+)+`")  # the id of a case, which never changes
DECORATION = " \t*#/\"'`"  # around a line of a comment, and of a string

# A group for each word, in their order. What follows "there" is fine, and matched without a group.
PATTERN = re.compile("|".join([r"\bthere (?:is|are|was|were) (?:no|none)\b"] +
                              [f"({pattern})" for _, pattern, _ in WORDS]), re.IGNORECASE)


def kind_of(name, text):
    """The key of TOKENS, "" for a file that people read as a whole, or None."""
    kind = os.path.splitext(name)[1]
    first = text.split("\n", 1)[0] if text.startswith("#!") else ""
    if name in UNCHECKED or name.startswith(PUBLISHED):
        return None
    if kind in (".md", ".sh") or (not kind and first.endswith("sh")):
        return ""
    if not kind and "python" in first:
        return ".py"
    return kind if kind in TOKENS else None


def prose(name, text):
    """(number, line) of each line that people read: of documents and scripts, of comments and strings."""
    kind = kind_of(name, text)
    if kind == "":
        yield from enumerate(CASE.sub("", text).split("\n"), 1)
    elif kind:
        number, at = 1, 0
        for token in TOKENS[kind].finditer(text):
            number, at = number + text.count("\n", at, token.start()), token.start()
            for further, line in enumerate(token.group().split("\n")):
                yield number + further, line


def joined(lines):
    """The lines in one piece, where paragraphs are parted by line ends; where each begins in it; their numbers."""
    pieces, starts, numbers, length = [], [], [], 0
    for number, line in lines:
        words = " ".join(line.strip(DECORATION).split())
        if words:
            pieces.append((" " if numbers and number - numbers[-1] < 2 else "\n") + words)
            starts.append(length)
            numbers.append(number)
            length += len(pieces[-1])
    return "".join(pieces), starts, numbers


def find(name, text):
    """(word, line, what is there, what to write) of each word in the file."""
    whole, starts, numbers = joined(prose(name, text))
    for match in PATTERN.finditer(whole):
        if match.lastindex:
            word, _, better = WORDS[match.lastindex - 1]
            yield word, numbers[bisect.bisect_right(starts, match.start()) - 1], match.group(), better


def read_list(root):
    """{file: {word: number}}; None if there is no list."""
    listed = {}
    try:
        with open(os.path.join(root, LIST), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return None
    for line in lines:
        if not line.startswith("#"):
            name, *words = line.split(" ")
            listed[name] = {word: int(number) for word, number in (entry.split("=") for entry in words)}
    return listed


def write_list(root, listed):
    order = [name for name, _, _ in WORDS]
    with open(os.path.join(root, LIST), "w", encoding="utf-8") as file:
        file.write(HEAD)
        for name in sorted(listed):
            words = [f"{word}={listed[name][word]}" for word in order if listed[name].get(word)]
            if words:
                file.write(" ".join([name, *words]) + "\n")


def count(places):
    counts = {}
    for word, _, _, _ in places:
        counts[word] = counts.get(word, 0) + 1
    return counts


def update(root, found):
    """Lowers the numbers to what there is; without a list there, writes what there is."""
    listed = read_list(root)
    counts = {name: count(places) for name, places in found.items()}
    if listed is not None:
        counts = {name: {word: min(number, counts.get(name, {}).get(word, 0)) for word, number in words.items()}
                  for name, words in listed.items()}
    write_list(root, counts)


def breaches(root, found):
    """found: {file: [place…]} of all files."""
    listed = read_list(root) or {}
    for name, places in found.items():
        counts, allowed = count(places), listed.get(name, {})
        for word, line, there, better in places:
            if counts[word] > allowed.get(word, 0):
                yield name, line, 'write "%s", not "%s"%s' % (
                    better, there, "" if word not in allowed else
                    " (%s: %d are listed, there are %d)" % (LIST, allowed[word], counts[word]))
    for number, name in enumerate(listed, HEAD.count("\n") + 1):
        counts = count(found.get(name, []))
        if any(counts.get(word, 0) < listed[name][word] for word in listed[name]):
            yield LIST, number, "%s has fewer of these words now: lower its numbers (lint/house-rules.py " \
                                "--update-words)" % name
