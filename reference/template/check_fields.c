/* SPDX-License-Identifier: Apache-2.0 */
/* check_fields.c: closes that their own JSON can contain, text that no field receives, and anchors
 * that people write (TEMPLATE-LINT-2.2 to 2.4). */
#include "check.h"

#include <string.h>

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr ? json->ptr : "", json->len };
}

/* -- closes in strings ------------------------------------------------------------------------- */

/* One region with the word in its strings; whether the message has it. */
static bool keeps(fp_tpl_check *c, size_t field, fp_str close, fp_str word, fp_tpl_reading *r,
                  fp_json *text)
{
    const fp_tpl_field *f = &c->t->fields[field];

    text->len = 0;
    if (c->opens[field].count)
        fp_json_bytes(text, c->opens[field].all[0]);
    fp_tpl_payload(c, f, word, text);
    fp_json_bytes(text, close);
    c->failed = c->failed || text->failed;
    *r = (fp_tpl_reading){ .text = str_of(text),
                           .cut = FP_TPL_UNCUT,
                           .strict = true,
                           .field = f->name,
                           .word = word,
                           .message = r->message };
    if (!c->failed)
        fp_tpl_read(c, r);
    return !r->fault && r->regions == 1 && r->with_word == 1;
}

static void check_strings(fp_tpl_check *c, size_t field)
{
    fp_tpl_reading r = { .cut = FP_TPL_UNCUT };
    fp_template_finding finding = { .weakness = FP_TEMPLATE_IN_STRINGS,
                                    .sentence = "a string of its JSON can contain the close: the "
                                                "value is then another one, or an error",
                                    .has_input = true };
    const fp_tpl_samples *closes = &c->closes[field];
    fp_json text = { 0 };
    bool found = false;

    for (size_t i = 0; i < closes->count && !found && !c->failed; i++) {
        if (!keeps(c, field, closes->all[i], FP_STR("word"), &r, &text) || c->failed)
            continue;
        found = !keeps(c, field, closes->all[i], closes->all[i], &r, &text) && !c->failed;
        if (!found)
            continue;
        finding.input = str_of(&text);
        finding.message = str_of(&r.message);
        fp_tpl_tell(c, &c->t->fields[field].close, &finding);
    }
    fp_json_free(&text);
    fp_json_free(&r.message);
}

/* -- text outside ------------------------------------------------------------------------------ */

static void check_outside(fp_tpl_check *c)
{
    fp_json text = { 0 };
    fp_tpl_reading r = { .cut = FP_TPL_UNCUT };
    fp_template_finding finding = { .weakness = FP_TEMPLATE_UNRECEIVED,
                                    .sentence = "no field receives the text outside of regions: it "
                                                "is in no message",
                                    .has_input = true };

    if (c->t->implicit != FP_TPL_NO_FIELD)
        return;
    fp_json_raw(&text, "Hello");
    fp_tpl_region(c, 0, FP_STR("x"), &text);
    c->failed = c->failed || text.failed;
    r.text = finding.input = str_of(&text);
    if (!c->failed)
        fp_tpl_read(c, &r);
    finding.message = str_of(&r.message);
    fp_tpl_tell_key(c, NULL, "fields", &finding);
    fp_json_free(&text);
    fp_json_free(&r.message);
}

/* -- anchors ----------------------------------------------------------------------------------- */

static bool contains(fp_str text, fp_str part)
{
    for (size_t at = 0; at + part.len <= text.len; at++)
        if (memcmp(text.ptr + at, part.ptr, part.len) == 0)
            return true;
    return false;
}

static bool is_of_words(fp_str text)
{
    for (size_t at = 0; at < text.len; at++) {
        const unsigned char c = (unsigned char)text.ptr[at];

        if (!((c | 0x20) >= 'a' && (c | 0x20) <= 'z') && !(c >= '0' && c <= '9') &&
            !(c && strchr(" \n.,:;!?#*-", c)))
            return false;
    }
    return true;
}

/* Whether a text has one of the tokens of {"0": {"content": "<s>"}, …}. */
static bool has_token(fp_tpl_check *c, fp_str tokens, fp_str text)
{
    fp_str key, value;
    fp_json token = { 0 };
    bool found = false, lone = false;

    for (size_t at = 0; !found && fp_jsontext_member(tokens, &at, &key, &value);) {
        const fp_str content = fp_jsontext_get(value, "content");

        if (fp_jsontext_kind(content) != '"')
            continue;
        token.len = 0;
        if (!fp_jsontext_decode(content, &token, &lone))
            c->failed = true;
        found = token.len && contains(text, str_of(&token));
    }
    fp_json_free(&token);
    return found;
}

/* What the user wrote after it: in the implicit field, or a region. */
static void put_forged(fp_tpl_check *c, fp_json *to)
{
    if (c->t->implicit != FP_TPL_NO_FIELD &&
        c->t->fields[c->t->implicit].content.kind == FP_TPL_TEXT)
        fp_json_raw(to, " written by the user");
    else
        fp_tpl_region(c, 0, FP_STR("x"), to);
}

static void tell_anchor(fp_tpl_check *c, fp_str anchor)
{
    fp_json prefix = { 0 };
    fp_tpl_reading r = { .cut = FP_TPL_UNCUT };
    fp_template_finding finding = { .weakness = FP_TEMPLATE_FORGED,
                                    .sentence =
                                        "a user can write the anchor: where the prompt does "
                                        "not end with it, what follows is the model's",
                                    .has_input = true };

    fp_json_raw(&prefix, "Say ");
    fp_json_bytes(&prefix, anchor);
    put_forged(c, &prefix);
    c->failed = c->failed || prefix.failed;
    r.prefix = finding.prefix = str_of(&prefix);
    if (!c->failed)
        fp_tpl_read(c, &r);
    finding.message = str_of(&r.message);
    fp_tpl_tell(c, &c->t->anchor, &finding);
    fp_json_free(&prefix);
    fp_json_free(&r.message);
}

static void check_anchor(fp_tpl_check *c)
{
    const fp_str tokens = fp_jsontext_get(c->file, "added_tokens_decoder");
    const bool known = fp_jsontext_kind(tokens) == '{' && tokens.len > 2;

    for (size_t i = 0; i < c->anchors.count && !c->failed; i++) {
        const fp_str anchor = c->anchors.all[i];

        if (known ? has_token(c, tokens, anchor) : !is_of_words(anchor))
            continue;
        tell_anchor(c, anchor);
        return;
    }
}

void fp_tpl_check_fields(fp_tpl_check *c)
{
    for (size_t i = 0; i < c->fields && !c->failed; i++)
        if (c->t->fields[i].content.kind == FP_TPL_JSON && i != c->t->implicit)
            check_strings(c, i);
    if (!c->failed)
        check_outside(c);
    if (!c->failed)
        check_anchor(c);
}
