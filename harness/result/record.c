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
    CAUSE = 1 << RECORD_CAUSE,
    SUMMARY = 1 << RECORD_SUMMARY,
    ALL = RUN | RESULT | FINDING | CAUSE | SUMMARY,
    NONE = 0
};

/* How texts of the member are shown to people. NOT_SHOWN: commands, inputs, words of ours. */
typedef enum shown { NOT_SHOWN, ONE_LINE, LINES } shown;

typedef struct row {
    const char *name;
    unsigned in;    /* records whose lines may have it */
    unsigned needs; /* and of these, those whose lines all have it */
    shown shown;
} row;

static const row ROWS[OF_MEMBERS] = {
    [OF_RECORD] = { "record", ALL, ALL, NOT_SHOWN },
    [OF_ACTUAL] = { "actual", RESULT | FINDING, NONE, LINES },
    [OF_ADVICE] = { "advice", RESULT | FINDING | SUMMARY, SUMMARY, NOT_SHOWN },
    [OF_BASIS] = { "basis", RESULT, NONE, ONE_LINE },
    [OF_BEHAVES_LIKE] = { "behaves_like", SUMMARY, NONE, NOT_SHOWN },
    [OF_CASE] = { "case", RESULT | CAUSE, RESULT | CAUSE, ONE_LINE },
    [OF_CASES] = { "cases", FINDING | SUMMARY, FINDING | SUMMARY, ONE_LINE },
    [OF_CATALOGUE] = { "catalogue", RESULT | FINDING | CAUSE, NONE, NOT_SHOWN },
    [OF_CHECK] = { "check", RESULT | FINDING | CAUSE, RESULT | FINDING | CAUSE, NOT_SHOWN },
    [OF_CLASS] = { "class", RESULT | FINDING, FINDING, NOT_SHOWN },
    [OF_CLAUSE] = { "clause", RESULT | FINDING | CAUSE, RESULT | FINDING | CAUSE, ONE_LINE },
    [OF_CLAUSES] = { "clauses", RESULT, NONE, ONE_LINE },
    [OF_COMMAND] = { "command", RESULT | FINDING | CAUSE, FINDING | CAUSE, NOT_SHOWN },
    [OF_COSTS] = { "costs", RESULT | SUMMARY, NONE, NOT_SHOWN },
    [OF_COUNT] = { "count", FINDING | CAUSE, FINDING | CAUSE, NOT_SHOWN },
    [OF_COUNTS] = { "counts", RESULT, NONE, NOT_SHOWN },
    [OF_CUT] = { "cut", RESULT, NONE, ONE_LINE },
    [OF_CUTS] = { "cuts", RESULT | FINDING | CAUSE, NONE, NOT_SHOWN },
    [OF_CUTTINGS] = { "cuttings", RESULT | SUMMARY, SUMMARY, NOT_SHOWN },
    [OF_CUTTINGS_FAILED] = { "cuttings_failed", RESULT, NONE, NOT_SHOWN },
    [OF_DECLARED] = { "declared_readings", SUMMARY, NONE, NOT_SHOWN },
    [OF_DECLARES] = { "declares", RESULT, NONE, NOT_SHOWN },
    [OF_DIFFERENCE] = { "difference", RESULT | FINDING, NONE, NOT_SHOWN },
    [OF_EXPECTED] = { "expected", RESULT | FINDING, NONE, LINES },
    [OF_FILE] = { "file", RESULT, NONE, ONE_LINE },
    [OF_GIVEN] = { "given", RESULT, NONE, NOT_SHOWN },
    [OF_HARM] = { "harm", RESULT | FINDING | CAUSE, FINDING | CAUSE, NOT_SHOWN },
    [OF_INPUT] = { "input", RESULT | FINDING | CAUSE, NONE, NOT_SHOWN },
    [OF_INPUT_BASE64] = { "input_base64", RESULT | FINDING | CAUSE, NONE, NOT_SHOWN },
    [OF_INPUTS] = { "inputs", CAUSE, CAUSE, NOT_SHOWN },
    [OF_KEYS] = { "keys", CAUSE, CAUSE, NOT_SHOWN },
    [OF_LAG] = { "lag", RESULT, NONE, NOT_SHOWN },
    [OF_LEVEL] = { "level", RESULT, RESULT, NOT_SHOWN },
    [OF_LINE] = { "line", RESULT, NONE, NOT_SHOWN },
    [OF_LONGEST_LAG] = { "longest_lag", SUMMARY, NONE, NOT_SHOWN },
    [OF_MESSAGE] = { "message", RESULT | FINDING | CAUSE, FINDING | CAUSE, ONE_LINE },
    [OF_MINIMAL] = { "minimal", FINDING, FINDING, NOT_SHOWN },
    [OF_ONLY] = { "only", RUN, NONE, ONE_LINE },
    [OF_PARSER] = { "parser", RUN, NONE, ONE_LINE },
    [OF_POLICIES] = { "policies", RUN, RUN, ONE_LINE },
    [OF_POLICY] = { "policy", RESULT | FINDING | CAUSE, NONE, NOT_SHOWN },
    [OF_PREFIX] = { "prefix", RESULT, NONE, NOT_SHOWN },
    [OF_QUICK] = { "quick", RUN, NONE, NOT_SHOWN },
    [OF_READINGS] = { "readings", SUMMARY, NONE, NOT_SHOWN },
    [OF_REDUCED] = { "reduced", CAUSE, CAUSE, NOT_SHOWN },
    [OF_REFUSES] = { "refuses", RESULT, NONE, ONE_LINE },
    [OF_RESTARTS] = { "restarts", SUMMARY, NONE, NOT_SHOWN },
    [OF_RESULTS] = { "results", CAUSE, CAUSE, NOT_SHOWN },
    [OF_SEED] = { "seed", RUN, NONE, NOT_SHOWN },
    [OF_SELECTED] = { "selected", RUN, RUN, NOT_SHOWN },
    [OF_SENTENCE] = { "sentence", CAUSE, CAUSE, ONE_LINE },
    [OF_SHARD] = { "shard", RUN, NONE, NOT_SHOWN },
    [OF_SIDES] = { "sides", RESULT | FINDING, NONE, ONE_LINE },
    [OF_STALE] = { "stale", SUMMARY, NONE, NOT_SHOWN },
    [OF_STARTED] = { "started", RUN, NONE, ONE_LINE },
    [OF_STDERR] = { "stderr", RESULT, NONE, NOT_SHOWN },
    [OF_STOPPED] = { "stopped", SUMMARY, NONE, ONE_LINE },
    [OF_STRICT] = { "strict", RUN, RUN, NOT_SHOWN },
    [OF_SUBJECT] = { "subject", RUN, RUN, ONE_LINE },
    [OF_SUITE] = { "suite", RUN, RUN, ONE_LINE },
    [OF_SUSPECT] = { "suspect", RESULT, NONE, NOT_SHOWN },
    [OF_SYNTAX] = { "syntax", RESULT | FINDING | CAUSE, RESULT | FINDING | CAUSE, NOT_SHOWN },
    [OF_SYNTAXES] = { "syntaxes", RUN, NONE, ONE_LINE },
    [OF_TEMPLATE] = { "template", FINDING, NONE, NOT_SHOWN },
    [OF_TITLE] = { "title", RESULT, NONE, ONE_LINE },
    [OF_TOKENS] = { "tokens", RESULT, NONE, NOT_SHOWN },
    [OF_TRIES] = { "tries", FINDING, FINDING, NOT_SHOWN },
    [OF_TRIGGER] = { "trigger", CAUSE, CAUSE, NOT_SHOWN },
    [OF_UNEXPECTED] = { "unexpected", SUMMARY, SUMMARY, NOT_SHOWN },
    [OF_UNREDUCED] = { "unreduced", SUMMARY, NONE, NOT_SHOWN },
    [OF_US] = { "us", RESULT | SUMMARY, NONE, NOT_SHOWN },
    [OF_VERDICT] = { "verdict", RESULT, RESULT, NOT_SHOWN },
    [OF_VERDICTS] = { "verdicts", SUMMARY, SUMMARY, NOT_SHOWN },
    [OF_WORKER] = { "worker", RUN, NONE, NOT_SHOWN },
};

