/* SPDX-License-Identifier: Apache-2.0 */
/* harmony-highlight.c: how an editor colours messages, whose headers it sees on one line. Clauses:
 * spec/harmony.md. */
#include "engines/json-highlight.h"
#include "syntaxes/harmony.h"

#define OPENING "<\\|start\\|>assistant"
#define CHANNEL "<\\|channel\\|>[^\\s<]++"
#define SOME "[ \\t\\r]++"
#define ANY "[ \\t\\r]*+"
#define WORD "[^\\s<]++"
#define TYPE "(?:" ANY "<\\|constrain\\|>" ANY "[^\\s<]*+|" SOME WORD ")?" ANY
#define PEOPLE "(?:assistant|user|all)(?=[\\s<])"
#define TO_PEOPLE "(?:" SOME "to=" PEOPLE ")?" /* HARMONY-4.3 */
#define ENDING "<\\|(?:call|end|return)\\|>"

/* A header with a recipient after the channel, and with one before it: HARMONY-3.3. */
#define AFTER(name)                                                                              \
    "(" OPENING ")?(" CHANNEL ")(" SOME ")(to=(?!" PEOPLE ")(?:functions\\.(?=[^\\s<]))?+)" name \
    "(" ANY ")((?:<\\|constrain\\|>)?)(" ANY ")([^\\s<]*+" ANY "<\\|message\\|>)"
#define BEFORE(name)                                                                       \
    "(" OPENING ")(" SOME ")(to=(?!" PEOPLE ")(?:functions\\.(?=[^\\s<]))?+)" name "(" ANY \
    ")((?:" CHANNEL ")?)(" ANY ")((?:<\\|constrain\\|>)?)([^\\s<]*+<\\|message\\|>)"
#define AFTER_ROLES                                                                        \
    {                                                                                      \
        [1] = FP_ROLE_MARKER, FP_ROLE_MARKER, FP_ROLE_BLANK, FP_ROLE_MARKER, FP_ROLE_NAME, \
        FP_ROLE_BLANK, FP_ROLE_MARKER, FP_ROLE_BLANK, FP_ROLE_MARKER                       \
    }
#define BEFORE_ROLES                                                                      \
    {                                                                                     \
        [1] = FP_ROLE_MARKER, FP_ROLE_BLANK, FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_BLANK, \
        FP_ROLE_MARKER, FP_ROLE_BLANK, FP_ROLE_MARKER, FP_ROLE_MARKER                     \
    }

const fp_highlight FP_HARMONY_HIGHLIGHT[] = {
    { .begin = AFTER("(python)"), /* HARMONY-4.5 */
      .groups = AFTER_ROLES,
      .end = ENDING,
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_VALUE },
    { .begin = BEFORE("(python)"),
      .groups = BEFORE_ROLES,
      .end = ENDING,
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_VALUE },
    { .begin = AFTER("(" WORD ")"), /* HARMONY-4.1 */
      .groups = AFTER_ROLES,
      .end = "(" ENDING ")|(?=<\\|start\\|>)",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = FP_JSON_OBJECT_HIGHLIGHT },
    { .begin = BEFORE("(" WORD ")"),
      .groups = BEFORE_ROLES,
      .end = "(" ENDING ")|(?=<\\|start\\|>)",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = FP_JSON_OBJECT_HIGHLIGHT },
    { .begin = "(?:" OPENING TO_PEOPLE ANY ")?<\\|channel\\|>analysis" TO_PEOPLE TYPE
               "<\\|message\\|>", /* HARMONY-5.1 */
      .groups = { FP_ROLE_FRAMING },
      .end = ENDING,
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_REASONING },
    { .begin = "(?:" OPENING TO_PEOPLE ANY "(?:" CHANNEL ")?|" CHANNEL ")" TO_PEOPLE TYPE
               "<\\|message\\|>",
      .groups = { FP_ROLE_FRAMING },
      .end = ENDING,
      .end_groups = { FP_ROLE_FRAMING } },
    { 0 },
};
