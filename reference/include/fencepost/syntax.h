/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/syntax.h: what a syntax defines, and how it says what it has read.
 *
 * A syntax is a row: a state, step() for one byte, finish() for the end of input. It never sees a
 * chunk, keeps no pointer into the caller's memory and never looks ahead, so it cannot know how its
 * input was cut. Everything else (events, policies, limits, accounting) is the core's.
 *
 * The law of step(): each byte is accounted for exactly once, in order. step() either gives the
 * byte a meaning at once (fp_out_payload, fp_out_mark_byte), or holds it (fp_out_hold) and later
 * gives all held bytes, or the first of them, their meaning (fp_out_release, fp_out_mark). While
 * bytes are held no later byte may get a meaning. finish() leaves nothing held.
 */
#ifndef FENCEPOST_SYNTAX_H
#define FENCEPOST_SYNTAX_H

#include <fencepost/parser.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fp_out fp_out;

enum { FP_LEADS_MAX = 4 };

struct fp_syntax {
    const char *id;    /* "caret"; names spec/caret.md, corpus/caret/ and the clauses CARET-n.m */
    const char *title; /* one line for people */

    struct {
        uint8_t value;      /* the default */
        const char *clause; /* where the spec gives it */
    } policies[FP_POLICY_COUNT];

    size_t state_size; /* bytes; a state of zeros is the start state */

    void (*step)(void *state, fp_out *out, unsigned char byte);
    void (*finish)(void *state, fp_out *out);

    /* Optional speed: most bytes need not go through step(). at_ease(), asked when nothing is held,
     * answers n if step() would hand the coming bytes, whatever they are, to fp_out_payload() and
     * end in the same state, to the last byte of it, up to where a string of leads[n - 1] begins;
     * and 0 if that cannot be said. So the lead to a marker is how it begins; to one that stands at
     * the start of a line, how it begins with "\n" before it (and behind a "\n" the state is not at
     * ease). A lead that leads to nothing does no harm. What the end of the bytes cuts off is taken
     * for a lead, so there is always a next byte to decide. Each list is ended by NULL; those in
     * use come first. A test holds all this equal to step(). at_ease may be NULL. */
    unsigned (*at_ease)(const void *state);
    const char *const *leads[FP_LEADS_MAX];

    /* Text that step() was not shown has gone by (a quotation: MODEL-3.7, 3.8), and last is its
     * last byte. May be NULL if the state does not depend on the text before. */
    void (*passed)(void *state, unsigned char last);

    /* Texts that complete whatever text the syntax may be holding back, ended by NULL. They prove
     * law PROMPT: for held text there is one of them, or the tail of one, after which it is no
     * text. */
    const char *const *completions;

    /* The literal markers and other telling pieces, ended by NULL: where cuts hurt, what a fuzzer
     * should know. */
    const char *const *markers;
};

/* -- the bytes ------------------------------------------------------------------------------- */

/* The byte is payload: data of the open argument; text when no call is open. */
void fp_out_payload(fp_out *out, unsigned char byte);

/* The byte's meaning is open: it is kept. False, with a diagnostic, when that is over the limit
 * `held`: the syntax must give up what it was waiting for, and all that is held. */
bool fp_out_hold(fp_out *out, unsigned char byte);

/* The number of bytes held, and the bytes; borrowed until the next call with this out. Looking at
 * them counts as work on each (law LINEAR). */
size_t fp_out_held_length(const fp_out *out);
fp_str fp_out_held(fp_out *out);

/* All held bytes, or the first len of them, are payload. */
void fp_out_release(fp_out *out);
void fp_out_release_first(fp_out *out, size_t len);

/* All held bytes, or the first len of them, or this one byte (when none is held), are of this role.
 */
void fp_out_mark(fp_out *out, fp_role role);
void fp_out_mark_first(fp_out *out, size_t len, fp_role role);
void fp_out_mark_byte(fp_out *out, fp_role role);

/* The offset behind the byte that step() is looking at: the number of bytes read. */
uint64_t fp_out_offset(const fp_out *out);

/* The offset of the first held byte, or, when none is held, of the next byte to be accounted for.
 */
uint64_t fp_out_mark_offset(const fp_out *out);

/* -- the calls ------------------------------------------------------------------------------- */

/* Opens a call whose block starts at start. name is copied. False: policy extra_call stops here, no
 * call is open, and the caller releases what it holds; all further input will be text. */
bool fp_out_call_begin(fp_out *out, uint64_t start, fp_str name);

/* Whether a call is open. */
bool fp_out_in_call(const fp_out *out);

/* Says arg_begin; the payload that follows is its data. key is copied; offset: of the line or
 * marker that gives it. framed: the policy value_framing applies to the data. A key that the call
 * has already is diagnosed under clause, one over its limit as such, and what follows until
 * fp_out_arg_end() is then accounted for but not said. */
void fp_out_arg_begin(fp_out *out, fp_str key, uint64_t offset, bool framed, const char *clause);

/* The key of the open argument; borrowed until the argument ends. */
fp_str fp_out_key(const fp_out *out);

/* Makes the open argument a list; each item is the payload between the two calls. */
void fp_out_list(fp_out *out);
void fp_out_item_begin(fp_out *out);
void fp_out_item_end(fp_out *out);

void fp_out_arg_end(fp_out *out);

/* Whether an argument, or an item of a list, is open. */
bool fp_out_in_arg(const fp_out *out);
bool fp_out_in_item(const fp_out *out);

/* Closes the open call: its block ends before offset end. */
void fp_out_call_end(fp_out *out, uint64_t end);

/* Closes the open call as unterminated under clause; an open argument keeps what it has. */
void fp_out_call_cut(fp_out *out, uint64_t end, const char *clause);

/* The same at the end of input, where policy `unterminated` may recover the call. */
void fp_out_call_unfinished(fp_out *out, const char *clause);

/* -- the rest -------------------------------------------------------------------------------- */

/* clause is static. */
void fp_out_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause);

/* Something is over a limit, from offset on: said once for each block, and an open call will not be
 * complete (MODEL-4.1). */
void fp_out_limit_exceeded(fp_out *out, uint64_t offset);

/* The value of a policy, and the limits. */
unsigned fp_out_policy(const fp_out *out, fp_policy policy);
const fp_limits *fp_out_limits(const fp_out *out);

#ifdef __cplusplus
}
#endif

#endif
