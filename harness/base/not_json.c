/* SPDX-License-Identifier: Apache-2.0 */
/* not_json.c: where and why bytes are not JSON, in the words of jansson, even if another reader has
 * refused them.
 */
#include "base/not_json.h"

#include <stdlib.h>

/* Returns whether jansson refuses the bytes, and why. */
static bool refused(fp_str bytes, size_t flags, json_error_t *error)
{
    json_t *json = json_loadb(bytes.ptr ? bytes.ptr : "", bytes.len, flags | JSON_ALLOW_NUL, error);

    json_decref(json);
    return !json;
}

char *not_json_text(fp_str bytes, size_t line)
{
    json_error_t error;

    /* What is not even a value comes first; then what is neither an object nor an array. */
    if (!refused(bytes, JSON_DECODE_ANY, &error) && !refused(bytes, JSON_REJECT_DUPLICATES, &error))
        return xformat("line %zu, column 1: not JSON: nested too deeply", line);
    return xformat("line %zu, column %d: not JSON: %s",
                   line + (error.line > 1 ? (size_t)error.line - 1 : 0),
                   error.column > 0 ? error.column : 1, error.text);
}

bool not_json(const char *file, fp_str bytes, size_t line, problems *p)
{
    char *text = not_json_text(bytes, line);

    problem(p, file, NULL, "%s", text);
    free(text);
    return false;
}
