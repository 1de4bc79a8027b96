/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_template.c: reduces the response template that the input is read by: members and items are
 * left out, lists of one item become that item, and strings lose characters, which then go from the
 * input too. What is not a template any more, the test refuses.
 */
#include "base/util.h"
#include "base/values.h"
#include "reduce/reduce_search.h"

#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>

/* -- places ------------------------------------------------------------------------------------ */

/* A value of the template, and where it is: under a key of an object, or at a place of an array. */
typedef struct place {
    json_t *parent, *value;
    const char *key; /* NULL: the parent is an array */
    size_t index;
} place;

/* All values but the whole: what is outside comes before what is in it. */
typedef struct tree {
    json_t *root; /* NULL: jansson cannot read the template */
    place *all;
    size_t count, cap;
} tree;

static void add_place(tree *t, place p)
{
    void *grown = t->all;

    xgrow(&grown, &t->cap, t->count, sizeof *t->all);
    t->all = grown;
    t->all[t->count++] = p;
}

static void add_inner(tree *t, json_t *parent)
{
    const char *key;
    json_t *value;
    size_t i;

    json_object_foreach (parent, key, value)
        add_place(t, (place){ .parent = parent, .value = value, .key = key });
    json_array_foreach (parent, i, value)
        add_place(t, (place){ .parent = parent, .value = value, .index = i });
}

static tree tree_of(fp_str template)
{
    tree t = { .root = json_loadb(template.ptr, template.len, JSON_ALLOW_NUL, NULL) };

    if (t.root)
        add_inner(&t, t.root);
    for (size_t i = 0; i < t.count; i++)
        add_inner(&t, t.all[i].value);
    return t;
}

static void tree_free(tree *t)
{
    json_decref(t->root);
    free(t->all);
}

/* Puts a value, which is taken over, in another one's place; NULL: leaves that out. */
static void put(const place *p, json_t *value)
{
    if (value && p->key)
        json_object_set_new(p->parent, p->key, value);
    else if (value)
        json_array_set_new(p->parent, p->index, value);
    else if (p->key)
        json_object_del(p->parent, p->key);
    else
        json_array_remove(p->parent, p->index);
}

/* -- candidates -------------------------------------------------------------------------------- */

/* The best candidate with the template that the tree is now. */
static candidate with_tree(const search *s, const tree *t)
{
    candidate next = candidate_copy(&s->best);
    char *json = json_dumps(t->root, JSON_COMPACT);

    need_memory(json);
    free((char *)(uintptr_t)next.template.ptr);
    next.template = fp_str_of(json);
    return next;
}

/* Without the blanks between its tokens. */
static bool compact(search *s)
{
    tree t = tree_of(s->best.template);
    bool changed = false;

    if (t.root) {
        candidate next = with_tree(s, &t);

        changed = search_try(s, &next);
    }
    tree_free(&t);
    return changed;
}

/* The only thing in a list or an object; NULL: it is something else. Owned. */
static json_t *only_inner(json_t *value)
{
    if (json_array_size(value) == 1)
        return json_incref(json_array_get(value, 0));
    if (json_object_size(value) == 1)
        return json_incref(json_object_iter_value(json_object_iter(value)));
    return NULL;
}

/* Of each place, the outer ones first: the value goes, or what is in it takes its place. */
static bool leave_out_values(search *s, bool unwrap)
{
    bool changed = false;
    size_t i = 0;

    while (!s->stopped) {
        tree t = tree_of(s->best.template);
        const bool there = i < t.count;
        json_t *inner = there && unwrap ? only_inner(t.all[i].value) : NULL;
        bool good = false;

        if (there && (inner || !unwrap)) {
            candidate next;

            put(&t.all[i], inner);
            next = with_tree(s, &t);
            good = search_try(s, &next);
        }
        tree_free(&t);
        changed = changed || good;
        i += !good;
        if (!there)
            break;
    }
    return changed;
}

/* -- strings ----------------------------------------------------------------------------------- */

/* A text in which each occurrence of one string is another one; owned. */
static fp_str with_all(fp_str text, fp_str old, fp_str new)
{
    fp_json made = { 0 };
    fp_str copy;

    for (size_t at = 0; at < text.len;) {
        if (old.len && old.len <= text.len - at && memcmp(text.ptr + at, old.ptr, old.len) == 0) {
            fp_json_bytes(&made, new);
            at += old.len;
        } else {
            fp_json_bytes(&made, (fp_str){ text.ptr + at++, 1 });
        }
    }
    copy = xcopy(json_text(&made));
    fp_json_free(&made);
    return copy;
}

