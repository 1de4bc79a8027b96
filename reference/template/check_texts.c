/* SPDX-License-Identifier: Apache-2.0 */
/* check_texts.c: texts that are made of a template's own delimiters, and read by it. */
#include "check.h"

#include <string.h>

/* How often a sample is tried, and pieces of a text. */
enum { TRIES = 48, PIECES_MOST = 4, NESTED_MOST = 8, WRITTEN_MOST = 3 };

/* Steps that an attempt may take here, so that a costly pattern does not keep the checker busy. */
enum { STEPS_OF_TEXT = 5000, STEPS_OF_PROSE = 100000 };

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr ? json->ptr : "", json->len };
}

fp_str fp_tpl_keep(fp_tpl_check *c, fp_str text)
{
    char *copy = fp_tpl_alloc(&c->arena, text.len + 1, 1);

    if (!copy) {
        c->failed = true;
        return (fp_str){ "", 0 };
    }
    if (text.len)
        memcpy(copy, text.ptr, text.len);
    return (fp_str){ copy, text.len };
}

bool fp_tpl_spend(fp_tpl_check *c, size_t work)
{
    if (c->failed || c->budget < work) {
        c->tried->stopped = c->tried->stopped || !c->failed;
        return false;
    }
    c->budget -= work;
    return true;
}

/* -- samples ----------------------------------------------------------------------------------- */

static bool matches_at(fp_tpl_check *c, const fp_tpl_pattern *pattern, fp_str text, size_t at,
                       size_t *len)
{
    const fp_tpl_found found = fp_tpl_try(&c->matcher, pattern, text, at, true, false);

    c->failed = c->failed || found == FP_TPL_NO_MEMORY;
    if (found == FP_TPL_MATCH)
        *len = pcre2_get_ovector_pointer(c->matcher.data)[1] - at;
    return found == FP_TPL_MATCH;
}

bool fp_tpl_matches(fp_tpl_check *c, const fp_tpl_pattern *pattern, fp_str text, size_t *len)
{
    return matches_at(c, pattern, text, 0, len);
}

/* What a pattern looks back at is a character of its own, if it is anything: then it comes first in
 * the text. */
static bool put_before(fp_tpl_check *c, const fp_tpl_pattern *pattern, fp_buf *text)
{
    size_t len;

    if (!pattern->looks_back)
        return false;
    if (!fp_buf_grow(text, 1)) {
        c->failed = true;
        return false;
    }
    memmove(text->ptr + 1, text->ptr, text->len++);
    for (size_t i = 0; i < pattern->source.len && fp_tpl_spend(c, text->len); i++) {
        text->ptr[0] = pattern->source.ptr[i];
        if ((unsigned char)text->ptr[0] < 0x80 && matches_at(c, pattern, fp_buf_str(text), 1, &len))
            return true;
    }
    return false;
}

bool fp_tpl_sampled(fp_tpl_check *c, fp_str pattern, fp_tpl_sampling *how, fp_buf *out)
{
    const bool good = fp_tpl_sample(pattern, how, out);

    c->failed = c->failed || how->no_memory;
    return good;
}

static bool has_sample(const fp_tpl_samples *s, fp_str text)
{
    for (size_t i = 0; i < s->count; i++)
        if (fp_str_equal(s->all[i], text))
            return true;
    return false;
}

static void sample_pattern(fp_tpl_check *c, const fp_tpl_pattern *pattern, fp_tpl_samples *s)
{
    fp_buf text = { 0 };
    size_t len;

    for (unsigned i = 0; i < TRIES && s->count < FP_TPL_SAMPLES && !c->failed; i++) {
        fp_tpl_sampling how = { .seed = 0x9e3779b97f4a7c15u * (i + 1) };

        text.len = 0;
        if (!fp_tpl_sampled(c, pattern->source, &how, &text) || !fp_tpl_spend(c, 100))
            continue;
        if (text.len <= FP_TPL_SAMPLE_LEN && !has_sample(s, fp_buf_str(&text)) &&
            (fp_tpl_matches(c, pattern, fp_buf_str(&text), &len) || put_before(c, pattern, &text)))
            s->all[s->count++] = fp_tpl_keep(c, fp_buf_str(&text));
    }
    c->tried->patterns_left += !s->count;
    fp_buf_free(&text);
}

