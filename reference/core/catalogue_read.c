/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue_read.c: one tool of a catalogue. Fencepost ignores what it does not use of a JSON
 * Schema; members of `x-fencepost` must be known. */
#include "catalogue_read.h"

#include "rules.h"
#include "typing.h"

#include <fencepost/jsontext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(fp_catalogue_error *error)
{
    return fp_catalogue_refuse(error, 0, "out of memory");
}

/* A string's meaning as an owned copy. */
static bool read_string(fp_str json, fp_str *string, fp_catalogue_error *error)
{
    fp_json buf = { 0 };
    bool lone = false;

    *string = (fp_str){ 0 };
    if (!fp_jsontext_decode(json, &buf, &lone)) {
        fp_json_free(&buf);
        return no_memory(error);
    }
    *string = (fp_str){ buf.ptr, buf.len };
    return true;
}

static void free_string(fp_str string)
{
    free((char *)(uintptr_t)string.ptr);
}

void fp_tool_release(fp_tool *tool)
{
    for (size_t i = 0; i < tool->arg_count; i++) {
        free_string(tool->args[i].name);
        free_string(tool->args[i].description);
    }
    free((fp_tool_arg *)(uintptr_t)tool->args);
    free_string(tool->name);
    free_string(tool->description);
    free_string(tool->version);
    free_string(tool->category);
}

/* -- schemas ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned type;
} TYPES[] = {
    { "string", FP_TYPE_STRING },   { "null", FP_TYPE_NULL },     { "boolean", FP_TYPE_BOOLEAN },
    { "integer", FP_TYPE_INTEGER }, { "number", FP_TYPE_NUMBER }, { "array", FP_TYPE_ARRAY },
    { "object", FP_TYPE_OBJECT },
};

enum { TYPE_COUNT = sizeof TYPES / sizeof *TYPES };

void fp_types_text(unsigned types, char *text, size_t size)
{
    size_t used = 0;

    if (size)
        text[0] = '\0';
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        if (!(types & TYPES[i].type) || used >= size)
            continue;

        const int n = snprintf(text + used, size - used, "%s%s", used ? " or " : "", TYPES[i].name);

        used += n > 0 ? (size_t)n : 0;
    }
}

static unsigned type_of_name(fp_str name)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (fp_jsontext_is(name, fp_str_of(TYPES[i].name)))
            return TYPES[i].type;
    return 0;
}

/* The types of the values in an array: of an `enum`. */
static unsigned types_of_values(fp_str array)
{
    unsigned types = 0;
    fp_str item;

    for (size_t at = 0; fp_jsontext_item(array, &at, &item);)
        types |= fp_typing_of_json(item);
    return types;
}

/* False: JSON Schema has no type of this name. The first such name is noted (CATALOGUE-1.4). */
static bool add_type(fp_str name, unsigned *types, fp_str *unknown)
{
    const unsigned type = type_of_name(name);

    if (!type && !unknown->len)
        *unknown = name;
    *types |= type;
    return type != 0;
}

/* What `type` names; nothing, if one of several is unknown. */
static unsigned named_types(fp_str type, fp_str *unknown)
{
    unsigned types = 0;
    fp_str name;

    if (type.len && fp_jsontext_kind(type) != '[')
        add_type(type, &types, unknown);
    for (size_t at = 0; fp_jsontext_kind(type) == '[' && fp_jsontext_item(type, &at, &name);)
        if (!add_type(name, &types, unknown))
            return 0;
    return types;
}

/* What one level of a schema says. */
static unsigned types_here(fp_str schema, fp_str *unknown)
{
    const fp_str constant = fp_jsontext_get(schema, "const");
    const fp_str values = fp_jsontext_get(schema, "enum");
    unsigned types = named_types(fp_jsontext_get(schema, "type"), unknown);

    if (!types && constant.len)
        types = fp_typing_of_json(constant);
    if (!types && fp_jsontext_kind(values) == '[')
        types = types_of_values(values);
    return types;
}

/* A schema that says nothing itself may say it in its alternatives. */
unsigned fp_schema_types(fp_str schema, fp_str *unknown)
{
    static const char *const UNIONS[] = { "anyOf", "oneOf" };
    unsigned types = types_here(schema, unknown);
    fp_str item;

    for (size_t i = 0; !types && i < sizeof UNIONS / sizeof *UNIONS; i++) {
        const fp_str alternatives = fp_jsontext_get(schema, UNIONS[i]);

        if (fp_jsontext_kind(alternatives) != '[')
            continue;
        for (size_t at = 0; fp_jsontext_item(alternatives, &at, &item);) {
            const unsigned here = types_here(item, unknown);

            if (!here)
                return 0; /* anything */
            types |= here;
        }
    }
    return types;
}

