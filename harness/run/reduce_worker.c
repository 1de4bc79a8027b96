/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_worker.c: judges candidates on the worker: a golden outcome by the reference parser under
 * the worker's declared policies, CHUNK by the worker's own answer to the whole input, any other
 * law by that law (worker_laws.h).
 */
#include "judge/adhoc.h"
#include "judge/constrained.h"
#include "judge/declared.h"
#include "judge/judge.h"
#include "run/run.h"
#include "run/two_answers.h"
#include "run/worker_laws.h"
#include "worker/answer.h"

#include <stdlib.h>
#include <string.h>

/* A candidate that kills the worker costs two starts of it, one that silences it two deadlines. */
enum { RESTARTS_EACH = 24, RESTARTS_ALL = 80, TIMEOUT_RESTARTS = 4 };

/* LINEAR takes so long that only one form of it is looked for, and with so many tests. */
enum { LINEAR_TRIES = 40 };

typedef struct bench {
    session *worker;
    const wire_hello *hello;
    judged judged;
    unsigned first; /* restarts before any reduction */
    unsigned spent; /* on what is being reduced, silences counted more */
    const finding *finding;
    unsigned spent_in_all;
    uint64_t seed;
    char *way; /* how the law was broken that is reduced now; owned; NULL: that is not known yet */
    uint64_t codes; /* a bit for each diagnostic of the input that is reduced now, and whether */
    bool codes_known;
    unsigned linear_tries;
} bench;

/* -- asking ------------------------------------------------------------------------------------ */

static answer ask_worker(const bench *b, const candidate *c, const cutting *cut)
{
    answer a = { .kind = REPLY_LOST };
    const session_request request = { .syntax = b->finding->test->syntax,
                                      .input = c->input,
                                      .prefix = b->finding->test->prefix,
                                      .ends_as = b->finding->test,
                                      .cut = cut,
                                      .catalogue = c->tools };

    session_ask(b->worker, &request, answer_keep, NULL, &a);
    session_drain(b->worker);
    return a;
}

/* -- judging ----------------------------------------------------------------------------------- */

static verdict verdict_for(const test_case *t, reply_kind kind, const difference *d,
                           const expectation *expected)
{
    const char *why;

    if (kind == REPLY_REFUSED && t && judge_error_is_reading(t, expected, &why))
        return VERDICT_DIFFERS;
    if (kind == REPLY_REFUSED)
        return expected->call_count ? VERDICT_REFUSED : VERDICT_WRONG;
    if (t)
        return verdict_of_case(t, kind, d);
    return kind == REPLY_OUTCOME ? verdict_of_difference(d) : verdict_of_reply(kind);
}

/* Returns whether a reading of a case is one that the worker declares. */
static bool is_declared(const bench *b, const test_case *t, const expectation *expected,
                        size_t recovered, const answer *a)
{
    const declared_readings *d = wire_hello_readings(b->hello, t->syntax);
    const char *by = "";
    expectation open;
    bool good;

    if (a->kind == REPLY_REFUSED)
        return judge_error_is_declared(t, expected, d, &by);
    open = expectation_opened(expected, recovered);
    good = judge_is_declared(t, &open, a->outcome, &b->judged, d, &by);
    free(open.calls);
    return good;
}

/* The answer, which is taken over, against what is expected, of which so many calls are recovered:
 * of a case, whose parts weigh as its clauses do, or, NULL, of no case. */
static failing compare(const bench *b, const test_case *t, const expectation *expected,
                       size_t recovered, answer *a)
{
    failing f = { .verdict = VERDICT_PASS };
    difference d = { .kind = DIFFERS_NOT };
    const bool same = a->kind == REPLY_OUTCOME &&
                      judge_recovered(t, expected, recovered, a->outcome, &b->judged, &d);

    if (!same) {
        f.verdict = verdict_for(t, a->kind, &d, expected);
        if (t && f.verdict == VERDICT_DIFFERS && is_declared(b, t, expected, recovered, a))
            f.verdict = VERDICT_DECLARED;
        f.kind = difference_name(a->kind == REPLY_REFUSED ? DIFFERS_ERROR : d.kind);
        f.harm = harm_of_reply(a->kind, &d, expected->call_count > 0);
        f.sentence = xstrdup(a->sentence ? a->sentence : d.sentence);
        f.expected = expectation_lines(expected, &b->judged);
        f.actual = a->outcome ? outcome_lines(a->outcome, &b->judged) : NULL;
    }
    answer_free(a);
    return f;
}

