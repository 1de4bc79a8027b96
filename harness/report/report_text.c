/* SPDX-License-Identifier: Apache-2.0 */
/* report_text.c: texts of reports, made safe for the format that they go into. */
#include "report/report_text.h"

#include "base/show.h"
#include "base/visible.h"
#include "judge/adhoc.h"
#include "result/again.h"
#include "result/finding.h"

#include <fencepost/render.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void text_put(fp_json *out)
{
    need_memory(!out->failed);
    if (out->len)
        fwrite(out->ptr, 1, out->len, stdout);
    fp_json_free(out);
}

void text_format(fp_json *out, const char *format, ...)
{
    va_list values;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = xmemstream(&text, &size);

    va_start(values, format);
    vfprintf(stream, format, values);
    va_end(values);
    xmemstream_close(stream, &text);
    fp_json_bytes(out, (fp_str){ text, size });
    free(text);
}

/* -- XML --------------------------------------------------------------------------------------- */

/* U+2400 and on are pictures of control characters. */
static void xml_control(fp_json *out, unsigned char byte)
{
    if (byte == '\n')
        fp_json_raw(out, "\n");
    else if (byte == '\t' || byte == '\r')
        text_format(out, "&#%u;", byte);
    else
        text_format(out, "&#%u;", byte == 0x7F ? 0x2421U : 0x2400U + byte);
}

/* U+FFFE and U+FFFF are characters of Unicode, and none of XML. */
static bool is_no_xml(const char *character)
{
    return memcmp(character, "\xEF\xBF\xBE", 3) == 0 || memcmp(character, "\xEF\xBF\xBF", 3) == 0;
}

/* A byte that is not ASCII and begins no character; how long the character is. */
static size_t xml_character(fp_json *out, fp_str rest)
{
    const unsigned char first = (unsigned char)*rest.ptr;
    const size_t len = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    const fp_str one = { rest.ptr, len };

    if (len > rest.len || fp_utf8_valid(one) != len || (len == 3 && is_no_xml(rest.ptr))) {
        fp_json_raw(out, "\xEF\xBF\xBD");
        return len <= rest.len && fp_utf8_valid(one) == len ? len : 1;
    }
    fp_json_bytes(out, one);
    return len;
}

