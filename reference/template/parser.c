/* SPDX-License-Identifier: Apache-2.0 */
/* parser.c: a text that is read by a template, as it comes (TEMPLATE-3 and 8).
 *
 * At each place of the text every delimiter that is looked for is tried. Text is given out up to
 * the first place where one of them matches, or reads past the end of what is there: what is
 * decided never depends on what has not come.
 */
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(fp_template_parser *p, fp_template_fault fault, const fp_tpl_field *field,
                 const char *why)
{
    const int len = field && field->name.len < 64 ? (int)field->name.len : 64;

    p->error.fault = fault;
    if (fault == FP_TEMPLATE_NO_MEMORY)
        why = "memory is out";
    if (field && fault != FP_TEMPLATE_NO_MEMORY)
        snprintf(p->error.reason, sizeof p->error.reason, "field \"%.*s\": %s", len,
                 field->name.ptr, why);
    else
        snprintf(p->error.reason, sizeof p->error.reason, "%s", why);
}

static void no_memory(fp_template_parser *p)
{
    fail(p, FP_TEMPLATE_NO_MEMORY, NULL, "");
}

static const fp_tpl_field *field_of(const fp_template_parser *p)
{
    return &p->t->fields[p->field];
}

static void emit(fp_template_parser *p, fp_template_event_type type, fp_str data)
{
    const fp_tpl_field *f = field_of(p);
    const fp_template_event event = { .type = type,
                                      .field = f->name,
                                      .data = data,
                                      .dirty = f->content.kind > FP_TPL_BOOL,
                                      .cut = p->cut };

    if (p->sink)
        p->sink(p->context, &event);
}

static void tell(const fp_template_parser *p, fp_template_part part, size_t field, size_t len)
{
    if (p->trace && len)
        p->trace(p->trace_context, part,
                 field == FP_TPL_NO_FIELD ? FP_STR("") : p->t->fields[field].name, len);
}

/* -- regions ----------------------------------------------------------------------------------- */

static void open_region(fp_template_parser *p, size_t field)
{
    p->field = field;
    p->body.len = 0;
    emit(p, FP_TEMPLATE_REGION_OPEN, (fp_str){ 0 });
}

/* Text that is decided: of the open region, or of the implicit one, or of none. */
static void take_text(fp_template_parser *p, size_t end)
{
    const fp_str text = { p->text.ptr + p->at, end - p->at };

    if (!text.len)
        return;
    p->at = end;
    p->empty_used = false;
    if (p->field == FP_TPL_NO_FIELD && p->t->implicit == FP_TPL_NO_FIELD) {
        tell(p, FP_TEMPLATE_PART_NONE, FP_TPL_NO_FIELD, text.len);
        return;
    }
    if (p->field == FP_TPL_NO_FIELD)
        open_region(p, p->t->implicit);
    tell(p, FP_TEMPLATE_PART_TEXT, p->field, text.len);
    if (!fp_buf_append(&p->body, text.ptr, text.len)) {
        no_memory(p);
        return;
    }
    emit(p, FP_TEMPLATE_REGION_CHUNK, text);
}

/* The value of the region: parsed, in its shape, and cast. */
static fp_template_fault make_value(fp_template_parser *p, fp_tpl_making *m, fp_json *value)
{
    const fp_tpl_field *f = field_of(p);
    const fp_str body = { p->body.len ? p->body.ptr : "", p->body.len };
    fp_json parsed = { 0 }, shaped = { 0 };
    fp_template_fault fault = fp_tpl_parse(m, &f->content, body, &parsed);
    fp_str now = { parsed.ptr, parsed.len };

    if (!fault && f->transform.len) {
        fault = fp_tpl_transform(m, f, now, (fp_str){ p->captures.ptr, p->captures.len }, &shaped);
        now = (fp_str){ shaped.ptr, shaped.len };
    }
    if (!fault && p->tools.len)
        fp_tpl_cast(now, p->tools, p->policies.string_type_last, value);
    else if (!fault)
        fp_json_bytes(value, now);
    if (!fault && f->joins && fp_jsontext_kind(now) != '"') {
        m->why = "join, and a value that is not a string";
        fault = FP_TEMPLATE_MALFORMED;
    }
    fp_json_free(&parsed);
    fp_json_free(&shaped);
    return fault ? fault : value->failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
}

