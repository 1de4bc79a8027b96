/* SPDX-License-Identifier: Apache-2.0 */
/* check_cuts.c: delimiters of which an executor in haste makes another message (TEMPLATE-LINT-1.1
 * to 1.3). Texts are read whole, and with one cut at each place by an executor that does not wait.
 */
#include "check.h"

#include <string.h>

enum { TEXTS = 1000, TEXTS_LEAST = 12, TEXT_MOST = 200, LITERALS_MOST = 1000 };

/* The shortest text that shows it, so far; owned by the check. */
typedef struct witness {
    fp_str text;
    size_t cut;
} witness;

typedef struct cuts {
    fp_tpl_check *c;
    bool matters[FP_TPL_HASTES], any;
    witness best[FP_TPL_FIELDS_TRIED][2][FP_TPL_HASTES]; /* of open and close */
} cuts;

/* Whether two messages differ, or one is an error. What a costly pattern gives is not compared. */
static bool differs(const fp_tpl_reading *a, const fp_tpl_reading *b)
{
    if (a->fault == FP_TEMPLATE_LIMIT || b->fault == FP_TEMPLATE_LIMIT)
        return false;
    if (a->fault || b->fault)
        return a->fault != b->fault;
    return !fp_str_equal((fp_str){ a->message.ptr, a->message.len },
                         (fp_str){ b->message.ptr, b->message.len });
}

/* Whom to tell of it: haste has taken something, or, where it forgets, a pattern looks back. */
static const fp_tpl_delimiter *culprit(const fp_tpl_check *c, const fp_tpl_reading *r)
{
    if (r->haste != FP_TPL_FORGETS)
        return r->hastened;
    for (size_t i = 0; i < c->fields; i++) {
        if (c->t->fields[i].open.pattern.looks_back)
            return &c->t->fields[i].open;
        if (c->t->fields[i].close.pattern.looks_back)
            return &c->t->fields[i].close;
    }
    return NULL;
}

/* Whether a literal is the beginning of another one. */
static bool has_beginning(const fp_tpl_watch *w)
{
    for (size_t i = 0; i < w->literal_count; i++)
        for (size_t k = 0; k < w->literal_count && k < LITERALS_MOST; k++) {
            const fp_str x = w->literals[i].text, y = w->literals[k].text;

            if (x.len < y.len && memcmp(x.ptr, y.ptr, x.len) == 0)
                return true;
        }
    return false;
}

/* Whether haste of that kind can make a difference: where no pattern is, it takes literals alone.
 */
static bool matters(const fp_template *t, fp_tpl_haste haste)
{
    bool patterns = t->outside.pattern_count > 0, beginnings = has_beginning(&t->outside);

    for (size_t i = 0; i < t->field_count && i < FP_TPL_FIELDS_TRIED; i++) {
        patterns = patterns || t->closes[i].pattern_count > 0;
        beginnings = beginnings || has_beginning(&t->closes[i]);
    }
    return haste == FP_TPL_FORGETS ? t->looks_back
                                   : patterns || (beginnings && haste == FP_TPL_AT_EDGE);
}

static bool is_place(fp_str text, size_t at)
{
    return ((unsigned char)text.ptr[at] & 0xc0) != 0x80;
}

/* Whether the text shows it, of that delimiter if it is given; then where it is cut. */
static const fp_tpl_delimiter *shown(fp_tpl_check *c, fp_str text, fp_tpl_haste haste,
                                     const fp_tpl_delimiter *wanted, size_t *cut)
{
    fp_tpl_reading whole = { .text = text, .cut = FP_TPL_UNCUT, .strict = true };
    fp_tpl_reading r = { .text = text, .haste = haste, .strict = true };
    const fp_tpl_delimiter *found = NULL;

    fp_tpl_read(c, &whole);
    for (r.cut = 1; !found && !c->failed && r.cut < text.len; r.cut++) {
        if (!is_place(text, r.cut))
            continue;
        if (!fp_tpl_spend(c, c->t->field_count + text.len))
            break;
        fp_tpl_read(c, &r);
        if (differs(&r, &whole) && culprit(c, &r) && (!wanted || culprit(c, &r) == wanted)) {
            found = culprit(c, &r);
            *cut = r.cut;
        }
    }
    fp_json_free(&whole.message);
    fp_json_free(&r.message);
    return found;
}

/* -- making it small --------------------------------------------------------------------------- */

/* The text without some bytes, which end and begin characters; false: they do not. */
static bool without(fp_str text, size_t at, size_t len, char *to)
{
    if (at + len > text.len || !is_place(text, at) ||
        (at + len < text.len && !is_place(text, at + len)))
        return false;
    memcpy(to, text.ptr, at);
    memcpy(to + at, text.ptr + at + len, text.len - at - len);
    return true;
}

