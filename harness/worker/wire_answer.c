/* SPDX-License-Identifier: Apache-2.0 */
/* wire_answer.c: reads the answer to a parse request strictly (spec/protocol.md, section 3).
 *
 * It is read in place, since there are a great many. Only a wrong line is given to jansson as well,
 * which has the best messages about what is not JSON.
 */
#include "base/values.h"
#include "base/visible.h"
#include "judge/arguments.h"
#include "worker/wire_input.h"
#include "worker/wire_reader.h"

#include <fencepost/jsontext.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSAL_MAX = 1000 };

/* -- calls ----------------------------------------------------------------------------------- */

/* What the parser gave as text: what is wrong with it is for the judge (PROTOCOL-3.9). */
static bool read_arguments(reader *r, fp_str json, fp_call *call)
{
    fp_str text;

    if (fp_jsontext_kind(json) != '"' && !wire_input_encoded(json, &text))
        return wire_wrong(
            &r->fault,
            "%s\"arguments\" is %s: give the text as the parser gave it, or an object "
            "as \"input\" (PROTOCOL-3.9)",
            reader_where(r), json_kind_name(json));
    return wire_arguments_read(json, call) == WIRE_INPUT_GOOD ||
           wire_wrong(&r->fault,
                      "%s\"arguments\" is {\"base64\": \"...\"} with base64 that is not valid "
                      "(PROTOCOL-3.7)",
                      reader_where(r));
}

/* Of a call that gives one of the two. */
static bool read_input(reader *r, fp_str input, fp_str arguments, fp_call *call)
{
    if (input.len && arguments.len)
        return wire_wrong(&r->fault,
                          "%s\"input\" and \"arguments\" are both there: give one of them "
                          "(PROTOCOL-3.9)",
                          reader_where(r));
    if (arguments.len)
        return read_arguments(r, arguments, call);
    if (!input.len)
        return wire_wrong(&r->fault,
                          "%s\"input\" is missing: an object, or \"arguments\", its text "
                          "(PROTOCOL-3.4, 3.9)",
                          reader_where(r));
    if (fp_jsontext_kind(input) != '{')
        return wire_wrong(&r->fault, "%s\"input\" must be an object; got %s (PROTOCOL-3.4)",
                          reader_where(r), json_kind_name(input));
    switch (wire_input_read(input, call)) {
    case WIRE_INPUT_GOOD:
        break;
    case WIRE_INPUT_BASE64:
        return wire_wrong(&r->fault,
                          "%san input's {\"base64\": \"...\"} is not valid base64 (PROTOCOL-3.7)",
                          reader_where(r));
    case WIRE_INPUT_DUPLICATE:
        return wire_wrong(&r->fault, "%sa key stands twice in \"input\" (PROTOCOL-3.4)",
                          reader_where(r));
    }
    return true;
}

static bool read_span(reader *r, fp_str span, fp_call *call)
{
    const bool judged = r->hello->spans;
    fp_str start, end;

    if (!span.len)
        return true;
    if (!reader_pair(span, &start, &end))
        return wire_wrong(&r->fault, "%s\"span\" is not an array of two offsets (PROTOCOL-3.4)",
                          reader_where(r));
    if (!reader_offset(r, start, judged, &call->start) ||
        !reader_offset(r, end, judged, &call->end))
        return false;
    return !judged || call->start <= call->end ||
           wire_wrong(&r->fault, "%s\"span\" ends before it begins (PROTOCOL-3.4)",
                      reader_where(r));
}

bool reader_call(reader *r, fp_str json, fp_call *call, bool *spans)
{
    enum { NAME, INPUT, COMPLETE, SPAN, ARGUMENTS };
    static const char *const NAMES[] = { "name", "input", "complete", "span", "arguments", NULL };
    fp_str of[READER_MEMBERS] = { { 0 } }, name = { 0 };
    const fp_str *complete = &of[COMPLETE];

    *call = (fp_call){ .complete = true };
    if (fp_jsontext_kind(json) != '{')
        return wire_wrong(&r->fault, "%sa call is not an object (PROTOCOL-3.4)", reader_where(r));
    if (!reader_members(r, json, NAMES, "PROTOCOL-3.4", of) ||
        !reader_bytes(r, of[NAME], "name", &name))
        return false;
    call->name = xcopy(name);
    if (complete->len && fp_jsontext_kind(*complete) != 't' && fp_jsontext_kind(*complete) != 'f')
        return wire_wrong(&r->fault, "%s\"complete\" is not true or false (PROTOCOL-3.4)",
                          reader_where(r));
    call->complete = !complete->len || fp_jsontext_kind(*complete) == 't';
    *spans = of[SPAN].len > 0;
    if (!read_span(r, of[SPAN], call) || !read_input(r, of[INPUT], of[ARGUMENTS], call))
        return false;
    /* A call that cannot run is complete only where the worker claims it (PROTOCOL-3.9). */
    call->complete = call->complete && (complete->len || arguments_can_run(call));
    return true;
}

