/* SPDX-License-Identifier: Apache-2.0 */
/* reduce_tools.c: reduces the catalogue and the policies. */
#include "reduce/reduce_search.h"

#include <stdlib.h>

/* -- the catalogue ----------------------------------------------------------------------------- */

/* Tests the best candidate with another catalogue, which is taken over. */
static bool try_tools(search *s, json_t *tools)
{
    candidate next = candidate_copy(&s->best);

    json_decref(next.tools);
    next.tools = tools;
    return search_try(s, &next);
}

static bool drop_tools(search *s)
{
    bool changed = false;

    for (size_t i = json_array_size(s->best.tools); i-- > 0 && !s->stopped;) {
        json_t *fewer = json_copy(s->best.tools);

        json_array_remove(fewer, i);
        changed = try_tools(s, fewer) || changed;
    }
    return changed;
}

/* Leaves the word out of the array that is a member of the object, if it is there. */
static void forget(json_t *object, const char *member, const char *word)
{
    json_t *array = json_object_get(object, member);
    json_t *name = json_string(word);

    for (size_t i = json_array_size(array); i-- > 0;)
        if (json_equal(json_array_get(array, i), name))
            json_array_remove(array, i);
    json_decref(name);
}

static bool drop_property(search *s, size_t index, const char *name)
{
    json_t *tools = json_deep_copy(s->best.tools);
    json_t *tool = json_array_get(tools, index);
    json_t *schema = json_object_get(tool, "inputSchema");
    json_t *ours = json_object_get(tool, "x-fencepost");

    json_object_del(json_object_get(schema, "properties"), name);
    forget(schema, "required", name);
    forget(ours, "positional", name);
    forget(ours, "multiline", name);
    return try_tools(s, tools);
}

static bool drop_properties(search *s, size_t index)
{
    const json_t *tool = json_array_get(s->best.tools, index);
    json_t *names = json_copy(json_object_get(json_object_get(tool, "inputSchema"), "properties"));
    bool changed = false;

    for (void *it = json_object_iter(names); it && !s->stopped;
         it = json_object_iter_next(names, it))
        changed = drop_property(s, index, json_object_iter_key(it)) || changed;
    json_decref(names);
    return changed;
}

/* Words for people, and what says more of a tool than its name. */
static bool drop_members(search *s, size_t index)
{
    static const char *const MEMBERS[] = { "x-fencepost", "description", "inputSchema" };
    bool changed = false;

    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS; i++) {
        json_t *tools;

        if (!json_object_get(json_array_get(s->best.tools, index), MEMBERS[i]))
            continue;
        tools = json_deep_copy(s->best.tools);
        json_object_del(json_array_get(tools, index), MEMBERS[i]);
        changed = try_tools(s, tools) || changed;
    }
    return changed;
}

bool reduce_tools(search *s)
{
    bool changed = false;

    if (!s->best.tools)
        return false;
    if (try_tools(s, NULL))
        return true;
    changed = drop_tools(s);
    for (size_t i = 0; i < json_array_size(s->best.tools) && !s->stopped; i++) {
        changed = drop_members(s, i) || changed;
        changed = drop_properties(s, i) || changed;
    }
    return changed;
}

/* -- policies ---------------------------------------------------------------------------------- */

bool reduce_policies(search *s)
{
    const fp_policies *defaults = s->config->defaults;
    bool changed = false;

    for (unsigned i = 0; defaults && i < FP_POLICY_COUNT && !s->stopped; i++) {
        candidate next;

        if (s->best.policies.of[i] == defaults->of[i])
            continue;
        next = candidate_copy(&s->best);
        next.policies.of[i] = defaults->of[i];
        changed = search_try(s, &next) || changed;
    }
    return changed;
}
