/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_man.c: `fencepost man`: prints the manual pages, from the table of commands. */
#include "base/util.h"
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

/* Text as roff takes it: as it is. */
static void print_text(const char *text)
{
    for (const char *at = text; *at; at++) {
        const bool starts = at == text || at[-1] == '\n';

        if (starts && (*at == '.' || *at == '\''))
            fputs("\\&", stdout);
        if (*at == '\\')
            fputs("\\e", stdout);
        else if (*at == '-')
            fputs("\\-", stdout);
        else if (*at == '\'')
            fputs("\\(aq", stdout);
        else if (*at == '`')
            fputs("\\(ga", stdout);
        else if (*at == '^')
            fputs("\\(ha", stdout);
        else if (*at == '~')
            fputs("\\(ti", stdout);
        else
            putchar(*at);
    }
}

static void print_title(const char *dash, const char *name)
{
    printf(".TH FENCEPOST%s", dash);
    for (const char *at = name; *at; at++)
        putchar(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
    puts(" 1 \"\" \"fencepost " FP_VERSION "\" Fencepost");
}

/* -- a command ------------------------------------------------------------------------------- */

/* Each form of the usage. */
static void print_usage(const command *c)
{
    const char *at = c->usage;

    puts(".SH SYNOPSIS");
    do {
        char *line = xformat("%.*s", (int)strcspn(at, "\n"), at);

        printf("%s\\fBfencepost %s\\fR ", at == c->usage ? "" : ".br\n", c->name);
        print_text(line);
        putchar('\n');
        at += strlen(line);
        free(line);
    } while (*at++ == '\n');
}

static void print_options(const command *c)
{
    const command_option *o = command_option_at(c, 0);

    if (!o)
        return;
    puts(".SH OPTIONS");
    for (size_t i = 0; (o = command_option_at(c, i)); i++) {
        fputs(".TP\n\\fB\\-\\-", stdout);
        print_text(o->name);
        fputs("\\fR", stdout);
        if (o->argument) {
            fputs(" \\fI", stdout);
            print_text(o->argument);
            fputs("\\fR", stdout);
        }
        putchar('\n');
        print_text(o->help);
        putchar('\n');
    }
}

static void print_examples(const command *c)
{
    if (c->examples)
        puts(".SH EXAMPLES");
    for (const command_example *e = c->examples; e && e->line; e++) {
        fputs(".TP\n\\fB", stdout);
        print_text(e->line);
        puts("\\fR");
        print_text(e->what);
        putchar('\n');
    }
}

/* What each status means; unexpected: what 1 means, NULL: it does not occur. */
static void print_status(const char *unexpected)
{
    puts(".SH \"EXIT STATUS\"\n.TP\n0\nAll is as expected.");
    if (unexpected) {
        puts(".TP\n1");
        print_text(unexpected);
        putchar('\n');
    }
    puts(".TP\n2\nWrong usage, a file that cannot be read, or nothing was selected.\n"
         ".TP\n3\nThe parser under test could not be started, a plugin could not be loaded, or "
         "the output\ncould not be written.");
}

static const char ENVIRONMENT[] =
    ".SH ENVIRONMENT\n.TP\n\\fBFENCEPOST_DATA\\fR\nThe directory that holds corpus/ and spec/, in "
    "place of the one that was installed.\n"
    ".TP\n\\fBCOLUMNS\\fR\nHow wide a terminal is; without it, what the terminal says.\n"
    ".TP\n\\fBNO_COLOR\\fR\nIf it is set and not empty, nothing is shown in colour.";

static void print_page(const command *c)
{
    print_title("\\-", c->name);
    printf(".SH NAME\nfencepost\\-%s \\- ", c->name);
    print_text(c->summary);
    putchar('\n');
    print_usage(c);
    print_options(c);
    print_examples(c);
    print_status(c->unexpected);
    puts(ENVIRONMENT);
    puts(".SH SEE ALSO\n.BR fencepost (1)");
}

/* -- the program ----------------------------------------------------------------------------- */

static const char HEAD[] =
    ".SH NAME\nfencepost \\- tests parsers of tool calls, and shows where they differ\n"
    ".SH SYNOPSIS\n.nf\nfencepost \\fICOMMAND\\fR ...\n"
    "fencepost \\fB\\-\\-plugin\\fR \\fIFILE\\fR [\\fB\\-\\-plugin\\-data\\fR \\fIDIR\\fR] ... "
    "\\fICOMMAND\\fR ...\n.fi\n"
    ".SH DESCRIPTION\nFencepost holds parsers of the textual notations in which language models "
    "ask for "
    "tools against a\nspecification: golden cases, and laws such as that no cutting of a stream "
    "into "
    "chunks changes its meaning.\n.PP\n"
    "To test your own parser:\n.PP\n.nf\n.RS\nfencepost init python >adapter.py    # and fill in "
    "one "
    "function\nfencepost test \\-\\- python3 adapter.py\n.RE\n.fi\n.SH COMMANDS\n";

static const char TAIL[] =
    ".SH OPTIONS\n.TP\n\\fB\\-\\-plugin\\fR \\fIFILE\\fR\nA shared object with syntaxes of your "
    "own "
    "(fencepost/plugin.h), which every command then knows.\n"
    ".TP\n\\fB\\-\\-plugin\\-data\\fR \\fIDIR\\fR\nWhere the plugin's spec/ and corpus/ are; "
    "without it, "
    "in the folder of the plugin.\n"
    ".TP\n\\fB\\-\\-help\\fR\nWhat a command does.\n.TP\n\\fB\\-\\-version\\fR\nThe version.\n";

static void print_overview(void)
{
    print_title("", "");
    fputs(HEAD, stdout);
    for (const command *const *c = COMMANDS; *c; c++) {
        printf(".TP\n.BR fencepost\\-%s (1)\n", (*c)->name);
        print_text((*c)->summary);
        putchar('\n');
    }
    fputs(TAIL, stdout);
    print_status("There are unexpected results.");
    puts(ENVIRONMENT);
    puts(".SH \"SEE ALSO\"");
    for (const command *const *c = COMMANDS; *c; c++)
        printf(".BR fencepost\\-%s (1)%s\n", (*c)->name, c[1] ? "," : "");
}

static int run(const command *self, int argc, char **argv)
{
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        ;
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind > 1)
        return command_usage_error(self, "takes one command, and was given %d", argc - optind);
    if (optind == argc) {
        print_overview();
        return EXIT_AS_EXPECTED;
    }
    for (const command *const *c = COMMANDS; *c; c++)
        if (strcmp((*c)->name, argv[optind]) == 0) {
            print_page(*c);
            return EXIT_AS_EXPECTED;
        }
    return command_unknown(self->name, argv[optind]);
}

static const command_example EXAMPLES[] = {
    { "fencepost man test | man -l -", "read a page that is not installed" },
    { NULL, NULL },
};

const command CMD_MAN = {
    .name = "man",
    .summary = "print the manual page of a command, or of the program",
    .usage = "[COMMAND]",
    .options = NULL,
    .run = run,
    .examples = EXAMPLES,
};
