/* SPDX-License-Identifier: Apache-2.0 */
/* rendering.c: describes why a syntax cannot carry a call. */
#include "suite/rendering.h"

#include "base/util.h"

/* The beginning of bytes, as a JSON string; owned. */
static char *quoted(fp_str bytes)
{
    enum { SHOWN = 40 };
    fp_json json = { 0 };
    char *text;

    fp_json_string(&json, (fp_str){ bytes.ptr, bytes.len < SHOWN ? bytes.len : SHOWN });
    need_memory(!json.failed);
    text = xformat("%.*s", (int)json.len, json.ptr);
    fp_json_free(&json);
    return text;
}

char *refusal_text(const fp_refusal *r, const fp_call *call)
{
    const char *clause = r->clause ? r->clause : "no clause";
    const char *reason = r->reason ? r->reason : "the renderer gave no reason";
    char *what, *text;

    if (!r->reason && !r->clause)
        return xstrdup(reason);
    if (r->part == FP_PART_CALL)
        return xformat("%s (%s)", reason, clause);
    what = quoted(r->part == FP_PART_NAME ? call->name : call->args[r->arg].key);
    text = xformat("%s %s, byte %zu: %s (%s)",
                   r->part == FP_PART_NAME  ? "the name"
                   : r->part == FP_PART_KEY ? "the key"
                                            : "the value of",
                   what, r->byte, reason, clause);
    free(what);
    return text;
}
