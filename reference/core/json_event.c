/* SPDX-License-Identifier: Apache-2.0 */
/* json_event.c: calls, events and outcomes as JSON. */
#include <fencepost/json.h>

void fp_json_input(fp_json *json, const fp_call *call)
{
    fp_json_raw(json, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_string(json, call->args[i].key);
        fp_json_raw(json, ":");
        fp_json_value(json, &call->args[i].value);
    }
    fp_json_raw(json, "}");
}

void fp_json_call(fp_json *json, const fp_call *call)
{
    fp_json_raw(json, "{\"name\":");
    fp_json_string(json, call->name);
    if (call->id.len) {
        fp_json_raw(json, ",\"id\":");
        fp_json_string(json, call->id);
    }
    fp_json_raw(json, ",\"input\":");
    fp_json_input(json, call);
    fp_json_raw(json, ",\"span\":[");
    fp_json_number(json, call->start);
    fp_json_raw(json, ",");
    fp_json_number(json, call->end);
    fp_json_raw(json, call->complete ? "],\"complete\":true}" : "],\"complete\":false}");
}

/* Without the first brace. */
static void write_diagnostic(fp_json *json, const fp_diagnostic *diagnostic)
{
    fp_json_raw(json, "\"code\":");
    fp_json_string(json, fp_str_of(fp_code_name(diagnostic->code)));
    fp_json_raw(json, ",\"offset\":");
    fp_json_number(json, diagnostic->offset);
    if (diagnostic->clause) {
        fp_json_raw(json, ",\"clause\":");
        fp_json_string(json, fp_str_of(diagnostic->clause));
    }
    fp_json_raw(json, "}");
}

void fp_json_diagnostic(fp_json *json, const fp_diagnostic *diagnostic)
{
    fp_json_raw(json, "{");
    write_diagnostic(json, diagnostic);
}

void fp_json_event(fp_json *json, const fp_event *event)
{
    fp_json_raw(json, "{\"event\":");
    fp_json_string(json, fp_str_of(fp_event_name(event->type)));
    switch (event->type) {
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
    case FP_EVENT_ARG_DATA:
        fp_json_raw(json, event->type == FP_EVENT_CALL_BEGIN  ? ",\"name\":"
                          : event->type == FP_EVENT_ARG_BEGIN ? ",\"key\":"
                                                              : ",\"data\":");
        fp_json_string(json, event->data);
        break;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        fp_json_raw(json, ",\"call\":");
        fp_json_call(json, event->call);
        break;
    case FP_EVENT_DIAGNOSTIC:
        fp_json_raw(json, ",");
        write_diagnostic(json, &event->diagnostic);
        return;
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    fp_json_raw(json, "}");
}

void fp_json_outcome(fp_json *json, const fp_outcome *outcome)
{
    fp_json_raw(json, "{\"text\":");
    fp_json_string(json, fp_outcome_text(outcome));
    if (fp_outcome_reasoning(outcome).len) {
        fp_json_raw(json, ",\"reasoning\":");
        fp_json_string(json, fp_outcome_reasoning(outcome));
    }
    fp_json_raw(json, ",\"calls\":[");
    for (size_t i = 0; i < fp_outcome_call_count(outcome); i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_call(json, fp_outcome_call(outcome, i));
    }
    fp_json_raw(json, "],\"diagnostics\":[");
    for (size_t i = 0; i < fp_outcome_diagnostic_count(outcome); i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_diagnostic(json, fp_outcome_diagnostic(outcome, i));
    }
    fp_json_raw(json, "]}");
}
