/* SPDX-License-Identifier: Apache-2.0 */
/* render.c: calls written as fenced YAML. Clauses: spec/fenced-yaml.md, section 9. */
#include "fenced-yaml.h"

#include <fencepost/ascii.h>
#include <fencepost/catalogue.h>

#include <stdio.h>
#include <string.h>

/* Bytes: of a longer one libyaml does not see that it is a key. */
enum { KEY_MAX = 1000 };

/* -- strings ----------------------------------------------------------------------------------- */

/* The next character of valid UTF-8. */
static uint32_t next_character(fp_str text, size_t *at)
{
    const unsigned char *b = (const unsigned char *)text.ptr + *at;
    const size_t len = *b < 0x80 ? 1 : *b < 0xE0 ? 2 : *b < 0xF0 ? 3 : 4;
    uint32_t c = len == 1 ? *b : *b & (0x7Fu >> len);

    for (size_t i = 1; i < len; i++)
        c = c << 6 | (b[i] & 0x3F);
    *at += len;
    return c;
}

/* FENCED-YAML-9.4: what YAML does not allow as it is, or takes for a line end or a byte order mark.
 */
static bool is_special(uint32_t c)
{
    return (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 ||
           c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

static void write_escape(fp_rendering *r, uint32_t c)
{
    char text[16];

    snprintf(text, sizeof text,
             c == '\n'   ? "\\n"
             : c == '\r' ? "\\r"
             : c == '\t' ? "\\t"
             : c < 0x100 ? "\\x%02X"
                         : "\\u%04X",
             (unsigned)c);
    fp_render_text(r, text);
}

/* FENCED-YAML-9.4 */
static void write_quoted(fp_rendering *r, fp_str text)
{
    fp_render_text(r, "\"");
    for (size_t at = 0; at < text.len;) {
        const size_t from = at;
        const uint32_t c = next_character(text, &at);

        if (is_special(c) || c == '\t') {
            write_escape(r, c);
            continue;
        }
        fp_render_text(r, c == '"' || c == '\\' ? "\\" : "");
        fp_render_bytes(r, (fp_str){ text.ptr + from, at - from });
    }
    fp_render_text(r, "\"");
}

/* FENCED-YAML-9.3 */
static bool fits_block(fp_str text)
{
    bool lines = false;

    if (!text.len || fp_is_blank(text.ptr[0]) || text.ptr[0] == '\n')
        return false;
    for (size_t at = 0; at < text.len;) {
        const uint32_t c = next_character(text, &at);

        lines = lines || c == '\n';
        if (c != '\n' && is_special(c))
            return false;
    }
    return lines;
}

static void write_block(fp_rendering *r, fp_str text)
{
    size_t ends = 0;

    while (text.ptr[text.len - 1 - ends] == '\n') /* its first byte is not one */
        ends++;
    fp_render_text(r, ends == 0 ? "|-" : ends == 1 ? "|" : "|+");
    for (size_t at = 0; at < text.len;) {
        const char *lf = memchr(text.ptr + at, '\n', text.len - at);
        const size_t end = lf ? (size_t)(lf - text.ptr) : text.len;

        fp_render_text(r, end > at ? "\n  " : "\n");
        fp_render_bytes(r, (fp_str){ text.ptr + at, end - at });
        at = end + 1;
    }
}

/* -- JSON values ------------------------------------------------------------------------------- */

/* The offset after the string of valid JSON that begins at at. */
static size_t string_end(fp_str json, size_t at)
{
    for (at++; json.ptr[at] != '"'; at++)
        at += json.ptr[at] == '\\';
    return at + 1;
}

/* A string of a JSON value. False: it is a key, and too long for one. */
static bool write_string_of(fp_rendering *r, fp_str json, size_t at, size_t end)
{
    const size_t before = r->text->len;
    fp_json text = { 0 };
    bool lone = false;

    if (fp_jsontext_decode((fp_str){ json.ptr + at, end - at }, &text, &lone))
        write_quoted(r, (fp_str){ text.ptr, text.len });
    else
        r->text->failed = true;
    fp_json_free(&text);
    while (end < json.len && (fp_is_blank(json.ptr[end]) || fp_is_line_end(json.ptr[end])))
        end++;
    return end == json.len || json.ptr[end] != ':' || r->text->len - before <= KEY_MAX;
}

/* FENCED-YAML-9.5: its strings are written as YAML has them, all else as it is. */
static bool write_json(fp_rendering *r, fp_str json, size_t arg)
{
    for (size_t at = 0; at < json.len; at++) {
        const char c = json.ptr[at];

        if (c == '"') {
            const size_t end = string_end(json, at);

            if (!write_string_of(r, json, at, end))
                return fp_render_refuse(r, FP_PART_VALUE, arg, at, "FENCED-YAML-9.6",
                                        "a key in the value is longer than YAML lets keys be");
            at = end - 1;
        } else if (!fp_is_blank(c) && !fp_is_line_end(c)) {
            fp_render_bytes(r, (fp_str){ &c, 1 });
            fp_render_text(r, c == ',' || c == ':' ? " " : "");
        }
    }
    return true;
}

/* -- arguments --------------------------------------------------------------------------------- */

static bool check_utf8(fp_rendering *r, fp_part part, size_t arg, fp_str text)
{
    const size_t good = fp_utf8_valid(text);

    return good == text.len || fp_render_refuse(r, part, arg, good, "FENCED-YAML-9.6",
                                                "YAML cannot carry bytes that are not UTF-8");
}

static bool write_key(fp_rendering *r, fp_str key, size_t arg)
{
    const size_t before = r->text->len;
    size_t word = 0;

    if (!check_utf8(r, FP_PART_KEY, arg, key))
        return false;
    while (word < key.len && (fp_is_letter(key.ptr[word]) || key.ptr[word] == '_' ||
                              (word && is_name_byte((unsigned char)key.ptr[word]))))
        word++;
    if (word && word == key.len)
        fp_render_bytes(r, key);
    else
        write_quoted(r, key);
    if (r->text->len - before > KEY_MAX)
        return fp_render_refuse(r, FP_PART_KEY, arg, 0, "FENCED-YAML-9.6",
                                "the key is longer than YAML lets keys be");
    fp_render_text(r, ": ");
    return true;
}

/* Whether the value will be read as a list of strings, and the argument's schema then makes other
 * values of these. */
static bool is_retyped(const fp_rendering *r, const fp_arg *arg)
{
    const fp_tool_arg *schema = r->tool ? fp_tool_find_arg(r->tool, arg->key) : NULL;
    const fp_value *value = &arg->value;
    size_t at = 0, count = 0;
    fp_str item;

    if (!schema || (schema->types && !(schema->types & FP_TYPE_ARRAY)) || !schema->item_types ||
        schema->item_types & FP_TYPE_STRING)
        return false;
    if (value->kind == FP_VALUE_LIST)
        return value->item_count > 0;
    if (fp_jsontext_kind(value->text) != '[')
        return false;
    for (; fp_jsontext_item(value->text, &at, &item); count++)
        if (fp_jsontext_kind(item) != '"')
            return false;
    return count > 0;
}

static bool write_list(fp_rendering *r, const fp_value *value, size_t arg)
{
    fp_render_text(r, "[");
    for (size_t i = 0; i < value->item_count; i++) {
        if (!check_utf8(r, FP_PART_VALUE, arg, value->items[i]))
            return false;
        fp_render_text(r, i ? ", " : "");
        write_quoted(r, value->items[i]);
    }
    fp_render_text(r, "]");
    return true;
}

static bool write_value(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *value = &call->args[i].value;
    const size_t depth = r->options->limits.depth;
    size_t wrong;
    fp_str text;

    if (is_retyped(r, &call->args[i]))
        return fp_render_refuse(r, FP_PART_VALUE, i, 0, "FENCED-YAML-9.6",
                                "the argument's schema reads these strings as other values");
    if (value->kind == FP_VALUE_LIST)
        return write_list(r, value, i);
    if (!check_utf8(r, FP_PART_VALUE, i, value->text))
        return false;
    if (value->kind == FP_VALUE_JSON) {
        if (!fp_jsontext_valid(value->text, depth ? depth - 1 : 0, &wrong))
            return fp_render_refuse(r, FP_PART_VALUE, i, wrong, "FENCED-YAML-9.6",
                                    "the value is nested too deeply");
        return write_json(r, value->text, i);
    }
    if (!fp_render_value(r, call, i, "FENCED-YAML-9.6", &text))
        return false;
    if (fits_block(text))
        write_block(r, text);
    else
        write_quoted(r, text);
    return true;
}

bool fenced_yaml_render(fp_rendering *r, const fp_call *call)
{
    size_t good = 0;

    while (good < call->name.len && is_name_byte((unsigned char)call->name.ptr[good]))
        good++;
    if (!good || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "FENCED-YAML-9.6",
                                "no name has such a byte");
    fp_render_text(r, "```tool ");
    fp_render_bytes(r, call->name);
    fp_render_text(r, "\n");
    for (size_t i = 0; i < call->arg_count; i++) {
        if (!write_key(r, call->args[i].key, i) || !write_value(r, call, i))
            return false;
        fp_render_text(r, "\n");
    }
    fp_render_text(r, "```");
    return true;
}
