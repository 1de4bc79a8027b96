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

SOURCE, PROGRAM, KEPT = (Path(word).resolve() for word in sys.argv[1:4])
BUILD = [sys.executable, str(SOURCE / "packages" / "npm" / "build.py"), "--program"]
MOST = 10 << 20  # bytes of a tarball

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

await fencepost({ syntax: "hermes", parser: ByChunks, tests: "hermes/name/*" });
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


def suite(parser, code=1, **options):
    """What node:test prints of that parser: no frame of ours is in it."""
    of_url = parser == "URL" or options.get("isolate")
    given = {"syntax": "hermes", **options}
    made = f'new URL("./parsers.mjs#{parser}", import.meta.url)' if of_url else f"parsers.{parser}"
    if "url" in given:
        made = json.dumps(given.pop("url"))
    Path("one.test.mjs").write_text('import { fencepost } from "fencepost";\nimport * as parsers from "./parsers.mjs";\n'
                                    f"await fencepost({{ ...{json.dumps(given)}, parser: {made} }});\n", encoding="utf-8")
    said = run("node", "--test", "--test-reporter=spec", "one.test.mjs", code=code)
    assert "    at " not in said, said
    return said


def counts(said):
    return {name: int(number) for name, number in re.findall(r"^ℹ (pass|fail|skipped) (\d+)$", said, re.M)}


# -- the tarball -------------------------------------------------------------------------------------

def tarball(folder):
    run(*BUILD, PROGRAM, "--output", folder)
    path, = Path(folder).glob("*.tgz")
    return path


def check_tarball():
    """Its size, what is in it; a second build is the same; what was installed has no packages beside it."""
    path = tarball("again")
    assert path.stat().st_size < MOST
    with tarfile.open(path) as archive:
        modes = {member.name: member.mode for member in archive}
        package = json.load(archive.extractfile("package/package.json"))
    assert package["version"] in path.name and "dependencies" not in package, package
    for name in ("LICENSE", "README.md", "lib/index.d.ts", "lib/index.js"):
        assert modes[f"package/{name}"] == 0o644, modes
    assert modes["package/bin/linux-x64/fencepost"] == modes["package/lib/command.js"] == 0o755, modes
    again, first = (hashlib.sha256(p.read_bytes()).hexdigest() for p in (path, tarball("first")))
    assert again == first, "two builds differ"
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
    """npx in the folder: the program with corpus and specs, its status, and the parser as a worker."""
    assert "HERMES-2.1" in run("npx", "fencepost", "show", "HERMES-2.1")
    assert run("npx", "fencepost", "--version") == run(PROGRAM, "--version")
    assert "there is no command tset" in run("npx", "fencepost", "tset", code=2)
    command = ["npx", "fencepost", "test", "--case", "hermes/name/*", "--reduce-budget", "0", "--"]
    said = run(*command, "npx", "fencepost-worker", "./parsers.mjs#Right", "--syntax", "hermes")
    assert "parsers.mjs#Right 0 (javascript)" in said and "all as expected" in said, said
    run(*command[:3], "--case", "hermes/name/escaped", "--report", "reported", "--", "npx", "fencepost-worker", "./parsers.mjs#Throws", "--syntax", "hermes", code=1)
    log = json.loads(run("npx", "fencepost", "report", "--format", "sarif", "reported", code=1))
    assert {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in log["runs"][0]["results"]} == {"parsers.mjs"}
    assert "no export Nix" in run(*command, "npx", "fencepost-worker", "./parsers.mjs#Nix", "--syntax", "hermes", code=3)
    assert "usage: fencepost-worker" in run("npx", "fencepost-worker", code=2)
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
    said = run("node", "--test", "--test-reporter=spec", "--test-name-pattern=hermes/name/", "hermes.test.mjs", code=1)
    assert "hermes/name/escaped [OBJECT-4.4]" in said and "a call is lost" in said, said
    return counts(said)["fail"]


def check_failure():
    """A failure reads as on the terminal, with the command, and with the test's own name."""
    said = suite("URL", url="./parsers.mjs#ByChunks", tests="hermes/name/CHUNK")
    for part in ("hermes/name/CHUNK [LAW-2.1]", "LAW-2.1 (must, spec/laws.md", "input, cut ", "┆", "│ actual", "harm: ", "smallest form of",
                 "-- npx fencepost-worker 'parsers.mjs#ByChunks' --syntax hermes",
                 "here: node --test --test-name-pattern='hermes/name/CHUNK ' one.test.mjs"):
        assert part in said, (part, said)
    again = run("node", "--test", "--test-reporter=spec", "--test-name-pattern=hermes/name/CHUNK ", "one.test.mjs", code=1)
    assert counts(again)["fail"] == 1, again
    return 11


def check_right():
    for parser, options in (("Right", {}), ("Slowly", {}), ("Right", {"isolate": True}), ("default", {"isolate": True})):
        said = suite(parser, code=0, tests="hermes/name/*", **options)
        assert counts(said)["pass"] > 10 and counts(said)["fail"] == 0, (parser, said)
    return 4


def check_known():
    """Known failures are skipped with their reason; one that passes fails."""
    said = suite("Throws", tests="hermes/name/escaped")
    assert "RangeError: cannot (parsers.mjs:" in said, said
    assert "known: it throws" in suite("Throws", code=0, tests="hermes/name/escaped", known={"hermes/name/*": "it throws"})
    assert "hermes/name/escaped passes now" in suite("Right", tests="hermes/name/escaped", known={"hermes/*": "it throws"})
    return 3


