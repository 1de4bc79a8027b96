/* SPDX-License-Identifier: Apache-2.0 */
/* cuts.c: the ways in which a text is cut for a parser that cannot be cloned (LAW-2.2). */
#include "law/cuts.h"

#include "base/hashes.h"
#include "base/rng.h"
#include "base/util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG_INPUT = 65536, /* bytes; above it, only few and large pieces */
    SIZE_MAX_UNITS = 16,
    RANDOM_CUTS = 4,  /* at most, in half of the random cuttings */
    RANDOM_SIZE = 24, /* the longest piece in the other half */
    RANDOM_SIZE_LONG = LONG_INPUT,
    AROUND_EDGE = 16, /* bytes on each side of a marker's edge that tell it from another one */
    LAST_EDGES = 4
};

const cut_plan CUT_PLAN_DEFAULT = { .unit = UNIT_CODEPOINT,
                                    .two_way_max = 1024,
                                    .spread = 64,
                                    .three_way_max = 24,
                                    .random = 16,
                                    .seed = 1 };

/* -- units ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *one_by_one;
} UNITS[UNIT_COUNT] = {
    [UNIT_BYTE] = { "byte", "one byte at a time" },
    [UNIT_CODEPOINT] = { "codepoint", "one character at a time" },
    [UNIT_UTF16] = { "utf16", "one UTF-16 unit at a time" },
};

const char *unit_name(unit u)
{
    return UNITS[u].name;
}

bool unit_find(fp_str name, unit *u)
{
    for (unsigned i = 0; i < UNIT_COUNT; i++) {
        if (fp_str_equal(fp_str_of(UNITS[i].name), name)) {
            *u = (unit)i;
            return true;
        }
    }
    return false;
}

/* The length of the character that begins at an offset: of its UTF-8 sequence (RFC 3629), or 1. */
static size_t character(fp_str input, size_t at)
{
    const unsigned char *b = (const unsigned char *)input.ptr + at;
    const size_t len = b[0] < 0xC2 ? 1 : b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : b[0] < 0xF5 ? 4 : 1;

    if (len > input.len - at)
        return 1;
    for (size_t i = 1; i < len; i++) {
        if ((b[i] & 0xC0) != 0x80)
            return 1;
    }
    /* Overlong forms, surrogates, what is beyond U+10FFFF. */
    if ((b[0] == 0xE0 && b[1] < 0xA0) || (b[0] == 0xED && b[1] > 0x9F) ||
        (b[0] == 0xF0 && b[1] < 0x90) || (b[0] == 0xF4 && b[1] > 0x8F))
        return 1;
    return len;
}

size_t *unit_edges(fp_str input, unit u, size_t *count)
{
    size_t *edges = xcalloc(input.len + 1, sizeof *edges);
    size_t n = 0;

    for (size_t at = 0; at < input.len;) {
        const size_t len = u == UNIT_BYTE ? 1 : character(input, at);

        edges[n++] = at;
        if (u == UNIT_UTF16 && len == 4)
            edges[n++] = at + 2;
        at += len;
    }
    edges[n++] = input.len;
    *count = n;
    return edges;
}

fp_str cutting_chunk(fp_str input, const cutting *cut, size_t index)
{
    const size_t from = cut && index > 0 ? cut->at[index - 1] : 0;
    const size_t to = cut && index < cut->count ? cut->at[index] : input.len;

    return input.len ? (fp_str){ input.ptr + from, to - from } : FP_STR("");
}

/* -- one cutting ----------------------------------------------------------------------------- */

typedef struct cutter {
    fp_str input;
    const cut_plan *plan;
    const char *const *markers;
    cut_visitor *visit;
    void *context;
    size_t *edges; /* of units: edges[0] == 0, edges[units] == input.len */
    size_t units;
    size_t
        *marked; /* the edges of markers, as indexes into edges: ascending, 0 and units left out */
    size_t marked_count;
    size_t *at; /* the cutting that is being made */
    size_t count, cap;
    hashes seen; /* those visited */
} cutter;

