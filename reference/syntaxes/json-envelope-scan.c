/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope-scan.c: the JSON of a document. Clauses: spec/json-envelope.md, sections 1 and 8.
 */
#include "syntaxes/json-envelope.h"

/* -- structure --------------------------------------------------------------------------------- */

/* JSON-ENVELOPE-8.7: the document's own brace is never too deep. The scanner has room for one level
 * more than is ever allowed, so that it takes the bracket that is too deep. */
void fp_env_scan_begin(fp_env_scan *s, const fp_out *out)
{
    enum { MOST = FP_SCAN_DEPTH_MAX - 1 };
    const size_t depth = fp_out_limits(out)->depth;

    s->limit = depth > MOST ? MOST : (uint32_t)depth;
    if (!s->limit) /* GCOVR_EXCL_BR_LINE: the limits of cases begin with one */
        s->limit = 1;
    s->lenient = fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* A byte of a part that is too deep. The part is an empty one for the scanner. */
static fp_scan_byte deep_byte(fp_env_scan *s, unsigned char c)
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

static fp_scan_byte scan_byte(fp_env_scan *s, unsigned char c)
{
    fp_scan_byte kind = fp_jsonscan_step(&s->json, c);

    if (kind == FP_SCAN_BAD && s->lenient && c < 0x20 && fp_jsonscan_in_string(&s->json))
        kind = fp_jsonscan_step(&s->json, ' '); /* JSON-ENVELOPE-6.2 */
    if (kind == FP_SCAN_OPEN && s->json.depth > s->limit) {
        s->deep = 1;
        s->closer = c == '{' ? '}' : ']';
    }
    return kind;
}

bool fp_env_scan_in_string(const fp_env_scan *s)
{
    return fp_jsonscan_in_string(&s->json);
}

bool fp_env_scan_behind_value(const fp_env_scan *s, uint32_t depth)
{
    return s->json.depth == depth && fp_jsonscan_after_value(&s->json);
}

static unsigned key_byte(const fp_env_scan *s, bool in_string)
{
    return FP_ENV_KEY | (in_string ? 0u : FP_ENV_KEY_BEGIN) |
           (fp_env_scan_in_string(s) ? 0u : FP_ENV_KEY_END);
}

/* A byte of the open value, or behind it. */
static unsigned value_byte(fp_env_scan *s, fp_scan_byte kind)
{
    const bool behind =
        !s->json.depth || (s->json.depth == 1 && (kind == FP_SCAN_BLANK || kind == FP_SCAN_COMMA));

    s->in_value = !behind && !fp_env_scan_behind_value(s, 1);
    return (behind ? 0u : FP_ENV_VALUE) | (s->in_value ? 0u : FP_ENV_VALUE_END);
}

size_t fp_env_scan_text(const fp_env_scan *s, const char *bytes, size_t len)
{
    return s->in_text ? fp_jsonscan_text(bytes, len) : 0;
}

static unsigned scan_step(fp_env_scan *s, unsigned char c)
{
    const bool in_string = fp_env_scan_in_string(s), deep = s->deep;
    const fp_scan_byte kind = deep ? deep_byte(s, c) : scan_byte(s, c);
    unsigned what = 0;

    if (kind == FP_SCAN_BAD)
        return FP_ENV_WRONG;
    if (s->json.depth == 1 && kind == FP_SCAN_KEY)
        return key_byte(s, in_string);
    if (s->json.depth == 1 && kind == FP_SCAN_COLON) {
        s->fresh = true;
        return FP_ENV_COLON;
    }
    if (s->fresh && kind != FP_SCAN_BLANK) {
        s->fresh = false;
        s->in_value = true;
        what |= FP_ENV_VALUE_BEGIN;
    }
    if (s->in_value)
        what |= value_byte(s, kind);
    if (s->deep && !deep)
        what |= FP_ENV_TOO_DEEP;
    if (kind == FP_SCAN_CLOSE && !s->json.depth)
        what |= FP_ENV_CLOSED;
    return what;
}

unsigned fp_env_scan_step(fp_env_scan *s, unsigned char c)
{
    const unsigned what = scan_step(s, c);

    s->in_text = s->in_value && fp_jsonscan_in_text(&s->json);
    return what;
}

/* -- strings ----------------------------------------------------------------------------------- */

enum { ALONE = 3 }; /* bytes of U+FFFD */

fp_env_decoded fp_env_string_step(fp_env_string *s, unsigned char c, uint64_t offset)
{
    const bool plain = !s->unescape.state, waited = s->unescape.high;
    fp_env_decoded d = { .early_at = s->high };

    if (plain && c == '\\')
        s->escape = offset;
    d.at = plain ? offset : s->escape;
    s->unescape.lone = false;
    d.len = fp_unescape_step(&s->unescape, c, d.bytes);
    d.lone = s->unescape.lone;
    d.lone_at = waited ? s->high : s->escape;
    if (waited && d.lone)
        d.early = ALONE;
    else if (waited && d.len)
        d.at = s->high; /* a pair */
    if (!waited)
        s->high = s->unescape.high ? s->escape : 0;
    return d;
}

fp_env_decoded fp_env_string_end(fp_env_string *s)
{
    fp_env_decoded d = { .at = s->high, .lone = s->unescape.high, .lone_at = s->high };

    d.len = fp_unescape_end(&s->unescape, d.bytes);
    return d;
}

uint64_t fp_env_decoded_offset(const fp_env_decoded *d, size_t index)
{
    return index < d->early ? d->early_at : d->at;
}

/* -- keys -------------------------------------------------------------------------------------- */

void fp_env_key_raw(fp_env_key *k, const char *const names[FP_ENV_NAMES], char byte)
{
    for (size_t i = 0; i < FP_ENV_NAMES; i++)
        if (!k->not [i])
            k->not [i] = !byte || names[i][k->matched] != byte;
    k->matched += !k->not [0] || !k->not [1];
}

void fp_env_key_step(fp_env_key *k, const char *const names[FP_ENV_NAMES], unsigned char c)
{
    const fp_env_decoded d = fp_env_string_step(&k->string, c, 0);

    for (size_t i = 0; i < d.len; i++)
        fp_env_key_raw(k, names, d.bytes[i]);
}

unsigned fp_env_key_find(const fp_env_key *k, const char *const names[FP_ENV_NAMES])
{
    unsigned i = 0;

    while (i < FP_ENV_NAMES &&
           (k->not [i] || k->string.unescape.high || names[i][k->matched] != '\0'))
        i++;
    return i;
}
