/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_lint.c: `fencepost lint`: proves that the specs, the corpus and the parsers agree. */
#include "base/plugin.h"
#include "command/command.h"
#include "judge/golden.h"
#include "suite/equivalence.h"
#include "suite/ids.h"
#include "suite/spec.h"

#include <stdlib.h>

enum { OPT_ADD_IDS };

static const command_option OPTIONS[] = {
    [OPT_ADD_IDS] = { "add-ids", NULL,
                      "first add the ids of new cases to corpus/ids.txt; with plugins, to "
                      "theirs only" },
    { NULL, NULL, NULL },
};

/* With plugins to theirs: the rest may be installed, and is not being worked on. */
static bool add_ids(const char *data, const corpus *c, problems *p)
{
    bool good = true;

    for (size_t i = 0; i < plugin_count(); i++)
        good = ids_add(plugin_at(i)->data, plugin_at(i), c, p) && good;
    return plugin_count() ? good : ids_add(data, NULL, c, p);
}

/* Each case, read in one piece: a spec whose cases its own parser contradicts is not finished. */
static void check_cases(const corpus *c, problems *p)
{
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);
        fp_outcome *outcome;
        difference d;

        if (!golden_holds(t, &outcome, &d))
            problem(p, t->file, t->id, "the reference parser answers otherwise: %s", d.sentence);
        fp_outcome_free(outcome);
    }
}

/* Says the problems, all of them, whichever file they are in. */
static int lint(const char *data, bool add, problems *p)
{
    spec *s = spec_load(data, p);
    corpus *c = corpus_load(data, p);
    const bool added = !c || !add || add_ids(data, c, p);

    if (s && c)
        spec_check(s, c, p);
    if (c) {
        equivalence_check(data, c, p);
        check_cases(c, p);
    }
    if (s && c && !p->count)
        printf("lint: %zu clauses, %zu cases, %zu examples: no problems\n", spec_clause_count(s),
               corpus_total(c), spec_example_count(s));
    else
        printf("lint: %zu problem%s\n", p->count, p->count == 1 ? "" : "s");
    if (!s || !c)
        puts("lint: what could not be read has to be put right before the rest is checked");
    corpus_free(c);
    spec_free(s);
    if (!added)
        return EXIT_ADAPTER;
    return p->count ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { 0 };
    char *data;
    bool add = false;
    int option, code;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        add = add || option == OPT_ADD_IDS;
    if (option == -2)
        return EXIT_USAGE;
    if (optind < argc)
        return command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    data = data_dir(&p);
    if (!data)
        return EXIT_USAGE;
    code = lint(data, add, &p);
    free(data);
    return code;
}

const command CMD_LINT = {
    .name = "lint",
    .summary = "check that specs, cases and parsers agree: every clause a case, every example true",
    .usage = "[--add-ids]",
    .options = OPTIONS,
    .run = run,
};
