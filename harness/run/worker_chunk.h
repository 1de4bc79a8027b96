/* SPDX-License-Identifier: Apache-2.0 */
/* worker_chunk.h: checks CHUNK on a worker: an input cut in many ways, and some of its prefixes. */
#ifndef FENCEPOST_HARNESS_WORKER_CHUNK_H
#define FENCEPOST_HARNESS_WORKER_CHUNK_H

#include "run/worker_laws.h"

/* Asks for the cuttings of the case, or for the one that the selection names. When all are
 * answered, in this call or a later one of session_ask() or session_drain(), it reports one result
 * for each class of failures, or a pass. The law_case is borrowed as by worker_laws(); if its
 * `whole` is NULL, there is nothing to compare with. Returns false if a request was not answered:
 * the worker should not be asked about this case again. */
bool worker_chunk(const law_case *what, const selection *selected);

#endif
