/* SPDX-License-Identifier: Apache-2.0 */
/* check_bound.c: patterns that hold prose without a bound (TEMPLATE-LINT-1.4), and that match
 * nothing (1.6). */
#include "check.h"

#include <string.h>

enum { HELD = 4096 };

/* Prose, of which no delimiter is made. */
static void put_prose(fp_json *out)
{
    const size_t end = out->len + HELD;

    while (!out->failed && out->len < end)
        fp_json_raw(out, "and so it goes, as they say, on and on.\n");
}

static bool is_whole(fp_str text, size_t at)
{
    return at >= text.len || ((unsigned char)text.ptr[at] & 0xc0) != 0x80;
}

/* An opener, for a close that is looked for in its region alone. */
static fp_str opener_of(const fp_tpl_check *c, const fp_tpl_delimiter *d)
{
    const bool inside = d->close && d->field != c->t->implicit;

    return inside && c->opens[d->field].count ? c->opens[d->field].all[0] : FP_STR("");
}

/* Whether prose after the first bytes of the sample is held. */
static bool holds(fp_tpl_check *c, const fp_tpl_delimiter *d, fp_str sample, size_t len)
{
    const fp_str opener = opener_of(c, d);
    fp_json text = { 0 };
    fp_tpl_reading r = { .cut = FP_TPL_UNCUT, .open_ended = true };
    bool held = false;

    fp_json_bytes(&text, opener);
    fp_json_bytes(&text, (fp_str){ sample.ptr, len });
    put_prose(&text);
    c->failed = c->failed || text.failed;
    r.text = (fp_str){ text.ptr, text.len };
    if (!c->failed && fp_tpl_spend(c, c->t->field_count + 16 * (size_t)HELD)) {
        fp_tpl_read(c, &r);
        held = !r.fault && r.held >= HELD;
    }
    fp_json_free(&text);
    fp_json_free(&r.message);
    return held;
}

static void tell_unbounded(fp_tpl_check *c, const fp_tpl_delimiter *d, fp_str sample, size_t len)
{
    fp_json text = { 0 };
    fp_template_finding finding = {
        .weakness = FP_TEMPLATE_UNBOUNDED,
        .sentence = "it has no bound: all prose after its beginning is held until the text ends",
        .has_input = true
    };

    fp_json_bytes(&text, opener_of(c, d));
    fp_json_bytes(&text, (fp_str){ sample.ptr, len });
    fp_json_raw(&text, "and so it goes, as they say, on and on.");
    c->failed = c->failed || text.failed;
    finding.input = (fp_str){ text.ptr, text.len };
    fp_tpl_tell(c, d, &finding);
    fp_json_free(&text);
}

static void check_bound(fp_tpl_check *c, const fp_tpl_delimiter *d, const fp_tpl_samples *s)
{
    for (size_t i = 0; i < s->count && i < 4; i++)
        for (size_t len = 0; len < s->all[i].len; len++)
            if (is_whole(s->all[i], len) && holds(c, d, s->all[i], len)) {
                tell_unbounded(c, d, s->all[i], len);
                return;
            }
}

/* -- matches of nothing ------------------------------------------------------------------------ */

static void tell_empty(fp_tpl_check *c, const fp_tpl_delimiter *d, fp_str text)
{
    fp_tpl_reading r = { .text = text, .cut = FP_TPL_UNCUT };
    fp_template_finding finding = {
        .weakness = FP_TEMPLATE_EMPTY,
        .sentence = d->close
                        ? "the close matches no characters: executors stop there, and lose the "
                          "rest of the message"
                        : "the opener matches no characters: it opens a region where nothing "
                          "was written, and executors may do that for ever",
        .has_input = true,
        .input = text
    };

    fp_tpl_read(c, &r);
    finding.message = (fp_str){ r.message.ptr, r.message.len };
    fp_tpl_tell(c, d, &finding);
    fp_json_free(&r.message);
}

static bool matches_nothing(fp_tpl_check *c, const fp_tpl_delimiter *d, fp_str text)
{
    size_t len;

    return fp_tpl_matches(c, &d->pattern, text, &len) && !len;
}

static void check_empty(fp_tpl_check *c, const fp_tpl_delimiter *d, const fp_tpl_samples *s)
{
    static const char *const PLAIN[] = { "x", "\n", "" };

    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN && !c->failed; i++)
        if (matches_nothing(c, d, fp_str_of(PLAIN[i]))) {
            tell_empty(c, d, fp_str_of(PLAIN[i]));
            return;
        }
    for (size_t i = 0; i < s->count && !c->failed; i++)
        if (matches_nothing(c, d, s->all[i])) {
            tell_empty(c, d, s->all[i]);
            return;
        }
}

void fp_tpl_check_bound(fp_tpl_check *c)
{
    for (size_t i = 0; i < c->fields && !c->failed; i++) {
        const fp_tpl_field *f = &c->t->fields[i];

        if (f->open.pattern.code)
            check_bound(c, &f->open, &c->opens[i]);
        if (f->close.pattern.code)
            check_bound(c, &f->close, &c->closes[i]);
        if (f->open.pattern.code && f->open.pattern.empty)
            check_empty(c, &f->open, &c->opens[i]);
        if (i == c->t->implicit && f->close.pattern.code && f->close.pattern.empty)
            check_empty(c, &f->close, &c->closes[i]);
    }
}
