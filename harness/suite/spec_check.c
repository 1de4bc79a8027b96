/* SPDX-License-Identifier: Apache-2.0 */
/* spec_check.c: checks that the specs, the corpus and the table of syntaxes agree. */
#include "suite/spec.h"

#include "base/plugin.h"
#include "suite/ids.h"

#include <fencepost/syntax.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports a problem at this line of a spec. */
__attribute__((format(printf, 4, 5))) static void bad(problems *p, const char *file, size_t line,
                                                      const char *format, ...)
{
    char *place = xformat("%s:%zu", file, line);
    char message[512];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    problem(p, place, NULL, "%s", message);
    free(place);
}

static bool has(const char *const *ids, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return true;
    return false;
}

static bool cites(const test_case *t, const char *clause_id)
{
    return has(t->clauses, t->clause_count, clause_id);
}

static bool refuses(const test_case *t, const char *clause_id)
{
    return has(t->refuses, t->refuse_count, clause_id);
}

/* -- clauses need cases ---------------------------------------------------------------------- */

/* What the cases of one subject, a syntax or the vault, show of each clause of the spec. */
enum { ACCEPTED = 1, REFUSED = 2 };

typedef struct subject_cases {
    const char *subject;
    unsigned char *of; /* a clause each, in the order of the spec: bits of the above */
} subject_cases;

static void note_clause(const spec *s, subject_cases *cases, const char *id, unsigned char bit)
{
    const clause *c = spec_find(s, id);

    if (c)
        cases->of[c - spec_clause(s, 0)] |= bit;
}

static void note_case(const spec *s, subject_cases *cases, const test_case *t)
{
    for (size_t i = 0; i < t->clause_count; i++)
        if (!refuses(t, t->clauses[i]))
            note_clause(s, cases, t->clauses[i], ACCEPTED);
    for (size_t i = 0; i < t->refuse_count; i++)
        note_clause(s, cases, t->refuses[i], REFUSED);
}

/* Checks that the clause has a case of each polarity among the cases of the subject. */
static void check_clause_in(const clause *c, const char *subject, unsigned char found, problems *p)
{
    if (!(found & ACCEPTED))
        bad(p, c->file, c->line,
            "%s has no accepting case: add one to corpus/%s that names it in \"clauses\" and not "
            "in "
            "\"refuses\"",
            c->id, subject);
    if (c->forbids && !(found & REFUSED))
        bad(p, c->file, c->line,
            "%s forbids, and has no refusing case: add one to corpus/%s that names it in "
            "\"refuses\"",
            c->id, subject);
}

/* A clause of a family needs its cases in each member; one of the harness itself needs none. */
static void check_clauses(const spec *s, const corpus *all, problems *p)
{
    const size_t clauses = spec_clause_count(s);
    subject_cases of[FP_SYNTAXES_MAX + 1] = { 0 };
    size_t count = 0;

    for (; FP_SYNTAXES[count]; count++)
        of[count] = (subject_cases){ fp_syntax_id(FP_SYNTAXES[count]), xcalloc(clauses, 1) };
    of[count] = (subject_cases){ "vault", xcalloc(clauses, 1) };
    for (size_t i = 0; i < corpus_total(all); i++) {
        const test_case *t = corpus_any(all, i);
        size_t at = 0;

        while (at < count && FP_SYNTAXES[at] != t->syntax)
            at++;
        note_case(s, &of[at], t);
    }
    for (size_t i = 0; i < clauses; i++) {
        const clause *c = spec_clause(s, i);

        for (size_t k = 0; k <= count; k++)
            if (k < count ? spec_clause_of(c->id, FP_SYNTAXES[k]) : spec_clause_in(c->id, "vault"))
                check_clause_in(c, of[k].subject, of[k].of[i], p);
    }
    for (size_t k = 0; k <= count; k++)
        free(of[k].of);
}

static void check_notes(const spec *s, problems *p)
{
    for (size_t i = 0; i < spec_note_count(s); i++) {
        const family_note *n = spec_note(s, i);

        if (!spec_find(s, n->clause))
            bad(p, n->file, n->line, "a note on %s, which no spec holds: correct the heading",
                n->clause);
    }
}

