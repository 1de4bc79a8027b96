/* SPDX-License-Identifier: Apache-2.0 */
/* template_given.c: what --template is given. */
#include "template/template_given.h"

static bool is_template(const char *given)
{
    return given[0] == '{';
}

bool template_given_read(const char *given, fp_str *json, problems *p)
{
    if (!is_template(given))
        return file_read(given, json, p);
    *json = xcopy(fp_str_of(given));
    return true;
}

const char *template_given_name(const char *given)
{
    return is_template(given) ? "--template" : given;
}
