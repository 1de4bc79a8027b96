/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_template.c: texts given to an executor one after the other, and which of them are kept. */
#include "fuzz/fuzz_template.h"

#include "base/hash.h"
#include "base/interrupt.h"
#include "base/rng.h"
#include "base/visible.h"
#include "template/template_edit.h"
#include "result/cause_mark.h"
#include "run/run_template.h"
#include "template/template_answer.h"

#include <fencepost/jsontext.h>
#include <fencepost/template_make.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef FP_TEMPLATE

/* Texts that changes begin with, at most; places where a text is cut; its longest one, so that a
 * command can show it; and how many different readings of our own are told apart. */
enum { POOL_MOST = 256, CUTS = 3, TEXT_MOST = 1024, READINGS = 1 << 16 };

/* A text with its prompt; both owned. */
typedef struct message {
    fp_str prefix, text;
} message;

/* A kind of failure, and the texts that are kept of it. */
typedef struct kind {
    char *key; /* owned */
    message kept[FUZZ_KEPT_OF_KIND];
    size_t count;
} kind;

typedef struct search {
    const fuzz_template_question *question;
    fp_template_maker *maker;
    uint64_t made; /* by the maker */
    rng numbers;
    message pool[POOL_MOST];
    size_t pool_count;
    bool seen[READINGS];
    struct timespec began;
    fuzz_pace pace;
    kind *kinds;
    size_t kind_count, kind_cap;
    size_t failed; /* the number of the last input that failed */
    const message *now;
} search;

static void message_free(message *m)
{
    free((char *)(uintptr_t)m->prefix.ptr);
    free((char *)(uintptr_t)m->text.ptr);
}

static message message_copy(const message *m)
{
    return (message){ xcopy(m->prefix), xcopy(m->text) };
}

/* -- kinds ------------------------------------------------------------------------------------- */

static kind *kind_of(search *s, char *key)
{
    void *kinds = s->kinds;

    for (size_t i = 0; i < s->kind_count; i++)
        if (strcmp(s->kinds[i].key, key) == 0) {
            free(key);
            return &s->kinds[i];
        }
    xgrow(&kinds, &s->kind_cap, s->kind_count, sizeof *s->kinds);
    s->kinds = kinds;
    s->kinds[s->kind_count] = (kind){ .key = key };
    s->pace.kinds = s->kind_count + 1;
    return &s->kinds[s->kind_count++];
}

static size_t size_of(const message *m)
{
    return m->prefix.len + m->text.len;
}

/* A free place, or that of the longest. */
static void keep(kind *k, const message *m)
{
    message *place = &k->kept[0];

    if (k->count < FUZZ_KEPT_OF_KIND) {
        k->kept[k->count++] = message_copy(m);
        return;
    }
    for (size_t i = 1; i < k->count; i++)
        if (size_of(&k->kept[i]) > size_of(place))
            place = &k->kept[i];
    if (size_of(place) <= size_of(m))
        return;
    message_free(place);
    *place = message_copy(m);
}

/* An on_result: the first way in which a text fails is its kind. */
static void on_check(void *context, const result *r)
{
    search *s = context;
    mechanism m;

    if (!result_counts(r, false) || s->failed == s->pace.inputs)
        return;
    s->failed = s->pace.inputs;
    s->pace.failed++;
    m = mechanism_of(r);
    keep(kind_of(s, xformat("%s %s", m.key, r->kind ? r->kind : "")), s->now);
    mechanism_free(&m);
}

/* -- one text ---------------------------------------------------------------------------------- */

/* Which regions our own executor finds, one after the other, and how it ends. */
static uint64_t reading_of(const template_case *one)
{
    static const template_policies USUAL = { .numbers_double = false };
    template_answer a = template_own_answer(one, &USUAL, NULL);
    uint64_t hash = hash_bytes(HASH_START, &a.kind, sizeof a.kind);
    fp_str event, word;

    for (size_t at = 0; a.kind == TEMPLATE_MESSAGE &&
                        fp_jsontext_item((fp_str){ a.events.ptr, a.events.len }, &at, &event);)
        for (size_t in = 0, i = 0; i < 2 && fp_jsontext_item(event, &in, &word); i++)
            hash = hash_bytes(hash, word.ptr, word.len);
    if (a.kind != TEMPLATE_MESSAGE)
        hash = hash_bytes(hash, a.message.ptr, a.message.len);
    template_answer_free(&a);
    return rng_mix(hash);
}

