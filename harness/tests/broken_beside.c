/* SPDX-License-Identifier: Apache-2.0 */
/* broken_beside.c: parsers that read any input alone as they should, and another one, made of it by
 * CONCATENATION, SURROUNDING or RENAMING, wrongly; and one that reads all as it should, and says it
 * of other places.
 */
#include "base/util.h"
#include "broken.h"

#include <stdlib.h>
#include <string.h>

/* What a parser of this file remembers of its stream. */
typedef struct beside {
    const law_engine *engine;
    fp_parser *parser;
    fp_sink *sink;
    void *context;
    size_t text;    /* bytes of text since the last call */
    char begun[64]; /* the name of the call that was opened last */
    bool has_begun, drops;
} beside;

typedef struct beside_fault {
    fault fault;                                 /* first: an engine leads to it */
    bool (*drops)(const beside *b, fp_str name); /* whether a call that opens loses its arguments */
    bool forgets_name;
    bool deaf;      /* it is told of no token */
    uint64_t ahead; /* by so many bytes an argument is said to begin later than it does */
} beside_fault;

static const beside_fault *fault_of(const beside *b)
{
    return (const beside_fault *)(const void *)b->engine;
}

static int hear(void *context, const fp_event *event)
{
    beside *b = context;
    fp_event changed = *event;
    fp_call call;

    if (event->type == FP_EVENT_TEXT)
        b->text += event->data.len;
    if (event->type == FP_EVENT_CALL_BEGIN) {
        b->drops = fault_of(b)->drops(b, event->data);
        b->has_begun = event->data.len < sizeof b->begun;
        if (b->has_begun) {
            memset(b->begun, 0, sizeof b->begun);
            memcpy(b->begun, event->data.ptr, event->data.len);
        }
        b->text = 0;
        if (b->drops && fault_of(b)->forgets_name)
            changed.data = FP_STR("unknown");
    }
    if (event->type == FP_EVENT_ARG_BEGIN)
        changed.offset += fault_of(b)->ahead;
    if (b->drops && !fault_of(b)->forgets_name &&
        (event->type == FP_EVENT_ARG_BEGIN || event->type == FP_EVENT_ARG_DATA ||
         event->type == FP_EVENT_ARG_END))
        return 0;
    if (b->drops && event->call) {
        call = *event->call;
        if (fault_of(b)->forgets_name)
            call.name = FP_STR("unknown");
        else
            call.arg_count = 0;
        changed.call = &call;
    }
    return b->sink ? b->sink(b->context, &changed) : 0;
}

static void *beside_open(const law_subject *s, fp_sink *sink, void *context)
{
    beside *b = xcalloc(1, sizeof *b);
    fp_options options = *s->options;

    *b = (beside){ .engine = s->engine, .sink = sink, .context = context };
    options.token_count = fault_of(b)->deaf ? 0 : options.token_count;
    b->parser = fp_parser_new(s->syntax, &options, hear, b);
    return b;
}

static fp_status beside_feed(void *self, const char *bytes, size_t len)
{
    return fp_parser_feed(((beside *)self)->parser, bytes, len);
}

static fp_status beside_finish(void *self)
{
    return fp_parser_finish(((beside *)self)->parser);
}

static void beside_reset(void *self)
{
    beside *b = self;
    const beside fresh = {
        .engine = b->engine, .parser = b->parser, .sink = b->sink, .context = b->context
    };

    *b = fresh;
    fp_parser_reset(b->parser);
}

static void *beside_clone(const void *self, fp_sink *sink, void *context)
{
    beside *b = xcalloc(1, sizeof *b);

    *b = *(const beside *)self;
    b->sink = sink;
    b->context = context;
    b->parser = fp_parser_clone(((const beside *)self)->parser, hear, b);
    return b;
}

static bool beside_equal(const void *a, const void *b)
{
    const beside *x = a, *y = b;

    return x->text == y->text && x->drops == y->drops && x->has_begun == y->has_begun &&
           memcmp(x->begun, y->begun, sizeof x->begun) == 0 &&
           fp_parser_equal(x->parser, y->parser);
}

static uint64_t beside_work(const void *self)
{
    return fp_parser_work(((const beside *)self)->parser);
}

static void beside_close(void *self)
{
    fp_parser_free(((beside *)self)->parser);
    free(self);
}

#define BESIDE_ENGINE                                                                      \
    {                                                                                      \
        beside_open, beside_feed, beside_finish, beside_reset, beside_clone, beside_equal, \
            beside_work, beside_close, NULL, NULL                                          \
    }

/* -- the faults ------------------------------------------------------------------------------ */

/* A second call of one name, right after the first, is taken for a repetition. */
static bool repeats(const beside *b, fp_str name)
{
    return b->has_begun && fp_str_equal(fp_str_of(b->begun), name);
}

/* So much text, which does not stop the others, comes from the plain words only. */
static bool stands_behind_words(const beside *b, fp_str name)
{
    (void)name;
    return b->text >= 18 && b->text <= 20;
}

/* A table of the tools that the inputs name. */
static bool is_not_in_the_table(const beside *b, fp_str name)
{
    static const char *const TOOLS[] = {
        "note", "read", "list", "open", "run", "plain", "no-name"
    };

    (void)b;
    for (size_t i = 0; i < sizeof TOOLS / sizeof *TOOLS; i++)
        if (fp_str_equal(name, fp_str_of(TOOLS[i])))
            return false;
    return true;
}

static bool drops_none(const beside *b, fp_str name)
{
    (void)b;
    (void)name;
    return false;
}

static const beside_fault ALL[] = {
    { { .engine = BESIDE_ENGINE,
        .name = "begins arguments where nothing has come yet",
        .law = LAW_PREFIX,
        .said = "bytes have been fed" },
      .drops = drops_none,
      .ahead = 4 },
    { { .engine = BESIDE_ENGINE,
        .name = "takes a call for a repetition",
        .law = LAW_CONCATENATION,
        .said = "differently than each" },
      .drops = repeats },
    { { .engine = BESIDE_ENGINE,
        .name = "loses the arguments of calls after words",
        .law = LAW_SURROUNDING,
        .said = "the input change" },
      .drops = stands_behind_words },
    { { .engine = BESIDE_ENGINE,
        .name = "has a table of its tools",
        .law = LAW_RENAMING,
        .said = "is not the renamed one" },
      .drops = is_not_in_the_table,
      .forgets_name = true },
    { { .engine = BESIDE_ENGINE,
        .name = "takes tokens for text",
        .law = LAW_TOKENS,
        .said = "with each of its marks as a token" },
      .drops = drops_none,
      .deaf = true },
};

const size_t BESIDE_COUNT = sizeof ALL / sizeof *ALL;

const fault *beside_fault_at(size_t index)
{
    return &ALL[index].fault;
}
