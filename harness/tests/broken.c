/* SPDX-License-Identifier: Apache-2.0 */
/* broken.c: the planted faults. Each of them is meant to break one law and to keep all others. */
#include "base/util.h"
#include "broken.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a fault remembers of its stream; it is part of the parser's state. */
typedef struct memory {
    uint64_t fed;
    uint64_t calls;
    uint64_t held, byte, at;
    uint64_t last; /* the byte fed last */
} memory;

struct broken {
    const fault *fault;
    fp_parser *parser;
    fp_sink *sink;
    void *context;
    size_t input_len;
    memory memory;
    uint64_t work; /* beyond what the parser counts */
    size_t feeds;
    size_t chunk; /* being fed */
    bool whole;   /* it is all of the input */
    bool ending;
};

/* -- the engine ------------------------------------------------------------------------------ */

static int say(broken *b, const fp_event *event)
{
    return b->sink ? b->sink(b->context, event) : 0;
}

static int hear(void *context, const fp_event *event)
{
    broken *b = context;

    return b->fault->event ? b->fault->event(b, event) : say(b, event);
}

static void *broken_open(const law_subject *s, fp_sink *sink, void *context)
{
    broken *b = xcalloc(1, sizeof *b);

    b->fault = (const fault *)s->engine;
    b->sink = sink;
    b->context = context;
    b->input_len = s->input.len;
    b->parser = fp_parser_new(s->syntax, s->options, hear, b);
    return b;
}

static fp_status feed_as(broken *b, const char *bytes, size_t len,
                         fp_status (*feed)(fp_parser *parser, const void *bytes, size_t len))
{

    b->feeds++;
    b->chunk = len;
    b->whole = b->memory.fed == 0 && len == b->input_len;

    const fp_status status = feed(b->parser, bytes, len);

    b->memory.fed += len;
    if (len)
        b->memory.last = (unsigned char)bytes[len - 1];
    return status == FP_OK && b->fault->fed ? b->fault->fed(b, bytes, len) : status;
}

static fp_status broken_feed(void *self, const char *bytes, size_t len)
{
    return feed_as(self, bytes, len, fp_parser_feed);
}

static fp_status broken_feed_token(void *self, const char *bytes, size_t len)
{
    return feed_as(self, bytes, len, fp_parser_feed_token);
}

static fp_status broken_finish(void *self)
{
    broken *b = self;
    fp_status status;

    b->ending = true;
    b->chunk = SIZE_MAX;
    status = fp_parser_finish(b->parser);
    if (b->fault->finished)
        b->fault->finished(b);
    b->ending = false;
    return status;
}

static void broken_reset(void *self)
{
    broken *b = self;

    if (!b->fault->keeps_parser)
        fp_parser_reset(b->parser);
    if (!b->fault->keeps_memory)
        b->memory = (memory){ 0 };
    b->memory.fed = 0;
    b->feeds = 0;
}

static void *broken_clone(const void *self, fp_sink *sink, void *context)
{
    const broken *from = self;
    broken *b = xcalloc(1, sizeof *b);

    *b = *from;
    b->sink = sink;
    b->context = context;
    b->parser = fp_parser_clone(from->parser, hear, b);
    return b;
}

static bool broken_equal(const void *a, const void *b)
{
    const broken *x = a, *y = b;

    return memcmp(&x->memory, &y->memory, sizeof x->memory) == 0 &&
           fp_parser_equal(x->parser, y->parser);
}

static uint64_t broken_work(const void *self)
{
    const broken *b = self;

    return fp_parser_work(b->parser) + b->work;
}

static void broken_close(void *self)
{
    broken *b = self;

    fp_parser_free(b->parser);
    free(b);
}

/* -- helpers --------------------------------------------------------------------------------- */

static bool ends_call(const fp_event *event)
{
    return event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT;
}