def check_units():
    """Bytes, code points, tools and events reach the parser."""
    tests = {"tests": "hermes/name/*", "code": 0}
    assert counts(suite("Bytes", unit="byte", **tests))["pass"] > 10
    assert counts(suite("Points", unit="codepoint", **tests))["pass"] > 10
    assert counts(suite("Tools", **tests))["pass"] > 10
    said = suite("Events", events=True, tests="hermes/name/PREFIX")
    assert "PREFIX" in said, said
    return 4


# -- parsers that are wrong ----------------------------------------------------------------------------

def check_factories():
    """A factory that cannot be used is one sentence, in one test."""
    rows = (("ThrowsAtOnce", "throws RangeError: no model at hand (parsers.mjs:"), ("NoObject", "finish() returned undefined"),
            ("alwaysTheSame", "returns the same object twice"), ("HangsAtOnce", "did not answer within 0.5 s"))
    for isolate in (False, True):
        for parser, sentence in rows:
            said = suite(parser, isolate=isolate, deadline=0.5)
            assert sentence in said and counts(said)["fail"] == 1 and counts(said)["pass"] == 0, (parser, said)
        for parser, sentence in (("nix", "the module has no export nix"), ("notCallable", "is not a factory")):
            assert sentence in suite(parser, isolate=isolate, url=f"./parsers.mjs#{parser}")
    Path("broken.mjs").write_text("const a = ;\n", encoding="utf-8")
    Path("throws.mjs").write_text('throw new Error("no key");\n', encoding="utf-8")
    Path("waits.mjs").write_text("await new Promise(() => {});\n", encoding="utf-8")
    for module, sentence in (("nix", "cannot be imported: Error"), ("broken", "SyntaxError"), ("throws", "Error: no key (throws.mjs:1)"),
                             ("waits", "still being imported")):
        said = suite("URL", url=f"./{module}.mjs", deadline=0.5)
        assert sentence in said and counts(said)["fail"] == 1, said
    assert "the answer is not JSON" in suite("NoJson", tests="hermes/name/escaped")
    return 2 * (len(rows) + 2) + 5


def check_options():
    for options, sentence in (({"colour": "red"}, "there is no option colour"), ({"deadline": 0}, "0 is not a number of seconds"),
                              ({"unit": "word"}, "unit is one of"), ({"tests": "nix"}, "no test matches nix"),
                              ({"syntax": "nix"}, "the worker's answer to hello is wrong"), ({"syntax": []}, "does not name its syntax")):
        assert sentence in suite("Right", **options), options
    Path("two.test.mjs").write_text('import { fencepost } from "fencepost";\nimport { Right } from "./parsers.mjs";\n'
                                    'await fencepost({ syntax: "hermes", parser: Right, isolate: true });\n', encoding="utf-8")
    assert "isolation needs a parser that another process can import" in run("node", "--test", "two.test.mjs", code=1)
    return 7


def check_throws():
    for parser, sentence in (("Throws", "RangeError: cannot (parsers.mjs:"), ("Rejects", "RangeError: cannot (parsers.mjs:"),
                             ("ThrowsText", "threw plain")):
        assert sentence in suite(parser, tests="hermes/name/escaped"), parser
    return 3


def check_prints():
    for isolate in (False, True):
        assert counts(suite("Prints", code=0, isolate=isolate, tests="hermes/name/TOTAL"))["pass"] == 1
    return 2


def check_hangs():
    """In the test's process and in a child; each costs its tests one deadline, and others go on."""
    for parser, isolate in (("Hangs", False), ("Waits", False), ("HangsAndStarts", True)):
        said = suite(parser, isolate=isolate, deadline=0.5, tests="hermes/name/*")
        got = counts(said)
        assert "the parser did not answer within 0.5 s" in said and got["fail"] > 1 and got["pass"] > 10, got
    time.sleep(5)  # a request with cuts has four times the deadline, which is less than the four seconds of what was started
    assert not Path("outlived").exists(), "what an isolated parser starts outlives it"
    return 4


def check_dies():
    for parser, sentence in (("Dies", "was killed by SIGSEGV"), ("Exits", "exited with status 7")):
        said = suite(parser, isolate=True, tests="hermes/name/*")
        assert f"the parser's process {sentence}" in said and counts(said)["fail"] > 3, said
    return 2


def check_state():
    """What one parser leaves to the next one shows as a failure, of whichever tests it comes to."""
    assert counts(suite("Remembers", tests="hermes/name/*"))["fail"] > 0
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
        said = run("npx", "fencepost", "list", code=1, env={"FENCEPOST_PROGRAM": os.path.abspath(program)})
        assert said.startswith("fencepost: ") and said.count("\n") == 1, said
    inside = Path("node_modules/fencepost/bin")
    inside.rename("away")
    said = run("npx", "fencepost", "list", code=1)
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
    run("npx", "tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "typed.mts")
    os.chdir(home)
    return 1


CHECKS = [(check_tarball, 10), (check_refused_programs, 3), (check_command, 6), (check_signals, 1), (check_readme, 1),
          (check_failure, 11), (check_right, 4), (check_known, 3), (check_units, 4), (check_factories, 17), (check_options, 7),
          (check_throws, 3), (check_prints, 2), (check_hangs, 4), (check_dies, 2), (check_state, 1), (check_versions, 6),
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
        return run_checks([(with_package(check), least) for check, least in CHECKS],
                          {"parsers.mjs": PARSERS, "package.json": '{"type": "module"}\n'}, SOURCE)


PLACE = None
sys.exit(main())
