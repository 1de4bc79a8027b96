/* SPDX-License-Identifier: Apache-2.0 */
/* separation.h: groups parsers with the same answer, and says how grave the difference is. */
#ifndef FENCEPOST_HARNESS_SEPARATION_H
#define FENCEPOST_HARNESS_SEPARATION_H

#include "diff/panel.h"
#include "judge/judge.h"

/* From what matters least to what matters most. */
typedef enum severity {
    SEVERITY_NONE,
    SEVERITY_WHITESPACE, /* of the text */
    SEVERITY_TEXT,
    SEVERITY_INCOMPLETE, /* a call that broke off, which nobody executes */
    SEVERITY_ARGUMENTS,  /* or the name, of a call that both execute */
    SEVERITY_CALL,       /* one executes it, the other does not */
    SEVERITY_COUNT
} severity;

/* "call"; and what that is: "a call is executed by one and not by the other"; static. */
const char *severity_name(severity s);
const char *severity_title(severity s);

/* A partition of the parsers by their answers. A parser without an answer executes no call and has
 * no text. */
typedef struct separation {
    size_t groups;                  /* 1 or less: all agree */
    size_t group[PANEL_MAX];        /* of each parser; NOT_ASKED */
    severity severity;              /* of the gravest pair */
    const char *kind;               /* in what that pair differs: "value", "crash"; static */
    size_t left, right;             /* its parsers */
    char sentence[DIFFERENCE_SIZE]; /* right against left, which is taken as expected */
} separation;

enum { NOT_ASKED = PANEL_MAX };

separation separate(const answers *a, size_t parsers);

/* Returns whether the same parsers are separated in the same way. */
bool separation_same(const separation *a, const separation *b);

/* Orders separations by severity, the gravest first, then by all else that separation_same()
 * compares. */
int separation_compare(const separation *a, const separation *b);

/* Returns how gravely two answers differ, and how, in *kind and sentence, which has the given size;
 * SEVERITY_NONE, with *kind unchanged, if they are the same. Only the name of a call that broke off
 * counts. */
severity answers_differ(const answer *a, const answer *b, const char **kind, char *sentence,
                        size_t size);

#endif
