/* SPDX-License-Identifier: Apache-2.0 */
/* quote.h: text in which nothing is a call: Markdown code fences (MODEL-3.7) and reasoning
 * (MODEL-3.8).
 *
 * It watches the text bytes, in order, and tells whether the byte after them is quoted.
 */
#ifndef FENCEPOST_CORE_QUOTE_H
#define FENCEPOST_CORE_QUOTE_H

#include <fencepost/types.h>

typedef enum fp_line_part {
    FP_LINE_INDENT, /* 0: a line's first bytes, at most three spaces */
    FP_LINE_RUN,    /* in the backticks or tildes */
    FP_LINE_INFO,   /* after the run of an opening fence */
    FP_LINE_TAIL,   /* after the run of a closing fence: blanks */
    FP_LINE_OTHER   /* a line that is not a fence */
} fp_line_part;

typedef struct fp_quote {
    bool fences; /* look for code fences */
    bool tags;   /* look for <think> */

    fp_line_part part;
    bool fence_line; /* this line opens a fence, unless a later byte of it prevents that */
    uint8_t indent;
    char mark;      /* of the run on this line */
    uint32_t run;   /* its length */
    char open_mark; /* 0: no fence is open */
    uint32_t open_run;

    uint8_t matched; /* bytes of <think>, or of </think>, seen */
    bool in_tag;
} fp_quote;

/* Whether the next byte is quoted. Called for each byte. */
static inline bool fp_quote_open(const fp_quote *quote)
{
    return quote->in_tag || quote->open_mark || quote->fence_line;
}

/* Whether the next text bytes change nothing up to the first that begins one of the strings below;
 * bytes that end within one begin it. */
static inline bool fp_quote_at_ease(const fp_quote *quote)
{
    return !quote->matched && (!quote->fences || quote->part == FP_LINE_OTHER);
}

/* The strings that may open or close fences, or tags; ended by NULL. */
extern const char *const FP_QUOTE_FENCES[];
extern const char *const FP_QUOTE_TAGS[];

/* Whether watching the next text byte would change nothing, which is so for most bytes when tags
 * are not looked for. */
static inline bool fp_quote_ignores(const fp_quote *quote, unsigned char byte)
{
    return !quote->tags && quote->part == FP_LINE_OTHER && byte != '\n';
}

/* At the beginning of an input, after what the prompt ended with: a tag may be open. */
void fp_quote_begin_after(fp_quote *quote, fp_str prefix);

/* The next text byte, and whether a tag may begin with it (fp_quote_tag()). */
void fp_quote_watch(fp_quote *quote, unsigned char c, bool may_begin);

/* The tag that is looked for. */
const char *fp_quote_tag(const fp_quote *quote);

/* A call stood here: the text after it is not at the start of a line. */
void fp_quote_interrupt(fp_quote *quote);

/* Such a call ended with its line's end: the text after it is. */
void fp_quote_line_start(fp_quote *quote);

/* Whether what follows will be the same. */
bool fp_quote_equal(const fp_quote *a, const fp_quote *b);

#endif
