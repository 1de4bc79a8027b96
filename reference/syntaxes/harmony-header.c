/* SPDX-License-Identifier: Apache-2.0 */
/* harmony-header.c: reads the header of a message, byte by byte. Clauses: spec/harmony.md. */
#include "syntaxes/harmony-header.h"

#include "core/ascii.h"

#include <string.h>

const char *const FP_HARMONY_MARK[HARMONY_MARKS] = {
    [START] = "<|start|>",         [CHANNEL] = "<|channel|>", [MESSAGE] = "<|message|>",
    [CONSTRAIN] = "<|constrain|>", [END] = "<|end|>",         [CALL] = "<|call|>",
    [RETURN] = "<|return|>",
};

/* -- marks ----------------------------------------------------------------------------------- */

bool fp_harmony_mark_take(harmony_mark *mark, uint8_t begins, unsigned char c)
{
    const uint8_t were = mark->matched ? mark->may_be : begins;
    uint8_t may_be = 0;

    for (unsigned m = 0; m < HARMONY_MARKS; m++)
        if (were & 1u << m && c == (unsigned char)FP_HARMONY_MARK[m][mark->matched])
            may_be |= (uint8_t)(1u << m);
    if (!may_be)
        return false;
    mark->may_be = may_be;
    mark->matched++;
    return true;
}

unsigned fp_harmony_mark_whole(const harmony_mark *mark)
{
    unsigned m = 0;

    while (m < HARMONY_MARKS && !(mark->may_be & 1u << m && !FP_HARMONY_MARK[m][mark->matched]))
        m++;
    return m;
}

/* -- words ----------------------------------------------------------------------------------- */

static const char ROLE[] = "assistant";
static const char TO[] = "to=";
static const char SPACE[] = "functions.";
static const char ANALYSIS[] = "analysis";

enum { SPACE_LENGTH = sizeof SPACE - 1, ANALYSIS_LENGTH = sizeof ANALYSIS - 1 };

/* HARMONY-3.5: a type without its mark follows a channel or a recipient. */
static bool may_have_type(const harmony_header *h)
{
    return !h->has_type && (h->has_channel || h->has_recipient);
}

size_t fp_harmony_header_name(const harmony_header *h) /* HARMONY-4.2 */
{
    return h->spaces == SPACE_LENGTH ? h->at + SPACE_LENGTH : h->at;
}

/* How many bytes the name has. */
static size_t name_length(const harmony_header *h)
{
    return h->at + h->recipient - fp_harmony_header_name(h);
}

/* Whether the header may continue with a blank or a mark: nothing in it is half. */
static bool is_between(const harmony_header *h)
{
    switch (h->part) {
    case IN_ROLE:
        return false;
    case IN_CHANNEL:
        return h->length;
    case IN_TO:
        return may_have_type(h); /* it is a type, such as "t" */
    case IN_NAME:
        return name_length(h);
    default:
        return true;
    }
}

/* What is read of a recipient's mark is a type. */
static void settle_type(harmony_header *h)
{
    h->has_type = h->has_type || h->part == IN_TO;
}

static harmony_reading take_blank(harmony_header *h)
{
    if (!is_between(h))
        return HEADER_BREAKS;
    settle_type(h);
    if (h->part != BEFORE_TYPE)
        h->part = IN_BLANKS;
    return HEADER_GOES_ON;
}

static harmony_reading begin_type(harmony_header *h)
{
    if (!may_have_type(h))
        return HEADER_BREAKS;
    h->part = IN_TYPE;
    h->has_type = true;
    return HEADER_GOES_ON;
}

static harmony_reading begin_word(harmony_header *h, unsigned char c)
{
    if (c != (unsigned char)TO[0] || (h->has_recipient && h->has_type))
        return begin_type(h);
    h->part = IN_TO;
    h->matched = 1;
    return HEADER_GOES_ON;
}

static harmony_reading take_role(harmony_header *h, unsigned char c)
{
    if (c != (unsigned char)ROLE[h->matched])
        return HEADER_BREAKS;
    if (!ROLE[++h->matched])
        h->part = AFTER_ROLE;
    return HEADER_GOES_ON;
}

