/* SPDX-License-Identifier: Apache-2.0 */
/* tags-render.c: calls written in tags, from the table that they are read by. */
#include "engines/tags-table.h"

#include "core/ascii.h"
#include "core/rendering.h"

#include <string.h>

/* -- the table ------------------------------------------------------------------------------- */

static const fp_tags_table *table_of(const fp_rendering *r)
{
    return r->syntax->table;
}

static bool is_lenient(const fp_rendering *r)
{
    return r->options->policies.of[FP_RECOVERY] == FP_RECOVERY_LENIENT;
}

static const fp_tags_rules *rules_of(const fp_rendering *r)
{
    return is_lenient(r) ? table_of(r)->lenient : table_of(r)->strict;
}

static const fp_tag *tag_that(const fp_rendering *r, fp_tags_area area, fp_tags_act act)
{
    return fp_tags_that(table_of(r), area, act);
}

static void render_tag(fp_rendering *r, const fp_tag *tag, fp_str name)
{
    fp_render_text(r, tag->mark);
    if (!tag->end)
        return;
    fp_render_bytes(r, name);
    fp_render_text(r, tag->end);
}

/* A tag on a line of its own, or with others on one, if there is such a tag. */
static void render_line(fp_rendering *r, const fp_tag *tag, fp_str name)
{
    if (!tag)
        return;
    render_tag(r, tag, name);
    if (!fp_tags_ends_line(tag) && !table_of(r)->layout.one_line)
        fp_render_text(r, "\n");
}

/* -- names ----------------------------------------------------------------------------------- */

/* Refuses what is not a name. */
static bool is_name(fp_rendering *r, const fp_tags_alphabet *alphabet, fp_str text, fp_part part,
                    size_t arg)
{
    const size_t good = fp_tags_bad_byte(alphabet, text);

    if (text.len && good == text.len)
        return true;
    return fp_render_refuse(r, part, arg, good, table_of(r)->layout.bad_name,
                            part == FP_PART_KEY ? "no key has such a byte"
                                                : "no name has such a byte");
}

/* Refuses a name that no tool on offer has, where only such names are read; tool: of a key. */
static bool is_offered(fp_rendering *r, fp_str tool, fp_str name, fp_part part, size_t arg)
{
    const fp_tags_table *table = table_of(r);

    if (!table->offers || table->offers(r->options->catalogue, tool, name, '\0'))
        return true;
    return fp_render_refuse(r, part, arg, 0, table->layout.bad_name,
                            "no tool on offer has this name");
}

/* -- values ---------------------------------------------------------------------------------- */

/* Takes these bytes off the front of the text, if they are there. */
static bool skip(fp_str *text, fp_str bytes)
{
    if (text->len < bytes.len || memcmp(text->ptr, bytes.ptr, bytes.len) != 0)
        return false;
    text->ptr += bytes.len;
    text->len -= bytes.len;
    return true;
}

static void skip_blanks(fp_str *text, size_t most)
{
    for (size_t n = 0; n < most; n++)
        if (!skip(text, FP_STR(" ")) && !skip(text, FP_STR("\t")))
            return;
}

/* Whether the text begins with this tag, of this key if it has one. */
static bool begins_with(const fp_rendering *r, fp_str text, unsigned t, fp_str key)
{
    const fp_tag *tag = &table_of(r)->tags[t];

    if (!skip(&text, fp_str_of(tag->mark)))
        return false;
    if ((*rules_of(r))[FP_TAGS_VALUE][t].name != FP_TAGS_OWN_NAME)
        return true;
    if (!skip(&text, key))
        return false;
    if (is_lenient(r) && tag->blanks & FP_TAGS_AFTER_NAME)
        skip_blanks(&text, table_of(r)->blanks);
    return skip(&text, fp_str_of(tag->end));
}

/* Whether a value that has this tag in it is not read as itself, or not in a call that is whole. */
static bool does_harm(const fp_rendering *r, unsigned tag)
{
    const uint8_t act = (*rules_of(r))[FP_TAGS_VALUE][tag].act;

    return act != FP_TAGS_NOTHING && act != FP_TAGS_STRAY;
}

/* Whether this end of the value, or what follows the tag in it, ends a line. */
static bool ends_line(fp_str value, size_t at)
{
    return at == value.len || value.ptr[at] == '\n' || value.ptr[at] == '\r';
}

/* Under `value_framing: own-line`: whether the end tag has a line of the value for itself. */
static bool has_own_line(const fp_rendering *r, fp_str value, size_t at)
{
    const fp_str end = fp_str_of(tag_that(r, FP_TAGS_VALUE, FP_TAGS_SETTLES)->mark);
    fp_str rest = { value.ptr + at, value.len - at };

    return (!at || value.ptr[at - 1] == '\n') && skip(&rest, end) && ends_line(value, at + end.len);
}

