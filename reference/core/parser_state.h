/* SPDX-License-Identifier: Apache-2.0 */
/* parser_state.h: what a parser is: a syntax and its state, what it has reported, and what its next
 * bytes may be if they need not all go through step(). */
#ifndef FENCEPOST_CORE_PARSER_STATE_H
#define FENCEPOST_CORE_PARSER_STATE_H

#include "leads.h"
#include "out.h"

#include <fencepost/syntax.h>

#include <stdalign.h>

/* What the next bytes are, up to where. Sets of leads: one for text that the syntax does not see;
 * for each list of the syntax one for text and one for values. Text of a JSON string: payload, or
 * held. WATCHED: text that the syntax need not see, while the search for quotations must. */
enum { BYPASSED, AT_EASE, SAYS_STRING = FP_LEAD_SETS, HOLDS_STRING, WATCHED, NOT_AT_EASE };

_Static_assert(AT_EASE + 2 * FP_LEADS_MAX <= FP_LEAD_SETS, "there is a set for each");

struct fp_parser {
    const fp_syntax *syntax;
    const fp_speed *fast; /* the row's, or SLOW */
    bool finished;
    bool plain;       /* the options ask neither for reasoning nor for blocks that wait */
    unsigned ease;    /* what the next bytes are, or NOT_AT_EASE */
    unsigned passing; /* the same, if a small chunk may pass unchanged; else NOT_AT_EASE */
    fp_leads leads;
    fp_out out;
    alignas(max_align_t) unsigned char state[];
};

/* Nothing is known about the next bytes. */
static inline void fp_parser_be_careful(fp_parser *p)
{
    p->ease = NOT_AT_EASE;
    p->passing = NOT_AT_EASE;
}

/* To be called when the options have been set. */
static inline void fp_parser_note_options(fp_parser *p)
{
    p->plain = !p->out.reasoning.marks && !p->out.pending.wanted;
}

/* In a state that came from elsewhere: finds out. */
void fp_parser_look_around(fp_parser *p);

#endif
