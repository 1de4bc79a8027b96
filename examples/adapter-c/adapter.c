/* SPDX-License-Identifier: Apache-2.0 */
/* adapter.c: gives the parser of caret.h the interface of fencepost/adapter.h. */
#include "caret.h"

#include <fencepost/adapter.h>

#include <string.h>

static void on_text(void *sink, const char *bytes, size_t len)
{
    ((fp_adapter_sink *)sink)->text(sink, bytes, len);
}

static void on_call(void *sink, const char *name, const char *input, size_t start, size_t end,
                    bool complete)
{
    const fp_adapter_call call = { name, strlen(name), input, strlen(input), start, end, complete };

    ((fp_adapter_sink *)sink)->call(sink, &call);
}

static void *open_caret(const fp_adapter *self, fp_adapter_sink *sink, const char *syntax,
                        const char *catalogue, size_t catalogue_len)
{
    (void)self, (void)syntax, (void)catalogue, (void)catalogue_len;
    return caret_new(&(caret_listener){ sink, on_text, on_call });
}

static int feed(void *parser, const char *bytes, size_t len)
{
    return !caret_feed(parser, bytes, len);
}

static int finish(void *parser)
{
    return !caret_end(parser);
}

static void close_caret(void *parser)
{
    caret_free(parser);
}

static const char *const SYNTAXES[] = { "caret", NULL };
static const char *const POLICIES[] = { "code_fence=call", NULL };

static const fp_adapter ADAPTER = {
    FP_ADAPTER_HEAD,
    .name = "small-caret",
    .version = "1.0",
    .language = "c",
    .syntaxes = SYNTAXES,
    .unit = FP_ADAPTER_UNIT_BYTE,
    .capabilities = FP_ADAPTER_SPANS,
    .policies = POLICIES,
    .open = open_caret,
    .feed = feed,
    .finish = finish,
    .close = close_caret,
};

const fp_adapter *fp_adapter_entry(void)
{
    return &ADAPTER;
}
