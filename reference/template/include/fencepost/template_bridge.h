/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/template_bridge.h: what a template reads as events of this project's own (MODEL-2.1):
 * text, reasoning and calls, beside the regions of the format (TEMPLATE-9.5 to 9.7). */
#ifndef FENCEPOST_TEMPLATE_BRIDGE_H
#define FENCEPOST_TEMPLATE_BRIDGE_H

#include <fencepost/parser.h>
#include <fencepost/template.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fp_template_bridge fp_template_bridge;

/* Its events go to the sink, with offsets of the text as fp_template_trace counts them. Owned:
 * fp_template_bridge_free(); NULL when memory is out. */
fp_template_bridge *fp_template_bridge_new(fp_sink *sink, void *context);
void fp_template_bridge_free(fp_template_bridge *b); /* NULL is allowed */

/* An fp_template_sink, of one parser, which the bridge is the context of. */
void fp_template_bridge_take(void *bridge, const fp_template_event *event);

/* Follows the parser, which is new, so that offsets are known: it takes its trace. */
void fp_template_bridge_follow(fp_template_bridge *b, fp_template_parser *p);

/* Whether the sink wanted no more, or memory is out: events are missing from then on. */
bool fp_template_bridge_failed(const fp_template_bridge *b);

#ifdef __cplusplus
}
#endif

#endif