static harmony_reading take_channel(harmony_header *h, unsigned char c)
{
    h->analysis =
        h->analysis && h->length < ANALYSIS_LENGTH && c == (unsigned char)ANALYSIS[h->length];
    h->length++;
    return HEADER_GOES_ON;
}

static harmony_reading take_to(harmony_header *h, unsigned char c)
{
    if (c != (unsigned char)TO[h->matched])
        return begin_type(h);
    h->matched++;
    if (TO[h->matched])
        return HEADER_GOES_ON;
    if (h->has_recipient)
        return HEADER_BREAKS;
    h->has_recipient = true;
    h->part = IN_NAME;
    h->at = h->read + 1;
    return HEADER_GOES_ON;
}

static harmony_reading take_name(harmony_header *h, size_t limit, unsigned char c)
{
    if (h->spaces == h->recipient && h->spaces < SPACE_LENGTH &&
        c == (unsigned char)SPACE[h->spaces])
        h->spaces++;
    h->recipient++;
    return h->spaces < h->recipient && name_length(h) > limit ? HEADER_IS_OVER : HEADER_GOES_ON;
}

static harmony_reading take_word(harmony_header *h, size_t limit, unsigned char c)
{
    switch (h->part) {
    case IN_ROLE:
        return take_role(h, c);
    case AFTER_ROLE:
        return HEADER_BREAKS;
    case IN_CHANNEL:
        return take_channel(h, c);
    case IN_BLANKS:
        return begin_word(h, c);
    case IN_TO:
        return take_to(h, c);
    case IN_NAME:
        return take_name(h, limit, c);
    default: /* a type */
        h->part = IN_TYPE;
        return HEADER_GOES_ON;
    }
}

/* -- the header ------------------------------------------------------------------------------ */

/* The marks that may be next. */
static uint8_t marks_of(const harmony_header *h)
{
    uint8_t marks = 1 << MESSAGE;

    if (!h->has_channel)
        marks |= 1 << CHANNEL;
    if (!h->has_type && h->part != IN_TO)
        marks |= 1 << CONSTRAIN;
    return is_between(h) ? marks : 0;
}

static harmony_reading take_mark(harmony_header *h, uint8_t begins, unsigned char c)
{
    if (!fp_harmony_mark_take(&h->mark, marks_of(h) & begins, c))
        return HEADER_BREAKS;

    const unsigned whole = fp_harmony_mark_whole(&h->mark);

    if (whole == HARMONY_MARKS)
        return HEADER_GOES_ON;
    settle_type(h);
    h->mark = (harmony_mark){ 0 };
    if (whole == MESSAGE)
        return HEADER_ENDS;
    h->has_channel = h->has_channel || whole == CHANNEL;
    h->has_type = h->has_type || whole == CONSTRAIN;
    h->part = whole == CHANNEL ? IN_CHANNEL : BEFORE_TYPE;
    return HEADER_GOES_ON;
}

harmony_header fp_harmony_header_begin(unsigned mark)
{
    return (harmony_header){ .part = mark == CHANNEL ? IN_CHANNEL : IN_ROLE,
                             .has_channel = mark == CHANNEL,
                             .analysis = true,
                             .read = strlen(FP_HARMONY_MARK[mark]) };
}

harmony_reading fp_harmony_header_take(harmony_header *h, size_t name_limit, uint8_t begins,
                                       unsigned char c)
{
    const bool is_word = c > ' ' && c != '<';
    harmony_header next = *h;
    harmony_reading reading;

    if (h->part == IN_NAME && !is_word && name_length(h) > name_limit)
        return HEADER_IS_OVER; /* it only began like "functions." */
    if (h->mark.matched || c == '<')
        reading = take_mark(&next, begins, c);
    else if (fp_is_space(c))
        reading = take_blank(&next);
    else
        reading = is_word ? take_word(&next, name_limit, c) : HEADER_BREAKS;
    if (reading == HEADER_BREAKS || reading == HEADER_IS_OVER)
        return reading;
    *h = next;
    h->read++;
    return reading;
}

/* -- what it says ---------------------------------------------------------------------------- */

bool fp_harmony_header_is_analysis(const harmony_header *h)
{
    return h->has_channel && h->analysis && h->length == ANALYSIS_LENGTH;
}
