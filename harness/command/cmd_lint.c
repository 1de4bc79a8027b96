/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_lint.c: `fencepost lint`: checks that the specs, the corpus and the parsers agree. */
#include "base/plugin.h"
#include "base/visible.h"
#include "command/options.h"
#include "judge/golden.h"
#include "judge/spacing.h"
#include "partial/partial_cases.h"
#include "template/template_cases.h"
#include "template/template_lint.h"
#include "suite/equivalence.h"
#include "suite/ids.h"
#include "suite/renderings.h"
#include "suite/spec.h"
#include "suite/types_table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OPT_ADD_IDS, OPT_ADD_RENDERINGS, OPT_SYNTAX, OPT_TEMPLATE, OPT_FORMAT };

static const command_option OPTIONS[] = {
    [OPT_ADD_IDS] = { "add-ids", NULL,
                      "first add the ids of new cases to the ids.txt of their folders; with "
                      "plugins, to theirs only" },
    [OPT_ADD_RENDERINGS] = { "add-renderings", NULL,
                             "first add to renderings.json of each syntax, or of plugins, the rows "
                             "that it lacks, and by which clause it refuses rows of types" },
    [OPT_SYNTAX] = { "syntax", "S", "print only the problems that name this syntax" },
    [OPT_TEMPLATE] = { "template", "FILE",
                       "check a response template instead, or that of a tokenizer_config.json: "
                       "spec/template-lint.md" },
    [OPT_FORMAT] = { "format", "F",
                     "of --template: text (the default), or json: "
                     "spec/schema/template-lint.schema.json" },
    { NULL, NULL, NULL },
};

typedef struct additions {
    bool renderings, ids;
} additions;

/* What one syntax lacks of calls and types, to its file; *all: counts it. */
static bool add_renderings_of(const char *data, corpus *c, const json_t *types,
                              const fp_syntax *syntax, size_t *all, problems *p)
{
    json_t *renderings = json_deep_copy(corpus_renderings(c, syntax));
    size_t added = 0;
    bool good = equivalence_add(data, c, syntax, renderings, &added, p) &&
                (!types || types_table_add(c, types, syntax, renderings, &added, p));

    if (good && added) {
        char *file = renderings_file(syntax);

        good = renderings_write(plugin_data(syntax, data), syntax, renderings, p);
        if (good)
            printf("%s: %zu row%s added; check them\n", file, added, added == 1 ? "" : "s");
        free(file);
    }
    json_decref(renderings);
    *all += added;
    return good;
}

/* With plugins to theirs, as ids are. Cases are not read: those of the table of types have a
 * problem until this is done. */
static bool add_renderings(const char *data, problems *p)
{
    corpus *c = corpus_new(data);
    json_t *types = types_table_json(data, p);
    size_t all = 0;
    bool good = corpus_load_renderings(c, p);

    for (const fp_syntax *const *s = FP_SYNTAXES; *s && good; s++)
        if (!plugin_count() || plugin_of(*s))
            good = add_renderings_of(data, c, types, *s, &all, p);
    if (good && !all)
        puts("lint: no syntax lacks a row");
    json_decref(types);
    corpus_free(c);
    return good;
}

/* With plugins to theirs: the rest may be installed, and is not being worked on. */
static bool add_ids(const char *data, const corpus *c, problems *p)
{
    size_t added = 0, all = 0;
    bool good = true;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if (plugin_count() && !plugin_of(*s))
            continue;
        good = ids_add(plugin_data(*s, data), fp_syntax_id(*s), c, &added, p) && good;
        all += added;
    }
    if (!plugin_count()) {
        good = ids_add(data, "vault", c, &added, p) && good;
        all += added;
    }
    if (good && !all)
        puts("lint: no case lacks its id");
    return good;
}

/* Where the cases of families are. */
static const char FAMILIES[] = "corpus/families/";

