/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_tables.c: the engines of reference/engines/ over notations that nobody has written: the laws
 * hold of them too. The first line of an input is the number of the notation (notation.h), which is
 * made for this input and freed after it; what follows is text for it, in two gears (gears.h), in
 * which the pieces of suite/pieces.h stand for whatever the marks are. Tokens and prefixes would be
 * more of the first line.
 */
#include "base/hash.h"
#include "base/rng.h"
#include "base/util.h"
#include "gears.h"
#include "marked_text.h"
#include "seed/mutate.h"
#include "mutate_libfuzzer.h"
#include "notation.h"
#include "suite/pieces.h"
#include "target.h"

#include <jansson.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Made once, by LLVMFuzzerInitialize(): an engine hands no context to its targets. */
static decode_tools tools;
static decode_room room;
static gears both;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    json_object_seed(1); /* or hashes, and with them coverage, differ from run to run */
    tools = decode_tools_read();
    both = gears_open(NULL, "format tables", *argc, *argv);
    return 0;
}

/* How long the first line is, with its end. */
static size_t line_length(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;

    return end ? (size_t)(end - data) + 1 : size;
}

/* Whatever the line is, it means a notation. */
static notation *notation_of(const uint8_t *line, size_t len)
{
    return notation_new(hash_bytes(HASH_START, line, len));
}

/* The text with its pieces filled in; as it is if one cannot be. */
static void fill(const fp_syntax *row, const uint8_t *data, size_t size, fp_json *text)
{
    const fp_str raw = { size ? (const char *)data : "", size };
    char *why = NULL;

    if (!pieces_in(raw) || !pieces_fill(row, raw, NULL, text, &why)) {
        text->len = 0;
        fp_json_bytes(text, raw);
    }
    need_memory(!text->failed);
    free(why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t line = line_length(data, size);
    notation *n = notation_of(data, line);
    const fp_syntax *row = notation_row(n);
    fp_json text = { 0 };
    decoded d;

    fill(row, data + line, size - line, &text);
    d = decode_in(&room, row, &tools, (const uint8_t *)text.ptr, text.len);
    gears_take(&both, row);
    gears_run(&both, &d);
    gears_take(&both, NULL);
    fp_json_free(&text);
    notation_free(n);
    return 0;
}

/* -- inputs ------------------------------------------------------------------------------------ */

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    enum { FAR = 7919 }; /* neighbours have other notations */
    char first[24];
    const size_t line =
        (size_t)snprintf(first, sizeof first, "%" PRIu64 "\n", seed * FAR % 1000003);
    notation *n = notation_of((const uint8_t *)first, line);
    size_t len = 0;

    if (line <= cap) {
        memcpy(data, first, line);
        len = line + marked_text(notation_row(n), seed, data + line, cap - line);
    }
    notation_free(n);
    return len;
}

/* The text changes; the notation stays as a rule. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    enum { OTHER = 16 };
    const size_t line = line_length(data, size);
    notation *n;
    mutating what;
    size_t len;

    if (line >= max_size || rng_mix(seed) % OTHER == 0)
        return fuzz_generate(seed, data, max_size);
    n = notation_of(data, line);
    what = (mutating){ .syntax = notation_row(n),
                       .kinds = MUTATE_ALL,
                       .input = { (const char *)data + line, size - line } };
    len = line + mutate(&what, seed, data + line, max_size - line);
    notation_free(n);
    return len;
}
