# SPDX-License-Identifier: Apache-2.0
"""pack.py: archives that are the same bytes each time they are made from the same files."""
import gzip
import io
import tarfile

EPOCH = 1700000000  # the time of all files in a package


def tar_gz(path, files, executable=()):
    """Writes the archive: names to bytes, in the order of names."""
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=EPOCH) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(files[name]), EPOCH, 0o755 if name in executable else 0o644
            archive.addfile(info, io.BytesIO(files[name]))
