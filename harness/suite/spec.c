/* SPDX-License-Identifier: Apache-2.0 */
/* spec.c: loads, finds and frees the clauses, examples and policies of all specs. */
#include "suite/spec_read.h"

#include "base/plugin.h"
#include "suite/pieces.h"

#include <fencepost/syntax.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The specs of a plugin's syntaxes; that there is none, the linter says. */
static void load_plugin(spec *s, const plugin *from, problems *p)
{
    for (const fp_syntax *const *syntax = from->syntaxes; *syntax; syntax++) {
        char *name = xformat("%s.md", fp_syntax_id(*syntax));
        char *path = xformat("%s/spec/%s", from->data, name);

        if (access(path, F_OK) == 0)
            spec_read(s, from->data, name, p);
        free(path);
        free(name);
    }
}

/* All .md files of spec/, or of a folder in it. */
static void read_folder(spec *s, const char *data, const char *folder, problems *p)
{
    char *path = xformat("%s/spec%s%s", data, *folder ? "/" : "", folder);
    char **names = dir_names(path, ".md", p);

    for (char **name = names; name && *name; name++) {
        char *file = xformat("%s%s%s", folder, *folder ? "/" : "", *name);

        spec_read(s, data, file, p);
        free(file);
    }
    names_free(names);
    free(path);
}

/* -- the clauses of families, for each member ----------------------------------------------------
 */

/* Owned. */
static char *fill(const clause *c, const fp_syntax *syntax, const char *text, problems *p)
{
    fp_json filled = { 0 };
    char *why = NULL, *place, *made;

    if (!pieces_fill(syntax, fp_str_of(text), NULL, &filled, &why)) {
        place = xformat("%s:%zu", c->file, c->line);
        problem(p, place, NULL, "%s, for its member %s: %s", c->id, fp_syntax_id(syntax), why);
        free(place);
        free(why);
    }
    made = xcalloc(filled.len + 1, 1);
    if (filled.len)
        memcpy(made, filled.ptr, filled.len);
    fp_json_free(&filled);
    return made;
}

static bool is_page_of(const char *file, const fp_syntax *syntax)
{
    char *page = xformat("spec/%s.md", fp_syntax_id(syntax));
    const bool same = strcmp(file, page) == 0;

    free(page);
    return same;
}

/* The text, which is taken over, and after it the note on the clause in the page of the member;
 * owned. */
static char *with_note(const spec *s, const clause *c, const fp_syntax *syntax, char *text)
{
    for (size_t i = 0; i < s->notes.count; i++) {
        const family_note *n = spec_note(s, i);
        char *longer;

        if (strcmp(n->clause, c->id) != 0 || !is_page_of(n->file, syntax) || !*n->text)
            continue;
        longer = xformat("%s%sIn %s: %s", text, *text ? "\n\n" : "", fp_syntax_id(syntax), n->text);
        free(text);
        text = longer;
    }
    return text;
}

static void fill_clauses(spec *s, const fp_syntax *syntax, problems *p)
{
    for (size_t i = 0; syntax->family && i < s->clauses.count; i++) {
        const clause *c = spec_clause(s, i);
        filled_clause *filled;

        if (!spec_clause_in(c->id, syntax->family))
            continue;
        filled = list_add(&s->filled, sizeof *filled);
        filled->syntax = syntax;
        filled->as = *c;
        filled->as.sentence = fill(c, syntax, c->sentence, p);
        filled->as.rest = with_note(s, c, syntax, fill(c, syntax, c->rest, p));
        filled->as.required = fill(c, syntax, c->required, p);
    }
}

/* -- the whole -----------------------------------------------------------------------------------
 */

spec *spec_load(const char *data, problems *p)
{
    const size_t before = p->count;
    char *path = xformat("%s/spec", data), *families = xformat("%s/families", path);
    spec *s = xcalloc(1, sizeof *s);

    s->data = xstrdup(data);
    read_folder(s, data, "", p);
    if (path_exists(families))
        read_folder(s, data, "families", p);
    for (size_t i = 0; i < plugin_count(); i++)
        load_plugin(s, plugin_at(i), p);
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        fill_clauses(s, *syntax, p);
    if (p->count == before && !s->clauses.count)
        problem(p, path, NULL, "no clauses here: is this the directory of the specs?");
    free(families);
    free(path);
    if (p->count == before)
        return s;
    spec_free(s);
    return NULL;
}

static void clauses_free(spec *s)
{
    for (size_t i = 0; i < s->clauses.count; i++) {
        const clause *c = (clause *)s->clauses.items + i;

        free(c->id);
        free(c->file);
        free(c->anchor);
        free(c->sentence);
        free(c->argument);
        free(c->citation);
        free(c->rest);
        free(c->required);
    }
    for (size_t i = 0; i < s->examples.count; i++) {
        const example *e = (example *)s->examples.items + i;

        free(e->case_id);
        free(e->clause);
        free(e->file);
        free((char *)(uintptr_t)e->text.ptr);
    }
}

