/* SPDX-License-Identifier: Apache-2.0 */
/* laws.c: the table of laws, our own parser as their engine, and TOTAL. */
#include "law/laws.h"

#include "base/children.h"
#include "base/interrupt.h"
#include "law/law_check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *clause;
    harm harm;
    bool (*holds)(const law_subject *s, law_breach *breach);
} LAWS[LAW_COUNT] = {
    [LAW_TOTAL] = { "TOTAL", "LAW-1.1", HARM_NO_ANSWER, law_total },
    [LAW_CHUNK] = { "CHUNK", "LAW-2.1", HARM_NONE, law_chunk },
    [LAW_WHOLE] = { "WHOLE", "LAW-3.1", HARM_NONE, law_whole },
    [LAW_PREFIX] = { "PREFIX", "LAW-4.1", HARM_NONE, law_prefix },
    [LAW_PROMPT] = { "PROMPT", "LAW-5.1", HARM_NONE, law_prompt },
    [LAW_ACCOUNT] = { "ACCOUNT", "LAW-6.1", HARM_TEXT, law_account },
    [LAW_TRUNCATION] = { "TRUNCATION", "LAW-7.1", HARM_UNWRITTEN_CALL, law_truncation },
    [LAW_ISOLATION] = { "ISOLATION", "LAW-13.1", HARM_NONE, law_isolation },
    [LAW_LINEAR] = { "LINEAR", "LAW-14.1", HARM_NONE, law_linear },
    [LAW_ROUND_TRIP] = { "ROUND-TRIP", "LAW-8.1", HARM_NONE, law_round_trip },
    [LAW_EQUIVALENCE] = { "EQUIVALENCE", "LAW-9.1", HARM_NONE, law_equivalence },
    [LAW_CONCATENATION] = { "CONCATENATION", "LAW-10.1", HARM_NONE, law_concatenation },
    [LAW_SURROUNDING] = { "SURROUNDING", "LAW-11.1", HARM_NONE, law_surrounding },
    [LAW_RENAMING] = { "RENAMING", "LAW-12.1", HARM_NONE, law_renaming },
    [LAW_TOKENS] = { "TOKENS", "LAW-17.1", HARM_NONE, law_tokens },
    [LAW_PARITY] = { "PARITY", "LAW-15.1", HARM_NONE, NULL },
    [LAW_DELTA] = { "DELTA", "LAW-16.1", HARM_NONE, NULL },
};

const char *law_name(law l)
{
    return LAWS[l].name;
}

const char *law_clause(law l)
{
    return LAWS[l].clause;
}

harm law_harm(law l)
{
    return LAWS[l].harm;
}

bool law_holds(law l, const law_subject *subject, law_breach *breach)
{
    *breach = (law_breach){ .law = l };
    return LAWS[l].holds(subject, breach);
}

bool laws_hold(const law_subject *subject, law_breach *breach)
{
    law_subject s = *subject;
    bool all = true;

    s.reading = law_reading_new();
    for (unsigned l = 0; all && l < LAW_OF_OURS; l++)
        all = l == LAW_TOTAL || l == LAW_LINEAR || law_holds((law)l, &s, breach);
    law_reading_free(s.reading);
    return all;
}

bool law_broken(law_breach *breach, size_t from, size_t to, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(breach->text, sizeof breach->text, format, args);
    va_end(args);
    breach->from = from;
    breach->to = to;
    return false;
}

/* -- our own parser -------------------------------------------------------------------------- */

static void *or_die(void *parser)
{
    if (parser)
        return parser;
    end_out_of_memory();
}

/* What a law would compare is cut short where memory was out: it is not compared. */
static fp_status or_die_of(fp_status status)
{
    need_memory(status != FP_NO_MEMORY);
    return status;
}

static void *reference_open(const law_subject *s, fp_sink *sink, void *context)
{
    return or_die(fp_parser_new(s->syntax, s->options, sink, context));
}

