# SPDX-License-Identifier: Apache-2.0
"""npm.py SOURCE_DIR STATIC_PROGRAM FOLDER: the tarball for npm, built, installed in an empty folder without a network, and
used as people use it. FOLDER keeps vitest and the compiler of TypeScript between two runs."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import npm_install
from checks import run_checks
from fewdata import few_cases

SOURCE, PROGRAM, KEPT = (Path(word).resolve() for word in sys.argv[1:4])
BUILD = [sys.executable, str(SOURCE / "packages" / "npm" / "build.py"), "--program"]
MOST = 10 << 20  # bytes of a tarball
COMMAND, WORKER = "node_modules/.bin/fencepost", "node_modules/.bin/fencepost-worker"
FEW = ("families/object/duplicate", "families/object/name", "hermes/names")  # the cases of most checks

PARSERS = r'''
import { spawn } from "node:child_process";

/** Right on what has one call and nothing odd. */
export class Right {
  chunks = [];
  feed(chunk) { this.chunks.push(chunk); }
  get seen() { return this.chunks.join(""); }
  finish() {
    const calls = [];
    const text = this.seen.replace(/<tool_call>(.*?)<\/tool_call>/gs, (_, inner) => {
      const call = JSON.parse(inner);
      calls.push({ name: call.name, input: call.arguments });
      return "";
    });
    return { text, calls };
  }
}
/** One case of the feature that the tests run has this, so that the others go on. */
const hasCall = (parser) => parser.seen.includes("\\u0066");

/** Looks for calls in each chunk alone. */
export class ByChunks {
  text = "";
  calls = [];
  feed(chunk) {
    const inner = new Right();
    inner.feed(chunk);
    const found = inner.finish();
    this.text += found.text;
    this.calls.push(...found.calls);
  }
  finish() { return { text: this.text, calls: this.calls }; }
}
export default Right;
export class Slowly extends Right {
  async feed(chunk) { await null; super.feed(chunk); }
  async finish() { await null; return super.finish(); }
}
export class Rejects extends Right { async finish() { await null; if (hasCall(this)) throw new RangeError("cannot"); return super.finish(); } }
export class Prints extends Right { feed(chunk) { console.log('{"op":"bye"}'); super.feed(chunk); } }
export class ThrowsAtOnce { constructor() { throw new RangeError("no model\nat hand"); } }
export class Throws extends Right { finish() { if (hasCall(this)) throw new RangeError("cannot"); return super.finish(); } }
export class ThrowsHalf extends Right { finish() { if (hasCall(this)) throw new Error("half \ud83d"); return super.finish(); } }
export class ThrowsText extends Right { finish() { if (hasCall(this)) throw "plain"; return super.finish(); } }
export class Hangs extends Right { finish() { while (hasCall(this)) { try { JSON.parse("{}"); } catch { continue; } } return super.finish(); } }
export class HangsAtOnce extends Right { feed() { for (;;); } }
export class Waits extends Right { async finish() { if (hasCall(this)) await new Promise(() => {}); return super.finish(); } }
export class HangsAndStarts extends Hangs {
  finish() {
    if (hasCall(this)) spawn("sh", ["-c", "sleep 4; touch outlived"], { stdio: "ignore" });
    return super.finish();
  }
}
export class Dies extends Right { finish() { if (hasCall(this)) process.kill(process.pid, "SIGSEGV"); return super.finish(); } }
export class Exits extends Right { finish() { if (hasCall(this)) process.exit(7); return super.finish(); } }
let last = "";
/** Keeps what it has seen from one parser to the next. */
export class Remembers extends Right {
  finish() {
    const got = super.finish();
    got.text += last === "" || last === this.seen ? "" : "!";
    last = this.seen;
    return got;
  }
}
export class NoJson extends Right { finish() { return { text: "", calls: [{ name: "a", input: { k: 1n } }] }; } }
export class NoObject extends Right { finish() {} }
const shared = new Right();
export const alwaysTheSame = () => shared;
export const notCallable = 7;
export class Bytes extends Right { get seen() { return Buffer.concat(this.chunks).toString("utf8"); } }
export class Points extends Right { feed(chunk) { if (/[\ud800-\udfff]/u.test(chunk)) throw new RangeError("half"); super.feed(chunk); } }
export class Tools extends Right { constructor(tools) { super(); if (!Array.isArray(tools)) throw new TypeError("tools"); } }
/** Tells at the end alone, so that PROMPT has something to find. */
export class Events extends Right {
  finish() {
    const got = super.finish();
    return { ...got, events: got.text && !got.calls.length ? [{ event: "text", data: got.text }] : [] };
  }
}
'''

TYPED = '''
import { fencepost, type Answer, type Options, type Parser } from "fencepost";

class Typed implements Parser {
  feed(_chunk: string): void {}
  finish(): Answer { return { text: "", calls: [{ name: "a", input: {} }] }; }
}
class Bytes implements Parser<Uint8Array> {
  feed(_chunk: Uint8Array): void {}
  async finish(): Promise<Answer> { return { text: "", calls: [] }; }
}
await fencepost({ syntax: "hermes", parser: Typed, known: { "hermes/*": "why" } });
const options: Options = { syntax: ["hermes"], parser: () => new Bytes(), unit: "byte" };
await fencepost(options);
await fencepost({ syntax: "hermes", parser: new URL("./a.mjs#A", import.meta.url), isolate: true });
// @ts-expect-error: a syntax is needed
await fencepost({ parser: Typed });
// @ts-expect-error: there is no such option
await fencepost({ syntax: "hermes", parser: Typed, colour: "red" });
'''

VITEST = '''
import { expect, test } from "vitest";
import { fencepost } from "fencepost";
import { ByChunks } from "./parsers.mjs";

for (const tests of ["hermes/name/CHUNK", "hermes/name/DELTA"]) await fencepost({ syntax: "hermes", parser: ByChunks, tests });
test("of their own", () => expect(1).toBe(1));
'''


def run(*command, code=0, env=None):
    """What it printed, on both streams."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "npm_config_offline": "true", "npm_config_loglevel": "error", **(env or {})},
                          timeout=120, check=False)
    said = done.stdout.decode()
    assert done.returncode == code, (command, done.returncode, said[-4000:])
    return said


