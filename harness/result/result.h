/* SPDX-License-Identifier: Apache-2.0 */
/* result.h: what one check of one case came to. */
#ifndef FENCEPOST_HARNESS_RESULT_H
#define FENCEPOST_HARNESS_RESULT_H

#include "judge/harm.h"
#include "judge/policy_cost.h"
#include "suite/corpus.h"
#include "suite/spec.h"
#include "worker/suspect.h"

#include <stdio.h>

/* What comes of a check. */
typedef enum verdict {
    VERDICT_PASS,
    VERDICT_WRONG,    /* it answers, and the answer is wrong */
    VERDICT_REFUSED,  /* it should take a call, and does not */
    VERDICT_ACCEPTED, /* it takes a call that it should not */
    VERDICT_DIFFERS,  /* it reads the case otherwise, where only Decisions without safety decide */
    VERDICT_DECLARED, /* the same, and it declares to read so (MODEL-3.27) */
    VERDICT_CRASH,
    VERDICT_TIMEOUT,
    VERDICT_PROTOCOL, /* the worker, not the parser, is at fault */
    VERDICT_SKIPPED,  /* a capability or a policy that the parser does not have */
    VERDICT_KNOWN,    /* it fails as a file of known failures says */
    VERDICT_COUNT
} verdict;

/* "wrong"; static. */
const char *verdict_name(verdict v);

/* What the two texts of a failure are. Where a law is broken, and neither of two answers is what is
 * expected, each is called what it is. */
typedef enum answer_sides {
    SIDES_JUDGED, /* expected, actual */
    SIDES_CUT,    /* the answer to the input in one piece, and cut */
    SIDES_UNITS,  /* in one piece, and a unit at a time */
    SIDES_COUNT
} answer_sides;

/* "in one piece": of the left one, or of the right one; static. */
const char *sides_title(answer_sides sides, bool right);

/* All is borrowed while the result is handed around. */
typedef struct result {
    const test_case *test;
    const char *check;  /* "golden", or the name of a law */
    const char *clause; /* what it follows from: that of the part that differs, or the law's */
    verdict verdict;
    const char *kind;    /* in what it differs, "value": the class of the failure, with the verdict;
                          * static; NULL: the verdict says all */
    const char *failure; /* its class, as failure_class() gives it; NULL: it did not fail. Of
                          * VERDICT_DECLARED what it would be, undeclared */
    harm harm;           /* what the failure does to those who run the calls */
    bool advice;         /* it failed, but what it follows from is weaker than MUST */
    const char *sentence; /* what is wrong, or why it was skipped; NULL with VERDICT_PASS */
    const char *cut_name; /* how the input was cut; NULL: not at all */
    const size_t *cuts;
    size_t cut_count;
    bool tokens;          /* of CHUNK: a cutting fails like this that cuts no mark */
    size_t prefix;        /* of CHUNK: only so many bytes of the input were asked for; 0: all */
    size_t tried, failed; /* cuttings, and how many of them failed like this */
    const size_t *lag;    /* of PROMPT: how many bytes late the latest event came; NULL: unknown */
    const char *expected; /* lines for people; NULL: none */
    const char *actual;
    answer_sides sides;         /* what these two are */
    const policy_set *declares; /* of golden: the policy that would make it right; or NULL */
    const policy_cost *costs;   /* of golden that passes: what declared policies cost, */
    size_t cost_count;          /* each once */
    const char *basis;          /* why the expectation is not the case's own; NULL: it is */
    const char *command; /* runs just that again, as a report has it; NULL: it is to be made */
    fp_str stderr_tail;
    suspect suspect; /* whose fault it looks like, if it failed */
    uint64_t us;     /* microseconds since the result before it; 0: not measured yet */
} result;

/* A copy whose texts, cuts and numbers are its own, while its case and its clause stay:
 * result_copy_free(). */
result result_copy(const result *r);
void result_copy_free(result *copy);

/* Returns whether it says that something is wrong, known or not. */
bool result_failed(const result *r);

/* The harm of a failure with this verdict: who gives no answer does the gravest one, whose answer
 * breaks the protocol none. of_outcome: that of the answer, where there is one. */
harm harm_of_verdict(verdict v, harm of_outcome);

/* The class of a failure, "wrong/value", "crash"; owned: free(). The kind is a difference_name(),
 * or NULL. And what a class is made of, the kind being static; false if it is not a class. */
char *failure_class(verdict v, const char *kind);
bool failure_class_read(const char *class, verdict *v, const char **kind);

/* Returns whether a failure can have a class that matches this pattern. */
bool failure_class_matches(const char *pattern);

/* The verdict of this name; false if there is none. */
bool verdict_read(const char *name, verdict *v);

/* Returns whether the result counts against the parser: it makes the exit code 1. */
bool result_counts(const result *r, bool strict);

/* How often a clause was failed. */
typedef struct clause_count {
    const char *clause;
    size_t count;
} clause_count;

