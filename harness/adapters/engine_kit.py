# SPDX-License-Identifier: Apache-2.0
"""What the workers of Python inference engines share. An engine's parser is imported from a source tree that the user
names, or from the installed package, without the packages that are too heavy for a parser's test: what is not there is
a stub. The parser is fed as the engine feeds it, a mark being one token, and its deltas go out as they come."""
import argparse
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import json
import logging
import os
import re
import sys
import time
import types
from pathlib import Path

CALL = ("<tool_call>", "</tool_call>", "<think>", "</think>")
DEEPSEEK = ("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>", "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", "<｜tool▁call▁end｜>",
            "<think>", "</think>")
MARKS = {  # of each syntax that has such: the texts that are one token in the tokenizers of its models
    "hermes": CALL,
    "qwen3-coder": CALL,
    "glm": (*CALL, "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"),
    "hy-v3": ("<tool_calls>", "</tool_calls>", *CALL, "<tool_sep>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"),
    "internlm": ("<|action_start|>", "<|plugin|>", "<|action_end|>", "<think>", "</think>"),
    "intern-s1": ("<|action_start|>", "<|plugin|>", "<|action_end|>", "<think>", "</think>"),
    "longcat": ("<longcat_tool_call>", "</longcat_tool_call>", "<longcat_think>", "</longcat_think>"),
    "seed-oss": ("<seed:tool_call>", "</seed:tool_call>", "<seed:think>", "</seed:think>"),
    "minicpm5": ("<function", "</function>", "<param", "</param>", "<think>", "</think>"),
    "minimax-m2": ("<minimax:tool_call>", "</minimax:tool_call>", "<think>", "</think>"),
    "step3": ("<｜tool_calls_begin｜>", "<｜tool_calls_end｜>", "<｜tool_call_begin｜>", "<｜tool_call_end｜>", "<｜tool_sep｜>",
              "<think>", "</think>"),
    "kimi-k2": ("<|tool_calls_section_begin|>", "<|tool_calls_section_end|>", "<|tool_call_begin|>",
                "<|tool_call_argument_begin|>", "<|tool_call_end|>", "<think>", "</think>"),
    "deepseek-v3": DEEPSEEK,
    "deepseek-v31": DEEPSEEK,
    "deepseek-v32": ("｜DSML｜",),
    "deepseek-v4": ("｜DSML｜",),
    "function-gemma": ("<start_function_call>", "<end_function_call>", "<escape>"),
    "gemma4": ("<|tool_call>", "<tool_call|>", '<|"|>', "<|channel>", "<channel|>"),
    "lfm2": ("<|tool_call_start|>", "<|tool_call_end|>"),
    "llama3-json": ("<|python_tag|>",),
    "mistral-v7": ("[TOOL_CALLS]",),
    "mistral-v11": ("[TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "[THINK]", "[/THINK]"),
    "granite3": ("<|tool_call|>",),
    "apertus": ("<|tools_prefix|>", "<|tools_suffix|>"),
    "ernie45": (*CALL, "<response>", "</response>"),
    "gigachat3": ("<|message_sep|>\n\n", "<|role_sep|>\n", "<|function_call|>", "</s>"),
    "jamba": ("<tool_calls>", "</tool_calls>"),
    "harmony": ("<|start|>", "<|channel|>", "<|message|>", "<|constrain|>", "<|end|>", "<|call|>", "<|return|>"),
}


class Anything:
    """Stands for a value of a package that is not there."""

    def __init__(self, *_args, **_members):
        pass

    def __call__(self, *_args, **_members):
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __or__(self, _other):
        return self

    __ror__ = __getitem__ = __or__

    def __bool__(self):
        return False

    def __mro_entries__(self, _bases):
        return (object,)


class Model:
    """A record with defaults, for the messages of an engine; stands for pydantic's BaseModel where that is not there. A
    member that is a record itself may be given as a dictionary."""

    def __init__(self, **members):
        for one in reversed(type(self).__mro__):
            for name, kind in getattr(one, "__annotations__", {}).items():
                value = members.pop(name) if name in members else getattr(type(self), name, None)
                if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, Model):
                    value = kind(**value)
                setattr(self, name, list(value) if isinstance(value, list) else value)
        self.__dict__.update(members)

    def model_dump(self, exclude_none=False, **_more):
        return {name: value for name, value in self.__dict__.items() if not exclude_none or value is not None}


class Stub(types.ModuleType):
    """A module in which each name means something: a class if it has a capital, else any value."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = type(name, (Exception,) if name.endswith("Error") else (), {}) if name[:1].isupper() else Anything()
        setattr(self, name, value)
        return value


class Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what no other finder has found, of packages of these names."""

    def __init__(self, roots):
        self.roots = roots

    def find_spec(self, fullname, path=None, target=None):
        del path, target
        wanted = fullname.split(".")[0] in self.roots
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True) if wanted else None

    def create_module(self, spec):
        return Stub(spec.name)

    def exec_module(self, module):
        module.__path__ = []


def place(module):
    """Makes the module the one of its name, in the package that it is part of as well."""
    package, _, last = module.__name__.rpartition(".")
    if package in sys.modules:
        setattr(sys.modules[package], last, module)
    sys.modules[module.__name__] = module


def package(name, path):
    """A package whose modules are those of the folder, and whose __init__ is not run."""
    module = types.ModuleType(name)
    module.__path__ = [str(path)]
    place(module)


