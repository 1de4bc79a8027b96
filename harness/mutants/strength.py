# SPDX-License-Identifier: Apache-2.0
"""strength.py: kill rates by syntax, operator, class and clause, as strength.json and README.md.

What is not judged by the run that writes the report is taken from strength.json, where its text is still
the same: so the report of a part does not lose the rest.
"""
import collections
import json
import os
import re
import textwrap

from bench import SAME, STATUSES, SYNTAXES, cases_of, syntaxes_of
from schemata import can_hold

HERE = os.path.dirname(os.path.abspath(__file__))
MEMBERS = ("status", "class", "clause", "says", "change", "by", "check", "only", "why", "quick", "told")  # of a row of strength.json
QUICK = "quick"  # for a corpus: of what --quick found to live
LISTED = 100  # survivors, on the page; all are in strength.json


def case_clauses(root):
    """Case to its clauses."""
    found = {}
    for syntax in SYNTAXES:
        for case in cases_of(root, syntax):
            found[case["id"]] = cited(case)
    return found


def cited(case):
    """All that a case cites: `clauses` as a list, or of each part, and `also`."""
    clauses = case["clauses"]
    if isinstance(clauses, dict):
        clauses = [clause for part in clauses.values() for clause in part]
    return sorted(set(clauses) | set(case.get("also", [])))


def syntax_of(case):
    return case.partition("/")[0]


def telling(failures, clauses):
    """The first failure, and those of the others that tell which clauses all the failing golden cases of a syntax are
    of."""
    kept, common = failures[:1], {}
    for failure in failures:
        case, check, _ = failure
        if check not in ("golden", "TOTAL") or case not in clauses:
            continue
        before = common.get(syntax_of(case))
        left = set(clauses[case]) if before is None else before & set(clauses[case])
        if left != before and failure not in kept:
            kept.append(failure)
        common[syntax_of(case)] = left
    return kept


def clauses_of_all(cases, clauses):
    """Those that all the cases of a syntax are of: what several share is judged by each as if it were its own."""
    common = {}
    for case in cases:
        common[syntax_of(case)] = common.get(syntax_of(case), set(clauses[case])) & set(clauses[case])
    return set().union(*common.values())


def file_of(name):
    return name.rsplit("/", 3)[0]


def operator_of(name):
    return "hand" if name.startswith("hand/") else name.rsplit("/", 2)[1]


def part_of(name):
    if name.startswith("hand/"):
        return name.split("/")[1]
    own = syntaxes_of(file_of(name))
    room = file_of(name).partition("/")[0]
    return own[0] if len(own) == 1 else room if room in ("core", "engines") else "native"


def summary_of(mutant, entry, clauses):
    """What is kept of a mutant: small, for there are thousands."""
    failures = entry["failures"]
    golden = [case for case, check, _ in failures if check in ("golden", "TOTAL") and case in clauses]
    kept = {"status": entry["status"]}
    if mutant.operator == "hand":
        kept.update({"clause": mutant.clause} if mutant.clause else {"class": mutant.bug_class}, says=mutant.says)
    elif entry["status"] == "survived" or entry.get("why") not in (None, SAME):
        kept["change"] = str(mutant)
    if entry["status"] == "survived" and entry.get("corpus") == QUICK:
        kept["quick"] = True
    if failures:
        kept["by"] = failures[0][0]
        if not golden:
            kept["check"] = failures[0][1]
    if golden and entry.get("complete", True):  # else others may fail too
        kept["only"] = " ".join(sorted(clauses_of_all(golden, clauses)))
    if entry.get("why") and entry["why"] != SAME:
        kept["why"] = entry["why"]
    return kept


