# SPDX-License-Identifier: Apache-2.0
"""vault_oracle.py: spec/vault.md once more, written to be plainly right and not fast; and wrong ones.

It goes over the text pass by pass, as the founding document's project does, where the library goes down
into each content at once, so that the two have no mistake in common but one of the spec.
"""
import codecs
import re

DEPTH, INSERTED = 3, 16 << 20

REFERENCE = re.compile(
    rb"""{{<vaultref[ \t\n\v\f\r]+id=["']([^"']+)["'][ \t\n\v\f\r]*/>}}""", re.IGNORECASE)

codecs.register_error("each-byte", lambda e: ("\N{REPLACEMENT CHARACTER}" * (e.end - e.start), e.end))


def text_of(data):
    return data.decode("utf-8", "each-byte")


class Reference:
    def __init__(self, raw, name, path):
        self.raw, self.name, self.path = raw, name, path
        self.fate = None


class Limited(Exception):
    pass


class Missing(Exception):
    """throwOnMissing."""


def unique(names):
    return list(dict.fromkeys(names))


class Oracle:
    """What a subclass overrides is where it is wrong."""

    def __init__(self, entries, failing=None):
        self.entries, self.failing = entries, failing or {}  # bytes: bytes

    # -- where the wrong ones differ ---------------------------------------------------------------

    def split(self, source, path):
        pieces, at = [], 0
        for match in REFERENCE.finditer(source):
            pieces += [source[at:match.start()], Reference(match.group(), match.group(1), path)]
            at = match.end()
        return pieces + [source[at:]]

    def content(self, reference):
        return self.entries.get(reference.name)

    def inserted(self, _reference, content):
        return content

    def placeholder(self, name):
        return b"/* [MISSING_VAULT:" + name.replace(b"*/", b"* /") + b"] */"

    def is_cycle(self, reference):
        return reference.name in reference.path

    def reread(self, pieces):
        return pieces

    def listed(self, names):
        return unique(names)

    def is_full(self, fates, _level, _most):
        return fates <= {"replaced"}

    def check_size(self, size, most):
        if size > most:
            raise Limited

    def throws(self):
        return True

    # -- resolving ---------------------------------------------------------------------------------

    def replace(self, piece, given):
        """What stands for a reference that is to be replaced: bytes, or the pieces of a content."""
        if piece.name in self.failing:
            piece.fate = "failed"
            return None
        content = self.content(piece)
        if content is not None:
            piece.fate = "replaced"
            return self.split(self.inserted(piece, content), piece.path + (piece.name,))
        piece.fate = "missing"
        return [given.get(piece.name, self.placeholder(piece.name))]

    def one_pass(self, state, pieces, level, options):
        result = []
        for piece in pieces:
            if isinstance(piece, bytes) or piece.fate:
                result.append(piece)
                continue
            state["references"].append(piece.name)
            if self.is_cycle(piece):
                piece.fate = "cycle"
            elif level > options.get("maxDepth", DEPTH):
                piece.fate = "depth"
            parts = None if piece.fate else self.replace(piece, options.get("onMissing", {}))
            state["fates"].add(piece.fate)
            if piece.fate == "missing":
                state["missing"].add(piece.name)
            if parts is None:
                result.append(piece)
                continue
            state["depth"] = level
            state["size"] += sum(len(p) if isinstance(p, bytes) else len(p.raw) for p in parts)
            self.check_size(state["size"], options.get("maxInserted", INSERTED))
            result += parts
        return self.reread(result)

    def resolve(self, text, **options):
        state = {"references": [], "missing": set(), "fates": set(), "depth": 0, "size": 0}
        pieces, level = self.split(text, ()), 1
        try:
            while any(isinstance(p, Reference) and not p.fate for p in pieces):
                pieces = self.one_pass(state, pieces, level, options)
                level += 1
        except Limited:
            return self.limited(text, options.get("maxInserted", INSERTED))
        missing = [name for name in unique(state["references"]) if name in state["missing"]]
        if options.get("throwOnMissing") and missing and self.throws():
            raise Missing(missing[0])
        return {
            "originalText": text,
            "resolvedText": b"".join(p if isinstance(p, bytes) else p.raw for p in pieces),
            "references": self.listed(state["references"]),
            "missing": missing,
            "errors": self.errors([p for p in pieces if isinstance(p, Reference)]),
            "depth": state["depth"],
            "fullyResolved": self.is_full(state["fates"], level - 1,
                                          options.get("maxDepth", DEPTH)),
        }

    def limited(self, text, most):
        names = [p.name for p in self.split(text, ()) if isinstance(p, Reference)]
        return {"originalText": text, "resolvedText": text, "references": self.listed(names),
                "missing": [], "errors": [{"type": "limit_exceeded", "limit": most}], "depth": 0,
                "fullyResolved": False}

    def errors(self, left):
        errors = [{"type": "storage_error", "refId": name}
                  for name in unique(p.name for p in left if p.fate == "failed")]
        seen = set()
        for piece in left:
            closing = (piece.path[-1:], piece.name)
            if piece.fate == "cycle" and closing not in seen:
                seen.add(closing)
                begin = len(piece.path) - 1 - piece.path[::-1].index(piece.name)
                errors.append({"type": "cycle", "refId": piece.name,
                               "chain": list(piece.path[begin:]) + [piece.name]})
        remaining = unique(p.name for p in left if p.fate == "depth")
        if remaining:
            errors.append({"type": "max_depth_exceeded", "remainingRefs": remaining})
        return errors

    # -- the other functions -----------------------------------------------------------------------

    def simple(self, text):
        return self.resolve(text)["resolvedText"]

    def expand(self, code):
        result = self.resolve(code)
        errors = list(result["errors"])
        if result["missing"]:
            errors.append({"type": "missing_references", "missing": result["missing"]})
        return {"originalCode": code, "resolvedCode": result["resolvedText"],
                "vaultRefs": result["references"], "errors": errors, "hasErrors": bool(errors)}

    def analyse(self, text):
        names = [match.group(1) for match in REFERENCE.finditer(text)]
        return {"hasReferences": bool(names), "count": len(names), "ids": self.listed(names)}