def registered(parser, **options):
    """The line of a test file that registers the tests of that parser; a parser that is named "./module#export" by its URL."""
    of_url = "#" in parser or parser.endswith(".mjs") or options.get("isolate")
    place = parser if "/" in parser else f"./parsers.mjs#{parser}"
    made = f"new URL({json.dumps(place)}, import.meta.url)" if of_url else f"parsers.{parser}"
    return f"await fencepost({{ ...{json.dumps({'syntax': 'hermes', **options})}, parser: {made} }});\n"


def suites(*rows, code=1):
    """What node:test prints of these parsers, pairs of a name and options: no frame of ours is in it."""
    Path("one.test.mjs").write_text('import { fencepost } from "fencepost";\nimport * as parsers from "./parsers.mjs";\n'
                                    + "".join(registered(parser, **options) for parser, options in rows), encoding="utf-8")
    said = run("node", "--test", "--test-reporter=spec", "one.test.mjs", code=code)
    assert "    at " not in said, said
    return said


def suite(parser, code=1, **options):
    return suites((parser, options), code=code)


def counts(said):
    return {name: int(number) for name, number in re.findall(r"^ℹ (pass|fail|skipped) (\d+)$", said, re.M)}


# -- the tarball -------------------------------------------------------------------------------------

def tarball(folder):
    run(*BUILD, PROGRAM, "--output", folder)
    path, = Path(folder).glob("*.tgz")
    return path