/* Returns whether the cutting that has been made is new. */
static bool is_new(cutter *c)
{
    uint64_t hash = rng_mix(c->count);

    for (size_t i = 0; i < c->count; i++)
        hash = rng_mix(hash + 0x9E3779B97F4A7C15u + c->at[i]);
    return hashes_add(&c->seen, hash);
}

static void add(cutter *c, size_t offset)
{
    void *at = c->at;

    xgrow(&at, &c->cap, c->count, sizeof *c->at);
    c->at = at;
    c->at[c->count++] = offset;
}

/* Visits the cutting that has been made, unless it was visited before or cuts nothing, and begins
 * the next. */
__attribute__((format(printf, 2, 3))) static bool say(cutter *c, const char *format, ...)
{
    cutting cut = { .at = c->at, .count = c->count };
    bool go_on = true;
    va_list args;

    if (c->count > 0 && is_new(c)) {
        va_start(args, format);
        vsnprintf(cut.name, sizeof cut.name, format, args);
        va_end(args);
        go_on = c->visit(c->context, &cut);
    }
    c->count = 0;
    return go_on;
}

/* -- markers --------------------------------------------------------------------------------- */

static bool stands_at(fp_str input, size_t at, const char *marker)
{
    const size_t len = strlen(marker);

    return len <= input.len - at && memcmp(input.ptr + at, marker, len) == 0;
}

/* The length of the longest marker that begins at an offset; 0: none. */
static size_t marker_at(const cutter *c, size_t at)
{
    size_t longest = 0;

    for (const char *const *m = c->markers; *m; m++) {
        if (strlen(*m) > longest && stands_at(c->input, at, *m))
            longest = strlen(*m);
    }
    return longest;
}

static void find_marked(cutter *c)
{
    bool *is_marked = xcalloc(c->input.len + 1, sizeof *is_marked);

    for (const char *const *m = c->markers; *m; m++) {
        for (size_t at = 0; at < c->input.len; at++) {
            if (stands_at(c->input, at, *m))
                is_marked[at] = is_marked[at + strlen(*m)] = true;
        }
    }
    c->marked = xcalloc(c->units + 1, sizeof *c->marked);
    for (size_t i = 1; i < c->units; i++) {
        if (is_marked[c->edges[i]])
            c->marked[c->marked_count++] = i;
    }
    free(is_marked);
}

/* -- the schemes, in the order of visits ----------------------------------------------------- */

static bool two_way_at(cutter *c, size_t edge)
{
    if (edge == 0 || edge >= c->units)
        return true;
    add(c, c->edges[edge]);
    return say(c, "two-way at %zu", c->edges[edge]);
}

/* Returns whether the cuts at an edge of a marker are tried: of edges with the same bytes around
 * them two are, and the last ones. */
static bool is_sample(const cutter *c, hashes *seen, size_t index)
{
    const size_t at = c->edges[c->marked[index]];
    const size_t from = at < AROUND_EDGE ? 0 : at - AROUND_EDGE;
    const size_t to = c->input.len - at < AROUND_EDGE ? c->input.len : at + AROUND_EDGE;
    uint64_t hash = rng_mix(at - from);

    for (size_t i = from; i < to; i++)
        hash = rng_mix(hash + (unsigned char)c->input.ptr[i]);
    return hashes_add(seen, hash | 1) || hashes_add(seen, (hash | 1) + 1) ||
           index + LAST_EDGES >= c->marked_count;
}

static bool around_edges(cutter *c)
{
    hashes seen = { 0 };
    bool go_on = true;

    for (size_t i = 0; go_on && i < c->marked_count; i++)
        if (is_sample(c, &seen, i))
            go_on = two_way_at(c, c->marked[i]) &&
                    (c->plan->at_edges ||
                     (two_way_at(c, c->marked[i] - 1) && two_way_at(c, c->marked[i] + 1)));
    hashes_free(&seen);
    return go_on;
}

static bool two_way(cutter *c)
{
    bool go_on = true;

    if (c->input.len <= c->plan->two_way_max) {
        for (size_t i = 1; go_on && i < c->units; i++)
            go_on = two_way_at(c, i);
        return go_on;
    }
    go_on = around_edges(c);
    for (size_t i = 1; go_on && i <= c->plan->spread; i++)
        go_on = two_way_at(c, c->units * i / (c->plan->spread + 1));
    return go_on;
}