static int say_diagnostic(broken *b, uint64_t offset)
{
    return say(b, &(fp_event){ .type = FP_EVENT_DIAGNOSTIC,
                               .offset = offset,
                               .diagnostic = { FP_BAD_LINE, offset, "X-1.1" } });
}

/* Text in single bytes: this one so many times. */
static int say_text(broken *b, const fp_event *event, char which, unsigned times, char instead)
{
    for (size_t i = 0; i < event->data.len; i++) {
        const char *at = event->data.ptr[i] == which ? &instead : &event->data.ptr[i];
        const fp_event one = { FP_EVENT_TEXT, .offset = event->offset + i, .data = { at, 1 } };

        for (unsigned k = 0; k < (event->data.ptr[i] == which ? times : 1); k++)
            say(b, &one);
    }
    return 0;
}

/* -- TOTAL ----------------------------------------------------------------------------------- */

static fp_status gives_up(broken *b, const char *bytes, size_t len)
{
    (void)b;
    return memchr(bytes, ':', len) ? FP_STOPPED : FP_OK;
}

/* The law runs the parser in a child process: only there is it deadly. */
static fp_status dies(broken *b, const char *bytes, size_t len)
{
    static pid_t parent;

    parent = parent ? parent : getpid();
    if (getpid() != parent && memchr(bytes, ':', len) && raise(b->fault->signal) == 0)
        _exit(EXIT_SUCCESS);
    return FP_OK;
}

/* -- CHUNK and WHOLE --------------------------------------------------------------------------- */

static int loses_in_chunk(broken *b, const fp_event *event, size_t size)
{
    fp_event less = *event;

    if (b->chunk == size && !b->whole && event->type == FP_EVENT_TEXT)
        less.data.len--;
    return say(b, &less);
}

static int loses_in_3(broken *b, const fp_event *event)
{
    return loses_in_chunk(b, event, 3);
}

static int loses_in_13(broken *b, const fp_event *event)
{
    return loses_in_chunk(b, event, 13);
}

static int loses_in_1000(broken *b, const fp_event *event)
{
    return loses_in_chunk(b, event, 1000);
}

static int doubles_data(broken *b, const fp_event *event)
{
    if (b->chunk == 5 && !b->whole && event->type == FP_EVENT_ARG_DATA)
        say(b, event);
    return say(b, event);
}

static fp_status minds_empty_chunks(broken *b, const char *bytes, size_t len)
{
    (void)bytes;
    if (!len)
        say_diagnostic(b, b->memory.fed);
    return FP_OK;
}

/* Says nothing wrong yet; the next byte would. */
static fp_status forgets_a_state(broken *b, const char *bytes, size_t len)
{
    b->memory.calls = len > 1 && !b->whole && bytes[len - 1] == 'e';
    return FP_OK;
}

/* Not even an empty chunk came before or after. */
static bool was_whole(const broken *b)
{
    return b->ending && b->whole && b->feeds == 1;
}

static int loses_last_diagnostic(broken *b, const fp_event *event)
{
    return was_whole(b) && event->type == FP_EVENT_DIAGNOSTIC ? 0 : say(b, event);
}

static void adds_diagnostic(broken *b)
{
    if (was_whole(b))
        say_diagnostic(b, b->memory.fed);
}

/* -- PREFIX ------------------------------------------------------------------------------------ */

static int renames_at_the_end(broken *b, const fp_event *event)
{
    fp_event other = *event;
    fp_call call;

    if (!ends_call(event))
        return say(b, event);
    call = *event->call;
    call.name.len--;
    other.call = &call;
    return say(b, &other);
}

static int changes_a_value(broken *b, const fp_event *event)
{
    fp_event other = *event;
    fp_call call;
    fp_arg arg;

    if (!ends_call(event) || event->call->arg_count != 1 ||
        event->call->args[0].value.kind != FP_VALUE_STRING)
        return say(b, event);
    call = *event->call;
    arg = call.args[0];
    arg.value.text = FP_STR("another value");
    call.args = &arg;
    other.call = &call;
    return say(b, &other);
}

