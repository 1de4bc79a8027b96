/* SPDX-License-Identifier: Apache-2.0 */
/* content.c: the text of a region, as the value that its content parser gives (TEMPLATE-5). */
#include "parts.h"

#include "core/index.h"
#include "core/utf8.h"

#include <stdlib.h>
#include <string.h>

static fp_template_fault malformed(fp_tpl_making *m, const char *why)
{
    m->why = why;
    return FP_TEMPLATE_MALFORMED;
}

static fp_template_fault written(const fp_json *out)
{
    return out->failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
}

/* -- white space ------------------------------------------------------------------------------- */

/* The bytes of a white space at the start of a text; 0: there is none. */
static size_t blank(const char *at, size_t len)
{
    static const char *const WIDE[] = { "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80",
                                        "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf",
                                        "\xe2\x81\x9f", "\xe3\x80\x80" };

    if (!len)
        return 0;
    if (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        return 1;
    if (len >= 3 && memcmp(at, "\xe2\x80", 2) == 0 && (unsigned char)at[2] >= 0x80 &&
        (unsigned char)at[2] <= 0x8a)
        return 3;
    for (size_t i = 0; i < sizeof WIDE / sizeof *WIDE; i++)
        if (len >= strlen(WIDE[i]) && memcmp(at, WIDE[i], strlen(WIDE[i])) == 0)
            return strlen(WIDE[i]);
    return 0;
}

fp_str fp_tpl_strip(fp_str text)
{
    size_t len = blank(text.ptr, text.len), start;

    for (; len; len = blank(text.ptr, text.len)) {
        text.ptr += len;
        text.len -= len;
    }
    for (; text.len; text.len = start) {
        start = text.len - 1;
        while (start && ((unsigned char)text.ptr[start] & 0xc0) == 0x80)
            start--;
        if (blank(text.ptr + start, text.len - start) != text.len - start)
            break;
    }
    return text;
}

/* -- numbers ----------------------------------------------------------------------------------- */

static size_t digits(fp_str text, size_t at)
{
    size_t end = at;

    while (end < text.len && text.ptr[end] >= '0' && text.ptr[end] <= '9')
        end++;
    return end - at;
}

/* A sign, and then digits without needless zeros: how many bytes were taken; 0: no digits. */
static size_t whole_part(fp_str text, bool may_lack, fp_json *out)
{
    const size_t sign = text.len && (text.ptr[0] == '-' || text.ptr[0] == '+');
    const size_t count = digits(text, sign);
    size_t zeros = 0;

    if (!count && !may_lack)
        return 0;
    while (zeros + 1 < count && text.ptr[sign + zeros] == '0')
        zeros++;
    if (sign && text.ptr[0] == '-')
        fp_json_raw(out, "-");
    if (!count)
        fp_json_raw(out, "0");
    else
        fp_json_bytes(out, (fp_str){ text.ptr + sign + zeros, count - zeros });
    return sign + count;
}

bool fp_tpl_integer(fp_str text, fp_json *out)
{
    const size_t before = out->len;
    const fp_str number = fp_tpl_strip(text);
    const size_t taken = whole_part(number, false, out);

    if (taken && taken == number.len) {
        if (out->len - before == 2 && memcmp(out->ptr + before, "-0", 2) == 0) {
            out->len = before;
            fp_json_raw(out, "0");
        }
        return true;
    }
    out->len = before;
    return false;
}

/* "1.5", "1.", ".5", "1e9": with digits on one side of the point. */
bool fp_tpl_decimal(fp_str text, fp_json *out)
{
    const size_t before = out->len;
    const fp_str number = fp_tpl_strip(text);
    size_t at = whole_part(number, true, out);
    const bool whole = at && number.ptr[at - 1] >= '0' && number.ptr[at - 1] <= '9';
    size_t count = 0, sign;

    if (at < number.len && number.ptr[at] == '.') {
        count = digits(number, ++at);
        fp_json_raw(out, ".");
        fp_json_bytes(out, count ? (fp_str){ number.ptr + at, count } : FP_STR("0"));
        at += count;
    }
    if ((whole || count) && at < number.len && (number.ptr[at] | 0x20) == 'e') {
        sign = at + 1 < number.len && (number.ptr[at + 1] == '-' || number.ptr[at + 1] == '+');
        count = digits(number, at + 1 + sign);
        fp_json_bytes(out, (fp_str){ number.ptr + at, 1 + sign + count });
        at = count ? at + 1 + sign + count : 0;
        count = 1;
    }
    if ((whole || count) && at == number.len)
        return true;
    out->len = before;
    return false;
}

/* -- the simple ones --------------------------------------------------------------------------- */

static fp_str stripped(const fp_tpl_content *content, fp_str text)
{
    return content->keep_blanks ? text : fp_tpl_strip(text);
}

static bool is_true(fp_str text)
{
    static const char WORD[] = "true";

    if (text.len == 1)
        return text.ptr[0] == '1';
    for (size_t i = 0; i < text.len; i++)
        if (text.len != strlen(WORD) || (text.ptr[i] | 0x20) != WORD[i])
            return false;
    return text.len > 0;
}

static fp_template_fault parse_json(fp_tpl_making *m, const fp_tpl_content *content, fp_str text,
                                    fp_json *out)
{
    fp_json changed = { 0 };
    fp_str json = text;
    size_t wrong;
    bool valid;

    if (content->unquoted_keys || content->quote_count) {
        fp_tpl_dialect(content, text, &changed);
        json = (fp_str){ changed.ptr, changed.len };
    }
    valid = !changed.failed && fp_jsontext_valid(json, FP_TPL_DEPTH_MAX, &wrong);
    if (changed.failed)
        out->failed = true;
    else if (valid)
        fp_tpl_unique(json, out);
    else if (content->allow_non_json)
        fp_json_string(out, stripped(content, text));
    fp_json_free(&changed);
    return valid || content->allow_non_json || out->failed ? written(out)
                                                           : malformed(m, "it is not JSON");
}

static fp_template_fault parse_leaf(fp_tpl_making *m, const fp_tpl_content *content, fp_str text,
                                    fp_json *out)
{
    if (content->kind == FP_TPL_JSON)
        return parse_json(m, content, text, out);
    if (content->kind == FP_TPL_BOOL)
        fp_json_raw(out, is_true(stripped(content, text)) ? "true" : "false");
    else if (content->kind == FP_TPL_TEXT)
        fp_json_string(out, stripped(content, text));
    else if (content->kind == FP_TPL_INT && !fp_tpl_integer(text, out) && !out->failed)
        return malformed(m, "it is not an integer");
    else if (content->kind == FP_TPL_FLOAT && !fp_tpl_decimal(text, out) && !out->failed)
        return malformed(m, "it is not a number");
    return written(out);
}

/* -- members ----------------------------------------------------------------------------------- */

/* The members that xml-inline and kv-lines find, as the text has them. */
typedef struct members {
    fp_tpl_making *m;
    const fp_tpl_content *content;
    fp_str text;
    struct member {
        fp_str key, raw;
    } * all;
    size_t count, cap;
} members;

static bool add_member(members *o, fp_str key, fp_str raw)
{
    void *grown = o->all;

    if (!fp_grow(&grown, &o->cap, o->count, sizeof *o->all))
        return false;
    o->all = grown;
    o->all[o->count++] = (struct member){ key, raw };
    return true;
}

static fp_str group_of(const fp_tpl_matcher *m, const fp_tpl_pattern *tag, const char *name,
                       fp_str text)
{
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m->data) + 2 * (size_t)fp_tpl_group(tag, name);

    return at[0] == PCRE2_UNSET ? (fp_str){ 0 } : (fp_str){ text.ptr + at[0], at[1] - at[0] };
}

