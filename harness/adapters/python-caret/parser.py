# SPDX-License-Identifier: Apache-2.0
"""A streaming parser for triple-caret blocks, written the obvious way from the document that
founded the syntax: its regular expressions and its algorithm ("buffers text until it sees ^^^,
splits header / body, emits ToolRequest")."""
import re

TOOL_START = re.compile(r"^\^\^\^([a-zA-Z0-9_]+)$", re.MULTILINE)
TOOL_END = re.compile(r"^\^\^\^$", re.MULTILINE)
MULTILINE_START = re.compile(r"^([a-zA-Z0-9_]+)\s+---\s*$")
MULTILINE_END = re.compile(r"^---\s+([a-zA-Z0-9_]+)\s*$")


class CaretParser:
    """feed() the chunks as they arrive, then finish(). on_text(text) and on_call(request) are
    called in the order of the input."""

    def __init__(self, on_text, on_call):
        self.on_text = on_text
        self.on_call = on_call
        self.buffer = ""

    def feed(self, chunk):
        self.buffer += chunk
        while "^^^" in self.buffer:
            start = TOOL_START.search(self.buffer)
            if not start:
                return  # the name may still be on its way
            end = TOOL_END.search(self.buffer, start.end())
            if not end:
                return  # the rest of the block is still on its way
            self.emit_text(self.buffer[:start.start()])
            params = parse_params(self.buffer[start.end():end.start()])
            self.on_call({"name": start.group(1), "input": params})
            self.buffer = self.buffer[end.end():]
        self.emit_text(self.buffer)
        self.buffer = ""

    def finish(self):
        """What was buffered turned out to be no block, or one that never ended."""
        self.emit_text(self.buffer)
        self.buffer = ""

    def emit_text(self, text):
        if text:
            self.on_text(text)


def parse_params(body):
    params = {}
    lines = iter(body.splitlines())
    for line in lines:
        multiline = MULTILINE_START.match(line)
        if multiline:
            params[multiline.group(1)] = parse_multiline(lines, multiline.group(1))
        elif ":" in line:
            key, value = line.split(":", 1)
            key, value = key.strip(), value.strip()
            params[key] = parse_array(lines) if value == "[" else value
    return params


def parse_multiline(lines, name):
    content = []
    for line in lines:
        end = MULTILINE_END.match(line)
        if end and end.group(1) == name:
            break
        content.append(line)
    return "\n".join(content)


def parse_array(lines):
    items = []
    for line in lines:
        if line.strip() == "]":
            break
        if line.strip():
            items.append(line.strip())
    return items
