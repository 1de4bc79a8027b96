/* SPDX-License-Identifier: Apache-2.0 */
/* tags-tree.c: values that are trees of tags. The parser notes where the tags in a value
 * are; when the value ends, they are read as one tree, in two passes over the notes: what each tag
 * is part of, and what that is as JSON. Parts know what they are part of, so depth costs no stack.
 */
#include "core/ascii.h"
#include "core/call.h"
#include "core/jsonscan.h"
#include "core/out_call.h"
#include "core/out_json.h"
#include "core/out_units.h"
#include "engines/tags-reader.h"

#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>

bool fp_tags_has_trees(const fp_tags_reader *r)
{
    return fp_tags_rule_that(r, FP_TAGS_VALUE, FP_TAGS_GROWS) != NULL;
}

/* -- notes ----------------------------------------------------------------------------------- */

void fp_tags_note_part(fp_tags_reader *r, uint64_t start)
{
    const uint64_t at = start - r->s->value;

    fp_out_put_aside(r->out, (fp_str){ (const char *)&at, sizeof at });
}

static size_t note_count(const fp_tags_reader *r)
{
    return fp_out_aside(r->out).len / sizeof(uint64_t);
}

static size_t note(const fp_tags_reader *r, size_t i)
{
    uint64_t at;

    memcpy(&at, fp_out_aside(r->out).ptr + i * sizeof at, sizeof at);
    return (size_t)at;
}

/* -- parts ----------------------------------------------------------------------------------- */

/* The value, which is the first, or a part of it. */
typedef struct part {
    fp_str name;
    size_t whole;    /* the one that it is a part of */
    size_t tag;      /* offset of its tag in the value */
    size_t from, to; /* its own text, between its tags */
    bool has_parts;
    bool is_list; /* all of them are items */
} part;

typedef struct tree {
    fp_tags_reader *r;
    fp_str text; /* the value */
    part *parts;
    size_t count, cap;
    size_t here;  /* the part that is open */
    size_t depth; /* how many are, the value included */
    size_t last;  /* after the last tag */
    bool broken;  /* it is not one, which is diagnosed */
} tree;

static const fp_tag *tag_of(const fp_tags_reader *r, fp_tags_area area, fp_tags_act act)
{
    unsigned t = 0;

    while (fp_tags_rule_in(r, area, t)->act != act)
        t++;
    return &r->table->tags[t];
}

/* The name in the tag at this offset of the value; *end: after the tag. */
static fp_str name_at(const tree *t, const fp_tag *tag, size_t at, size_t *end)
{
    const char *name = t->text.ptr + at + strlen(tag->mark);
    const char *last = memchr(name, tag->end[0], (size_t)(t->text.ptr + t->text.len - name));

    *end = (size_t)(last - t->text.ptr) + strlen(tag->end);
    return (fp_str){ name, (size_t)(last - name) };
}

/* Breaks off, with a diagnostic at this offset of the value. */
static bool fail(tree *t, fp_code code, size_t at)
{
    t->broken = true;
    fp_out_call_diagnostic(t->r->out, code, t->r->s->value + at, t->r->table->clauses.tree);
    return false;
}

/* What has parts has no text beside them, except for blanks. */
static bool is_blank_run(tree *t, size_t from, size_t to)
{
    for (size_t at = from; at < to; at++)
        if (!fp_is_space((unsigned char)t->text.ptr[at]))
            return fail(t, FP_BAD_LINE, at);
    return true;
}

/* Whether what is open cannot have parts. */
static bool is_too_deep(const tree *t)
{
    /* GCOVR_EXCL_BR_START: no case has a limit above that */
    return t->depth > fp_out_limits(t->r->out)->depth || t->depth > FP_SCAN_DEPTH_MAX;
    /* GCOVR_EXCL_BR_STOP */
}

static bool begin_part(tree *t, size_t at)
{
    void *parts = t->parts;
    const bool room = fp_grow(&parts, &t->cap, t->count, sizeof *t->parts);
    const fp_tag *tag = tag_of(t->r, FP_TAGS_VALUE, FP_TAGS_GROWS);
    part *whole;
    size_t end;

    t->parts = parts;
    if (!room) { /* GCOVR_EXCL_BR_LINE: memory is out */
        fp_out_no_memory(t->r->out);
        return false;
    }
    if (!is_blank_run(t, t->last, at))
        return false;
    if (is_too_deep(t)) {
        fp_out_limit_exceeded(t->r->out, t->r->s->value + at);
        return false;
    }
    t->parts[t->count] = (part){
        .name = name_at(t, tag, at, &end), .whole = t->here, .tag = at, .from = end, .to = end
    };
    whole = &t->parts[t->here];
    whole->is_list = (!whole->has_parts || whole->is_list) &&
                     fp_str_equal(t->parts[t->count].name, FP_STR("item"));
    whole->has_parts = true;
    t->here = t->count++;
    t->depth++;
    t->last = end;
    return true;
}

static bool end_part(tree *t, size_t at)
{
    const fp_tag *tag = tag_of(t->r, FP_TAGS_BRANCH, FP_TAGS_SHRINKS);
    part *here = &t->parts[t->here];
    size_t end;

    if (!fp_str_equal(name_at(t, tag, at, &end), here->name))
        return fail(t, FP_MISMATCHED_END, at);
    if (here->has_parts && !is_blank_run(t, t->last, at))
        return false;
    here->to = at;
    t->here = here->whole;
    t->depth--;
    t->last = end;
    return true;
}

