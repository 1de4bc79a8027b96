/* SPDX-License-Identifier: Apache-2.0 */
/* reasoning-marks.h: the marks between which models reason, in one place. A row names its own;
 * FP_MARKS_THINK (fencepost/syntax.h) has those of most models.
 */
#ifndef FENCEPOST_ENGINES_REASONING_MARKS_H
#define FENCEPOST_ENGINES_REASONING_MARKS_H

#include <fencepost/syntax.h>

extern const fp_reasoning_marks FP_MARKS_APERTUS;
extern const fp_reasoning_marks FP_MARKS_COHERE;  /* Command A */
extern const fp_reasoning_marks FP_MARKS_GEMMA;   /* Gemma 4 */
extern const fp_reasoning_marks FP_MARKS_GLIMMER; /* Muse Glimmer: the syntax reads them itself */
extern const fp_reasoning_marks FP_MARKS_HARMONY; /* gpt-oss: likewise */
extern const fp_reasoning_marks FP_MARKS_KIMI;    /* Kimi-VL; Kimi K2 has FP_MARKS_THINK */
extern const fp_reasoning_marks FP_MARKS_LONGCAT;
extern const fp_reasoning_marks FP_MARKS_MINIMAX; /* M3; M2 has FP_MARKS_THINK */
extern const fp_reasoning_marks FP_MARKS_MISTRAL; /* Magistral */
extern const fp_reasoning_marks FP_MARKS_SEED;    /* Seed-OSS */

#endif
