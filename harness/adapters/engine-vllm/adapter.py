# SPDX-License-Identifier: Apache-2.0
"""The tool parsers of vLLM, by the names of --tool-call-parser, driven by DelegatingParser as the chat endpoint does."""
import importlib
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import engine_kit as kit

ALL = {"unterminated": "recover", "code_fence": "call", "reasoning": "plain"}
JSON = {**ALL, "text_after": "drop"}
TRIMMED = {**ALL, "value_framing": "trimmed", "types": "schema"}
TAGS = {**TRIMMED, "recovery": "lenient"}
SEED = {**ALL, "value_framing": "newline-each-side", "types": "schema"}
PARSERS = {"hermes": ("hermes", JSON), "qwen3_coder": ("qwen3-coder", TAGS), "qwen3_xml": ("qwen3-coder", TAGS),
           "mimo": ("qwen3-coder", TAGS), "step3p5": ("qwen3-coder", TAGS), "kimi_k2": ("kimi-k2", JSON),
           "glm45": ("glm", {**ALL, "types": "schema"}), "glm47": ("glm", {**ALL, "types": "schema"}),
           "minimax_m2": ("minimax-m2", TRIMMED), "deepseek_v31": ("deepseek-v31", ALL),
           "deepseek_v3": ("deepseek-v3", JSON), "granite": ("granite3", JSON),
           "hunyuan_a13b": ("hunyuan-a13b", {"code_fence": "call", "text_after": "drop"}), "jamba": ("jamba", JSON),
           "phi4_mini_json": ("phi4-mini", JSON), "seed_oss": ("seed-oss", SEED),
           "hy_v3": ("hy-v3", {**ALL, "text_after": "drop", "types": "schema"}),
           "longcat": ("longcat", JSON), "internlm": ("internlm", JSON),
           "olmo3": ("olmo3", JSON), "gigachat3": ("gigachat3", JSON),
           "granite-20b-fc": ("granite-20b-fc", JSON), "apertus": ("apertus", ALL), "xlam": ("xlam", JSON),
           "ernie45": ("ernie45", {**JSON, "unterminated": "drop", "text_space": "trimmed"}),
           "llama3_json": ("llama3-json", JSON), "pythonic": ("pythonic", JSON), "lfm2": ("lfm2", JSON),
           "step3": ("step3", {**TRIMMED, "recovery": "lenient", "text_space": "trimmed"}),
           "minicpm5": ("minicpm5", {**TRIMMED, "unknown_tool": "drop"}),
           "gemma4": ("gemma4", ALL), "functiongemma": ("function-gemma", JSON),
           "deepseek_v32": ("deepseek-v32", {**ALL, "types": "schema"}),
           "deepseek_v4": ("deepseek-v4", {**ALL, "types": "schema"}),
           "mistral": ("mistral-v11", JSON), "mistral_v7": ("mistral-v7", JSON)}
STOPS = {"mistral-v11": "</s>", "mistral-v7": "</s>"}  # the token that ends a message, which the server takes off
REGISTERED = {"mistral_v7": "mistral"}  # the same parser, for a tokenizer without [ARGS]


class DeltaFunctionCall(kit.Model):
    name: str = None
    arguments: str = None


class DeltaToolCall(kit.Model):
    id: str = None
    type: str = None
    index: int
    function: DeltaFunctionCall = None


class DeltaMessage(kit.Model):
    role: str = None
    content: str = None
    reasoning: str = None
    tool_calls: list = []


class FunctionCall(kit.Model):
    id: str = None
    name: str
    arguments: str


class ToolCall(kit.Model):
    id: str = None
    type: str = "function"
    function: FunctionCall


class ExtractedToolCallInformation(kit.Model):
    tools_called: bool
    tool_calls: list
    content: str = None


class FunctionDefinition(kit.Model):
    name: str
    description: str = None
    parameters: dict = None


class ChatCompletionToolsParam(kit.Model):
    type: str = "function"
    function: FunctionDefinition


class Tokenizer:
    """A mark is one token; every other character is one."""

    def __init__(self, marks):
        self.marks = marks
        self.special = {mark: 0x110000 + number for number, mark in enumerate(marks)}

    def get_vocab(self):
        return dict(self.special)

    def decode(self, ids, **_more):
        return "".join(self.marks[one - 0x110000] if one >= 0x110000 else chr(one) for one in ids)

    def encode(self, text, **_more):
        return [self.special.get(one[0]) or ord(one[0]) for one in kit.tokens_in(text, self.marks, ".")]