void xml_text(fp_json *out, const char *text)
{
    static const char SPECIAL[] = "<>&\"'";
    static const char *const NAMES[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&apos;" };
    fp_str rest = fp_str_of(text);

    while (rest.len) {
        const unsigned char byte = (unsigned char)*rest.ptr;
        const char *special = byte < 0x80 ? strchr(SPECIAL, byte) : NULL;
        size_t len = 1;

        if (special)
            fp_json_raw(out, NAMES[special - SPECIAL]);
        else if (byte < 0x20 || byte == 0x7F)
            xml_control(out, byte);
        else if (byte < 0x80)
            fp_json_bytes(out, (fp_str){ rest.ptr, 1 });
        else
            len = xml_character(out, rest);
        rest = (fp_str){ rest.ptr + len, rest.len - len };
    }
}

/* -- Markdown ---------------------------------------------------------------------------------- */

/* Of the punctuation, what begins no markup, no link, no mention and no emoji. */
static bool is_plain(unsigned char byte)
{
    return byte >= 0x80 || strchr(",;()'/-=%", byte) || byte == ' ' ||
           (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z');
}

/* A character that is written as its number stands for itself, and begins no markup. */
void markdown_text(fp_json *out, const char *text)
{
    char *seen = visible_lines(fp_str_of(text));

    for (const char *at = seen; *at; at++) {
        if (is_plain((unsigned char)*at) || (*at == '.' && at > seen && (at[-1] | 0x20) != 'w'))
            fp_json_bytes(out, (fp_str){ at, 1 });
        else if (*at == '\n')
            fp_json_raw(out, " ");
        else
            text_format(out, "&#%u;", (unsigned char)*at);
    }
    free(seen);
}

void markdown_block(fp_json *out, const char *text)
{
    size_t longest = 2, run = 0;

    for (const char *at = text; *at; at++) {
        run = *at == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    for (size_t i = 0; i <= longest; i++)
        fp_json_raw(out, "`");
    fp_json_raw(out, "text\n");
    fp_json_raw(out, text);
    if (*text && text[strlen(text) - 1] != '\n')
        fp_json_raw(out, "\n");
    for (size_t i = 0; i <= longest; i++)
        fp_json_raw(out, "`");
    fp_json_raw(out, "\n");
}

/* -- failures ---------------------------------------------------------------------------------- */

/* What both kinds have. */
typedef struct told {
    const fp_syntax *syntax;
    const char *clause, *basis, *sentence, *expected, *actual;
    harm harm;
    answer_sides sides;
    fp_str input;
    const size_t *cuts;
    size_t cut_count;
    char *command; /* taken over */
} told;

static void visible(FILE *out, const char *title, const char *text)
{
    char *seen = visible_lines(fp_str_of(text));

    fprintf(out, "%s%s%s", title, seen, *seen && seen[strlen(seen) - 1] == '\n' ? "" : "\n");
    free(seen);
}

static void visible_side(FILE *out, const char *title, const char *text)
{
    fprintf(out, "%s:\n", title);
    visible(out, "", text);
}

static char *tell(const run_info *info, const told *t)
{
    const clause *c = spec_find_for(info->spec, t->clause, t->syntax);
    char *text = NULL;
    size_t size = 0;
    FILE *out = xmemstream(&text, &size);

    if (c)
        fprintf(out, "%s (%s, %s#%s): %s\n", c->id, level_name(c->level), c->file, c->anchor,
                c->sentence);
    fprintf(out, "input%s:\n", t->cut_count ? ", cut" : "");
    show_bytes(out, "  ", t->input, t->cuts, t->cut_count);
    if (t->basis)
        visible(out, "expected ", t->basis);
    visible(out, "", t->sentence);
    fprintf(out, "harm: %s\n", harm_title(t->harm));
    if (t->expected)
        visible_side(out, sides_title(t->sides, false), t->expected);
    if (t->actual)
        visible_side(out, sides_title(t->sides, true), t->actual);
    visible(out, "again: ", t->command);
    xmemstream_close(out, &text);
    free(t->command);
    return text;
}

char *failure_text(const run_info *info, const result *r)
{
    const told t = { .syntax = r->test->syntax,
                     .clause = r->clause,
                     .basis = r->basis,
                     .sentence = r->sentence,
                     .harm = r->harm,
                     .expected = r->expected,
                     .actual = r->actual,
                     .sides = r->sides,
                     .input = r->test->input,
                     .cuts = r->cuts,
                     .cut_count = r->cut_count,
                     .command = result_command(info, r) };

    return tell(info, &t);
}

char *finding_text(const run_info *info, const finding *f)
{
    const told t = { .syntax = f->test->syntax,
                     .clause = f->clause,
                     .sentence = f->fails.sentence,
                     .harm = f->harm,
                     .expected = f->fails.expected,
                     .actual = f->fails.actual,
                     .sides = f->fails.sides,
                     .input = f->form.input,
                     .cuts = f->form.cuts,
                     .cut_count = f->form.cut_count,
                     .command = finding_command(info, f) };

    return tell(info, &t);
}

char *declaration_text(const policy_set *set)
{
    char *members = NULL, *all;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!set->given[i])
            continue;
        all = xformat("%s%s\"%s\": \"%s\"", members ? members : "", members ? ", " : "",
                      fp_policy_name((fp_policy)i),
                      fp_policy_value_name((fp_policy)i, set->policies.of[i]));
        free(members);
        members = all;
    }
    if (!members)
        return NULL;
    all = xformat("\"policies\": {%s}", members);
    free(members);
    return all;
}

char *reading_text(const reading_count *reading)
{
    char *policies = declaration_text(&reading->declares);

    if (policies || !reading->reads)
        return policies;
    return xformat("\"readings\": [\"%s\"]", reading->clause);
}

/* -- the end ----------------------------------------------------------------------------------- */

char *stale_sentence(const run_summary *s)
{
    if (s->stale_passed == s->stale)
        return s->stale == 1 ? xstrdup("1 known failure passes now")
                             : xformat("%zu known failures pass now", s->stale);
    return xformat("%zu entr%s of the file of known failures do%s not hold any more", s->stale,
                   s->stale == 1 ? "y" : "ies", s->stale == 1 ? "es" : "");
}

char *closing_sentence(const run_summary *s)
{
    char *stale, *both;

    if (s->kept && s->counted)
        return xformat("%zu failure%s known from now on", s->counted,
                       s->counted == 1 ? " that was unexpected is" : "s that were unexpected are");
    if (!s->stale && !s->counted)
        return s->stopped ? NULL : xstrdup("all as expected");
    if (!s->stale)
        return xformat("%zu unexpected", s->counted);
    stale = stale_sentence(s);
    if (!s->counted)
        return stale;
    both = xformat("%zu unexpected, and %s", s->counted, stale);
    free(stale);
    return both;
}
