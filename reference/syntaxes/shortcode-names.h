/* SPDX-License-Identifier: Apache-2.0 */
/* shortcode-names.h: what the parser of shortcodes and the renderer ask of names (SHORTCODE-1.3,
 * 5.2, 5.5).
 */
#ifndef FENCEPOST_SHORTCODE_NAMES_H
#define FENCEPOST_SHORTCODE_NAMES_H

#include <fencepost/catalogue.h>
#include <fencepost/render.h>

/* Whether a byte is of a name or a key. */
bool fp_shortcode_is_name(int c);

/* Whether a name is `vaultref`, in any mixture of case. */
bool fp_shortcode_is_vaultref(fp_str name);

/* The number of the container of this name; 0: there is none. catalogue may be NULL. */
size_t fp_shortcode_container(const fp_catalogue *catalogue, fp_str name);

/* Whether there is a container whose name begins so. */
bool fp_shortcode_begins_container(const fp_catalogue *catalogue, fp_str beginning);

/* Its name; borrowed from the catalogue. */
fp_str fp_shortcode_container_name(const fp_catalogue *catalogue, size_t number);

/* shortcode-render.c */
bool fp_shortcode_render(fp_rendering *r, const fp_call *call);

#endif
