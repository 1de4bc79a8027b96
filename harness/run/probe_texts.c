/* SPDX-License-Identifier: Apache-2.0 */
/* probe_texts.c: the laws that ask a worker about other texts made from the input: its prefixes,
 * its calls rendered, the input repeated, among words, renamed, and asked again.
 */
#include "judge/judge.h"
#include "law/law_texts.h"
#include "run/probe.h"
#include "run/truncation.h"

#include <fencepost/render.h>

#include <stdio.h>

enum {
    CALLS = 4,
    MARK = 32 /* of the marks that end a call, as many bytes may be there */
};

static const judged PLAIN = { false, false, false };

/* -- TRUNCATION ----------------------------------------------------------------------------------
 */

static size_t complete_calls_in(const law_subject *s, fp_str input)
{
    fp_outcome *o = law_reads(s, input);
    const size_t count = complete_call_count(o);

    fp_outcome_free(o);
    return count;
}

/* How many calls of a prefix may be complete. Under `whole` the marks that end a call may lack;
 * where they have begun, it is not judged whether it is complete (LAW-7.1). */
static size_t may_be_complete(const law_subject *s, fp_str prefix)
{
    size_t most = complete_calls_in(s, prefix);

    if (s->options->policies.of[FP_UNTERMINATED] != FP_UNTERMINATED_WHOLE)
        return most;
    for (size_t begun = 1; begun <= MARK && begun < prefix.len; begun++) {
        const size_t count = complete_calls_in(s, (fp_str){ prefix.ptr, prefix.len - begun });

        most = count > most ? count : most;
    }
    return most;
}

static void ask_truncation(probe *p)
{
    const law_subject subject = probe_subject(p);
    const fp_str input = p->what->test->input;
    size_t places[TRUNCATION_PLACES], count;

    if (p->what->options->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_RECOVER)
        p->skip = "it declares unterminated: recover";
    else if (complete_call_count(p->what->reference) != complete_call_count(p->what->whole))
        p->skip = "its calls are not those from which the prefixes are made";
    if (p->skip)
        return;
    count = truncation_places(input, p->what->reference, places);
    for (size_t i = 0; i < count; i++) {
        const fp_str prefix = { input.ptr, places[i] };

        if (!wire_cuts_token(session_hello(p->what->worker), subject.syntax, prefix))
            probe_ask(p, subject.syntax, prefix, false)->number = may_be_complete(&subject, prefix);
    }
}

static bool truncation_holds(probe *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const question *q = &p->questions[i];

        if (q->outcome && complete_call_count(q->outcome) > q->number)
            return probe_differs(p, p->what->reference, q->outcome,
                                 "the input ends inside a block, but its call is complete", q);
    }
    return true;
}

const probe_law PROBE_TRUNCATION = { LAW_TRUNCATION, ask_truncation, truncation_holds };

/* -- ROUND-TRIP and EQUIVALENCE -------------------------------------------------------------------
 */

/* Returns whether the worker reads the input's own calls: else golden says so, and a rendering of
 * calls that it does not have would only say it again. */
static bool reads_input(probe *p)
{
    difference d;

    if (judge_same_recovered(p->what->reference, p->what->recovered, p->what->whole, &PLAIN, &d))
        return true;
    p->skip = "the input itself is not read as expected";
    return false;
}

/* What the worker declares, in another syntax. */
static fp_options options_in(const probe *p, const fp_syntax *syntax)
{
    const wire_hello *hello = session_hello(p->what->worker);
    fp_options options = fp_options_default(syntax);

    wire_hello_overlay(hello, syntax, &options);
    options.policies.of[FP_TYPES] = p->what->options->policies.of[FP_TYPES];
    options.catalogue = p->what->options->catalogue;
    return options;
}

/* A rendering stands alone: no prompt goes before it. */
static void ask_rendering(probe *p, const fp_syntax *syntax, fp_str text, size_t index)
{
    question *q = probe_ask(p, syntax, text, false);

    q->number = index;
    q->alone = true;
}

