/* SPDX-License-Identifier: Apache-2.0 */
/* util.h: files, base64, memory, and problems with files. */
#ifndef FENCEPOST_HARNESS_UTIL_H
#define FENCEPOST_HARNESS_UTIL_H

#include <fencepost/derive.h>
#include <fencepost/render.h>
#include <fencepost/types.h>

#include <jansson.h>

#include <stdio.h>

/* The exit codes of every command, as `fencepost --help` names them. */
enum { EXIT_AS_EXPECTED = 0, EXIT_UNEXPECTED = 1, EXIT_USAGE = 2, EXIT_ADAPTER = 3 };

/* -- problems: what is wrong with a file, said as it is found ------------------------------------
 */

typedef struct problems {
    size_t count;
    FILE *out;      /* where they are printed; NULL: to standard error */
    const char *by; /* the command; NULL: none. On standard error its name comes first */
} problems;

/* Prints "file: place: text", or "fencepost BY: file: place: text". place may be NULL. Returns
 * false, for the caller to return. */
__attribute__((format(printf, 4, 5))) bool problem(problems *p, const char *file, const char *place,
                                                   const char *format, ...);

/* -- memory: the program ends when it is out, with a message --------------------------------------
 */

_Noreturn void end_out_of_memory(void);
void need_memory(bool enough);
/* End the program if a call failed because memory is out, by errno or by the message of a library
 * function. */
void need_memory_errno(void);
void need_memory_reason(const char *text);
/* Returns what was written, valid until more is. Ends the program if memory was out. */
fp_str json_text(const fp_json *json);

/* fp_render(), which ends the program when memory is out. */
bool xrender(const fp_syntax *syntax, const fp_options *options, const fp_call *call, fp_json *out,
             fp_refusal *refusal);
/* Writes words for people as an answer in this syntax has them: in a message where they need one.
 */
void xsay(const fp_syntax *syntax, fp_str words, fp_json *out);
/* fp_syntax_markers() and fp_syntax_completions(), which end the program in the same way. */
const char *const *xmarkers(const fp_syntax *syntax, fp_derived *derived);
const char *const *xcompletions(const fp_syntax *syntax, fp_derived *derived);
void *xcalloc(size_t count, size_t size);
char *xstrdup(const char *text);
void *xrealloc(void *old, size_t size);
/* Opens a stream into memory. Once it is closed, *text has *size bytes: free(*text). */
FILE *xmemstream(char **text, size_t *size);
void xmemstream_close(FILE *stream, char *const *text);
/* Makes room for one more item in an array of count items: grows *array and *cap. */
void xgrow(void **array, size_t *cap, size_t count, size_t size);
__attribute__((format(printf, 1, 2))) char *xformat(const char *format, ...); /* owned: free */

/* An owned copy of bytes: free(ptr). Never NULL. */
fp_str xcopy(fp_str bytes);

/* -- files ---------------------------------------------------------------------------------- */

/* Returns the directory that holds spec/ and corpus/: $FENCEPOST_DATA, the source tree of a build,
 * or where the program was installed. Owned: free(); NULL after reporting that there is none. */
char *data_dir(problems *p);

/* Returns the path of this program; owned. "" if the system does not tell. */
char *program_path(void);

/* Reads a whole file ("-": standard input) into *bytes, owned: free(ptr). False with a problem, for
 * instance if it has more than FILE_MOST bytes. */
enum { FILE_MOST = 1 << 30 };
bool file_read(const char *path, fp_str *bytes, problems *p);

/* The same with a limit of `most` bytes. */
bool file_read_most(const char *path, size_t most, fp_str *bytes, problems *p);

/* The same for a file that was found in a folder: refuses a pipe, a device or a socket instead of
 * waiting for it. */
bool file_read_plain(const char *path, fp_str *bytes, problems *p);

/* Return whether there is such a file or folder; whether it is a folder. */
bool path_exists(const char *path);
bool path_is_folder(const char *path);

/* Returns the names in a directory that end with suffix, sorted, ended by NULL; owned:
 * names_free(). NULL after reporting that it cannot be read. */
char **dir_names(const char *path, const char *suffix, problems *p);
void names_free(char **names);

/* Reads and parses a JSON file: json_decref. NULL with a problem that names line and column.
 * Duplicate keys are refused. */
json_t *json_file(const char *path, problems *p);

/* The same for a file that was found in a folder: see file_read_plain(). */
json_t *json_file_plain(const char *path, problems *p);

/* The same for the bytes of such a file. */
json_t *json_file_of(const char *path, fp_str bytes, problems *p);

/* -- JSON ----------------------------------------------------------------------------------- */

/* Returns a string's bytes; borrowed. */
fp_str json_str(const json_t *string);

/* Returns whether the object has only the members named, in a list ended by NULL; each other one is
 * a problem. */
bool json_only(const json_t *object, const char *const *names, const char *file, const char *place,
               problems *p);

/* -- base64 (RFC 4648, with padding) ----------------------------------------------------------- */

/* Decodes into an owned *bytes: free(ptr). False if it is not base64. */
bool base64_decode(fp_str text, fp_str *bytes);

/* Owned, NUL-terminated. */
char *base64_encode(fp_str bytes);

/* Returns whether the bytes are UTF-8 (RFC 3629). */
bool is_utf8(fp_str bytes);

/* -- globs: `*` any run of characters, `/` included, `?` one --------------------------------------
 */

bool glob_matches(const char *pattern, const char *text);

#endif
