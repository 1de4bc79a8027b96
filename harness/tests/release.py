# SPDX-License-Identifier: Apache-2.0
"""release.py SOURCE_DIR STATIC_PROGRAM: what ci/release makes: listed, signed, and used from its archives."""
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from checks import run_checks
from left_out import left_out

SOURCE, PROGRAM = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()


def release(*words, code=0):
    done = subprocess.run([sys.executable, str(SOURCE / "ci" / "release"), *map(str, words)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    said = done.stdout.decode()
    assert done.returncode == code and "Traceback" not in said, (done.returncode, said)
    return said


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def check_listed():
    """A release has all that is listed, and is signed at once as it is later. That two are the same bytes is for `wheel`,
    `npm` and `source_package` to see of theirs, and for the night of all."""
    openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key.pem")
    openssl("pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
    release("--program", PROGRAM, "--output", "one", "--key", "key.pem")
    shutil.copytree("one", "two")
    Path("two/SHA256SUMS.sig").unlink()
    release("--sign", "key.pem", "two")
    names = sorted(os.listdir("one"))
    assert names == sorted(os.listdir("two")) and [name.rsplit(".", 1)[-1] for name in names].count("gz") == 3, names
    assert any(name.endswith(".whl") for name in names) and any(name.endswith(".tgz") for name in names), names
    assert Path("one/SHA256SUMS.sig").read_bytes() == Path("two/SHA256SUMS.sig").read_bytes()
    return len(names)


def check_signature():
    """What is signed is verified; a changed file, a changed list and another key are not."""
    release("--verify", "public.pem", "one")
    archive, = Path("two").glob("*-data-*.tar.gz")
    archive.write_bytes(archive.read_bytes() + b"x")
    assert f"{archive.name} is not what SHA256SUMS lists" in release("--verify", "public.pem", "two", code=1)
    Path("two/extra").write_text("x", encoding="utf-8")
    assert "is not what SHA256SUMS lists" in release("--verify", "public.pem", "two", code=1)
    Path("two/SHA256SUMS").write_text("", encoding="utf-8")
    assert "openssl failed" in release("--verify", "public.pem", "two", code=1)
    return 4


def check_bill():
    """Each file is in the bill of materials, with what the program is linked with; the licences go with the program."""
    path, = Path("one").glob("*.spdx.json")
    bill = json.loads(path.read_text(encoding="utf-8"))
    files = {one["fileName"][2:]: {sum_["algorithm"]: sum_["checksumValue"] for sum_ in one["checksums"]} for one in bill["files"]}
    assert set(files) == {name for name in os.listdir("one") if not name.startswith("SHA256SUMS") and name != path.name}, files
    for name, digests in files.items():
        assert digests["SHA256"] == hashlib.sha256(Path("one", name).read_bytes()).hexdigest(), name
    packages = {one["name"]: one for one in bill["packages"]}
    assert {"fencepost", "jansson", "pcre2", "glibc", "libgcc"} <= set(packages), packages
    assert all(re.fullmatch(r"[0-9][0-9.]+", one["versionInfo"]) for one in packages.values()), packages
    names = {one["SPDXID"] for kind in ("packages", "files") for one in bill[kind]} | {bill["SPDXID"]}
    assert all({one["spdxElementId"], one["relatedSpdxElement"]} <= names for one in bill["relationships"])
    return len(files)


def in_empty_system(program, *words):
    """Its output, where there is no other file, or None where this machine refuses that."""
    Path("empty").mkdir(exist_ok=True)
    shutil.copy(program, "empty/fencepost")
    for way in ([], ["unshare", "--user", "--map-root-user"]):
        done = subprocess.run([*way, "chroot", "empty", "/fencepost", *words], env={"PATH": os.environ["PATH"]},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if b"chroot" not in done.stdout and b"unshare" not in done.stdout:
            assert done.returncode == 0, done.stdout
            return done.stdout
    left_out("the program in a system without any other file", "this machine lets nobody change the root folder", machine=True)
    return None


def check_archives():
    """The program runs from its archive in an empty environment, and the data can be read."""
    data, = Path("one").glob("*-data-*.tar.gz")
    program, = Path("one").glob("*-linux-*.tar.gz")
    for path in (data, program):
        with tarfile.open(path) as archive:
            archive.extractall("out")
    inside = next(Path("out").glob("fencepost-*/fencepost"))
    said = in_empty_system(inside, "test", "--case", "caret/array/*")
    assert said is None or b"as expected" in said, said
    assert {path.name for path in inside.parent.iterdir()} == {"fencepost", "LICENSE", "NOTICES.md", "LGPL-2.1.txt"}
    lines = next(Path("out").glob("fencepost-data-*/chat.jsonl")).read_bytes().split(b"\n")[:-1]
    assert {json.loads(line)["syntax"] for line in lines} >= {"hermes", "caret"}
    assert gzip.decompress(data.read_bytes())
    return len(lines)


def check_refused():
    os.mkdir("alone")
    shutil.copy(PROGRAM, "alone/fencepost")
    for words, sentence in ((["--program", "nix", "--output", "new"], "there is no file"),
                            (["--program", "/bin/sh", "--output", "new2"], "is not linked statically"),
                            (["--program", "alone/fencepost", "--output", "new3"], "take a program where it was built"),
                            (["--program", PROGRAM, "--output", "one"], "is not empty: give --output a new folder")):
        said = release(*words, code=1)
        assert said.startswith("release: ") and sentence in said, said
    return 4


sys.exit(run_checks([(check_listed, 8), (check_signature, 4), (check_bill, 5), (check_archives, 1000), (check_refused, 4)], {}, SOURCE))
