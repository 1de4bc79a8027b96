# SPDX-License-Identifier: Apache-2.0
"""Reads one call in the template's form, when its closing mark is there; text after it is dropped."""
import json

from vllm.entrypoints.chat_utils import make_tool_call_id
from vllm.entrypoints.openai.engine.protocol import (DeltaFunctionCall, DeltaMessage, DeltaToolCall,
                                                     ExtractedToolCallInformation, FunctionCall, ToolCall)

OPEN, CLOSE = "<tool_call>", "</tool_call>"


class SmallToolParser:
    def __init__(self, tokenizer, tools):
        self.tokenizer, self.tools, self.text = tokenizer, tools, ""

    def decode(self, ids):
        return self.tokenizer.decode(ids)

    def found(self, text):
        before, _, block = text.partition(OPEN)
        if CLOSE not in block:
            return before, None
        call = json.loads(block.partition(CLOSE)[0])
        return before, (call["name"], json.dumps(call["arguments"]))

    def extract_tool_calls(self, text, request):
        before, call = self.found(text)
        calls = [ToolCall(function=FunctionCall(name=call[0], arguments=call[1]))] if call else []
        return ExtractedToolCallInformation(tools_called=bool(calls), tool_calls=calls, content=before or None)

    def feed(self, piece, finished):
        said, had = self.found(self.text)
        self.text += piece
        text, call = self.found(self.text)
        calls = []
        if call and not had:
            function = DeltaFunctionCall(name=call[0], arguments=self.sent(call[1]))
            calls = [DeltaToolCall(index=0, id=make_tool_call_id(), type="function", function=function.model_dump())]
        return DeltaMessage(content=text[len(said):] or None, tool_calls=calls)

    def sent(self, arguments):
        return arguments


class BrokenToolParser(SmallToolParser):
    """Streams arguments that are not JSON: the parser is at fault, and not its worker."""

    def sent(self, arguments):
        return arguments + ", "
