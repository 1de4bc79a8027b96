/* SPDX-License-Identifier: Apache-2.0 */
/* unique.c: JSON as it is written into a message: without blanks, and without the members whose key
 * comes again in their object, for readers differ in which of them counts (TEMPLATE-5.5).
 */
#include "parts.h"

#include "core/index.h"

#include <stdlib.h>
#include <string.h>

/* A member of an object that is open: where it begins, and its key among all keys. */
typedef struct member {
    size_t start, key, key_len;
} member;

typedef struct range {
    size_t start, end;
} range;

typedef struct scan {
    fp_str json;
    fp_json keys; /* of open objects, decoded, one after the other */
    member *members;
    size_t count, cap;
    size_t first[FP_TPL_DEPTH_MAX + 1]; /* of each level, among the members; of arrays too */
    size_t depth;
    range *dropped;
    size_t dropped_count, dropped_cap;
    bool failed;
} scan;

void fp_tpl_compact(fp_str json, fp_json *out)
{
    bool in_string = false;
    size_t from = 0;

    for (size_t at = 0; at < json.len; at++) {
        const char c = json.ptr[at];

        if (in_string && c == '\\')
            at++;
        else if (c == '"')
            in_string = !in_string;
        if (in_string || (c != ' ' && (c < '\t' || c > '\r')))
            continue;
        fp_json_bytes(out, (fp_str){ json.ptr + from, at - from });
        from = at + 1;
    }
    fp_json_bytes(out, (fp_str){ json.ptr + from, json.len - from });
}

static void add_member(scan *s, size_t start, size_t end)
{
    const size_t before = s->keys.len;
    void *grown = s->members;
    bool lone = false;

    s->failed = s->failed || !fp_grow(&grown, &s->cap, s->count, sizeof *s->members);
    s->members = grown;
    s->failed = s->failed ||
                !fp_jsontext_decode((fp_str){ s->json.ptr + start, end - start }, &s->keys, &lone);
    if (!s->failed)
        s->members[s->count++] = (member){ start, before, s->keys.len - before };
}

/* A member goes, up to the beginning of the one after it. */
static void drop(scan *s, size_t index)
{
    void *grown = s->dropped;

    s->failed =
        s->failed || !fp_grow(&grown, &s->dropped_cap, s->dropped_count, sizeof *s->dropped);
    s->dropped = grown;
    if (!s->failed)
        s->dropped[s->dropped_count++] =
            (range){ s->members[index].start, s->members[index + 1].start };
}

/* All members of an object are known. */
static void end_level(scan *s)
{
    const size_t first = s->first[--s->depth], count = s->count - first;
    fp_index index = { 0 };

    if (count > 1 && !s->failed) {
        s->failed = !fp_index_make(&index, count);
        for (size_t i = 0; !s->failed && i < count; i++)
            index.entries[i] = (fp_index_entry){ { s->keys.ptr + s->members[first + i].key,
                                                   s->members[first + i].key_len },
                                                 first + i };
        if (!s->failed)
            fp_index_sort(&index);
        for (size_t i = 1; !s->failed && i < count; i++)
            if (fp_str_equal(index.entries[i - 1].key, index.entries[i].key))
                drop(s, index.entries[i - 1].place);
        fp_index_free(&index);
    }
    if (count)
        s->keys.len = s->members[first].key;
    s->count = first;
}

static void scan_all(scan *s)
{
    for (size_t at = 0; at < s->json.len && !s->failed; at++) {
        const char c = s->json.ptr[at];
        const size_t start = at;

        if (c == '{' || c == '[')
            s->first[s->depth++] = s->count;
        if (c == '}' || c == ']')
            end_level(s);
        if (c != '"')
            continue;
        for (at++; s->json.ptr[at] != '"'; at++)
            at += s->json.ptr[at] == '\\';
        if (at + 1 < s->json.len && s->json.ptr[at + 1] == ':')
            add_member(s, start, at + 1);
    }
}

static int by_start(const void *a, const void *b)
{
    const range *x = a, *y = b;

    return x->start < y->start ? -1 : x->start > y->start;
}

void fp_tpl_unique(fp_str json, fp_json *out)
{
    fp_json compact = { 0 };
    scan s = { .depth = 0 };
    size_t at = 0;

    fp_tpl_compact(json, &compact);
    s.json = (fp_str){ compact.ptr, compact.len };
    s.failed = compact.failed;
    scan_all(&s);
    if (s.dropped_count)
        qsort(s.dropped, s.dropped_count, sizeof *s.dropped, by_start);
    for (size_t i = 0; i < s.dropped_count; i++) {
        if (s.dropped[i].start < at) /* within one that goes as a whole */
            continue;
        fp_json_bytes(out, (fp_str){ compact.ptr + at, s.dropped[i].start - at });
        at = s.dropped[i].end;
    }
    if (!s.failed)
        fp_json_bytes(out, (fp_str){ compact.ptr + at, compact.len - at });
    out->failed = out->failed || s.failed;
    fp_json_free(&compact);
    fp_json_free(&s.keys);
    free(s.members);
    free(s.dropped);
}
