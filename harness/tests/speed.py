#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""speed.py SOURCE: what ./dev bench and its gate report for given figures. Nothing is measured."""
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE = sys.argv[1]
sys.path.insert(0, os.path.join(SOURCE, "harness", "bench"))

import bench  # noqa: E402
import gate  # noqa: E402


def of_syntax(syntax, document, times):
    """The figures of a syntax that meets every bar, just."""
    figures = [{"measure": "rate", "syntax": syntax, "input": text, "chunk": chunk, "document": document,
                "unit": "MB/s", "value": 1000 if chunk == "whole" else 250 if chunk != "1" else 80, "beside": {},
                "times": times}
               for text in bench.TEXTS + bench.OTHER_TEXTS for chunk in bench.CHUNKS]
    figures += [{"measure": "allocations", "syntax": syntax, "input": text, "chunk": chunk, "value": 31, "unit": "",
                 "beside": {"bytes": 1}} for text in bench.TEXTS + bench.OTHER_TEXTS for chunk in ("whole", "1")]
    return figures + [
        {"measure": "state", "syntax": syntax, "value": 4095, "unit": "bytes", "beside": {"own": 8}},
        {"measure": "growth", "syntax": syntax, "input": "carets", "value": 1.09, "unit": "exponent", "beside": {}},
        {"measure": "growth", "syntax": syntax, "input": "fences", "value": 1.01, "unit": "exponent", "beside": {}}]


GOOD = of_syntax("x", False, {"memchr": 0.6, "pcre2": 10}) + of_syntax("y", True, {"memchr": 0.1, "jansson": 10})
GOOD += [{"measure": "run", "value": 4.9, "unit": "s", "beside": {"cores": 2}},
         {"measure": "pipe", "input": "session", "value": 100000, "unit": "parses/s", "beside": {"echo": 2}},
         {"measure": "pipe", "input": "lines alone", "value": 3, "unit": "parses/s", "beside": {"echo": 4}},
         {"measure": "calls", "syntax": "x", "value": 100000, "unit": "calls/s", "beside": {"came back": 1}}]


def with_value(found, index, value):
    return found[:index] + [dict(found[index], value=value)] + found[index + 1:]


def made_worse(found, index, bar):
    """Just below or above the bar."""
    m, factor = found[index], 0.99 if bar.least is not None else 1.1
    if not bar.of:
        return with_value(found, index, m["value"] * factor)
    times = dict(m["times"], **{bar.of: m["times"][bar.of] * factor})
    return found[:index] + [dict(m, times=times)] + found[index + 1:]


class Table(unittest.TestCase):
    def verdicts(self, found):
        return {words: (verdict, count) for verdict, count, words in bench.bar_rows(bench.Figures(found))}

    def test_all_met(self):
        self.assertEqual({verdict for verdict, _ in self.verdicts(GOOD).values()}, {"met"})
        self.assertNotIn("!", "".join(list(bench.text_table(GOOD))[4:]))

    def test_each_bar_can_be_missed(self):
        seen = set()
        for i, m in enumerate(GOOD):
            bar = bench.bar_of(m)
            if not bar:
                continue
            verdicts = self.verdicts(made_worse(GOOD, i, bar))
            self.assertEqual([words for words, (verdict, _) in verdicts.items() if verdict == "MISSED"], [bar.words])
            seen.add(bar)
        self.assertEqual(seen, set(bench.BARS))

    def test_what_was_not_measured_is_not_met(self):
        self.assertEqual(self.verdicts([m for m in GOOD if m["measure"] != "run"])[
            "built-in run, every case and law: less than 5 s"], ("not measured", "0 of 0"))

    def test_a_missed_bar_is_marked(self):
        index = next(i for i, m in enumerate(GOOD) if m.get("chunk") == "4" and m["input"] == "turns")
        found = with_value(GOOD, index, 249)
        row = next(line for line in bench.text_table(found) if line.strip().startswith("turns"))
        self.assertIn("249 0.60!", row)
        self.assertIn("*249*", "".join(bench.markdown_table(with_value(GOOD, next(
            i for i, m in enumerate(GOOD) if m.get("chunk") == "4" and m["input"] == "bodies"), 249))))

    def test_what_was_measured_beside_is_shown(self):
        head, *rows = [line.split("|") for line in bench.markdown_table(GOOD) if line.startswith("| ")][:3]
        at = [cell.strip() for cell in head].index("regex")
        self.assertEqual([row[at:at + 2] for row in rows], [[" 10.0 ", "  "], ["  ", " 10.0 "]])
        self.assertEqual(head[at + 1], " jansson ")

    def test_lines_fit(self):
        rows = list(bench.text_table(GOOD))
        self.assertLessEqual(max(map(len, rows)), 120)

    def test_json_is_read_again(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write("\n".join(bench.json_table(GOOD)))
            file.flush()
            program = os.path.join(SOURCE, "harness", "bench", "bench.py")
            said = subprocess.run([sys.executable, program, "--from", file.name, "--format", "json"],
                                  stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(json.loads(said)["measures"], GOOD)

    def test_another_file_is_refused(self):
        program = os.path.join(SOURCE, "harness", "bench", "bench.py")
        for text in ("{}", "[]", "no JSON", '{"measures": [{"measure": "rate"}]}'):
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                file.write(text)
                file.flush()
                run = subprocess.run([sys.executable, program, "--from", file.name],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual((run.returncode, run.stdout), (1, b""))
            self.assertIn(b"holds no measures", run.stderr)


class Gate(unittest.TestCase):
    BEFORE = {"x prose whole": 1000, "x prose 4": 2000}

    def judge(self, now, strict=True):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            good = gate.judge(self.BEFORE, now, 3, strict)
        return good, said.getvalue()

    def test_what_is_within_the_limit_passes(self):
        self.assertEqual(self.judge({"x prose whole": 1030, "x prose 4": 1940})[0], True)

    def test_more_is_named_and_fails(self):
        for strict in (True, False):
            good, said = self.judge({"x prose whole": 1031, "x prose 4": 2000}, strict)
            self.assertFalse(good)
            self.assertRegex(said, r"x prose whole +1000 -> +1031  \+3\.1 %")
            self.assertNotIn("x prose 4", said)

    def test_fewer_new_and_gone_are_to_be_written_down(self):
        for now in ({"x prose whole": 900, "x prose 4": 2000}, dict(self.BEFORE, **{"y prose 4": 1}),
                    {"x prose whole": 1000}):
            self.assertEqual(self.judge(now, strict=True)[0], False)
            self.assertIn("--gate --write", self.judge(now, strict=True)[1])
            self.assertEqual(self.judge(now, strict=False)[0], True)

    def test_the_file_is_what_is_written(self):
        made_by, counts = gate.read_counts(os.path.join(SOURCE, gate.COUNTS))
        self.assertRegex(made_by, r"; glibc [\d.]+; jansson [\d.]+; valgrind-")
        corpus = os.path.join(SOURCE, "reference", "syntaxes")
        syntaxes = {name.split()[0] for name in counts}
        self.assertEqual(len(counts), 6 * len(syntaxes))
        for syntax in syntaxes:
            self.assertTrue(os.path.exists(os.path.join(corpus, syntax + ".c")), syntax)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
