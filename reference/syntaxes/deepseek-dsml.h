/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-dsml.h: the marks of DSML, as DeepSeek writes it since V3.2. Its notations differ in
 * what the section is called, and in what is between a tag's bracket with ｜DSML｜ and its name.
 */
#ifndef FENCEPOST_SYNTAXES_DEEPSEEK_DSML_H
#define FENCEPOST_SYNTAXES_DEEPSEEK_DSML_H

#include "engines/dsml-member.h"

/* A tag with this name, without its end. */
#define FP_DSML_OPEN(name) "<｜DSML｜" name
#define FP_DSML_CLOSE(name) "</｜DSML｜" name ">"

/* clang-format off */

/* In fp_tags_table: the tags of a section of this name; `gap` comes before other names. */
#define FP_DSML_TAGS(section, gap)                                                               \
    .tags = { [SECTION] = { FP_DSML_OPEN(section) ">", NULL, false, 0 },                         \
              [SECTION_END] = { FP_DSML_CLOSE(section), NULL, false, 0 },                        \
              [CALL] = { FP_DSML_OPEN(gap "invoke name=\""), "\">", false, 0 },                  \
              [CALL_END] = { FP_DSML_CLOSE(gap "invoke"), NULL, false, 0 },                      \
              [ARG] = { FP_DSML_OPEN(gap "parameter name=\""), "\" string=\"true\">", true, 0 }, \
              [ARG_END] = { FP_DSML_CLOSE(gap "parameter"), NULL, true, 0 } },                   \
    .keys = FP_TAGS_QUOTED_KEYS, .json_end = "\" string=\"false\">" /* DSML-1.3, DSML-4.5 */

/* How they are on lines (DSML-7.1). */
#define FP_DSML_SPACING(section, gap)                          \
    { FP_DSML_OPEN(section) ">", NULL, "", "\n" },             \
    { FP_DSML_CLOSE(section), NULL, "\n", "" },                \
    { FP_DSML_OPEN(gap "invoke name="), ">", "\n", "\n" },     \
    { FP_DSML_CLOSE(gap "invoke"), NULL, "\n", "\n" },         \
    { FP_DSML_OPEN(gap "parameter name="), ">", "\n", "" },    \
    { FP_DSML_CLOSE(gap "parameter"), NULL, "", "\n" },        \
    { 0 }

/* And how a model is told to write them. */
#define FP_DSML_HOWTO(section, gap)                                                           \
    "To use tools, write " FP_DSML_OPEN(section) ">, for each call a line "                   \
    FP_DSML_OPEN(gap "invoke name=\"NAME\">") ", for each of its arguments "                  \
    FP_DSML_OPEN(gap "parameter name=\"ARGUMENT\" string=\"true\">") ", the value as it is "  \
    "and " FP_DSML_CLOSE(gap "parameter") ", or the same with string=\"false\" and the value " \
    "as JSON where it is not a string, and a line " FP_DSML_CLOSE(gap "invoke") ", and at the " \
    "end " FP_DSML_CLOSE(section) "."

/* clang-format on */

/* DSML-5.11 */
#define FP_DSML_TOKENS "｜DSML｜", "<think>", "</think>", NULL

#endif
