/* SPDX-License-Identifier: Apache-2.0 */
/* cause_mark.c: the mechanism of a failure. If the failure is about cuts, it is the mark in which
 * the input is cut. Otherwise it is the first of these that applies: a mark in an argument; what
 * our own parser finds wrong with the input; the kind of value that differs; the mark at which the
 * texts diverge; the clause.
 */
#include "result/cause_mark.h"

#include "base/marks.h"
#include "judge/judge.h"
#include "result/cause_block.h"
#include "result/cause_error.h"
#include "result/cause_law.h"
#include "result/cause_partial.h"
#include "result/cause_place.h"
#include "result/cause_template.h"
#include "result/cause_value.h"

#include <fencepost/ascii.h>

#include <stdlib.h>
#include <string.h>

/* Longer inputs are not read again for this; and what is slow on them may not hang. */
enum { READ_MOST = 65536, LONG_INPUT = 4096 };

/* Bytes of a mark that is punctuation, at most. */
enum { PUNCTUATION = 2 };

void mechanism_free(mechanism *m)
{
    free(m->key);
    free(m->when);
    *m = (mechanism){ 0 };
}

static bool is_kind(const result *r, difference_kind kind)
{
    return r->kind && strcmp(r->kind, difference_name(kind)) == 0;
}

/* What a failure of a law does that has no harm of the outcome. */
static const char *effect_of_law(const result *r)
{
    if (is_check(r, LAW_LINEAR))
        return "Time or memory grows faster than the input";
    if (is_check(r, LAW_PROMPT))
        return "Events come later than they are decided";
    if (is_check(r, LAW_PREFIX))
        return "Events take back, or contradict, what came before";
    if (is_check(r, LAW_DELTA))
        return "Deltas are not as clients of an engine read them";
    if (is_kind(r, DIFFERS_EVENTS))
        return "Events differ";
    if (is_kind(r, DIFFERS_DIAGNOSTICS))
        return "Diagnostics differ";
    if (is_kind(r, DIFFERS_SPAN))
        return "Spans of calls differ";
    if (is_kind(r, DIFFERS_ID))
        return "Ids of calls differ";
    return "The answer differs";
}

const char *effect_of(const result *r)
{
    if (is_of_partial(r))
        return partial_effect(r);
    if (is_of_template(r))
        return template_effect(r);
    if (r->verdict == VERDICT_PROTOCOL)
        return "The adapter breaks the protocol";
    if (strcmp(r->check, "policies") == 0)
        return "A declared policy is not kept";
    switch (is_check(r, LAW_TRUNCATION) ? HARM_UNWRITTEN_CALL : r->harm) {
    case HARM_NO_ANSWER:
        return r->verdict == VERDICT_CRASH ? "The parser crashes" : "The parser does not answer";
    case HARM_UNWRITTEN_CALL:
        return "A call runs that was not written";
    case HARM_LOST_CALL:
        return "Calls are lost";
    case HARM_ARGUMENTS:
        return "Arguments change";
    case HARM_TEXT:
        return is_kind(r, DIFFERS_ERROR)        ? "The answer is lost"
               : is_kind(r, DIFFERS_TEXT_LOST)  ? "Text is lost"
               : is_kind(r, DIFFERS_TEXT_EXTRA) ? "Text leaks"
                                                : "Text changes";
    case HARM_WHITE_SPACE:
        return "White space changes";
    case HARM_NONE:
    case HARM_COUNT:
        break;
    }
    return effect_of_law(r);
}

/* -- marks ------------------------------------------------------------------------------------- */

/* Where the words are in the text; NULL: nowhere. */
static const char *found_in(fp_str text, const char *words)
{
    const size_t len = strlen(words);

    for (size_t i = 0; len <= text.len && i <= text.len - len; i++)
        if (memcmp(text.ptr + i, words, len) == 0)
            return text.ptr + i;
    return NULL;
}

static bool has_mark(const char *mark, fp_str text)
{
    return text.len && found_in(text, mark) != NULL;
}

/* -- how the input is fed ---------------------------------------------------------------------- */

