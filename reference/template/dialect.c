/* SPDX-License-Identifier: Apache-2.0 */
/* dialect.c: JSON whose keys are words and whose strings have other quotes, as JSON. What it makes
 * of other texts is not JSON, or they are JSON; a validator follows.
 */
#include "parts.h"

#include <fencepost/ascii.h>

#include <string.h>

typedef struct reader {
    const fp_tpl_content *content;
    fp_str in;
    size_t at;
    char before;                      /* the last byte that was not a blank, outside strings */
    bool endless[FP_TPL_QUOTES_MOST]; /* marks whose closing one does not come any more */
    fp_json *out;
} reader;

static bool begins(const reader *r, size_t at, fp_str piece)
{
    return r->in.len - at >= piece.len && memcmp(r->in.ptr + at, piece.ptr, piece.len) == 0;
}

/* A string between markers. Without its end the rest is copied, and is not JSON. */
static bool marked_string(reader *r)
{
    for (size_t i = 0; i < r->content->quote_count; i++) {
        const fp_tpl_quote *quote = &r->content->quotes[i];
        size_t end = r->at + quote->open.len;

        if (r->endless[i] || !begins(r, r->at, quote->open))
            continue;
        while (end < r->in.len && !begins(r, end, quote->close))
            end++;
        r->endless[i] = end == r->in.len;
        if (r->endless[i])
            continue;
        fp_json_string(
            r->out, (fp_str){ r->in.ptr + r->at + quote->open.len, end - r->at - quote->open.len });
        r->at = end + quote->close.len;
        r->before = '"';
        return true;
    }
    return false;
}

static void plain_string(reader *r)
{
    const size_t start = r->at++;

    while (r->at < r->in.len && r->in.ptr[r->at] != '"')
        r->at += r->in.ptr[r->at] == '\\' ? 2 : 1;
    r->at = r->at < r->in.len ? r->at + 1 : r->in.len;
    fp_json_bytes(r->out, (fp_str){ r->in.ptr + start, r->at - start });
    r->before = '"';
}

static bool in_word(unsigned char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
           c >= 0x80;
}

/* A word; it is a key after a brace or a comma, and before a colon. */
static void word(reader *r)
{
    const size_t start = r->at;
    size_t next;
    bool key = r->content->unquoted_keys && (r->before == '{' || r->before == ',');
    fp_str text;

    while (r->at < r->in.len && in_word((unsigned char)r->in.ptr[r->at]))
        r->at++;
    text = (fp_str){ r->in.ptr + start, r->at - start };
    for (next = r->at; next < r->in.len && fp_is_space(r->in.ptr[next]);)
        next++;
    key = key && next < r->in.len && r->in.ptr[next] == ':';
    if (key)
        fp_json_string(r->out, text);
    else
        fp_json_bytes(r->out, text);
    r->before = key ? '"' : 'a';
}

void fp_tpl_dialect(const fp_tpl_content *content, fp_str text, fp_json *out)
{
    reader r = { .content = content, .in = text, .out = out };

    while (r.at < text.len && !out->failed) {
        const char c = text.ptr[r.at];

        if (marked_string(&r))
            continue;
        if (c == '"') {
            plain_string(&r);
        } else if (in_word((unsigned char)c)) {
            word(&r);
        } else {
            fp_json_bytes(out, (fp_str){ text.ptr + r.at++, 1 });
            if (!fp_is_space(c))
                r.before = c;
        }
    }
}
