/* SPDX-License-Identifier: Apache-2.0 */
/* policy_cost.c: compares how our own parser reads an input under a declared value of a policy with
 * how it reads it under the default.
 */
#include "judge/policy_cost.h"

#include "judge/judge.h"

#include <fencepost/ascii.h>

#include <stdlib.h>
#include <string.h>

/* -- words ------------------------------------------------------------------------------------- */

typedef struct cost_words {
    const char *name, *before, *one, *many; /* "leading blanks of " 31 " values are lost" */
} cost_words;

static const cost_words WORDS[COST_KINDS] = {
    [COST_CALLS_RUN] = { "calls_run", "", " call runs that does not run under the default",
                         " calls run that do not run under the default" },
    [COST_CUT_CALLS_RUN] = { "cut_calls_run", "", " call that is cut off comes out as a whole one",
                             " calls that are cut off come out as whole ones" },
    [COST_CALLS] = { "calls", "", " call is lost", " calls are lost" },
    [COST_CUT_CALLS] = { "cut_calls", "", " call that is not complete is lost",
                         " calls that are not complete are lost" },
    [COST_ARGUMENTS] = { "arguments", "", " argument is lost", " arguments are lost" },
    [COST_VALUES] = { "values", "", " value is another one", " values are other ones" },
    [COST_LEADING_BLANKS] = { "leading_blanks", "leading blanks of ", " value are lost",
                              " values are lost" },
    [COST_TRAILING_BLANKS] = { "trailing_blanks", "trailing blanks of ", " value are lost",
                               " values are lost" },
    [COST_TEXT] = { "text", "text of ", " input is lost", " inputs is lost" },
    [COST_TEXT_BLANKS] = { "text_blanks", "blanks in the text of ", " input are lost",
                           " inputs are lost" },
};

const char *cost_name(cost_kind kind)
{
    return WORDS[kind].name;
}

void policy_cost_add(policy_cost *sum, const policy_cost *one)
{
    for (unsigned k = 0; k < COST_KINDS; k++)
        sum->counts[k] += one->counts[k];
}

char *policy_cost_text(const policy_cost *cost)
{
    char *text = xstrdup("");

    for (unsigned k = 0; k < COST_KINDS; k++) {
        const size_t count = cost->counts[k];
        char *longer;

        if (!count)
            continue;
        longer = xformat("%s%s%s%zu%s", text, *text ? "; " : "", WORDS[k].before, count,
                         count == 1 ? WORDS[k].one : WORDS[k].many);
        free(text);
        text = longer;
    }
    return text;
}

/* -- a reading --------------------------------------------------------------------------------- */

/* How many bytes are blanks (space, tab, CR, LF), and how many are not. */
typedef struct bytes_of {
    int64_t blanks, others;
} bytes_of;

static void count_bytes(bytes_of *n, fp_str bytes, int sign)
{
    for (size_t i = 0; i < bytes.len; i++)
        *(fp_is_space(bytes.ptr[i]) ? &n->blanks : &n->others) += sign;
}

/* How our parser reads an input. */
typedef struct reading {
    fp_str input;
    fp_outcome *outcome; /* owned */
    size_t recovered;    /* of its calls, the last ones */
    bool placed;         /* it is known where its calls begin */
    bytes_of held;       /* bytes of the input that are text or reasoning, and do not come out */
} reading;

/* An fp_trace. */
static void note_text(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    reading *r = context;

    (void)clause;
    if (role == FP_ROLE_TEXT || role == FP_ROLE_REASONING)
        count_bytes(&r->held, (fp_str){ r->input.ptr + start, (size_t)(end - start) }, 1);
}

static reading read_under(const test_case *t, const fp_options *options)
{
    reading r = { .input = t->input, .outcome = fp_outcome_new(), .placed = true };
    fp_parser *parser = fp_parser_new(t->syntax, options, fp_outcome_sink, r.outcome);

    need_memory(parser && r.outcome);
    if (options->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(r.outcome);
    fp_parser_trace(parser, note_text, &r);
    need_memory(fp_parser_feed(parser, t->input.ptr, t->input.len) == FP_OK &&
                fp_parser_finish(parser) == FP_OK);
    fp_parser_free(parser);
    count_bytes(&r.held, fp_outcome_text(r.outcome), -1);
    count_bytes(&r.held, fp_outcome_reasoning(r.outcome), -1);
    r.recovered = recovered_calls(t->syntax, options, t->input);
    return r;
}

/* -- comparing --------------------------------------------------------------------------------- */

/* A byte of text is lost if it is text under the value, and does not come out, though it does under
 * the default. What is in a call, or a mark, under the value is not lost. */
static void compare_text(const reading *usual, const reading *declared, policy_cost *cost)
{
    if (declared->held.others > usual->held.others)
        cost->counts[COST_TEXT]++;
    else if (declared->held.blanks > usual->held.blanks)
        cost->counts[COST_TEXT_BLANKS]++;
}

/* Blanks at the ends of a text; one of blanks alone has them at its beginning. */
typedef struct ends {
    size_t leading, trailing;
} ends;

static ends ends_of(fp_str text)
{
    ends e = { 0, 0 };

    while (e.leading < text.len && fp_is_space(text.ptr[e.leading]))
        e.leading++;
    while (e.leading + e.trailing < text.len && fp_is_space(text.ptr[text.len - e.trailing - 1]))
        e.trailing++;
    return e;
}

static fp_str inside(fp_str text, ends e)
{
    return (fp_str){ text.ptr + e.leading, text.len - e.leading - e.trailing };
}

/* A value of another type says the same in another way. */
static void compare_values(const fp_value *usual, const fp_value *declared, policy_cost *cost)
{
    ends before, after;

    if (usual->kind != declared->kind || fp_value_equal(usual, declared))
        return;
    before = ends_of(usual->text);
    after = ends_of(declared->text);
    if (usual->kind != FP_VALUE_STRING ||
        !fp_str_equal(inside(usual->text, before), inside(declared->text, after))) {
        cost->counts[COST_VALUES]++;
        return;
    }
    cost->counts[COST_LEADING_BLANKS] += before.leading > after.leading;
    cost->counts[COST_TRAILING_BLANKS] += before.trailing > after.trailing;
}

/* The argument of this key; NULL: there is none. */
static const fp_arg *argument(const fp_call *call, fp_str key)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (fp_str_equal(call->args[i].key, key))
            return &call->args[i];
    return NULL;
}

