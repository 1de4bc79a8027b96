/* SPDX-License-Identifier: Apache-2.0 */
/* think.c: text and reasoning, and no calls. Clauses: spec/families/reasoning.md. */
#include "engines/think.h"

#include "core/derive.h"

#include <string.h>

/* -- the parser -------------------------------------------------------------------------------- */

void fp_think_step(void *self, fp_out *out, unsigned char byte)
{
    (void)self;                /* nothing that was read matters */
    fp_out_payload(out, byte); /* REASONING-2.1 */
}

void fp_think_finish(void *self, fp_out *out)
{
    (void)self;
    (void)out;
}

static unsigned at_ease(const void *self)
{
    (void)self;
    return 1;
}

/* The core looks for the marks of reasoning by itself. */
static const char *const NOTHING[] = { NULL };

const fp_speed FP_THINK_SPEED = {
    .at_ease = at_ease,
    .leads = { NOTHING },
};

bool fp_think_render(fp_rendering *r, const fp_call *call)
{
    (void)call;
    return fp_render_refuse(r, FP_PART_CALL, 0, 0, "REASONING-3.1", "the notation has no calls");
}

/* -- what is derived from the marks ------------------------------------------------------------ */

/* A mark that is cut off becomes one. */
static const char *const *completions(const fp_syntax *syntax, fp_derived *derived)
{
    const char **list = fp_derived_room(derived, 3, sizeof *list);

    if (!list)
        return NULL;
    list[0] = syntax->reasoning->open[0];
    list[1] = syntax->reasoning->close;
    return list;
}

/* The mark without its last character, and this instead of it. */
static const char *look_alike(const char *mark, const char *end, fp_derived *derived)
{
    size_t len = strlen(mark) - 1;
    fp_json text = { 0 };

    while (((unsigned char)mark[len] & 0xC0) == 0x80)
        len--;
    fp_json_bytes(&text, (fp_str){ mark, len });
    fp_json_raw(&text, end);
    return fp_derived_string(derived, &text);
}

static const char *const *markers(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_reasoning_marks *marks = syntax->reasoning;
    const char **list = fp_derived_room(derived, 7, sizeof *list);

    if (!list)
        return NULL;
    list[0] = marks->open[0];
    list[1] = marks->close;
    list[2] = look_alike(marks->open[0], "", derived);
    list[3] = look_alike(marks->close, " >", derived);
    list[4] = "\n\n";
    list[5] = "<tool_call>";
    return derived->failed ? NULL : list;
}

/* A mark as a regular expression of one line: a line end in it is the end of the line. */
static const char *pattern_of(const char *mark, fp_derived *derived)
{
    fp_json text = { 0 };

    for (; *mark; mark++) {
        if (*mark == '\n') {
            fp_json_raw(&text, "\\n");
            continue;
        }
        if (strchr("\\|[](){}.*+?^$", *mark))
            fp_json_raw(&text, "\\");
        fp_json_bytes(&text, (fp_str){ mark, 1 });
    }
    return fp_derived_string(derived, &text);
}

static const fp_highlight *highlight(const fp_syntax *syntax, fp_derived *derived)
{
    fp_highlight *rules = fp_derived_room(derived, 2, sizeof *rules);

    if (!rules)
        return NULL;
    rules[0] = (fp_highlight){ .begin = pattern_of(syntax->reasoning->open[0], derived),
                               .groups = { FP_ROLE_FRAMING },
                               .end = pattern_of(syntax->reasoning->close, derived),
                               .end_groups = { FP_ROLE_FRAMING },
                               .content = FP_ROLE_REASONING };
    return derived->failed ? NULL : rules;
}

const fp_derive FP_THINK_DERIVE = {
    .completions = completions,
    .markers = markers,
    .highlight = highlight,
};
