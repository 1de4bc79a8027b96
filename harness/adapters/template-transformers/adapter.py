# SPDX-License-Identifier: Apache-2.0
"""adapter.py --source DIR: the executor of response templates of transformers (PROTOCOL-8). DIR is a folder that has
src/transformers/utils/chat_parsing, or is that folder; FENCEPOST_TRANSFORMERS may name it. Nothing else of the package is
loaded: what the folder imports from it is a stub. It needs the module `regex`.
"""
import logging
import sys
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import template_kit as kit

FOLDER = Path("src") / "transformers" / "utils" / "chat_parsing"


def needs():
    kit.stub("transformers.utils", logging=types.SimpleNamespace(get_logger=logging.getLogger))
    kit.stub("transformers.utils.chat_template_utils", get_json_schema=None)


def load(source):
    """The modules of the folder, as members of a package that is not there."""
    return kit.load(source, FOLDER, "transformers.utils.chat_parsing", needs)


if __name__ == "__main__":
    kit.main("transformers", __doc__, "FENCEPOST_TRANSFORMERS", load, {"string_type": "last", "numbers": "double"})
