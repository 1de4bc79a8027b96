/* SPDX-License-Identifier: Apache-2.0 */
/* template_tools.c: reads the file of --tools. */
#include "template/template_tools.h"

#include "base/show.h"
#include "base/visible.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>

bool template_tools_read(const char *by, const char *path, fp_str *tools)
{
    enum { DEPTH = 512 };
    problems p = { .by = by };
    size_t wrong;
    char *name;

    if (!file_read(path, tools, &p))
        return false;
    if (fp_jsontext_valid(*tools, DEPTH, &wrong) &&
        fp_jsontext_kind(fp_jsontext_trim(*tools)) == '[')
        return true;
    name = visible_line(fp_str_of(path));
    show_text(stderr, "fencepost %s: %s: it is not a JSON array of tools\n", by, name);
    free(name);
    return false;
}
