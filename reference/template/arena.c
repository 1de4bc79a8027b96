/* SPDX-License-Identifier: Apache-2.0 */
/* arena.c: the memory of a template, and delimiters that are looked for together. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

struct fp_tpl_piece {
    fp_tpl_piece *before;
    pcre2_code *code; /* NULL: it is memory */
    max_align_t memory[];
};

static fp_tpl_piece *piece_new(fp_tpl_arena *arena, size_t size)
{
    fp_tpl_piece *piece = calloc(1, sizeof *piece + size);

    if (!piece)
        return NULL;
    piece->before = arena->last;
    arena->last = piece;
    return piece;
}

void *fp_tpl_alloc(fp_tpl_arena *arena, size_t count, size_t size)
{
    fp_tpl_piece *piece;

    if (count > (SIZE_MAX / 2) / size)
        return NULL;
    piece = piece_new(arena, count * size + 1);
    return piece ? piece->memory : NULL;
}

bool fp_tpl_own(fp_tpl_arena *arena, pcre2_code *code)
{
    fp_tpl_piece *piece = piece_new(arena, 0);

    if (piece)
        piece->code = code;
    else
        pcre2_code_free(code);
    return piece != NULL;
}

void fp_tpl_arena_free(fp_tpl_arena *arena)
{
    while (arena->last) {
        fp_tpl_piece *piece = arena->last;

        arena->last = piece->before;
        pcre2_code_free(piece->code);
        free(piece);
    }
}

/* -- delimiters -------------------------------------------------------------------------------- */

/* The longest first of those that begin alike, so that the first that matches is the one. */
static int by_first(const void *a, const void *b)
{
    const fp_tpl_literal *x = a, *y = b;
    const unsigned char c = (unsigned char)x->text.ptr[0], d = (unsigned char)y->text.ptr[0];

    if (c != d)
        return c < d ? -1 : 1;
    return x->text.len < y->text.len ? 1 : x->text.len > y->text.len ? -1 : 0;
}

static void make_buckets(fp_tpl_watch *w)
{
    size_t i = 0;

    if (w->literal_count)
        qsort(w->literals, w->literal_count, sizeof *w->literals, by_first);
    for (size_t c = 0; c <= 256; c++) {
        w->bucket[c] = (uint32_t)i;
        if (c == 256)
            break;
        for (; i < w->literal_count && (unsigned char)w->literals[i].text.ptr[0] == c; i++)
            w->later[c >> 3] |= (uint8_t)(1U << (c & 7));
    }
}

static void add_delimiter(fp_tpl_watch *w, const fp_tpl_delimiter *d)
{
    for (size_t i = 0; i < d->literal_count; i++)
        w->literals[w->literal_count++] = (fp_tpl_literal){ d->literals[i], d };
    if (!d->pattern.code)
        return;
    w->patterns[w->pattern_count++] = d;
    w->empty = w->empty || d->pattern.empty;
    for (size_t i = 0; i < sizeof w->first; i++)
        *(d->pattern.at_start ? &w->first[i] : &w->later[i]) |= d->pattern.first[i];
}

static int only_first(const uint8_t bits[32])
{
    int found = -1;

    for (int c = 0; c < 256; c++)
        if (fp_tpl_bit(bits, (unsigned char)c)) {
            if (found >= 0)
                return -1;
            found = c;
        }
    return found;
}

bool fp_tpl_watch_make(fp_tpl_arena *arena, fp_tpl_watch *w, const fp_tpl_delimiter *const *all,
                       size_t count)
{
    size_t literals = 0;

    for (size_t i = 0; i < count; i++)
        literals += all[i]->literal_count;
    w->literals = fp_tpl_alloc(arena, literals, sizeof *w->literals);
    w->patterns = fp_tpl_alloc(arena, count, sizeof *w->patterns);
    if (!w->literals || !w->patterns)
        return false;
    for (size_t i = 0; i < count; i++)
        add_delimiter(w, all[i]);
    make_buckets(w);
    w->only = only_first(w->later);
    for (size_t i = 0; i < sizeof w->first; i++)
        w->first[i] |= w->later[i];
    return true;
}
