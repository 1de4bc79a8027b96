/* SPDX-License-Identifier: Apache-2.0 */
/* harm.c: what a difference does to those who run the calls. Calls that are the same on both sides
 * are removed first, wherever they are. Then calls of the same name are compared. What is left was
 * not written, or is lost.
 */
#include "judge/harm.h"

#include "base/values.h"

#include <stdlib.h>
#include <string.h>

const char *harm_name(harm h)
{
    static const char *const NAMES[HARM_COUNT] = { "none",      "white-space", "text",
                                                   "arguments", "lost-call",   "unwritten-call",
                                                   "no-answer" };

    return NAMES[h];
}

const char *harm_title(harm h)
{
    static const char *const TITLES[HARM_COUNT] = {
        "neither calls nor text differ",
        "text differs in white space",
        "text is lost or leaks",
        "arguments differ",
        "a call is lost",
        "a call runs that was not written",
        "the parser crashes or hangs",
    };

    return TITLES[h];
}

bool harm_read(const char *name, harm *h)
{
    unsigned found = 0;

    while (name && found < HARM_COUNT && strcmp(name, harm_name((harm)found)) != 0)
        found++;
    *h = (harm)found;
    return name && found < HARM_COUNT;
}

/* -- calls ----------------------------------------------------------------------------------- */

/* Two lists of calls, and which of them have a counterpart. */
typedef struct pairing {
    const expectation *expected;
    const fp_outcome *actual;
    bool own;
    bool *met_expected, *met_actual;
    bool moved; /* equal calls come in another order */
} pairing;

/* Returns whether the call may run: what was recovered may, and need not. */
static bool may_run(const expected_call *e)
{
    return e->call.complete || e->either;
}

static bool same_name(const expected_call *e, const fp_call *have)
{
    return fp_str_equal(e->call.name, have->name);
}

static bool same_call(const expected_call *e, const fp_call *have, bool own)
{
    return same_name(e, have) && (!e->judge_input || (own ? fp_call_equal(&e->call, have)
                                                          : call_equal_written(&e->call, have)));
}

/* Pairs calls that are not paired yet: equal ones, or, where !equal, those of one name. runs: those
 * that run, or those that do not. Returns how many pairs were made. */
static size_t pair(pairing *p, bool equal, bool runs)
{
    const size_t count = fp_outcome_call_count(p->actual);
    size_t pairs = 0, last = 0, first = 0; /* those before it are paired */

    for (size_t i = 0; i < p->expected->call_count; i++) {
        const expected_call *e = &p->expected->calls[i];

        while (first < count && p->met_actual[first])
            first++;
        for (size_t k = first; k < count && !p->met_expected[i]; k++) {
            const fp_call *have = fp_outcome_call(p->actual, k);
            const bool kin = runs ? may_run(e) && have->complete
                                  : !have->complete && (!e->call.complete || e->either);

            if (p->met_actual[k] || !kin ||
                !(equal ? same_call(e, have, p->own) : same_name(e, have)))
                continue;
            p->met_expected[i] = p->met_actual[k] = true;
            p->moved = p->moved || (runs && k < last);
            last = k;
            pairs++;
        }
    }
    return pairs;
}

/* What the calls without a counterpart do. */
static harm harm_of_rest(const pairing *p)
{
    harm gravest = HARM_NONE;

    for (size_t k = 0; k < fp_outcome_call_count(p->actual); k++) {
        if (p->met_actual[k])
            continue;
        if (fp_outcome_call(p->actual, k)->complete)
            return HARM_UNWRITTEN_CALL;
        gravest = HARM_TEXT;
    }
    for (size_t i = 0; i < p->expected->call_count; i++) {
        const expected_call *e = &p->expected->calls[i];

        if (p->met_expected[i])
            continue;
        if (e->call.complete && !e->either)
            return HARM_LOST_CALL;
        gravest = HARM_TEXT;
    }
    return gravest;
}

static harm harm_of_calls(const expectation *e, const fp_outcome *o, bool own)
{
    pairing p = { .expected = e, .actual = o, .own = own };
    bool other_arguments, other_remains;
    harm rest;

    p.met_expected = xcalloc(e->call_count + 1, sizeof *p.met_expected);
    p.met_actual = xcalloc(fp_outcome_call_count(o) + 1, sizeof *p.met_actual);
    pair(&p, true, true);
    pair(&p, true, false);
    other_arguments = p.moved;
    other_arguments = pair(&p, false, true) > 0 || other_arguments;
    other_remains = pair(&p, false, false) > 0;
    rest = harm_of_rest(&p);
    free(p.met_expected);
    free(p.met_actual);
    if (rest > HARM_ARGUMENTS)
        return rest;
    return other_arguments ? HARM_ARGUMENTS : other_remains ? HARM_TEXT : rest;
}

/* -- text ------------------------------------------------------------------------------------ */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool same_words(fp_str a, fp_str b)
{
    size_t i = 0, k = 0;

    for (;;) {
        while (i < a.len && is_blank(a.ptr[i]))
            i++;
        while (k < b.len && is_blank(b.ptr[k]))
            k++;
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (a.ptr[i++] != b.ptr[k++])
            return false;
    }
}

static harm harm_of_text(fp_str expected, fp_str actual)
{
    if (fp_str_equal(expected, actual))
        return HARM_NONE;
    return same_words(expected, actual) ? HARM_WHITE_SPACE : HARM_TEXT;
}

harm harm_of(const expectation *e, const fp_outcome *o, bool own)
{
    const harm calls = harm_of_calls(e, o, own);
    const harm text = harm_of_text(e->text, fp_outcome_text(o));
    const harm reasoning = harm_of_text(e->reasoning, fp_outcome_reasoning(o));
    const harm said = text > reasoning ? text : reasoning;

    return calls > said ? calls : said;
}
