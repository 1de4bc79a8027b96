/* SPDX-License-Identifier: Apache-2.0 */
/* typing_tree.c: trees by their schema. Each part has a schema of its own, found on the way from
 * that of the argument; the way is kept in memory, so depth costs no stack. */
#include "typing_tree.h"

#include "catalogue_read.h"
#include "typing.h"

#include <fencepost/json.h>
#include <fencepost/jsontext.h>

#include <stdlib.h>

/* An array or object that is being written. */
typedef struct level {
    fp_str tree;    /* of the tree */
    size_t at;      /* its next part */
    fp_str schema;  /* its own */
    bool is_object; /* an object, whatever it is in the tree */
} level;

typedef struct walk {
    level *levels;
    size_t count, cap;
    fp_json *json;
    bool fits, failed;
} walk;

/* -- schemas ----------------------------------------------------------------------------------- */

static unsigned types_of(fp_str schema)
{
    fp_str unknown = { 0 };

    return fp_schema_types(schema, &unknown);
}

/* Whether a schema says what the parts of such a value are. */
static bool has_parts(fp_str schema)
{
    return fp_jsontext_get(schema, "properties").len || fp_jsontext_get(schema, "items").len;
}

/* The schema that says so: itself, or the first of its alternatives that allows such a value. */
static fp_str schema_of_parts(fp_str schema, unsigned type)
{
    static const char *const UNIONS[] = { "anyOf", "oneOf" };
    fp_str item;

    for (size_t i = 0; !has_parts(schema) && i < sizeof UNIONS / sizeof *UNIONS; i++) {
        const fp_str alternatives = fp_jsontext_get(schema, UNIONS[i]);

        if (fp_jsontext_kind(alternatives) != '[')
            continue;
        for (size_t at = 0;
             fp_jsontext_item(alternatives, &at, &item);) /* GCOVR_EXCL_BR_LINE: one has the type */
            if (types_of(item) & type)
                return item;
    }
    return schema;
}

/* Of a member; empty if the schema says nothing of it. */
static fp_str schema_of_member(fp_str schema, fp_str key)
{
    const fp_str properties = fp_jsontext_get(schema, "properties");
    fp_str name, value;

    for (size_t at = 0;
         fp_jsontext_kind(properties) == '{' && fp_jsontext_member(properties, &at, &name, &value);)
        if (fp_jsontext_equal(name, key))
            return value;
    return fp_jsontext_get(schema, "additionalProperties");
}

/* -- values ------------------------------------------------------------------------------------ */

/* Whether the schema allows what was written from here on. */
static bool is_allowed(const walk *w, fp_str schema, size_t from)
{
    const fp_tool_arg alone = { .types = types_of(schema),
                                .constant = fp_jsontext_get(schema, "const"),
                                .enumeration = fp_jsontext_get(schema, "enum") };

    return w->json->failed ||
           fp_typing_fits(&alone, (fp_str){ w->json->ptr + from, w->json->len - from });
}

/* What an empty text is where no text is allowed: an array or object without parts. */
static const char *empty_value(unsigned types)
{
    if (types & FP_TYPE_STRING || !(types & (FP_TYPE_ARRAY | FP_TYPE_OBJECT)))
        return NULL;
    return types & FP_TYPE_ARRAY ? "[]" : "{}";
}

/* A text of the tree. */
static void write_text(walk *w, fp_str string, fp_str schema)
{
    const unsigned types = types_of(schema);
    const size_t from = w->json->len;
    fp_json text = { 0 };
    fp_value value;
    bool lone = false;

    if (!fp_jsontext_decode(string, &text, &lone))
        w->failed = true;
    else if (!text.len && empty_value(types))
        fp_json_raw(w->json, empty_value(types));
    else if (!fp_typing_of_text(types, (fp_str){ text.ptr, text.len }, &value))
        w->fits = false;
    else if (value.kind == FP_VALUE_JSON)
        fp_json_bytes(w->json, value.text);
    else
        fp_json_bytes(w->json, string); /* as it is, with bytes that are not UTF-8 */
    fp_json_free(&text);
    w->fits = w->fits && (w->failed || is_allowed(w, schema, from));
}

