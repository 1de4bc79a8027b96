/* SPDX-License-Identifier: Apache-2.0 */
/* tags-tree-render.c: values written as trees of tags. Beside the tags it writes the JSON
 * that they are read as before a schema gives types, by which it is known whether the value comes
 * back. */
#include "core/buf.h"
#include "core/rendering.h"
#include "engines/tags-table.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

/* An array or object that is being written. */
typedef struct level {
    fp_str json;
    size_t at;    /* its next part */
    fp_str name;  /* of its tag; without bytes: there is none */
    bool is_list; /* its parts are read as a list */
} level;

typedef struct tree_writer {
    const fp_tags_table *table;
    fp_json tags, read;
    fp_json names; /* of what is open */
    level *levels;
    size_t count, cap;
    bool good; /* each part so far has a form */
} tree_writer;

static bool failed(const tree_writer *w)
{
    return w->tags.failed || w->read.failed || w->names.failed;
}

static const fp_tag *begin_of(const tree_writer *w)
{
    return fp_tags_that(w->table, FP_TAGS_VALUE, FP_TAGS_GROWS);
}

static const fp_tag *end_of(const tree_writer *w)
{
    return fp_tags_that(w->table, FP_TAGS_BRANCH, FP_TAGS_SHRINKS);
}

static void write_tag(tree_writer *w, const fp_tag *tag, fp_str name)
{
    fp_json_raw(&w->tags, tag->mark);
    fp_json_bytes(&w->tags, name);
    fp_json_raw(&w->tags, tag->end);
}

static bool holds(fp_str text, const char *mark)
{
    const size_t len = strlen(mark);

    for (size_t at = 0; at + len <= text.len; at++)
        if (memcmp(text.ptr + at, mark, len) == 0)
            return true;
    return false;
}

/* What was written from a place on; nothing may have been written at all. */
static fp_str written(const fp_json *to, size_t at)
{
    return to->ptr ? (fp_str){ to->ptr + at, to->len - at } : (fp_str){ "", 0 };
}

/* What a string stands for, on the end of *to; in its place only until more is written. */
static fp_str decode(tree_writer *w, fp_str string, fp_json *to)
{
    const size_t at = to->len;
    bool lone = false;

    if (!fp_jsontext_decode(string, to, &lone))
        to->failed = true;
    w->good = w->good && !lone; /* GCOVR_EXCL_BR_LINE: JSON of a case has no half of a pair */
    return to->failed ? (fp_str){ 0 } : written(to, at);
}

/* A value without parts: its text. */
static void write_text(tree_writer *w, fp_str json)
{
    const char kind = fp_jsontext_kind(json);
    const bool empty = kind == '{' || kind == '[';
    const size_t at = w->tags.len;

    if (kind == '"')
        decode(w, json, &w->tags);
    else if (!empty)
        fp_json_bytes(&w->tags, json);
    if (failed(w))
        return;

    const fp_str text = written(&w->tags, at);

    w->good =
        w->good && kind != 'n' && !holds(text, begin_of(w)->mark) &&
        !holds(text, end_of(w)->mark); /* GCOVR_EXCL_BR_LINE: it begins as that of the other */
    if (kind == '"')
        fp_json_bytes(&w->read, json);
    else
        fp_json_string(&w->read, text);
}

/* Whether all members of an object have the name that items of a list have. */
static bool is_list(fp_str json)
{
    fp_str key, value;

    if (fp_jsontext_kind(json) == '[')
        return true;
    for (size_t at = 0; fp_jsontext_member(json, &at, &key, &value);)
        if (!fp_jsontext_is(key, FP_STR("item")))
            return false;
    return true;
}

/* Whether an array or object has no parts; then it is written as nothing, and read as a text. */
static bool is_empty(fp_str json)
{
    size_t at = 0;
    fp_str key, value;

    return fp_jsontext_kind(json) == '[' ? !fp_jsontext_item(json, &at, &value)
                                         : !fp_jsontext_member(json, &at, &key, &value);
}

static bool has_parts(fp_str json)
{
    const char kind = fp_jsontext_kind(json);

    return (kind == '{' || kind == '[') && !is_empty(json);
}

/* An array or object in a tag of this name, which is the last of w->names. */
static void begin_parts(tree_writer *w, fp_str json, fp_str name)
{
    void *levels = w->levels;

    if (!fp_grow(&levels, &w->cap, w->count, sizeof *w->levels))
        w->tags.failed = true;
    w->levels = levels;
    if (failed(w))
        return;
    w->levels[w->count++] = (level){ .json = json, .name = name, .is_list = is_list(json) };
    fp_json_raw(&w->read, w->levels[w->count - 1].is_list ? "[" : "{");
}

