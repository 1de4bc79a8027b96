/* SPDX-License-Identifier: Apache-2.0 */
/* validate.c: a call held against its tool's schema and rules. */
#include "ascii.h"
#include "rules.h"
#include "typing.h"

#include <fencepost/jsontext.h>
#include <fencepost/validate.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDENTIFIER_MAX = 200 };

typedef struct validation {
    const fp_tool *tool;
    const fp_call *call;
    fp_index given;                       /* the call's arguments, by their keys */
    fp_index declared;                    /* the tool's, by their names */
    fp_str *rules;                        /* of each argument of the tool, in their order */
    fp_json errors, warnings, normalized; /* the members of their array or object */
    bool no_memory;
} validation;

/* -- messages -------------------------------------------------------------------------------- */

static void note(fp_json *list, fp_str field, const char *message, fp_str more)
{
    fp_json text = { 0 };

    fp_json_raw(&text, message);
    fp_json_bytes(&text, more);
    fp_json_raw(list, list->len ? ",{\"field\":" : "{\"field\":");
    fp_json_string(list, field);
    fp_json_raw(list, ",\"message\":");
    fp_json_string(list, (fp_str){ text.ptr, text.len });
    fp_json_raw(list, "}");
    list->failed = list->failed || text.failed;
    fp_json_free(&text);
}

static void error(validation *v, fp_str field, const char *message, fp_str more)
{
    note(&v->errors, field, message, more);
}

static void warn(validation *v, fp_str field, const char *message, fp_str more)
{
    note(&v->warnings, field, message, more);
}

static void normalized_key(validation *v, fp_str field)
{
    fp_json_raw(&v->normalized, v->normalized.len ? "," : "");
    fp_json_string(&v->normalized, field);
    fp_json_raw(&v->normalized, ":");
}

static void normalized_json(validation *v, fp_str field, fp_str json)
{
    normalized_key(v, field);
    fp_json_bytes(&v->normalized, json);
}

static void normalized_value(validation *v, fp_str field, const fp_value *value)
{
    normalized_key(v, field);
    fp_json_value(&v->normalized, value);
}

/* -- rules beyond the schema ------------------------------------------------------------------- */

static bool is_identifier(fp_str text) /* CATALOGUE-3.4 */
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];

        if (!fp_is_letter(c) && !fp_is_digit(c) && c != '_' && c != '-')
            return false;
    }
    return text.len > 0 && text.len <= IDENTIFIER_MAX;
}

/* The number of characters of UTF-8. */
static size_t characters(fp_str text)
{
    size_t count = 0;

    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.ptr[i] & 0xC0) != 0x80;
    return count;
}

static size_t read_count(fp_str number)
{
    size_t count = 0;

    for (size_t i = 0; i < number.len && fp_is_digit((unsigned char)number.ptr[i]); i++)
        count = count > SIZE_MAX / 16 ? count : count * 10 + (size_t)(number.ptr[i] - '0');
    return count;
}

/* Whether the text is known not to match: without memory, or of a pattern that POSIX does not know,
 * nothing is. (A rule's own pattern was known when the catalogue was read.) */
static bool differs(validation *v, fp_str pattern, fp_pattern_extent extent, fp_str text)
{
    const fp_pattern_result result = fp_pattern_try(pattern, extent, text);

    if (result == FP_PATTERN_NO_MEMORY)
        v->no_memory = true;
    return result == FP_PATTERN_DIFFERS;
}

/* A rule that a schema may have too: that of the validators counts, if there is one. */
static fp_str rule_of(const fp_tool_arg *arg, fp_str rules, const char *name)
{
    const fp_str own = fp_jsontext_get(rules, name);

    return own.len ? own : fp_jsontext_get(arg->schema, name);
}

static void check_length(validation *v, const fp_tool_arg *arg, fp_str rules, fp_str text)
{
    const fp_str most = rule_of(arg, rules, "maxLength"), least = rule_of(arg, rules, "minLength");

    if (fp_jsontext_kind(most) == '0' && characters(text) > read_count(most))
        error(v, arg->name, "longer, in characters, than ", most);
    if (fp_jsontext_kind(least) == '0' && characters(text) < read_count(least))
        error(v, arg->name, "shorter, in characters, than ", least);
}

static char to_lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

/* Whether the text holds the word, which is lower-case ASCII, in any case. */
static bool holds(fp_str text, fp_str word)
{
    for (size_t at = 0; at + word.len <= text.len; at++) {
        size_t n = 0;

        while (n < word.len && to_lower(text.ptr[at + n]) == word.ptr[n])
            n++;
        if (n == word.len)
            return true;
    }
    return false;
}