/* A clause that has moved is one of another page. */
static void check_moved(const spec *s, problems *p)
{
    for (size_t i = 0; i < spec_moved_count(s); i++) {
        const moved_id *moved = spec_moved(s, i);

        if (spec_find(s, moved->from))
            bad(p, moved->file, moved->line, "%s has moved, and is a clause as well: take one out",
                moved->from);
        if (!spec_find(s, moved->to))
            bad(p, moved->file, moved->line, "%s has moved to %s, which no spec holds: correct it",
                moved->from, moved->to);
    }
}

/* -- clauses rest on something ---------------------------------------------------------------- */

/* The clause whose id the text begins with, or NULL. */
static const clause *leading_clause(const spec *s, const char *text)
{
    char *id = xformat("%.*s", (int)strcspn(text, " ,;:"), text);
    const clause *found;

    if (*id && id[strlen(id) - 1] == '.')
        id[strlen(id) - 1] = '\0';
    found = spec_find(s, id);
    free(id);
    return found;
}

/* "seed 1, Array Syntax Rules", "RFC 8259, section 7", or another clause: "LAW-5.1". */
static bool is_citation(const spec *s, const clause *c)
{
    const char *comma = strchr(c->citation, ',');
    const clause *other = leading_clause(s, c->citation);

    if (other)
        return other != c;
    return comma && comma > c->citation && comma[1] == ' ' && comma[2] != '\0';
}

static void check_citation(const spec *s, const clause *c, problems *p)
{
    if (c->basis == BASIS_SOURCE && !c->own_source && !c->citation)
        bad(p, c->file, c->line,
            "%s rests on the source, and does not cite it: add a paragraph \"Source: seed 1, "
            "PLACE.\" with the document and the place that says so, or mark it Decision. "
            "(spec/model.md, What a clause rests on)",
            c->id);
    else if (c->basis != BASIS_SOURCE && c->citation)
        bad(p, c->file, c->line,
            "%s has a paragraph \"Source: ...\" and is not marked: write Source. after its level, "
            "or take the paragraph out",
            c->id);
    else if (c->citation && !is_citation(s, c))
        bad(p, c->file, c->line,
            "%s cites no place: begin its \"Source: ...\" with a document, a comma and the place "
            "in it, or with the id of another clause",
            c->id);
}

static void check_basis(const clause *c, problems *p)
{
    if (c->basis == BASIS_NONE)
        bad(p, c->file, c->line,
            "%s does not say what it rests on: write Source., Safety., Decision. or \"Decision, "
            "safety.\" after its level (spec/model.md, What a clause rests on)",
            c->id);
    else if (c->basis == BASIS_SAFETY && !c->argument)
        bad(p, c->file, c->line,
            "%s is for safety, and does not say why: add a paragraph \"Safety: ...\" with the harm "
            "that a parser does which breaks it",
            c->id);
    else if (c->basis != BASIS_SAFETY && c->argument)
        bad(p, c->file, c->line,
            "%s has a paragraph \"Safety: ...\" and is not marked: write \"Decision, safety.\" or "
            "Safety. after its level, or take the paragraph out",
            c->id);
}

/* -- cases need clauses ---------------------------------------------------------------------- */

/* A list by which something is judged has one level, so that no clause makes another one weaker.
 * name: of the list. */
static void check_list(const test_case *t, const char *name, const cited_levels *levels,
                       problems *p)
{
    const char *remedy = case_in_parts(t)
                             ? "leave there what decides the part, and put the other into \"also\""
                             : "write {\"text\": [], \"calls\": [], \"diagnostics\": []} with the "
                               "clauses that decide each part, and the others into \"also\"";

    if (levels->most != levels->least)
        problem(p, t->file, t->id, "\"%s\" mixes levels: %s is a %s, %s a %s: %s", name,
                levels->strongest, spec_level(levels->most), levels->weakest,
                spec_level(levels->least), remedy);
}

/* The level of the case is that of its strongest part; a part that it does not name is judged by
 * all of its clauses. */
