# SPDX-License-Identifier: Apache-2.0
"""Reads one call in the template's form; the stream gives its name and its arguments apart, as the server sends them."""
import json

from mmengine import Registry

from lmdeploy.serve.openai.protocol import DeltaFunctionCall, DeltaToolCall, FunctionCall, ToolCall

OPEN, CLOSE = "<tool_call>", "</tool_call>"
ToolParserManager = Registry("tool_parser", locations=["lmdeploy.serve.parsers.tool_parser"])


@ToolParserManager.register_module(["qwen2d5", "small"])
class SmallToolParser:
    @staticmethod
    def call_in(text, tools):
        before, _, block = text.partition(OPEN)
        inside, closed, after = block.partition(CLOSE)
        call = json.loads(inside) if closed else None
        known = call and call["name"] in [tool.function.name for tool in tools]
        return before + after, call if known else None

    @staticmethod
    def whole(call):
        return ToolCall(function=FunctionCall(name=call["name"], arguments=json.dumps(call["arguments"])))

    @staticmethod
    def deltas(call):
        return [DeltaToolCall(id="c", index=0, function=DeltaFunctionCall(name=call["name"])),
                DeltaToolCall(id=None, index=0, function=DeltaFunctionCall(arguments=json.dumps(call["arguments"])))]
