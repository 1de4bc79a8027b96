/* SPDX-License-Identifier: Apache-2.0 */
/* law_compose.c: CONCATENATION and SURROUNDING: the text around an input does not change its
 * events. */
#include "law/law_check.h"
#include "law/law_reading.h"
#include "law/law_texts.h"

#include <fencepost/ascii.h>
#include <fencepost/catalogue.h>

#include <stdlib.h>
#include <string.h>

/* No syntax has a marker in it, or takes it for the beginning of one. */
static const char WORDS[] = "Some plain words.\n";

fp_outcome *law_reads(const law_subject *s, fp_str text)
{
    fp_outcome *outcome;

    need_memory(fp_parse(s->syntax, s->options, text, &outcome) == FP_OK);
    return outcome;
}

fp_outcome *law_outcome_new(const law_subject *s)
{
    fp_outcome *outcome = fp_outcome_new();

    need_memory(outcome != NULL);
    if (law_policy(s, FP_UNTERMINATED) == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(outcome);
    return outcome;
}

fp_outcome *law_engine_reads(const law_subject *s, fp_str text)
{
    const law_engine *e = engine_of(s);
    law_subject alone = *s;
    fp_outcome *outcome = law_outcome_new(s);
    void *parser;

    alone.input = text;
    parser = e->open(&alone, fp_outcome_sink, outcome);
    e->feed(parser, text.ptr, text.len);
    e->finish(parser);
    e->close(parser);
    return outcome;
}

/* -- logs of texts one after the other ------------------------------------------------------- */

typedef struct shifted {
    eventlog *log;
    uint64_t by;
} shifted;

/* Logs an event as if so many bytes had stood before it. */
static int shifted_sink(void *context, const fp_event *event)
{
    const shifted *s = context;
    fp_event moved = *event;
    fp_call call;

    moved.offset += s->by;
    moved.diagnostic.offset += s->by;
    if (event->call) {
        call = *event->call;
        call.start += s->by;
        call.end += s->by;
        moved.call = &call;
    }
    return eventlog_sink(s->log, &moved);
}

static void say(const law_subject *s, const law_engine *e, fp_str text, fp_sink *sink,
                void *context)
{
    law_subject alone = *s;
    void *parser;

    alone.input = text;
    parser = e->open(&alone, sink, context);
    e->feed(parser, text.ptr, text.len);
    e->finish(parser);
    e->close(parser);
}

/* The logs of a text and of its copy after it. */
typedef struct repeated {
    eventlog *first;
    shifted second;
} repeated;

static int repeated_sink(void *context, const fp_event *event)
{
    repeated *r = context;

    shifted_sink(&r->second, event);
    return eventlog_sink(r->first, event);
}

/* Logs two texts, each alone: the second as if it came after the first. */
static void say_each(const law_subject *s, const law_engine *e, fp_str first, fp_str second,
                     eventlog *of_first, eventlog *of_second)
{
    repeated both = { of_first, { of_second, first.len } };

    if (first.ptr == second.ptr && first.len == second.len) {
        say(s, e, first, repeated_sink, &both);
    } else {
        say(s, e, first, eventlog_sink, of_first);
        say(s, e, second, shifted_sink, &both.second);
    }
}

/* Returns whether parsing both together gives the events of the first followed by those of the
 * second. Extra calls are accepted: under `extra_call: report` only both together have one. */
static bool says_each(const law_subject *subject, const law_engine *e, fp_str first, fp_str second)
{
    fp_options options = *subject->options;
    law_subject accepting = *subject;
    const law_subject *s = &accepting;
    eventlog one = { 0 }, other = { 0 }, both = { 0 };
    fp_json text = { 0 };
    bool same;

    if (options.policies.of[FP_EXTRA_CALLS] == FP_EXTRA_REPORT)
        options.policies.of[FP_EXTRA_CALLS] = FP_EXTRA_ACCEPT;
    accepting.options = &options;
    fp_json_bytes(&text, first);
    fp_json_bytes(&text, second);
    need_memory(!text.failed);
    say_each(s, e, first, second, &one, &other);
    say(s, e, json_text(&text), eventlog_sink, &both);
    same = both.len >= one.len && eventlog_is(&one, &both, 0, one.len) &&
           eventlog_is(&other, &both, one.len, both.len);
    eventlog_free(&one);
    eventlog_free(&other);
    eventlog_free(&both);
    fp_json_free(&text);
    return same;
}

/* -- CONCATENATION ----------------------------------------------------------------------------- */

bool law_text_plain_call(const law_subject *s, fp_json *text)
{
    const fp_catalogue *catalogue = s->options->catalogue;
    const bool named = catalogue && fp_catalogue_count(catalogue);
    const fp_call call = { .name = named ? fp_catalogue_tool(catalogue, 0)->name : FP_STR("plain"),
                           .complete = true };
    fp_refusal refusal;
    const bool written = xrender(s->syntax, s->options, &call, text, &refusal);

    need_memory(!text->failed);
    return written;
}

/* Returns whether the last call of a text is cut by its end. */
static bool ends_in_cut(const fp_outcome *o, fp_str text)
{
    const size_t count = fp_outcome_call_count(o);
    const fp_call *last = count ? fp_outcome_call(o, count - 1) : NULL;

    return last && !last->complete && last->end == text.len;
}

/* Returns whether the end of the input cuts a block. */
static bool is_cut(const law_subject *s)
{
    fp_options options = *s->options;
    law_subject reporting = *s;
    law_reading *reading;
    bool cut;

    report_blocks(&options);
    reporting.options = &options;
    if (law_policy(s, FP_UNTERMINATED) != FP_UNTERMINATED_REPORT ||
        law_policy(s, FP_MALFORMED) != FP_MALFORMED_REPORT)
        reporting.reading = NULL;
    reading = law_reading_begin(&reporting);
    cut = ends_in_cut(law_reading_own(&reporting, reading), s->input);
    law_reading_end(&reporting, reading);
    return cut;
}

/* Returns whether the end of the text cuts a block, or is in what may be the beginning of one. */
static bool ends_inside(const law_subject *s, fp_str text)
{
    fp_options options = *s->options;
    fp_outcome *o = fp_outcome_new();
    fp_parser *parser;
    bool inside;

    report_blocks(&options);
    parser = o ? fp_parser_new(s->syntax, &options, fp_outcome_sink, o) : NULL;
    need_memory(parser && fp_parser_feed(parser, text.ptr, text.len) == FP_OK);
    inside = fp_parser_held(parser) > 0;
    need_memory(fp_parser_finish(parser) == FP_OK);
    inside = inside || ends_in_cut(o, text);
    fp_parser_free(parser);
    fp_outcome_free(o);
    return inside;
}

/* Returns whether text that comes next is text: where a call ends reasoning, a call does not tell.
 */
static bool ends_in_text(const law_subject *s, fp_str text)
{
    return law_policy(s, FP_REASONING) != FP_REASONING_UNTIL_CALL ||
           says_each(s, &LAW_REFERENCE, text, fp_str_of(WORDS));
}

/* Returns whether the mark that ends a section ends one after the text: of a section without calls
 * nothing else may tell. */
static bool ends_in_section(const law_subject *s, fp_str text)
{
    fp_json mark = { 0 };
    const bool open = fp_syntax_piece(s->syntax, FP_PIECE_SECTION_END, FP_STR("plain"), &mark) &&
                      !says_each(s, &LAW_REFERENCE, text, json_text(&mark));

    need_memory(!mark.failed);
    fp_json_free(&mark);
    return open;
}

/* Returns whether what a call has after its block is read otherwise after the text: where a message
 * is open that began after text, only the mark that ends it may tell. call: a plain one, written.
 */
static bool ends_in_message(const law_subject *s, fp_str text, fp_str call)
{
    fp_outcome *o = law_reads(s, call);
    const size_t end = fp_outcome_call_count(o) ? (size_t)fp_outcome_call(o, 0)->end : call.len;
    const fp_str after = { call.ptr + end, call.len - end };

    fp_outcome_free(o);
    return after.len && !says_each(s, &LAW_REFERENCE, text, after);
}

/* Returns whether a call in quotes is one after the text. In a tag that is text, and has come out
 * already, quotes make a value, in which nothing is a call; no event shows that the tag is open. */
static bool ends_before_quotes(const law_subject *s, fp_str text, fp_str call)
{
    fp_json quoted = { 0 };
    bool before;

    fp_json_bytes(&quoted, FP_STR("=\""));
    fp_json_bytes(&quoted, call);
    fp_json_bytes(&quoted, FP_STR("\""));
    need_memory(!quoted.failed);
    before = says_each(s, &LAW_REFERENCE, text, json_text(&quoted));
    fp_json_free(&quoted);
    return before;
}

/* Returns whether nothing is open or undecided after the text, and a plain call there is one, and
 * changes nothing before it. */
static bool ends_outside(const law_subject *s, fp_str text)
{
    fp_json call = { 0 };
    const bool outside = !is_cut(s) && !ends_inside(s, text) && ends_in_text(s, text) &&
                         !ends_in_section(s, text) && law_text_plain_call(s, &call) &&
                         says_each(s, &LAW_REFERENCE, text, json_text(&call)) &&
                         !ends_in_message(s, text, json_text(&call)) &&
                         ends_before_quotes(s, text, json_text(&call));

    fp_json_free(&call);
    return outside;
}

/* The same, found out once. */
static bool is_outside(const law_subject *s, fp_str text)
{
    law_reading *r = s->reading;

    if (!r)
        return ends_outside(s, text);
    if (r->side == SIDE_UNKNOWN)
        r->side = ends_outside(s, text) ? SIDE_OUTSIDE : SIDE_INSIDE;
    return r->side == SIDE_OUTSIDE;
}

/* Limits that a text may reach only with another beside it. */
static bool is_limited(const law_subject *s)
{
    return memcmp(&s->options->limits, &FP_LIMITS_DEFAULT, sizeof s->options->limits) != 0;
}

/* Returns whether the input begins with a mark that counts at the beginning alone. */
static bool begins_closed(const law_subject *s)
{
    const fp_reasoning_marks *marks = s->syntax->reasoning;
    const size_t len = marks && marks->closes_first ? strlen(marks->close) : 0;

    return len && s->input.len >= len && memcmp(s->input.ptr, marks->close, len) == 0;
}

bool law_text_first(const law_subject *s, fp_json *first)
{
    const fp_str input = s->input;

    if (begins_closed(s) || s->syntax->document || input.len == 0 || input.len > HUGE_INPUT)
        return false;
    if (law_policy(s, FP_TEXT_SPACE) != FP_TEXT_SPACE_EXACT ||
        law_policy(s, FP_TEXT_AFTER) == FP_TEXT_AFTER_DROP ||
        law_policy(s, FP_FALSE_OPENER) == FP_FALSE_OPENER_DROP_REST || is_limited(s) ||
        law_has_tokens(s) || s->options->prefix.len)
        return false; /* the text around an input is meant to matter there */
    if (input.ptr[input.len - 1] == '\r')
        return false; /* half of a line end, it may be */
    fp_json_bytes(first, input);
    if (input.ptr[input.len - 1] != '\n')
        fp_json_bytes(first, FP_STR("\n"));
    need_memory(!first->failed);
    return is_outside(s, json_text(first));
}

bool law_concatenation(const law_subject *s, law_breach *breach)
{
    fp_json first = { 0 }, call = { 0 };
    bool holds = true;

    if (law_text_first(s, &first)) {
        holds = says_each(s, engine_of(s), json_text(&first), json_text(&first)) ||
                law_broken(breach, 0, first.len,
                           "the input repeated is read differently than each copy alone");
        if (holds && s->engine && law_text_plain_call(s, &call))
            holds =
                says_each(s, s->engine, json_text(&first), json_text(&call)) ||
                law_broken(breach, 0, first.len,
                           "the input and a call after it are read differently than each alone");
    }
    fp_json_free(&first);
    fp_json_free(&call);
    return holds;
}

/* -- SURROUNDING ------------------------------------------------------------------------------- */

/* Lines mean nothing where the words are in a message. */
static void insert(const law_subject *s, insertions *put, size_t at, fp_str words, fp_json *text)
{
    const size_t before = text->len;

    xsay(s->syntax, s->syntax->message.before ? FP_STR("Some plain words.") : words, text);
    put->at[put->count] = at;
    put->len[put->count++] = text->len - before;
}

/* Returns whether the input's bytes up to the end of a call are just the calls up to it, each
 * complete. */
static bool is_between(const law_subject *s, const fp_outcome *whole, size_t index)
{
    const size_t end = (size_t)fp_outcome_call(whole, index)->end;
    fp_outcome *o = law_reads(s, (fp_str){ s->input.ptr, end });
    bool same = fp_outcome_call_count(o) == index + 1;

    for (size_t i = 0; same && i <= index; i++)
        same = fp_outcome_call(o, i)->complete && fp_outcome_call(whole, i)->complete &&
               fp_outcome_call(o, i)->end == fp_outcome_call(whole, i)->end;
    fp_outcome_free(o);
    return same;
}

/* Words that leave each line's beginning and end what they are; blanks at the end of a line may
 * belong to the marker before them. */
static fp_str words_at(fp_str input, size_t at)
{
    size_t end = at;

    while (end < input.len && fp_is_blank((unsigned char)input.ptr[end]))
        end++;
    if (end == input.len || input.ptr[end] == '\n' || input.ptr[end] == '\r')
        return FP_STR("\nSome plain words.");
    return at && input.ptr[at - 1] == '\n' ? fp_str_of(WORDS) : FP_STR(" some plain words ");
}

static bool begins_with(fp_str text, const char *mark)
{
    return text.len >= strlen(mark) && memcmp(text.ptr, mark, strlen(mark)) == 0;
}

/* Returns whether a message may be put here: where another one begins. */
static bool may_have_message(const law_subject *s, size_t at)
{
    const fp_str rest = { s->input.ptr + at, s->input.len - at };

    return !s->syntax->message.mark || begins_with(rest, s->syntax->message.mark);
}

/* Returns whether words may be put before the input. */
static bool may_have_words_before(const law_subject *s)
{
    return s->syntax->stands != FP_STANDS_FIRST && may_have_message(s, 0) &&
           !law_begins_in_prompt(s);
}

/* Returns whether words may stand after the input. Where no call comes after text, none comes after
 * the input either; what counts is that it does not end in one. */
static bool may_be_followed(const law_subject *s)
{
    fp_json first = { 0 };
    bool may;

    if (s->syntax->stands == FP_STANDS_FIRST)
        return !is_limited(s) && !is_cut(s) && !ends_inside(s, s->input);
    may = law_text_first(s, &first);
    need_memory(!first.failed);
    fp_json_free(&first);
    return may;
}

bool law_text_surrounded(const law_subject *s, fp_json *text, insertions *put)
{
    law_reading *reading;
    const fp_outcome *whole;
    size_t from = 0;

    *put = (insertions){ 0 };
    /* Text after a call shows that it was not cut off. */
    if (s->options->finish != FP_FINISH_STOP || law_has_tokens(s))
        return false;
    if (s->syntax->document || s->input.len == 0 || s->input.len > HUGE_INPUT)
        return false;
    reading = law_reading_begin(s);
    whole = law_reading_own(s, reading);
    if (may_have_words_before(s))
        insert(s, put, 0, fp_str_of(WORDS), text);
    for (size_t i = 0; i + 1 < fp_outcome_call_count(whole) && put->count < INSERTIONS_MAX - 1;
         i++) {
        const size_t end = (size_t)fp_outcome_call(whole, i)->end;
        /* Blanks that are held count towards a limit, and words end them. */
        const bool glued = s->syntax->encoded || s->syntax->stands || is_limited(s);

        if (end < from || glued || !may_have_message(s, end) || !is_between(s, whole, i))
            break;
        fp_json_bytes(text, (fp_str){ s->input.ptr + from, end - from });
        insert(s, put, end, words_at(s->input, end), text);
        from = end;
    }
    fp_json_bytes(text, (fp_str){ s->input.ptr + from, s->input.len - from });
    if (may_be_followed(s))
        insert(s, put, s->input.len, words_at(s->input, s->input.len), text);
    need_memory(!text->failed);
    law_reading_end(s, reading);
    return put->count > 0;
}

fp_call law_moved(const insertions *put, const fp_call *call)
{
    fp_call moved = *call;

    for (size_t i = 0; i < put->count; i++) {
        moved.start += put->at[i] <= call->start ? put->len[i] : 0;
        moved.end += put->at[i] < call->end ? put->len[i] : 0;
    }
    return moved;
}

/* Returns whether the calls of an input are those of its surrounded text. */
static bool same_calls(const fp_outcome *alone, const fp_outcome *among, const insertions *put)
{
    bool same = fp_outcome_call_count(alone) == fp_outcome_call_count(among);

    for (size_t i = 0; same && i < fp_outcome_call_count(alone); i++) {
        const fp_call moved = law_moved(put, fp_outcome_call(alone, i));
        const fp_call *call = fp_outcome_call(among, i);

        same = fp_call_equal(&moved, call) && moved.complete == call->complete &&
               moved.start == call->start && moved.end == call->end;
    }
    return same;
}

bool law_surrounding(const law_subject *s, law_breach *breach)
{
    fp_json text = { 0 };
    insertions put;
    bool holds = true;

    if (law_text_surrounded(s, &text, &put)) {
        law_reading *alone = law_reading_begin(s);
        fp_outcome *among = law_engine_reads(s, json_text(&text));

        holds = same_calls(alone->outcome, among, &put) ||
                law_broken(breach, 0, s->input.len,
                           "with plain words before, between and after its blocks, the calls of "
                           "the input change");
        law_reading_end(s, alone);
        fp_outcome_free(among);
    }
    fp_json_free(&text);
    return holds;
}
