/* See instrument.h: stage after stage over the user's module and that of the models. The
 * sites are listed before anything is inserted, so no stage sees the calls of another. */
#include "instrument/instrument.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <string.h>

#include "instrument/instrumenter.h"

/* ---- does a rule fit? ---- */

static bool fits_pattern(const char *pattern, const char *name) {
  size_t length = strlen(pattern);
  if (length && pattern[length - 1] == '*') return !strncmp(pattern, name, length - 1);
  return !strcmp(pattern, name);
}

static bool names(const VecWords *patterns, const char *name) {
  if (!patterns->len) return true;
  for (uint32_t i = 0; i < patterns->len; i++)
    if (fits_pattern(patterns->data[i], name)) return true;
  return false;
}

static bool fits_callee(const Rule *rule, const Site *site) {
  if (!rule->callees.len) return true;
  LLVMValueRef callee = sites_callee(site->inst);
  return callee && LLVMIsDeclaration(callee) &&
         names(&rule->callees, LLVMGetValueName(callee));
}

static bool fits(Instrumenter *in, const Rule *rule, const Site *site) {
  if (rule->find != site->find) return false;
  if (rule->modes.len && (!in->mode || !names(&rule->modes, in->mode))) return false;
  if (rule->library >= 0 && rule->library != in->library) return false;
  if (site->function && !names(&rule->functions, LLVMGetValueName(site->function)))
    return false;
  if (rule->find == FIND_CALL && !fits_callee(rule, site)) return false;
  for (uint32_t i = 0; i < rule->conditions.len; i++)
    if (!facts_answer(in, site, &rule->conditions.data[i])) return false;
  return true;
}

/* ---- one site ---- */

static void act(Instrumenter *in, const Rule *rule, const Site *site) {
  if (rule->call) emit_rule(in, rule, site);
  if (rule->remember != REMEMBER_NOTHING) facts_remember(in, site, rule->remember);
  for (uint32_t i = 0; i < rule->sets.len; i++)
    vec_push(in->arena, &in->flags, rule->sets.data[i]);
}

static bool is_done(const VecWords *done, const char *group) {
  for (uint32_t i = 0; group && i < done->len; i++)
    if (!strcmp(done->data[i], group)) return true;
  return false;
}

static void apply_stage(Instrumenter *in, const RuleStage *stage, const Site *site) {
  VecWords done = {0};
  for (uint32_t i = 0; i < stage->rules.len; i++) {
    const Rule *rule = &stage->rules.data[i];
    if (is_done(&done, rule->group) || !fits(in, rule, site)) continue;
    act(in, rule, site);
    if (rule->group) vec_push(in->arena, &done, rule->group);
  }
}

/* ---- all sites ---- */

static void list_module(Instrumenter *in, VecSites *out) {
  sites_of_globals(in, out);
  vec_push(in->arena, out, (Site){.find = FIND_START, .global = {IR_NONE}});
  vec_push(in->arena, out, (Site){.find = FIND_END, .global = {IR_NONE}});
  for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
      continue;
    sites_of_function(in, f, out);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        sites_of_inst(in, i, out);
  }
}

typedef struct Part {
  LLVMModuleRef module;
  VecSites sites;
  LLVMValueRef start, end;
} Part;

static void enter_part(Instrumenter *in, Part *part, bool library) {
  in->module = part->module;
  in->layout = LLVMGetModuleDataLayout(part->module);
  in->library = library;
  in->start = part->start;
  in->end = part->end;
}

/* The program's own start and end stand in the user's module alone. */
static bool is_elsewhere(const Instrumenter *in, const Site *site) {
  return in->library && (site->find == FIND_START || site->find == FIND_END);
}

static void run_stages(Instrumenter *in, Part *parts, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    enter_part(in, &parts[i], i == 1);
    world_prepare(in);
    list_module(in, &parts[i].sites);
  }
  for (uint32_t s = 0; s < in->rules->stages.len; s++)
    for (unsigned i = count; i-- > 0;) {
      enter_part(in, &parts[i], i == 1);
      for (uint32_t k = 0; k < parts[i].sites.len; k++)
        if (!is_elsewhere(in, &parts[i].sites.data[k]))
          apply_stage(in, &in->rules->stages.data[s], &parts[i].sites.data[k]);
      parts[i].start = in->start;
      parts[i].end = in->end;
    }
}

/* ---- the whole ---- */

InstrumentResult instrument_program(const Program *p, const Points *points,
                                    FrontendLlvm *llvm, const InstrumentOptions *options,
                                    Arena *arena) {
  InstrumentResult result = {0};
  if (!llvm->module || !p->llvm) {
    result.error = "only C sources and bitcode can be instrumented";
    return result;
  }
  Instrumenter in = {.p = p,
                     .points = points,
                     .arena = arena,
                     .rules = options->rules,
                     .mode = options->mode,
                     .context = llvm->context,
                     .result = &result};
  if (!in.mode && in.rules->modes.len) in.mode = in.rules->modes.data[0];
  in.builder = LLVMCreateBuilderInContext(in.context);
  facts_start(&in);
  Part parts[2] = {{.module = llvm->module}, {.module = llvm->models}};
  run_stages(&in, parts, llvm->models ? 2 : 1);
  enter_part(&in, &parts[0], false);
  if (!options->count_only) result.error = world_link(&in, llvm, options->with);
  LLVMDisposeBuilder(in.builder);
  return result;
}

const char *instrument_write(FrontendLlvm *llvm, const char *path, Arena *arena) {
  char *message = NULL;
  const char *error = NULL;
  if (LLVMVerifyModule(llvm->module, LLVMReturnStatusAction, &message))
    error = arena_printf(arena, "the instrumented module is broken: %s", message);
  LLVMDisposeMessage(message);
  if (!error && LLVMWriteBitcodeToFile(llvm->module, path) != 0)
    error = "cannot be written";
  return error;
}