static bool holds_name(fp_str array, fp_str name)
{
    fp_str item;

    for (size_t at = 0; fp_jsontext_kind(array) == '[' && fp_jsontext_item(array, &at, &item);)
        if (fp_jsontext_is(item, name))
            return true;
    return false;
}

static bool read_arg(fp_tool_arg *arg, fp_str key, fp_str schema, fp_str required,
                     fp_catalogue_error *error)
{
    const fp_str description = fp_jsontext_get(schema, "description");
    const fp_str items = fp_jsontext_get(schema, "items");

    arg->schema = schema;
    arg->constant = fp_jsontext_get(schema, "const");
    arg->enumeration = fp_jsontext_get(schema, "enum");
    arg->default_value = fp_jsontext_get(schema, "default");
    arg->types = fp_schema_types(schema, &arg->unknown_type);
    arg->item_constant = fp_jsontext_get(items, "const");
    arg->item_enumeration = fp_jsontext_get(items, "enum");
    arg->item_types = fp_schema_types(items, &arg->unknown_type);
    if (!read_string(key, &arg->name, error) ||
        (fp_jsontext_kind(description) == '"' &&
         !read_string(description, &arg->description, error)))
        return false;
    arg->required = holds_name(required, arg->name);
    return true;
}

static int compare_strs(const void *a, const void *b)
{
    const fp_str *x = a, *y = b;
    const size_t len = x->len < y->len ? x->len : y->len;
    const int order = len ? memcmp(x->ptr, y->ptr, len) : 0;

    return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* CATALOGUE-1.1: no two arguments have one name. */
static bool check_names(const fp_tool *tool, fp_catalogue_error *error)
{
    fp_str *names = calloc(tool->arg_count + 1, sizeof *names);
    size_t same = 0;

    if (!names)
        return no_memory(error);
    for (size_t i = 0; i < tool->arg_count; i++)
        names[i] = tool->args[i].name;
    qsort(names, tool->arg_count, sizeof *names, compare_strs);
    for (size_t i = 1; !same && i < tool->arg_count; i++)
        same = fp_str_equal(names[i - 1], names[i]) ? i : 0;
    if (same)
        fp_catalogue_refuse(error, 0, "tool \"%.*s\": two arguments are called \"%.*s\"",
                            SHORT(tool->name), SHORT(names[same]));
    free(names);
    return !same;
}

static bool read_args(fp_tool *tool, fp_str schema, fp_catalogue_error *error)
{
    const fp_str properties = fp_jsontext_get(schema, "properties");
    const fp_str required = fp_jsontext_get(schema, "required");
    size_t count = 0;
    fp_str key, value;
    fp_tool_arg *args;

    if (!schema.len)
        return true;
    if (fp_jsontext_kind(schema) != '{')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"inputSchema\" is not an object",
                                   SHORT(tool->name));
    if (!properties.len)
        return true;
    if (fp_jsontext_kind(properties) != '{')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"properties\" is not an object",
                                   SHORT(tool->name));
    for (size_t at = 0; fp_jsontext_member(properties, &at, &key, &value);)
        count++;
    args = calloc(count + 1, sizeof *args);
    if (!args)
        return no_memory(error);
    tool->args = args;
    for (size_t at = 0; fp_jsontext_member(properties, &at, &key, &value);)
        if (!read_arg(&args[tool->arg_count++], key, value, required, error))
            return false;
    return check_names(tool, error);
}

/* -- x-fencepost ---------------------------------------------------------------------------------
 */

static fp_tool_arg *own_arg(fp_tool *tool, fp_str json_name)
{
    for (size_t i = 0; i < tool->arg_count; i++)
        if (fp_jsontext_is(json_name, tool->args[i].name))
            return (fp_tool_arg *)(uintptr_t)&tool->args[i];
    return NULL;
}

/* `positional` and `multiline`: arrays of argument names. */
static bool read_layout(fp_tool *tool, const char *member, fp_str names, fp_catalogue_error *error)
{
    size_t position = 0;
    fp_str item;

    if (fp_jsontext_kind(names) != '[')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"%s\" is not an array",
                                   SHORT(tool->name), member);
    tool->layout = true;
    for (size_t at = 0; fp_jsontext_item(names, &at, &item);) {
        fp_tool_arg *arg = own_arg(tool, item);

        if (!arg)
            return fp_catalogue_refuse(error, 0,
                                       "tool \"%.*s\": \"%s\" names %.*s, which is not an argument",
                                       SHORT(tool->name), member, SHORT(item));
        if (*member == 'm')
            arg->multiline = true;
        else if (arg->position)
            return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"%s\" names %.*s twice",
                                       SHORT(tool->name), member, SHORT(item));
        else
            arg->position = ++position;
    }
    return true;
}

