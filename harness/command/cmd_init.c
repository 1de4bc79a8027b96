/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_init.c: `fencepost init`: prints an adapter to start from, or writes the skeleton of a
 * syntax. */
#include "base/util.h"
#include "command/choices.h"
#include "command/init_syntax.h"
#include "command/options.h"

#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_SHAPE, OPT_FAMILY };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S",
                     "the syntax that the parser reads (default: caret; for an engine hermes)" },
    [OPT_SHAPE] = { "shape", "SHAPE",
                    "openai: for an engine's parser, in Python, whose answers are deltas of a chat "
                    "completion" },
    [OPT_FAMILY] = { "family", "F",
                     "of a skeleton: the family that it is a member of, whose clauses and cases it "
                     "then has (tags)" },
    { NULL, NULL, NULL },
};

typedef struct template_file {
    const char *language;
    const char *file;
    const char *usual; /* what it has for the syntax */
} template_file;

/* One for each of the choices. */
static const template_file TEMPLATES[] = {
    { "python", "adapter.py", "\"caret\"" },
    { "node", "adapter.js", "\"caret\"" },
    { "c", "adapter.c", "\"caret\"" },
    { "sh", "adapter.sh", "\"caret\"" },
};

static const template_file ENGINE = { "python", "engine.py", "\"hermes\"" };

static const template_file *file_for(const char *language)
{
    for (size_t i = 0; i < sizeof TEMPLATES / sizeof *TEMPLATES; i++)
        if (strcmp(TEMPLATES[i].language, language) == 0)
            return &TEMPLATES[i];
    return NULL;
}

/* Prints the template, with the syntax in place of the usual one. */
static void print_with(fp_str template, const char *usual, const fp_syntax *syntax)
{
    const char *found = strstr(template.ptr, usual);
    const size_t before = found && syntax ? (size_t)(found - template.ptr) : template.len;

    fwrite(template.ptr, 1, before, stdout);
    if (before < template.len)
        printf("\"%s\"%s", fp_syntax_id(syntax), found + strlen(usual));
}

/* syntax: NULL for the usual one. */
static int print_template(const template_file *from, const fp_syntax *syntax)
{
    problems p = { .by = "init" };
    char *data = data_dir(&p);
    char *path = data ? xformat("%s/harness/templates/%s", data, from->file) : NULL;
    fp_str bytes;

    if (path && file_read(path, &bytes, &p)) {
        const fp_str text = xcopy(bytes); /* ended by NUL */

        print_with(text, from->usual, syntax);
        free((char *)(uintptr_t)text.ptr);
        free((char *)(uintptr_t)bytes.ptr);
    }
    free(path);
    free(data);
    return p.count ? EXIT_USAGE : EXIT_AS_EXPECTED;
}

static bool is_skeleton(const char *word)
{
    return strcmp(word, "syntax") == 0 || strcmp(word, "plugin") == 0;
}

/* The template of the one shape that there is. */
static int print_shape(const command *self, int count, char **words, const fp_syntax *syntax)
{
    if (count > 1 || (count && strcmp(words[0], ENGINE.language) != 0))
        return command_usage_error(self, "--shape is for python, and takes no other word");
    return print_template(&ENGINE, syntax);
}

static int run(const command *self, int argc, char **argv)
{
    const fp_syntax *syntax = NULL;
    int option;
    const template_file *file;
    const char *family = NULL, *shape = NULL;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        if (option == OPT_SYNTAX && given_syntax(self, optarg, &syntax))
            return EXIT_USAGE;
        if (option == OPT_FAMILY && !choices_have(choices_of(self->name, "family"), optarg))
            return choices_refuse(self, "family", optarg);
        if (option == OPT_SHAPE && !choices_have(choices_of(self->name, "shape"), optarg))
            return choices_refuse(self, "shape", optarg);
        if (option == OPT_FAMILY)
            family = optarg;
        if (option == OPT_SHAPE)
            shape = optarg;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind == 2 && is_skeleton(argv[optind])) {
        problems p = { .by = "init" };

        return init_syntax(argv[optind + 1], family, strcmp(argv[optind], "plugin") == 0, &p);
    }
    if (family)
        return command_usage_error(self, "--family is for `syntax` or `plugin` and an id");
    if (shape)
        return print_shape(self, argc - optind, argv + optind, syntax);
    if (argc - optind != 1 || is_skeleton(argv[optind]))
        return command_usage_error(self, "takes one language (python, node, c or sh), or `syntax` "
                                         "or `plugin` and an id");
    file = file_for(argv[optind]);
    return file ? print_template(file, syntax) : choices_refuse(self, NULL, argv[optind]);
}

static const command_example EXAMPLES[] = {
    { "fencepost init python --syntax hermes >adapter.py",
      "fill in parse(), then `fencepost test -- python3 adapter.py`" },
    { "fencepost init --shape openai >adapter.py",
      "the same for an engine: fill in stream(), which yields deltas of a chat completion" },
    { "fencepost init plugin my-tags",
      "a notation of your own: spec, row and cases to start from" },
    { "fencepost init syntax my-tags", "the same in Fencepost's source tree" },
    { "fencepost init syntax my-tags --family tags",
      "a member of a family, with more than 150 cases that the family has" },
    { NULL, NULL },
};

const command CMD_INIT = {
    .name = "init",
    .summary = "print an adapter to start from, or write the skeleton of a syntax",
    .usage = "python|node|c|sh [--syntax S] | --shape openai [--syntax S] | syntax|plugin ID "
             "[--family F]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
