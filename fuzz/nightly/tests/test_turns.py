# SPDX-License-Identifier: Apache-2.0
"""test_turns.py: long checks that are slower than their share: each gets to its end, or is named. The clock of most of
these nights is made up, so that a round takes the seconds that a test says."""
import json
import os
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from nightly import findings, layout, night, page, process, report, state, steps, turns  # noqa: E402

NIGHT = 1000  # seconds; the shares below are of it
ROOT = Path(__file__).resolve().parent.parent.parent.parent


class Clock:
    """Takes the place of the time and of process.run(): a command is ["name", round, seconds that it takes]. done: the
    seconds that a check that resumes has had of a round."""

    def __init__(self):
        self.now, self.log, self.done = 0.0, [], {}

    def monotonic(self):
        return self.now

    def run(self, command, seconds, *_more, **_named):
        name, number, takes = command[0], int(command[1]), float(command[2])
        left = takes - self.done.get((name, number), 0)
        spent = min(left, int(seconds))
        self.now += spent
        self.log.append((name, number, spent, spent == left))
        if name.startswith("resuming"):
            self.done[name, number] = self.done.get((name, number), 0) + spent
        return process.Done(0 if spent == left else 124, spent, "well\n")


def slow(name, share, takes, rounds=1, **more):
    """A check whose rounds take so many seconds: a number, or takes(round)."""
    def command(_tree, _kept, number, _jobs):
        return [name, number, takes(number) if callable(takes) else takes]

    return steps.Step(name, share, rounds, command, **more)


