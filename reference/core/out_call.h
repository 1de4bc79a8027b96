/* SPDX-License-Identifier: Apache-2.0 */
/* out_call.h: what out.c and out_call.c owe each other. */
#ifndef FENCEPOST_CORE_OUT_CALL_H
#define FENCEPOST_CORE_OUT_CALL_H

#include "out.h"

/* out.c: says an event, or payload, in its turn; starts a run of text. */
void fp_out_say(fp_out *out, const fp_event *event);
void fp_out_say_bytes(fp_out *out, fp_event_type type, uint64_t offset, const char *bytes,
                      size_t len);
void fp_out_say_byte(fp_out *out, fp_event_type type, uint64_t offset, char byte);
void fp_out_text_edge(fp_out *out);
void fp_out_say_text(fp_out *out, uint64_t offset, const char *bytes, size_t len);

/* out_reasoning.c: the next bytes that the syntax takes for text, where reasoning is an output.
 * Those that may begin a mark wait. */
void fp_out_take_text(fp_out *out, const char *bytes, size_t len);

/* out_call.c: the byte behind the value's bytes so far is no LF, though it is not a byte of the
 * value yet: a CR at the value's front is no newline. */
void fp_out_value_goes_on(fp_out *out);

/* out_call.c: the next bytes of the open argument; offset is that of the first. */
void fp_out_value(fp_out *out, uint64_t offset, const char *bytes, size_t len);

/* out_json.c: a new call's object has not begun. */
void fp_out_json_args_reset(fp_out *out);

#endif
