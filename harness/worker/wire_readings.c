/* SPDX-License-Identifier: Apache-2.0 */
/* wire_readings.c: the clauses that a hello declares to read otherwise (PROTOCOL-2.14). */
#include "suite/spec.h"
#include "worker/wire_check.h"

#include <stdlib.h>
#include <string.h>

/* A clause of the model holds in every syntax. */
static bool holds_in(const char *id, const fp_syntax *syntax)
{
    return strncmp(id, "MODEL-", strlen("MODEL-")) == 0 || spec_clause_of(id, syntax);
}

/* Reads a list of ids. syntax: the one that all of them are for; NULL: of all syntaxes those in
 * which a clause holds get it. */
static bool read_list(const json_t *list, const char *member, wire_hello *hello,
                      const fp_syntax *syntax, const wire_fault *fault)
{
    char text[200];

    if (!json_is_array(list))
        return wire_wrong(fault, "\"%s\" is not an array of ids of clauses (PROTOCOL-2.14)",
                          member);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *id = json_string_value(json_array_get(list, i));
        bool held = false;

        if (!id)
            return wire_wrong(fault, "%s[%zu] is not the id of a clause (PROTOCOL-2.14)", member,
                              i);
        wire_visible(fp_str_of(id), text, sizeof text);
        for (size_t k = 0; k < hello->syntax_count; k++) {
            if ((syntax && hello->syntaxes[k] != syntax) || !holds_in(id, hello->syntaxes[k]))
                continue;
            if (declared_has(&hello->own_readings[k], id))
                return wire_wrong(fault,
                                  "\"%s\" has %s, which is declared for %s twice (PROTOCOL-2.14)",
                                  member, text, fp_syntax_id(hello->syntaxes[k]));
            declared_add(&hello->own_readings[k], id);
            held = true;
        }
        if (!held)
            return wire_wrong(fault, "\"%s\" has %s, which is not a clause of %s (PROTOCOL-2.14)",
                              member, text, syntax ? fp_syntax_id(syntax) : "any of its syntaxes");
    }
    return true;
}

bool wire_hello_readings_read(json_t *json, wire_hello *hello, const wire_fault *fault)
{
    const json_t *all = json_object_get(json, "readings");
    json_t *own = json_object_get(json, "syntax_readings");
    const char *id;
    json_t *list;

    hello->own_readings = xcalloc(hello->syntax_count + 1, sizeof *hello->own_readings);
    if (all && !read_list(all, "readings", hello, NULL, fault))
        return false;
    if (own && !json_is_object(own))
        return wire_wrong(fault, "\"syntax_readings\" is not an object (PROTOCOL-2.14)");
    json_object_foreach (own, id, list) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
        char text[200];

        wire_visible(fp_str_of(id), text, sizeof text);
        if (!wire_names(json_object_get(json, "syntaxes"), id))
            return wire_wrong(fault,
                              "\"syntax_readings\" has %s, which \"syntaxes\" does not name "
                              "(PROTOCOL-2.14)",
                              text);
        if (syntax && !read_list(list, "syntax_readings", hello, syntax, fault))
            return false;
    }
    return true;
}

const declared_readings *wire_hello_readings(const wire_hello *hello, const fp_syntax *syntax)
{
    return &hello->own_readings[wire_hello_index(hello, syntax)]; /* the last one is empty */
}

void wire_hello_readings_free(wire_hello *hello)
{
    for (size_t i = 0; hello->own_readings && i < hello->syntax_count; i++)
        declared_free(&hello->own_readings[i]);
    free(hello->own_readings);
    hello->own_readings = NULL;
}
