/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_known.c: what holds of every file of known failures (spec/known-failures.md): it is read or
 * refused, the same way twice; a problem names the file and a line that is there; and an entry that
 * is written again from its words reads the same.
 */
#include "common.h"
#include "format.h"
#include "result/known_read.h"
#include "target.h"
#include "templates.h"
#include "words.h"

#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>

static const char FILE_NAME[] = "known.txt";
static const claim ERROR = { "ERROR", "spec/known-failures.md", "format known" };
static const claim INVARIANT = { "INVARIANT", "spec/known-failures.md", "format known" };
static const claim AGAIN = { "AGAIN", "spec/known-failures.md", "format known" };

/* A file, read. */
typedef struct reading {
    known_line *lines;
    size_t count;
    bool accepted;
    char *said; /* owned, NUL-terminated */
    size_t said_len;
} reading;

static reading read_file(fp_str bytes)
{
    reading r = { 0 };
    problems p = { .out = or_abort(open_memstream(&r.said, &r.said_len)) };

    r.accepted = known_lines_of(FILE_NAME, bytes, &r.lines, &r.count, &p);
    fclose(p.out);
    require(r.accepted == (p.count == 0), &ERROR,
            "it is refused without a problem, or not with one");
    return r;
}

static void reading_free(reading *r)
{
    known_lines_free(r->lines, r->count);
    free(r->said);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_entry(const known_line *a, const known_line *b)
{
    return a->entry == b->entry && same_text(a->id, b->id) && same_text(a->check, b->check) &&
           same_text(a->failure, b->failure) && same_text(a->quoted, b->quoted) &&
           same_text(a->message, b->message) && same_text(a->comment, b->comment) &&
           a->capped == b->capped && a->max == b->max;
}

static bool same_reading(const reading *a, const reading *b)
{
    bool same = a->accepted == b->accepted && a->count == b->count;

    for (size_t i = 0; same && i < a->count; i++)
        same = same_entry(&a->lines[i], &b->lines[i]);
    return same;
}

/* Each problem is one line: "known.txt: line N: …", or is about the file as a whole. */
static void check_said(const reading *r)
{
    static const char WHOLE[] = "known.txt: it is not UTF-8 text\n", LINE[] = "known.txt: line ";
    const char *line = r->said;

    require(r->said_len > 0, &ERROR, "it is refused, and no problem is said");
    while (*line) {
        const char *end = strchr(line, '\n');
        char *behind = NULL;
        unsigned long number = 0;

        require(end != NULL, &ERROR, "a problem does not end with its line");
        if (strncmp(line, WHOLE, sizeof WHOLE - 1) != 0) {
            require(strncmp(line, LINE, sizeof LINE - 1) == 0, &ERROR,
                    "a problem does not name file and line");
            number = strtoul(line + sizeof LINE - 1, &behind, 10);
            require(*behind == ':' && number >= 1 && number <= r->count, &ERROR,
                    "a problem names a line that is not there");
        }
        line = end + 1;
    }
}

static void check_entry(const known_line *line)
{
    const bool pattern = line->entry && (strpbrk(line->id, "*?") || strpbrk(line->check, "*?") ||
                                         strpbrk(line->failure, "*?"));

    require(!line->entry || (line->check && line->failure), &INVARIANT,
            "an entry has no check, or no class");
    require(line->entry || !line->quoted, &INVARIANT, "a message without an entry");
    require(!pattern || line->capped, &INVARIANT, "a pattern without a cap");
    require(!line->comment || *line->comment == '#', &INVARIANT,
            "a comment that does not begin with #");
    require(line->capped || line->max == 1, &INVARIANT, "a number without a cap");
}

/* The file as its words say it, one blank between them. */
static fp_json written(const reading *r)
{
    fp_json out = { 0 };

    for (size_t i = 0; i < r->count; i++) {
        const known_line *line = &r->lines[i];
        const char *const words[] = { line->id, line->check, line->failure };

        for (size_t w = 0; line->entry && w < 3; w++) {
            fp_json_raw(&out, words[w]);
            fp_json_raw(&out, " ");
        }
        if (line->capped) {
            fp_json_raw(&out, "max ");
            fp_json_number(&out, line->max);
        }
        fp_json_raw(&out, line->quoted ? line->quoted : "");
        fp_json_raw(&out, line->comment ? line->comment : "");
        fp_json_raw(&out, "\n");
    }
    if (canary_planted() && out.len) /* the planted fault: the last line is lost */
        for (out.len--; out.len && out.ptr[out.len - 1] != '\n';)
            out.len--;
    return out;
}

static void check_written(const reading *r)
{
    fp_json text = written(r);
    char *copy = exact_copy(text.ptr, text.len);
    reading again = read_file((fp_str){ copy, text.len });

    require(same_reading(&again, r), &AGAIN,
            canary_planted() ? "the planted fault is noticed"
                             : "written again, it reads as something else");
    reading_free(&again);
    free(copy);
    fp_json_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = exact_copy(data, size);
    const fp_str bytes = { copy, size };
    reading first = read_file(bytes), second = read_file(bytes);

    require(same_reading(&first, &second) && strcmp(first.said, second.said) == 0, &AGAIN,
            "the second reading is another");
    if (!first.accepted)
        check_said(&first);
    for (size_t i = 0; first.accepted && i < first.count; i++)
        check_entry(&first.lines[i]);
    if (first.accepted)
        check_written(&first);
    reading_free(&first);
    reading_free(&second);
    free(copy);
    return 0;
}

/* -- inputs from a seed ---------------------------------------------------------------------- */

static const char *const DOCUMENTS[] = {
    "# what we know\n\ncaret/fence/two golden wrong/value # since 2.1\n",
    "caret/fence/* CHUNK wrong/* max 3 \"the call is \\\"lost\\\"\" # us\nxml/a/a golden crash\n",
    "caret/multiline/empty golden refused\ncaret/multiline/empty golden wrong/text\n",
    "\t a/b/c  TOTAL\ttimeout \"with \\\\ and # inside\"#comment\r\n",
    "*/name/* * * max 120\n\n   # nothing\n",
    NULL
};

static const templates TEMPLATES = { DOCUMENTS, KNOWN_WORDS };

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    return templates_input(&TEMPLATES, seed, data, cap);
}
