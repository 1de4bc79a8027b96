/* SPDX-License-Identifier: Apache-2.0 */
/* object-give.h: what calls that are given out as they come (object.c) and those that are as a
 * whole (object-whole.c) share. */
#ifndef FENCEPOST_ENGINES_OBJECT_GIVE_H
#define FENCEPOST_ENGINES_OBJECT_GIVE_H

#include "engines/object.h"

/* After a colon: diagnoses a member that is given again. */
void fp_object_give_again(const fp_object *o, fp_out *out);

/* The role of a byte that was read. */
fp_role fp_object_role(const fp_object *o, unsigned what);

enum { FP_OBJECT_ESCAPE = 6 };

/* What a byte is in the text of an argument: itself, or, below 0x20 in a string, an escape. How
 * many bytes that are. */
size_t fp_object_escape(unsigned char c, bool in_string, char to[FP_OBJECT_ESCAPE]);

#endif