/* Of the cuts the first that is within a mark, and that mark; else the first one at all. */
static const char *cut_mark(const result *r, const char *const *marks, size_t *cut)
{
    const fp_str input = { r->test->input.ptr, r->prefix ? r->prefix : r->test->input.len };

    *cut = r->cut_count ? r->cuts[0] : 0;
    for (size_t i = 0; i < r->cut_count; i++) {
        const char *mark =
            r->cuts[i] < input.len ? mark_around(marks, input, r->cuts[i], false) : NULL;

        if (mark) {
            *cut = r->cuts[i];
            return mark;
        }
    }
    return NULL;
}

/* Within a character, or between two. */
static bool in_character(fp_str input, size_t cut)
{
    return cut < input.len && ((unsigned char)input.ptr[cut] & 0xC0) == 0x80;
}

/* One mark that is missed loses calls and lets text through; values that are cut short, and calls
 * that come of it, are told apart from that. */
static const char *what_cuts_do(harm h)
{
    return h == HARM_ARGUMENTS || h == HARM_UNWRITTEN_CALL ? harm_name(h) : "";
}

/* Where the only cut is, for the key of the mechanism. */
static const char *place_of_cut(const result *r, const char *mark, const char *edge, size_t cut)
{
    if (mark)
        return "inside";
    if (edge)
        return "before";
    return in_character(r->test->input, cut) ? "within a character" : CUT_ELSEWHERE;
}

/* The same as a sentence has it; owned. */
static char *when_cut(const result *r, const char *mark, const char *edge, size_t cut)
{
    if (mark)
        return xformat("when a chunk ends inside %s", mark);
    if (edge)
        return xformat("when a chunk ends before %s", edge);
    return xstrdup(in_character(r->test->input, cut) ? "when a chunk ends within a character"
                                                     : "when a chunk ends between marks");
}

static mechanism of_cut(const result *r, const char *const *marks)
{
    size_t cut;
    const char *mark = cut_mark(r, marks, &cut);
    const char *edge =
        mark || cut >= r->test->input.len ? NULL : mark_around(marks, r->test->input, cut, true);
    const bool silent = r->harm == HARM_NO_ANSWER;
    const bool vague = r->cut_count != 1;
    const char *place = mark ? mark : edge ? edge : "";
    const char *what = silent ? verdict_name(r->verdict) : what_cuts_do(r->harm);

    return (mechanism){
        .fed = true,
        .vague = vague,
        .trigger = mark && !r->tokens ? TRIGGER_INSIDE : TRIGGER_TOKEN,
        .key = vague ? xformat("fed %s " VAGUE_UNITS "%s", what,
                               r->harm == HARM_LOST_CALL ? harm_name(r->harm) : "")
                     : xformat("fed %s %s %s", what, place_of_cut(r, mark, edge, cut), place),
        .when =
            vague ? xstrdup("when the input comes in many chunks") : when_cut(r, mark, edge, cut),
    };
}

/* -- the input --------------------------------------------------------------------------------- */

/* What our own parser reads in the input. */
typedef struct reading {
    const char *mark; /* that is in an argument; NULL: none */
    const fp_diagnostic *wrong;
    fp_outcome *outcome;
} reading;

static bool value_has(const fp_value *value, const char *mark)
{
    bool has = value->kind != FP_VALUE_LIST && has_mark(mark, value->text);

    for (size_t i = 0; value->kind == FP_VALUE_LIST && i < value->item_count; i++)
        has = has || has_mark(mark, value->items[i]);
    return has;
}

/* The last mark of the list that is in an argument: what closes is listed after what opens, and
 * does more harm there. Punctuation, such as =", comes along with others. */
static const char *mark_in_call(const fp_call *call, const char *const *marks)
{
    const char *found = NULL;

    for (const char *const *m = marks; *m; m++) {
        if (!mark_tells(*m) || (found && strlen(*m) <= PUNCTUATION))
            continue;
        for (size_t i = 0; i < call->arg_count; i++)
            if (has_mark(*m, call->args[i].key) || value_has(&call->args[i].value, *m))
                found = *m;
    }
    return found;
}

static reading read_input(const result *r, const char *const *marks)
{
    const fp_options options = case_options(r->test);
    reading found = { 0 };

    if (r->test->input.len > READ_MOST)
        return found;
    if (fp_parse(r->test->syntax, &options, r->test->input, &found.outcome) != FP_OK)
        end_out_of_memory();
    for (size_t i = 0; i < fp_outcome_call_count(found.outcome) && !found.mark; i++)
        found.mark = mark_in_call(fp_outcome_call(found.outcome, i), marks);
    if (fp_outcome_diagnostic_count(found.outcome))
        found.wrong = fp_outcome_diagnostic(found.outcome, 0);
    return found;
}

