/* SPDX-License-Identifier: Apache-2.0 */
/* spec_text.c: rows of tables and anchors of headings in Markdown. */
#include "suite/spec_text.h"

#include "base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t spec_split_row(const char *chars, char *cells[SPEC_COLUMNS])
{
    size_t count = 0;

    for (size_t i = 0; i < SPEC_COLUMNS; i++)
        cells[i] = xstrdup("");
    while (*chars == '|' && chars[1 + strspn(chars + 1, " ")]) {
        const char *cell = chars + 1 + strspn(chars + 1, " `");
        size_t len = strcspn(cell, "|");

        chars = cell + len;
        while (len && strchr(" `", cell[len - 1]))
            len--;
        if (count < SPEC_COLUMNS) {
            free(cells[count]);
            cells[count] = xcalloc(len + 1, 1);
            memcpy(cells[count], cell, len);
        }
        count++;
    }
    return count;
}

char *spec_anchor(const char *heading)
{
    char *anchor = xstrdup(heading);
    char *to = anchor;

    for (const char *at = heading; *at; at++)
        if (isalnum((unsigned char)*at) || *at == '-' || *at == '_')
            *to++ = (char)tolower((unsigned char)*at);
    *to = '\0';
    return anchor;
}

char *spec_prefix(const char *name)
{
    static const struct {
        const char *file, *stem;
    } OTHERS[] = { { "laws.md", "law.md" },
                   { "partial-json.md", "partial.md" },
                   { "response-template.md", "template.md" } };
    const char *folder = strrchr(name, '/'), *stem = folder ? folder + 1 : name;
    char *prefix;

    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(name, OTHERS[i].file) == 0)
            stem = OTHERS[i].stem;
    prefix = xstrdup(stem);
    *strrchr(prefix, '.') = '\0';
    for (char *c = prefix; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return prefix;
}
