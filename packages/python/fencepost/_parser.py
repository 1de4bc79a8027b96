# SPDX-License-Identifier: Apache-2.0
"""_parser.py: a factory of parsers, and the requests of the suite answered with what it makes."""
import base64
import importlib
import inspect
import os
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Protocol, Sequence, TypedDict, Union

from fencepost._program import FencepostError
from fencepost._watch import Forked, Hangs, Watch


class Call(TypedDict):
    """A call of a tool."""

    name: str
    input: Dict[str, Any]


class Answer(TypedDict):
    """What a parser makes of a whole input. A call may have `complete`: False if its end was missing."""

    text: str
    calls: Sequence[Call]


class Parser(Protocol):
    """A streaming parser. A fresh one is made for each input."""

    def feed(self, chunk: Any) -> Optional[Sequence[Mapping[str, Any]]]:
        """Takes the next chunk: a str, or bytes where the unit is "byte". May return the events that came out."""

    def finish(self) -> Answer:
        """The input has ended: all text in order, and all calls."""


Factory = Callable[..., Parser]
Request = Dict[str, Any]


@dataclass
class Subject:
    """A factory, and what is declared of it."""

    factory: Factory
    name: str  # "mypkg.parsers:Hermes"
    syntaxes: List[str]
    policies: Dict[str, str] = field(default_factory=dict)
    readings: List[str] = field(default_factory=list)  # clauses that it reads otherwise
    unit: str = "codepoint"
    events: bool = False

    def hello(self) -> Request:
        capabilities = ["events"] if self.events else ["sweep"]
        capabilities += ["bytes"] if self.unit == "byte" else []
        capabilities += ["catalogue"] if takes(self.factory, "tools") else []
        capabilities += ["prefix"] if takes(self.factory, "prompt") else []
        return {"protocol": 1, "name": self.name, "version": "0", "language": "python", "syntaxes": self.syntaxes,
                "unit": self.unit, "capabilities": capabilities, "policies": self.policies,
                **({"readings": self.readings} if self.readings else {}), **place_of(self.factory)}


def place_of(factory: Factory) -> Request:
    """Where it is written (PROTOCOL-2.11), if that is below this folder."""
    try:
        file, line = inspect.getsourcefile(factory), inspect.getsourcelines(factory)[1]
    except (TypeError, OSError):
        return {}
    path = os.path.relpath(file) if file else ".."
    return {} if path.split(os.sep)[0] == ".." else {"file": path.replace(os.sep, "/"), "line": max(line, 1)}


def takes(factory: Factory, name: str) -> bool:
    """Whether the factory has a parameter of that name."""
    try:
        return name in inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return False


def asked_of(subj: Subject, request: Request) -> Request:
    """What the factory is given of a request: tools, and how the prompt ended, where it takes them."""
    given = {"tools": request.get("catalogue"), "prompt": piece(subj, request.get("prefix", ""))}
    return {name: value for name, value in given.items() if takes(subj.factory, name)}


IMPORT_SECONDS = 120  # which may load a model, and may hang


def imported(name: str, module: str, seconds: float) -> Any:
    """The module; FencepostError whatever it does instead of being imported."""
    watch, forks = Watch(seconds), Watch.forks
    try:
        with watch:
            found = importlib.import_module(module)
        if watch.late(forks):
            raise Forked
        return found
    except Hangs:
        raise FencepostError(f"{name} is still being imported after {seconds:g} s") from None
    except Forked:
        raise FencepostError(f"{name} cannot be imported: it forks, and the child comes back: a child ends with os._exit()") from None
    except (Exception, SystemExit) as error:  # pylint: disable=broad-except  # whatever the module of a user raises
        raise FencepostError(f"{name} cannot be imported: {describe(error)}") from None
    finally:
        watch.close()


def load(name: str, seconds: float = IMPORT_SECONDS) -> Factory:
    """The factory of that name, "package.module:factory"; FencepostError if there is none."""
    module, colon, inner = name.partition(":")
    if not colon or not module or not inner:
        raise FencepostError(f"{name!r} does not name a factory: write it as package.module:factory")
    found = imported(name, module, seconds)
    for part in inner.split("."):
        if not hasattr(found, part):
            raise FencepostError(f"{name} cannot be imported: {module} has no {inner}")
        found = getattr(found, part)
    if not callable(found):
        raise FencepostError(f"{name} is not a factory: it cannot be called")
    return found  # type: ignore[no-any-return]