static void check_level(const spec *s, const test_case *t, problems *p)
{
    level most = LEVEL_MAY;
    bool known = false;

    for (unsigned i = 0; i < PART_COUNT; i++) {
        const part_clauses *part = &t->parts[i];
        cited_levels levels;

        if (!(part->count ? spec_levels(s, part->ids, part->count, &levels)
                          : spec_levels(s, t->clauses, t->clause_count, &levels)))
            continue;
        if (part->count)
            check_list(t, part_name((case_part)i), &levels, p);
        if (levels.most < most)
            most = levels.most;
        known = true;
    }
    if (known && t->level != most)
        problem(p, t->file, t->id,
                "its level is %s, the strongest of its parts a %s: write \"level\": \"%s\"",
                level_name(t->level), spec_level(most), level_name(most));
}

/* A case with one list: it judges all parts. Cases of the vault have no parts. */
static void check_one_level(const spec *s, const test_case *t, problems *p)
{
    cited_levels levels;

    if (!spec_levels(s, t->clauses, t->clause_count - t->also_count, &levels))
        return; /* no clause is known, which has been reported */
    if (t->syntax)
        check_list(t, "clauses", &levels, p);
    if (t->level < levels.most)
        problem(p, t->file, t->id,
                "its level is %s, its strongest clause only a %s: weaken the level",
                level_name(t->level), spec_level(levels.most));
    if (t->level > levels.least)
        problem(p, t->file, t->id, "its level is %s, its weakest clause a %s: strengthen the level",
                level_name(t->level), spec_level(levels.least));
}

static void check_diagnostics(const spec *s, const test_case *t, const expectation *e, problems *p)
{
    for (size_t i = 0; i < e->diagnostic_count; i++) {
        const char *id = e->diagnostics[i].clause;

        if (id && !spec_find(s, id))
            problem(p, t->file, t->id,
                    "a diagnostic names %s, which no spec holds: correct its clause", id);
    }
}

static void unknown_clause(const spec *s, const test_case *t, const char *id, problems *p)
{
    const moved_id *moved = spec_find_moved(s, id);

    if (moved)
        problem(p, t->file, t->id, "cites %s, which has moved: cite %s", id, moved->to);
    else
        problem(p, t->file, t->id, "cites %s, which no spec holds: correct \"clauses\"", id);
}

/* Returns whether the clause is that of a syntax or family, and not of this case's. */
static bool is_of_another(const test_case *t, const char *id)
{
    if (t->syntax && spec_clause_of(id, t->syntax))
        return false;
    for (const fp_syntax *const *other = FP_SYNTAXES; *other; other++)
        if (spec_clause_of(id, *other))
            return true;
    return false;
}

static void check_case(const spec *s, const test_case *t, problems *p)
{
    bool own = false;

    if (t->unconfirmed)
        problem(p, t->file, t->id, "nobody has confirmed it: %s", t->unconfirmed);
    for (size_t i = 0; i < t->clause_count; i++) {
        if (!spec_find(s, t->clauses[i]))
            unknown_clause(s, t, t->clauses[i], p);
        else if (is_of_another(t, t->clauses[i]))
            problem(p, t->file, t->id, "cites %s, a clause of another syntax: take it out",
                    t->clauses[i]);
        own = own || (t->syntax ? spec_clause_of(t->clauses[i], t->syntax)
                                : spec_clause_in(t->clauses[i], case_subject(t)));
    }
    for (size_t i = 0; i < t->refuse_count; i++) {
        const clause *c = spec_find(s, t->refuses[i]);

        if (!cites(t, t->refuses[i]))
            problem(p, t->file, t->id, "refuses %s, which is not among its clauses: add it there",
                    t->refuses[i]);
        else if (c && !c->forbids)
            problem(p, t->file, t->id,
                    "refuses %s, which forbids nothing (%s:%zu): mark the clause "
                    "\"forbids\", or take it out of \"refuses\"",
                    c->id, c->file, c->line);
    }
    if (!own && strcmp(t->feature, "equivalence") != 0) /* these hold a law */
        problem(p, t->file, t->id, "cites no clause of its own syntax: add one of spec/%s.md",
                case_subject(t));
    if (case_in_parts(t))
        check_level(s, t, p);
    else
        check_one_level(s, t, p);
    check_diagnostics(s, t, &t->expect, p);
    for (size_t i = 0; i < t->accept_count; i++)
        check_diagnostics(s, t, &t->accept[i].expect, p);
}

