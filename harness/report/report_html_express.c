/* SPDX-License-Identifier: Apache-2.0 */
/* report_html_express.c: what each syntax can carry, for the page. Witnesses are texts, since a
 * script would round their numbers.
 */
#include "base/members.h"
#include "generate/express_table.h"
#include "report/report_html.h"

static void add_cell(fp_json *json, const expressed *e)
{
    fp_json_raw(json, "{\"verdict\":");
    fp_json_string(json, fp_str_of(expressed_word(e)));
    member_number(json, "tried", e->tried);
    member_number(json, "carried", e->carried);
    member_text_if(json, "witness", e->witness);
    member_text_if(json, "clause", e->clause);
    member_text_if(json, "reason", e->reason);
    fp_json_raw(json, "}");
}

void html_express(fp_json *json)
{
    problems p = { 0 };
    express_table t;

    if (!express_table_measure(&t, &p)) {
        fp_json_raw(json, "null");
        return;
    }
    fp_json_raw(json, "{\"features\":[");
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        fp_json_raw(json, f ? ",\n{\"title\":" : "{\"title\":");
        fp_json_string(json, fp_str_of(FEATURES[f].title));
        fp_json_raw(json, ",\"syntaxes\":{");
        for (size_t s = 0; s < t.syntaxes; s++) {
            fp_json_raw(json, s ? "," : "");
            fp_json_string(json, fp_str_of(fp_syntax_id(t.columns[s])));
            fp_json_raw(json, ":");
            add_cell(json, express_table_cell(&t, f, s));
        }
        fp_json_raw(json, "}}");
    }
    fp_json_raw(json, "]}");
    express_table_free(&t);
}