# -- wrong ones ------------------------------------------------------------------------------------

class Dollars(Oracle):
    """A content is a replacement pattern."""

    def inserted(self, reference, content):
        return content.replace(b"$&", reference.raw).replace(b"$$", b"$")


class OffByOne(Oracle):
    """Resolved only if a further pass finds nothing."""

    def is_full(self, fates, level, most):
        return super().is_full(fates, level, most) and level < most


class OneLevelLess(Oracle):
    """maxDepth counts the text."""

    def resolve(self, text, **options):
        options["maxDepth"] = max(0, options.get("maxDepth", DEPTH) - 1)
        return super().resolve(text, **options)


class CanonicalOnly(Oracle):
    """All spellings are found, one is replaced."""

    def content(self, reference):
        canonical = b'{{<vaultref id="' + reference.name + b'" />}}'
        return super().content(reference) if reference.raw == canonical else reference.raw


class EmptyIsMissing(Oracle):
    def content(self, reference):
        return super().content(reference) or None


class Duplicates(Oracle):
    """An id for each reference."""

    def listed(self, names):
        return list(names)


class NoCycles(Oracle):
    def is_cycle(self, reference):
        return False


class SeenIsCycle(Oracle):
    """An entry is inserted once."""

    def resolve(self, text, **options):
        self.seen = set()
        return super().resolve(text, **options)

    def is_cycle(self, reference):
        seen = reference.name in self.seen and reference.path != ()
        self.seen.add(reference.name)
        if seen and reference.name not in reference.path:
            reference.path += (reference.name,)
        return seen or super().is_cycle(reference)


class Rereads(Oracle):
    """The whole text is read again after each pass."""

    def reread(self, pieces):
        joined = [b""]
        for piece in pieces:
            if isinstance(piece, bytes) and isinstance(joined[-1], bytes):
                joined[-1] += piece
            else:
                joined.append(piece)
        result = []
        for piece in joined:
            result += self.split(piece, ()) if isinstance(piece, bytes) else [piece]
        return result


class NeverThrows(Oracle):
    def throws(self):
        return False


class NoLimit(Oracle):
    def check_size(self, size, most):
        pass


class LimitOffByOne(Oracle):
    def check_size(self, size, most):
        super().check_size(size + 1, most)


class CommentEnds(Oracle):
    """The id is put into the comment unchanged."""

    def placeholder(self, name):
        return b"/* [MISSING_VAULT:" + name + b"] */"


class Trims(Oracle):
    def inserted(self, reference, content):
        return content.strip()


class FoldsIds(Oracle):
    def content(self, reference):
        return super().content(reference) or super().content(
            Reference(b"", reference.name.lower(), ()))


class MissingIsFine(Oracle):
    """Resolved, although an entry is missing."""

    def is_full(self, fates, level, most):
        return fates <= {"replaced", "missing"}


class DepthFirst(Oracle):
    """References in the order in which a recursion meets them."""

    def resolve(self, text, **options):
        result = super().resolve(text, **options)
        order = []

        def visit(source, path, level):
            for piece in self.split(source, path):
                if isinstance(piece, Reference):
                    order.append(piece.name)
                    if level <= DEPTH and piece.name not in path and piece.name in self.entries:
                        visit(self.entries[piece.name], path + (piece.name,), level + 1)

        if not any(e["type"] == "limit_exceeded" for e in result["errors"]):
            visit(text, (), 1)
            known = set(result["references"])
            result["references"] = [name for name in unique(order) if name in known]
        return result


WRONG = [Dollars, OffByOne, OneLevelLess, CanonicalOnly, EmptyIsMissing, Duplicates, NoCycles,
         SeenIsCycle, Rereads, NeverThrows, NoLimit, LimitOffByOne, CommentEnds, Trims, FoldsIds,
         MissingIsFine, DepthFirst]
