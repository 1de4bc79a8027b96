/* SPDX-License-Identifier: Apache-2.0 */
/* reduce.c: the search for the smallest candidate: which were tested, and which is the best. */
#include "reduce/reduce.h"

#include "base/hash.h"
#include "base/util.h"
#include "reduce/reduce_search.h"

#include <stdlib.h>
#include <string.h>

/* -- candidates -------------------------------------------------------------------------------- */

candidate candidate_copy(const candidate *c)
{
    candidate copy = *c;

    copy.input = xcopy(c->input);
    copy.prefix = xcopy(c->prefix);
    copy.template = xcopy(c->template);
    copy.cuts = xcalloc(c->cut_count, sizeof *copy.cuts);
    if (c->cut_count)
        memcpy(copy.cuts, c->cuts, c->cut_count * sizeof *copy.cuts);
    copy.tools = json_incref(c->tools);
    return copy;
}

void candidate_free(candidate *c)
{
    free((char *)(uintptr_t)c->input.ptr);
    free((char *)(uintptr_t)c->prefix.ptr);
    free((char *)(uintptr_t)c->template.ptr);
    free(c->cuts);
    json_decref(c->tools);
    *c = (candidate){ 0 };
}

/* -- what was tested --------------------------------------------------------------------------- */

/* Never 0, which is an open place of the table. */
static uint64_t hash_of(const candidate *c)
{
    uint64_t hash = HASH_START;
    char *tools = c->tools ? json_dumps(c->tools, JSON_COMPACT) : NULL;

    hash = hash_bytes(hash, &c->input.len, sizeof c->input.len);
    hash = hash_bytes(hash, c->input.ptr, c->input.len);
    hash = hash_bytes(hash, c->prefix.ptr, c->prefix.len);
    hash = hash_bytes(hash, &c->template.len, sizeof c->template.len);
    hash = hash_bytes(hash, c->template.ptr, c->template.len);
    hash = hash_bytes(hash, c->cuts, c->cut_count * sizeof *c->cuts);
    hash = hash_bytes(hash, &c->policies, sizeof c->policies);
    if (tools)
        hash = hash_bytes(hash, tools, strlen(tools));
    free(tools);
    return hash ? hash : 1;
}

/* The place of the hash in the table, or the open place for it. */
static uint64_t *place_of(uint64_t *table, size_t cap, uint64_t hash)
{
    size_t i = (size_t)(hash % cap);

    while (table[i] && table[i] != hash)
        i = (i + 1) % cap;
    return &table[i];
}

static void grow_seen(search *s)
{
    const size_t cap = s->seen_cap ? s->seen_cap * 2 : 1024;
    uint64_t *table = xcalloc(cap, sizeof *table);

    for (size_t i = 0; i < s->seen_cap; i++)
        if (s->seen[i])
            *place_of(table, cap, s->seen[i]) = s->seen[i];
    free(s->seen);
    s->seen = table;
    s->seen_cap = cap;
}

/* Returns whether the candidate is new; from now on it is not. */
static bool is_new(search *s, const candidate *c)
{
    const uint64_t hash = hash_of(c);
    uint64_t *place;

    if (s->seen_count * 2 >= s->seen_cap)
        grow_seen(s);
    place = place_of(s->seen, s->seen_cap, hash);
    if (*place)
        return false;
    *place = hash;
    s->seen_count++;
    return true;
}

bool search_try(search *s, candidate *c)
{
    reduce_answer answer = REDUCE_PASSES;

    if (s->tries >= s->config->budget)
        s->stopped = true;
    if (!s->stopped && is_new(s, c)) {
        s->tries++;
        answer = s->test(s->context, c);
    }
    s->stopped = s->stopped || answer == REDUCE_STOP;
    if (answer != REDUCE_FAILS) {
        candidate_free(c);
        return false;
    }
    candidate_free(&s->best);
    s->best = *c;
    *c = (candidate){ 0 };
    return true;
}

/* -- the search -------------------------------------------------------------------------------- */

/* What is cheap to leave out goes first; a round that changes nothing is the last. */
static void search_all(search *s)
{
    static bool (*const STEPS[])(search *) = { reduce_tools,    reduce_cuts,    reduce_input,
                                               reduce_plain,    reduce_prefix,  reduce_round,
                                               reduce_policies, reduce_template };
    bool changed = true;

    while (changed && !s->stopped) {
        changed = false;
        for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++)
            changed = STEPS[i](s) || changed;
    }
}

bool reduce(const candidate *start, const reduce_config *config, reduce_test *test, void *context,
            reduction *out)
{
    static const char *const NO_MARKERS[] = { NULL };
    fp_derived derived = { 0 };
    search s = { .config = config,
                 .test = test,
                 .context = context,
                 .markers = config->syntax ? xmarkers(config->syntax, &derived) : NO_MARKERS };
    candidate first = candidate_copy(start);
    const bool fails = search_try(&s, &first);

    if (fails)
        search_all(&s);
    free(s.seen);
    fp_derived_free(&derived);
    *out = (reduction){ .smallest = s.best, .tries = s.tries, .minimal = fails && !s.stopped };
    return fails;
}
