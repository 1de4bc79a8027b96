/* SPDX-License-Identifier: Apache-2.0 */
/* tags-words.c: the words that a notation of tags is known by, from the table that it is read by:
 * its markers, and what completes an opening. */
#include "core/derive.h"
#include "engines/tags-table.h"

#include <string.h>

/* Markers: three of a tag, starts and ends of calls, other notations. Completions: one for each two
 * tags, by either rules. */
enum { FOREIGN_MAX = 4, WORDS_MAX = 2 * FP_TAGS_MAX * FP_TAGS_MAX };

/* A list in the making. */
typedef struct words {
    const fp_tags_table *table;
    fp_derived *derived;
    const char **list;
    size_t count;
} words;

static words words_of(const fp_syntax *syntax, fp_derived *derived)
{
    return (words){ .table = syntax->table,
                    .derived = derived,
                    .list = fp_derived_room(derived, WORDS_MAX + 1, sizeof(const char *)) };
}

static const char *const *list_of(const words *w)
{
    return w->derived->failed ? NULL : w->list;
}

/* Adds what was written, unless it is there. */
static void add(words *w, fp_json *text)
{
    const char *word = fp_derived_string(w->derived, text);

    if (w->derived->failed)
        return;
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->list[i], word) == 0)
            return;
    w->list[w->count++] = word;
}

/* -- tags ------------------------------------------------------------------------------------ */

/* The first byte that is one of these; there is one (tags-fault.c). */
static char first_of(bool (*is_one)(unsigned char c))
{
    unsigned char c = 1;

    while (!is_one(c))
        c++;
    return (char)c;
}

/* What tools and arguments in examples are called, or else some name. */
static void write_name(fp_json *text, const words *w, const fp_tag *tag)
{
    const fp_tags_alphabet *alphabet = fp_tags_alphabet_of(w->table, tag);
    const fp_str usual = tag->of_argument ? FP_STR("path") : FP_STR("x");
    const char other[] = { first_of(alphabet->begins),
                           first_of(alphabet->ends ? alphabet->ends : alphabet->has) };

    if (fp_tags_bad_byte(alphabet, usual) == usual.len)
        fp_json_bytes(text, usual);
    else
        fp_json_bytes(text, (fp_str){ other, sizeof other });
}

static bool opens(const words *w, const fp_tag *tag)
{
    const size_t t = (size_t)(tag - w->table->tags);

    for (unsigned area = 0; area < FP_TAGS_AREAS; area++) {
        const uint8_t act = (*w->table->strict)[area][t].act;

        if (act == FP_TAGS_CALLS || act == FP_TAGS_APPLIES)
            return true;
    }
    return false;
}

/* The name alone, or in an id. */
static void write_name_or_id(fp_json *text, const words *w, const fp_tag *tag)
{
    const fp_tags_id *id = &w->table->id;
    const bool has_id = id->after && opens(w, tag);

    if (has_id)
        fp_json_raw(text, id->before);
    write_name(text, w, tag);
    if (has_id) {
        fp_json_bytes(text, (fp_str){ &id->after, 1 });
        fp_json_raw(text, id->first);
    }
}

/* A tag, if there is one, and what follows it. */
static void write_tag(fp_json *text, const words *w, const fp_tag *tag, const char *then)
{
    if (!tag)
        return;
    fp_json_raw(text, tag->mark);
    if (tag->end) {
        write_name_or_id(text, w, tag);
        fp_json_raw(text, tag->end);
    }
    fp_json_raw(text, then);
}

static void write_that(fp_json *text, const words *w, fp_tags_area area, fp_tags_act act,
                       const char *then)
{
    write_tag(text, w, fp_tags_that(w->table, area, act), then);
}

/* A tag and the next, if there is one. */
static void add_tags(words *w, const fp_tag *tag, const fp_tag *next)
{
    fp_json text = { 0 };

    write_tag(&text, w, tag, "");
    write_tag(&text, w, next, "");
    add(w, &text);
}

/* -- completions ----------------------------------------------------------------------------- */

/* Whether a tag opens a block or a section, or ends one: what precedes it is text then. */
static bool decides(uint8_t act)
{
    return act == FP_TAGS_CALLS || act == FP_TAGS_APPLIES || act == FP_TAGS_ENTERS ||
           act == FP_TAGS_EXITS;
}

/* Each way to open a block by these rules, or a section: a tag, or one that wraps it and the tag.
 */
static void add_openings(words *w, const fp_tags_rules *rules)
{
    const fp_tag *tags = w->table->tags;

    for (unsigned first = 0; tags[first].mark; first++) {
        const uint8_t act = (*rules)[FP_TAGS_OUTSIDE][first].act;

        if (decides(act) || decides((*rules)[FP_TAGS_SECTION][first].act))
            add_tags(w, &tags[first], NULL);
        for (unsigned t = 0; act == FP_TAGS_WRAPS && tags[t].mark; t++)
            if ((*rules)[FP_TAGS_OPENED][t].act == FP_TAGS_CALLS)
                add_tags(w, &tags[first], &tags[t]);
    }
}

