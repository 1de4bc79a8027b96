/* SPDX-License-Identifier: Apache-2.0 */
/* cause_template.c: the mechanism of a failure of an executor of response templates: the law that
 * it breaks, or the clause of the case.
 */
#include "result/cause_template.h"

#include "template/template_cases.h"

#include <string.h>

bool is_of_template(const result *r)
{
    return strcmp(case_subject(r->test), TEMPLATE_SUBJECT) == 0;
}

mechanism template_mechanism(const result *r)
{
    return (mechanism){ .key = xformat("%s %s %s", r->check, verdict_name(r->verdict), r->clause),
                        .when = xformat("where %s decides", r->clause) };
}

const char *template_effect(const result *r)
{
    if (r->verdict == VERDICT_PROTOCOL)
        return "The adapter breaks the protocol";
    if (r->verdict == VERDICT_CRASH)
        return "The executor crashes";
    if (r->verdict == VERDICT_TIMEOUT)
        return "The executor does not answer";
    if (strcmp(r->check, "CHUNK") == 0)
        return "The message depends on how the text is cut";
    if (strcmp(r->check, "ISOLATION") == 0)
        return "A message depends on those before it";
    return r->harm == HARM_LOST_CALL ? "A message is lost" : "The message is wrong";
}