/* MODEL-3.12: a multi-line argument has no position; those after it move up. */
static void close_up(fp_tool *tool)
{
    fp_tool_arg *args = (fp_tool_arg *)(uintptr_t)tool->args;

    for (size_t i = 0; i < tool->arg_count; i++) {
        const size_t position = args[i].position;

        if (!position || !args[i].multiline)
            continue;
        args[i].position = 0;
        for (size_t k = 0; k < tool->arg_count; k++)
            args[k].position -= args[k].position > position;
    }
}

static bool read_kind(fp_tool *tool, fp_str json, fp_catalogue_error *error)
{
    static const char *const KINDS[] = { "", "block", "self-closing", "hybrid", "container" };

    for (unsigned i = 1; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (fp_jsontext_is(json, fp_str_of(KINDS[i]))) {
            tool->kind = (fp_tool_kind)i;
            return true;
        }
    }
    return fp_catalogue_refuse(
        error, 0, "tool \"%.*s\": \"kind\" is %.*s, not block, self-closing, hybrid or container",
        SHORT(tool->name), SHORT(json));
}

static bool has_member(fp_str object, fp_str name)
{
    fp_str key, value;

    for (size_t at = 0; fp_jsontext_member(object, &at, &key, &value);)
        if (fp_jsontext_is(key, name))
            return true;
    return false;
}

static bool check_example_argument(const fp_tool *tool, fp_str key, fp_str value, size_t number,
                                   fp_catalogue_error *error)
{
    const fp_tool_arg *arg = own_arg((fp_tool *)(uintptr_t)tool, key);

    if (!arg)
        return fp_catalogue_refuse(
            error, 0, "tool \"%.*s\": example %zu has an argument %.*s that the tool lacks",
            SHORT(tool->name), number, SHORT(key));
    if (!fp_typing_fits(arg, value))
        return fp_catalogue_refuse(error, 0,
                                   "tool \"%.*s\": example %zu: %.*s is not what its schema allows",
                                   SHORT(tool->name), number, SHORT(key));
    return true;
}

static bool check_example_members(const fp_tool *tool, fp_str example, size_t number,
                                  fp_catalogue_error *error)
{
    fp_str key, value;

    for (size_t at = 0; fp_jsontext_member(example, &at, &key, &value);) {
        const bool title = fp_jsontext_is(key, FP_STR("title"));

        if (title && fp_jsontext_kind(value) != '"')
            return fp_catalogue_refuse(
                error, 0, "tool \"%.*s\": the \"title\" of example %zu is not a string",
                SHORT(tool->name), number);
        if (!title && !fp_jsontext_is(key, FP_STR("input")))
            return fp_catalogue_refuse(
                error, 0,
                "tool \"%.*s\": example %zu has an unknown member %.*s: only \"title\" and "
                "\"input\" are read",
                SHORT(tool->name), number, SHORT(key));
    }
    return true;
}

/* An example is data: its arguments must be the tool's, of their types, and the required ones
 * there. */
static bool check_example(const fp_tool *tool, fp_str example, size_t number,
                          fp_catalogue_error *error)
{
    const fp_str input = fp_jsontext_get(example, "input");
    fp_str key, value;

    if (fp_jsontext_kind(input) != '{')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": example %zu has no object \"input\"",
                                   SHORT(tool->name), number);
    if (!check_example_members(tool, example, number, error))
        return false;
    for (size_t at = 0; fp_jsontext_member(input, &at, &key, &value);)
        if (!check_example_argument(tool, key, value, number, error))
            return false;
    for (size_t i = 0; i < tool->arg_count; i++)
        if (tool->args[i].required && !has_member(input, tool->args[i].name))
            return fp_catalogue_refuse(error, 0,
                                       "tool \"%.*s\": example %zu lacks the argument \"%.*s\"",
                                       SHORT(tool->name), number, SHORT(tool->args[i].name));
    return true;
}

static bool read_examples(fp_tool *tool, fp_str json, fp_catalogue_error *error)
{
    size_t number = 0;
    fp_str item;

    if (fp_jsontext_kind(json) != '[')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"examples\" is not an array",
                                   SHORT(tool->name));
    tool->examples = json;
    for (size_t at = 0; fp_jsontext_item(json, &at, &item);)
        if (!check_example(tool, item, ++number, error))
            return false;
    return true;
}

