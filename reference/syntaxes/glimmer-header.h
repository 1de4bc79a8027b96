/* SPDX-License-Identifier: Apache-2.0 */
/* glimmer-header.h: the header of a message of glimmer. Clauses: spec/glimmer.md. */
#ifndef FENCEPOST_SYNTAXES_GLIMMER_HEADER_H
#define FENCEPOST_SYNTAXES_GLIMMER_HEADER_H

#include <fencepost/types.h>

/* GLIMMER-1.1: what begins a header, what ends it, and what ends a message. */
#define GLIMMER_START "<|start|>assistant"
#define GLIMMER_MESSAGE "<|message|>"
#define GLIMMER_END "<|eom|>"
#define GLIMMER_LAST "<|eot|>"

/* A header as far as it is read, from after GLIMMER_START on. Zeros: nothing of it is. */
typedef struct glimmer_header {
    uint8_t to;        /* bytes of " to=", */
    uint8_t mark;      /* and of GLIMMER_MESSAGE */
    bool is_self;      /* the recipient so far is how "self" begins, or is it, */
    bool is_user;      /* or "user"; */
    uint8_t recipient; /* bytes of it, up to those of either */
} glimmer_header;

typedef enum glimmer_reading {
    GLIMMER_GOES_ON,
    GLIMMER_ENDS,  /* with this byte, the last of GLIMMER_MESSAGE */
    GLIMMER_BREAKS /* the byte cannot follow; nothing has changed */
} glimmer_reading;

/* The next byte; may_end: it may be one of GLIMMER_MESSAGE. */
glimmer_reading fp_glimmer_header_take(glimmer_header *h, bool may_end, unsigned char c);

/* Whom a message is for whose header is read. */
typedef enum glimmer_reader { FOR_USER, FOR_SELF, FOR_TOOLS } glimmer_reader;

glimmer_reader fp_glimmer_header_reader(const glimmer_header *h);

/* What the prompt ended in. */
typedef enum glimmer_prompt { NO_MESSAGE, IN_A_HEADER, IN_A_MESSAGE } glimmer_prompt;

/* GLIMMER-8.3; header: zeros, and then that of the message. */
glimmer_prompt fp_glimmer_prompt_read(fp_str prefix, glimmer_header *header);

#endif
