/* SPDX-License-Identifier: Apache-2.0 */
/* spec.c: the clauses, examples and policies of all specs: loaded, found, freed. */
#include "suite/spec_read.h"

#include "base/plugin.h"

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

spec *spec_load(const char *data, problems *p)
{
    const size_t before = p->count;
    char *path = xformat("%s/spec", data);
    char **names = dir_names(path, ".md", p);
    spec *s = xcalloc(1, sizeof *s);

    s->data = xstrdup(data);
    for (char **name = names; name && *name; name++)
        spec_read(s, data, *name, p);
    for (size_t i = 0; i < plugin_count(); i++)
        load_plugin(s, plugin_at(i), p);
    if (p->count == before && !s->clauses.count)
        problem(p, path, NULL, "no clauses here: is this the directory of the specs?");
    names_free(names);
    free(path);
    if (p->count == before)
        return s;
    spec_free(s);
    return NULL;
}

void spec_free(spec *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->clauses.count; i++) {
        const clause *c = (clause *)s->clauses.items + i;

        free(c->id);
        free(c->file);
        free(c->anchor);
        free(c->sentence);
        free(c->argument);
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
    for (size_t i = 0; i < s->policies.count; i++) {
        const policy_row *row = (policy_row *)s->policies.items + i;

        free(row->file);
        free(row->policy);
        free(row->value);
        free(row->clause);
    }
    free(s->clauses.items);
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

const clause *spec_find(const spec *s, const char *id)
{
    for (size_t i = 0; i < s->clauses.count; i++)
        if (strcmp(spec_clause(s, i)->id, id) == 0)
            return spec_clause(s, i);
    return NULL;
}

bool spec_clause_of(const char *clause_id, const fp_syntax *syntax)
{
    return spec_clause_in(clause_id, fp_syntax_id(syntax));
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