static bool read_calls(reader *r, fp_str calls, fp_outcome *outcome)
{
    fp_str json;

    if (fp_jsontext_kind(calls) != '[')
        return wire_wrong(&r->fault,
                          "\"calls\" %s: an array, empty if there are none (PROTOCOL-3.4)",
                          calls.len ? "is not an array" : "is missing");
    for (size_t i = 0, at = 0; fp_jsontext_item(calls, &at, &json); i++) {
        fp_call call;
        bool good, spans = false;

        reader_begin(r, "calls", i);
        good = reader_call(r, json, &call, &spans);
        if (good && r->hello->spans && !spans)
            good = wire_wrong(&r->fault,
                              "%s\"span\" is missing, and capability \"spans\" is claimed "
                              "(PROTOCOL-3.4)",
                              reader_where(r));
        if (good)
            need_memory(fp_outcome_add_call(outcome, &call));
        call_free(&call);
        if (!good)
            return false;
    }
    return true;
}

/* -- diagnostics ----------------------------------------------------------------------------- */

bool reader_diagnostic(reader *r, fp_str code, fp_str offset, fp_str clause, fp_diagnostic *d)
{
    fp_str text;

    *d = (fp_diagnostic){ .offset = WIRE_NO_OFFSET };
    if (fp_jsontext_kind(code) != '"' || !reader_string(r, code, &text) ||
        !fp_code_find(text, &d->code))
        return wire_wrong(&r->fault, "%s\"code\" %s; model.md MODEL-1.5 lists the codes",
                          reader_where(r), code.len ? "is none of the codes" : "is missing");
    if (clause.len && fp_jsontext_kind(clause) != '"')
        return wire_wrong(&r->fault, "%s\"clause\" is not a string (MODEL-1.5)", reader_where(r));
    if (clause.len && !reader_string(r, clause, &text))
        return false;
    return !offset.len || reader_offset(r, offset, r->hello->diagnostics, &d->offset);
}

/* One and its place, which goes before where offset and code are the same. */
typedef struct placed {
    fp_diagnostic diagnostic;
    size_t place;
} placed;

