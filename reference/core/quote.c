/* SPDX-License-Identifier: Apache-2.0 */
/* quote.c: text in which nothing is a call. */
#include "quote.h"

#include <string.h>

enum { FENCE_MIN = 3, INDENT_MAX = 3 };

static const char OPEN_TAG[] = "<think>";
static const char CLOSE_TAG[] = "</think>";

/* Neither tag can begin again within itself but at its '<', so one comparison is enough. */
static void watch_tag(fp_quote *q, unsigned char c)
{
    const char *tag = q->in_tag ? CLOSE_TAG : OPEN_TAG;

    if (c == (unsigned char)tag[q->matched])
        q->matched++;
    else
        q->matched = c == '<';
    if (tag[q->matched] == '\0') {
        q->in_tag = !q->in_tag;
        q->matched = 0;
    }
}

static void end_line(fp_quote *q)
{
    if (q->open_mark && q->part != FP_LINE_OTHER && q->mark == q->open_mark &&
        q->run >= q->open_run) {
        q->open_mark = 0;
    } else if (q->fence_line) {
        q->open_mark = q->mark;
        q->open_run = q->run;
    }
    q->fence_line = false;
    q->part = FP_LINE_INDENT;
    q->indent = 0;
    q->mark = 0;
    q->run = 0;
}

/* Nothing of the line so far matters any more: forgotten, so that equal states compare equal. */
static void give_up_line(fp_quote *q)
{
    q->part = FP_LINE_OTHER;
    q->indent = 0;
    q->mark = 0;
    q->run = 0;
}

/* Behind a run of at least FENCE_MIN: what the line is, by its next byte. */
static fp_line_part after_run(const fp_quote *q, unsigned char c)
{
    const bool blank = c == ' ' || c == '\t' || c == '\r';

    if (q->run < FENCE_MIN)
        return FP_LINE_OTHER;
    if (q->open_mark)
        return blank ? FP_LINE_TAIL : FP_LINE_OTHER;
    return FP_LINE_INFO;
}

static void watch_line(fp_quote *q, unsigned char c)
{
    if (c == '\n') {
        end_line(q);
        return;
    }
    switch (q->part) {
    case FP_LINE_INDENT:
        if (c == ' ' && q->indent < INDENT_MAX) {
            q->indent++;
        } else if (c == '`' || c == '~') {
            q->part = FP_LINE_RUN;
            q->mark = (char)c;
            q->run = 1;
        } else {
            give_up_line(q);
        }
        break;
    case FP_LINE_RUN:
        if (c == (unsigned char)q->mark && q->run < UINT32_MAX) {
            q->run++;
            q->fence_line = !q->open_mark && q->run >= FENCE_MIN;
        } else {
            q->part = after_run(q, c);
            if (q->part == FP_LINE_OTHER)
                give_up_line(q);
        }
        break;
    case FP_LINE_TAIL:
        if (c != ' ' && c != '\t' && c != '\r')
            give_up_line(q);
        break;
    case FP_LINE_INFO:
    case FP_LINE_OTHER:
        break;
    }
    /* A backtick in the info string: the line is text as a whole, and opens nothing. */
    if (q->part == FP_LINE_INFO && c == '`' && q->mark == '`')
        q->mark = 0;
}

void fp_quote_watch(fp_quote *q, unsigned char c)
{
    if (q->tags && !q->open_mark && !q->fence_line)
        watch_tag(q, c);
    if (q->fences && !q->in_tag)
        watch_line(q, c);
}

/* -- spans: many bytes at once ----------------------------------------------------------------- */

/* Bytes: few are looked at one by one; many in blocks, so that what is looked at is soon used. */
enum { FEW = 32, BLOCK = 512 };

/* Whether there are at most INDENT_MAX spaces between bytes[at] and the start of its line. Then
 * *line is where these begin. */
static bool at_line_start(const fp_quote *q, const unsigned char *bytes, size_t at, size_t *line)
{
    *line = at;
    while (*line > 0 && at - *line < INDENT_MAX && bytes[*line - 1] == ' ')
        --*line;
    return *line ? bytes[*line - 1] == '\n' : q->part == FP_LINE_INDENT;
}

/* The first of either mark, or len. */
static size_t next_mark(const unsigned char *bytes, size_t from, size_t len)
{
    const unsigned char *tick = memchr(bytes + from, '`', len - from);
    const size_t end = tick ? (size_t)(tick - bytes) : len;
    const unsigned char *tilde = memchr(bytes + from, '~', end - from);

    return tilde ? (size_t)(tilde - bytes) : end;
}

/* The bytes before the first line that may be a fence. */
static size_t plain_lines(const fp_quote *q, const unsigned char *bytes, size_t len)
{
    size_t line;

    for (size_t from = 0; from < len;) {
        const size_t end = len - from < BLOCK ? len : from + BLOCK;
        const size_t mark = next_mark(bytes, from, end);

        if (mark < end && at_line_start(q, bytes, mark, &line))
            return line;
        from = mark < end ? mark + 1 : end;
    }
    return len;
}

/* The same for a few bytes; stops at every space that begins a line. */
static size_t few_plain_lines(const fp_quote *q, const unsigned char *bytes, size_t len)
{
    bool start = q->part == FP_LINE_INDENT;

    for (size_t i = 0; i < len; i++) {
        const unsigned char c = bytes[i];

        if (start && (c == ' ' || c == '`' || c == '~'))
            return i;
        start = c == '\n';
    }
    return len;
}

size_t fp_quote_span(const fp_quote *q, const unsigned char *bytes, size_t len)
{
    const bool tags = q->tags && !q->open_mark && !q->fence_line;
    const bool lines = q->fences && !q->in_tag;

    if (tags && q->matched)
        return 0;
    if (tags) {
        const unsigned char *tag = memchr(bytes, '<', len);
        len = tag ? (size_t)(tag - bytes) : len;
    }
    if (!lines || len == 0)
        return len;
    if (q->part != FP_LINE_OTHER && q->part != FP_LINE_INDENT)
        return 0;
    return len < FEW ? few_plain_lines(q, bytes, len) : plain_lines(q, bytes, len);
}

void fp_quote_skip(fp_quote *q, const unsigned char *bytes, size_t len)
{
    size_t line, indent;

    if (!q->fences || q->in_tag || len == 0)
        return;
    if (!at_line_start(q, bytes, len, &line)) {
        give_up_line(q);
        return;
    }
    if (line > 0)
        end_line(q);
    indent = q->indent + len - line;
    if (indent > INDENT_MAX)
        give_up_line(q);
    else
        q->indent = (uint8_t)indent;
}

void fp_quote_interrupt(fp_quote *q)
{
    give_up_line(q);
    q->matched = 0;
}

void fp_quote_line_start(fp_quote *q)
{
    q->part = FP_LINE_INDENT;
}