/* Both, one after the other; owned. */
static fp_str joined(fp_str first, fp_str second)
{
    char *bytes = xcalloc(first.len + second.len + 1, 1);

    memcpy(bytes, first.ptr, first.len);
    memcpy(bytes + first.len, second.ptr, second.len);
    return (fp_str){ bytes, first.len + second.len };
}

/* What a piece of a pattern matches, if its backslashes are before characters: for a guess. */
static fp_str plain_piece(fp_str piece)
{
    return with_all(piece, FP_STR("\\"), FP_STR(""));
}

/* A string without [from, to): of the whole string in a text the rest stays; else what the piece
 * says goes. Returns whether anything has changed. */
static bool change_text(fp_str *text, fp_str whole, fp_str rest, fp_str piece)
{
    fp_str other = with_all(*text, whole, rest);

    if (fp_str_equal(other, *text)) {
        free((char *)(uintptr_t)other.ptr);
        other = with_all(*text, piece, FP_STR(""));
    }
    const bool changed = !fp_str_equal(other, *text);

    free((char *)(uintptr_t)text->ptr);
    *text = other;
    return changed;
}

static bool try_rest(search *s, const tree *t, fp_str whole, fp_str rest, fp_str piece)
{
    candidate next = with_tree(s, t), both = candidate_copy(&next);
    const bool in_input = change_text(&both.input, whole, rest, piece);
    const bool in_prefix = change_text(&both.prefix, whole, rest, piece);
    bool good = false;

    if (in_input || in_prefix)
        good = search_try(s, &both);
    else
        candidate_free(&both);
    if (good)
        candidate_free(&next);
    return good || search_try(s, &next);
}

/* Tries the string at a place without [from, to). */
static bool shorten_at(search *s, size_t index, size_t from, size_t to)
{
    tree t = tree_of(s->best.template);
    const json_t *string = t.all[index].value;
    const fp_str whole = xcopy((fp_str){ json_string_value(string), json_string_length(string) });
    const fp_str rest =
        joined((fp_str){ whole.ptr, from }, (fp_str){ whole.ptr + to, whole.len - to });
    const fp_str piece = plain_piece((fp_str){ whole.ptr + from, to - from });
    json_t *shorter = json_stringn(rest.ptr, rest.len); /* NULL: half of a character is left */
    bool good = false;

    if (shorter) {
        put(&t.all[index], shorter);
        good = try_rest(s, &t, whole, rest, piece);
    }
    tree_free(&t);
    free((char *)(uintptr_t)whole.ptr);
    free((char *)(uintptr_t)rest.ptr);
    free((char *)(uintptr_t)piece.ptr);
    return good;
}

/* The bytes of the string at a place; 0: it is something else, or there is no such place. */
static size_t string_length(const search *s, size_t index, bool *there)
{
    tree t = tree_of(s->best.template);
    size_t len = 0;

    *there = index < t.count;
    if (*there && json_is_string(t.all[index].value))
        len = json_string_length(t.all[index].value);
    tree_free(&t);
    return len;
}

/* Runs of characters, the longest first, from the front. */
static bool shorten_string(search *s, size_t index, size_t len)
{
    bool changed = false, there;

    for (size_t size = len; size > 0; size /= 2) {
        size_t at = 0;

        while (at < len && !s->stopped) {
            if (!shorten_at(s, index, at, at + size < len ? at + size : len)) {
                at += size;
                continue;
            }
            changed = true;
            len = string_length(s, index, &there);
        }
    }
    return changed;
}

static bool shorten_strings(search *s)
{
    bool changed = false, there = true;

    for (size_t i = 0; there && !s->stopped; i++) {
        const size_t len = string_length(s, i, &there);

        changed = shorten_string(s, i, len) || changed;
    }
    return changed;
}

bool reduce_template(search *s)
{
    bool changed;

    if (!s->best.template.len)
        return false;
    changed = compact(s);
    changed = leave_out_values(s, false) || changed;
    changed = leave_out_values(s, true) || changed;
    return shorten_strings(s) || changed;
}