static void cut_into(cutter *c, size_t size)
{
    for (size_t i = size; i < c->units; i += size)
        add(c, c->edges[i]);
}

static bool sizes(cutter *c)
{
    static const size_t LONG_SIZES[] = { SIZE_MAX_UNITS, 4096, 65536 };

    if (c->input.len > LONG_INPUT) {
        for (size_t i = 0; i < sizeof LONG_SIZES / sizeof *LONG_SIZES; i++) {
            cut_into(c, LONG_SIZES[i]);
            if (!say(c, "size %zu", LONG_SIZES[i]))
                return false;
        }
        return true;
    }
    if (!c->plan->no_singles)
        cut_into(c, 1);
    if (!say(c, "%s", UNITS[c->plan->unit].one_by_one))
        return false;
    for (size_t size = 2; size <= SIZE_MAX_UNITS; size++) {
        cut_into(c, size);
        if (!say(c, "size %zu", size))
            return false;
    }
    return true;
}

static bool marker_edges(cutter *c)
{
    static const char *const NAMES[] = { "marker edges -1", "marker edges", "marker edges +1" };

    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++) {
        for (size_t i = 0; i < c->marked_count; i++) {
            const size_t edge = c->marked[i] + k - 1;

            if (edge > 0 && edge < c->units)
                add(c, c->edges[edge]);
        }
        if (!say(c, "%s", NAMES[k]))
            return false;
    }
    return true;
}

static bool empty_chunks(cutter *c)
{
    const size_t end = c->input.len;
    const size_t middle = c->edges[c->units / 2];

    add(c, 0);
    if (!say(c, "empty first chunk"))
        return false;
    add(c, end);
    if (!say(c, "empty last chunk"))
        return false;
    add(c, middle);
    add(c, middle);
    if (!say(c, "empty chunk between"))
        return false;
    add(c, 0);
    add(c, middle);
    add(c, middle);
    add(c, end);
    if (!say(c, "empty chunks"))
        return false;
    for (size_t i = 0; end <= LONG_INPUT && i <= c->units; i++) {
        add(c, c->edges[i]);
        add(c, c->edges[i]);
    }
    return say(c, "empty chunks everywhere");
}

typedef enum glyph { WORD, BLANK, OTHER } glyph;

static glyph glyph_of(char byte)
{
    if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
        (byte >= '0' && byte <= '9') || byte == '_')
        return WORD;
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n' ? BLANK : OTHER;
}

/* What a token of a model may look like: a marker, a word with the space before it, a run of
 * blanks, or one other character. Returns its end. */
static size_t token_end(const cutter *c, size_t at)
{
    const fp_str input = c->input;
    const size_t marker = marker_at(c, at);
    glyph kind = glyph_of(input.ptr[at]);
    size_t end = at + character(input, at);

    if (marker > 0)
        return at + marker;
    if (input.ptr[at] == ' ' && end < input.len && glyph_of(input.ptr[end]) == WORD)
        kind = WORD;
    while (kind != OTHER && end < input.len && glyph_of(input.ptr[end]) == kind &&
           marker_at(c, end) == 0)
        end++;
    return end;
}

static bool token_like(cutter *c)
{
    for (size_t at = 0; at < c->input.len;) {
        at = token_end(c, at);
        if (at < c->input.len)
            add(c, at);
    }
    return say(c, "token-like");
}

static bool singles(cutter *c)
{
    for (size_t i = 1; i < c->units; i++)
        add(c, c->edges[i]);
    return say(c, "size 1");
}

/* Cuts after the first byte of every character of several bytes; after the second; after the
 * third. In utf16 there is one such place, in the middle of a character of four bytes. */
static bool inside_characters(cutter *c)
{
    const unit u = c->plan->unit;

    for (size_t byte = 1; u != UNIT_CODEPOINT && byte <= 3; byte++) {
        for (size_t at = 0, len; at < c->input.len; at += len) {
            len = character(c->input, at);
            if (byte < len && (u == UNIT_BYTE || (byte == 2 && len == 4)))
                add(c, at + byte);
        }
        if (!say(c, "inside characters, after byte %zu", byte))
            return false;
    }
    return true;
}

