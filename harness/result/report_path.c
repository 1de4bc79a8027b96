/* SPDX-License-Identifier: Apache-2.0 */
/* report_path.c: where reports are. */
#include "result/report_path.h"

#include "base/util.h"

char *report_in(const char *dir)
{
    return xformat("%s/report.jsonl", dir);
}

char *report_path(const char *given)
{
    return path_is_folder(given) ? report_in(given) : xstrdup(given);
}