/* The options of the candidate, or what the worker declares, with its catalogue, which is to be
 * freed. False if it cannot be read. */
static bool options_of(const bench *b, const candidate *c, fp_options *options,
                       fp_catalogue **catalogue)
{
    const test_case *t = b->finding->test;

    *options = fp_options_default(t->syntax);
    options->policies = c->policies;
    options->prefix = t->prefix;
    wire_hello_overlay(b->hello, t->syntax, options);
    *catalogue = c->tools && b->hello->catalogue ? catalogue_of_tools(c->tools) : NULL;
    options->catalogue = *catalogue;
    return *catalogue || !c->tools || !b->hello->catalogue;
}

/* Returns whether a model can write the candidate, if it is one that is held to a grammar
 * (PROTOCOL-2.12).
 */
static bool can_be_written(const bench *b, const candidate *c)
{
    fp_options options;
    fp_catalogue *catalogue;
    const bool can = options_of(b, c, &options, &catalogue) &&
                     input_is_constrained(b->finding->test->syntax, &options, c->input);

    fp_catalogue_free(catalogue);
    return can;
}

/* Gets the outcome of our parser under the policies of the candidate, or under those that the
 * worker declares, and how many of its calls are recovered. False if the catalogue has become
 * invalid. */
static bool reference_says(const bench *b, const candidate *c, fp_outcome **o, size_t *recovered)
{
    const fp_syntax *syntax = b->finding->test->syntax;
    fp_options options;
    fp_catalogue *catalogue;
    const bool good = options_of(b, c, &options, &catalogue);

    *recovered = good ? recovered_calls(syntax, &options, c->input) : 0;
    need_memory(!good || fp_parse(syntax, &options, c->input, o) == FP_OK);
    fp_catalogue_free(catalogue);
    return good;
}

/* Returns whether our parser finds nothing wrong with the candidate that is not wrong with the
 * input it was made from, which is the first one. Else a call without a name, say, would be the
 * smallest form of a truncated call that runs. */
static bool has_no_other_fault(bench *b, const fp_outcome *said)
{
    uint64_t codes = 0;

    _Static_assert(FP_CODE_COUNT <= 64, "a bit for each code");
    for (size_t i = 0; i < fp_outcome_diagnostic_count(said); i++)
        codes |= UINT64_C(1) << fp_outcome_diagnostic(said, i)->code;
    if (!b->codes_known)
        b->codes = codes;
    b->codes_known = true;
    return !(codes & ~b->codes);
}

static failing judge_golden(bench *b, const candidate *c)
{
    size_t recovered;
    fp_outcome *said;
    expectation expected;
    answer a;
    failing f;

    if (!reference_says(b, c, &said, &recovered))
        return (failing){ .verdict = VERDICT_PASS };
    if (!has_no_other_fault(b, said)) {
        fp_outcome_free(said);
        return (failing){ .verdict = VERDICT_PASS };
    }
    expected = expectation_of_reference(said);
    a = ask_worker(b, c, NULL);
    f = compare(b, b->finding->test, &expected, recovered, &a);
    expectation_release(&expected);
    fp_outcome_free(said);
    return f;
}

/* Returns whether the answer is our parser's answer to the candidate. */
static bool is_right(const bench *b, const candidate *c, const fp_outcome *said)
{
    fp_outcome *reference;
    expectation expected;
    size_t recovered;
    difference d;
    bool right;

    if (!said || !reference_says(b, c, &reference, &recovered))
        return false;
    expected = expectation_of_reference(reference);
    right = judge_recovered(NULL, &expected, recovered, said, &b->judged, &d);
    expectation_release(&expected);
    fp_outcome_free(reference);
    return right;
}

