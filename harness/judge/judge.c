/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c: compares outcomes with what a case expects. */
#include "judge/judge.h"

#include "base/values.h"
#include "base/visible.h"
#include "judge/arguments.h"
#include "judge/judge_lines.h"

#include <fencepost/json.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *difference_name(difference_kind kind)
{
    static const char *const NAMES[DIFFERS_COUNT] = {
        [DIFFERS_FEWER_CALLS] = "fewer-calls",
        [DIFFERS_MORE_CALLS] = "more-calls",
        [DIFFERS_NAME] = "name",
        [DIFFERS_ID] = "id",
        [DIFFERS_COMPLETE] = "complete",
        [DIFFERS_KEYS] = "keys",
        [DIFFERS_VALUE] = "value",
        [DIFFERS_ARGUMENTS_NOT_JSON] = "arguments-not-json",
        [DIFFERS_ARGUMENTS_NOT_OBJECT] = "arguments-not-object",
        [DIFFERS_ARGUMENTS_TWO_OBJECTS] = "arguments-two-objects",
        [DIFFERS_ARGUMENTS_DUPLICATE_KEY] = "arguments-duplicate-key",
        [DIFFERS_SPAN] = "span",
        [DIFFERS_TEXT_LOST] = "text-lost",
        [DIFFERS_TEXT_EXTRA] = "text-extra",
        [DIFFERS_TEXT] = "text",
        [DIFFERS_REASONING] = "reasoning",
        [DIFFERS_DIAGNOSTICS] = "diagnostics",
        [DIFFERS_EVENTS] = "events",
        [DIFFERS_ERROR] = "error",
    };

    return NAMES[kind];
}

bool difference_breaks_arguments(difference_kind kind)
{
    return kind >= DIFFERS_ARGUMENTS_NOT_JSON && kind <= DIFFERS_ARGUMENTS_DUPLICATE_KEY;
}

__attribute__((format(printf, 3, 4))) static bool differs(difference *d, difference_kind kind,
                                                          const char *format, ...)
{
    va_list args;

    d->kind = kind;
    va_start(args, format);
    vsnprintf(d->sentence, sizeof d->sentence, format, args);
    va_end(args);
    return false;
}

static bool bytes_differ(difference *d, difference_kind kind, const char *what, fp_str expected,
                         fp_str actual)
{
    const size_t least = expected.len < actual.len ? expected.len : actual.len;
    size_t at = 0;
    char *want, *have;

    while (at < least && expected.ptr[at] == actual.ptr[at])
        at++;
    want = judge_piece(expected, at);
    have = judge_piece(actual, at);
    differs(d, kind, "%s differs at its byte %zu: expected %s, got %s", what, at, want, have);
    free(want);
    free(have);
    return false;
}

/* -- calls ----------------------------------------------------------------------------------- */

/* MODEL-1.6: what is answered as JSON cannot have all bytes. */
static bool same_input(const fp_call *want, const fp_call *have, const judged *what)
{
    return what->clauses ? fp_call_equal(want, have) : call_equal_written(want, have);
}

static bool inputs_differ(const expected_call *e, const fp_call *call, size_t number,
                          bool same_keys, difference *d)
{
    char *have = judge_input_line(call), *want = judge_input_line(&e->call);

    differs(d, same_keys ? DIFFERS_VALUE : DIFFERS_KEYS, "call %zu: the input is %s, expected %s",
            number, have, want);
    free(have);
    free(want);
    return false;
}

static bool judge_input(const expected_call *e, const fp_call *call, size_t number,
                        const judged *what, difference *d)
{
    call_index index;
    const fp_arg *differing = NULL, *other = NULL;
    size_t found = 0;

    if (!e->judge_input || same_input(&e->call, call, what))
        return true;
    index = call_index_new(call);
    for (size_t i = 0; i < e->call.arg_count && !differing; i++) {
        const fp_arg *arg = &e->call.args[i];

        other = call_index_find(&index, arg->key);
        found += other != NULL;
        if (other && arg->value.kind == FP_VALUE_STRING && other->value.kind == FP_VALUE_STRING &&
            !fp_value_equal(&arg->value, &other->value))
            differing = arg;
    }
    call_index_free(&index);
    if (!differing)
        return inputs_differ(e, call, number,
                             found == e->call.arg_count && found == call->arg_count, d);

    char *key = visible_quoted(differing->key, JUDGE_KEY_MAX);
    char *part = xformat("call %zu: the value of %s", number, key);

    bytes_differ(d, DIFFERS_VALUE, part, differing->value.text, other->value.text);
    free(part);
    free(key);
    return false;
}