/* False: it is not one, or over a limit, which is diagnosed; or memory is out. */
static bool read_parts(tree *t)
{
    const char *end = tag_of(t->r, FP_TAGS_BRANCH, FP_TAGS_SHRINKS)->mark;
    const size_t length = strlen(end);
    void *parts = NULL;

    if (!fp_grow(&parts, &t->cap, 0, sizeof *t->parts)) {
        fp_out_no_memory(t->r->out);
        return false;
    }
    t->parts = parts;
    t->parts[0] = (part){ .to = t->text.len };
    t->count = t->depth = 1;
    for (size_t i = 0; i < note_count(t->r); i++) {
        const size_t at = note(t->r, i);

        if (memcmp(t->text.ptr + at, end, length) == 0 ? !end_part(t, at) : !begin_part(t, at))
            return false;
    }
    return is_blank_run(t, t->last, t->text.len);
}

/* -- JSON -------------------------------------------------------------------------------------- */

/* A string of these bytes: as fp_json_string(), but bytes that are not UTF-8 stay what they are. */
static void write_string(fp_json *json, fp_str bytes)
{
    static const char HEX[] = "0123456789abcdef";
    size_t from = 0;

    fp_json_raw(json, "\"");
    for (size_t i = 0; i < bytes.len; i++) {
        const unsigned char c = (unsigned char)bytes.ptr[i];
        const char escape[] = { '\\', 'u', '0', '0', HEX[c >> 4], HEX[c & 0xF] };
        const char quoted[] = { '\\', (char)c };

        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        fp_json_bytes(json, (fp_str){ bytes.ptr + from, i - from });
        fp_json_bytes(json, c < ' ' ? (fp_str){ escape, sizeof escape }
                                    : (fp_str){ quoted, sizeof quoted });
        from = i + 1;
    }
    if (from < bytes.len)
        fp_json_bytes(json, (fp_str){ bytes.ptr + from, bytes.len - from });
    fp_json_raw(json, "\"");
}

/* What is written. Of parts of an object that have one name the first counts. */
typedef struct json_writer {
    const tree *tree;
    fp_json *json;
    fp_builder names; /* of all objects, with what each is part of */
    size_t here;      /* the part that is open */
    bool failed;
} json_writer;

/* Whether the whole has a part of this name before; takes note of it. */
static bool is_again(json_writer *w, const part *p)
{
    fp_json key = { 0 };
    bool again;

    fp_json_number(&key, p->whole);
    fp_json_raw(&key, ">");
    fp_json_bytes(&key, p->name);
    again = !key.failed && fp_builder_has(&w->names, (fp_str){ key.ptr, key.len });
    if (key.failed || (!again && !fp_builder_arg(&w->names, (fp_str){ key.ptr, key.len })))
        w->failed = true;
    fp_json_free(&key);
    return again;
}

/* The open part ends, and those around it up to this one. */
static void close_to(json_writer *w, size_t whole)
{
    for (; w->here != whole; w->here = w->tree->parts[w->here].whole)
        if (w->tree->parts[w->here].has_parts)
            fp_json_raw(w->json, w->tree->parts[w->here].is_list ? "]" : "}");
}

/* After the part, and those in it. */
static size_t after(const tree *t, size_t i)
{
    const size_t to = t->parts[i].to;

    for (i++; i < t->count && t->parts[i].tag < to;)
        i++;
    return i;
}

/* What a part is, without those in it. */
static void write_own(json_writer *w, const part *p)
{
    if (p->has_parts)
        fp_json_raw(w->json, p->is_list ? "[" : "{");
    else
        write_string(w->json, (fp_str){ w->tree->text.ptr + p->from, p->to - p->from });
}

/* Writes a part; the number of the next one. */
static size_t write_part(json_writer *w, size_t i)
{
    const part *p = &w->tree->parts[i];
    const fp_tags_reader *r = w->tree->r;

    close_to(w, p->whole);
    if (!w->tree->parts[p->whole].is_list && is_again(w, p)) {
        fp_out_call_diagnostic(r->out, FP_DUPLICATE_ARGUMENT, r->s->value + p->tag,
                               r->table->clauses.duplicate);
        return after(w->tree, i);
    }
    if (!strchr("[{", w->json->ptr[w->json->len - 1]))
        fp_json_raw(w->json, ",");
    if (!w->tree->parts[p->whole].is_list) {
        write_string(w->json, p->name);
        fp_json_raw(w->json, ":");
    }
    write_own(w, p);
    w->here = i;
    return i + 1;
}

/* False: memory is out. */
static bool write_tree(const tree *t, fp_json *json)
{
    json_writer w = { .tree = t, .json = json };

    write_own(&w, &t->parts[0]);
    for (size_t i = 1; i < t->count && !w.failed && !json->failed;)
        i = write_part(&w, i);
    close_to(&w, 0);
    fp_json_raw(json, t->parts[0].is_list ? "]" : "}");
    fp_builder_free(&w.names);
    if (w.failed || json->failed)
        fp_out_no_memory(t->r->out);
    return !w.failed && !json->failed;
}

/* -- the value --------------------------------------------------------------------------------- */

static void settle_parts(fp_tags_reader *r, fp_str text)
{
    tree t = { .r = r, .text = text };
    fp_json json = { 0 };

    if (read_parts(&t) && write_tree(&t, &json))
        fp_out_arg_is_tree(r->out, (fp_str){ json.ptr, json.len });
    r->s->broken = r->s->broken || t.broken;
    fp_json_free(&json);
    free(t.parts);
}

void fp_tags_settle_tree(fp_tags_reader *r)
{
    fp_str text;

    if (!fp_out_arg_text(r->out, &text))
        ;
    else if (note_count(r))
        settle_parts(r, text);
    else
        fp_out_arg_is_tree(r->out, (fp_str){ 0 });
    fp_out_drop_aside(r->out, fp_out_aside(r->out).len);
}
