/* SPDX-License-Identifier: Apache-2.0 */
/* out_reasoning.c: reasoning that is an output of its own (MODEL-5): which bytes of text it is, and
 * which are its marks. */
#include "out.h"

/* Bytes that do not begin a mark: emitted, with their role. */
static void give_text(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    fp_out_emit_text(out, offset, bytes, len);
    if (out->reasoning.inside)
        fp_ledger_tell(&out->ledger, FP_ROLE_REASONING, out->syntax->policies[FP_REASONING].clause,
                       offset, len);
    else
        fp_ledger_tell(&out->ledger, FP_ROLE_TEXT, NULL, offset, len);
}

/* How many bytes from the start of the input on do not begin a mark. */
static uint64_t decided(const fp_out *out)
{
    return fp_ledger_fed(&out->ledger) - out->reasoning.matched;
}

void fp_out_take_text(fp_out *out, const char *bytes, size_t len)
{
    const uint64_t start = fp_ledger_next(&out->ledger), end = start + len;
    const size_t open = end > decided(out) ? (size_t)(end - decided(out)) : 0;
    const size_t waits = open < len ? open : len;

    if (waits < len)
        give_text(out, start, bytes, len - waits);
    out->reasoning.waiting += (uint8_t)waits;
    fp_ledger_defer(&out->ledger, len);
}

/* Emits the first of the bytes that wait, as far as they do not begin a mark any more. */
static void let_go(fp_out *out)
{
    fp_reasoning *r = &out->reasoning;
    const uint64_t start = fp_ledger_next(&out->ledger) - r->waiting;
    const uint64_t past = decided(out) > start ? decided(out) - start : 0;
    const uint8_t len = past < r->waiting ? (uint8_t)past : r->waiting;

    if (len)
        give_text(out, start, fp_reasoning_mark(r), len);
    r->waiting -= len;
}

void fp_out_reasoning_as_held(fp_out *out)
{
    if (out->reasoning.matched > fp_ledger_waiting(&out->ledger))
        out->reasoning.matched = 0;
}

void fp_out_reasoning_after_call(fp_out *out, uint64_t end)
{
    /* GCOVR_EXCL_BR_START: no call ends with how a mark of reasoning begins */
    if (out->reasoning.matched > fp_ledger_fed(&out->ledger) - end)
        out->reasoning.matched = 0;
    /* GCOVR_EXCL_BR_STOP */
}

void fp_out_reasoning_settle(fp_out *out)
{
    if (!out->reasoning.marks)
        return;
    out->reasoning.matched = 0;
    let_go(out);
}

/* What follows is on the other side of a mark, or after a call that ended reasoning. */
static void change_sides(fp_out *out)
{
    bool *inside = &out->reasoning.inside;

    *inside = !*inside;
    fp_events_flush(&out->events);
    fp_events_text_begins(&out->events, *inside ? FP_EVENT_REASONING : FP_EVENT_TEXT);
}

void fp_out_reasoning_end(fp_out *out)
{
    fp_out_reasoning_settle(out);
    if (out->reasoning.inside)
        change_sides(out);
}

void fp_out_reasoning(fp_out *out, bool inside)
{
    const unsigned policy = fp_out_policy(out, FP_REASONING);

    if (policy >= FP_REASONING_CHANNEL && out->reasoning.inside != inside)
        change_sides(out);
}

fp_str fp_out_prefix(const fp_out *out)
{
    return out->options.prefix;
}

/* Whether the next byte read goes on as the mark that may be first. */
static bool is_first(const fp_out *out, unsigned char byte)
{
    const fp_reasoning *r = &out->reasoning;
    const char *mark = fp_reasoning_mark(r);

    if (byte != (unsigned char)mark[r->matched])
        return false;
    return r->matched || /* GCOVR_EXCL_BR_LINE: only the first byte is asked with nothing matched */
           (fp_ledger_fed(&out->ledger) == 1 && fp_tokens_allow(&out->tokens, mark));
}

/* It does not: the bytes that wait are text, except for how the other mark begins. */
static void leave_first(fp_out *out)
{
    fp_reasoning *r = &out->reasoning;
    const char *bytes = fp_reasoning_mark(r) + (r->matched - r->waiting);
    const uint64_t start = fp_ledger_next(&out->ledger) - r->waiting;

    fp_reasoning_not_first(r);
    if (r->waiting > r->matched) {
        give_text(out, start, bytes, (size_t)(r->waiting - r->matched));
        r->waiting = r->matched;
    }
}

/* The next byte read, as far as it may be of a mark. */
static bool makes_mark_whole(fp_out *out, unsigned char byte)
{
    fp_reasoning *r = &out->reasoning;

    if (r->first && !is_first(out, byte))
        leave_first(out);
    return fp_reasoning_watch(r, byte, fp_tokens_allow(&out->tokens, fp_reasoning_mark(r)));
}

/* The last byte of a mark, whose others wait. */
static void take_mark(fp_out *out)
{
    fp_reasoning *r = &out->reasoning;

    fp_ledger_tell(&out->ledger, FP_ROLE_FRAMING, out->syntax->policies[FP_REASONING].clause,
                   fp_ledger_next(&out->ledger) - r->waiting, r->matched);
    fp_ledger_defer(&out->ledger, 1);
    r->inside = r->inside || r->first; /* the mark ends it, if only in form */
    r->first = false;
    r->matched = r->waiting = 0;
    change_sides(out);
    fp_quote_line_start(&out->quote);
}

void fp_out_reasoning_in_call(fp_out *out, unsigned char byte)
{
    /* GCOVR_EXCL_BR_START: less of one is held in a call */
    if (!fp_reasoning_ignores(&out->reasoning, byte) && makes_mark_whole(out, byte))
        out->reasoning.matched = 0;
    /* GCOVR_EXCL_BR_STOP */
}

/* The byte, which may be of a mark, shows what waits to be text, or ends a mark. True: that. */
static bool ends_mark(fp_out *out, unsigned char byte)
{
    fp_reasoning *r = &out->reasoning;

    if (makes_mark_whole(out, byte)) {
        if (r->waiting + 1 == r->matched) { /* GCOVR_EXCL_BR_LINE: our syntaxes take it for text */
            take_mark(out);
            return true;
        }
        r->matched = 0; /* the syntax has taken some of it for something else */
    }
    let_go(out);
    return false;
}

bool fp_out_reasoning_byte(fp_out *out, unsigned char byte)
{
    const fp_reasoning *r = &out->reasoning;
    const char c = (char)byte;

    if (!fp_reasoning_ignores(r, byte) && ends_mark(out, byte))
        return true;
    if (!r->inside || r->until_call)
        return false;
    fp_out_take_text(out, &c, 1);
    return true;
}

size_t fp_out_reasoning_run(fp_out *out, const char *bytes, size_t len)
{
    const fp_reasoning *r = &out->reasoning;
    size_t n = 0;

    if (!r->marks || r->until_call)
        return 0;
    while (n < len && fp_reasoning_ignores(r, (unsigned char)bytes[n]))
        n++;
    fp_ledger_read(&out->ledger, n);
    if (n)
        fp_out_take_text(out, bytes, n);
    return n;
}
