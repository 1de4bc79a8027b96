#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants one breach of each house rule, and expects just that one to be found."""
import os
import subprocess
import sys
import tempfile

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
    ("no_end.c", SPDX + "int a;", "no line end"),
    ("long_file.c", SPDX + "int a;\n" * 600, "longer than 600 lines"),
    ("long_function.c", SPDX + LONG, "f() has 62 lines"),
    ("harness/law/up.c", SPDX + '#include "run/run.h"\n', "law/ stands below run/"),
    ("harness/law/down.c", SPDX + '#include "base/util.h"\n#include "law/laws.h"\n', None),
    ("host.md", "from https://py" + "pi.org/simple\n", "names a package host"),
]


def run(root):
    done = subprocess.run([sys.executable, RULES, root], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    return done.returncode, done.stdout.splitlines()


def check(name, content, rule):
    with tempfile.TemporaryDirectory() as root:
        if run(root)[0] != 2:
            return "an empty folder was not refused"
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), "w") as file:
            file.write(content)
        status, lines = run(root)
    if rule is None:
        return None if (status, lines) == (0, []) else "found %d: %s" % (status, lines)
    if status == 1 and len(lines) == 1 and lines[0].startswith(name + ":") and rule in lines[0]:
        return None
    return "expected '%s', found %d: %s" % (rule, status, lines)


def main():
    failures = 0
    for name, content, rule in PLANTS:
        why = check(name, content, rule)
        if why:
            failures += 1
            print("house rules: %s: %s" % (name, why), file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