/* A clause of its syntax that a case about layout may cite, for the remedy: its first; or NULL. */
static const clause *layout_clause(const spec *s, const fp_syntax *syntax)
{
    for (size_t i = 0; i < spec_clause_count(s); i++)
        if (spec_clause(s, i)->layout && spec_clause_of(spec_clause(s, i)->id, syntax))
            return spec_clause(s, i);
    return NULL;
}

static bool is_about_layout(const spec *s, const test_case *t)
{
    for (size_t i = 0; i < t->clause_count; i++) {
        const clause *cited = spec_find(s, t->clauses[i]);

        if (cited && cited->layout)
            return true;
    }
    return false;
}

static void bare_mark_problem(const spec *s, const test_case *t, const bare_mark *bare, problems *p)
{
    const clause *about = layout_clause(s, t->syntax);
    char *mark = visible_line(bare->written);
    char *before = visible_line(fp_str_of(bare->as->before));
    char *after = visible_line(fp_str_of(bare->as->after));

    problem(p, t->file, t->id,
            "a parser that needs the blanks of the template reads it otherwise, and it is not "
            "about layout: write %s%s%s in place of %s at byte %zu, or cite the clause that it is "
            "about (%s)",
            before, mark, after, mark, bare->offset,
            about ? about->id : "mark one \"Layout.\" in the spec");
    free(mark);
    free(before);
    free(after);
}

/* A case of a family may be wrong in one member alone. */
static void wrong_case_problem(const test_case *t, const difference *d, problems *p)
{
    const char *id = fp_syntax_id(t->syntax);

    if (strncmp(t->file, FAMILIES, strlen(FAMILIES)) != 0)
        problem(p, t->file, t->id, "the reference parser answers otherwise: %s", d->sentence);
    else
        problem(p, t->file, t->id,
                "the reference parser answers otherwise: %s: where that is right in %s, refuse the "
                "case with a reason in corpus/%s/family.json",
                d->sentence, id, id);
}

/* Each case, read in one piece: a spec whose cases its own parser contradicts is not finished. */
static void check_cases(const spec *s, const corpus *c, problems *p)
{
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);
        fp_outcome *outcome;
        difference d;
        bare_mark bare;

        if (!golden_holds(t, &outcome, &d))
            wrong_case_problem(t, &d, p);
        else if (s && !is_about_layout(s, t) && spacing_decides(t, outcome, &bare))
            bare_mark_problem(s, t, &bare, p);
        fp_outcome_free(outcome);
    }
}

/* Returns whether the line names the syntax: as a word, a folder, a file, or in the id of a clause.
 */
static bool names(const char *line, size_t len, const char *id)
{
    const size_t n = strlen(id);

    for (size_t at = 0; at + n <= len; at++) {
        const unsigned char before = (unsigned char)(at ? line[at - 1] : ' ');
        const unsigned char after = (unsigned char)(at + n < len ? line[at + n] : ' ');
        const bool clause_id =
            after == '-' && at + n + 1 < len && isdigit((unsigned char)line[at + n + 1]);

        if (strncasecmp(line + at, id, n) == 0 && !isalnum(before) && before != '-' &&
            !isalnum(after) && (after != '-' || clause_id))
            return true;
    }
    return false;
}

/* Prints the lines that name the syntax, NULL: all; returns how many problems they are, of all. */
static size_t print_problems(const char *lines, const fp_syntax *only, size_t all)
{
    size_t count = 0;

    for (const char *at = lines; *at;) {
        const size_t len = strcspn(at, "\n");

        if (!only || names(at, len, fp_syntax_id(only))) {
            fprintf(stderr, "%.*s\n", (int)len, at);
            count++;
        }
        at += len + (at[len] == '\n');
    }
    return only ? count : all;
}

