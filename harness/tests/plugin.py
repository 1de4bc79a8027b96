# SPDX-License-Identifier: Apache-2.0
"""plugin.py SOURCE_DIR BUILD_DIR: syntaxes from outside, with what is installed and nothing else.

Installs the build into a scratch directory, builds a copy of examples/fenced-yaml against it, and holds
the commands to what they do with any syntax; then each broken plugin to its message. CMAKE, CC,
PKG_CONFIG and GENERATOR come from the environment.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from contextlib import nullcontext
from pathlib import Path

import jsonschema
from fewdata import DATA, case_files, few_cases

SOURCE = Path(sys.argv[1])
BUILD = Path(sys.argv[2])
EXAMPLE = SOURCE / "examples" / "fenced-yaml"
BROKEN = SOURCE / "harness" / "tests" / "plugins" / "broken.c"
RENDERER = BROKEN.with_name("renderer.c")
LAWS = {"CHUNK", "WHOLE", "PREFIX", "PROMPT", "ACCOUNT", "TRUNCATION", "ISOLATION", "LINEAR",
        "ROUND-TRIP", "EQUIVALENCE"}

os.environ.pop("FENCEPOST_DATA", None)


def tool(*args):
    done = subprocess.run([str(a) for a in args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=250, check=False)
    assert done.returncode == 0, f"{args}\n{done.stdout.decode()}"
    return done.stdout.decode()


def one(folder, pattern):
    found = sorted(folder.rglob(pattern))
    assert found, f"no {pattern} below {folder}"
    return found[0]


def compile_plugin(plugin, *args, libs=None):
    flags = tool(os.environ["PKG_CONFIG"], "--cflags", "fencepost").split()
    others = tool(os.environ["PKG_CONFIG"], "--cflags", "--libs", libs).split() if libs else []
    tool(os.environ["CC"], "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", *flags, *args,
         "-o", plugin, *others)


class Place:
    """The scratch directory: what is installed, a copy of the example, and its plugin."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.prefix = scratch / "installed"
        self.example = scratch / "elsewhere" / "fenced-yaml"
        self.plugin = self.example / "build" / "fenced-yaml.so"

    def install(self):
        tool(os.environ["CMAKE"], "--install", BUILD, "--prefix", self.prefix)
        self.fencepost = self.prefix / "bin" / "fencepost"
        self.pkgconfig = one(self.prefix, "fencepost.pc").parent
        os.environ["PKG_CONFIG_PATH"] = str(self.pkgconfig)
        os.environ["LD_LIBRARY_PATH"] = str(self.pkgconfig.parent)

    def build_example(self):
        shutil.copytree(EXAMPLE, self.example, ignore=shutil.ignore_patterns("build"))
        tool(os.environ["CMAKE"], "-S", self.example, "-B", self.example / "build",
             "-G", os.environ["GENERATOR"], "-D", "CMAKE_C_COMPILER=" + os.environ["CC"],
             "-D", f"CMAKE_PREFIX_PATH={self.prefix}", "-D", "CMAKE_C_FLAGS=-Werror")
        tool(os.environ["CMAKE"], "--build", self.example / "build")

    def run(self, *args, given="", plugin=None, code=0, out="", err=""):
        """Runs the installed program with the plugin; its standard output."""
        options = ["--plugin", plugin or self.plugin] if plugin != "" else []
        done = subprocess.run([str(a) for a in [self.fencepost, *options, *args]],
                              input=given.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=250, check=False)
        said, complained = done.stdout.decode(), done.stderr.decode()
        good = done.returncode == code and out in said and err in complained
        assert good, (f"fencepost {args}: status {done.returncode}, {code} expected; {out!r} and "
                      f"{err!r} expected of\n{said[:3000]}{complained[:3000]}")
        return said + complained


# -- the example -----------------------------------------------------------------------------------

def own_cases():
    return case_files(EXAMPLE / "corpus" / "fenced-yaml")


def cases_are_what_the_schema_says(_):
    schema = json.loads((SOURCE / "spec" / "schema" / "case-file.schema.json").read_text())
    count = 0
    for path in own_cases():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            jsonschema.Draft202012Validator(schema).validate(json.loads(path.read_text()))
        count += len(json.loads(path.read_text())["cases"])
    assert count >= 130, count


def every_law_on_every_case(place):
    lines = place.run("test", "--syntax", "fenced-yaml", "--format", "json").splitlines()
    records = [json.loads(line) for line in lines]
    results, summary = [r for r in records[1:-1] if r["record"] != "cause"], records[-1]
    assert summary["cases"] == sum(len(json.loads(p.read_text())["cases"]) for p in own_cases())
    for law in LAWS | {"golden"}:
        held = [r for r in results if r["check"] == law and r["verdict"] == "pass"]
        assert len(held) == summary["cases"], (law, len(held))


