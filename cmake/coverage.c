/* SPDX-License-Identifier: Apache-2.0 */
/* coverage.c: part of every program of a build that counts what runs (FP_COVERAGE): child processes
 * that leave by _exit() have their counts written, too.
 */
/* The names are the linker's (--wrap=_exit), and the compiler's. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
void __gcov_dump(void);

__attribute__((weak)) void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
/* NOLINTEND(bugprone-reserved-identifier) */