static int conclude(const spec *s, const corpus *c, const fp_syntax *only, size_t all, size_t shown)
{
    const char *of = only ? fp_syntax_id(only) : "", *comma = only ? ": " : "";

    if (!shown && !only)
        printf("lint: %zu clauses, %zu cases, %zu examples: no problems\n", spec_clause_count(s),
               corpus_total(c), spec_example_count(s));
    else if (!shown)
        printf("lint: %s: no problems\n", of);
    else
        printf("lint: %s%s%zu problem%s\n", of, comma, shown, shown == 1 ? "" : "s");
    if (all > shown)
        printf("lint: %zu more that do not name it\n", all - shown);
    return shown ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

/* The cases of readers of partial JSON, where the data directory has them. */
static void check_partial(const char *data, const spec *s, problems *p)
{
    char *folder = xformat("%s/corpus/%s", data, PARTIAL_SUBJECT);
    partial_cases *c = path_is_folder(folder) ? partial_cases_load(data, p) : NULL;

    if (c)
        partial_cases_check(c, s, p);
    partial_cases_free(c);
    free(folder);
}

/* The same for executors of response templates. */
static void check_templates(const char *data, const spec *s, problems *p)
{
    char *folder = xformat("%s/corpus/%s", data, TEMPLATE_SUBJECT);
    template_cases *c = path_is_folder(folder) ? template_cases_load(data, s, p) : NULL;

    if (c)
        template_cases_check(c, s, p);
    template_cases_free(c);
    free(folder);
}

/* Prints the problems, whichever file they are in; only: those that name this syntax, NULL: all.
 * Where something cannot be read at all, that comes first. */
static int lint(const char *data, const additions *add, const fp_syntax *only)
{
    char *lines = NULL;
    size_t size = 0;
    problems found = { .out = xmemstream(&lines, &size) }, *p = &found;
    spec *s = spec_load(data, p);
    bool added = !add->renderings || add_renderings(data, p);
    corpus *c = corpus_load(data, p);

    if (c && add->ids)
        added = add_ids(data, c, p) && added;

    if (s && c) {
        spec_check(s, c, p);
        check_partial(data, s, p);
        check_templates(data, s, p);
    }
    if (c) {
        equivalence_check(data, c, p);
        check_cases(s, c, p);
    }
    xmemstream_close(p->out, &lines);

    const size_t shown = print_problems(lines, s && c ? only : NULL, p->count);
    int code = EXIT_UNEXPECTED;

    if (s && c)
        code = conclude(s, c, only, p->count, shown);
    else
        printf("lint: %zu problem%s\n"
               "lint: what could not be read has to be put right before the rest is checked\n",
               p->count, p->count == 1 ? "" : "s");
    free(lines);
    corpus_free(c);
    spec_free(s);
    return added ? code : EXIT_ADAPTER;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { .by = "lint" };
    char *data;
    const fp_syntax *only = NULL;
    additions add = { 0 };
    const char *template = NULL, *format = NULL;
    int option, code;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == OPT_TEMPLATE)
            template = optarg;
        if (option == OPT_FORMAT)
            format = optarg;
        add.ids = add.ids || option == OPT_ADD_IDS;
        add.renderings = add.renderings || option == OPT_ADD_RENDERINGS;
        if (option == OPT_SYNTAX && given_syntax(self, optarg, &only))
            return EXIT_USAGE;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (optind < argc)
        return command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    if (template && (only || add.ids || add.renderings))
        return command_usage_error(self, "--template goes with --format alone");
    if (format && !template)
        return command_usage_error(self, "--format is of --template");
    if (template)
        return template_lint(template, format && strcmp(format, "json") == 0);
    data = data_dir(&p);
    if (!data)
        return EXIT_USAGE;
    code = lint(data, &add, only);
    free(data);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost lint --syntax hermes", "only the problems of one syntax" },
    { "fencepost lint --template tokenizer_config.json", "what its author should know" },
    { NULL, NULL },
};

const command CMD_LINT = {
    .name = "lint",
    .summary = "check that specs, cases and parsers agree; or a template",
    .usage = "[--add-renderings] [--add-ids] [--syntax S]\n"
             "--template FILE [--format F]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "There are problems.",
    .examples = EXAMPLES,
};
