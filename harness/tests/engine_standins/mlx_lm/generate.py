# SPDX-License-Identifier: Apache-2.0
"""A machine of two states, whose marks come as pieces of their own."""
from mlx.core import array
from transformers import AutoTokenizer

NEEDED = (array, AutoTokenizer)


class TextStateMachine:
    def __init__(self, opener, closer):
        self.after = {("normal", opener): "tool", ("tool", closer): "normal"}

    def make_state(self, initial):
        return self, initial

    @staticmethod
    def step(state, piece):
        machine, name = state
        mark = (name, piece) in machine.after
        assert mark or not any(text in piece for _, text in machine.after), "a mark is a token"
        name = machine.after.get((name, piece), name)
        return (machine, name), "" if mark else piece, name

    @staticmethod
    def discard(state):
        return state, state[1]


def make_text_state_machine(tokenizer):
    assert tokenizer.has_tool_calling and not tokenizer.has_thinking
    return TextStateMachine(tokenizer.tool_call_start, tokenizer.tool_call_end)
