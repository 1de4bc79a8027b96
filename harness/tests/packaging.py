# SPDX-License-Identifier: Apache-2.0
"""packaging.py SOURCE_DIR BUILD_DIR STATIC_PROGRAM: what is installed: manual pages, completions, data, package; and the one file
that needs nothing.

Installs the build into a scratch directory. CMAKE and CPACK come from the environment.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema

from fewdata import few_cases, input_of
from left_out import left_out

SOURCE = Path(sys.argv[1])
BUILD, STATIC = Path(sys.argv[2]), Path(sys.argv[3])

os.environ.pop("FENCEPOST_DATA", None)


def needed(name):
    assert shutil.which(name), f"this test needs {name}; ./dev test installs it"


def tool(*args, given=None, code=0, timeout=250, **more):
    done = subprocess.run([str(a) for a in args], input=given, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=timeout, check=False, **more)
    out = done.stdout.decode()
    assert done.returncode == code, f"{args}: {done.returncode}\n{out}"
    return out


class Place:
    def __init__(self, scratch):
        self.scratch = scratch
        self.prefix = scratch / "installed"
        tool(os.environ["CMAKE"], "--install", BUILD, "--prefix", self.prefix)
        self.fencepost = self.prefix / "bin" / "fencepost"
        os.environ["PATH"] = f"{self.fencepost.parent}:{os.environ['PATH']}"
        os.environ["LC_ALL"] = "C.UTF-8"

    def share(self, name):
        return self.prefix / "share" / name

    def commands(self):
        found = re.findall(r"^  ([a-z]+)  ", tool(self.fencepost, "help"), re.M)
        assert "test" in found and "help" in found, found
        return [c for c in found if c != "help"]


def long_options(text):
    return set(re.findall(r"--[a-z][a-z-]*", text))


# -- manual pages ---------------------------------------------------------------------------------

def test_manual_pages(place):
    """A page a command, and the program's; the tools that show them have nothing to say."""
    folder = place.share("man") / "man1"
    wanted = {f"fencepost-{c}.1" for c in place.commands()} | {"fencepost.1"}
    assert {p.name for p in folder.iterdir()} == wanted
    needed("mandoc")
    groff = shutil.which("groff")
    for page in sorted(folder.iterdir()):
        said = lint(page)
        assert not said, f"{page.name}: {said}"
        if groff:
            said = tool(groff, "-K", "utf8", "-man", "-Tutf8", "-ww", "-z", page)
            assert not said, f"{page.name}: {said}"
    if not groff:
        left_out("manual pages as groff sets them", "there is no groff")


def lint(page):
    done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60, check=False)
    return "".join(line for line in done.stdout.decode().splitlines(True)
                   if "missing date" not in line)


def test_manual_says_what_help_says(place):
    for command in place.commands():
        page = tool(place.fencepost, "man", command).replace("\\-", "-")
        spoken = tool(place.fencepost, "help", command)
        assert long_options(re.sub(r"\\f.", "", page)) >= long_options(spoken), command
    assert "there is no command nix" in tool(place.fencepost, "man", "nix", code=2)
    assert "takes one command" in tool(place.fencepost, "man", "list", "show", code=2)


# -- completion -----------------------------------------------------------------------------------

def bash_split(line):
    """The words as readline hands them over: = is a word of its own."""
    return [w for part in line.split(" ") for w in (re.split("(=)", part) if part else [""])
            if w or not part or part.endswith("=")]