static void sample(fp_tpl_check *c, const fp_tpl_delimiter *d, fp_tpl_samples *s)
{
    for (size_t i = 0; i < d->literal_count; i++)
        if (s->count < FP_TPL_SAMPLES && d->literals[i].len <= FP_TPL_SAMPLE_LEN)
            s->all[s->count++] = d->literals[i];
        else
            c->tried->literals_left++;
    if (d->pattern.code)
        sample_pattern(c, &d->pattern, s);
}

void fp_tpl_make_samples(fp_tpl_check *c)
{
    for (size_t i = 0; i < c->fields; i++) {
        sample(c, &c->t->fields[i].open, &c->opens[i]);
        sample(c, &c->t->fields[i].close, &c->closes[i]);
    }
    sample(c, &c->t->anchor, &c->anchors);
}

/* -- content ----------------------------------------------------------------------------------- */

static void put_string(const fp_tpl_content *content, fp_str word, fp_json *out)
{
    if (!content->quote_count) {
        fp_json_string(out, word);
        return;
    }
    fp_json_bytes(out, content->quotes[0].open);
    fp_json_bytes(out, word);
    fp_json_bytes(out, content->quotes[0].close);
}

static void put_key(const fp_tpl_content *content, fp_str key, fp_json *out)
{
    if (content->unquoted_keys)
        fp_json_bytes(out, key);
    else
        fp_json_string(out, key);
    fp_json_raw(out, ":");
}

/* What a call has in most notations. */
static void put_call(const fp_tpl_content *content, fp_str word, fp_json *out)
{
    fp_json_raw(out, "{");
    put_key(content, FP_STR("name"), out);
    put_string(content, FP_STR("f"), out);
    fp_json_raw(out, ",");
    put_key(content, FP_STR("arguments"), out);
    fp_json_raw(out, "{");
    put_key(content, FP_STR("a"), out);
    put_string(content, word, out);
    fp_json_raw(out, "}}");
}

/* The first name in a path of a placeholder, after "content." where that is wanted. */
static fp_str first_name(const fp_tpl_field *f, fp_str path)
{
    static const fp_str CONTENT = { "content.", 8 };
    const char *dot;

    if (!f->each) {
        if (path.len <= CONTENT.len || memcmp(path.ptr, CONTENT.ptr, CONTENT.len) != 0)
            return (fp_str){ 0 };
        path = (fp_str){ path.ptr + CONTENT.len, path.len - CONTENT.len };
    }
    dot = memchr(path.ptr, '.', path.len);
    return (fp_str){ path.ptr, dot ? (size_t)(dot - path.ptr) : path.len };
}

/* An object that has what the shape of the field asks for; without one, what a call has. */
static void put_object(const fp_tpl_field *f, fp_str word, fp_json *out)
{
    fp_str seen[NESTED_MOST];
    size_t count = 0;
    fp_tpl_strings s = { 0 };

    while (f->transform.len && count < NESTED_MOST && fp_tpl_next_string(f->transform, &s)) {
        const fp_str text = { f->transform.ptr + s.at + 1, s.end - s.at - 2 };
        fp_str path = { 0 }, name;
        bool known = false;

        if (fp_tpl_holder_of(text, &path) != FP_TPL_HOLDER)
            continue;
        name = first_name(f, path);
        for (size_t i = 0; i < count; i++)
            known = known || fp_str_equal(seen[i], name);
        if (known || !name.len)
            continue;
        seen[count++] = name;
        fp_json_raw(out, count > 1 ? "," : "{");
        put_key(&f->content, name, out);
        if (fp_str_equal(name, FP_STR("name")))
            put_string(&f->content, FP_STR("f"), out);
        else
            put_call(&f->content, word, out);
    }
    if (count)
        fp_json_raw(out, "}");
    else
        put_call(&f->content, word, out);
}