def subject(factory: Union[str, Factory], syntax: Union[str, Sequence[str], None] = None,
            policies: Optional[Mapping[str, str]] = None, readings: Optional[Sequence[str]] = None) -> Subject:
    """With what the factory declares of itself: fencepost_syntax, fencepost_policies,
    fencepost_readings, fencepost_unit, fencepost_events. What is given goes before that."""
    found = load(factory) if isinstance(factory, str) else factory
    name = factory if isinstance(factory, str) else name_of(found)
    syntaxes = syntax or getattr(found, "fencepost_syntax", None)
    if not syntaxes:
        raise FencepostError(f"{name} does not name its syntax: give it, or an attribute fencepost_syntax "
                             "(`fencepost list` shows the syntaxes)")
    return Subject(found, name, [syntaxes] if isinstance(syntaxes, str) else list(syntaxes),
                   dict(policies or getattr(found, "fencepost_policies", {})),
                   list(readings or getattr(found, "fencepost_readings", [])),
                   getattr(found, "fencepost_unit", "codepoint"), bool(getattr(found, "fencepost_events", False)))


def name_of(factory: Factory) -> str:
    return f"{getattr(factory, '__module__', '?')}:{getattr(factory, '__qualname__', type(factory).__name__)}"


def describe(error: BaseException) -> str:
    """One line: the exception, and where in their code it was raised."""
    own = os.path.dirname(__file__)
    frames = [f for f in traceback.extract_tb(error.__traceback__)
              if not f.filename.startswith((own, "<frozen")) and f.filename != importlib.__file__]
    near = [f for f in frames if f.filename.startswith(os.getcwd() + os.sep)] or frames
    text = traceback.format_exception_only(type(error), error)[-1].strip()
    where = f" ({os.path.relpath(near[-1].filename)}:{near[-1].lineno})" if near else ""
    return " ".join(text.split()) + where


def piece(subj: Subject, chunk: Any) -> Any:
    """A chunk as the parser takes it."""
    if subj.unit != "byte":
        return chunk
    return base64.b64decode(chunk["base64"]) if isinstance(chunk, dict) else chunk.encode()


def pieces(subj: Subject, request: Request) -> List[Any]:
    """The chunks as the parser takes them."""
    return [piece(subj, chunk) for chunk in request["chunks"]]


def cut(whole: Any, places: Sequence[int]) -> List[Any]:
    edges = [0, *places, len(whole)]
    return [whole[a:b] for a, b in zip(edges, edges[1:])]


class InProcess:
    """Answers requests with parsers in this process. What went wrong beside an answer is `trouble`."""

    def __init__(self, subj: Subject, deadline: float) -> None:
        self.subject = subj
        self.watch = Watch(deadline)
        self.trouble: Optional[str] = None
        self.forks = 0

    def answer(self, request: Request) -> Request:
        """The answer to parse or sweep; an error where the parser raises."""
        if self.trouble:
            return {"error": f"not tried: {self.trouble}"}
        try:
            with self.watch:
                return self._sweep(request) if request["op"] == "sweep" else self._parse(
                    pieces(self.subject, request), request)
        except (Hangs, Forked) as error:
            self.trouble = str(error)
            return {"error": self.trouble}
        except (Exception, SystemExit) as error:  # pylint: disable=broad-except  # whatever it raises is a verdict on it
            return {"error": describe(error)}

    def _parse(self, chunks: Sequence[Any], request: Request) -> Request:
        parser = self.subject.factory(**asked_of(self.subject, request))
        events: List[List[Any]] = []
        for index, chunk in enumerate(chunks):
            events += [[index, event] for event in parser.feed(chunk) or ()]
        result: Any = parser.finish()
        if not isinstance(result, Mapping):
            raise TypeError(f"finish() returned {type(result).__name__}: it returns a dict with text and calls")
        answer = {**result, "calls": list(result.get("calls", ()))}
        if self.subject.events:
            last = answer.pop("events", ())
            answer["events"] = events + [[len(chunks), event] for event in last]
        return answer

    def _sweep(self, request: Request) -> Request:
        whole = pieces(self.subject, request)[0]
        answer = self._parse([whole], request)
        differ = []
        for number, places in enumerate(request["cuts"]):
            self.watch.again()
            if self._parse(cut(whole, places), request) != answer:
                differ.append(number)
        return {**answer, "differ": differ}

    def begin(self) -> None:
        """Before each test."""
        self.trouble = None
        self.forks = Watch.forks

    def end(self) -> None:
        """After it."""
        self.trouble = self.trouble or self.watch.late(self.forks)

    def close(self) -> None:
        self.watch.close()


def smoke(answerer: Any, subj: Subject) -> None:
    """FencepostError if the parser cannot even take plain text, or is not a fresh one each time."""
    answerer.begin()
    got = answerer.answer({"op": "parse", "id": 0, "syntax": subj.syntaxes[0], "chunks": ["hello"], "catalogue": []})
    if answerer.trouble:
        raise FencepostError(f"{subj.name}, asked to parse the text hello: {answerer.trouble}")
    if "error" in got:
        raise FencepostError(f"{subj.name}, asked to parse the text hello, raises {got['error']}")
    if isinstance(answerer, InProcess):
        none = asked_of(subj, {"catalogue": []})
        if subj.factory(**none) is subj.factory(**none):
            raise FencepostError(f"{subj.name} returns the same object twice: a factory makes a fresh parser each time")


