/* SPDX-License-Identifier: Apache-2.0 */
/* decode_tools.c: the catalogues that a fuzz input can select. */
#include "seed/decode_tools.h"

#include "base/util.h"

/* An input names a catalogue by its place here: new ones go to the end. */
static const struct tools_file {
    const char *name, *json;
} FILES[TOOLS_COUNT] = {
    [TOOLS_OF_TARGETS] = { "fuzz-targets", tools_fuzz_targets },
    { "agent-tools", tools_agent_tools },
    { "argument-types", tools_argument_types },
    { "containers", tools_containers },
    { "express", tools_express },
    { "files", tools_files },
    { "json-values", tools_json_values },
    { "options", tools_options },
    { "reasoning-and-plan", tools_reasoning_and_plan },
    { "reasoning-without-kind", tools_reasoning_without_kind },
    { "typed", tools_typed },
    { "typed-values", tools_typed_values },
    { "workspace", tools_workspace },
    { "types", tools_types },
};

decode_tools decode_tools_read(void)
{
    decode_tools tools;
    fp_catalogue_error error;

    for (size_t i = 0; i < TOOLS_COUNT; i++) {
        tools.of[i] = fp_catalogue_read(fp_str_of(FILES[i].json), &error);
        need_memory(tools.of[i] != NULL);
    }
    return tools;
}

void decode_tools_free(decode_tools *tools)
{
    for (size_t i = 0; i < TOOLS_COUNT; i++)
        fp_catalogue_free(tools->of[i]);
    *tools = (decode_tools){ 0 };
}

const char *decode_tools_name(size_t index)
{
    return FILES[index].name;
}
