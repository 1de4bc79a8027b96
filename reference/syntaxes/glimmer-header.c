/* SPDX-License-Identifier: Apache-2.0 */
/* glimmer-header.c: reads the header of a message, byte by byte, and what the prompt ended in.
 * Clauses: spec/glimmer.md. */
#include "syntaxes/glimmer-header.h"

#include <string.h>

static const char TO[] = " to=";
static const char SELF[] = "self";
static const char USER[] = "user";

enum { TO_LENGTH = sizeof TO - 1, PEOPLE_LENGTH = sizeof SELF - 1 };

/* GLIMMER-8.1: bytes of recipients. */
static bool is_recipient(unsigned char c)
{
    return c > ' ' && c != '<' && c != 0x7F;
}

/* Both names end in NUL, which no byte of a longer recipient is. */
static void take_recipient(glimmer_header *h, unsigned char c)
{
    h->is_self = (h->is_self || !h->recipient) && c == (unsigned char)SELF[h->recipient];
    h->is_user = (h->is_user || !h->recipient) && c == (unsigned char)USER[h->recipient];
    if (h->recipient < PEOPLE_LENGTH)
        h->recipient++;
}

static glimmer_reading take_mark(glimmer_header *h, unsigned char c)
{
    if (c != (unsigned char)GLIMMER_MESSAGE[h->mark])
        return GLIMMER_BREAKS;
    h->mark++;
    return GLIMMER_MESSAGE[h->mark] ? GLIMMER_GOES_ON : GLIMMER_ENDS;
}

glimmer_reading fp_glimmer_header_take(glimmer_header *h, bool may_end, unsigned char c)
{
    if (h->mark || (may_end && (!h->to || h->recipient) && c == '<'))
        return take_mark(h, c);
    if (h->to < TO_LENGTH) {
        if (c != (unsigned char)TO[h->to])
            return GLIMMER_BREAKS;
        h->to++;
        return GLIMMER_GOES_ON;
    }
    if (!is_recipient(c))
        return GLIMMER_BREAKS;
    take_recipient(h, c);
    return GLIMMER_GOES_ON;
}

glimmer_reader fp_glimmer_header_reader(const glimmer_header *h)
{
    const bool whole = h->recipient == PEOPLE_LENGTH;

    if (whole && h->is_self)
        return FOR_SELF;
    return !h->to || (whole && h->is_user) ? FOR_USER : FOR_TOOLS;
}

/* -- the prompt ------------------------------------------------------------------------------ */

/* The offset after the last such bytes; 0 if there are none. */
static size_t after_last(fp_str text, const char *bytes)
{
    const size_t len = strlen(bytes);

    for (size_t end = text.len; end >= len; end--)
        if (memcmp(text.ptr + (end - len), bytes, len) == 0)
            return end;
    return 0;
}

glimmer_prompt fp_glimmer_prompt_read(fp_str prefix, glimmer_header *header)
{
    const size_t begin = after_last(prefix, GLIMMER_START);

    if (!begin || after_last(prefix, GLIMMER_END) > begin ||
        after_last(prefix, GLIMMER_LAST) > begin)
        return NO_MESSAGE;
    for (size_t i = begin; i < prefix.len; i++) {
        const glimmer_reading reading =
            fp_glimmer_header_take(header, true, (unsigned char)prefix.ptr[i]);

        if (reading != GLIMMER_GOES_ON)
            return reading == GLIMMER_ENDS ? IN_A_MESSAGE : NO_MESSAGE;
    }
    return IN_A_HEADER;
}
