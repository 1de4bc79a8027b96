/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.h: the ledger of bytes. Each byte that was read has a role, or is held until later bytes
 * decide its role. Roles are given in the order of the input.
 *
 * Only ledger.h and ledger.c read or write the members.
 */
#ifndef FENCEPOST_CORE_LEDGER_H
#define FENCEPOST_CORE_LEDGER_H

#include "buf.h"

#include <fencepost/parser.h>

typedef struct fp_ledger {
    const char *const *clauses; /* of the row, by role */
    fp_trace *trace;
    void *trace_context;

    uint64_t fed; /* bytes read */
    fp_buf held;
    uint64_t accounted; /* bytes that have a role; the held ones follow them */
    uint64_t work;      /* steps other than one for each byte read: fp_parser_work() */
    size_t gone;        /* bytes at the front of held that have a role by now */
    const char *cite;   /* fp_out_cite(); NULL: the row's clause */
    uint64_t at;        /* fp_out_at(), while placed */
    bool placed;
} fp_ledger;

/* clauses: by role; borrowed. */
void fp_ledger_init(fp_ledger *ledger, const char *const *clauses);
void fp_ledger_free(fp_ledger *ledger);

/* As after fp_ledger_init(). Keeps the memory and the trace. */
void fp_ledger_reset(fp_ledger *ledger);

/* Makes to a copy, without the trace; keeps its memory. False when memory is out: to can then only
 * be freed. */
bool fp_ledger_assign(fp_ledger *to, const fp_ledger *from);
bool fp_ledger_equal(const fp_ledger *a, const fp_ledger *b);

/* The invariants:
 * - of the bytes kept in held, fewer than half have a role;
 * - the bytes with a role and the held ones are not more than were read. */
bool fp_ledger_is_valid(const fp_ledger *ledger);

/* The work done so far: fp_parser_work(). */
static inline uint64_t fp_ledger_all_work(const fp_ledger *ledger)
{
    return ledger->fed + ledger->work;
}

/* The number of bytes held. */
static inline size_t fp_ledger_waiting(const fp_ledger *ledger)
{
    return ledger->held.len - ledger->gone;
}

/* The number of bytes read. */
static inline uint64_t fp_ledger_fed(const fp_ledger *ledger)
{
    return ledger->fed;
}

/* The offset of the first byte without a role. */
static inline uint64_t fp_ledger_next(const fp_ledger *ledger)
{
    return ledger->accounted;
}

/* The offset of the encoded payload that is emitted now. */
static inline uint64_t fp_ledger_where(const fp_ledger *ledger)
{
    return ledger->placed ? ledger->at : ledger->accounted;
}

/* len more bytes were read. */
static inline void fp_ledger_read(fp_ledger *ledger, size_t len)
{
    ledger->fed += len;
}

/* Each of these bytes was read once more. */
static inline void fp_ledger_work(fp_ledger *ledger, size_t len)
{
    ledger->work += len;
}

/* These bytes have this role by a clause; NULL: by the one that is cited, or the row's. */
static inline void fp_ledger_tell(const fp_ledger *ledger, fp_role role, const char *clause,
                                  uint64_t start, size_t len)
{
    if (!ledger->trace || !len)
        return;
    if (!clause)
        clause = ledger->cite ? ledger->cite : ledger->clauses[role];
    ledger->trace(ledger->trace_context, role, clause, start, start + len);
}

/* The next len bytes are text for the syntax; their role is told later, in its turn
 * (fp_ledger_tell). */
static inline void fp_ledger_defer(fp_ledger *ledger, size_t len)
{
    ledger->accounted += len;
    ledger->placed = false;
}

/* The next len bytes have this role. */
static inline void fp_ledger_account(fp_ledger *ledger, fp_role role, size_t len)
{
    fp_ledger_tell(ledger, role, NULL, ledger->accounted, len);
    fp_ledger_defer(ledger, len);
}

/* Holds the byte, or the bytes. False when memory is out. */
static inline bool fp_ledger_hold(fp_ledger *ledger, unsigned char byte)
{
    return fp_buf_push(&ledger->held, (char)byte);
}

static inline bool fp_ledger_hold_run(fp_ledger *ledger, fp_str bytes)
{
    return fp_buf_append(&ledger->held, bytes.ptr, bytes.len);
}

/* Holds a byte, if it fits into the memory there is and no more than limit bytes are held then.
 * False, with nothing done, if not. */
static inline bool fp_ledger_hold_one(fp_ledger *ledger, unsigned char byte, size_t limit)
{
    if (!fp_buf_room(&ledger->held) || fp_ledger_waiting(ledger) >= limit)
        return false;
    ledger->held.ptr[ledger->held.len++] = (char)byte;
    return true;
}

/* Reads and holds a chunk of 1 to 16 bytes, if it fits into the memory there is and no more than
 * limit bytes are held then. False, with nothing done, if not. */
static inline bool fp_ledger_hold_few(fp_ledger *ledger, const char *bytes, size_t len,
                                      size_t limit)
{
    if (len > fp_buf_room(&ledger->held) || len + fp_ledger_waiting(ledger) > limit)
        return false;
    fp_copy(ledger->held.ptr + ledger->held.len, bytes, len);
    ledger->held.len += len;
    ledger->fed += len;
    return true;
}

/* Reads a chunk that goes to the sink unchanged: all of it has a role, and no trace is set. */
static inline void fp_ledger_pass(fp_ledger *ledger, size_t len)
{
    ledger->fed += len;
    ledger->accounted += len;
}

/* Reports each role to trace from now on; NULL: no trace. */
static inline void fp_ledger_trace(fp_ledger *ledger, fp_trace *trace, void *context)
{
    ledger->trace = trace;
    ledger->trace_context = context;
}

static inline bool fp_ledger_is_traced(const fp_ledger *ledger)
{
    return ledger->trace;
}

/* The first held byte; not NULL, even if no byte was ever held. */
static inline const char *fp_ledger_held(const fp_ledger *ledger)
{
    return ledger->held.ptr ? ledger->held.ptr + ledger->gone : "";
}

/* Whether the bytes at ptr are among the held ones. */
bool fp_ledger_owns(const fp_ledger *ledger, const char *ptr);

/* Moves the bytes that are held over those that are no longer. */
void fp_ledger_pack(fp_ledger *ledger);

/* The first len held bytes have their role: they are held no more, and the citation is used up.
 * Most often they are all. Else they are moved away when they are many: each byte is moved at most
 * once for each that is dropped. */
static inline void fp_ledger_drop(fp_ledger *ledger, size_t len)
{
    ledger->gone += len;
    ledger->work += len;
    ledger->cite = NULL;
    if (ledger->gone == ledger->held.len)
        ledger->gone = ledger->held.len = 0;
    else if (ledger->gone * 2 >= ledger->held.len)
        fp_ledger_pack(ledger);
}

/* The next bytes have their role without having been held: the citation is used up. */
static inline void fp_ledger_cited(fp_ledger *ledger)
{
    ledger->cite = NULL;
}

#endif
