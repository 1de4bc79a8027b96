/* SPDX-License-Identifier: Apache-2.0 */
/* wire_hello_engine.c: reads deltas, two paths, tools and limits in the answer to hello strictly
 * (spec/protocol.md, section 2).
 */
#include "worker/wire_check.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Deltas come in place of text, calls and events, and have neither spans nor diagnostics. */
static bool check_deltas(wire_hello *hello, const wire_fault *fault)
{
    const struct {
        const char *name;
        bool claimed;
    } others[] = { { "events", hello->events },
                   { "spans", hello->spans },
                   { "diagnostics", hello->diagnostics },
                   { "sweep", hello->sweep } };

    for (size_t i = 0; hello->deltas && i < COUNT(others); i++)
        if (others[i].claimed)
            return wire_wrong(fault,
                              "capabilities \"deltas\" and \"%s\" are both claimed: an answer with "
                              "deltas has no others, so claim one of them (PROTOCOL-3.11)",
                              others[i].name);
    hello->events = hello->events || hello->deltas;
    return true;
}

static bool has_word(const json_t *array, const char *word)
{
    size_t i = 0;

    while (i < json_array_size(array) &&
           !(json_is_string(json_array_get(array, i)) &&
             strcmp(json_string_value(json_array_get(array, i)), word) == 0))
        i++;
    return i < json_array_size(array);
}

static bool read_modes(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *modes = json_object_get(json, "modes");

    hello->modes =
        json_array_size(modes) == 2 && has_word(modes, "stream") && has_word(modes, "whole");
    return !modes || hello->modes ||
           wire_wrong(fault,
                      "\"modes\" is not [\"stream\", \"whole\"]: declare it where the parser "
                      "has both paths, and leave it out where it has one (PROTOCOL-2.8)");
}

static bool read_needs(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *needs = json_object_get(json, "needs");

    hello->needs_tools = json_array_size(needs) == 1 && has_word(needs, "tools");
    if (needs && !hello->needs_tools)
        return wire_wrong(fault, "\"needs\" is not [\"tools\"], the only thing that may be needed "
                                 "(PROTOCOL-2.9)");
    if (hello->needs_tools && !hello->catalogue)
        return wire_wrong(fault, "\"needs\" has \"tools\", and capability \"catalogue\" is not "
                                 "claimed: claim it, as tools come in a catalogue (PROTOCOL-2.9)");
    return true;
}

static bool read_limits(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const struct {
        const char *name;
        size_t *limit;
    } all[] = { { "name", &hello->limits.name },   { "key", &hello->limits.key },
                { "value", &hello->limits.value }, { "call", &hello->limits.call },
                { "held", &hello->limits.held },   { "depth", &hello->limits.depth } };
    static const char *const NAMES[] = { "name", "key", "value", "call", "held", "depth", NULL };
    const json_t *limits = json_object_get(json, "limits");

    if (limits && !json_is_object(limits))
        return wire_wrong(fault, "\"limits\" is not an object (PROTOCOL-2.10)");
    if (limits && !wire_only(limits, NAMES, "\"limits\": ", "PROTOCOL-2.10", fault))
        return false;
    for (size_t i = 0; i < COUNT(all); i++) {
        const json_t *limit = json_object_get(limits, all[i].name);

        if (limit && (!json_is_integer(limit) || json_integer_value(limit) < 1))
            return wire_wrong(fault,
                              "\"limits\": \"%s\" is not a whole number from 1 up (PROTOCOL-2.10)",
                              all[i].name);
        *all[i].limit = (size_t)json_integer_value(limit);
    }
    return true;
}

static bool read_output(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *output = json_object_get(json, "output");

    hello->constrained =
        json_is_string(output) && strcmp(json_string_value(output), "constrained") == 0;
    return !output || hello->constrained ||
           wire_wrong(
               fault,
               "\"output\" is not \"constrained\": declare it where the engine lets the model "
               "write only what its template's grammar allows, and leave it out else "
               "(PROTOCOL-2.12)");
}

bool wire_hello_engine(const json_t *json, wire_hello *hello, const wire_fault *fault)
{
    return check_deltas(hello, fault) && read_modes(json, hello, fault) &&
           read_needs(json, hello, fault) && read_limits(json, hello, fault) &&
           read_output(json, hello, fault);
}
