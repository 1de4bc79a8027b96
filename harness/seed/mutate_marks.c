/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_marks.c: cuts and controls put in, moved and taken away. */
#include "seed/decode.h"
#include "seed/mutate.h"
#include "seed/mutate_parts.h"

#include <stdio.h>
#include <string.h>

static const char CUT = (char)MARK_CUT;

static fp_str one_cut(void)
{
    return (fp_str){ &CUT, 1 };
}

static bool is_cut(const mutation *m, size_t at)
{
    return (unsigned char)m->text.ptr[at] == MARK_CUT;
}

static size_t control_here(const mutation *m, size_t at)
{
    return control_length((const unsigned char *)m->text.ptr + at, m->text.len - at);
}

static bool is_control(const mutation *m, size_t at)
{
    return control_here(m, at) > 0;
}

/* Any of the places where something is; false: it is nowhere. */
static bool any_place(const mutation *m, bool (*is)(const mutation *m, size_t at), size_t *place)
{
    size_t seen = 0;

    for (size_t at = 0; at < m->text.len; at++)
        if (is(m, at) && rng_one_in(m->rng, ++seen))
            *place = at;
    return seen > 0;
}

static bool add_cut(mutation *m)
{
    const size_t at = rng_below(m->rng, m->text.len + 1);

    return mutate_replace(m, at, at, one_cut());
}

static bool drop_cut(mutation *m)
{
    size_t at = 0;

    return any_place(m, is_cut, &at) && mutate_replace(m, at, at + 1, (fp_str){ 0 });
}

static bool double_cut(mutation *m)
{
    size_t at = 0;

    return any_place(m, is_cut, &at) && mutate_replace(m, at, at, one_cut());
}

/* A byte or two to one side. */
static bool nudge_cut(mutation *m)
{
    const size_t far = 1 + rng_below(m->rng, 2);
    const bool back = rng_one_in(m->rng, 2);
    size_t at = 0;

    if (!any_place(m, is_cut, &at) || (back ? at < far : m->text.len - at <= far))
        return false;
    const size_t start = back ? at - far : at, end = back ? at + 1 : at + 1 + far;

    fp_json_bytes(m->out, mutate_part(m, 0, start));
    fp_json_bytes(m->out, back ? one_cut() : mutate_part(m, at + 1, end));
    fp_json_bytes(m->out, back ? mutate_part(m, start, at) : one_cut());
    fp_json_bytes(m->out, mutate_part(m, end, m->text.len));
    return true;
}

static bool drop_all_cuts(mutation *m)
{
    bool any = false;

    for (size_t at = 0; at < m->text.len; at++) {
        if (!is_cut(m, at))
            fp_json_bytes(m->out, mutate_part(m, at, at + 1));
        any = any || is_cut(m, at);
    }
    return any;
}

static bool begins_here(const mutation *m, size_t at, fp_str marker)
{
    return m->text.len - at >= marker.len && memcmp(m->text.ptr + at, marker.ptr, marker.len) == 0;
}

/* A marker's length if one of several bytes stands here; the shortest, which is a marker itself
 * more likely than a piece of a message. */
static size_t marker_here(const mutation *m, size_t at)
{
    size_t shortest = 0;

    for (const char *const *marker = m->markers; *marker; marker++) {
        if (**marker != m->text.ptr[at]) /* as nearly all: a sanitizer asks much of memcmp() */
            continue;

        const fp_str here = fp_str_of(*marker);

        if (here.len > 1 && (!shortest || here.len < shortest) && begins_here(m, at, here))
            shortest = here.len;
    }
    return shortest;
}

static bool is_marker(const mutation *m, size_t at)
{
    return marker_here(m, at) > 0;
}

static bool cut_in_marker(mutation *m)
{
    size_t at = 0;

    if (!any_place(m, is_marker, &at))
        return false;
    at += 1 + rng_below(m->rng, marker_here(m, at) - 1);
    return mutate_replace(m, at, at, one_cut());
}

static bool cut_beside_marker(mutation *m)
{
    size_t at = 0;

    if (!any_place(m, is_marker, &at))
        return false;
    at += rng_one_in(m->rng, 2) ? marker_here(m, at) : 0;
    return mutate_replace(m, at, at, one_cut());
}

/* An escape or a character of several bytes. */
static bool is_sequence(const mutation *m, size_t at)
{
    const unsigned char c = (unsigned char)m->text.ptr[at];

    return at + 1 < m->text.len && (c == '\\' || c == '\r' || (c >= 0xC2 && c <= 0xF4));
}

static bool cut_in_sequence(mutation *m)
{
    size_t at = 0;

    if (!any_place(m, is_sequence, &at))
        return false;
    return mutate_replace(m, at + 1, at + 1, one_cut());
}

static bool add_control(mutation *m)
{
    const char control[] = { (char)MARK_CONTROL,
                             (char)control_op(rng_below(m->rng, CONTROL_COUNT)) };

    return mutate_replace(m, 0, 0, (fp_str){ control, sizeof control });
}

/* Tools on offer, and arguments of the types that they declare. */
static bool add_types(mutation *m)
{
    const char tools = (char)(OP_TOOLS + rng_below(m->rng, TOOLS_COUNT));
    const char controls[] = { (char)MARK_CONTROL, tools, (char)MARK_CONTROL, OP_TYPES };

    return mutate_replace(m, 0, 0, (fp_str){ controls, sizeof controls });
}

/* A limit that something in a short input exceeds. */
static bool add_limit(mutation *m)
{
    enum { MOST = 64 };
    char control[16];
    const int len = snprintf(control, sizeof control, "%c%c%zu;", MARK_CONTROL,
                             LIMIT_LETTERS[rng_below(m->rng, sizeof LIMIT_LETTERS - 1)],
                             1 + rng_below(m->rng, MOST));

    return mutate_replace(m, 0, 0, (fp_str){ control, (size_t)len });
}

static bool drop_control(mutation *m)
{
    size_t at = 0;

    return any_place(m, is_control, &at) &&
           mutate_replace(m, at, at + control_here(m, at), (fp_str){ 0 });
}

const mutate_operator MUTATE_MARK_OPERATORS[] = {
    { "add-cut", MUTATE_CUTS, add_cut },
    { "drop-cut", MUTATE_CUTS, drop_cut },
    { "double-cut", MUTATE_CUTS, double_cut },
    { "nudge-cut", MUTATE_CUTS, nudge_cut },
    { "drop-all-cuts", MUTATE_CUTS, drop_all_cuts },
    { "cut-in-marker", MUTATE_CUTS, cut_in_marker },
    { "cut-beside-marker", MUTATE_CUTS, cut_beside_marker },
    { "cut-in-sequence", MUTATE_CUTS, cut_in_sequence },
    { "add-control", MUTATE_CUTS, add_control },
    { "add-types", MUTATE_CUTS, add_types },
    { "add-limit", MUTATE_CUTS, add_limit },
    { "drop-control", MUTATE_CUTS, drop_control },
    { NULL, 0, NULL },
};