def problems(place, plugin, *options):
    done = subprocess.run([str(place.fencepost), *(["--plugin", str(plugin)] if plugin else []),
                           *map(str, options), "lint"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=250,
                          check=False)
    return done.stderr.decode().splitlines()


def lint_adds_nothing(place):
    assert problems(place, place.plugin) == problems(place, None)


def commands_know_it(place):
    place.run("list", out="fenced-yaml ")
    place.run("list", "clauses", "--syntax", "fenced-yaml", out="FENCED-YAML-4.4")
    place.run("list", "cases", "--syntax", "fenced-yaml", out="fenced-yaml/body/alias")
    place.run("show", "fenced-yaml", out="fenced-yaml")
    place.run("show", "FENCED-YAML-4.4", out="aliases")
    place.run("show", "fenced-yaml/body/alias", out="an alias is not good")
    place.run("parse", "--syntax", "fenced-yaml", given="```tool t\na: [1, x]\n```",
              out='"input":{"a":[1,"x"]}')
    explained = place.run("explain", "--syntax", "fenced-yaml",
                          given="```tool t\n# c\na: &x 1\n```\n", out="FENCED-YAML-4.3")
    assert "bad-line" in explained
    place.run("explain", "--syntax", "fenced-yaml", given="```tool t\nkey: value\n```\n",
              out="FENCED-YAML-4.5")
    place.run("doc", "--syntax", "fenced-yaml",
              place.prefix / "share/fencepost/corpus/catalogues/files.json",
              out="```tool write_file\nproject: \"...\"\n")
    place.run("render", "--syntax", "fenced-yaml", given='{"name": "t", "input": {"a": "1"}}',
              out='```tool t\na: "1"\n```')
    place.run("test", "--syntax", "no-such", code=2, err="emoji-bracket")
    place.run("parse", "--syntax", "no-such", code=2, err="fenced-yaml")


def conversion_goes_both_ways(place):
    caret = "Hi\n^^^write_file\npath: a.txt\nlines: [\none\ntwo\n]\ncontent ---\n^^^\n```\n--- content\n^^^\n"
    yaml = ('Hi\n```tool write_file\npath: "a.txt"\nlines: ["one", "two"]\n'
            'content: |-\n  ^^^\n  ```\n```\n')
    assert place.run("convert", "--from", "caret", "--to", "fenced-yaml", given=caret) == yaml
    assert place.run("convert", "--from", "fenced-yaml", "--to", "caret", given=yaml) == caret


def faults_are_found(place):
    """A wrong expectation, a clause without a case, a new id: by test and lint, in the plugin's files."""
    body = place.example / "corpus" / "fenced-yaml" / "body.json"
    right = body.read_text()
    body.write_text(right.replace('"mode": 420', '"mode": 421'))
    said = place.run("test", "--syntax", "fenced-yaml", code=1, out="body/three-arguments")
    assert f"fencepost --plugin {place.plugin} " in said
    body.write_text(right.replace('"FENCED-YAML-4.8"', '"FENCED-YAML-4.1"'))
    said = problems(place, place.plugin)
    assert any("FENCED-YAML-4.8 has no accepting case" in line for line in said), said
    body.write_text(right.replace("body/comments-only", "body/remarks-only"))
    said = problems(place, place.plugin)
    assert any("body/comments-only is not a case any more" in line for line in said), said
    ours = (place.prefix / "share/fencepost/corpus/caret/ids.txt").read_bytes()
    few = os.environ.pop(DATA)  # whose files are those of the source tree
    place.run("lint", "--add-ids", code=1, out="1 id added")
    os.environ[DATA] = few
    assert "body/remarks-only\n" in (place.example / "corpus" / "fenced-yaml" / "ids.txt").read_text()
    assert (place.prefix / "share/fencepost/corpus/caret/ids.txt").read_bytes() == ours
    body.write_text(right)
    shutil.copy(EXAMPLE / "corpus" / "fenced-yaml" / "ids.txt", place.example / "corpus" / "fenced-yaml" / "ids.txt")
    (place.example / "corpus" / "stray").mkdir()
    assert any("a folder of no syntax" in line for line in problems(place, place.plugin))
    (place.example / "corpus" / "stray").rmdir()


def works_where_it_is_installed(place):
    tool(os.environ["CMAKE"], "--install", place.example / "build", "--prefix", place.prefix)
    installed = one(place.prefix, "fenced-yaml.so")
    shutil.move(place.example, place.example.with_name("gone"))
    place.run("test", "--case", "fenced-yaml/body/*", plugin=installed, out="all as expected")
    shutil.move(place.example.with_name("gone"), place.example)


def builds_by_pkg_config(place):
    plugin = place.scratch / "by-pkg-config.so"
    compile_plugin(plugin, *sorted(EXAMPLE.glob("*.c")), libs="yaml-0.1")
    place.run("--plugin-data", EXAMPLE, "show", "FENCED-YAML-4.4", plugin=plugin, out="aliases")
    place.run("parse", "--syntax", "fenced-yaml", plugin=plugin, given="x", out='"text":"x"')
    place.run("list", "cases", plugin=plugin, code=2, err="corpus/fenced-yaml")  # it has no data there


# -- broken renderers ------------------------------------------------------------------------------

# the fault, the message of ROUND-TRIP about a plain call, that of `lint` about a call of corpus/equivalence or a case
RENDERERS = [
    ("SAYS_NOTHING", "is refused without a clause: the renderer gave no reason",
     "without a clause (LAW-8.2): the renderer gave no reason"),
    ("NO_CLAUSE", "is refused without a clause: it looks hard", "without a clause (LAW-8.2): it looks hard"),
    ("EVERYTHING", "is refused (LAW-8.2): it looks hard (FENCED-YAML-9.1)",
     "the reference parser answers otherwise: the call is not rendered: it looks hard (FENCED-YAML-9.1)"),
    ("ANOTHER", "is refused without a clause: the renderer wrote a block that is not read as this call",
     "the renderer wrote a block that is not read as this call"),
]


def broken_renderers_are_found(place):
    """By ROUND-TRIP in each case, and in words that are true; with the right renderer the case passes."""
    case = "fenced-yaml/body/comments-only"
    place.run("--plugin-data", EXAMPLE, "test", "--case", case)
    for fault, said, lint in RENDERERS:
        plugin = place.scratch / f"renderer-{fault.lower()}.so"
        sources = [source for source in sorted(EXAMPLE.glob("*.c")) if source.name != "render.c"]
        compile_plugin(plugin, f"-DFAULT={fault}", f"-I{EXAMPLE}", *sources, RENDERER, libs="yaml-0.1")
        options = ["--plugin-data", EXAMPLE]
        ran = place.run(*options, "test", "--case", case, "--reduce-budget", "0", "--format", "json", plugin=plugin,
                        code=1, out=said)
        wrong = [r for r in map(json.loads, ran.splitlines()) if r.get("verdict") == "wrong"]
        assert [r["check"] for r in wrong] == ["ROUND-TRIP"], (fault, wrong)
        shown = place.run(*options, "render", "--syntax", "fenced-yaml", plugin=plugin, code=1,
                          given='{"name": "f", "input": {}}')
        assert "out of memory" not in shown, shown
        lines = problems(place, plugin, *options)
        assert any(lint in line for line in lines), (fault, lines)


# -- broken plugins --------------------------------------------------------------------------------

# the fault, the compiler's definitions, the message
FAULTS = [
    ("OTHER_ABI", [], "is built for plugin ABI 999, and this is fencepost"),
    ("OTHER_SIZES", [], "is built against other headers than fencepost"),
    ("NONE", ["-DENTRY=another_name"], "exports no function fp_plugin_entry: put FP_PLUGIN("),
    ("UNDEFINED_SYMBOL", [], "it needs nobody_has_this, which neither this program"),
    ("NO_PLUGIN", [], "fp_plugin_entry returns NULL"),
    ("NO_ROWS", [], "brings no syntax"),
    ("NO_ID", [], 'the id "" cannot be an id'),
    ("BAD_ID", [], 'the id "all_text" cannot be an id'),
    ("RESERVED_ID", [], 'the id "model" is the name of something else'),
    ("TAKEN_ID", [], 'the id "caret" is taken'),
    ("NO_STEP", [], "all-text: its row has no step()"),
    ("NO_FINISH", [], "all-text: its row has no finish()"),
    ("NO_TITLE", [], "all-text: its row has no title"),
    ("NO_MARKERS", [], "all-text: its row has no markers"),
    ("NO_COMPLETIONS", [], "all-text: its row has no completions"),
    ("EMPTY_MARKER", [], "there is an empty string in markers"),
    ("EMPTY_DERIVED_MARKER", [], "there is an empty string in markers"),
    ("BAD_POLICY", [], "its policy types has the unknown value 9"),
    ("LEADS_WITHOUT_EASE", [], "at_ease and leads come together"),
    ("EASE_WITHOUT_LEADS", [], "at_ease and leads come together"),
    ("GAP_IN_LEADS", [], "leads[0] is NULL and the next is not"),
    ("EMPTY_LEAD", [], "leads[0] holds an empty string"),
    ("NO_TABLE", [], "all-text: its row has no table"),
    ("SMALL_STATE", [], "all-text: its state_size is 1, and has to be sizeof(fp_tags)"),
    ("BLOCKS_END_EARLY", [], "its table is refused: what is not a tag does not break a block, and a tag in it opens"),
    ("NO_CLAUSE", [], "its table is refused: it has no clauses.bad_line"),
    ("NO_RULES", [], "its table is refused: it has no lenient, the rules for a value of policy recovery"),
    ("NO_STATE", [], "all-text: its row has no state_size"),
    ("NO_POLICY_CLAUSE", [], "all-text: its policy extra_call has no clause"),
    ("NO_MARKS_OF_REASONING", [], "all-text: its policy reasoning cannot be channel: the row lacks what this needs"),
    ("EMPTY_MARK_OF_REASONING", [], "all-text: its reasoning has no mark open or close"),
]


def compile_broken(place, fault, definitions=()):
    plugin = place.scratch / (fault.lower() + "-".join(definitions) + ".so")
    compile_plugin(plugin, f"-DFAULT={fault}", *definitions, BROKEN)
    return plugin


def broken_plugins_are_explained(place):
    for fault, definitions, said in FAULTS:
        plugin = compile_broken(place, fault, definitions)
        all_said = place.run("parse", "--syntax", "caret", plugin=plugin, code=3, err=said)
        assert all_said.startswith(f"fencepost: plugin {plugin}: "), all_said


def a_plugin_without_a_fault_loads(place):
    plugin = compile_broken(place, "NONE")
    place.run("parse", "--syntax", "all-text", plugin=plugin, given="^^^x", out='"text":"^^^x"')
    said = problems(place, place.scratch / "none.so")
    assert any("corpus/all-text" in line for line in said), said


def grammars_follow_from_the_row(place):
    """A syntax without rules for colours is called JSON only where its row declares that."""
    rules, of_json = "has no rules for colours: add them to its row", "are JSON, for which editors have grammars"
    for plugin, syntax, right, wrong in [
            (place.plugin, "fenced-yaml", rules, of_json),
            (compile_broken(place, "NONE"), "all-text", rules, of_json),
            (compile_broken(place, "ENCODED"), "all-text", of_json, rules)]:
        said = place.run("grammar", "--syntax", syntax, plugin=plugin, code=1, err=right)
        assert wrong not in said, said


def lists_may_be_derived(place):
    plugin = compile_broken(place, "DERIVED")
    place.run("grammar", "--syntax", "all-text", plugin=plugin, out='"match": "all-text"')


def files_that_are_no_plugins(place):
    prose = place.scratch / "prose.so"
    prose.write_text("no shared object\n")
    place.run("list", plugin=place.scratch / "nowhere.so", code=3, err="cannot be read: No such file")
    place.run("list", plugin=prose, code=3, err="cannot be loaded: ")
    place.run("list", plugin=place.scratch, code=3, err="cannot be loaded: ")


def usage(place):
    place.run("--plugin", plugin="", code=2, err="--plugin needs a file after it")
    place.run("--plugin=", "list", plugin="", code=2, err="--plugin needs a file after it")
    place.run("--plugin-data", "x", "list", plugin="", code=2, err="comes after its --plugin")
    place.run("--plugin-data", code=2, err="--plugin-data needs a directory after it")
    place.run("--plugin", place.plugin, "list", code=3, err='the id "fenced-yaml" is taken')
    place.run("list", "--plugin", "x", plugin="", code=2, err="goes before the command")
    place.run("help", out="--plugin FILE")
    place.run(f"--plugin={place.plugin}", f"--plugin-data={place.example}", "list", plugin="",
              out="fenced-yaml ")


TESTS = [
    cases_are_what_the_schema_says, every_law_on_every_case, lint_adds_nothing, commands_know_it,
    conversion_goes_both_ways, faults_are_found, works_where_it_is_installed, builds_by_pkg_config,
    broken_renderers_are_found, broken_plugins_are_explained, a_plugin_without_a_fault_loads,
    grammars_follow_from_the_row, lists_may_be_derived, files_that_are_no_plugins, usage,
]

WITH_ALL_CASES = {lint_adds_nothing, works_where_it_is_installed}


def main():
    with tempfile.TemporaryDirectory() as scratch:
        place = Place(Path(scratch))
        place.install()
        place.build_example()
        for test in TESTS:
            with nullcontext() if test in WITH_ALL_CASES else few_cases(SOURCE, "caret", "equivalence"):
                test(place)
            print("ok", test.__name__, flush=True)


main()
