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

# A choice of alarms.py, the syntax, and the clauses that its parser then reads otherwise (PROTOCOL-2.14): each of these and no other.
READINGS = {
    ("broken-dropped", "hermes"): ["HERMES-2.9", "OBJECT-1.7", "OBJECT-1.8", "OBJECT-2.7", "OBJECT-4.3", "OBJECT-4.5", "OBJECT-7.2", "OBJECT-7.5",
                                   "OBJECT-8.2"],
    ("junk-skipped", "qwen3-coder"): ["MODEL-1.12", "MODEL-1.13", "QWEN3-CODER-3.10", "TAGS-1.2"],
    ("last-key", "hermes"): ["OBJECT-4.5", "OBJECT-5.5"],
    ("any-name", "qwen3-coder"): ["QWEN3-CODER-1.2"],
    ("unicode-blanks", "hermes"): ["MODEL-1.13", "OBJECT-1.8", "OBJECT-7.2"],
    ("null-lost", "hermes"): ["OBJECT-5.1"],
    ("trimmed-beside-calls", "hermes"): ["MODEL-1.13"],
    ("trimmed-beside-calls", "qwen3-coder"): ["MODEL-1.13"],
    ("relaxed-json", "hermes"): ["OBJECT-2.7", "OBJECT-6.1"],
    ("union-typed", "qwen3-coder"): ["MODEL-3.13"],
    ("two-objects", "hermes"): ["OBJECT-3.3", "OBJECT-7.2", "OBJECT-8.2"],
    ("brace-too-many", "hermes"): ["OBJECT-6.1", "OBJECT-8.2"],
}
