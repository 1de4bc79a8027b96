/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_template.h: texts on which an executor of response templates fails, looked for among ever
 * new ones: messages that are made of the template's delimiters, and changed ones.
 */
#ifndef FENCEPOST_HARNESS_FUZZ_TEMPLATE_H
#define FENCEPOST_HARNESS_FUZZ_TEMPLATE_H

#include "fuzz/fuzz_search.h"
#include "template/template_made.h"

typedef struct fuzz_template_question {
    const template_file *file;
    session *worker;
    uint64_t seed;
    size_t inputs;     /* at most; 0: as many as there is time for */
    unsigned seconds;  /* at most; 0: until there were so many inputs */
    fuzz_watch *watch; /* told after each input; NULL: nobody is */
    void *context;
} fuzz_template_question;

typedef struct fuzz_template_found {
    template_cases *cases; /* of each kind of failure the shortest few, in the order in which the
                            * kinds were found; owned: template_cases_free() */
    fuzz_pace pace;        /* watched: those on which our own executor did something new */
} fuzz_template_found;

/* As fuzz_search(). One seed finds the same among the same number of inputs. */
fuzz_template_found fuzz_template(const fuzz_template_question *question);

#endif
