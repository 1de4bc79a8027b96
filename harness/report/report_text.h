/* SPDX-License-Identifier: Apache-2.0 */
/* report_text.h: texts of reports, made safe for the format that they go into. A parser under test
 * may return anything: control characters, bidi marks, bytes that are not UTF-8.
 */
#ifndef FENCEPOST_HARNESS_REPORT_TEXT_H
#define FENCEPOST_HARNESS_REPORT_TEXT_H

#include "result/result.h"

#include <fencepost/json.h>

/* Describes a failure in plain visible text: the clause's sentence and place, the input, the
 * message, expected and actual, the command that repeats it. Owned: free(). */
char *failure_text(const run_info *info, const result *r);
char *finding_text(const run_info *info, const struct finding *f);

/* Returns the result of the run as a sentence that agrees with its exit status: "3 unexpected";
 * owned: free(). If the run was stopped, it is what was found until then, or NULL. */
char *closing_sentence(const run_summary *s);

/* Returns a sentence about stale entries in the file of known failures; owned: free(). */
char *stale_sentence(const run_summary *s);

/* Returns the member of `hello` that declares these policies, "policies": {"types": "schema"};
 * owned: free(); NULL if there are none. */
char *declaration_text(const policy_set *set);

/* Returns the member that declares such a reading: a policy, else the clause, "readings":
 * ["CARET-2.6"]; owned: free(); NULL if neither would. */
char *reading_text(const reading_count *reading);

/* Writes text as XML 1.0; a text of one line can be the value of an attribute. */
void xml_text(fp_json *out, const char *text);

/* Writes text that Markdown and HTML show unchanged, on one line. */
void markdown_text(fp_json *out, const char *text);

/* Writes a fenced block that the text cannot end. */
void markdown_block(fp_json *out, const char *text);

/* Formatted text. */
__attribute__((format(printf, 2, 3))) void text_format(fp_json *out, const char *format, ...);

/* Writes all to standard output, and frees it. */
void text_put(fp_json *out);

#endif
