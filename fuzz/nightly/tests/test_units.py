# SPDX-License-Identifier: Apache-2.0
"""test_units.py: the modules of the nightly driver, one by one."""
import argparse
import errno
import hashlib
import io
import json
import os
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from nightly import (budget, changes, corpus, coverage, engines, harvest, known, layout, options, page,  # noqa: E402
                     process, reducer, replay, report, session, signature, state, steps)

ROOT = Path(__file__).resolve().parent.parent.parent.parent
BREACH = ("breach: CHUNK (LAW-2.1), syntax caret: the chunk at 3 to 9 gives \"ab\", not \"\"\n"
          "==1== ERROR: libFuzzer: deadly signal\n")
ASAN = """==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x55
READ of size 1 at 0x602000000011 thread T0
    #0 0x55d1 in __interceptor_memcmp (/b/fuzz_x+0x1)
    #1 0x55d2 in scan_line /src/reference/syntaxes/caret.c:10:3
    #2 0x55d3 in step /src/reference/core.c:20:3
    #3 0x55d4 in main /src/fuzz/replay.c:1:1

0x602 is located 0 bytes to the right
    #0 0x55d9 in malloc (/b/fuzz_x+0x9)
"""
UBSAN = "/src/reference/syntaxes/caret.c:12:5: runtime error: index 17 out of bounds for type 'char [16]'\n"
LEAK = ("==9==ERROR: LeakSanitizer: detected memory leaks\n    #0 0x1 in malloc (/b/x+0x1)\n"
        "    #1 0x2 in grow /src/reference/buf.c:3:1\n")


def read(output, status=77):
    return signature.read(output, status, "caret", "/src/")


class Signatures(unittest.TestCase):
    def test_breach(self):
        sig = read(BREACH)
        self.assertEqual((sig.kind, sig.where, sig.clause), (signature.BREACH, "caret", "LAW-2.1"))
        self.assertEqual(sig.id, read(BREACH.replace("3 to 9", "14 to 15").replace('"ab"', '"x"')).id)
        for other in (BREACH.replace("CHUNK", "WHOLE"), BREACH.replace("caret", "xml"),
                      BREACH.replace("gives", "takes")):
            self.assertNotEqual(sig.id, read(other).id)

    def test_values_are_not_what_it_is_about(self):
        said = 'breach: DIFFERENCE (arguments), caret: value: call 1: the input is {"a":["%s"]}, expected {"a":["?"]}\n'
        self.assertEqual(read(said % "x").id, read(said % 'y","z": 1').id)
        self.assertEqual(read(said % "x").id, read((said % "x")[:90] + "\n").id)
        self.assertNotEqual(read(said % "x").id, read((said % "x").replace("input", "text")).id)

    def test_other_targets(self):
        self.assertEqual(read("breach: SAME (LAW-1.1), ./my parser.so: x\n").where, "./my parser.so")
        self.assertEqual(read("breach: VAULT-7.1, vault: more\n").clause, "VAULT-7.1")
        self.assertEqual(read("breach: AGAIN (MODEL-1.2), format report: x\n").where, "report")

    def test_sanitizers(self):
        sig = read(ASAN, 1)
        self.assertEqual((sig.kind, sig.key), (signature.SANITIZER, "heap-buffer-overflow|scan_line|step"))
        self.assertEqual(read(UBSAN, 1).id, read(UBSAN.replace("17", "99"), 1).id)
        self.assertEqual(read(UBSAN, 1).kind, signature.SANITIZER)
        self.assertEqual((read(LEAK).kind, read(LEAK).key), (signature.LEAK, "leak|grow"))

    def test_what_needs_a_person(self):
        for output, status, kind in [("==1== ERROR: libFuzzer: timeout after 2 seconds", 70, signature.HANG),
                                     ("==1== ERROR: libFuzzer: out-of-memory (used: 9Mb)", 71, signature.MEMORY),
                                     (LEAK, 77, signature.LEAK), ("", -14, signature.HANG), ("", 137, signature.HANG)]:
            self.assertEqual(read(output, status).kind, kind)
            self.assertTrue(read(output, status).needs_a_person)

    def test_the_end(self):
        self.assertIsNone(read("all well", 0))
        self.assertEqual(read("", 5).kind, signature.CRASH)

    def test_relative_places(self):
        self.assertEqual(signature.frames("    #0 0x1 in step ../../reference/core.c:2:3\n"
                                          "    #1 0x2 in f /usr/lib/x.c:1\n", "/src/"), ["step"])

    def test_no_names(self):
        bare = "ERROR: AddressSanitizer: SEGV on\n    #0 0x55d1  (/b/fuzz_x+0x19) (BuildId: 1)\n"
        self.assertEqual(signature.frames(bare, "/src/"), ["fuzz_x+0x19"])


