/* SPDX-License-Identifier: Apache-2.0 */
/* project.c: a small project in a temporary directory: specs and cases of all syntaxes. */
#include "project.h"

#include "suite/spec.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void remember(project *pr, const char *path)
{
    assert_true(pr->made_count < MAX_MADE);
    pr->made[pr->made_count++] = xstrdup(path);
}

void project_write(project *pr, const char *name, const char *content)
{
    char *path = xformat("%s/%s", pr->dir, name);

    for (char *slash = strchr(path + strlen(pr->dir) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0755) == 0)
            remember(pr, path);
        *slash = '/';
    }

    const bool is_new = access(path, F_OK) != 0;
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    if (is_new)
        remember(pr, path);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
    free(path);
}

char *project_read(const project *pr, const char *name)
{
    char *path = xformat("%s/%s", pr->dir, name);
    problems p = { 0 };
    fp_str bytes, copy;

    assert_true(file_read(path, &bytes, &p));
    copy = xcopy(bytes);
    free((char *)(uintptr_t)bytes.ptr);
    free(path);
    return (char *)(uintptr_t)copy.ptr;
}

static void append(char **text, const char *more)
{
    char *longer = xformat("%s%s", *text, more);

    free(*text);
    *text = longer;
}

/* Like strcmp(), of ids of one page: is before. */
static int compare_ids(const char *a, const char *b)
{
    const char *dot_a = strrchr(a, '.'), *dot_b = strrchr(b, '.');
    const bool same_section = dot_a - a == dot_b - b && strncmp(a, b, (size_t)(dot_a - a)) == 0;
    const size_t digits_a = strlen(dot_a), digits_b = strlen(dot_b);

    if (same_section && digits_a != digits_b)
        return digits_a < digits_b ? -1 : 1;
    return strcmp(a, b);
}

/* The clauses that the syntax's policies name, by number, each once; the array holds one each. */
static size_t policy_clauses(const fp_syntax *syntax, const char *ids[FP_POLICY_COUNT])
{
    size_t count = 0;

    for (size_t i = 0; i < FP_POLICY_COUNT; i++) {
        const char *id = syntax->policies[i].clause;
        size_t at = 0;

        if (!id) /* a policy that the syntax takes as the model has it */
            continue;
        while (at < count && compare_ids(ids[at], id) < 0)
            at++;
        if (at < count && strcmp(ids[at], id) == 0)
            continue;
        memmove(ids + at + 1, ids + at, (count - at) * sizeof *ids);
        ids[at] = id;
        count++;
    }
    return count;
}

static const char CARET_CLAUSES[] = "### CARET-90.1\n"
                                    "**MUST, forbids.** Decision. Nothing else is\n"
                                    "a marker.\n\n"
                                    "It was left open.\n\n"
                                    "Example: `caret/all/every-clause`\n\n"
                                    "```text\nfirst\nsecond\n```\n\n"
                                    "### CARET-90.2\n"
                                    "**SHOULD.** Source. A friendly thing.\n\n"
                                    "Source: seed 1, Registry.\n\n";

static const char CARET_CASES[] =
    ",\n"
    "{\"id\": \"caret/all/refused\", \"aliases\": [\"caret/all/old\"], \"title\": \"t\",\n"
    " \"clauses\": [\"CARET-90.1\"], \"refuses\": [\"CARET-90.1\"], \"level\": \"must\",\n"
    " \"input\": \"x\", \"expect\": {\"text\": \"x\", \"calls\": [], \"diagnostics\":\n"
    " [{\"code\": \"bad-name\", \"clause\": \"CARET-90.2\"}]}, \"origin\": \"o\"},\n"
    "{\"id\": \"caret/all/weak\", \"title\": \"t\", \"clauses\": [\"CARET-90.2\"],\n"
    " \"level\": \"should\", \"input\": \"y\", \"expect\": {\"text\": \"y\", \"calls\": []},\n"
    " \"origin\": \"o\"}\n"
    "], \"removed\": [{\"id\": \"caret/all/gone\", \"reason\": \"r\"}";

/* A page with the clauses of its own, of "caret" or "tags", that the syntax's policies name; owned.
 */
static char *page_of(const char *page, const fp_syntax *syntax)
{
    const char *ids[FP_POLICY_COUNT + 1];
    const size_t count = policy_clauses(syntax, ids);
    char *content = xstrdup("# A page\n\nFrom a document.\n\n## 1. Clauses\n\n");

    for (size_t i = 0; i < count; i++) {
        char *one =
            xformat("### %s\n**MUST.** Source. The rule.\n\nSource: seed 1, Rules.\n\n", ids[i]);

        append(&content, spec_clause_in(ids[i], page) ? one : "");
        free(one);
    }
    return content;
}

