/* SPDX-License-Identifier: Apache-2.0 */
/* render_framing.c: the newlines around a value that its reader takes off again. Clauses:
 * MODEL-3.5, MODEL-3.17. */
#include "ascii.h"
#include "rendering.h"

#include <fencepost/render.h>

/* An LF or a CR LF. */
static bool begins_with_newline(fp_str text)
{
    return (text.len && text.ptr[0] == '\n') ||
           (text.len > 1 && text.ptr[0] == '\r' && text.ptr[1] == '\n');
}

static bool ends_with(fp_str text, char c)
{
    return text.len && text.ptr[text.len - 1] == c;
}

static unsigned framing_of(const fp_rendering *r)
{
    return r->options->policies.of[FP_VALUE_FRAMING];
}

static bool refuse(fp_rendering *r, size_t arg, size_t byte, const char *reason)
{
    return fp_render_refuse(r, FP_PART_VALUE, arg, byte, "MODEL-3.17", reason);
}

/* Whether nothing of the value itself would be taken off for a blank. */
static bool keeps_its_ends(fp_rendering *r, size_t arg, fp_str text)
{
    const unsigned framing = framing_of(r);
    const bool front = framing == FP_FRAMING_TRIMMED || framing == FP_FRAMING_TRIMMED_START;
    const bool back = framing == FP_FRAMING_TRIMMED || framing == FP_FRAMING_TRIMMED_END;

    if (front && text.len && fp_is_space(text.ptr[0]))
        return refuse(r, arg, 0, "under this `value_framing` no value begins with a blank");
    if (back && text.len && fp_is_space(text.ptr[text.len - 1]))
        return refuse(r, arg, text.len - 1,
                      "under this `value_framing` no value ends with a blank");
    if (framing == FP_FRAMING_OWN_LINE && ends_with(text, '\r'))
        return refuse(r, arg, text.len - 1,
                      "under `value_framing: own-line` no value ends with a CR: it would be of the "
                      "newline before the end tag");
    return true;
}

bool fp_render_framed(fp_rendering *r, size_t arg, fp_str text, bool on_lines)
{
    const unsigned framing = framing_of(r);
    const bool takes_front = framing != FP_FRAMING_EXACT;
    const bool takes_back = takes_front && framing != FP_FRAMING_FIRST_NEWLINE;

    if (!keeps_its_ends(r, arg, text))
        return false;
    if (takes_front && (on_lines || begins_with_newline(text)))
        fp_render_text(r, "\n");
    fp_render_bytes(r, text);
    /* After a CR the LF would make one newline with it, and nothing needs to be taken off. */
    if (takes_back && (on_lines || ends_with(text, '\n')) && !ends_with(text, '\r'))
        fp_render_text(r, "\n");
    return true;
}

/* An LF alone would take a CR before it into the line end. */
static void end_line(fp_rendering *r)
{
    fp_render_text(r, ends_with((fp_str){ r->text->ptr, r->text->len }, '\r') ? "\r\n" : "\n");
}

bool fp_render_lines(fp_rendering *r, size_t arg, fp_str text)
{
    const unsigned framing = framing_of(r);
    const bool own_front = framing == FP_FRAMING_EXACT;
    const bool own_back = own_front || framing == FP_FRAMING_FIRST_NEWLINE;

    if (!keeps_its_ends(r, arg, text))
        return false;
    if (own_front && !begins_with_newline(text))
        return refuse(r, arg, 0,
                      "under `value_framing: exact` a value between lines begins with a newline");
    if (own_back && text.len && !ends_with(text, '\n'))
        return refuse(r, arg, text.len - 1,
                      "under this `value_framing` a value between lines ends with a newline");
    if (!own_front)
        end_line(r);
    fp_render_bytes(r, text);
    if (!own_back && text.len)
        end_line(r);
    return true;
}
