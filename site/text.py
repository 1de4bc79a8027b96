# SPDX-License-Identifier: Apache-2.0
"""How the site writes bytes, expectations and the names of headings."""
import base64
import json
import re
import unicodedata

LONGEST = 2000  # characters of an input or an expectation; the whole one is in corpus/


def visible(character):
    code = ord(character)
    if character == "\n":
        return "␊\n"
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7f:
        return "␡"
    if 0xdc80 <= code <= 0xdcff:  # a byte that is not UTF-8, as surrogateescape keeps it
        return "‹%02X›" % (code - 0xdc00)
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "‹U+%04X›" % code
    return character


def shortened(text):
    if len(text) <= LONGEST:
        return text
    return "%s\n… %d characters more" % (text[:LONGEST], len(text) - LONGEST)


def shown_input(case):
    """The input with each byte visible. Its encoded form is shown where the program exports parts."""
    if "input_base64" in case:
        text = base64.b64decode(case["input_base64"]).decode("utf-8", "surrogateescape")
    else:
        text = case["input"]
    if not isinstance(text, str):
        text = json.dumps(text, ensure_ascii=False)
    return "".join(map(visible, shortened(text)))


def expectation(case):
    text = shortened(json.dumps(case["expect"], ensure_ascii=False, indent=2))
    return "".join(character if character == "\n" else visible(character) for character in text)


def slug(name, seen):
    """The anchor that GitHub gives a heading; `seen` counts those of the page."""
    anchor = re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")
    count = seen.get(anchor, 0)
    seen[anchor] = count + 1
    return "%s-%d" % (anchor, count) if count else anchor