/* Asks about the call in the syntax, if that can carry it. */
static void ask_call(probe *p, const fp_syntax *syntax, size_t index)
{
    const fp_call *call = fp_outcome_call(p->what->reference, index);
    const fp_options options = options_in(p, syntax);
    const law_subject subject = { .syntax = syntax, .options = &options };
    fp_refusal refusal;
    fp_json text = { 0 };

    if (call->complete && p->count < PROBE_REQUESTS_MAX &&
        xrender(syntax, &options, call, &text, &refusal)) {
        fp_outcome *back = law_reads(&subject, json_text(&text));

        if (outcome_is_call(back, call))
            ask_rendering(p, syntax, json_text(&text), index);
        fp_outcome_free(back);
    }
    fp_json_free(&text);
}

/* A call on its way to the worker's renderer and back. */
typedef struct rendered {
    size_t call;
    bool refused;
} rendered;

static void on_rendered(void *context, void *token, const reply *got)
{
    probe *p = context;
    rendered *r = token;

    if (got->kind == REPLY_OUTCOME)
        ask_rendering(p, p->what->test->syntax, fp_outcome_text(got->outcome), r->call);
    else if (got->kind != REPLY_REFUSED)
        probe_unanswered(p, FP_STR("render"), got);
    r->refused = got->kind == REPLY_REFUSED;
}

/* LAW-8.2: whether the worker may refuse a call because we cannot write it under its policies. */
static bool is_refused_by_ours(const probe *p, const fp_call *call)
{
    const fp_syntax *syntax = p->what->test->syntax;
    const fp_options options = options_in(p, syntax);
    fp_refusal refusal;
    fp_json text = { 0 };
    const bool written = xrender(syntax, &options, call, &text, &refusal);

    fp_json_free(&text);
    return !written;
}

/* Asks about the calls as the worker itself renders them (PROTOCOL-6.1). */
static void ask_own_renderings(probe *p)
{
    const fp_outcome *reference = p->what->reference;
    rendered all[CALLS];
    size_t count = 0, refused = 0;

    for (size_t i = 0; i < fp_outcome_call_count(reference) && i < CALLS; i++) {
        const fp_call *call = fp_outcome_call(reference, i);

        if (!call->complete || !wire_can_render(call) || session_lost(p->what->worker))
            continue;
        all[count] = (rendered){ .call = i };
        session_ask(p->what->worker,
                    &(session_request){ .op = WIRE_RENDER,
                                        .syntax = p->what->test->syntax,
                                        .call = call,
                                        .catalogue = p->what->test->catalogue_json },
                    on_rendered, p, &all[count++]);
    }
    session_drain(p->what->worker);
    for (size_t i = 0; i < count; i++) {
        refused += all[i].refused;
        if (all[i].refused && !p->refused &&
            !is_refused_by_ours(p, fp_outcome_call(reference, all[i].call)))
            p->refused = all[i].call + 1;
    }
    if (count && refused == count && !p->refused)
        p->skip = "the worker's renderer and ours refuse the calls of the input";
}

static void ask_round_trip(probe *p)
{
    if (!reads_input(p))
        return;
    if (session_hello(p->what->worker)->render) {
        ask_own_renderings(p);
        return;
    }
    for (size_t i = 0; i < fp_outcome_call_count(p->what->reference) && i < CALLS; i++)
        ask_call(p, p->what->test->syntax, i);
}

static void ask_equivalence(probe *p)
{
    const wire_hello *hello = session_hello(p->what->worker);

    if (hello->syntax_count < 2)
        p->skip = "it parses one syntax only";
    if (!reads_input(p))
        return;
    for (size_t i = 0; i < fp_outcome_call_count(p->what->reference) && i < CALLS / 2; i++)
        for (size_t k = 0; k < hello->syntax_count; k++)
            if (hello->syntaxes[k] != p->what->test->syntax)
                ask_call(p, hello->syntaxes[k], i);
}

static bool calls_come_back(probe *p)
{
    if (p->refused)
        return probe_fails(p,
                           "the worker's renderer refuses call %zu, which %s can carry (LAW-8.2)",
                           p->refused, fp_syntax_id(p->what->test->syntax));
    for (size_t i = 0; i < p->count; i++) {
        const question *q = &p->questions[i];
        const fp_call *call = fp_outcome_call(p->what->reference, q->number);

        if (!q->outcome)
            return probe_refuses(p, "rendered as %s, call %zu is refused", fp_syntax_id(q->syntax),
                                 q->number + 1);
        if (!outcome_is_call(q->outcome, call))
            return probe_differs(p, p->what->reference, q->outcome,
                                 "a call, rendered and parsed again, is not that call alone", q);
    }
    return true;
}

