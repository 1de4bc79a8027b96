#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""template.py BENCH_TEMPLATE DIR: our executor of response templates beside that of transformers, on the same texts in the same run.

BENCH_TEMPLATE is the program bench-template of a release that was built with -DFP_BENCH=ON. DIR is a folder that has
src/transformers/utils/chat_parsing, or is that folder; nothing else of the package is loaded (the module `regex` is needed). Each
template of examples/response-templates reads messages of prose and calls, of about 4 KB and 64 KB, at once and in chunks of four
characters. Both give the same calls, or the row says that they are not compared. Prints a table of processor times and their ratios.
Exits with 1 where a ratio in chunks, which is how a stream of tokens comes, is under the bar.
"""
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BAR = 50
SIZES = (4000, 64000)
CHUNKS = (0, 4)
PROSE = ("The file has two parts, and if a < b then the first one comes before the second; `x <= y` is another matter. I look at it "
         "line by line, and note what is there: names, numbers such as 1,024 and 3.5, and a link [here]. ")


def load(folder):
    """The parser and the loader of transformers, as its adapter loads them."""
    adapter = importlib.util.spec_from_file_location("adapter", ROOT / "harness/adapters/template-transformers/adapter.py")
    module = importlib.util.module_from_spec(adapter)
    adapter.loader.exec_module(module)
    return module.load(folder)


def read(parser, template, text, chunk):
    one = parser(template, prefix="")
    events = 0
    for at in range(0, len(text), chunk or len(text)):
        events += len(one.feed(text[at:at + (chunk or len(text))]))
    return one.finalize()[0]


def plain(value):
    """Whether a rendering is text that says little else than a call."""
    return isinstance(value, str) and value.isascii() and len(value) < 400


def text_of(name, size, works):
    """Prose and calls, by turns, until it is so long: those calls that the executor of transformers reads."""
    renderings = json.loads((ROOT / "corpus" / name / "renderings.json").read_text(encoding="utf-8"))["renderings"]
    calls = [text for text in renderings.values() if plain(text) and works(text)][:12]
    text, number = "", 0
    while len(text) < size:
        text += PROSE * 2 + "\n\n" + (calls[number % len(calls)] if calls else "") + "\n"
        number += 1
    return text


def works_with(parser, template):
    def works(text):
        try:
            return "tool_calls" in read(parser, template, text, 0)
        except Exception:  # whatever it is, such a text is not one for a bench
            return False
    return works


def fastest(parser, template, text, chunk):
    """Seconds of the processor for one pass, in the fastest of some rounds."""
    times = []
    while len(times) < 3 or (sum(times) < 0.4 and len(times) < 30):
        began = time.process_time()
        read(parser, template, text, chunk)
        times.append(time.process_time() - began)
    return min(times)


def rows(program, folder):
    parser, loads = load(folder)
    for path in sorted((ROOT / "examples" / "response-templates").glob("*.json")):
        template = loads(json.loads(path.read_text(encoding="utf-8")))
        for size in SIZES:
            text = text_of(path.stem, size, works_with(parser, template))
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as given:
                given.write(text)
                given.flush()
                for chunk in CHUNKS:
                    done = subprocess.run([program, path, given.name, str(chunk)], capture_output=True, check=True)
                    seconds, message = done.stdout.decode("utf-8").split("\n", 1)
                    # What is left over of text is joined by ours, and replaced by theirs (TEMPLATE-4.2).
                    try:
                        theirs, ours = read(parser, template, text, chunk), json.loads(message)
                    except Exception:  # an error there is not a message
                        theirs, ours = {}, None
                    same = ours is not None and ours.get("tool_calls") == theirs.get("tool_calls")
                    yield path.stem, len(text), chunk, float(seconds), fastest(parser, template, text, chunk) if same else 0, same


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    ratios = {chunk: [] for chunk in CHUNKS}
    print("| template | characters | chunks | ours, MB/s | transformers, MB/s | times as fast |\n|---|---:|---|---:|---:|---:|")
    for name, length, chunk, ours, theirs, same in rows(sys.argv[1], Path(sys.argv[2])):
        words = f"of {chunk}" if chunk else "whole"
        if not same:
            print(f"| `{name}` | {length} | {words} | | | an error, or other calls: not compared |")
            continue
        ratios[chunk].append(theirs / ours)
        print(f"| `{name}` | {length} | {words} | {length / ours / 1e6:.1f} | {length / theirs / 1e6:.2f} | {theirs / ours:.0f} |", flush=True)
    for chunk, found in ratios.items():
        missed = sum(ratio < BAR for ratio in found)
        print(f"\n{f'In chunks of {chunk}' if chunk else 'Whole'}: {min(found):.1f} to {max(found):.0f} times as fast, "
              f"{statistics.geometric_mean(found):.0f} in the mean; the bar of {BAR} is missed by {missed} of {len(found)}.")
    return 1 if any(ratio < BAR for ratio in ratios[CHUNKS[-1]]) else 0


if __name__ == "__main__":
    sys.exit(main())
