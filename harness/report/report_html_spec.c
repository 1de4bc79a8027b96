/* SPDX-License-Identifier: Apache-2.0 */
/* report_html_spec.c: syntaxes, clauses and cases, as rows of the page's data block. */
#include "report/report_html.h"

#include "base/plugin.h"

#include <stdlib.h>
#include <string.h>

/* -- sections ---------------------------------------------------------------------------------- */

/* "CARET-4" of CARET-4.2; owned: free(). */
static char *group_of(const char *id)
{
    return xformat("%.*s", (int)strcspn(id, "."), id);
}

/* The headings "## 4. Values" of a spec, each as a row: ["CARET-4", "Values"]. */
static void add_groups(fp_json *json, const char *text, const char *prefix)
{
    const char *line = text;
    bool any = false;

    while (line) {
        const char *end = strchr(line, '\n');
        char *number;

        if (strncmp(line, "## ", 3) == 0 && strtol(line + 3, &number, 10) > 0 && *number == '.') {
            const char *title = number + 1 + strspn(number + 1, " ");
            char *group = xformat("%s-%.*s", prefix, (int)(number - line - 3), line + 3);

            fp_json_raw(json, any ? ",[" : "[");
            fp_json_string(json, fp_str_of(group));
            fp_json_raw(json, ",");
            fp_json_string(json, (fp_str){ title, strcspn(title, "\n") });
            fp_json_raw(json, "]");
            any = true;
            free(group);
        }
        line = end ? end + 1 : NULL;
    }
}

/* Adds the sections of the spec that has the first clause of the syntax. */
static void add_sections(fp_json *json, const spec *s, const fp_syntax *syntax)
{
    problems p = { 0 };
    const clause *first = NULL;
    char *path, *prefix;
    fp_str text;

    for (size_t i = 0; !first && i < spec_clause_count(s); i++)
        if (spec_clause_of(spec_clause(s, i)->id, syntax))
            first = spec_clause(s, i);
    if (!first)
        return;
    path = xformat("%s/%s", plugin_data(syntax, spec_data(s)), first->file);
    prefix = xformat("%.*s", (int)(strrchr(first->id, '-') - first->id), first->id);
    if (path_exists(path)) {
        if (!file_read_plain(path, &text, &p))
            exit(EXIT_ADAPTER);

        char *whole = xformat("%.*s", (int)text.len, text.ptr);

        add_groups(json, whole, prefix);
        free(whole);
        free((char *)(uintptr_t)text.ptr);
    }
    free(path);
    free(prefix);
}

static void add_syntaxes(fp_json *json, const spec *s)
{
    for (size_t i = 0; FP_SYNTAXES[i]; i++) {
        fp_json_raw(json, i ? ",\n{\"id\":" : "{\"id\":");
        fp_json_string(json, fp_str_of(fp_syntax_id(FP_SYNTAXES[i])));
        fp_json_raw(json, ",\"groups\":[");
        add_sections(json, s, FP_SYNTAXES[i]);
        fp_json_raw(json, "]}");
    }
}

/* -- clauses ----------------------------------------------------------------------------------- */

/* How many cases of the corpus cite each clause: accepting, refusing. */
typedef struct polarity {
    size_t accepting, refusing;
} polarity;

static bool refuses(const test_case *t, const char *clause_id)
{
    for (size_t i = 0; i < t->refuse_count; i++)
        if (strcmp(t->refuses[i], clause_id) == 0)
            return true;
    return false;
}

static polarity *count_cases(const rows *clauses, const spec *s, const corpus *c)
{
    polarity *all = xcalloc(spec_clause_count(s) + 1, sizeof *all);

    for (size_t i = 0; c && i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        for (size_t k = 0; k < t->clause_count; k++) {
            const json_t *place = json_object_get(clauses->places, t->clauses[k]);

            if (!place)
                continue;
            if (refuses(t, t->clauses[k]))
                all[json_integer_value(place)].refusing++;
            else
                all[json_integer_value(place)].accepting++;
        }
    }
    return all;
}

