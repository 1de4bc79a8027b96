/* SPDX-License-Identifier: Apache-2.0 */
/* diff_syntaxes.c: the same call in every syntax. Each call goes through each syntax separately: if
 * all return what was sent, no two of them differ.
 */
#include "diff/diff_syntaxes.h"

#include "base/util.h"
#include "base/values.h"
#include "generate/carry.h"
#include "generate/feature.h"
#include "generate/generate.h"
#include "generate/refusals.h"
#include "generate/shrink_call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A batch of calls goes through one syntax after the other, which keeps the code and the state of
 * each of them in the processor's caches. */
enum { DIFFERENCES_MAX = 10, SHRINK_BUDGET = 20000, BATCH = 256 };

/* A syntax under one policy `types`, and what it did so far. */
typedef struct lane {
    carrier carrier;
    refusals refusals;
    uint64_t carried, refused;
} lane;

enum { BY_STRING, BY_SCHEMA, MODES };

typedef struct run {
    const diff_config *config;
    size_t syntaxes;
    lane *lanes[MODES];
    size_t differences;
} run;

/* -- differences ----------------------------------------------------------------------------- */

/* What is wrong with a call in a lane: it is lost, or refused by a clause that is not known. */
static bool is_wrong(lane *l, const fp_call *call)
{
    refused_by *by;

    switch (carry(&l->carrier, call)) {
    case CARRIED:
        l->carried++;
        return false;
    case REFUSED:
        l->refused++;
        by = refusals_of(&l->refusals, &l->carrier, l->carrier.refusal.clause);
        if (by)
            by->count++;
        if (!by || by->known)
            return !by;
        by->known = true; /* said once */
        return true;
    case LOST:
        break;
    }
    return true;
}

typedef struct question {
    carrier *carrier;
    carriage was;
    const char *clause; /* REFUSED */
} question;

/* A call_predicate: whether the call goes wrong in the same way. */
static bool goes_wrong(void *context, const fp_call *call)
{
    const question *q = context;
    const carriage is = carry(q->carrier, call);

    return is == q->was && (is != REFUSED || strcmp(q->carrier->refusal.clause, q->clause) == 0);
}

static void print_json(const char *what, fp_json *json)
{
    need_memory(!json->failed);
    printf("  %-9s %.*s\n", what, (int)json->len, json->ptr);
    fp_json_free(json);
}

static void print_block(const char *what, fp_str bytes)
{
    fp_json json = { 0 };

    fp_json_string(&json, bytes);
    print_json(what, &json);
}

static void print_call(const fp_call *call)
{
    fp_json json = { 0 };

    fp_json_call(&json, call);
    print_json("call", &json);
}

static void print_outcome(const carrier *c)
{
    fp_outcome *outcome = carried_outcome(c);
    fp_json json = { 0 };

    fp_json_outcome(&json, outcome);
    print_json("read as", &json);
    fp_outcome_free(outcome);
}

static void report(run *r, carrier *c, const fp_call *call, uint64_t number)
{
    question q = { c, carry(c, call), NULL };
    fp_call least = call_copy(call);

    q.clause = q.was == REFUSED ? c->refusal.clause : NULL;
    shrink_call(&least, goes_wrong, &q, SHRINK_BUDGET);
    carry(c, &least);
    r->differences++;
    printf("%s, types %s: call %" PRIu64 " of seed %" PRIu64 " %s\n", fp_syntax_id(c->syntax),
           fp_policy_value_name(FP_TYPES, c->options.policies.of[FP_TYPES]), number,
           r->config->seed, q.was == LOST ? "comes back as something else" : "is refused");
    print_call(&least);
    if (q.was == LOST) {
        print_block("rendered", (fp_str){ c->text.ptr, c->text.len });
        print_outcome(c);
    } else {
        printf("  %-9s %s, which no call of the expressibility table is refused by: %s\n", "clause",
               c->refusal.clause, c->refusal.reason);
    }
    fflush(stdout);
    call_free(&least);
}

/* -- the run --------------------------------------------------------------------------------- */

static void open_lanes(run *r, size_t mode)
{
    r->lanes[mode] = xcalloc(r->syntaxes, sizeof *r->lanes[mode]);
    for (size_t i = 0; i < r->syntaxes; i++) {
        lane *l = &r->lanes[mode][i];
        fp_options options = fp_options_default(r->config->syntaxes[i]);

        if (mode == BY_SCHEMA) {
            options.catalogue = r->config->catalogue;
            options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
        }
        carrier_open(&l->carrier, r->config->syntaxes[i], &options);
    }
}

