#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench.py [--build DIR] [--quick] [--format text|markdown|json] [--from FILE] [--output FILE]: how fast we are.

Runs the programs that measure, holds their figures against the bars, and prints one table. The
build is a release with -DFP_BENCH=ON. --from FILE prints a table of measures that --format json wrote before.
--quick takes small inputs: it shows that all runs, and measures nothing. Exits 0 whatever is missed: times
depend on the machine; what must not get worse is for gate.py.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import time

CHUNKS = ("whole", "4096", "16", "4", "1")
TEXTS = ("prose", "turns", "bodies")  # the inputs whose rates have bars
OTHER_TEXTS = ("fenced", "alikes")    # and those without


# ---- the bars ---------------------------------------------------------------------------------------------

class Bar:
    """What a measure of these inputs, in chunks of this size, is to reach: at least, or less than; as it is, or
    as a multiple of what is measured beside it. document: only where the input as a whole is JSON, or only elsewhere."""

    def __init__(self, measure, words, inputs=(), chunk=None, least=None, less=None, of=None, document=None):
        self.measure, self.words, self.inputs, self.chunk = measure, words, inputs, chunk
        self.least, self.less, self.of, self.document = least, less, of, document

    def holds_for(self, m):
        return (m["measure"] == self.measure and (not self.inputs or m.get("input") in self.inputs)
                and self.chunk in (None, m.get("chunk")) and self.document in (None, m.get("document", False)))

    def met_by(self, m):
        value = m["times"][self.of] if self.of else m["value"]
        return value >= self.least if self.least is not None else value < self.less


# The only place where they stand.
BARS = (
    Bar("rate", "prose whole: at least 0.6 of memchr's rate", ("prose",), "whole", least=0.6, of="memchr",
        document=False),
    Bar("rate", "prose whole, in JSON: at least 10 times jansson's rate", ("prose",), "whole", least=10, of="jansson",
        document=True),
    Bar("rate", "bodies whole: at least 1000 MB/s", ("bodies",), "whole", least=1000),
    Bar("rate", "prose, turns and bodies in chunks of 4: at least 250 MB/s", TEXTS, "4", least=250),
    Bar("rate", "prose, turns and bodies in chunks of 1: at least 80 MB/s", TEXTS, "1", least=80),
    Bar("allocations", "prose byte by byte: fewer than 32 allocations", ("prose",), "1", less=32),
    Bar("state", "a new parser: less than 4096 bytes", less=4096),
    Bar("growth", "adversarial input: counted work grows as less than n^1.1", less=1.1),
    Bar("run", "built-in run, every case and law: less than 5 s", less=5),
    Bar("pipe", "through a pipe, answers checked: at least 100000 parses/s", ("session",), least=100000),
    Bar("calls", "generated calls, tag and fence notations: at least 100000 calls/s", least=100000),
)


def bar_of(m):
    return next((bar for bar in BARS if bar.holds_for(m)), None)


def missed(m):
    bar = bar_of(m)
    return bar is not None and not bar.met_by(m)


# ---- measuring --------------------------------------------------------------------------------------------

class Failed(Exception):
    pass


