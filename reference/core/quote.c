/* SPDX-License-Identifier: Apache-2.0 */
/* quote.c: text in which nothing is a call. */
#include "quote.h"

#include "ascii.h"

#include <stddef.h>

enum { FENCE_MIN = 3, INDENT_MAX = 3 };

static const char OPEN_TAG[] = "<think>";
static const char CLOSE_TAG[] = "</think>";

const char *const FP_QUOTE_FENCES[] = { "\n```",  "\n ```",  "\n  ```",  "\n   ```", "\n~~~",
                                        "\n ~~~", "\n  ~~~", "\n   ~~~", NULL };
const char *const FP_QUOTE_TAGS[] = { OPEN_TAG, CLOSE_TAG, NULL };

const char *fp_quote_tag(const fp_quote *q)
{
    return q->in_tag ? CLOSE_TAG : OPEN_TAG;
}

/* Neither tag can begin again within itself but at its '<', so one comparison is enough. */
static void watch_tag(fp_quote *q, unsigned char c, bool may_begin)
{
    const char *tag = fp_quote_tag(q);

    if (c == '<')
        q->matched = may_begin;
    else if (q->matched && c == (unsigned char)tag[q->matched])
        q->matched++;
    else
        q->matched = 0;
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

/* After a run of at least FENCE_MIN: what the line is, by its next byte. */
static fp_line_part after_run(const fp_quote *q, unsigned char c)
{
    const bool blank = fp_is_line_blank(c);

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
        if (c == (unsigned char)q->mark && q->run < UINT32_MAX) { /* GCOVR_EXCL_BR_LINE: 4 GiB */
            q->run++;
            q->fence_line = !q->open_mark && q->run >= FENCE_MIN;
        } else {
            q->part = after_run(q, c);
            if (q->part == FP_LINE_OTHER)
                give_up_line(q);
        }
        break;
    case FP_LINE_TAIL:
        if (!fp_is_line_blank(c))
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

void fp_quote_watch(fp_quote *q, unsigned char c, bool may_begin)
{
    if (q->tags && !q->open_mark && !q->fence_line)
        watch_tag(q, c, may_begin);
    if (q->fences && !q->in_tag)
        watch_line(q, c);
}

void fp_quote_begin_after(fp_quote *q, fp_str prefix)
{
    for (size_t i = 0; q->tags && i < prefix.len; i++)
        watch_tag(q, (unsigned char)prefix.ptr[i], true);
    q->matched = 0; /* no tag goes on from the prompt into the answer */
}

void fp_quote_interrupt(fp_quote *q)
{
    give_up_line(q);
    q->fence_line = false;
    q->matched = 0;
}

void fp_quote_line_start(fp_quote *q)
{
    q->part = FP_LINE_INDENT;
}

bool fp_quote_equal(const fp_quote *a, const fp_quote *b)
{
    return a->part == b->part && a->indent == b->indent && a->mark == b->mark && a->run == b->run &&
           a->fence_line == b->fence_line && a->open_mark == b->open_mark &&
           (!a->open_mark || a->open_run == b->open_run) && a->matched == b->matched &&
           a->in_tag == b->in_tag;
}
