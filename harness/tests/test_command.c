/* SPDX-License-Identifier: Apache-2.0 */
/* test_command.c: options as the rows describe them. */
#include "command/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OPT_ALL, OPT_SYNTAX };

static const command_option OPTIONS[] = {
    [OPT_ALL] = { "all", NULL, "all of them" },
    [OPT_SYNTAX] = { "syntax", "S", "this one" },
    { NULL, NULL, NULL },
};

static const command COMMAND = {
    .name = "frob", .summary = "Frobs.", .usage = "[--all] FILE", .options = OPTIONS
};

enum { MAX_ARGS = 8 };

typedef struct row {
    const char *name;
    const char *args[MAX_ARGS]; /* after the command's name; ended by NULL */
    const char *answers;        /* "a" for --all, "s=VALUE" for --syntax, "!" for a wrong one */
    const char *operands;
} row;

static const row ROWS[] = {
    { "none", { NULL }, "", "" },
    { "operands", { "x", "y", NULL }, "", "x y " },
    { "options", { "--all", "--syntax", "caret", NULL }, "a s=caret ", "" },
    { "value after =", { "--syntax=a=b", NULL }, "s=a=b ", "" },
    { "beginning of a name", { "--syn", "x", NULL }, "s=x ", "" },
    { "options after operands", { "x", "--all", "y", NULL }, "a ", "x y " },
    { "end of options", { "--all", "--", "--all", "x", NULL }, "a ", "--all x " },
    { "a dash is an operand", { "-", NULL }, "", "- " },
    { "unknown", { "--al1", NULL }, "!", NULL },
    { "unknown letter", { "-a", NULL }, "!", NULL },
    { "unknown after a right one", { "--all", "-xyz", NULL }, "a !", NULL },
    { "value is missing", { "--syntax", NULL }, "!", NULL },
    { "value for none", { "--all=1", NULL }, "!", NULL },
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* Writes the answers to out; returns the last one. */
static int read_options(FILE *out, int argc, char **argv)
{
    int option;

    optind = 0;
    while ((option = command_next_option(&COMMAND, argc, argv)) >= 0) {
        if (option == OPT_ALL)
            fputs("a ", out);
        else
            fprintf(out, "s=%s ", optarg);
    }
    if (option == -2)
        fputc('!', out);
    return option;
}

static void reads_options(void **state)
{
    const row *r = *state;
    char *argv[MAX_ARGS + 2] = { (char *)(uintptr_t) "frob" };
    char *answers, *operands;
    size_t answers_len, operands_len;
    FILE *out = open_memstream(&answers, &answers_len);
    FILE *rest = open_memstream(&operands, &operands_len);
    int argc = 1;

    for (; r->args[argc - 1]; argc++)
        argv[argc] = (char *)(uintptr_t)r->args[argc - 1];

    const int last = read_options(out, argc, argv);

    for (int i = optind; last == -1 && i < argc; i++)
        fprintf(rest, "%s ", argv[i]);
    fclose(out);
    fclose(rest);
    assert_string_equal(answers, r->answers);
    if (r->operands)
        assert_string_equal(operands, r->operands);
    free(answers);
    free(operands);
}

static void helps(void **state)
{
    char *text;
    size_t len;
    FILE *out = open_memstream(&text, &len);

    (void)state;
    command_help(&COMMAND, out);
    fclose(out);
    assert_string_equal(text, "usage: fencepost frob [--all] FILE\n\nFrobs.\n\noptions:\n"
                              "  --all       all of them\n  --syntax S  this one\n");
    free(text);
}

int main(void)
{
    enum { FIRST = 1 };
    struct CMUnitTest tests[FIRST + ROW_COUNT] = {
        cmocka_unit_test(helps),
    };

    for (size_t i = 0; i < ROW_COUNT; i++)
        tests[FIRST + i] = (struct CMUnitTest){ ROWS[i].name, reads_options, NULL, NULL,
                                                (void *)(uintptr_t)&ROWS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