static void reduce(fp_tpl_check *c, witness *w, fp_tpl_haste haste, const fp_tpl_delimiter *d)
{
    for (size_t len = w->text.len / 2; len && !c->failed; len /= 2)
        for (size_t at = 0; at + len <= w->text.len && !c->failed;) {
            char *less = fp_tpl_alloc(&c->arena, w->text.len + 1, 1);
            const fp_str text = { less, w->text.len - len };
            size_t cut;

            c->failed = c->failed || !less;
            if (less && without(w->text, at, len, less) && shown(c, text, haste, d, &cut) == d)
                *w = (witness){ text, cut };
            else
                at++;
        }
}

/* -- telling ----------------------------------------------------------------------------------- */

static void tell(fp_tpl_check *c, const witness *w, fp_tpl_haste haste, const fp_tpl_delimiter *d)
{
    static const struct {
        fp_template_weakness weakness;
        const char *sentence;
    } KINDS[FP_TPL_HASTES] = {
        [FP_TPL_BEFORE_EDGE] = { FP_TEMPLATE_READS_ON,
                                 "what matches depends on what comes after the match: an executor "
                                 "that takes it as final gives another message" },
        [FP_TPL_AT_EDGE] = { FP_TEMPLATE_GROWS,
                             "what comes next decides a match at the end of a chunk: an executor "
                             "that takes it as final gives another message" },
        [FP_TPL_FORGETS] = { FP_TEMPLATE_LOOKS_BACK,
                             "the pattern asks for what was before it: an executor that drops what "
                             "it has read gives another message" },
    };
    fp_tpl_reading whole = { .text = w->text, .cut = FP_TPL_UNCUT, .strict = true };
    fp_tpl_reading r = { .text = w->text, .cut = w->cut, .haste = haste, .strict = true };
    fp_template_finding finding = { .weakness = KINDS[haste].weakness,
                                    .sentence = KINDS[haste].sentence,
                                    .has_input = true,
                                    .input = w->text,
                                    .has_cut = true,
                                    .cut = w->cut };

    fp_tpl_read(c, &whole);
    fp_tpl_read(c, &r);
    finding.message = (fp_str){ whole.message.ptr, whole.message.len };
    finding.other = (fp_str){ r.message.ptr, r.message.len };
    fp_tpl_tell(c, d, &finding);
    fp_json_free(&whole.message);
    fp_json_free(&r.message);
}

static void tell_all(cuts *k, size_t field, bool close)
{
    const fp_tpl_field *f = &k->c->t->fields[field];
    witness *best = k->best[field][close];
    const fp_tpl_delimiter *d = close ? &f->close : &f->open;

    for (fp_tpl_haste haste = FP_TPL_BEFORE_EDGE; haste < FP_TPL_HASTES; haste++) {
        if (!best[haste].text.len || (haste == FP_TPL_AT_EDGE && best[FP_TPL_BEFORE_EDGE].text.len))
            continue;
        reduce(k->c, &best[haste], haste, d);
        if (!k->c->failed)
            tell(k->c, &best[haste], haste, d);
    }
}

static void try_text(cuts *k, fp_str text)
{
    for (fp_tpl_haste haste = FP_TPL_BEFORE_EDGE; haste < FP_TPL_HASTES; haste++) {
        size_t cut = 0;
        const fp_tpl_delimiter *d = k->matters[haste] ? shown(k->c, text, haste, NULL, &cut) : NULL;
        witness *best = d && d->field < k->c->fields ? &k->best[d->field][d->close][haste] : NULL;

        if (best && (!best->text.len || text.len < best->text.len))
            *best = (witness){ fp_tpl_keep(k->c, text), cut };
    }
}

void fp_tpl_check_cuts(fp_tpl_check *c)
{
    cuts *k = fp_tpl_alloc(&c->arena, 1, sizeof *k);
    const size_t share = c->fields ? TEXTS / c->fields : 0;
    fp_json text = { 0 };

    c->failed = c->failed || !k;
    if (k) {
        k->c = c;
        for (fp_tpl_haste haste = FP_TPL_BEFORE_EDGE; haste < FP_TPL_HASTES; haste++)
            k->any = (k->matters[haste] = matters(c->t, haste)) || k->any;
    }
    for (size_t i = 0; i < (share < TEXTS_LEAST ? TEXTS_LEAST : share); i++)
        for (size_t field = 0; k && k->any && field < c->fields && !c->failed && !c->tried->stopped;
             field++) {
            fp_tpl_text(c, field, &text);
            if (!text.len || text.len > TEXT_MOST || c->failed)
                continue;
            try_text(k, (fp_str){ text.ptr, text.len });
        }
    fp_json_free(&text);
    for (size_t field = 0; field < c->fields && !c->failed; field++) {
        tell_all(k, field, false);
        tell_all(k, field, true);
    }
}
