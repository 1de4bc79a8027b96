/* SPDX-License-Identifier: Apache-2.0 */
/* glimmer-words.c: how a call is written as a message, and the words and colours of glimmer: those
 * of its tags, and of headers. Clauses: spec/glimmer.md. */
#include "core/rendering.h"
#include "engines/tags-table.h"
#include "syntaxes/glimmer-header.h"
#include "syntaxes/glimmer.h"

#include <string.h>

bool fp_glimmer_render(fp_rendering *r, const fp_call *call) /* GLIMMER-7.1 */
{
    fp_render_text(r, GLIMMER_START " to=");
    fp_render_bytes(r, call->name);
    if (fp_str_equal(call->name, FP_STR("self")) || fp_str_equal(call->name, FP_STR("user"))) {
        fp_render_text(r, ".");
        fp_render_bytes(r, call->name);
    }
    fp_render_text(r, GLIMMER_MESSAGE);
    if (!fp_tags_render(r, call))
        return false;
    fp_render_text(r, GLIMMER_END);
    return true;
}

const char *const FP_GLIMMER_COMPLETIONS[] = { GLIMMER_START " to=f" GLIMMER_MESSAGE,
                                               GLIMMER_START GLIMMER_MESSAGE,
                                               "<atem:function_calls>",
                                               "<atem:invoke name=\"x\">",
                                               "</atem:function_calls>",
                                               GLIMMER_END,
                                               GLIMMER_LAST,
                                               NULL };

const char *const FP_GLIMMER_MARKERS[] = { GLIMMER_START " to=self" GLIMMER_MESSAGE,
                                           GLIMMER_START
                                           " to=f" GLIMMER_MESSAGE
                                           "<atem:function_calls>\n<atem:invoke name=\"f\">\n",
                                           GLIMMER_START " to=user" GLIMMER_MESSAGE,
                                           GLIMMER_START GLIMMER_MESSAGE,
                                           " to=f" GLIMMER_MESSAGE,
                                           "</atem:invoke>\n</atem:function_calls>" GLIMMER_END,
                                           "<atem:function_calls>",
                                           "</atem:function_calls>",
                                           "<atem:invoke name=\"x\">",
                                           "<atem:invoke name=\"",
                                           "</atem:invoke>",
                                           "<atem:parameter name=\"path\">",
                                           "<atem:parameter name=\"",
                                           "</atem:parameter>",
                                           "\">",
                                           " to=",
                                           "<|start|>",
                                           GLIMMER_MESSAGE,
                                           GLIMMER_END,
                                           GLIMMER_LAST,
                                           "<|",
                                           NULL };

/* Messages, by whom they are for, and those of other roles. The content of one for a tool has the
 * colours of the tags. */
#define HEADER "<\\|start\\|>assistant"
#define ENDING "<\\|eo[mt]\\|>"

enum { OF_TOOL = 2 };

static const fp_highlight MESSAGES[] = {
    { .begin = HEADER " to=self<\\|message\\|>", /* GLIMMER-5.6 */
      .groups = { FP_ROLE_FRAMING },
      .end = ENDING,
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_REASONING },
    { .begin = HEADER "(?: to=user)?<\\|message\\|>", /* GLIMMER-5.8 */
      .groups = { FP_ROLE_FRAMING },
      .end = ENDING,
      .end_groups = { FP_ROLE_FRAMING } },
    [OF_TOOL] = { .begin = HEADER " to=[^\\x00-\\x20<\\x7F]++<\\|message\\|>", /* GLIMMER-8.2 */
                  .groups = { FP_ROLE_FRAMING },
                  .end = ENDING "|(?=" HEADER ")",
                  .end_groups = { FP_ROLE_FRAMING } },
    { .begin = "<\\|start\\|>(?!assistant|<|$)", /* GLIMMER-8.6 */
      .end = ENDING,
      .end_groups = { FP_ROLE_FRAMING } },
};

enum { MESSAGE_RULES = sizeof MESSAGES / sizeof *MESSAGES };

static const fp_highlight *highlight(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_highlight *tags = fp_tags_highlight(syntax, derived);
    fp_highlight *list = fp_derived_room(derived, MESSAGE_RULES + 1, sizeof *list);

    if (!list || !tags) /* GCOVR_EXCL_BR_LINE: no case asks for colours */
        return NULL;
    memcpy(list, MESSAGES, sizeof MESSAGES);
    list[OF_TOOL].inner = tags + 1; /* after the rule of reasoning */
    return list;
}

const fp_derive FP_GLIMMER_DERIVE = { NULL, NULL, highlight, NULL };
