/* SPDX-License-Identifier: Apache-2.0 */
/* parser.c: feeds a syntax byte by byte, and in runs where that comes to the same. */
#include "out.h"

#include <fencepost/syntax.h>

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 16,  /* bytes: chunks up to that are looked over for stops one by one */
    RUN_MIN = 2, /* bytes: below that, looking for a run costs more than it saves */
    QUOTE_SPAN =
        16384, /* bytes: what is looked over for quotes is still in the cache when parsed */
};

struct fp_parser {
    const fp_syntax *syntax;
    bool finished;
    bool stops[2][256]; /* bytes that are more than payload, outside and in calls, at ease */
    fp_out out;
    alignas(max_align_t) unsigned char state[];
};

const fp_syntax *fp_syntax_find(fp_str id)
{
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (fp_str_equal(fp_str_of((*s)->id), id))
            return *s;
    return NULL;
}

const char *fp_syntax_id(const fp_syntax *syntax)
{
    return syntax->id;
}

fp_options fp_options_default(const fp_syntax *syntax)
{
    fp_options options = { .limits = FP_LIMITS_DEFAULT };

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        options.policies.of[i] = syntax->policies[i].value;
    return options;
}

/* -- life ------------------------------------------------------------------------------------ */

static void add_stops(bool *table, const char *stops)
{
    for (; *stops; stops++)
        table[(unsigned char)*stops] = true;
}

static fp_parser *allocate(const fp_syntax *syntax)
{
    fp_parser *p = calloc(1, sizeof *p + syntax->state_size);

    if (p)
        p->syntax = syntax;
    return p;
}

fp_parser *fp_parser_new(const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                         void *context)
{
    const fp_options defaults = fp_options_default(syntax);
    fp_parser *p = allocate(syntax);

    if (!p)
        return NULL;
    fp_out_init(&p->out, syntax, options ? options : &defaults, sink, context);
    for (unsigned in_call = 0; syntax->at_ease && in_call < 2; in_call++) {
        add_stops(p->stops[in_call], syntax->stops);
        add_stops(p->stops[in_call], fp_out_stops(&p->out, in_call));
    }
    return p;
}

void fp_parser_free(fp_parser *p)
{
    if (!p)
        return;
    fp_out_free(&p->out);
    free(p);
}

void fp_parser_reset(fp_parser *p)
{
    fp_out_reset(&p->out);
    memset(p->state, 0, p->syntax->state_size);
    p->finished = false;
}

fp_parser *fp_parser_clone(const fp_parser *p, fp_sink *sink, void *context)
{
    fp_parser *clone = malloc(sizeof *p + p->syntax->state_size);

    if (!clone)
        return NULL;
    if (!fp_out_copy(&clone->out, &p->out, sink, context)) {
        free(clone);
        return NULL;
    }
    clone->syntax = p->syntax;
    clone->finished = p->finished;
    memcpy(clone->stops, p->stops, sizeof p->stops);
    memcpy(clone->state, p->state, p->syntax->state_size);
    return clone;
}

bool fp_parser_equal(const fp_parser *a, const fp_parser *b)
{
    return a->syntax->step == b->syntax->step && a->finished == b->finished &&
           memcmp(a->state, b->state, a->syntax->state_size) == 0 && fp_out_equal(&a->out, &b->out);
}

uint64_t fp_parser_offset(const fp_parser *p)
{
    return p->out.fed;
}

size_t fp_parser_held(const fp_parser *p)
{
    return fp_out_waiting(&p->out);
}

uint64_t fp_parser_work(const fp_parser *p)
{
    return p->out.work;
}

void fp_parser_trace(fp_parser *p, fp_trace *trace, void *context)
{
    p->out.trace = trace;
    p->out.trace_context = context;
}

/* -- input ----------------------------------------------------------------------------------- */

/* Whether the next byte is text whatever the syntax would say. */
static bool bypasses(const fp_out *out)
{
    return !out->in_call && !fp_out_waiting(out) && (out->all_text || fp_quote_open(&out->quote));
}

static void take_byte(fp_parser *p, unsigned char c)
{
    const bool bypass = bypasses(&p->out);

    p->out.fed++;
    p->out.work++;
    if (!bypass) {
        p->syntax->step(p->state, &p->out, c);
        return;
    }
    fp_out_text_byte(&p->out, c);
    if (p->syntax->passed && !bypasses(&p->out))
        p->syntax->passed(p->state, c);
}

/* Takes as many bytes at once as come to the same; *span counts the coming bytes that are known to
 * open and close no quotation. */
static size_t take_run(fp_parser *p, const unsigned char *bytes, size_t len, size_t *span)
{
    fp_out *out = &p->out;
    size_t n = len;

    if (fp_out_waiting(out))
        return 0;
    if (!out->in_call && (out->quote.fences || out->quote.tags)) {
        if (!*span) {
            *span = fp_quote_span(&out->quote, bytes, len < QUOTE_SPAN ? len : QUOTE_SPAN);
            out->work += *span;
        }
        n = len < *span ? len : *span;
    }
    if (n && !bypasses(out))
        n = p->syntax->run ? p->syntax->run(p->state, bytes, n) : 0;
    if (n) {
        out->fed += n;
        out->work += n;
        out->last = n == len;
        fp_out_payload_run(out, bytes, n);
        out->last = false;
    }
    return n;
}

/* Apart from fp_parser_feed(), which must be quick with one byte. */
__attribute__((noinline)) static void take_chunk(fp_parser *p, const unsigned char *bytes,
                                                 size_t len)
{
    size_t span = 0;

    for (size_t i = 0, n; i < len && p->out.status == FP_OK; i += n) {
        n = len - i >= RUN_MIN ? take_run(p, bytes + i, len - i, &span) : 0;
        if (!n) {
            take_byte(p, bytes[i]);
            n = 1;
        }
        span = span > n ? span - n : 0;
    }
}

/* A small chunk that is nothing but payload: the way of most chunks of a model's answer. */
static bool take_plain(fp_parser *p, const unsigned char *bytes, size_t len)
{
    const bool *stops = p->stops[p->out.in_call];

    if (!p->syntax->at_ease || !p->syntax->at_ease(p->state) || !fp_out_passes(&p->out))
        return false;
    for (size_t i = 0; i < len; i++)
        if (stops[bytes[i]])
            return false;
    p->out.fed += len;
    p->out.work += len;
    fp_out_pass(&p->out, (const char *)bytes, len);
    return true;
}

fp_status fp_parser_feed(fp_parser *p, const void *data, size_t len)
{
    if (p->out.status != FP_OK)
        return p->out.status;
    if (p->finished)
        return FP_FINISHED;
    if (len && len <= SMALL && take_plain(p, data, len))
        return p->out.status;
    if (len == 1)
        take_byte(p, *(const unsigned char *)data);
    else
        take_chunk(p, data, len);
    fp_out_flush(&p->out);
    return p->out.status;
}

fp_status fp_parser_finish(fp_parser *p)
{
    if (p->finished && p->out.status == FP_OK)
        return FP_FINISHED;
    p->finished = true;
    if (p->out.status == FP_OK)
        p->syntax->finish(p->state, &p->out);
    fp_out_flush(&p->out);
    return p->out.status;
}
