/* SPDX-License-Identifier: Apache-2.0 */
/* fill.c: fills lines word by word. */
#include "base/fill.h"

#include "base/show.h"
#include "base/terminal.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

fill fill_begin(FILE *out, size_t indent)
{
    return (fill){ .out = out, .indent = indent, .width = terminal_page(out) };
}

void fill_end(fill *f)
{
    if (f->column)
        fputc('\n', f->out);
    f->column = 0;
}

static void pad(fill *f, size_t column)
{
    for (; f->column < column; f->column++)
        fputc(' ', f->out);
}

void fill_margin(fill *f, const char *text)
{
    fputs(text, f->out);
    f->column += show_columns(text);
    if (f->column + 1 > f->indent)
        fill_end(f);
    pad(f, f->indent);
}

void fill_word(fill *f, const char *word, size_t len)
{
    char *text = xformat("%.*s", (int)len, word);
    const size_t columns = show_columns(text);

    if (f->column > f->indent && f->column + 1 + columns > f->width)
        fill_end(f);
    if (f->column > f->indent)
        pad(f, f->column + 1);
    else
        pad(f, f->indent);
    fputs(text, f->out);
    f->column += columns;
    free(text);
}

/* One line of the text. */
static void fill_line(fill *f, const char *line, size_t len)
{
    const size_t usual = f->indent, blanks = strspn(line, " ");

    if (!f->column)
        f->indent += blanks;
    for (size_t at = 0; at < len;) {
        const size_t word = strcspn(line + at, " \n");

        if (word)
            fill_word(f, line + at, word);
        at += word + 1;
    }
    f->indent = usual;
}

void fill_text(fill *f, const char *text)
{
    while (*text) {
        const size_t len = strcspn(text, "\n");

        fill_line(f, text, len);
        text += len;
        if (!*text)
            return;
        text++;
        if (!f->column)
            fputc('\n', f->out);
        fill_end(f);
    }
}
