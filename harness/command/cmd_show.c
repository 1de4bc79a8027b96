/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_show.c: `fencepost show`: prints all that is known about a syntax, a clause, a case or a
 * policy.
 */
#include "base/nearest.h"
#include "base/show.h"
#include "base/terminal.h"
#include "command/command.h"
#include "command/policy_table.h"
#include "partial/partial_cases.h"

#include <fencepost/syntax.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char INDENT[] = "  ";
static const char DEEP[] = "      ";

/* -- a syntax -------------------------------------------------------------------------------- */

static void show_syntax(const spec *s, const corpus *c, const fp_syntax *syntax)
{
    const char *feature = "";
    size_t clauses = 0, cases = 0;
    fp_derived derived = { 0 };

    for (size_t i = 0; i < spec_clause_count(s); i++)
        clauses += spec_clause_of(spec_clause(s, i)->id, syntax);
    for (size_t i = 0; i < corpus_count(c); i++)
        cases += corpus_case(c, i)->syntax == syntax;
    show_text(stdout, "%s: %s\n\nspec/%s.md: %zu clauses; corpus/%s: %zu cases\n", syntax->id,
              syntax->title, syntax->id, clauses, syntax->id, cases);
    if (syntax->family)
        show_text(
            stdout,
            "a member of the family %s: spec/families/%s.md and corpus/families/%s count too\n",
            syntax->family, syntax->family, syntax->family);
    puts("\npolicies by default:");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        show_text(stdout, "  %-14s %-18s %s\n", fp_policy_name((fp_policy)i),
                  fp_policy_value_name((fp_policy)i, syntax->policies[i].value),
                  syntax->policies[i].clause ? syntax->policies[i].clause : "");
    puts("\nmarkers:");
    for (const char *const *marker = xmarkers(syntax, &derived); *marker; marker++)
        show_bytes(stdout, INDENT, fp_str_of(*marker), NULL, 0);
    fp_derived_free(&derived);
    puts("\nfeatures:");
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        if (t->syntax == syntax && strcmp(t->feature, feature) != 0)
            printf("  %s\n", feature = t->feature);
    }
    show_text(
        stdout,
        "\n`fencepost list clauses --syntax %s` and `fencepost list cases --syntax %s` go on.\n",
        syntax->id, syntax->id);
}

/* -- a clause -------------------------------------------------------------------------------- */

static bool has(const char *const *ids, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return true;
    return false;
}

/* A clause of a family as it is in each member, where it has pieces of the notation. */
static void show_in_members(const spec *s, const clause *shown)
{
    for (const fp_syntax *const *m = FP_SYNTAXES; *m; m++) {
        const clause *filled = spec_find_for(s, shown->id, *m);

        if (filled == shown)
            continue;
        show_text(stdout, "\nin %s:\n", fp_syntax_id(*m));
        show_wrapped(stdout, DEEP, filled->sentence);
        if (strcmp(filled->rest, shown->rest) != 0)
            show_wrapped(stdout, DEEP, filled->rest);
    }
}

