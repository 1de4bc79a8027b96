/* SPDX-License-Identifier: Apache-2.0 */
/* shortcode-names.c: names of tools, of containers, and the one of references. Clauses:
 * spec/shortcode.md.
 */
#include "syntaxes/shortcode-names.h"

#include "core/ascii.h"

#include <string.h>

/* Containers have numbers: the one that needs no catalogue, then the catalogue's tools. */
enum { NONE, REASONING, TOOLS };

static const char REASONING_NAME[] = "reasoning_text";

bool fp_shortcode_is_name(int c) /* SHORTCODE-1.3 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-';
}

bool fp_shortcode_is_vaultref(fp_str name) /* SHORTCODE-5.5 */
{
    static const char VAULTREF[] = "vaultref";

    if (name.len != sizeof VAULTREF - 1)
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] != VAULTREF[i] &&
            !(fp_is_letter(name.ptr[i]) && (name.ptr[i] | 0x20) == VAULTREF[i]))
            return false;
    return true;
}

/* SHORTCODE-5.2; no tag has what is not a name. */
static bool is_container(const fp_tool *tool)
{
    for (size_t i = 0; i < tool->name.len; i++)
        if (!fp_shortcode_is_name((unsigned char)tool->name.ptr[i]))
            return false;
    return tool->kind == FP_KIND_CONTAINER && !fp_shortcode_is_vaultref(tool->name);
}

size_t fp_shortcode_container(const fp_catalogue *catalogue, fp_str name)
{
    const fp_tool *tool = catalogue ? fp_catalogue_find(catalogue, name) : NULL;
    size_t i = 0;

    if (fp_str_equal(name, fp_str_of(REASONING_NAME)))
        return !tool || tool->kind == FP_KIND_ANY || is_container(tool) ? REASONING : NONE;
    if (!tool || !is_container(tool))
        return NONE;
    while (fp_catalogue_tool(catalogue, i) != tool)
        i++;
    return TOOLS + i;
}

static bool begins(fp_str name, fp_str beginning)
{
    return beginning.len <= name.len &&
           (!beginning.len || memcmp(name.ptr, beginning.ptr, beginning.len) == 0);
}

bool fp_shortcode_begins_container(const fp_catalogue *catalogue, fp_str beginning)
{
    const fp_str reasoning = fp_str_of(REASONING_NAME);
    const size_t count = catalogue ? fp_catalogue_count(catalogue) : 0;

    if (begins(reasoning, beginning) && fp_shortcode_container(catalogue, reasoning))
        return true;
    for (size_t i = 0; i < count; i++)
        if (is_container(fp_catalogue_tool(catalogue, i)) &&
            begins(fp_catalogue_tool(catalogue, i)->name, beginning))
            return true;
    return false;
}

fp_str fp_shortcode_container_name(const fp_catalogue *catalogue, size_t number)
{
    return number < TOOLS ? fp_str_of(REASONING_NAME)
                          : fp_catalogue_tool(catalogue, number - TOOLS)->name;
}
