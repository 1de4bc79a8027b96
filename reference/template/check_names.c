/* SPDX-License-Identifier: Apache-2.0 */
/* check_names.c: groups that cut names short (TEMPLATE-LINT-2.1). A sample of the pattern is made
 * twice, by the same choices: with a plain name in the group, which it takes whole, and with one
 * that names of tools are like. */
#include "check.h"

#include <stdio.h>
#include <string.h>

enum { SAMPLES_TRIED = 32, GROUP_MOST = 32 };

static const char *const NAMES[] = { "get-weather", "fs.read", "server/tool" };

/* What is looked at: a pattern with a group that is a name. */
typedef struct naming {
    fp_tpl_check *c;
    const fp_tpl_pattern *pattern;
    const char *group;
    const fp_tpl_delimiter *delimiter; /* NULL: a tag */
    size_t field;
} naming;

/* The sample of that seed with a name in the group; what the group takes of it. Empty: nothing, or
 * the pattern does not match. */
static fp_str taken(const naming *n, uint64_t seed, const char *name, fp_buf *text)
{
    fp_tpl_sampling how = { .seed = seed, .group = n->group, .text = fp_str_of(name) };
    const unsigned group = fp_tpl_group(n->pattern, n->group);
    const PCRE2_SIZE *at = pcre2_get_ovector_pointer(n->c->matcher.data);
    size_t len;

    text->len = 0;
    if (!fp_tpl_sampled(n->c, n->pattern->source, &how, text) ||
        !fp_tpl_matches(n->c, n->pattern, fp_buf_str(text), &len) ||
        at[2 * (size_t)group] == PCRE2_UNSET)
        return (fp_str){ 0 };
    return (fp_str){ text->ptr + at[2 * (size_t)group],
                     at[2 * (size_t)group + 1] - at[2 * (size_t)group] };
}

/* The whole region where the group is in a delimiter; of a tag the tag alone. */
static void put_input(const naming *n, fp_str sample, fp_json *to)
{
    const fp_tpl_samples *open = &n->c->opens[n->field], *close = &n->c->closes[n->field];

    if (n->delimiter && !n->delimiter->close)
        fp_json_bytes(to, sample);
    else if (open->count)
        fp_json_bytes(to, open->all[0]);
    if (n->delimiter)
        fp_tpl_payload(n->c, &n->c->t->fields[n->field], FP_STR("x"), to);
    else
        fp_json_bytes(to, sample);
    if (n->delimiter && n->delimiter->close)
        fp_json_bytes(to, sample);
    else if (close->count)
        fp_json_bytes(to, close->all[0]);
    n->c->failed = n->c->failed || to->failed;
}

static void tell(const naming *n, const char *name, fp_str sample, fp_str got)
{
    char sentence[FP_TEMPLATE_SENTENCE_SIZE];
    fp_json text = { 0 };
    fp_tpl_reading r = { .cut = FP_TPL_UNCUT };
    fp_template_finding finding = { .weakness = FP_TEMPLATE_CUTS_NAMES,
                                    .sentence = sentence,
                                    .has_input = true };

    put_input(n, sample, &text);
    r.text = finding.input = (fp_str){ text.ptr, text.len };
    if (got.len && got.len < 32)
        snprintf(sentence, sizeof sentence,
                 "the group \"%s\" cuts a name short: of \"%s\" it takes \"%.*s\"", n->group, name,
                 (int)got.len, got.ptr);
    else
        snprintf(sentence, sizeof sentence,
                 "the group \"%s\" does not take each name: with \"%s\" the pattern does not match",
                 n->group, name);
    if (!n->c->failed)
        fp_tpl_read(n->c, &r);
    finding.message = (fp_str){ r.message.ptr, r.message.len };
    if (n->delimiter)
        fp_tpl_tell(n->c, n->delimiter, &finding);
    else
        fp_tpl_tell_key(n->c, &n->c->t->fields[n->field], "content_args.tag_pattern", &finding);
    fp_json_free(&text);
    fp_json_free(&r.message);
}

/* A sample in which a plain name is taken whole; 0: there is none, and nothing can be shown. */
static uint64_t plain_seed(const naming *n, fp_buf *text)
{
    static const char PLAIN[] = "getweather";

    for (unsigned i = 1; i <= SAMPLES_TRIED && !n->c->failed; i++) {
        const uint64_t seed = 0x2545f4914f6cdd1du * i;

        if (fp_str_equal(taken(n, seed, PLAIN, text), fp_str_of(PLAIN)))
            return seed;
    }
    return 0;
}

static void check_group(const naming *n)
{
    fp_buf text = { 0 };
    const uint64_t seed = plain_seed(n, &text);

    for (size_t i = 0; seed && i < sizeof NAMES / sizeof *NAMES && !n->c->failed; i++) {
        const fp_str got = taken(n, seed, NAMES[i], &text);

        if (fp_str_equal(got, fp_str_of(NAMES[i])))
            continue;
        tell(n, NAMES[i], fp_buf_str(&text), got);
        break;
    }
    fp_buf_free(&text);
}

/* Whether the string at a place of a transform is the value of a key "name". */
static bool is_name(fp_str transform, const fp_tpl_strings *s)
{
    static const char KEY[] = "\"name\":";

    return s->at >= sizeof KEY - 1 &&
           memcmp(transform.ptr + s->at - (sizeof KEY - 1), KEY, sizeof KEY - 1) == 0;
}

static void check_delimiter(fp_tpl_check *c, size_t field, const fp_tpl_delimiter *d)
{
    const fp_str transform = c->t->fields[field].transform;
    fp_tpl_strings s = { 0 };
    fp_str path;

    while (d->pattern.code && transform.len && fp_tpl_next_string(transform, &s)) {
        const fp_str text = { transform.ptr + s.at + 1, s.end - s.at - 2 };
        char group[GROUP_MOST + 1] = { 0 };
        const naming n = { c, &d->pattern, group, d, field };

        if (!is_name(transform, &s) || fp_tpl_holder_of(text, &path) != FP_TPL_HOLDER ||
            path.len > GROUP_MOST)
            continue;
        memcpy(group, path.ptr, path.len);
        if (fp_tpl_group(&d->pattern, group)) {
            check_group(&n);
            return;
        }
    }
}

void fp_tpl_check_names(fp_tpl_check *c)
{
    for (size_t i = 0; i < c->fields && !c->failed; i++) {
        const fp_tpl_field *f = &c->t->fields[i];

        check_delimiter(c, i, &f->open);
        check_delimiter(c, i, &f->close);
        for (const fp_tpl_content *at = &f->content; at && !c->failed; at = at->value) {
            const naming n = { c, &at->tag, "key", NULL, i };

            if (at->tag.code)
                check_group(&n);
        }
    }
}
