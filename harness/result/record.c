/* SPDX-License-Identifier: Apache-2.0 */
/* record.c: the table of the members that a report's lines have. */
#include "result/record.h"

#include "base/visible.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum {
    RUN = 1 << RECORD_RUN,
    RESULT = 1 << RECORD_RESULT,
    FINDING = 1 << RECORD_FINDING,
    SUMMARY = 1 << RECORD_SUMMARY,
    ALL = RUN | RESULT | FINDING | SUMMARY,
    NONE = 0
};

typedef struct row {
    const char *name;
    unsigned in;    /* records whose lines may have it */
    unsigned needs; /* and of these, those whose lines all have it */
    bool shown;     /* its texts are for people, and no command, input or id of a known thing */
} row;

static const row ROWS[OF_MEMBERS] = {
    [OF_RECORD] = { "record", ALL, ALL, false },
    [OF_ACTUAL] = { "actual", RESULT | FINDING, NONE, true },
    [OF_ADVICE] = { "advice", RESULT | FINDING | SUMMARY, SUMMARY, false },
    [OF_BASIS] = { "basis", RESULT, NONE, true },
    [OF_BEHAVES_LIKE] = { "behaves_like", SUMMARY, NONE, false },
    [OF_CASE] = { "case", RESULT, RESULT, true },
    [OF_CASES] = { "cases", FINDING | SUMMARY, FINDING | SUMMARY, true },
    [OF_CATALOGUE] = { "catalogue", RESULT | FINDING, NONE, false },
    [OF_CHECK] = { "check", RESULT | FINDING, RESULT | FINDING, false },
    [OF_CLASS] = { "class", RESULT | FINDING, FINDING, false },
    [OF_CLAUSE] = { "clause", RESULT | FINDING, RESULT | FINDING, true },
    [OF_CLAUSES] = { "clauses", RESULT, NONE, true },
    [OF_COMMAND] = { "command", RESULT | FINDING, FINDING, false },
    [OF_COUNT] = { "count", FINDING, FINDING, false },
    [OF_COUNTS] = { "counts", RESULT, NONE, false },
    [OF_CUT] = { "cut", RESULT, NONE, true },
    [OF_CUTS] = { "cuts", RESULT | FINDING, NONE, false },
    [OF_CUTTINGS] = { "cuttings", RESULT | SUMMARY, SUMMARY, false },
    [OF_CUTTINGS_FAILED] = { "cuttings_failed", RESULT, NONE, false },
    [OF_DIFFERENCE] = { "difference", RESULT | FINDING, NONE, false },
    [OF_EXPECTED] = { "expected", RESULT | FINDING, NONE, true },
    [OF_FILE] = { "file", RESULT, NONE, true },
    [OF_GIVEN] = { "given", RESULT, NONE, false },
    [OF_INPUT] = { "input", RESULT | FINDING, NONE, false },
    [OF_INPUT_BASE64] = { "input_base64", RESULT | FINDING, NONE, false },
    [OF_LAG] = { "lag", RESULT, NONE, false },
    [OF_LEVEL] = { "level", RESULT, RESULT, false },
    [OF_LINE] = { "line", RESULT, NONE, false },
    [OF_LONGEST_LAG] = { "longest_lag", SUMMARY, NONE, false },
    [OF_MESSAGE] = { "message", RESULT | FINDING, FINDING, true },
    [OF_MINIMAL] = { "minimal", FINDING, FINDING, false },
    [OF_PARSER] = { "parser", RUN, NONE, true },
    [OF_POLICIES] = { "policies", RUN, RUN, true },
    [OF_POLICY] = { "policy", RESULT | FINDING, NONE, false },
    [OF_REFUSES] = { "refuses", RESULT, NONE, true },
    [OF_RESTARTS] = { "restarts", SUMMARY, NONE, false },
    [OF_SEED] = { "seed", RUN, NONE, false },
    [OF_SELECTED] = { "selected", RUN, RUN, false },
    [OF_SHARD] = { "shard", RUN, NONE, false },
    [OF_SIDES] = { "sides", RESULT | FINDING, NONE, true },
    [OF_STALE] = { "stale", SUMMARY, NONE, false },
    [OF_STARTED] = { "started", RUN, NONE, true },
    [OF_STDERR] = { "stderr", RESULT, NONE, false },
    [OF_STOPPED] = { "stopped", SUMMARY, NONE, true },
    [OF_STRICT] = { "strict", RUN, RUN, false },
    [OF_SUBJECT] = { "subject", RUN, RUN, true },
    [OF_SUITE] = { "suite", RUN, RUN, true },
    [OF_SUSPECT] = { "suspect", RESULT, NONE, false },
    [OF_SYNTAX] = { "syntax", RESULT | FINDING, RESULT | FINDING, false },
    [OF_TITLE] = { "title", RESULT, NONE, true },
    [OF_TRIES] = { "tries", FINDING, FINDING, false },
    [OF_UNEXPECTED] = { "unexpected", SUMMARY, SUMMARY, false },
    [OF_UNREDUCED] = { "unreduced", SUMMARY, NONE, false },
    [OF_US] = { "us", RESULT | SUMMARY, NONE, false },
    [OF_VERDICT] = { "verdict", RESULT, RESULT, false },
    [OF_VERDICTS] = { "verdicts", SUMMARY, SUMMARY, false },
    [OF_WORKER] = { "worker", RUN, NONE, false },
};

