/* SPDX-License-Identifier: Apache-2.0 */
/* tool-tags.c: tags that are named after the tool and its arguments, as a table. Clauses:
 * spec/tool-tags.md. */
#include "engines/tags-member.h"

#include <fencepost/catalogue.h>

#include <string.h>

/* TOOL-TAGS-1.1; a name is first looked for among those of arguments: TOOL-TAGS-2.5 */
enum { ARG, CALL, CALL_END, ARG_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TOOL-TAGS-2.1" } },
    [FP_TAGS_BLOCK] = { [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TOOL-TAGS-2.3" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TOOL-TAGS-2.5" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_OWN_NAME, "TOOL-TAGS-2.4" } },
    [FP_TAGS_VALUE] = { [ARG] = { FP_TAGS_BREAKS, FP_TAGS_OWN_NAME, "TOOL-TAGS-3.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "TOOL-TAGS-3.2" } },
};
/* clang-format on */

/* Whether a tool or an argument of this name has a tag: TOOL-TAGS-1.2. */
static bool has_tag(fp_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!(i ? fp_tags_is_name : fp_tags_starts_name)((unsigned char)name.ptr[i]))
            return false;
    return true;
}

/* Whether the one text is the other, or begins it and continues with the byte. */
static bool goes_on(fp_str text, fp_str name, unsigned char next)
{
    if (text.len < name.len || (name.len && memcmp(text.ptr, name.ptr, name.len) != 0))
        return false;
    return next ? text.len > name.len && (unsigned char)text.ptr[name.len] == next
                : text.len == name.len;
}

/* The same, for the name of a tool or an argument. */
static bool fits(fp_str on_offer, fp_str name, unsigned char next)
{
    return goes_on(on_offer, name, next) && has_tag(on_offer);
}

static bool has_argument(const fp_catalogue *catalogue, fp_str name, fp_str key, unsigned char next)
{
    const fp_tool *tool = fp_catalogue_find(catalogue, name);

    for (size_t i = 0; tool && i < tool->arg_count; i++) /* GCOVR_EXCL_BR_LINE: it is on offer */
        if (fits(tool->args[i].name, key, next))
            return true;
    return false;
}

/* Whether the name begins so, or does with the byte after it: TOOL-TAGS-1.6. */
static bool is_thought(fp_str name, unsigned char next)
{
    const fp_str think = FP_STR("think");

    if (name.len >= think.len)
        return memcmp(name.ptr, think.ptr, think.len) == 0;
    return next && name.len + 1 == think.len && goes_on(think, name, next);
}

static bool offers(const fp_catalogue *catalogue, fp_str tool, fp_str name, unsigned char next)
{
    if (tool.len)
        return !catalogue || has_argument(catalogue, tool, name, next);
    if (is_thought(name, next))
        return false;
    if (!catalogue) /* TOOL-TAGS-1.4 */
        return true;
    for (size_t i = 0; i < fp_catalogue_count(catalogue); i++) /* TOOL-TAGS-1.3 */
        if (fits(fp_catalogue_tool(catalogue, i)->name, name, next))
            return true;
    return false;
}

static const fp_tags_table TABLE = {
    .tags = { [ARG] = { "<", ">", true, 0 },
              [CALL] = { "<", ">", false, 0 },
              [CALL_END] = { "</", ">", false, 0 },
              [ARG_END] = { "</", ">", true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* TOOL-TAGS-1.2 */
    .keys = FP_TAGS_NAMES,
    .offers = offers,
    .breaks = true,
    .clauses = { .bad_line = "TOOL-TAGS-2.6",
                 .duplicate = "TOOL-TAGS-2.7",
                 .stopped = "TOOL-TAGS-4.2",
                 .unfinished = "TOOL-TAGS-5.1",
                 .cut_tag = "TOOL-TAGS-5.2",
                 .long_name = "TOOL-TAGS-5.3",
                 .long_tag = "TOOL-TAGS-5.4" },
    .layout = { .indent = "",
                .many_lines = true,
                .bad_name = "TOOL-TAGS-6.2",
                .bad_value = "TOOL-TAGS-6.3",
                .untyped = "TOOL-TAGS-6.4",
                .bad_list = "TOOL-TAGS-6.4" },
};

/* The name of any tool on offer; any name where none is known. */
static const char *const COMPLETIONS[] = { "<\1>", "<x>", NULL };

static const char *const MARKERS[] = {
    "<read_file>",
    "</read_file>",
    "<write_file>",
    "</write_file>",
    "<path>",
    "</path>",
    "<content>",
    "</content>",
    "<content>\n",
    "\n</content>",
    "<write_file>\n<path>",
    "</path>\n</write_file>",
    "</",
    ">",
    NULL,
};

/* -- the colours of editors, which know no tools
 * --------------------------------------------------- */

#define WORD "[A-Za-z0-9_][A-Za-z0-9_.\\-]*+"
#define TOOL "(?!think)" WORD /* TOOL-TAGS-1.4, 1.6 */
#define OWN_END "(</)(\\2)(>)"

static const fp_highlight ARGUMENTS[] = {
    { .begin = "(<)(" WORD ")(>)",
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
      .end = OWN_END,
      .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
      .content = FP_ROLE_VALUE },
    { .match = "[^ \\t\\r\\n<]+|<", .groups = { FP_ROLE_SKIPPED } },
    { 0 },
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* TOOL-TAGS-4.4 */
    { .begin = "(<)(" TOOL ")(>)",
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
      .end = OWN_END,
      .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = ARGUMENTS },
    { 0 },
};

const fp_syntax FP_TOOL_TAGS = {
    .id = "tool-tags",
    .title = "tags named after the tool and its arguments (Cline, Roo)",
    .howto = "To use a tool, write a tag of its name, as <NAME>, for each argument a line with a tag "
             "of the argument's name, the value as it is, and the end tag, as "
             "<ARGUMENT>value</ARGUMENT>, and at the end </NAME>. A value of several lines is on "
             "lines of its own. Nothing else is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "TOOL-TAGS-5.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_REPORT, "TOOL-TAGS-4.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "TOOL-TAGS-4.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "TOOL-TAGS-4.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "TOOL-TAGS-3.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "TOOL-TAGS-1.3" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "TOOL-TAGS-4.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "TOOL-TAGS-3.4" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "TOOL-TAGS-4.5" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "TOOL-TAGS-4.4" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "TOOL-TAGS-4.1",
        [FP_ROLE_MARKER] = "TOOL-TAGS-1.1",
        [FP_ROLE_NAME] = "TOOL-TAGS-1.2",
        [FP_ROLE_KEY] = "TOOL-TAGS-1.2",
        [FP_ROLE_VALUE] = "TOOL-TAGS-3.1",
        [FP_ROLE_BLANK] = "TOOL-TAGS-2.2",
        [FP_ROLE_SKIPPED] = "TOOL-TAGS-2.6",
    },
    FP_TAGS_MEMBER,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
};
