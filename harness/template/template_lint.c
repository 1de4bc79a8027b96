/* SPDX-License-Identifier: Apache-2.0 */
/* template_lint.c: `fencepost lint --template FILE`: what the checker of templates finds, for
 * people and as JSON (spec/schema/template-lint.schema.json). */
#include "template/template_lint.h"

#include "base/show.h"
#include "base/util.h"
#include "base/values.h"
#include "base/visible.h"
#include "template/template_given.h"

#include <fencepost/json.h>
#include <fencepost/template_check.h>

#include <stdio.h>
#include <stdlib.h>

#ifdef FP_TEMPLATE

/* Characters of a message that a line shows. */
enum { SHOWN = 400 };

typedef struct findings {
    bool as_json;
    fp_json json; /* the findings, with commas between */
    size_t count;
} findings;

/* -- for people -------------------------------------------------------------------------------- */

static void print_line(const char *title, fp_json *line)
{
    need_memory(!line->failed);
    show_text(stdout, "  %s: %.*s\n", title, (int)line->len, line->ptr ? line->ptr : "");
    fp_json_free(line);
}

static void print_text(const char *title, fp_str text)
{
    fp_json line = { 0 };

    visible_text(&line, visible_beginning(text, SHOWN));
    fp_json_raw(&line, text.len > SHOWN ? "…" : "");
    print_line(title, &line);
}

static void print_input(const fp_template_finding *f)
{
    const size_t cut = f->has_cut ? f->cut : f->input.len;
    fp_json line = { 0 };

    visible_text(&line, (fp_str){ f->input.ptr, cut });
    if (f->has_cut)
        fp_json_raw(&line, "┆");
    visible_text(&line, (fp_str){ f->input.ptr + cut, f->input.len - cut });
    print_line("input", &line);
}

static void print_finding(const fp_template_finding *f)
{
    char *path = visible_line(f->path);

    show_text(stdout, "%s%s%s: %s\n", path, *path ? ": " : "",
              fp_template_weakness_clause(f->weakness), f->sentence);
    free(path);
    if (f->prefix.len)
        print_text("prompt", f->prefix);
    if (f->has_input && (f->input.len || !f->prefix.len))
        print_input(f);
    if (f->message.len)
        print_text("gives", f->message);
    if (f->other.len)
        print_text("there", f->other);
}

static void print_end(const findings *all, const fp_template_tried *tried)
{
    show_text(stdout, "lint: %zu finding%s, %zu text%s read\n", all->count,
              all->count == 1 ? "" : "s", tried->texts, tried->texts == 1 ? "" : "s");
    if (tried->fields_left)
        show_text(stdout, "lint: the first %zu fields were tried, and %zu were not\n",
                  tried->fields, tried->fields_left);
    if (tried->literals_left)
        show_text(stdout, "lint: %zu literal%s too long or too many, and not tried\n",
                  tried->literals_left, tried->literals_left == 1 ? " is" : "s are");
    if (tried->patterns_left)
        show_text(stdout, "lint: of %zu pattern%s no text could be made\n", tried->patterns_left,
                  tried->patterns_left == 1 ? "" : "s");
    if (tried->stopped)
        show_text(stdout,
                  "lint: the template is too large for all texts, and not all were tried\n");
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void put_member(fp_json *to, const char *key, fp_str text)
{
    fp_json_raw(to, ",\"");
    fp_json_raw(to, key);
    fp_json_raw(to, "\":");
    fp_json_string(to, text);
}

static void put_finding(fp_json *to, const fp_template_finding *f)
{
    fp_json_raw(to, to->len ? ",{\"path\":" : "{\"path\":");
    fp_json_string(to, f->path);
    put_member(to, "clause", fp_str_of(fp_template_weakness_clause(f->weakness)));
    put_member(to, "sentence", fp_str_of(f->sentence));
    if (f->prefix.len)
        put_member(to, "prefix", f->prefix);
    if (f->has_input)
        put_member(to, "input", f->input);
    if (f->has_cut) {
        fp_json_raw(to, ",\"cut\":");
        fp_json_number(to, f->cut);
    }
    if (f->message.len)
        put_member(to, "message", f->message);
    if (f->other.len)
        put_member(to, "other", f->other);
    fp_json_raw(to, "}");
}

static void put_number(fp_json *to, const char *key, size_t number)
{
    fp_json_raw(to, ",\"");
    fp_json_raw(to, key);
    fp_json_raw(to, "\":");
    fp_json_number(to, number);
}

static void print_json(const findings *all, const fp_template_tried *tried)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"findings\":[");
    fp_json_bytes(&line, json_text(&all->json));
    fp_json_raw(&line, "]");
    put_number(&line, "texts", tried->texts);
    put_number(&line, "fields", tried->fields);
    put_number(&line, "fieldsLeft", tried->fields_left);
    put_number(&line, "literalsLeft", tried->literals_left);
    put_number(&line, "patternsLeft", tried->patterns_left);
    fp_json_raw(&line, tried->stopped ? ",\"stopped\":true}" : ",\"stopped\":false}");
    need_memory(!line.failed);
    fwrite(line.ptr, 1, line.len, stdout);
    putchar('\n');
    fp_json_free(&line);
}

/* -- the command ------------------------------------------------------------------------------- */

/* An fp_template_found. */
static void take_finding(void *context, const fp_template_finding *finding)
{
    findings *all = context;

    all->count++;
    if (all->as_json)
        put_finding(&all->json, finding);
    else
        print_finding(finding);
}

static int conclude(const char *path, const findings *all, fp_template_fault fault,
                    const fp_template_tried *tried, const fp_template_error *error)
{
    char *file;

    need_memory(fault != FP_TEMPLATE_NO_MEMORY && !all->json.failed);
    if (fault) {
        file = visible_line(fp_str_of(template_given_name(path)));
        show_text(stderr, "fencepost lint: %s: %s\n", file, error->reason);
        free(file);
        return EXIT_USAGE;
    }
    if (all->as_json)
        print_json(all, tried);
    else
        print_end(all, tried);
    return all->count ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

int template_lint(const char *path, bool as_json)
{
    problems p = { .by = "lint" };
    findings all = { .as_json = as_json };
    fp_template_tried tried;
    fp_template_error error;
    fp_template_fault fault;
    fp_str json;
    int code;

    if (!template_given_read(path, &json, &p))
        return EXIT_USAGE;
    fault = fp_template_check(json, take_finding, &all, &tried, &error);
    code = conclude(path, &all, fault, &tried, &error);
    free((char *)(uintptr_t)json.ptr);
    fp_json_free(&all.json);
    return code;
}

#else

int template_lint(const char *path, bool as_json)
{
    (void)path;
    (void)as_json;
    fputs("fencepost lint: this program was built without PCRE2, which the checker of response "
          "templates needs\n",
          stderr);
    return EXIT_USAGE;
}

#endif
