#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""operators.py: the small changes that make mutants of C, found in the syntax tree of libclang.

A change replaces a range of bytes of one file. Its id survives edits elsewhere: the file, the function,
the operator, and a digest of the line (blanks apart), of the replaced text and of what takes its place,
with a number where several are alike.
"""
import hashlib
import re
import sys

try:
    from clang import cindex
except ImportError:
    sys.exit("mutants: this Python (%s) has no libclang: install python3-clang, or give another as "
             "FP_PYTHON" % sys.executable)
from clang.cindex import CursorKind as K
from clang.cindex import StorageClass, TypeKind

# What takes the place of a binary operator: operator, then (class of the mutant, replacement)…
BINARY = {
    "<": [("relational", "<="), ("relational", ">=")],
    "<=": [("relational", "<"), ("relational", ">")],
    ">": [("relational", ">="), ("relational", "<=")],
    ">=": [("relational", ">"), ("relational", "<")],
    "==": [("relational", "!=")],
    "!=": [("relational", "==")],
    "&&": [("logical", "||")],
    "||": [("logical", "&&")],
    "+": [("arithmetic", "-")],
    "-": [("arithmetic", "+")],
    "*": [("arithmetic", "/")],
    "/": [("arithmetic", "*")],
    "%": [("arithmetic", "*")],
    "&": [("bitwise", "|")],
    "|": [("bitwise", "&")],
    "^": [("bitwise", "|")],
    "<<": [("bitwise", ">>")],
    ">>": [("bitwise", "<<")],
    "+=": [("arithmetic", "-=")],
    "-=": [("arithmetic", "+=")],
    "*=": [("arithmetic", "/=")],
    "|=": [("bitwise", "&=")],
    "&=": [("bitwise", "|=")],
    "^=": [("bitwise", "|=")],
    "<<=": [("bitwise", ">>=")],
    ">>=": [("bitwise", "<<=")],
}
UNARY = {"!": [("logical", "")], "++": [("arithmetic", "--")], "--": [("arithmetic", "++")]}
WORDS = {"true": "false", "false": "true", "TAKEN": "AGAIN", "AGAIN": "TAKEN"}
OPERATORS = ("relational", "logical", "arithmetic", "bitwise", "constant", "string", "condition",
             "removed", "jump", "return", "state")
# What editors and `explain` show, and what people read in refusals: no meaning of an input, and judged
# elsewhere.
SHOWN_NAMES = ("FP_ROLE_", "FP_PART_")
SHOWN_CALLS = ("fp_out_cite",)
SENTENCE = re.compile(r'"[A-Za-z`][^"]* [^"]* [^"]*"')
SHOWN = ("MARKERS", "COMPLETIONS", "markers", "completions")
COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
INTEGER = (TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.UCHAR,
           TypeKind.CHAR_S, TypeKind.USHORT, TypeKind.ENUM)


class Mutant:
    """One change: bytes [start, end) of the file become text.

    scope: (start, end, is_statement) of the expression or the statement around it that can be put into
    brackets without meaning something else; or None, in what C wants to be constant. static: where the table
    of a function begins, if it is in one: without the word `static` it need not be constant.
    """

    def __init__(self, file, operator, function, start, end, text, source, scope=None):
        self.file, self.operator, self.function = file, operator, function
        self.start, self.end, self.text, self.scope, self.static = start, end, text, scope, None
        self.judged_as = file
        first = source.rfind(b"\n", 0, start) + 1
        last = source.find(b"\n", end)
        self.line = source.count(b"\n", 0, start) + 1
        self.was = source[start:end].decode()
        around = b"".join(source[first:last].split())
        seen = "\0".join((around.decode("utf-8", "replace"), self.was, text)).encode()
        self.stem = "%s/%s/%s/%s" % (file, function, operator, hashlib.sha256(seen).hexdigest()[:8])
        self.id = self.stem

    def apply(self, source):
        return source[:self.start] + self.text.encode() + source[self.end:]

    def sources(self, bench):
        return [(self.file, self.apply(bench.source(self.file)))]

    def __str__(self):
        return "%s:%d: %s: `%s` becomes `%s`" % (
            self.file, self.line, self.operator, short(self.was), short(self.text))


def short(text):
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "…"


class Finder:
    """Walks one file's tree."""

    def __init__(self, path, name, flags):
        self.name = name
        with open(path, "rb") as file:
            self.source = file.read()
        unit = cindex.Index.create().parse(
            path, args=flags, options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise ValueError("%s: %s" % (path, errors[0].spelling))
        self.path, self.cursor = path, unit.cursor
        self.macros = {}
        self.enums = {}
        self.found = []
        self.function = ""
        self.result = None
        self.is_row = False
        self.constant = False
        self.static = None
        self.outer = None

    # -- what the tree says ------------------------------------------------------------------------

    def extent(self, cursor):
        """The bytes of the cursor, or None: another file's, or what a macro makes."""
        extent = cursor.extent
        if not extent.start.file or extent.start.file.name != self.path:
            return None
        start, end = extent.start.offset, extent.end.offset
        for first, last in self.macros.items():
            if first <= start < last and not (start == first and end == last and
                                              self.source[start:end].decode() in WORDS):
                return None
        return (start, end) if end > start else None

    def add(self, operator, start, end, text, scope=None):
        """scope: if it is another range than what is replaced."""
        scope = None if self.constant else scope or (start, end, False)
        self.found.append(Mutant(self.name, operator, self.function, start, end, text, self.source, scope))
        self.found[-1].static = self.static

    def whole(self, at):
        """The scope of a statement, with its semicolon."""
        rest = self.source[at[1]:]
        behind = len(rest) - len(rest.lstrip())
        return (at[0], at[1] + (behind + 1 if rest[behind:behind + 1] == b";" else 0), True)

    def between(self, left, right):
        """Where the operator between two operands stands."""
        a, b = left.extent.end.offset, right.extent.start.offset
        gap = COMMENT.sub(lambda m: b" " * len(m.group()), self.source[a:b])
        match = re.search(rb"[-+*/%&|^<>=!]+", gap)
        return (a + match.start(), a + match.end()) if match else None

    # -- the walk ----------------------------------------------------------------------------------

    def run(self):
        for cursor in self.cursor.get_children():
            at = cursor.extent
            if not at.start.file or at.start.file.name != self.path:
                if cursor.kind == K.ENUM_DECL:
                    self.learn_enum(cursor)
                continue
            if cursor.kind == K.MACRO_INSTANTIATION:
                self.macros[at.start.offset] = at.end.offset
        for cursor in self.cursor.walk_preorder():
            if cursor.kind == K.ENUM_DECL:
                self.learn_enum(cursor)
        for cursor in self.cursor.get_children():
            file = cursor.location.file
            if file and file.name == self.path and cursor.kind in (K.FUNCTION_DECL, K.VAR_DECL):
                self.function = cursor.spelling
                self.is_row = cursor.type.spelling == "const fp_syntax"
                self.result = cursor.result_type if cursor.kind == K.FUNCTION_DECL else None
                self.walk(cursor, cursor.kind == K.VAR_DECL)
        return self.numbered()

    def learn_enum(self, cursor):
        names = [c.spelling for c in cursor.get_children() if c.kind == K.ENUM_CONSTANT_DECL]
        for i, name in enumerate(names):
            self.enums[name] = names[(i + 1) % len(names)]

    def numbered(self):
        self.found.sort(key=lambda m: (m.start, m.end, m.text))
        seen = {}
        for mutant in self.found:
            count = seen[mutant.stem] = seen.get(mutant.stem, 0) + 1
            mutant.id = mutant.stem + ("-%d" % count if count > 1 else "")
        return self.found

    def walk(self, top, constant):
        """constant: where C wants a constant expression, and a changed one is a changed table."""
        stack = [(top, None, constant, None, None)]
        while stack:
            cursor, parent, constant, outer, static = stack.pop()
            visit = VISITORS.get(cursor.kind)
            at = self.extent(cursor)
            if cursor.kind == K.CALL_EXPR and cursor.spelling in SHOWN_CALLS:
                continue
            if cursor.kind in OPERATIONS:
                outer = outer or at
            elif cursor.kind != K.UNEXPOSED_EXPR:  # a conversion that is not written
                outer = None
            if cursor.kind == K.VAR_DECL and cursor.storage_class == StorageClass.STATIC and parent is not None:
                static = parent.extent.start.offset
            constant = constant or cursor.kind == K.CXX_UNARY_EXPR
            self.constant, self.outer, self.static = constant, outer, static
            if visit and at:
                visit(self, cursor, parent, at)
            elif at and parent is not None and parent.kind == K.COMPOUND_STMT:
                self.statement(cursor, at)
            children = list(cursor.get_children())
            if cursor.kind == K.CASE_STMT:
                children = children[1:]
            for child in children:
                if child.kind.is_attribute() or child.kind in (K.TYPE_REF, K.PARM_DECL):
                    continue
                stack.append((child, cursor, constant, outer, static))

    # -- one kind of node each ---------------------------------------------------------------------

    def binary(self, cursor, parent, at):
        children = list(cursor.get_children())
        place = self.between(*children) if len(children) == 2 else None
        if place:
            operator = self.source[place[0]:place[1]].decode()
            for kind, text in BINARY.get(operator, ()):
                self.add(kind, place[0], place[1], text, self.outer + (False,))
            if operator.endswith("=") and operator not in ("==", "!=", "<=", ">="):
                self.statement_of(cursor, parent, at)

    def unary(self, cursor, parent, at):
        text = self.source[at[0]:at[1]].decode()
        for sign, changes in UNARY.items():
            if text.startswith(sign):
                place = (at[0], at[0] + len(sign))
            elif text.endswith(sign) and sign != "!":
                place = (at[1] - len(sign), at[1])
            else:
                continue
            for kind, new in changes:
                self.add(kind, place[0], place[1], new, at + (False,))
        if text.startswith(("++", "--")) or text.endswith(("++", "--")):
            self.statement_of(cursor, parent, at)

    def number(self, cursor, parent, at):
        text = self.source[at[0]:at[1]].decode()
        if text in WORDS:
            self.add("constant", at[0], at[1], WORDS[text])
        elif text == "0":
            self.add("constant", at[0], at[1], "1")
        elif text == "1":
            self.add("constant", at[0], at[1], "0")
        elif re.fullmatch(r"(0x)?[0-9a-fA-F]+[uUlL]*", text):
            self.add("constant", at[0], at[1], "(%s + 1)" % text)

    def character(self, cursor, parent, at):
        text = self.source[at[0]:at[1]].decode()
        self.add("constant", at[0], at[1], "(%s + 1)" % text)

    def string(self, cursor, parent, at):
        text = self.source[at[0]:at[1]].decode()
        if self.is_row or self.function in SHOWN or SENTENCE.fullmatch(text):
            return
        if text.startswith('"') and text.endswith('"') and len(text) > 2 and text.count('"') == 2:
            changed = "~" + text[2:] if text[1] != "\\" else None
            if changed:
                self.add("string", at[0], at[1], '"' + changed)

    def name(self, cursor, parent, at):
        other = self.enums.get(cursor.spelling)
        if cursor.spelling.startswith(SHOWN_NAMES):
            return
        if other and other != cursor.spelling and cursor.spelling == self.source[
                at[0]:at[1]].decode():
            self.add("state", at[0], at[1], other)

    def condition(self, cursor, parent, at):
        children = list(cursor.get_children())
        if cursor.kind == K.DO_STMT:
            children = children[1:]
        if cursor.kind == K.FOR_STMT:
            return
        place = self.extent(children[0])
        if place:
            text = self.source[place[0]:place[1]].decode()
            self.add("condition", place[0], place[1], "!(%s)" % text)

    def returned(self, cursor, parent, at):
        children = list(cursor.get_children())
        place = self.extent(children[0]) if children else None
        if not place or not self.result:
            return
        text = self.source[place[0]:place[1]].decode()
        kind = self.result.get_canonical().kind
        if text in WORDS or text in ("0", "1", "NULL"):
            return
        if kind == TypeKind.BOOL:
            self.add("return", place[0], place[1], "!(%s)" % text)
        elif kind in INTEGER:
            self.add("return", place[0], place[1], "0")
        elif kind == TypeKind.POINTER:
            self.add("return", place[0], place[1], "NULL")

    def jump(self, cursor, parent, at):
        text = self.source[at[0]:at[1]].decode()
        self.add("jump", at[0], at[1], ";" if text == "break" else "break", self.whole(at))

    def call(self, cursor, parent, at):
        self.statement_of(cursor, parent, at)

    def statement_of(self, cursor, parent, at):
        """An expression that stands as a statement can be left out."""
        rest = self.source[at[1]:at[1] + 20].lstrip()
        if parent is not None and parent.kind == K.FOR_STMT and b";" in self.source[parent.extent.start.offset:at[0]]:
            return  # a condition
        if rest.startswith(b";") and parent is not None and parent.kind in STATEMENT_PARENTS:
            self.add("removed", at[0], at[1], "(void)0")

    def statement(self, cursor, at):
        """A loop or a branch can be left out as a whole."""
        if cursor.kind in (K.IF_STMT, K.WHILE_STMT, K.FOR_STMT):
            self.add("removed", at[0], at[1], ";", self.whole(at))


VISITORS = {
    K.BINARY_OPERATOR: Finder.binary,
    K.COMPOUND_ASSIGNMENT_OPERATOR: Finder.binary,
    K.UNARY_OPERATOR: Finder.unary,
    K.INTEGER_LITERAL: Finder.number,
    K.CHARACTER_LITERAL: Finder.character,
    K.STRING_LITERAL: Finder.string,
    K.DECL_REF_EXPR: Finder.name,
    K.IF_STMT: Finder.condition,
    K.WHILE_STMT: Finder.condition,
    K.DO_STMT: Finder.condition,
    K.CONDITIONAL_OPERATOR: Finder.condition,
    K.RETURN_STMT: Finder.returned,
    K.BREAK_STMT: Finder.jump,
    K.CONTINUE_STMT: Finder.jump,
    K.CALL_EXPR: Finder.call,
}
# What binds to what in them is for precedence to say, so that a changed operator can change it.
OPERATIONS = (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.CONDITIONAL_OPERATOR)
STATEMENT_PARENTS = (K.COMPOUND_STMT, K.IF_STMT, K.WHILE_STMT, K.FOR_STMT, K.DO_STMT, K.CASE_STMT,
                     K.DEFAULT_STMT, K.LABEL_STMT)


def find(path, name, flags):
    """All mutants of a file, in its order."""
    return Finder(path, name, flags).run()