const char *record_name(record_kind kind)
{
    static const char *const NAMES[RECORD_COUNT] = { "run", "result", "finding", "cause",
                                                     "summary" };

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

const char *record_command(const json_t *line)
{
    const char *command = record_text(line, OF_COMMAND);

    return command && !strpbrk(command, "\n\r") ? command : NULL;
}

/* -- foreign text ------------------------------------------------------------------------------ */

/* Most texts are: and a report has very many. */
static bool is_plain(fp_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] < ' ' || text.ptr[i] > '~')
            return false;
    return true;
}

/* The text made visible, a new reference; NULL: it is not a text, or is visible already. */
static json_t *visible(const json_t *value, shown how)
{
    json_t *changed;
    char *seen;

    if (!json_is_string(value) || is_plain(json_str(value)))
        return NULL;
    seen = how == LINES ? visible_lines(json_str(value)) : visible_line(json_str(value));
    changed = json_string(seen);
    free(seen);
    return changed;
}

/* The texts of a list. */
static void make_items_visible(json_t *list, shown how)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *changed = visible(json_array_get(list, i), how);

        if (changed)
            json_array_set_new(list, i, changed);
    }
}

/* The texts of an object, and of the lists in it. */
static void make_members_visible(json_t *object, shown how)
{
    const char *key;
    json_t *value;

    json_object_foreach (object, key, value) {
        json_t *changed = visible(value, how);

        make_items_visible(value, how);
        if (changed)
            json_object_set_new(object, key, changed);
    }
}

void record_make_visible(json_t *line)
{
    for (unsigned m = 0; m < OF_MEMBERS; m++) {
        json_t *value = ROWS[m].shown ? json_object_get(line, ROWS[m].name) : NULL;
        json_t *changed = visible(value, ROWS[m].shown);

        make_items_visible(value, ROWS[m].shown);
        make_members_visible(value, ROWS[m].shown);
        if (changed)
            json_object_set_new(line, ROWS[m].name, changed);
    }
}