/* The name is short wherever it is said. */
static int shortens_names(broken *b, const fp_event *event)
{
    fp_event other = *event;
    fp_call call;

    if (event->type == FP_EVENT_CALL_BEGIN && other.data.len > 1)
        other.data.len--;
    if (ends_call(event)) {
        call = *event->call;
        call.name.len -= call.name.len > 1;
        other.call = &call;
    }
    return say(b, &other);
}

static int loses_an_argument(broken *b, const fp_event *event)
{
    fp_event other = *event;
    fp_call call;

    if (!ends_call(event) || event->call->arg_count == 0)
        return say(b, event);
    call = *event->call;
    call.arg_count--;
    other.call = &call;
    return say(b, &other);
}

static int begins_twice(broken *b, const fp_event *event)
{
    if (event->type == FP_EVENT_CALL_BEGIN)
        say(b, event);
    return say(b, event);
}

static int never_begins(broken *b, const fp_event *event)
{
    return event->type == FP_EVENT_CALL_BEGIN ? 0 : say(b, event);
}

static int never_ends_arguments(broken *b, const fp_event *event)
{
    return event->type == FP_EVENT_ARG_END ? 0 : say(b, event);
}

/* -- PROMPT ------------------------------------------------------------------------------------ */

static void let_go(broken *b)
{
    const char c = (char)b->memory.byte;
    const fp_event one = { FP_EVENT_TEXT, .offset = b->memory.at, .data = { &c, 1 } };

    if (b->memory.held)
        say(b, &one);
    b->memory.held = 0;
    b->memory.byte = 0;
    b->memory.at = 0;
}

static int hold_last(broken *b, const fp_event *event)
{
    fp_event but_last = *event;

    let_go(b);
    if (event->type != FP_EVENT_TEXT || !event->data.len)
        return say(b, event);
    but_last.data.len--;
    if (but_last.data.len)
        say(b, &but_last);
    b->memory.held = 1;
    b->memory.byte = (unsigned char)event->data.ptr[but_last.data.len];
    b->memory.at = event->offset + but_last.data.len;
    return 0;
}

static int hold_last_blank(broken *b, const fp_event *event)
{
    if (event->type == FP_EVENT_TEXT && event->data.len &&
        event->data.ptr[event->data.len - 1] == ' ')
        return hold_last(b, event);
    let_go(b);
    return say(b, event);
}

/* -- ACCOUNT ----------------------------------------------------------------------------------- */

static int loses_text(broken *b, const fp_event *event)
{
    return event->type == FP_EVENT_TEXT ? say_text(b, event, 'e', 0, 'e') : say(b, event);
}

static int doubles_text(broken *b, const fp_event *event)
{
    return event->type == FP_EVENT_TEXT ? say_text(b, event, 'o', 2, 'o') : say(b, event);
}

static int changes_text(broken *b, const fp_event *event)
{
    return event->type == FP_EVENT_TEXT ? say_text(b, event, ' ', 1, '_') : say(b, event);
}

static int shift_span(broken *b, const fp_event *event, uint64_t start, uint64_t end)
{
    fp_event other = *event;
    fp_call call;

    if (!ends_call(event))
        return say(b, event);
    call = *event->call;
    call.start += start;
    call.end += end; /* UINT64_MAX: one less */
    other.call = &call;
    return say(b, &other);
}

static int span_starts_late(broken *b, const fp_event *event)
{
    return shift_span(b, event, 1, 0);
}

static int span_ends_early(broken *b, const fp_event *event)
{
    return shift_span(b, event, 0, UINT64_MAX);
}

static int loses_calls(broken *b, const fp_event *event)
{
    return event->type == FP_EVENT_TEXT || event->type == FP_EVENT_DIAGNOSTIC ? say(b, event) : 0;
}

static int call_is_text_too(broken *b, const fp_event *event)
{
    const int answer = say(b, event);

    if (event->type == FP_EVENT_CALL_END)
        say(b, &(fp_event){ FP_EVENT_TEXT, .offset = event->call->end - 1,
                            .data = { event->call->name.ptr, 1 } });
    return answer;
}

