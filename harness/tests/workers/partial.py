# SPDX-License-Identifier: Apache-2.0
"""partial.py [FAULT]: a reader of partial JSON that is right (PROTOCOL-7), or has one fault.

It reads from left to right, and gives up where the text ends: what it has built by then is the value.
"""
import json
import re
import signal
import sys

from _protocol import serve

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
POLICIES = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
NOTHING = object()
LEVELS = 200
LITERALS = {"true": True, "false": False, "null": None}
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
BEGINNING = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:(?<=[0-9])[eE][+-]?[0-9]*)?)?")
SHORT = dict(zip('"\\/bfnrt', '"\\/\b\f\n\r\t'))


class Ended(Exception):
    """The text is at its end."""


class Wrong(Exception):
    """It is not JSON."""


class Reader:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def next(self):
        if self.at == len(self.text):
            raise Ended
        return self.text[self.at]

    def blanks(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at += 1
            if FAULT == "quadratic":
                self.text.count("x")

    def expect(self, char):
        if self.next() != char:
            raise Wrong(f"{char} expected at {self.at}")
        self.at += 1

    def escape(self):
        """Where the character begins that is at self.at, and what it is: half of a pair is a number."""
        rest = self.text[self.at:]
        if len(rest) < 2:
            raise Ended
        if rest[1] in SHORT:
            self.at += 2
            return SHORT[rest[1]]
        if rest[1] != "u" or not re.fullmatch("[0-9a-fA-F]{0,4}", rest[2:6]):
            raise Wrong(f"an escape at {self.at}")
        if len(rest) < 6:
            raise Ended
        self.at += 6
        return chr(int(rest[2:6], 16))

    def pair(self):
        """An escape, and the other half of it where it is the first."""
        first = self.escape()
        if "\ud800" <= first <= "\udbff":
            rest = self.text[self.at:self.at + 6]
            if re.fullmatch(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", rest):
                return chr(0x10000 + ((ord(first) - 0xD800) << 10) + ord(self.escape()) - 0xDC00)
            if re.fullmatch(r"(\\(u([dD]([c-fC-F][0-9a-fA-F]?)?)?)?)?", rest) and self.at + len(rest) == len(self.text):
                raise Ended
        return "\ufffd" if "\ud800" <= first <= "\udfff" else first

    def string(self, give):
        """give(text, finished) is told what it is so far."""
        found = []
        self.expect('"')
        try:
            while self.next() != '"':
                if self.text[self.at] == "\\":
                    found.append(self.escape() if FAULT == "halves" else self.pair())
                elif self.text[self.at] < " ":
                    raise Wrong(f"a control character at {self.at}")
                else:
                    found.append(self.text[self.at])
                    self.at += 1
        except (Ended, Wrong):
            give("".join(found), False)
            raise
        self.at += 1
        give("".join(found), True)

    def literal(self, give, word):
        begin = self.at
        while self.at - begin < len(word) and self.text.startswith(word[:self.at - begin + 1], begin):
            self.at += 1
        if self.at - begin == len(word) or FAULT == "invents" or POLICIES.get("open_literal") == "given":
            give(json.dumps(LITERALS[word]))
        if self.at - begin < len(word):
            raise Ended if self.at == len(self.text) else Wrong(f"a word at {begin}")

    def number(self, give):
        begin = self.at
        number = NUMBER.match(self.text, begin)
        self.at = BEGINNING.match(self.text, begin).end()
        if self.at == begin:
            raise Wrong(f"no value at {begin}")
        if self.at < len(self.text) and number and number.end() == self.at:
            give(number.group())
            return
        if number and POLICIES.get("open_number") == "given":
            give(number.group())
        if self.at < len(self.text) or (FAULT == "throws" and self.text.endswith(".")):
            raise Wrong(f"a number at {begin}")
        raise Ended

    def scalar(self, give):
        for word in LITERALS:
            if word[0] == self.text[self.at]:
                self.literal(give, word)
                return
        self.number(give)

    def value(self, give, depth):
        self.blanks()
        first = self.next()
        if first == '"':
            self.string(lambda text, finished: give(json.dumps(text))
                        if finished or POLICIES.get("open_string") != "withheld" else None)
        elif first in "{[":
            if depth == LEVELS:
                raise Wrong("too many levels")
            self.container(give, depth, first == "{")
        else:
            self.scalar(give)

    def container(self, give, depth, is_object):
        self.at += 1
        parts = {} if is_object else []
        try:
            self.blanks()
            while self.next() != "}]"[not is_object]:
                if parts:
                    self.expect(",")
                    self.blanks()
                if is_object:
                    self.member(parts, depth)
                else:
                    self.item(parts, depth)
                self.blanks()
                if self.next() not in ",}]"[:2 if is_object else 3]:
                    raise Wrong(f"no comma at {self.at}")
            self.at += 1
        finally:
            if FAULT == "takes back" and is_object and self.at == len(self.text) and self.text.endswith(",") and len(parts) > 1:
                parts.popitem()
            give("{%s}" % ",".join(map(":".join, parts.items())) if is_object else "[%s]" % ",".join(parts))

    def member(self, parts, depth):
        key = []

        def give_key(text, finished):
            if finished:
                key.append(json.dumps(text))
            elif FAULT == "cut keys":
                parts[json.dumps(text)] = "null"

        self.string(give_key)
        if key[0] == '"__proto__"' and FAULT == "proto":
            parts = {}
        if POLICIES.get("open_key") == "null":
            parts[key[0]] = "null"
        self.blanks()
        self.expect(":")
        self.value(lambda text: parts.__setitem__(key[0], text), depth + 1)

    def item(self, parts, depth):
        place = len(parts)
        self.value(lambda text: parts.__setitem__(slice(place, None), [text]), depth + 1)


def read(text):
    found = [NOTHING]
    reader = Reader(text)
    try:
        reader.value(lambda value: found.__setitem__(0, value), 0)
        reader.blanks()
        if reader.at < len(text) and FAULT != "tail":
            raise Wrong(f"more at {reader.at}")
    except Ended:
        pass
    except Wrong as wrong:
        if POLICIES.get("not_json") != "kept":
            return json.dumps({"error": str(wrong)})
    if FAULT == "crashes" and text.endswith("\\u12"):
        signal.raise_signal(signal.SIGKILL)
    if FAULT == "whole" and text.endswith("}"):
        return '{"value":{}}'
    return '{"none":true}' if found[0] is NOTHING else '{"value":%s}' % found[0]


def answer(request):
    text, values = "", []
    for chunk in request["chunks"]:
        text += chunk
        values.append(read(text))
    sys.stdout.write('{"id":%d,"values":[%s]}\n' % (request["id"], ",".join(values)))
    sys.stdout.flush()


serve(answer, hello={"protocol": 1, "name": "planted", "version": "0", "language": "python", "subjects": ["partial-json"],
                     "subject_policies": {"partial-json": POLICIES}})