static fp_template_fault one_tag(members *o)
{
    const fp_tpl_pattern *tag = &o->content->tag;
    const fp_str key = group_of(o->m->matcher, tag, "key", o->text);
    const fp_str value = group_of(o->m->matcher, tag, "value", o->text);

    if (!key.ptr)
        return malformed(o->m, "a tag without a key");
    return add_member(o, key, value) ? FP_TEMPLATE_FINE : FP_TEMPLATE_NO_MEMORY;
}

static fp_template_fault find_tags(members *o)
{
    fp_template_fault fault = FP_TEMPLATE_FINE;
    size_t at = 0;

    while (!fault && at <= o->text.len) {
        const unsigned char c = at < o->text.len ? (unsigned char)o->text.ptr[at] : 0;
        size_t next =
            at + (at < o->text.len
                      ? fp_utf8_sequence((const unsigned char *)o->text.ptr + at, o->text.len - at)
                      : 1);
        fp_tpl_found found = FP_TPL_NONE;

        if (at < o->text.len ? fp_tpl_bit(o->content->tag.first, c) : o->content->tag.empty)
            found = fp_tpl_try(o->m->matcher, &o->content->tag, o->text, at, true, false);
        if (found == FP_TPL_TOO_LONG)
            return FP_TEMPLATE_LIMIT;
        if (found == FP_TPL_NO_MEMORY)
            return FP_TEMPLATE_NO_MEMORY;
        if (found == FP_TPL_MATCH) {
            const size_t end = pcre2_get_ovector_pointer(o->m->matcher->data)[1];

            fault = one_tag(o);
            if (end > at)
                next = end;
        }
        at = next;
    }
    return fault;
}

