/* SPDX-License-Identifier: Apache-2.0 */
/* tags.h: the engine of notations that are made of tags, which plugins may use as well. */
#ifndef FENCEPOST_ENGINES_TAGS_H
#define FENCEPOST_ENGINES_TAGS_H

#include <fencepost/tags.h>

#endif