/* -- where the answers part -------------------------------------------------------------------- */

static fp_str line_of(const char *text)
{
    return (fp_str){ text, strcspn(text, "\n") };
}

/* The line of expected, and the byte in it, at which actual differs; NULL: it does not, or one of
 * them is not there. */
static const char *parting(const result *r, size_t *at, const char **other)
{
    const char *expected = r->expected, *line = expected;
    const char *actual = r->actual, *start = actual;
    size_t i = 0;

    if (!expected || !actual)
        return NULL;
    for (; expected[i] && expected[i] == actual[i]; i++)
        if (expected[i] == '\n') {
            line = expected + i + 1;
            start = actual + i + 1;
        }
    *at = (size_t)(expected + i - line);
    *other = start;
    return expected[i] || actual[i] ? line : NULL;
}

/* Where the texts part: the mark there, or what else is there. */
static const char *text_that_differs(const result *r, const char *const *marks)
{
    const char *other, *line;
    size_t at;

    line = parting(r, &at, &other);
    if (!line || strncmp(line, "text ", 5) != 0)
        return NULL;

    return place_in_text(line_of(line).len >= line_of(other).len ? line_of(line) : line_of(other),
                         at, marks);
}

/* -- golden outcomes ----------------------------------------------------------------------------
 */

static mechanism of_arguments(const char *does, const char *value)
{
    return (mechanism){ .key = xformat("%s value %s", is_line_end(value) ? "" : does, value),
                        .when = value_when(value) };
}

/* Returns whether a call runs that its block does not hold whole. Where the case's policy leaves
 * such calls out, there is one more than expected, or one in place of another; and it may take the
 * next call into it. */
static bool is_broken_block_taken(const result *r, const reading *read)
{
    return r->harm == HARM_UNWRITTEN_CALL &&
           (is_kind(r, DIFFERS_COMPLETE) ||
            (read->wrong && read->wrong->code == FP_UNTERMINATED_CALL));
}

static mechanism of_broken_block(const result *r, const reading *read)
{
    const bool event = read->outcome && has_broken_event(r, read->outcome);

    return (mechanism){ .key = xformat("%s complete%s", harm_name(r->harm), event ? " event" : ""),
                        .when = event ? xstrdup("where an event is broken, and is acted upon")
                                      : xstrdup("where a block is broken, and is taken as whole") };
}

static bool is_mark(const char *const *marks, const char *mark)
{
    while (*marks && strcmp(*marks, mark) != 0)
        marks++;
    return *marks != NULL;
}

/* What differs first has a line end of its own kind: whatever comes of that has one cause. */
static bool is_at_line_end(const result *r, const char *const *marks)
{
    const char *value = value_that_differs(r, marks), *other, *line, *mark;
    fp_str rest;
    size_t at, len;

    if (value)
        return is_line_end(value);
    line = parting(r, &at, &other);
    if (!line || strncmp(line, "text ", 5) != 0)
        return false;
    at = common_start(line_of(line), line_of(other));
    rest = (fp_str){ line + at, line_of(line).len - at };
    mark = mark_in_quotes(marks, rest);
    return blank_at(rest, &len) == BLANK_LINE_END ||
           (mark && is_after_line_end(r->test->input, mark));
}

/* Returns whether there is a call more than was written, or one in place of another one. */
static bool runs_a_value(const result *r)
{
    return r->harm == HARM_UNWRITTEN_CALL || is_kind(r, DIFFERS_MORE_CALLS);
}

/* How many calls the outcome has, as it is shown. */
static size_t calls_in(const char *outcome)
{
    size_t count = 0;

    for (const char *at = outcome; at && (at = strstr(at, "\ncall ")); at++)
        count++;
    return count;
}

/* Returns whether anything but blanks follows the first call that our parser reads. */
static bool more_follows(const result *r, const reading *read)
{
    const bool there = read->outcome && fp_outcome_call_count(read->outcome);
    size_t at = there ? (size_t)fp_outcome_call(read->outcome, 0)->end : r->test->input.len;

    while (at < r->test->input.len && fp_is_space(r->test->input.ptr[at]))
        at++;
    return at < r->test->input.len;
}

