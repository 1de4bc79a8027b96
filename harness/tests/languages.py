# SPDX-License-Identifier: Apache-2.0
"""languages.py SOURCE_DIR BUILD_DIR: the packages for Rust and Go, and fencepost_add_test(), with what is installed.

The compilers of the distribution build them without a network. What they make is judged by tests of ctest that a small
CMake project declares. CMAKE and CTEST come from the environment."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from checks import run_checks
from left_out import left_out

SOURCE, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
CASES = "--case hermes/name/* --only golden,CHUNK --reduce-budget 0 --deadline 30"
os.environ.pop("FENCEPOST_DATA", None)

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(judged LANGUAGES NONE)
enable_testing()
find_package(fencepost 0.1 REQUIRED COMPONENTS program)
"""


def run(*command, code=0, cwd=None, **env):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd, timeout=400,
                          env={**os.environ, **env}, check=False)
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == code, (command, done.returncode, said[-4000:])
    return said


def configure(*lines, code=0):
    """A project with these tests."""
    Path("project").mkdir(exist_ok=True)
    shutil.rmtree("project/build", ignore_errors=True)
    Path("project/CMakeLists.txt").write_text(PROJECT + "\n".join(lines) + "\n", encoding="utf-8")
    return run(os.environ["CMAKE"], "-S", "project", "-B", "project/build", f"-DCMAKE_PREFIX_PATH={Path('installed').absolute()}", code=code)


def judged(*lines, code=0):
    configure(*lines)
    return run(os.environ["CTEST"], "--test-dir", "project/build", "--output-on-failure", code=code)


def check_installed():
    run(os.environ["CMAKE"], "--install", BUILD, "--prefix", "installed")
    return 1


def layout_of(header):
    """What the header has: names of constants, and of the members of each struct."""
    bare = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    constants = [name for body in re.findall(r"enum \{(.*?)\}", bare, re.S) for name in re.findall(r"\bFP_ADAPTER_\w+", body)]
    structs = {name: [pointer or member for pointer, member in re.findall(r"\(\*(\w+)\)\(|(\w+);", body)]
               for name, body in re.findall(r"\bstruct (\w+) \{(.*?)^\}", bare, re.S | re.M)}
    return constants, structs


def layouts(header):
    """Two programs, in C and in Rust, that print its constants, and size and offsets of its structs."""
    constants, structs = layout_of(header)
    of_c = [f'    printf("{name} %zu\\n", (size_t){name});' for name in constants]
    of_rust = [f'    println!("{name} {{}}", raw::{name});' for name in constants]
    for name, members in structs.items():
        of_c += [f'    printf("{name} %zu\\n", sizeof({name}));']
        of_c += [f'    printf("{name}.{member} %zu\\n", offsetof({name}, {member}));' for member in members]
        of_rust += [f"    let of = std::mem::MaybeUninit::<raw::{name}>::uninit();", "    let of = of.as_ptr();",
                    f'    println!("{name} {{}}", std::mem::size_of::<raw::{name}>());']
        of_rust += [f'    println!("{name}.{member} {{}}", unsafe {{ std::ptr::addr_of!((*of).{member}) as usize - of as usize }});'
                    for member in members]
    return ("#include <fencepost/adapter.h>\n#include <stdio.h>\nint main(void)\n{\n" + "\n".join(of_c) + "\n}\n",
            "use fencepost::adapter::raw;\nfn main() {\n" + "\n".join(of_rust) + "\n}\n")


def check_layout():
    """The structs of the crate are those of the header, member by member."""
    if not Path("rust/target").is_dir():
        return 40  # there is no cargo: check_rust reports it
    run(os.environ["CC"], "-I", "installed/include", "layout.c", "-o", "layout")
    ours, theirs = run("./layout").splitlines(), run("rust/target/debug/examples/layout").splitlines()
    assert ours == theirs, [pair for pair in zip(ours, theirs) if pair[0] != pair[1]]
    return len(ours)


