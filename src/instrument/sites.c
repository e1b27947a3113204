/* The places of a module that rules can be about: above all, which memory an instruction
 * reads and writes. */
#include <string.h>

#include "instrument/instrumenter.h"

LLVMValueRef sites_callee(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return callee ? LLVMIsAFunction(callee) : NULL;
}

static uint64_t stored_size(const Instrumenter *in, LLVMTypeRef type) {
  return LLVMStoreSizeOfType(in->layout, type);
}

static Site site_at(Instrumenter *in, LLVMValueRef inst, RuleFind find) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
  return (Site){.find = find,
                .inst = inst,
                .function = LLVMGetBasicBlockParent(block),
                .insts = facts_of(in, inst),
                .global = {IR_NONE}};
}

static void push_access(Instrumenter *in, VecSites *out, LLVMValueRef inst, bool write,
                        LLVMValueRef pointer, LLVMValueRef length, uint64_t bytes) {
  Site site = site_at(in, inst, FIND_ACCESS);
  site.write = write;
  site.pointer = pointer;
  site.length = length;
  site.bytes = bytes;
  vec_push(in->arena, out, site);
}

/* ---- calls that touch memory themselves ---- */

/* Which arguments are addresses: -1 is none. A name that ends in a dot is an intrinsic.
 */
static const struct Toucher {
  const char *name;
  int reads, writes, length;
} touchers[] = {
  {"llvm.memcpy.", 1, 0, 2},  {"llvm.memmove.", 1, 0, 2},   {"llvm.memset.", -1, 0, 2},
  {"memcpy", 1, 0, 2},        {"memmove", 1, 0, 2},         {"mempcpy", 1, 0, 2},
  {"memset", -1, 0, 2},       {"bzero", -1, 0, 1},          {"bcopy", 0, 1, 2},
  {"__memcpy_chk", 1, 0, 2},  {"__memmove_chk", 1, 0, 2},   {"__mempcpy_chk", 1, 0, 2},
  {"__memset_chk", -1, 0, 2}, {"__belay_output", 1, -1, 2},
};

static const struct Toucher *toucher_of(LLVMValueRef callee) {
  const char *name = LLVMGetValueName(callee);
  for (size_t i = 0; i < sizeof touchers / sizeof *touchers; i++) {
    size_t length = strlen(touchers[i].name);
    bool prefix = touchers[i].name[length - 1] == '.';
    if (prefix ? !strncmp(name, touchers[i].name, length)
               : !strcmp(name, touchers[i].name))
      return LLVMIsDeclaration(callee) ? &touchers[i] : NULL;
  }
  return NULL;
}

static void push_touches(Instrumenter *in, VecSites *out, LLVMValueRef call,
                         const struct Toucher *t) {
  unsigned count = LLVMGetNumArgOperands(call);
  if ((unsigned)t->length >= count) return;
  LLVMValueRef length = LLVMGetOperand(call, (unsigned)t->length);
  if (t->reads >= 0)
    push_access(in, out, call, false, LLVMGetOperand(call, (unsigned)t->reads), length,
                1);
  if (t->writes >= 0)
    push_access(in, out, call, true, LLVMGetOperand(call, (unsigned)t->writes), length,
                1);
}

static void push_variadic(Instrumenter *in, VecSites *out, LLVMValueRef call,
                          const char *name) {
  uint64_t bytes = LLVMPointerSize(in->layout) == 4 ? 4 : 24;
  if (!strncmp(name, "llvm.va_copy", 12))
    push_access(in, out, call, false, LLVMGetOperand(call, 1), NULL, bytes);
  if (!strncmp(name, "llvm.va_copy", 12) || !strncmp(name, "llvm.va_start", 13))
    push_access(in, out, call, true, LLVMGetOperand(call, 0), NULL, bytes);
}

static LLVMTypeRef byval_type(LLVMValueRef call, unsigned n) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, n + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* A struct argument is read, unless it was handed over as it is (see the front end). */
static void push_structs(Instrumenter *in, VecSites *out, LLVMValueRef call) {
  const VecVals *insts = facts_of(in, call);
  bool reads = false;
  for (uint32_t i = 0; insts && i < insts->len; i++) {
    Op op = (Op)ir_inst(in->p, insts->data[i])->op;
    reads |= op == OP_COPY || op == OP_LOAD;
  }
  if (!reads) return;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMTypeRef type = byval_type(call, i);
    if (type)
      push_access(in, out, call, false, LLVMGetOperand(call, i), NULL,
                  LLVMABISizeOfType(in->layout, type));
  }
}

static void push_plain(Instrumenter *in, VecSites *out, LLVMValueRef inst,
                       RuleFind find) {
  if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVectorTypeKind) return;
  vec_push(in->arena, out, site_at(in, inst, find));
}

/* Sums, differences and products that clang's marks turned into calls. */
static bool push_marked(Instrumenter *in, VecSites *out, LLVMValueRef call,
                        LLVMValueRef callee) {
  static const struct {
    const char *name;
    RuleFind find;
  } marked[] = {{"llvm.sadd.with.overflow.", FIND_ADD},
                {"llvm.ssub.with.overflow.", FIND_SUB},
                {"llvm.smul.with.overflow.", FIND_MUL}};
  for (size_t i = 0; callee && i < sizeof marked / sizeof *marked; i++) {
    if (strncmp(LLVMGetValueName(callee), marked[i].name, strlen(marked[i].name)))
      continue;
    push_plain(in, out, call, marked[i].find);
    return true;
  }
  return false;
}

