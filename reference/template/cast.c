/* SPDX-License-Identifier: Apache-2.0 */
/* cast.c: arguments that are strings, as the schema of their tool has them (TEMPLATE-7). */
#include "parts.h"

#include <string.h>

typedef enum type { INTEGER, NUMBER, BOOLEAN, NOTHING, OBJECT, ARRAY, STRING, TYPES } type;

/* Of a schema whose unions are in unions, as deep as this, types are collected. */
enum { UNIONS_MOST = 16, TYPES_MOST = 64 };

typedef struct types {
    type all[TYPES_MOST];
    size_t count;
} types;

static const char *const NAMES[TYPES] = { "integer", "number", "boolean", "null",
                                          "object",  "array",  "string" };

static void add(types *t, fp_str name)
{
    for (unsigned i = 0; i < TYPES && t->count < TYPES_MOST; i++)
        if (fp_jsontext_kind(name) == '"' && fp_jsontext_is(name, fp_str_of(NAMES[i])))
            t->all[t->count++] = (type)i;
}

static void add_declared(types *t, fp_str declared)
{
    fp_str item;

    add(t, declared);
    for (size_t at = 0;
         fp_jsontext_kind(declared) == '[' && fp_jsontext_item(declared, &at, &item);)
        add(t, item);
}

/* A schema whose unions are gone through. */
typedef struct level {
    fp_str schema, unions[2];
    size_t at, which;
} level;

static level enter(types *t, fp_str schema)
{
    const fp_str any = fp_tpl_member(schema, FP_STR("anyOf"));
    const fp_str single = fp_tpl_member(schema, FP_STR("oneOf"));

    add_declared(t, fp_tpl_member(schema, FP_STR("type")));
    return (level){ .schema = schema, .unions = { any, single } };
}

/* Null comes last. */
static void leave(types *t, const level *l)
{
    const fp_str nullable = fp_tpl_member(l->schema, FP_STR("nullable"));

    if (fp_jsontext_kind(nullable) == 't' && nullable.ptr[0] == 't')
        add(t, FP_STR("\"null\""));
}

static types types_of(fp_str schema)
{
    level open[UNIONS_MOST];
    size_t depth = 1;
    types t = { .count = 0 };

    open[0] = enter(&t, schema);
    while (depth) {
        level *l = &open[depth - 1];
        const fp_str choices = l->which < 2 ? l->unions[l->which] : (fp_str){ 0 };
        fp_str choice;

        if (l->which == 2) {
            leave(&t, l);
            depth--;
        } else if (fp_jsontext_kind(choices) != '[' ||
                   !fp_jsontext_item(choices, &l->at, &choice)) {
            l->which++;
            l->at = 0;
        } else if (depth < UNIONS_MOST && fp_jsontext_kind(choice) == '{') {
            open[depth++] = enter(&t, choice);
        }
    }
    return t;
}

/* -- one argument ------------------------------------------------------------------------------ */

static bool is_word(fp_str text, const char *word)
{
    if (text.len != strlen(word))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        const bool letter = word[i] >= 'a' && word[i] <= 'z';

        if ((letter ? text.ptr[i] | 0x20 : text.ptr[i]) != word[i])
            return false;
    }
    return true;
}

static bool cast_boolean(fp_str text, fp_json *out)
{
    const bool yes = is_word(text, "true") || is_word(text, "1");

    if (!yes && !is_word(text, "false") && !is_word(text, "0"))
        return false;
    fp_json_raw(out, yes ? "true" : "false");
    return true;
}

static bool cast_json(fp_str text, char kind, fp_json *out)
{
    size_t wrong;

    if (fp_jsontext_kind(text) != kind || !fp_jsontext_valid(text, FP_TPL_DEPTH_MAX, &wrong))
        return false;
    fp_tpl_unique(text, out);
    return true;
}

static bool cast_one(fp_str raw, type to, fp_json *out)
{
    const fp_str text = fp_tpl_strip(raw);

    switch (to) {
    case INTEGER:
        return fp_tpl_integer(raw, out);
    case NUMBER:
        return fp_tpl_decimal(raw, out);
    case BOOLEAN:
        return cast_boolean(text, out);
    case NOTHING:
        if (!fp_str_equal(text, FP_STR("null")) && !fp_str_equal(text, FP_STR("None")))
            return false;
        fp_json_raw(out, "null");
        return true;
    case OBJECT:
        return cast_json(fp_jsontext_trim(raw), '{', out);
    case ARRAY:
        return cast_json(fp_jsontext_trim(raw), '[', out);
    case STRING:
    case TYPES:
        break;
    }
    return false;
}