static void close_lanes(run *r)
{
    for (size_t mode = 0; mode < MODES; mode++) {
        for (size_t i = 0; i < r->syntaxes; i++)
            carrier_free(&r->lanes[mode][i].carrier);
        free(r->lanes[mode]);
    }
}

static generator *generator_of(const diff_config *config)
{
    generator *g = generator_new(config->seed, config->longest);

    generator_offer(g, config->catalogue);
    if (config->megabytes)
        generator_allow_megabytes(g);
    return g;
}

/* Calls that are tried together. */
typedef struct batch {
    fp_call calls[BATCH]; /* owned */
    size_t count;
    uint64_t first; /* the number of the first of them */
} batch;

/* Makes the next calls, and returns whether there are any. */
static bool next_batch(batch *b, generator *g, uint64_t calls)
{
    b->first += b->count;
    for (b->count = 0; b->count < BATCH && b->first + b->count <= calls; b->count++)
        b->calls[b->count] = call_copy(generator_call(g));
    return b->count;
}

/* Tries those calls of a batch that are read in this mode. */
static void try_batch(run *r, const batch *b, size_t mode, size_t syntax)
{
    lane *l = &r->lanes[mode][syntax];

    for (size_t i = 0; i < b->count && r->differences < DIFFERENCES_MAX; i++)
        if ((b->first + i) % MODES == mode && is_wrong(l, &b->calls[i]))
            report(r, &l->carrier, &b->calls[i], b->first + i);
}

/* Says each 100,000 calls how far it is. */
static void say_progress(const diff_config *config, uint64_t done, uint64_t *said)
{
    if (config->quiet || done - *said < 100000)
        return;
    *said = done - done % 100000;
    fprintf(stderr, "\r%" PRIu64 " calls", *said);
}

static void try_calls(run *r)
{
    generator *g = generator_of(r->config);
    batch b = { .first = 1 };
    uint64_t said = 0;

    while (r->differences < DIFFERENCES_MAX && next_batch(&b, g, r->config->calls)) {
        for (size_t mode = 0; mode < MODES; mode++)
            for (size_t i = 0; i < r->syntaxes; i++)
                try_batch(r, &b, mode, i);
        for (size_t i = 0; i < b.count; i++)
            call_free(&b.calls[i]);
        say_progress(r->config, b.first + b.count - 1, &said);
    }
    if (said)
        fputc('\n', stderr);
    generator_free(g);
}

static void print_summary(const run *r)
{
    for (size_t i = 0; i < r->syntaxes; i++) {
        printf("%-18s", fp_syntax_id(r->config->syntaxes[i]));
        for (size_t mode = 0; mode < MODES; mode++)
            printf("%s carried %" PRIu64 ", refused %" PRIu64,
                   mode ? "; by schema:" : "as strings:", r->lanes[mode][i].carried,
                   r->lanes[mode][i].refused);
        putchar('\n');
    }
}

size_t diff_syntaxes(const diff_config *config)
{
    run r = { .config = config };

    while (config->syntaxes[r.syntaxes])
        r.syntaxes++;
    for (size_t mode = 0; mode < MODES; mode++)
        open_lanes(&r, mode);
    try_calls(&r);
    print_summary(&r);
    close_lanes(&r);
    return r.differences;
}

/* -- the distribution ------------------------------------------------------------------------ */

typedef struct occurrence {
    feature_search search;
    uint64_t count;
} occurrence;

static void count_features(const diff_config *config, occurrence *features)
{
    generator *g = generator_of(config);
    uint64_t arguments = 0, lists = 0, json = 0;

    for (uint64_t n = 0; n < config->calls; n++) {
        const fp_call *call = generator_call(g);

        for (size_t f = 0; f < FEATURE_COUNT; f++)
            features[f].count += feature_in(&features[f].search, call);
        arguments += call->arg_count;
        for (size_t i = 0; i < call->arg_count; i++) {
            lists += call->args[i].value.kind == FP_VALUE_LIST;
            json += call->args[i].value.kind == FP_VALUE_JSON;
        }
    }
    printf("%" PRIu64 " calls of seed %" PRIu64 ": %" PRIu64 " arguments, %" PRIu64
           " of them lists, %" PRIu64 " JSON values\n",
           config->calls, config->seed, arguments, lists, json);
    generator_free(g);
}

void diff_stats(const diff_config *config)
{
    occurrence *features = xcalloc(FEATURE_COUNT, sizeof *features);

    for (size_t f = 0; f < FEATURE_COUNT; f++)
        feature_search_open(&features[f].search, &FEATURES[f]);
    count_features(config, features);
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        if (feature_can_be_sought(&FEATURES[f]))
            printf("%10" PRIu64 "  %s\n", features[f].count, FEATURES[f].title);
        feature_search_close(&features[f].search);
    }
    free(features);
}