static void put_tag(fp_tpl_check *c, const fp_tpl_content *content, fp_str word, fp_json *out)
{
    fp_buf text = { 0 };
    size_t len;
    bool good = false;

    for (unsigned i = 0; i < TRIES && !good && !c->failed; i++) {
        fp_tpl_sampling how = { .seed = i + 1, .group = "value", .text = word };

        text.len = 0;
        good = fp_tpl_sampled(c, content->tag.source, &how, &text) &&
               fp_tpl_matches(c, &content->tag, fp_buf_str(&text), &len);
    }
    fp_json_bytes(out, fp_buf_str(&text));
    fp_buf_free(&text);
}

void fp_tpl_payload(fp_tpl_check *c, const fp_tpl_field *f, fp_str word, fp_json *out)
{
    const fp_tpl_content *content = &f->content;

    switch (content->kind) {
    case FP_TPL_INT:
    case FP_TPL_FLOAT:
        fp_json_raw(out, "1");
        break;
    case FP_TPL_BOOL:
        fp_json_raw(out, "true");
        break;
    case FP_TPL_JSON:
        fp_json_raw(out, f->each ? "[" : "");
        put_object(f, word, out);
        fp_json_raw(out, f->each ? "]" : "");
        break;
    case FP_TPL_XML_INLINE:
        put_tag(c, content, word, out);
        break;
    case FP_TPL_KV_LINES:
        fp_json_raw(out, "k");
        fp_json_bytes(out, content->kv_sep);
        fp_json_bytes(out, word);
        fp_json_bytes(out, content->line_sep);
        break;
    case FP_TPL_TEXT:
    case FP_TPL_KINDS:
        fp_json_bytes(out, word);
        break;
    }
}

/* -- texts ------------------------------------------------------------------------------------- */

static void put_sample(fp_tpl_check *c, const fp_tpl_samples *s, fp_json *out)
{
    if (s->count)
        fp_json_bytes(out, s->all[fp_tpl_pick(&c->seed, s->count)]);
}

void fp_tpl_region(fp_tpl_check *c, size_t field, fp_str word, fp_json *out)
{
    put_sample(c, &c->opens[field], out);
    fp_tpl_payload(c, &c->t->fields[field], word, out);
    put_sample(c, &c->closes[field], out);
}

static bool begins_here(fp_str text, size_t at)
{
    return at == text.len || ((unsigned char)text.ptr[at] & 0xc0) != 0x80;
}

/* Part of a sample: its beginning or its end, of whole characters. */
static void put_part(fp_tpl_check *c, fp_str of, fp_json *out)
{
    size_t at = of.len ? fp_tpl_pick(&c->seed, of.len + 1) : 0;

    while (!begins_here(of, at))
        at++;
    if (fp_tpl_pick(&c->seed, 2))
        fp_json_bytes(out, (fp_str){ of.ptr, at });
    else
        fp_json_bytes(out, (fp_str){ of.ptr + at, of.len - at });
}

/* What a pattern is written with in part, as its lookarounds are. */
static bool put_written(fp_tpl_check *c, const fp_tpl_field *f, fp_json *out)
{
    const bool close = f->close.pattern.code && (!f->open.pattern.code || fp_tpl_pick(&c->seed, 2));
    const fp_str source = close ? f->close.pattern.source : f->open.pattern.source;
    const size_t at = source.len ? fp_tpl_pick(&c->seed, source.len) : 0;
    const size_t most = 1 + fp_tpl_pick(&c->seed, WRITTEN_MOST);
    size_t len = 0;

    while (len < most && at + len < source.len && (unsigned char)source.ptr[at + len] < 0x80)
        len++;
    fp_json_bytes(out, (fp_str){ source.ptr + at, len });
    return len > 0;
}

/* Something between regions. */
static void put_piece(fp_tpl_check *c, size_t field, fp_json *out)
{
    static const char *const FIXED[] = { "x", " ", "\n", "\n\n", "1", "a b", ".", "<" };
    const size_t other = fp_tpl_pick(&c->seed, 3) ? field : fp_tpl_pick(&c->seed, c->fields);
    const fp_tpl_samples *s = fp_tpl_pick(&c->seed, 2) ? &c->opens[other] : &c->closes[other];

    if (!fp_tpl_pick(&c->seed, 4) && put_written(c, &c->t->fields[field], out))
        return;
    if (!s->count || !fp_tpl_pick(&c->seed, 3))
        fp_json_raw(out, FIXED[fp_tpl_pick(&c->seed, sizeof FIXED / sizeof *FIXED)]);
    else
        put_part(c, s->all[fp_tpl_pick(&c->seed, s->count)], out);
}

