/* SPDX-License-Identifier: Apache-2.0 */
/* python-render.c: calls written as Python's, as the table's layout has them. */
#include "core/rendering.h"
#include "engines/python.h"

#include <fencepost/ascii.h>
#include <fencepost/jsontext.h>

#include <string.h>

static const fp_python_table *table_of(const fp_rendering *r)
{
    return r->syntax->table;
}

/* -- strings ----------------------------------------------------------------------------------- */

static void write_byte(fp_rendering *r, unsigned char c)
{
    static const char ESCAPED[] = "\"\\\n\r\t";
    static const char LETTERS[] = "\"\\nrt";
    static const char DIGITS[] = "0123456789abcdef";
    const char *simple = c ? strchr(ESCAPED, c) : NULL;
    const char byte = (char)c;

    if (simple) {
        fp_render_text(r, "\\");
        fp_render_bytes(r, (fp_str){ LETTERS + (simple - ESCAPED), 1 });
    } else if (c < 0x20) {
        fp_render_text(r, table_of(r)->layout.json ? "\\u00" : "\\x");
        fp_render_bytes(r, (fp_str){ DIGITS + (c >> 4), 1 });
        fp_render_bytes(r, (fp_str){ DIGITS + (c & 15), 1 });
    } else {
        fp_render_bytes(r, (fp_str){ &byte, 1 });
    }
}

static bool write_string(fp_rendering *r, size_t arg, fp_str bytes)
{
    const size_t good = fp_utf8_valid(bytes);

    if (good < bytes.len)
        return fp_render_refuse(r, FP_PART_VALUE, arg, good, table_of(r)->layout.bad_bytes,
                                "Python has no string of bytes that are not UTF-8");
    fp_render_text(r, "\"");
    for (size_t i = 0; i < bytes.len; i++)
        write_byte(r, (unsigned char)bytes.ptr[i]);
    fp_render_text(r, "\"");
    return true;
}

/* -- values ------------------------------------------------------------------------------------ */

/* Writes a string of JSON, which begins at text[at], and returns where it ends. Its escapes are
 * Python's as well, except for the solidus. */
static size_t write_json_string(fp_rendering *r, fp_str text, size_t at)
{
    fp_render_text(r, "\"");
    for (at++; text.ptr[at] != '"'; at++) {
        const bool escape = text.ptr[at] == '\\';
        /* GCOVR_EXCL_BR_START: what writes a case's values as JSON escapes no solidus */
        const bool solidus = escape && text.ptr[at + 1] == '/';
        const bool two = escape && !solidus;
        /* GCOVR_EXCL_BR_STOP */

        at += solidus;
        fp_render_bytes(r, (fp_str){ text.ptr + at, two ? 2 : 1 });
        at += two;
    }
    fp_render_text(r, "\"");
    return at + 1;
}

/* Writes a word of JSON in the same way; NULL: the byte does not begin one. */
static const char *word_of(char c, size_t *len)
{
    static const struct {
        const char *json, *python;
    } WORDS[] = { { "true", "True" }, { "false", "False" }, { "null", "None" } };

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        *len = strlen(WORDS[i].json);
        if (WORDS[i].json[0] == c)
            return WORDS[i].python;
    }
    return NULL;
}

/* Writes valid JSON. */
static void write_json(fp_rendering *r, fp_str text)
{
    for (size_t at = 0; at < text.len;) {
        const char c = text.ptr[at];
        size_t len;
        const char *python = word_of(c, &len);
        const bool word = python != NULL;

        if (c == '"') {
            at = write_json_string(r, text, at);
            continue;
        }
        if (word && table_of(r)->layout.json)
            fp_render_bytes(r, (fp_str){ text.ptr + at, len });
        else if (word)
            fp_render_text(r, python);
        else if (!fp_is_space(c))
            fp_render_bytes(r, (fp_str){ &c, 1 });
        if (c == ',' || c == ':')
            fp_render_text(r, " ");
        at += word ? len : 1;
    }
}

static bool write_json_value(fp_rendering *r, size_t arg, fp_str text)
{
    const size_t good = fp_utf8_valid(text);
    size_t wrong;

    /* GCOVR_EXCL_BR_START: a case's JSON is UTF-8, and is JSON */
    if (good < text.len)
        return fp_render_refuse(r, FP_PART_VALUE, arg, good, table_of(r)->layout.bad_bytes,
                                "Python has no string of bytes that are not UTF-8");
    if (!fp_jsontext_valid(text, FP_SCAN_DEPTH_MAX, &wrong))
        return fp_render_refuse(r, FP_PART_VALUE, arg, wrong, table_of(r)->layout.bad_value,
                                "the value is not JSON");
    /* GCOVR_EXCL_BR_STOP */
    write_json(r, text);
    return true;
}

static bool write_list(fp_rendering *r, size_t arg, const fp_value *list)
{
    fp_render_text(r, "[");
    for (size_t i = 0; i < list->item_count; i++) {
        fp_render_text(r, i ? ", " : "");
        if (!write_string(r, arg, list->items[i]))
            return false;
    }
    fp_render_text(r, "]");
    return true;
}

static bool write_value(fp_rendering *r, size_t arg, const fp_value *value)
{
    switch (value->kind) {
    case FP_VALUE_LIST:
        return write_list(r, arg, value);
    case FP_VALUE_JSON:
        return write_json_value(r, arg, value->text);
    case FP_VALUE_STRING:
        break;
    }
    return write_string(r, arg, value->text);
}

/* -- calls ---------------------------------------------------------------------------------------
 */

/* How many of the first bytes can be a name or a key. */
static size_t good_bytes(fp_str word, bool (*has)(unsigned char c))
{
    size_t n = 0;

    if (!word.len || !fp_python_begins_word((unsigned char)word.ptr[0]))
        return 0;
    while (n < word.len && has((unsigned char)word.ptr[n]))
        n++;
    return n;
}

static bool write_word(fp_rendering *r, fp_part part, size_t arg, fp_str word)
{
    const bool is_key = part == FP_PART_KEY;
    const size_t good = good_bytes(word, is_key ? fp_python_in_key : fp_python_in_name);
    const char *clause = is_key ? table_of(r)->layout.bad_key : table_of(r)->layout.bad_name;

    if (!word.len || good < word.len)
        return fp_render_refuse(r, part, arg, good, clause,
                                is_key ? "no key has such a byte" : "no name has such a byte");
    fp_render_bytes(r, word);
    return true;
}

bool fp_python_render(fp_rendering *r, const fp_call *call)
{
    const fp_python_table *table = table_of(r);

    /* GCOVR_EXCL_BR_START: a case's keys are different */
    if (!fp_render_keys_once(r, call, table->layout.bad_key))
        return false;
    /* GCOVR_EXCL_BR_STOP */
    fp_render_text(r, table->layout.before);
    if (!write_word(r, FP_PART_NAME, 0, call->name))
        return false;
    fp_render_text(r, "(");
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_render_text(r, i ? ", " : "");
        if (!write_word(r, FP_PART_KEY, i, call->args[i].key))
            return false;
        fp_render_text(r, "=");
        if (!write_value(r, i, &call->args[i].value))
            return false;
    }
    fp_render_text(r, ")");
    fp_render_text(r, table->layout.after);
    return true;
}
