# SPDX-License-Identifier: Apache-2.0
"""retypes.py FAULT WORKER…: our own parsers, with one fault in what they make of texts by a schema.

What a value was before it got its type is asked of the same parsers, with tools that have no types.
"""
import ast
import copy
import json
import re
import subprocess
import sys

FAULT = sys.argv[1]
GREATEST = sys.float_info.max


def named(schema):
    """The types that `type` names."""
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else types


def converted(convert, text, otherwise):
    try:
        return convert(text)
    except (ValueError, SyntaxError):
        return otherwise


# -- faults: schema, what was written, what is right ------------------------------------------------

def none(_, __, right):
    return right


def no_types(_, text, __):
    return text


def types_cut_calls(schema, text, right):
    """Takes every call for a complete one."""
    wanted = named(schema) in (["number"], ["integer"], ["object"])
    return converted(json.loads, text, right) if wanted and isinstance(text, str) and right == text else right


def misfits_are_null(schema, text, right):
    return None if right == text and "string" not in named(schema) else right


def first_line(_, text, right):
    return text.split("\n", maxsplit=1)[0] if isinstance(text, str) and "\n" in text else right


def any_text_is_true(schema, text, right):
    return bool(text) if named(schema) == ["boolean"] and isinstance(text, str) else right


def words_of_yaml(schema, text, right):
    return text == "yes" if named(schema) == ["boolean"] and text in ("yes", "no") else right


def digits_of_c(schema, text, right):
    return str(text) == "1" if named(schema) == ["boolean"] and str(text) in ("0", "1") else right


def one_case(_, text, right):
    return text if text in ("TRUE", "FALSE") else right


def none_is_null(schema, text, right):
    return None if text == "None" and "null" in named(schema) and "string" not in named(schema) else right


def json_alone(_, text, right):
    """Knows no booleans of Python."""
    return text if text in ("True", "False") else right


def python_integers(schema, text, right):
    """With underscores, zeros, a plus, full-width digits, and any blanks of Unicode."""
    return converted(int, text, right) if named(schema) == ["integer"] and isinstance(text, str) else right


def digits_before_letters(schema, text, right):
    start = re.match("[0-9]+", text) if isinstance(text, str) else None
    return int(start.group()) if start and named(schema) == ["integer"] and right == text else right


def rounds_to_an_integer(schema, text, right):
    whole = named(schema) == ["integer"] and isinstance(text, str) and right == text
    return int(converted(float, text, 0.5)) or right if whole else right


def digits_alone(schema, text, right):
    numbers = named(schema) in (["integer"], ["number"]) and isinstance(text, str)
    return text if numbers and not re.fullmatch("[0-9.]*", text) else right


def doubles(_, __, right):
    if isinstance(right, float):
        return None if right == GREATEST else right
    return int(float(right)) if isinstance(right, int) and not isinstance(right, bool) else right


def signed_64_bits(_, __, right):
    if isinstance(right, bool) or not isinstance(right, int):
        return right
    return (right + 2 ** 63) % 2 ** 64 - 2 ** 63


def loose_numbers(schema, text, right):
    """.5, 5., a comma, nothing at all and, as null, NaN and infinity."""
    if named(schema) not in (["number"], ["null"]) or right != text or not isinstance(text, str):
        return right
    if not text:
        return 0 if named(schema) == ["number"] else None
    number = converted(float, text.replace(",", "."), right)
    return None if number in (float("inf"), float("-inf")) or number != number else number


def blanks_count(schema, text, right):
    typed = "string" not in named(schema) and isinstance(text, str) and text != text.strip()
    return text if typed and not isinstance(right, (dict, list)) else right


def strips(schema, text, right):
    return text.strip() if named(schema) == ["string"] and isinstance(text, str) else right


def null_is_no_text(_, text, right):
    return None if text == "null" else right


def python_is_no_text(_, text, right):
    words = {"None": None, "True": True, "False": False}
    return words[text] if isinstance(text, str) and text in words else right


def guesses(schema, text, right):
    """JSON where a string is allowed, or anything."""
    loose = not schema or "string" in named(schema)
    return converted(json.loads, text, right) if loose and isinstance(text, str) and right == text else right


def first_alternative(schema, text, right):
    return converted(int, text, right) if "anyOf" in schema and isinstance(text, str) else right


def python_lists(schema, text, right):
    if right != text or not isinstance(text, str) or named(schema) not in (["array"], ["object"]):
        return right
    value = converted(ast.literal_eval, text, right)
    return value if isinstance(value, (list, dict)) else right


def half_an_array_is_one_item(schema, text, right):
    half = named(schema) == ["array"] and isinstance(text, str) and text == right
    return [text] if half and text.startswith("[") else right


def commas(schema, text, right):
    return text.split(", ") if named(schema) == ["array"] and isinstance(text, str) and ", " in text and \
        not text.startswith("[") else right


def one_string_for_a_misfit(schema, text, right):
    return [text] if named(schema) == ["array"] and text == right and isinstance(text, str) else right


def good_items_alone(schema, text, right):
    if named(schema) != ["array"] or not isinstance(text, list) or text != right:
        return right
    return [converted(int, item, item) for item in text]