class Nights(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder, self.clock = Path(held.name), Clock()
        self.known, self.past, self.number = {}, {}, 0

    def night(self, *there, seconds=NIGHT):
        """Runs the long checks of a night. Returns {name: row}, and the rounds that were run."""
        self.number += 1
        rows, before = [], len(self.clock.log)
        tree = types.SimpleNamespace(source=self.folder)
        with mock.patch.object(steps.process, "run", self.clock.run), \
                mock.patch.object(steps, "time", self.clock):
            began = self.clock.now
            steps.Runner(tree, None, self.folder, 1, self.known, self.past, rows, lambda: None).run(
                list(there), seconds, self.number)
        self.assertLessEqual(self.clock.now - began, turns.room_of(there, seconds) + 1, "more than the room of all")
        self.assertIsNone(turns.fault(json.loads(json.dumps(self.past))))
        return {row["name"]: row for row in rows}, self.clock.log[before:]

    def ends(self, name):
        return [(number, whole) for of, number, _, whole in self.clock.log if of == name and whole]

    def test_three_turns(self):
        """A round of three shares ends on the third night; each night says what comes next, and when."""
        there = [slow("busy", 0.2, 50, 0), slow("long", 0.1, 300), slow("quick", 0.1, 10, 0)]
        rows, _ = self.night(*there)
        self.assertEqual((rows["long"]["rounds"], rows["long"]["said"]), (0, "no round came to its end in 100 s"))
        self.assertEqual(rows["long"]["next"]["said"], "again round 0 in night 2, with 200 s")
        rows, log = self.night(*there)
        self.assertEqual((log[0], rows["long"]["rounds"]), (("long", 0, 200, False), 0))
        self.assertEqual(rows["long"]["next"]["said"], "again round 0 in night 3, with 400 s")
        rows, log = self.night(*there)
        self.assertEqual((log[0], rows["long"]["rounds"]), (("long", 0, 300, True), 1))
        self.assertEqual(self.known["long"], 1)
        self.assertEqual(rows["long"]["next"]["round"], 1)

    def test_known_to_be_long(self):
        """What a round takes is known from the last one: the next is not begun in less, and does not block others."""
        there = [slow("busy", 0.2, 50, 0), slow("long", 0.1, 200), slow("quick", 0.1, 10, 0)]
        for _ in range(12):
            self.night(*there)
        rounds = [entry for entry in self.clock.log if entry[0] == "long"]
        self.assertEqual(len([entry for entry in rounds if not entry[3]]), 1, "cut short once, and then given its time")
        self.assertGreaterEqual(self.known["long"], 4)
        for name in ("busy", "quick"):
            self.assertGreaterEqual(self.known[name], 20)

    def test_a_round_goes_on(self):
        """What resumes continues at the half, with its share alone, and is not named as too long."""
        there = [slow("busy", 0.2, 50, 0), slow("resuming", 0.1, 200, resumes=True), slow("quick", 0.1, 10, 0)]
        rows, _ = self.night(*there)
        self.assertEqual(rows["resuming"]["next"]["said"], "continues with round 0 in night 2, after 100 s")
        rows, log = self.night(*there)
        self.assertEqual((rows["resuming"]["rounds"], self.clock.done["resuming", 0]), (1, 200))
        self.assertIn(("resuming", 0, 100, True), log)
        self.assertEqual(rows["busy"]["rounds"], 4, "the others had theirs")

    def test_it_goes_on_for_many_nights(self):
        there = [slow("resuming", 0.1, 5000, resumes=True), slow("busy", 0.1, 50, 0)]
        for _ in range(40):
            rows, _ = self.night(*there)
            self.assertNotIn("too_long", rows["resuming"])
        self.assertEqual(self.ends("resuming")[0], (0, True))
        self.assertGreaterEqual(self.known["busy"], 40)

    def test_it_brings_nothing_on(self):
        """What should continue, and does not, is left out too, so that the rounds after it are run."""
        there = [slow("stuck", 0.1, lambda n: 50 if n else 9000, resumes=True), slow("busy", 0.1, 50, 0)]
        for number in range(1, 200):
            rows, _ = self.night(*there)
            if "left_out" in rows["stuck"]:
                break
        self.assertEqual(rows["stuck"]["left_out"], 0)
        self.assertTrue(steps.stuck(rows["stuck"]))
        self.assertIn("it was not at its end after 6", rows["stuck"]["too_long"])
        self.assertGreater(number, turns.MOST // 2)
        self.assertEqual(self.night(*there)[0]["stuck"]["rounds"], 1)

    def test_too_long(self):
        """A round that the room of all cannot end is named, and does not block the next one."""
        there = [slow("part", 0.1, lambda n: 50 if n else 9000), slow("busy", 0.2, 50, 0)]
        for _ in range(4):
            rows, _ = self.night(*there)
            if "left_out" in rows["part"]:
                break
        self.assertEqual(rows["part"]["too_long"], "round 0 is left out: it takes more than 300 s, all that long "
                         "checks had; a night of 33 minutes gives it twice that")
        self.assertFalse(steps.stuck(rows["part"]))
        self.assertTrue(steps.stuck({**rows["part"], "left_out_after": steps.PATIENT}))
        rows, _ = self.night(*there)
        self.assertEqual((rows["part"]["rounds"], self.ends("part")), (1, [(1, True)]))
        self.assertIn("round 0 is left out", rows["part"]["too_long"], "it is named until one as long ends")
        self.past["part"]["too_long"] = [0, 40]
        self.assertNotIn("too_long", self.night(*there)[0]["part"])

    def test_the_room_of_others(self):
        """What others leave tonight is for a round that was cut short tonight."""
        there = [slow("long", 0.1, 150), slow("idle", 0.3, 10)]
        rows, log = self.night(*there)
        self.assertEqual([entry[0] for entry in log], ["long", "idle", "long"])
        self.assertEqual(rows["long"]["rounds"], 1)

    def test_who_waits_goes_first(self):
        there = [slow("long", 0.1, 350), slow("late", 0.3, 20, 0)]
        self.night(*there)
        self.night(*there)
        rows, log = self.night(*there)
        self.assertEqual(log, [("long", 0, 350, True)])
        self.assertEqual(rows["late"]["said"], "not reached: it needs 300 s, and 50 s were left")
        self.assertEqual(rows["late"]["next"]["said"], f"round {self.known['late']} in night 4")
        rows, log = self.night(*there)
        self.assertEqual(log[0][0], "late")
        self.assertEqual(rows["long"]["next"]["night"], 5)
        self.assertEqual(self.night(*there)[1][0][0], "long", "the night that was foretold")

    def test_no_round_is_begun_that_cannot_end(self):
        _, log = self.night(slow("busy", 0.1, 40, 0))
        self.assertEqual([entry[2] for entry in log], [40, 40])

    def test_a_night_of_90_minutes(self):
        """The checks that there are. What mutants of the core take was measured, the other seconds are a guess. Within
        five nights each check has ended a round, and each row names what comes next, and in which night."""
        takes = {"thorough": 150, "diff": 40, "mutants": 930, "memcheck": 60, "msan": 30, "failures": 70,
                 "coverage": 500, "tests": 200}
        there = [slow(("resuming " if s.resumes else "") + s.name, s.share, takes[s.name], s.rounds, resumes=s.resumes)
                 for s in steps.STEPS]
        ended = set()
        for number in range(1, 6):
            rows, _ = self.night(*there, seconds=5400)
            ended |= {name for name, row in rows.items() if row["rounds"]}
            for row in rows.values():
                self.assertIn(row["next"]["night"], range(number + 1, number + 1 + len(there)))
                self.assertIn(f"night {row['next']['night']}", row["next"]["said"])
                self.assertTrue(row["next"]["command"])
                self.assertNotIn("too_long", row)
        self.assertEqual(len(ended), len(there))


class Seconds(unittest.TestCase):
    def test_length(self):
        step, going = slow("a", 0.1, 1), slow("b", 0.1, 1, resumes=True)
        fresh, was_cut = turns.new(), {**turns.new(), "had": 100}
        for args, given in (((step, fresh, 100, 400, 400), 100), ((step, was_cut, 100, 400, 400), 200),
                            ((step, was_cut, 100, 150, 400), 0), ((step, was_cut, 100, 180, 180), 180),
                            ((going, was_cut, 100, 150, 400), 150), ((going, was_cut, 100, 50, 400), 0),
                            ((step, fresh, 0.1, 0.5, 0.5), 0), ((step, fresh, 0.1, 3, 3), 1)):
            self.assertEqual(turns.length(*args), given, args[1:])

    def test_short_nights(self):
        there = [slow("a", 0.1, 1)]
        self.assertEqual(turns.forecast(there, {"a": turns.new()}, 5, 1), {})
        self.assertEqual(turns.forecast(there, {"a": turns.new()}, 50, 1), {"a": 2})

    def test_fault(self):
        good = {"a": {**turns.new(), "too_long": [3, 9]}}
        self.assertIsNone(turns.fault(good))
        for other in ([], {"a": 1}, {"a": {}}, {"a": {**good["a"], "had": "x"}}, {"a": {**good["a"], "took": -1}},
                      {"a": {**good["a"], "too_long": 3}}, {"a": {**good["a"], "too_long": ["x", 1]}}):
            self.assertIsNotNone(turns.fault(other), other)


class Builds(unittest.TestCase):
    """What a check builds is built before the slices, and its seconds are nobody's."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)

    def long_checks(self, step):
        options = types.SimpleNamespace(seconds=60, jobs=1, build=True, say=lambda text: None)
        tree = layout.Tree(self.folder)
        with mock.patch.object(tree, "make", return_value=None), mock.patch.object(tree, "folder", return_value="x"), \
                mock.patch.object(steps, "STEPS", (step,)), mock.patch.object(steps, "missing", return_value=None), \
                state.Folder(self.folder / "dir") as folder:
            tonight = night.Night(options, tree, folder)
            tonight._build()
            tonight._long_checks()
        return tonight.night

    def test_not_charged(self):
        step = steps.Step("built", 0.5, 1, lambda *_: ["test", "-e", "made"],
                          builds=(("sh", "-c", "sleep 3; touch made"),))
        row, = self.long_checks(step)["steps"]
        self.assertEqual((row["rounds"], row["failed"]), (1, []))
        self.assertLess(row["seconds"], 2)

    def test_one_that_fails(self):
        step = steps.Step("built", 0.5, 1, lambda *_: ["true"], builds=(("sh", "-c", "echo why; exit 1"),))
        whole = self.long_checks(step)
        self.assertEqual(whole["steps"], [])
        self.assertIn("why", whole["problems"][0])
        self.assertEqual(whole["left_out"][-1]["what"], "built")

    def test_pieces_of_coverage(self):
        """Its rounds come to each syntax, to the vault, and to what they share, and then begin again."""
        tree = layout.Tree(self.folder)
        with mock.patch.object(tree, "syntaxes", return_value=["a", "b"]):
            pieces = [steps._coverage(tree, None, number, 1)[-1] for number in range(5)]
        self.assertEqual(pieces, ["a", "b", "vault", "core", "a"])

    def test_tests_of_the_night(self):
        """Its rounds come to each test that ctest has of that label, and then begin again."""
        tree = layout.Tree(self.folder)
        asks = f"--test-dir {self.folder}/build/dev -C nightly -L nightly --show-only=json-v1"
        (self.folder / "ctest").write_text(f"""#!/bin/sh
[ "$*" = "{asks}" ] && echo '{{"tests": [{{"name": "a_night"}}, {{"name": "failures_all"}}, {{"name": "engine_b"}}]}}'
""")
        (self.folder / "ctest").chmod(0o755)
        with mock.patch.dict(os.environ, PATH=f"{self.folder}:{os.environ['PATH']}"):
            asked = [steps._tests(tree, None, number, 1)[-1] for number in range(3)]
        self.assertEqual(asked, ["a_night", "engine_b", "a_night"])
        said = (ROOT / "dev").read_text(encoding="utf-8")
        self.assertIn("'3 --night')", said)
        self.assertIn(steps.STEPS[-1].told, "left out: a part: why")
        self.assertNotIn(steps.STEPS[-1].told, "nothing was left out")

    def test_without_a_build_the_round_of_tests_fails(self):
        self.assertEqual(steps._tests(layout.Tree(self.folder), None, 3, 1)[-1], "none")

    def test_presets(self):
        """What the checks build before is what their commands build: the presets are there."""
        defined = {p["name"] for p in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
        made = {step.name: step.builds for step in steps.STEPS if step.builds}
        self.assertEqual(set(made), {"mutants", "failures", "coverage", "tests"})
        self.assertLessEqual({"release", "dev", "coverage", "plain"}, defined)
        said = (ROOT / "dev").read_text(encoding="utf-8")
        for line in ("cmake --preset release -B build/mutants", "cmake --build build/mutants --target mutant_judge",
                     "build dev fencepost_failing", "build coverage all", '[ "${3:-}" != --build ] || return 0'):
            self.assertIn(line, said)


class Findings(unittest.TestCase):
    GOOD = {"id": "a", "class": "breach", "title": "t", "target": "xml", "engine": "afl", "commit": "", "command": "x",
            "news": "new", "gone_since": "", "seed": 1, "first_night": 1, "news_of_night": 1, "count": 1,
            "bytes": [2, 1], "minimal": True, "needs_a_person": False, "input": None}

    def test_fault(self):
        self.assertIsNone(findings.fault(self.GOOD, "a"))
        self.assertIsNotNone(findings.fault(self.GOOD, "b"))
        for key in self.GOOD:
            if key != "input":
                self.assertIsNotNone(findings.fault({k: v for k, v in self.GOOD.items() if k != key}, "a"), key)
            self.assertIsNotNone(findings.fault({**self.GOOD, key: 1.5}, "a"), key)

    def test_set_aside(self):
        with tempfile.TemporaryDirectory() as held:
            store = findings.Findings(held, None)
            good = json.dumps(self.GOOD)
            for name, text in (("a", good), ("b", "{"), ("c", good), ("d", "[" * 100000)):
                (Path(held) / name).mkdir()
                (Path(held) / name / "finding.json").write_text(text)
                (Path(held) / name / "reduced").write_text("")
            (Path(held) / "e" / "finding.json").mkdir(parents=True)
            (Path(held) / "b.bad-1").mkdir()
            told = store.set_aside()
            self.assertEqual([line.split()[-1] for line in told], ["b.bad-2", "c.bad-1", "d.bad-1", "e.bad-1"])
            self.assertEqual((store.set_aside(), store.all()), ([], [self.GOOD]))


class Told(unittest.TestCase):
    NIGHT = {"number": 4, "slices": [{"target": "xml", "engine": "afl"}],
             "engines": {"xml": ["libfuzzer", "afl", "afl-asan"], "vault": ["afl-asan"]}}

    def test_engines(self):
        self.assertEqual(report.engines_missed(self.NIGHT), "engines without a slice tonight: libfuzzer of 1 targets, "
                         "afl-asan of 2 targets; at this pace each has had one by night 7")
        self.assertEqual(report.engines_missed({**self.NIGHT, "engines": {"xml": ["afl"]}}), "")
        self.assertIn("none at all", report.engines_missed({**self.NIGHT, "slices": []}))

    def test_page(self):
        row = {"name": "diff", "rounds": 0, "seconds": 9.0, "said": "x", "told": [], "failed": [], "done": True,
               "too_long": "round 1 is left out", "next": {"round": 2, "night": 5, "said": "round 2 in night 5",
                                                           "command": "fencepost diff <2>"}}
        text = page._steps({"steps": [row]})
        for part in ("round 2 in night 5", "fencepost diff &lt;2&gt;", "round 1 is left out"):
            self.assertIn(part, text)
        said = report.summary({**self.NIGHT, "verdict": "v", "findings": [], "steps": [row], "problems": [],
                               "left_out": [], "engines_missed": "engines without x",
                               "slices": [{"execs": 1, "seconds": 1}]}, "/d")
        for part in ("next: round 2 in night 5: fencepost diff <2>", "round 1 is left out", "engines without x"):
            self.assertIn(part, said)


if __name__ == "__main__":
    unittest.main()
