/* SPDX-License-Identifier: Apache-2.0 */
/* case_place.c: finds the line of a case in its file. Cases come in the order of their files, so
 * the search continues where the last one ended, and reads each file once.
 */
#include "suite/case_place.h"

#include "base/plugin.h"

#include <stdlib.h>
#include <string.h>

void case_places_free(case_places *places)
{
    free(places->path);
    free((char *)(uintptr_t)places->text.ptr);
    *places = (case_places){ 0 };
}

/* Takes the file into *places; false if it is gone. */
static bool open_file(case_places *places, const char *data, const test_case *t)
{
    char *path = xformat("%s/%s", plugin_data(t->syntax, data), t->file);
    problems p = { 0 };

    if (places->path && strcmp(places->path, path) == 0) {
        free(path);
        return places->text.ptr != NULL;
    }
    case_places_free(places);
    places->path = path;
    places->line = 1;
    return path_exists(path) && file_read_plain(path, &places->text, &p);
}

/* Returns whether `"id" :` is directly before the offset. */
static bool is_id(fp_str text, size_t at)
{
    static const char KEY[] = "\"id\"";

    while (at && strchr(" \t\r\n", text.ptr[at - 1]))
        at--;
    if (!at || text.ptr[--at] != ':')
        return false;
    while (at && strchr(" \t\r\n", text.ptr[at - 1]))
        at--;
    return at >= sizeof KEY - 1 &&
           memcmp(text.ptr + at - (sizeof KEY - 1), KEY, sizeof KEY - 1) == 0;
}

/* The offset of the quoted id, from `from` on; the text's length if it is not there. */
static size_t find_id(fp_str text, size_t from, fp_str quoted)
{
    for (size_t i = from; i + quoted.len <= text.len; i++) {
        const char *next = memchr(text.ptr + i, '"', text.len - i);

        if (!next)
            break;
        i = (size_t)(next - text.ptr);
        if (i + quoted.len <= text.len && memcmp(next, quoted.ptr, quoted.len) == 0 &&
            is_id(text, i))
            return i;
    }
    return text.len;
}

size_t case_line(case_places *places, const char *data, const test_case *t)
{
    char *quoted;
    size_t at;

    if (!*t->file || !open_file(places, data, t))
        return 0;
    quoted = xformat("\"%s\"", t->id);
    at = find_id(places->text, places->at, fp_str_of(quoted));
    if (at == places->text.len && places->at) {
        places->at = 0;
        places->line = 1;
        at = find_id(places->text, 0, fp_str_of(quoted));
    }
    free(quoted);
    if (at == places->text.len)
        return 0;
    for (; places->at < at; places->at++)
        places->line += places->text.ptr[places->at] == '\n';
    return places->line;
}