def offered_by_bash(place, line):
    words = bash_split(line)
    if line.endswith("="):
        words = words[:-1]  # the cursor is in the =
    quoted = " ".join(f"'{w}'" for w in words)
    script = (f"source {place.share('bash-completion')}/completions/fencepost; COMP_WORDS=({quoted}); "
              f"COMP_CWORD={len(words) - 1}; _fencepost; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    return tool("bash", "--norc", "-uc", script).split()


def offered_by_fish(place, line):
    out = tool("fish", "--no-config", "-c", f"source $argv[1]; complete -C '{line}'",
               place_of_fish(place))
    return [row.split("\t")[0] for row in out.splitlines()]


def place_of_fish(place):
    return place.share("fish") / "vendor_completions.d" / "fencepost.fish"


OFFERS = [
    ("fencepost li", {"lint", "list"}),
    ("fencepost list c", {"clauses", "cases"}),
    ("fencepost list p", {"policies"}),
    ("fencepost show unterm", {"unterminated", "unterminated=report", "unterminated=drop", "unterminated=recover", "unterminated=text",
                              "unterminated=whole"}),
    ("fencepost show CARET-1.", {f"CARET-1.{i}" for i in range(1, 6)}),
    ("fencepost show hermes/block/vertical-tab-is-no-b", {"hermes/block/vertical-tab-is-no-blank"}),
    ("fencepost init ", {"python", "node", "c", "sh"}),
    ("fencepost parse --syntax ca", {"caret"}),
    ("fencepost --plugin x.so parse --syntax ca", {"caret"}),
    ("fencepost report --format m", {"markdown"}),
    ("fencepost help gram", {"grammar"}),
    ("fencepost show caret/array/one-e", {"caret/array/one-element"}),
    ("fencepost completion z", {"zsh"}),
]


OFFERED = ("caret/array", "families/object/block")  # whose cases are offered


def test_bash(place):
    with few_cases(SOURCE, *OFFERED):
        for line, wanted in OFFERS:
            assert set(offered_by_bash(place, line)) == wanted, (line, offered_by_bash(place, line))
    for line, wanted in (
            ("fencepost parse --syntax=ca", {"caret"}),
            ("fencepost parse --policy extra_call=", {"accept", "report", "stop"}),
            ("fencepost parse --policy extra_call=re", {"report"}),
            ("fencepost parse --policy=extra_call=re", {"report"}),
            ("fencepost parse --policy extra", {"extra_call=accept", "extra_call=report",
                                                "extra_call=stop"}),
            ("fencepost parse --str", {"--stream"}),
            ("fencepost parse --catalogue ", set()),
            ("fencepost test -- my", set()),
            ("fencepost --plugin ", set())):
        assert set(offered_by_bash(place, line)) == wanted, (line, offered_by_bash(place, line))


def test_every_option(place):
    """bash offers what help lists, and each word of a choice is one that help names."""
    for command in place.commands():
        spoken = tool(place.fencepost, "help", command)
        offered = set(offered_by_bash(place, f"fencepost {command} --"))
        listed = set(re.findall(r"^  (--[a-z-]+)", spoken, re.M))
        assert offered == listed | {"--help"}, command
        for option in ("--format", "--mode"):
            if option not in listed:
                continue
            words = offered_by_bash(place, f"fencepost {command} {option} ")
            row = re.search(rf"^  {option} .*(\n {{6,}}.*)*$", spoken, re.M).group()
            assert words and all(re.search(rf"\b{w}\b", row) for w in words), (command, words, row)


def test_fish(place):
    needed("fish")
    tool("fish", "--no-execute", place_of_fish(place))
    with few_cases(SOURCE, *OFFERED):
        for line, wanted in OFFERS:
            assert set(offered_by_fish(place, line)) == wanted, (line, offered_by_fish(place, line))
    assert set(offered_by_fish(place, "fencepost parse --str")) == {"--stream"}


def test_zsh(place):
    needed("zsh")
    script = place.share("zsh") / "site-functions" / "_fencepost"
    tool("zsh", "-n", script)
    said = tool("zsh", "-fc", f"autoload -Uz compinit && compinit -D -u && source {script} && "
                "print -r -- $_comps[fencepost]")
    assert said.strip() == "_fencepost", said


# -- data -----------------------------------------------------------------------------------------

# What a syntax has in its folder for work on our own parsers stays in the source tree.
UNSHIPPED = {"seeds", "seeds.txt", "fault.txt", "faults.json", "colours.json"}


def files_below(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def shipped_below(folder):
    return {name: text for name, text in files_below(folder).items() if not UNSHIPPED & set(name.split("/"))}


def test_copy(place):
    """The copy is the source tree's, byte for byte, and the program can work with it."""
    copy = place.scratch / "copy"
    assert f"FENCEPOST_DATA={copy}" in tool(place.fencepost, "copy", copy)
    found = files_below(copy)
    for root in ("corpus", "spec", "harness/templates"):
        wanted = shipped_below(SOURCE / root)
        assert wanted == {n[len(root) + 1:]: b for n, b in found.items() if n.startswith(root + "/")}
    listed = tool(place.fencepost, "list", env={**os.environ, "FENCEPOST_DATA": str(copy)})
    assert listed == tool(place.fencepost, "list")
    assert "is not empty" in tool(place.fencepost, "copy", copy, code=2)
    assert "takes one folder" in tool(place.fencepost, "copy", code=2)
    nowhere = place.scratch / "no" / "such"
    assert "cannot make this folder" in tool(place.fencepost, "copy", nowhere, code=2)


def has_tokens(given):
    return not isinstance(given, str) and any(not isinstance(part, str) for part in given)


def test_export(place):
    """A line a case, as the schema says; what the case files say is what the lines say."""
    schema = json.loads((SOURCE / "spec" / "schema" / "export.schema.json").read_text())
    checker = jsonschema.Draft202012Validator(schema)
    lines = [json.loads(x) for x in tool(place.fencepost, "export").rstrip("\n").split("\n")]
    for line in lines[::11]:
        checker.validate(line)
    by_id = {line["id"]: line for line in lines}
    assert len(by_id) == len(lines)
    cases = [case for path in SOURCE.glob("corpus/*/*.json")
             for case in json.loads(path.read_text()).get("cases", [])
             if path.parent.name not in ("vault", "equivalence", "partial-json", "response-template")]
    assert len(cases) > 4000
    for case in cases:
        line = by_id[case["id"]]
        if "input" in case:
            assert line["input"].encode() == input_of(case), case["id"]
            assert ("tokens" in line) == has_tokens(case["input"]), case["id"]
        assert [c.get("name") for c in line["expect"]["calls"]] == \
            [c.get("name") for c in case["expect"]["calls"]], case["id"]
        assert all(line["policies"][k] == v for k, v in case.get("policy", {}).items())
        assert all(line["limits"][k] == v for k, v in case.get("limits", {}).items())
        assert ("tools" in line) == ("catalogue" in case)
        assert [a["reason"] for a in line["accept"]] == [a["reason"] for a in case.get("accept", [])]
    caret = tool(place.fencepost, "export", "--syntax", "caret").rstrip("\n").split("\n")
    assert [json.loads(x)["id"] for x in caret] == [x["id"] for x in lines if x["syntax"] == "caret"]
    assert "no syntax nix" in tool(place.fencepost, "export", "--syntax", "nix", code=2)


# -- packages -------------------------------------------------------------------------------------

def test_static(place):
    """Alone in a folder, the program has all that it needs, and writes it out."""
    alone = place.scratch / "alone"
    alone.mkdir()
    program = shutil.copy(STATIC, alone / "fencepost")
    for args in (["list"], ["list", "cases"], ["show", "CARET-2.5"], ["init", "sh"]):
        assert tool(program, *args) == tool(place.fencepost, *args), args
    tool(program, "test", "--syntax", "caret", "--case", "*/name/*")
    tool(program, "copy", alone / "copy")
    for root in ("corpus", "spec", "harness/templates"):
        assert files_below(alone / "copy" / root) == shipped_below(SOURCE / root), root
    nowhere = {**os.environ, "FENCEPOST_DATA": str(alone)}
    assert "no corpus here" in tool(program, "list", env=nowhere, code=2)


def hardened_build(place):
    """A build tree as `./dev build release` makes it: this one, or, where it has sanitizers, another, without the time for
    all that an optimised build does."""
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    if re.search(r"^CMAKE_BUILD_TYPE:\w+=RelWithDebInfo$", cache, re.M) and re.search(r"^FP_SANITIZE:\w+=$", cache, re.M):
        return BUILD
    build = place.scratch / "hardened"
    tool(os.environ["CMAKE"], "--preset", "release", "-B", build, "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1", cwd=SOURCE)
    tool(os.environ["CMAKE"], "--build", build, "--target", "fencepost", timeout=800)
    return build


def test_hardened(place):
    """A program that reads what anyone may have written makes bugs in it hard to use."""
    build = hardened_build(place)
    program = build / "harness" / "fencepost"
    headers = tool("readelf", "--program-headers", "--wide", program)
    assert "Elf file type is DYN (Position-Independent" in headers, headers
    stack, = re.findall(r"GNU_STACK.* (R\w*E?) +0x", headers)
    assert stack == "RW", headers
    assert "GNU_RELRO" in headers and "BIND_NOW" in tool("readelf", "--dynamic", "--wide", program), headers
    called = tool("readelf", "--dyn-syms", "--wide", program)
    assert "__stack_chk_fail" in called and re.search(r" __\w+_chk(@|$)", called, re.M), called
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    ours = [one["command"] for one in commands if one["file"].endswith(("/harness/base/show.c", "/reference/syntaxes/caret.c"))
            and ("/libfencepost.dir/" in one["command"] or "/fencepost_harness.dir/" in one["command"])]
    for flag in ("-fstack-clash-protection", "-D_FORTIFY_SOURCE=2", "-fPIE"):
        assert all(flag in command for command in ours) and len(ours) >= 2, (flag, ours)
    if os.uname().machine == "x86_64":
        assert all("-fcf-protection" in command for command in ours), ours


def test_documents(place):
    documents = place.share("doc") / "fencepost"
    for name in ("copyright", "CHANGELOG.md", "examples/fenced-yaml/CMakeLists.txt",
                 "examples/adapter-c/CMakeLists.txt", "adapters/python-caret/adapter.py"):
        assert (documents / name).is_file(), name


def test_debian_package(place):
    """What is unpacked is what is installed, and runs from where it was put."""
    for program in ("dpkg-deb", "dpkg-shlibdeps"):
        if not shutil.which(program):
            left_out("the Debian package", f"there is no {program}")
            return
    made = place.scratch / "package"
    tool(os.environ["CPACK"], "-G", "DEB", "-B", made, cwd=BUILD)
    package, = made.glob("*.deb")
    fields = tool("dpkg-deb", "--field", package)
    for wanted in ("Package: fencepost\n", "Section: devel\n", "libjansson4", "libc6"):
        assert wanted in fields, (wanted, fields)
    assert re.fullmatch(r"fencepost_[0-9.]+_[a-z0-9]+\.deb", package.name), package
    root = place.scratch / "root"
    tool("dpkg-deb", "-x", package, root)
    found = {str(p.relative_to(root / "usr")) for p in root.rglob("*") if not p.is_dir()}
    wanted = {str(p.relative_to(place.prefix)) for p in place.prefix.rglob("*") if not p.is_dir()}
    assert found == wanted, found ^ wanted
    program = root / "usr" / "bin" / "fencepost"
    assert tool(program, "list") == tool(place.fencepost, "list")
    assert tool(program, "test", "--syntax", "shortcode", "--case", "*/name/*")


def test_refusals(place):
    assert "takes one shell" in tool(place.fencepost, "completion", code=2)
    assert "there is no completion for tcsh; there are: bash, fish, zsh" in tool(place.fencepost, "completion", "tcsh", code=2)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        place = Place(Path(scratch))
        tests = [f for name, f in globals().items() if name.startswith("test_")]
        for test in tests:
            test(place)
    print(f"{len(tests)} tests passed")


main()
