/* SPDX-License-Identifier: Apache-2.0 */
/* notation.c: notations that nobody has written. */
#include "notation.h"

#include "base/rng.h"
#include "base/util.h"
#include "core/derive.h"
#include "engines/tagged.h"

#include <fencepost/ascii.h>
#include <fencepost/tags.h>

#include <stdlib.h>
#include <string.h>

struct notation {
    fp_derived memory;
    rng rng;
    fp_syntax *row;
};

/* -- memory ---------------------------------------------------------------------------------- */

static void *room(notation *n, size_t count, size_t size)
{
    void *items = fp_derived_room(&n->memory, count, size);

    need_memory(items != NULL);
    return items;
}

/* The parts after one another. */
static const char *join(notation *n, const char *const *parts, size_t count)
{
    fp_json text = { 0 };

    for (size_t i = 0; i < count; i++)
        fp_json_raw(&text, parts[i]);
    need_memory(!text.failed);
    return fp_derived_string(&n->memory, &text);
}

#define JOIN(n, ...)                                \
    join((n), (const char *const[]){ __VA_ARGS__ }, \
         sizeof(const char *const[]){ __VA_ARGS__ } / sizeof(char *))

/* -- words ----------------------------------------------------------------------------------- */

/* A string of one of these bytes. */
static const char *one_of(notation *n, const char *bytes)
{
    char *text = room(n, 2, 1);

    *text = bytes[rng_below(&n->rng, strlen(bytes))];
    return text;
}

static const char *word(notation *n, const char *bytes, size_t least, size_t most)
{
    const size_t len = least + rng_below(&n->rng, most - least + 1);
    char *text = room(n, len + 1, 1);

    for (size_t i = 0; i < len; i++)
        text[i] = bytes[rng_below(&n->rng, strlen(bytes))];
    return text;
}

static const char LETTERS[] = "abckxyz_";

/* -- calls of tags --------------------------------------------------------------------------- */

enum { OPEN, CLOSE, KEY, KEY_END, SECTION, SECTION_END };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static const fp_tags_alphabet NAMES = { is_name, is_name, NULL };

static void set_rule(notation *n, fp_tags_rule *rule, fp_tags_act act, fp_tags_name name)
{
    *rule = (fp_tags_rule){ (uint8_t)act, (uint8_t)name, JOIN(n, "TABLES-2") };
}

/* A name in an end tag is that of what it ends. */
static fp_tags_name name_of(const fp_tag *tag, fp_tags_name named)
{
    return tag->end ? named : FP_TAGS_NO_NAME;
}

static void set_rules(notation *n, fp_tags_table *table, bool json, bool section)
{
    fp_tags_rule(*rules)[FP_TAGS_MAX] = room(n, 1, sizeof(fp_tags_rules));
    const fp_tags_area around = section ? FP_TAGS_SECTION : FP_TAGS_OUTSIDE;

    set_rule(n, &rules[around][OPEN], json ? FP_TAGS_APPLIES : FP_TAGS_CALLS, FP_TAGS_ANY_NAME);
    set_rule(n, &rules[FP_TAGS_BLOCK][CLOSE], FP_TAGS_ENDS,
             name_of(&table->tags[CLOSE], FP_TAGS_OWN_NAME));
    if (section) {
        set_rule(n, &rules[FP_TAGS_OUTSIDE][SECTION], FP_TAGS_ENTERS, FP_TAGS_NO_NAME);
        set_rule(n, &rules[FP_TAGS_SECTION][SECTION_END], FP_TAGS_EXITS, FP_TAGS_NO_NAME);
    } else if (rng_one_in(&n->rng, 2)) {
        set_rule(n, &rules[FP_TAGS_OUTSIDE][CLOSE], FP_TAGS_STRAY,
                 name_of(&table->tags[CLOSE], FP_TAGS_ANY_NAME));
    }
    if (!json) {
        set_rule(n, &rules[FP_TAGS_BLOCK][KEY], FP_TAGS_ARGUES, FP_TAGS_ANY_NAME);
        set_rule(n, &rules[FP_TAGS_VALUE][KEY_END], FP_TAGS_SETTLES,
                 name_of(&table->tags[KEY_END], FP_TAGS_OWN_NAME));
    }
    table->strict = table->lenient = (const fp_tags_rules *)rules;
}

/* What ends a tag, and its end tag: with a name, or whole. All marks begin with one byte, which is
 * the only one that can. */
static void set_pair(notation *n, fp_tag *tag, const char *first, bool of_argument)
{
    static const char MARKS[] = "<[{(|-=:#!abc";
    const char *mark = word(n, MARKS, 0, 3), *slash = one_of(n, "/\\;"), *end = one_of(n, ">])}:=");

    tag[0] = (fp_tag){ JOIN(n, first, mark), JOIN(n, end), of_argument, 0 };
    if (rng_one_in(&n->rng, 2))
        tag[1] = (fp_tag){ JOIN(n, first, slash, mark), JOIN(n, end), of_argument, 0 };
    else
        tag[1] = (fp_tag){ JOIN(n, first, slash, mark, end), NULL, of_argument, 0 };
}

static void set_clauses(notation *n, fp_tags_table *table)
{
    table->clauses.blank = table->clauses.mismatched = JOIN(n, "TABLES-3");
    table->clauses.bad_name = table->clauses.bad_wrap = JOIN(n, "TABLES-4");
    table->clauses.bad_line = table->clauses.bad_json = JOIN(n, "TABLES-5");
    table->clauses.duplicate = JOIN(n, "TABLES-6");
    table->clauses.stopped = table->clauses.unfinished = JOIN(n, "TABLES-7");
    table->clauses.cut_tag = JOIN(n, "TABLES-8");
    table->clauses.long_name = table->clauses.long_tag = JOIN(n, "TABLES-9");
    table->layout.indent = word(n, " \n", 0, 3);
    table->layout.bad_name = table->layout.bad_value = JOIN(n, "TABLES-10");
    table->layout.untyped = table->layout.bad_list = JOIN(n, "TABLES-11");
    table->layout.bad_json = table->layout.bad_call = JOIN(n, "TABLES-12");
}

