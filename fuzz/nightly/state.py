# SPDX-License-Identifier: Apache-2.0
"""state.py: what survives a night that is killed: files written whole or not at all, one driver for a folder, and
room that is kept for the last words on a full disk."""
import errno
import fcntl
import json
import os
import shutil
from pathlib import Path

BALLAST = 1 << 20
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Locked(Exception):
    """Another driver works in the folder."""


class DiskFull(Exception):
    """There is no room."""


def is_full(error):
    return isinstance(error, OSError) and error.errno in FULL


def write(path, data):
    """Writes a file whole: after a crash at any time it is the old one or the new one."""
    path = Path(path)
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with open(new, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError as error:
        new.unlink(missing_ok=True)
        if is_full(error):
            raise DiskFull(f"no room for {path}") from error
        raise


def write_json(path, value):
    write(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def read_json(path, default=None):
    try:
        return json.loads(Path(path).read_bytes())
    except FileNotFoundError:
        return default


def set_aside(path):
    """Renames what cannot be read to a name that is free, which is returned."""
    number = 1
    while (place := path.with_name(f"{path.name}.bad-{number}")).exists():
        number += 1
    os.rename(path, place)
    return place


def usage(folder):
    """The bytes in the files of a folder; what vanishes meanwhile does not count."""
    total = 0
    for root, _folders, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(root, name)).st_size
            except FileNotFoundError:
                continue
    return total


class Folder:
    """The folder of a driver. Only one process holds it at a time."""

    def __init__(self, path):
        self.path = Path(path)
        self._lock = None

    def __enter__(self):
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = open(self.path / "lock", "a+", encoding="utf-8")  # the lock ends with its process
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.seek(0)
            holder = self._lock.read().strip() or "unknown"
            self._lock.close()
            raise Locked(f"another run (process {holder}) works in {self.path}") from error
        self._lock.truncate(0)
        self._lock.write(f"{os.getpid()}\n")
        self._lock.flush()
        for name in ("corpus", "findings", "nights", "work"):
            (self.path / name).mkdir(exist_ok=True)
        self._sweep()
        self._keep_room()
        return self

    def __exit__(self, *_error):
        self._lock.close()

    def _sweep(self):
        """What a killed run left half-written."""
        for new in (*self.path.glob(".*.new"), *self.path.glob("*/.*.new"), *self.path.glob("corpus/*/.*.new")):
            if new.is_dir():
                shutil.rmtree(new)
            else:
                new.unlink()

    def _keep_room(self):
        ballast = self.path / "ballast"
        if not ballast.exists():
            write(ballast, b"\1" * BALLAST)

    def free_room(self):
        """For the last words of a night: gives up the ballast, and the scratch of slices."""
        (self.path / "ballast").unlink(missing_ok=True)
        shutil.rmtree(self.path / "work", ignore_errors=True)
        (self.path / "work").mkdir(exist_ok=True)

    def shortage(self, cap, least):
        """Why nothing more should be written, or None. Both in bytes."""
        used, free = usage(self.path), shutil.disk_usage(self.path).free
        if used > cap:
            return f"{self.path} holds {used >> 20} MiB, more than the cap of {cap >> 20} MiB (--disk-cap)"
        if free < least:
            return f"only {free >> 20} MiB are free, less than {least >> 20} MiB (--min-free)"
        return None
