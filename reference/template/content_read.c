/* SPDX-License-Identifier: Apache-2.0 */
/* content_read.c: content parsers and their arguments, as a template has them (TEMPLATE-1.9). */
#include "parts.h"

#include <string.h>

/* Parsers of values within parsers of values: as deep as anybody can want, and bounded. */
enum { LEVELS_MOST = 8 };

/* What is read at one level. */
typedef struct reading {
    fp_tpl_arena *arena;
    fp_tpl_content *content;
    fp_str value; /* value_parser; empty: there is none */
    const char *why;
} reading;

static fp_template_fault refuse(reading *r, const char *why)
{
    r->why = why;
    return FP_TEMPLATE_REFUSED;
}

static fp_template_fault flag(reading *r, fp_str value, bool *to)
{
    const char kind = fp_jsontext_kind(value);

    if (kind != 't' && kind != 'f')
        return refuse(r, "an argument of its content that should be true or false");
    *to = value.ptr[0] == 't';
    return FP_TEMPLATE_FINE;
}

static fp_template_fault text(reading *r, fp_str value, fp_str *to)
{
    if (fp_jsontext_kind(value) != '"')
        return refuse(r, "an argument of its content that should be a string");
    *to = fp_tpl_string(r->arena, value);
    if (!to->ptr)
        return FP_TEMPLATE_NO_MEMORY;
    return to->len ? FP_TEMPLATE_FINE : refuse(r, "an argument of its content that is empty");
}

static fp_template_fault quote(reading *r, fp_str pair, fp_tpl_quote *to)
{
    fp_str sides[2] = { 0 }, item;
    size_t count = 0;

    for (size_t at = 0; fp_jsontext_kind(pair) == '[' && fp_jsontext_item(pair, &at, &item);
         count++)
        if (count < 2)
            sides[count] = item;
    if (count != 2)
        return refuse(r, "string_delims that are not pairs");

    const fp_template_fault fault = text(r, sides[0], &to->open);

    return fault ? fault : text(r, sides[1], &to->close);
}

static fp_template_fault quotes(reading *r, fp_str value)
{
    fp_template_fault fault = FP_TEMPLATE_FINE;
    fp_tpl_quote *all;
    size_t count = 0;
    fp_str item;

    if (fp_jsontext_kind(value) != '[')
        return refuse(r, "string_delims that are not pairs");
    for (size_t at = 0; fp_jsontext_item(value, &at, &item);)
        count++;
    if (count > FP_TPL_QUOTES_MOST)
        return refuse(r, "string_delims of more than 16 pairs");
    all = fp_tpl_alloc(r->arena, count, sizeof *all);
    if (!all)
        return FP_TEMPLATE_NO_MEMORY;
    for (size_t at = 0, i = 0; !fault && fp_jsontext_item(value, &at, &item); i++)
        fault = quote(r, item, &all[i]);
    r->content->quotes = all;
    r->content->quote_count = count;
    return fault;
}

static fp_template_fault tag(reading *r, fp_str value)
{
    fp_str pattern;
    fp_template_fault fault = text(r, value, &pattern);

    if (!fault)
        fault = fp_tpl_compile(r->arena, pattern, &r->content->tag, &r->why);
    if (!fault &&
        (!fp_tpl_group(&r->content->tag, "key") || !fp_tpl_group(&r->content->tag, "value")))
        return refuse(r, "a tag_pattern without the groups key and value");
    return fault;
}

static fp_template_fault argument(reading *r, fp_str key, fp_str value)
{
    fp_tpl_content *c = r->content;
    const bool object = fp_jsontext_kind(value) == '{';
    bool strip;
    fp_template_fault fault;

    if (fp_jsontext_is(key, FP_STR("strip"))) {
        fault = flag(r, value, &strip);
        c->keep_blanks = !fault && !strip;
        return fault;
    }
    if (fp_jsontext_is(key, FP_STR("unquoted_keys")))
        return flag(r, value, &c->unquoted_keys);
    if (fp_jsontext_is(key, FP_STR("allow_non_json")))
        return flag(r, value, &c->allow_non_json);
    if (fp_jsontext_is(key, FP_STR("merge_duplicates")))
        return flag(r, value, &c->merge);
    if (fp_jsontext_is(key, FP_STR("string_delims")))
        return quotes(r, value);
    if (fp_jsontext_is(key, FP_STR("tag_pattern")))
        return tag(r, value);
    if (fp_jsontext_is(key, FP_STR("line_sep")))
        return text(r, value, &c->line_sep);
    if (fp_jsontext_is(key, FP_STR("kv_sep")))
        return text(r, value, &c->kv_sep);
    if (!fp_jsontext_is(key, FP_STR("value_parser")) || !object)
        return refuse(r, "an argument of its content that no parser has");
    r->value = value;
    return FP_TEMPLATE_FINE;
}

static fp_template_fault read_kind(reading *r, fp_str kind)
{
    static const char *const NAMES[FP_TPL_KINDS] = {
        [FP_TPL_TEXT] = "text",        [FP_TPL_INT] = "int",   [FP_TPL_FLOAT] = "float",
        [FP_TPL_BOOL] = "bool",        [FP_TPL_JSON] = "json", [FP_TPL_XML_INLINE] = "xml-inline",
        [FP_TPL_KV_LINES] = "kv-lines"
    };

    if (!kind.len)
        return FP_TEMPLATE_FINE;
    for (unsigned i = 0; fp_jsontext_kind(kind) == '"' && i < FP_TPL_KINDS; i++)
        if (fp_jsontext_is(kind, fp_str_of(NAMES[i]))) {
            r->content->kind = (fp_tpl_kind)i;
            return FP_TEMPLATE_FINE;
        }
    return refuse(r, "content that no parser reads");
}

static fp_template_fault read_level(reading *r, fp_str kind, fp_str arguments)
{
    fp_template_fault fault = read_kind(r, kind);
    fp_str key, value;

    r->content->line_sep = FP_STR("\n");
    r->content->kv_sep = FP_STR(":");
    if (!fault && arguments.len && fp_jsontext_kind(arguments) != '{')
        return refuse(r, "content_args that are not an object");
    for (size_t at = 0;
         !fault && arguments.len && fp_jsontext_member(arguments, &at, &key, &value);)
        fault = argument(r, key, value);
    if (!fault && r->content->kind == FP_TPL_XML_INLINE && !r->content->tag.code)
        return refuse(r, "xml-inline without tag_pattern");
    return fault;
}

fp_template_fault fp_tpl_read_content(fp_tpl_arena *arena, fp_str kind, fp_str arguments,
                                      fp_tpl_content *content, const char **why)
{
    for (unsigned level = 0; level < LEVELS_MOST; level++) {
        reading r = { .arena = arena, .content = content };
        const fp_template_fault fault = read_level(&r, kind, arguments);
        fp_tpl_content *value;

        *why = r.why;
        if (fault || !r.value.len)
            return fault;
        value = fp_tpl_alloc(arena, 1, sizeof *value);
        if (!value)
            return FP_TEMPLATE_NO_MEMORY;
        content->value = value;
        content = value;
        kind = fp_tpl_member(r.value, FP_STR("name"));
        arguments = fp_tpl_member(r.value, FP_STR("args"));
    }
    *why = "parsers of values within parsers of values, more than eight";
    return FP_TEMPLATE_REFUSED;
}