/* How a parser reads the notation where a clause leaves the choice. */
typedef struct reading_count {
    const char *clause, *example; /* a case */
    size_t count;
    policy_set declares; /* given: the policy that would declare it, at least in one case */
    bool reads;          /* at least in one case its clause could be declared as a reading */
} reading_count;

/* What a value that the parser declares costs, in all cases that it reads as declared. */
typedef struct cost_count {
    policy_cost sum;
    size_t inputs;       /* how many it costs something */
    const char *example; /* the first of them, a case */
} cost_count;

/* What a parser declares to read otherwise. */
typedef struct declared_count {
    const char *clause;
    size_t count;        /* cases that it decides, and that are read otherwise, */
    size_t agree;        /* and those that are read as the spec has them */
    const char *example; /* the first that is read otherwise; NULL: none is */
} declared_count;

/* A mutant of our own parser that fails in like ways (diagnosis.h). */
typedef struct likeness {
    const char *syntax, *mutant, *says;
    double similarity; /* 0 to 1 */
} likeness;

typedef struct run_summary {
    size_t cases;
    size_t verdicts[VERDICT_COUNT];
    size_t advice;            /* of the failed ones */
    size_t counted;           /* results that make the exit code 1, */
    size_t harms[HARM_COUNT]; /* and of these, how many do which harm */
    size_t cuttings;
    size_t lags, late, longest_lag; /* of PROMPT: how often known, how often not 0; bytes */
    size_t restarts;                /* of the worker */
    const char *stopped;            /* why cases that were selected were not run; NULL: all were */
    size_t unreduced;               /* failures without a smallest form */
    size_t stale;        /* entries of the file of known failures that do not hold any more */
    size_t stale_passed; /* of these: what they are about passes now */
    const char *written; /* what has become of the file (--update-known); NULL: it stays as it is */
    bool kept;           /* it was written, and holds now what failed */
    uint64_t us;         /* microseconds of all results */
    const clause_count *clauses; /* those failed, most often first */
    size_t clause_count;
    const reading_count *readings; /* clauses read otherwise, most often first */
    size_t reading_count;
    const cost_count *costs; /* what declared values cost, in the order of the policies */
    size_t cost_count;
    const declared_count *declared; /* in the order of the declaration */
    size_t declared_count;
    size_t would;      /* golden outcomes that one more policy would make right, if declared, */
    size_t would_most; /* and how many of these the value does that makes most right */
    const struct causes *causes; /* of the failures that count (cause.h) */
    const likeness *likenesses;  /* what the parser behaves like, the likest first */
    size_t likeness_count;
} run_summary;

typedef struct run_info {
    const char *subject;       /* "built-in parsers", or the worker's name and version */
    const char *const *worker; /* its command line, ended by NULL; or NULL */
    const char *policies;      /* what it declared; "" */
    const char *file;          /* the report that is shown; NULL: there is none yet */
    const char *told_by;       /* the same, where others are shown that are of one name; or NULL */
    const json_t *parser;      /* its own description: "parser" of a report's run; or NULL */
    const char *suite;         /* the version of the suite that judged; NULL: this one */
    const char *started;       /* "2026-01-31T12:00:00Z"; NULL: not known */
    const spec *spec;
    const corpus *corpus; /* to count each clause's cases (html); NULL: they are not counted */
    bool strict;
    uint64_t seed;               /* of RENAMING */
    size_t selected;             /* how many cases are to be run */
    const char *const *syntaxes; /* which these are of, ended by NULL; NULL: not known */
    size_t shard, shards;        /* 2 of 3, from 1; 0: all */
    size_t generate;             /* how many messages of each syntax were made up; 0: none */
    const char *template;        /* the file that --template names; NULL: none */
    bool made_up;                /* cases that no option names: those of `fencepost fuzz` */
    const char *only;            /* the checks that the run is about, "golden,CHUNK"; NULL: all */
    bool quick;                  /* golden outcomes, two cuttings, and the laws on short inputs */
    const char *given; /* the options that gave the input, as shell words; NULL: none did */
    size_t show;       /* how many failures are shown whole, where the format shows any so */
    bool alone;        /* failures alone, without causes and totals (drive) */
    bool trend;        /* several reports of one parser, the oldest first (html) */
    bool express;      /* with the expressibility table (html) */
} run_info;

/* Takes results as they come. */
typedef void on_result(void *context, const result *r);

/* finding.h: failures with one signature, in their smallest form. */
struct finding;

/* A report being written. */
typedef struct reporter {
    const run_info *info;
    FILE *out;        /* of JSON: where it goes; NULL, and all other formats: standard output */
    size_t count;     /* the format's own: how many results it has said */
    void *state;      /* the format's own; freed by the last end */
    size_t index, of; /* which of how many reports, from 0, where the format takes several */
} reporter;

/* One format of reporting: begin, a result each, end. */
typedef struct report_format {
    const char *name;
    bool several; /* it takes several reports: begin … end for each, with one state */
    void (*begin)(reporter *self);
    void (*result)(reporter *self, const result *r);
    void (*finding)(reporter *self, const struct finding *f); /* after all results */
    void (*end)(reporter *self, const run_summary *summary);
} report_format;

#endif
