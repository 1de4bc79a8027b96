# SPDX-License-Identifier: Apache-2.0
"""The tool-call detectors of SGLang, by the names of --tool-call-parser, driven as the chat endpoint does."""
import importlib
import json
import re
import sys
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import engine_kit as kit

ALL = {"unterminated": "recover", "code_fence": "call", "reasoning": "plain"}
JSON = {**ALL, "unknown_tool": "drop"}
TYPED = {**ALL, "types": "schema"}
TAGS = {**TYPED, "recovery": "lenient"}
PARSERS = {"hermes": ("hermes", JSON), "qwen25": ("hermes", {**JSON, "text_after": "drop"}),
           "qwen": ("hermes", {**JSON, "text_after": "drop"}), "qwen3_coder": ("qwen3-coder", TAGS),
           "kimi_k2": ("kimi-k2", ALL), "deepseekv3": ("deepseek-v3", ALL), "deepseekv31": ("deepseek-v31", ALL),
           "glm45": ("glm", TYPED), "glm47": ("glm", TYPED), "poolside_v1": ("glm", TYPED),
           "minimax-m2": ("minimax-m2", {**TYPED, "text_after": "drop"}),
           "interns1": ("intern-s1", {**JSON, "unterminated": "drop", "text_after": "drop"}),
           "gigachat3": ("gigachat3", {**JSON, "text_after": "drop"}),
           "step3": ("step3", {**JSON, **TAGS, "value_framing": "trimmed"}),
           "minicpm5": ("minicpm5", {**JSON, **TYPED, "unterminated": "drop", "value_framing": "trimmed",
                                     "text_after": "drop"}),
           "gemma4": ("gemma4", ALL), "llama3": ("llama3-json", JSON), "mistral": ("mistral-v7", JSON),
           "pythonic": ("pythonic", JSON), "lfm2": ("lfm2", JSON), "hunyuan": ("hy-v3", TYPED),
           "deepseekv32": ("deepseek-v32", TYPED), "deepseekv4": ("deepseek-v4", TYPED),
           "gpt-oss": ("harmony", {**JSON, "text_space": "trimmed"})}


class Function(kit.Model):
    description: str = None
    name: str
    parameters: object = None
    strict: bool = False


class Tool(kit.Model):
    type: str = "function"
    function: Function


def set_up(root):
    kit.begin("sglang", "xgrammar", "openai")
    for name in ("", ".srt", ".srt.function_call"):
        kit.package("sglang" + name, root.joinpath(*name.split(".")[1:]))
    for name in ("", ".openai"):
        kit.stub("sglang.srt.entrypoints" + name)
    kit.stub("sglang.srt.entrypoints.openai.protocol", Tool=Tool, Function=Function)
    kit.stub("sglang.srt.environ", envs=types.SimpleNamespace(
        SGLANG_FORWARD_UNKNOWN_TOOLS=types.SimpleNamespace(get=lambda: False),
        SGLANG_TOOL_STRICT_LEVEL=types.SimpleNamespace(get=lambda: 0)))


def detector_class(root, name):
    """The class that FunctionCallParser has under the name."""
    source = (root / "srt" / "function_call" / "function_call_parser.py").read_text("utf-8")
    listed = re.search(rf'"{name}": (\w+)', source)
    imported = listed and re.search(rf"from (\S+) import (?:\(\s*)?(?:\w+,\s*)*{listed[1]}\b", source)
    if not imported:
        kit.absent(f"this SGLang has no parser {name}")
    return getattr(importlib.import_module(imported[1]), listed[1])


def held_back(detector):
    """The rest of the last call's arguments, as serving_chat sends it at the end of a stream: (index, text) or None."""
    last = len(detector.prev_tool_call_arr) - 1
    if last < 0 or last >= len(detector.streamed_args_for_tool):
        return None
    expected = json.dumps(detector.prev_tool_call_arr[last].get("arguments", {}), ensure_ascii=False)
    sent = detector.streamed_args_for_tool[last]
    rest = expected.replace(sent, "", 1) if sent in expected else ""
    return (last, rest) if rest else None


class Parser:
    def __init__(self, name, found, version):
        syntax, policies = PARSERS[name]
        self.found, self.marks = found, kit.MARKS.get(syntax, ())
        self.hello = {"name": f"sglang {name}", "version": version, "syntaxes": [syntax], "policies": policies}

    def fresh(self, tools):
        return self.found(), [Tool(function=Function(name=one["name"], parameters=one.get("inputSchema"))) for one in tools]

    def whole(self, text, tools):
        detector, tools = self.fresh(tools)
        if not detector.has_tool_call(text):
            return text, []
        said = detector.detect_and_parse(text, tools)
        return (said.normal_text if said.calls else text) or "", [(one.name, one.parameters) for one in said.calls]

    def stream(self, pieces, tools):
        detector, tools = self.fresh(tools)
        for chunk, piece in pieces:
            said = detector.parse_streaming_increment(piece, tools)
            calls = [(one.tool_index, f"call_{one.tool_index}" if one.name else None, one.name or None, one.parameters)
                     for one in said.calls]
            yield chunk, kit.delta(said.normal_text, calls)
        rest = held_back(detector)
        if rest:
            yield pieces[-1][0], kit.delta(calls=[(rest[0], None, None, rest[1])])


def main():
    given = kit.options(__doc__, PARSERS)
    root, version = kit.find("sglang", given)
    set_up(root)
    kit.main(Parser(given.parser, kit.load(lambda: detector_class(root, given.parser)), version), given)


if __name__ == "__main__":
    main()
