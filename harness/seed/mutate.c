/* SPDX-License-Identifier: Apache-2.0 */
/* mutate.c: which operators are applied to an input, and how many. */
#include "seed/mutate.h"

#include "seed/decode.h"
#include "base/util.h"
#include "generate/edit.h"
#include "generate/message.h"
#include "seed/mutate_parts.h"

#include <string.h>

enum { DEPTH_MAX = 5, LONGEST = 200, CALLS_MAX = 4, CALLS_MANY = 20 };

/* -- pieces ---------------------------------------------------------------------------------- */

fp_str mutate_part(const mutation *m, size_t start, size_t end)
{
    return start < end ? (fp_str){ m->text.ptr + start, end - start } : (fp_str){ "", 0 };
}

bool mutate_replace(mutation *m, size_t start, size_t end, fp_str with)
{
    fp_json_bytes(m->out, mutate_part(m, 0, start));
    if (with.len)
        fp_json_bytes(m->out, with);
    fp_json_bytes(m->out, mutate_part(m, end, m->text.len));
    return true;
}

void mutate_escape(fp_json *out, fp_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        const unsigned char c = (unsigned char)text.ptr[i];
        const char escaped[] = { (char)MARK_CONTROL, c == MARK_CUT ? OP_FF : OP_FE };

        if (c == MARK_CUT || c == MARK_CONTROL)
            fp_json_bytes(out, (fp_str){ escaped, sizeof escaped });
        else
            fp_json_bytes(out, (fp_str){ text.ptr + i, 1 });
    }
}

void mutate_range(mutation *m, size_t most, size_t *start, size_t *end)
{
    *start = rng_below(m->rng, m->text.len);
    *end =
        *start + 1 + rng_below(m->rng, m->text.len - *start < most ? m->text.len - *start : most);
    *end = *end > m->text.len ? m->text.len : *end;
}

/* -- a new message --------------------------------------------------------------------------- */

/* Well-formed, whatever the input was. Cuts and controls come by their own operators. */
static bool make_fresh(mutation *m)
{
    generator *g = generator_new(rng_next(m->rng), LONGEST);
    const size_t most = rng_one_in(m->rng, 40) ? CALLS_MANY : CALLS_MAX;
    fp_json text = { 0 };

    message_make(g, m->syntax, NULL, rng_below(m->rng, most + 1), &text);
    mutate_escape(m->out, (fp_str){ text.len ? text.ptr : "", text.len });
    need_memory(!text.failed);
    generator_free(g);
    fp_json_free(&text);
    return true;
}

static const mutate_operator FRESH[] = { { "fresh", MUTATE_FRESH, make_fresh }, { NULL, 0, NULL } };

/* -- the operators, by index: these lists, then the edits -----------------------------------------
 */

static const mutate_operator *const LISTS[] = { FRESH, MUTATE_BYTE_OPERATORS, MUTATE_MARK_OPERATORS,
                                                MUTATE_BLOCK_OPERATORS };

/* The operator; NULL if it is an edit, whose own index *index is then. */
static const mutate_operator *operator_at(size_t *index)
{
    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++)
        for (const mutate_operator *o = LISTS[i]; o->name; o++)
            if ((*index)-- == 0)
                return o;
    return NULL;
}

size_t mutate_operator_count(void)
{
    size_t count = EDIT_COUNT;

    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++)
        for (const mutate_operator *o = LISTS[i]; o->name; o++)
            count++;
    return count;
}

const char *mutate_operator_name(size_t index)
{
    const mutate_operator *o = operator_at(&index);

    return o ? o->name : EDITS[index].name;
}

unsigned mutate_operator_kind(size_t index)
{
    const mutate_operator *o = operator_at(&index);

    return o ? o->kind : MUTATE_BLOCKS;
}

static bool apply(mutation *m, size_t index)
{
    const size_t before = m->out->len;
    const mutate_operator *o = operator_at(&index);
    const bool applied =
        o ? o->apply(m)
          : edit_apply_by(&EDITS[index], m->markers, m->text, m->other, m->rng, m->out);

    need_memory(!m->out->failed);
    if (!applied)
        m->out->len = before;
    return applied;
}

static mutation mutation_of(const mutating *what, fp_derived *derived)
{
    return (mutation){ .syntax = what->syntax,
                       .markers = xmarkers(what->syntax, derived),
                       .completions = xcompletions(what->syntax, derived),
                       .other = what->other };
}

bool mutate_apply(const mutating *what, size_t index, uint64_t seed, fp_json *out)
{
    rng r = { seed };
    fp_derived derived = { 0 };
    mutation m = mutation_of(what, &derived);
    bool applied;

    m.text = what->input;
    m.rng = &r;
    m.out = out;
    applied = apply(&m, index);
    fp_derived_free(&derived);
    return applied;
}

/* -- how many, and which --------------------------------------------------------------------- */

/* Any operator of any of these kinds, each kind with the same chance. */
static size_t any_operator(rng *r, unsigned kinds)
{
    unsigned kind = 0;
    size_t chosen = 0, seen = 0;

    for (unsigned k = 1; k <= MUTATE_ALL; k <<= 1)
        if ((kinds & k) && rng_one_in(r, ++seen))
            kind = k;
    seen = 0;
    for (size_t i = 0; i < mutate_operator_count(); i++)
        if (mutate_operator_kind(i) == kind && rng_one_in(r, ++seen))
            chosen = i;
    return chosen;
}

/* One operator that has something to change, of a few that are tried. */
static void change_once(const mutating *what, unsigned kinds, mutation *m)
{
    enum { ATTEMPTS = 8 };

    for (size_t i = 0; i < ATTEMPTS; i++) {
        const size_t index = any_operator(m->rng, kinds);

        if (!apply(m, index))
            continue;
        if (what->counts)
            what->counts[index]++;
        return;
    }
    fp_json_bytes(m->out, mutate_part(m, 0, m->text.len));
}

static fp_str view(const fp_json *json)
{
    return (fp_str){ json->len ? json->ptr : "", json->len };
}

/* A quarter is fresh, and half of that is left as it was made: what is changed again and again is
 * soon well-formed no more, and then most of a parser goes unseen. */
size_t mutate(const mutating *what, uint64_t seed, uint8_t *data, size_t cap)
{
    const bool edits = (what->kinds & ~(unsigned)MUTATE_FRESH) != 0;
    rng r = { rng_mix(seed) };
    const bool fresh = !edits || ((what->kinds & MUTATE_FRESH) && rng_one_in(&r, 4));
    size_t times = fresh && rng_one_in(&r, 2) ? 0 : 1 + rng_below(&r, DEPTH_MAX);
    fp_json now = { 0 }, next = { 0 };
    fp_derived derived = { 0 };
    mutation m = mutation_of(what, &derived);
    size_t len;

    m.rng = &r;
    m.out = &next;
    if (what->input.len)
        fp_json_bytes(&now, what->input);
    for (bool first = fresh; first || (edits && times > 0); first = false) {
        const fp_json before = now;

        m.text = view(&now);
        next.len = 0;
        change_once(what, first ? MUTATE_FRESH : what->kinds & ~(unsigned)MUTATE_FRESH, &m);
        now = next;
        next = before;
        times -= !first;
    }
    need_memory(!now.failed && !next.failed);
    len = now.len < cap ? now.len : cap;
    if (len)
        memcpy(data, now.ptr, len);
    fp_json_free(&now);
    fp_json_free(&next);
    fp_derived_free(&derived);
    return len;
}