def check_tarball():
    """Its size, what is in it; a second build is the same; what was installed has no packages beside it."""
    path, first = tarball("again"), next(Path(PLACE).glob("*.tgz"))
    assert path.stat().st_size < MOST
    with tarfile.open(path) as archive:
        modes = {member.name: member.mode for member in archive}
        package = json.load(archive.extractfile("package/package.json"))
    assert package["version"] in path.name, package
    # Not even one that is optional: npm asks the registry for it, and without a network waits a minute for no answer.
    assert not [name for name in package if name.endswith("ependencies")], package
    for name in ("LICENSE", "README.md", "lib/index.d.ts", "lib/index.js"):
        assert modes[f"package/{name}"] == 0o644, modes
    assert modes["package/bin/linux-x64/fencepost"] == modes["package/lib/command.js"] == 0o755, modes
    assert hashlib.sha256(path.read_bytes()).digest() == hashlib.sha256(first.read_bytes()).digest(), "two builds differ"
    assert [p.name for p in Path("node_modules").iterdir() if not p.name.startswith(".")] == ["fencepost"]
    return len(modes)


def check_refused_programs():
    Path("script").write_text("#!/bin/sh\n", encoding="utf-8")
    for program, sentence in (("script", "is not a program for 64-bit Linux"), ("/bin/sh", "is not linked statically"),
                              ("nothing", "there is no file nothing")):
        said = run(*BUILD, program, code=1)
        assert said.startswith("build.py: ") and sentence in said and said.count("\n") == 1, said
    return 3


def check_command():
    """The program with corpus and specs, its status, and the parser as a worker: by npx, and by what npx starts."""
    assert "HERMES-2.1" in run("npx", "fencepost", "show", "HERMES-2.1", env={"FENCEPOST_DATA": ""})  # of what is in it
    assert run(COMMAND, "--version") == run(PROGRAM, "--version")
    assert "there is no command tset" in run(COMMAND, "tset", code=2)
    command = [COMMAND, "test", "--case", "hermes/name/*", "--only", "golden", "--reduce-budget", "0"]
    said = run(*command, "--", "npx", "fencepost-worker", "./parsers.mjs#Right", "--syntax", "hermes")
    assert "parsers.mjs#Right 0 (javascript)" in said and "all as expected" in said, said
    run(*command, "--report", "reported", "--", WORKER, "./parsers.mjs#Throws", "--syntax", "hermes", code=1)
    log = json.loads(run(COMMAND, "report", "--format", "sarif", "reported", code=1))
    assert {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in log["runs"][0]["results"]} == {"parsers.mjs"}
    assert "no export Nix" in run(*command, "--", WORKER, "./parsers.mjs#Nix", "--syntax", "hermes", code=3)
    assert "usage: fencepost-worker" in run(WORKER, code=2)
    return 6


def check_signals():
    """A signal ends the program, and the status tells which."""
    child = subprocess.Popen(["node", "node_modules/fencepost/lib/command.js", "parse", "--syntax", "hermes"], stdin=subprocess.PIPE)
    time.sleep(1)
    child.terminate()
    assert child.wait(10) == 128 + 15, child.returncode
    child.stdin.close()
    return 1


# -- tests that are registered -------------------------------------------------------------------------

def check_readme():
    """The example of both READMEs is one that runs, and whose parser fails."""
    code, ours = (re.search(r"```js\n(.*?)```", path.read_text(encoding="utf-8"), re.S).group(1)
                  for path in (SOURCE / "packages" / "npm" / "README.md", SOURCE / "README.md"))
    assert [line.split("  //")[0].rstrip() for line in code.splitlines()[1:]] == \
        [line.split("  //")[0].rstrip() for line in ours.splitlines()], "the two READMEs have different parsers"
    Path("hermes.test.mjs").write_text(code, encoding="utf-8")
    said = run("node", "--test", "--test-reporter=spec", "--test-name-pattern=hermes/name/escaped", "hermes.test.mjs", code=1)
    assert "hermes/name/escaped [OBJECT-4.4]" in said and "a call is lost" in said, said
    return counts(said)["fail"]


