/* SPDX-License-Identifier: Apache-2.0 */
/* notation_table.c: which parsers of which engines read which syntax, as tables. */
#include "command/notation_table.h"

#include "base/nearest.h"
#include "base/show.h"

#include <fencepost/syntax.h>

#include <stdio.h>
#include <stdlib.h>

static size_t count_of(const char *const *names)
{
    size_t count = 0;

    while (names[count])
        count++;
    return count;
}

/* -- Markdown -------------------------------------------------------------------------------- */

static void print_engines(const notations *n)
{
    puts("| engine | | its names are | read | covered |\n|---|---|---|---|---|");
    for (size_t i = 0; i < notations_engine_count(n); i++) {
        const inference_engine e = notations_engine(n, i);
        const char **all = notations_all_names(n, i), **rest = notations_uncovered(n, i);

        printf("| `%s` | %s | %s | %s | %zu of %zu |\n", e.id, e.title, e.names, e.source,
               count_of(all) - count_of(rest), count_of(all));
        free((void *)all);
        free((void *)rest);
    }
}

static void print_words(const char *const *words, const char *mark)
{
    for (size_t i = 0; words[i]; i++)
        printf("%s%s%s%s", i ? ", " : " ", mark, words[i], mark);
    fputs(" |", stdout);
}

static void print_syntax(const notations *n, const fp_syntax *syntax)
{
    const char **models = notations_models(n, syntax);

    if (!*models) { /* no model writes it by itself */
        free((void *)models);
        return;
    }
    printf("| [`%s`](%s.md) |", syntax->id, syntax->id);
    print_words(models, "");
    free((void *)models);
    for (size_t i = 0; i < notations_engine_count(n); i++) {
        const char **names = notations_names(n, i, syntax);

        print_words(names, "`");
        free((void *)names);
    }
    putchar('\n');
}

static void print_uncovered(const notations *n)
{
    puts("| engine | name | why not |\n|---|---|---|");
    for (size_t i = 0; i < notations_engine_count(n); i++) {
        const char **names = notations_uncovered(n, i);

        for (size_t k = 0; names[k]; k++)
            printf("| `%s` | `%s` | %s |\n", notations_engine(n, i).id, names[k],
                   notations_reason(n, i, names[k]));
        free((void *)names);
    }
}

void notation_table_print(const notations *n)
{
    const size_t count = notations_engine_count(n);

    puts("# Which parser of which engine reads which syntax\n\n"
         "Written by `fencepost list notations` from `corpus/engines.json` and the files "
         "`corpus/ID/engines.json`; a test holds it\nequal. `fencepost list syntaxes --engine "
         "vllm` shows one engine, and `fencepost test --as vllm:hermes -- WORKER` chooses\nthe "
         "syntax by the engine's name of its parser.\n");
    print_engines(n);
    puts("\n## Covered\n\nThe notations that models write. An empty cell: the engine has no parser "
         "of it under a name of "
         "its own.\n");
    fputs("| syntax | written by |", stdout);
    for (size_t i = 0; i < count; i++)
        printf(" %s |", notations_engine(n, i).title);
    fputs("\n|---|---|", stdout);
    for (size_t i = 0; i < count; i++)
        fputs("---|", stdout);
    putchar('\n');
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        print_syntax(n, *s);
    puts("\n## Not covered\n");
    print_uncovered(n);
    puts("\nCalls whose arguments are YAML are read by no engine and written by no model that we "
         "know of. "
         "One library prompts for them,\na mapping between two tags of the tool's name "
         "(`@ai-sdk-tool/parser`). A reader of a part of YAML would take other texts for\nstrings "
         "than "
         "those of YAML do, so it takes a whole one: [a plugin](../examples/fenced-yaml) shows "
         "such a "
         "notation, with libyaml.");
}

/* -- one engine ------------------------------------------------------------------------------ */

void notation_table_list(const notations *n, size_t index, const fp_syntax *only)
{
    const char **uncovered = notations_uncovered(n, index);

    show_text(stdout, "%-24s %-20s  %s\n", notations_engine(n, index).title, "syntax", "title");
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const char **names = notations_names(n, index, *s);

        for (size_t i = 0; names[i] && (!only || only == *s); i++)
            show_text(stdout, "%-24s %-20s  %s\n", names[i], (*s)->id, (*s)->title);
        free((void *)names);
    }
    for (size_t i = 0; uncovered[i] && !only; i++)
        show_text(stdout, "%-24s %-20s  %s\n", uncovered[i], "-",
                  notations_reason(n, index, uncovered[i]));
    free((void *)uncovered);
}

/* -- names that are wrong -------------------------------------------------------------------- */

int notation_refuse_engine(const command *self, const notations *n, const char *id)
{
    const char **ids = notations_engine_ids(n);
    char *question = nearest_question(id, "", ids, count_of(ids));

    command_usage_error(self, "there is no engine %s%s; `fencepost list notations` has them", id,
                        question);
    free(question);
    free((void *)ids);
    return EXIT_USAGE;
}

int notation_refuse_name(const command *self, const notations *n, size_t index, const char *name)
{
    const inference_engine e = notations_engine(n, index);
    const char *reason = notations_reason(n, index, name);
    const char **names = notations_all_names(n, index);
    char *question = nearest_question(name, "", names, count_of(names));

    if (reason)
        command_usage_error(self, "no syntax is what %s reads as %s: %s", e.title, name, reason);
    else
        command_usage_error(self,
                            "%s has no parser called %s%s; see `fencepost list syntaxes "
                            "--engine %s`",
                            e.title, name, question, e.id);
    free(question);
    free((void *)names);
    return EXIT_USAGE;
}
