/* SPDX-License-Identifier: Apache-2.0 */
/* strings.c: views, and the written names of statuses, codes, events and roles. */
#include <fencepost/types.h>

#include <string.h>

fp_str fp_str_of(const char *text)
{
    return (fp_str){ text, strlen(text) };
}

bool fp_str_equal(fp_str a, fp_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

const char *fp_status_text(fp_status status)
{
    switch (status) {
    case FP_OK:
        return "no error";
    case FP_NO_MEMORY:
        return "out of memory";
    case FP_STOPPED:
        return "stopped by the sink";
    case FP_FINISHED:
        return "the input has ended already";
    }
    return "unknown status";
}

static const char *const CODES[FP_CODE_COUNT] = {
    [FP_UNTERMINATED_CALL] = "unterminated-call",
    [FP_BAD_NAME] = "bad-name",
    [FP_BAD_LINE] = "bad-line",
    [FP_MISMATCHED_END] = "mismatched-end",
    [FP_DUPLICATE_ARGUMENT] = "duplicate-argument",
    [FP_EXTRA_CALL] = "extra-call",
    [FP_UNKNOWN_TOOL] = "unknown-tool",
    [FP_MISSING_ARGUMENT] = "missing-argument",
    [FP_BAD_TYPE] = "bad-type",
    [FP_INVALID_JSON] = "invalid-json",
    [FP_LIMIT_EXCEEDED] = "limit-exceeded",
};

static const char *const EVENTS[FP_EVENT_COUNT] = {
    [FP_EVENT_TEXT] = "text",           [FP_EVENT_CALL_BEGIN] = "call_begin",
    [FP_EVENT_ARG_BEGIN] = "arg_begin", [FP_EVENT_ARG_DATA] = "arg_data",
    [FP_EVENT_ARG_END] = "arg_end",     [FP_EVENT_CALL_END] = "call_end",
    [FP_EVENT_CALL_CUT] = "call_cut",   [FP_EVENT_DIAGNOSTIC] = "diagnostic",
    [FP_EVENT_REASONING] = "reasoning",
};

static const char *const ROLES[FP_ROLE_COUNT] = {
    [FP_ROLE_TEXT] = "text",       [FP_ROLE_MARKER] = "marker",   [FP_ROLE_NAME] = "name",
    [FP_ROLE_KEY] = "key",         [FP_ROLE_VALUE] = "value",     [FP_ROLE_BLANK] = "blank",
    [FP_ROLE_SKIPPED] = "skipped", [FP_ROLE_FRAMING] = "framing", [FP_ROLE_REASONING] = "reasoning",
};

/* The place of a name in a table of count names; count if it is not there. */
static unsigned place(const char *const *names, unsigned count, fp_str name)
{
    unsigned i = 0;

    while (i < count && !fp_str_equal(fp_str_of(names[i]), name))
        i++;
    return i;
}

const char *fp_code_name(fp_code code)
{
    return CODES[code];
}

bool fp_code_find(fp_str name, fp_code *code)
{
    *code = (fp_code)place(CODES, FP_CODE_COUNT, name);
    return *code < FP_CODE_COUNT;
}

const char *fp_event_name(fp_event_type type)
{
    return EVENTS[type];
}

bool fp_event_find(fp_str name, fp_event_type *type)
{
    *type = (fp_event_type)place(EVENTS, FP_EVENT_COUNT, name);
    return *type < FP_EVENT_COUNT;
}

const char *fp_role_name(fp_role role)
{
    return ROLES[role];
}
