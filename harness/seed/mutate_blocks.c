/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_blocks.c: whole calls and lines dropped, given twice, exchanged, put in; and the words of
 * the dictionary. The reference parser finds the calls, in the input as it is: one with a cut in
 * its markers does not count here.
 */
#include "seed/decode.h"
#include "base/util.h"
#include "generate/message.h"
#include "seed/mutate.h"
#include "seed/mutate_parts.h"

#include <string.h>

enum { SPANS_MAX = 64, LONGEST = 80 };

typedef struct span {
    size_t start, end;
} span;

typedef struct spans {
    span of[SPANS_MAX];
    size_t count;
} spans;

static void add_span(spans *s, size_t start, size_t end)
{
    if (s->count < SPANS_MAX && start < end)
        s->of[s->count++] = (span){ start, end };
}

/* -- calls ----------------------------------------------------------------------------------- */

static int hear_call(void *context, const fp_event *event)
{
    if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT)
        add_span(context, (size_t)event->call->start, (size_t)event->call->end);
    return 0;
}

/* With their line ends, so that what is put in their place is on lines of its own too. */
static spans calls_of(const fp_syntax *syntax, fp_str text)
{
    spans found = { .count = 0 };
    fp_parser *parser = fp_parser_new(syntax, NULL, hear_call, &found);

    need_memory(parser != NULL);
    fp_parser_feed(parser, text.ptr, text.len);
    fp_parser_finish(parser);
    fp_parser_free(parser);
    for (size_t i = 0; i < found.count; i++) {
        const size_t end = found.of[i].end;

        found.of[i].end += end < text.len && text.ptr[end] == '\n';
    }
    return found;
}

/* Paragraphs of one line or more: the events of a stream, for one. */
static spans lines_of(const fp_syntax *syntax, fp_str text)
{
    spans found = { .count = 0 };
    size_t start = 0;

    for (size_t at = 0; at < text.len; at++) {
        const bool more = syntax->document && at + 1 < text.len && text.ptr[at + 1] == '\n';

        if (text.ptr[at] != '\n' || more)
            continue;
        add_span(&found, start, at + 1);
        start = at + 1;
    }
    add_span(&found, start, text.len);
    return found;
}

typedef spans find_spans(const fp_syntax *syntax, fp_str text);

static const span *any_span(mutation *m, const spans *s)
{
    return s->count ? &s->of[rng_below(m->rng, s->count)] : NULL;
}

/* -- what is done to calls and lines alike ----------------------------------------------------- */

static bool drop_one(mutation *m, find_spans *find)
{
    const spans s = find(m->syntax, m->text);
    const span *one = any_span(m, &s);

    return one && mutate_replace(m, one->start, one->end, (fp_str){ 0 });
}

/* Again, after any one of them. */
static bool repeat_one(mutation *m, find_spans *find)
{
    const spans s = find(m->syntax, m->text);
    const span *one = any_span(m, &s), *behind = any_span(m, &s);

    return one && mutate_replace(m, behind->end, behind->end, mutate_part(m, one->start, one->end));
}

static bool swap_two(mutation *m, find_spans *find)
{
    const spans s = find(m->syntax, m->text);
    const span *a = any_span(m, &s), *b = any_span(m, &s);

    if (!a || a->end > b->start)
        return false;
    fp_json_bytes(m->out, mutate_part(m, 0, a->start));
    fp_json_bytes(m->out, mutate_part(m, b->start, b->end));
    fp_json_bytes(m->out, mutate_part(m, a->end, b->start));
    fp_json_bytes(m->out, mutate_part(m, a->start, a->end));
    fp_json_bytes(m->out, mutate_part(m, b->end, m->text.len));
    return true;
}

/* One of the other input, before or after one of this. */
static bool insert_other(mutation *m, find_spans *find)
{
    const spans here = find(m->syntax, m->text), there = find(m->syntax, m->other);
    const span *one = any_span(m, &there), *beside = any_span(m, &here);
    const size_t at = !beside ? m->text.len : rng_one_in(m->rng, 2) ? beside->start : beside->end;

    return one &&
           mutate_replace(m, at, at, (fp_str){ m->other.ptr + one->start, one->end - one->start });
}

static bool drop_call(mutation *m)
{
    return drop_one(m, calls_of);
}

static bool repeat_call(mutation *m)
{
    return repeat_one(m, calls_of);
}

static bool swap_calls(mutation *m)
{
    return swap_two(m, calls_of);
}

static bool insert_other_call(mutation *m)
{
    return insert_other(m, calls_of);
}

static bool drop_line(mutation *m)
{
    return drop_one(m, lines_of);
}

static bool repeat_line(mutation *m)
{
    return repeat_one(m, lines_of);
}

