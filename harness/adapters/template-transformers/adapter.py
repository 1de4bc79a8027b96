# SPDX-License-Identifier: Apache-2.0
"""adapter.py --source DIR: the executor of response templates of transformers (PROTOCOL-8). DIR is a folder that has
src/transformers/utils/chat_parsing, or is that folder; FENCEPOST_TRANSFORMERS may name it. Nothing else of the package is
loaded: what the folder imports from it is a stub. It needs the module `regex`.
"""
import argparse
import importlib
import json
import logging
import os
import re
import sys
import types
from pathlib import Path

FOLDER = Path("src") / "transformers" / "utils" / "chat_parsing"


def stub(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    module.__path__ = []
    sys.modules[name] = module
    return module


def load(source):
    """The modules of the folder, as members of a package that is not there."""
    folder = source / FOLDER if (source / FOLDER).is_dir() else source
    if not (folder / "response_parser.py").is_file():
        sys.exit(f"adapter.py: {source} has no {FOLDER}: name a source tree of transformers with --source")
    stub("transformers")
    stub("transformers.utils", logging=types.SimpleNamespace(get_logger=logging.getLogger))
    stub("transformers.utils.chat_template_utils", get_json_schema=None)
    stub("transformers.utils.chat_parsing").__path__ = [str(folder)]
    parser = importlib.import_module("transformers.utils.chat_parsing.response_parser")
    templates = importlib.import_module("transformers.utils.chat_parsing.response_templates")
    return parser.ResponseParser, templates.load_response_template


def events_of(events):
    """As PROTOCOL-8.4 has them: what a template does not name is left out."""
    kept = {"region_open": ("type", "field"), "region_chunk": ("type", "field", "text", "dirty"),
            "region_close": ("type", "field", "value")}
    return [{key: event[key] for key in kept[event["type"]]} for event in events]


class Worker:
    def __init__(self, source):
        self.parser, self.load = load(source)
        self.text = None  # of the template that is loaded
        self.template = None

    def answer(self, request):
        """A template that comes again is not loaded again, as a server loads it once."""
        text = json.dumps(request["template"])
        try:
            if text != self.text:
                self.template, self.text = self.load(request["template"]), text
        except Exception as error:  # whatever a template brings about, it is refused
            self.text = None
            return {"refused": f"{type(error).__name__}: {error}"}
        events = []
        try:
            parser = self.parser(self.template, prefix=request.get("prefix", ""), tools=request.get("tools"))
            events += parser.initial_events
            for chunk in request["chunks"]:
                events += parser.feed(chunk)
            message, last = parser.finalize()
        except Exception as error:  # the same of a text
            return {"error": f"{type(error).__name__}: {error}", "events": events_of(events)}
        return {"message": message, "events": events_of(events + last)}


TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')
WRITTEN = {"Infinity": "1e999", "-Infinity": "-1e999", "NaN": '"NaN"'}


def written(answer):
    """JSON in ASCII; an infinite number as PROTOCOL-7.4 has it, and what no JSON has as a string."""
    return TOKENS.sub(lambda token: WRITTEN.get(token[0], token[0]), json.dumps(answer))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--source", type=Path, default=os.environ.get("FENCEPOST_TRANSFORMERS"))
    options.add_argument("--version", default="unknown")
    source = options.parse_args().source
    if not source:
        options.error("--source, or FENCEPOST_TRANSFORMERS, names a source tree of transformers")
    worker = Worker(Path(source))
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        if request["op"] == "hello":
            answer |= {"protocol": 1, "name": "transformers", "version": options.parse_args().version, "language": "python",
                       "unit": "codepoint", "subjects": ["response-template"],
                       "subject_policies": {"response-template": {"string_type": "last", "numbers": "double"}}}
        elif request["op"] == "template":
            answer |= worker.answer(request)
        print(written(answer), flush=True)
        if request["op"] == "bye":
            break


if __name__ == "__main__":
    main()