/* A text on which our own executor did something new is one that changes begin with. */
static void learn(search *s, const template_case *one)
{
    bool *seen = &s->seen[reading_of(one) % READINGS];
    message *place;

    if (*seen)
        return;
    *seen = true;
    s->pace.watched++;
    if (s->pool_count < POOL_MOST) {
        s->pool[s->pool_count++] = message_copy(s->now);
        return;
    }
    place = &s->pool[rng_below(&s->numbers, POOL_MOST)];
    message_free(place);
    *place = message_copy(s->now);
}

static void judge(search *s, const message *m)
{
    const fuzz_template_question *q = s->question;
    template_cases *c = template_cases_none();
    const bool chosen[] = { true };
    const template_run all = { c, chosen, on_check, s, CUTS, rng_next(&s->numbers) };

    template_cases_add(c, q->file->template,
                       &(template_text){ TEMPLATE_SUBJECT "/fuzzed", "a text of a fuzzer",
                                         "TEMPLATE-3.1", m->prefix, m->text });
    s->now = m;
    s->pace.inputs++;
    learn(s, template_case_at(c, 0));
    run_template_worker(&all, q->worker);
    template_cases_free(c);
}

/* A text that the maker makes, or one of the pool that is changed. */
static void try_next(search *s)
{
    fp_template_made made;
    fp_json text = { 0 };
    message m;

    if (!s->pool_count || rng_one_in(&s->numbers, 3)) {
        need_memory(fp_template_make(s->maker, s->question->seed, s->made++, &made));
        m.prefix = made.prefix.len <= TEXT_MOST / 2 ? made.prefix : FP_STR("");
        m.text = visible_beginning(made.text, TEXT_MOST - m.prefix.len);
        judge(s, &m);
        return;
    }
    m = s->pool[rng_below(&s->numbers, s->pool_count)];
    m.prefix = xcopy(m.prefix); /* the pool may change meanwhile */
    template_edit(m.text, s->pool[rng_below(&s->numbers, s->pool_count)].text, &s->numbers,
                  TEXT_MOST - m.prefix.len, &text);
    m.text = (fp_str){ text.ptr ? text.ptr : "", text.len };
    judge(s, &m);
    free((char *)(uintptr_t)m.prefix.ptr);
    fp_json_free(&text);
}

/* -- all --------------------------------------------------------------------------------------- */

static double seconds_since(const struct timespec *began)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

static bool is_over(const search *s)
{
    const fuzz_template_question *q = s->question;

    return session_lost(q->worker) || interrupt_stops() ||
           (q->inputs && s->pace.inputs >= q->inputs) ||
           (q->seconds && s->pace.seconds >= q->seconds);
}

/* Hands over what is kept, in the order of kinds. */
static template_cases *found_of(search *s)
{
    template_cases *c = template_cases_none();

    for (size_t i = 0, number = 1; i < s->kind_count; i++) {
        for (size_t k = 0; k < s->kinds[i].count; k++, number++) {
            message *m = &s->kinds[i].kept[k];
            char *id = xformat(TEMPLATE_SUBJECT "/fuzzed/%zu", number);

            template_cases_add(
                c, s->question->file->template,
                &(template_text){ id, "a text of a fuzzer", "TEMPLATE-3.1", m->prefix, m->text });
            message_free(m);
            free(id);
        }
        free(s->kinds[i].key);
    }
    free(s->kinds);
    return c;
}

fuzz_template_found fuzz_template(const fuzz_template_question *question)
{
    search *s = xcalloc(1, sizeof *s);
    fuzz_template_found found;
    fp_template_error error;

    s->question = question;
    s->numbers.state = question->seed;
    s->maker = fp_template_maker_new(question->file->bytes, &error);
    need_memory(s->maker);
    clock_gettime(CLOCK_MONOTONIC, &s->began);
    while (!is_over(s)) {
        try_next(s);
        s->pace.seconds = seconds_since(&s->began);
        if (question->watch)
            question->watch(question->context, &s->pace);
    }
    found = (fuzz_template_found){ found_of(s), s->pace };
    for (size_t i = 0; i < s->pool_count; i++)
        message_free(&s->pool[i]);
    fp_template_maker_free(s->maker);
    free(s);
    return found;
}

#else

fuzz_template_found fuzz_template(const fuzz_template_question *question)
{
    (void)question;
    return (fuzz_template_found){ .cases = template_cases_none() };
}

#endif
