/* SPDX-License-Identifier: Apache-2.0 */
/* make.c: texts for tests of executors, by numbers: regions of all fields, and what is done to
 * them.
 */
#include "check.h"

#include <fencepost/template_make.h>

#include <stdlib.h>

/* Regions of one text; and the work that one text may cost. */
enum { REGIONS_MOST = 4, WORK_OF_TEXT = 1000000 };

struct fp_template_maker {
    fp_template *t;
    fp_template_tried tried;
    fp_tpl_check check;
    fp_json text, prefix, piece;
};

const char *fp_template_made_name(fp_template_made_kind kind)
{
    static const char *const NAMES[] = {
        [FP_TEMPLATE_MADE_WHOLE] = "whole",          [FP_TEMPLATE_MADE_PAYLOAD] = "payload",
        [FP_TEMPLATE_MADE_LOOKALIKE] = "look-alike", [FP_TEMPLATE_MADE_CUT] = "cut",
        [FP_TEMPLATE_MADE_CHANGED] = "changed",      [FP_TEMPLATE_MADE_PREFIX] = "prefix"
    };

    return NAMES[kind];
}

void fp_template_maker_free(fp_template_maker *m)
{
    if (!m)
        return;
    fp_tpl_matcher_free(&m->check.matcher);
    fp_tpl_arena_free(&m->check.arena);
    fp_json_free(&m->text);
    fp_json_free(&m->prefix);
    fp_json_free(&m->piece);
    fp_template_free(m->t);
    free(m);
}

fp_template_maker *fp_template_maker_new(fp_str json, fp_template_error *error)
{
    fp_template *t = fp_template_load(json, error);
    fp_template_maker *m = t ? calloc(1, sizeof *m) : NULL;
    fp_tpl_check *c;

    if (!m) {
        if (t)
            error->fault = FP_TEMPLATE_NO_MEMORY;
        fp_template_free(t);
        return NULL;
    }
    m->t = t;
    c = &m->check;
    *c = (fp_tpl_check){ .t = t, .file = json, .seed = 1, .tried = &m->tried };
    c->fields = t->field_count < FP_TPL_FIELDS_TRIED ? t->field_count : FP_TPL_FIELDS_TRIED;
    c->budget = FP_TPL_CHECK_WORK;
    c->failed = !fp_tpl_matcher_init(&c->matcher, t->pairs);
    if (!c->failed)
        fp_tpl_make_samples(c);
    if (!c->failed)
        return m;
    error->fault = FP_TEMPLATE_NO_MEMORY;
    fp_template_maker_free(m);
    return NULL;
}

/* -- pieces ------------------------------------------------------------------------------------ */

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->len ? json->ptr : "", json->len };
}

static size_t pick(fp_tpl_check *c, size_t count)
{
    return fp_tpl_pick(&c->seed, count);
}

/* The first place at or after this one where a character begins, or the text ends. */
static size_t character_at(fp_str text, size_t at)
{
    while (at < text.len && ((unsigned char)text.ptr[at] & 0xc0) == 0x80)
        at++;
    return at;
}

/* A place between two characters of a text, or one of its ends. */
static size_t place_in(fp_tpl_check *c, fp_str text)
{
    return character_at(text, pick(c, text.len + 1));
}

/* A delimiter of some field, whole or its beginning; empty: it has none. */
static fp_str delimiter(fp_tpl_check *c)
{
    const size_t field = pick(c, c->fields);
    const fp_tpl_samples *s = pick(c, 3) ? &c->closes[field] : &c->opens[field];
    fp_str of;

    if (!s->count)
        return (fp_str){ "", 0 };
    of = s->all[pick(c, s->count)];
    return pick(c, 3) ? of : (fp_str){ of.ptr, place_in(c, of) };
}

static fp_str plain_word(fp_tpl_check *c)
{
    static const char *const WORDS[] = { "x", "a b", "", "é", "0", "two\nlines", " ", "\"q\"" };

    return fp_str_of(WORDS[pick(c, sizeof WORDS / sizeof *WORDS)]);
}

/* -- texts ------------------------------------------------------------------------------------- */

