# SPDX-License-Identifier: Apache-2.0
"""adapter.py --source DIR: the executor of response templates of SGLang (PROTOCOL-8). DIR is a folder that has
sglang/srt/parser/chat_parsing (`python` in a checkout), or is that folder; FENCEPOST_SGLANG may name it. Nothing else of the package
is loaded. It needs the module `regex`.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import template_kit as kit


def load(source):
    return kit.load(source, Path("sglang") / "srt" / "parser" / "chat_parsing", "sglang.srt.parser.chat_parsing")


if __name__ == "__main__":
    kit.main("sglang", __doc__, "FENCEPOST_SGLANG", load, {"malformed": "dropped", "string_type": "last", "numbers": "double"})