def check_failure():
    """A failure reads as on the terminal, with the command, and with the test's own name."""
    said = suite("./parsers.mjs#ByChunks", tests="hermes/name/CHUNK")
    for part in ("hermes/name/CHUNK [LAW-2.1]", "LAW-2.1 (must, spec/laws.md", "input, cut ", "┆", "│ actual", "harm: ", "smallest form of",
                 "-- npx fencepost-worker 'parsers.mjs#ByChunks' --syntax hermes",
                 "here: node --test --test-name-pattern='hermes/name/CHUNK ' one.test.mjs"):
        assert part in said, (part, said)
    again = run("node", "--test", "--test-reporter=spec", "--test-name-pattern=hermes/name/CHUNK ", "one.test.mjs", code=1)
    assert counts(again)["fail"] == 1, again
    return 11


def check_right():
    said = suites(("Right", {"tests": "hermes/name/*"}), ("Slowly", {"tests": "hermes/name/*d*"}),
                  ("Right", {"isolate": True, "tests": "hermes/name/C*"}), ("default", {"isolate": True, "tests": "hermes/name/*d*"}), code=0)
    assert counts(said)["pass"] > 40 and counts(said)["fail"] == 0, said
    assert len(re.findall(r"^▶ fencepost ", said, re.M)) >= 4, said
    return 4


def check_known():
    """Known failures are skipped with their reason; one that passes fails."""
    said = suite("Throws", tests="hermes/name/escaped")
    assert "RangeError: cannot (parsers.mjs:" in said, said
    assert "known: it throws" in suite("Throws", code=0, tests="hermes/name/escaped", known={"hermes/name/*": "it throws"})
    assert "hermes/name/escaped passes now" in suite("Right", tests="hermes/name/escaped", known={"hermes/*": "it throws"})
    return 3


def check_readings():
    """JSON.parse() keeps the last of two equal keys. That differs by a Decision of ours, and counts under strict unless it is declared."""
    strict = {"tests": "hermes/duplicate/key", "strict": True}
    assert counts(suites(("Right", strict)))["fail"] == 1
    for isolate in (False, True):
        assert counts(suites(("Right", {**strict, "isolate": isolate, "readings": ["OBJECT-5.5"]}), code=0)) == {"pass": 1, "fail": 0, "skipped": 0}
    return 3


def check_units():
    """Bytes, code points, tools and events reach the parser."""
    some = {"tests": "hermes/name/C*"}
    said = suites(("Bytes", {"unit": "byte", **some}), ("Points", {"unit": "codepoint", **some}), ("Tools", some), code=0)
    assert counts(said)["pass"] == 6, said
    assert "RangeError: half" in suite("Points", tests="hermes/name/CHUNK"), "no case has a character of two units"
    said = suite("Events", events=True, tests="hermes/name/PREFIX")
    assert "PREFIX" in said, said
    return 5


# -- parsers that are wrong ----------------------------------------------------------------------------

def check_factories():
    """A factory that cannot be used is one sentence, in one test."""
    rows = (("ThrowsAtOnce", "throws RangeError: no model at hand (parsers.mjs:"), ("NoObject", "finish() returned undefined"),
            ("alwaysTheSame", "returns the same object twice"), ("HangsAtOnce", "did not answer within 0.5 s"),
            ("./parsers.mjs#nix", "the module has no export nix"), ("./parsers.mjs#notCallable", "is not a factory"))
    modules = (("nix", None, "cannot be imported: Error"), ("broken", "const a = ;\n", "SyntaxError"),
               ("throws", 'throw new Error("no key");\n', "Error: no key (throws.mjs:1)"),
               ("waits", "await new Promise(() => {});\n", "still being imported"))
    for name, code, _ in modules:
        if code:
            Path(f"{name}.mjs").write_text(code, encoding="utf-8")
    for isolate in (False, True):
        known = rows if isolate else rows + tuple((f"./{name}.mjs", sentence) for name, _, sentence in modules)
        said = suites(*((parser, {"isolate": isolate, "deadline": 0.5}) for parser, _ in known))
        for parser, sentence in known:
            assert sentence in said, (parser, said)
        assert counts(said)["fail"] == len(known) and counts(said)["pass"] == 0, said
    assert "the answer is not JSON" in suite("NoJson", tests="hermes/name/escaped")
    return 2 * len(rows) + len(modules) + 1