def measures(argv):
    run = subprocess.run(argv, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if run.returncode:
        raise Failed("%s ended with status %d" % (" ".join(argv), run.returncode))
    return [json.loads(line) for line in run.stdout.splitlines()]


def builtin_run(program, quick):
    """Every golden case and every law on our own parsers; by the clock, for it uses all cores. One of three runs."""
    argv = [program, "test", "--show", "0"] + (["--syntax", "caret", "--case", "caret/array/*"] if quick else [])
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    run = subprocess.run(argv, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        raise Failed("%s ended with status %d" % (" ".join(argv), run.returncode))
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"measure": "run", "value": round(seconds, 2), "unit": "s",
            "beside": {"processor": round(used, 2), "cores": os.cpu_count()}}


def measure(build, quick):
    program = os.path.join(build, "harness", "fencepost")
    option = ["--quick"] if quick else []
    runs = [builtin_run(program, quick)]
    found = measures([os.path.join(build, "reference", "bench")] + option)
    runs.append(builtin_run(program, quick))
    pipes = measures([os.path.join(build, "harness", "bench-wire"), program] + option)
    calls = measures([os.path.join(build, "harness", "bench-calls")] + option)
    runs.append(builtin_run(program, quick))
    found += [min(runs, key=lambda m: m["value"])] + pipes + calls
    for m in found:
        bar = bar_of(m)
        if bar:
            m["bar"], m["met"] = bar.words, bar.met_by(m)
    return found


# ---- the table --------------------------------------------------------------------------------------------

def number(value):
    return "%d" % value if value >= 10 else ("%.2f" % value).rstrip("0").rstrip(".")


class Figures:
    """The measures, found by what they are of."""

    def __init__(self, found):
        self.found = found
        self.syntaxes = list(dict.fromkeys(m["syntax"] for m in found if m["measure"] == "rate"))

    def of(self, measure, syntax=None, text=None, chunk=None):
        return [m for m in self.found if m["measure"] == measure and syntax in (None, m.get("syntax"))
                and text in (None, m.get("input")) and chunk in (None, m.get("chunk"))]

    def one(self, *what):
        return self.of(*what)[0]


def mark(m, text):
    return text + ("!" if missed(m) else " ")


def rate(m):
    return mark(m, "%d %.2f" % (m["value"], m["times"]["memchr"]))


def times(m, other):
    """How many times as fast as another that was measured beside it; nothing where none was."""
    return "%.1f" % m["times"][other] if other in m["times"] else ""


def steepest(figures, syntax):
    return max(figures.of("growth", syntax), key=lambda m: m["value"])


def syntax_rows(figures, syntax):
    """The row of each input; the figures of the syntax as a whole are in the first one."""
    for text in TEXTS + OTHER_TEXTS:
        rates = [figures.one("rate", syntax, text, chunk) for chunk in CHUNKS]
        allocations = figures.one("allocations", syntax, text, "1")
        first = text == TEXTS[0]
        state, growth = figures.one("state", syntax), steepest(figures, syntax)
        yield ([syntax if first else "", text] + [rate(m) for m in rates] +
               [times(rates[0], "pcre2"), times(rates[0], "jansson"), mark(allocations, number(allocations["value"])),
                mark(state, number(state["value"])) if first else "",
                mark(growth, "%.2f" % growth["value"]) if first else ""])


OTHERS = {
    "run": "built-in run, every case and law",
    "pipe": "through a pipe, %s",
    "calls": "generated calls through %s",
}


def other_rows(figures):
    for kind, title in OTHERS.items():
        for m in figures.of(kind):
            what = title % (m.get("syntax") or m.get("input")) if "%" in title else title
            beside = ", ".join("%s %s" % (name, number(value)) for name, value in m["beside"].items())
            yield [what, mark(m, "%s %s" % (number(m["value"]), m["unit"])), beside]


def bar_rows(figures):
    for bar in BARS:
        held = [m for m in figures.found if bar.holds_for(m)]
        met = sum(bar.met_by(m) for m in held)
        yield ["not measured" if not held else "met" if met == len(held) else "MISSED",
               "%d of %d" % (met, len(held)), bar.words]


def aligned(rows, left):
    """The rows as lines; the first columns, so many, to the left."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))]
        yield "  ".join(cells).rstrip()


def text_table(found):
    figures = Figures(found)
    head = ["syntax", "input"] + [c + " " for c in CHUNKS] + ["regex", "jansson", "alloc ", "state ", "growth "]
    rows = [head] + [row for syntax in figures.syntaxes for row in syntax_rows(figures, syntax)]
    yield "MB/s of processor time in the fastest round, whole and in chunks of so many bytes, each with its ratio to memchr"
    yield "over the same chunks, by turns with it, in the middle one of the rounds; !: misses its bar. regex, jansson: times"
    yield "the rate of PCRE2's expressions, of jansson, whole. alloc: allocations byte by byte. state: bytes of a new parser."
    yield "growth: the worst exponent of counted work."
    yield ""
    yield from aligned(rows, 2)
    yield ""
    yield from aligned(list(other_rows(figures)), 1)
    yield ""
    yield from aligned(list(bar_rows(figures)), 3)


def markdown_rate(m):
    text = "%d" % m["value"] + (" (%.2f)" % m["times"]["memchr"] if m["chunk"] == "whole" else "")
    return "*%s*" % text if missed(m) else text


def markdown_table(found):
    """What the README quotes: one row a syntax. jansson: of prose where that is JSON, else of bodies."""
    figures = Figures(found)
    columns = [("prose", "whole"), ("fenced", "whole")] + [(text, chunk) for text, chunks in (
        ("prose", ("4", "1")), ("bodies", ("whole", "4", "1"))) for chunk in chunks]
    yield "| syntax | " + " | ".join(text + (" in %ss" % chunk if chunk != "whole" else "") for text, chunk in
                                     columns) + " | regex | jansson | state | growth |"
    yield "|---|" + "---:|" * (len(columns) + 4)
    for syntax in figures.syntaxes:
        rates = [figures.one("rate", syntax, text, chunk) for text, chunk in columns]
        state, growth = figures.one("state", syntax), steepest(figures, syntax)
        json_text = rates[0] if "jansson" in rates[0]["times"] else figures.one("rate", syntax, "bodies", "whole")
        yield "| `%s` | %s | %s | %s | %d | %.2f |" % (
            syntax, " | ".join(markdown_rate(m) for m in rates), times(rates[0], "pcre2"),
            times(json_text, "jansson"), state["value"], growth["value"])
    yield ""
    yield "| bar | | |"
    yield "|---|---|---:|"
    for verdict, count, words in bar_rows(figures):
        yield "| %s | %s | %s |" % (words, verdict, count)


def json_table(found):
    yield json.dumps({"measures": found}, indent=1)


FORMATS = {"text": text_table, "markdown": markdown_table, "json": json_table}


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", add_help=True)
    parser.add_argument("--build", default="build/release", metavar="DIR", help="a release build with -DFP_BENCH=ON")
    parser.add_argument("--quick", action="store_true", help="small inputs: shows that it runs")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text", help="text, markdown or json")
    parser.add_argument("--from", dest="source", metavar="FILE", help="measures that --format json wrote")
    parser.add_argument("--output", metavar="FILE", help="write there, not to standard output")
    options = parser.parse_args()
    try:
        if options.source:
            with open(options.source, encoding="utf-8") as file:
                found = json.load(file)["measures"]
        else:
            found = measure(options.build, options.quick)
        text = "\n".join(FORMATS[options.format](found)) + "\n"
        if options.output:
            with open(options.output, "w", encoding="utf-8") as file:
                file.write(text)
        else:
            sys.stdout.write(text)
    except (Failed, OSError, ValueError, TypeError, LookupError) as error:
        print("bench: %s" % error if isinstance(error, (Failed, OSError)) else
              "bench: %s holds no measures of ./dev bench --format json (%r)" % (options.source, error),
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
