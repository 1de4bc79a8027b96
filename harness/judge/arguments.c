/* SPDX-License-Identifier: Apache-2.0 */
/* arguments.c: the arguments of a call as the text that a parser gave (PROTOCOL-3.9). */
#include "judge/arguments.h"

#include "base/values.h"

#include <fencepost/jsontext.h>

enum { DEPTH_MAX = 1024 }; /* as call_add_json() has it */

static const struct {
    const char *key; /* begins with a byte that UTF-8 does not have */
    const char *title;
} FAULTS[ARGUMENTS_FAULT_COUNT] = {
    [ARGUMENTS_NOT_JSON] = { "\xFFnot-json", "not JSON" },
    [ARGUMENTS_NOT_OBJECT] = { "\xFFnot-object", "JSON, and not an object" },
    [ARGUMENTS_TWO_OBJECTS] = { "\xFFtwo-objects", "an object with more JSON after it" },
    [ARGUMENTS_DUPLICATE_KEY] = { "\xFF"
                                  "duplicate-key",
                                  "an object that has a key twice" },
};

const char *arguments_fault_title(arguments_fault fault)
{
    return FAULTS[fault].title;
}

/* Returns whether the text is an object, and after it the beginning of another value. wrong: the
 * first byte that the first value cannot have. */
static bool has_more_after(fp_str text, size_t wrong)
{
    size_t end = wrong;

    if (wrong >= text.len || !fp_jsontext_valid((fp_str){ text.ptr, wrong }, DEPTH_MAX, &end))
        return false;
    return fp_jsontext_kind(fp_jsontext_trim((fp_str){ text.ptr, wrong })) == '{' &&
           (text.ptr[wrong] == '{' || text.ptr[wrong] == '[' || text.ptr[wrong] == '"');
}

static arguments_fault fault_of_text(fp_str text, bool unicode)
{
    size_t wrong;

    if (!unicode || !is_utf8(text))
        return ARGUMENTS_NOT_JSON;
    if (!fp_jsontext_valid(text, DEPTH_MAX, &wrong))
        return has_more_after(text, wrong) ? ARGUMENTS_TWO_OBJECTS : ARGUMENTS_NOT_JSON;
    return fp_jsontext_kind(fp_jsontext_trim(text)) == '{' ? ARGUMENTS_GOOD : ARGUMENTS_NOT_OBJECT;
}

static bool has_key_twice(const fp_call *call)
{
    call_index index = call_index_new(call);
    const bool twice = call_index_twice(&index);

    call_index_free(&index);
    return twice;
}

void arguments_read(fp_call *call, fp_str text, bool unicode)
{
    arguments_fault fault = fault_of_text(text, unicode);
    fp_call read = { 0 };
    fp_value whole;

    if (fault == ARGUMENTS_GOOD) {
        call_add_json(&read, fp_jsontext_trim(text));
        if (has_key_twice(&read))
            fault = ARGUMENTS_DUPLICATE_KEY;
    }
    if (fault == ARGUMENTS_GOOD) {
        call->args = read.args;
        call->arg_count = read.arg_count;
        return;
    }
    call_free(&read);
    value_string(text, &whole);
    call_add(call, fp_str_of(FAULTS[fault].key), whole);
}

arguments_fault arguments_fault_of(const fp_call *call, fp_str *text)
{
    unsigned fault = ARGUMENTS_GOOD + 1;

    if (call->arg_count != 1 || !call->args[0].key.len || call->args[0].key.ptr[0] != '\xFF')
        return ARGUMENTS_GOOD;
    while (fault < ARGUMENTS_FAULT_COUNT &&
           !fp_str_equal(call->args[0].key, fp_str_of(FAULTS[fault].key)))
        fault++;
    if (fault == ARGUMENTS_FAULT_COUNT)
        return ARGUMENTS_GOOD;
    *text = call->args[0].value.text;
    return (arguments_fault)fault;
}

bool arguments_can_run(const fp_call *call)
{
    fp_str text;
    const arguments_fault fault = arguments_fault_of(call, &text);

    return fault == ARGUMENTS_GOOD || fault == ARGUMENTS_DUPLICATE_KEY;
}
