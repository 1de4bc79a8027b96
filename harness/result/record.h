/* SPDX-License-Identifier: Apache-2.0 */
/* record.h: the lines of a JSON report: its records, and the members of each. All code that writes
 * or reads a line uses this table; test_record.c compares it with spec/schema/report.schema.json.
 */
#ifndef FENCEPOST_HARNESS_RECORD_H
#define FENCEPOST_HARNESS_RECORD_H

#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>

typedef enum record_kind {
    RECORD_RUN,
    RECORD_RESULT,
    RECORD_FINDING,
    RECORD_CAUSE,
    RECORD_SUMMARY,
    RECORD_COUNT
} record_kind;

typedef enum record_member {
    OF_RECORD,
    OF_ACTUAL,
    OF_ADVICE,
    OF_BASIS,
    OF_BEHAVES_LIKE,
    OF_CASE,
    OF_CASES,
    OF_CATALOGUE,
    OF_CHECK,
    OF_CLASS,
    OF_CLAUSE,
    OF_CLAUSES,
    OF_COMMAND,
    OF_COSTS,
    OF_COUNT,
    OF_COUNTS,
    OF_CUT,
    OF_CUTS,
    OF_CUTTINGS,
    OF_CUTTINGS_FAILED,
    OF_DECLARED,
    OF_DECLARES,
    OF_DIFFERENCE,
    OF_EXPECTED,
    OF_FILE,
    OF_GIVEN,
    OF_HARM,
    OF_INPUT,
    OF_INPUT_BASE64,
    OF_INPUTS,
    OF_KEYS,
    OF_LAG,
    OF_LEVEL,
    OF_LINE,
    OF_LONGEST_LAG,
    OF_MESSAGE,
    OF_MINIMAL,
    OF_ONLY,
    OF_PARSER,
    OF_POLICIES,
    OF_POLICY,
    OF_PREFIX,
    OF_QUICK,
    OF_READINGS,
    OF_REDUCED,
    OF_REFUSES,
    OF_RESTARTS,
    OF_RESULTS,
    OF_SEED,
    OF_SELECTED,
    OF_SENTENCE,
    OF_SHARD,
    OF_SIDES,
    OF_STALE,
    OF_STARTED,
    OF_STDERR,
    OF_STOPPED,
    OF_STRICT,
    OF_SUBJECT,
    OF_SUITE,
    OF_SUSPECT,
    OF_SYNTAX,
    OF_SYNTAXES,
    OF_TEMPLATE,
    OF_TITLE,
    OF_TOKENS,
    OF_TRIES,
    OF_TRIGGER,
    OF_UNEXPECTED,
    OF_UNREDUCED,
    OF_US,
    OF_VERDICT,
    OF_VERDICTS,
    OF_WORKER,
    OF_MEMBERS
} record_member;

/* "result"; static. And the record of this name, RECORD_COUNT if there is none. */
const char *record_name(record_kind kind);
record_kind record_of(const json_t *line);

/* "cuttings_failed"; static. */
const char *record_member_name(record_member member);

/* Returns whether lines of the record may have the member, and whether all of them do. */
bool record_has(record_kind kind, record_member member);
bool record_needs(record_kind kind, record_member member);

/* Return a member of a line; NULL, 0 or false if it is missing or has another type. Borrowed. */
const json_t *record_get(const json_t *line, record_member member);
const char *record_text(const json_t *line, record_member member);
size_t record_number(const json_t *line, record_member member);
bool record_flag(const json_t *line, record_member member);

/* Returns an owned copy of a text; NULL if there is none. */
char *record_copy(const json_t *line, record_member member);

/* The command of a line, borrowed; NULL also for one that has a line end, by which a report could
 * print lines of its own choice. */
const char *record_command(const json_t *line);

/* Makes invisible characters visible (base/show.h) in those texts of the line that people see,
 * since a report may come from anywhere. So the formats need not do that. */
void record_make_visible(json_t *line);

#endif