static fp_status reference_feed(void *parser, const char *bytes, size_t len)
{
    return or_die_of(fp_parser_feed(parser, bytes, len));
}

static fp_status reference_feed_token(void *parser, const char *bytes, size_t len)
{
    return or_die_of(fp_parser_feed_token(parser, bytes, len));
}

static fp_status reference_finish(void *parser)
{
    return or_die_of(fp_parser_finish(parser));
}

static void reference_reset(void *parser)
{
    fp_parser_reset(parser);
}

static void *reference_clone(const void *parser, fp_sink *sink, void *context)
{
    return or_die(fp_parser_clone(parser, sink, context));
}

static bool reference_equal(const void *a, const void *b)
{
    return fp_parser_equal(a, b);
}

static uint64_t reference_work(const void *parser)
{
    return fp_parser_work(parser);
}

static void reference_close(void *parser)
{
    fp_parser_free(parser);
}

static void reference_assign(void *parser, const void *from)
{
    or_die(fp_parser_assign(parser, from) ? parser : NULL);
}

const law_engine LAW_REFERENCE = {
    reference_open,  reference_feed, reference_finish, reference_reset,  reference_clone,
    reference_equal, reference_work, reference_close,  reference_assign, reference_feed_token,
};

const law_engine *engine_of(const law_subject *s)
{
    return s->engine ? s->engine : &LAW_REFERENCE;
}

void law_run(const law_subject *s, size_t len, size_t chunk, bool finish, eventlog *log)
{
    const law_engine *e = engine_of(s);
    void *parser = e->open(s, eventlog_sink, log);
    const size_t step = chunk ? chunk : len;

    for (size_t i = 0; i < len; i += step)
        e->feed(parser, s->input.ptr + i, len - i < step ? len - i : step);
    if (finish)
        e->finish(parser);
    e->close(parser);
}

/* -- TOTAL ----------------------------------------------------------------------------------- */

enum { TOTAL_SECONDS = 20 };

/* Feeds the input in chunks of a size; how that went. */
static fp_status try_chunks(const law_subject *s, size_t size)
{
    const law_engine *e = engine_of(s);
    const size_t len = s->input.len;
    void *parser = e->open(s, NULL, NULL);
    fp_status status = FP_OK;

    for (size_t at = 0; at < len && status == FP_OK; at += size)
        status = e->feed(parser, s->input.ptr + at, len - at < size ? len - at : size);
    if (status == FP_OK)
        status = e->finish(parser);
    e->close(parser);
    return status;
}

/* In the child: whole, byte by byte, and in threes. It sends the status, which an exit(0) of the
 * parser does not. */
static int try_all(const void *context, int out)
{
    const law_subject *s = context;
    const size_t len = s->input.len;
    const size_t sizes[] = { len ? len : 1, 1, 3 };
    const size_t count = len > HUGE_INPUT ? 1 : sizeof sizes / sizeof *sizes;
    fp_status status = FP_OK;

    interrupt_alarm(TOTAL_SECONDS);
    for (size_t i = 0; i < count && status == FP_OK; i++)
        status = try_chunks(s, sizes[i]);
    child_send(out, &status, sizeof status);
    return EXIT_AS_EXPECTED;
}

bool law_total(const law_subject *s, law_breach *breach)
{
    fp_status status = FP_OK;
    child trial;
    child_end end;
    bool answered;
    char *sentence;

    if (!child_start(&trial, try_all, s))
        return law_broken(breach, 0, 0, "cannot start a child process: %s", strerror(errno));
    answered = child_receive(&trial, &status, sizeof status);
    end = child_wait(&trial);
    if (end.fate == CHILD_LOST)
        exit(EXIT_ADAPTER);
    if (answered && end.fate == CHILD_DONE)
        return status == FP_OK ||
               law_broken(breach, 0, s->input.len, "the parser gave up (status %d)", (int)status);
    sentence = child_sentence(end, TOTAL_SECONDS);
    law_broken(breach, 0, s->input.len, "%s", sentence);
    free(sentence);
    return false;
}