static void push_call(Instrumenter *in, VecSites *out, LLVMValueRef call) {
  LLVMValueRef callee = sites_callee(call);
  if (push_marked(in, out, call, callee)) return;
  const struct Toucher *toucher = callee ? toucher_of(callee) : NULL;
  if (toucher)
    push_touches(in, out, call, toucher);
  else if (callee && LLVMGetIntrinsicID(callee))
    push_variadic(in, out, call, LLVMGetValueName(callee));
  else
    push_structs(in, out, call);
  Site site = site_at(in, call, FIND_CALL);
  if (callee && !strncmp(LLVMGetValueName(callee), "llvm.lifetime.", 14)) {
    site.pointer = LLVMGetOperand(call, 1);
    if (!LLVMIsAAllocaInst(site.pointer)) return;
    site.bytes = LLVMABISizeOfType(in->layout, LLVMGetAllocatedType(site.pointer));
  }
  vec_push(in->arena, out, site);
}

/* ---- instructions ---- */

static void push_load(Instrumenter *in, VecSites *out, LLVMValueRef inst) {
  uint64_t bytes = stored_size(in, LLVMTypeOf(inst));
  push_access(in, out, inst, false, LLVMGetOperand(inst, 0), NULL, bytes);
  Site site = out->data[out->len - 1];
  site.find = FIND_LOAD;
  vec_push(in->arena, out, site);
}

static void push_store(Instrumenter *in, VecSites *out, LLVMValueRef inst) {
  uint64_t bytes = stored_size(in, LLVMTypeOf(LLVMGetOperand(inst, 0)));
  push_access(in, out, inst, true, LLVMGetOperand(inst, 1), NULL, bytes);
  Site site = out->data[out->len - 1];
  site.find = FIND_STORE;
  vec_push(in->arena, out, site);
}

static void push_local(Instrumenter *in, VecSites *out, LLVMValueRef inst) {
  Site site = site_at(in, inst, FIND_ALLOCA);
  LLVMValueRef length = LLVMGetOperand(inst, 0);
  site.bytes = LLVMABISizeOfType(in->layout, LLVMGetAllocatedType(inst));
  if (LLVMIsAConstantInt(length))
    site.bytes *= LLVMConstIntGetZExtValue(length);
  else
    site.length = length;
  vec_push(in->arena, out, site);
}

/* The list is moved on, and what it pointed to is read. */
static void push_va_arg(Instrumenter *in, VecSites *out, LLVMValueRef inst) {
  LLVMValueRef list = LLVMGetOperand(inst, 0);
  push_access(in, out, inst, true, list, NULL, LLVMPointerSize(in->layout));
  push_access(in, out, inst, false, list, NULL, stored_size(in, LLVMTypeOf(inst)));
  out->data[out->len - 1].through = true;
}

void sites_of_inst(Instrumenter *in, LLVMValueRef inst, VecSites *out) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad: push_load(in, out, inst); break;
  case LLVMStore: push_store(in, out, inst); break;
  case LLVMAlloca: push_local(in, out, inst); break;
  case LLVMCall: push_call(in, out, inst); break;
  case LLVMVAArg: push_va_arg(in, out, inst); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    push_access(in, out, inst, true, LLVMGetOperand(inst, 0), NULL,
                stored_size(in, LLVMTypeOf(LLVMGetOperand(inst, 1))));
    break;
  case LLVMAdd: push_plain(in, out, inst, FIND_ADD); break;
  case LLVMSub: push_plain(in, out, inst, FIND_SUB); break;
  case LLVMMul: push_plain(in, out, inst, FIND_MUL); break;
  case LLVMShl: push_plain(in, out, inst, FIND_SHL); break;
  case LLVMSDiv: push_plain(in, out, inst, FIND_SDIV); break;
  case LLVMSRem: push_plain(in, out, inst, FIND_SREM); break;
  case LLVMRet:
    vec_push(in->arena, out, site_at(in, inst, FIND_RETURN));
    vec_push(in->arena, out, site_at(in, inst, FIND_EXIT));
    break;
  default: break;
  }
}

/* ---- functions and globals ---- */

void sites_of_function(Instrumenter *in, LLVMValueRef function, VecSites *out) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  Site site = {.find = FIND_ENTRY, .function = function, .global = {IR_NONE}};
  vec_push(in->arena, out, site);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
    if (!attribute) continue;
    site.find = FIND_ARGUMENT;
    site.pointer = LLVMGetParam(function, i);
    site.bytes = LLVMABISizeOfType(in->layout, LLVMGetTypeAttributeValue(attribute));
    vec_push(in->arena, out, site);
  }
}

/* LLVM's own tables are no variables. */
static bool is_variable(LLVMValueRef global) {
  const char *name = LLVMGetValueName(global);
  return !LLVMIsDeclaration(global) && strncmp(name, "llvm.", 5) &&
         strncmp(name, "staged.", 7);
}

void sites_of_globals(Instrumenter *in, VecSites *out) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g)) {
    if (!is_variable(g)) continue;
    Site site = {.find = FIND_GLOBAL, .pointer = g};
    site.bytes = LLVMABISizeOfType(in->layout, LLVMGlobalGetValueType(g));
    site.global.id = (uint32_t)map_get(&in->globals, key_of(g), 0) - 1;
    vec_push(in->arena, out, site);
  }
}
