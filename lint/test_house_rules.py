#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants one breach of each house rule, and expects just that one to be found."""
import os
import subprocess
import sys
import tempfile

import house_words

RULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "house-rules.py")
SPDX = "/* SPDX-License-Identifier: Apache-2.0 */\n"
LONG = "int f(int a)\n{\n" + "    a++;\n" * 58 + "    return a;\n}\n"

# (file, content, the rule that must speak, or None)
PLANTS = [
    ("clean.c", SPDX + 'const char *A = "// strcpy(\\"";\n/* atoi() // */\n', None),
    ("long_enough.c", SPDX + LONG.replace("    a++;\n", "", 2), None),
    ("clean.sh", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n", None),
    ("mktemp.sh", "# SPDX-License-Identifier: Apache-2.0\nmktemp a" + 6 * "X" + "\n", None),
    ("no_licence.c", "int a;\n", "licence line"),
    ("no_licence.py", "#!/usr/bin/python3\nprint()\n", "licence line"),
    ("no_licence", "#!/bin/sh\n", "licence line"),
    ("copies.c", SPDX + "void f(char *a)\n{\n    strcpy (a, a);\n}\n", "strcpy() is not used"),
    ("slashes.c", SPDX + "int a; // b\n", "a // comment"),
    ("note.h", SPDX + "/* TO" + "DO */\n", "left-over note"),
    ("tab.c", SPDX + "\tint a;\n", "a tab"),
    ("blank.c", SPDX + "int a; \n", "a blank at the end"),
    ("reference/core/a.c", SPDX + "static int f(int c)\n{\n    return c == ' ' || c == '\\n';\n}\n",
     "a class of blanks of its own"),
    ("reference/include/fencepost/ascii.h", SPDX + "static int f(int c)\n{\n    return c == ' ' || c == '\\t';\n}\n", None),
    ("no_end.c", SPDX + "int a;", "no line end"),
    ("long_file.c", SPDX + "int a;\n" * 600, "longer than 600 lines"),
    ("long_function.c", SPDX + LONG, "f() has 62 lines"),
    ("harness/law/up.c", SPDX + '#include "run/run.h"\n', "law/ stands below run/"),
    ("harness/law/down.c", SPDX + '#include "base/util.h"\n#include "law/laws.h"\n', None),
    ("host.md", "from https://py" + "pi.org/simple\n", "names a package host"),
    ("after.md", "What stands\nin the option\n", 'after.md:1: write "is", not "stands"'),
    ("wrapped.md", "It is\nno number.\n", 'wrapped.md:1: write "is not a", not "is no number"'),
    ("none.md", "A name that is none.\n", 'write "is not one", not "is none"'),
    ("comment.c", SPDX + "\nint behind;\n/* It comes\n * behind it. */\n", 'comment.c:5: write "after"'),
    ("string.c", SPDX + 'const char *A = "x is "\n                "no number";\n', 'string.c:2: write "is not a"'),
    ("comment.py", "# SPDX-License-Identifier: Apache-2.0\nbehind = 1  # written anew\n",
     'comment.py:2: write "again", not "anew"'),
    ("script", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n# All but for one.\n", 'script:3: write "except"'),
    ("page.js", SPDX + "const a = `goes on with`;\n", 'page.js:2: write "continues with"'),
    ("said.h", SPDX + "/* What is said of it. */\n", 'write "emits, reports or prints for", not "What is said"'),
    ("hears.h", SPDX + "/* It hears nothing. */\n", 'write "receives"'),
    ("who.h", SPDX + "/* Whoever calls it. */\n", 'write "the user, the caller"'),
    ("while.h", SPDX + "/* For as long as it runs. */\n", 'write "while"'),
    ("plain.md", "There is no file; there\nare none. It is no longer there, and it stands for itself. None of it is none "
     "of ours.\n", None),
    ("example.md", "Example: `a/behind/b-behind`\n", None),
    ("code.md", "In `a/behind b`.\n", 'code.md:1: write "after"'),
    ("plain.c", SPDX + "int behind = 1; /* after */\n", None),
    ("spec/expressibility.md", "What is said of it.\n", None),
    ("data.json", '"behind"\n', None),
    ("a.md", "See [that](b.md#c), [this](https://x.y/z.md).\n", "links to b.md, which is not there"),
    ("a.md", "See [this](a.md), `[that](b.md)`.\n\n```\n[those](c.md)\n```\n", None),
    ("ARCHITECTURE.md", "In `base/gone.c`.\n", "names base/gone.c, which is not there"),
    ("ARCHITECTURE.md", "In\n`gone.py`.\n", "ARCHITECTURE.md:2: names gone.py"),
    ("ARCHITECTURE.md", "In `corpus/SYNTAX/gone.json`.\n", "names corpus/SYNTAX/gone.json"),
    ("ARCHITECTURE.md", "In `gone/`.\n", "names gone/, which is not there"),
    ("ARCHITECTURE.md", "By `gone(state, byte)`.\n", "names the function gone()"),
    ("harness/run/README.md", "By `gone()`.\n", "names the function gone()"),
    ("ARCHITECTURE.md", "## Rooms\n\n```\n base  bytes\n suite  cases\n```\n", "does not draw the rooms of lint/layers.py: judge,"),
    ("other.md", "By `gone()` in `base/gone.c`.\n", None),
    ("SECURITY.md", "| SEC-1 | It holds. | `gone.py` `check` |\n", "no check check runs in harness/tests/gone.py"),
    ("SECURITY.md", "| SEC-1 | It holds. | by hand |\n", "a promise ends with its check"),
]

# A header of result/, what else is there, and the rule that must speak, or None
PROMISES = [
    ("int f(void);\n", {"harness/run/f.c": "int f(void)\n{\n    return 1;\n}\n"},
     "result/ declares f, which run/ defines"),
    ("extern int A;\n", {"harness/base/a.c": "int A = 1;\n"}, "result/ declares A, which base/ defines"),
    ("int f(void);\n", {"harness/run/f.c": "static int f(void)\n{\n    return 1;\n}\n"}, None),
    ("int f(void);\n", {"harness/run/f.c": "int f(void)\n{\n    return 1;\n}\n",
                       "harness/result/f.c": "int f(void)\n{\n    return 2;\n}\n"}, None),
    ("extern const char page[];\n", {"harness/run/f.c": "int f;\n"}, None),
]

# ARCHITECTURE.md with names that are there, and the files that have them
THERE = ("In `base/a.h`, `harness/base/`, `base/`, `a.c`, `SYNTAX/x.json`, `corpus/SYNTAX/b.json`, `fencepost/p.h`; by `f(int)`, `g()`, "
         "`h()`; `build/x.log`.\n",
         {"harness/base/a.c": "int f(void)\n{\n    return 1;\n}\n", "harness/base/a.h": "", "lint/a.py": "def g():\n    pass\n",
          "a.js": "function h() {\n}\n", "corpus/s/b.json": "", "reference/include/fencepost/p.h": ""})

# ARCHITECTURE.md, beside two rows with 3 and 6 lines of their own and 1 that is shared, and the rule that must speak, or None
SIZED = {"reference/syntaxes/rows.h": "ROW(FP_A)\nROW(FP_A_B)\n", "reference/syntaxes/a.c": "", "reference/syntaxes/a-b.c": "int b;\n",
         "reference/syntaxes/a-b-render.h": "int c;\nint d;\nint e;\n", "reference/syntaxes/a-render.c": "int f;\n",
         "reference/core/g.c": "", "reference/tests/h.c": "int h;\n"}
SIZES = [
    ("Core is 1 lines of C, and a notation\nadds 4 at the median.\n", None),
    ("Core is 2 lines of C, and a notation adds 4 at the median.\n", "says 2 shared lines, but there are 1"),
    ("\nCore is 1 lines of C, and a notation adds 5 at the median.\n", "ARCHITECTURE.md:2: says 5 lines of a notation, but there are 4"),
    ("Core is small.\n", None),
]

# SECURITY.md, the test that it names, and the rule that must speak, or None
SECURITY = [
    ("| SEC-1 | It holds. | `a.py` `kept` |\n", "def kept():\n    pass\n\n\nkept()\n", None),
    ("| SEC-1 | It holds. | `a.py` `kept` |\n", "def kept():\n    pass\n", "no check kept runs"),
    ("| SEC-2 | It holds. | `a.py` `kept` |\n", "def kept():\n    pass\n\n\nkept()\n", "SEC-2 stands where SEC-1 is expected"),
]

# The last lines of syntax.h, after 38 functions, what else is there, and the rule that must speak, or None
RENDER_H = "reference/include/fencepost/render.h"
RENDER = "#include <fencepost/render.h>\n"
LAST = "const fp_limits *fp_out_last(const fp_out *out,\n                             size_t a);\n"
SURFACE = [
    (LAST, {RENDER_H: LAST}, None),
    (LAST + "/* void f(fp_out *out); */\ntypedef struct s {\n    void (*f)(fp_out *out);\n} s;\n", {}, None),
    (RENDER + LAST, {RENDER_H: "bool f(void);\n"}, None),
    (RENDER + LAST, {RENDER_H: "bool f(fp_rendering *r);\n"}, "40 public functions for syntaxes"),
    (RENDER + LAST, {RENDER_H: "/* -- for the syntaxes ------ */\n\nbool f(void);\n"}, "40 public functions"),
    (LAST + "bool f(void);\n", {}, "40 public functions for syntaxes"),
]

# house-words.txt, the file that it lists, and what is said, or None
WORD_LISTS = [
    ("old.md behind=2\n", "behind, behind\n", None),
    ("old.md behind=2\n", "behind, behind, behind\n",
     'old.md:1: write "after", not "behind" (lint/house-words.txt: 2 are listed, there are 3)'),
    ("old.md behind=2\n", "behind\n", "lint/house-words.txt:3: old.md has fewer of these words now"),
    ("old.md behind=2\n", "behind, behind, anew\n", 'old.md:1: write "again", not "anew"'),
    ("gone.md behind=1\n", "plain\n", "lint/house-words.txt:3: gone.md has fewer"),
]


def run(root, *options):
    done = subprocess.run([sys.executable, RULES, *options, root], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    return done.returncode, done.stdout.splitlines()


def check(name, content, rule, others=()):
    """What is found of a file, beside others that are right."""
    with tempfile.TemporaryDirectory() as root:
        if run(root)[0] != 2:
            return "an empty folder was not refused"
        for path, text in [(name, content), *others]:
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w") as file:
                file.write(text)
        status, lines = run(root)
    if rule is None:
        return None if (status, lines) == (0, []) else "found %d: %s" % (status, lines)
    if status == 1 and len(lines) == 1 and lines[0].startswith(name + ":") and rule in lines[0]:
        return None
    return "expected '%s', found %d: %s" % (rule, status, lines)


def check_word_list(listed, content, rule):
    """What is found with this list; and that an update lowers numbers, and raises none."""
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(os.path.join(root, "lint"))
        words = os.path.join(root, house_words.LIST)
        for name, text in ((words, house_words.HEAD + listed), (os.path.join(root, "old.md"), content)):
            with open(name, "w") as file:
                file.write(text)
        status, lines = run(root)
        good = (status, lines) == (0, []) if rule is None else status == 1 and all(rule in line for line in lines)
        updated = run(root, "--update-words")
        rest = run(root)[1]
        with open(words) as file:
            numbers = file.read()[len(house_words.HEAD):]
    raised = rule is not None and "write" in rule
    if good and updated == (0, []) and bool(rest) == raised and (numbers == listed) == (raised or rule is None):
        return None
    return "expected '%s', found %d: %s, then %s with %r" % (rule, status, lines, rest, numbers)


def check_first_list():
    """Without a list, an update writes one that allows what there is."""
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(os.path.join(root, "lint"))
        with open(os.path.join(root, "old.md"), "w") as file:
            file.write("behind, anew, behind\n")
        before, after = run(root)[0], (run(root, "--update-words"), run(root))
    return None if before == 1 and after == ((0, []), (0, [])) else "a first list: %s, %s" % (before, after)


def main():
    failures = 0
    for listed, content, rule in WORD_LISTS:
        why = check_word_list(listed, content, rule)
        if why:
            failures += 1
            print("house words: %s" % why, file=sys.stderr)
    why = check_first_list()
    if why:
        failures += 1
        print("house words: %s" % why, file=sys.stderr)
    plants = [(*plant, ()) for plant in PLANTS]
    plants += [("harness/result/f.h", SPDX + header, rule, [(name, SPDX + text) for name, text in others.items()])
               for header, others, rule in PROMISES]
    plants += [("SECURITY.md", promise, rule, [("harness/tests/a.py", "# SPDX-License-Identifier: Apache-2.0\n" + test)])
               for promise, test, rule in SECURITY]
    plants += [("ARCHITECTURE.md", page, rule, [(name, SPDX + text) for name, text in SIZED.items()]) for page, rule in SIZES]
    many = SPDX + "".join("void fp_out_%d(fp_out *out);\n" % i for i in range(38))
    plants += [("reference/include/fencepost/syntax.h", many + last, rule, [(name, SPDX + text) for name, text in others.items()])
               for last, others, rule in SURFACE]
    plants.append(("ARCHITECTURE.md", THERE[0], None, [
        (name, (SPDX.replace("/* ", "# ").replace(" */", "") if name.endswith(".py") else SPDX) + text)
        for name, text in THERE[1].items()]))
    for name, content, rule, others in plants:
        why = check(name, content, rule, others)
        if why:
            failures += 1
            print("house rules: %s: %s" % (name, why), file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
