/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_pool.c: inputs that are changed again and again, and which of them are worth keeping. */
#include "fuzz/fuzz_pool.h"

#include "base/hash.h"
#include "base/rng.h"
#include "base/util.h"
#include "seed/mutate.h"
#include "seed/mutate_parts.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 1 << 16 }; /* that are told apart */

/* What our parser has done so far on an input, and whether it did something new. */
typedef struct watching {
    bool *seen;            /* of STEPS: what has followed what */
    uint64_t last, before; /* what it did last, and before that */
    bool is_new;
} watching;

struct fuzz_pool {
    const fp_syntax *syntax;
    fp_parser *parser; /* ours */
    watching watching;
    rng rng;
    fp_str *kept; /* inputs as decode.h has them; owned */
    size_t count, cap;
    unsigned char input[FUZZ_INPUT_MAX]; /* the last one */
    size_t len;
    decoded decoded;
};

/* -- what our parser does -----------------------------------------------------------------------
 */

static void step(watching *w, uint64_t what)
{
    bool *seen = &w->seen[(w->before * 961 + w->last * 31 + what) % STEPS];

    w->is_new = w->is_new || !*seen;
    *seen = true;
    w->before = w->last;
    w->last = what;
}

/* What stands for a role or an event, and the clause by which it is one. */
static uint64_t hash_of(unsigned kind, const char *clause)
{
    return hash_bytes(HASH_START + kind, clause ? clause : "", clause ? strlen(clause) : 0);
}

/* Pieces of one role are one step, however many there are. */
static void on_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    watching *w = context;
    const uint64_t what = hash_of(role, clause);

    (void)start;
    (void)end;
    if (what != w->last)
        step(w, what);
}

static int on_event(void *context, const fp_event *event)
{
    watching *w = context;
    const uint64_t what =
        hash_of(FP_ROLE_COUNT + event->type,
                event->type == FP_EVENT_DIAGNOSTIC ? event->diagnostic.clause : NULL);

    if (what != w->last)
        step(w, what);
    return 0;
}

/* -- life ---------------------------------------------------------------------------------------
 */

fuzz_pool *fuzz_pool_new(const fp_syntax *syntax, const fp_options *options, uint64_t seed)
{
    fuzz_pool *p = xcalloc(1, sizeof *p);

    p->syntax = syntax;
    p->rng = (rng){ seed };
    p->watching.seen = xcalloc(STEPS, sizeof *p->watching.seen);
    p->parser = fp_parser_new(syntax, options, on_event, &p->watching);
    need_memory(p->parser != NULL);
    fp_parser_trace(p->parser, on_role, &p->watching);
    p->decoded = decode(syntax, NULL, p->input, 0);
    return p;
}

void fuzz_pool_free(fuzz_pool *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->count; i++)
        free((char *)(uintptr_t)p->kept[i].ptr);
    free(p->kept);
    free(p->watching.seen);
    fp_parser_free(p->parser);
    decoded_free(&p->decoded);
    free(p);
}

size_t fuzz_pool_count(const fuzz_pool *p)
{
    return p->count;
}

/* -- what is kept -------------------------------------------------------------------------------
 */

static void keep(fuzz_pool *p, fp_str input)
{
    void *kept = p->kept;

    xgrow(&kept, &p->cap, p->count, sizeof *p->kept);
    p->kept = kept;
    p->kept[p->count++] = xcopy(input);
}

static bool is_new(fuzz_pool *p, fp_str text)
{
    p->watching = (watching){ .seen = p->watching.seen };
    fp_parser_reset(p->parser);
    need_memory(fp_parser_feed(p->parser, text.ptr, text.len) == FP_OK &&
                fp_parser_finish(p->parser) == FP_OK);
    return p->watching.is_new;
}

void fuzz_pool_begin(fuzz_pool *p, fp_str text)
{
    fp_json input = { 0 };

    mutate_escape(&input, text);
    need_memory(!input.failed);
    if (input.len && input.len <= FUZZ_INPUT_MAX && is_new(p, text))
        keep(p, json_text(&input));
    fp_json_free(&input);
}

bool fuzz_pool_learn(fuzz_pool *p)
{
    if (!is_new(p, (fp_str){ p->decoded.text, p->decoded.len }))
        return false;
    keep(p, (fp_str){ (const char *)p->input, p->len });
    return true;
}

/* -- the next one -------------------------------------------------------------------------------
 */

/* Any of those that are kept; a half of all times one of the newest quarter. */
static fp_str any_kept(fuzz_pool *p)
{
    const size_t newest = (p->count + 3) / 4;

    if (!p->count)
        return FP_STR("");
    return rng_one_in(&p->rng, 2) ? p->kept[p->count - 1 - rng_below(&p->rng, newest)]
                                  : p->kept[rng_below(&p->rng, p->count)];
}

const decoded *fuzz_pool_next(fuzz_pool *p)
{
    const mutating what = {
        .syntax = p->syntax, .kinds = MUTATE_ALL, .input = any_kept(p), .other = any_kept(p)
    };

    p->len = mutate(&what, rng_next(&p->rng), p->input, sizeof p->input);
    decoded_free(&p->decoded);
    p->decoded = decode(p->syntax, NULL, p->input, p->len);
    return &p->decoded;
}
