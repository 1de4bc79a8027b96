/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_express.c: `fencepost express`: prints the expressibility table for the terminal, as Markdown
 * (spec/ has a copy), or as JSON.
 */
#include "command/command.h"
#include "generate/express_table.h"

#include <fencepost/json.h>

#include <string.h>

enum { OPT_FORMAT };

static const command_option OPTIONS[] = {
    [OPT_FORMAT] = { "format", "F", "tty, markdown or json (default: tty)" },
    { NULL, NULL, NULL },
};

/* -- formats --------------------------------------------------------------------------------- */

/* Columns are numbered, for eleven ids are wider than any terminal. */
static void print_tty(const express_table *t)
{
    for (size_t s = 0; s < t->syntaxes; s++)
        printf("%3zu  %s\n", s + 1, fp_syntax_id(t->columns[s]));
    printf("\n%-24s", "");
    for (size_t s = 0; s < t->syntaxes; s++)
        printf("%7zu", s + 1);
    putchar('\n');
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        printf("%-24s", FEATURES[f].id);
        for (size_t s = 0; s < t->syntaxes; s++)
            printf("%7s", expressed_word(express_table_cell(t, f, s)));
        putchar('\n');
    }
}

/* A witness between backticks that it does not hold, cut where it is long. */
static void print_witness(const char *witness)
{
    enum { SHOWN = 100 };
    size_t len = strlen(witness);
    const bool cut = len > SHOWN;

    for (len = cut ? SHOWN : len; cut && ((unsigned char)witness[len] & 0xC0) == 0x80; len--)
        ;
    printf("`` %.*s%s ``", (int)len, witness, cut ? "…" : "");
}

static void print_refusals(const express_table *t, size_t syntax)
{
    printf("\n## %s\n\n", fp_syntax_id(t->columns[syntax]));
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        const expressed *e = express_table_cell(t, f, syntax);

        if (!e->witness)
            continue;
        printf("- **%s** (%s, %zu of %zu): ", FEATURES[f].id, expressed_word(e), e->carried,
               e->tried);
        print_witness(e->witness);
        printf(", %s: %s\n", e->clause ? e->clause : "LOST", e->reason);
    }
}

static void print_markdown(const express_table *t)
{
    puts(
        "# What each syntax can carry\n\n"
        "Measured, not claimed: `fencepost express --format markdown` writes this file, and a test "
        "holds it true. Each\nfeature comes with calls that have it and little else, rendered in "
        "each syntax and parsed again, under\n`types: schema` with "
        "`corpus/catalogues/express.json`. *yes*: all came back as they were; *no*: the renderer\n"
        "refuses all; *partly*: some. After the table stands the shortest call that each syntax "
        "refuses, and the clause.\n");
    printf("| a call with |");
    for (size_t s = 0; s < t->syntaxes; s++)
        printf(" %s |", fp_syntax_id(t->columns[s]));
    printf("\n|---|");
    for (size_t s = 0; s < t->syntaxes; s++)
        printf("---|");
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        printf("\n| %s (%s) |", FEATURES[f].title, FEATURES[f].id);
        for (size_t s = 0; s < t->syntaxes; s++)
            printf(" %s |", expressed_word(express_table_cell(t, f, s)));
    }
    putchar('\n');
    for (size_t s = 0; s < t->syntaxes; s++)
        print_refusals(t, s);
}

static void write_cell(fp_json *json, const expressed *e)
{
    fp_json_raw(json, "{\"verdict\":\"");
    fp_json_raw(json, expressed_word(e));
    fp_json_raw(json, "\",\"tried\":");
    fp_json_number(json, e->tried);
    fp_json_raw(json, ",\"carried\":");
    fp_json_number(json, e->carried);
    fp_json_raw(json, ",\"lost\":");
    fp_json_number(json, e->lost);
    if (e->witness) {
        fp_json_raw(json, ",\"witness\":");
        fp_json_raw(json, e->witness);
        fp_json_raw(json, ",\"clause\":");
        fp_json_string(json, fp_str_of(e->clause ? e->clause : ""));
        fp_json_raw(json, ",\"reason\":");
        fp_json_string(json, fp_str_of(e->reason));
    }
    fp_json_raw(json, "}");
}

static void print_json(const express_table *t)
{
    fp_json json = { 0 };

    fp_json_raw(&json, "{\"features\":[");
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        fp_json_raw(&json, f ? ",\n{\"id\":" : "\n{\"id\":");
        fp_json_string(&json, fp_str_of(FEATURES[f].id));
        fp_json_raw(&json, ",\"title\":");
        fp_json_string(&json, fp_str_of(FEATURES[f].title));
        fp_json_raw(&json, ",\"syntaxes\":{");
        for (size_t s = 0; s < t->syntaxes; s++) {
            fp_json_raw(&json, s ? "," : "");
            fp_json_string(&json, fp_str_of(fp_syntax_id(t->columns[s])));
            fp_json_raw(&json, ":");
            write_cell(&json, express_table_cell(t, f, s));
        }
        fp_json_raw(&json, "}}");
    }
    fp_json_raw(&json, "\n]}\n");
    need_memory(!json.failed);
    fwrite(json.ptr, 1, json.len, stdout);
    fp_json_free(&json);
}

static const struct {
    const char *name;
    void (*print)(const express_table *t);
} FORMATS[] = {
    { "tty", print_tty },
    { "markdown", print_markdown },
    { "json", print_json },
};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS };

/* -- the command ----------------------------------------------------------------------------- */

static int print_table(size_t format)
{
    problems p = { .by = "express" };
    express_table t;
    bool lost;

    if (!express_table_measure(&t, &p))
        return EXIT_USAGE;
    FORMATS[format].print(&t);
    if (t.lost)
        fprintf(stderr, "fencepost express: %zu calls came back as something else\n", t.lost);
    lost = t.lost > 0;
    express_table_free(&t);
    return lost ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    size_t format = 0;
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0) {
        for (format = 0; format + 1 < FORMAT_COUNT && strcmp(optarg, FORMATS[format].name) != 0;)
            format++;
    }
    if (option == -2)
        return EXIT_USAGE;
    if (optind < argc)
        return command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    return print_table(format);
}

const command CMD_EXPRESS = {
    .name = "express",
    .summary = "print which feature of a call survives in which syntax",
    .usage = "[--format F]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "A call came back as something else.",
};
