# SPDX-License-Identifier: Apache-2.0
"""test_campaign.py: what fuzz/campaign records adds up, nothing is run twice, and what is found is kept. The targets are
scripts: each says how far it came, and one fails at a seed."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
FUZZ = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(FUZZ))

from nightly import campaign_page, campaign_table  # noqa: E402

GOOD = """#!/bin/sh
echo "$@" >> "$0.log"
sleep 0.01
echo "replay: $2 inputs, no breach"
"""
FAILS_AT = 500  # the seed at which the other one fails, where its loop comes by
FAILING = f"""#!/bin/sh
echo "$@" >> "$0.log"
sleep 0.01
if [ "$4" -le {FAILS_AT} ] && [ $(($4 + $2)) -gt {FAILS_AT} ]; then
    echo "breach: CHUNK (LAW-2.1), syntax bad: a cutting changes the events"
    echo "replay: this input fails: --loop 1 --seed {FAILS_AT}"
    exit 134
fi
echo "replay: $2 inputs, no breach"
"""
GUIDED = """#!/bin/sh
echo "$@" >> "$0.log"
for word in "$@"; do case $word in -artifact_prefix=*) prefix=${word#-artifact_prefix=} ;; esac; done
echo "#7 NEW"
[ -e "$0.found" ] || { : > "$0.found"; echo input > "${prefix}crash-1"; echo "#9 pulse"; exit 77; }
sleep 0.01
echo "stat::number_of_executed_units: 40"
"""
CALLS = """#!/bin/sh
sleep 0.01
"""


def build(folder):
    """What a build of the targets has, as far as a campaign looks at it."""
    fuzz, program = folder / "build" / "fuzz", folder / "build" / "harness" / "fencepost"
    (fuzz / "seeds" / "good").mkdir(parents=True)
    program.parent.mkdir()
    (fuzz / "targets").write_text("good\nbad\n", encoding="utf-8")
    (fuzz / "syntaxes").write_text("good\n", encoding="utf-8")
    for path, script in ((fuzz / "fuzz_good", GOOD), (fuzz / "fuzz_bad", FAILING), (program, CALLS)):
        path.write_text(script, encoding="utf-8")
        path.chmod(0o755)
    return folder / "build"


def campaign(*args):
    return subprocess.run([sys.executable, FUZZ / "campaign", *map(str, args)], stdout=subprocess.PIPE, check=False,
                          stderr=subprocess.STDOUT, universal_newlines=True)


def ranges(log):
    """The seeds that a target was run with, as (first, one past the last)."""
    words = [line.split() for line in log.read_text(encoding="utf-8").splitlines()]
    return [(int(w[3]), int(w[3]) + int(w[1])) for w in words]


class Campaign(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name)
        self.build, self.record = build(self.folder), self.folder / "parts.jsonl"

    def test_parts_add_up_and_go_on(self):
        for _ in range(2):
            done = campaign("--loop", self.build, "--time", "2s", "--jobs", 2, self.record)
            self.assertIn(done.returncode, (0, 1), done.stdout)
        parts = campaign_table.read(self.record)
        of_good = [p for p in parts if p["target"] == "good"]
        self.assertGreater(len(of_good), 2)
        tried = sorted(ranges(self.build / "fuzz" / "fuzz_good.log"))
        self.assertEqual([(p["seed"], p["seed"] + p["executions"]) for p in of_good], tried)
        for one, other in zip(tried, tried[1:]):
            self.assertEqual(one[1], other[0], "a seed was left out, or run twice")
        self.assertIn(" --mutate ", (self.build / "fuzz" / "fuzz_good.log").read_text(encoding="utf-8"))
        self.assertNotIn(" --mutate ", (self.build / "fuzz" / "fuzz_bad.log").read_text(encoding="utf-8"))
        total = sum(p["executions"] for p in parts)
        self.assertIn(f"| all executions | {len(parts):,} | {total:,} |", campaign("--table", self.record).stdout)

    def test_what_is_found_is_kept_and_passed(self):
        done = campaign("--loop", self.build, "--time", "2s", "--jobs", 1, self.record)
        self.assertEqual(done.returncode, 1, done.stdout)
        found = [p for p in campaign_table.read(self.record) if p["found"]]
        self.assertEqual(len(found), 1, found)
        self.assertEqual(found[0]["seed"] + found[0]["executions"], FAILS_AT + 1)
        kept = (self.folder / "findings" / f"loop-bad-{found[0]['seed']}" / "output.txt").read_text(encoding="utf-8")
        self.assertIn("a cutting changes the events", kept)
        after = [r[0] for r in ranges(self.build / "fuzz" / "fuzz_bad.log")]
        self.assertIn(FAILS_AT + 1, after)

    def test_libfuzzer(self):
        program = self.build / "fuzz" / "fuzz_good"
        program.write_text(GUIDED, encoding="utf-8")
        (self.build / "fuzz" / "targets").write_text("good\n", encoding="utf-8")
        self.assertEqual(campaign("--libfuzzer", self.build, "--time", "1s", self.record).returncode, 1)
        parts = campaign_table.read(self.record)
        self.assertGreater(len(parts), 1)
        self.assertEqual([p["executions"] for p in parts], [9] + [40] * (len(parts) - 1))
        self.assertEqual([p["found"] for p in parts], [True] + [False] * (len(parts) - 1))
        self.assertTrue((self.folder / "findings" / f"libfuzzer-good-{parts[0]['seed']}" / "crash-1").exists())
        seeds = [word for word in program.with_suffix(".log").read_text(encoding="utf-8").split() if word.startswith("-seed=")]
        self.assertEqual(len(set(seeds)), len(parts), "a seed came twice")
        self.assertTrue((self.folder / "corpus" / "good").is_dir())

    def test_calls(self):
        self.assertEqual(campaign("--calls", self.build, "--time", "1s", "--jobs", 3, self.record).returncode, 0)
        parts = campaign_table.read(self.record)
        self.assertTrue(all(p["kind"] == "calls" for p in parts))
        self.assertEqual(sorted(p["seed"] for p in parts), list(range(1, len(parts) + 1)), "no seed is tried twice, or left out")
        self.assertGreaterEqual(len(parts), 3)
        self.assertIn("| all executions | 0 | 0 |", campaign("--table", self.record).stdout)

    def test_the_published_page_has_the_published_records(self):
        published = FUZZ.parent / "reports" / "campaign"
        self.assertEqual((published / "README.md").read_text(encoding="utf-8"), campaign_page.as_it_should_be(published),
                         "fuzz/campaign --page reports/campaign puts the tables there")

    def test_a_night_is_computed_from_the_rates(self):
        head = "target both quick empty ratio | quick gear empty ratio\n"
        (self.folder / "rates.txt").write_text(head + "good 1000 3000 100000 100x | 20000 400000 20x\nform 500 1000 10000 20x\n",
                                               encoding="utf-8")
        (self.folder / "parts.jsonl").write_text("", encoding="utf-8")
        night = self.folder / "00007.json"
        one = {"target": "good", "engine": "afl", "execs": 1000, "seconds": 60.0}
        step = {"name": "diff", "rounds": 2, "failed": [], "seconds": 90.0, "next": {"said": "round 9 in night 8", "command": "/home"}}
        night.write_text(json.dumps({
            "number": 7, "began": "2026-01-01T00:00:00", "commit": "a" * 40, "seconds": 1500, "targets": ["good", "form"],
            "not_reached": ["form"], "engines_missed": "afl of 1 targets", "problems": [], "left_out": [{"what": "msan"}],
            "findings": [{"title": "CHUNK", "news_of_night": 7}, {"title": "OLD", "news_of_night": 1}],
            "slices": [one, one], "steps": [step]}), encoding="utf-8")
        self.assertEqual(campaign("--night", night, self.folder).returncode, 0)
        page = self.folder / "README.md"
        page.write_text("a\n<!-- table -->\n<!-- end -->\nb\n<!-- rates -->old\n<!-- end -->\nc\n<!-- night --><!-- end -->\n",
                        encoding="utf-8")
        self.assertEqual(campaign("--page", self.folder).returncode, 0)
        text = page.read_text(encoding="utf-8")
        # 8 hours of 2 cores are 57,600 seconds: of (20,000 + 1,000) / 2, (3,000 + 1,000) / 2 and (1,000 + 500) / 2 a second
        for said in ("come to 6.0 × 10^8 ", "to 1.2 × 10^8 in the quick gear under", "0.4 × 10^8 in both", "gear reaches.", "1 targets have no gears",
                     "1 of 1 reach it", "| `good` | 1,000 | 3,000 | 100,000 | 100 | 20,000 | 400,000 | 20 |\n", "a\n", "\nc\n",
                     "| `afl` | 2 | 2,000 | 2.0 |\n", "| `diff` | 2 | 0 | 1.5 | round 9 in night 8 |\n", "25 minutes, commit aaaaaaaaaaaa:",
                     "of 2 targets 1 had", "Afl of 1 targets.\n", "Left out: msan.\n", "Found: CHUNK.\n"):
            self.assertIn(said, text)
        for unsaid in ("old", "OLD", "/home"):
            self.assertNotIn(unsaid, text)
        kept = json.loads((self.folder / "night.json").read_text(encoding="utf-8"))
        (self.folder / "night.json").write_text(json.dumps({**kept, "not_reached": 0}), encoding="utf-8")
        self.assertEqual(campaign("--page", self.folder).returncode, 0)
        self.assertIn("aaaaaaaaaaaa: each of 2 targets had a slice.\n", page.read_text(encoding="utf-8"))
        text = page.read_text(encoding="utf-8")
        for rates, said in ((head, "there are no rates"), (head + "good 1000\n", ":2: not a line of fuzz/rates.sh")):
            (self.folder / "rates.txt").write_text(rates, encoding="utf-8")
            done = campaign("--page", self.folder)
            self.assertEqual((done.returncode, said in done.stdout), (3, True), done.stdout)
        self.assertEqual(page.read_text(encoding="utf-8"), text)
        page.write_text("a\n", encoding="utf-8")
        self.assertIn("0 times <!-- table -->", campaign("--page", self.folder).stdout)

    def test_what_is_wrong_is_named(self):
        good = {"kind": "loop", "target": "good", "commit": "a", "seed": 1, "span": 1, "executions": 1, "seconds": 1,
                "day": "2026-01-01", "found": False}
        for wrong, said in (("{", ":2: not JSON"), (json.dumps({**good, "seed": "1"}), ":2: not a part, by its seed"),
                            (json.dumps({**good, "kind": "dream"}), ":2: not a part, by its kind"), ("[]", ":2: not a part")):
            self.record.write_text(f"{json.dumps(good)}\n{wrong}\n", encoding="utf-8")
            done = campaign("--table", self.record)
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertIn(said, done.stdout)
        done = campaign("--loop", self.folder / "none", "--time", "1s", self.folder / "other.jsonl")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("names no targets", done.stdout)
        self.assertEqual(campaign("--loop", self.build, self.record).returncode, 2)


if __name__ == "__main__":
    unittest.main()
