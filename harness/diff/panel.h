/* SPDX-License-Identifier: Apache-2.0 */
/* panel.h: asks several parsers of one syntax, each a worker, the same questions. */
#ifndef FENCEPOST_HARNESS_PANEL_H
#define FENCEPOST_HARNESS_PANEL_H

#include "worker/answer.h"

enum { PANEL_MAX = 9 };

/* The answers of all parsers of a panel, in its order; parsers that cannot take such an input are
 * not asked. answers_free(). */
typedef struct answers {
    answer of[PANEL_MAX];
} answers;

void answers_free(answers *a);

/* How the spec of a command line begins; and its words, as a shell splits them: the program itself
 * is started, so that its death is seen. Owned, with each of them, and ended by NULL; NULL,
 * explained: it is not one. */
#define PANEL_COMMAND "cmd:"
char **panel_words(const char *parser);

typedef struct panel panel;

/* Starts the parsers. Each spec is "builtin", "builtin:POLICY=VALUE,…", "so:FILE" or "cmd:COMMAND
 * LINE", whose words are split as a shell does. Returns an owned panel (panel_close), which borrows
 * the specs; or NULL after reporting the reason, with the exit code in *code. */
panel *panel_open(const char *const *specs, size_t count, const fp_syntax *syntax, int deadline_ms,
                  int *code);
void panel_close(panel *p); /* NULL is allowed */

size_t panel_count(const panel *p);
const char *panel_spec(const panel *p, size_t parser);
const wire_hello *panel_hello(const panel *p, size_t parser);
const fp_syntax *panel_syntax(const panel *p);

/* Returns whether all of them take catalogues. If not, none is sent one. */
bool panel_takes_tools(const panel *p);

/* Returns whether at least two of them can take bytes that are not UTF-8. */
bool panel_takes_bytes(const panel *p);

/* What is asked; cuts NULL: in one piece. */
typedef struct panel_question {
    fp_str input;
    const size_t *cuts;
    size_t cut_count;
    const json_t *tools; /* NULL: none */
} panel_question;

/* Asks all of them. *a must be zero, and is complete after panel_drain(); the input is borrowed
 * until then. */
void panel_ask(panel *p, const panel_question *question, answers *a);
void panel_drain(panel *p);

/* Return how often parsers have been restarted, and why one cannot be asked any more; NULL: all
 * can. */
unsigned panel_restarts(const panel *p);
const char *panel_lost(const panel *p);

/* Returns why one has not answered all questions; owned: free(). NULL: all have. */
char *panel_stopped(const panel *p);

#endif