/* A string of JSON, cast or as it is. */
static void cast_string(fp_str string, const types *t, bool string_last, fp_json *out)
{
    fp_json text = { 0 };
    bool lone = false, done = false;

    if (!fp_jsontext_decode(string, &text, &lone))
        out->failed = true;
    for (size_t i = 0; !out->failed && !done && i < t->count; i++) {
        if (t->all[i] == STRING && !string_last)
            break;
        done = cast_one((fp_str){ text.ptr ? text.ptr : "", text.len }, t->all[i], out);
    }
    if (!done)
        fp_json_bytes(out, string);
    fp_json_free(&text);
}

/* Whether a list is what the schema asks for (TEMPLATE-7.6). */
static bool takes_list(const types *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->all[i] == ARRAY)
            return true;
    return false;
}

static void cast_argument(fp_str value, const types *t, bool string_last, fp_json *out)
{
    const char kind = fp_jsontext_kind(value);
    const char *between = "[";
    fp_str item;

    if (kind == '"' && t->count) {
        cast_string(value, t, string_last, out);
        return;
    }
    if (kind != '[' || !t->count || takes_list(t)) {
        fp_json_bytes(out, value);
        return;
    }
    for (size_t at = 0; fp_jsontext_item(value, &at, &item); between = ",") {
        fp_json_raw(out, between);
        if (fp_jsontext_kind(item) == '"')
            cast_string(item, t, string_last, out);
        else
            fp_json_bytes(out, item);
    }
    fp_json_raw(out, between[0] == '[' ? "[]" : "]");
}

/* -- calls ------------------------------------------------------------------------------------- */

/* The properties that the schema of a tool has; empty if there is no such tool. */
static fp_str properties_of(fp_str tools, fp_str name)
{
    fp_str tool, found = { 0 };

    for (size_t at = 0; fp_jsontext_kind(tools) == '[' && fp_jsontext_item(tools, &at, &tool);) {
        const fp_str inner = fp_tpl_member(tool, FP_STR("function"));
        const fp_str function = inner.len ? inner : tool;
        const fp_str its = fp_tpl_member(function, FP_STR("name"));

        if (fp_jsontext_kind(its) == '"' && fp_jsontext_equal(its, name))
            found =
                fp_tpl_member(fp_tpl_member(function, FP_STR("parameters")), FP_STR("properties"));
    }
    return found;
}

/* The schema of a key, as JSON has it; empty if there is none. */
static fp_str schema_of(fp_str properties, fp_str key)
{
    fp_str name, schema, found = { 0 };

    for (size_t at = 0; fp_jsontext_member(properties, &at, &name, &schema);)
        if (fp_jsontext_equal(name, key))
            found = schema;
    return found;
}

static void cast_arguments(fp_str arguments, fp_str properties, bool string_last, fp_json *out)
{
    const char *between = "{";
    fp_str key, value;

    for (size_t at = 0; fp_jsontext_member(arguments, &at, &key, &value); between = ",") {
        const types t = types_of(schema_of(properties, key));

        fp_json_raw(out, between);
        fp_json_bytes(out, key);
        fp_json_raw(out, ":");
        cast_argument(value, &t, string_last, out);
    }
    fp_json_raw(out, between[0] == '{' ? "{}" : "}");
}

/* One call, or another value. */
static void cast_call(fp_str value, fp_str tools, bool string_last, fp_json *out)
{
    const fp_str function = fp_tpl_member(value, FP_STR("function"));
    const fp_str name = fp_tpl_member(function, FP_STR("name"));
    const fp_str arguments = fp_tpl_member(function, FP_STR("arguments"));
    fp_str properties = { 0 };

    if (fp_jsontext_kind(name) == '"' && fp_jsontext_kind(arguments) == '{')
        properties = properties_of(tools, name);
    if (fp_jsontext_kind(properties) != '{') {
        fp_json_bytes(out, value);
        return;
    }
    fp_json_bytes(out, (fp_str){ value.ptr, (size_t)(arguments.ptr - value.ptr) });
    cast_arguments(arguments, properties, string_last, out);
    fp_json_bytes(out, (fp_str){ arguments.ptr + arguments.len,
                                 (size_t)(value.ptr + value.len - arguments.ptr) - arguments.len });
}

bool fp_tpl_cast(fp_str value, fp_str tools, bool string_last, fp_json *out)
{
    const char *between = "[";
    fp_str item;

    if (fp_jsontext_kind(value) != '[') {
        cast_call(value, tools, string_last, out);
        return !out->failed;
    }
    for (size_t at = 0; fp_jsontext_item(value, &at, &item); between = ",") {
        fp_json_raw(out, between);
        cast_call(item, tools, string_last, out);
    }
    fp_json_raw(out, between[0] == '[' ? "[]" : "]");
    return !out->failed;
}
