/* SPDX-License-Identifier: Apache-2.0 */
/* wire_template.c: the protocol for executors of response templates (spec/protocol.md, section 8).
 */
#include "template/template_answer.h"
#include "worker/wire_reader.h"

#include <stdlib.h>
#include <string.h>

bool wire_hello_templates(const json_t *declared, wire_hello *hello, const wire_fault *fault)
{
    json_t *value;
    const char *name;

    json_object_foreach ((json_t *)(uintptr_t)declared, name, value) {
        char *why = NULL;

        if (!json_is_string(value))
            return wire_wrong(fault, "policy \"%.40s\" is not a string (PROTOCOL-8.2)", name);
        if (!template_policies_set(&hello->executes, fp_str_of(name), json_str(value), &why)) {
            wire_wrong(fault, "%s (PROTOCOL-8.2)", why);
            free(why);
            return false;
        }
    }
    return true;
}

void wire_template_members(fp_json *out, const wire_request *request)
{
    fp_json_raw(out, ",\"template\":");
    fp_json_bytes(out, request->template);
    if (request->tools.len) {
        fp_json_raw(out, ",\"tools\":");
        fp_json_bytes(out, request->tools);
    }
}

bool reader_template(reader *r, wire_answer *answer)
{
    static const char *const NAMES[] = { "id", "message", "events", "error", "refused", NULL };
    fp_str of[READER_MEMBERS] = { { 0 } };
    template_answer read;
    const char *why;

    if (!reader_members(r, r->line, NAMES, "PROTOCOL-8.3", of))
        return false;
    if (!template_answer_read(r->line, &read, &why))
        return wire_wrong(&r->fault, "%s (PROTOCOL-8.3)", why);
    template_answer_free(&read);
    answer->values = r->line;
    return true;
}
