/* SPDX-License-Identifier: Apache-2.0 */
/* wire_reader.c: reads the small parts of answers strictly. */
#include "worker/wire_reader.h"

#include "base/values.h"
#include "worker/wire_input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is read, for sentences: "calls[2]: "; nothing for the answer itself. */
const char *reader_where(reader *r)
{
    if (!r->list)
        return r->refusal ? "with \"error\": " : "";
    snprintf(r->place, sizeof r->place, "%s[%zu]: ", r->list, r->item);
    return r->place;
}

void reader_begin(reader *r, const char *list, size_t item)
{
    r->list = list;
    r->item = item;
}

/* What a string stands for; borrowed until the next one is read. */
bool reader_string(reader *r, fp_str json, fp_str *text)
{
    bool lone = false;

    r->text.len = 0;
    need_memory(fp_jsontext_decode(json, &r->text, &lone));
    *text = json_text(&r->text);
    return !lone || wire_wrong(&r->fault, "half of a surrogate pair stands alone (PROTOCOL-1.1)");
}

/* The values of an object's members, in the order of the names, which NULL ends; empty where there
 * is none. */
bool reader_members(reader *r, fp_str object, const char *const *names, const char *clause,
                    fp_str *values)
{
    fp_str key, value;

    memset(values, 0, READER_MEMBERS * sizeof *values);
    for (size_t at = 0; fp_jsontext_member(object, &at, &key, &value);) {
        size_t i = 0;

        while (names[i] && !fp_jsontext_is(key, fp_str_of(names[i])))
            i++;
        if (!names[i])
            return reader_string(r, key, &key) &&
                   wire_unknown(&r->fault, key, names, reader_where(r), clause);
        if (values[i].len)
            return wire_wrong(&r->fault, "%s\"%s\" stands twice (PROTOCOL-1.1)", reader_where(r),
                              names[i]);
        values[i] = value;
    }
    return true;
}

/* What a string stands for, or {"base64"} decoded; borrowed until the next one is read. name is the
 * member's. */
bool reader_bytes(reader *r, fp_str json, const char *name, fp_str *bytes)
{
    fp_str encoded, decoded;

    if (fp_jsontext_kind(json) == '"')
        return reader_string(r, json, bytes);
    if (wire_input_encoded(json, &encoded)) {
        if (!reader_string(r, encoded, &encoded))
            return false;
        if (base64_decode(encoded, &decoded)) {
            r->text.len = 0;
            fp_json_bytes(&r->text, decoded);
            need_memory(!r->text.failed);
            free((char *)(uintptr_t)decoded.ptr);
            *bytes = json_text(&r->text);
            return true;
        }
    }
    if (!json.len)
        return wire_wrong(&r->fault, "%s\"%s\" is missing (PROTOCOL-3.4, 3.5)", reader_where(r),
                          name);
    return wire_wrong(&r->fault,
                      "%s\"%s\" is neither a string nor {\"base64\": \"...\"} with valid base64 "
                      "(PROTOCOL-3.7)",
                      reader_where(r), name);
}

/* A number from 0 up, as jansson takes it: below 2^63, without a fraction. */
bool reader_number(fp_str json, uint64_t *value)
{
    char digits[24], *end;

    if (fp_jsontext_kind(json) != '0' || json.len >= sizeof digits)
        return false;
    memcpy(digits, json.ptr, json.len);
    digits[json.len] = '\0';
    errno = 0;

    const long long number = strtoll(digits, &end, 10);

    *value = (uint64_t)number;
    return *end == '\0' && number >= 0 && errno == 0;
}

/* Returns whether it is an array of two. */
bool reader_pair(fp_str json, fp_str *first, fp_str *second)
{
    fp_str more;
    size_t at = 0;

    return fp_jsontext_kind(json) == '[' && fp_jsontext_item(json, &at, first) &&
           fp_jsontext_item(json, &at, second) && !fp_jsontext_item(json, &at, &more);
}

/* An offset in the worker's unit, made one in bytes if it is to be judged. */
bool reader_offset(reader *r, fp_str json, bool judged, uint64_t *offset)
{
    const unit u = r->hello->unit;

    if (!reader_number(json, offset))
        return wire_wrong(&r->fault, "%san offset is not a whole number from 0 up (PROTOCOL-2.3)",
                          reader_where(r));
    if (!judged)
        return true;
    if (!r->edges)
        r->edges = unit_edges(r->asked->input, u, &r->edge_count);
    if (*offset >= r->edge_count)
        return wire_wrong(&r->fault,
                          "%sthe offset %" PRIu64 " is beyond the input, which has %zu; offsets "
                          "count what \"unit\" says, here \"%s\" (PROTOCOL-2.3)",
                          reader_where(r), *offset, r->edge_count - 1, unit_name(u));
    *offset = r->edges[*offset];
    return true;
}
