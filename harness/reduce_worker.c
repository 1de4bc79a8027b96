/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_worker.c: candidates judged on the worker: a golden outcome by the reference parser under
 * what the worker declares, CHUNK by the worker's own answer to the whole.
 */
#include "adhoc.h"
#include "finding.h"
#include "judge.h"
#include "laws.h"

#include <stdlib.h>
#include <string.h>

/* A candidate that kills the worker costs two starts of it, one that silences it two deadlines. */
enum { RESTARTS_EACH = 24, RESTARTS_ALL = 80, TIMEOUT_RESTARTS = 4 };

typedef struct bench {
    session *worker;
    const wire_hello *hello;
    judged judged;
    unsigned first; /* restarts before any reduction */
    unsigned spent; /* on what is being reduced, silences counted more */
    const finding *finding;
    unsigned spent_in_all;
} bench;

/* -- asking ------------------------------------------------------------------------------------ */

/* A reply that is kept. */
typedef struct answer {
    reply_kind kind;
    fp_outcome *outcome; /* owned; NULL: none */
    char *sentence;      /* owned; NULL: none */
} answer;

static void answer_free(answer *a)
{
    fp_outcome_free(a->outcome);
    free(a->sentence);
}

static void keep(void *context, void *token, const reply *got)
{
    answer *a = token;

    (void)context;
    a->kind = got->kind;
    a->outcome = got->outcome ? outcome_copy(got->outcome) : NULL;
    a->sentence = got->sentence ? xstrdup(got->sentence) : NULL;
}

static answer ask_worker(const bench *b, const candidate *c, const cutting *cut)
{
    answer a = { REPLY_LOST, NULL, NULL };
    const session_request request = {
        .syntax = b->finding->test->syntax, .input = c->input, .cut = cut, .catalogue = c->tools
    };

    session_ask(b->worker, &request, keep, NULL, &a);
    session_drain(b->worker);
    return a;
}

/* -- judging ----------------------------------------------------------------------------------- */

static verdict verdict_for(reply_kind kind, const difference *d, bool calls_expected)
{
    switch (kind) {
    case REPLY_OUTCOME:
        return d->fewer_calls ? VERDICT_REFUSED : d->more_calls ? VERDICT_ACCEPTED : VERDICT_WRONG;
    case REPLY_REFUSED:
        return calls_expected ? VERDICT_REFUSED : VERDICT_WRONG;
    case REPLY_CRASH:
        return VERDICT_CRASH;
    case REPLY_TIMEOUT:
        return VERDICT_TIMEOUT;
    case REPLY_PROTOCOL:
        return VERDICT_PROTOCOL;
    case REPLY_LOST:
        break;
    }
    return VERDICT_SKIPPED;
}

/* The answer, which is taken over, against what is expected. */
static failing compare(const bench *b, const expectation *expected, answer *a)
{
    failing f = { .verdict = VERDICT_PASS };
    difference d = { .kind = DIFFERS_NOT };

    if (a->kind != REPLY_OUTCOME || !judge_outcome(expected, a->outcome, &b->judged, &d)) {
        f.verdict = verdict_for(a->kind, &d, expected->call_count > 0);
        f.kind = a->kind == REPLY_REFUSED ? "error" : difference_name(d.kind);
        f.sentence = xstrdup(a->sentence ? a->sentence : d.sentence);
        f.expected = expectation_lines(expected, &b->judged);
        f.actual = a->outcome ? outcome_lines(a->outcome, &b->judged) : NULL;
    }
    answer_free(a);
    return f;
}

/* What our parser says under the policies of the candidate, or what the worker declares. False if
 * the catalogue is none any more. */
static bool reference_says(const bench *b, const candidate *c, fp_outcome **o,
                           fp_policies *policies)
{
    const fp_syntax *syntax = b->finding->test->syntax;
    fp_options options = fp_options_default(syntax);
    fp_catalogue *catalogue = NULL;
    bool good = true;

    options.policies = c->policies;
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (b->hello->policy.given[i])
            options.policies.of[i] = b->hello->policy.policies.of[i];
    if (c->tools && b->hello->catalogue) {
        catalogue = catalogue_of_tools(c->tools);
        good = catalogue != NULL;
    }
    options.catalogue = catalogue;
    *policies = options.policies;
    if (good && fp_parse(syntax, &options, c->input, o) != FP_OK)
        exit(EXIT_ADAPTER);
    fp_catalogue_free(catalogue);
    return good;
}

static failing judge_golden(const bench *b, const candidate *c)
{
    fp_policies policies;
    fp_outcome *said;
    expectation expected;
    answer a;
    failing f;

    if (!reference_says(b, c, &said, &policies))
        return (failing){ .verdict = VERDICT_PASS };
    expected = expectation_of_reference(said, &policies);
    a = ask_worker(b, c, NULL);
    f = compare(b, &expected, &a);
    expectation_release(&expected);
    fp_outcome_free(said);
    return f;
}

static failing judge_chunk(const bench *b, const candidate *c)
{
    const cutting cut = { .name = "reduced", .at = c->cuts, .count = c->cut_count };
    answer whole, pieces;
    expectation expected;
    failing f;

    if (!c->is_cut || !wire_can_take(b->hello, c->input, &cut))
        return (failing){ .verdict = VERDICT_PASS };
    whole = ask_worker(b, c, NULL);
    if (whole.kind != REPLY_OUTCOME) {
        f = (failing){ .verdict = whole.kind == REPLY_LOST ? VERDICT_SKIPPED : VERDICT_PASS };
        answer_free(&whole);
        return f;
    }
    pieces = ask_worker(b, c, &cut);
    expected = expectation_of(whole.outcome);
    f = compare(b, &expected, &pieces);
    if (f.verdict == VERDICT_WRONG && f.kind && strcmp(f.kind, "error") == 0)
        f.verdict = VERDICT_REFUSED; /* as it is said of the cuttings of a case */
    expectation_release(&expected);
    answer_free(&whole);
    return f;
}

/* Whether there are starts of the worker left for this failure, and for any. */
static bool affordable(bench *b, const finding *f)
{
    const unsigned now = session_restarts(b->worker) - b->first;
    const unsigned weight = f->verdict == VERDICT_TIMEOUT ? TIMEOUT_RESTARTS : 1;

    if (b->finding != f)
        b->spent = 0;
    else
        b->spent += (now - b->spent_in_all) * weight;
    b->spent_in_all = now;
    b->finding = f;
    return b->spent <= RESTARTS_EACH && now * weight <= RESTARTS_ALL && !session_lost(b->worker);
}

static failing judge_on_worker(void *context, const finding *f, const candidate *c)
{
    bench *b = context;

    if (!affordable(b, f))
        return (failing){ .verdict = VERDICT_SKIPPED };
    if (!wire_can_take(b->hello, c->input, NULL))
        return (failing){ .verdict = VERDICT_PASS };
    if (strcmp(f->check, "golden") == 0)
        return judge_golden(b, c);
    if (strcmp(f->check, law_name(LAW_CHUNK)) == 0)
        return judge_chunk(b, c);
    return (failing){ .verdict = VERDICT_SKIPPED };
}

void findings_reduce_worker(findings *f, session *worker, size_t budget)
{
    const wire_hello *hello = session_hello(worker);
    bench b = { .worker = worker,
                .hello = hello,
                .judged = { hello->spans, hello->diagnostics, false },
                .first = session_restarts(worker) };

    findings_reduce(f, judge_on_worker, &b, budget);
}
