/* SPDX-License-Identifier: Apache-2.0 */
/* python-derive.c: the words that a notation of Python's calls is known by, and the pieces of its
 * blocks, from the table that it is read by. */
#include "core/derive.h"
#include "engines/python.h"

/* What calls have in them, and what is nearly such. */
static const char *const IN_CALLS[] = { "[f(a=\"x\", b=[1, None]), g()]",
                                        "f(a=1)",
                                        "f()",
                                        "(a=",
                                        "a='it\\'s'",
                                        ", b=-1.5",
                                        "{\"k\": True, \"l\": (1,)}",
                                        "'''",
                                        "\"\"\"",
                                        "\\u00e9",
                                        "\\x41\\101",
                                        "\\ud83d",
                                        "\\ude00",
                                        "True",
                                        "null",
                                        "1_000",
                                        ".5",
                                        "f\"x\"",
                                        "(1, 2)",
                                        "[",
                                        "]",
                                        "(",
                                        ")",
                                        "=",
                                        ", ",
                                        "\\",
                                        "'",
                                        "\"",
                                        "\n",
                                        NULL };

enum { IN_CALLS_COUNT = sizeof IN_CALLS / sizeof *IN_CALLS };

/* -- lists ---------------------------------------------------------------------------------------
 */

static const char *const *markers(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_python_table *table = syntax->table;
    const char **list =
        fp_derived_room(derived, IN_CALLS_COUNT + FP_PYTHON_OPENS + 1, sizeof(const char *));
    size_t count = 0;

    if (!list)
        return NULL;
    for (size_t i = 0; i < FP_PYTHON_OPENS && table->opens[i]; i++)
        list[count++] = table->opens[i];
    list[count++] = table->closes;
    for (size_t i = 0; IN_CALLS[i]; i++)
        list[count++] = IN_CALLS[i];
    return list;
}

/* A mark, as much of a list as is needed after it, and then this. */
static const char *list_with(fp_derived *derived, const fp_python_table *table, const char *mark,
                             const char *then)
{
    fp_json text = { 0 };

    fp_json_raw(&text, mark);
    fp_json_raw(&text, table->lines ? "" : "[");
    fp_json_raw(&text, then);
    return fp_derived_string(derived, &text);
}

static const char *const *completions(const fp_syntax *syntax, fp_derived *derived)
{
    enum { EACH = 2, OTHERS = 3 };
    const fp_python_table *table = syntax->table;
    const char **list =
        fp_derived_room(derived, EACH * FP_PYTHON_OPENS + OTHERS + 1, sizeof(const char *));
    size_t count = 0;

    if (!list)
        return NULL;
    for (size_t i = 0; i < FP_PYTHON_OPENS && table->opens[i]; i++) {
        list[count++] = list_with(derived, table, table->opens[i], "f(a=1");
        list[count++] = list_with(derived, table, table->opens[i], "f()");
    }
    list[count++] = table->lines ? "\nf(a=1" : ", f(a=1";
    list[count++] = table->closes;
    if (!table->lines)
        list[count++] = "]";
    return derived->failed ? NULL : list;
}

/* -- pieces ------------------------------------------------------------------------------------ */

static bool piece(const fp_syntax *syntax, fp_block_piece which, fp_str name, fp_json *text)
{
    const fp_python_table *table = syntax->table;
    const bool opens = which == FP_PIECE_OPEN || which == FP_PIECE_BARE_OPEN;
    const bool closes = which == FP_PIECE_CLOSE || which == FP_PIECE_BARE_CLOSE;

    if (opens || which == FP_PIECE_OPENER)
        fp_json_raw(text, table->layout.before);
    if (opens)
        fp_json_bytes(text, name);
    if (opens || closes)
        fp_json_raw(text, opens ? "(" : ")");
    if (closes || which == FP_PIECE_CLOSER)
        fp_json_raw(text, table->layout.after);
    return opens || closes || which == FP_PIECE_OPENER || which == FP_PIECE_CLOSER;
}

const fp_derive FP_PYTHON_DERIVE = { .completions = completions,
                                     .markers = markers,
                                     .piece = piece };