const probe_law PROBE_ROUND_TRIP = { LAW_ROUND_TRIP, ask_round_trip, calls_come_back };
const probe_law PROBE_EQUIVALENCE = { LAW_EQUIVALENCE, ask_equivalence, calls_come_back };

/* -- CONCATENATION -------------------------------------------------------------------------------
 */

static void ask_concatenation(probe *p)
{
    const law_subject subject = probe_subject(p);
    const fp_syntax *syntax = p->what->test->syntax;
    fp_json first = { 0 };

    if (law_text_first(&subject, &first)) {
        const question *one = probe_ask(p, syntax, json_text(&first), false);

        fp_json_bytes(&first, one->text);
        probe_ask(p, syntax, json_text(&first), false);
    } else {
        p->skip = "the input does not end outside a block";
    }
    fp_json_free(&first);
}

/* Returns the outcome expected of the input written twice; owned. */
static fp_outcome *both(const fp_outcome *o, size_t shift)
{
    fp_outcome *twice = fp_outcome_new();

    need_memory(twice);
    for (size_t n = 0; n < 2; n++) {
        need_memory(fp_outcome_add_text(twice, fp_outcome_text(o)) &&
                    fp_outcome_add_reasoning(twice, fp_outcome_reasoning(o)));
        for (size_t i = 0; i < fp_outcome_call_count(o); i++) {
            fp_call call = *fp_outcome_call(o, i);

            call.start += n * shift;
            call.end += n * shift;
            need_memory(fp_outcome_add_call(twice, &call));
        }
    }
    return twice;
}

static bool concatenation_holds(probe *p)
{
    const judged what = { p->what->judged.spans, false, false };
    const question *one = &p->questions[0], *two = &p->questions[1];
    fp_outcome *expected;
    difference d;
    bool same;

    if (!one->outcome)
        return true; /* it refuses the input as well */
    if (!two->outcome)
        return probe_refuses(p, "the input is accepted, but refused when it is repeated");
    expected = both(one->outcome, one->text.len);
    same = expected &&
           (judge_same(expected, two->outcome, &what, &d) ||
            probe_differs(p, expected, two->outcome,
                          "the input repeated is read differently than each copy alone", two));
    fp_outcome_free(expected);
    return same;
}

const probe_law PROBE_CONCATENATION = { LAW_CONCATENATION, ask_concatenation, concatenation_holds };

/* -- SURROUNDING ---------------------------------------------------------------------------------
 */

static void ask_surrounding(probe *p)
{
    const law_subject subject = probe_subject(p);
    fp_json text = { 0 };
    insertions put;

    if (law_text_surrounded(&subject, &text, &put))
        probe_ask(p, p->what->test->syntax, json_text(&text), false);
    else
        p->skip = "no words can be put around the input";
    fp_json_free(&text);
}

static bool surrounding_holds(probe *p)
{
    const question *q = &p->questions[0];
    const law_subject subject = probe_subject(p);
    const fp_outcome *alone = p->what->whole, *among = q->outcome;
    fp_json text = { 0 };
    insertions put;
    bool same;

    if (!among)
        return probe_refuses(p, "with plain words around its blocks, the input is refused");
    law_text_surrounded(&subject, &text, &put);
    fp_json_free(&text);
    same = fp_outcome_call_count(alone) == fp_outcome_call_count(among);
    for (size_t i = 0; same && i < fp_outcome_call_count(alone); i++) {
        const fp_call moved = law_moved(&put, fp_outcome_call(alone, i));
        const fp_call *call = fp_outcome_call(among, i);

        same = fp_call_equal(&moved, call) && moved.complete == call->complete &&
               (!p->what->judged.spans || (moved.start == call->start && moved.end == call->end));
    }
    return same || probe_differs(p, alone, among,
                                 "with plain words around its blocks, the calls change", q);
}

