# SPDX-License-Identifier: Apache-2.0
"""planted_choices.py: what the parsers choose that the tests plant for `fencepost policies`."""

# A syntax, and the choices of a parser of it. Of two in one row each hides cases of the other.
PLANTED = [
    ("caret", {}),
    ("caret", {"unterminated": "drop", "text_space": "trimmed", "unknown_tool": "drop"}),
    ("caret", {"extra_call": "stop", "text_after": "drop", "code_fence": "call"}),
    ("caret", {"unterminated": "recover", "value_framing": "trimmed", "recovery": "strict"}),
    ("hermes", {"unterminated": "recover", "reasoning": "channel", "text_space": "trimmed"}),
    ("hermes", {"extra_call": "report", "reasoning": "plain", "unknown_tool": "pass"}),
    ("hermes", {"reasoning": "until-call", "unknown_tool": "drop", "extra_call": "stop"}),
    ("xml", {"value_framing": "first-newline", "recovery": "lenient", "reasoning": "opaque"}),
    ("caret", {"unterminated": "text", "malformed": "text"}),
    ("caret", {"unterminated": "whole", "malformed": "text"}),
    ("hermes", {"unterminated": "whole", "text_space": "trimmed"}),
    ("hermes", {"unterminated": "text", "text_space": "trimmed"}),
    ("xml", {"unterminated": "text", "text_after": "drop"}),
    ("hermes", {"unterminated": "drop", "text_after": "drop", "code_fence": "call", "recovery": "lenient"}),
    ("caret", {"value_framing": "trimmed-start", "text_after": "drop"}),
    ("emoji-bracket", {"value_framing": "trimmed-end", "text_space": "trimmed-end"}),
    ("hermes", {"false_opener": "drop-rest", "unterminated": "drop"}),
    ("qwen3-coder", {"value_framing": "own-line", "false_opener": "drop-rest"}),
    ("xml", {"types": "schema", "extra_call": "accept", "value_framing": "exact", "text_space": "trimmed"}),
]
