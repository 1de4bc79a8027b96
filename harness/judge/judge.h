/* SPDX-License-Identifier: Apache-2.0 */
/* judge.h: compares outcomes with what a case expects. */
#ifndef FENCEPOST_HARNESS_JUDGE_H
#define FENCEPOST_HARNESS_JUDGE_H

#include "judge/harm.h"
#include "suite/corpus.h"

#include <fencepost/outcome.h>
#include <fencepost/syntax.h>

/* What of an outcome is judged, beyond text, names, inputs and completeness. */
typedef struct judged {
    bool spans;
    bool diagnostics;
    bool clauses; /* of diagnostics: only our own parsers know them; others answer as JSON */
} judged;

/* In what an outcome differs: the class of a failure, with its verdict. */
typedef enum difference_kind {
    DIFFERS_NOT,
    DIFFERS_FEWER_CALLS,
    DIFFERS_MORE_CALLS,
    DIFFERS_NAME,
    DIFFERS_ID,
    DIFFERS_COMPLETE,
    DIFFERS_KEYS,
    DIFFERS_VALUE,
    DIFFERS_ARGUMENTS_NOT_JSON, /* what a parser gave as text: arguments.h */
    DIFFERS_ARGUMENTS_NOT_OBJECT,
    DIFFERS_ARGUMENTS_TWO_OBJECTS,
    DIFFERS_ARGUMENTS_DUPLICATE_KEY,
    DIFFERS_SPAN,
    DIFFERS_TEXT_LOST,  /* it is shorter than expected */
    DIFFERS_TEXT_EXTRA, /* it is longer */
    DIFFERS_TEXT,
    DIFFERS_REASONING,
    DIFFERS_DIAGNOSTICS,
    DIFFERS_EVENTS, /* what came when; set by those who judge that */
    DIFFERS_ERROR,  /* there is an error in place of an outcome; set by those who ask */
    DIFFERS_COUNT
} difference_kind;

/* "fewer-calls"; static. NULL for DIFFERS_NOT. */
const char *difference_name(difference_kind kind);

/* Returns whether the difference is that the text of arguments is not one object (PROTOCOL-3.9). */
bool difference_breaks_arguments(difference_kind kind);

/* A sentence with a key and a piece of each side fits, all of them escaped. */
enum { DIFFERENCE_SIZE = 960 };

/* Where an outcome, or a part of it, first differs from what is expected. */
typedef struct difference {
    char sentence[DIFFERENCE_SIZE]; /* "call 2: the name is "a", expected "b"" */
    case_part part;
    difference_kind kind;
    bool fewer_calls; /* a call is missing: refused */
    bool more_calls;  /* a call is too many: accepted */
    const char
        *choice; /* the clause by which it is a choice, whatever the case rests on; or NULL */
    harm harm;   /* of all that differs, not of this part alone */
} difference;

/* A short readable piece of bytes around an offset, as a JSON string; owned: free(). */
char *judge_piece(fp_str bytes, size_t at);

/* Returns whether the outcome is the expected one; if not, *d says how. */
bool judge_outcome(const expectation *e, const fp_outcome *o, const judged *what, difference *d);

/* Judges an outcome of a case. If several parts differ, *d describes the gravest, so that no
 * difference hides a graver one: a part that is not a choice and rests on more than Decisions, and
 * among these the one with the strongest clauses. e: the case's own expectation, or its
 * substitute. */
bool judge_gravest(const test_case *t, const expectation *e, const fp_outcome *o,
                   const judged *what, difference *d);

/* Returns whether what differs is a reading and not a fault: a choice, or a part of the case that
 * rests on Decisions alone. */
bool judge_is_reading(const test_case *t, const difference *d);

/* Judges an error in place of the outcome (MODEL-1.14) as an answer without text and calls; calls
 * that are not complete need not be there. Returns whether that is a reading; *why is the clause
 * that decides. */
bool judge_error_is_reading(const test_case *t, const expectation *e, const char **why);

/* Judges one part alone; true for a part that is not judged. */
bool judge_part(case_part part, const expectation *e, const fp_outcome *o, const judged *what,
                difference *d);

/* Returns whether two outcomes are the same in all parts that are judged; a is the expected one. */
bool judge_same(const fp_outcome *a, const fp_outcome *b, const judged *what, difference *d);

/* Return the expectation or an outcome as lines for people; owned: free(). what: as for judging. */
char *expectation_lines(const expectation *e, const judged *what);
char *outcome_lines(const fp_outcome *o, const judged *what);

/* Returns whether the outcome is exactly this call, complete, and no text. False if o is NULL. */
bool outcome_is_call(const fp_outcome *o, const fp_call *call);

/* Returns an owned copy: fp_outcome_free(). */
fp_outcome *outcome_copy(const fp_outcome *o);

/* An expectation that borrows all from an outcome; free its arrays with expectation_release(). */
expectation expectation_of(const fp_outcome *o);
void expectation_release(expectation *e);

/* Copies of an expectation that borrow all of it but the array of calls: free(copy.calls). Of the
 * last `recovered` calls it is not judged whether they are complete; of the other copy only the
 * complete calls are left, and no diagnostics. */
expectation expectation_opened(const expectation *e, size_t recovered);
expectation expectation_complete(const expectation *e);

/* The same, for judging others by an outcome of our parser: the input of a call that was cut is
 * left open. */
expectation expectation_of_reference(const fp_outcome *o);

/* From here on a block that gives no complete call is a call that is not complete, never text. */
static inline void report_blocks(fp_options *options)
{
    options->policies.of[FP_UNTERMINATED] = FP_UNTERMINATED_REPORT;
    options->policies.of[FP_MALFORMED] = FP_MALFORMED_REPORT;
}

/* Returns how many calls of the input our parser recovers. Under `unterminated: recover` these are
 * the last ones, from blocks that are open when the input ends. */
size_t recovered_calls(const fp_syntax *syntax, const fp_options *options, fp_str input);

/* Like judge_gravest() (judge_outcome() if t is NULL), and like judge_same(). They do not judge
 * whether the last `recovered` calls are complete (MODEL-3.1). */
bool judge_recovered(const test_case *t, const expectation *e, size_t recovered,
                     const fp_outcome *o, const judged *what, difference *d);
bool judge_same_recovered(const fp_outcome *a, size_t recovered, const fp_outcome *b,
                          const judged *what, difference *d);

/* Returns how many calls of an outcome are complete. */
size_t complete_call_count(const fp_outcome *o);

/* Returns whether a parser that declares `unterminated: whole` gave nothing of a block that is not
 * whole when the input ends, which is as right as an incomplete call (MODEL-3.24): what it says is
 * what our parser says under `drop`, and `whole` makes no call of the input complete. */
bool judge_whole_drops(const fp_syntax *syntax, const fp_options *options, fp_str input,
                       const fp_outcome *said, const judged *what);

#endif