static void drop_region(fp_template_parser *p, const char *why)
{
    emit(p, FP_TEMPLATE_REGION_MALFORMED, fp_str_of(why));
    p->stores.all[p->field].present = true;
    p->field = FP_TPL_NO_FIELD;
}

/* Stores and tells a value; malformed content goes as the policy has it. */
static void close_region(fp_template_parser *p)
{
    const fp_tpl_field *f = field_of(p);
    fp_tpl_making m = { .matcher = &p->matcher, .why = "a pattern takes too long" };
    fp_json value = { 0 };
    fp_template_fault fault = make_value(p, &m, &value);

    if (fault == FP_TEMPLATE_MALFORMED && p->policies.malformed == FP_TEMPLATE_MALFORMED_TEXT) {
        value.len = 0;
        fp_json_string(&value, fp_buf_str(&p->body));
        fault = value.failed ? FP_TEMPLATE_NO_MEMORY : FP_TEMPLATE_FINE;
    }
    if (fault == FP_TEMPLATE_MALFORMED && p->policies.malformed == FP_TEMPLATE_MALFORMED_DROPPED) {
        drop_region(p, m.why);
    } else if (fault) {
        fail(p, fault, f, m.why);
    } else if (!fp_tpl_store(&p->stores, p->field, (fp_str){ value.ptr, value.len },
                             fp_buf_str(&p->body), !p->policies.leftover_last)) {
        no_memory(p);
    } else {
        emit(p, FP_TEMPLATE_REGION_CLOSE, (fp_str){ value.ptr, value.len });
        p->field = FP_TPL_NO_FIELD;
    }
    fp_json_free(&value);
}

/* -- delimiters -------------------------------------------------------------------------------- */

/* What is found at a place. */
typedef struct hit {
    const fp_tpl_delimiter *of; /* NULL: nothing */
    size_t len;
    bool pending;
} hit;

/* TEMPLATE-3.2: whether the first of two that match at one place is the one that counts. */
static bool is_better(const fp_template *t, const fp_tpl_delimiter *d, size_t len, const hit *than)
{
    const fp_str x = t->fields[d->field].name;

    if (!than->of || len != than->len)
        return !than->of || len > than->len;
    if (d->close != than->of->close)
        return !d->close;

    const fp_str y = t->fields[than->of->field].name;
    const int order = memcmp(x.ptr, y.ptr, x.len < y.len ? x.len : y.len);

    return order ? order < 0 : x.len < y.len;
}

static void wait_for(fp_template_parser *p, const fp_tpl_delimiter *d, hit *best)
{
    best->pending = true;
    p->waits = p->waits ? p->waits : d;
}

static void try_literals(fp_template_parser *p, const fp_tpl_watch *w, bool whole, hit *best)
{
    const char *here = p->text.ptr + p->at;
    const size_t left = p->text.len - p->at;
    const unsigned char c = (unsigned char)*here;

    for (size_t i = w->bucket[c]; i < w->bucket[c + 1]; i++) {
        const fp_tpl_literal *l = &w->literals[i];

        if (l->text.len <= left) {
            if (memcmp(here, l->text.ptr, l->text.len) == 0 &&
                is_better(p->t, l->of, l->text.len, best))
                *best = (hit){ l->of, l->text.len, best->pending };
        } else if (!whole && memcmp(here, l->text.ptr, left) == 0) {
            wait_for(p, l->of, best);
        }
    }
}

