/* SPDX-License-Identifier: Apache-2.0 */
/* test_options.h: what `fencepost test` is told on the command line. */
#ifndef FENCEPOST_HARNESS_TEST_OPTIONS_H
#define FENCEPOST_HARNESS_TEST_OPTIONS_H

#include "command/command.h"
#include "command/options.h"
#include "result/result.h"
#include "worker/session.h"

extern const command_option TEST_OPTIONS[];

typedef struct test_options {
    const fp_syntax **syntaxes; /* ended by NULL; none is all */
    size_t syntax_count;
    const char **patterns; /* of case ids */
    size_t pattern_count;
    const char *subject;  /* --subject: what is tested in place of parsers; NULL: nothing */
    const char *template; /* --template: a file; NULL: none */
    const report_format *format;
    bool strict;
    bool thorough;
    bool quick;
    const char *only; /* --only, as it was given; NULL: all checks */
    uint32_t checks;  /* the same, as a selection has it */
    double deadline;  /* seconds */
    const char *time; /* of the whole run, as it was given; NULL: as long as it takes */
    unsigned seconds; /* the same; 0 */
    size_t *cuts;
    size_t cut_count;
    bool only_cut;
    const char *cut_name; /* --cut: that of a cutting, in place of offsets; NULL: none was given */
    size_t show;
    uint64_t seed;
    bool seeded;
    size_t jobs;          /* 0: not given */
    size_t shard, shards; /* 0: all cases */
    size_t restarts;
    size_t memory;   /* MiB; 0: no limit */
    size_t budget;   /* tests for smallest forms */
    size_t generate; /* cases of each syntax; 0: those of the corpus */
    fp_str input;    /* --input, --text: owned */
    bool has_input;
    char *typed;   /* the options that give it, its policies and tools, as shell words; or NULL */
    json_t *tools; /* --catalogue */
    given given;   /* --policy */
    const char *against;
    const char *known;
    const char *report; /* the folder of --report; NULL: none */
    bool update_known;
    const char *so;
    char *so_worker[5]; /* the worker that serves it */
    char **worker;      /* ended by NULL; NULL: our own parsers */
} test_options;

/* Reads the command line; EXIT_USAGE, and explained, if it is wrong. test_options_free() in any
 * case. */
int test_options_read(const command *self, int argc, char **argv, test_options *o);

/* The same in pieces, for a command that has some of these options: begin with the defaults, take
 * each option by its name, then the worker, which is --so, or comes after --. */
void test_options_begin(test_options *o, int argc);
int test_options_take(const command *self, const char *name, const char *value, test_options *o);
int test_options_worker(const command *self, int argc, char **argv, test_options *o);

/* Frees what was read. */
void test_options_free(test_options *o);

/* How a session with the worker goes. */
session_config test_options_session(const test_options *o);

/* The syntaxes given, ended by NULL; NULL: all. */
const fp_syntax *const *test_options_syntaxes(const test_options *o);

#endif