/* Of a tail of it, any beginning of an opening is completed (law PROMPT). */
const char *const *fp_tags_completions(const fp_syntax *syntax, fp_derived *derived)
{
    words w = words_of(syntax, derived);

    add_openings(&w, w.table->strict);
    add_openings(&w, w.table->lenient);
    return list_of(&w);
}

/* -- markers --------------------------------------------------------------------------------- */

static void add_text(words *w, const char *bytes)
{
    fp_json text = { 0 };

    fp_json_raw(&text, bytes);
    add(w, &text);
}

/* Whether the arguments are a JSON object. */
static bool is_json(const words *w)
{
    return fp_tags_that(w->table, fp_tags_area_of_calls(w->table), FP_TAGS_APPLIES) != NULL;
}

/* Whether there is JSON somewhere in a block. */
static bool has_json(const words *w)
{
    return is_json(w) || w->table->json_end || w->table->json_body;
}

/* What is before the object of arguments, or after it. */
static void write_fence(fp_json *text, const char *before, const char *fence, const char *after)
{
    if (!fence)
        return;
    fp_json_raw(text, before);
    fp_json_raw(text, fence);
    fp_json_raw(text, after);
}

/* From the start of a call to its first value, and from the end of its last one to the end; line:
 * what parts the tags. */
static void add_ends(words *w, const char *line, const char *indent, const char *frame)
{
    const bool json = is_json(w);
    fp_json start = { 0 }, end = { 0 }, empty = { 0 };

    write_that(&start, w, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS, line);
    write_that(&start, w, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS, line);
    write_that(&start, w, fp_tags_area_of_calls(w->table), json ? FP_TAGS_APPLIES : FP_TAGS_CALLS,
               line);
    write_fence(&start, "", w->table->fence.before, line);
    fp_json_bytes(&empty, (fp_str){ start.ptr, start.len });
    if (json) {
        fp_json_raw(&empty, "{}");
        fp_json_raw(&start, "{\"path\": \"");
        fp_json_raw(&end, "\"}");
        write_fence(&empty, line, w->table->fence.after, line);
        write_fence(&end, line, w->table->fence.after, line);
    } else {
        fp_json_raw(&start, indent);
        write_that(&start, w, FP_TAGS_BLOCK, FP_TAGS_ARGUES, frame);
        fp_json_raw(&end, frame);
        write_that(&end, w, FP_TAGS_VALUE, FP_TAGS_SETTLES, line);
    }
    for (fp_json *text = &end; text; text = text == &end ? &empty : NULL) {
        write_that(text, w, FP_TAGS_BLOCK, FP_TAGS_SHUTS,
                   w->table->layout.ends_together ? "" : line);
        write_that(text, w, FP_TAGS_BLOCK, FP_TAGS_ENDS, "");
        write_that(text, w, FP_TAGS_SECTION, FP_TAGS_EXITS, "");
    }
    add(w, &start);
    add(w, &end);
    add(w, &empty);
}

/* What shows that a wrapping tag is another notation's; a few are enough. */
static void add_foreign(words *w)
{
    const fp_tag *wrap = fp_tags_that(w->table, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS);

    for (size_t i = 0; wrap && i < FOREIGN_MAX && w->table->foreign[i]; i++) {
        fp_json text = { 0 };

        write_tag(&text, w, wrap, "");
        fp_json_bytes(&text, (fp_str){ w->table->foreign + i, 1 });
        add(w, &text);
    }
}

/* What JSON can have that a parser of it may take for an end. */
static void add_json(words *w)
{
    static const char *const TEXTS[] = { "\"", "\\ud83d",
                                         "{\"k\": \"v\", \"l\": [1, {\"m\": null}]}" };

    for (size_t i = 0; has_json(w) && i < sizeof TEXTS / sizeof *TEXTS; i++)
        add_text(w, TEXTS[i]);
}

const char *const *fp_tags_markers(const fp_syntax *syntax, fp_derived *derived)
{
    words w = words_of(syntax, derived);

    for (const fp_tag *tag = w.table->tags; tag->mark; tag++)
        add_text(&w, tag->mark);
    for (const fp_tag *tag = w.table->tags; tag->mark; tag++) {
        add_tags(&w, tag, NULL);
        if (tag->end)
            add_text(&w, tag->end);
    }
    if (w.table->json_end)
        add_text(&w, w.table->json_end);
    for (const fp_tags_json_end *also = w.table->json_also; also->end; also++)
        add_text(&w, also->end);
    add_ends(&w, "", "", "");
    add_ends(&w, "\n", w.table->layout.indent, w.table->layout.lines ? "\n" : "");
    add_foreign(&w);
    add_json(&w);
    if (syntax->reasoning && syntax->reasoning != &FP_MARKS_THINK) { /* which all know */
        add_text(&w, syntax->reasoning->open[0]);
        add_text(&w, syntax->reasoning->close);
    }
    return list_of(&w);
}