/* Arguments whose text is not one object: the parser's fault, and not its adapter's
 * (PROTOCOL-3.9). */
static bool arguments_differ(const fp_call *call, arguments_fault fault, fp_str text, size_t number,
                             difference *d)
{
    static const difference_kind KINDS[ARGUMENTS_FAULT_COUNT] = {
        [ARGUMENTS_NOT_JSON] = DIFFERS_ARGUMENTS_NOT_JSON,
        [ARGUMENTS_NOT_OBJECT] = DIFFERS_ARGUMENTS_NOT_OBJECT,
        [ARGUMENTS_TWO_OBJECTS] = DIFFERS_ARGUMENTS_TWO_OBJECTS,
        [ARGUMENTS_DUPLICATE_KEY] = DIFFERS_ARGUMENTS_DUPLICATE_KEY,
    };
    char *name = visible_quoted(call->name, JUDGE_KEY_MAX),
         *shown = visible_quoted(text, JUDGE_INPUT_MAX);

    differs(d, KINDS[fault], "call %zu: the arguments of %s are %s (PROTOCOL-3.9): %s", number,
            name, arguments_fault_title(fault), shown);
    free(name);
    free(shown);
    return false;
}

/* Returns whether a call that is not complete has arguments that were cut off, of which nothing is
 * said, and so nothing compared. */
static bool arguments_are_open(const expected_call *e, const fp_call *call)
{
    fp_str text;

    return !call->complete && !e->call.complete && arguments_fault_of(call, &text) &&
           !arguments_fault_of(&e->call, &text);
}

static bool judge_call(const expected_call *e, const fp_call *call, size_t number,
                       const judged *what, difference *d)
{
    const arguments_fault before = arguments_fault_of(&e->call, &(fp_str){ 0 });
    fp_str text;
    const arguments_fault fault = arguments_fault_of(call, &text);

    if (!fp_str_equal(e->call.name, call->name)) {
        char *name = xformat("call %zu: the name", number);

        bytes_differ(d, DIFFERS_NAME, name, e->call.name, call->name);
        free(name);
        return false;
    }
    if (what->clauses && e->judge_id && !fp_str_equal(e->call.id, call->id))
        return bytes_differ(d, DIFFERS_ID, "the id of a call", e->call.id, call->id);
    if (fault && !before && (e->call.complete || call->complete))
        return arguments_differ(call, fault, text, number, d);
    if (!e->either && e->call.complete != call->complete)
        return differs(d, DIFFERS_COMPLETE, "call %zu is %s, expected it %s", number,
                       call->complete ? "complete" : "incomplete",
                       e->call.complete ? "complete" : "incomplete");
    if (!arguments_are_open(e, call) && !judge_input(e, call, number, what, d)) {
        if (!e->call.complete && (!call->complete || (e->either && d->kind == DIFFERS_VALUE)))
            d->choice = "MODEL-1.12";
        return false;
    }
    if (what->spans && e->judge_span && (e->call.start != call->start || e->call.end != call->end))
        return differs(d, DIFFERS_SPAN,
                       "call %zu: the span is [%" PRIu64 ", %" PRIu64 "), expected [%" PRIu64
                       ", %" PRIu64 ")",
                       number, call->start, call->end, e->call.start, e->call.end);
    return true;
}

static bool judge_calls(const expectation *e, const fp_outcome *o, const judged *what,
                        difference *d)
{
    const size_t count = fp_outcome_call_count(o);
    difference chosen = *d; /* the first that is a choice: told if nothing else differs */

    for (size_t i = 0; i < e->call_count && i < count; i++) {
        *d = (difference){ .part = PART_CALLS };
        if (judge_call(&e->calls[i], fp_outcome_call(o, i), i + 1, what, d))
            continue;
        if (!d->choice) {
            d->fewer_calls = count < e->call_count;
            d->more_calls = count > e->call_count;
            return false;
        }
        if (!chosen.choice)
            chosen = *d;
    }
    *d = chosen;
    if (count == e->call_count)
        return !d->choice;
    *d = (difference){ .part = PART_CALLS,
                       .fewer_calls = count<e->call_count, .more_calls = count> e->call_count };
    return differs(d, DIFFERS_NOT, "%zu call%s, expected %zu", count, count == 1 ? "" : "s",
                   e->call_count);
}