void fp_tpl_text(fp_tpl_check *c, size_t field, fp_json *out)
{
    const fp_str word = FP_STR("x");
    size_t pieces = fp_tpl_pick(&c->seed, 2);

    out->len = 0;
    while (pieces--)
        put_piece(c, field, out);
    if (c->t->fields[field].content.kind == FP_TPL_JSON || fp_tpl_pick(&c->seed, 2)) {
        fp_tpl_region(c, field, word, out);
    } else {
        put_sample(c, &c->opens[field], out);
        put_piece(c, field, out);
        put_sample(c, &c->closes[field], out);
    }
    pieces = 1 + fp_tpl_pick(&c->seed, PIECES_MOST);
    while (pieces--)
        put_piece(c, field, out);
    c->failed = c->failed || out->failed;
}

/* -- reading ----------------------------------------------------------------------------------- */

/* Whether a string that is a value has the word in it. */
static bool has_word(fp_str value, fp_str word, bool *no_memory)
{
    fp_tpl_strings s = { 0 };
    fp_json text = { 0 };
    bool lone = false, found = false;

    while (!found && fp_tpl_next_string(value, &s)) {
        const fp_str string = { value.ptr + s.at, s.end - s.at };

        text.len = 0;
        if (!fp_jsontext_decode(string, &text, &lone)) {
            *no_memory = true;
            break;
        }
        for (size_t at = 0; !found && at + word.len <= text.len; at++)
            found = fp_str_equal((fp_str){ str_of(&text).ptr + at, word.len }, word);
    }
    fp_json_free(&text);
    return found;
}

/* An fp_template_sink. */
static void take_event(void *context, const fp_template_event *event)
{
    fp_tpl_reading *r = context;

    if (event->type != FP_TEMPLATE_REGION_CLOSE || !fp_str_equal(event->field, r->field))
        return;
    r->regions++;
    r->with_word += r->word.len && has_word(event->data, r->word, &r->no_memory);
}

void fp_tpl_read(fp_tpl_check *c, fp_tpl_reading *r)
{
    const fp_template_policies policies = { .malformed = r->strict ? FP_TEMPLATE_MALFORMED_ERROR
                                                                   : FP_TEMPLATE_MALFORMED_TEXT };
    const fp_template_options options = {
        .prefix = r->prefix, .policies = &policies, .sink = take_event, .context = r
    };
    fp_template_parser *p = fp_template_parser_new(c->t, &options);
    const size_t first = r->cut == FP_TPL_UNCUT ? r->text.len : r->cut;

    c->tried->texts++;
    r->regions = r->with_word = 0;
    r->message.len = 0;
    if (!p) {
        c->failed = true;
        r->fault = FP_TEMPLATE_NO_MEMORY;
        return;
    }
    fp_tpl_hasten(p, r->haste);
    fp_tpl_let_steps(p, r->open_ended ? STEPS_OF_PROSE : STEPS_OF_TEXT);
    fp_template_feed(p, r->text.ptr, first);
    fp_template_feed(p, r->text.ptr + first, r->text.len - first);
    r->held = fp_tpl_held(p);
    r->fault = r->open_ended ? fp_template_parser_error(p)->fault : fp_template_finish(p);
    r->hastened = fp_tpl_hastened(p);
    if (r->fault) {
        fp_json_raw(&r->message, fp_template_parser_error(p)->reason);
    } else if (!r->open_ended) {
        fp_template_message(p, &r->message);
    }
    fp_tpl_spend(c, r->message.len + (r->fault == FP_TEMPLATE_LIMIT ? STEPS_OF_TEXT : 0));
    c->failed = c->failed || r->fault == FP_TEMPLATE_NO_MEMORY || r->message.failed || r->no_memory;
    fp_template_parser_free(p);
}