/* What decides where nothing is wrong with the input, and calls are lost: that more follows,
 * another call or text, or that a value is a list. An empty mechanism: neither. */
static mechanism of_right_input(const result *r, const reading *read)
{
    const bool list = r->expected && strstr(r->expected, "\": [\"");

    if (r->harm != HARM_LOST_CALL)
        return (mechanism){ 0 };
    if (calls_in(r->expected) > 1 || more_follows(r, read))
        return (mechanism){ .key = xformat("%s followed", harm_name(r->harm)),
                            .when = xstrdup("where more follows a call") };
    if (list)
        return (mechanism){ .key = xformat("%s list", harm_name(r->harm)),
                            .when = xstrdup("where a value is a list of texts") };
    return (mechanism){ 0 };
}

static mechanism of_calls(const result *r, const reading *read, const char *const *marks)
{
    const char *does = harm_name(r->harm);
    mechanism right;
    const char *value = r->harm == HARM_ARGUMENTS ? value_that_differs(r, marks) : NULL;

    if (r->harm == HARM_UNWRITTEN_CALL && is_at_line_end(r, marks))
        return of_arguments(does, LINE_END_IN_VALUE);
    if (value) {
        mechanism m = of_arguments(does, value);

        m.at_mark = is_mark(marks, value);
        return m;
    }
    if (is_broken_block_taken(r, read))
        return of_broken_block(r, read);
    if (is_kind(r, DIFFERS_ERROR))
        return error_mechanism(r);
    if (read->mark && (!read->wrong || is_kind(r, DIFFERS_MORE_CALLS)))
        return (mechanism){ .key = runs_a_value(r) ? xformat("argument that runs")
                                                   : xformat("%s argument %s", does, read->mark),
                            .when = xformat("when an argument holds %s", read->mark) };
    if (fault_of_arguments(r))
        return (mechanism){ .key = xformat("%s %s", does, r->kind),
                            .when = xstrdup(fault_of_arguments(r)) };
    if (read->wrong)
        return (mechanism){ .key = xformat("%s wrong %s %s", does, fp_code_name(read->wrong->code),
                                           read->wrong->clause),
                            .when = xstrdup(""),
                            .by_clause = true,
                            .clause = read->wrong->clause };
    right = of_right_input(r, read);
    if (right.key)
        return right;
    return (mechanism){ .key = xformat("%s clause %s", does, r->clause),
                        .when = xstrdup(""),
                        .by_clause = true };
}

/* Returns whether what is lost is the end of the text. */
static bool is_cut_short(const result *r)
{
    const char *other, *line;
    size_t at;

    if (!is_kind(r, DIFFERS_TEXT_LOST))
        return false;
    line = parting(r, &at, &other);
    return (line && strncmp(line, "text ", 5) == 0 && strncmp(other + at, "\"\n", 2) == 0) ||
           tells_of_an_end(r->sentence);
}

/* What the text has of note that is lost at its end: the mark that it begins with, or the token,
 * blanks before it aside; or that it is all blanks. NULL: neither, or it is not shown. */
static const char *lost_at_the_end(const result *r, const char *const *marks)
{
    const char *const *tokens = r->test->syntax->tokens;
    const char *other, *line, *mark;
    fp_str lost;
    size_t at;

    line = parting(r, &at, &other);
    if (!line || line_of(line).len <= at)
        return NULL;
    lost = after_blanks((fp_str){ line + at, line_of(line).len - at - 1 }); /* and no quote */
    if (!lost.len)
        return PLACE_WHITE_SPACE;
    mark = mark_in_quotes(marks, lost);
    return mark || !tokens ? mark : mark_in_quotes(tokens, lost);
}

/* Returns whether what is too much comes after all of the text, and is not a mark. */
static bool is_run_over(const result *r, const char *const *marks)
{
    const char *other, *line;
    size_t at;

    if (!is_kind(r, DIFFERS_TEXT_EXTRA))
        return false;
    line = parting(r, &at, &other);
    return line && strncmp(line, "text ", 5) == 0 && line[at] == '"' && line[at + 1] == '\n' &&
           mark_after_blanks(marks, line_of(other + at)) == NULL;
}