/* CATALOGUE-3.6: the first of the list that the text holds. */
static void check_script(validation *v, const fp_tool_arg *arg, fp_str text)
{
    static const char *const SCRIPT[] = { "<script", "javascript:", "onerror=", "onclick=" };

    for (size_t i = 0; i < sizeof SCRIPT / sizeof *SCRIPT; i++) {
        if (!holds(text, fp_str_of(SCRIPT[i])))
            continue;
        error(v, arg->name, "holds ", fp_str_of(SCRIPT[i]));
        return;
    }
}

static void check_text(validation *v, const fp_tool_arg *arg, fp_str rules, fp_str text)
{
    const fp_str pattern = fp_jsontext_get(rules, "pattern");
    const fp_str schema_pattern = fp_jsontext_get(arg->schema, "pattern");

    if (fp_jsontext_kind(fp_jsontext_get(rules, "identifier")) == 't' && !is_identifier(text))
        error(v, arg->name, "no identifier: one to 200 of A-Z a-z 0-9 _ -", (fp_str){ 0 });
    if (pattern.len && differs(v, pattern, FP_PATTERN_WHOLE, text))
        error(v, arg->name, "does not match the pattern ", pattern);
    else if (!pattern.len && fp_jsontext_kind(schema_pattern) == '"' &&
             differs(v, schema_pattern, FP_PATTERN_ANYWHERE, text))
        error(v, arg->name, "does not match the pattern ", schema_pattern);
    check_length(v, arg, rules, text);
    if (fp_jsontext_kind(fp_jsontext_get(rules, "noScript")) == 't')
        check_script(v, arg, text);
}

/* -- an argument ------------------------------------------------------------------------------- */

static const fp_arg *given(const validation *v, fp_str name)
{
    const size_t at = fp_index_find(&v->given, name);

    return at < v->given.count ? &v->call->args[v->given.entries[at].place] : NULL;
}

/* Whether an argument of this name, a JSON string, is given and not empty. */
static bool is_filled(validation *v, fp_str json_name)
{
    fp_json text = { 0 };
    bool lone = false, filled;
    size_t at;

    if (!fp_jsontext_decode(json_name, &text, &lone))
        v->no_memory = true;

    const fp_str name = { text.ptr, text.len };

    at = fp_index_find(&v->given, name);
    while (fp_index_is(&v->given, at, name) &&
           !v->call->args[v->given.entries[at].place].value.text.len)
        at++;
    filled = fp_index_is(&v->given, at, name);
    fp_json_free(&text);
    return filled;
}

/* Whether another argument stands for this one: validators, oneOf, which are names. */
static bool has_substitute(validation *v, fp_str rules)
{
    const fp_str names = fp_jsontext_get(rules, "oneOf");
    fp_str item;

    for (size_t at = 0; fp_jsontext_kind(names) == '[' && fp_jsontext_item(names, &at, &item);)
        if (is_filled(v, item))
            return true;
    return false;
}

static void check_absent(validation *v, const fp_tool_arg *arg, fp_str rules)
{
    const fp_str names = fp_jsontext_get(rules, "oneOf");

    if ((arg->required || names.len) && !has_substitute(v, rules) && !arg->default_value.len)
        error(v, arg->name,
              names.len ? "missing, and so is each that would do instead: " : "missing", names);
    else if (arg->default_value.len)
        normalized_json(v, arg->name, arg->default_value);
}

/* The text as `normalize` wants it, in *copy if it is another. */
static fp_str normalize(fp_str rules, fp_str text, fp_json *copy)
{
    const fp_str how = fp_jsontext_get(rules, "normalize");

    if (fp_jsontext_is(how, FP_STR("trim")))
        return fp_jsontext_trim(text);
    if (!fp_jsontext_is(how, FP_STR("lowercase")) || !text.len)
        return text;
    fp_json_bytes(copy, text);
    for (size_t i = 0; i < copy->len; i++)
        copy->ptr[i] = to_lower(copy->ptr[i]);
    return (fp_str){ copy->ptr, copy->len };
}

/* "array or null, of integer, each one of [1,2]": what the schema allows, beside named values of
 * the whole. */
static void write_allowed(const fp_tool_arg *arg, fp_json *text)
{
    const fp_str item = arg->item_constant.len ? arg->item_constant : arg->item_enumeration;
    char types[96];

    fp_types_text(arg->types, types, sizeof types);
    fp_json_raw(text, types);
    fp_types_text(arg->item_types, types, sizeof types);
    fp_json_raw(text, *types ? " of " : "");
    fp_json_raw(text, types);
    fp_json_raw(text, arg->item_constant.len ? ", each " : item.len ? ", each one of " : "");
    fp_json_bytes(text, item);
}

