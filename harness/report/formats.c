/* SPDX-License-Identifier: Apache-2.0 */
/* formats.c: the table of formats. */
#include "report/report.h"

#include <string.h>

const report_format *report_find(const char *name)
{
    static const report_format *const FORMATS[] = { &REPORT_TTY,   &REPORT_TAP,   &REPORT_JSON,
                                                    &REPORT_JUNIT, &REPORT_SARIF, &REPORT_MARKDOWN,
                                                    &REPORT_HTML,  &REPORT_BADGE, &REPORT_SVG };

    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcmp(FORMATS[i]->name, name) == 0)
            return FORMATS[i];
    return NULL;
}
