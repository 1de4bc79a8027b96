/* SPDX-License-Identifier: Apache-2.0 */
/* parser.c: feeds a syntax byte by byte, and in runs where the result is the same. */
#include "parser_state.h"

#include <assert.h>

/* In bytes: what is searched at once is still in the cache when it is emitted and kept. */
enum { RUN_MAX = 262144 };

/* -- what comes next ------------------------------------------------------------------------- */

/* Whether no call is open and no byte held. */
static inline bool is_between(const fp_out *out)
{
    return !fp_call_is_open(&out->call) && !fp_ledger_waiting(&out->ledger);
}

/* Whether the next byte is text then, whatever the syntax makes of it. */
static inline bool bypasses(const fp_out *out)
{
    return fp_out_is_all_text(out) || fp_quote_open(&out->quote);
}

/* What the next bytes are in a JSON string. While a high surrogate waits, they go through step().
 */
__attribute__((noinline)) static unsigned string_now(const fp_parser *p)
{
    const fp_in_string what = p->fast->in_string(p->state);
    const fp_open_call *call = &p->out.call;
    const bool said = fp_call_in_arg(call) && !fp_json_args_half(&call->json);

    if (what == FP_STRING_HELD)
        return HOLDS_STRING;
    return what == FP_STRING_PAYLOAD && said ? SAYS_STRING : NOT_AT_EASE;
}

/* Whether the next byte goes to step() alone, because of what waits, or of reasoning. */
__attribute__((noinline)) static bool is_watched(const fp_out *out)
{
    const bool in_call = fp_call_is_open(&out->call);
    const size_t held = fp_ledger_waiting(&out->ledger);

    return (out->pending.wanted && (in_call || held)) ||
           (fp_reasoning_looks(&out->reasoning, held) && !in_call);
}

/* What the next bytes are, of which the row says nothing else. */
static inline unsigned other_now(const fp_parser *p)
{
    return p->fast->in_string && !p->out.pending.wanted ? string_now(p) : NOT_AT_EASE;
}

/* The first of the two sets for what the row says that it is at ease with, or NOT_AT_EASE. */
static inline unsigned set_now(const fp_parser *p)
{
    const unsigned n = p->fast->at_ease ? p->fast->at_ease(p->state) : 0;
    const unsigned set = AT_EASE + 2 * (n - 1);

    return n && fp_leads_has(&p->leads, set) ? set : NOT_AT_EASE;
}

/* What the next bytes are where it is_between(). */
__attribute__((noinline)) static unsigned text_now(const fp_parser *p)
{
    const fp_out *out = &p->out;
    const bool calm = fp_quote_at_ease(&out->quote);
    unsigned set;

    if (bypasses(out))
        return calm && p->fast->at_ease ? BYPASSED : WATCHED;
    if (!p->plain && is_watched(out))
        return NOT_AT_EASE;
    set = set_now(p);
    if (set == NOT_AT_EASE)
        return other_now(p);
    if (calm)
        return set;
    return fp_out_reasons(out) ? NOT_AT_EASE : WATCHED;
}

/* What the next bytes are, or NOT_AT_EASE. */
static unsigned ease_now(const fp_parser *p)
{
    const fp_out *out = &p->out;
    unsigned set;

    if (is_between(out))
        return text_now(p);
    if (fp_ledger_waiting(&out->ledger) && !p->fast->in_string)
        return NOT_AT_EASE;
    if (!p->plain && is_watched(out))
        return NOT_AT_EASE;
    set = fp_ledger_waiting(&out->ledger) ? NOT_AT_EASE : set_now(p);
    return set == NOT_AT_EASE ? other_now(p) : set + 1;
}

static void note_ease(fp_parser *p, unsigned ease)
{
    const bool passes =
        ease == HOLDS_STRING ? fp_out_goes_on(&p->out) : fp_out_passes_chunk(&p->out);

    p->ease = ease;
    p->passing = passes && ease != WATCHED && !p->out.tokens.placed ? ease : NOT_AT_EASE;
}

