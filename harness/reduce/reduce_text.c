/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_text.c: reduces the input and its cuts. */
#include "base/util.h"
#include "reduce/reduce_search.h"

#include <stdlib.h>
#include <string.h>

/* Two pieces are left out together only where there are few. */
enum { PAIRS_MAX = 24 };

/* -- pieces ------------------------------------------------------------------------------------ */

typedef enum grain { GRAIN_LINE, GRAIN_WORD, GRAIN_CHARACTER } grain;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The length of the longest marker of the syntax that stands here. */
static size_t marker_at(const search *s, fp_str input, size_t at)
{
    size_t longest = 0;

    for (const char *const *m = s->markers; *m; m++) {
        const size_t len = strlen(*m);

        if (len > longest && len <= input.len - at && memcmp(input.ptr + at, *m, len) == 0)
            longest = len;
    }
    return longest;
}

/* Where the piece that begins here ends. */
static size_t piece_end(const search *s, fp_str input, size_t at, grain g)
{
    const char *lf = memchr(input.ptr + at, '\n', input.len - at);
    const size_t marker = g == GRAIN_WORD ? marker_at(s, input, at) : 0;
    size_t end = at + 1;

    if (g == GRAIN_LINE)
        return lf ? (size_t)(lf - input.ptr) + 1 : input.len;
    if (marker)
        return at + marker;
    while (is_word(input.ptr[at]) && end < input.len && is_word(input.ptr[end]) &&
           !marker_at(s, input, end))
        end++;
    return end;
}

/* The edges of the pieces, as unit_edges() gives them. */
static size_t *edges_of(const search *s, grain g, size_t *count)
{
    const fp_str input = s->of_prefix ? s->best.prefix : s->best.input;
    size_t *edges, n = 0;

    if (g == GRAIN_CHARACTER)
        return unit_edges(input, UNIT_CODEPOINT, count);
    edges = xcalloc(input.len + 1, sizeof *edges);
    for (size_t at = 0; at < input.len; at = piece_end(s, input, at, g))
        edges[n++] = at;
    edges[n++] = input.len;
    *count = n;
    return edges;
}

/* -- changes ----------------------------------------------------------------------------------- */

/* The best candidate with other bytes in place of [from, to); a cut within them is one before them.
 */
static candidate replaced(const candidate *c, size_t from, size_t to, fp_str bytes)
{
    candidate next = candidate_copy(c);
    char *text = xcalloc(c->input.len - (to - from) + bytes.len + 1, 1);

    memcpy(text, c->input.ptr, from);
    if (bytes.len)
        memcpy(text + from, bytes.ptr, bytes.len);
    memcpy(text + from + bytes.len, c->input.ptr + to, c->input.len - to);
    free((char *)(uintptr_t)next.input.ptr);
    next.input = (fp_str){ text, c->input.len - (to - from) + bytes.len };
    for (size_t i = 0; i < next.cut_count; i++) {
        if (next.cuts[i] >= to)
            next.cuts[i] = next.cuts[i] - (to - from) + bytes.len;
        else if (next.cuts[i] > from)
            next.cuts[i] = from;
    }
    return next;
}

static candidate without_in_prefix(const candidate *c, size_t from, size_t to)
{
    candidate next = candidate_copy(c);
    char *prefix = (char *)(uintptr_t)next.prefix.ptr;

    memmove(prefix + from, prefix + to, next.prefix.len - to);
    next.prefix.len -= to - from;
    return next;
}

static bool leave_out(search *s, size_t from, size_t to)
{
    candidate next = s->of_prefix ? without_in_prefix(&s->best, from, to)
                                  : replaced(&s->best, from, to, (fp_str){ 0 });

    return search_try(s, &next);
}

/* -- leaving out ------------------------------------------------------------------------------- */

/* Runs of so many pieces, from the front. */
static bool leave_out_runs(search *s, grain g, size_t size)
{
    size_t count, i = 0;
    size_t *edges = edges_of(s, g, &count);
    bool changed = false;

    while (i + 1 < count && !s->stopped) {
        const size_t end = count - 1 - i < size ? count - 1 : i + size;

        if (leave_out(s, edges[i], edges[end])) {
            changed = true;
            free(edges);
            edges = edges_of(s, g, &count);
        } else {
            i += size;
        }
    }
    free(edges);
    return changed;
}

/* What opens and what closes can only go together. */
static bool leave_out_pair(search *s, const size_t *edges, size_t i, size_t k)
{
    candidate without = replaced(&s->best, edges[k], edges[k + 1], (fp_str){ 0 });
    candidate next = replaced(&without, edges[i], edges[i + 1], (fp_str){ 0 });

    candidate_free(&without);
    return search_try(s, &next);
}

static bool leave_out_pairs(search *s, grain g)
{
    bool changed = false, again = true;

    while (again && !s->stopped) {
        size_t count;
        size_t *edges = edges_of(s, g, &count);

        again = false;
        for (size_t i = 0; !again && count <= PAIRS_MAX + 1 && i + 2 < count; i++)
            for (size_t k = i + 1; !again && k + 1 < count; k++)
                again = leave_out_pair(s, edges, i, k);
        changed = changed || again;
        free(edges);
    }
    return changed;
}

static bool leave_out_all_runs(search *s)
{
    bool changed = false;

    for (grain g = GRAIN_LINE; g <= GRAIN_CHARACTER; g++) {
        size_t count;

        free(edges_of(s, g, &count));
        for (size_t size = count - 1; size > 0; size /= 2)
            changed = leave_out_runs(s, g, size) || changed;
    }
    return changed;
}

