/* SPDX-License-Identifier: Apache-2.0 */
/* members.c: writes members of a JSON object. */
#include "base/members.h"

#include "base/util.h"
#include "base/visible.h"

#include <stdlib.h>

void member_key(fp_json *line, const char *name)
{
    if (line->len && line->ptr[line->len - 1] != '{')
        fp_json_raw(line, ",");
    fp_json_string(line, fp_str_of(name));
    fp_json_raw(line, ":");
}

void member_text(fp_json *line, const char *name, const char *text)
{
    member_key(line, name);
    visible_json(line, fp_str_of(text));
}

void member_text_if(fp_json *line, const char *name, const char *text)
{
    if (text)
        member_text(line, name, text);
}

void member_number(fp_json *line, const char *name, uint64_t value)
{
    member_key(line, name);
    fp_json_number(line, value);
}

void member_flag(fp_json *line, const char *name, bool value)
{
    member_key(line, name);
    fp_json_raw(line, value ? "true" : "false");
}

void member_bytes(fp_json *line, const char *name, fp_str bytes)
{
    char *other, *text;

    if (is_utf8(bytes)) {
        member_key(line, name);
        visible_json(line, bytes);
        return;
    }
    other = xformat("%s_base64", name);
    text = base64_encode(bytes);
    member_text(line, other, text);
    free(text);
    free(other);
}

void member_numbers(fp_json *line, const char *name, const size_t *values, size_t count)
{
    member_key(line, name);
    fp_json_raw(line, "[");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(line, i ? "," : "");
        fp_json_number(line, values[i]);
    }
    fp_json_raw(line, "]");
}

void member_texts(fp_json *line, const char *name, const char *const *values, size_t count)
{
    member_key(line, name);
    fp_json_raw(line, "[");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(line, i ? "," : "");
        visible_json(line, fp_str_of(values[i]));
    }
    fp_json_raw(line, "]");
}

void member_json(fp_json *line, const char *name, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;

    need_memory(!value || text);
    if (text) {
        member_key(line, name);
        fp_json_raw(line, text);
    }
    free(text);
}
