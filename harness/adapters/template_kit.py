# SPDX-License-Identifier: Apache-2.0
"""What the workers of Python executors of response templates share (PROTOCOL-8). An executor is imported from a source tree that
the user names, without the package that it is part of. It has a class for a parser, and a function that loads a template."""
import argparse
import importlib
import json
import os
import re
import sys
import types
from pathlib import Path

ABSENT = 4  # as the other workers of engines end
KEPT = {"region_open": ("type", "field"), "region_chunk": ("type", "field", "text", "dirty"),
        "region_close": ("type", "field", "value"), "region_malformed": ("type", "field")}


def stub(name, **members):
    """A module of this name with these members, which need not be there."""
    module = types.ModuleType(name)
    module.__dict__.update(members)
    module.__path__ = []
    sys.modules[name] = module
    return module


def load(source, folder, package, needs=None):
    """The parser and the loader of a package that is in the folder of the source, or in the source itself. needs() sets up what
    they import besides. The package's own __init__ is not run."""
    found = source / folder if (source / folder).is_dir() else source
    if not (found / "response_parser.py").is_file():
        print(f"{source} has no {folder}: --source PATH names its source tree", file=sys.stderr)
        sys.exit(ABSENT)
    for at in [at for at, letter in enumerate(package) if letter == "."]:
        stub(package[:at])
    if needs:
        needs()
    stub(package).__path__ = [str(found)]
    parser = importlib.import_module(f"{package}.response_parser")
    templates = importlib.import_module(f"{package}.response_templates")
    return parser.ResponseParser, templates.load_response_template


def events_of(events):
    """As PROTOCOL-8.4 has them: what a template does not name is left out."""
    return [{key: event[key] for key in KEPT[event["type"]]} for event in events]


class Worker:
    def __init__(self, parser, loader):
        self.parser, self.load = parser, loader
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


def main(name, description, variable, loads, policies):
    """Runs the worker of this name: loads(source) gives its parser and its loader, and it declares the policies."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--source", type=Path, default=os.environ.get(variable))
    options.add_argument("--version", default="unknown")
    given = options.parse_args()
    if not given.source:
        options.error(f"--source, or {variable}, names a source tree of {name}")
    worker = Worker(*loads(Path(given.source)))
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        if request["op"] == "hello":
            answer |= {"protocol": 1, "name": name, "version": given.version, "language": "python", "unit": "codepoint",
                       "subjects": ["response-template"], "subject_policies": {"response-template": policies}}
        elif request["op"] == "template":
            answer |= worker.answer(request)
        print(written(answer), flush=True)
        if request["op"] == "bye":
            break
