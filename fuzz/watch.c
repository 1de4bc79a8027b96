/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c: the sink of the quick gear. */
#include "watch.h"

#include "base/hash.h"
#include "base/rng.h"

#include <string.h>

static void breaks(watch *w, law broken, const char *sentence)
{
    if (w->wrong)
        return;
    w->wrong = sentence;
    w->broken = broken;
}

/* -- the digest ------------------------------------------------------------------------------ */

static void add_number(watch *w, uint64_t number)
{
    w->digest = rng_mix(w->digest ^ number);
}

static void add_str(watch *w, fp_str str)
{
    add_number(w, str.len);
    w->digest = hash_bytes(w->digest, str.ptr, str.len);
}

/* Bytes of text and data count one by one, so that it does not matter where they were cut. */
static void add_payload(watch *w, const fp_event *event)
{
    if (!w->goes_on || w->last != event->type)
        add_number(w, event->type);
    w->goes_on = true;
    w->last = event->type;
    w->digest = hash_bytes(w->digest, event->data.ptr, event->data.len);
}

static void add_call(watch *w, const fp_call *call)
{
    add_str(w, call->name);
    add_str(w, call->id);
    add_number(w, call->start);
    add_number(w, call->end);
    add_number(w, call->complete);
    add_number(w, call->arg_count);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_value *value = &call->args[i].value;

        add_str(w, call->args[i].key);
        add_number(w, value->kind);
        add_str(w, value->text);
        add_number(w, value->item_count);
        for (size_t k = 0; k < value->item_count; k++)
            add_str(w, value->items[k]);
    }
}

static void add_event(watch *w, const fp_event *event)
{
    const bool payload = event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING ||
                         event->type == FP_EVENT_ARG_DATA;

    if (payload && event->data.len)
        add_payload(w, event);
    if (payload)
        return;
    w->goes_on = false;
    add_number(w, FP_EVENT_COUNT + (uint64_t)event->type);
    if (event->type == FP_EVENT_CALL_BEGIN || event->type == FP_EVENT_ARG_BEGIN) {
        add_number(w, event->offset);
        add_str(w, event->data);
    } else if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT) {
        add_call(w, event->call);
    } else if (event->type == FP_EVENT_DIAGNOSTIC) {
        add_number(w, (uint64_t)event->diagnostic.code);
        add_number(w, event->diagnostic.offset);
        add_str(w, fp_str_of(event->diagnostic.clause));
    }
}

/* -- what is new ----------------------------------------------------------------------------- */

/* About how much the event has: the number of digits that its length has as a binary number. */
static unsigned size_of(const fp_event *event)
{
    size_t len = 0;
    unsigned digits = 0;

    if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT)
        len = event->call->arg_count;
    else if (event->type != FP_EVENT_DIAGNOSTIC && event->type != FP_EVENT_ARG_END)
        len = event->data.len;
    for (; len; len /= 2)
        digits++;
    return digits;
}

/* Three events after one another, with their kinds, codes and sizes, are a shape. */
static void note_shape(watch *w, const fp_event *event)
{
    const unsigned code = event->type == FP_EVENT_DIAGNOSTIC ? event->diagnostic.code : 0;
    const unsigned kind = (unsigned)event->type << 4 | code;
    unsigned bit;

    w->shape = (w->shape << 8 | kind) & 0xFFFFFF;
    bit = (unsigned)rng_mix((uint64_t)w->shape << 8 | size_of(event)) % WATCH_SHAPES;
    if (w->shapes[bit / 8] & 1u << bit % 8)
        return;
    w->shapes[bit / 8] |= (unsigned char)(1u << bit % 8);
    w->novel = true;
}

/* -- ACCOUNT --------------------------------------------------------------------------------- */

void watch_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    watch *w = context;

    (void)clause;
    if (start != w->accounted || end < start || end > w->input.len) {
        breaks(w, LAW_ACCOUNT, "roles of bytes do not follow one another");
        return;
    }
    memset(w->roles + start, (int)role, (size_t)(end - start));
    w->accounted = end;
}

/* Whether policies let go of whatever bytes come next. */
static bool drops(const watch *w)
{
    const uint8_t *policy = w->options->policies.of;

    return (policy[FP_TEXT_AFTER] == FP_TEXT_AFTER_DROP && w->calls) ||
           policy[FP_FALSE_OPENER] == FP_FALSE_OPENER_DROP_REST ||
           (policy[FP_UNKNOWN_TOOLS] == FP_UNKNOWN_DROP && w->options->catalogue);
}