/* -- text ------------------------------------------------------------------------------------ */

static fp_str trimmed(fp_str text)
{
    static const char BLANKS[] = " \t\r\n";

    while (text.len && memchr(BLANKS, text.ptr[0], sizeof BLANKS - 1))
        text = (fp_str){ text.ptr + 1, text.len - 1 };
    while (text.len && memchr(BLANKS, text.ptr[text.len - 1], sizeof BLANKS - 1))
        text.len--;
    return text;
}

/* MODEL-1.13. Where a text is between calls its outcome does not say: with calls, any blank may be
 * beside one. */
static bool only_outer_blanks(fp_str expected, fp_str actual, bool calls)
{
    return calls ? same_words(expected, actual) : fp_str_equal(trimmed(expected), trimmed(actual));
}

static bool judge_text(fp_str expected, fp_str actual, bool calls, difference *d)
{
    const difference_kind kind = actual.len < expected.len   ? DIFFERS_TEXT_LOST
                                 : actual.len > expected.len ? DIFFERS_TEXT_EXTRA
                                                             : DIFFERS_TEXT;

    if (fp_str_equal(expected, actual))
        return true;
    if (only_outer_blanks(expected, actual, calls))
        d->choice = "MODEL-1.13";
    return bytes_differ(d, kind, "the text", expected, actual);
}

static bool judge_reasoning(fp_str expected, fp_str actual, difference *d)
{
    return fp_str_equal(expected, actual) ||
           bytes_differ(d, DIFFERS_REASONING, "the reasoning", expected, actual);
}

/* A text that is a choice does not hide another reasoning. */
static bool judge_texts(const expectation *e, const fp_outcome *o, difference *d)
{
    const bool same = judge_text(e->text, fp_outcome_text(o), e->call_count > 0, d);
    difference other = { .part = d->part };

    if (!same && !d->choice)
        return false;
    if (judge_reasoning(e->reasoning, fp_outcome_reasoning(o), &other))
        return same;
    *d = other;
    return false;
}

/* -- diagnostics ----------------------------------------------------------------------------- */

static bool judge_diagnostic(const expected_diagnostic *e, const fp_diagnostic *actual,
                             size_t number, const judged *what, difference *d)
{
    if (e->code != actual->code)
        return differs(d, DIFFERS_DIAGNOSTICS, "diagnostic %zu is %s, expected %s", number,
                       fp_code_name(actual->code), fp_code_name(e->code));
    if (e->judge_offset && e->offset != actual->offset)
        return differs(d, DIFFERS_DIAGNOSTICS,
                       "diagnostic %zu (%s) is at byte %" PRIu64 ", expected at %" PRIu64, number,
                       fp_code_name(e->code), actual->offset, e->offset);
    if (what->clauses && e->clause && (!actual->clause || strcmp(e->clause, actual->clause) != 0))
        return differs(d, DIFFERS_DIAGNOSTICS, "diagnostic %zu (%s) follows from %s, expected %s",
                       number, fp_code_name(e->code), actual->clause ? actual->clause : "no clause",
                       e->clause);
    return true;
}

static bool judge_diagnostics(const expectation *e, const fp_outcome *o, const judged *what,
                              difference *d)
{
    const size_t count = fp_outcome_diagnostic_count(o);

    for (size_t i = 0; i < e->diagnostic_count && i < count; i++)
        if (!judge_diagnostic(&e->diagnostics[i], fp_outcome_diagnostic(o, i), i + 1, what, d))
            return false;
    if (count > e->diagnostic_count)
        return differs(d, DIFFERS_DIAGNOSTICS, "a diagnostic too many: %s",
                       fp_code_name(fp_outcome_diagnostic(o, e->diagnostic_count)->code));
    if (count < e->diagnostic_count)
        return differs(d, DIFFERS_DIAGNOSTICS, "a diagnostic is missing: %s",
                       fp_code_name(e->diagnostics[count].code));
    return true;
}

/* -- the whole ------------------------------------------------------------------------------- */