def check_options():
    rows = (({"colour": "red"}, "there is no option colour"), ({"deadline": 0}, "0 is not a number of seconds"),
            ({"unit": "word"}, "unit is one of"), ({"tests": "nix"}, "no test matches nix"),
            ({"syntax": "nix"}, "the worker's answer to hello is wrong"), ({"syntax": []}, "does not name its syntax"))
    said = suites(*(("Right", options) for options, _ in rows))
    for _, sentence in rows:
        assert sentence in said, (sentence, said)
    assert counts(said)["fail"] == len(rows) and counts(said)["pass"] == 0, said
    Path("two.test.mjs").write_text('import { fencepost } from "fencepost";\nimport { Right } from "./parsers.mjs";\n'
                                    'await fencepost({ syntax: "hermes", parser: Right, isolate: true });\n', encoding="utf-8")
    assert "isolation needs a parser that another process can import" in run("node", "--test", "two.test.mjs", code=1)
    return len(rows) + 1


def check_throws():
    said = suites(*((parser, {"tests": "hermes/name/escaped"}) for parser in ("Throws", "Rejects", "ThrowsText", "ThrowsHalf")))
    assert said.count("RangeError: cannot (parsers.mjs:") >= 2 and "threw plain" in said and "Error: half \ufffd (" in said, said
    assert counts(said)["fail"] == 4, said
    return 4


def check_prints():
    said = suites(*(("Prints", {"isolate": isolate, "tests": "hermes/name/TOTAL"}) for isolate in (False, True)), code=0)
    assert counts(said)["pass"] == 2, said
    return 2