/* Haste takes the match that there is, where patience waits for what the pattern asks for. */
static fp_tpl_found try_pattern(fp_template_parser *p, const fp_tpl_delimiter *d, bool whole)
{
    const fp_str text = p->text;
    fp_tpl_found found;

    if (d->pattern.at_start && p->begun)
        return FP_TPL_NONE;
    found = fp_tpl_try(&p->matcher, &d->pattern, text, p->at, whole, p->empty_used);

    if (found != FP_TPL_PENDING || !fp_tpl_takes_early(p->haste))
        return found;
    found = fp_tpl_try(&p->matcher, &d->pattern, text, p->at, true, p->empty_used);
    if (found == FP_TPL_NONE || (found == FP_TPL_MATCH && p->haste == FP_TPL_BEFORE_EDGE &&
                                 pcre2_get_ovector_pointer(p->matcher.data)[1] == text.len))
        return FP_TPL_PENDING;
    if (!p->hastened)
        p->hastened = d;
    return found;
}

static bool try_patterns(fp_template_parser *p, const fp_tpl_watch *w, bool whole, hit *best)
{
    const bool at_end = p->at == p->text.len;
    const unsigned char c = at_end ? 0 : (unsigned char)p->text.ptr[p->at];

    for (size_t i = 0; i < w->pattern_count; i++) {
        const fp_tpl_delimiter *d = w->patterns[i];
        size_t len;
        fp_tpl_found found;

        if (at_end ? !d->pattern.empty : !fp_tpl_bit(d->pattern.first, c))
            continue;
        found = try_pattern(p, d, whole);
        if (found == FP_TPL_PENDING)
            wait_for(p, d, best);
        if (found == FP_TPL_TOO_LONG || found == FP_TPL_NO_MEMORY) {
            fail(p, found == FP_TPL_TOO_LONG ? FP_TEMPLATE_LIMIT : FP_TEMPLATE_NO_MEMORY,
                 &p->t->fields[d->field], "a pattern takes too long");
            return false;
        }
        if (found != FP_TPL_MATCH)
            continue;
        len = pcre2_get_ovector_pointer(p->matcher.data)[1] - p->at;
        if (is_better(p->t, d, len, best))
            *best = (hit){ d, len, best->pending };
    }
    return true;
}

/* Bytes for which a search of the C library is quicker than a look at each. */
enum { SEARCHED_LEAST = 16 };

/* The first place from the present one on where a delimiter may begin; the end: none. */
static size_t next_place(const fp_template_parser *p, const fp_tpl_watch *w, size_t at)
{
    const char *text = p->text.ptr;

    if (!at && !p->begun && p->text.len && fp_tpl_bit(w->first, (unsigned char)text[0]))
        return 0;
    if (w->only >= 0 && p->text.len - at >= SEARCHED_LEAST) {
        const char *found = memchr(text + at, w->only, p->text.len - at);

        return found ? (size_t)(found - text) : p->text.len;
    }
    while (at < p->text.len && (!fp_tpl_bit(w->later, (unsigned char)text[at]) ||
                                ((unsigned char)text[at] & 0xc0) == 0x80))
        at++;
    return at;
}

/* Goes to the next delimiter. False: there is none that is decided, and text is given out up to
 * where one may be. */
static bool find_delimiter(fp_template_parser *p, const fp_tpl_watch *w, bool whole, hit *best)
{
    const size_t start = p->at;
    const bool waited = p->waits != NULL;

    *best = (hit){ 0 };
    p->waits = NULL;
    for (size_t at = next_place(p, w, start); at < p->text.len; at = next_place(p, w, at + 1)) {
        const bool used = p->empty_used;

        p->at = at;
        p->empty_used = used && at == start;
        p->matcher.waited = waited && at == start;
        try_literals(p, w, whole, best);
        if (try_patterns(p, w, whole, best) && !best->of && !best->pending) {
            p->empty_used = used;
            continue;
        }
        if (best->of && best->pending && p->haste == FP_TPL_AT_EDGE) {
            p->hastened = p->hastened ? p->hastened : best->of;
            best->pending = false;
        }
        p->at = start;
        p->empty_used = used;
        take_text(p, at);
        return best->of && !best->pending && !p->error.fault;
    }
    p->at = start;
    take_text(p, p->text.len);
    if (whole && w->empty && !p->error.fault)
        try_patterns(p, w, true, best);
    return best->of && !p->error.fault;
}

