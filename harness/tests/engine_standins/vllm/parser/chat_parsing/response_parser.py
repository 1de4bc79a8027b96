# SPDX-License-Identifier: Apache-2.0
"""A stand-in: the text is one region of the first field. It has events with more members than the protocol's."""
from .response_templates import Template


class ResponseParser:
    def __init__(self, template, prefix=None, *, tools=None):
        assert isinstance(template, Template)
        self.field, self.number, self.tools = next(iter(template.fields)), template.number, tools
        self.initial_events = [self.event("region_open", start=0, end=0)]
        self.text = prefix

    def event(self, kind, **members):
        return {"type": kind, "field": self.field, **members}

    def feed(self, text):
        if text == "!":
            raise KeyError("name")
        self.text += text
        return [self.event("region_chunk", text=text, dirty=False, at=1)]

    def finalize(self):
        message = {"number": self.number, "tools": self.tools, "large": float("inf")}
        if self.text == "bad":
            return message, [self.event("region_malformed", start=0, end=0, error=ValueError("bad"))]
        return {**message, self.field: self.text}, [self.event("region_close", value=self.text, start=0, end=0)]