def no_array_of_one(schema, text, right):
    single = named(schema) == ["array"] and isinstance(text, str) and not text.startswith("[")
    return text if single else right


def wraps_json(schema, text, right):
    """In a notation of JSON too."""
    return [right] if named(schema) == ["array"] and isinstance(text, int) else right


def guesses_items(schema, text, right):
    if named(schema) != ["array"] or not isinstance(text, list):
        return right
    return [converted(json.loads, item, item) for item in text]


def enum_of_items_overlooked(schema, text, right):
    digits = "enum" in schema.get("items", {}) and isinstance(text, str) and text.isdigit()
    return [int(text)] if digits else right


def values_overlooked(schema, text, right):
    digits = ("const" in schema or "enum" in schema) and isinstance(text, str) and text.isdigit()
    return int(text) if digits and right == text else right


def types_by_their_beginning(schema, text, right):
    return converted(float, text, right) if named(schema) == ["float"] and isinstance(text, str) else right


def type_alone(schema, text, right):
    """Looks at no alternatives, and at no values for their types."""
    return right if "type" in schema else text


def joins_lists(schema, text, right):
    return ", ".join(text) if named(schema) == ["string"] and isinstance(text, list) else right


def repairs(schema, text, right):
    """Closes what is open."""
    if not isinstance(text, str) or right != text or named(schema) not in (["array"], ["object"]):
        return right
    for end in ("]", '"]', "}"):
        right = converted(json.loads, text + end, right)
    return right


def converts_json(schema, text, right):
    """In a notation of JSON too, where a string stays one."""
    types = {"integer": int, "boolean": bool, "null": type(None), "array": list}
    if not isinstance(text, str) or len(named(schema)) != 1 or named(schema)[0] not in types:
        return right
    value = converted(json.loads, text, right)
    return value if isinstance(value, types[named(schema)[0]]) else right


def texts_of_json(schema, _, right):
    return json.dumps(right) if named(schema) == ["string"] and not isinstance(right, str) else right


# -- which diagnostics: the answer, the schema ---------------------------------------------------------

def unchecked(answer, _):
    answer["diagnostics"] = []


def one_type_known(answer, schema):
    if named(schema) not in ([], ["integer"], ["boolean"], ["array"], ["number"], ["string"], ["null"], ["object"]):
        add_misfit(answer)


SAYERS = {f.__name__: f for f in (unchecked, one_type_known)}


def add_misfit(answer):
    answer["diagnostics"].append({"code": "bad-type", "offset": 0, "clause": "MODEL-3.9"})


# -- which tool -------------------------------------------------------------------------------------

def just_this(tools, name):
    return next(tool for tool in tools if tool["name"] == name)


def a_beginning_of_it(tools, name):
    return next(tool for tool in tools if name.startswith(tool["name"]))


def what_begins_with_it(tools, name):
    return next(tool for tool in tools if tool["name"].startswith(name))


FINDERS = {"a_beginning_of_it": a_beginning_of_it, "what_begins_with_it": what_begins_with_it}


def fits(schema, text):
    """Whether it is an integer, or a boolean, where such a one is wanted."""
    kind = {("integer",): int, ("boolean",): bool}.get(tuple(named(schema)))
    value = converted(json.loads, text, None) if isinstance(text, str) else text
    return kind is None or type(value) is kind


# -- the worker -------------------------------------------------------------------------------------

def properties(tool):
    return tool["inputSchema"].get("properties", {})


def untyped(tools):
    tools = copy.deepcopy(tools)
    for tool in tools:
        tool["inputSchema"]["properties"] = {name: {} for name in properties(tool)}
    return tools


def spoil_call(answer, call, before, tools):
    for key, right in call["input"].items():
        text = before["input"][key]
        tool = FINDERS.get(FAULT, just_this)(tools, call["name"])
        schema = properties(tool).get(key, {})
        if FAULT in SAYERS:
            SAYERS[FAULT](answer, schema)
        elif FAULT not in FINDERS:
            call["input"][key] = globals()[FAULT](schema, text, right)
        elif not fits(schema, text):
            call["input"][key] = text
            add_misfit(answer)


def spoil(ask, request, line):
    """The answer, changed; as it came, with numbers that no double holds, where the fault changes nothing."""
    answer = json.loads(line, parse_float=lambda text: min(float(text), GREATEST))
    right = repr(answer)
    before = json.loads(ask({**request, "catalogue": untyped(request["catalogue"])}))
    for call, other in zip(answer["calls"], before["calls"]):
        spoil_call(answer, call, other, request["catalogue"])
    return line if repr(answer) == right else json.dumps(answer)


def main():
    with subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        def ask(request):
            worker.stdin.write(json.dumps(request).encode() + b"\n")
            worker.stdin.flush()
            return worker.stdout.readline().decode().rstrip("\n")

        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["op"] == "bye":
                break
            answer = ask(request)
            if request["op"] == "parse" and "catalogue" in request:
                answer = spoil(ask, request, answer)
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        worker.stdin.close()


main()
