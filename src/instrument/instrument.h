/* Inserts calls into a program by rules (rules.h), on LLVM's side of it, with the answers
 * of the points-to analysis; links the models of the C library and the run-time
 * functions, and writes bitcode.
 *
 * requires: a program loaded with keep_llvm.  yields: a module in which every place that
 * a rule fits has its calls. The module is changed, Program.llvm must not be used any
 * more. */
#ifndef BELAY_INSTRUMENT_INSTRUMENT_H
#define BELAY_INSTRUMENT_INSTRUMENT_H

#include "base/bitset.h"
#include "base/map.h"
#include "frontend/frontend.h"
#include "instrument/rules.h"
#include "points/points.h"

typedef struct InstrumentCount {
  const char *call;       /* the function inserted */
  uint32_t user, library; /* how often, in the user's code and in the library's */
  bool looks;             /* it is given values of the program */
} InstrumentCount;

typedef struct InstrumentResult {
  Vec(InstrumentCount) counts; /* in the order of first use */
  Vec(Val) touched;  /* instructions of the user's code beside which a call stands */
  const char *error; /* NULL: all went well */
} InstrumentResult;

typedef struct InstrumentOptions {
  const Rules *rules;
  const char *mode; /* one of the rules' modes; NULL: the first */
  const char *with; /* bitcode file with functions of the user's own; NULL */
  bool count_only;  /* insert, count, and link nothing */
} InstrumentOptions;

/* Inserts and links; the result is the module of `llvm`. */
InstrumentResult instrument_program(const Program *p, const Points *points,
                                    FrontendLlvm *llvm, const InstrumentOptions *options,
                                    Arena *arena);
/* NULL, or what went wrong. */
const char *instrument_write(FrontendLlvm *llvm, const char *path, Arena *arena);

/* Instructions of the user's code with what was inserted. */
typedef struct InstrumentSize {
  uint32_t instructions, sliced;
} InstrumentSize;

/* After instrument_program with count_only. all: every check is part of the slice's
 * criterion, not only the open ones. */
void instrument_measure(const Program *p, const Points *points, const FrontendLlvm *llvm,
                        const InstrumentResult *result, bool all, Arena *arena,
                        InstrumentSize *size);

/* The run-time functions as bitcode. */
const unsigned char *instrument_runtime(unsigned ptr_bits, size_t *length);

#endif
