/* SPDX-License-Identifier: Apache-2.0 */
/* doc_template.c: the page of a response template. */
#include "command/doc_template.h"

#include "base/values.h"
#include "base/visible.h"
#include "report/report_text.h"
#include "template/template_answer.h"
#include "template/template_made.h"

#include <fencepost/jsontext.h>
#include <fencepost/template_check.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FP_TEMPLATE

/* Fields whose shortest message is looked for, among so many texts; and its longest one. */
enum { FIELDS_MOST = 64, TEXTS = 400, TEXT_MOST = 300 };

/* -- Markdown ---------------------------------------------------------------------------------- */

/* As code in a cell of a table: between more backticks than it has in a row. */
static void put_code(fp_json *to, fp_str text)
{
    char *seen = visible_line(text);
    const bool edge = *seen == '`' || (*seen && seen[strlen(seen) - 1] == '`');
    size_t longest = 0, run = 0;

    for (const char *at = seen; *at; at++) {
        run = *at == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    for (size_t i = 0; i <= longest; i++)
        fp_json_raw(to, "`");
    fp_json_raw(to, edge || !*seen ? " " : "");
    for (const char *at = seen; *at; at++) {
        fp_json_raw(to, *at == '|' ? "\\" : "");
        fp_json_bytes(to, (fp_str){ at, 1 });
    }
    fp_json_raw(to, edge ? " " : "");
    for (size_t i = 0; i <= longest; i++)
        fp_json_raw(to, "`");
    free(seen);
}

/* The text of a JSON string. */
static void put_string(fp_json *to, fp_str string)
{
    fp_json text = { 0 };
    bool lone = false;

    need_memory(fp_jsontext_decode(string, &text, &lone));
    put_code(to, json_text(&text));
    fp_json_free(&text);
}

/* JSON without the blanks between its tokens. */
static void put_json(fp_json *to, fp_str json)
{
    fp_json compact = { 0 };
    bool in_string = false;

    for (size_t at = 0; at < json.len; at++) {
        const char c = json.ptr[at];

        if (!in_string && strchr(" \t\r\n", c))
            continue;
        fp_json_bytes(&compact, (fp_str){ json.ptr + at, 1 });
        if (in_string && c == '\\')
            fp_json_bytes(&compact, (fp_str){ json.ptr + ++at, 1 });
        else if (c == '"')
            in_string = !in_string;
    }
    need_memory(!compact.failed);
    put_code(to, json_text(&compact));
    fp_json_free(&compact);
}

/* -- the fields -------------------------------------------------------------------------------- */

/* A delimiter: "`a` or `b`", "what matches `…`", or what there is in place of it. */
static void put_delimiter(fp_json *to, fp_str field, const char *name, const char *none)
{
    char *pattern_name = xformat("%s_pattern", name);
    const fp_str literal = fp_jsontext_get(field, name);
    const fp_str pattern = fp_jsontext_get(field, pattern_name);
    fp_str one;
    bool first = true;

    free(pattern_name);
    if (pattern.len) {
        fp_json_raw(to, "what matches ");
        put_string(to, pattern);
    } else if (literal.len && fp_jsontext_kind(literal) == '[') {
        for (size_t at = 0; fp_jsontext_item(literal, &at, &one); first = false) {
            fp_json_raw(to, first ? "" : " or ");
            put_string(to, one);
        }
    } else if (literal.len) {
        put_string(to, literal);
    } else {
        fp_json_raw(to, none);
    }
}

static bool is_true(fp_str object, const char *key)
{
    const fp_str value = fp_jsontext_get(object, key);

    return value.len && fp_jsontext_kind(value) == 't' && *value.ptr == 't';
}

/* What a region becomes, in words. */
static void put_value(fp_json *to, fp_str field)
{
    const fp_str kind = fp_jsontext_get(field, "content");
    const fp_str arguments = fp_jsontext_get(field, "content_args");
    const fp_str join = fp_jsontext_get(field, "join"), shape = fp_jsontext_get(field, "transform");
    const fp_str optional = fp_jsontext_get(field, "optional");

    if (kind.len)
        put_string(to, kind);
    else
        fp_json_raw(to, "`text`");
    if (arguments.len) {
        fp_json_raw(to, " with ");
        put_json(to, arguments);
    }
    if (shape.len) {
        fp_json_raw(to, is_true(field, "transform_each") ? "; each item in the shape "
                                                         : "; in the shape ");
        put_json(to, shape);
    }
    if (join.len) {
        fp_json_raw(to, "; all regions as one text, with ");
        put_string(to, join);
        fp_json_raw(to, " between them");
    } else if (is_true(field, "repeats")) {
        fp_json_raw(to, "; a list of all regions");
    }
    if (optional.len && *optional.ptr == 'f')
        fp_json_raw(to, "; it has to be there");
}

static void put_fields(fp_json *to, fp_str template)
{
    const fp_str fields = fp_jsontext_get(template, "fields");
    fp_str name, field;

    fp_json_raw(to, "\n| field | begins with | ends with | value |\n|---|---|---|---|\n");
    for (size_t at = 0; fp_jsontext_member(fields, &at, &name, &field);) {
        fp_json_raw(to, "| ");
        put_string(to, name);
        fp_json_raw(to, " | ");
        put_delimiter(to, field, "open", "nothing: it has what no other field takes");
        fp_json_raw(to, " | ");
        put_delimiter(to, field, "close", "the end of the text");
        fp_json_raw(to, " | ");
        put_value(to, field);
        fp_json_raw(to, " |\n");
    }
}

/* -- texts with their messages ----------------------------------------------------------------- */

/* The shortest text that has a region of a field. */
typedef struct shortest {
    size_t number, len; /* len 0: none is there yet */
} shortest;

/* Whether the answer has a region of the field with this name. */
static bool opens(const template_answer *a, fp_str name)
{
    fp_str event, word, field;

    for (size_t at = 0; fp_jsontext_item(json_text(&a->events), &at, &event);) {
        size_t in = 0;

        if (fp_jsontext_item(event, &in, &word) && fp_jsontext_item(event, &in, &field) &&
            fp_jsontext_is(word, FP_STR("open")) && fp_jsontext_equal(field, name))
            return true;
    }
    return false;
}

static template_answer answer_at(const template_cases *made, size_t number)
{
    static const template_policies USUAL = { .numbers_double = false };

    return template_own_answer(template_case_at(made, number), &USUAL, NULL);
}

static void compare(const template_cases *made, size_t number, fp_str fields, shortest *best)
{
    const size_t len = template_case_at(made, number)->test.input.len;
    template_answer a = answer_at(made, number);
    fp_str name, field;
    size_t i = 0;

    for (size_t at = 0; a.kind == TEMPLATE_MESSAGE && i < FIELDS_MOST &&
                        fp_jsontext_member(fields, &at, &name, &field);
         i++)
        if ((!best[i].len || len < best[i].len) && opens(&a, name))
            best[i] = (shortest){ number, len };
    template_answer_free(&a);
}

static void put_example(fp_json *to, const template_cases *made, size_t number)
{
    template_answer a = answer_at(made, number);

    fp_json_raw(to, "| ");
    put_code(to, template_case_at(made, number)->test.input);
    fp_json_raw(to, " | ");
    put_code(to, json_text(&a.message));
    fp_json_raw(to, " |\n");
    template_answer_free(&a);
}

static void put_examples(fp_json *to, const template_file *f)
{
    const fp_str fields = fp_jsontext_get(f->template, "fields");
    template_cases *made = template_cases_made(f, TEXTS, 1);
    shortest best[FIELDS_MOST] = { { 0, 0 } };
    bool any = false;

    for (size_t i = 0; i < template_cases_count(made); i++) {
        const test_case *t = &template_case_at(made, i)->test;

        if (strstr(t->id, "/whole-") && t->input.len && t->input.len <= TEXT_MOST)
            compare(made, i, fields, best);
    }
    for (size_t i = 0; i < FIELDS_MOST; i++) {
        bool said = !best[i].len;

        for (size_t k = 0; k < i && !said; k++)
            said = best[k].len && best[k].number == best[i].number;
        if (said)
            continue;
        if (!any)
            fp_json_raw(to, "\n## Texts and their messages\n\n| text | message |\n|---|---|\n");
        any = true;
        put_example(to, made, best[i].number);
    }
    template_cases_free(made);
}

/* -- what its author should know --------------------------------------------------------------- */

typedef struct findings {
    fp_json *to;
    size_t count;
} findings;

/* An fp_template_found. */
static void put_finding(void *context, const fp_template_finding *f)
{
    findings *all = context;
    fp_json *to = all->to;

    fp_json_raw(to, all->count++ ? "- " : "\n- ");
    if (f->path.len) {
        put_code(to, f->path);
        fp_json_raw(to, ": ");
    }
    markdown_text(to, f->sentence);
    fp_json_raw(to, " (");
    fp_json_raw(to, fp_template_weakness_clause(f->weakness));
    fp_json_raw(to, ")");
    if (f->has_input && f->input.len) {
        fp_json_raw(to, "\n  Input: ");
        put_code(to, visible_beginning(f->input, TEXT_MOST));
        fp_json_raw(to, f->input.len > TEXT_MOST ? " …" : "");
    }
    fp_json_raw(to, "\n");
}

static void put_findings(fp_json *to, const template_file *f)
{
    findings all = { .to = to };
    fp_template_tried tried;
    fp_template_error error;

    fp_json_raw(to, "\n## What its author should know\n");
    need_memory(fp_template_check(f->bytes, put_finding, &all, &tried, &error) !=
                FP_TEMPLATE_NO_MEMORY);
    if (!all.count)
        text_format(to, "\n`fencepost lint --template` finds nothing in %zu texts.\n", tried.texts);
}

/* -- the page ---------------------------------------------------------------------------------- */

static void put_page(fp_json *to, const template_file *f)
{
    const char *slash = strrchr(f->path, '/');
    const fp_str defaults = fp_jsontext_get(f->template, "defaults");

    fp_json_raw(to, "# Response template ");
    put_code(to, fp_str_of(slash ? slash + 1 : f->path));
    fp_json_raw(to,
                "\n\nHow the text that a model wrote becomes a message. Of the prompt all up to "
                "the last match of ");
    put_delimiter(to, f->template, "start_anchor", "nothing");
    fp_json_raw(to, " is left out. The message begins as ");
    put_json(to, defaults.len ? defaults : FP_STR("{}"));
    fp_json_raw(to, ".\n");
    put_fields(to, f->template);
    put_examples(to, f);
    put_findings(to, f);
}

int doc_template(const char *path)
{
    problems p = { .by = "doc" };
    template_file f;
    fp_json page = { 0 };
    const bool good = template_file_read(path, &f, &p);

    if (good) {
        put_page(&page, &f);
        need_memory(!page.failed);
        fwrite(page.ptr, 1, page.len, stdout);
    }
    fp_json_free(&page);
    template_file_free(&f);
    return good ? EXIT_AS_EXPECTED : EXIT_USAGE;
}

#else

int doc_template(const char *path)
{
    (void)path;
    fputs("fencepost doc: this program was built without PCRE2, which the executor of response "
          "templates needs\n",
          stderr);
    return EXIT_USAGE;
}

#endif
