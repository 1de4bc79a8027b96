/* SPDX-License-Identifier: Apache-2.0 */
/* panel.h: several parsers of one syntax, each a worker, asked the same. */
#ifndef FENCEPOST_HARNESS_PANEL_H
#define FENCEPOST_HARNESS_PANEL_H

#include "worker/answer.h"

enum { PANEL_MAX = 9 };

/* What all parsers of a panel answer, in its order; those that cannot take such an input are not
 * asked. answers_free(). */
typedef struct answers {
    answer of[PANEL_MAX];
} answers;

void answers_free(answers *a);

typedef struct panel panel;

/* Starts the parsers: "builtin", "builtin:POLICY=VALUE,…", "so:FILE" or "cmd:COMMAND LINE", whose
 * words are split as a shell does, each. Returns an owned panel (panel_close), which borrows the
 * specs; or NULL, with the reason said and the exit code in *code. */
panel *panel_open(const char *const *specs, size_t count, const fp_syntax *syntax, int deadline_ms,
                  int *code);
void panel_close(panel *p); /* NULL is allowed */

size_t panel_count(const panel *p);
const char *panel_spec(const panel *p, size_t parser);
const wire_hello *panel_hello(const panel *p, size_t parser);
const fp_syntax *panel_syntax(const panel *p);

/* Whether all of them take catalogues: else none is sent one. */
bool panel_takes_tools(const panel *p);

/* Whether two of them can take what is not UTF-8, so that it is worth asking. */
bool panel_takes_bytes(const panel *p);

/* What is asked; cuts NULL: in one piece. */
typedef struct panel_question {
    fp_str input;
    const size_t *cuts;
    size_t cut_count;
    const json_t *tools; /* NULL: none */
} panel_question;

/* Asks all of them. The answers, which are to be zero, are there after panel_drain(); the input is
 * borrowed until then. */
void panel_ask(panel *p, const panel_question *question, answers *a);
void panel_drain(panel *p);

/* How often parsers have been started anew, and why one cannot be asked any more; NULL: all can. */
unsigned panel_restarts(const panel *p);
const char *panel_lost(const panel *p);

/* Why one has not answered all that it was asked; owned: free(). NULL: all have. */
char *panel_stopped(const panel *p);

#endif
