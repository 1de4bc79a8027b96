/* SPDX-License-Identifier: Apache-2.0 */
/* tags-finish.c: what a notation of tags makes of an input that ends. */
#include "engines/tags-reader.h"

/* What is held when the input ends, outside the tags of a block. */
static void finish_payload(fp_tags_reader *r)
{
    const bool wrapped = r->s->area == FP_TAGS_OPENED && r->table->clauses.cut_wrap;
    const char *cut = wrapped ? r->table->clauses.cut_wrap : r->table->clauses.cut_tag;

    fp_out_cite(r->out, fp_tags_in_value(r->s) ? r->table->clauses.unfinished : cut);
    if (wrapped)
        fp_out_mark(r->out, FP_ROLE_FRAMING);
    else
        fp_out_release(r->out);
}

void fp_tags_finish(void *state, fp_out *out)
{
    fp_tags_reader r = fp_tags_reader_of(state, out);
    const char *unfinished = r.table->clauses.unfinished;

    if (r.s->area == FP_TAGS_BLOCK || r.s->area == FP_TAGS_CLOSING) {
        fp_tags_mark_lead(&r);
        fp_out_cite(out, unfinished);
        fp_out_mark(out, FP_ROLE_SKIPPED);
    } else {
        finish_payload(&r);
    }
    if (!fp_out_in_call(out))
        return;
    if (r.s->broken) /* never recovered */
        fp_out_call_cut(out, fp_out_offset(out), unfinished);
    else
        fp_out_call_unfinished(out, unfinished);
}