static void misfit(validation *v, const fp_tool_arg *arg)
{
    fp_json allowed = { 0 };

    if (arg->enumeration.len && arg->default_value.len) { /* CATALOGUE-3.3 */
        warn(v, arg->name,
             "not one of the values allowed; the default is taken; allowed: ", arg->enumeration);
        normalized_json(v, arg->name, arg->default_value);
    } else if (arg->enumeration.len) {
        error(v, arg->name, "not one of the values allowed: ", arg->enumeration);
    } else if (arg->constant.len) {
        error(v, arg->name, "not the value allowed: ", arg->constant);
    } else {
        write_allowed(arg, &allowed);
        error(v, arg->name, "not of the type ", (fp_str){ allowed.ptr, allowed.len });
        v->no_memory = v->no_memory || allowed.failed;
        fp_json_free(&allowed);
    }
}

/* False when memory is out. */
static bool check_given(validation *v, const fp_tool_arg *arg, const fp_arg *found, fp_str rules)
{
    fp_value value = found->value;
    fp_buf scratch = { 0 };
    fp_json copy = { 0 };
    bool fits = false, good;

    if (value.kind == FP_VALUE_STRING)
        value.text = normalize(rules, value.text, &copy);
    good = fp_typing_apply(arg, &value, &scratch, &fits) && !copy.failed;
    if (good && !fits) {
        misfit(v, arg);
    } else if (good) {
        if (value.kind == FP_VALUE_STRING)
            check_text(v, arg, rules, value.text);
        normalized_value(v, arg->name, &value);
    }
    fp_buf_free(&scratch);
    fp_json_free(&copy);
    return good;
}

/* CATALOGUE-3.3: whether it is an empty text, which the argument cannot have as its value. */
static bool is_left_empty(const fp_tool_arg *arg, const fp_value *value)
{
    return value->kind == FP_VALUE_STRING && !value->text.len && arg->types &&
           !(arg->types & (FP_TYPE_STRING | FP_TYPE_ARRAY));
}

static bool check_arg(validation *v, const fp_tool_arg *arg, fp_str rules)
{
    const fp_arg *found = given(v, arg->name);

    if (arg->unknown_type.len) /* CATALOGUE-1.4 */
        warn(v, arg->name, "any value is allowed, for JSON Schema has no type ", arg->unknown_type);
    if (found && is_left_empty(arg, &found->value))
        warn(v, arg->name, "empty, and so not given", (fp_str){ 0 });
    else if (found)
        return check_given(v, arg, found, rules);
    check_absent(v, arg, rules);
    return true;
}

/* -- the call ---------------------------------------------------------------------------------- */

static void write_list(fp_json *result, const char *name, const fp_json *list)
{
    fp_json_raw(result, name);
    fp_json_bytes(result, (fp_str){ list->ptr, list->len });
}

/* What is looked up in as few steps as there are many arguments. False when memory is out. */
static bool prepare(validation *v)
{
    v->rules = calloc(v->tool->arg_count + 1, sizeof *v->rules);
    if (!v->rules || !fp_index_args(&v->given, v->call) ||
        !fp_index_make(&v->declared, v->tool->arg_count))
        return false;
    for (size_t i = 0; i < v->tool->arg_count; i++)
        v->declared.entries[i] = (fp_index_entry){ v->tool->args[i].name, i };
    fp_index_sort(&v->declared);
    return fp_rules_of(v->tool, &v->declared, v->rules);
}

/* False when memory is out. */
static bool check(validation *v)
{
    const fp_call *call = v->call;
    bool good = prepare(v);

    if (!call->complete)
        error(v, FP_STR(""), "the call is not complete", (fp_str){ 0 });
    for (size_t i = 0; i < v->tool->arg_count && good; i++)
        good = check_arg(v, &v->tool->args[i], v->rules[i]);
    for (size_t i = 0; i < call->arg_count && good; i++) {
        const fp_arg *arg = &call->args[i];

        if (fp_index_find(&v->declared, arg->key) < v->declared.count)
            continue;
        warn(v, arg->key, "the tool declares no such argument", (fp_str){ 0 });
        normalized_value(v, arg->key, &arg->value);
    }
    fp_index_free(&v->given);
    fp_index_free(&v->declared);
    free(v->rules);
    return good;
}

bool fp_validate(const fp_tool *tool, const fp_call *call, fp_json *result, bool *valid)
{
    validation v = { .tool = tool, .call = call };
    const bool good = check(&v);

    *valid = v.errors.len == 0;
    fp_json_raw(result, *valid ? "{\"valid\":true" : "{\"valid\":false");
    write_list(result, ",\"errors\":[", &v.errors);
    write_list(result, "],\"warnings\":[", &v.warnings);
    write_list(result, "],\"normalized\":{", &v.normalized);
    fp_json_raw(result, "}}");
    result->failed = result->failed || !good || v.no_memory || v.errors.failed ||
                     v.warnings.failed || v.normalized.failed;
    fp_json_free(&v.errors);
    fp_json_free(&v.warnings);
    fp_json_free(&v.normalized);
    return !result->failed;
}
