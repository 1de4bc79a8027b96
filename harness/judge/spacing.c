/* SPDX-License-Identifier: Apache-2.0 */
/* spacing.c: a parser that needs the blanks of the template does not see a mark without them. So
 * such marks are damaged, and our own parser shows what then remains of the case.
 */
#include "judge/spacing.h"

#include <stdlib.h>
#include <string.h>

/* In place of the first byte of a damaged mark: no mark begins with it, no syntax has
 * another meaning for it, and a string of JSON may hold it. */
enum { DAMAGE = 0x7F };

/* -- marks ----------------------------------------------------------------------------------- */

static fp_str rest_of(fp_str text, size_t at)
{
    return (fp_str){ text.ptr + at, text.len - at };
}

static bool begins_with(fp_str text, const char *bytes)
{
    const size_t len = strlen(bytes);

    return text.len >= len && memcmp(text.ptr, bytes, len) == 0;
}

/* The length of the mark at the start of the text; 0 if it is not whole, on one line. */
static size_t length_of(const fp_spaced *as, fp_str text)
{
    size_t len = strlen(as->mark);

    if (!begins_with(text, as->mark))
        return 0;
    while (as->end && !begins_with(rest_of(text, len), as->end))
        if (len == text.len || text.ptr[len] == '\n' || text.ptr[len] == as->mark[0])
            return 0;
        else
            len++;
    return len + (as->end ? strlen(as->end) : 0);
}

/* The first row whose mark is at the start of the text; NULL if there is none. */
static const fp_spaced *mark_at(const fp_spaced *spacing, fp_str text, size_t *len)
{
    for (; spacing->mark; spacing++)
        if ((*len = length_of(spacing, text)))
            return spacing;
    return NULL;
}

/* Nothing lacks where the input begins with the mark, or ends within the blanks after it. */
static bool is_in_place(const fp_spaced *as, fp_str input, size_t at, size_t len)
{
    const size_t before = strlen(as->before), after = strlen(as->after);
    const size_t left = input.len - at - len;

    return (!at || (at >= before && !memcmp(input.ptr + at - before, as->before, before))) &&
           memcmp(input.ptr + at + len, as->after, left < after ? left : after) == 0;
}

/* Returns whether a mark of reasoning is at the start of the text: templates write it with other
 * blanks, or none. */
static bool reasons(const fp_syntax *syntax, fp_str text)
{
    const fp_reasoning_marks *marks = syntax->reasoning;

    return marks && (begins_with(text, marks->open[0]) || begins_with(text, marks->close));
}

/* Damages the copy where a mark of the input is not in its blanks. Whether there is one. */
static bool damage(const fp_syntax *syntax, fp_str input, char *copy, bare_mark *bare)
{
    bool found = false;

    for (size_t at = 0, len; at < input.len; at++) {
        const fp_spaced *as = mark_at(syntax->spacing, rest_of(input, at), &len);

        if (!as || is_in_place(as, input, at, len) || reasons(syntax, rest_of(input, at)))
            continue;
        copy[at] = DAMAGE;
        if (!found)
            *bare = (bare_mark){ as, { input.ptr + at, len }, at };
        found = true;
    }
    return found;
}

/* -- what is read ---------------------------------------------------------------------------- */

/* The same bytes, if a damaged one counts as what it was. */
static bool same_bytes(fp_str was, fp_str is)
{
    if (was.len != is.len)
        return false;
    for (size_t i = 0; i < was.len; i++)
        if (was.ptr[i] != is.ptr[i] && is.ptr[i] != DAMAGE)
            return false;
    return true;
}

static bool same_value(const fp_value *was, const fp_value *is)
{
    if (was->kind != is->kind || !same_bytes(was->text, is->text) ||
        was->item_count != is->item_count)
        return false;
    for (size_t i = 0; i < was->item_count; i++)
        if (!same_bytes(was->items[i], is->items[i]))
            return false;
    return true;
}

static bool same_call(const fp_call *was, const fp_call *is)
{
    if (!same_bytes(was->name, is->name) || was->start != is->start || was->end != is->end ||
        was->complete != is->complete || was->arg_count != is->arg_count)
        return false;
    for (size_t i = 0; i < was->arg_count; i++)
        if (!same_bytes(was->args[i].key, is->args[i].key) ||
            !same_value(&was->args[i].value, &is->args[i].value))
            return false;
    return true;
}

static bool same_outcome(const fp_outcome *was, const fp_outcome *is)
{
    const size_t count = fp_outcome_call_count(was);

    if (!same_bytes(fp_outcome_text(was), fp_outcome_text(is)) ||
        !same_bytes(fp_outcome_reasoning(was), fp_outcome_reasoning(is)) ||
        count != fp_outcome_call_count(is))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!same_call(fp_outcome_call(was, i), fp_outcome_call(is, i)))
            return false;
    return true;
}

bool spacing_decides(const test_case *t, const fp_outcome *outcome, bare_mark *bare)
{
    const fp_options options = case_options(t);
    fp_outcome *without;
    char *copy;
    bool decides;

    if (!t->syntax->spacing || t->canonical)
        return false;
    copy = (char *)(uintptr_t)xcopy(t->input).ptr;
    decides = damage(t->syntax, t->input, copy, bare);
    if (decides) {
        need_memory(fp_parse(t->syntax, &options, (fp_str){ copy, t->input.len }, &without) ==
                    FP_OK);
        decides = !same_outcome(outcome, without);
        fp_outcome_free(without);
    }
    free(copy);
    return decides;
}
