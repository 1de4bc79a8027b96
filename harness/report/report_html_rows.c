/* SPDX-License-Identifier: Apache-2.0 */
/* report_html_rows.c: tables of the page's data block, and members of its objects. */
#include "report/report_html.h"

#include "base/visible.h"

#include <stdio.h>
#include <stdlib.h>

void rows_free(rows *r)
{
    json_decref(r->places);
    fp_json_free(&r->list);
    *r = (rows){ 0 };
}

size_t rows_add(rows *r)
{
    fp_json_raw(&r->list, r->count ? ",\n" : "");
    return r->count++;
}

size_t rows_place(rows *r, const char *key, bool *is_new)
{
    const json_t *place;

    if (!r->places)
        r->places = json_object();
    place = json_object_get(r->places, key);
    *is_new = !place;
    if (place)
        return (size_t)json_integer_value(place);
    json_object_set_new_nocheck(r->places, key, json_integer((json_int_t)r->count));
    return rows_add(r);
}

size_t rows_text(rows *texts, const char *text)
{
    bool is_new;
    size_t at;

    if (!texts->count) {
        rows_add(texts);
        fp_json_raw(&texts->list, "null");
    }
    if (!text)
        return 0;
    at = rows_place(texts, text, &is_new);
    if (is_new)
        visible_json(&texts->list, fp_str_of(text));
    return at;
}

void html_append(fp_json *json, const fp_json *part)
{
    fp_json_bytes(json, json_text(part));
}

void html_bytes(fp_json *json, fp_str bytes)
{
    char *base64 = is_utf8(bytes) ? NULL : base64_encode(bytes);

    fp_json_raw(json, base64 ? "\"base64\":" : "\"text\":");
    visible_json(json, base64 ? fp_str_of(base64) : bytes);
    free(base64);
}