/* With the clauses that this member names; the first one names all that another one does. */
static void write_family(project *pr, const fp_syntax *syntax)
{
    char *name = xformat("spec/families/%s.md", syntax->family);
    char *content = page_of(syntax->family, syntax);

    project_write(pr, name, content);
    free(content);
    free(name);
}

static void write_spec(project *pr, const fp_syntax *syntax, bool is_caret)
{
    char *name = xformat("spec/%s.md", syntax->id);
    char *content = page_of(syntax->id, syntax);

    append(&content, is_caret ? CARET_CLAUSES : "");
    append(&content, "## 91. Policies\n\n| policy | default | clause |\n|---|---|---|\n");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const char *id = syntax->policies[i].clause;
        char *row = xformat("| `%s` | `%s` | %s |\n", fp_policy_name((fp_policy)i),
                            fp_policy_value_name((fp_policy)i, syntax->policies[i].value), id);

        append(&content, id ? row : "");
        free(row);
    }
    project_write(pr, name, content);
    free(content);
    free(name);
}

static const fp_syntax *first_of_family(const fp_syntax *syntax)
{
    const fp_syntax *const *s = FP_SYNTAXES;

    while (!(*s)->family || strcmp((*s)->family, syntax->family) != 0)
        s++;
    return *s;
}

/* Cites what the family's page has, and the policies of this member do not name. */
static void cite_family(char **content, const fp_syntax *syntax)
{
    const char *ids[FP_POLICY_COUNT + 1];
    const size_t count = syntax->family ? policy_clauses(first_of_family(syntax), ids) : 0;

    for (size_t i = 0; i < count; i++) {
        char *one = xformat("\"%s\", ", ids[i]);

        append(content,
               spec_clause_in(ids[i], syntax->family) && !strstr(*content, one) ? one : "");
        free(one);
    }
}

static void write_cases(project *pr, const fp_syntax *syntax, bool is_caret)
{
    const char *ids[FP_POLICY_COUNT + 1];
    const size_t count = policy_clauses(syntax, ids);
    char *name = xformat("corpus/%s/all.json", syntax->id);
    char *content =
        xformat("{\"syntax\": \"%s\", \"feature\": \"all\", \"cases\": [\n"
                "{\"id\": \"%s/all/every-clause\", \"title\": \"t\", \"level\": \"must\",\n"
                " \"input\": \"first\\nsecond\\n\", \"origin\": \"o\",\n"
                " \"expect\": {\"text\": \"first\\nsecond\\n\", \"calls\": []},\n"
                " \"clauses\": [",
                syntax->id, syntax->id);

    for (size_t i = 0; i < count; i++) {
        char *one = xformat("\"%s\", ", ids[i]);

        append(&content, one);
        free(one);
    }
    cite_family(&content, syntax);
    append(&content, is_caret ? "\"CARET-90.1\", " : "");
    append(&content, "\"MODEL-1.1\"]}");
    append(&content, is_caret ? CARET_CASES : "");
    append(&content, "]}\n");
    project_write(pr, name, content);
    free(content);
    free(name);
}

static void write_ids(project *pr)
{
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        char *name = xformat("corpus/%s/ids.txt", (*s)->id);
        char *line = xformat("%s/all/every-clause\n", (*s)->id);

        project_write(pr, name,
                      strcmp((*s)->id, "caret") != 0
                          ? line
                          : "# published\ncaret/all/every-clause\ncaret/all/gone\ncaret/all/old\n"
                            "caret/all/refused\ncaret/all/weak\n");
        free(line);
        free(name);
    }
}

void project_begin(project *pr)
{
    *pr = (project){ 0 };
    snprintf(pr->dir, sizeof pr->dir, "/tmp/fencepost-spec-XXXXXX");
    assert_non_null(mkdtemp(pr->dir));
    project_write(
        pr, "spec/model.md",
        "# The model\n\nThe word **MUST** is used as ever. This page is its own "
        "source.\n\n```\nMUST not be read\n```\n\n"
        "## 1. Input\n\nBytes come in.\n\n### MODEL-1.1\n**MUST.** Source. The input is bytes.\n");
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const bool is_caret = strcmp((*s)->id, "caret") == 0;

        write_spec(pr, *s, is_caret);
        if ((*s)->family && first_of_family(*s) == *s)
            write_family(pr, *s);
        write_cases(pr, *s, is_caret);
    }
    project_write(pr, "corpus/catalogues/none.json", "{\"tools\": []}\n");
    write_ids(pr);
}

void project_end(project *pr)
{
    while (pr->made_count) {
        char *path = pr->made[--pr->made_count];

        remove(path); /* a defect may have taken it away */
        free(path);
    }
    assert_int_equal(rmdir(pr->dir), 0);
}
