/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_list.c: `fencepost list`: lists the syntaxes, their clauses, their cases, the policies and
 * where they apply, and the names that engines have for them.
 */
#include "base/plugin.h"
#include "base/show.h"
#include "command/choices.h"
#include "command/notation_table.h"
#include "command/policy_matrix.h"
#include "command/policy_table.h"
#include "lock/lock.h"
#include "partial/partial_cases.h"
#include "template/template_cases.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_ENGINE };

/* What a clause rests on is left out where the terminal is narrow. */
enum { ID_WIDTH = 20, BASIS_WIDTH = 18, NARROW = 70 };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "only this syntax" },
    [OPT_ENGINE] = { "engine", "E",
                     "the syntaxes that this inference engine reads, by its own names: vllm" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const char *data;
    const spec *spec;
    const corpus *corpus;  /* NULL where the list needs none */
    const fp_syntax *only; /* NULL: all */
    const char *engine;    /* NULL: none was given */
    problems *problems;
} request;

static bool wanted(const request *r, const fp_syntax *syntax)
{
    return !r->only || r->only == syntax;
}

/* How many cases the lock has of the syntax, which takes no reading of them; where it has none, as
 * for a plugin, they are read. */
static size_t count_cases(const request *r, const fp_syntax *syntax)
{
    const fp_syntax *const only[] = { syntax, NULL };
    char *path = lock_path(plugin_data(syntax, r->data), fp_syntax_id(syntax));
    corpus *c = NULL;
    size_t count;

    if (lock_count(path, LOCK_CASE, &count, r->problems) && !count &&
        corpus_has_cases(r->data, syntax))
        c = corpus_load_of(r->data, only, r->problems);
    if (c)
        count = corpus_count(c);
    corpus_free(c);
    free(path);
    return count;
}

static void list_syntaxes(const request *r)
{
    show_text(stdout, "%-20s %7s %7s  %s\n", "syntax", "clauses", "cases", "title");
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        size_t clauses = 0;

        if (!wanted(r, *s))
            continue;
        for (size_t i = 0; i < spec_clause_count(r->spec); i++)
            clauses += spec_clause_of(spec_clause(r->spec, i)->id, *s);
        show_text(stdout, "%-20s %7zu %7zu  %s\n", (*s)->id, clauses, count_cases(r, *s),
                  (*s)->title);
    }
}

/* On a terminal as much of a clause as fits a line, elsewhere all, so that it can be searched. */
static void list_clauses(const request *r)
{
    const int basis = show_room(stdout, 0, SIZE_MAX) < NARROW ? 0 : BASIS_WIDTH;

    for (size_t i = 0; i < spec_clause_count(r->spec); i++) {
        const clause *c = spec_find_for(r->spec, spec_clause(r->spec, i)->id, r->only);

        if (r->only && !spec_clause_of(c->id, r->only))
            continue;
        printf("%-*s %-6s  ", ID_WIDTH, c->id, spec_level(c->level));
        if (basis)
            printf("%-*s", basis, spec_basis(c));
        show_clipped(stdout, c->sentence,
                     show_room(stdout, ID_WIDTH + 9 + (size_t)basis, SIZE_MAX));
        putchar('\n');
    }
}

static void list_cases(const request *r)
{
    size_t width = 0;

    for (size_t i = 0; i < corpus_total(r->corpus); i++) {
        const test_case *t = corpus_any(r->corpus, i);

        if (wanted(r, t->syntax) && strlen(t->id) > width)
            width = strlen(t->id);
    }
    for (size_t i = 0; i < corpus_total(r->corpus); i++) {
        const test_case *t = corpus_any(r->corpus, i);

        if (wanted(r, t->syntax))
            show_text(stdout, "%-*s %-6s  %s\n", (int)width, t->id, level_name(t->level), t->title);
    }
}

static void list_policies(const request *r)
{
    policy_table_list(r->spec, r->only);
}

static void list_matrix(const request *r)
{
    policy_matrix_print(r->corpus, r->only);
}

static void list_subjects(const request *r)
{
    (void)r;
    show_text(stdout,
              "%s  readers of partial JSON (spec/partial-json.md): fencepost test "
              "--subject %s\n",
              PARTIAL_SUBJECT, PARTIAL_SUBJECT);
    show_text(stdout,
              "%s  executors of response templates (spec/response-template.md): fencepost test "
              "--subject %s\n",
              TEMPLATE_SUBJECT, TEMPLATE_SUBJECT);
}

static int with_notations(const command *self, const request *r)
{
    problems p = { .by = "list" };
    char *data = data_dir(&p);
    notations *n = data ? notations_load(data, &p) : NULL;
    int status = n ? EXIT_AS_EXPECTED : EXIT_USAGE;
    size_t index;

    if (n && !r->engine)
        notation_table_print(n);
    else if (n && notations_find_engine(n, r->engine, &index))
        notation_table_list(n, index, r->only);
    else if (n)
        status = notation_refuse_engine(self, n, r->engine);
    notations_free(n);
    free(data);
    return status;
}

/* One for each of the choices; of those that are lists of cases or clauses. Reading the cases takes
 * most of the time: some do without. */
static const struct {
    const char *name;
    void (*list)(const request *r);
    bool of_cases;
} LISTS[] = {
    { "syntaxes", list_syntaxes, false }, { "clauses", list_clauses, false },
    { "cases", list_cases, true },        { "policies", list_policies, false },
    { "matrix", list_matrix, true },      { "subjects", list_subjects, false },
};

static int list(const request *r, size_t which)
{
    problems p = { .by = "list" };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    const fp_syntax *const only[] = { r->only, NULL };
    corpus *c = NULL;
    bool good = s != NULL;

    if (good && LISTS[which].of_cases) {
        c = corpus_load_of(data, r->only ? only : NULL, &p);
        good = c != NULL;
    }
    if (good)
        LISTS[which].list(&(request){ data, s, c, r->only, NULL, &p });
    corpus_free(c);
    spec_free(s);
    free(data);
    return p.count ? EXIT_USAGE : EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    const size_t count = sizeof LISTS / sizeof *LISTS;
    request r = { 0 };
    size_t which = 0;
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == OPT_ENGINE)
            r.engine = optarg;
        else
            r.only = fp_syntax_find(fp_str_of(optarg));
        if (option == OPT_SYNTAX && !r.only)
            return command_unknown_syntax(self, optarg);
    }
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind > 1)
        return command_usage_error(self, "takes one operand, and was given %d", argc - optind);
    if (optind < argc && strcmp(argv[optind], "notations") == 0)
        return with_notations(self, &r);
    if (optind < argc) {
        while (which < count && strcmp(LISTS[which].name, argv[optind]) != 0)
            which++;
        if (which == count)
            return choices_refuse(self, NULL, argv[optind]);
    }
    if (r.engine && which)
        return command_usage_error(self, "--engine goes with `list syntaxes` alone");
    if (r.engine)
        return with_notations(self, &r);
    return list(&r, which);
}

static const command_example EXAMPLES[] = {
    { "fencepost list syntaxes --engine vllm", "what vLLM's parsers read" },
    { "fencepost list clauses --syntax hermes | grep -i escape", "clauses that have a word" },
    { NULL, NULL },
};

const command CMD_LIST = {
    .name = "list",
    .summary =
        "list the syntaxes, their clauses or cases, the policies, or engines' names for them",
    .usage = "[syntaxes|clauses|cases|policies|matrix|notations] [--syntax S] [--engine E]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