static mechanism of_text(const result *r, const char *const *marks)
{
    const char *mark = text_that_differs(r, marks), *lost;
    mechanism m = { 0 };

    if (is_cut_short(r) && r->harm == HARM_TEXT && !(mark && is_mark(marks, mark))) {
        const bool after = strstr(r->expected, "\ncall ") != NULL;

        lost = lost_at_the_end(r, marks);
        if (!lost)
            return (mechanism){ .key = xformat("text end %s", after ? "after" : "alone"),
                                .when =
                                    xstrdup(after ? "at the end, after a call" : "at the end") };
        mark = lost;
    }
    if (r->harm == HARM_TEXT && is_run_over(r, marks))
        return (mechanism){ .key = xstrdup("text more at the end"), .when = xstrdup("at the end") };
    if (mark && strcmp(mark, PLACE_ELSEWHERE) != 0) {
        m.key = xformat("%s %s at %s", harm_name(r->harm), r->kind ? r->kind : "",
                        is_mark(marks, mark) ? mark_at_start(marks, mark) : mark);
        m.when = r->harm == HARM_WHITE_SPACE ? xstrdup("") : xformat("at %s", mark);
    } else {
        m.key = xformat("%s %s clause %s", harm_name(r->harm), r->kind ? r->kind : "", r->clause);
        m.when = xstrdup("");
    }
    return m;
}

static mechanism of_outcome(const result *r, const char *const *marks)
{
    const reading read = read_input(r, marks);
    const bool text = r->harm == HARM_TEXT || r->harm == HARM_WHITE_SPACE;
    mechanism m =
        text && !is_kind(r, DIFFERS_ERROR) ? of_text(r, marks) : of_calls(r, &read, marks);

    m.at_mark = m.at_mark || (!text && read.mark);
    fp_outcome_free(read.outcome);
    return m;
}

static mechanism of_law(const result *r, const char *const *marks)
{
    const reading read = read_input(r, marks);
    const char *value =
        carries_calls(r) && r->harm == HARM_ARGUMENTS ? value_that_differs(r, marks) : NULL;
    mechanism m = value ? of_arguments(harm_name(r->harm), value) : law_mechanism(r, read.mark);

    m.follows = m.follows || value;
    fp_outcome_free(read.outcome);
    return m;
}

/* A golden case whose input ends in a block, and whose call is taken all the same, is what
 * TRUNCATION is about. */
static bool is_truncated_call(const result *r)
{
    const reading read = read_input(r, (const char *const[]){ NULL });
    const bool is = r->harm == HARM_UNWRITTEN_CALL && read.wrong &&
                    read.wrong->code == FP_UNTERMINATED_CALL &&
                    fp_outcome_diagnostic_count(read.outcome) == 1 && ends_in_block(r);

    fp_outcome_free(read.outcome);
    return is;
}

static mechanism of_silence(const result *r)
{
    const bool is_long = r->test->input.len > LONG_INPUT;

    return (mechanism){ .key = xformat("%s %s", verdict_name(r->verdict), is_long ? "long" : ""),
                        .when = xstrdup(is_long ? "on long inputs" : "") };
}

static mechanism of_golden(const result *r, const char *const *marks)
{
    mechanism m;

    if (is_truncated_call(r))
        return (mechanism){ .key = xformat("%s end", law_name(LAW_TRUNCATION)),
                            .when = xstrdup("when the input ends inside a block") };
    m = of_outcome(r, marks);
    m.none = reads_none(r);
    return m;
}

mechanism mechanism_of(const result *r)
{
    fp_derived derived = { 0 };
    const char *const *marks;
    const bool fed = is_check(r, LAW_CHUNK) || is_check(r, LAW_WHOLE);
    mechanism m;

    if (is_of_partial(r))
        return partial_mechanism(r);
    if (is_of_template(r))
        return template_mechanism(r);
    marks = xmarkers(r->test->syntax, &derived);
    if (r->verdict == VERDICT_PROTOCOL)
        m = (mechanism){ .key = xformat("protocol %s", r->kind ? r->kind : ""),
                         .when = xstrdup("") };
    else if (strcmp(r->check, "policies") == 0)
        m = (mechanism){ .key = xformat("policies %s", r->clause), .when = xstrdup("") };
    else if (r->harm == HARM_NO_ANSWER && (!fed || r->test->input.len > LONG_INPUT))
        m = of_silence(r);
    else if (fed)
        m = of_cut(r, marks);
    else
        m = strcmp(r->check, "golden") == 0 ? of_golden(r, marks) : of_law(r, marks);
    fp_derived_free(&derived);
    return m;
}