/* Returns whether the call has arguments that the other one has not. */
static bool has_others(const fp_call *call, const fp_call *other)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (!argument(other, call->args[i].key))
            return true;
    return false;
}

/* Arguments are not lost where others are in their place: the same text has other names. */
static void compare_arguments(const fp_call *usual, const fp_call *declared, policy_cost *cost)
{
    const bool renames = has_others(declared, usual);

    for (size_t i = 0; i < usual->arg_count; i++) {
        const fp_arg *was = &usual->args[i], *is = argument(declared, was->key);

        if (is)
            compare_values(&was->value, &is->value, cost);
        else if (!renames && (was->value.text.len || was->value.item_count))
            cost->counts[COST_ARGUMENTS]++;
    }
}

/* A call of the default; index is its place under the value, if it is there. */
static void compare_call(const fp_call *usual, const reading *under, size_t index,
                         policy_cost *cost)
{
    const size_t count = fp_outcome_call_count(under->outcome);
    const fp_call *declared = fp_outcome_call(under->outcome, index);

    if (usual->complete && declared->complete)
        compare_arguments(usual, declared, cost);
    else if (usual->complete)
        cost->counts[COST_CALLS]++;
    else if (declared->complete)
        cost->counts[COST_CALLS_RUN]++;
    else if (count - index <= under->recovered)
        cost->counts[COST_CUT_CALLS_RUN]++;
}

/* The place of a call of the same name that begins at the same byte and was not met before; from
 * *at on, where it is likely. The number of calls: there is none. */
static size_t find_call(const reading *in, const fp_call *was, const bool *met, size_t *at)
{
    const size_t count = fp_outcome_call_count(in->outcome);

    for (size_t i = 0; i < count; i++) {
        const size_t k = (*at + i) % count;

        const fp_call *is = fp_outcome_call(in->outcome, k);

        if (!met[k] && (!in->placed || is->start == was->start) &&
            fp_str_equal(is->name, was->name)) {
            *at = k + 1;
            return k;
        }
    }
    return count;
}

/* Calls are the same if they have one name and begin at one byte, as several may in a stream. */
static void compare_calls(const reading *usual, const reading *declared, policy_cost *cost)
{
    const size_t were = fp_outcome_call_count(usual->outcome);
    const size_t are = fp_outcome_call_count(declared->outcome);
    bool *met = xcalloc(are + 1, sizeof *met);
    size_t likely = 0;

    for (size_t i = 0; i < were; i++) {
        const fp_call *was = fp_outcome_call(usual->outcome, i);
        const size_t k = find_call(declared, was, met, &likely);

        met[k] = true;
        if (k < are)
            compare_call(was, declared, k, cost);
        else
            cost->counts[was->complete ? COST_CALLS : COST_CUT_CALLS]++;
    }
    for (size_t k = 0; k < are; k++)
        cost->counts[COST_CALLS_RUN] += !met[k] && fp_outcome_call(declared->outcome, k)->complete;
    free(met);
}

static bool costs_any(const policy_cost *cost)
{
    for (unsigned k = 0; k < COST_KINDS; k++)
        if (cost->counts[k])
            return true;
    return false;
}

bool policy_cost_of(const test_case *t, const fp_options *declared, fp_policy policy,
                    policy_cost *cost)
{
    const unsigned value = declared->policies.of[policy];
    fp_options options = *declared;
    reading usual, under;

    *cost = (policy_cost){ .policy = policy, .value = value };
    options.policies = fp_options_default(t->syntax).policies;
    options.policies.of[FP_MARKERS] = declared->policies.of[FP_MARKERS]; /* it decides the input */
    if (options.policies.of[policy] == value)
        return false;
    usual = read_under(t, &options);
    options.policies.of[policy] = (uint8_t)value;
    under = read_under(t, &options);
    compare_text(&usual, &under, cost);
    compare_calls(&usual, &under, cost);
    fp_outcome_free(usual.outcome);
    fp_outcome_free(under.outcome);
    return costs_any(cost);
}

/* -- a declared reading ------------------------------------------------------------------------ */

/* How many bytes of text and reasoning do not come out, counted from none. */
static reading as_reading(const fp_outcome *o, bool placed)
{
    reading r = { .outcome = (fp_outcome *)(uintptr_t)o, .placed = placed };

    count_bytes(&r.held, fp_outcome_text(o), -1);
    count_bytes(&r.held, fp_outcome_reasoning(o), -1);
    return r;
}

bool reading_cost_of(const char *clause, const fp_outcome *ours, const fp_outcome *said, bool spans,
                     policy_cost *cost)
{
    const reading usual = as_reading(ours, true), under = as_reading(said, spans);

    *cost = (policy_cost){ .reading = clause };
    compare_calls(&usual, &under, cost);
    if (fp_outcome_call_count(said) <= fp_outcome_call_count(ours))
        compare_text(&usual, &under, cost); /* else a call has it */
    return costs_any(cost);
}
