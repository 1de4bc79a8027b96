/* SPDX-License-Identifier: Apache-2.0 */
/* out_reasoning.c: reasoning that is an output of its own (MODEL-5): which bytes of text it is, and
 * which are its marks. */
#include "out_call.h"

/* By the clause that has reasoning an output. */
static void trace_reasoning(fp_out *out, fp_role role, uint64_t start, size_t len)
{
    const char *cite = out->cite;

    out->cite = out->syntax->policies[FP_REASONING].clause;
    fp_out_trace(out, role, start, len);
    out->cite = cite;
}

/* Text that is no mark: said, with its role. */
static void give_text(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    fp_out_say_text(out, offset, bytes, len);
    if (out->reasoning.inside)
        trace_reasoning(out, FP_ROLE_REASONING, offset, len);
    else
        fp_out_trace(out, FP_ROLE_TEXT, offset, len);
}

/* The next bytes that the syntax takes for text. Those that are how a mark begins wait. */
void fp_out_take_text(fp_out *out, const char *bytes, size_t len)
{
    fp_reasoning *r = &out->reasoning;
    const uint64_t end = out->accounted + len, sure_to = out->fed - r->matched;
    const size_t unsure = end <= sure_to ? 0 : end - sure_to < len ? (size_t)(end - sure_to) : len;

    if (unsure < len)
        give_text(out, out->accounted, bytes, len - unsure);
    r->waiting += (uint8_t)unsure;
    out->accounted = end;
}

/* Of what waits, the first bytes are no mark any more, if the last that were read are less of it.
 */
static void let_go(fp_out *out)
{
    fp_reasoning *r = &out->reasoning;
    const uint64_t start = out->accounted - r->waiting, sure_to = out->fed - r->matched;
    const uint64_t sure = sure_to > start ? sure_to - start : 0;
    const uint8_t len = sure < r->waiting ? (uint8_t)sure : r->waiting;

    if (len)
        give_text(out, start, fp_reasoning_mark(r), len);
    r->waiting -= len;
}

void fp_out_reasoning_settle(fp_out *out)
{
    if (!out->reasoning.marks)
        return;
    out->reasoning.matched = 0;
    let_go(out);
}

/* The other side of a mark, or of a call that ends reasoning, is a run of text of its own. */
static void change_sides(fp_out *out)
{
    fp_out_flush(out);
    fp_out_text_edge(out);
    out->reasoning.inside = !out->reasoning.inside;
}

void fp_out_reasoning_end(fp_out *out)
{
    fp_out_reasoning_settle(out);
    if (out->reasoning.inside)
        change_sides(out);
}

/* The last byte of a mark, whose others wait. */
static void take_mark(fp_out *out)
{
    fp_reasoning *r = &out->reasoning;

    trace_reasoning(out, FP_ROLE_FRAMING, out->accounted - r->waiting, r->matched);
    out->accounted++;
    r->matched = r->waiting = 0;
    change_sides(out);
    fp_quote_line_start(&out->quote);
}

bool fp_out_reasoning_byte(fp_out *out, unsigned char byte)
{
    fp_reasoning *r = &out->reasoning;
    const char c = (char)byte;

    if (fp_reasoning_watch(r, byte)) {
        if (r->waiting + 1 == r->matched && !fp_out_waiting(out)) {
            take_mark(out);
            return true;
        }
        r->matched = 0; /* the syntax has taken some of it for something else */
    }
    let_go(out);
    if (!r->inside || r->until_call)
        return false;
    fp_out_take_text(out, &c, 1);
    return true;
}