/* -- examples are cases ---------------------------------------------------------------------- */

/* The text's next line, its LF included. */
static fp_str next_line(fp_str bytes, size_t at)
{
    const char *end = at < bytes.len ? memchr(bytes.ptr + at, '\n', bytes.len - at) : NULL;

    if (at >= bytes.len)
        return (fp_str){ "", 0 };
    return (fp_str){ bytes.ptr + at, end ? (size_t)(end - bytes.ptr) + 1 - at : bytes.len - at };
}

static void say_difference(const example *e, const test_case *t, problems *p)
{
    size_t at = 0, number = 1;
    fp_str ours, theirs;

    while (ours = next_line(e->text, at), theirs = next_line(t->input, at),
           fp_str_equal(ours, theirs) && ours.len) {
        at += ours.len;
        number++;
    }

    const char *missing = "nothing";
    json_t *a = ours.len ? json_stringn(ours.ptr, ours.len) : NULL;
    json_t *b = theirs.len ? json_stringn(theirs.ptr, theirs.len) : NULL;
    char *left = a ? json_dumps(a, JSON_ENCODE_ANY) : xstrdup(missing);
    char *right = b ? json_dumps(b, JSON_ENCODE_ANY)
                    : xstrdup(theirs.len ? "bytes that are not UTF-8" : missing);

    bad(p, e->file, e->line,
        "the example differs from the input of %s in line %zu: it has %.150s, the case %.150s: "
        "make them "
        "the same",
        e->case_id, number, left, right);
    free(left);
    free(right);
    json_decref(a);
    json_decref(b);
}

/* The last LF of a block may be the block's own: an input need not end in one. */
static bool shows(const example *e, fp_str input)
{
    const fp_str but_last = { e->text.ptr, e->text.len ? e->text.len - 1 : 0 };

    return fp_str_equal(e->text, input) || fp_str_equal(but_last, input);
}

static void check_example(const example *e, const corpus *all, problems *p)
{
    const test_case *t = corpus_find(all, e->case_id);

    if (!t) {
        bad(p, e->file, e->line, "the example %s is not a case: add it to the corpus", e->case_id);
        return;
    }
    if (strcmp(t->id, e->case_id) != 0)
        bad(p, e->file, e->line, "the example %s is called %s now: rename it here", e->case_id,
            t->id);
    if (t->syntax ? !spec_clause_of(e->clause, t->syntax)
                  : !spec_clause_in(e->clause, case_subject(t)))
        bad(p, e->file, e->line, "the example %s is a case of another syntax: choose one of this",
            e->case_id);
    else if (!cites(t, e->clause))
        bad(p, e->file, e->line,
            "the example %s does not cite %s, where it is: add it to its \"clauses\"", e->case_id,
            e->clause);
    if (!shows(e, t->input))
        say_difference(e, t, p);
}

/* -- policies -------------------------------------------------------------------------------- */

/* Returns whether the row is in the spec of this syntax. */
static bool is_row_of(const policy_row *row, const fp_syntax *syntax)
{
    char *file = xformat("spec/%s.md", fp_syntax_id(syntax));
    const bool same = strcmp(file, row->file) == 0;

    free(file);
    return same;
}

static void check_row(const spec *s, const policy_row *row, const fp_syntax *syntax, problems *p)
{
    fp_policy policy;

    if (!fp_policy_find(fp_str_of(row->policy), &policy)) {
        bad(p, row->file, row->line, "there is no policy %s: section 3 of spec/model.md lists them",
            row->policy);
        return;
    }

    const char *value = fp_policy_value_name(policy, syntax->policies[policy].value);
    const char *clause_id = syntax->policies[policy].clause;

    if (strcmp(row->value, value) != 0)
        bad(p, row->file, row->line, "%s is %s here and %s in the parser: make them the same",
            row->policy, row->value, value);
    if (!clause_id || strcmp(row->clause, clause_id) != 0)
        bad(p, row->file, row->line,
            "%s has clause %s here and %s in the parser: make them the same", row->policy,
            row->clause, clause_id ? clause_id : "none");
    if (!spec_find(s, row->clause))
        bad(p, row->file, row->line, "%s names %s, which no spec holds: correct its clause",
            row->policy, row->clause);
}

