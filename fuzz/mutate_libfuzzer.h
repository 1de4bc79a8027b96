/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_libfuzzer.h: what libFuzzer looks for in a program (its FuzzerInterface.h). */
#ifndef FENCEPOST_FUZZ_MUTATE_LIBFUZZER_H
#define FENCEPOST_FUZZ_MUTATE_LIBFUZZER_H

#include <fencepost/syntax.h>

#include <stddef.h>
#include <stdint.h>

/* The syntax whose inputs a program mutates: each target that mutate_libfuzzer.c is linked to
 * defines it. */
const fp_syntax *mutated_syntax(void);

/* Changes the data in place, to at most max_size bytes. Returns their number. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* Joins two inputs. Returns how many bytes of out it wrote. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t max_out_size,
                                 unsigned int seed);

#endif
