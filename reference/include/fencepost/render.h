/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/render.h: writes a call in a syntax, so that parsing gives the call again (law
 * ROUND-TRIP), or refuses it with the reason (`unrepresentable`).
 */
#ifndef FENCEPOST_RENDER_H
#define FENCEPOST_RENDER_H

#include <fencepost/json.h>
#include <fencepost/parser.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The part of a call that a syntax cannot carry. */
typedef enum fp_part { FP_PART_NAME, FP_PART_KEY, FP_PART_VALUE, FP_PART_CALL } fp_part;

typedef struct fp_refusal {
    fp_part part;
    size_t arg;         /* number of the argument, from 0; for a key or a value */
    size_t byte;        /* offset of the first offending byte in that name, key or value */
    const char *clause; /* of the row: where the spec refuses it; NULL: the renderer is at fault */
    const char *reason; /* static: one sentence for people */
} fp_refusal;

/* Appends the call's block to *text (fencepost/json.h: a buffer that grows). Under options, NULL
 * for the defaults, parsing the block gives a complete call of this name and input, and nothing
 * else: the block is parsed before this returns. True; or false with *refusal filled, or with
 * text->failed set when memory is out. What was appended is then of no use. */
bool fp_render(const fp_syntax *syntax, const fp_options *options, const fp_call *call,
               fp_json *text, fp_refusal *refusal);

/* Renders many calls under the same options, and keeps the parser that reads the blocks, with its
 * memory. */
typedef struct fp_renderer fp_renderer;

/* Owned (fp_renderer_free); options are copied, with a catalogue that is borrowed. NULL when memory
 * is out. */
fp_renderer *fp_renderer_new(const fp_syntax *syntax, const fp_options *options);
void fp_renderer_free(fp_renderer *renderer); /* NULL is allowed */

/* fp_render(). */
bool fp_renderer_render(fp_renderer *renderer, const fp_call *call, fp_json *text,
                        fp_refusal *refusal);

/* -- for the syntaxes ------------------------------------------------------------------------ */

/* A rendering in progress. */
typedef struct fp_rendering {
    const fp_syntax *syntax;
    const fp_options *options;
    const fp_tool *tool; /* of the call, if policy types is `schema` and the catalogue has it */
    fp_json *text;
    fp_refusal *refusal;
} fp_rendering;

/* Appends. */
void fp_render_text(fp_rendering *r, const char *text);
void fp_render_bytes(fp_rendering *r, fp_str bytes);

/* Refuses: returns false. */
bool fp_render_refuse(fp_rendering *r, fp_part part, size_t arg, size_t byte, const char *clause,
                      const char *reason);

/* For syntaxes whose values are texts: the text of a value that is not a list. Under `types:
 * string` it must be a string; under `types: schema` it is what the argument's schema reads as this
 * value. False: refused under clause. */
bool fp_render_value(fp_rendering *r, const fp_call *call, size_t arg, const char *clause,
                     fp_str *text);

#ifdef __cplusplus
}
#endif

#endif