/* The clause that an id names, in whatever letters it is written; NULL: it names none. */
static const clause *clause_named(const spec *s, const char *id)
{
    char *upper = xstrdup(id);
    const moved_id *moved;
    const clause *found;

    for (char *at = upper; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    moved = spec_find_moved(s, upper);
    found = spec_find(s, moved ? moved->to : upper);
    free(upper);
    return found;
}

/* The paragraph that a clause keeps apart; NULL: it has none. */
static void show_named(const char *word, const char *text)
{
    char *paragraph = text ? xformat("%s: %s", word, text) : NULL;

    if (!paragraph)
        return;
    putchar('\n');
    show_wrapped(stdout, INDENT, paragraph);
    free(paragraph);
}

/* The cases of readers of partial JSON that cite the clause; how many they are. */
static size_t show_partial(const spec *s, const clause *shown)
{
    problems p = { .by = "show" };
    partial_cases *cases =
        spec_clause_in(shown->id, "partial") ? partial_cases_load(spec_data(s), &p) : NULL;
    size_t count = 0;

    for (size_t i = 0; cases && i < partial_cases_count(cases); i++) {
        const test_case *t = partial_case_at(cases, i);

        if (!has(t->clauses, t->clause_count, shown->id))
            continue;
        if (count++ == 0)
            puts("\ncases:");
        show_text(stdout, "  %s\n%s%s\n", t->id, DEEP, t->title);
    }
    partial_cases_free(cases);
    return count;
}

/* id: what it was asked for by, which it had before if it has moved. */
static void show_clause(const spec *s, const corpus *c, const clause *shown, const char *id)
{
    const shades shade = terminal_shades();
    size_t count = 0;

    if (strcasecmp(shown->id, id) != 0)
        show_text(stdout, "%s has moved to %s.\n\n", id, shown->id);
    show_text(stdout, "%s%s%s  %s%s  %s  (%s#%s)\n\n", shade.strong, shown->id, shade.off,
              spec_level(shown->level), shown->forbids ? ", forbids" : "", spec_basis(shown),
              shown->file, shown->anchor);
    show_wrapped(stdout, INDENT, shown->sentence);
    show_named("Safety", shown->argument);
    show_named("Source", shown->citation);
    if (*shown->rest) {
        putchar('\n');
        show_wrapped(stdout, INDENT, shown->rest);
    }
    show_in_members(s, shown);
    for (size_t i = 0; i < spec_example_count(s); i++) {
        const example *e = spec_example(s, i);

        if (strcmp(e->clause, shown->id) != 0)
            continue;
        show_text(stdout, "\nexample %s:\n", e->case_id);
        show_bytes(stdout, INDENT, e->text, NULL, 0);
    }
    for (size_t i = 0; i < corpus_total(c); i++) {
        const test_case *t = corpus_any(c, i);

        if (!has(t->clauses, t->clause_count, shown->id))
            continue;
        if (count++ == 0)
            puts("\ncases:");
        show_text(stdout, "  %s%s\n%s%s\n", t->id,
                  has(t->refuses, t->refuse_count, shown->id) ? "  (refuses it)" : "", DEEP,
                  t->title);
    }
    count += show_partial(s, shown);
    if (!count)
        puts("\nno cases: this clause is held by the harness itself");
}

/* -- a case ---------------------------------------------------------------------------------- */

static void show_value(const fp_value *value)
{
    if (value->kind != FP_VALUE_LIST) {
        puts(value->kind == FP_VALUE_JSON ? " (JSON)" : "");
        show_bytes(stdout, DEEP, value->text, NULL, 0);
        return;
    }
    printf(" (a list of %zu)\n", value->item_count);
    for (size_t i = 0; i < value->item_count; i++)
        show_bytes(stdout, DEEP, value->items[i], NULL, 0);
}

static void show_call(const expected_call *expected)
{
    const fp_call *call = &expected->call;

    printf("  call %.*s%s", (int)call->name.len, call->name.ptr,
           call->complete ? "" : ", incomplete");
    if (expected->judge_span)
        printf(", bytes %" PRIu64 " to %" PRIu64, call->start, call->end);
    putchar('\n');
    for (size_t i = 0; i < call->arg_count; i++) {
        printf("    %.*s:", (int)call->args[i].key.len, call->args[i].key.ptr);
        show_value(&call->args[i].value);
    }
    if (!expected->judge_input)
        puts("    (its input is not judged)");
}

static void show_expectation(const expectation *e)
{
    puts("  text");
    show_bytes(stdout, DEEP, e->text, NULL, 0);
    if (e->reasoning.len) {
        puts("  reasoning");
        show_bytes(stdout, DEEP, e->reasoning, NULL, 0);
    }
    for (size_t i = 0; i < e->call_count; i++)
        show_call(&e->calls[i]);
    if (!e->call_count)
        puts("  no call");
    for (size_t i = 0; i < e->diagnostic_count; i++) {
        const expected_diagnostic *d = &e->diagnostics[i];

        char *at = d->judge_offset ? xformat(" at byte %" PRIu64, d->offset) : xstrdup("");

        show_text(stdout, "  diagnostic %s%s%s%s%s\n", fp_code_name(d->code), at,
                  d->clause ? " (" : "", d->clause ? d->clause : "", d->clause ? ")" : "");
        free(at);
    }
    for (size_t i = 0; i < e->emit_count; i++) {
        const expected_emit *emit = &e->emits[i];

        if (emit->bytes)
            printf("  %zu bytes of %s are out", emit->bytes, fp_event_name(emit->event));
        else
            printf("  %s number %zu is out", fp_event_name(emit->event), emit->nth);
        if (emit->at == EMIT_AT_END)
            puts(" at the end of input, and not before");
        else
            printf(" after byte %zu, and not before\n", emit->at);
    }
}

static void show_policies(const policy_set *set)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (set->given[i])
            printf("  policy %s: %s\n", fp_policy_name((fp_policy)i),
                   fp_policy_value_name((fp_policy)i, set->policies.of[i]));
}

