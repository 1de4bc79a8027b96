#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutants.py SOURCE BUILD: mutants are told apart as they should be, a sample of them is killed, and the
vectors of the diagnosis are those of the hand-made ones. It needs mutant_judge and reference_worker.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from checks import NIGHT, by_day

SOURCE, BUILD = sys.argv[1:3]
sys.path.insert(0, os.path.join(SOURCE, "harness", "mutants"))

import bench as benches  # noqa: E402
import handmade  # noqa: E402
import judging  # noqa: E402
import mutants  # noqa: E402
import operators  # noqa: E402
import schemata  # noqa: E402
import strength  # noqa: E402
import units  # noqa: E402
import vectors  # noqa: E402
import weights  # noqa: E402

FOLDER = os.path.join(SOURCE, "harness", "mutants")
SAMPLE, SEED = 6 if NIGHT else 2, 20261122
QUICK = ("caret", "emoji-bracket")
TOGETHER = 60  # mutants in one program
ALIKE = 3  # mutants that are judged in both ways


def planted(name, find, replace, syntaxes=("caret",)):
    return handmade.HandMade(syntaxes[0], {
        "id": name, "class": "planted", "says": name, "cites": "-",
        "edits": [{"file": "syntaxes/caret.c", "find": find, "replace": replace}]})


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bench = benches.Bench(SOURCE, BUILD)
        cls.bench.work = tempfile.mkdtemp()
        cls.run_ = judging.Run(cls.bench, mutants.arguments_of(["--build", BUILD]))
        cls.run_.units.names = []  # they have a test of their own
        cls.hand = handmade.read(cls.bench, FOLDER)

    def setUp(self):
        self.bench.options = []

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.bench.work)

    def status(self, mutant, full=False):
        return self.run_.judge(mutant, full)["status"]

    # -- telling apart -----------------------------------------------------------------------------

    def test_a_file_of_constants_alone_has_no_program_to_ask(self):
        self.assertEqual({}, self.run_.laws_of_file(judging.Held(None, {}, {}, {})))

    def test_the_parsers_as_they_are_pass(self):
        program = os.path.join(self.bench.work, "control")
        self.bench.link([], program)
        verdict = self.bench.run(program, ["caret"], "none")
        self.assertEqual([], verdict.failures)
        self.assertGreater(verdict.cases, 300)

    def test_each_family_has_members(self):
        found = {benches.family_of(syntax) for syntax in benches.SYNTAXES} - {None}
        self.assertEqual(set(os.listdir(os.path.join(SOURCE, "corpus", "families"))), found)

    def test_a_file_is_judged_by_the_syntaxes_that_use_it(self):
        for name, used, other in (("engines/array.c", "jamba", "glm"), ("engines/object-scan.c", "hermes", "glm"),
                                  ("engines/tags-acts.c", "hy-v3", "jamba"), ("engines/think.c", "think-kimi", "hermes")):
            self.assertIn(used, benches.syntaxes_of(name), name)
            self.assertNotIn(other, benches.syntaxes_of(name), name)
        self.assertEqual(["think-gemma"], benches.syntaxes_of("syntaxes/think-gemma.c"))
        self.assertEqual(len(benches.SYNTAXES), len(benches.syntaxes_of("core/out.c")))

    def test_what_differs_in_nothing_is_no_kill(self):
        same = planted("same", "held.len >= FENCE &&", "FENCE <= held.len &&")
        self.assertEqual("equivalent", self.status(same))

    def test_what_does_not_build_is_no_kill(self):
        self.assertEqual("not built", self.status(planted("broken", "held.len >= FENCE &&", "(")))

    def test_what_no_case_looks_at_survives(self):
        title = planted("title", '"triple-caret fenced blocks (seed 1)"', '"another title"')
        self.bench.options = ["--max-bytes", "0"]  # the laws have their own tests
        with mock.patch.object(self.run_, "units", None):  # who asks unit tests of a hand-made one fails
            self.assertEqual("survived", self.status(title))

    def test_the_same_change_in_another_syntax_is_built_once(self):
        with mock.patch.object(self.bench, "compile", wraps=self.bench.compile) as compiled:
            built = {self.run_.program_of(planted("once", "held.len >= FENCE &&", "true &&", (syntax,)))[0]
                     for syntax in ("caret", "xml")}
        self.assertEqual((1, 1), (compiled.call_count, len(built)))

    def test_what_does_not_link_is_no_kill(self):
        declared = ("held.len >= FENCE &&", "(__extension__({ extern int fp_nowhere(void); fp_nowhere(); })) &&")
        self.assertEqual("not built", self.status(planted("unlinked", *declared)))

    def test_alone_neither_lock_nor_unit_tests_are_asked(self):
        self.bench.options = ["--max-bytes", "8"]
        run = judging.Run(self.bench, mutants.arguments_of(["--build", BUILD, "--alone"]))
        run.units = None  # who asks it fails
        with open(os.path.join(SOURCE, "reports", "strength", "strength.json"), encoding="utf-8") as file:
            reported = json.load(file)["mutants"]
        locked = next(m for m in mutants.mechanical(self.bench, "caret")
                      if reported.get(m.id, {}).get("check") == "lock" and schemata.can_hold(m))
        self.assertEqual("lock", self.run_.golden_of_file([locked]).found[locked.id]["failures"][0][1])
        self.assertEqual({}, run.golden_of_file([locked]).found)
        title = planted("untold-title", '"triple-caret fenced blocks (seed 1)"', '"an other title"')
        self.assertEqual("survived", run.judge(title, False)["status"])
        made = self.schema_of([("held.len >= FENCE", "0", False),
                               ("held.len >= FENCE", "held.len >= FENCE && out != NULL", False)])
        for number, mutant in enumerate(made):
            mutant.id = "syntaxes/caret.c/begins_fence/planted/%d" % number
        file = run.golden_of_file(made)
        entries = dict(file.found, **run.laws_of_file(file))
        killed, survived = (entries[m.id] for m in made)
        self.assertEqual(("killed", "golden"), (killed["status"], killed["failures"][0][1]))
        self.assertIn(survived["status"], ("survived", "equivalent"))
        folder = os.path.join(self.bench.work, "alone")
        strength.write_alone(folder, made + made[:1], made, [killed, dict(survived, status="survived")])
        with open(os.path.join(folder, "alone.json"), encoding="utf-8") as file:
            lines = strength.alone_lines(json.load(file))
        self.assertIn("| `syntaxes/caret.c`, 2 of 3 | 1 | 1 | 0 | 0 | 0 | 50.0 % |", lines)
        self.assertIn("1 of 2 that change what inputs mean are killed: 50.0 %.", " ".join(lines))

    def test_a_hang_and_a_crash_are_kills_by_total(self):
        self.bench.options = ["--cpu", "1000"]
        for name, text in (("hang", "for (;;)\n        continue;"), ("crash", "*(volatile int *)0 = 1;")):
            mutant = planted(name, "    s->state = LINE_START;\n    if (s->at_end)",
                             "    s->state = LINE_START;\n    if (s->area == ARRAY)\n        " + text +
                             "\n    if (s->at_end)")
            entry = self.run_.judge(mutant, False)
            self.assertEqual("TOTAL", entry["failures"][0][1])

    def test_what_no_longer_applies_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "0 times"):
            planted("lost", "this is nowhere", "").sources(self.bench)
        with self.assertRaisesRegex(ValueError, "not once"):
            planted("often", "fp_out_release(out);", "").sources(self.bench)
        header = planted("header", "", "")
        header.edits = [dict(header.edits[0], file="core/out.h")]
        with self.assertRaisesRegex(ValueError, "not compiled by itself"):
            header.sources(self.bench)

    def test_what_overlooks_a_clause_fails_its_cases_alone(self):
        mutant = handmade.HandMade("caret", {"id": "x", "clause": "X-1", "says": "", "edits": [{"file": "syntaxes/caret.c"}]})
        clauses = {"a": ["X-1", "X-2"], "b": ["X-2"]}
        entry = {"status": "killed", "failures": [["a", "golden", "differs"]]}
        self.assertEqual([], list(handmade.strays([mutant], [entry], clauses)))
        entry["failures"].append(["b", "TOTAL", "hangs"])
        self.assertIn("fails b, which does not cite X-1", *handmade.strays([mutant], [entry], clauses))
        entry["failures"] = [["a", "CHUNK", "differs"]]
        self.assertIn("no golden case of X-1", *handmade.strays([mutant], [entry], clauses))
        self.assertEqual("X-1", strength.summary_of(mutant, entry, clauses)["clause"])

    def test_what_only_decisions_decide_kills_nothing_that_counts(self):
        weighed = weights.Weights(SOURCE)
        weighed.decisions = {"X-1"}
        weighed.cases = {"a": ["X-1"], "b": ["X-1", "X-2"], "c": {"calls": ["X-2"], "diagnostics": ["X-1"]}}
        light = (["a", "golden", "calls,text"], ["c", "golden", "diagnostics"], ["a", "lock", "differs"],
                 ["a", "unit", "fails"])
        heavy = (["b", "golden", "calls"], ["c", "golden", "calls,diagnostics"], ["c", "golden", "text"],
                 ["a", "CHUNK", "differs"], ["a", "TOTAL", "hangs"], ["equivalence/x", "golden", "calls"])
        for failure in light:
            self.assertFalse(weighed.counts(failure), failure)
        for failure in heavy:
            self.assertTrue(weighed.counts(failure), failure)
        told = [weighed.told_by({"failures": list(light) + more}) for more in ([], [heavy[3]], [heavy[3], heavy[0]])]
        self.assertEqual([None, "law", "golden"], told)
        bugs = [m for m in self.hand if m.bug_class][:20]
        entries = [{"status": "killed", "failures": [light[0], heavy[0]]} for _ in bugs]
        self.assertEqual([], weights.say(bugs, entries, weighed, True))
        entries[0]["failures"] = list(light)
        self.assertEqual([], weights.say(bugs, entries, weighed, True))  # 95 %
        entries[1]["failures"] = list(light)
        self.assertIn("18 of 20", "".join(weights.say(bugs, entries, weighed, True)))
        self.assertEqual([], weights.say(bugs, entries, weighed, False))
        entries[2] = {"status": "survived", "failures": []}
        self.assertIn("17 of 20", "".join(weights.say(bugs, entries, weighed, True)))

    def test_the_specs_have_decisions_of_both_kinds(self):
        found = weights.decisions(SOURCE)
        self.assertTrue({"CARET-1.1", "TAGS-1.2", "MODEL-3.13"} <= found, found)
        self.assertFalse({"CARET-2.1", "CARET-4.4", "TAGS-2.5"} & found)

    def test_a_vector_tells_what_counts(self):
        weighed = weights.Weights(SOURCE)
        weighed.decisions, weighed.cases = {"X-1"}, {"a": ["X-1"], "b": ["X-2"]}
        mutant = next(m for m in self.hand if m.bug_class)
        index = {"a": 0, "b": 1}
        entry = {"failures": [["a", "golden", "calls"], ["b", "PREFIX", "differs"]]}
        row = vectors.row(mutant, entry, index, True, weighed)
        self.assertEqual(("0", "0", "PREFIX"), (row["golden"], row["differs"], row["laws"]))
        self.assertEqual([True], list(vectors.counts({"x": {"mutants": [row]}})))
        entry["failures"].pop()
        row = vectors.row(mutant, entry, index, True, weighed)
        self.assertEqual([False], list(vectors.counts({"x": {"mutants": [row]}})))

    def test_the_vectors_keep_the_bar(self):
        with open(os.path.join(FOLDER, "vectors.json"), encoding="utf-8") as file:
            counted = list(vectors.counts(json.load(file)["syntaxes"]))
        self.assertGreater(len(counted), 300)
        self.assertGreaterEqual(weights.rate_of(counted), weights.BAR)

    def test_none_is_a_failure(self):
        run = subprocess.run(
            [sys.executable, os.path.join(FOLDER, "mutants.py"), "--build", BUILD, "--syntax", "caret",
             "--only", "no-such-mutant"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(1, run.returncode, run.stdout)
        self.assertIn(b"none was judged", run.stdout)

    # -- many in one program -----------------------------------------------------------------------

    def schema_of(self, changes):
        """A mutant of caret.c for each (what is replaced, by what, whether it is a statement)."""
        source = self.bench.source("syntaxes/caret.c")
        made = []
        for find, text, is_statement in changes:
            start = source.index(find.encode())
            end = start + len(find)
            made.append(operators.Mutant("syntaxes/caret.c", "planted", "f", start, end, text, source, (start, end, is_statement)))
            made[-1].id, made[-1].syntaxes = text, ["caret"]
        return made

    def judged_together(self, mutants_):
        file = self.run_.golden_of_file(mutants_)
        return dict(file.found, **self.run_.laws_of_file(file))

    def test_together_they_are_judged_as_each_alone(self):
        made = mutants.mechanical(self.bench, "caret")
        can_be = [m for m in made if m.file == "syntaxes/caret.c" and schemata.can_hold(m)]
        chosen = random.Random(SEED).sample(can_be, TOGETHER)
        program = os.path.join(self.bench.work, "together")
        held = schemata.build(self.bench, "syntaxes/caret.c", chosen, program + ".o")
        self.assertGreater(len(held), 0.95 * len(chosen))
        self.bench.link([program + ".o"], program)
        numbers = [0] + sorted(held)[:ALIKE]
        together = dict(self.bench.run_each(program, numbers, ["caret"], "none", False))
        self.assertEqual(numbers, list(together))
        self.assertEqual(("survived", []), together.pop(0)[:2])
        for number, verdict in together.items():
            target = os.path.join(self.bench.work, "alone.o")
            self.bench.compile("syntaxes/caret.c", held[number].sources(self.bench)[0][1], target)
            self.bench.link([target], program + "-not")
            self.assertEqual(self.bench.run(program + "-not", ["caret"], "none"), verdict, held[number])

    def test_together_what_survives_hangs_or_crashes_does_so(self):
        title = '"triple-caret fenced blocks (seed 1)"'
        alive = "held.len >= FENCE"
        line = "s->state = LINE_START;"
        self.bench.options = ["--max-bytes", "0"]  # the laws have their own tests
        role = "fp_out_mark_first(out, FENCE, FP_ROLE_MARKER)"
        entries = self.judged_together(self.schema_of([
            (role, "(void)0", False), ("dashes < FENCE", "dashes <= FENCE", False), (title, '"another title"', False), (alive, "FENCE <= held.len", False),
            (line, line + " if (s->area == ARRAY) for (;;) continue;", True),
            (line, line + " if (s->area == ARRAY) *(volatile int *)0 = 1;", True)]))
        self.assertEqual([], [e for e in entries if "title" in e], "a constant is not to be held")
        self.assertEqual("equivalent", entries.pop("FENCE <= held.len")["status"])
        self.assertEqual("shown", entries.pop("(void)0")["status"])
        self.assertEqual("lock", entries.pop("dashes <= FENCE")["failures"][0][1], "its events come later")
        self.assertEqual(["TOTAL hangs", "TOTAL crashes"],
                         [" ".join(entry["failures"][0][1:]) for entry in entries.values()])

    def test_what_holds_mutants_and_is_not_the_parser_is_an_error(self):
        own = self.schema_of([("held.len >= FENCE", "held.len < FENCE", False)])
        declared = schemata.DECLARED
        try:
            schemata.DECLARED = "enum { fp_mutant = 1 }; "
            with self.assertRaisesRegex(ValueError, "is not the parser as it is"):
                self.run_.golden_of_file(own)
        finally:
            schemata.DECLARED = declared

    def test_a_unit_test_kills_what_it_comes_by(self):
        asked = units.Units(self.bench)
        asked.names = ["test_catalogue"]
        stem = os.path.join(self.bench.work, "units-of-rules")
        held = schemata.build(self.bench, "core/rules.c", mutants.mechanical(self.bench, None, ["core/rules.c"]),
                              stem + ".o")
        killers = {}
        for function, change in (("try_regex", "`free(subject)` becomes `(void)0`"),
                                 ("run_regex", "becomes `FP_PATTERN_MATCHES`")):
            number = next(n for n, m in held.items() if m.function == function and change in str(m))
            killers.update({function: name for _, name in asked.killers(held, [stem + ".o"], stem, [number], False)})
        self.assertEqual({"try_regex": "test_catalogue", "run_regex": None}, killers)
        seen = asked.seen(asked.names, held, stem, False)["test_catalogue"]
        self.assertTrue(0 < len(seen) < len(held))

    def test_sanitizers_are_asked(self):
        made = self.schema_of([("held.len >= FENCE", "held.ptr[-99] == held.ptr[-98] || held.len >= FENCE", False)])
        held = {1: made[0]}
        program = os.path.join(self.bench.work, "sanitized")
        self.assertTrue(schemata.build_sanitized(self.bench, held, program + ".o"))
        self.bench.link([program + ".o"], program, sanitized=True)
        told = dict(self.bench.run_each(program, [0, 1], ["caret"], "none", True, sanitized=True))
        self.assertEqual([], told[0].failures)
        self.assertEqual(["TOTAL", "crashes"], told[1].failures[0][1:])

    def test_a_changed_operator_binds_as_in_the_text(self):
        source = b"int f(int a, int b, int c)\n{\n    return a && b && c;\n}\n"
        first, second = source.index(b"a &&"), source.index(b"b && c")
        whole = (first, source.index(b";"), False)
        made = {n: operators.Mutant("f.c", "logical", "f", at + 2, at + 4, "||", source, whole)
                for n, at in ((1, first), (2, second))}
        text = schemata.Schema(source, made).text
        self.assertIn(b"(fp_mutant == 1 ? (a || b && c) : (fp_mutant == 2 ? (a && b || c) : (a && b && c)))", text)
        self.assertEqual(source.count(b"\n"), text.count(b"\n"))

    def test_scopes_are_whole_expressions(self):
        path = os.path.join(self.bench.work, "f.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("void g(int);\nstatic int u = 9;\nint f(int a, int b)\n{\n    static int t[2] = { 1 };\n"
                       "    for (; a && b + 1 > 0;)\n        if (a)\n            break;\n"
                       "        else\n            g(sizeof(\"x\"));\n    return t[0];\n}\n")
        found = operators.find(path, "f.c", [])
        with open(path, "rb") as file:
            source = file.read()
        scopes = {m.was: m.scope and source[m.scope[0]:m.scope[1]].decode() for m in found}
        self.assertEqual("a && b + 1 > 0", scopes["&&"])
        self.assertEqual("break;", scopes["break"])
        self.assertEqual(None, scopes['"x"'])
        self.assertEqual(None, scopes["9"])
        table = next(m for m in found if m.was == "1" and m.static is not None)
        self.assertIn(b"       int t[2] = { (fp_mutant == 1 ? (0) : (1)) }", schemata.Schema(source, {1: table}).text)
        self.assertEqual(source, schemata.Schema(source, {}).text[len(schemata.DECLARED):])

    # -- operators ---------------------------------------------------------------------------------

    def test_ids_survive_edits_elsewhere(self):
        flags = self.bench.parser_flags("syntaxes/caret.c")
        path = os.path.join(self.bench.work, "caret.c")
        text = self.bench.source("syntaxes/caret.c").decode()
        before = operators.find(self.bench.path("syntaxes/caret.c"), "syntaxes/caret.c", flags)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("/* -- bytes", "static int added(int a)\n{\n    return a + 1;\n}\n\n/* --"))
        after = {m.id for m in operators.find(path, "syntaxes/caret.c", flags)}
        self.assertGreater(len(before), 400)
        self.assertEqual(len(before), len({m.id for m in before}))
        self.assertEqual([], [m.id for m in before if m.id not in after])
        self.assertEqual(set(operators.OPERATORS) - {"bitwise"}, {m.operator for m in before})

    # -- the report --------------------------------------------------------------------------------

    def test_what_is_kept_tells_the_clauses_of_all_that_fails(self):
        clauses = {"x/a": ["X-1", "X-2"], "x/b": ["X-1", "X-2"], "x/c": ["X-2", "X-3"], "y/a": ["Y-1"]}
        failures = [[name, "golden", "differs"] for name in ("x/a", "x/b", "x/c")]
        self.assertEqual([failures[0], failures[2]], strength.telling(failures, clauses))
        mutant = self.schema_of([("held.len >= FENCE", "0", False)])[0]
        entry = {"status": "killed", "failures": [failures[0], failures[2]], "complete": True}
        self.assertEqual("X-2", strength.summary_of(mutant, entry, clauses)["only"])
        shared = dict(entry, failures=entry["failures"] + [["y/a", "golden", "differs"]])
        self.assertEqual(shared["failures"], strength.telling(shared["failures"], clauses))
        self.assertEqual("X-2 Y-1", strength.summary_of(mutant, shared, clauses)["only"])
        self.assertNotIn("only", strength.summary_of(mutant, dict(entry, complete=False), clauses))

    def test_a_clause_that_no_case_can_tell_is_a_must_clause_without_a_mutant(self):
        musts = strength.must_clauses(SOURCE)
        self.assertEqual([], list(strength.wrong_arguments(strength.argued_clauses(), musts, strength.own_clauses({}))))
        own = strength.own_clauses({"hand/caret/x": {"only": "CARET-3.9"}})
        self.assertIn("is told", *strength.wrong_arguments({"CARET-3.9": ""}, musts, own))
        self.assertIn("no such MUST clause", *strength.wrong_arguments({"CARET-1.4": ""}, musts, own))

    def test_files_that_are_not_judged_whole_do_not_count(self):
        killed = {"status": "killed", "by": "a"}
        kept = {"syntaxes/caret.c/f/removed/1": killed, "syntaxes/xml.c/f/removed/2": killed, "hand/xml/x": killed}
        missing = {"syntaxes/xml.c/g/removed/3": False, "syntaxes/caret.c/f/state/5": True}  # whether it needs a program of its own
        page = strength.page(strength.whole_files(kept, missing), missing, ["X-1"], {})
        self.assertIn("2 mutants judged, 2 of them killed: 100.0 % of 2", page)
        self.assertIn("Of `syntaxes/xml.c` not all others are judged", page)
        self.assertIn("Of those that are not judged 1 are of constants", page)
        self.assertIn("| caret | 1 | 0 |", page)

    def test_what_lock_and_unit_tests_kill_counts_as_alive_without_them(self):
        kept = {"syntaxes/caret.c/f/removed/%d" % n: {"status": "killed", "by": "a", "check": check}
                for n, check in enumerate(("lock", "unit", "CHUNK"))}
        kept["syntaxes/caret.c/f/removed/3"] = {"status": "killed", "by": "caret/a/b"}
        lines = strength.at_least_lines(kept)
        self.assertIn("| caret | 2 | 2 | 0 | 0 | 0 | 50.0 % |", lines)
        self.assertIn("at least 2 of 4 are killed by golden cases and laws: 50.0 %", " ".join(lines))
        alone = {"engines/tags.c": {"killed": 3, "survived": 1, "of": 4}}
        self.assertIn("| `engines/tags.c` | 3 | 1 | 0 | 0 | 0 | 75.0 % |", strength.page(kept, {}, [], {}, alone))

    def test_what_mimics_bugs_is_told_by_syntax(self):
        row = {"status": "killed", "class": "x", "says": "s"}
        kept = {"hand/caret/a": dict(row, told="golden"), "hand/caret/b": dict(row, told="law"), "hand/caret/c": row,
                "hand/xml/d": dict(row, status="survived"), "hand/xml/e": dict(row, status="equivalent"),
                "hand/xml/f": {"status": "killed", "clause": "X-1", "says": "s"}}
        lines = strength.hand_lines(kept)
        self.assertIn("| caret | 3 | 1 | 1 | 1 | 33.3 % | 66.7 % |", lines)
        self.assertIn("| all | 4 | 1 | 1 | 2 | 25.0 % | 50.0 % |", lines)
        self.assertEqual(["- s (`caret/c`)", "- s (`xml/d`)"], [line for line in lines if line.startswith("- ")])

    def test_what_was_asked_quickly_is_said_and_asked_again(self):
        mutant = self.schema_of([("held.len >= FENCE", "0", False)])[0]
        mutant.syntaxes = ["caret"]
        quick = judging.Run(self.bench, mutants.arguments_of(["--build", BUILD, "--quick"]))
        entry = quick.learn(mutant, False, {"status": "survived", "failures": []})
        page = strength.page({"syntaxes/caret.c/f/state/1": strength.summary_of(mutant, entry, {})}, {}, [], {})
        self.assertIn("Of 1 that survive it is not asked yet", page)
        again = judging.Run(self.bench, mutants.arguments_of(["--build", BUILD]))
        self.assertIsNone(again.known(mutant, False))
        told = judging.Run(self.bench, mutants.arguments_of(["--build", BUILD, "--judged"]))
        self.assertEqual("survived", told.known(mutant, False)["status"])

    def test_what_is_stopped_keeps_the_survivors_of_which_all_was_asked(self):
        own = self.schema_of([("held.len >= FENCE", "held.len >= 1 + FENCE", False),
                              ("dashes < FENCE", "dashes < 2 + FENCE", False)])
        held = dict(enumerate(own, 1))
        stopped_run = judging.Run(self.bench, mutants.arguments_of(["--build", BUILD]))

        def stopped(_file, asked):
            yield asked[0], judging.SURVIVED
            raise KeyboardInterrupt

        stopped_run.later = lambda: (lambda _file, asked: [(n, judging.SURVIVED) for n in asked], stopped)
        with self.assertRaises(KeyboardInterrupt):
            stopped_run.laws_of_file(judging.Held("", held, held, {}))
        again = judging.Run(self.bench, mutants.arguments_of(["--build", BUILD]))
        self.assertEqual("survived", again.known(own[0], False)["status"])
        self.assertIsNone(again.known(own[1], False))

    def test_survivors_on_the_page_are_few(self):
        kept = {"syntaxes/caret.c/f/removed/%d" % i: {"status": "survived", "change": "x"} for i in range(150)}
        page = strength.page(kept, set(), [], {})
        self.assertEqual(strength.LISTED, page.count("\n- x "))
        self.assertIn("| syntaxes/caret.c | 150 |", page)

    # -- killing -----------------------------------------------------------------------------------

    def test_a_sample_of_what_is_reported_killed_is_killed(self):
        with open(os.path.join(SOURCE, "reports", "strength", "strength.json"), encoding="utf-8") as file:
            reported = json.load(file)["mutants"]
        known = {m.id: m for s in QUICK for m in mutants.mechanical(self.bench, s)}
        killed = sorted(name for name in known if reported.get(name, {}).get("status") == "killed" and
                        "check" not in reported[name])
        self.assertGreater(len(killed), 100)
        for name in random.Random(SEED).sample(killed, SAMPLE):
            self.assertEqual("killed", self.status(known[name]), known[name])

    def test_what_mimics_bugs_is_killed_as_the_vectors_say(self):
        with open(os.path.join(FOLDER, "vectors.json"), encoding="utf-8") as file:
            fields = json.load(file)["syntaxes"]
        own = [m for m in self.hand if m.bug_class and m.syntaxes[0] in QUICK and not m.file.startswith("core/")]
        self.assertGreater(len(own), 10)
        for mutant in by_day(own, 6):
            field = fields[mutant.syntaxes[0]]
            index = {name: i for i, name in enumerate(field["cases"])}
            entry = self.run_.judge(mutant, False)
            self.assertEqual("killed", entry["status"], mutant)
            known = {m["id"]: m for m in field["mutants"]}
            self.assertEqual(known[mutant.id]["golden"],
                             vectors.places(vectors.vector(entry, index)["golden"]), mutant)

    def test_a_sample_of_what_overlooks_a_clause_is_killed_by_its_cases(self):
        own = [m for m in self.hand if m.clause]
        self.assertGreater(len(own), 50)
        sample = random.Random(SEED).sample(own, SAMPLE)
        entries = [self.run_.judge(mutant, False) for mutant in sample]
        self.assertEqual({"killed"}, {entry["status"] for entry in entries})
        self.assertEqual([], list(handmade.strays(sample, entries, strength.case_clauses(SOURCE))))

    def test_no_argument_is_of_a_mutant_that_is_gone(self):
        made = mutants.mechanical(self.bench, None)
        self.assertEqual([], mutants.stale(made))
        gone = next(mutant for mutant in made if mutant.id in mutants.equivalents())
        self.assertEqual(1, len(mutants.stale([mutant for mutant in made if mutant is not gone])))

    def test_the_vectors_are_of_these_mutants_and_cases(self):
        with open(os.path.join(FOLDER, "vectors.json"), encoding="utf-8") as file:
            fields = json.load(file)["syntaxes"]
        says = {m.id: m.says for m in self.hand if m.bug_class}
        self.assertLessEqual(set(QUICK), set(fields))
        for syntax, field in fields.items():
            for row in field["mutants"]:
                self.assertEqual(says.get(row["id"]), row["says"], row["id"])
            cases = vectors.case_ids(SOURCE, syntax)
            lost = set(field["cases"]) - set(cases)
            self.assertLess(len(lost) + len(vectors.new_ids(SOURCE, syntax, field["cases"])), 0.05 * len(cases),
                            syntax + ": too much is new: ./dev mutants --hand --vectors")

    # -- diagnosis ---------------------------------------------------------------------------------

    def diagnosed(self, objects):
        worker = os.path.join(self.bench.work, "worker")
        main = self.bench.part("harness/CMakeFiles/reference_worker.dir/tests/reference_worker.c.o")
        self.bench.link(objects, worker, main)
        patterns = ["--case", "caret/multiline/*"]
        run = subprocess.run(
            [os.path.join(BUILD, "harness", "fencepost"), "test", "--format", "json", "--reduce-budget",
             "0"] + patterns + ["--", worker], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        last = json.loads(run.stdout.splitlines()[-1])
        self.assertEqual("summary", last["record"])
        return run.returncode, last.get("behaves_like", [])

    def test_a_planted_fault_is_diagnosed(self):
        name = "hand/caret/end-marker-of-any-name"
        mutant = next(m for m in self.hand if m.id == name)
        objects = []
        for file, source in mutant.sources(self.bench):
            objects.append(os.path.join(self.bench.work, file.replace("/", "_") + ".o"))
            self.assertTrue(self.bench.compile(file, source, objects[-1]))
        code, likenesses = self.diagnosed(objects)
        self.assertEqual(1, code)
        self.assertEqual(name, likenesses[0]["mutant"])
        self.assertGreaterEqual(likenesses[0]["similarity_percent"], 85)

    def test_nothing_is_said_of_a_parser_without_fault(self):
        self.assertEqual((0, []), self.diagnosed([]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