void fp_parser_look_around(fp_parser *p)
{
    if (p->finished)
        fp_parser_be_careful(p);
    else
        note_ease(p, ease_now(p));
}

/* -- input ----------------------------------------------------------------------------------- */

/* Bytes that leave all as it is. last: the chunk ends with them. */
static void take_calm(fp_parser *p, const unsigned char *bytes, size_t len, bool held, bool last)
{
    if (held) {
        fp_out_hold_run(&p->out, (fp_str){ (const char *)bytes, len });
        fp_ledger_read(&p->out.ledger, len);
        return;
    }
    fp_ledger_read(&p->out.ledger, len);
    fp_events_last(&p->out.events, last);
    fp_out_payload_run(&p->out, bytes, len);
    fp_events_last(&p->out.events, false);
}

/* Like calm_bytes(), in a JSON string. Where many bytes are held, run() takes more of them. */
__attribute__((noinline)) static size_t string_bytes(const fp_parser *p, unsigned ease,
                                                     const unsigned char *bytes, size_t len)
{
    size_t room = RUN_MAX;

    if (ease == HOLDS_STRING && len > FP_LEADS_FEW)
        return 0;
    if (ease == HOLDS_STRING)
        room = fp_out_hold_room(&p->out);
    return fp_jsonscan_text((const char *)bytes, len < room ? len : room);
}

/* How many of the bytes leave the parser at ease; of a few, those before any that may matter. */
static size_t calm_bytes(const fp_parser *p, unsigned ease, const unsigned char *bytes, size_t len)
{
    const size_t most = len < RUN_MAX ? len : RUN_MAX;
    size_t n;

    if (ease >= WATCHED)
        return 0;
    if (ease >= FP_LEAD_SETS)
        return string_bytes(p, ease, bytes, len);
    if (len <= FP_LEADS_FEW)
        return fp_leads_skip(&p->leads, ease, bytes, len);
    n = fp_leads_find(&p->leads, ease, bytes, most);
    return n < most ? fp_leads_calm(&p->leads, ease, bytes, n) : n;
}

/* How many of the next bytes are text, and nothing to the syntax: what bypasses it, or a few. */
static size_t unseen_bytes(const fp_parser *p, bool bypass, const unsigned char *bytes, size_t len)
{
    const bool watched = (p->out.quote.fences || p->out.quote.tags) && !fp_out_reasons(&p->out);
    unsigned set;

    if (bypass)
        return len;
    set = watched ? set_now(p) : NOT_AT_EASE;
    return set == NOT_AT_EASE ? 0 : fp_leads_pass(&p->leads, set + 1, bytes, len);
}

/* Watches such text until it ends, or until the search for quotations is at ease. Returns how many
 * bytes it took. */
__attribute__((noinline)) static size_t watch(fp_parser *p, const unsigned char *bytes, size_t len)
{
    const uint64_t offset = fp_ledger_fed(&p->out.ledger);
    bool bypass = bypasses(&p->out), at_ease = false;
    size_t n = 0, unseen;

    do {
        const bool before = bypass;

        unseen = n + unseen_bytes(p, bypass, bytes + n, len - n);
        while (n < unseen && bypass == before && !at_ease) {
            fp_out_watch_text(&p->out, bytes[n], offset + n);
            n++;
            bypass = bypasses(&p->out);
            at_ease = fp_quote_at_ease(&p->out.quote);
        }
        if (before && !bypass && p->syntax->passed)
            p->syntax->passed(p->state, bytes[n - 1]);
    } while (n < unseen && !at_ease);
    return n;
}

/* Takes text that the syntax need not see, such as a line that opens or closes a fence, or
 * reasoning. Returns how many bytes it took. */
static inline size_t take_unseen(fp_parser *p, unsigned ease, const unsigned char *bytes,
                                 size_t len)
{
    const bool reasons = p->out.reasoning.inside;
    size_t n = 0;

    if ((ease == NOT_AT_EASE && !reasons) || !is_between(&p->out))
        return 0;
    if (reasons)
        n = fp_out_reasoning_run(&p->out, (const char *)bytes, len);
    if (n || ease == NOT_AT_EASE)
        return n;
    n = watch(p, bytes, len);
    fp_ledger_read(&p->out.ledger, n);
    if (n)
        fp_out_payload_run(&p->out, bytes, n);
    return n;
}