def stub(name, **members):
    """A stub with these members."""
    module = Stub(name)
    module.__path__ = []
    module.__dict__.update(members)
    place(module)


def absent(sentence):
    """Ends the worker: what it drives is not there. One sentence, status 4."""
    print(sentence, file=sys.stderr)
    sys.exit(4)


def options(description, parsers):
    """The command line that all these workers have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("parser", choices=parsers, help="the parser, by the name that the engine has for it")
    parser.add_argument("--source", help="the folder that has the engine's package; without it the installed one is taken")
    parser.add_argument("--commit", help="the version to report; without it that of the checkout or of the package")
    parser.add_argument("--step", action="store_true", help="feed one token at a time, whatever the chunks are")
    parser.add_argument("--present", action="store_true", help="end once the parser is imported")
    return parser.parse_args()


def find(name, given):
    """The folder of the engine's package, and its version. Nothing of it is run."""
    root = Path(given.source, name) if given.source else None
    if root is None:
        spec = importlib.util.find_spec(name)
        root = Path(spec.submodule_search_locations[0]) if spec else None
    if root is None or not root.is_dir():
        absent(f"{name} is not there: {root or 'it is not installed'}; --source PATH names the folder that has it")
    try:
        return root, given.commit or importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return root, "unknown"


def begin(*roots):
    """Sets up stubs for these packages, and for pydantic where it is not installed. What is printed goes to standard error."""
    sys.meta_path.append(Stubs(set(roots)))
    logging.disable(logging.CRITICAL)
    if not importlib.util.find_spec("pydantic"):
        stub("pydantic", BaseModel=Model, Field=lambda default=None, **_more: default)


def load(import_it):
    """What import_it() returns. A module that must be present and is not ends the worker with a sentence."""
    try:
        return import_it()
    except ModuleNotFoundError as error:
        return absent(f"the parser needs the Python module {error.name}, which is not installed")


def tokens_in(text, marks, other):
    """The matches of one mark, or of the other expression."""
    return re.finditer("|".join([*map(re.escape, marks), other]), text, re.S)


def tokens_of(chunks, step, marks=CALL):
    """(chunk, piece) of the input: cut as the chunks are, except that a cut in a mark moves to its beginning, for a mark
    is one token. With step each piece is one token."""
    text, cuts, at = "".join(chunks), {}, 0
    for number, chunk in enumerate(chunks):
        at += len(chunk)
        cuts.setdefault(at, number)
    if step:
        for found in tokens_in(text, marks, r"[^\S\n]?\w+|."):
            cuts.setdefault(found.start(), None)
    for found in tokens_in(text, marks, "(?!)"):
        inside = [cut for cut in cuts if found.start() < cut < found.end()]
        for number in map(cuts.pop, inside):
            if cuts.get(found.start()) is None:
                cuts[found.start()] = number
    pieces, last, chunk = [], 0, 0
    for cut in sorted(cuts):
        if cut > last:
            pieces.append([cuts[cut], text[last:cut]])
            last = cut
    for piece in reversed(pieces):  # a piece within a chunk came with that chunk
        chunk = piece[0] = chunk if piece[0] is None else piece[0]
    return pieces or [[0, ""]]


def delta(content=None, calls=()):
    """A delta; each call is (index, id, name, arguments)."""
    entries = [{"index": index, **({"id": call_id, "type": "function"} if call_id else {}),
                "function": {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}}
               for index, call_id, name, arguments in calls]
    return {**({"content": content} if content else {}), **({"tool_calls": entries} if entries else {})}


def answer(request, parser):
    """The answer to a `parse`. A parser has marks, stream(pieces, tools), which yields (chunk, delta), and, if it reads a whole
    message in another way, whole(text, tools), which returns (text, [(name, arguments)])."""
    tools = request.get("catalogue") or []
    if request.get("mode") == "whole":
        text, calls = parser.whole("".join(request["chunks"]), tools)
        return {"text": text, "calls": [{"name": name, "arguments": arguments} for name, arguments in calls]}
    pieces = tokens_of(request["chunks"], parser.step, parser.marks)
    deltas = [[chunk, one] for chunk, one in parser.stream(pieces, tools) if one]
    called = any("tool_calls" in one for _, one in deltas)
    end = {"finish_reason": "tool_calls" if called else "stop"}
    return {"deltas": deltas + [[len(request["chunks"]), end]]}


def serve(parser, answers, requests):
    """Answers requests, one line each. parser.hello is what the worker states of it."""
    hello = {"protocol": 1, "language": "python", "unit": "codepoint", "capabilities": ["catalogue", "deltas", "timing"],
             "needs": ["tools"], **({"modes": ["stream", "whole"]} if hasattr(parser, "whole") else {}), **parser.hello}
    for request in map(json.loads, requests):
        if request["op"] == "bye":
            return
        began = time.process_time_ns()
        try:
            said = answer(request, parser) if request["op"] == "parse" else hello
            json.dumps(said, ensure_ascii=False).encode()  # half of a surrogate pair kills an engine's answer as well
        except Exception as error:  # whatever an engine raises is its answer
            said = {"error": f"{type(error).__name__}: {error}"[:300]}
        if request.get("timed") and "error" not in said:
            said["nanoseconds"] = time.process_time_ns() - began
        print(json.dumps({**said, "id": request["id"]}), file=answers, flush=True)


def main(parser, given):
    """Runs the worker, unless only its presence was asked for."""
    if given.present:
        return
    parser.step = given.step
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else prints, prints to standard error
    serve(parser, answers, sys.stdin.buffer)