static int compare_placed(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    const fp_diagnostic *d = &x->diagnostic, *e = &y->diagnostic;

    if (d->offset != e->offset)
        return d->offset < e->offset ? -1 : 1;
    if (d->code != e->code)
        return d->code < e->code ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* An outcome has them in this order; each that is out of order it moves past all others. */
static void add_diagnostics(fp_outcome *outcome, placed *all, size_t count)
{
    if (count)
        qsort(all, count, sizeof *all, compare_placed);
    for (size_t i = 0; i < count; i++)
        need_memory(fp_outcome_add_diagnostic(outcome, &all[i].diagnostic));
}

static bool read_one_diagnostic(reader *r, fp_str json, fp_diagnostic *d)
{
    enum { CODE, OFFSET, CLAUSE };
    static const char *const NAMES[] = { "code", "offset", "clause", NULL };
    fp_str of[READER_MEMBERS];

    if (fp_jsontext_kind(json) != '{')
        return wire_wrong(&r->fault, "%snot an object (PROTOCOL-3.4)", reader_where(r));
    return reader_members(r, json, NAMES, "MODEL-1.5", of) &&
           reader_diagnostic(r, of[CODE], of[OFFSET], of[CLAUSE], d);
}

static bool read_diagnostics(reader *r, fp_str diagnostics, fp_outcome *outcome)
{
    void *all = NULL;
    size_t count = 0, cap = 0;
    bool good = true;
    fp_str json;

    if (!diagnostics.len)
        return true;
    if (fp_jsontext_kind(diagnostics) != '[')
        return wire_wrong(&r->fault, "\"diagnostics\" is not an array (PROTOCOL-3.4)");
    for (size_t at = 0; good && fp_jsontext_item(diagnostics, &at, &json); count++) {
        placed one = { .place = count };

        reader_begin(r, "diagnostics", count);
        good = read_one_diagnostic(r, json, &one.diagnostic);
        xgrow(&all, &cap, count, sizeof one);
        ((placed *)all)[count] = one;
    }
    if (good)
        add_diagnostics(outcome, all, count);
    free(all);
    return good;
}

/* -- the answer ------------------------------------------------------------------------------ */

bool reader_refusal(reader *r, wire_answer *answer)
{
    enum { ID, ERROR };
    static const char *const NAMES[] = { "id", "error", NULL };
    fp_str of[READER_MEMBERS], text;

    r->refusal = true;
    if (!reader_members(r, r->line, NAMES, "PROTOCOL-3.6", of))
        return false;
    if (fp_jsontext_kind(of[ERROR]) != '"')
        return wire_wrong(&r->fault, "\"error\" is not a string (PROTOCOL-3.6)");
    if (!reader_string(r, of[ERROR], &text))
        return false;
    answer->error = visible_quoted(text, REFUSAL_MAX);
    return true;
}

bool reader_cost(reader *r, fp_str time, fp_str work, wire_answer *answer)
{
    const fp_str cost = time.len ? time : work;

    if (!cost.len || (time.len && work.len))
        return wire_wrong(&r->fault,
                          "a timed answer has %s: it has one of \"nanoseconds\" and \"work\" "
                          "(PROTOCOL-6.5)",
                          cost.len ? "both" : "neither");
    return reader_number(cost, &answer->cost) ||
           wire_wrong(&r->fault, "\"%s\" is not a whole number from 0 up (PROTOCOL-6.5)",
                      time.len ? "nanoseconds" : "work");
}

static bool read_text(reader *r, fp_str json, wire_answer *answer)
{
    fp_str text = { 0 };

    answer->outcome = fp_outcome_new();
    need_memory(answer->outcome);
    if (!reader_bytes(r, json, "text", &text))
        return false;
    need_memory(fp_outcome_add_text(answer->outcome, text));
    return true;
}

static bool read_reasoning(reader *r, fp_str json, wire_answer *answer)
{
    fp_str reasoning = { 0 };

    if (!json.len)
        return true;
    if (!reader_bytes(r, json, "reasoning", &reasoning))
        return false;
    need_memory(fp_outcome_add_reasoning(answer->outcome, reasoning));
    return true;
}

static bool read_differ(reader *r, fp_str differ, wire_answer *answer)
{
    fp_str json;
    uint64_t number;

    if (fp_jsontext_kind(differ) != '[')
        return wire_wrong(&r->fault,
                          "\"differ\" %s: an array, empty if no cutting differs (PROTOCOL-6.2)",
                          differ.len ? "is not an array" : "is missing");
    answer->differ = xcalloc(r->asked->cuttings + 1, sizeof *answer->differ);
    for (size_t i = 0, at = 0; fp_jsontext_item(differ, &at, &json); i++) {
        if (!reader_number(json, &number) || number >= r->asked->cuttings ||
            (i && number <= answer->differ[i - 1]))
            return wire_wrong(&r->fault,
                              "differ[%zu] is not the number of a cutting, from 0 to %zu, "
                              "ascending (PROTOCOL-6.2)",
                              i, r->asked->cuttings - 1);
        answer->differ[answer->differ_count++] = (size_t)number;
    }
    return true;
}

/* An answer with deltas in place of text, calls and events. */
static bool read_streamed(reader *r, wire_answer *answer)
{
    enum { ID, DELTAS, ERROR, NANOSECONDS, WORK };
    static const char *const STREAMED[] = { "id", "deltas", "error", NULL };
    static const char *const TIMED[] = { "id", "deltas", "error", "nanoseconds", "work", NULL };
    fp_str of[READER_MEMBERS];

    if (!reader_members(r, r->line, r->asked->timed ? TIMED : STREAMED, "PROTOCOL-3.11", of))
        return false;
    if (of[ERROR].len)
        return reader_refusal(r, answer);
    answer->outcome = fp_outcome_new();
    need_memory(answer->outcome);
    return reader_deltas(r, of[DELTAS], answer) &&
           (!r->asked->timed || reader_cost(r, of[NANOSECONDS], of[WORK], answer));
}

static bool read_outcome(reader *r, wire_answer *answer)
{
    enum { ID, TEXT, REASONING, CALLS, DIAGNOSTICS, ERROR, EVENTS, NANOSECONDS, WORK };
    enum { DIFFER = EVENTS }; /* a sweep has no events */
    static const char *const PARSED[] = { "id",          "text",  "reasoning", "calls",
                                          "diagnostics", "error", "events",    NULL };
    static const char *const TIMED[] = { "id",    "text",   "reasoning",   "calls", "diagnostics",
                                         "error", "events", "nanoseconds", "work",  NULL };
    static const char *const SWEPT[] = { "id",          "text",  "reasoning", "calls",
                                         "diagnostics", "error", "differ",    NULL };
    const bool swept = r->asked->op == WIRE_SWEEP;
    const char *const *names = swept ? SWEPT : r->asked->timed ? TIMED : PARSED;
    fp_str of[READER_MEMBERS];

    if (!reader_members(r, r->line, names, swept ? "PROTOCOL-6.2" : "PROTOCOL-3.4", of))
        return false;
    if (of[ERROR].len)
        return reader_refusal(r, answer);
    if (!read_text(r, of[TEXT], answer) || !read_reasoning(r, of[REASONING], answer) ||
        !read_calls(r, of[CALLS], answer->outcome) ||
        !read_diagnostics(r, of[DIAGNOSTICS], answer->outcome))
        return false;
    if (swept)
        return read_differ(r, of[DIFFER], answer);
    answer->events = of[EVENTS];
    return reader_events(r, of[EVENTS]) &&
           (!r->asked->timed || reader_cost(r, of[NANOSECONDS], of[WORK], answer));
}

static bool read_rendering(reader *r, wire_answer *answer)
{
    enum { ID, TEXT, ERROR };
    static const char *const NAMES[] = { "id", "text", "error", NULL };
    fp_str of[READER_MEMBERS];

    if (!reader_members(r, r->line, NAMES, "PROTOCOL-6.1", of))
        return false;
    return of[ERROR].len ? reader_refusal(r, answer) : read_text(r, of[TEXT], answer);
}

static bool read_answer(reader *r, wire_answer *answer)
{
    uint64_t id;
    size_t wrong;

    if (!fp_jsontext_valid(r->line, READER_DEPTH, &wrong) || !is_utf8(r->line) ||
        !reader_number(fp_jsontext_get(r->line, "id"), &id) || id != r->asked->id)
        return wire_wrong(&r->fault, "not a JSON object with the \"id\" asked (PROTOCOL-1.1)");
    if (r->asked->op == WIRE_RENDER)
        return read_rendering(r, answer);
    if (r->asked->op == WIRE_VALUE)
        return reader_values(r, answer);
    if (r->asked->op == WIRE_TEMPLATE)
        return reader_template(r, answer);
    if (r->hello->deltas && r->asked->op == WIRE_PARSE && !r->asked->whole)
        return read_streamed(r, answer);
    return read_outcome(r, answer);
}

bool wire_answer_read(fp_str line, const wire_asked *asked, const wire_hello *hello,
                      wire_answer *answer, char *error, size_t size)
{
    reader r = {
        .line = fp_jsontext_trim(line), .asked = asked, .hello = hello, .fault = { error, size }
    };
    bool good;

    *answer = (wire_answer){ .paired = true };
    good = read_answer(&r, answer);
    free(r.edges);
    fp_json_free(&r.text);
    if (!good) {
        wire_answer_free(answer);
        /* A line that is not an answer at all gets that said, in place of what was met first. */
        json_decref(wire_load(line, asked->id, &answer->paired, &r.fault));
    }
    return good;
}

void wire_answer_free(wire_answer *answer)
{
    free(answer->error);
    free(answer->breach);
    fp_json_free(&answer->made);
    free(answer->differ);
    if (!answer->borrowed)
        fp_outcome_free(answer->outcome);
    *answer = (wire_answer){ 0 };
}
