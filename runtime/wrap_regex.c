/* regex.h as far as it allocates for its caller: the registers of a match, two arrays of
 * the program's that GNU's functions make and resize by themselves. */
#define _GNU_SOURCE
#include <regex.h>

#include "wrap.h"

typedef struct re_pattern_buffer Pattern;
typedef struct re_registers Registers;

/* The arrays were made or resized. */
static void take_over(const Registers *before, Registers *now) {
  size_t size = now->num_regs * sizeof *now->start;
  if (before->start != now->start || before->num_regs != now->num_regs) {
    alloc_taken_over(before->start, now->start, size);
    belay_rt_store(&now->start, belay_rt_thread.result);
    alloc_taken_over(before->end, now->end, size);
    belay_rt_store(&now->end, belay_rt_thread.result);
  }
}

/* What the registers were; none of the blocks is theirs before the first match. */
static Registers look(const Pattern *pattern, const Registers *registers,
                      BelayOrigin origin, const char *function) {
  Registers none = {0};
  if (!registers) return none;
  belay_rt_access(registers, sizeof *registers, origin, BELAY_WRITE, function);
  return pattern->regs_allocated == REGS_UNALLOCATED ? none : *registers;
}

static int allocates(const Pattern *pattern, const Registers *registers) {
  return registers && !pattern->no_sub && pattern->regs_allocated == REGS_REALLOCATE;
}

regoff_t WRAPPED(re_search)(Pattern *pattern, const char *text, regoff_t length,
                            regoff_t start, regoff_t range, Registers *registers) {
  ENTER(re_search);
  BelayOrigin of_text = ARG(1, text), of_registers = ARG(5, registers);
  if (length > 0) wrap_reads(text, (size_t)length, of_text, "re_search");
  Registers before = look(pattern, registers, of_registers, "re_search");
  regoff_t found = re_search(pattern, text, length, start, range, registers);
  if (found >= 0 && allocates(pattern, registers)) take_over(&before, registers);
  return found;
}

regoff_t WRAPPED(re_match)(Pattern *pattern, const char *text, regoff_t length,
                           regoff_t start, Registers *registers) {
  ENTER(re_match);
  BelayOrigin of_text = ARG(1, text), of_registers = ARG(4, registers);
  if (length > 0) wrap_reads(text, (size_t)length, of_text, "re_match");
  Registers before = look(pattern, registers, of_registers, "re_match");
  regoff_t found = re_match(pattern, text, length, start, registers);
  if (found >= 0 && allocates(pattern, registers)) take_over(&before, registers);
  return found;
}
