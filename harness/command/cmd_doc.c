/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_doc.c: `fencepost doc`: writes a catalogue as usage text for a system prompt, in the notation
 * of a syntax; or the page of a response template.
 */
#include "command/by_template.h"
#include "command/doc_template.h"
#include "command/options.h"
#include "suite/doc.h"

#include <fencepost/syntax.h>

#include <stdlib.h>

enum { OPT_SYNTAX, OPT_POLICY, OPT_CATEGORY, OPT_TEMPLATE };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax to document (this or --template is needed)" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "the policies under which calls will be read" },
    [OPT_CATEGORY] = { "category", "NAME",
                       "only the tools of this category; may be given for several" },
    [OPT_TEMPLATE] = { "template", "FILE",
                       "in place of that write a page about this response template, or that of a "
                       "tokenizer_config.json: its fields, texts with their messages, and what "
                       "lint finds" },
    { NULL, NULL, NULL },
};

static int print_doc(const command *self, given *g, problems *p)
{
    fp_options options;
    fp_json text = { 0 };
    bool good;

    if (!given_load(g, p) || given_check_categories(self, g) != EXIT_AS_EXPECTED)
        return EXIT_USAGE;
    options = given_options(g, g->syntax);
    if (!g->policy_given[FP_TYPES])
        options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    good = doc_write(g->syntax, &options, &g->categories, &text, p);
    need_memory(!text.failed);
    fwrite(text.ptr, 1, text.len, stdout);
    fp_json_free(&text);
    return good ? EXIT_AS_EXPECTED : EXIT_UNEXPECTED;
}

/* A command_take: of a name that is not whole. */
static int refuse_template(const command *self, void *context, int option)
{
    (void)context;
    return command_usage_error(self, "write --%s whole", OPTIONS[option].name);
}

static int doc_as_asked(const command *self, given *g, int argc, char **argv)
{
    problems p = { .by = "doc" };

    if (given_read(self, g, argc, argv, refuse_template, NULL) != EXIT_AS_EXPECTED)
        return EXIT_USAGE;
    if (optind == argc)
        return command_usage_error(self, "say which catalogue to document");
    if (!fp_syntax_has_calls(g->syntax))
        return command_usage_error(self, "%s has no calls, so no tool can be documented for it",
                                   fp_syntax_id(g->syntax));
    for (; optind < argc; optind++)
        given_catalogue(g, argv[optind]);
    return print_doc(self, g, &p);
}

/* A command_take. */
static int take_for_template(const command *self, void *context, int option)
{
    return by_template_take(self, context, OPTIONS[option].name);
}

static int run_by_template(const command *self, int argc, char **argv)
{
    by_template b = { .goes_with = "no other option" };
    int status = command_read_options(self, argc, argv, take_for_template, &b);

    if (status == EXIT_AS_EXPECTED && optind < argc)
        status = command_usage_error(self, "with --template takes no catalogue, and was given %s",
                                     argv[optind]);
    if (status == EXIT_AS_EXPECTED)
        status = doc_template(b.template);
    by_template_free(&b);
    return status;
}

static int run(const command *self, int argc, char **argv)
{
    given g = { .limits = FP_LIMITS_DEFAULT };
    int status;

    if (by_template_asked(argc, argv))
        return run_by_template(self, argc, argv);
    status = doc_as_asked(self, &g, argc, argv);
    given_free(&g);
    return status;
}

const command CMD_DOC = {
    .name = "doc",
    .summary = "write the tools of a catalogue for a system prompt, or the page of a template",
    .usage = "--syntax S [--policy NAME=VALUE]… [--category NAME]… CATALOGUE…\n"
             "--template FILE",
    .options = OPTIONS,
    .run = run,
    .unexpected = "A tool cannot be called in the syntax.",
};