static bool swap_lines(mutation *m)
{
    return swap_two(m, lines_of);
}

static bool insert_other_line(mutation *m)
{
    return insert_other(m, lines_of);
}

/* The input up to the end of a call, and the other one from the beginning of one. */
static bool splice_calls(mutation *m)
{
    const spans here = calls_of(m->syntax, m->text), there = calls_of(m->syntax, m->other);
    const span *last = any_span(m, &here), *first = any_span(m, &there);

    if (!last || !first)
        return false;
    fp_json_bytes(m->out, mutate_part(m, 0, last->end));
    fp_json_bytes(m->out, (fp_str){ m->other.ptr + first->start, m->other.len - first->start });
    return true;
}

/* -- what is made ---------------------------------------------------------------------------- */

/* A new call at the beginning or the end of a line. */
static bool insert_fresh_call(mutation *m)
{
    const spans lines = lines_of(m->syntax, m->text);
    const span *line = any_span(m, &lines);
    const size_t at = line ? line->end : m->text.len;
    generator *g = generator_new(rng_next(m->rng), LONGEST);
    fp_json text = { 0 }, input = { 0 };
    fp_refusal refusal;
    const bool made = fp_render(m->syntax, NULL, generator_call(g), &text, &refusal);

    if (made)
        mutate_escape(&input, (fp_str){ text.ptr, text.len });
    need_memory(!text.failed && !input.failed);
    if (made)
        mutate_replace(m, at, at, (fp_str){ input.ptr, input.len });
    generator_free(g);
    fp_json_free(&text);
    fp_json_free(&input);
    return made;
}

/* What breaks parsers, anywhere: pieces of values and of every syntax's markers. */
static bool insert_fresh_text(mutation *m)
{
    generator *g = generator_new(rng_next(m->rng), LONGEST);
    const size_t at = rng_below(m->rng, m->text.len + 1);
    const fp_str text = generator_text(g);
    fp_json input = { 0 };

    mutate_escape(&input, text);
    need_memory(!input.failed);
    mutate_replace(m, at, at, (fp_str){ input.len ? input.ptr : "", input.len });
    generator_free(g);
    fp_json_free(&input);
    return text.len > 0;
}

/* -- words ----------------------------------------------------------------------------------- */

static size_t length_of(const char *const *list)
{
    size_t count = 0;

    while (list[count])
        count++;
    return count;
}

/* A word of the dictionary: a marker, a completion, what matters in every syntax, a mark. */
static fp_str any_word(mutation *m, char control[2])
{
    static const char *const COMMON[] = { "\n",      "\r\n",     "\n\n",    "```",
                                          "\n```\n", "~~~",      "<think>", "</think>",
                                          "\xFF",    "\xFF\xFF", NULL };
    const char *const *const lists[] = { m->markers, m->completions, COMMON };
    size_t index = CONTROL_COUNT;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        index += length_of(lists[i]);
    index = rng_below(m->rng, index);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const size_t count = length_of(lists[i]);

        if (index < count)
            return fp_str_of(lists[i][index]);
        index -= count;
    }
    control[0] = (char)MARK_CONTROL;
    control[1] = (char)control_op(index);
    return (fp_str){ control, 2 };
}

static bool insert_word(mutation *m)
{
    const size_t at = rng_below(m->rng, m->text.len + 1);
    char control[2];

    return mutate_replace(m, at, at, any_word(m, control));
}

static bool write_word_over(mutation *m)
{
    const size_t at = rng_below(m->rng, m->text.len + 1);
    char control[2];
    const fp_str word = any_word(m, control);

    return mutate_replace(m, at, m->text.len - at < word.len ? m->text.len : at + word.len, word);
}

const mutate_operator MUTATE_BLOCK_OPERATORS[] = {
    { "insert-word", MUTATE_WORDS, insert_word },
    { "write-word-over", MUTATE_WORDS, write_word_over },
    { "drop-call", MUTATE_BLOCKS, drop_call },
    { "repeat-call", MUTATE_BLOCKS, repeat_call },
    { "swap-calls", MUTATE_BLOCKS, swap_calls },
    { "insert-other-call", MUTATE_BLOCKS, insert_other_call },
    { "splice-calls", MUTATE_BLOCKS, splice_calls },
    { "insert-fresh-call", MUTATE_BLOCKS, insert_fresh_call },
    { "insert-fresh-text", MUTATE_BLOCKS, insert_fresh_text },
    { "drop-line", MUTATE_BLOCKS, drop_line },
    { "repeat-line", MUTATE_BLOCKS, repeat_line },
    { "swap-lines", MUTATE_BLOCKS, swap_lines },
    { "insert-other-line", MUTATE_BLOCKS, insert_other_line },
    { NULL, 0, NULL },
};
