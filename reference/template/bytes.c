/* SPDX-License-Identifier: Apache-2.0 */
/* bytes.c: the bytes of a text as they come: what of them is whole characters, and which of them
 * are kept. A piece that is read where it is, is not copied: only what is not decided of it.
 */
#include "reading.h"

#include <fencepost/types.h>

#include <string.h>

/* Whether these bytes begin a character that is not whole. */
static bool begins_character(const unsigned char *bytes, size_t len)
{
    const unsigned char c = bytes[0], next = len > 1 ? bytes[1] : 0x80;
    const size_t need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    const unsigned char least = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    const unsigned char most = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;

    if (c < 0xc2 || c > 0xf4 || len >= need)
        return false;
    if (len > 1 && (next < least || next > most))
        return false;
    return len < 3 || (bytes[2] & 0xc0) == 0x80;
}

/* Takes what is whole of a piece; the last bytes may wait for more. Returns how many were taken. */
static size_t take_bytes(fp_template_parser *p, const char *bytes, size_t len, bool last,
                         bool *good)
{
    size_t at = 0, from = 0;

    while (*good && at < len) {
        at += fp_utf8_valid((fp_str){ bytes + at, len - at });
        if (at == len || (!last && begins_character((const unsigned char *)bytes + at, len - at)))
            break;
        *good = fp_buf_append(&p->held, bytes + from, at - from) &&
                fp_buf_append(&p->held, "\xef\xbf\xbd", 3);
        from = ++at;
    }
    *good = *good && fp_buf_append(&p->held, bytes + from, at - from);
    p->text = fp_buf_str(&p->held);
    return at;
}

bool fp_tpl_take_last(fp_template_parser *p, const char *bytes, size_t len)
{
    bool good = true;

    take_bytes(p, bytes, len, true, &good);
    return good;
}

bool fp_tpl_take(fp_template_parser *p, const char *bytes, size_t len)
{
    size_t at = 0;
    bool good = true;

    while (p->tail_len && at < len && good) { /* first the character that waits */
        size_t taken;

        p->tail[p->tail_len++] = bytes[at++];
        taken = take_bytes(p, p->tail, p->tail_len, false, &good);
        p->tail_len -= taken;
        memmove(p->tail, p->tail + taken, p->tail_len);
    }
    if (at < len && good) {
        at += take_bytes(p, bytes + at, len - at, false, &good);
        p->tail_len = good ? len - at : 0;
        memcpy(p->tail, bytes + at, p->tail_len);
    }
    return good;
}

/* -- what is read where it is ------------------------------------------------------------------ */

bool fp_tpl_lend(fp_template_parser *p, const char *bytes, size_t len)
{
    if (p->tail_len || p->at < p->text.len || p->t->keeps_text ||
        fp_utf8_valid((fp_str){ bytes, len }) < len)
        return false;
    p->begun = p->begun || (p->at && p->haste != FP_TPL_FORGETS);
    p->text = (fp_str){ bytes, len };
    p->at = 0;
    p->lent = true;
    return true;
}

bool fp_tpl_settle(fp_template_parser *p)
{
    const size_t left = p->text.len - p->at;
    bool good = true;

    if (!p->lent &&
        (!p->at || (p->haste != FP_TPL_FORGETS && (p->t->keeps_text || p->at <= p->text.len / 2))))
        return true;
    p->begun = p->begun || (p->at && p->haste != FP_TPL_FORGETS);
    if (p->lent) {
        p->held.len = 0;
        good = fp_buf_append(&p->held, p->text.ptr + p->at, left);
    } else {
        fp_buf_drop(&p->held, p->at);
    }
    p->text = fp_buf_str(&p->held);
    p->lent = false;
    p->at = 0;
    return good;
}
