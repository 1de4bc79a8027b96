/* SPDX-License-Identifier: Apache-2.0 */
/* help.c: the help of a command, from its row. */
#include "base/fill.h"
#include "base/show.h"
#include "base/util.h"
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

enum {
    MARGIN_MOST = 24, /* what is wider has its text below it */
    INDENT = 2,
    BELOW = 6,   /* where text is that is below its margin */
    NARROW = 60, /* a page on which there is no room beside margins */
};

/* The length of the first thing of a usage that is not to be broken: an option with its argument,
 * or all within brackets. */
static size_t piece_length(const char *usage)
{
    const bool option = *usage == '-';
    size_t depth = 0, at = 0, blanks = 0;

    for (; usage[at] && usage[at] != '\n'; at++) {
        depth += usage[at] == '[';
        depth -= usage[at] == ']' && depth;
        if (usage[at] != ' ' || depth)
            continue;
        if (!option || blanks++ || strchr("[-|", usage[at + 1]))
            break;
    }
    return at;
}

/* In one piece, if the page is wide enough for it. */
static void put_piece(fill *page, const char *text, size_t len)
{
    char *piece = xformat("%.*s", (int)len, text);

    if (page->indent + show_columns(piece) <= page->width)
        fill_word(page, text, len);
    else
        fill_text(page, piece);
    free(piece);
}

/* Each form of the usage on lines of its own. */
static void print_usage(const command *self, FILE *out)
{
    const char *at = self->usage;
    const char *before = "usage:";

    do {
        char *start = xformat("%s fencepost %s", before, self->name);
        fill page = fill_begin(out, show_columns(start) + 1);

        fill_margin(&page, start);
        for (; *at && *at != '\n'; at += strspn(at, " ")) {
            const size_t len = piece_length(at);

            put_piece(&page, at, len);
            at += len;
        }
        fill_end(&page);
        free(start);
        before = "      ";
    } while (*at++ == '\n');
}

/* "  --syntax S"; owned. */
static char *option_form(const command_option *option)
{
    return option->argument ? xformat("%*s--%s %s", INDENT, "", option->name, option->argument)
                            : xformat("%*s--%s", INDENT, "", option->name);
}

static void print_options(const command *self, FILE *out)
{
    const command_option *option;
    size_t width = 0;

    for (size_t i = 0; (option = command_option_at(self, i)); i++) {
        char *form = option_form(option);
        const size_t columns = show_columns(form);

        if (columns > width && columns <= MARGIN_MOST)
            width = columns;
        free(form);
    }
    if (command_option_at(self, 0))
        fputs("\noptions:\n", out);
    for (size_t i = 0; (option = command_option_at(self, i)); i++) {
        char *form = option_form(option);

        help_row(out, form, width + 2, option->help);
        free(form);
    }
}

void help_row(FILE *out, const char *margin, size_t column, const char *text)
{
    fill page = fill_begin(out, column);

    if (page.width < NARROW && column > BELOW)
        page.indent = BELOW;
    fill_margin(&page, margin);
    fill_text(&page, text);
    fill_end(&page);
}

void command_help(const command *self, FILE *out)
{
    print_usage(self, out);
    fputc('\n', out);
    help_row(out, "", 0, self->summary);
    print_options(self, out);
    if (self->examples)
        fputs("\nexamples:\n", out);
    for (const command_example *e = self->examples; e && e->line; e++) {
        fprintf(out, "%*s%s\n", INDENT, "", e->line);
        help_row(out, "", BELOW, e->what);
    }
}
