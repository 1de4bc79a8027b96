# SPDX-License-Identifier: Apache-2.0
import vllm.sampling_params  # not there: a stub
from vllm.distributed import Everything


class DelegatingParser(Everything):
    tool_parser_cls = None

    def __init__(self, tokenizer, tools):
        self._tool_parser = self.tool_parser_cls(tokenizer, tools)
        self.params = vllm.sampling_params.StructuredOutputsParams()

    def parse_delta(self, delta_text, delta_token_ids, request, prompt_token_ids, finished):
        assert request.tools and request.tool_choice == "auto" and self._tool_parser.decode(delta_token_ids) == delta_text
        return self._tool_parser.feed(delta_text, finished)