static fp_tags_table *draw_table(notation *n, const char *first, bool json, bool section)
{
    fp_tags_table *table = room(n, 1, sizeof *table);

    set_pair(n, &table->tags[OPEN], first, false);
    set_pair(n, &table->tags[KEY], first, true);
    if (section) {
        table->tags[SECTION] = (fp_tag){ JOIN(n, first, "+", word(n, LETTERS, 1, 4)), NULL, 0, 0 };
        table->tags[SECTION_END] =
            (fp_tag){ JOIN(n, first, "-", word(n, LETTERS, 1, 4)), NULL, 0, 0 };
    }
    set_rules(n, table, json, section);
    set_clauses(n, table);
    table->names = table->keys = NAMES;
    table->foreign = JOIN(n, "");
    table->breaks = json || rng_one_in(&n->rng, 2);
    table->blanks = rng_below(&n->rng, 4);
    table->key_offset = rng_one_in(&n->rng, 2);
    return table;
}

/* Drawn until the marks can be told apart: most can. */
static const fp_tags_table *make_table(notation *n, const char *first, bool json, bool section)
{
    const fp_tags_table *table = draw_table(n, first, json, section);

    while (fp_tags_fault(table))
        table = draw_table(n, first, json, section);
    return table;
}

static void make_tags(notation *n, bool json)
{
    const char *first = one_of(n, "<[{~@|$");
    const char **leads = room(n, 2, sizeof *leads);
    fp_speed *fast = room(n, 1, sizeof *fast);

    leads[0] = JOIN(n, first);
    fast->at_ease = fp_tags_at_ease;
    fast->leads[0] = leads;
    fast->in_string = json ? fp_tags_in_string : NULL;
    n->row->table = make_table(n, first, json, json && rng_one_in(&n->rng, 2));
    n->row->fast = fast;
    n->row->clauses[FP_ROLE_FRAMING] = JOIN(n, "TABLES-1"); /* the tags of a section */
    n->row->json = json;
    n->row->derive = &FP_TAGS_DERIVE;
    n->row->render = json ? fp_tags_render_json : fp_tags_render;
    n->row->state_size = sizeof(fp_tags);
    n->row->step = fp_tags_step;
    n->row->finish = fp_tags_finish;
}

/* -- calls that are objects ------------------------------------------------------------------ */

/* The parser of Hermes with other names of members. */
static void make_object(notation *n, const fp_syntax *hermes)
{
    const char *name = JOIN(n, "n", word(n, LETTERS, 0, 6));
    const char *arguments = JOIN(n, "a", word(n, LETTERS, 0, 6));
    fp_tagged_table *table = room(n, 1, sizeof *table);
    fp_object_table *object = &table->object;
    const char **completions = room(n, 4, sizeof *completions);
    const char **markers = room(n, 8, sizeof *markers);

    *table = *(const fp_tagged_table *)hermes->table;
    memset(object->members, 0, sizeof object->members);
    object->members[0] = (fp_object_member){ name, FP_OBJECT_NAME };
    object->members[1] = (fp_object_member){ arguments, FP_OBJECT_ARGUMENTS };
    object->layout.before = JOIN(n, "<tool_call>\n{\"", name, "\": ");
    object->layout.between = JOIN(n, ", \"", arguments, "\": {");
    completions[0] = JOIN(n, "<tool_call>{\"", name, "\":\"x\"");
    completions[1] = JOIN(n, "0000\":\"x\"");
    completions[2] = JOIN(n, "</tool_call>");
    markers[0] = JOIN(n, "<tool_call>");
    markers[1] = JOIN(n, "</tool_call>");
    markers[2] = JOIN(n, "<tool_call>\n{\"", name, "\": \"a\", \"", arguments, "\": {");
    markers[3] = JOIN(n, "<tool_call>{\"", arguments, "\": {\"k\": \"v\"}, \"", name, "\": \"b\"}");
    markers[4] = JOIN(n, "}}\n</tool_call>");
    markers[5] = JOIN(n, "\"", name, "\": \"");
    markers[6] = JOIN(n, "\"k\": \"v\", ");
    *n->row = *hermes;
    n->row->table = table;
    n->row->completions = completions;
    n->row->markers = markers;
}

/* -------------------------------------------------------------------------------------------- */

notation *notation_new(uint64_t seed)
{
    enum { KINDS = 3, OBJECTS = 2 };
    notation *n = xcalloc(1, sizeof *n);
    const fp_syntax *like = fp_syntax_find(FP_STR("toolcall-tag"));
    const fp_syntax *hermes = fp_syntax_find(FP_STR("hermes"));
    size_t kind;

    n->rng = (rng){ seed };
    kind = rng_below(&n->rng, KINDS);
    n->row = room(n, 1, sizeof *n->row);
    *n->row = *like; /* policies, and clauses of roles */
    if (kind == OBJECTS)
        make_object(n, hermes);
    else
        make_tags(n, kind == 1);
    n->row->id = JOIN(n, "tables");
    n->row->family = NULL;
    n->row->highlight = NULL;
    n->row->spacing = NULL;
    return n;
}

void notation_free(notation *n)
{
    if (!n)
        return;
    fp_derived_free(&n->memory);
    free(n);
}

const fp_syntax *notation_row(const notation *n)
{
    return n->row;
}