class Rates:
    def __init__(self):
        self.count = collections.defaultdict(collections.Counter)

    def add(self, key, status):
        self.count[key][status] += 1

    def table(self, title):
        lines = ["| %s | killed | survived | equivalent | shown | not built | kill rate |" % title,
                 "|---|---:|---:|---:|---:|---:|---:|"]
        for key, row in sorted(self.count.items()):
            judged = row["killed"] + row["survived"]
            lines.append("| %s | %d | %d | %d | %d | %d | %s |" % (
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


def argued_clauses():
    """Clause to why no golden case can tell what overlooks it alone."""
    with open(os.path.join(HERE, "clauses.json"), encoding="utf-8") as file:
        return {row["clause"]: row["why"] for row in json.load(file)}


def wrong_arguments(argued, musts, own):
    """What is wrong with them, as clauses.json has them."""
    for clause in argued:
        if clause not in musts:
            yield "clauses.json: %s: there is no such MUST clause: take it out" % clause
        elif own[clause]:
            yield "clauses.json: %s: a mutant of its own is told: take it out" % clause


def own_clauses(mutants):
    """Clause to how many mutants only its cases kill."""
    count = collections.Counter()
    for kept in mutants.values():
        count.update(kept.get("only", "").split())
    return count


def survivors_of(folder):
    """The ids of those that its report has."""
    with open(os.path.join(folder, "strength.json"), encoding="utf-8") as file:
        return {name for name, kept in json.load(file)["mutants"].items() if kept["status"] == "survived"}


def survivors(mutants):
    names = sorted(name for name, kept in mutants.items() if kept["status"] == "survived")
    count = collections.Counter("hand/" if name.startswith("hand/") else file_of(name) for name in names)
    if not names:
        return ["none"]
    lines = ["| file | survivors |", "|---|---:|"] + ["| %s | %d |" % pair for pair in count.most_common()]
    more = len(names) - LISTED
    lines += ["", "`strength.json` has all of them%s." % ("; these are the first %d" % LISTED if more > 0 else ""), ""]
    return lines + ["- %s (`%s`)" % (mutants[n].get("change", mutants[n].get("says")), n) for n in names[:LISTED]]


def wrapped(text):
    return textwrap.wrap(text, 110, break_on_hyphens=False)


def clause_table(musts, own, mutants):
    """By syntax, for that is how they are asked."""
    told = collections.Counter(part_of(name) for name, kept in mutants.items() if "only" in kept)
    lines = ["| syntax | MUST clauses | with a mutant of their own | mutants told |", "|---|---:|---:|---:|"]
    for syntax in SYNTAXES:
        its = [clause for clause in musts if clause.startswith(syntax.upper() + "-")]
        if its:
            lines.append("| %s | %d | %d | %d |" % (syntax, len(its), sum(own[c] > 0 for c in its), told[syntax]))
    return lines


def clause_lines(mutants, musts, clauses):
    """Of the syntaxes that mutants were judged of."""
    prefixes = tuple({part_of(name).upper() + "-" for name in mutants})
    musts = [clause for clause in musts if clause.startswith(prefixes)]
    own = own_clauses(mutants)
    cases = collections.Counter(c for cited in clauses.values() for c in cited)
    argued = argued_clauses()
    without = [c for c in musts if not own[c] and c not in argued]
    told = sum("only" in kept for kept in mutants.values())
    lines = ["Of %d MUST clauses %d have a mutant that none but their cases kill, of %d mutants of which all failing"
             % (len(musts), sum(own[c] > 0 for c in musts), told), "cases are known (`--clauses`).", ""]
    names = ", ".join("%s (%d)" % (c, cases[c]) for c in without) or "none"
    lines += clause_table(musts, own, mutants) + [""]
    lines += wrapped("Without one: %s." % names) + ["", "The number is how many golden cases it has."]
    for clause in (c for c in musts if c in argued):
        lines += [""] + wrapped("%s can have none: %s" % (clause, argued[clause]))
    return lines


def hand_lines(mutants):
    """Of those that mimic a bug, by syntax, what a user's parser with that bug would be told."""
    rows = collections.defaultdict(collections.Counter)
    for name, kept in mutants.items():
        if name.startswith("hand/") and "class" in kept and kept["status"] in ("killed", "survived"):
            for row in (part_of(name), "all"):
                rows[row].update([kept.get("told", "nothing"), "judged"])
    lines = ["## Mutants that mimic a bug", ""] + wrapped(
        "They are made by hand, and what is told of each is what a user's parser with that bug would be told. A golden case "
        "counts where something that differs rests on the source or on safety (`wrong`): one that only a Decision decides "
        "is listed and does not count. Laws are asked where no golden case counts. Unit tests of our own and the lock are "
        "in no column.")
    lines += ["", "| syntax | mutants | golden cases | laws alone | nothing that counts | by golden cases | by both |",
              "|---|---:|---:|---:|---:|---:|---:|"]
    for name in sorted(set(rows) - {"all"}) + ["all"] * bool(rows):
        row = rows[name]
        golden, both = row["golden"], row["golden"] + row["law"]
        lines.append("| %s | %d | %d | %d | %d | %.1f %% | %.1f %% |" % (
            name, row["judged"], golden, row["law"], row["nothing"], 100 * golden / row["judged"], 100 * both / row["judged"]))
    names = sorted(n for n, k in mutants.items() if n.startswith("hand/") and "class" in k and k["status"] in (
        "killed", "survived") and "told" not in k)
    lines += ["", "Of these nothing counts:", ""] if names else []
    return lines + ["- %s (`%s`)" % (mutants[n]["says"], n[len("hand/"):]) for n in names] + [""]


def whole_files(mutants, missing):
    """What is to be reckoned with: of a file of which some are not judged yet, the quickly killed ones would be. It
    says nothing of how they end that some need a program of their own."""
    partly = {file_of(name) for name, alone in missing.items() if not alone}
    return {name: kept for name, kept in mutants.items() if name.startswith("hand/") or file_of(name) not in partly}


def write_alone(folder, everything, mutants, entries):
    """What golden cases and laws kill alone, by file, with how many mutants it has; of other files what was there stays."""
    os.makedirs(folder, exist_ok=True)
    path, files = os.path.join(folder, "alone.json"), {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            files = json.load(file)
    made = collections.Counter(file_of(mutant.id) for mutant in everything if mutant.operator != "hand")
    judged = collections.defaultdict(collections.Counter)
    for mutant, entry in zip(mutants, entries):
        if mutant.operator != "hand":
            judged[file_of(mutant.id)][entry["status"]] += 1
    files.update({name: dict(count, of=made[name]) for name, count in judged.items()})
    with open(path, "w", encoding="utf-8") as file:
        json.dump(files, file, indent=1, sort_keys=True)
        file.write("\n")


def section_alone(rates, sentence, title="part"):
    """sentence: of the killed, of those that change what inputs mean, and of the rate."""
    killed = sum(row["killed"] for row in rates.count.values())
    judged = killed + sum(row["survived"] for row in rates.count.values())
    return wrapped(sentence % (killed, judged, 100 * killed / max(1, judged))) + [""] + rates.table(title) + [""]


def alone_lines(alone):
    """What runs of theirs found."""
    rates = Rates()
    for name, count in alone.items():
        judged = sum(number for status, number in count.items() if status != "of")
        some = "" if judged >= count["of"] else ", %d of %d" % (judged, count["of"])
        rates.count["`%s`%s" % (name, some)] = collections.Counter({s: count.get(s, 0) for s in STATUSES})
    return section_alone(rates, "Of the files here, all mutants of each unless it says how many, %d of %d that change what "
                         "inputs mean are killed: %.1f %%. Of other files it was not asked so.", "file") if alone else []


def at_least_lines(mutants):
    """As far as a run with the lock and the unit tests tells: what these killed first counts as alive."""
    rates = Rates()
    for name, kept in mutants.items():
        by_them = kept["status"] == "killed" and kept.get("check") in ("lock", "unit")
        rates.add(part_of(name), "survived" if by_them else kept["status"])
    return section_alone(rates, "Of what was judged with the lock and the unit tests at least %d of %d are killed by "
                         "golden cases and laws: %.1f %%. What the lock or a unit test killed first counts as alive here, "
                         "for it was not asked whether a law kills it as well (`--alone` asks).")


def section_without(mutants, alone):
    """What is told without the lock and the unit tests."""
    return ["## Golden cases and laws alone", ""] + wrapped(
        "So a user's parser is judged: without the lock and the unit tests, which are of our own parsers.") + [
            ""] + alone_lines(alone or {}) + at_least_lines(mutants)


def page(mutants, missing, musts, clauses, told_alone=None):
    by = {title: Rates() for title in ("part", "file", "operator", "class of bug")}
    for name, kept in mutants.items():
        if not name.startswith("hand/"):
            by["file"].add("`%s`" % file_of(name), kept["status"])
        by["part"].add(part_of(name), kept["status"])
        by["operator"].add(operator_of(name), kept["status"])
        if "class" in kept:
            by["class of bug"].add(kept["class"], kept["status"])
    checks = collections.Counter(k.get("check", "golden") for k in mutants.values() if k["status"] == "killed")
    total = collections.Counter(kept["status"] for kept in mutants.values())
    judged = total["killed"] + total["survived"]
    lines = ["# How strong the suite is", "",
             "Written by `./dev mutants --report reports/strength`. A mutant is one of our parsers with a",
             "small fault. It is killed if a golden case, the lock of their events, a unit test or a law notices, and",
             "survives if none does. Those that are shown change no event, only which role or clause `explain` gives",
             "to bytes; they count as little as those that are equivalent.", "",
             "%d mutants judged, %d of them killed: %.1f %% of %d that change what inputs mean. Not judged yet: %d."
             % (sum(total.values()), total["killed"], 100 * total["killed"] / max(1, judged), judged,
                len(missing)), ""]
    quick = sum("quick" in kept for kept in mutants.values())
    if quick:
        lines += wrapped("Of %d that survive it is not asked yet (`--quick`) whether the compiler makes the same of them, "
                         "and the laws were asked of short inputs alone: the rates are the least that they can be."
                         % quick) + [""]
    if missing:
        alone = sum(missing.values())
        if alone:
            lines += wrapped("Of those that are not judged %d are of constants or tables: each needs a program of its own."
                             % alone) + [""]
        names = ", ".join(sorted({"`%s`" % file_of(name) for name in missing
                                  if not missing[name] and not name.startswith("hand/")}))
        if names:
            lines += wrapped("Of %s not all others are judged, and none is counted here." % names) + [""]
    lines += hand_lines(mutants) + section_without(mutants, told_alone)
    for title, heading in (("part", "By syntax"), ("file", "By file"), ("operator", "By operator"),
                           ("class of bug", "By class of bug")):
        lines += ["## " + heading, ""] + by[title].table(title) + [""]
    lines += ["## What kills", "", "| check | mutants |", "|---|---:|"]
    lines += ["| %s | %d |" % pair for pair in checks.most_common()]
    lines += ["", "## By clause", ""] + clause_lines(mutants, musts, clauses)
    lines += ["", "## Survivors", ""] + survivors(mutants)
    return "\n".join(lines) + "\n"


def write(folder, bench, everything, mutants, entries, weighed):
    """everything: all mutants that there are now; those judged earlier are taken from the old report. Returns what
    is wrong with clauses.json."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "strength.json")
    clauses = case_clauses(bench.root)
    old = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file)["mutants"]
    kept = {m.id: {k: v for k, v in old[m.id].items() if k in MEMBERS} for m in everything if m.id in old}
    kept.update({m.id: summary_of(m, e, clauses) for m, e in zip(mutants, entries)})
    for mutant, entry in zip(mutants, entries):
        if mutant.operator == "hand" and weighed.told_by(entry):
            kept[mutant.id]["told"] = weighed.told_by(entry)
    missing = {m.id: not can_hold(m) for m in everything if m.id not in kept}
    with open(path, "w", encoding="utf-8") as file:
        rows = ",\n".join("  %s: %s" % (json.dumps(name), json.dumps(kept[name], ensure_ascii=False))
                          for name in sorted(kept))
        file.write('{"not_judged": %d, "mutants": {\n%s\n}}\n' % (len(missing), rows))
    alone = None
    if os.path.exists(os.path.join(folder, "alone.json")):
        with open(os.path.join(folder, "alone.json"), encoding="utf-8") as file:
            alone = json.load(file)
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(page(whole_files(kept, missing), missing, must_clauses(bench.root), clauses, alone))
    return list(wrong_arguments(argued_clauses(), must_clauses(bench.root), own_clauses(kept)))
