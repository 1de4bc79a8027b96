# SPDX-License-Identifier: Apache-2.0
"""The parser of a response, which the server makes for a request with the parser of its tools."""
from lmdeploy.serve.openai.protocol import DeltaMessage
from lmdeploy.utils import get_logger

from .tool_parser import CLOSE, OPEN, ToolParserManager

logger = get_logger("lmdeploy")


class BaseResponseParser:
    tool_parser_cls = None

    @classmethod
    def set_parsers(cls, tool_parser_name):
        cls.tool_parser_cls = ToolParserManager.get(tool_parser_name)

    def __init__(self, request):
        copied = request.model_copy(update={"stop": []})
        assert copied.tool_choice == "auto" and copied.stop == [] and request.stop is None
        self.tools, self.text, self.parser, self.called = copied.tools, "", self.tool_parser_cls(), False

    def parse_complete(self, text):
        text, call = self.parser.call_in(text, self.tools)
        return text or None, [self.parser.whole(call)] if call else None, None

    def stream_chunk(self, piece, tokens):
        assert tokens and (piece in (OPEN, CLOSE) or OPEN not in piece and CLOSE not in piece), "a mark is a token"
        said, _ = self.parser.call_in(self.text, self.tools)
        self.text += piece
        text, call = self.parser.call_in(self.text, self.tools)
        found = [(DeltaMessage(role="assistant", content=text[len(said):]), False)] if len(text) > len(said) else []
        if call and not self.called:
            self.called = True
            found.append((DeltaMessage(role="assistant", tool_calls=self.parser.deltas(call)), True))
        return found