/* Returns the index of the clause's syntax in the table; -1: the clause belongs to no syntax. */
static int syntax_place(const char *clause_id)
{
    for (int i = 0; FP_SYNTAXES[i]; i++)
        if (spec_clause_in(clause_id, fp_syntax_id(FP_SYNTAXES[i])))
            return i;
    return -1;
}

/* [id, level, forbids, syntax, group, sentence, place, accepting, refusing] */
static void add_clause(fp_json *json, const clause *c, const polarity *cases)
{
    char *group = group_of(c->id), *place = xformat("%s#%s", c->file, c->anchor);
    char *numbers = xformat(",%u,%d,%d,", (unsigned)c->level, c->forbids, syntax_place(c->id));

    fp_json_raw(json, "[");
    fp_json_string(json, fp_str_of(c->id));
    fp_json_raw(json, numbers);
    fp_json_string(json, fp_str_of(group));
    fp_json_raw(json, ",");
    fp_json_string(json, fp_str_of(c->sentence));
    fp_json_raw(json, ",");
    fp_json_string(json, fp_str_of(place));
    fp_json_raw(json, ",");
    fp_json_number(json, cases->accepting);
    fp_json_raw(json, ",");
    fp_json_number(json, cases->refusing);
    fp_json_raw(json, "]");
    free(group);
    free(place);
    free(numbers);
}

void html_spec(fp_json *syntaxes, rows *clauses, const spec *s, const corpus *c)
{
    rows places = { 0 };
    polarity *cases;
    bool is_new;

    add_syntaxes(syntaxes, s);
    for (size_t i = 0; i < spec_clause_count(s); i++)
        rows_place(&places, spec_clause(s, i)->id, &is_new);
    cases = count_cases(&places, s, c);
    for (size_t i = 0; i < spec_clause_count(s); i++) {
        rows_place(clauses, spec_clause(s, i)->id, &is_new);
        add_clause(&clauses->list, spec_clause(s, i), &cases[i]);
    }
    free(cases);
    rows_free(&places);
}

size_t html_clause(rows *clauses, const char *id)
{
    bool is_new;
    const size_t at = rows_place(clauses, id, &is_new);

    if (is_new) { /* of another suite: nothing is known of it */
        char *group = group_of(id), *numbers = xformat(",0,0,%d,", syntax_place(id));

        fp_json_raw(&clauses->list, "[");
        fp_json_string(&clauses->list, fp_str_of(id));
        fp_json_raw(&clauses->list, numbers);
        fp_json_string(&clauses->list, fp_str_of(group));
        fp_json_raw(&clauses->list, ",\"\",\"\",0,0]");
        free(group);
        free(numbers);
    }
    return at;
}

/* -- cases ------------------------------------------------------------------------------------- */

static void add_clauses(fp_json *json, rows *clauses, const char *const *ids, size_t count)
{
    fp_json_raw(json, ",[");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_number(json, html_clause(clauses, ids[i]));
    }
    fp_json_raw(json, "]");
}

/* [id, syntax, title, level, clauses, refuses, file, line] */
size_t html_case(rows *cases, rows *clauses, const test_case *t, size_t line)
{
    bool is_new;
    const size_t at = rows_place(cases, t->id, &is_new);
    fp_json *json = &cases->list;
    size_t syntax = 0;

    if (!is_new)
        return at;
    while (FP_SYNTAXES[syntax] && FP_SYNTAXES[syntax] != t->syntax)
        syntax++;
    fp_json_raw(json, "[");
    fp_json_string(json, fp_str_of(t->id));
    fp_json_raw(json, ",");
    fp_json_number(json, syntax);
    fp_json_raw(json, ",");
    fp_json_string(json, fp_str_of(t->title));
    fp_json_raw(json, ",");
    fp_json_number(json, (uint64_t)t->level);
    add_clauses(json, clauses, t->clauses, t->clause_count);
    add_clauses(json, clauses, t->refuses, t->refuse_count);
    fp_json_raw(json, ",");
    fp_json_string(json, fp_str_of(t->file));
    fp_json_raw(json, ",");
    fp_json_number(json, line);
    fp_json_raw(json, "]");
    return at;
}
