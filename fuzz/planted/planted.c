/* SPDX-License-Identifier: Apache-2.0 */
/* planted.c: feeds parsers with planted bugs, and holds what they say against the reference. */
#include "planted.h"

#include "seed/decode.h"
#include "base/rng.h"
#include "base/util.h"
#include "judge/eventlog.h"

#include <stdlib.h>
#include <string.h>

planted_chunk planted_edge;

const planted_bug *planted_find(const char *name)
{
    for (const planted_bug *bug = PLANTED_BUGS; bug->name; bug++)
        if (strcmp(bug->name, name) == 0)
            return bug;
    return NULL;
}

/* One chunk: its first and its last byte alone, so that the bugs learn of them. */
static void feed(fp_parser *parser, const char *bytes, size_t len)
{
    planted_edge = (planted_chunk){ .first = true, .last = len == 1 };
    fp_parser_feed(parser, bytes, len ? 1 : 0);
    planted_edge.first = false;
    if (len > 2)
        fp_parser_feed(parser, bytes + 1, len - 2);
    planted_edge.last = true;
    if (len > 1)
        fp_parser_feed(parser, bytes + len - 1, 1);
    planted_edge = (planted_chunk){ 0 };
}

static eventlog parse(const fp_syntax *syntax, const decoded *d, const size_t *cuts, size_t count)
{
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(syntax, &d->options, eventlog_sink, &log);
    size_t at = 0;

    need_memory(parser != NULL);
    for (size_t i = 0; i <= count; i++) {
        const size_t end = i < count ? cuts[i] : d->len;

        feed(parser, d->text + at, end - at);
        at = end;
    }
    fp_parser_finish(parser);
    fp_parser_free(parser);
    return log;
}

static bool agrees(const planted_bug *bug, const decoded *d, const eventlog *expected,
                   const size_t *cuts, size_t count)
{
    eventlog log = parse(bug->faulty, d, cuts, count);
    const bool same = eventlog_is(&log, expected, 0, expected->len);

    eventlog_free(&log);
    return same;
}

/* Chunks of one to five bytes, as the content decides. */
static size_t some_cuts(const decoded *d, size_t *cuts)
{
    rng r = { d->len };
    size_t count = 0;

    for (size_t i = 0; i < d->len; i++)
        r.state = rng_mix(r.state ^ (unsigned char)d->text[i]);
    for (size_t at = 1 + rng_below(&r, 5); at < d->len; at += 1 + rng_below(&r, 5))
        cuts[count++] = at;
    return count;
}

const char *planted_shows(const planted_bug *bug, const uint8_t *data, size_t size)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(bug->syntax));
    decoded d = decode(syntax, NULL, data, size);
    size_t *cuts = xcalloc(d.len + 1, sizeof *cuts);
    eventlog expected = parse(syntax, &d, NULL, 0);
    const char *how = NULL;

    for (size_t i = 0; i < d.len; i++)
        cuts[i] = i + 1;
    if (!agrees(bug, &d, &expected, NULL, 0))
        how = "whole";
    else if (!agrees(bug, &d, &expected, d.cuts, d.cut_count))
        how = "at its cuts";
    else if (!agrees(bug, &d, &expected, cuts, d.len ? d.len - 1 : 0))
        how = "byte by byte";
    else if (!agrees(bug, &d, &expected, cuts, some_cuts(&d, cuts)))
        how = "in some chunks";
    eventlog_free(&expected);
    free(cuts);
    decoded_free(&d);
    return how;
}
