/* SPDX-License-Identifier: Apache-2.0 */
/* consumer.c: what a user of the installed executor writes: prints the text of a region. */
#include <fencepost/template.h>

#include <stdio.h>

static void take(void *context, const fp_template_event *event)
{
    (void)context;
    if (event->type == FP_TEMPLATE_REGION_CHUNK)
        printf("%.*s", (int)event->data.len, event->data.ptr);
}

int main(void)
{
    const char text[] = "<call>list_projects</call>";
    fp_template_error error;
    fp_template *t = fp_template_load(
        FP_STR("{\"start_anchor\":\"<bot>\",\"fields\":{\"call\":{\"open\":\"<call>\","
               "\"close\":\"</call>\"}}}"),
        &error);
    fp_template_parser *p =
        t ? fp_template_parser_new(t, &(fp_template_options){ .sink = take }) : NULL;
    const int good = p && !fp_template_feed(p, text, sizeof text - 1) && !fp_template_finish(p);

    if (!t)
        fprintf(stderr, "%s\n", error.reason);
    fp_template_parser_free(p);
    fp_template_free(t);
    puts("");
    return !good;
}
