# SPDX-License-Identifier: Apache-2.0
"""adapters.py SOURCE_DIR FENCEPOST: the adapters of harness/adapters give the results that they gave when written.

Each is run on a handful of cases. Its known failures are in `known.txt` of its folder, where an entry that passes is an
error as well: so both a changed adapter and a changed suite are noticed. A third argument --update-known updates these
files. The npm packages of adapters are installed by their lock files, once for each, in a folder next to the program.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import npm_install
from checks import by_day

SOURCE = Path(sys.argv[1])
FENCEPOST = str(Path(sys.argv[2]).resolve())
UPDATE = sys.argv[3:]
ADAPTERS = SOURCE / "harness" / "adapters"
INSTALLED = Path(FENCEPOST).parent / "adapters"

# The folder, its worker, and the cases it is run on.
PYTHON = [("python-caret", ["python3", "{}/adapter.py"], ["caret/array/a*", "caret/array/e*"]),
          ("python-emoji-bracket", ["python3", "{}/adapter.py"], ["emoji-bracket/body/e*"])]
NODE = [("node-xml", ["node", "{}/adapter.mjs"], ["xml/tag/*", "xml/value/*"])]
NPM = [("npm-ai-sdk-tool", ["node", "{}/adapter.mjs", "hermes"], ["hermes/blocks/*", "hermes/string/closing*"]),
       ("npm-ai-sdk-tool", ["node", "{}/adapter.mjs", "qwen3-coder"], ["qwen3-coder/tag/*"]),
       ("npm-oh-my-pi", ["node", "{}/adapter.mjs", "hermes"], ["hermes/blocks/*", "hermes/string/closing*"]),
       ("npm-oh-my-pi", ["node", "{}/adapter.mjs", "qwen3"], ["hermes/blocks/*", "hermes/string/closing*"]),
       ("npm-openai", ["node", "{}/adapter.mjs"], ["native-openai/as-sent/interleaved*", "native-openai/as-sent/id-d*"]),
       ("npm-ai-sdk", ["node", "{}/adapter.mjs"], ["native-openai/as-sent/unterminated-b*",
                                                   "native-openai/as-sent/invalid-json-lost-piece*"]),
       ("npm-anthropic-sdk", ["node", "{}/adapter.mjs"], ["native-anthropic/as-sent/unterminated-stop-*-k*",
                                                          "native-anthropic/as-sent/unterminated-stop-*-c*"]),
       ("npm-openai-harmony", ["node", "{}/adapter.mjs"], ["harmony/header/*", "harmony/message/*"])]


def run(*args, **more):
    return subprocess.run(args, capture_output=True, timeout=200, check=False, text=True, **more)


def install(name):
    """A copy of the adapter with its package; once for each lock file."""
    folder = npm_install.install(ADAPTERS / name, INSTALLED / name)
    shutil.copy(ADAPTERS / "node-worker.mjs", INSTALLED)
    return folder


def tested(worker, cases, *more):
    selected = [word for case in cases for word in ("--case", case)]
    return run(FENCEPOST, "test", *selected, "--seed", "1", "--reduce-budget", "0", *more, "--", *worker)


def check(folder, name, worker, cases):
    worker = [word.format(folder) for word in worker]
    known = ADAPTERS / name / f"known{'-'.join([''] + worker[2:])}.txt"
    known.touch()
    done = tested(worker, cases, "--known", str(known), *UPDATE)
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr}"
    return done.stdout.splitlines()[-1]


def check_noticed():
    """What is not known counts, and what is known and passes counts too."""
    name, worker, cases = PYTHON[0]
    worker = [word.format(ADAPTERS / name) for word in worker]
    assert tested(worker, cases).returncode == 1
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "known.txt"
        known.write_text((ADAPTERS / name / "known.txt").read_text() + "caret/array/empty TOTAL wrong\n")
        done = tested(worker, cases, "--known", str(known))
        assert done.returncode == 1 and "caret/array/empty" in done.stderr + done.stdout, done.stdout[-1000:]


def check_c():
    """The worker in C has no known failure."""
    flags = run("pkg-config", "--cflags", "--libs", "jansson").stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "adapter")
        done = run(os.environ.get("CC", "cc"), "-std=gnu11", "-Wall", "-Wextra", "-Werror",
                   str(ADAPTERS / "c-emoji-line" / "adapter.c"), "-o", program, *flags)
        assert done.returncode == 0, done.stderr
        done = tested([program], ["emoji-line/end-marker/*", "emoji-line/unterminated/*"])
        assert done.returncode == 0 and "all as expected" in done.stdout, done.stdout[-3000:]


def main():
    jobs = [(f"{name} {' '.join(worker[2:])}", lambda n=name, w=worker, c=cases: check(ADAPTERS / n, n, w, c))
            for name, worker, cases in by_day(PYTHON + NODE, 3)]
    jobs += [(f"{name} {' '.join(worker[2:])}", lambda n=name, w=worker, c=cases: check(install(n), n, w, c))
             for name, worker, cases in by_day(NPM, 3)]
    jobs += [("c-emoji-line", check_c), ("what is noticed", check_noticed)]
    failed = 0
    for name, job in jobs:
        try:
            print(f"ok {name}: {job() or ''}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED {name}: {error}", flush=True)
    return 1 if failed else 0


sys.exit(main())
