/* SPDX-License-Identifier: Apache-2.0 */
/* reasoning-marks.c: the marks between which models reason. */
#include "engines/reasoning-marks.h"

const fp_reasoning_marks FP_MARKS_APERTUS = {
    .open = { "<|inner_prefix|>" },
    .close = "<|inner_suffix|>",
};

const fp_reasoning_marks FP_MARKS_COHERE = {
    .open = { "<|START_THINKING|>" },
    .close = "<|END_THINKING|>",
};

const fp_reasoning_marks FP_MARKS_GEMMA = {
    .open = { "<|channel>thought\n" },
    .close = "<channel|>",
};

const fp_reasoning_marks FP_MARKS_GLIMMER = {
    .open = { "<|start|>assistant to=self<|message|>" },
    .close = "<|eom|>",
    .read_by_syntax = true,
};

const fp_reasoning_marks FP_MARKS_HARMONY = {
    .open = { "<|channel|>analysis<|message|>" },
    .close = "<|end|>",
    .read_by_syntax = true,
};

const fp_reasoning_marks FP_MARKS_KIMI = {
    .open = { "◁think▷" },
    .close = "◁/think▷",
};

const fp_reasoning_marks FP_MARKS_LONGCAT = {
    .open = { "<longcat_think>" },
    .close = "</longcat_think>",
};

const fp_reasoning_marks FP_MARKS_MINIMAX = {
    .open = { "<mm:think>" },
    .close = "</mm:think>",
    .closes_first = true,
};

const fp_reasoning_marks FP_MARKS_MISTRAL = {
    .open = { "[THINK]" },
    .close = "[/THINK]",
};

const fp_reasoning_marks FP_MARKS_SEED = {
    .open = { "<seed:think>" },
    .close = "</seed:think>",
};