/* Whether a tag in the value, here, would end it or break its block. */
static bool ends_value(const fp_rendering *r, fp_str value, size_t at, fp_str key)
{
    if (r->options->policies.of[FP_VALUE_FRAMING] == FP_FRAMING_OWN_LINE)
        return has_own_line(r, value, at);
    for (unsigned t = 0; table_of(r)->tags[t].mark; t++)
        if (does_harm(r, t) && begins_with(r, (fp_str){ value.ptr + at, value.len - at }, t, key))
            return true;
    return false;
}

/* The offset of the first tag that would end the value or break its block; the length if there is
 * none. */
static size_t find_tag(const fp_rendering *r, fp_str value, fp_str key)
{
    const char first = table_of(r)->tags[0].mark[0];

    for (size_t at = 0; at < value.len; at++) {
        const char *begin = memchr(value.ptr + at, first, value.len - at);

        if (!begin)
            break;
        at = (size_t)(begin - value.ptr);
        if (ends_value(r, value, at, key))
            return at;
    }
    return value.len;
}

/* Whether a value is quoted, as it is read that its bytes are. */
static bool is_quoted(const fp_rendering *r, fp_str text)
{
    const char *bytes = table_of(r)->layout.quoted;

    if (!tag_that(r, FP_TAGS_VALUE, FP_TAGS_QUOTES))
        return false;
    for (const char *c = bytes; *c; c++)
        if (text.len && memchr(text.ptr, *c, text.len))
            return true;
    return false;
}

/* A quoted value, after its tag. */
static bool render_quoted(fp_rendering *r, size_t i, fp_str text)
{
    const fp_tag *end = tag_that(r, FP_TAGS_QUOTED, FP_TAGS_SETTLES);

    for (size_t at = 0; at < text.len; at++)
        if (skip(&(fp_str){ text.ptr + at, text.len - at }, fp_str_of(end->mark)))
            return fp_render_refuse(r, FP_PART_VALUE, i, at, table_of(r)->layout.bad_value,
                                    "the value holds what ends one that is quoted");
    render_tag(r, tag_that(r, FP_TAGS_VALUE, FP_TAGS_QUOTES), FP_STR(""));
    if (!fp_render_framed(r, i, text, false))
        return false;
    render_line(r, end, FP_STR(""));
    return true;
}

/* A value between its tags; end: what follows the key in the first. */
static bool render_between(fp_rendering *r, fp_str key, size_t i, fp_str text, const char *end,
                           bool lines)
{
    const fp_tags_table *table = table_of(r);
    const bool quoted = is_quoted(r, text);
    const size_t tag = quoted ? text.len : find_tag(r, text, key);

    if (tag < text.len)
        return fp_render_refuse(r, FP_PART_VALUE, i, tag, table->layout.bad_value,
                                "the value holds a tag that would end it or break its block");
    fp_render_text(r, table->layout.indent);
    fp_render_text(r, tag_that(r, FP_TAGS_BLOCK, FP_TAGS_ARGUES)->mark);
    fp_render_bytes(r, key);
    fp_render_text(r, end);
    if (quoted)
        return render_quoted(r, i, text);
    if (r->syntax->trees) /* where no framing changes a value */
        fp_render_bytes(r, text);
    else if (!fp_render_framed(r, i, text, lines))
        return false;
    render_line(r, tag_that(r, FP_TAGS_VALUE, FP_TAGS_SETTLES), key);
    return true;
}

static bool render_text(fp_rendering *r, fp_str key, size_t i, fp_str text)
{
    const fp_tags_table *table = table_of(r);
    const bool many = text.len && memchr(text.ptr, '\n', text.len);

    return render_between(r, key, i, text, tag_that(r, FP_TAGS_BLOCK, FP_TAGS_ARGUES)->end,
                          table->layout.lines || (table->layout.many_lines && many));
}

/* A list as the text of its JSON array, where a schema reads it. */
static bool render_json_list(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *list = &call->args[i].value;
    const char *clause = table_of(r)->layout.bad_list;
    fp_json json = { 0 };
    fp_arg typed = { .key = call->args[i].key };
    const fp_call alone = { .name = call->name, .args = &typed, .arg_count = 1 };
    fp_str text;
    bool done;

    for (size_t k = 0; k < list->item_count; k++)
        if (fp_utf8_valid(list->items[k]) < list->items[k].len)
            return fp_render_refuse(r, FP_PART_VALUE, i, 0, clause,
                                    "the list is written as JSON, which holds UTF-8 only");
    fp_json_value(&json, list);
    r->text->failed = r->text->failed || json.failed;
    typed.value = (fp_value){ .kind = FP_VALUE_JSON, .text = { json.ptr, json.len } };
    done = fp_render_value(r, &alone, 0, clause, &text);
    if (done)
        done = render_text(r, typed.key, i, text);
    else
        r->refusal->arg = i;
    fp_json_free(&json);
    return done;
}

