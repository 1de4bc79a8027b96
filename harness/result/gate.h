/* SPDX-License-Identifier: Apache-2.0 */
/* gate.h: compares a report with a baseline: what has become worse, or changed unannounced. */
#ifndef FENCEPOST_HARNESS_GATE_H
#define FENCEPOST_HARNESS_GATE_H

#include "suite/corpus.h"

/* A cause of failures, in a report or in a line of a baseline. */
typedef struct gate_cause {
    char **keys; /* by which another run has it; owned, like all here */
    size_t key_count, count;
    char *sentence, *command; /* of a report */
    json_t *results;          /* the places of its failures in a report */
    char *comment;            /* of a baseline: the lines above it, each with LF, or NULL */
    size_t news;              /* failures that the baseline does not have, */
    char *told;               /* and all of them, "432 failures" */
} gate_cause;

/* The result of a check of a case. One check may have several, each of another class. Advice that
 * does not count is treated as a pass. */
typedef struct gate_check {
    char *check;
    bool declared; /* a reading that the parser declares */
    char *failure; /* its class, of a reading with a digest of the outcome, "differs/text@1f3a9b07";
                      NULL: it passed, or was skipped */
    bool skipped;
    bool known;              /* the report was told of the failure (--known) */
    char *message, *command; /* of a failure in a report; NULL: not known */
    size_t place;            /* in a report, from 0 */
    gate_cause *cause;       /* of a failure in a report, borrowed; NULL: it has none */
} gate_check;

typedef struct gate_case {
    char *id;
    gate_check *checks; /* of a baseline only those that did not pass */
    size_t count, cap;
    char *comment; /* of a baseline: the lines above it, each with LF, or NULL */
    char *remark;  /* and the rest of its line, from the # on, or NULL */
    bool met;
} gate_case;

/* A report, or a baseline. */
typedef struct gate_side {
    const char *name; /* of the file; borrowed */
    char *suite;
    bool is_report;
    bool whole;       /* the run came to its end */
    json_t *traits;   /* "capability events" and the like, as keys */
    gate_case *cases; /* sorted by id */
    size_t count, cap;
    gate_cause *causes;
    size_t cause_count, cause_cap;
    size_t results; /* of a report */
    char *head;     /* comments of a baseline in front of all else; NULL: none */
    char *tail;     /* and those after all cases */
} gate_side;

typedef enum gate_kind {
    GATE_CAUSE,     /* it fails for a reason for which nothing failed before */
    GATE_NEW,       /* it fails, and did not */
    GATE_CHANGED,   /* it fails in another way */
    GATE_FIXED,     /* it passes, and did not */
    GATE_READING,   /* it reads a case otherwise than before, where Decisions decide */
    GATE_UNCHECKED, /* it was checked, and is not */
    GATE_VANISHED,  /* the case is gone */
    GATE_WEAKER,    /* a syntax, a capability or a policy that was declared is not */
    GATE_STOPPED,   /* the run did not come to its end */
    GATE_KINDS
} gate_kind;

/* "new-failure"; and for people, "new failures"; static. */
const char *gate_kind_name(gate_kind kind);
const char *gate_kind_title(gate_kind kind);

typedef struct gate_change {
    gate_kind kind;
    const char *subject;           /* the case, the cause, or the trait; borrowed from a side */
    const char *check;             /* "": none */
    const char *was, *now;         /* classes, or "pass", "skipped", "absent" */
    const char *message, *command; /* NULL: none */
} gate_change;

/* Reads a report or a baseline; gate_side_free() in any case. False after reporting the problems.
 */
bool gate_read(const char *path, gate_side *side, problems *p);
void gate_side_free(gate_side *side);

/* Returns the case with this id; NULL: there is none. */
gate_case *gate_find(const gate_side *side, const char *id);

/* Finds the changes, the gravest first, in owned *changes: free(). Returns their number. Renamed
 * cases are found by their aliases in the corpus, which may be NULL. A failure whose cause the
 * baseline has is not a change; *of_known counts those that are new. */
size_t gate_compare(const gate_side *base, gate_side *now, const corpus *c, gate_change **changes,
                    size_t *of_known);

/* Writes a baseline of the report, and keeps the comments of the existing one. False after
 * reporting a problem. */
bool gate_write(const char *path, const gate_side *report, problems *p);

#endif
