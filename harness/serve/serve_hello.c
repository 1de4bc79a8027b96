/* SPDX-License-Identifier: Apache-2.0 */
/* serve_hello.c: the answer to hello (spec/protocol.md, section 2), by what an adapter declares. */
#include "serve/serve_hello.h"

#include "serve/adapter.h"

#include <string.h>

enum { WINDOW = 64 };

static void write_member(fp_json *out, const char *name, const char *text)
{
    fp_json_raw(out, name);
    fp_json_string(out, fp_str_of(text));
}

static void write_capabilities(fp_json *out, uint32_t claimed, const serve_skills *skills)
{
    const struct {
        bool claimed;
        const char *name;
    } ALL[] = { { claimed & FP_ADAPTER_SPANS, "spans" },
                { claimed & FP_ADAPTER_DIAGNOSTICS, "diagnostics" },
                { claimed & FP_ADAPTER_EVENTS, "events" },
                { claimed & FP_ADAPTER_BYTES, "bytes" },
                { claimed & FP_ADAPTER_CATALOGUE, "catalogue" },
                { claimed & FP_ADAPTER_PREFIX, "prefix" },
                { claimed & FP_ADAPTER_FINISH, "finish" },
                { claimed & FP_ADAPTER_TOKENS, "tokens" },
                { skills->render, "render" },
                { true, "sweep" },
                { skills->reset, "reset" },
                { true, "interleave" },
                { true, "timing" } };
    const char *before = "";

    fp_json_raw(out, ",\"capabilities\":[");
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++) {
        if (!ALL[i].claimed)
            continue;
        fp_json_raw(out, before);
        fp_json_string(out, fp_str_of(ALL[i].name));
        before = ",";
    }
    fp_json_raw(out, "]");
}

static void write_policies(fp_json *out, const char *const *policies)
{
    fp_json_raw(out, ",\"policies\":{");
    for (size_t i = 0; policies && policies[i]; i++) {
        const size_t len = strcspn(policies[i], "=");

        fp_json_raw(out, i ? "," : "");
        fp_json_string(out, (fp_str){ policies[i], len });
        write_member(out, ":", policies[i] + len + 1);
    }
    fp_json_raw(out, "}");
}

/* NULL, or a member that the object's ABI does not have: none. */
static void write_readings(fp_json *out, const fp_adapter *a)
{
    if (!adapter_readings(a))
        return;
    fp_json_raw(out, ",\"readings\":[");
    for (size_t i = 0; adapter_readings(a)[i]; i++)
        write_member(out, i ? "," : "", adapter_readings(a)[i]);
    fp_json_raw(out, "]");
}

void serve_hello_write(const fp_adapter *a, const serve_skills *skills, fp_str id, fp_json *out)
{
    fp_json_raw(out, "{\"id\":");
    fp_json_bytes(out, id);
    fp_json_raw(out, ",\"protocol\":1");
    write_member(out, ",\"name\":", a->name);
    write_member(out, ",\"version\":", a->version);
    write_member(out, ",\"language\":", a->language);
    fp_json_raw(out, ",\"syntaxes\":[");
    for (size_t i = 0; a->syntaxes[i]; i++)
        write_member(out, i ? "," : "", a->syntaxes[i]);
    fp_json_raw(out, "]");
    write_member(out, ",\"unit\":", a->unit == FP_ADAPTER_UNIT_BYTE ? "byte" : "codepoint");
    write_capabilities(out, a->capabilities, skills);
    if (a->capabilities & FP_ADAPTER_MODES)
        fp_json_raw(out, ",\"modes\":[\"stream\",\"whole\"]");
    write_policies(out, a->policies);
    write_readings(out, a);
    fp_json_raw(out, ",\"window\":");
    fp_json_number(out, WINDOW);
    fp_json_raw(out, "}\n");
}