static void show_conditions(const test_case *t)
{
    static const char *const LIMITS[] = { "name", "key", "value", "call", "held", "depth" };
    fp_limits limits = t->limits;

    show_policies(&t->policy);
    if (t->prefix.len) {
        puts("  after a prompt that ended with");
        show_bytes(stdout, DEEP, t->prefix, NULL, 0);
    }
    if (t->finish != FP_FINISH_STOP) {
        char *finish = finish_text(t->finish, t->finish_token);

        printf("  finish: %s\n", finish);
        free(finish);
    }
    for (size_t i = 0; i < t->tokens.count; i++)
        printf("%s%llu", i ? ", " : "  tokens at: ", (unsigned long long)t->tokens.of[i].at);
    if (t->tokens.count)
        putchar('\n');
    if (t->catalogue_name)
        printf("  catalogue: %s\n", t->catalogue_name);
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++) {
        const size_t *limit = fp_limits_field(&limits, fp_str_of(LIMITS[i]));

        if (limit && *limit)
            printf("  limit %s: %zu\n", LIMITS[i], *limit);
    }
}

/* ", judges calls, text" of a case that is judged part by part; owned. */
static char *parts_judged(const test_case *t, size_t number)
{
    const bool judges = number < t->clause_count - t->also_count;
    char *text = xstrdup(judges ? "" : ", judges nothing here");

    for (unsigned i = 0; i < PART_COUNT; i++) {
        char *longer;

        if (!has(t->parts[i].ids, t->parts[i].count, t->clauses[number]))
            continue;
        longer = xformat("%s%s%s", text, *text ? ", " : ", judges ", part_name((case_part)i));
        free(text);
        text = longer;
    }
    return text;
}

static void show_cited(const spec *s, const test_case *t)
{
    puts("\nclauses");
    for (size_t i = 0; i < t->clause_count; i++) {
        const clause *c = spec_find_for(s, t->clauses[i], t->syntax);
        char *judged = parts_judged(t, i);

        show_text(
            stdout, "  %s  %s%s%s\n", t->clauses[i], c ? spec_level(c->level) : "unknown", judged,
            has(t->refuses, t->refuse_count, t->clauses[i]) ? ", the input has what it forbids"
                                                            : "");
        free(judged);
        if (c)
            show_wrapped(stdout, DEEP, c->required);
    }
}

/* A member of a case of the vault, as JSON. */
static void show_member(const test_case *t, const char *name)
{
    char *text = json_dumps(json_object_get(t->vault, name), JSON_INDENT(2));

    if (text)
        printf("\n%s\n", name);
    for (const char *line = text; line;) {
        const size_t len = strcspn(line, "\n");

        show_text(stdout, "%s%.*s\n", DEEP, (int)len, line);
        line = line[len] ? line + len + 1 : NULL;
    }
    free(text);
}

static void show_case(const spec *s, const test_case *t)
{
    const shades shade = terminal_shades();

    show_text(stdout, "%s%s%s  %s  (%s)\n\n", shade.strong, t->id, shade.off, level_name(t->level),
              t->file);
    show_wrapped(stdout, INDENT, t->title);
    show_text(stdout, "  origin: %s\n", t->origin);
    for (size_t i = 0; i < t->alias_count; i++)
        show_text(stdout, "  once called %s\n", t->aliases[i]);
    show_conditions(t);
    show_cited(s, t);
    printf("\ninput, %zu bytes\n", t->input.len);
    show_bytes(stdout, DEEP, t->input, NULL, 0);
    if (t->vault) {
        show_member(t, "store");
        show_member(t, "options");
        show_member(t, "expect");
        return;
    }
    puts("\nexpected");
    show_expectation(&t->expect);
    for (size_t i = 0; i < t->accept_count; i++) {
        puts("\nalso accepted");
        show_wrapped(stdout, INDENT, t->accept[i].reason);
        show_policies(&t->accept[i].policy);
        show_expectation(&t->accept[i].expect);
    }
}