/* The members of x-fencepost. */
static const char *const TEXTUAL[] = { "positional", "multiline", "kind",      "category",
                                       "version",    "examples",  "validators" };

enum { TEXTUAL_COUNT = sizeof TEXTUAL / sizeof *TEXTUAL };

/* Which of them it is; TEXTUAL_COUNT: none. */
static unsigned textual_member(fp_str key)
{
    unsigned m = 0;

    while (m < TEXTUAL_COUNT && !fp_jsontext_is(key, fp_str_of(TEXTUAL[m])))
        m++;
    return m;
}

static bool read_member(fp_tool *tool, fp_str key, fp_str value, fp_str *examples,
                        fp_catalogue_error *error)
{
    const bool is_string = fp_jsontext_kind(value) == '"';

    if (fp_jsontext_is(key, FP_STR("positional")))
        return read_layout(tool, "positional", value, error);
    if (fp_jsontext_is(key, FP_STR("multiline")))
        return read_layout(tool, "multiline", value, error);
    if (fp_jsontext_is(key, FP_STR("kind")))
        return read_kind(tool, value, error);
    if (fp_jsontext_is(key, FP_STR("category")) && is_string)
        return read_string(value, &tool->category, error);
    if (fp_jsontext_is(key, FP_STR("version")) && is_string)
        return read_string(value, &tool->version, error);
    if (fp_jsontext_is(key, FP_STR("validators")))
        return fp_rules_check(tool, value, error);
    if (!fp_jsontext_is(key, FP_STR("examples")))
        return fp_catalogue_refuse(error, 0,
                                   "tool \"%.*s\": x-fencepost has an unknown member %.*s",
                                   SHORT(tool->name), SHORT(key));
    *examples = value;
    return true;
}

static bool read_textual(fp_tool *tool, fp_str json, fp_catalogue_error *error)
{
    fp_str key, value, examples = { 0 };
    unsigned seen = 0;

    if (!json.len)
        return true;
    if (fp_jsontext_kind(json) != '{')
        return fp_catalogue_refuse(error, 0, "tool \"%.*s\": \"x-fencepost\" is not an object",
                                   SHORT(tool->name));
    tool->textual = json;
    for (size_t at = 0; fp_jsontext_member(json, &at, &key, &value);) {
        const unsigned member = 1u << textual_member(key);

        if (seen & member)
            return fp_catalogue_refuse(error, 0, "tool \"%.*s\": x-fencepost has %.*s twice",
                                       SHORT(tool->name), SHORT(key));
        seen |= member;
        if (!read_member(tool, key, value, &examples, error))
            return false;
    }
    close_up(tool);
    return !examples.len || read_examples(tool, examples, error);
}

/* -- the tool ------------------------------------------------------------------------------------
 */

static bool check_members(const fp_tool *tool, fp_str json, fp_catalogue_error *error)
{
    static const char *const KNOWN[] = { "name",        "title",       "description",
                                         "inputSchema", "annotations", "x-fencepost" };
    fp_str key, value;

    for (size_t at = 0; fp_jsontext_member(json, &at, &key, &value);) {
        size_t i = 0;

        while (i < sizeof KNOWN / sizeof *KNOWN && !fp_jsontext_is(key, fp_str_of(KNOWN[i])))
            i++;
        if (i == sizeof KNOWN / sizeof *KNOWN)
            return fp_catalogue_refuse(error, 0, "tool \"%.*s\" has an unknown member %.*s",
                                       SHORT(tool->name), SHORT(key));
    }
    return true;
}

bool fp_tool_read(fp_tool *tool, fp_str json, size_t index, fp_catalogue_error *error)
{
    const fp_str name = fp_jsontext_get(json, "name");
    const fp_str description = fp_jsontext_get(json, "description");

    if (fp_jsontext_kind(json) != '{')
        return fp_catalogue_refuse(error, 0, "tool %zu is not an object", index + 1);
    if (fp_jsontext_kind(name) != '"' || fp_jsontext_is(name, FP_STR("")))
        return fp_catalogue_refuse(error, 0, "tool %zu has no \"name\"", index + 1);
    return read_string(name, &tool->name, error) && check_members(tool, json, error) &&
           (fp_jsontext_kind(description) != '"' ||
            read_string(description, &tool->description, error)) &&
           read_args(tool, fp_jsontext_get(json, "inputSchema"), error) &&
           read_textual(tool, fp_jsontext_get(json, "x-fencepost"), error);
}