def check_rust():
    """A worker and a shared object; the examples in the documentation compile."""
    # The distribution's goes first; rustup puts its own where not everybody looks.
    path = os.pathsep.join(["/usr/bin", os.environ["PATH"], str(Path.home() / ".cargo" / "bin")])
    cargo = shutil.which("cargo", path=path)
    if not cargo:
        left_out("the package for Rust", "there is no cargo")
        return 2
    shutil.copytree(SOURCE / "packages" / "rust", "rust")
    of_c, of_rust = layouts(Path("installed/include/fencepost/adapter.h").read_text(encoding="utf-8"))
    Path("layout.c").write_text(of_c, encoding="utf-8")
    Path("rust/examples/layout.rs").write_text(of_rust, encoding="utf-8")
    for command in (["test"], ["build", "--examples"]):
        run(cargo, *command, "--offline", "--quiet", cwd="rust", PATH=path, CARGO_HOME=os.path.abspath("cargo"))
    made = Path("rust/target/debug/examples").absolute()
    said = judged(f'fencepost_add_test(worker WORKER "{made}/hermes" SYNTAX hermes ARGS {CASES})',
                  f'fencepost_add_test(object OBJECT "{made}/libhermes_object.so" ARGS {CASES} TIMEOUT 300)')
    assert "100% tests passed, 0 tests failed out of 2" in said, said
    # The parser of the example ends a call at the first closing mark, also in a string.
    said = run("installed/bin/fencepost", "fuzz", "--inputs", "400", "--seed", "1", "--reduce-budget", "600", "--so", f"{made}/libhermes_object.so", code=1)
    assert "causes of what fails in hermes-rust" in said and "</tool_call>" in said, said
    return 3


def check_go():
    """A worker; what is written is as gofmt has it."""
    if not shutil.which("go"):
        left_out("the package for Go", "there is no go")
        return 1
    shutil.copytree(SOURCE / "packages" / "go", "go")
    offline = {"GOCACHE": os.path.abspath("go-cache"), "GOPATH": os.path.abspath("go-path"), "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    run("go", "vet", "./...", cwd="go", **offline)
    run("go", "build", "-o", "worker", "./example", cwd="go", **offline)
    assert run("gofmt", "-l", ".", cwd="go") == ""
    said = judged(f'fencepost_add_test(worker WORKER "{Path("go/worker").absolute()}" ARGS {CASES})')
    assert "100% tests passed" in said, said
    return 1


def check_failing():
    """A parser that is wrong fails its test, by what the program prints; one that is known to be does not."""
    adapter = SOURCE / "harness" / "adapters" / "python-caret" / "adapter.py"
    case = "--case caret/multiline/closing-fence-is-content --only golden --reduce-budget 0"
    worker = f'WORKER "{sys.executable}" "{adapter}"'
    said = judged(f"fencepost_add_test(wrong {worker} ARGS {case})", code=8)
    assert "CARET-4.4" in said and "1 tests failed" in said, said
    Path("project/known.txt").write_text("".join(f"{line}\n" for line in known(case, adapter)), encoding="utf-8")
    assert "100% tests passed" in judged(f"fencepost_add_test(known {worker} KNOWN known.txt ARGS {case})")
    return 2


def known(case, adapter):
    """The lines of a file of known failures that has all that fails."""
    Path("known").write_text("", encoding="utf-8")
    subprocess.run(["installed/bin/fencepost", "test", *case.split(), "--known", "known", "--update-known", "--", sys.executable,
                    str(adapter)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=200, check=False)
    lines = Path("known").read_text(encoding="utf-8").splitlines()
    assert lines, "nothing is known"
    return lines


def check_wrong_usage():
    """One sentence each."""
    for line, sentence in (("fencepost_add_test(a)", "give either WORKER, with a command, or OBJECT"),
                           ("fencepost_add_test(a OBJECT b WORKER c)", "give either WORKER, with a command, or OBJECT"),
                           ("fencepost_add_test(a OBJECT b COLOUR red)", "it does not know"),
                           ("find_package(fencepost 0.1 REQUIRED COMPONENTS nix)", "fencepost has no component nix")):
        said = re.sub(r"\s+", " ", configure(line, code=1))
        assert sentence in said, said
    away = Path("installed/bin/fencepost")
    away.rename("away")
    said = re.sub(r"\s+", " ", configure(code=1))
    Path("away").rename(away)
    assert "the program is not at" in said, said
    return 5


sys.exit(run_checks([(check_installed, 1), (check_rust, 3), (check_layout, 40), (check_go, 1), (check_failing, 2), (check_wrong_usage, 5)], {}, SOURCE))
