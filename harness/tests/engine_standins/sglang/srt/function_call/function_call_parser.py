# SPDX-License-Identifier: Apache-2.0
from sglang.srt.entrypoints.openai.protocol import Tool
from sglang.srt.function_call.small_detector import (
    OtherDetector,
    SmallDetector,
)


class FunctionCallParser:
    ToolCallParserEnum = {
        "hermes": SmallDetector,
        "qwen25": OtherDetector,
    }
