/* SPDX-License-Identifier: Apache-2.0 */
/* decode_tools.h: the catalogues that a fuzz input can ask for: all of corpus/catalogues, embedded,
 * because targets find no files where others run them.
 */
#ifndef FENCEPOST_HARNESS_DECODE_TOOLS_H
#define FENCEPOST_HARNESS_DECODE_TOOLS_H

#include <fencepost/catalogue.h>

/* Indices: that of the fuzzers' own, which OP 24 asks for, and how many there are. */
enum { TOOLS_OF_TARGETS, TOOLS_COUNT = 14 };

typedef struct decode_tools {
    fp_catalogue *of[TOOLS_COUNT];
} decode_tools;

/* Reads all of them; to be freed. Ends the program when memory is out. */
decode_tools decode_tools_read(void);
void decode_tools_free(decode_tools *tools);

/* "typed": the name of the file in corpus/catalogues; static. */
const char *decode_tools_name(size_t index);

/* The JSON texts, each with a NUL after it, and their sizes with the NUL. */
#define DECODE_TOOLS(name)            \
    extern const char tools_##name[]; \
    extern const size_t tools_##name##_size
DECODE_TOOLS(agent_tools);
DECODE_TOOLS(argument_types);
DECODE_TOOLS(containers);
DECODE_TOOLS(express);
DECODE_TOOLS(files);
DECODE_TOOLS(fuzz_targets);
DECODE_TOOLS(json_values);
DECODE_TOOLS(options);
DECODE_TOOLS(reasoning_and_plan);
DECODE_TOOLS(reasoning_without_kind);
DECODE_TOOLS(typed);
DECODE_TOOLS(typed_values);
DECODE_TOOLS(types);
DECODE_TOOLS(workspace);
#undef DECODE_TOOLS

#endif
