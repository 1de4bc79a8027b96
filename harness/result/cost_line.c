/* SPDX-License-Identifier: Apache-2.0 */
/* cost_line.c: what declared policies cost, in the lines of a JSON report. */
#include "result/cost_line.h"

#include "base/members.h"
#include "base/values.h"
#include "result/record.h"

#include <stdlib.h>

static void write_cost(fp_json *line, const policy_cost *cost)
{
    fp_json_raw(line, "{");
    if (cost->reading) {
        member_text(line, "reading", cost->reading);
    } else {
        member_text(line, "policy", fp_policy_name(cost->policy));
        member_text(line, "value", fp_policy_value_name(cost->policy, cost->value));
    }
    for (unsigned k = 0; k < COST_KINDS; k++)
        if (cost->counts[k])
            member_number(line, cost_name((cost_kind)k), cost->counts[k]);
}

void cost_line_result(fp_json *line, const result *r)
{
    if (!r->cost_count)
        return;
    member_key(line, record_member_name(OF_COSTS));
    for (size_t i = 0; i < r->cost_count; i++) {
        fp_json_raw(line, i ? "," : "[");
        write_cost(line, &r->costs[i]);
        fp_json_raw(line, "}");
    }
    fp_json_raw(line, "]");
}

void cost_line_summary(fp_json *line, const run_summary *summary)
{
    if (!summary->cost_count)
        return;
    member_key(line, record_member_name(OF_COSTS));
    for (size_t i = 0; i < summary->cost_count; i++) {
        const cost_count *c = &summary->costs[i];
        char *text = policy_cost_text(&c->sum);

        fp_json_raw(line, i ? "," : "[");
        write_cost(line, &c->sum);
        member_number(line, "inputs", c->inputs);
        member_text(line, "example", c->example);
        member_text(line, "sentence", text);
        fp_json_raw(line, "}");
        free(text);
    }
    fp_json_raw(line, "]");
}

static bool read_cost(const json_t *object, const char *id, policy_cost *cost)
{
    const json_t *policy = json_object_get(object, "policy");
    const json_t *value = json_object_get(object, "value");

    *cost = (policy_cost){ 0 };
    for (unsigned k = 0; k < COST_KINDS; k++) {
        const json_int_t count =
            json_integer_value(json_object_get(object, cost_name((cost_kind)k)));

        cost->counts[k] = count > 0 && count <= UINT32_MAX ? (size_t)count : 0;
    }
    if (id && json_object_get(object, "reading")) {
        cost->reading = id;
        return true;
    }
    return json_is_string(policy) && json_is_string(value) &&
           fp_policy_find(json_str(policy), &cost->policy) &&
           fp_policy_value_find(cost->policy, json_str(value), &cost->value);
}

size_t cost_line_read(const json_t *line, const char *id, policy_cost *costs)
{
    const json_t *list = record_get(line, OF_COSTS);
    size_t count = 0;

    for (size_t i = 0; i < json_array_size(list) && count < FP_POLICY_COUNT; i++)
        count += read_cost(json_array_get(list, i), id, &costs[count]);
    return count;
}
