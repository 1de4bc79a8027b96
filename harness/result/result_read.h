/* SPDX-License-Identifier: Apache-2.0 */
/* result_read.h: a JSON report, read back: its run, its results one by one, its summary. */
#ifndef FENCEPOST_HARNESS_RESULT_READ_H
#define FENCEPOST_HARNESS_RESULT_READ_H

#include "result/record.h"
#include "result/result.h"
#include "result/result_given.h"
#include "suite/selection.h"

typedef struct report_source {
    const char *name; /* for people: the file */
    int fd;           /* owned */
    const corpus *corpus;
    const selection *what; /* cases that may be made up, and no corpus has; NULL: there are none */
    const spec *spec;
    int relay; /* a process that is told of signals that end the run; 0: none */

    json_t *run;      /* the first line; NULL: there is none */
    json_t *summary;  /* the last line; NULL: it has not come */
    bool has_result;  /* there is a next one */
    result result;    /* which is this */
    char *wrong;      /* what cannot be understood, with its line; NULL: nothing */
    bool ended;       /* no more lines */
    unsigned line_no; /* from 1 */
    bool foreign;     /* of another version of the suite: its cases are as it says */

    given_cases given;      /* that the corpus does not have */
    struct finding **found; /* the findings; all are there when the results have ended */
    size_t found_count, found_cap;

    json_t *line; /* that of the result */
    size_t *cuts;
    size_t lag;
    policy_set declares;
    policy_cost costs[FP_POLICY_COUNT];
    size_t met;  /* of what: where the next result's case may stand */
    char *bytes; /* read, and not used up: [start, len) */
    size_t start, scanned, len, cap;
} report_source;

/* What the ids in a report stand for; borrowed as long as the source is open. */
typedef struct source_world {
    const corpus *corpus;
    const selection *what; /* as above */
    const spec *spec;
} source_world;

/* Reads the first line of the report, and the first result. The descriptor is taken over.
 * relay as above. */
void source_open(report_source *s, const char *name, int fd, int relay, const source_world *world);

/* Goes on to the next result. At the end, or at what cannot be understood, has_result is false. */
void source_next(report_source *s);

/* A member of the run; "" or 0 if there is none. */
const char *source_text(const report_source *s, record_member member);
size_t source_number(const report_source *s, record_member member);

/* [2, 3]: of the member "shard"; [1, 1] if there is none. */
void source_shard(const report_source *s, size_t shard[2]);

/* Return the case, even if it is not in the corpus, and the clause's id; both live until the source
 * is closed. NULL: there is none. */
const test_case *source_case(const report_source *s, const char *id);
const char *source_clause(report_source *s, const char *id);

/* Returns the check of this name, a static string; NULL: there is none. NULL is allowed. */
const char *source_check(const char *name);

/* Splits a class such as "wrong/value"; false if it is not a class. In a report of another version
 * of the suite, which may have had other kinds, a known verdict is enough. NULL is allowed. */
bool source_class(const report_source *s, const char *class, verdict *v, const char **kind);

/* Reads the harm of the line's failure; false if there is no harm of that name. */
bool source_harm(const report_source *s, const json_t *line, harm *h);

/* Reads what the two texts of the line are; false if nothing has the name that the line gives. */
bool source_sides(const json_t *line, answer_sides *sides);

void source_close(report_source *s);

#endif
