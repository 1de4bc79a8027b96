# SPDX-License-Identifier: Apache-2.0
"""A streaming parser for emoji-bracket blocks, written the obvious way from the document that
founded the syntax: the algorithm of its section 5.1, the error handling of its section 7."""

START = "🛠️["
END = "🛠️[/end]"


class EmojiBracketParser:
    """feed() the chunks as they arrive, then finish(). on_text(text) and on_call(request) are
    called in the order of the input."""

    def __init__(self, on_text, on_call):
        self.on_text = on_text
        self.on_call = on_call
        self.buffer = ""

    def feed(self, chunk):
        self.buffer += chunk
        while START in self.buffer:
            start = self.buffer.index(START)
            close = self.buffer.find("]", start)
            if close < 0:
                return  # the rest of the header is still on its way
            end = self.buffer.find(END, close + 1)
            if end < 0:
                return  # the rest of the body is still on its way
            self.emit_block(start, close, end)
            self.buffer = self.buffer[end + len(END):]
        self.emit_text(self.buffer)
        self.buffer = ""

    def finish(self):
        """A block that never ended has the rest of the input as its body (section 7.2); a header
        that never ended is text (section 7.1)."""
        start = self.buffer.find(START)
        close = self.buffer.find("]", start) if start >= 0 else -1
        if close >= 0:
            self.emit_block(start, close, len(self.buffer))
        else:
            self.emit_text(self.buffer)
        self.buffer = ""

    def emit_block(self, start, close, end):
        self.emit_text(self.buffer[:start])
        name, _, raw_args = self.buffer[start + len(START):close].strip().partition(" ")
        body = self.buffer[close + 1:end].lstrip("\n")
        self.on_call({"name": name, "input": {"raw_args": raw_args.strip(), "body": body}})

    def emit_text(self, text):
        if text:
            self.on_text(text)
