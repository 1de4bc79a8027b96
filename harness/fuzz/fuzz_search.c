/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_search.c: inputs given to a worker one after the other, and which of them are kept. */
#include "fuzz/fuzz_search.h"

#include "base/interrupt.h"
#include "base/util.h"
#include "fuzz/fuzz_pool.h"
#include "law/laws.h"
#include "result/cause_mark.h"
#include "run/run.h"
#include "run/wanted.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What is asked of an input on which our own parser does nothing new. */
static const char USUAL_CHECKS[] = "golden,CHUNK";

/* A kind of failure, and the inputs that are kept of it. */
typedef struct kind {
    char *key; /* owned */
    adhoc *kept[FUZZ_KEPT_OF_KIND];
    size_t count;
} kind;

typedef struct search {
    const fuzz_question *question;
    fuzz_pool **pools; /* of the syntaxes */
    uint32_t usual;    /* USUAL_CHECKS */
    struct timespec began;
    fuzz_pace pace;
    kind *kinds;
    size_t kind_count, kind_cap;
    char **keys; /* in which ways the worker fails on the input of now; owned */
    size_t key_count, key_cap;
    bool is_judged; /* the input of now: it is not skipped by all checks */
} search;

/* -- kinds --------------------------------------------------------------------------------------
 */

static void add_key(search *s, char *key)
{
    void *keys = s->keys;

    for (size_t i = 0; i < s->key_count; i++)
        if (strcmp(s->keys[i], key) == 0) {
            free(key);
            return;
        }
    xgrow(&keys, &s->key_cap, s->key_count, sizeof *s->keys);
    s->keys = keys;
    s->keys[s->key_count++] = key;
}

static void on_check(void *context, const result *r)
{
    search *s = context;
    mechanism m;

    s->is_judged = s->is_judged || r->verdict != VERDICT_SKIPPED;
    if (!result_counts(r, false))
        return;
    m = mechanism_of(r);
    add_key(s, xformat("%s/%s", fp_syntax_id(r->test->syntax), m.key));
    mechanism_free(&m);
}

static kind *kind_of_key(search *s, const char *key)
{
    void *kinds = s->kinds;

    for (size_t i = 0; i < s->kind_count; i++)
        if (strcmp(s->kinds[i].key, key) == 0)
            return &s->kinds[i];
    xgrow(&kinds, &s->kind_cap, s->kind_count, sizeof *s->kinds);
    s->kinds = kinds;
    s->kinds[s->kind_count] = (kind){ .key = xstrdup(key) };
    s->pace.kinds = s->kind_count + 1;
    return &s->kinds[s->kind_count++];
}

/* Where the kind has room for such an input: a free place, or that of its longest one. */
static adhoc **place_in(kind *k, size_t len)
{
    adhoc **longest = &k->kept[0];

    if (k->count < FUZZ_KEPT_OF_KIND)
        return &k->kept[k->count++];
    for (size_t i = 1; i < k->count; i++)
        if (adhoc_case(k->kept[i])->input.len > adhoc_case(*longest)->input.len)
            longest = &k->kept[i];
    return adhoc_case(*longest)->input.len > len ? longest : NULL;
}

/* Keeps the input for the first of its kinds that has room for it, or frees it. */
static void sort_in(search *s, adhoc *made)
{
    adhoc **place = NULL;

    for (size_t i = 0; i < s->key_count && !place; i++)
        place = place_in(kind_of_key(s, s->keys[i]), adhoc_case(made)->input.len);
    s->pace.failed += s->key_count > 0;
    if (place)
        adhoc_free(*place);
    if (place)
        *place = made;
    else
        adhoc_free(made);
    while (s->key_count)
        free(s->keys[--s->key_count]);
}

/* -- one input ----------------------------------------------------------------------------------
 */

/* Asks in one piece and cut as the input itself wants it, if it is about that, or in two cuttings.
 */
