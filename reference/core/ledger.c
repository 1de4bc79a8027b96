/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.c: the ledger of bytes, and what a syntax asks of it alone. */
#include "ledger.h"

#include "out.h"

#include <string.h>

void fp_ledger_init(fp_ledger *ledger, const char *const *clauses)
{
    *ledger = (fp_ledger){ .clauses = clauses };
}

void fp_ledger_free(fp_ledger *ledger)
{
    fp_buf_free(&ledger->held);
}

void fp_ledger_reset(fp_ledger *ledger)
{
    *ledger = (fp_ledger){ .clauses = ledger->clauses,
                           .trace = ledger->trace,
                           .trace_context = ledger->trace_context,
                           .held = fp_buf_emptied(&ledger->held) };
}

bool fp_ledger_assign(fp_ledger *to, const fp_ledger *from)
{
    const fp_buf held = to->held;

    *to = *from;
    to->trace = NULL;
    to->held = held;
    return fp_buf_assign(&to->held, &from->held);
}

bool fp_ledger_equal(const fp_ledger *a, const fp_ledger *b)
{
    const size_t len = fp_ledger_waiting(a);

    return a->fed == b->fed && a->accounted == b->accounted && len == fp_ledger_waiting(b) &&
           memcmp(fp_ledger_held(a), fp_ledger_held(b), len) == 0;
}

bool fp_ledger_is_valid(const fp_ledger *ledger)
{
    return (!ledger->gone || ledger->gone * 2 < ledger->held.len) &&
           ledger->accounted <= ledger->fed &&
           fp_ledger_waiting(ledger) <= ledger->fed - ledger->accounted;
}

bool fp_ledger_owns(const fp_ledger *ledger, const char *ptr)
{
    const uintptr_t at = (uintptr_t)ptr, held = (uintptr_t)ledger->held.ptr;

    return at >= held && at - held < ledger->held.len;
}

void fp_ledger_pack(fp_ledger *ledger)
{
    fp_buf_drop(&ledger->held, ledger->gone);
    ledger->work += ledger->held.len;
    ledger->gone = 0;
}

/* -- what a syntax asks of it --------------------------------------------------------------------
 */

void fp_out_cite(fp_out *out, const char *clause)
{
    out->ledger.cite = clause;
}

uint64_t fp_out_offset(const fp_out *out)
{
    return out->ledger.fed;
}

uint64_t fp_out_mark_offset(const fp_out *out)
{
    return out->ledger.accounted;
}

void fp_out_at(fp_out *out, uint64_t offset)
{
    out->ledger.at = offset;
    out->ledger.placed = true;
}

fp_str fp_out_held_part(fp_out *out, size_t from, size_t len)
{
    const size_t held = fp_ledger_waiting(&out->ledger);
    const size_t left = from < held ? held - from : 0;
    const size_t n = len < left ? len : left;

    out->ledger.work += n;
    return (fp_str){ n ? fp_ledger_held(&out->ledger) + from : NULL, n };
}

size_t fp_out_held_length(const fp_out *out)
{
    return fp_ledger_waiting(&out->ledger);
}

fp_str fp_out_held(fp_out *out)
{
    const fp_ledger *ledger = &out->ledger;
    const size_t len = fp_ledger_waiting(ledger);

    out->ledger.work += len;
    return (fp_str){ ledger->held.ptr ? ledger->held.ptr + ledger->gone : NULL, len };
}

void fp_out_overwrite(fp_out *out, size_t at, size_t len, char byte)
{
    const size_t held = fp_ledger_waiting(&out->ledger);

    if (len && len <= held && at <= held - len)
        memset(out->ledger.held.ptr + out->ledger.gone + at, byte, len);
    out->ledger.work += len;
}

size_t fp_out_hold_room(const fp_out *out)
{
    const size_t limit = out->options.limits.call, held = fp_ledger_waiting(&out->ledger);

    return limit > held ? limit - held : 0;
}
