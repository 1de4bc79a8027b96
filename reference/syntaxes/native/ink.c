/* SPDX-License-Identifier: Apache-2.0 */
/* ink.c: notes of what the bytes of a unit are, made on those bytes, and the roles that follow. */
#include "native.h"

#include "core/out_units.h"

#include <string.h>

uint64_t fp_native_offset(const native *n, const char *byte)
{
    return fp_out_mark_offset(n->out) + n->json_at + (uint64_t)(byte - n->json.ptr);
}

/* How a run of many bytes is inked, from its first byte on: MANY, the kind, how many they are. In a
 * shorter run each byte has the kind. */
enum { MANY = NATIVE_CALL_CLOSE + 1 };

typedef struct ink_run {
    char many, kind;
    char length[sizeof(size_t)];
} ink_run;

static void ink_many(native *n, size_t at, size_t length, native_kind kind)
{
    ink_run run = { .many = MANY, .kind = (char)kind };
    char bytes[sizeof run];

    memcpy(run.length, &length, sizeof length);
    memcpy(bytes, &run, sizeof run);
    for (size_t i = 0; i < sizeof bytes; i++)
        fp_out_overwrite(n->out, at + i, 1, bytes[i]);
}

void fp_native_ink(native *n, fp_str bytes, native_kind kind)
{
    const size_t at = n->json_at + (size_t)(bytes.ptr - n->json.ptr);

    n->inked = true;
    if (bytes.len > sizeof(ink_run))
        ink_many(n, at, bytes.len, kind);
    else
        fp_out_overwrite(n->out, at, bytes.len, (char)kind);
}

void fp_native_ink_string(native *n, fp_str string, native_kind kind)
{
    fp_native_ink(n, (fp_str){ string.ptr + 1, string.len - 2 }, kind);
}

/* Of a byte, as it is held; *in_call is whether it lies in the span of a call. */
static fp_role role_of(bool *in_call, char c)
{
    switch (c) {
    case NATIVE_TEXT:
        return FP_ROLE_TEXT;
    case NATIVE_NAME:
        return FP_ROLE_NAME;
    case NATIVE_VALUE:
        return FP_ROLE_VALUE;
    case NATIVE_CALL_OPEN:
        *in_call = true;
        break;
    case NATIVE_CALL_CLOSE:
        *in_call = false;
        return FP_ROLE_MARKER;
    default:
        break;
    }
    return *in_call ? FP_ROLE_MARKER : FP_ROLE_FRAMING;
}

/* Whether the byte stands for no other role than the one before it. */
static bool is_no_kind(char c)
{
    return c < NATIVE_TEXT || c > MANY;
}

/* A run of many bytes. */
static size_t role_of_many(void *context, fp_str bytes, fp_role *role)
{
    ink_run run;
    size_t length = 0;

    memcpy(&run, bytes.ptr, sizeof run);
    memcpy(&length, run.length, sizeof length);
    *role = role_of(context, run.kind);
    return length;
}

static size_t roles_of(void *context, fp_str bytes, fp_role *role)
{
    size_t n = 0;

    if (bytes.ptr[0] == MANY)
        return role_of_many(context, bytes, role);
    *role = role_of(context, bytes.ptr[0]);
    if (!is_no_kind(bytes.ptr[0]))
        return 1;
    while (n < bytes.len && is_no_kind(bytes.ptr[n]))
        n++;
    return n;
}

void fp_native_mark_unit(native *n, size_t len, bool in_call)
{
    if (n->inked)
        fp_out_mark_each(n->out, len, roles_of, &in_call);
    else
        fp_out_mark_first(n->out, len, in_call ? FP_ROLE_MARKER : FP_ROLE_FRAMING);
    n->inked = false;
}