/* The answers in one piece and in several, both taken over, against each other. */
static failing compare_two(const bench *b, const candidate *c, answer *whole, answer *pieces)
{
    const two_answers both =
        two_answers_of(whole->outcome, is_right(b, c, whole->outcome), pieces->outcome,
                       is_right(b, c, pieces->outcome), SIDES_CUT);
    const bool swapped = both.right == PIECES_ARE_RIGHT;
    expectation expected = expectation_of(both.expected);
    failing f;

    f = compare(b, NULL, &expected, 0, swapped ? whole : pieces);
    f.sides = both.sides;
    if (swapped && f.sentence) {
        char *sentence = xformat("in one piece: %s", f.sentence);

        free(f.sentence);
        f.sentence = sentence;
    }
    expectation_release(&expected);
    answer_free(swapped ? pieces : whole);
    return f;
}

/* Returns whether the outcomes are the same, and the events are not. */
static bool events_differ(const bench *b, const answer *whole, const answer *pieces, failing *f)
{
    difference d;

    if (!b->hello->events || pieces->kind != REPLY_OUTCOME ||
        !judge_same(whole->outcome, pieces->outcome, &b->judged, &d) ||
        wire_log_same(&whole->log, &pieces->log, &b->judged, &d))
        return false;
    *f = (failing){ .verdict = VERDICT_WRONG,
                    .kind = difference_name(d.kind),
                    .sentence = xstrdup(d.sentence),
                    .expected = outcome_lines(whole->outcome, &b->judged),
                    .actual = outcome_lines(pieces->outcome, &b->judged) };
    return true;
}

static failing judge_chunk(const bench *b, const candidate *c)
{
    const cutting cut = { .name = "reduced", .at = c->cuts, .count = c->cut_count };
    answer whole, pieces;
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
    if (events_differ(b, &whole, &pieces, &f)) {
        answer_free(&whole);
        answer_free(&pieces);
        return f;
    }
    f = compare_two(b, c, &whole, &pieces);
    if (f.verdict == VERDICT_WRONG && f.kind == difference_name(DIFFERS_ERROR))
        f.verdict = VERDICT_REFUSED; /* as for the cuttings of a case */
    return f;
}

/* -- laws -------------------------------------------------------------------------------------- */

/* What a law found. */
typedef struct ruling {
    const char *check;
    failing f;
} ruling;

static void on_ruling(void *context, const result *r)
{
    ruling *said = context;

    if (strcmp(r->check, said->check) != 0 || !result_failed(r))
        return;
    said->f.verdict = r->verdict;
    said->f.kind = r->kind;
    said->f.harm = r->harm;
    said->f.sides = r->sides;
    said->f.sentence = xstrdup(r->sentence);
    said->f.expected = r->expected ? xstrdup(r->expected) : NULL;
    said->f.actual = r->actual ? xstrdup(r->actual) : NULL;
}

static policy_set policies_of(const bench *b, const candidate *c)
{
    const fp_options usual = fp_options_default(b->finding->test->syntax);
    policy_set set = { .policies = c->policies };

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        set.given[i] = c->policies.of[i] != usual.policies.of[i];
    return set;
}

/* Asks about the law, with the answer to the whole, which is taken over. */
static failing ask_law(const bench *b, const test_case *t, law only, answer *whole)
{
    const fp_options options = worker_options(t, b->hello);
    ruling said = { b->finding->check, { .verdict = VERDICT_PASS } };
    fp_outcome *reference;

    need_memory(fp_parse(t->syntax, &options, t->input, &reference) == FP_OK);
    worker_laws(&(law_case){ .test = t,
                             .worker = b->worker,
                             .options = &options,
                             .reference = reference,
                             .recovered = recovered_calls(t->syntax, &options, t->input),
                             .whole = whole->outcome,
                             .whole_log = &whole->log,
                             .breach = whole->breach,
                             .judged = b->judged,
                             .seed = b->seed,
                             .linear_ms = only == LAW_LINEAR ? LINEAR_ALONE_MS : 0,
                             .only = &only,
                             .say = on_ruling,
                             .context = &said });
    session_drain(b->worker);
    fp_outcome_free(reference);
    answer_free(whole);
    return said.f;
}

