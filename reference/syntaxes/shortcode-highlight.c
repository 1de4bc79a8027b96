/* SPDX-License-Identifier: Apache-2.0 */
/* shortcode-highlight.c: how an editor colours tags in double braces. Clauses: spec/shortcode.md.
 *
 * A tag is one (SHORTCODE-2.2) as far as its first line shows. What is given up on a later line has
 * its colour by then.
 */
#include "syntaxes/shortcode-highlight.h"

#define NAME "[A-Za-z0-9_\\-]+"     /* SHORTCODE-1.3 */
#define BARE "[A-Za-z0-9_.:+\\-]++" /* SHORTCODE-3.6 */
#define WHITE "[ \\t\\r]*+"
#define IS WHITE "=" WHITE
#define OPEN_DOUBLE "\"(?:[^\"\\\\\\n]++|\\\\.)*+"
#define OPEN_SINGLE "'(?:[^'\\\\\\n]++|\\\\.)*+"

/* The whole attributes after a name. */
#define ATTRIBUTES \
    "(?:[ \\t\\r]++" NAME "(?:" IS "(?:" OPEN_DOUBLE "\"|" OPEN_SINGLE "'|" BARE "))?+)*+"

/* The end of a tag, or of a line in it, be it in the value of the last attribute. */
#define LAST "(?:" WHITE "(?:/?>\\}\\}|$)|" IS "(?:" OPEN_DOUBLE "|" OPEN_SINGLE "|)\\\\?$)"

#define FITS "(?=" ATTRIBUTES LAST ")"
#define END_TAG "\\{\\{</" NAME ">\\}\\}"

/* What does not fit outside quoted values; after content there may be an end tag of another name.
 */
#define MISFIT \
    "(?=[^ \\t\\r\\nA-Za-z0-9_=/>\"'{\\-]|/(?!>\\}\\})|>(?!\\}\\})|\\{(?!\\{</" NAME ">\\}\\}))"

static const fp_highlight ESCAPES[] = {
    { .match = "(\\\\)[\"'\\\\]", .groups = { [1] = FP_ROLE_MARKER } }, /* SHORTCODE-3.2 */
    { .match = "\\\\." },
    { 0 },
};

static const fp_highlight TAG[] = {
    {
        .begin = "(=)" WHITE "(\")|(\")",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_MARKER, FP_ROLE_MARKER },
        .end = "\"",
        .end_groups = { FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
        .inner = ESCAPES,
    },
    {
        .begin = "(=)" WHITE "(')|(')",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_MARKER, FP_ROLE_MARKER },
        .end = "'",
        .end_groups = { FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
        .inner = ESCAPES,
    },
    { .match = "(=)" WHITE "(" BARE ")", .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_VALUE } },
    { .match = "=", .groups = { FP_ROLE_MARKER } },
    { .match = NAME, .groups = { FP_ROLE_KEY } },
    {
        /* SHORTCODE-4.1, 4.2: up to an end tag of any name; if it is not the block's, on. */
        .begin = ">\\}\\}",
        .groups = { FP_ROLE_MARKER },
        .end = "(?=" END_TAG ")",
        .content = FP_ROLE_VALUE,
    },
    {
        .begin = "\\{\\{</",
        .groups = { FP_ROLE_VALUE },
        .end = "(?=" END_TAG ")",
        .content = FP_ROLE_VALUE,
    },
    { 0 },
};

/* Values in which no tag is one. */
static const fp_highlight SKIPPED[] = { { .match = "\\\\." }, { 0 } };
static const fp_highlight QUOTED[] = {
    { .begin = "\"", .end = "\"", .inner = SKIPPED },
    { .begin = "'", .end = "'", .inner = SKIPPED },
    { 0 },
};

const fp_highlight FP_SHORTCODE_HIGHLIGHT[] = {
    {
        /* SHORTCODE-5.3 */
        .begin = "\\{\\{<reasoning_text" FITS,
        .groups = { FP_ROLE_FRAMING },
        .end = "/?>\\}\\}|" MISFIT,
        .end_groups = { FP_ROLE_FRAMING },
        .content = FP_ROLE_FRAMING,
        .inner = QUOTED,
    },
    { .match = "\\{\\{</reasoning_text>\\}\\}", .groups = { FP_ROLE_FRAMING } },
    { .begin = "\\{\\{<(?i:vaultref)" FITS, .end = "/?>\\}\\}|" MISFIT, .inner = QUOTED }, /* 5.5 */
    {
        /* SHORTCODE-2.1, 4.2 */
        .begin = "(\\{\\{<)(" NAME ")" FITS,
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME },
        .end = "(/>\\}\\}|\\{\\{</\\2>\\}\\})|" MISFIT,
        .end_groups = { [1] = FP_ROLE_MARKER },
        .content = FP_ROLE_BLANK,
        .inner = TAG,
    },
    { .match = "\\{\\{<" NAME ATTRIBUTES }, /* SHORTCODE-2.4 */
    { 0 },
};