def hang_of_worker():
    """What the child of an isolated parser answers if its own clock is quicker than that of the tests: an error alone would be
    an answer to a law."""
    command = [WORKER, "./parsers.mjs#Hangs", "--syntax", "hermes", "--deadline", "0.5"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        for request in ({"op": "hello"}, {"op": "parse", "syntax": "hermes", "chunks": ["\\u0066"]}):
            child.stdin.write(json.dumps({**request, "id": 0}).encode() + b"\n")
            child.stdin.flush()
            answer = json.loads(child.stdout.readline())
    return answer


def check_hangs():
    """In the test's process and in a child; each costs its tests one deadline, and others go on."""
    parsers = (("Hangs", False), ("Waits", False), ("HangsAndStarts", True))
    said = suites(*((parser, {"isolate": isolate, "deadline": 0.5, "tests": tests}) for parser, isolate in parsers
                    for tests in ("hermes/name/*d*", "hermes/name/WHOLE")))
    assert said.count("the parser did not answer within 0.5 s") >= 6, said
    assert counts(said)["fail"] == 2 * len(parsers) and counts(said)["pass"] == 11 * len(parsers), said
    assert hang_of_worker()["trouble"] == "the parser did not answer within 0.5 s"
    time.sleep(5)  # a request with cuts has four times the deadline, which is less than the four seconds of what was started
    assert not Path("outlived").exists(), "what an isolated parser starts outlives it"
    return 4


def check_dies():
    said = suites(*((parser, {"isolate": True, "tests": "hermes/name/*d*"}) for parser in ("Dies", "Exits")))
    for sentence in ("was killed by SIGSEGV", "exited with status 7"):
        assert f"the parser's process {sentence}" in said, said
    assert counts(said)["fail"] == 2 and counts(said)["pass"] == 22, said
    return 2


def check_state():
    """What one parser leaves to the next one shows as a failure, of whichever tests it comes to."""
    assert counts(suite("Remembers", tests="hermes/name/CHUNK"))["fail"] > 0
    return 1


# -- packages that are wrong ---------------------------------------------------------------------------

def check_versions():
    """A program of another version, none, and one of another machine: a sentence each, from tests and command."""
    other = Path("other")
    other.write_text('#!/bin/sh\necho \'{"op":"hello","id":0,"protocols":[1],"suite":"9.9"}\'\ncat >&2\n', encoding="utf-8")
    alien = Path("alien")
    alien.write_bytes(b"\x7fELF\x02\x01\x01" + b"\0" * 11 + b"\x16\0" + b"\0" * 100)
    for file in (other, alien):
        file.chmod(0o755)
    suite("Right", code=0, tests="hermes/name/escaped")
    for program, sentence in (("other", "is 9.9: install them together"), ("missing", "missing, which is not a file"),
                              ("alien", "is for another machine; build it from the sources")):
        said = run("node", "--test", "one.test.mjs", code=1, env={"FENCEPOST_PROGRAM": os.path.abspath(program)})
        assert sentence in said and "    at " not in said, said
    for program in ("missing", "alien"):
        said = run(COMMAND, "list", code=1, env={"FENCEPOST_PROGRAM": os.path.abspath(program)})
        assert said.startswith("fencepost: ") and said.count("\n") == 1, said
    inside = Path("node_modules/fencepost/bin")
    inside.rename("away")
    said = run(COMMAND, "list", code=1)
    Path("away").rename(inside)
    assert "this package has no program for linux-" in said and said.count("\n") == 1, said
    return 6


# -- with packages of others ---------------------------------------------------------------------------

def beside(folder):
    """A folder with what is kept, and our package."""
    Path(folder).mkdir()
    shutil.copy(KEPT / "package.json", folder)
    shutil.copy("parsers.mjs", folder)
    (Path(folder) / "node_modules").mkdir()
    for path in (KEPT / "node_modules").iterdir():
        os.symlink(path, Path(folder) / "node_modules" / path.name)
    shutil.copytree("node_modules/fencepost", f"{folder}/node_modules/fencepost")
    os.chdir(folder)


def check_vitest():
    home = os.getcwd()
    beside("with-vitest")
    Path("one.test.mjs").write_text(VITEST, encoding="utf-8")
    said = run("npx", "vitest", "run", "--no-color", code=1)
    os.chdir(home)
    for part in ("one.test.mjs > fencepost ByChunks > hermes/name/CHUNK [LAW-2.1]", "input, cut ", "│ actual",
                 "here: npx vitest run one.test.mjs -t 'hermes/name/CHUNK '", "skipped"):
        assert part in said, (part, said)
    assert "lib/index.js" not in said, said
    return 6


def check_types():
    home = os.getcwd()
    beside("with-typescript")
    Path("typed.mts").write_text(TYPED, encoding="utf-8")
    run("node_modules/.bin/tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "typed.mts")
    os.chdir(home)
    return 1


CHECKS = [(check_tarball, 10), (check_refused_programs, 3), (check_command, 6), (check_signals, 1), (check_readme, 1),
          (check_failure, 11), (check_right, 4), (check_known, 3), (check_readings, 3), (check_units, 5), (check_factories, 17), (check_options, 7),
          (check_throws, 4), (check_prints, 2), (check_hangs, 4), (check_dies, 2), (check_state, 1), (check_versions, 6),
          (check_vitest, 6), (check_types, 1)]


def with_package(check):
    """The check, in the folder of the checks: the package is installed there by the first."""
    def checked():
        if not Path("node_modules").exists():
            run("npm", "install", "--save-dev", "--ignore-scripts", "--no-audit", "--no-fund", tarball(PLACE))
        return check()
    checked.__name__ = check.__name__
    return checked


def main():
    global PLACE
    npm_install.install(SOURCE / "harness" / "tests" / "npm", KEPT)
    with tempfile.TemporaryDirectory() as folder:
        PLACE = folder
        with few_cases(SOURCE, *FEW):
            return run_checks([(with_package(check), least) for check, least in CHECKS],
                              {"parsers.mjs": PARSERS, "package.json": '{"type": "module"}\n'}, SOURCE)


PLACE = None
sys.exit(main())