/* Where a piece is in a text, from a place on; the text's length: nowhere. */
static size_t find(fp_str text, size_t at, fp_str piece)
{
    while (at + piece.len <= text.len) {
        const char *hit = memchr(text.ptr + at, piece.ptr[0], text.len - at - piece.len + 1);

        if (!hit)
            break;
        at = (size_t)(hit - text.ptr);
        if (memcmp(hit, piece.ptr, piece.len) == 0)
            return at;
        at++;
    }
    return text.len;
}

static fp_template_fault find_lines(members *o)
{
    const fp_tpl_content *c = o->content;

    for (size_t at = 0; at <= o->text.len;) {
        const size_t end = find(o->text, at, c->line_sep);
        const fp_str line = stripped(c, (fp_str){ o->text.ptr + at, end - at });
        const size_t sep = find(line, 0, c->kv_sep);

        if (sep < line.len) {
            const size_t after = sep + c->kv_sep.len;

            if (!add_member(o, stripped(c, (fp_str){ line.ptr, sep }),
                            stripped(c, (fp_str){ line.ptr + after, line.len - after })))
                return FP_TEMPLATE_NO_MEMORY;
        }
        at = end == o->text.len ? end + 1 : end + c->line_sep.len;
    }
    return FP_TEMPLATE_FINE;
}

/* NOLINTBEGIN(misc-no-recursion): as deep as value parsers in a template, which are at most eight
 */

static fp_template_fault put_value(const members *o, fp_str raw, fp_json *out)
{
    if (o->content->value)
        return fp_tpl_parse(o->m, o->content->value, raw, out);
    fp_json_string(out, raw);
    return written(out);
}

/* The members of one key, the entries [from, to) of the index: all are parsed, and the last one
 * counts, or they are a list. */
static fp_template_fault put_key(const members *o, const fp_index *index, size_t from, size_t to,
                                 fp_json *out)
{
    const bool list = o->content->merge && to - from > 1;
    fp_template_fault fault = FP_TEMPLATE_FINE;

    fp_json_raw(out, out->ptr[out->len - 1] == '{' ? "" : ",");
    fp_json_string(out, index->entries[from].key);
    fp_json_raw(out, list ? ":[" : ":");
    for (size_t i = from; !fault && i < to; i++) {
        const size_t before = out->len;

        fault = put_value(o, o->all[index->entries[i].place].raw, out);
        if (!fault && list)
            fp_json_raw(out, i + 1 < to ? "," : "]");
        else if (!fault && i + 1 < to)
            out->len = before;
    }
    return fault;
}

static fp_template_fault put_members(const members *o, fp_json *out)
{
    fp_index index = { 0 };
    fp_template_fault fault = FP_TEMPLATE_FINE;

    if (!fp_index_make(&index, o->count))
        return FP_TEMPLATE_NO_MEMORY;
    for (size_t i = 0; i < o->count; i++)
        index.entries[i] = (fp_index_entry){ o->all[i].key, i };
    fp_index_sort(&index);
    fp_json_raw(out, "{");
    for (size_t i = 0, next; !fault && !out->failed && i < o->count; i = next) {
        for (next = i + 1; next < o->count && fp_index_is(&index, next, index.entries[i].key);)
            next++;
        fault = put_key(o, &index, i, next, out);
    }
    fp_json_raw(out, "}");
    fp_index_free(&index);
    return fault ? fault : written(out);
}

fp_template_fault fp_tpl_parse(fp_tpl_making *m, const fp_tpl_content *content, fp_str text,
                               fp_json *out)
{
    members o = { .m = m, .content = content, .text = text };
    fp_template_fault fault;

    if (content->kind != FP_TPL_XML_INLINE && content->kind != FP_TPL_KV_LINES)
        return parse_leaf(m, content, text, out);
    fault = content->kind == FP_TPL_XML_INLINE ? find_tags(&o) : find_lines(&o);
    if (!fault)
        fault = put_members(&o, out);
    free(o.all);
    return fault;
}

/* NOLINTEND(misc-no-recursion) */
