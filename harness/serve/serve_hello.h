/* SPDX-License-Identifier: Apache-2.0 */
/* serve_hello.h: how a worker that is made of an adapter presents itself. */
#ifndef FENCEPOST_HARNESS_SERVE_HELLO_H
#define FENCEPOST_HARNESS_SERVE_HELLO_H

#include "serve/serve.h"

/* Appends the answer to hello, a line with its LF. id: of the request, as JSON. */
void serve_hello_write(const fp_adapter *a, const serve_skills *skills, fp_str id, fp_json *out);

#endif