/* The innermost level ends. */
static void end_parts(tree_writer *w)
{
    const level *top = &w->levels[--w->count];

    fp_json_raw(&w->read, top->is_list ? "]" : "}");
    if (!w->count)
        return;
    write_tag(w, end_of(w), (fp_str){ w->names.ptr + w->names.len - top->name.len, top->name.len });
    w->names.len -= top->name.len;
}

/* A part of the innermost level. */
static void write_part(tree_writer *w, fp_str key, fp_str value)
{
    const fp_tags_alphabet *keys = fp_tags_alphabet_of(w->table, begin_of(w));
    const level *top = &w->levels[w->count - 1];
    const fp_str name =
        key.len ? decode(w, key, &w->names) : (fp_json_raw(&w->names, "item"), FP_STR("item"));

    if (failed(w))
        return;
    /* GCOVR_EXCL_BR_START: halves of pairs alone spoil it here, and JSON of a case has none */
    w->good = w->good && name.len && fp_tags_bad_byte(keys, name) == name.len;
    /* GCOVR_EXCL_BR_STOP */
    if (!strchr("[{", w->read.ptr[w->read.len - 1]))
        fp_json_raw(&w->read, ",");
    if (!top->is_list) {
        fp_json_bytes(&w->read, key);
        fp_json_raw(&w->read, ":");
    }
    write_tag(w, begin_of(w), name);
    if (has_parts(value)) {
        begin_parts(w, value, name);
        return;
    }
    write_text(w, value);
    write_tag(w, end_of(w), name);
    w->names.len -= name.len;
}

/* The whole value. */
static void write_value(tree_writer *w, fp_str json)
{
    fp_str key, value;

    if (has_parts(json))
        begin_parts(w, json, (fp_str){ 0 });
    else
        write_text(w, json);
    while (w->count && w->good && !failed(w)) {
        level *top = &w->levels[w->count - 1];

        key = (fp_str){ 0 };
        if (fp_jsontext_kind(top->json) == '['
                ? fp_jsontext_item(top->json, &top->at, &value)
                : fp_jsontext_member(top->json, &top->at, &key, &value))
            write_part(w, key, value);
        else
            end_parts(w);
    }
}

/* The list of texts, which may have any bytes. */
static void write_list(tree_writer *w, const fp_value *list)
{
    if (!list->item_count) {
        write_text(w, FP_STR("[]"));
        return;
    }
    for (size_t i = 0; i < list->item_count && w->good; i++) {
        /* GCOVR_EXCL_BR_START: one mark begins as the other, and lists of cases are UTF-8 */
        w->good = !holds(list->items[i], begin_of(w)->mark) &&
                  !holds(list->items[i], end_of(w)->mark) &&
                  fp_utf8_valid(list->items[i]) == list->items[i].len;
        /* GCOVR_EXCL_BR_STOP */
        write_tag(w, begin_of(w), FP_STR("item"));
        fp_json_bytes(&w->tags, list->items[i]);
        write_tag(w, end_of(w), FP_STR("item"));
    }
    fp_json_value(&w->read, list);
}

static bool may_be_tree(const fp_rendering *r, const fp_value *value)
{
    const fp_tags_table *table = r->syntax->table;

    return fp_tags_that(table, FP_TAGS_VALUE, FP_TAGS_GROWS) &&
           (value->kind == FP_VALUE_LIST ||
            (value->kind == FP_VALUE_JSON && strchr("{[", fp_jsontext_kind(value->text))));
}

bool fp_tags_render_tree(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *value = &call->args[i].value;
    tree_writer w = { .table = r->syntax->table, .good = true };
    bool done = false;

    if (!may_be_tree(r, value))
        return false;
    if (value->kind == FP_VALUE_LIST)
        write_list(&w, value);
    else
        write_value(&w, value->text);
    if (!failed(&w) && w.good)
        done = fp_render_is_tree(r, call, i, (fp_str){ w.read.ptr, w.read.len });
    r->text->failed = r->text->failed || failed(&w);
    if (done) {
        fp_json_raw(r->text, fp_tags_that(w.table, FP_TAGS_BLOCK, FP_TAGS_ARGUES)->mark);
        fp_json_bytes(r->text, call->args[i].key);
        fp_json_raw(r->text, fp_tags_that(w.table, FP_TAGS_BLOCK, FP_TAGS_ARGUES)->end);
        fp_json_bytes(r->text, (fp_str){ w.tags.ptr, w.tags.len });
        fp_json_raw(r->text, fp_tags_that(w.table, FP_TAGS_VALUE, FP_TAGS_SETTLES)->mark);
        fp_json_bytes(r->text, call->args[i].key);
        fp_json_raw(r->text, fp_tags_that(w.table, FP_TAGS_VALUE, FP_TAGS_SETTLES)->end);
    }
    fp_json_free(&w.tags);
    fp_json_free(&w.read);
    fp_json_free(&w.names);
    free(w.levels);
    return done;
}