/* Where the build asks for it (FP_CHECK_STATE), the core's invariants hold between two steps. */
static void check(const fp_parser *p)
{
#ifdef FP_CHECK_STATE
    assert(!fp_out_goes_on(&p->out) || fp_out_is_valid(&p->out));
#else
    (void)p;
#endif
}

/* Whether a byte outside a call belongs to reasoning alone. After a mark, text begins. */
static bool takes_for_reasoning(fp_parser *p, unsigned char byte)
{
    const bool inside = p->out.reasoning.inside;
    const bool ignored = !inside && fp_reasoning_ignores(&p->out.reasoning, byte);
    const bool taken = !ignored && fp_out_reasoning_byte(&p->out, byte);

    if (inside != p->out.reasoning.inside && p->syntax->passed)
        p->syntax->passed(p->state, '\n');
    return taken;
}

/* A byte in a call, where marks of reasoning are looked for: it may end the call, and begin one. */
static void step_in_call(fp_parser *p, unsigned char byte)
{
    fp_out_reasoning_in_call(&p->out, byte);
    p->syntax->step(p->state, &p->out, byte);
    if (fp_call_is_open(&p->out.call))
        fp_out_reasoning_as_held(&p->out);
}

/* One byte, where reasoning is looked for, or blocks wait. */
__attribute__((noinline)) static void step_watched(fp_parser *p, unsigned char byte)
{
    const bool looks = p->out.reasoning.marks, in_call = fp_call_is_open(&p->out.call);
    const bool waits = p->out.pending.wanted;

    if (waits)
        fp_out_pending_read(&p->out, byte);
    if (looks && !in_call && takes_for_reasoning(p, byte))
        return;
    if (looks && in_call)
        step_in_call(p, byte);
    else
        p->syntax->step(p->state, &p->out, byte);
    if (waits)
        fp_out_pending_bound(&p->out);
}

/* Whether the syntax may take the coming bytes at once. */
static bool may_run(const fp_parser *p)
{
    return p->plain || (fp_call_is_open(&p->out.call) && !p->out.pending.wanted);
}

/* Takes the bytes that the syntax takes at once, or else one byte. Returns how many. */
static size_t take_first(fp_parser *p, const unsigned char *bytes, size_t len)
{
    size_t n = 0;

    check(p);
    if (len > 1 && p->fast->run && may_run(p))
        n = p->fast->run(p->state, &p->out, (const char *)bytes, len);
    fp_ledger_read(&p->out.ledger, n ? n : 1);
    if (n)
        return n;
    if (p->plain)
        p->syntax->step(p->state, &p->out, bytes[0]);
    else
        step_watched(p, bytes[0]);
    return 1;
}

/* Takes the bytes; ease is what the next of them are. Returns what the bytes after them are. */
static unsigned take_bytes(fp_parser *p, unsigned ease, const unsigned char *bytes, size_t len)
{
    const unsigned char *end;

    if (!len) /* they may have no place */
        return ease;
    end = bytes + len;
    for (size_t n; bytes < end && fp_out_goes_on(&p->out); bytes += n) {
        n = calm_bytes(p, ease, bytes, (size_t)(end - bytes));
        if (n) {
            take_calm(p, bytes, n, ease == HOLDS_STRING, bytes + n == end);
            bytes += n;
            if (bytes == end || !fp_out_goes_on(&p->out))
                break;
        }
        n = take_unseen(p, ease, bytes, (size_t)(end - bytes));
        if (!n)
            n = take_first(p, bytes, (size_t)(end - bytes));
        check(p);
        ease = ease_now(p);
    }
    return ease;
}