/* An array or object of the tree begins. */
static void begin_parts(walk *w, fp_str tree, fp_str schema)
{
    const unsigned types = types_of(schema);
    const bool array = fp_jsontext_kind(tree) == '[';
    /* Its one member is called `item`, as those of an array are. */
    const bool renamed = array && types && !(types & FP_TYPE_ARRAY) && types & FP_TYPE_OBJECT;
    const unsigned type = array && !renamed ? FP_TYPE_ARRAY : FP_TYPE_OBJECT;
    void *levels = w->levels;

    w->fits = !types || types & type;
    if (!w->fits)
        return;
    if (!fp_grow(&levels, &w->cap, w->count, sizeof *w->levels))
        w->failed = true;
    w->levels = levels;
    if (w->failed)
        return;
    w->levels[w->count++] = (level){ .tree = tree,
                                     .schema = schema_of_parts(schema, type),
                                     .is_object = type == FP_TYPE_OBJECT };
    fp_json_raw(w->json, type == FP_TYPE_OBJECT ? "{" : "[");
}

static void write_value(walk *w, fp_str tree, fp_str schema)
{
    if (fp_jsontext_kind(tree) == '"')
        write_text(w, tree, schema);
    else
        begin_parts(w, tree, schema);
}

/* The next part of the innermost level, or its end. */
static void write_part(walk *w)
{
    level *top = &w->levels[w->count - 1];
    const bool array = fp_jsontext_kind(top->tree) == '[', first = !top->at;
    fp_str key = FP_STR("\"item\""), value;

    if (array ? !fp_jsontext_item(top->tree, &top->at, &value)
              : !fp_jsontext_member(top->tree, &top->at, &key, &value)) {
        fp_json_raw(w->json, top->is_object ? "}" : "]");
        w->count--;
        return;
    }
    w->fits = first || !array || !top->is_object; /* no object has two members of one name */
    fp_json_raw(w->json, first ? "" : ",");
    if (top->is_object) {
        fp_json_bytes(w->json, key);
        fp_json_raw(w->json, ":");
    }
    if (w->fits)
        write_value(w, value,
                    top->is_object ? schema_of_member(top->schema, key)
                                   : fp_jsontext_get(top->schema, "items"));
}

/* A tree is valid JSON in which each value that has no parts is a string, a text that is. Appends
 * to *scratch what it is by the argument's schema; of use only if *fits. False only when memory is
 * out. */
static bool type_tree(const fp_tool_arg *arg, fp_str tree, fp_buf *scratch, bool *fits)
{
    fp_json json = { 0 };
    walk w = { .json = &json, .fits = true };
    bool written;

    write_value(&w, tree, arg->schema);
    while (w.count && w.fits && !w.failed && !json.failed)
        write_part(&w);
    *fits = w.fits;
    written = !w.failed && !json.failed && (!w.fits || fp_buf_append(scratch, json.ptr, json.len));
    if (written && w.fits)
        *fits = fp_typing_fits(arg, (fp_str){ json.ptr, json.len });
    fp_json_free(&json);
    free(w.levels);
    return written;
}

bool fp_typing_apply_tree(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits)
{
    const size_t at = scratch->len;
    const char *empty = value->text.len ? NULL : empty_value(arg->types);
    bool good;

    if (empty) {
        *value = (fp_value){ .kind = FP_VALUE_JSON, .text = fp_str_of(empty), .raw = value->raw };
        *fits = fp_typing_fits(arg, value->text);
        return true;
    }
    if (value->kind == FP_VALUE_STRING)
        return fp_typing_apply(arg, value, scratch, fits);
    good = type_tree(arg, value->text, scratch, fits);
    if (good && *fits)
        value->text = (fp_str){ scratch->ptr + at, scratch->len - at };
    else
        scratch->len = at;
    return good;
}
