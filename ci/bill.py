# SPDX-License-Identifier: Apache-2.0
"""bill.py: the bill of materials of a release, as SPDX 2.3 in JSON: what files it has, and what of others is in them."""
import hashlib
import json
from datetime import datetime, timezone

HOME = "https://fencepost.example"


def identifier(text):
    return "SPDXRef-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in text)


def package(name, version, license_, **more):
    return {"SPDXID": identifier(f"{name}-{version}"), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "licenseConcluded": license_, "licenseDeclared": license_, "copyrightText": "NOASSERTION", "filesAnalyzed": False, **more}


def relation(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def file_of(path):
    content = path.read_bytes()
    return {"SPDXID": identifier(f"File-{path.name}"), "fileName": f"./{path.name}", "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, content).hexdigest()}
                          for name in ("sha1", "sha256")]}


def parts_of(told):
    """The works that are linked into the static programs, each once; told: what each build tells (cmake/FencepostParts.cmake)."""
    return sorted({(part["name"], part["version"], part["license"]) for one in told for part in one["parts"]})


def bill(version, seconds, paths, told):
    """The document as bytes; paths: all files that are released; seconds: the time that all of them have."""
    files = [file_of(path) for path in sorted(paths)]
    ours = package("fencepost", version, "Apache-2.0", supplier="Organization: The Fencepost maintainers", homepage=HOME,
                   comment=f"built with {', '.join(sorted({one['compiler'] for one in told}))}",
                   externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                  "referenceLocator": f"pkg:generic/fencepost@{version}"}])
    theirs = [package(*part) for part in parts_of(told)]
    digest = hashlib.sha256("".join(one["checksums"][1]["checksumValue"] for one in files).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"fencepost-{version}",
        "documentNamespace": f"{HOME}/spdx/fencepost-{version}-{digest[:16]}",
        "creationInfo": {"created": datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Organization: The Fencepost maintainers", "Tool: ci/release"]},
        "packages": [ours, *theirs], "files": files,
        "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", ours["SPDXID"]),
                          *(relation(ours["SPDXID"], "STATIC_LINK", one["SPDXID"]) for one in theirs),
                          *(relation(one["SPDXID"], "GENERATED_FROM", ours["SPDXID"]) for one in files)]}
    return (json.dumps(document, indent=2) + "\n").encode()
