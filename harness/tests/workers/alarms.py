# SPDX-License-Identifier: Apache-2.0
"""alarms.py [whole:]CHOICE[+CLAUSE…] SYNTAX WORKER…: our own parser of one syntax, with one choice of a real parser that was a false alarm once
(reports/false-alarms/README.md has each). A choice changes what our parser is asked, or what it answers, and declares
nothing but what our parser does, and that it reads these clauses otherwise. whole: the choice is only made where the input comes in one piece.
"""
import json
import re
import sys

from _reference import serve, text_of

(CHOICE, *READINGS), SYNTAX = sys.argv[1].split("+"), sys.argv[2]
WHOLE, CHOICE = CHOICE.startswith("whole:"), CHOICE.removeprefix("whole:")
del sys.argv[1]
BLOCK = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.S)
ODD_NAME = re.compile(r"<function=([^<>\n]+)>")
names = {}


def drop_quotes(text):
    """Relaxed JSON: a key needs no quotes."""
    def quote(block):
        return re.sub(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)", r'\1"\2"\3', block[0])
    return BLOCK.sub(quote, text)


def skip_junk(text):
    """What is neither a tag nor a value of a block is skipped."""
    return re.sub(r"(<function=[^>]*>|</parameter>)[^<]*(?=<parameter=|</function>)", r"\1", text)


def name_freely(text):
    """A name is whatever is before `>`."""
    def put(match):
        key = f"n{len(names)}"
        names[key] = match[1]
        return f"<function={key}>"
    names.clear()
    return ODD_NAME.sub(put, text)


def split_objects(text):
    """Each object of a block is a call."""
    return re.sub(r"\}(\s*,?\s*)\{(?=\s*\"name\")", r"}</tool_call><tool_call>{", text)


def lose_null(text):
    """Arguments that are null spoil a call."""
    return re.sub(r'("arguments"\s*:\s*)null\b', r"\g<1>0", text)


def spare_brace(text):
    """A call is whole with the end of its object: one brace more changes nothing."""
    more = text.count("}") > text.count("{")
    return re.sub(r"\}(\s*)\}\s*\}(?=\s*</tool_call>)", r"}\1}", text) if more else text


ASKED = {"null-lost": lose_null, "brace-too-many": spare_brace, "relaxed-json": drop_quotes, "junk-skipped": skip_junk, "any-name": name_freely,
         "two-objects": split_objects}


def last_key(request, answer):
    """Of a key that is there twice the last one counts."""
    blocks = BLOCK.findall(text_of(request))
    for call, block in zip(answer["calls"], blocks) if len(blocks) == len(answer["calls"]) else ():
        try:
            said = json.loads(block)
        except ValueError:
            continue
        if "\\ud" in block:  # half a surrogate pair, which Python would keep
            continue
        if call.get("complete", True) and isinstance(said.get("arguments"), dict):
            call["name"], call["input"] = said["name"], said["arguments"]


def drop_broken(_, answer):
    """A block that cannot be read is dropped."""
    answer["calls"] = [call for call in answer["calls"] if call.get("complete", True)]
    answer["text"] = re.sub(r"<tool_call>\s*\{.*?(</tool_call>|\Z)", "", answer["text"], flags=re.S)


def all_text(request, answer):
    """Where one block cannot be read, all calls are text."""
    if any(not call.get("complete", True) for call in answer["calls"]) or "<tool_call>" in answer["text"]:
        answer["calls"], answer["text"] = [], text_of(request)


def trim_beside_calls(_, answer):
    """Text is trimmed where there is a call, and only there."""
    if answer["calls"]:
        answer["text"] = answer["text"].strip(" \t\r\n")


def trim_unicode(_, answer):
    """Blanks are what Python takes for white space."""
    answer["text"] = answer["text"].strip()


def rename(_, answer):
    def written(text):
        return re.sub(r"<function=(n\d+)>", lambda tag: f"<function={names[tag[1]]}>" if tag[1] in names else tag[0], text)
    for call in answer["calls"]:
        call["name"] = names.get(call["name"], call["name"]).strip()
        call["input"] = {key: written(value) if isinstance(value, str) else value for key, value in call["input"].items()}
    answer["text"] = written(answer["text"])


def through_doubles(_, answer):
    for call in answer["calls"]:
        call["input"] = json.loads(json.dumps(call["input"]), parse_int=lambda digits: int(float(digits)))


def drop_broken_block(request, answer):
    """As drop_broken(), in messages that quote nothing."""
    if not re.search(r"```|~~~|<think>|</think>", text_of(request) + request.get("prefix", "")):
        drop_broken(request, answer)


def type_by_union(request, answer):
    """Where a schema allows a string and something else, text that is JSON of the other type is that."""
    allowed = {(tool["name"], key): schema.get("type") for tool in request.get("catalogue", [])
               for key, schema in tool.get("inputSchema", {}).get("properties", {}).items()}
    kinds = {list: "array", dict: "object", int: "integer", bool: "boolean"}
    for call in answer["calls"]:
        for key, value in call["input"].items():
            try:
                said = json.loads(value) if isinstance(value, str) else None
            except ValueError:
                continue
            named = allowed.get((call["name"], key))
            if isinstance(named, list) and kinds.get(type(said)) in named:
                call["input"][key] = said


ANSWERED = {"last-key": last_key, "broken-dropped": drop_broken_block, "union-typed": type_by_union, "all-text": all_text,
            "trimmed-beside-calls": trim_beside_calls, "unicode-blanks": trim_unicode,
            "any-name": rename, "doubles": through_doubles}


def ask(request):
    if request["op"] == "parse" and CHOICE in ASKED:
        request["chunks"] = [ASKED[CHOICE](text_of(request))]


def spoil(request, answer):
    if CHOICE in ANSWERED and "calls" in answer and not (WHOLE and len(request["chunks"]) > 1):
        ANSWERED[CHOICE](request, answer)


assert CHOICE in {**ASKED, **ANSWERED, "none": None}, CHOICE
declared = dict(word.split("=", 1) for word in sys.argv[2:] if re.fullmatch(r"(unterminated|types|recovery)=\w+", word))
serve(spoil, change=ask, without=["sweep", "events", "spans", "diagnostics", "bytes", "reset", "interleave", "render"],
      policies=declared, syntax_policies={}, syntaxes=[SYNTAX], readings=READINGS)