/* The same, of which the first byte begins this mark, which is a token. */
static unsigned take_token(fp_parser *p, unsigned ease, const char *mark,
                           const unsigned char *bytes, size_t len)
{
    fp_tokens *tokens = &p->out.tokens;
    const fp_ledger *ledger = &p->out.ledger;

    if (!fp_tokens_next(tokens, mark, fp_ledger_fed(ledger), fp_ledger_waiting(ledger))) {
        fp_events_end(&p->out.events, FP_NO_MEMORY);
        return ease;
    }
    ease = take_bytes(p, ease, bytes, 1);
    tokens->begun = NULL;
    return take_bytes(p, ease, bytes + 1, len - 1);
}

/* Where the options tell where tokens are: the first that begins at this offset or later. */
static const fp_token *next_token(const fp_options *options, uint64_t offset)
{
    size_t from = 0, to = options->token_count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (options->tokens[middle].at < offset)
            from = middle + 1;
        else
            to = middle;
    }
    return from < options->token_count ? &options->tokens[from] : NULL;
}

/* Takes the bytes up to the next token, or a token as far as the bytes go. */
static size_t take_placed(fp_parser *p, unsigned *ease, const unsigned char *bytes, size_t len)
{
    const uint64_t offset = fp_ledger_fed(&p->out.ledger);
    const fp_token *next = next_token(&p->out.options, offset);
    const bool here = next && next->at == offset && next->text.len;
    const uint64_t up_to = here                        ? next->text.len
                           : next && next->at > offset ? next->at - offset
                                                       : len;
    const size_t n = up_to < len ? (size_t)up_to : len;
    const char *mark = here ? fp_tokens_find(&p->out.tokens, next->text) : NULL;

    *ease = mark ? take_token(p, *ease, mark, bytes, n) : take_bytes(p, *ease, bytes, n);
    return n;
}

/* Takes bytes among which the options tell where tokens are. */
__attribute__((noinline)) static unsigned take_among_tokens(fp_parser *p,
                                                            const unsigned char *bytes, size_t len)
{
    unsigned ease = p->ease;

    for (size_t i = 0; i < len;)
        i += take_placed(p, &ease, bytes + i, len - i);
    return ease;
}

/* Whether no more input is taken, and then why. */
static inline bool is_over(const fp_parser *p, fp_status *status)
{
    *status = fp_out_goes_on(&p->out) ? FP_FINISHED : fp_events_status(&p->out.events);
    return p->finished || !fp_out_goes_on(&p->out);
}

static inline fp_status end_chunk(fp_parser *p, unsigned ease)
{
    fp_events_flush(&p->out.events);
    note_ease(p, ease);
    return fp_events_status(&p->out.events);
}

/* Apart from fp_parser_feed(), which must be quick with a small chunk; a caller keeps its three
 * arguments where they are. */
__attribute__((noinline)) static fp_status take_chunk(fp_parser *p, const unsigned char *bytes,
                                                      size_t len)
{
    fp_status status;

    if (is_over(p, &status))
        return status;
    return end_chunk(p, p->out.tokens.placed ? take_among_tokens(p, bytes, len)
                                             : take_bytes(p, p->ease, bytes, len));
}

/* The chunk is this mark as a token. */
static fp_status take_chunk_of_token(fp_parser *p, const unsigned char *bytes, size_t len,
                                     const char *mark)
{
    fp_status status;

    return is_over(p, &status) ? status : end_chunk(p, take_token(p, p->ease, mark, bytes, len));
}

/* A small chunk that is payload as a whole goes to the sink. The state stays as it is, so the next
 * one may go the same way. */
__attribute__((noinline)) static fp_status pass_chunk(fp_parser *p, const unsigned char *bytes,
                                                      size_t len)
{
    if (!fp_out_pass(&p->out, (const char *)bytes, len))
        return take_chunk(p, bytes, len);
    if (!fp_out_goes_on(&p->out)) /* the sink has stopped */
        fp_parser_be_careful(p);
    return fp_events_status(&p->out.events);
}