/* -- TRUNCATION -------------------------------------------------------------------------------- */

static int completes(broken *b, const fp_event *event, bool when)
{
    fp_event other = *event;
    fp_call call;

    if (!when || event->type != FP_EVENT_CALL_CUT)
        return say(b, event);
    call = *event->call;
    call.complete = true;
    other.type = FP_EVENT_CALL_END;
    other.call = &call;
    return say(b, &other);
}

/* Not a call that breaks off in an argument: PREFIX would see that. */
static int completes_open_calls(broken *b, const fp_event *event)
{
    b->memory.calls += event->type == FP_EVENT_ARG_BEGIN;
    b->memory.calls -= event->type == FP_EVENT_ARG_END && b->memory.calls;
    return completes(b, event, b->ending && !b->memory.calls);
}

static int completes_at_a_caret(broken *b, const fp_event *event)
{
    return completes(b, event, b->ending && b->memory.last == '^');
}

static int completes_at_a_bracket(broken *b, const fp_event *event)
{
    b->memory.calls += event->type == FP_EVENT_ARG_BEGIN;
    b->memory.calls -= event->type == FP_EVENT_ARG_END && b->memory.calls;
    return completes(b, event, b->ending && !b->memory.calls && b->memory.last == ']');
}

/* -- ISOLATION ------------------------------------------------------------------------------- */

/* Numbers the calls; the number outlives a reset. */
static int numbers_calls(broken *b, const fp_event *event)
{
    if (ends_call(event))
        say_diagnostic(b, ++b->memory.calls);
    return say(b, event);
}

static const broken *fed_last;

static fp_status remembers_for_all(broken *b, const char *bytes, size_t len)
{
    (void)bytes;
    (void)len;
    fed_last = b;
    return FP_OK;
}

static void another_was_fed(broken *b)
{
    if (b->memory.fed && fed_last != b)
        say_diagnostic(b, b->memory.fed);
}

/* -- LINEAR ---------------------------------------------------------------------------------- */

static fp_status looks_back_at_line_ends(broken *b, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] == '\n')
            b->work += b->memory.fed - len + i;
    return FP_OK;
}

static fp_status looks_back_at_chunks(broken *b, const char *bytes, size_t len)
{
    (void)bytes;
    if (len == 1)
        b->work += b->memory.fed / 8;
    return FP_OK;
}

static fp_status looks_ahead_in_chunks(broken *b, const char *bytes, size_t len)
{
    (void)bytes;
    b->work += len > 200 ? (uint64_t)len * len / 32 : 0;
    return FP_OK;
}

/* -- the table ------------------------------------------------------------------------------- */

#define BROKEN_ENGINE                                                                      \
    {                                                                                      \
        broken_open, broken_feed, broken_finish, broken_reset, broken_clone, broken_equal, \
            broken_work, broken_close, NULL, broken_feed_token                             \
    }

#define FAULT(title, which, sentence) \
    .engine = BROKEN_ENGINE, .name = (title), .law = (which), .said = (sentence)

