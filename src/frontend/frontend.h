/* C sources, LLVM bitcode or our own text form in, a verified Program out.
 *
 * clang compiles (in a process of its own), LLVM links, one round of promotion brings the
 * locals whose address is not taken into SSA form, and the lowering translates function
 * by function. What the library functions of the program mean comes from models/. */
#ifndef BELAY_FRONTEND_FRONTEND_H
#define BELAY_FRONTEND_FRONTEND_H

#include <stdbool.h>

#include "base/arena.h"
#include "ir/ir.h"

/* LLVM's side of a program, for who changes it (Program.llvm names its instructions). The
 * types are those of llvm-c/Types.h, hidden from readers that do not have its headers. */
typedef struct FrontendLlvm {
  void *context; /* LLVMContextRef */
  void *module;  /* LLVMModuleRef: the user's program, linked, after our promotion */
  void *models;  /* LLVMModuleRef: the models it reaches, or NULL */
} FrontendLlvm;

/* All zero is a good default. */
typedef struct FrontendOptions {
  unsigned ptr_bits;        /* 32 or 64; 0: 64. Bitcode says it itself */
  const char **clang_flags; /* -I, -D, -std, ... */
  unsigned clang_flag_count;
  const char *clang;            /* compiler; NULL: clang-19 */
  const char *entry;            /* function where runs start; NULL: main */
  const char *compile_commands; /* path of a compile_commands.json; NULL: none. The files
                                   given are its targets; none given: all of it */
  bool null_arguments;          /* pointers that `entry` is given may be null */
  bool distinct_pointers;       /* those it is given point to different blocks */
  unsigned pointed_elements;    /* at least; 0: one */
  bool verbose;                 /* show clang's warnings */
  bool signed_overflow;         /* mark all of it: shifts and constants, too */
  bool without_promotion;       /* every local stays in memory, as clang wrote it */
  bool holds;                   /* say what variables hold where a run may end */
  bool without_models;          /* library functions stay unknown */
  bool open;                    /* code that is not there may call any function */
  FrontendLlvm *keep_llvm; /* not NULL: gets LLVM's modules, and Program.llvm is set */
} FrontendOptions;

typedef struct FrontendError {
  const char *message;     /* one line, without a newline */
  const char *diagnostics; /* what clang printed, many lines, or "" */
} FrontendError;

/* Processor seconds, and what promotion did. */
typedef struct FrontendTimes {
  double clang;      /* all compiler processes together */
  double read;       /* reading and linking bitcode */
  double promote;    /* SSA form */
  double lower;      /* LLVM to Program, and finding the models */
  uint32_t promoted; /* loads and stores of the user's program that promotion took away */
} FrontendTimes;

/* NULL with *error set when the input cannot be read or compiled. `times` may be NULL. */
Program *frontend_load(Arena *arena, const char **files, unsigned count,
                       const FrontendOptions *options, FrontendError *error,
                       FrontendTimes *times);

/* Sets Program.source: what the source calls things. The program was loaded with
 * keep_llvm; its module is of no use to others afterwards. */
void frontend_read_source(Arena *arena, Program *p, const FrontendLlvm *llvm);

/* Ends what keep_llvm kept. */
void frontend_release(FrontendLlvm *llvm);

#endif
