# SPDX-License-Identifier: Apache-2.0
"""strength.py: kill rates by syntax, operator, class and clause, as strength.json and README.md.

What is not judged by the run that writes the report is taken from strength.json, where its text is still
the same: so the report of a part does not lose the rest.
"""
import collections
import json
import os
import re

from bench import STATUSES, SYNTAXES


def case_clauses(root):
    """Case to its clauses."""
    found = {}
    corpus = os.path.join(root, "corpus")
    for folder in SYNTAXES:
        for name in os.listdir(os.path.join(corpus, folder)):
            with open(os.path.join(corpus, folder, name), encoding="utf-8") as file:
                for case in json.load(file)["cases"]:
                    found[case["id"]] = case["clauses"]
    return found


def telling(failures, clauses):
    """The first failure, and those of the others that tell which clauses all the failing golden cases are of."""
    kept, common = failures[:1], None
    for failure in failures:
        if failure[1] not in ("golden", "TOTAL") or failure[0] not in clauses:
            continue
        left = set(clauses[failure[0]]) if common is None else common & set(clauses[failure[0]])
        if left != common and failure not in kept:
            kept.append(failure)
        common = left
    return kept


def part_of(mutant):
    return mutant.syntaxes[0] if len(mutant.syntaxes) == 1 else (
        "core" if mutant.file.startswith("core/") else "native")


def summary_of(mutant, entry, clauses):
    """What is kept of a mutant: small, for there are thousands."""
    failures = entry["failures"]
    golden = [case for case, check, _ in failures if check in ("golden", "TOTAL") and case in clauses]
    common = set.intersection(*(set(clauses[case]) for case in golden)) if golden else set()
    if not entry.get("complete", True):
        common = set()  # for others may fail too
    kept = {"status": entry["status"], "part": part_of(mutant), "operator": mutant.operator}
    if mutant.operator == "hand":
        kept.update({"class": mutant.bug_class, "says": mutant.says})
    elif entry["status"] != "killed":
        kept["change"] = str(mutant)
    if failures:
        kept["by"] = " ".join(failures[0][:2])
        kept["check"] = "golden" if golden else failures[0][1]
        kept["clauses"] = " ".join(sorted({c for case in golden for c in clauses[case]}))
        kept["only"] = " ".join(sorted(common))
    if entry.get("why"):
        kept["why"] = entry["why"]
    return kept


class Rates:
    def __init__(self):
        self.count = collections.defaultdict(collections.Counter)

    def add(self, key, status):
        self.count[key][status] += 1

    def table(self, title):
        lines = ["| %s | killed | survived | equivalent | not built | kill rate |" % title,
                 "|---|---:|---:|---:|---:|---:|"]
        for key, row in sorted(self.count.items()):
            judged = row["killed"] + row["survived"]
            lines.append("| %s | %d | %d | %d | %d | %s |" % (
                (key,) + tuple(row[s] for s in STATUSES) +
                ("%.1f %%" % (100 * row["killed"] / judged) if judged else "-",)))
        return lines


def must_clauses(root):
    """The MUST clauses of the syntaxes, in the order of their specs."""
    found = []
    for syntax in SYNTAXES:
        with open(os.path.join(root, "spec", syntax + ".md"), encoding="utf-8") as file:
            found += re.findall(r"^### (\S+)\n+\*\*MUST\b", file.read(), re.MULTILINE)
    return found


def own_clauses(mutants):
    """Clause to how many mutants only its cases kill."""
    count = collections.Counter()
    for kept in mutants.values():
        count.update(kept.get("only", "").split())
    return count


def survivors(mutants):
    lines = []
    for name, kept in sorted(mutants.items()):
        if kept["status"] == "survived":
            lines.append("- %s (`%s`)" % (kept.get("change", kept.get("says")), name))
    return lines or ["none"]


def clause_lines(mutants, musts, parts):
    own = own_clauses(mutants)
    prefixes = tuple(part.upper() + "-" for part in parts)
    asked = [c for c in musts if c.startswith(prefixes)]
    kills = collections.Counter(
        c for kept in mutants.values() for c in kept.get("clauses", "").split())
    without = [c for c in asked if not own[c]]
    lines = ["Of %d MUST clauses of the syntaxes above, %d have a mutant that none but their cases kill." %
             (len(asked), len(asked) - len(without)),
             "", "Without one: " + (", ".join("%s (%d)" % (c, kills[c]) for c in without) or "none") +
             ".", "", "The number is how many mutants their cases kill together with others."]
    return lines


def page(mutants, missing, musts):
    by = {title: Rates() for title in ("part", "operator", "class of bug", "killed first by")}
    for kept in mutants.values():
        by["part"].add(kept["part"], kept["status"])
        by["operator"].add(kept["operator"], kept["status"])
        if "class" in kept:
            by["class of bug"].add(kept["class"], kept["status"])
    checks = collections.Counter(k["check"] for k in mutants.values() if "check" in k)
    parts = sorted({kept["part"] for kept in mutants.values()})
    total = collections.Counter(kept["status"] for kept in mutants.values())
    judged = total["killed"] + total["survived"]
    lines = ["# How strong the suite is", "",
             "Written by `./dev mutants --report reports/strength`. A mutant is one of our parsers with a",
             "small fault. It is killed if a golden case or a law notices, and survives if none does.", "",
             "%d mutants judged, %d of them killed: %.1f %% of %d that are not equivalent. Not judged yet: %d."
             % (sum(total.values()), total["killed"], 100 * total["killed"] / max(1, judged), judged,
                missing), ""]
    for title, heading in (("part", "By syntax"), ("operator", "By operator"),
                           ("class of bug", "By class of bug")):
        lines += ["## " + heading, ""] + by[title].table(title) + [""]
    lines += ["## What kills", "", "| check | mutants |", "|---|---:|"]
    lines += ["| %s | %d |" % pair for pair in checks.most_common()]
    lines += ["", "## By clause", ""] + clause_lines(mutants, musts, parts)
    lines += ["", "## Survivors", ""] + survivors(mutants)
    return "\n".join(lines) + "\n"


def write(folder, bench, everything, mutants, entries):
    """everything: all mutants that there are now; those judged earlier are taken from the old report."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "strength.json")
    clauses = case_clauses(bench.root)
    old = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file)["mutants"]
    kept = {m.id: old[m.id] for m in everything if m.id in old}
    kept.update({m.id: summary_of(m, e, clauses) for m, e in zip(mutants, entries)})
    missing = len({m.id for m in everything} - set(kept))
    with open(path, "w", encoding="utf-8") as file:
        rows = ",\n".join("  %s: %s" % (json.dumps(name), json.dumps(kept[name], ensure_ascii=False))
                          for name in sorted(kept))
        file.write('{"not_judged": %d, "mutants": {\n%s\n}}\n' % (missing, rows))
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(page(kept, missing, must_clauses(bench.root)))