/* The groups of a delimiter that counts: it is tried once more, as others were tried after it. */
static void keep_groups(fp_template_parser *p, const fp_tpl_delimiter *d, bool whole)
{
    if (!d->pattern.code || !fp_tpl_has_groups(&d->pattern))
        return;
    fp_tpl_try(&p->matcher, &d->pattern, p->text, p->at, whole || fp_tpl_takes_early(p->haste),
               p->empty_used);
    fp_tpl_captures(&p->matcher, &d->pattern, p->text, &p->captures);
    if (p->captures.failed)
        no_memory(p);
}

static void pass_delimiter(fp_template_parser *p, const hit *best, bool whole)
{
    const fp_tpl_delimiter *d = best->of;

    if (d->close) {
        tell(p, FP_TEMPLATE_PART_CLOSE, d->field, best->len);
        keep_groups(p, d, whole);
    }
    if (!p->error.fault && p->field != FP_TPL_NO_FIELD)
        close_region(p);
    p->captures.len = 0;
    if (!d->close && !p->error.fault)
        keep_groups(p, d, whole);
    if (p->error.fault)
        return;
    p->at += best->len;
    p->empty_used = best->len == 0;
    if (d->close)
        return;
    tell(p, FP_TEMPLATE_PART_OPEN, d->field, best->len);
    open_region(p, d->field);
}

/* What is looked for: in an explicit region its close (TEMPLATE-3.1). */
static const fp_tpl_watch *watch_of(const fp_template_parser *p)
{
    return p->field == FP_TPL_NO_FIELD || p->field == p->t->implicit ? &p->t->outside
                                                                     : &p->t->closes[p->field];
}

static void process(fp_template_parser *p, bool whole)
{
    hit best;

    while (!p->error.fault && find_delimiter(p, watch_of(p), whole, &best))
        pass_delimiter(p, &best, whole);
    if (!fp_tpl_settle(p))
        no_memory(p);
}

/* -- bytes ------------------------------------------------------------------------------------- */

fp_template_fault fp_template_feed(fp_template_parser *p, const char *bytes, size_t len)
{
    if (p->finished && !p->error.fault)
        fail(p, FP_TEMPLATE_FINISHED, NULL, "the text has ended");
    if (!p->error.fault && len) {
        if (!fp_tpl_lend(p, bytes, len) && !fp_tpl_take(p, bytes, len))
            no_memory(p);
        process(p, false);
    }
    return p->error.fault;
}

void fp_tpl_hasten(fp_template_parser *p, fp_tpl_haste haste)
{
    p->haste = haste;
}

void fp_tpl_let_steps(fp_template_parser *p, uint32_t steps)
{
    pcre2_set_match_limit(p->matcher.limits, steps);
}

const fp_tpl_delimiter *fp_tpl_hastened(const fp_template_parser *p)
{
    return p->hastened;
}

size_t fp_tpl_held(const fp_template_parser *p)
{
    return p->text.len - p->at;
}

/* -- the end ----------------------------------------------------------------------------------- */

static void close_last(fp_template_parser *p)
{
    if (p->error.fault || p->field == FP_TPL_NO_FIELD)
        return;
    p->cut = p->field != p->t->implicit && fp_tpl_is_there(&field_of(p)->close);
    if (p->policies.unterminated_dropped && p->cut)
        drop_region(p, "the text has ended");
    else
        close_region(p);
}

