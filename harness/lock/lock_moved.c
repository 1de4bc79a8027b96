/* SPDX-License-Identifier: Apache-2.0 */
/* lock_moved.c: gives an old lock the present ids of clauses that have moved. */
#include "lock/lock_moved.h"

#include <stdlib.h>
#include <string.h>

/* The id that the clause has now; the text is borrowed, and not always NUL-terminated. */
static fp_str new_id(const spec *s, fp_str id)
{
    char *name = xformat("%.*s", (int)id.len, id.ptr);
    const moved_id *moved = spec_find_moved(s, name);

    free(name);
    return moved ? fp_str_of(moved->to) : id;
}

static bool in_list(fp_str list, fp_str id)
{
    for (size_t at = 0; at < list.len;) {
        const char *comma = memchr(list.ptr + at, ',', list.len - at);
        const size_t len = comma ? (size_t)(comma - list.ptr) - at : list.len - at;

        if (fp_str_equal((fp_str){ list.ptr + at, len }, id))
            return true;
        at += len + 1;
    }
    return false;
}

/* "A,B" with the ids of now, each once; owned. */
static char *follow_list(const spec *s, const char *list)
{
    fp_json text = { 0 };
    char *owned;

    for (const char *at = list; *at; at += strspn(at, ",")) {
        const fp_str old = { at, strcspn(at, ",") };
        const fp_str id = new_id(s, old);

        at += old.len;
        if (in_list((fp_str){ text.ptr, text.len }, id))
            continue;
        fp_json_raw(&text, text.len ? "," : "");
        fp_json_bytes(&text, id);
    }
    need_memory(!text.failed);
    owned = xformat("%.*s", (int)text.len, text.ptr ? text.ptr : "");
    fp_json_free(&text);
    return owned;
}

/* An outcome with the ids of now in its diagnostics; quotes within strings are escaped, so the
 * member is never part of a text. Owned. */
static char *follow_meaning(const spec *s, const char *meaning)
{
    static const char MEMBER[] = "\"clause\":\"";
    fp_json text = { 0 };
    const char *at = meaning;
    char *owned;

    for (const char *found; (found = strstr(at, MEMBER));) {
        const char *begin = found + sizeof MEMBER - 1;
        const fp_str old = { begin, strcspn(begin, "\"") };

        fp_json_bytes(&text, (fp_str){ at, (size_t)(begin - at) });
        fp_json_bytes(&text, new_id(s, old));
        at = begin + old.len;
    }
    fp_json_raw(&text, at);
    need_memory(!text.failed);
    owned = xformat("%.*s", (int)text.len, text.ptr);
    fp_json_free(&text);
    return owned;
}

void lock_follow(lock *then, const spec *s)
{
    size_t kept = 0;

    for (size_t i = 0; spec_moved_count(s) && i < then->count; i++) {
        lock_line *line = &then->lines[i];

        if (line->kind == LOCK_CLAUSE && spec_find_moved(s, line->id)) {
            lock_line_free(line);
            continue;
        }
        lock_set(&line->clauses, follow_list(s, line->clauses));
        if (line->kind == LOCK_CASE || line->kind == LOCK_SEED)
            lock_set(&line->meaning, follow_meaning(s, line->meaning));
        then->lines[kept++] = *line;
    }
    if (spec_moved_count(s))
        then->count = kept;
}