def set_up(root):
    kit.begin("vllm", "openai", "prometheus_client", "transformers", "mistral_common")
    kit.stub("vllm")  # so that what else a checkout has is a stub as well
    for name in (".parser", ".parser.engine", ".tool_parsers", ".reasoning"):
        kit.package("vllm" + name, root.joinpath(*name.split(".")[1:]))
    numbers = iter(range(1 << 62))
    for name in ("", ".openai", ".openai.chat_completion", ".openai.engine"):
        kit.stub("vllm.entrypoints" + name)
    kit.stub("vllm.entrypoints.chat_utils", make_tool_call_id=lambda *_args, **_more: f"call_{next(numbers)}")
    kit.stub("vllm.entrypoints.openai.engine.protocol", DeltaFunctionCall=DeltaFunctionCall, DeltaToolCall=DeltaToolCall,
             DeltaMessage=DeltaMessage, FunctionCall=FunctionCall, ToolCall=ToolCall,
             ExtractedToolCallInformation=ExtractedToolCallInformation)
    kit.stub("vllm.entrypoints.openai.chat_completion.protocol", ChatCompletionToolsParam=ChatCompletionToolsParam)
    kit.stub("vllm.envs", VLLM_ENFORCE_STRICT_TOOL_CALLING=False, VLLM_TOOL_PARSE_REGEX_TIMEOUT_SECONDS=1)
    kit.stub("vllm.parser.metrics")
    kit.stub("vllm.utils")
    kit.stub("vllm.utils.mistral", is_mistral_tokenizer=lambda _tokenizer: False)
    kit.stub("vllm.utils.collection_utils", is_list_of=lambda *_args, **_more: False)


def parser_class(root, name):
    """The class that vLLM registers under the name, in a parser that delegates to it."""
    rows = re.sub(r" *#.*", "", (root / "tool_parsers" / "__init__.py").read_text("utf-8"))
    name = REGISTERED.get(name, name)
    listed = re.search(rf'"{name}": \(\s*"(\w+)",\s*"(\w+)"', rows)
    if not listed:
        kit.absent(f"this vLLM registers no parser {name}")
    found = getattr(importlib.import_module(f"vllm.tool_parsers.{listed[1]}"), listed[2])
    base = importlib.import_module("vllm.parser.abstract_parser").DelegatingParser
    return type("Parser", (base,), {"tool_parser_cls": found, "reasoning_parser_cls": None})


class Parser:
    def __init__(self, name, found, version):
        syntax, policies = PARSERS[name]
        self.stop = STOPS.get(syntax, "")
        self.found, self.marks = found, kit.MARKS.get(syntax, ()) + ((self.stop,) if self.stop else ())
        self.tokenizer = Tokenizer(self.marks)
        self.hello = {"name": f"vllm {name}", "version": version, "syntaxes": [syntax], "policies": policies}

    def fresh(self, tools):
        tools = [ChatCompletionToolsParam(function=FunctionDefinition(name=one["name"], parameters=one.get("inputSchema")))
                 for one in tools]
        return self.found(self.tokenizer, tools or None), kit.Model(tools=tools, tool_choice="auto")

    def whole(self, text, tools):
        parser, request = self.fresh(tools)
        said = parser._tool_parser.extract_tool_calls(text.removesuffix(self.stop), request)  # what parse() calls, without the metrics
        return said.content or "", [(one.function.name, one.function.arguments) for one in said.tool_calls]

    def stream(self, pieces, tools):
        parser, request = self.fresh(tools)
        for number, (chunk, piece) in enumerate(pieces):
            piece = piece.removesuffix(self.stop) if number == len(pieces) - 1 else piece
            said = parser.parse_delta(piece, self.tokenizer.encode(piece), request, None if number else [1],
                                      finished=number == len(pieces) - 1)
            if said is not None:
                calls = [(one.index, one.id, one.function.name if one.function else None,
                          one.function.arguments if one.function else None) for one in said.tool_calls or []]
                yield chunk, kit.delta(said.content, calls)


def main():
    given = kit.options(__doc__, PARSERS)
    root, version = kit.find("vllm", given)
    set_up(root)
    kit.main(Parser(given.parser, kit.load(lambda: parser_class(root, given.parser)), version), given)


if __name__ == "__main__":
    main()