bool judge_part(case_part part, const expectation *e, const fp_outcome *o, const judged *what,
                difference *d)
{
    bool same = true;

    *d = (difference){ .part = part };
    if (part == PART_CALLS) {
        same = judge_calls(e, o, what, d);
        if (d->fewer_calls || d->more_calls)
            d->kind = d->fewer_calls ? DIFFERS_FEWER_CALLS : DIFFERS_MORE_CALLS;
    } else if (part == PART_TEXT) {
        same = judge_texts(e, o, d);
    } else if (what->diagnostics) {
        same = judge_diagnostics(e, o, what, d);
    }
    return same;
}

bool judge_outcome(const expectation *e, const fp_outcome *o, const judged *what, difference *d)
{
    for (unsigned part = 0; part < PART_COUNT; part++)
        if (!judge_part((case_part)part, e, o, what, d)) {
            d->harm = harm_of(e, o, what->clauses);
            return false;
        }
    return true;
}

/* Returns whether a difference of this part outranks one of the other: what counts outranks a
 * reading that only differs, and then the stronger clause the weaker. */
static bool outranks(const test_case *t, const difference *one, const difference *other)
{
    const bool reading = judge_is_reading(t, one);

    if (reading != judge_is_reading(t, other))
        return !reading;
    return t->parts[one->part].level < t->parts[other->part].level;
}

bool judge_is_reading(const test_case *t, const difference *d)
{
    return (d->choice || t->parts[d->part].basis == BASIS_DECISION) &&
           !difference_breaks_arguments(d->kind);
}

bool judge_gravest(const test_case *t, const expectation *e, const fp_outcome *o,
                   const judged *what, difference *d)
{
    bool same = true;

    *d = (difference){ 0 };
    for (unsigned part = 0; part < PART_COUNT; part++) {
        difference found;

        if (judge_part((case_part)part, e, o, what, &found))
            continue;
        if (same || outranks(t, &found, d))
            *d = found;
        same = false;
    }
    if (!same)
        d->harm = harm_of(e, o, what->clauses);
    return same;
}

bool judge_error_is_reading(const test_case *t, const expectation *e, const char **why)
{
    static const judged CALLS_AND_TEXT = { false, false, false };
    expectation whole = expectation_complete(e);
    fp_outcome *nothing = fp_outcome_new();
    difference d;
    bool same;

    if (!nothing)
        end_out_of_memory();
    same = judge_gravest(t, &whole, nothing, &CALLS_AND_TEXT, &d);
    *why = same ? "MODEL-1.14" : d.choice ? d.choice : t->parts[d.part].first;
    free(whole.calls);
    fp_outcome_free(nothing);
    return same || judge_is_reading(t, &d);
}

bool outcome_is_call(const fp_outcome *o, const fp_call *call)
{
    return o && fp_outcome_call_count(o) == 1 && fp_outcome_call(o, 0)->complete &&
           fp_call_equal(fp_outcome_call(o, 0), call) && fp_outcome_text(o).len == 0;
}

fp_outcome *outcome_copy(const fp_outcome *o)
{
    fp_outcome *copy = fp_outcome_new();
    bool good = copy && fp_outcome_add_text(copy, fp_outcome_text(o)) &&
                fp_outcome_add_reasoning(copy, fp_outcome_reasoning(o));

    for (size_t i = 0; good && i < fp_outcome_call_count(o); i++)
        good = fp_outcome_add_call(copy, fp_outcome_call(o, i));
    for (size_t i = 0; good && i < fp_outcome_diagnostic_count(o); i++)
        good = fp_outcome_add_diagnostic(copy, fp_outcome_diagnostic(o, i));
    if (good)
        return copy;
    end_out_of_memory();
}

expectation expectation_of(const fp_outcome *o)
{
    expectation e = {
        .text = fp_outcome_text(o),
        .reasoning = fp_outcome_reasoning(o),
        .call_count = fp_outcome_call_count(o),
        .diagnostic_count = fp_outcome_diagnostic_count(o),
    };

    e.calls = xcalloc(e.call_count, sizeof *e.calls);
    e.diagnostics = xcalloc(e.diagnostic_count, sizeof *e.diagnostics);
    for (size_t i = 0; i < e.call_count; i++)
        e.calls[i] = (expected_call){ .call = *fp_outcome_call(o, i),
                                      .judge_input = true,
                                      .judge_span = true };
    for (size_t i = 0; i < e.diagnostic_count; i++) {
        const fp_diagnostic *d = fp_outcome_diagnostic(o, i);

        e.diagnostics[i] = (expected_diagnostic){ d->code, true, d->offset, d->clause };
    }
    return e;
}

