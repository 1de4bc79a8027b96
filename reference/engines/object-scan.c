/* SPDX-License-Identifier: Apache-2.0 */
/* object-scan.c: a JSON object byte by byte: its members, and what their keys stand for. */
#include "engines/object.h"

/* -- structure ------------------------------------------------------------------------------- */

/* A byte of a part that is too deep. The part is an empty one for the scanner. */
static fp_scan_byte deep_byte(fp_object_scan *s, unsigned char c)
{
    if (s->deep_string) {
        s->deep_string = s->deep_escape || c != '"';
        s->deep_escape = !s->deep_escape && c == '\\';
        return FP_SCAN_SCALAR;
    }
    s->deep_string = c == '"';
    s->deep += c == '{' || c == '[';
    s->deep -= c == '}' || c == ']';
    if (s->deep)
        return FP_SCAN_SCALAR;
    return fp_jsonscan_step(&s->json, (unsigned char)s->closer);
}

/* The scanner has room for one level more than is ever allowed, so that it takes the bracket that
 * is too deep. */
static bool is_too_deep(const fp_object_scan *s, const fp_out *out)
{
    enum { MOST = FP_SCAN_DEPTH_MAX - 1 };
    const size_t limit = fp_out_limits(out)->depth;

    return s->json.depth + s->outer > (limit < MOST ? limit : MOST);
}

static fp_scan_byte scan_byte(fp_object_scan *s, const fp_out *out, unsigned char c)
{
    fp_scan_byte kind = fp_jsonscan_step(&s->json, c);

    if (kind == FP_SCAN_BAD && fp_jsonscan_in_string(&s->json) && fp_object_takes_controls(out))
        kind = fp_jsonscan_step(&s->json, ' ');
    if (kind == FP_SCAN_OPEN && is_too_deep(s, out)) {
        s->deep = 1;
        s->closer = c == '{' ? '}' : ']';
    }
    return kind;
}

static unsigned key_byte(fp_object_scan *s)
{
    const bool begins = !s->in_key;

    s->in_key = fp_jsonscan_in_string(&s->json);
    return FP_OBJECT_KEY | (begins ? FP_OBJECT_KEY_BEGIN : 0u) |
           (s->in_key ? 0u : FP_OBJECT_KEY_END);
}

/* A byte of the open value, or after it. */
static unsigned value_byte(fp_object_scan *s, fp_scan_byte kind)
{
    const uint32_t depth = s->json.depth;
    const bool after = !depth || (depth == 1 && (kind == FP_SCAN_BLANK || kind == FP_SCAN_COMMA));

    s->in_value = !after && (depth > 1 || !fp_jsonscan_after_value(&s->json));
    return (after ? 0u : FP_OBJECT_VALUE) | (s->in_value ? 0u : FP_OBJECT_VALUE_END);
}

unsigned fp_object_scan_step(fp_object_scan *s, const fp_out *out, unsigned char c)
{
    const bool deep = s->deep;
    const fp_scan_byte kind = deep ? deep_byte(s, c) : scan_byte(s, out, c);
    unsigned what = 0;

    if (kind == FP_SCAN_BAD)
        return FP_OBJECT_WRONG;
    if (s->json.depth == 1 && kind == FP_SCAN_KEY)
        return key_byte(s);
    if (s->json.depth == 1 && kind == FP_SCAN_COLON) {
        s->fresh = true;
        return FP_OBJECT_COLON;
    }
    if (s->fresh && kind != FP_SCAN_BLANK) {
        s->fresh = false;
        s->in_value = true;
        what |= FP_OBJECT_VALUE_BEGIN;
    }
    if (s->in_value)
        what |= value_byte(s, kind);
    if (s->deep && !deep)
        what |= FP_OBJECT_TOO_DEEP;
    if (kind == FP_SCAN_CLOSE && !s->json.depth)
        what |= FP_OBJECT_CLOSED;
    return what;
}

/* -- keys ------------------------------------------------------------------------------------ */

static void match_key(fp_object_key *k, const fp_object_member *members, char byte)
{
    for (unsigned m = 0; k->found >> m; m++)
        if (k->found & 1u << m && (!byte || members[m].key[k->len] != byte))
            k->found &= (uint8_t) ~(1u << m);
    k->len = (uint8_t)(k->len + (k->found != 0));
}

void fp_object_key_step(fp_object_key *k, const fp_object_member *members, unsigned what,
                        unsigned char c)
{
    char bytes[FP_UNESCAPE_MAX];
    size_t count;

    if (what & FP_OBJECT_KEY_BEGIN) {
        *k = (fp_object_key){ 0 };
        for (unsigned m = 0; members[m].key; m++)
            k->found |= (uint8_t)(1u << m);
        return;
    }
    count = what & FP_OBJECT_KEY_END ? fp_unescape_end(&k->unescape, bytes)
                                     : fp_unescape_step(&k->unescape, c, bytes);
    if (count) /* keys of members are ASCII: the first byte decides of more */
        match_key(k, members, bytes[0]);
}

uint8_t fp_object_key_find(const fp_object_key *k, const fp_object_member *members)
{
    for (unsigned m = 0; members[m].key; m++)
        if (k->found & 1u << m && !members[m].key[k->len])
            return members[m].is;
    return FP_OBJECT_OTHER;
}