static bool render_list(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *list = &call->args[i].value;

    if (!table_of(r)->layout.again || list->item_count < 2)
        return render_json_list(r, call, i);
    if (!fp_render_repeated(r, call, i, table_of(r)->layout.untyped))
        return false;
    for (size_t k = 0; k < list->item_count; k++)
        if (!render_text(r, call->args[i].key, i, list->items[k]))
            return false;
    return true;
}

/* Whether JSON can carry the bytes of a value; json: what would be written of it. */
static bool is_utf8(const fp_value *value, fp_str json)
{
    for (size_t k = 0; value->kind == FP_VALUE_LIST && k < value->item_count; k++)
        if (fp_utf8_valid(value->items[k]) < value->items[k].len)
            return false;
    return fp_utf8_valid(json) == json.len;
}

/* How the tag of a value says that it is this JSON. */
static const char *json_end_of(const fp_rendering *r, fp_str json)
{
    const fp_tags_json_end *also = table_of(r)->json_also;

    while (json.len && /* GCOVR_EXCL_BR_LINE: a value of JSON has a byte that is not a blank */
           fp_is_space((unsigned char)*json.ptr)) {
        json.ptr++;
        json.len--;
    }
    for (; json.len && also->end; also++)
        if (memchr(also->begin, *json.ptr, strlen(also->begin)))
            return also->end;
    return table_of(r)->json_end;
}

/* A value that is not a string, as JSON, where its tag can tell. Whether it is JSON is seen when it
 * is read back. */
static bool render_json(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];
    fp_json json = { 0 };
    bool done;

    fp_json_value(&json, &arg->value);
    r->text->failed = r->text->failed || json.failed;
    if (is_utf8(&arg->value, (fp_str){ json.ptr, json.len }))
        done = render_between(r, arg->key, i, (fp_str){ json.ptr, json.len },
                              json_end_of(r, (fp_str){ json.ptr, json.len }), false);
    else
        done = fp_render_refuse(r, FP_PART_VALUE, i, 0, table_of(r)->layout.bad_list,
                                "the value is written as JSON, which holds UTF-8 only");
    fp_json_free(&json);
    return done;
}

static bool render_arg(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];
    fp_str text;

    if (!tag_that(r, FP_TAGS_BLOCK, FP_TAGS_ARGUES)) /* GCOVR_EXCL_BR_LINE: all syntaxes have one */
        return fp_render_refuse(r, FP_PART_KEY, i, 0, table_of(r)->layout.bad_name,
                                "no tag begins an argument");
    if (!is_name(r, &table_of(r)->keys, arg->key, FP_PART_KEY, i) ||
        !is_offered(r, call->name, arg->key, FP_PART_KEY, i))
        return false;
    if (table_of(r)->json_end)
        return arg->value.kind == FP_VALUE_STRING ? render_text(r, arg->key, i, arg->value.text)
                                                  : render_json(r, call, i);
    if (fp_tags_render_tree(r, call, i)) {
        fp_render_text(r,
                       table_of(r)->layout.one_line /* GCOVR_EXCL_BR_LINE: the one that has trees */
                           ? ""
                           : "\n");
        return true;
    }
    if (arg->value.kind == FP_VALUE_LIST)
        return render_list(r, call, i);
    return fp_render_value(r, call, i, table_of(r)->layout.untyped, &text) &&
           render_text(r, arg->key, i, text);
}

/* The end of the inner part, if blocks have one. */
static void render_shut(fp_rendering *r, fp_str name)
{
    const fp_tag *shuts = tag_that(r, FP_TAGS_BLOCK, FP_TAGS_SHUTS);

    if (!shuts)
        return;
    render_tag(r, shuts, name);
    if (!table_of(r)->layout.ends_together)
        fp_render_text(r, "\n");
}

bool fp_tags_render(fp_rendering *r, const fp_call *call)
{
    const fp_tag *exits = tag_that(r, FP_TAGS_SECTION, FP_TAGS_EXITS);
    const fp_tag *ends = tag_that(r, FP_TAGS_BLOCK, FP_TAGS_ENDS);
    const char *line = table_of(r)->layout.line_each ? "\n" : "";

    if (!is_name(r, &table_of(r)->names, call->name, FP_PART_NAME, 0) ||
        !is_offered(r, (fp_str){ "", 0 }, call->name, FP_PART_NAME, 0))
        return false;
    render_line(r, tag_that(r, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS), call->name);
    render_line(r, tag_that(r, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS), call->name);
    fp_render_text(r, line);
    render_line(r, tag_that(r, fp_tags_area_of_calls(table_of(r)), FP_TAGS_CALLS), call->name);
    for (size_t i = 0; i < call->arg_count; i++)
        if (!render_arg(r, call, i))
            return false;
    if (!call->arg_count && table_of(r)->layout.empty_line)
        fp_render_text(r, "\n");
    render_shut(r, call->name);
    render_line(r, exits ? ends : NULL, call->name);
    fp_render_text(r, line);
    render_tag(r, exits ? exits : ends, call->name);
    return true;
}
