/* SPDX-License-Identifier: Apache-2.0 */
/* dictionary.c: `dictionary FOLDER` writes FOLDER/TARGET.dict for each fuzz target: the words that
 * an engine puts into inputs, in the form that libFuzzer and AFL++ both read. It is built as the
 * library is, and needs no engine.
 */
#include "seed/decode.h"
#include "base/util.h"
#include "words.h"

#include <fencepost/syntax.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- words ------------------------------------------------------------------------------------- */

/* Both engines know no escape but \xNN, and AFL++ refuses a dictionary with a longer word. */
static void write_words(FILE *file, const char *const *words)
{
    enum { LONGEST = 128 };

    for (; *words; words++) {
        if (strlen(*words) > LONGEST)
            continue;
        fputc('"', file);
        for (const char *c = *words; *c; c++) {
            if (*c > ' ' && *c < 0x7F && *c != '"' && *c != '\\')
                fputc(*c, file);
            else
                fprintf(file, "\\x%02X", (unsigned)(unsigned char)*c);
        }
        fputs("\"\n", file);
    }
}

/* What matters in every syntax. */
static const char *const TEXTS[] = { "\n",      "\r\n",     "\n\n", "```",      "\n```\n", "~~~",
                                     "<think>", "</think>", "\xFF", "\xFF\xFF", NULL };

static void write_syntax(FILE *file, const fp_syntax *syntax)
{
    fp_derived derived = { 0 };

    write_words(file, xmarkers(syntax, &derived));
    write_words(file, xcompletions(syntax, &derived));
    fp_derived_free(&derived);
    write_words(file, TEXTS);
    for (size_t i = 0; i < CONTROL_COUNT; i++)
        fprintf(file, "\"\\xFE\\x%02X\"\n", control_op(i));
    for (const char *limit = LIMIT_LETTERS; *limit; limit++)
        fprintf(file, "\"\\xFE%c8;\"\n", *limit);
}

static void write_all_markers(FILE *file)
{
    fp_derived derived = { 0 };

    for (size_t i = 0; FP_SYNTAXES[i]; i++)
        write_words(file, xmarkers(FP_SYNTAXES[i], &derived));
    fp_derived_free(&derived);
}

/* -- targets that are not one syntax -------------------------------------------------------------
 */

/* What values are made of, and what parts them in an input. */
static const char *const VALUES[] = { "write",
                                      "path",
                                      "content",
                                      "\xFF",
                                      "\xFF\xFE\x03",
                                      "\xFF\xFE\x03[\"\"]",
                                      "\xFE\x03{\"a\":1}",
                                      "\n",
                                      "\r\n",
                                      "```",
                                      "null",
                                      "true",
                                      "-0",
                                      "1e400",
                                      "\\ud800",
                                      "<think>",
                                      "\xE2\x80\x8B",
                                      "\xFE\x02",
                                      NULL };

/* The second one is two bytes: FF, and the letter a. */
static const char *const VAULT_MARKS[] = { "\xFF",     "\377a\377", "\xFE\x10",
                                           "\xFE\x24", "\xFE\x30",  "\xFE\x31",
                                           "\xFE\x32", "\xFE\x33",  NULL };

/* Of whatever notation (suite/pieces.h). */
static const char *const PIECES[] = { "\xC2\xAB"
                                      "call f {\"k\": \"v\"}"
                                      "\xC2\xBB",
                                      "\xC2\xAB"
                                      "open f"
                                      "\xC2\xBB",
                                      "\xC2\xAB"
                                      "close f"
                                      "\xC2\xBB",
                                      "\xC2\xAB"
                                      "opener"
                                      "\xC2\xBB",
                                      "\xC2\xAB"
                                      "arg k \"v\""
                                      "\xC2\xBB",
                                      NULL };

/* What a JSON text is made of, and what readers of it before its end get wrong. */
static const char *const PARTIAL[] = {
    "{\"a\":", "\"__proto__\":", "[",    "]",        "}",        ",",        ":",    "true",
    "false",   "null",           "-",    "1.",       "1e",       "-0",       "\"\"", "\\u00",
    "\\ud83d", "\\ude00",        "\\\"", "\xC3\xA9", "\xF0\x9F", "\xED\xA0", " ",    NULL
};

#ifdef FUZZ_TEMPLATE
/* What a response template is made of. */
static const char *const TEMPLATE[] = { "\"fields\":{",
                                        "\"start_anchor\":",
                                        "\"start_anchor_pattern\":",
                                        "\"defaults\":{",
                                        "\"open\":",
                                        "\"open_pattern\":",
                                        "\"close\":",
                                        "\"close_pattern\":",
                                        "\"repeats\":true",
                                        "\"join\":\"\"",
                                        "\"optional\":false",
                                        "\"content\":\"json\"",
                                        "\"content\":\"xml-inline\"",
                                        "\"content\":\"kv-lines\"",
                                        "\"content\":\"int\"",
                                        "\"content_args\":{",
                                        "\"tag_pattern\":",
                                        "\"transform\":",
                                        "\"transform_each\":true",
                                        "\"{content}\"",
                                        "(?P<n>",
                                        "(?=",
                                        "(?!",
                                        "(?<=",
                                        "\\\\w+",
                                        "\\\\s*",
                                        "\\\\Z",
                                        ".*?",
                                        "{1,3}",
                                        NULL };
#endif

typedef struct target {
    const char *name;
    const char *const *words, *const *more; /* NULL: there are no more */
    bool markers;                           /* those of all syntaxes */
} target;

static const target TARGETS[] = {
    { "answer", ANSWER_WORDS, NULL, false },       { "casefile", CASEFILE_WORDS, NULL, false },
    { "catalogue", CATALOGUE_WORDS, NULL, false }, { "differential", VALUES, NULL, true },
    { "known", KNOWN_WORDS, NULL, false },         { "report", REPORT_WORDS, NULL, false },
    { "request", REQUEST_WORDS, NULL, false },     { "tables", TEXTS, PIECES, false },
    { "partial_json", PARTIAL, NULL, false },      { "vault", VAULT_WORDS, VAULT_MARKS, false },
    { "worker_diff", TEXTS, NULL, true },
#ifdef FUZZ_TEMPLATE
    { "template", TEMPLATE, NULL, false },
#endif
};

static void write_target(FILE *file, const target *t)
{
    if (t->markers)
        write_all_markers(file);
    write_words(file, t->words);
    if (t->more)
        write_words(file, t->more);
}

/* -- files ------------------------------------------------------------------------------------- */

/* Writes the words of a syntax, or else of a target; ends the program if they cannot be written. */
static void write_dictionary(const char *folder, const fp_syntax *syntax, const target *t)
{
    char *path = xformat("%s/%s.dict", folder, syntax ? syntax->id : t->name);
    FILE *file = fopen(path, "w");

    if (file && syntax)
        write_syntax(file, syntax);
    else if (file)
        write_target(file, t);
    if (!file || ferror(file) || fclose(file) != 0) {
        fprintf(stderr, "dictionary: %s cannot be written: %s\n", path, strerror(errno));
        exit(1);
    }
    free(path);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: dictionary FOLDER\n", stderr);
        return 2;
    }
    for (size_t i = 0; FP_SYNTAXES[i]; i++)
        write_dictionary(argv[1], FP_SYNTAXES[i], NULL);
    for (size_t i = 0; i < sizeof TARGETS / sizeof *TARGETS; i++)
        write_dictionary(argv[1], NULL, &TARGETS[i]);
    return 0;
}
