# SPDX-License-Identifier: Apache-2.0
"""process.py: runs a program under limits, and keeps the beginning and the end of what it says."""
import collections
import ctypes
import glob
import os
import resource
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass

HEAD, TAIL = 400, 3000  # lines that are kept
LINE = 1 << 14
PATIENCE = 15  # seconds beyond its time, after which a program is ended
FILE_BYTES = 256 << 20
PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)
ASKED = ("FENCEPOST_FUZZ_CANARY", "FENCEPOST_FUZZ_GEAR", "FENCEPOST_FUZZ_MUTATE", "FENCEPOST_FUZZ_SHOW")  # what a caller may have set is not meant for us


@dataclass
class Done:
    status: int
    seconds: float
    output: str


def _limit():
    """In the child: no core files, no endless files; and it ends when this program does, even by SIGKILL."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    most = FILE_BYTES if hard == resource.RLIM_INFINITY else min(FILE_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    if hasattr(_LIBC, "prctl"):
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def symbolizer():
    """llvm-symbolizer under whatever name it has, or None: frames have no names then."""
    found = shutil.which("llvm-symbolizer")
    versions = sorted(glob.glob("/usr/bin/llvm-symbolizer-*"), key=lambda p: int(p.rsplit("-", 1)[1]))
    return found or (versions[-1] if versions else None)


def environment(rss_mb, symbolize=True, **more):
    """The environment of a fuzz target: what sanitizers say has to be read by signature.py. Naming the functions of a
    stack takes longer than all else; symbolize says whether it is wanted."""
    env = {k: v for k, v in os.environ.items() if k not in ASKED and not k.startswith("AFL_")}
    name = symbolizer()
    external = f":external_symbolizer_path={name}" if name else ""
    env["ASAN_OPTIONS"] = ("quarantine_size_mb=10:detect_leaks=1:abort_on_error=0:"
                           f"symbolize={int(symbolize)}:hard_rss_limit_mb={rss_mb + 512}{external}")
    env["UBSAN_OPTIONS"] = f"print_stacktrace=1:halt_on_error=1{external}"
    env.update(more)
    return env


def run(command, seconds, env=None, on_line=None, cwd=None, patience=PATIENCE):
    """Runs a command, which is ended some seconds (patience) after its time. A status below 0 is a signal,
    124 and 137 are those of timeout(1)."""
    began = time.monotonic()
    head, tail = [], collections.deque(maxlen=TAIL)
    limited = ["timeout", "-k", "5", str(int(seconds) + patience), *map(str, command)]
    with subprocess.Popen(limited, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=env, cwd=cwd,
                          stderr=subprocess.STDOUT, preexec_fn=_limit, start_new_session=True) as child:
        try:
            for line in iter(lambda: child.stdout.readline(LINE), b""):
                text = line.decode("utf-8", "replace")
                (head if len(head) < HEAD else tail).append(text)
                if on_line:
                    on_line(text)
        except BaseException:
            child.send_signal(signal.SIGTERM)  # timeout(1) hands it on
            raise
    return Done(child.returncode, time.monotonic() - began, "".join(head) + "".join(tail))
