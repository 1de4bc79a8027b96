# SPDX-License-Identifier: Apache-2.0
_TOOL_PARSERS_TO_REGISTER = {
    "hermes": (
        "small_tool_parser",
        "SmallToolParser",
    ),
    "mimo": (
        "small_tool_parser",
        "BrokenToolParser",
    ),
}
raise RuntimeError("the worker runs no __init__ of the engine")
