/* SPDX-License-Identifier: Apache-2.0 */
/* feed.c: the parser as it is measured. */
#include "bench.h"

#include <stdlib.h>

static int count_bytes(void *context, const fp_event *event)
{
    *(size_t *)context += event->data.len;
    return 0;
}

size_t measure_parser(const fp_syntax *syntax, fp_str input, size_t chunk)
{
    size_t bytes = 0;
    fp_parser *parser = fp_parser_new(syntax, NULL, count_bytes, &bytes);

    if (!parser)
        abort();
    for (size_t at = 0; at < input.len; at += chunk)
        fp_parser_feed(parser, input.ptr + at, input.len - at < chunk ? input.len - at : chunk);
    if (fp_parser_finish(parser) != FP_OK)
        abort();
    fp_parser_free(parser);
    return bytes;
}
