# SPDX-License-Identifier: Apache-2.0
"""_watch.py: a parser in our own process, watched: it may hang, and it may fork."""
import os
import signal
import threading
import time
from typing import Any, Optional

FORK_WAIT = 0.2  # seconds for a child of a fork to come back here
FORKED = "the parser forked, and its child returned into the test: a child ends with os._exit()"


class Hangs(BaseException):
    """Raised in the parser when its time is over; no `except Exception` takes it."""


class Forked(BaseException):
    """The parser forked, and the child came back as well."""


class Watch:
    """`with` it around a parser. Hangs are ended where there is SIGALRM, in the main thread; elsewhere a parser that
    hangs hangs the test, and isolation is needed."""

    forks = 0

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.pid = os.getpid()
        self.before: Optional[Any] = None
        self.forked_before = 0
        self.ends = os.pipe()
        os.set_blocking(self.ends[0], False)

    def can_interrupt(self) -> bool:
        return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def again(self) -> None:
        """The time begins again."""
        if self.before is not None:
            signal.setitimer(signal.ITIMER_REAL, self.deadline)

    def _over(self, _number: int, _frame: Any) -> None:
        raise Hangs(f"the parser did not answer within {self.deadline:g} s")

    def __enter__(self) -> "Watch":
        self.forked_before = Watch.forks
        if self.can_interrupt():
            self.before = signal.signal(signal.SIGALRM, self._over)
            self.again()
        return self

    def __exit__(self, *_error: Any) -> None:
        if os.getpid() != self.pid:  # the child of a fork
            os.write(self.ends[1], b"c")
            os._exit(0)
        if self.before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.before)
            self.before = None
        if Watch.forks != self.forked_before and self._came_back():
            raise Forked(FORKED)

    def late(self, before: int) -> Optional[str]:
        """At the end of a test, before which so many forks were counted: what a child does that is slow to come back."""
        end = time.monotonic() + FORK_WAIT
        while Watch.forks != before and time.monotonic() < end:
            if self._came_back():
                return FORKED
            time.sleep(FORK_WAIT / 10)
        return None

    def _came_back(self) -> bool:
        try:
            return bool(os.read(self.ends[0], 1))
        except BlockingIOError:
            return False

    def close(self) -> None:
        for end in self.ends:
            os.close(end)
        self.ends = (-1, -1)


def _count_fork() -> None:
    Watch.forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_parent=_count_fork)
