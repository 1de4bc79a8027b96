# SPDX-License-Identifier: Apache-2.0
"""Formats what a tool parser gives; what it refuses is left out."""
import json

from huggingface_hub import scan_cache_dir

from .utils import load

NEEDED = (scan_cache_dir, load)


class ToolCallFormatter:
    def __init__(self, parse, tools, streaming):
        assert streaming and all(tool["type"] == "function" for tool in tools)
        self.parse, self.names, self.count = parse, [tool["function"]["name"] for tool in tools], 0

    def entry(self, call):
        self.count += 1
        return {"index": self.count - 1, "id": f"c{self.count}",
                "function": {"name": call["name"], "arguments": json.dumps(call["arguments"])}}

    def __call__(self, texts):
        try:
            calls = [self.parse(text, self.names) for text in texts]
        except ValueError:
            return []
        return [self.entry(call) for call in calls]