/* -- finding --------------------------------------------------------------------------------- */

/* Everything that can be shown. */
typedef struct names {
    const char **of;
    size_t count, cap;
} names;

static void add_name(names *all, const char *name)
{
    void *grown = (void *)(uintptr_t)all->of;

    xgrow(&grown, &all->cap, all->count, sizeof *all->of);
    all->of = grown;
    all->of[all->count++] = name;
}

/* Syntaxes and policies first: where several are as near, they are the likelier. */
static names names_of_all(const spec *s, const corpus *c)
{
    names all = { 0 };
    const char *value;

    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        add_name(&all, (*syntax)->id);
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        add_name(&all, fp_policy_name((fp_policy)i));
        for (unsigned v = 0; (value = fp_policy_value_name((fp_policy)i, v)); v++)
            add_name(&all, value);
    }
    for (size_t i = 0; i < spec_clause_count(s); i++)
        add_name(&all, spec_clause(s, i)->id);
    for (size_t i = 0; i < corpus_total(c); i++)
        add_name(&all, corpus_any(c, i)->id);
    return all;
}

static int not_found(const command *self, const spec *s, const corpus *c, const char *id)
{
    names all = names_of_all(s, c);
    char *question = nearest_question(id, "", all.of, all.count);

    command_usage_error(self, "there is no syntax, clause, case or policy %s%s", id, question);
    free(question);
    free(all.of);
    return EXIT_USAGE;
}

static int show(const command *self, const spec *s, const corpus *c, const char *id)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
    const test_case *t = corpus_find(c, id);
    const clause *found = clause_named(s, id);

    if (syntax)
        show_syntax(s, c, syntax);
    else if (found)
        show_clause(s, c, found, id);
    else if (t)
        show_case(s, t);
    else if (!policy_table_show(s, id))
        return not_found(self, s, c, id);
    return EXIT_AS_EXPECTED;
}

/* The syntaxes whose cases are enough to show an id: reading all cases takes longer than all else.
 */
typedef struct needed {
    const fp_syntax *of[FP_SYNTAXES_MAX + 1]; /* ended by NULL */
    bool all;
} needed;

static needed needed_for(const spec *s, const char *id)
{
    const fp_syntax *named = fp_syntax_find(fp_str_of(id)), *of_case = case_syntax(id);
    const clause *c = clause_named(s, id);
    needed n = { .all = c || strchr(id, '/') };
    size_t count = 0;

    if (named || of_case)
        return (needed){ .of = { named ? named : of_case } };
    for (const fp_syntax *const *m = FP_SYNTAXES; c && *m; m++)
        if (spec_clause_of(c->id, *m)) /* the cases of others do not cite it: `fencepost lint` */
            n.of[count++] = *m;
    n.all = n.all && !count;
    return n;
}

static int show_from(const command *self, const char *data, const char *id, problems *p)
{
    spec *s = spec_load(data, p);
    const needed n = s ? needed_for(s, id) : (needed){ .all = false };
    corpus *c = s ? corpus_load_of(data, n.all ? NULL : n.of, p) : NULL;
    const int status = c ? show(self, s, c, id) : EXIT_USAGE;

    corpus_free(c);
    spec_free(s);
    return status;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { .by = "show" };
    char *data;
    int option, status;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        ;
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind != 1)
        return command_usage_error(self, "takes one id, of a syntax, a clause, a case or a policy");
    data = data_dir(&p);
    status = data ? show_from(self, data, argv[optind], &p) : EXIT_USAGE;
    free(data);
    return status;
}

static const command_example EXAMPLES[] = {
    { "fencepost show OBJECT-5.1", "a clause, its reasons and its cases" },
    { "fencepost show unterminated", "a policy, its values, and who has which" },
    { NULL, NULL },
};

const command CMD_SHOW = {
    .name = "show",
    .summary = "show a syntax, a clause and its cases, a case, or a policy",
    .usage = "ID",
    .options = NULL,
    .run = run,
    .examples = EXAMPLES,
    .colours = true,
};
