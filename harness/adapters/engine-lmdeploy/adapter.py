# SPDX-License-Identifier: Apache-2.0
"""The tool parsers of LMDeploy, by the names of --tool-call-parser, driven as its chat endpoint does."""
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import engine_kit as kit

ALL = {"unterminated": "recover", "code_fence": "call", "reasoning": "plain"}
JSON = {**ALL, "recovery": "strict"}
TYPED = {**ALL, "types": "schema", "value_framing": "trimmed"}
PARSERS = {"qwen2d5": ("hermes", JSON), "qwen3": ("hermes", JSON), "internlm": ("internlm", JSON), "llama3": ("llama3-json", JSON),
           "qwen3coder": ("qwen3-coder", TYPED), "glm47": ("glm", TYPED), "deepseek-v32": ("deepseek-v32", ALL),
           "deepseek-v4": ("deepseek-v4", ALL)}


class Registry:
    """A table of classes by name, as the package mmengine has it."""

    def __init__(self, *_args, **_members):
        self.module_dict = {}

    def register_module(self, name):
        def register(found):
            self.module_dict.update((one, found) for one in ([name] if isinstance(name, str) else name))
            return found
        return register

    get = property(lambda self: self.module_dict.get)


class FunctionCall(kit.Model):
    name: str
    arguments: str


class ToolCall(kit.Model):
    function: FunctionCall


class DeltaFunctionCall(kit.Model):
    name: str = None
    arguments: str = None


class DeltaToolCall(kit.Model):
    id: str = None
    index: int
    function: DeltaFunctionCall = None


class DeltaMessage(kit.Model):
    role: str = None
    content: str = None
    reasoning_content: str = None
    tool_calls: list = None


class Function(kit.Model):
    name: str
    parameters: object = None


class Tool(kit.Model):
    function: Function


class Request(kit.Model):
    """What the parsers ask of a ChatCompletionRequest."""
    tools: list = None
    messages: list = None
    tool_choice: str = "auto"
    chat_template_kwargs: object = None
    enable_thinking: object = None
    reasoning_effort: object = None
    response_format: object = None
    stop: object = None
    max_completion_tokens: object = 1

    def model_copy(self, update):
        return Request(**{**self.__dict__, **update})


def set_up(root):
    kit.begin("mmengine", "shortuuid")
    kit.stub("mmengine", Registry=Registry)
    for name in ("", ".serve", ".serve.parsers", ".serve.openai"):
        kit.package("lmdeploy" + name, root.joinpath(*name.split(".")[1:]))
    kit.stub("lmdeploy.utils")
    kit.stub("lmdeploy.serve.openai.protocol", AllowedToolChoice=type("AllowedToolChoice", (), {}), FunctionCall=FunctionCall,
             ToolCall=ToolCall, DeltaFunctionCall=DeltaFunctionCall, DeltaToolCall=DeltaToolCall, DeltaMessage=DeltaMessage)


def response_parser(name):
    """The class that a server with --tool-call-parser NAME makes for each request."""
    parsers = importlib.import_module("lmdeploy.serve.parsers.response_parser")
    tools = importlib.import_module("lmdeploy.serve.parsers.tool_parser")
    if name not in tools.ToolParserManager.module_dict:
        kit.absent(f"this LMDeploy has no parser {name}")
    parsers.BaseResponseParser.set_parsers(tool_parser_name=name)
    return parsers.BaseResponseParser


class Parser:
    def __init__(self, name, found, version):
        syntax, policies = PARSERS[name]
        self.found, self.marks = found, kit.MARKS.get(syntax, ())
        self.hello = {"name": f"lmdeploy {name}", "version": version, "syntaxes": [syntax], "policies": policies}

    def fresh(self, tools):
        return self.found(Request(tools=[Tool(function=Function(name=one["name"], parameters=one.get("inputSchema")))
                                         for one in tools]))

    def whole(self, text, tools):
        content, calls, _ = self.fresh(tools).parse_complete(text)
        return content or "", [(one.function.name, one.function.arguments) for one in calls or []]

    def stream(self, pieces, tools):
        parser = self.fresh(tools)
        for chunk, piece in pieces:
            for message, _ in parser.stream_chunk(piece, [0]):
                yield chunk, kit.delta(message.content, [(one.index, one.id, one.function.name, one.function.arguments)
                                                         for one in message.tool_calls or []])


def main():
    given = kit.options(__doc__, PARSERS)
    root, version = kit.find("lmdeploy", given)
    set_up(root)
    kit.main(Parser(given.parser, kit.load(lambda: response_parser(given.parser)), version), given)


if __name__ == "__main__":
    main()
