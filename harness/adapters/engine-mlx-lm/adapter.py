# SPDX-License-Identifier: Apache-2.0
"""The tool parsers of mlx-lm, by the names of `tool_parser_type`, driven as its server does."""
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import engine_kit as kit

ALL = {"unterminated": "whole", "code_fence": "call", "reasoning": "plain"}
CUT = {**ALL, "unterminated": "recover"}
TYPED = {"types": "schema", "value_framing": "trimmed"}
PARSERS = {"json_tools": ("hermes", ALL), "qwen3_coder": ("qwen3-coder", {**ALL, "types": "schema"}),
           "glm47": ("glm", {**CUT, **TYPED}), "kimi_k2": ("kimi-k2", CUT), "longcat": ("longcat", CUT),
           "minimax_m2": ("minimax-m2", {**ALL, **TYPED}), "function_gemma": ("function-gemma", ALL), "gemma4": ("gemma4", ALL),
           "mistral": ("mistral-v11", {**ALL, "unterminated": "drop", "text_after": "drop"}), "pythonic": ("lfm2", ALL)}


def set_up(root):
    kit.begin("mlx", "transformers", "huggingface_hub", "numpy", "sentencepiece", "tqdm", "yaml")
    kit.package("mlx_lm", root)
    kit.package("mlx_lm.tool_parsers", root / "tool_parsers")
    for name in ("models", "models.cache", "sample_utils", "tokenizer_utils", "utils"):
        kit.stub("mlx_lm." + name)


class Tokenizer:
    """What the machine of the server's states asks of a tokenizer. Marks of reasoning are left out: they are text here."""

    has_thinking, has_tool_calling = False, True

    def __init__(self, module):
        self.tool_call_start, self.tool_call_end = module.tool_call_start, module.tool_call_end


class Parser:
    def __init__(self, name, modules, version):
        syntax, policies = PARSERS[name]
        self.module, self.generate, self.server = modules
        self.marks = kit.MARKS.get(syntax, ())
        self.hello = {"name": f"mlx-lm {name}", "version": version, "syntaxes": [syntax], "policies": policies}

    def stream(self, pieces, tools):
        """The loop of the server's handle_completion() over what is generated: text, and the calls that end in a piece."""
        machine = self.generate.TextStateMachine
        state = self.generate.make_text_state_machine(Tokenizer(self.module)).make_state("normal")
        tools = [{"type": "function", "function": {"name": one["name"], "parameters": one.get("inputSchema")}} for one in tools]
        formatted = self.server.ToolCallFormatter(self.module.parse_tool_call, tools, True)
        before, inside = "normal", ""
        for chunk, piece in pieces:
            state, clean, now = machine.step(state, piece)
            ended = []
            if now == "tool":
                inside += clean
            elif before == "tool":
                ended, inside = [inside], ""
            before = now
            yield chunk, self.delta("" if now == "tool" else clean, formatted(ended))
        machine.discard(state)  # the token that stops it; what is held is dropped
        if before == "tool" and inside:
            yield pieces[-1][0], self.delta("", formatted([inside]))

    @staticmethod
    def delta(text, calls):
        return kit.delta(text, [(one["index"], one["id"], one["function"]["name"], one["function"]["arguments"]) for one in calls])


def modules_of(name):
    return [importlib.import_module(f"mlx_lm.{one}") for one in (f"tool_parsers.{name}", "generate", "server")]


def main():
    given = kit.options(__doc__, PARSERS)
    root, version = kit.find("mlx_lm", given)
    set_up(root)
    kit.main(Parser(given.parser, kit.load(lambda: modules_of(given.parser)), version), given)


if __name__ == "__main__":
    main()