static void claim(watch *w, watch_claim what, uint64_t start, uint64_t end)
{
    if (start < w->claimed || end < start || end > w->input.len) {
        breaks(w, LAW_ACCOUNT, "a range is outside the input, or bytes are accounted for twice");
        return;
    }
    if (drops(w))
        memset(w->claims + w->claimed, WATCH_DROPPED, (size_t)(start - w->claimed));
    memset(w->claims + start, (int)what, (size_t)(end - start));
    w->claimed = end;
}

static void claim_event(watch *w, const fp_event *event)
{
    const bool call = event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT;
    const bool reasoning = event->type == FP_EVENT_REASONING;

    if (call && w->syntax->encoded) { /* its text is decoded */
        if (event->call->end < event->call->start || event->call->end > w->input.len)
            breaks(w, LAW_ACCOUNT, "a call has a range outside the input");
    } else if (call) {
        claim(w, WATCH_CALL, event->call->start, event->call->end);
    } else if ((event->type == FP_EVENT_TEXT || reasoning) && !w->syntax->encoded) {
        claim(w, reasoning ? WATCH_REASONING : WATCH_TEXT, event->offset,
              event->offset + event->data.len);
        if (!w->wrong && event->data.len &&
            memcmp(w->input.ptr + event->offset, event->data.ptr, event->data.len) != 0)
            breaks(w, LAW_ACCOUNT, "text does not stand where it is said to stand");
    }
    w->calls += call;
}

/* The marks of reasoning are framing where it is an output (MODEL-5.1). */
static bool may_frame(const watch *w)
{
    const uint8_t reasoning = w->options->policies.of[FP_REASONING];

    return w->syntax->clauses[FP_ROLE_FRAMING] || reasoning == FP_REASONING_CHANNEL ||
           reasoning == FP_REASONING_UNTIL_CALL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool accounted_for(const watch *w, size_t i, bool trims)
{
    switch ((watch_claim)w->claims[i]) {
    case WATCH_NOTHING:
        return (w->roles[i] == FP_ROLE_FRAMING && may_frame(w)) ||
               (trims && is_blank(w->input.ptr[i]));
    case WATCH_TEXT:
        return w->roles[i] == FP_ROLE_TEXT;
    case WATCH_REASONING:
        return w->roles[i] == FP_ROLE_REASONING;
    case WATCH_CALL:
        return w->roles[i] != FP_ROLE_TEXT && w->roles[i] != FP_ROLE_REASONING;
    case WATCH_DROPPED:
        break;
    }
    return true;
}

static void check_account(watch *w)
{
    const bool trims = w->options->policies.of[FP_TEXT_SPACE] != FP_TEXT_SPACE_EXACT;

    if (w->accounted != w->input.len)
        breaks(w, LAW_ACCOUNT, "the last bytes have no role");
    if (w->syntax->encoded || w->wrong)
        return;
    claim(w, WATCH_TEXT, w->input.len, w->input.len);
    for (size_t i = 0; i < w->input.len && !w->wrong; i++)
        if (!accounted_for(w, i, trims))
            breaks(w, LAW_ACCOUNT,
                   "a byte is neither text, nor in a call, nor framing; or its "
                   "role is another one");
}

/* -- events ---------------------------------------------------------------------------------- */

/* No event is about bytes that have not come. */
static bool runs_ahead(const watch *w, const fp_event *event)
{
    return event->offset > w->fed ||
           (event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.offset > w->fed);
}

int watch_event(void *context, const fp_event *event)
{
    watch *w = context;
    const bool recovers = w->options->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_RECOVER;

    if (!nests(&w->open, event->type, recovers))
        breaks(w, LAW_PREFIX, "an event comes where it cannot");
    if (runs_ahead(w, event))
        breaks(w, LAW_PREFIX, "an event is about bytes that have not been fed");
    if (w->claims)
        claim_event(w, event);
    if (w->shapes)
        note_shape(w, event);
    add_event(w, event);
    return 0;
}

void watch_end(watch *w)
{
    if (w->open.in_call)
        breaks(w, LAW_PREFIX, "a call_begin has no call_end or call_cut");
    if (w->claims)
        check_account(w);
}
