/* SPDX-License-Identifier: Apache-2.0 */
/* harmony-header.h: the marks of harmony, and the header of a message. Clauses: spec/harmony.md. */
#ifndef FENCEPOST_SYNTAXES_HARMONY_HEADER_H
#define FENCEPOST_SYNTAXES_HARMONY_HEADER_H

#include <fencepost/types.h>

/* HARMONY-1.1. No mark is how another one begins. */
enum { START, CHANNEL, MESSAGE, CONSTRAIN, END, CALL, RETURN, HARMONY_MARKS };
extern const char *const FP_HARMONY_MARK[HARMONY_MARKS];

/* A set of marks, a bit each. */
enum { ENDS = 1 << END | 1 << CALL | 1 << RETURN, ANY_MARK = (1 << HARMONY_MARKS) - 1 };

/* Where a mark is being read: those that it may still become, and how many bytes of it are read.
 * Zeros: none is. */
typedef struct harmony_mark {
    uint8_t may_be;
    uint8_t matched;
} harmony_mark;

/* The next byte, which may continue one of the marks that are read, or, where none is, begin one
 * of these. Whether it does. */
bool fp_harmony_mark_take(harmony_mark *mark, uint8_t begins, unsigned char c);

/* The mark that is whole; HARMONY_MARKS: none is. */
unsigned fp_harmony_mark_whole(const harmony_mark *mark);

/* What a header is made of: where its next byte is. */
typedef enum harmony_part {
    IN_ROLE,     /* after "<|start|>" */
    AFTER_ROLE,  /* right after "assistant" */
    IN_CHANNEL,  /* after "<|channel|>" */
    IN_BLANKS,   /* where a word may begin */
    IN_TO,       /* in "to=" */
    IN_NAME,     /* in what follows it */
    BEFORE_TYPE, /* after "<|constrain|>" */
    IN_TYPE      /* in a word that is the content's type */
} harmony_part;

/* A header as far as it is read. */
typedef struct harmony_header {
    uint8_t part;    /* harmony_part */
    uint8_t matched; /* bytes of "assistant", "to=" */
    bool has_channel, has_recipient, has_type;
    bool analysis;     /* the channel so far is how that begins, or is it */
    harmony_mark mark; /* in the header */
    size_t length;     /* bytes of the channel, */
    size_t read;       /* of the header, */
    size_t at;         /* of it before the recipient, */
    size_t recipient;  /* of the recipient, */
    size_t spaces;     /* and of "functions.", with which that begins */
} harmony_header;

typedef enum harmony_reading {
    HEADER_GOES_ON,
    HEADER_ENDS,   /* with this byte, the last of "<|message|>" */
    HEADER_BREAKS, /* the byte cannot follow */
    HEADER_IS_OVER /* nor can it, because the name is over its limit */
} harmony_reading;

/* A header that begins with "<|start|>" or "<|channel|>", which is read. */
harmony_header fp_harmony_header_begin(unsigned mark);

/* The next byte, and the marks that may begin with it. The state of a header that breaks is as it
 * was before the byte. */
harmony_reading fp_harmony_header_take(harmony_header *h, size_t name_limit, uint8_t begins,
                                       unsigned char c);

/* Where in the header the name begins that the recipient has, or is. */
size_t fp_harmony_header_name(const harmony_header *h);

/* Whether the channel is that of reasoning. */
bool fp_harmony_header_is_analysis(const harmony_header *h);

/* -- harmony-prompt.c ------------------------------------------------------------------------ */

/* What the prompt ended in. */
typedef struct harmony_prompt {
    bool in_header, in_content;
    bool reasons;          /* the content is reasoning */
    harmony_header header; /* which goes on in the input: nothing of that is read */
} harmony_prompt;

/* HARMONY-2.3, HARMONY-2.4 */
harmony_prompt fp_harmony_prompt_read(fp_str prefix);

#endif