bool reduce_prefix(search *s)
{
    bool changed;

    s->of_prefix = true;
    changed = s->best.prefix.len > 0 && leave_out_all_runs(s);
    s->of_prefix = false;
    return changed;
}

bool reduce_input(search *s)
{
    bool changed = leave_out_all_runs(s);

    changed = leave_out_pairs(s, GRAIN_LINE) || changed;
    return leave_out_pairs(s, GRAIN_WORD) || changed;
}

/* -- plain characters -------------------------------------------------------------------------- */

/* Every place where the word stands, given another one. */
static candidate renamed(const candidate *c, fp_str word, fp_str other)
{
    candidate next = candidate_copy(c);
    size_t at = 0;

    while (at < next.input.len) {
        size_t end = at;

        while (end < next.input.len && is_word(next.input.ptr[end]))
            end++;
        if (end - at == word.len && memcmp(next.input.ptr + at, word.ptr, word.len) == 0) {
            candidate more = replaced(&next, at, end, other);

            candidate_free(&next);
            next = more;
            end = at + other.len;
        }
        at = end + (end == at || end < next.input.len);
    }
    return next;
}

/* A word becomes "a", or "b" where that stands for another one. */
static bool shorten_word(search *s, size_t from, size_t to)
{
    static const char NAMES[] = "abc";
    fp_str word = xcopy((fp_str){ s->best.input.ptr + from, to - from });
    bool changed = false;

    for (size_t i = 0; !changed && NAMES[i]; i++) {
        candidate next;

        if (word.len == 1 && word.ptr[0] <= NAMES[i] && word.ptr[0] >= 'a')
            break;
        next = renamed(&s->best, word, (fp_str){ NAMES + i, 1 });
        changed = search_try(s, &next);
    }
    free((char *)(uintptr_t)word.ptr);
    return changed;
}

static bool shorten_words(search *s)
{
    bool changed = false;
    size_t at = 0;

    while (at < s->best.input.len && !s->stopped) {
        size_t end = at;

        while (end < s->best.input.len && is_word(s->best.input.ptr[end]))
            end++;
        if (end > at && shorten_word(s, at, end)) {
            changed = true;
            end = at + 1;
        }
        at = end + (end == at);
    }
    return changed;
}

/* What a character could be as well; the end of the string: nothing plainer. */
static const char *plainer(char first)
{
    if (first == 'a' || first == '0')
        return "";
    if (is_digit(first))
        return "0";
    if (is_letter(first) || (unsigned char)first >= 0x80)
        return "a";
    return first == '\t' ? " " : "";
}

static bool plain_characters(search *s)
{
    bool changed = false;
    size_t i = 0, count;
    size_t *edges = edges_of(s, GRAIN_CHARACTER, &count);

    for (; i + 1 < count && !s->stopped; i++) {
        const char *other = plainer(s->best.input.ptr[edges[i]]);
        candidate next;

        if (!*other)
            continue;
        next = replaced(&s->best, edges[i], edges[i + 1], (fp_str){ other, 1 });
        if (search_try(s, &next)) {
            changed = true;
            free(edges);
            edges = edges_of(s, GRAIN_CHARACTER, &count);
        }
    }
    free(edges);
    return changed;
}

bool reduce_plain(search *s)
{
    const bool changed = shorten_words(s);

    return plain_characters(s) || changed;
}

/* -- cuts -------------------------------------------------------------------------------------- */

static bool drop_cuts(search *s, size_t from, size_t count)
{
    candidate next = candidate_copy(&s->best);

    memmove(next.cuts + from, next.cuts + from + count,
            (next.cut_count - from - count) * sizeof *next.cuts);
    next.cut_count -= count;
    return search_try(s, &next);
}

bool reduce_cuts(search *s)
{
    bool changed = false;

    if (!s->best.is_cut)
        return false;
    for (size_t size = s->best.cut_count / 2 + 1; size > 0; size /= 2) {
        size_t i = 0;

        while (i + size <= s->best.cut_count && s->best.cut_count > size && !s->stopped) {
            if (drop_cuts(s, i, size))
                changed = true;
            else
                i++;
        }
    }
    return changed;
}

/* How odd a place for a cut is: after a line 0, at a marker 1, at a word 2, between characters 3,
 * within one 4, at an end of the input 5: a chunk there is empty. */
static unsigned oddness(const search *s, size_t place)
{
    const fp_str input = s->best.input;
    size_t at = 0, end = 0;

    if (place == 0 || place >= input.len)
        return 5;
    if (input.ptr[place - 1] == '\n')
        return 0;
    if (((unsigned char)input.ptr[place] & 0xC0) == 0x80)
        return 4;
    for (; end < place; at = end)
        end = piece_end(s, input, at, GRAIN_WORD);
    if (end != place)
        return 3;
    return marker_at(s, input, place) ? 1 : 2;
}

static bool move_cut(search *s, size_t index, size_t place)
{
    candidate next = candidate_copy(&s->best);

    next.cuts[index] = place;
    return search_try(s, &next);
}

/* The first place that is less odd, of the least odd ones. */
static bool round_cut(search *s, size_t index)
{
    const unsigned now = oddness(s, s->best.cuts[index]);
    const size_t low = index ? s->best.cuts[index - 1] : 0;
    const size_t high = index + 1 < s->best.cut_count ? s->best.cuts[index + 1] : s->best.input.len;

    for (unsigned odd = 0; odd < now; odd++)
        for (size_t place = low; place <= high && !s->stopped; place++)
            if (oddness(s, place) == odd && move_cut(s, index, place))
                return true;
    return false;
}

bool reduce_round(search *s)
{
    bool changed = false;

    for (size_t i = 0; i < s->best.cut_count && !s->stopped; i++)
        changed = round_cut(s, i) || changed;
    return changed;
}
