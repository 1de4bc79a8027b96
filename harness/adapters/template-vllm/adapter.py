# SPDX-License-Identifier: Apache-2.0
"""adapter.py --source DIR: the executor of response templates of vLLM (PROTOCOL-8). DIR is a folder that has
vllm/parser/chat_parsing, or is that folder; FENCEPOST_VLLM may name it. Nothing else of the package is loaded. It needs the
module `regex`.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import template_kit as kit


def load(source):
    return kit.load(source, Path("vllm") / "parser" / "chat_parsing", "vllm.parser.chat_parsing")


if __name__ == "__main__":
    kit.main("vllm", __doc__, "FENCEPOST_VLLM", load, {"malformed": "dropped", "string_type": "last", "numbers": "double"})