void spec_free(spec *s)
{
    if (!s)
        return;
    clauses_free(s);
    for (size_t i = 0; i < s->policies.count; i++) {
        const policy_row *row = (policy_row *)s->policies.items + i;

        free(row->file);
        free(row->policy);
        free(row->value);
        free(row->clause);
    }
    for (size_t i = 0; i < s->moved.count; i++) {
        const moved_id *row = spec_moved(s, i);

        free(row->file);
        free(row->from);
        free(row->to);
    }
    for (size_t i = 0; i < s->notes.count; i++) {
        const family_note *n = spec_note(s, i);

        free(n->file);
        free(n->clause);
        free(n->text);
    }
    free(s->notes.items);
    for (size_t i = 0; i < s->filled.count; i++) {
        const clause *c = &((filled_clause *)s->filled.items + i)->as;

        free(c->sentence);
        free(c->rest);
        free(c->required);
    }
    free(s->moved.items);
    free(s->filled.items);
    free(s->clauses.items);
    free(s->by_id.items);
    free(s->examples.items);
    free(s->policies.items);
    free(s->data);
    free(s);
}

/* -- looking --------------------------------------------------------------------------------- */

const char *spec_level(level l)
{
    static const char *const NAMES[] = { "MUST", "SHOULD", "MAY" };

    return NAMES[l];
}

const char *spec_basis(const clause *c)
{
    return c->decision && c->basis == BASIS_SAFETY ? "decision, safety" : basis_name(c->basis);
}

const char *spec_data(const spec *s)
{
    return s->data;
}

size_t spec_clause_count(const spec *s)
{
    return s->clauses.count;
}

const clause *spec_clause(const spec *s, size_t index)
{
    return (const clause *)s->clauses.items + index;
}

/* The clause at this place in the order of ids. */
static const clause *by_id(const spec *s, size_t place)
{
    return spec_clause(s, ((const size_t *)s->by_id.items)[place]);
}

/* How many ids come before this one. */
static size_t place_of(const spec *s, const char *id)
{
    size_t low = 0, high = s->by_id.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (strcmp(by_id(s, middle)->id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const clause *spec_find(const spec *s, const char *id)
{
    const size_t place = place_of(s, id);

    if (place == s->by_id.count || strcmp(by_id(s, place)->id, id) != 0)
        return NULL;
    return by_id(s, place);
}

clause *spec_add_clause(spec *s, const char *id)
{
    const size_t place = place_of(s, id), later = s->by_id.count - place;
    size_t *at;
    clause *c;

    list_add(&s->by_id, sizeof *at);
    at = (size_t *)s->by_id.items + place;
    memmove(at + 1, at, later * sizeof *at);
    *at = s->clauses.count;
    c = list_add(&s->clauses, sizeof *c);
    c->id = xstrdup(id);
    return c;
}

const clause *spec_find_for(const spec *s, const char *id, const fp_syntax *syntax)
{
    for (size_t i = 0; syntax && i < s->filled.count; i++) {
        const filled_clause *filled = (const filled_clause *)s->filled.items + i;

        if (filled->syntax == syntax && strcmp(filled->as.id, id) == 0)
            return &filled->as;
    }
    return spec_find(s, id);
}

size_t spec_note_count(const spec *s)
{
    return s->notes.count;
}

const family_note *spec_note(const spec *s, size_t index)
{
    return (const family_note *)s->notes.items + index;
}

size_t spec_moved_count(const spec *s)
{
    return s->moved.count;
}

const moved_id *spec_moved(const spec *s, size_t index)
{
    return (const moved_id *)s->moved.items + index;
}

const moved_id *spec_find_moved(const spec *s, const char *id)
{
    for (size_t i = 0; i < s->moved.count; i++)
        if (strcmp(spec_moved(s, i)->from, id) == 0)
            return spec_moved(s, i);
    return NULL;
}

bool spec_clause_of(const char *clause_id, const fp_syntax *syntax)
{
    return spec_clause_in(clause_id, fp_syntax_id(syntax)) ||
           (syntax->family && spec_clause_in(clause_id, syntax->family));
}

bool spec_clause_in(const char *clause_id, const char *subject)
{
    const char *id = subject;

    while (*id && *clause_id == (char)toupper((unsigned char)*id)) {
        id++;
        clause_id++;
    }
    return !*id && clause_id[0] == '-' && isdigit((unsigned char)clause_id[1]);
}

size_t spec_example_count(const spec *s)
{
    return s->examples.count;
}

const example *spec_example(const spec *s, size_t index)
{
    return (const example *)s->examples.items + index;
}

size_t spec_policy_count(const spec *s)
{
    return s->policies.count;
}

const policy_row *spec_policy(const spec *s, size_t index)
{
    return (const policy_row *)s->policies.items + index;
}