/* A small chunk of a JSON string's text goes to the sink, or is held. */
static inline fp_status pass_text(fp_parser *p, const unsigned char *bytes, size_t len)
{
    if (p->passing == SAYS_STRING)
        return pass_chunk(p, bytes, len);
    return fp_ledger_hold_few(&p->out.ledger, (const char *)bytes, len, p->out.options.limits.call)
               ? FP_OK
               : take_chunk(p, bytes, len);
}

/* One in which not every byte is plain: it may have escapes. */
__attribute__((noinline)) static fp_status pass_escapes(fp_parser *p, const unsigned char *bytes,
                                                        size_t len)
{
    return fp_jsonscan_text((const char *)bytes, len) < len ? take_chunk(p, bytes, len)
                                                            : pass_text(p, bytes, len);
}

/* A chunk in a JSON string, or what does not pass. */
__attribute__((noinline)) static fp_status pass_string(fp_parser *p, const unsigned char *bytes,
                                                       size_t len)
{
    if (p->passing == NOT_AT_EASE || len - 1 >= FP_LEADS_FEW)
        return take_chunk(p, bytes, len);
    return fp_jsonscan_all_plain(bytes, len) ? pass_text(p, bytes, len)
                                             : pass_escapes(p, bytes, len);
}

/* The functions are apart so that the common way needs next to no stack. */
fp_status fp_parser_feed(fp_parser *p, const void *data, size_t len)
{
    if (p->passing >= FP_LEAD_SETS)
        return pass_string(p, data, len);
    if (len - 1 >= FP_LEADS_FEW || !fp_leads_broken_off(&p->leads, p->passing, data, len))
        return take_chunk(p, data, len);
    return pass_chunk(p, data, len);
}

fp_status fp_parser_feed_token(fp_parser *p, const void *text, size_t len)
{
    const char *mark = fp_tokens_find(&p->out.tokens, (fp_str){ text, len });

    return mark ? take_chunk_of_token(p, text, len, mark) : fp_parser_feed(p, text, len);
}

/* Whether the call ends, of which a token ends no more than one, and is complete. */
static int note_end(void *context, const fp_event *event)
{
    bool *ends = context;

    if (event->type == FP_EVENT_CALL_END)
        *ends = event->call->complete;
    return 0;
}

/* Whether the token that ended the input would have ended the open call in it (MODEL-6.3): a copy
 * of the parser is fed the token. */
static bool token_ends_call(fp_parser *p)
{
    const fp_options *options = &p->out.options;
    bool ends = false;
    fp_parser *trial;

    if (options->finish != FP_FINISH_TOKEN || !p->syntax->tokens || !fp_out_goes_on(&p->out) ||
        !fp_call_is_open(&p->out.call) || fp_call_in_arg(&p->out.call))
        return false;
    trial = fp_parser_clone(p, note_end, &ends);
    if (!trial) {
        fp_out_no_memory(&p->out);
        return false;
    }
    trial->out.tokens.marks = p->syntax->tokens; /* whatever comes before it, it is a token */
    trial->out.tokens.placed = false;
    if (fp_tokens_find(&trial->out.tokens, options->finish_token) &&
        fp_parser_feed_token(trial, options->finish_token.ptr, options->finish_token.len) ==
            FP_NO_MEMORY)
        fp_out_no_memory(&p->out);
    fp_parser_free(trial);
    return ends;
}

fp_status fp_parser_finish(fp_parser *p)
{
    if (p->finished && fp_out_goes_on(&p->out))
        return FP_FINISHED;
    if (token_ends_call(p))
        fp_call_end_comes(&p->out.call);
    p->finished = true;
    fp_parser_be_careful(p);
    check(p);
    /* An encoded syntax ends a call with a unit that was read, though it may say so only now. */
    if (p->out.options.finish == FP_FINISH_LENGTH && !p->syntax->encoded)
        fp_call_cut_short(&p->out.call);
    fp_out_reasoning_settle(&p->out);
    if (fp_out_goes_on(&p->out))
        p->syntax->finish(p->state, &p->out);
    check(p);
    fp_events_flush(&p->out.events);
    return fp_events_status(&p->out.events);
}
