/* SPDX-License-Identifier: Apache-2.0 */
/* trace.c: what a parser tells of its bytes to those who explain a text. */
#include "reading.h"

const char *fp_template_part_name(fp_template_part part)
{
    static const char *const NAMES[] = { [FP_TEMPLATE_PART_OPEN] = "open",
                                         [FP_TEMPLATE_PART_TEXT] = "text",
                                         [FP_TEMPLATE_PART_CLOSE] = "close",
                                         [FP_TEMPLATE_PART_NONE] = "none" };

    return NAMES[part];
}

void fp_template_parser_trace(fp_template_parser *p, fp_template_trace *trace, void *context)
{
    p->trace = trace;
    p->trace_context = context;
}

size_t fp_template_parser_held(const fp_template_parser *p)
{
    return p->text.len - p->at + p->tail_len;
}

bool fp_template_parser_waits(const fp_template_parser *p, fp_str *field, bool *close)
{
    if (!p->waits || p->at == p->text.len)
        return false;
    *field = p->t->fields[p->waits->field].name;
    *close = p->waits->close;
    return true;
}