const fault FAULTS[] = {
    { FAULT("gives up", LAW_TOTAL, "the parser gave up"), .fed = gives_up },
    { FAULT("dies", LAW_TOTAL, "the parser died: Killed"), .fed = dies, .signal = SIGKILL },
    { FAULT("exits", LAW_TOTAL, "the parser ended its process, status 0"), .fed = dies },
    { FAULT("hangs", LAW_TOTAL, "no answer within"), .fed = dies,
      .signal = SIGALRM }, /* which ends it */

    { FAULT("loses text in chunks of 3", LAW_CHUNK, "in one chunk give other events"),
      .event = loses_in_3 },
    { FAULT("doubles data in chunks of 5", LAW_CHUNK, "in one chunk give other events"),
      .event = doubles_data },
    { FAULT("loses text in chunks of 13", LAW_CHUNK, "the input gives other events"),
      .event = loses_in_13 },
    { FAULT("loses text in chunks of 1000", LAW_CHUNK, "the input gives other events"),
      .event = loses_in_1000 },
    { FAULT("minds empty chunks", LAW_CHUNK, "in one chunk give other events"),
      .fed = minds_empty_chunks },
    { FAULT("another state", LAW_CHUNK, "in one chunk lead to another state"),
      .fed = forgets_a_state },

    { FAULT("whole: loses a diagnostic", LAW_WHOLE, "in one piece gives other events"),
      .event = loses_last_diagnostic },
    { FAULT("whole: adds a diagnostic", LAW_WHOLE, "in one piece gives other events"),
      .finished = adds_diagnostic },

    { FAULT("another name in the end", LAW_PREFIX, "contradicts"), .event = renames_at_the_end },
    { FAULT("another value in the end", LAW_PREFIX, "contradicts"), .event = changes_a_value },
    { FAULT("one argument less", LAW_PREFIX, "contradicts"), .event = loses_an_argument },
    { FAULT("begins twice", LAW_PREFIX, "call_begin comes at byte"), .event = begins_twice },
    { FAULT("never begins", LAW_PREFIX, "where it cannot"), .event = never_begins },
    { FAULT("arguments never end", LAW_PREFIX, "where it cannot"), .event = never_ends_arguments },

    { FAULT("holds the last byte", LAW_PROMPT, "is still held back"), .event = hold_last,
      .finished = let_go },
    { FAULT("holds the last blank", LAW_PROMPT, "is still held back"), .event = hold_last_blank,
      .finished = let_go },

    { FAULT("loses text", LAW_ACCOUNT, "neither text nor in a call"), .event = loses_text },
    { FAULT("doubles text", LAW_ACCOUNT, "is accounted for twice"), .event = doubles_text },
    { FAULT("changes text", LAW_ACCOUNT, "is not there"), .event = changes_text },
    { FAULT("span starts late", LAW_ACCOUNT, "neither text nor in a call"),
      .event = span_starts_late },
    { FAULT("span ends early", LAW_ACCOUNT, "neither text nor in a call"),
      .event = span_ends_early },
    { FAULT("loses calls", LAW_ACCOUNT, "neither text nor in a call"), .event = loses_calls },
    { FAULT("a call is text too", LAW_ACCOUNT, "is accounted for twice"),
      .event = call_is_text_too },

    { FAULT("completes open calls", LAW_TRUNCATION, "gives its call as complete"),
      .event = completes_open_calls },
    { FAULT("completes at a caret", LAW_TRUNCATION, "gives its call as complete"),
      .event = completes_at_a_caret },
    { FAULT("completes at a bracket", LAW_TRUNCATION, "gives its call as complete"),
      .event = completes_at_a_bracket },

    { FAULT("reset does nothing", LAW_ISOLATION, "and a reset"), .keeps_parser = true },
    { FAULT("reset forgets a number", LAW_ISOLATION, "and a reset"), .event = numbers_calls,
      .keeps_memory = true },
    { FAULT("shared memory", LAW_ISOLATION, "fed in turns"), .fed = remembers_for_all,
      .finished = another_was_fed },

    { FAULT("shortens names", LAW_ROUND_TRIP, "is not that call"), .event = shortens_names },
    { FAULT("shortens names of other syntaxes' calls", LAW_EQUIVALENCE, "changes when"),
      .event = shortens_names },
    { FAULT("looks back at line ends", LAW_LINEAR, "work grows as n^"),
      .fed = looks_back_at_line_ends },
    { FAULT("looks back at chunks", LAW_LINEAR, "work grows as n^"), .fed = looks_back_at_chunks },
    { FAULT("looks ahead", LAW_LINEAR, "work grows as n^"), .fed = looks_ahead_in_chunks },
};

const size_t FAULT_COUNT = sizeof FAULTS / sizeof *FAULTS;