static void add_regions(fp_template_maker *m, bool payload)
{
    fp_tpl_check *c = &m->check;
    const size_t count = 1 + pick(c, REGIONS_MOST);

    for (size_t i = 0; i < count; i++) {
        const size_t field = pick(c, c->fields);

        m->piece.len = 0;
        fp_json_bytes(&m->piece, plain_word(c));
        if (payload) {
            fp_json_bytes(&m->piece, delimiter(c));
            fp_json_bytes(&m->piece, plain_word(c));
        }
        fp_tpl_region(c, field, str_of(&m->piece), &m->text);
        if (!pick(c, 3))
            fp_json_bytes(&m->text, plain_word(c));
    }
}

static void add_lookalikes(fp_template_maker *m)
{
    fp_tpl_check *c = &m->check;
    const size_t count = 1 + pick(c, REGIONS_MOST / 2);

    for (size_t i = 0; i < count; i++) {
        fp_tpl_text(c, pick(c, c->fields), &m->piece);
        fp_json_bytes(&m->text, str_of(&m->piece));
        fp_json_bytes(&m->text, delimiter(c));
    }
}

/* Takes out one character, or writes it twice. */
static void change(fp_template_maker *m)
{
    const fp_str text = str_of(&m->text);
    const size_t at = place_in(&m->check, text);
    const size_t after = at < text.len ? character_at(text, at + 1) : at;
    const size_t from = pick(&m->check, 2) ? at : after;

    m->piece.len = 0;
    fp_json_bytes(&m->piece, (fp_str){ text.ptr, from == at ? after : at });
    fp_json_bytes(&m->piece, (fp_str){ text.ptr + from, text.len - from });
    m->text.len = 0;
    fp_json_bytes(&m->text, str_of(&m->piece));
}

static void add_anchor(fp_template_maker *m)
{
    const fp_tpl_samples *s = &m->check.anchors;

    if (s->count)
        fp_json_bytes(&m->prefix, s->all[pick(&m->check, s->count)]);
}

/* Moves the beginning of the text into the prompt, after an anchor, or two of them, or none. */
static void begin_in_prompt(fp_template_maker *m)
{
    fp_tpl_check *c = &m->check;
    const fp_str text = str_of(&m->text);
    const size_t first = place_in(c, text);
    const size_t anchors = pick(c, 4);

    fp_json_bytes(&m->prefix, plain_word(c));
    for (size_t i = 0; i < (anchors == 3 ? 1 : anchors); i++) {
        fp_json_bytes(&m->prefix, delimiter(c));
        add_anchor(m);
    }
    fp_json_bytes(&m->prefix, (fp_str){ text.ptr, first });
    m->piece.len = 0;
    fp_json_bytes(&m->piece, (fp_str){ text.ptr + first, text.len - first });
    m->text.len = 0;
    fp_json_bytes(&m->text, str_of(&m->piece));
}

static void make(fp_template_maker *m, fp_template_made_kind kind)
{
    fp_tpl_check *c = &m->check;

    if (kind == FP_TEMPLATE_MADE_LOOKALIKE)
        add_lookalikes(m);
    else
        add_regions(m, kind == FP_TEMPLATE_MADE_PAYLOAD || !pick(c, 3));
    if (kind == FP_TEMPLATE_MADE_CUT)
        m->text.len = place_in(c, str_of(&m->text));
    else if (kind == FP_TEMPLATE_MADE_CHANGED)
        change(m);
    else if (kind == FP_TEMPLATE_MADE_PREFIX)
        begin_in_prompt(m);
}

bool fp_template_make(fp_template_maker *m, uint64_t seed, uint64_t number, fp_template_made *made)
{
    fp_tpl_check *c = &m->check;
    uint64_t mixed = (seed + 1) * 0x9e3779b97f4a7c15u + (number + 1) * 0xbf58476d1ce4e5b9u;

    mixed = (mixed ^ mixed >> 31) * 0x94d049bb133111ebu;
    c->seed = mixed ? mixed : 1;
    c->budget = WORK_OF_TEXT;
    m->text.len = m->prefix.len = 0;
    made->kind = (fp_template_made_kind)(number % FP_TEMPLATE_MADE_KINDS);
    make(m, made->kind);
    made->text = str_of(&m->text);
    made->prefix = str_of(&m->prefix);
    return !c->failed && !m->text.failed && !m->prefix.failed && !m->piece.failed;
}
