/* SPDX-License-Identifier: Apache-2.0 */
/* report_html_page.c: writes the page: its template, with style, script and data in place. */
#include "base/visible.h"
#include "report/report_html.h"
#include "judge/judge.h"
#include "result/result.h"

#include <stdio.h>
#include <string.h>

/* Writes JSON inside a script. `<` is escaped, since it could begin `</script` or `<!--`; so are
 * invisible characters, since they could reorder the page's source on a screen. Both occur only in
 * strings. */
static void put_json(const fp_json *json)
{
    const fp_str text = json_text(json);
    fp_json safe = { 0 };

    visible_in_json(&safe, text);
    need_memory(!safe.failed);
    for (fp_str rest = json_text(&safe); rest.len;) {
        const char *less = memchr(rest.ptr, '<', rest.len);
        const size_t len = less ? (size_t)(less - rest.ptr) : rest.len;

        fwrite(rest.ptr, 1, len, stdout);
        if (less)
            fputs("\\u003c", stdout);
        rest = (fp_str){ rest.ptr + len + (less != NULL), rest.len - len - (less != NULL) };
    }
    fp_json_free(&safe);
}

static void put_list(const char *name, const fp_json *list)
{
    printf(",\n\"%s\":[", name);
    put_json(list);
    putchar(']');
}

static void put_names(const char *name, const char *(*name_of)(unsigned), unsigned count)
{
    printf(",\n\"%s\":[", name);
    for (unsigned i = 0; i < count; i++)
        printf("%s\"%s\"", i ? "," : "", name_of(i));
    putchar(']');
}

static const char *verdict_of(unsigned v)
{
    return verdict_name((verdict)v);
}

static const char *harm_of_row(unsigned h)
{
    return harm_name((harm)h);
}

static const char *title_of_row(unsigned h)
{
    return harm_title((harm)h);
}

static const char *level_of(unsigned l)
{
    return level_name((level)l);
}

static const char *role_of(unsigned r)
{
    return fp_role_name((fp_role)r);
}

static void put_data(const html_data *page, bool trend, bool express)
{
    printf("{\"suite\":\"%s\"", FP_VERSION);
    put_names("verdicts", verdict_of, VERDICT_COUNT);
    put_names("harms", harm_of_row, HARM_COUNT);
    put_names("harmTitles", title_of_row, HARM_COUNT);
    put_names("levels", level_of, LEVEL_MAY + 1);
    put_names("roles", role_of, FP_ROLE_COUNT);
    put_list("checks", &page->checks.list);
    put_list("texts", &page->texts.list);
    put_list("syntaxes", &page->syntaxes);
    put_list("clauses", &page->clauses.list);
    put_list("cases", &page->cases.list);
    put_list("readings", &page->readings.list);
    put_list("runs", &page->runs);
    if (trend) {
        put_list("trend", &page->trend);
        put_list("mended", &page->mended);
    }
    if (express) {
        fp_json table = { 0 };

        html_express(&table);
        printf(",\n\"express\":");
        put_json(&table);
        fp_json_free(&table);
    }
    putchar('}');
}

/* The template, with what its comments name in their place. */
void html_write(const html_data *page, bool trend, bool express)
{
    static const char *const PLACES[] = { "<!--style-->", "<!--data-->", "<!--script-->" };
    const char *at = html_page;

    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        const char *place = strstr(at, PLACES[i]);

        fwrite(at, 1, (size_t)(place - at), stdout);
        at = place + strlen(PLACES[i]);
        if (i == 0)
            fwrite(html_style, 1, html_style_size - 1, stdout);
        else if (i == 1)
            put_data(page, trend, express);
        else
            fwrite(html_script, 1, html_script_size - 1, stdout);
    }
    fputs(at, stdout);
}

void html_data_free(html_data *page)
{
    rows_free(&page->checks);
    rows_free(&page->texts);
    rows_free(&page->clauses);
    rows_free(&page->cases);
    rows_free(&page->readings);
    fp_json_free(&page->syntaxes);
    fp_json_free(&page->runs);
    fp_json_free(&page->trend);
    fp_json_free(&page->mended);
}
