/* SPDX-License-Identifier: Apache-2.0 */
#include "file_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

fp_json file_text(const char *path)
{
    fp_json text = { 0 };
    char block[4096];
    size_t len;
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    while ((len = fread(block, 1, sizeof block, file)) > 0)
        fp_json_bytes(&text, (fp_str){ block, len });
    fclose(file);
    assert_false(text.failed);
    return text;
}
