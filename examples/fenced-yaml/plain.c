/* SPDX-License-Identifier: Apache-2.0 */
/* plain.c: which plain scalars are not strings. */
#include "fenced-yaml.h"

fp_str plain_json(fp_str text)
{
    static const struct {
        const char *plain;
        fp_str json;
    } WORDS[] = {
        { "", { "null", 4 } },       { "~", { "null", 4 } },      { "null", { "null", 4 } },
        { "Null", { "null", 4 } },   { "NULL", { "null", 4 } },   { "true", { "true", 4 } },
        { "True", { "true", 4 } },   { "TRUE", { "true", 4 } },   { "false", { "false", 5 } },
        { "False", { "false", 5 } }, { "FALSE", { "false", 5 } },
    };
    size_t wrong;

    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (fp_str_equal(text, fp_str_of(WORDS[i].plain)))
            return WORDS[i].json;
    if (fp_jsontext_kind(text) == '0' && fp_jsontext_valid(text, 1, &wrong))
        return text;
    return (fp_str){ "", 0 };
}