const probe_law PROBE_SURROUNDING = { LAW_SURROUNDING, ask_surrounding, surrounding_holds };

/* -- RENAMING ------------------------------------------------------------------------------------
 */

static void ask_renaming(probe *p)
{
    const law_subject subject = probe_subject(p);
    fp_outcome *expected = NULL;
    fp_json text = { 0 };

    if (!reads_input(p))
        return;
    if (law_text_renamed(&subject, &text, &expected))
        probe_ask(p, p->what->test->syntax, json_text(&text), false);
    else
        p->skip = "the input has no call that can be renamed";
    fp_outcome_free(expected);
    fp_json_free(&text);
}

static bool renaming_holds(probe *p)
{
    const question *q = &p->questions[0];
    const law_subject subject = probe_subject(p);
    fp_outcome *expected;
    fp_json text = { 0 };
    char how[120];
    difference d;
    bool same;

    if (!q->outcome)
        return probe_refuses(p, "with its calls renamed by --seed %llu, the input is refused",
                             (unsigned long long)p->what->seed);
    if (!law_text_renamed(&subject, &text, &expected))
        return true;
    snprintf(how, sizeof how, "renamed by --seed %llu, the input is read differently",
             (unsigned long long)p->what->seed);
    same = judge_same(expected, q->outcome, &PLAIN, &d) ||
           probe_differs(p, expected, q->outcome, how, q);
    fp_outcome_free(expected);
    fp_json_free(&text);
    return same;
}

const probe_law PROBE_RENAMING = { LAW_RENAMING, ask_renaming, renaming_holds };

/* -- ISOLATION -----------------------------------------------------------------------------------
 */

enum { AGAIN, RESET, INTERLEAVED, NOT_JUDGED, INTERLEAVED_MAX = 2048 };

/* Half of the input, which may well end inside a block. */
static fp_str half_of(fp_str input)
{
    size_t len = input.len / 2;

    while (len < input.len && ((unsigned char)input.ptr[len] & 0xC0) == 0x80)
        len++;
    return (fp_str){ input.ptr, len };
}

/* Once more; then by a parser that had half of it before and was reset, and beside one that is fed
 * half of it in turns, where the worker offers these (PROTOCOL-6.3, 6.4). */
static void ask_isolation(probe *p)
{
    const wire_hello *hello = session_hello(p->what->worker);
    const fp_syntax *syntax = p->what->test->syntax;
    const fp_str input = p->what->test->input, half = half_of(input);

    probe_ask(p, syntax, input, false)->number = AGAIN;
    if (hello->reset && !hello->needs_tools) { /* each input has tools of its own */
        probe_ask(p, syntax, half, false)->number = NOT_JUDGED;
        question *q = probe_ask(p, syntax, input, false);

        q->number = RESET;
        q->reuse = true;
    }
    if (hello->interleave && half.len && input.len <= INTERLEAVED_MAX) {
        probe_ask(p, syntax, input, true)->number = NOT_JUDGED; /* CHUNK and WHOLE do */
        question *q = probe_ask(p, syntax, input, true);

        q->number = INTERLEAVED;
        q->beside = half;
    }
}

static bool isolation_holds(probe *p)
{
    static const char *const HOW[] = {
        [AGAIN] = "asked about the input again",
        [RESET] = "asked about the input with a parser that was used and reset",
        [INTERLEAVED] = "asked about the input in turns with another",
    };
    char how[120];
    difference d;

    for (size_t i = 0; i < p->count; i++) {
        const question *q = &p->questions[i];
        const fp_outcome *alone =
            q->number == INTERLEAVED ? p->questions[i - 1].outcome : p->what->whole;

        if (q->number == NOT_JUDGED || !alone)
            continue;
        if (!q->outcome)
            return probe_refuses(p, "%s, it refuses it", HOW[q->number]);
        snprintf(how, sizeof how, "%s, it answers differently", HOW[q->number]);
        if (!judge_same(alone, q->outcome, &p->what->judged, &d))
            return probe_differs(p, alone, q->outcome, how, q);
    }
    return true;
}

const probe_law PROBE_ISOLATION = { LAW_ISOLATION, ask_isolation, isolation_holds };
