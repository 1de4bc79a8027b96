# SPDX-License-Identifier: Apache-2.0
import json

tool_call_start, tool_call_end = "<tool_call>", "</tool_call>"


def parse_tool_call(text, tools):
    call = json.loads(text)
    assert call["name"] in tools, "a tool that is not on offer"
    return call