expectation expectation_of_reference(const fp_outcome *o)
{
    expectation e = expectation_of(o);

    for (size_t i = 0; i < e.call_count; i++)
        e.calls[i].judge_input = e.calls[i].call.complete;
    return e;
}

void expectation_release(expectation *e)
{
    free(e->calls);
    free(e->diagnostics);
}

expectation expectation_opened(const expectation *e, size_t recovered)
{
    expectation open = *e;

    open.calls = xcalloc(e->call_count, sizeof *open.calls);
    for (size_t i = 0; i < e->call_count; i++) {
        open.calls[i] = e->calls[i];
        open.calls[i].either |= e->call_count - i <= recovered;
    }
    return open;
}

expectation expectation_complete(const expectation *e)
{
    expectation whole = { .text = e->text, .reasoning = e->reasoning };

    whole.calls = xcalloc(e->call_count, sizeof *whole.calls);
    for (size_t i = 0; i < e->call_count; i++)
        if (e->calls[i].call.complete)
            whole.calls[whole.call_count++] = e->calls[i];
    return whole;
}

bool judge_same(const fp_outcome *a, const fp_outcome *b, const judged *what, difference *d)
{
    expectation e = expectation_of(a);
    const bool same = judge_outcome(&e, b, what, d);

    expectation_release(&e);
    return same;
}

/* -- recovered calls --------------------------------------------------------------------------- */

/* An fp_sink: counts the calls that are given out though they are not complete. */
static int count_recovered(void *context, const fp_event *event)
{
    size_t *count = context;

    *count += event->type == FP_EVENT_CALL_END && !event->call->complete;
    return 0;
}

size_t recovered_calls(const fp_syntax *syntax, const fp_options *options, fp_str input)
{
    size_t count = 0;
    fp_parser *parser;

    if (options->policies.of[FP_UNTERMINATED] != FP_UNTERMINATED_RECOVER)
        return 0;
    parser = fp_parser_new(syntax, options, count_recovered, &count);
    need_memory(parser && fp_parser_feed(parser, input.ptr, input.len) == FP_OK &&
                fp_parser_finish(parser) == FP_OK);
    fp_parser_free(parser);
    return count;
}

bool judge_recovered(const test_case *t, const expectation *e, size_t recovered,
                     const fp_outcome *o, const judged *what, difference *d)
{
    expectation open = expectation_opened(e, recovered);
    bool same;

    same = t ? judge_gravest(t, &open, o, what, d) : judge_outcome(&open, o, what, d);
    free(open.calls);
    return same;
}

bool judge_same_recovered(const fp_outcome *a, size_t recovered, const fp_outcome *b,
                          const judged *what, difference *d)
{
    expectation e = expectation_of(a);
    const bool same = judge_recovered(NULL, &e, recovered, b, what, d);

    expectation_release(&e);
    return same;
}

/* -- whole calls ------------------------------------------------------------------------------- */

/* The outcome under a value of `unterminated`. */
static fp_outcome *outcome_when_open(const fp_syntax *syntax, fp_options options, fp_str input,
                                     unsigned value)
{
    fp_outcome *o;

    options.policies.of[FP_UNTERMINATED] = (uint8_t)value;
    need_memory(fp_parse(syntax, &options, input, &o) == FP_OK);
    return o;
}

size_t complete_call_count(const fp_outcome *o)
{
    size_t count = 0;

    for (size_t i = 0; i < fp_outcome_call_count(o); i++)
        count += fp_outcome_call(o, i)->complete;
    return count;
}

bool judge_whole_drops(const fp_syntax *syntax, const fp_options *options, fp_str input,
                       const fp_outcome *said, const judged *what)
{
    fp_outcome *whole, *drop;
    difference d;
    bool right;

    if (options->policies.of[FP_UNTERMINATED] != FP_UNTERMINATED_WHOLE)
        return false;
    whole = outcome_when_open(syntax, *options, input, FP_UNTERMINATED_WHOLE);
    drop = outcome_when_open(syntax, *options, input, FP_UNTERMINATED_DROP);
    right =
        complete_call_count(whole) == complete_call_count(drop) && judge_same(drop, said, what, &d);
    fp_outcome_free(whole);
    fp_outcome_free(drop);
    return right;
}