/* Past a quoted text, which begins here; to the end if nothing closes it. */
static size_t past_quote(const char *text, size_t at, size_t len)
{
    for (at++; at < len && text[at] != '"'; at++)
        at += text[at] == '\\';
    return at < len ? at : len - 1;
}

/* What a sentence on a broken law says without what it counts and quotes: two that say the same
 * tell of one way to break it. Owned. */
static char *way_of(const char *sentence)
{
    const char *asked = strstr(sentence, "; asked:"), *object = strchr(sentence, '{');
    const char *end = asked && (!object || asked < object) ? asked : object;
    const size_t len = end ? (size_t)(end - sentence) : strlen(sentence);
    char *way = xcalloc(len + 1, 1);
    size_t count = 0;

    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)sentence[i];

        if (byte == '"')
            i = past_quote(sentence, i, len);
        else if ((byte < '0' || byte > '9') && byte < 0x80)
            way[count++] = (char)byte;
    }
    return way;
}

/* Returns whether the law is broken in the way that is being reduced, which the first candidate
 * shows. */
static bool is_same_way(bench *b, const char *sentence)
{
    char *way = way_of(sentence);
    const bool same = !b->way || strcmp(b->way, way) == 0;

    if (!b->way)
        b->way = way;
    else
        free(way);
    return same;
}

static failing judge_law(bench *b, const candidate *c, law l)
{
    const policy_set policy = policies_of(b, c);
    fp_catalogue *catalogue = c->tools ? catalogue_of_tools(c->tools) : NULL;
    failing f = { .verdict = VERDICT_PASS };
    problems p = { 0 };
    answer whole;
    adhoc *made;

    if (c->tools && !catalogue)
        return f;
    fp_catalogue_free(catalogue);
    if (l == LAW_LINEAR && b->linear_tries++ >= LINEAR_TRIES)
        return (failing){ .verdict = VERDICT_SKIPPED };
    whole = ask_worker(b, c, NULL);
    if (whole.kind != REPLY_OUTCOME) {
        f.verdict = whole.kind == REPLY_LOST ? VERDICT_SKIPPED : VERDICT_PASS;
        answer_free(&whole);
        return f;
    }
    made = adhoc_new(b->finding->test->syntax, b->finding->test->prefix, c->input, c->tools,
                     &policy, &p);
    if (!made)
        exit(EXIT_ADAPTER);
    f = ask_law(b, adhoc_case(made), l, &whole);
    adhoc_free(made);
    if (f.verdict != VERDICT_PASS && !is_same_way(b, f.sentence)) {
        failing_free(&f);
        f.verdict = VERDICT_PASS;
    }
    return f;
}

/* -- all of them ------------------------------------------------------------------------------- */

/* Returns whether there are starts of the worker left for this failure, and for any. */
static bool affordable(bench *b, const finding *f)
{
    const unsigned now = session_restarts(b->worker) - b->first;
    const unsigned weight = f->verdict == VERDICT_TIMEOUT ? TIMEOUT_RESTARTS : 1;

    if (b->finding != f) {
        b->spent = 0;
        free(b->way);
        b->way = NULL;
        b->codes_known = false;
    } else {
        b->spent += (now - b->spent_in_all) * weight;
    }
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
    if (b->hello->constrained && !can_be_written(b, c))
        return (failing){ .verdict = VERDICT_PASS };
    if (strcmp(f->check, "golden") == 0)
        return judge_golden(b, c);
    for (unsigned l = 0; l < LAW_COUNT; l++)
        if (strcmp(f->check, law_name((law)l)) == 0)
            return l == LAW_CHUNK ? judge_chunk(b, c) : judge_law(b, c, (law)l);
    return (failing){ .verdict = VERDICT_SKIPPED };
}

void findings_reduce_worker(findings *f, session *worker, uint64_t seed, size_t budget)
{
    const wire_hello *hello = session_hello(worker);
    bench b = { .worker = worker,
                .hello = hello,
                .judged = { hello->spans, hello->diagnostics, false },
                .first = session_restarts(worker),
                .seed = seed };

    findings_reduce(f, judge_on_worker, &b, budget);
    free(b.way);
}