class Reducer(unittest.TestCase):
    def reduced(self, data, fails, tries=4000):
        self.asked = 0

        def judge(candidates):
            self.asked += len(candidates)
            return next((i for i, c in enumerate(candidates) if fails(c)), None)

        return reducer.reduce(data, judge, reducer.Budget(tries, 60))

    def test_smallest(self):
        data = b"\xFE\x11some text\nwith ^^^\xFFname in it\nand more\xFF\n" * 5
        self.assertEqual(self.reduced(data, lambda c: b"^\xFF" in c), (b"^\xFF", True))

    def test_cuts_go_first(self):
        self.assertEqual(self.reduced(b"a\xFFb\xFFc", lambda c: b"c" in c), (b"c", True))

    def test_letters_become_plain(self):
        def fails(candidate):
            return candidate.endswith(b"!") and len(reducer.units(candidate)) == 4

        self.assertEqual(self.reduced("Xé7!".encode(), fails), (b"Aa0!", True))

    def test_characters_and_controls_stay_whole(self):
        data = "\u00e9\U0001f6e0".encode() + b"\xFE\x1F\xFF\x80"
        self.assertEqual([len(u) for u in reducer.units(data)], [2, 4, 2, 1, 1])
        self.assertEqual(b"".join(reducer.units(data)), data)

    def test_budget(self):
        data, minimal = self.reduced(bytes(range(32, 127)) * 4, lambda c: b"~" in c, tries=20)
        self.assertFalse(minimal)
        self.assertIn(b"~", data)
        self.assertLessEqual(self.asked, 20)

    def test_every_length(self):
        for n in range(12):
            self.assertEqual(self.reduced(b"x" * n + b"!", lambda c: b"!" in c), (b"!", True))


