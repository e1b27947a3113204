/* See cli.h: from options and operands to a Program. */
#include <string.h>

#include "base/stat.h"
#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/property.h"

static bool asks_for(Arena *arena, const Options *options, Property property) {
  PropertySet set = property_default();
  if (options->property && property_parse(arena, options->property, &set)) return false;
  return set & PROPERTY_BIT(property);
}

static FrontendOptions frontend_options(Arena *arena, const Options *options) {
  return (FrontendOptions){
    .ptr_bits = strcmp(options->arch, "32") == 0 ? 32 : 64,
    .clang_flags = options->clang_flags.data,
    .clang_flag_count = options->clang_flags.len,
    .entry = options->entry,
    .null_arguments = options->null_arguments,
    .distinct_pointers = options->distinct_pointers,
    .pointed_elements = (unsigned)options->elements,
    .compile_commands = options->compile_commands,
    .verbose = false,
    .signed_overflow = asks_for(arena, options, PROPERTY_NO_OVERFLOW),
    .without_promotion = options->unpromoted,
    .holds = asks_for(arena, options, PROPERTY_VALID_MEMTRACK),
  };
}

static void count(const Program *p, const Options *options) {
  stat_add(STAT_FILES, options->operands.len);
  stat_add(STAT_INSTRUCTIONS, p->insts.len);
  ir_each_function(p, f)
    stat_add(STAT_FUNCTIONS, ir_function_has_body(ir_function(p, f)));
}

Program *load_with_llvm(Arena *arena, const Options *options, FrontendTimes *times,
                        FrontendLlvm *llvm, bool holds, int *code) {
  if (options->operands.len == 0 && !options->compile_commands) {
    *code = message_usage(options, "no file to read");
    return NULL;
  }
  FrontendOptions frontend = frontend_options(arena, options);
  frontend.keep_llvm = llvm;
  frontend.holds &= holds;
  FrontendError error = {0};
  Program *p = frontend_load(arena, options->operands.data, options->operands.len,
                             &frontend, &error, times);
  if (p) {
    count(p, options);
    return p;
  }
  *code = CLI_INPUT;
  if (budget_left() <= 0) {
    message_error(NULL, "out of time while compiling");
    return NULL;
  }
  if (error.diagnostics && *error.diagnostics) fputs(error.diagnostics, stderr);
  message_error(NULL, "%s", error.message);
  return NULL;
}

Program *load_program(Arena *arena, const Options *options, FrontendTimes *times,
                      int *code) {
  return load_with_llvm(arena, options, times, NULL, true, code);
}

static Program *refuse_library(Program *p, int *code) {
  if (p->entry.id != IR_NONE) return p;
  message_error(NULL, "no function main; use --entry to name where the program starts");
  *code = CLI_INPUT;
  return NULL;
}

/* Its modules are about to end. */
static void forget_llvm(Program *p) {
  p->llvm = NULL;
  vec_clear(&p->llvm_globals);
}

Program *load_named(Arena *arena, const Options *options, int *code) {
  FrontendLlvm llvm = {0};
  Program *p = load_with_llvm(arena, options, NULL, &llvm, true, code);
  if (p && llvm.module) frontend_read_source(arena, p, &llvm);
  if (p) forget_llvm(p);
  frontend_release(&llvm);
  return p ? refuse_library(p, code) : NULL;
}

bool load_starts_inside(const Program *p) {
  return ir_find_function(p, "__belay_entry").id != IR_NONE;
}

Program *load_runnable(Arena *arena, const Options *options, int *code) {
  Program *p = load_program(arena, options, NULL, code);
  return p ? refuse_library(p, code) : NULL;
}
