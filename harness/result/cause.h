/* SPDX-License-Identifier: Apache-2.0 */
/* cause.h: groups the failures of a run by their causes. That does not need their smallest forms:
 * what a failure does, in which input, and at which mark of it, is known when it is judged.
 */
#ifndef FENCEPOST_HARNESS_CAUSE_H
#define FENCEPOST_HARNESS_CAUSE_H

#include "result/finding.h"
#include "result/result.h"

/* How many causes a report shows, and how many failures of each may be reduced. */
enum { CAUSES_SHOWN = 12, CAUSE_FORMS = 100 };

/* How the input has to be fed for the failure to occur. */
typedef enum cause_trigger {
    TRIGGER_ANY,   /* the input in one piece is enough */
    TRIGGER_TOKEN, /* a stream whose marks are whole */
    TRIGGER_INSIDE /* only a cut within a mark */
} cause_trigger;

/* "any"; static. And for people: "a cut inside a mark is needed"; "" for TRIGGER_ANY. */
const char *cause_trigger_name(cause_trigger t);
const char *cause_trigger_title(cause_trigger t);

typedef struct cause {
    const char *subject;   /* the syntax */
    const char *clause;    /* of most of its failures */
    const char *check;     /* of the failure that represents it */
    const test_case *test; /* its case */
    harm harm;             /* the gravest of its failures, of those that do not only follow */
    cause_trigger trigger;
    char *sentence;  /* what goes wrong, and when: "Calls are lost when a chunk ends inside
                        <tool_call>: 432 of 470 inputs"; owned */
    candidate form;  /* the smallest input that was found, owned, */
    bool reduced;    /* and whether it was looked for */
    char *message;   /* how that one fails; owned */
    char *command;   /* runs it again; owned */
    size_t inputs;   /* cases with such a failure */
    size_t *results; /* the places of its failures among the results of the run, from 0; owned */
    size_t count;
    char *
        *keys; /* what its failures have in common, each one word, "hermes/fed-inside-<tool_call>":
                  the same in another run; several where smallest forms are alike; owned */
    size_t key_count;
} cause;

typedef struct causes causes;

causes *causes_new(const run_info *info);
void causes_free(causes *c); /* NULL is allowed */

/* Records a result. All results of the run must be recorded, in their order. counts: it counts
 * against the parser. What the result borrows is copied, except its case and its clause. */
void causes_take(causes *c, const result *r, bool counts);

/* Sets the order in which failures are reduced: first one of each cause, the gravest cause first.
 */
void causes_order(causes *c, findings *f);

/* Makes the causes of the failures, with the smallest forms that were found; causes whose smallest
 * forms are alike become one. NULL: nothing was reduced. */
void causes_make(causes *c, const findings *f);

/* The causes, the gravest first; and how many failures have none. */
size_t causes_count(const causes *c);
const cause *causes_at(const causes *c, size_t index);

/* Returns the index of the cause of the result at this place of the run; SIZE_MAX: it has none. */
size_t causes_of(const causes *c, size_t place);

#endif
