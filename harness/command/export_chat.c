/* SPDX-License-Identifier: Apache-2.0 */
/* export_chat.c: writes a golden case as a message of a chat API, and the ways to cut its input. */
#include "base/members.h"
#include "base/util.h"
#include "command/export_shape.h"
#include "law/cuts.h"
#include "suite/spec.h"

#include <stdlib.h>

/* Enough to find a parser that depends on how its input is cut, and few enough for a file. */
enum { TWO_WAY_MAX = 48, SPREAD = 8, RANDOM = 4, LONG_INPUT = 4096 };

typedef struct listing {
    fp_json *line;
    const size_t *edges; /* between units */
    size_t count;
    bool any;
} listing;

/* The number of the unit that begins there. */
static size_t unit_at(const listing *l, size_t offset)
{
    size_t low = 0, high = l->count - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (l->edges[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool list_cut(void *context, const cutting *cut)
{
    listing *l = context;

    fp_json_raw(l->line, l->any ? ",[" : "[");
    for (size_t i = 0; i < cut->count; i++) {
        fp_json_raw(l->line, i ? "," : "");
        fp_json_number(l->line, unit_at(l, cut->at[i]));
    }
    fp_json_raw(l->line, "]");
    l->any = true;
    return true;
}

void export_cuts(fp_json *line, const test_case *t)
{
    const unit u = is_utf8(t->input) ? UNIT_CODEPOINT : UNIT_BYTE;
    const cut_plan plan = { .unit = u,
                            .two_way_max = TWO_WAY_MAX,
                            .spread = SPREAD,
                            .at_edges = true,
                            .random = RANDOM,
                            .seed = 1 };
    listing l = { .line = line };
    size_t *edges = unit_edges(t->input, u, &l.count);

    l.edges = edges;
    member_key(line, "cuts");
    fp_json_raw(line, "[");
    if (t->input.len > LONG_INPUT)
        cuts_few(t->input, u, list_cut, &l);
    else
        cuts_each(t->input, t->syntax, &plan, list_cut, &l);
    fp_json_raw(line, "]");
    free(edges);
}

/* -- the shape of chat APIs ---------------------------------------------------------------------
 */

static bool has_limits(fp_limits limits)
{
    static const char *const NAMES[] = { "name", "key", "value", "call", "held", "depth" };

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (*fp_limits_field(&limits, fp_str_of(NAMES[i])))
            return true;
    return false;
}

bool export_fits_chat(const test_case *t)
{
    const expectation *e = &t->expect;

    if (has_limits(t->limits) || !is_utf8(t->input) || !is_utf8(t->prefix) || !is_utf8(e->text) ||
        !is_utf8(e->reasoning))
        return false;
    for (size_t i = 0; i < e->call_count; i++)
        if (!e->calls[i].judge_input || !e->calls[i].call.complete || e->calls[i].either ||
            !is_utf8(e->calls[i].call.name))
            return false;
    return true;
}

/* Arguments are JSON that is written on one line, as text. */
static void add_arguments(fp_json *line, const fp_call *call)
{
    fp_json text = { 0 };

    fp_json_input(&text, call);
    need_memory(!text.failed);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '\n' || text.ptr[i] == '\r')
            text.ptr[i] = ' ';
    member_bytes(line, "arguments", (fp_str){ text.ptr, text.len });
    fp_json_free(&text);
}

static void add_message(fp_json *line, const expectation *e)
{
    member_key(line, "expect");
    fp_json_raw(line, "{");
    member_bytes(line, "content", e->text);
    if (e->reasoning.len)
        member_bytes(line, "reasoning", e->reasoning);
    member_key(line, "tool_calls");
    fp_json_raw(line, "[");
    for (size_t i = 0; i < e->call_count; i++) {
        fp_json_raw(line, i ? ",{" : "{");
        member_text(line, "type", "function");
        member_key(line, "function");
        fp_json_raw(line, "{");
        member_bytes(line, "name", e->calls[i].call.name);
        add_arguments(line, &e->calls[i].call);
        fp_json_raw(line, "}}");
    }
    fp_json_raw(line, "]}");
}

/* Nothing where the tool has none. */
static void add_string(fp_json *line, const json_t *tool, const char *name)
{
    const json_t *value = json_object_get(tool, name);

    if (value)
        member_bytes(line, name, (fp_str){ json_string_value(value), json_string_length(value) });
}

/* As chat APIs have them; what only textual notations need to know is left out. */
static void add_tools(fp_json *line, const json_t *tools)
{
    size_t i;
    json_t *tool;

    member_key(line, "tools");
    fp_json_raw(line, "[");
    json_array_foreach (tools, i, tool) {
        fp_json_raw(line, i ? ",{" : "{");
        member_text(line, "type", "function");
        member_key(line, "function");
        fp_json_raw(line, "{");
        add_string(line, tool, "name");
        add_string(line, tool, "description");
        member_json(line, "parameters", json_object_get(tool, "inputSchema"));
        fp_json_raw(line, "}}");
    }
    fp_json_raw(line, "]");
}

/* Those that the case needs to be other than the syntax has them by default. */
static void add_policies(fp_json *line, const test_case *t)
{
    const fp_policies now = case_options(t).policies,
                      before = fp_options_default(t->syntax).policies;

    member_key(line, "policies");
    fp_json_raw(line, "{");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (now.of[i] != before.of[i])
            member_text(line, fp_policy_name((fp_policy)i),
                        fp_policy_value_name((fp_policy)i, now.of[i]));
    fp_json_raw(line, "}");
}

/* Returns whether text and calls rest on our own decisions alone: another reading may be as good.
 */
static bool is_reading(const test_case *t)
{
    return t->parts[PART_TEXT].basis == BASIS_DECISION &&
           t->parts[PART_CALLS].basis == BASIS_DECISION;
}

void export_chat(fp_json *line, const test_case *t)
{
    fp_json_raw(line, "{");
    member_text(line, "id", t->id);
    member_text(line, "title", t->title);
    member_text(line, "syntax", fp_syntax_id(t->syntax));
    member_text(line, "level", level_name(t->level));
    member_flag(line, "reading", is_reading(t));
    member_texts(line, "clauses", (const char *const *)t->clauses, t->clause_count);
    add_policies(line, t);
    if (t->catalogue_json)
        add_tools(line, t->catalogue_json);
    if (t->prefix.len)
        member_bytes(line, "prefix", t->prefix);
    member_bytes(line, "input", t->input);
    add_message(line, &t->expect);
}
