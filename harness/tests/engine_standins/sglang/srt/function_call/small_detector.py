# SPDX-License-Identifier: Apache-2.0
"""Reads one call in the template's form, of a tool that is declared. The end of the arguments is left for the end."""
import json
from types import SimpleNamespace

from sglang.srt.environ import envs
from sglang.srt.layers import Everything

OPEN, CLOSE = "<tool_call>", "</tool_call>"


class SmallDetector(Everything):
    def __init__(self):
        self.text, self.pieces = "", 0
        self.prev_tool_call_arr, self.streamed_args_for_tool = [], []

    def has_tool_call(self, text):
        return OPEN in text

    def found(self, text, tools):
        before, _, block = text.partition(OPEN)
        inside, closed, after = block.partition(CLOSE)
        call = json.loads(inside) if closed else None
        known = call and call["name"] in [tool.function.name for tool in tools]
        return before + after, call if known or envs.SGLANG_FORWARD_UNKNOWN_TOOLS.get() else None

    def detect_and_parse(self, text, tools):
        text, call = self.found(text, tools)
        calls = [SimpleNamespace(tool_index=0, name=call["name"], parameters=json.dumps(call["arguments"]))] if call else []
        return SimpleNamespace(normal_text=text, calls=calls)

    def parse_streaming_increment(self, piece, tools):
        assert piece in (OPEN, CLOSE) or OPEN not in piece and CLOSE not in piece, "a mark is a token"
        said, _ = self.found(self.text, tools)
        self.text += piece
        text, call = self.found(self.text, tools)
        calls = []
        if call and not self.prev_tool_call_arr:
            arguments = json.dumps(call["arguments"])[:-1]
            self.prev_tool_call_arr, self.streamed_args_for_tool = [call], [arguments]
            calls = [SimpleNamespace(tool_index=0, name=call["name"], parameters=arguments)]
        return SimpleNamespace(normal_text=text[len(said):], calls=calls)


class OtherDetector(SmallDetector):
    """A second name in the import, as the real module has."""