/* Returns whether the syntax need not name the policy: it can have one value alone, or has the
 * default that the model gives (MODEL-3.25, 3.26). */
static bool is_left_out(const fp_syntax *syntax, fp_policy policy)
{
    const bool needless = policy == FP_MALFORMED || policy == FP_FALSE_OPENER ||
                          (policy == FP_MARKERS && !syntax->tokens);

    return needless && !syntax->policies[policy].clause;
}

static void check_policies(const spec *s, const fp_syntax *syntax, problems *p)
{
    size_t rows[FP_POLICY_COUNT] = { 0 };
    char *file = xformat("spec/%s.md", fp_syntax_id(syntax));

    for (size_t i = 0; i < spec_policy_count(s); i++) {
        const policy_row *row = spec_policy(s, i);
        fp_policy policy;

        if (!is_row_of(row, syntax))
            continue;
        check_row(s, row, syntax, p);
        if (fp_policy_find(fp_str_of(row->policy), &policy) && rows[policy]++)
            bad(p, row->file, row->line, "%s is in the table twice: remove one", row->policy);
    }
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (!rows[i] && !is_left_out(syntax, (fp_policy)i))
            problem(p, file, NULL,
                    "its table of policies (| policy | default | clause |) lacks %s: add the row",
                    fp_policy_name((fp_policy)i));
    free(file);
}

/* -- syntaxes and folders -------------------------------------------------------------------- */

static void check_syntax(const spec *s, const corpus *all, const fp_syntax *syntax, problems *p)
{
    size_t clauses = 0, cases = 0;

    for (size_t i = 0; i < spec_clause_count(s); i++)
        clauses += spec_clause_of(spec_clause(s, i)->id, syntax);
    for (size_t i = 0; i < corpus_count(all); i++)
        cases += corpus_case(all, i)->syntax == syntax;
    if (!clauses)
        problem(p, "spec", NULL, "the syntax %s has no spec: write spec/%s.md",
                fp_syntax_id(syntax), fp_syntax_id(syntax));
    else
        check_policies(s, syntax, p);
    if (!cases)
        problem(p, "corpus", NULL, "the syntax %s has no cases: write corpus/%s/FEATURE.json",
                fp_syntax_id(syntax), fp_syntax_id(syntax));
}

static bool is_folder(const char *data, const char *name)
{
    char *path = xformat("%s/corpus/%s", data, name);
    const bool folder = path_is_folder(path);

    free(path);
    return folder;
}

/* The folders of corpus/ of a data directory: a plugin's, or, NULL, everybody's. */
static void check_folders(const char *data, const plugin *from, problems *p)
{
    static const char *const OTHERS[] = { "catalogues",   "equivalence",       "families",
                                          "partial-json", "response-template", "vault" };
    char *path = xformat("%s/corpus", data);
    char **names = dir_names(path, "", p);

    for (char **name = names; name && *name; name++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(*name));

        if (!is_folder(data, *name) || (syntax && plugin_of(syntax) == from) ||
            has(OTHERS, sizeof OTHERS / sizeof *OTHERS, *name))
            continue;
        problem(p, "corpus", *name,
                "a folder of no syntax: add the syntax to the table, or take the folder away");
    }
    names_free(names);
    free(path);
}

void spec_check(const spec *s, const corpus *c, problems *p)
{
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        check_syntax(s, c, *syntax, p);
    check_folders(spec_data(s), NULL, p);
    for (size_t i = 0; i < plugin_count(); i++)
        check_folders(plugin_at(i)->data, plugin_at(i), p);
    for (size_t i = 0; i < spec_clause_count(s); i++) {
        check_basis(spec_clause(s, i), p);
        check_citation(s, spec_clause(s, i), p);
    }
    check_clauses(s, c, p);
    check_moved(s, p);
    check_notes(s, p);
    for (size_t i = 0; i < corpus_total(c); i++)
        check_case(s, corpus_any(c, i), p);
    for (size_t i = 0; i < spec_example_count(s); i++)
        check_example(spec_example(s, i), c, p);
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        ids_check(plugin_data(*syntax, spec_data(s)), fp_syntax_id(*syntax), c, p);
    ids_check(spec_data(s), "vault", c, p);
}
