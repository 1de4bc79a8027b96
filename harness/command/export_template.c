/* SPDX-License-Identifier: Apache-2.0 */
/* export_template.c: the cases of executors of response templates as plain data: each as its file
 * has it, with whether only Decisions decide it, and ways to cut its text. */
#include "command/export_template.h"

#include "base/members.h"
#include "law/cuts.h"
#include "suite/spec.h"
#include "template/template_cases.h"

#include <fencepost/jsontext.h>

#include <stdio.h>
#include <stdlib.h>

/* Above so many characters a text is cut in two at some places, and not at all. */
enum { ALL_MOST = 128, SOME = 32 };

static void add_offset(fp_json *line, bool first, size_t offset)
{
    fp_json_raw(line, first ? "" : ",");
    fp_json_number(line, offset);
}

/* In two pieces at each place, and each character for itself. Offsets count characters. */
static void add_cuts(fp_json *line, fp_str text)
{
    size_t count;
    size_t *edges = unit_edges(text, UNIT_CODEPOINT, &count);
    const size_t inner = count > 2 ? count - 2 : 0;
    const size_t stride = inner > ALL_MOST ? inner / SOME : 1;

    member_key(line, "cuts");
    fp_json_raw(line, "[");
    for (size_t i = 0; i < inner; i += stride) {
        fp_json_raw(line, i ? ",[" : "[");
        add_offset(line, true, i + 1);
        fp_json_raw(line, "]");
    }
    if (inner > 1) {
        fp_json_raw(line, ",[");
        for (size_t i = 0; i < inner; i++)
            add_offset(line, i == 0, i + 1);
        fp_json_raw(line, "]");
    }
    fp_json_raw(line, "]");
    free(edges);
}

/* A case may be written over several lines: outside of strings, which hold none as they are, a line
 * end is a blank. */
static void print_case(fp_json *line, const template_case *one, bool cuts)
{
    const fp_str whole = fp_jsontext_trim(one->json);

    line->len = 0;
    fp_json_bytes(line, (fp_str){ whole.ptr, whole.len - 1 });
    member_key(line, "reading");
    fp_json_raw(line, one->decided ? "true" : "false");
    if (cuts)
        add_cuts(line, one->test.input);
    fp_json_raw(line, "}");
    need_memory(!line->failed);
    for (size_t i = 0; i < line->len; i++)
        if (line->ptr[i] == '\n' || line->ptr[i] == '\r')
            line->ptr[i] = ' ';
    fwrite(line->ptr, 1, line->len, stdout);
    putchar('\n');
}

int export_template(bool cuts)
{
    problems p = { .by = "export" };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    template_cases *cases = s ? template_cases_load(data, s, &p) : NULL;
    const bool read = cases != NULL;
    fp_json line = { 0 };

    for (size_t i = 0; cases && i < template_cases_count(cases); i++)
        print_case(&line, template_case_at(cases, i), cuts);
    fp_json_free(&line);
    template_cases_free(cases);
    spec_free(s);
    free(data);
    return read ? EXIT_AS_EXPECTED : EXIT_USAGE;
}