class Budgets(unittest.TestCase):
    def accounts(self, count=4, **more):
        return [budget.Account(f"t{i}", ["libfuzzer", "afl"], **more) for i in range(count)]

    def night(self, accounts, gain, total=4000, length=20):
        reasons = []
        for _ in range(total // length):
            account, engine, why = budget.choose(accounts, set(), total)
            account.slices.append((engine, length, gain(account, engine)))
            reasons.append(why)
        return reasons

    def test_floor(self):
        accounts = self.accounts()
        reasons = self.night(accounts, lambda a, e: 100 if a.name == "t0" else 0)
        for account in accounts:
            self.assertGreaterEqual(account.seconds, 4000 * budget.FLOOR / 4)
            self.assertEqual({s[0] for s in account.slices}, {"libfuzzer", "afl"})
        self.assertGreater(accounts[0].seconds, 1.5 * accounts[1].seconds)
        self.assertTrue(any("new features a minute lately" in r for r in reasons))
        self.assertTrue(reasons[0].startswith("floor"))

    def test_need(self):
        accounts = self.accounts()
        accounts[2].changed, accounts[3].held = True, "found x"
        reasons = self.night(accounts, lambda a, e: 0)
        self.assertGreater(accounts[2].seconds, accounts[0].seconds)
        self.assertLess(accounts[3].seconds, accounts[0].seconds)
        self.assertTrue(any("its program changed" in r for r in reasons))

    def test_busy_targets_wait(self):
        accounts = self.accounts(2)
        self.assertEqual(budget.choose(accounts, {"t0"}, 100)[0].name, "t1")
        self.assertIn(budget.choose(accounts, {"t0", "t1"}, 100)[0].name, ("t0", "t1"))

    def test_the_engine_that_gains(self):
        accounts = self.accounts(1)
        self.night(accounts, lambda a, e: 10 if e == "afl" else 0)
        used = [s[0] for s in accounts[0].slices]
        self.assertGreater(used.count("afl"), used.count("libfuzzer"))
        self.assertGreater(used.count("libfuzzer"), len(used) // 8)

    def test_engines_over_short_nights(self):
        """Two slices a night: each of five engines has its turn within three nights, and all have the same in ten."""
        before, order = {}, ["libfuzzer", "libfuzzer-value", "afl", "afl-cmplog", "afl-asan"]
        for night in range(1, 11):
            account = budget.Account("t0", order, before=before)
            for _ in range(2):
                _, engine, _ = budget.choose([account], set(), 40)
                account.slices.append((engine, 20, 5 if engine == "libfuzzer" else 0))
                before[engine] = before.get(engine, 0) + 20
            if night == 3:
                self.assertEqual(set(before), set(order))
        self.assertEqual(set(before.values()), {80})

    def test_a_corpus_is_read_and_there_is_time_left(self):
        self.assertEqual(budget.reading_seconds(180, 100, 10), 72)
        self.assertEqual(budget.reading_seconds(10, 0, 0), 0)
        self.assertEqual(budget.reading_seconds(10 ** 6, 10, 10), budget.SLICE_MAX)

    def test_slices(self):
        self.assertEqual(budget.slice_seconds(60, 2, self.accounts(12)), budget.SLICE_MIN)
        self.assertEqual(budget.slice_seconds(8 * 3600, 2, self.accounts(4)), budget.SLICE_MAX)


class Files(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)

    def test_written_whole(self):
        state.write(self.folder / "a", "old")
        with mock.patch("os.fsync", side_effect=OSError(errno.ENOSPC, "full")):
            self.assertRaises(state.DiskFull, state.write, self.folder / "a", "new")
        self.assertEqual((self.folder / "a").read_text(), "old")
        self.assertEqual(os.listdir(self.folder), ["a"])

    def test_lock(self):
        with state.Folder(self.folder / "d"):
            with self.assertRaisesRegex(state.Locked, f"process {os.getpid()}"):
                state.Folder(self.folder / "d").__enter__()
        with state.Folder(self.folder / "d") as again:
            self.assertIsNone(again.shortage(1 << 30, 0))
            self.assertRegex(again.shortage(1, 0), "more than the cap")
            self.assertRegex(again.shortage(1 << 30, 1 << 60), "are free")

    def test_half_written_is_swept(self):
        (self.folder / "findings" / ".breach-1.new").mkdir(parents=True)
        (self.folder / "corpus" / "t").mkdir(parents=True)
        (self.folder / "corpus" / "t" / ".x.new").write_text("half")
        with state.Folder(self.folder):
            self.assertEqual(os.listdir(self.folder / "findings"), [])
            self.assertEqual(os.listdir(self.folder / "corpus" / "t"), [])

    def test_adopt(self):
        (self.folder / "in").write_bytes(b"text")
        (self.folder / "c").mkdir()
        self.assertTrue(corpus.adopt(self.folder / "in", self.folder / "c"))
        self.assertFalse(corpus.adopt(self.folder / "in", self.folder / "c"))
        self.assertEqual(os.listdir(self.folder / "c"), [hashlib.sha1(b"text").hexdigest()])

    def test_a_killed_replacement(self):
        (self.folder / "caret.old").mkdir()
        (self.folder / "caret.old" / "x").write_text("kept")
        corpus.Corpus(self.folder, None)
        self.assertEqual((self.folder / "caret" / "x").read_text(), "kept")
        (self.folder / "caret.old").mkdir()
        corpus.Corpus(self.folder, None)
        self.assertFalse((self.folder / "caret.old").exists())

    def test_what_others_write_is_checked(self):
        tree = layout.Tree(self.folder)
        kept = corpus.Corpus(self.folder / "corpus", tree)
        shared = self.folder / "shared" / "caret"
        shared.mkdir(parents=True)
        (shared / ("0" * 40)).write_text("half of it")
        (shared / "notes.txt").write_text("no input")
        self.assertIsNone(kept.pull("caret", self.folder / "shared", self.folder / "w"))
        (shared / hashlib.sha1(b"good").hexdigest()).write_bytes(b"good")
        new = kept.pull("caret", self.folder / "shared", self.folder / "w")
        self.assertEqual(len(corpus.files(new)), 1)
        kept.pulled("caret", new)
        self.assertIsNone(kept.pull("caret", self.folder / "shared", self.folder / "w"))

    def test_less_coverage_is_refused(self):
        self.assertTrue(corpus.reaches_as_much((5, 9), (5, 9)))
        for after in ((4, 9), (5, 8), None):
            self.assertFalse(corpus.reaches_as_much((5, 9), after))

    def test_marks_in_the_code(self):
        file = self.folder / "a.c"
        file.write_text("a\nb /* GCOVR_EXCL_LINE */\nc /* GCOVR_EXCL_BR_START */\nd\ne /* GCOVR_EXCL_BR_STOP */\nf\n"
                        "g /* GCOVR_EXCL_BR_LINE */\n")
        self.assertEqual(coverage._excluded(file), ({2}, {2, 3, 4, 7}))


class Known(unittest.TestCase):
    """A state that cannot be read is set aside; what follows continues with the numbers of the reports."""

    GOOD = {"night": {"number": 7, "began": "2026-01-01T00:00:00+00:00", "seconds": 9, "spent": 1.5, "resumed": 0,
                      "phase": "done", "checks": [], "slices": [], "problems": [], "left_out": []},
            "seed": 3, "targets": {"xml": {"binary": "", "last_night": 7, "execs": 1, "seconds": 2.5}},
            "steps": {"diff": 4}}

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)
        self.file = self.folder / "state.json"

    def test_whole(self):
        state.write_json(self.file, self.GOOD)
        self.assertEqual(known.load(self.folder), (self.GOOD, None))
        self.assertEqual(os.listdir(self.folder), ["state.json"])

    def test_none(self):
        saved, why = known.load(self.folder)
        self.assertEqual((saved["night"], saved["seed"], saved["last"], why), (None, 1, 0, None))

    def test_set_aside(self):
        whole = json.dumps(self.GOOD)
        texts = [whole[:n].encode() for n in range(0, len(whole), 11)] + [b"\xFF\xFE", b"[" * 100000, b"null", b"[]"]
        for number, text in enumerate(texts, 1):
            self.file.write_bytes(text)
            self.assertIn(f"state.json.bad-{number}", known.load(self.folder)[1])
            self.assertEqual((self.folder / f"state.json.bad-{number}").read_bytes(), text)
            self.assertFalse(self.file.exists())

    def test_shapes(self):
        self.assertIsNone(known.fault(self.GOOD))
        self.assertIsNone(known.fault({**self.GOOD, "night": None}))
        for member in ("seed", "targets"):
            self.assertIn(member, known.fault({**self.GOOD, member: "x"}))
        for member in self.GOOD["night"]:
            lacking = {name: value for name, value in self.GOOD["night"].items() if name != member}
            self.assertIn(member, known.fault({**self.GOOD, "night": lacking}))
        for other in ({"night": 5}, {"steps": {"diff": "x"}}, {"steps": 1}, {"targets": {"xml": {}}},
                      {"night": {**self.GOOD["night"], "began": "soon"}},
                      {"night": {**self.GOOD["night"], "began": "2026-01-01"}}):
            self.assertIsNotNone(known.fault({**self.GOOD, **other}), other)

    def test_numbers_go_on(self):
        (self.folder / "nights").mkdir()
        state.write_json(self.folder / "nights" / "00006.json",
                         {"targets": self.GOOD["targets"], "rounds": {"diff": 4}})
        (self.folder / "nights" / "00007.json").write_text("{")
        self.file.write_text("{")
        saved, why = known.load(self.folder)
        self.assertEqual((saved["last"], saved["targets"], saved["steps"]), (7, self.GOOD["targets"], {"diff": 4}))
        self.assertEqual(saved["seed"], 7 * known.SLICES + 1)
        self.assertIn("JSONDecodeError", why)


class Changes(unittest.TestCase):
    MADE = {"caret": {"reference/syntaxes/caret.c", "reference/syntaxes/xml.c", "harness/law/laws.c"},
            "xml": {"reference/syntaxes/caret.c", "reference/syntaxes/xml.c", "harness/law/laws.c"},
            "differential": {"reference/syntaxes/caret.c", "reference/syntaxes/xml.c"}, "other": None}

    def test_concerned(self):
        for files, expected in [(["reference/syntaxes/caret.c"], ["caret", "differential", "other"]),
                                (["harness/law/laws.c"], ["caret", "other", "xml"]),
                                (["fuzz/seeds/xml/a"], ["xml"]), 
                                (["CMakePresets.json"], sorted(self.MADE)), (["examples/x/CMakeLists.txt"], []),
                                (["README.md"], ["other"]), ([], [])]:
            self.assertEqual(sorted(changes.concerned(files, self.MADE)), expected, files)


class Engines(unittest.TestCase):
    """AFL++ drives what is built for it, with our mutator where the target is a syntax."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.tree = layout.Tree(held.name)
        for preset in ("fuzz-afl", "fuzz-afl-cmplog", "fuzz-afl-asan", "fuzz-afl-mutator"):
            place = Path(held.name) / "build" / preset / "fuzz"
            place.mkdir(parents=True)
            (place / "targets").write_text("caret\nvault\n")
            (place / "syntaxes").write_text("caret\n")
            for target in ("caret", "vault"):
                (place / f"fuzz_{target}").write_text("")
                (place / f"fuzz_{target}").chmod(0o755)

    def command(self, target, engine):
        """The command and the environment of a slice."""
        with mock.patch.object(engines.process, "run", return_value=mock.Mock(status=0, output="")) as ran:
            job = engines.Slice(target, engine, 5, 1, self.tree.source / "slice")
            engines.run(job, self.tree, [])
        return list(map(str, ran.call_args.args[0])), ran.call_args.args[2], job

    def test_engines(self):
        with mock.patch.object(engines.shutil, "which", return_value="/bin/afl-fuzz"):
            self.assertEqual(engines.available(self.tree, "caret"), ["afl", "afl-cmplog", "afl-asan"])

    def test_programs(self):
        for engine, preset in (("afl", "fuzz-afl"), ("afl-cmplog", "fuzz-afl"), ("afl-asan", "fuzz-afl-asan")):
            command, _, job = self.command("caret", engine)
            self.assertIn(f"/{preset}/fuzz/fuzz_caret", command[-1])
            self.assertEqual("-c" in command, engine == "afl-cmplog")
            self.assertIn("ran no input", job.problem)

    def test_libfuzzer_problems(self):
        """It reads a corpus to its end whatever its time, and is ended by timeout(1): that is not a problem. Nor is a
        stored input that fails, each time that it is started: its file is there already."""
        place = self.tree.build / "fuzz-libfuzzer" / "fuzz"
        place.mkdir(parents=True)
        (place / "targets").write_text("caret\n")
        (place / "fuzz_caret").write_text("")
        (place / "fuzz_caret").chmod(0o755)
        ran = "stat::number_of_executed_units: 362\n"
        wrote = "artifact_prefix='a/'; Test unit written to a/crash-1\n" + ran
        for status, said, problem in ((124, ran, ""), (124, "", "status 124 after 0 inputs"), (77, wrote, ""),
                                      (77, ran, "status 77 after 362 inputs")):
            with mock.patch.object(engines.process, "run", return_value=mock.Mock(status=status, output=said)):
                job = engines.Slice("caret", "libfuzzer", 5, 1, self.tree.source / "slice")
                engines.run(job, self.tree, [])
            self.assertEqual(job.problem[:len(problem) or None], problem)

    def test_mutator(self):
        self.assertNotIn("AFL_CUSTOM_MUTATOR_LIBRARY", self.command("caret", "afl")[1])
        made = self.tree.build / "fuzz-afl-mutator" / "fuzz" / "mutate_afl.so"
        made.write_text("")
        env = self.command("caret", "afl")[1]
        self.assertEqual((env["AFL_CUSTOM_MUTATOR_LIBRARY"], env["FENCEPOST_FUZZ_SYNTAX"]), (str(made), "caret"))
        self.assertNotIn("AFL_CUSTOM_MUTATOR_LIBRARY", self.command("vault", "afl")[1])


class Harvests(unittest.TestCase):
    """Of one signature a few are taken, and it is reported as being in the way."""

    def test_one_in_the_way(self):
        with tempfile.TemporaryDirectory() as folder:
            job = engines.Slice("caret", "afl", 5, 1, Path(folder) / "slice")
            job.begin()
            for i in range(9):
                (job.folder / "failed" / f"crash-{i}").write_bytes(b"x" if i < 8 else b"other")
            store, kept = mock.Mock(), mock.Mock()
            same = mock.Mock(id="breach-1")
            store.judge().all.side_effect = lambda paths, most=0: [mock.Mock(path=str(p), signature=same)
                                                                   for p in paths[:8]]
            store.take.side_effect = lambda path, *_: {"id": "unstable-2" if path.name == "crash-8" else "breach-1"}
            kept.merge.return_value, kept.names.return_value, kept.paths.return_value = (1, 2, 3), set(), []
            record = harvest.harvest(job, store, kept)
            self.assertEqual(store.take.call_count, engines.SAME_MAX + 1)
            self.assertEqual(record["findings"], ["breach-1", "unstable-2"])
            self.assertIn("breach-1 came 3 times", record["held"])
            self.assertFalse(job.folder.exists())
            job.begin()
            kept.merge.side_effect = corpus.MergeError("it hangs")
            kept.keep_all.return_value = 7
            record = harvest.harvest(job, store, kept)
            self.assertEqual((record["inputs"], record["problem"]), (7, "it hangs"))


    def test_what_was_added_is_asked_everything(self):
        with tempfile.TemporaryDirectory() as folder:
            job = engines.Slice("caret", "libfuzzer", 5, 1, Path(folder) / "slice")
            job.begin()
            kept, store = corpus.Corpus(Path(folder) / "corpus", mock.Mock()), mock.Mock()
            (kept.of("caret") / "old").write_bytes(b"old")
            kept.merge = lambda target, *_: [(kept.of(target) / name).write_bytes(b"") for name in ("a", "b")] and (2, 1, 1)
            store.judge().all.side_effect = lambda paths, _most: [mock.Mock(path=str(p)) for p in paths if p.name == "b"]
            store.take.return_value = {"id": "breach-3"}
            self.assertEqual(harvest.harvest(job, store, kept)["findings"], ["breach-3"])
            self.assertEqual(kept.names("caret"), {"old", "a"})

    def test_stored_ones_in_the_way(self):
        """The third failure of one kind ends a folder: not one of another kind, and not the next folder."""
        judge, store, kept = replay.Replay("program", "loop", "caret"), mock.Mock(), mock.Mock()
        kinds = {"a": "x", "b": "y", "c": "x", "d": "", "e": "x", "f": "x"}

        def first(paths):
            bad = next((p for p in paths if kinds[Path(p).name]), None)
            return replay.Verdict(bad and mock.Mock(id=kinds[Path(bad).name]), bad or "")

        judge.judge, store.judge.return_value = first, judge
        store.take.side_effect = lambda path, job: {"id": kinds[Path(path).name]}
        with tempfile.TemporaryDirectory() as folder:
            for name in kinds:
                (Path(folder) / name).write_text("")
            kept.inputs.return_value, kept.folder = [Path(folder), Path(folder)], Path(folder)
            self.assertEqual(harvest.stored_inputs("caret", store, kept), (10, {"x", "y"}))
            self.assertEqual(store.take.call_count, 8)
            kinds.update(a="", c="z")
            self.assertEqual(harvest.stored_inputs("caret", store, kept), (12, {"x", "y", "z"}))


class Steps(unittest.TestCase):
    """Long checks fill their share with numbered rounds; what fails is kept. test_turns.py has their turns."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)
        self.tree = layout.Tree(ROOT, self.folder / "build")
        self.known, self.rows, self.saved = {}, [], 0

    def save(self):
        self.saved += 1

    def run_step(self, script, seconds=60, rounds=3, told=""):
        """Runs a step whose rounds are this script, $0 their number."""
        step = steps.Step("tried", 0.1, rounds, lambda _tree, _kept, number, _jobs: ["sh", "-c", script, number], told)
        runner = steps.Runner(self.tree, None, self.folder, 1, self.known, {}, self.rows, self.save)
        runner.run([step], seconds / step.share, 1)
        return self.rows[0]

    def test_rounds_are_numbered_on(self):
        row = self.run_step("echo round $0")
        self.assertEqual((row["rounds"], row["said"], row["failed"], self.known), (3, "round 2", [], {"tried": 3}))
        self.assertGreaterEqual(self.saved, 3)
        self.rows.clear()
        self.assertEqual(self.run_step("echo round $0")["said"], "round 5")

    def test_a_night_that_is_gone_on_with(self):
        self.rows.append({"name": "tried", "rounds": 2, "seconds": 5, "said": "", "told": [], "failed": [],
                          "done": False})
        self.known["tried"] = 2
        self.assertEqual(self.run_step("echo round $0")["rounds"], 3)
        self.assertEqual(self.run_step("echo again")["said"], "round 2", "it was done")

    def test_what_fails_is_kept(self):
        row = self.run_step("echo the reason; exit $0", rounds=9)
        self.assertEqual([f["status"] for f in row["failed"]], [1, 2, 3])
        self.assertEqual(row["rounds"], 4)
        kept = Path(row["failed"][0]["output"]).read_text()
        self.assertIn("the reason", kept)
        self.assertIn("$ sh -c", kept)

    def test_what_takes_too_long(self):
        row = self.run_step("sleep 30", seconds=1)
        self.assertEqual((row["rounds"], row["failed"], self.known), (0, [], {"tried": 1}))
        self.assertIn("no round came to its end", row["said"])
        self.assertIn("round 0 is left out: it takes more than 1 s", row["too_long"])
        self.assertFalse(steps.stuck(row))
        self.assertTrue(steps.stuck({**row, "left_out_after": steps.PATIENT}))

    def test_survivors_are_told(self):
        row = self.run_step("echo survived x; echo 1 mutants; exit 1", rounds=1, told="survived ")
        self.assertEqual((row["told"], row["failed"], row["said"]), (["survived x"], [], "1 mutants"))
        for script in ("echo survived x; echo wrong: y; exit 1", "echo nothing; exit 1", "echo survived x; exit 2"):
            self.rows.clear()
            self.assertEqual(len(self.run_step(script, rounds=1, told="survived ")["failed"]), 1, script)

    def test_commands(self):
        for preset in ("release", "msan"):
            for folder in ("fuzz", "harness"):
                (self.tree.build / preset / folder).mkdir(parents=True)
            for name, text in (("fuzz/targets", "xml\nvault\n"), ("fuzz/syntaxes", "xml\n"), ("harness/fencepost", "")):
                (self.tree.build / preset / name).write_text(text)
            (self.tree.build / preset / "harness" / "fencepost").chmod(0o755)
        kept = corpus.Corpus(self.folder / "corpus", self.tree)
        with mock.patch.object(self.tree, "night_tests", return_value=["a_night", "b_night"]):
            for step in steps.STEPS:
                first, second = (list(map(str, step.command(self.tree, kept, n, 2))) for n in (0, 1))
                self.assertTrue(first != second or step.rounds == 1, step.name)
        self.assertIn("1/32", steps.STEPS[0].command(self.tree, kept, 0, 2))
        self.assertIn("1/32", steps.STEPS[0].command(self.tree, kept, 32, 2))
        self.assertLess(sum(s.share for s in steps.STEPS), 1 - budget.FLOOR - budget.CLOSING)

    def test_what_is_not_there_is_left_out(self):
        there, why = steps.available(layout.Tree(self.folder), False)
        self.assertEqual((there, set(why)), ([], {s.name for s in steps.STEPS}))


class Words(unittest.TestCase):
    def test_times(self):
        self.assertEqual([options.seconds(t) for t in ("90", "60s", "5m", "8h")], [90, 60, 300, 28800])
        for wrong in ("", "0", "5x", "-1", "m"):
            self.assertRaises(argparse.ArgumentTypeError, options.seconds, wrong)
        self.assertEqual(options.size("2M"), 2 << 20)
        self.assertRaises(argparse.ArgumentTypeError, options.size, "2T")

    def test_pulse(self):
        line = "#2048\tpulse  cov: 12 ft: 34 corp: 5/61b lim: 4 exec/s: 1024 rss: 40Mb"
        self.assertEqual(engines.pulse(line), (2048, 12, 34, 5, 1024))
        self.assertIsNone(engines.pulse("INFO: seed"))

    def test_live_line(self):
        out = io.StringIO()
        session.Live("caret", 60, lambda: 0, out)("#9 NEW cov: 1 ft: 1 corp: 1/1b exec/s: 9")
        self.assertEqual(out.getvalue(), "")
        out.isatty = lambda: True
        session.Live("caret", 60, lambda: 2, out)("#9 NEW cov: 1 ft: 1 corp: 1/1b exec/s: 9")
        self.assertIn("findings 2", out.getvalue())

    def test_presets(self):
        for kind in layout.PRESETS:
            self.assertIsNotNone(layout.Tree(ROOT).preset(kind), kind)


class Strict(HTMLParser):
    """Tags that are opened are closed, in order; nothing is fetched."""

    VOID = ("meta", "line", "circle", "polyline")

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        assert not {"src", "href"} & {a for a, _ in attrs}, attrs
        assert tag not in ("script", "link", "img"), tag
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag in self.VOID or self.open.pop() == tag, tag


def night(number, findings=(), problems=()):
    return {"number": number, "began": "2026-01-01T00:00:00+00:00", "ended": "2026-01-01T01:00:00+00:00",
            "seconds": 3600, "spent": 3600, "resumed": 0, "phase": "done", "commit": "abc", "checks": [],
            "problems": list(problems), "left_out": [], "exit": 0, "findings": list(findings),
            "slices": [{"target": "caret", "engine": "afl", "seconds": 5, "execs": 100 * number, "features": 3,
                        "edges": 1, "inputs": 2, "findings": [], "why": "floor <1>"}],
            "steps": [{"name": "diff", "rounds": 2, "seconds": 9.0, "said": "fine & <well>", "told": ["survived x"],
                       "failed": [], "done": True}],
            "corpus": {"caret": {"before": 1, "after": number, "said": "", "edges": 10 + number}},
            "coverage": {"files": [{"file": "reference/syntaxes/caret.c", "lines": 10, "lines_reached": 9, "branches": 4,
                                    "branches_reached": 3, "lines_missed": [3]}],
                         "total": {"lines": 10, "lines_reached": 9, "branches": 4, "branches_reached": 3}}}


FINDING = {"id": "breach-1", "class": "breach", "title": "CHUNK, caret: <b> & \"c\"", "target": "caret",
           "engine": "afl", "seed": 1, "first_night": 2, "news_of_night": 2, "news": "new", "gone_since": "",
           "count": 1, "bytes": [9, 2], "minimal": True, "needs_a_person": False, "commit": "abc",
           "command": "fuzz_caret 'x'", "input": {"input": "^\xe9", "cuts": [1], "policy": {}}}


class Reports(unittest.TestCase):
    def test_two_nights(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "nights").mkdir()
            report.write(folder, night(1))
            whole = report.write(folder, night(2, [FINDING]))
            self.assertEqual([r["night"] for r in whole["trend"]], [1, 2])
            self.assertEqual(whole["trend"][1]["branches"], 75.0)
            self.assertEqual(whole["verdict"], "1 new finding")
            self.assertEqual(json.loads((Path(folder) / "report.json").read_text()), whole)
            text = (Path(folder) / "report.html").read_text()
        parser = Strict()
        parser.feed(text)
        self.assertEqual(parser.open, [])
        for part in ("&lt;b&gt; &amp;", "<svg", "prefers-color-scheme", "viewport", "floor &lt;1&gt;",
                     "reference/syntaxes/caret.c", "fine &amp; &lt;well&gt;", "survived x"):
            self.assertIn(part, text)
        self.assertIn("once", text)
        self.assertIn("&#x27;^\\xff&#x27;", page._finding({**FINDING, "input": None, "reduced": "'^\\xff'"}, night(2)))
        self.assertNotIn("http", text)

    def test_verdicts(self):
        self.assertEqual(report.verdict(night(3)), "nothing new")
        failed = night(3)
        failed["steps"][0]["failed"] = [{"command": "x --seed 2", "status": 1, "output": "/d/steps/diff-1.txt"}]
        self.assertEqual(report.verdict(failed), "diff failed")
        self.assertIn("failed: x --seed 2", report.summary(failed, "/d"))
        self.assertIn("x --seed 2", page._steps(failed))
        self.assertIn("1 known findings are still there", report.verdict(night(3, [FINDING])))
        self.assertIn("broken", report.verdict(night(3, problems=["x"])))
        self.assertIn("new: CHUNK", report.summary(night(2, [FINDING]), "/d"))

    def test_no_values(self):
        self.assertEqual(page.chart("x", [{"night": 1, "x": None}], "x"), "")
        self.assertIn("night 1", page.chart("x", [{"night": 1, "x": 0}], "x"))


if __name__ == "__main__":
    unittest.main()