static void ask(search *s, const adhoc *made, const decoded *d, bool is_new)
{
    const fuzz_question *q = s->question;
    const test_case *cases[] = { adhoc_case(made) };
    const cutting cut = { .name = CUT_AS_ASKED, .at = d->cuts, .count = d->cut_count };
    selection what = { .cases = cases,
                       .count = 1,
                       .checks = q->checks ? q->checks
                                 : is_new  ? 0
                                           : s->usual,
                       .quick = true,
                       .seed = q->seed };

    if (d->cut_count && !is_new && wire_can_take(session_hello(q->worker), cases[0]->input, &cut)) {
        what.cuts = d->cuts;
        what.cut_count = d->cut_count;
        what.only_cut = true;
    }
    run_worker(&what, q->worker, on_check, s);
}

static void try_next(search *s, size_t index)
{
    const fuzz_question *q = s->question;
    const fp_syntax *syntax = q->syntaxes[index];
    static const policy_set NONE = { 0 };
    problems p = { .by = "fuzz" };
    const decoded *d = fuzz_pool_next(s->pools[index]);
    const fp_str text = { d->text, d->len };
    adhoc *made;
    bool is_new;

    if (!wire_can_take(session_hello(q->worker), text, NULL))
        return;
    is_new = fuzz_pool_learn(s->pools[index]);
    made = adhoc_new(syntax, FP_STR(""), text, NULL, &NONE, &p);
    need_memory(made != NULL); /* it has no tools, which alone can be wrong */
    s->is_judged = false;
    adhoc_rename(made,
                 &(adhoc_name){ xformat("%s/fuzzed/%zu", fp_syntax_id(syntax), s->pace.inputs + 1),
                                "an input that fuzzing came to", "fencepost fuzz", "fuzzed" });
    ask(s, made, d, is_new);
    s->pace.inputs += s->is_judged;
    s->pace.watched += s->is_judged && is_new;
    sort_in(s, made);
}

/* -- all ----------------------------------------------------------------------------------------
 */

static double seconds_since(const struct timespec *began)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

static void make_pools(search *s)
{
    const fuzz_question *q = s->question;
    size_t count = 0;

    while (q->syntaxes[count])
        count++;
    s->pools = xcalloc(count + 1, sizeof(fuzz_pool *));
    for (size_t i = 0; i < count; i++) {
        const fp_options options = fp_options_default(q->syntaxes[i]);

        s->pools[i] = fuzz_pool_new(q->syntaxes[i], &options, q->seed + i);
        for (size_t k = 0; k < corpus_count(q->cases); k++)
            if (corpus_case(q->cases, k)->syntax == q->syntaxes[i])
                fuzz_pool_begin(s->pools[i], corpus_case(q->cases, k)->input);
    }
}

static bool is_over(const search *s)
{
    const fuzz_question *q = s->question;

    return session_lost(q->worker) || interrupt_stops() ||
           (q->inputs && s->pace.inputs >= q->inputs) ||
           (q->seconds && s->pace.seconds >= q->seconds);
}

/* Hands over what is kept, in the order of kinds. */
static fuzz_found found_of(search *s)
{
    fuzz_found found = { .cases = xcalloc(s->kind_count * FUZZ_KEPT_OF_KIND + 1, sizeof(adhoc *)),
                         .pace = s->pace };

    for (size_t i = 0; i < s->kind_count; i++) {
        for (size_t k = 0; k < s->kinds[i].count; k++)
            found.cases[found.count++] = s->kinds[i].kept[k];
        free(s->kinds[i].key);
    }
    free(s->kinds);
    free(s->keys);
    for (size_t i = 0; s->pools[i]; i++)
        fuzz_pool_free(s->pools[i]);
    free(s->pools);
    return found;
}

fuzz_found fuzz_search(const fuzz_question *question)
{
    search s = { .question = question };
    const char *wrong;

    if (!wanted_read(USUAL_CHECKS, &s.usual, &wrong))
        abort(); /* they are names of checks */
    make_pools(&s);
    clock_gettime(CLOCK_MONOTONIC, &s.began);
    for (size_t i = 0; !is_over(&s); i = question->syntaxes[i + 1] ? i + 1 : 0) {
        try_next(&s, i);
        s.pace.seconds = seconds_since(&s.began);
        if (question->watch)
            question->watch(question->context, &s.pace);
    }
    return found_of(&s);
}

void fuzz_found_free(fuzz_found *found)
{
    for (size_t i = 0; i < found->count; i++)
        adhoc_free(found->cases[i]);
    free(found->cases);
    *found = (fuzz_found){ 0 };
}
