/* SPDX-License-Identifier: Apache-2.0 */
/* adhoc.c: a case made from an input on the command line. */
#include "judge/adhoc.h"

#include "base/visible.h"
#include "judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct adhoc {
    test_case test;
    const char *clauses[1];
    fp_outcome *said;
    fp_catalogue *catalogue;
    json_t *tools;
    char *id; /* NULL: that of an input given */
};

/* -- the case ---------------------------------------------------------------------------------- */

fp_catalogue *catalogue_of_tools(const json_t *tools)
{
    char *text = json_dumps(tools, JSON_COMPACT);
    char *whole = xformat("{\"tools\":%s}", text ? text : "");
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(whole), &error);

    if (!catalogue)
        need_memory_reason(error.text);
    free(text);
    free(whole);
    return catalogue;
}

json_t *tools_read(const char *given, problems *p)
{
    const bool inline_text = *given == '[' || *given == '{';
    json_t *json =
        inline_text ? json_file_of("--catalogue", fp_str_of(given), p) : json_file(given, p);
    json_t *tools = json_is_object(json) ? json_object_get(json, "tools") : json;

    if (json_is_array(tools)) {
        json_incref(tools);
        json_decref(json);
        return tools;
    }
    if (json)
        problem(p, inline_text ? "--catalogue" : given, NULL,
                "a catalogue is {\"tools\": [...]}, or the array of tools");
    json_decref(json);
    return NULL;
}

adhoc *adhoc_new(const fp_syntax *syntax, fp_str prefix, fp_str input, json_t *tools,
                 const policy_set *policy, problems *p)
{
    adhoc *a = xcalloc(1, sizeof *a);
    fp_options options;

    a->tools = json_incref(tools);
    a->catalogue = tools ? catalogue_of_tools(tools) : NULL;
    if (tools && !a->catalogue) {
        problem(p, "--catalogue", NULL, "these tools make no catalogue; see spec/catalogue.md");
        adhoc_free(a);
        return NULL;
    }
    a->clauses[0] = "MODEL-1.2";
    a->test = (test_case){ .id = "command-line/input/given",
                           .title = "an input given on the command line",
                           .origin = "the command line",
                           .clauses = a->clauses,
                           .clause_count = 1,
                           .syntax = syntax,
                           .feature = "input",
                           .file = "",
                           .input = xcopy(input),
                           .prefix = xcopy(prefix),
                           .catalogue = a->catalogue,
                           .catalogue_json = a->tools,
                           .policy = *policy };
    case_weigh_alike(&a->test);
    options = case_options(&a->test);
    if (fp_parse(syntax, &options, input, &a->said) != FP_OK)
        end_out_of_memory();
    a->test.expect = expectation_of_reference(a->said);
    return a;
}

void adhoc_free(adhoc *a)
{
    if (!a)
        return;
    if (a->said)
        expectation_release(&a->test.expect);
    free(a->id);
    fp_outcome_free(a->said);
    fp_catalogue_free(a->catalogue);
    json_decref(a->tools);
    free((char *)(uintptr_t)a->test.input.ptr);
    free((char *)(uintptr_t)a->test.prefix.ptr);
    free(a);
}

void adhoc_rename(adhoc *a, const adhoc_name *name)
{
    free(a->id);
    a->test.id = a->id = name->id;
    a->test.title = name->title;
    a->test.origin = name->origin;
    a->test.feature = name->feature;
}

const test_case *adhoc_case(const adhoc *a)
{
    return &a->test;
}

/* -- literals ---------------------------------------------------------------------------------- */

/* What a byte is written as after a backslash; 0: as its number. */
static char short_escape(char byte)
{
    switch (byte) {
    case '\n':
        return 'n';
    case '\t':
        return 't';
    case '\r':
        return 'r';
    case '\\':
        return '\\';
    default:
        return '\0';
    }
}

char *text_escape(fp_str bytes)
{
    char *text = xcalloc(bytes.len * 4 + 1, 1);
    size_t len = 0, at = 0;

    while (at < bytes.len) {
        const size_t visible = visible_length((fp_str){ bytes.ptr + at, bytes.len - at });
        const char letter = short_escape(bytes.ptr[at]);

        if (letter)
            len += (size_t)snprintf(text + len, 5, "\\%c", letter);
        else if (!visible)
            len += (size_t)snprintf(text + len, 5, "\\x%02X", (unsigned char)bytes.ptr[at]);
        else
            memcpy(text + len, bytes.ptr + at, visible);
        len += letter ? 0 : visible;
        at += visible ? visible : 1;
    }
    return text;
}

static int hex_value(char c)
{
    static const char DIGITS[] = "0123456789abcdefABCDEF";
    const char *at = c ? strchr(DIGITS, c) : NULL;
    const int value = at ? (int)(at - DIGITS) : -1;

    return value > 15 ? value - 6 : value;
}

/* Returns the length of the escape after a backslash, and its byte; 0: it is not an escape. */
static size_t escape_at(const char *text, char *byte)
{
    static const char BYTES[] = "\n\t\r\\", LETTERS[] = "ntr\\";
    const char *at = *text ? strchr(LETTERS, *text) : NULL;

    if (at) {
        *byte = BYTES[at - LETTERS];
        return 1;
    }
    if (*text != 'x' || hex_value(text[1]) < 0 || hex_value(text[2]) < 0)
        return 0;
    *byte = (char)(unsigned char)(hex_value(text[1]) * 16 + hex_value(text[2]));
    return 3;
}

bool text_unescape(const char *text, fp_str *bytes)
{
    char *out = xcalloc(strlen(text) + 1, 1);
    size_t len = 0;

    while (*text) {
        const size_t escape = *text == '\\' ? escape_at(text + 1, &out[len]) : 0;

        if (*text == '\\' && !escape) {
            free(out);
            return false;
        }
        if (!escape)
            out[len] = *text;
        len++;
        text += 1 + escape;
    }
    *bytes = (fp_str){ out, len };
    return true;
}
