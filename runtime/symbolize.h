/* Addresses of code as functions and lines, and lines of sources. */
#ifndef BELAY_RUNTIME_SYMBOLIZE_H
#define BELAY_RUNTIME_SYMBOLIZE_H

#include "core.h"

/* `place` is "file:line:column". 0: no more of them. */
typedef int SymbolizeVisit(void *context, const char *function, const char *place);

/* The calls at work, the innermost first, without the runtime's and those of libc.
 * Nothing is visited when there is no symbolizer or no debug information. */
HIDDEN void symbolize_here(SymbolizeVisit *visit, void *context);
/* The same for addresses that calls return to. */
HIDDEN void symbolize_each(void *const *frames, int count, SymbolizeVisit *visit,
                           void *context);
/* The program crashed at this instruction. */
HIDDEN void symbolize_crash(uintptr_t place);
/* The program crashed where there is no code: from now on "the calls at work" are those
 * that the stack pointer and the frame pointer of that time lead to. */
HIDDEN void symbolize_wild_call(uintptr_t stack, uintptr_t frame);

/* Whether the runtime's own code lies there. */
extern const char __start_belay_rt_text[] HIDDEN, __stop_belay_rt_text[] HIDDEN;
static inline int symbolize_is_runtime(uintptr_t address) {
  uintptr_t start = (uintptr_t)__start_belay_rt_text;
  return address - start < (uintptr_t)__stop_belay_rt_text - start;
}

/* A line of a file; 0 when it is not there. */
HIDDEN int symbolize_line(const char *path, uint32_t line, char *out, size_t room);

#endif