static bool three_way(cutter *c)
{
    if (c->units > c->plan->three_way_max)
        return true;
    for (size_t i = 1; i < c->units; i++) {
        for (size_t k = i + 1; k < c->units; k++) {
            add(c, c->edges[i]);
            add(c, c->edges[k]);
            if (!say(c, "three-way at %zu and %zu", c->edges[i], c->edges[k]))
                return false;
        }
    }
    return true;
}

static int compare_offsets(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return (x > y) - (x < y);
}

/* Each has a sequence of its own, so that it is the same in a plan with more or fewer of them. */
static bool random_cuts(cutter *c)
{
    const size_t longest = c->input.len > LONG_INPUT ? RANDOM_SIZE_LONG : RANDOM_SIZE;

    for (unsigned i = 0; i < c->plan->random; i++) {
        rng random = { rng_mix(c->plan->seed) + rng_mix(i + 1u) };

        if (i % 2 == 0) {
            for (size_t cuts = 1 + rng_below(&random, RANDOM_CUTS); cuts > 0; cuts--)
                add(c, c->edges[rng_below(&random, c->units + 1)]);
            qsort(c->at, c->count, sizeof *c->at, compare_offsets);
        } else {
            for (size_t at = 0; (at += 1 + rng_below(&random, longest)) < c->units;)
                add(c, c->edges[at]);
        }
        if (!say(c, "random %u", i))
            return false;
    }
    return true;
}

bool cuts_each(fp_str input, const fp_syntax *syntax, const cut_plan *plan, cut_visitor *visit,
               void *context)
{
    static const char *const NO_MARKERS[] = { NULL };
    cutter c = { .input = input, .plan = plan, .visit = visit, .context = context };
    fp_derived derived = { 0 };
    bool all;

    c.markers = syntax ? xmarkers(syntax, &derived) : NO_MARKERS;
    c.edges = unit_edges(input, plan->unit, &c.units);
    c.units--;
    find_marked(&c);
    all = plan->quick
              ? singles(&c) && token_like(&c)
              : two_way(&c) && sizes(&c) && marker_edges(&c) && empty_chunks(&c) &&
                    token_like(&c) && inside_characters(&c) && three_way(&c) && random_cuts(&c);
    fp_derived_free(&derived);
    free(c.edges);
    free(c.marked);
    free(c.at);
    hashes_free(&c.seen);
    return all;
}

/* edges: NULL if units are bytes. */
static size_t edge_of(const size_t *edges, size_t index)
{
    return edges ? edges[index] : index;
}

/* Chunks of so many units; false if the visitor stopped it. */
static bool few_sizes(const size_t *edges, size_t units, size_t size, cut_visitor *visit,
                      void *context)
{
    size_t *at = xcalloc(units / size + 1, sizeof *at);
    cutting cut = { .at = at };
    bool all = true;

    for (size_t i = size; i < units; i += size)
        at[cut.count++] = edge_of(edges, i);
    snprintf(cut.name, sizeof cut.name, "size %zu", size);
    if (cut.count)
        all = visit(context, &cut);
    free(at);
    return all;
}

bool cuts_few(fp_str input, unit u, cut_visitor *visit, void *context)
{
    size_t count = input.len + 1;
    size_t *edges = u == UNIT_BYTE ? NULL : unit_edges(input, u, &count);
    const size_t units = count - 1;
    const bool is_long = input.len > LONG_INPUT;
    const size_t parts = is_long ? 2 : 8;
    bool all = (is_long || few_sizes(edges, units, 4096, visit, context)) &&
               few_sizes(edges, units, 1000, visit, context);

    for (size_t i = 1; all && i < parts; i++) {
        const size_t at = edge_of(edges, units * i / parts);
        cutting cut = { .at = &at, .count = 1 };

        snprintf(cut.name, sizeof cut.name, "two-way at %zu", at);
        all = visit(context, &cut);
    }
    free(edges);
    return all;
}
