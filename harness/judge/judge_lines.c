/* SPDX-License-Identifier: Apache-2.0 */
/* judge_lines.c: writes outcomes, and pieces of them, for people. */
#include "judge/arguments.h"
#include "judge/judge.h"
#include "judge/judge_lines.h"

#include "base/visible.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>

/* How much of an outcome a person is shown. */
enum { LINE_MAX_BYTES = 400, LINE_HEAD_BYTES = 240, LINE_TAIL_BYTES = 80, LINE_MAX_ITEMS = 20 };

static bool is_within_character(fp_str bytes, size_t at)
{
    return at < bytes.len && ((unsigned char)bytes.ptr[at] & 0xC0) == 0x80;
}

/* A string in quotes; of long bytes only the beginning, the end and the count. */
static void add_string(fp_json *json, fp_str bytes)
{
    const fp_str head = visible_beginning(bytes, LINE_HEAD_BYTES);
    size_t tail = bytes.len - LINE_TAIL_BYTES;
    char count[48];

    if (bytes.len <= LINE_MAX_BYTES) {
        visible_quote(json, bytes, SIZE_MAX);
        return;
    }
    while (tail < bytes.len && is_within_character(bytes, tail))
        tail++;
    snprintf(count, sizeof count, " … %zu bytes … ", bytes.len);
    visible_quote(json, head, SIZE_MAX);
    fp_json_raw(json, count);
    visible_quote(json, (fp_str){ bytes.ptr + tail, bytes.len - tail }, SIZE_MAX);
}

static void add_list(fp_json *json, const fp_value *list, const char *comma)
{
    fp_json_raw(json, "[");
    for (size_t i = 0; i < list->item_count && i < LINE_MAX_ITEMS; i++) {
        fp_json_raw(json, i ? comma : "");
        add_string(json, list->items[i]);
    }
    fp_json_raw(json, list->item_count > LINE_MAX_ITEMS ? ", …]" : "]");
}

char *judge_piece(fp_str bytes, size_t at)
{
    enum { BEFORE = 12, LEN = 32, REST = 3 }; /* REST: of a character, after its first byte */
    size_t from = at > BEFORE ? at - BEFORE : 0;
    size_t to = bytes.len - from < LEN ? bytes.len : from + LEN;
    char *quoted, *text;

    for (size_t i = 0; i < REST && from > 0 && is_within_character(bytes, from); i++)
        from--;
    for (size_t i = 0; i < REST && is_within_character(bytes, to); i++)
        to++;
    quoted = visible_quoted((fp_str){ bytes.ptr ? bytes.ptr + from : "", to - from }, SIZE_MAX);
    text = xformat("%s%s%s", from ? "…" : "", quoted, to < bytes.len ? "…" : "");
    free(quoted);
    return text;
}

char *judge_input_line(const fp_call *call)
{
    fp_json json = { 0 };
    fp_str text;
    char *line;

    if (arguments_fault_of(call, &text))
        return visible_quoted(text, JUDGE_INPUT_MAX);
    fp_json_raw(&json, "{");
    for (size_t i = 0; i < call->arg_count && json.len <= JUDGE_INPUT_MAX; i++) {
        const fp_value *value = &call->args[i].value;

        fp_json_raw(&json, i ? "," : "");
        visible_quote(&json, call->args[i].key, JUDGE_INPUT_MAX);
        fp_json_raw(&json, ":");
        if (value->kind == FP_VALUE_STRING)
            visible_quote(&json, value->text, JUDGE_INPUT_MAX);
        else if (value->kind == FP_VALUE_JSON)
            visible_text(&json, visible_beginning(value->text, JUDGE_INPUT_MAX));
        else
            add_list(&json, value, ",");
    }
    fp_json_raw(&json, "}");
    need_memory(!json.failed);

    const fp_str shown = visible_beginning((fp_str){ json.ptr, json.len }, JUDGE_INPUT_MAX);

    line = xformat("%.*s%s", (int)shown.len, shown.ptr, shown.len < json.len ? "…" : "");
    fp_json_free(&json);
    return line;
}

/* -- for people ------------------------------------------------------------------------------ */

static void argument_line(fp_json *json, const fp_arg *arg)
{
    const fp_value *value = &arg->value;

    fp_json_raw(json, "  ");
    add_string(json, arg->key);
    fp_json_raw(json, ": ");
    switch (value->kind) {
    case FP_VALUE_STRING:
        add_string(json, value->text);
        break;
    case FP_VALUE_JSON:
        fp_json_raw(json, "JSON ");
        add_string(json, value->text);
        break;
    case FP_VALUE_LIST:
        add_list(json, value, ", ");
        break;
    }
    fp_json_raw(json, "\n");
}

static void call_line(fp_json *json, const expected_call *e, const judged *what)
{
    fp_str text;

    fp_json_raw(json, "call ");
    add_string(json, e->call.name);
    if (!e->call.complete)
        fp_json_raw(json, " incomplete");
    if (what->spans && e->judge_span) {
        fp_json_raw(json, " [");
        fp_json_number(json, e->call.start);
        fp_json_raw(json, ", ");
        fp_json_number(json, e->call.end);
        fp_json_raw(json, ")");
    }
    fp_json_raw(json, "\n");
    if (arguments_fault_of(&e->call, &text)) {
        fp_json_raw(json, "  arguments ");
        add_string(json, text);
        fp_json_raw(json, "\n");
        return;
    }
    for (size_t i = 0; e->judge_input && i < e->call.arg_count && i < LINE_MAX_ITEMS; i++)
        argument_line(json, &e->call.args[i]);
    if (e->judge_input && e->call.arg_count > LINE_MAX_ITEMS)
        fp_json_raw(json, "  …\n");
}

static void diagnostic_line(fp_json *json, const expected_diagnostic *e, const judged *what)
{
    fp_json_raw(json, fp_code_name(e->code));
    if (e->judge_offset) {
        fp_json_raw(json, " at ");
        fp_json_number(json, e->offset);
    }
    if (what->clauses && e->clause) {
        fp_json_raw(json, " by ");
        fp_json_raw(json, e->clause);
    }
    fp_json_raw(json, "\n");
}

char *expectation_lines(const expectation *e, const judged *what)
{
    fp_json json = { 0 };

    fp_json_raw(&json, "text ");
    add_string(&json, e->text);
    fp_json_raw(&json, "\n");
    if (e->reasoning.len) {
        fp_json_raw(&json, "reasoning ");
        add_string(&json, e->reasoning);
        fp_json_raw(&json, "\n");
    }
    for (size_t i = 0; i < e->call_count && i < LINE_MAX_ITEMS; i++)
        call_line(&json, &e->calls[i], what);
    if (e->call_count > LINE_MAX_ITEMS)
        fp_json_raw(&json, "…\n");
    for (size_t i = 0; what->diagnostics && i < e->diagnostic_count && i < LINE_MAX_ITEMS; i++)
        diagnostic_line(&json, &e->diagnostics[i], what);

    const fp_str copy = xcopy(json_text(&json)); /* NUL-terminated */

    fp_json_free(&json);
    return (char *)(uintptr_t)copy.ptr;
}

char *outcome_lines(const fp_outcome *o, const judged *what)
{
    expectation e = expectation_of(o);
    char *lines = expectation_lines(&e, what);

    expectation_release(&e);
    return lines;
}