fp_template_fault fp_template_finish(fp_template_parser *p)
{
    size_t missing;

    if (p->finished && !p->error.fault)
        fail(p, FP_TEMPLATE_FINISHED, NULL, "the text has ended");
    p->finished = true;
    if (p->error.fault)
        return p->error.fault;
    if (!fp_tpl_take_last(p, p->tail, p->tail_len))
        no_memory(p);
    process(p, true);
    close_last(p);
    if (!p->error.fault && !fp_tpl_stores_end(&p->stores))
        no_memory(p);
    if (p->error.fault)
        return p->error.fault;
    missing = fp_tpl_missing(&p->stores);
    if (missing != FP_TPL_NO_FIELD)
        fail(p, FP_TEMPLATE_MISSING, &p->t->fields[missing], "is not optional, and is not there");
    return p->error.fault;
}

const fp_template_error *fp_template_parser_error(const fp_template_parser *p)
{
    return &p->error;
}

void fp_template_message(const fp_template_parser *p, fp_json *out)
{
    fp_tpl_write_message(&p->stores, out);
}

/* -- the beginning ----------------------------------------------------------------------------- */

/* Leaves out all up to the end of the last anchor (TEMPLATE-8.1). */
static void cut_prefix(fp_template_parser *p)
{
    size_t end = 0;
    bool found = false;

    while (p->at <= p->text.len && !p->error.fault) {
        hit best = { 0 };

        p->empty_used = false;
        p->at = next_place(p, &p->t->anchors, p->at);
        if (p->at < p->text.len)
            try_literals(p, &p->t->anchors, true, &best);
        if (!try_patterns(p, &p->t->anchors, true, &best))
            return;
        if (best.of) {
            found = true;
            end = p->at + best.len;
        }
        p->at = best.of && best.len ? end : p->at + 1;
    }
    p->at = 0;
    fp_buf_drop(&p->held, found ? end : p->policies.no_anchor_nothing ? p->text.len : 0);
    p->text = fp_buf_str(&p->held);
}

static void read_prefix(fp_template_parser *p, fp_str prefix)
{
    if (!prefix.len)
        return;
    if (!fp_tpl_take_last(p, prefix.ptr, prefix.len))
        no_memory(p);
    if (!p->error.fault)
        cut_prefix(p);
    process(p, false);
}

static bool copy_tools(fp_template_parser *p, fp_str tools)
{
    size_t wrong;
    char *copy;

    if (!fp_jsontext_valid(tools, FP_TPL_DEPTH_MAX, &wrong))
        return true;
    copy = malloc(tools.len);
    if (!copy)
        return false;
    memcpy(copy, tools.ptr, tools.len);
    p->tools = (fp_str){ copy, tools.len };
    return true;
}

fp_template_parser *fp_template_parser_new(const fp_template *t, const fp_template_options *options)
{
    fp_template_parser *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->t = t;
    p->field = FP_TPL_NO_FIELD;
    p->sink = options->sink;
    p->context = options->context;
    if (options->policies)
        p->policies = *options->policies;
    if (!fp_tpl_matcher_init(&p->matcher, t->pairs) || !fp_tpl_stores_init(&p->stores, t) ||
        !copy_tools(p, options->tools) || !fp_buf_reserve(&p->held, 1)) {
        fp_template_parser_free(p);
        return NULL;
    }
    p->text = fp_buf_str(&p->held);
    read_prefix(p, options->prefix);
    return p;
}

void fp_template_parser_free(fp_template_parser *p)
{
    if (!p)
        return;
    fp_tpl_matcher_free(&p->matcher);
    fp_tpl_stores_free(&p->stores);
    fp_buf_free(&p->held);
    fp_buf_free(&p->body);
    fp_json_free(&p->captures);
    free((char *)(uintptr_t)p->tools.ptr);
    free(p);
}