const char *record_name(record_kind kind)
{
    static const char *const NAMES[RECORD_COUNT] = { "run", "result", "finding", "summary" };

    return NAMES[kind];
}

record_kind record_of(const json_t *line)
{
    const char *name = record_text(line, OF_RECORD);
    unsigned kind = 0;

    while (name && kind < RECORD_COUNT && strcmp(name, record_name((record_kind)kind)) != 0)
        kind++;
    return name ? (record_kind)kind : RECORD_COUNT;
}

const char *record_member_name(record_member member)
{
    return ROWS[member].name;
}

bool record_has(record_kind kind, record_member member)
{
    return ROWS[member].in >> kind & 1;
}

bool record_needs(record_kind kind, record_member member)
{
    return ROWS[member].needs >> kind & 1;
}

const json_t *record_get(const json_t *line, record_member member)
{
    return json_object_get(line, ROWS[member].name);
}

const char *record_text(const json_t *line, record_member member)
{
    return json_string_value(record_get(line, member));
}

size_t record_number(const json_t *line, record_member member)
{
    const json_int_t number = json_integer_value(record_get(line, member));

    return number > 0 ? (size_t)number : 0;
}

bool record_flag(const json_t *line, record_member member)
{
    return json_is_true(record_get(line, member));
}

char *record_copy(const json_t *line, record_member member)
{
    const char *text = record_text(line, member);

    return text ? xstrdup(text) : NULL;
}

/* -- foreign text ------------------------------------------------------------------------------ */

/* The value, or one with the same texts made visible: a new reference. */
static json_t *visible(json_t *value)
{
    json_t *shown = NULL, *item;
    const char *key;
    size_t i;

    if (json_is_string(value)) {
        char *seen = visible_lines(json_str(value));

        shown = json_string(seen);
        free(seen);
    } else if (json_is_array(value)) {
        shown = json_array();
        json_array_foreach (value, i, item)
            json_array_append_new(shown, visible(item));
    } else if (json_is_object(value)) {
        shown = json_object();
        json_object_foreach (value, key, item)
            json_object_set_new(shown, key, visible(item));
    }
    return shown ? shown : json_incref(value);
}

void record_make_visible(json_t *line)
{
    for (unsigned m = 0; m < OF_MEMBERS; m++) {
        json_t *value = json_object_get(line, ROWS[m].name);

        if (value && ROWS[m].shown)
            json_object_set_new(line, ROWS[m].name, visible(value));
    }
}
