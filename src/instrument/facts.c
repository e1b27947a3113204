/* What the engines know about a place: from an LLVM instruction to the instructions that
 * it was lowered to, and to the points-to analysis's answers about those. An instruction
 * that was lowered to nothing is in code that no run reaches. */
#include <string.h>

#include "instrument/instrumenter.h"

/* ---- the way back from LLVM ---- */

void facts_start(Instrumenter *in) {
  in->remembered = bitset_new(in->arena, points_location_count(in->points));
  for (Val v = {0}; v.id < in->p->insts.len; v.id++) {
    if (!in->p->llvm[v.id]) continue;
    uint64_t *list = map_at(in->arena, &in->lowered, key_of(in->p->llvm[v.id]));
    if (!*list) *list = key_of(arena_zalloc(in->arena, sizeof(VecVals)));
    VecVals *vals = (VecVals *)(uintptr_t)*list;
    vec_push(in->arena, vals, v);
  }
  for (uint32_t i = 0; i < in->p->llvm_globals.len; i++)
    if (in->p->llvm_globals.data[i])
      map_set(in->arena, &in->globals, key_of(in->p->llvm_globals.data[i]), i + 1);
}

const VecVals *facts_of(const Instrumenter *in, LLVMValueRef inst) {
  return (const VecVals *)(uintptr_t)map_get(&in->lowered, key_of(inst), 0);
}

/* ---- accesses ---- */

/* Which operand of this instruction is the address of a read or write; -1: none. */
static int address_operand(const Inst *inst, bool write) {
  switch ((Op)inst->op) {
  case OP_LOAD: return 0;
  case OP_STORE: return 1;
  case OP_COPY:
  case OP_MOVE: return write ? 0 : 1;
  case OP_FILL:
  case OP_FMTFLOAT: return write ? 0 : -1;
  case OP_OUTPUT: return write ? -1 : 1;
  default: return -1;
  }
}

static bool is_access(const Site *site) {
  return site->find == FIND_ACCESS || site->find == FIND_LOAD || site->find == FIND_STORE;
}

static bool is_write_op(const Inst *inst, bool write) {
  return inst->op == OP_STORE || (inst->op != OP_LOAD && write);
}

/* Calls `ask` for each access of the site; true when it is true for all and there is one.
 */
typedef bool Question(const Instrumenter *in, Val at, uint32_t operand, CheckKind kind);

static bool all_accesses(const Instrumenter *in, const Site *site, Question *ask) {
  uint32_t asked = 0;
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++) {
    Val v = site->insts->data[i];
    const Inst *inst = ir_inst(in->p, v);
    if (inst->op == OP_OPAQUE) return false;
    int operand = address_operand(inst, site->write);
    if (operand < 0) continue;
    CheckKind kind = is_write_op(inst, site->write) ? CHECK_WRITE : CHECK_READ;
    asked++;
    if (!ask(in, v, (uint32_t)operand, kind)) return false;
  }
  return asked > 0;
}

static bool access_is_safe(const Instrumenter *in, Val at, uint32_t operand,
                           CheckKind kind) {
  if (ir_inst(in->p, at)->flags & INST_NO_CHECK) return true;
  return points_check(in->points, kind, at).verdict == POINTS_SAFE;
}

static bool access_fails(const Instrumenter *in, Val at, uint32_t operand,
                         CheckKind kind) {
  return points_check(in->points, kind, at).verdict == POINTS_FAIL;
}

static bool access_is_heap(const Instrumenter *in, Val at, uint32_t operand,
                           CheckKind kind) {
  return points_deref(in->points, at, operand).heap_only;
}

static bool access_is_stack(const Instrumenter *in, Val at, uint32_t operand,
                            CheckKind kind) {
  return points_deref(in->points, at, operand).stack_only;
}

static bool access_is_global(const Instrumenter *in, Val at, uint32_t operand,
                             CheckKind kind) {
  return points_deref(in->points, at, operand).globals_only;
}

static bool access_is_known(const Instrumenter *in, Val at, uint32_t operand,
                            CheckKind kind) {
  return !points_set_at(in->points, at, operand).has_unknown;
}

/* ---- other obligations ---- */

static bool check_is_safe(const Instrumenter *in, CheckKind kind, Val at) {
  return points_check(in->points, kind, at).verdict == POINTS_SAFE;
}

/* Of all that the instruction was lowered to, those that owe `kind`; true when each is
 * proved. */
static bool inst_is_safe(const Instrumenter *in, Val v) {
  const Inst *inst = ir_inst(in->p, v);
  switch ((Op)inst->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_SHL: return !(inst->flags & INST_NSW) || check_is_safe(in, CHECK_OVERFLOW, v);
  case OP_SDIV:
  case OP_SREM: return check_is_safe(in, CHECK_OVERFLOW, v);
  case OP_FREE:
  case OP_REALLOC: return check_is_safe(in, CHECK_FREE, v);
  case OP_CALL:
    return ir_direct_callee(in->p, inst).id != IR_NONE ||
           check_is_safe(in, CHECK_CALLEE, v);
  default: return true;
  }
}

static bool is_safe(const Instrumenter *in, const Site *site) {
  if (!site->insts) return site->inst != NULL;
  if (is_access(site)) return all_accesses(in, site, access_is_safe);
  for (uint32_t i = 0; i < site->insts->len; i++)
    if (!inst_is_safe(in, site->insts->data[i])) return false;
  return true;
}

static bool may_leak(const Instrumenter *in, const Site *site, CheckKind kind) {
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++) {
    Op op = (Op)ir_inst(in->p, site->insts->data[i])->op;
    if ((op == OP_ALLOC || op == OP_REALLOC) &&
        !check_is_safe(in, kind, site->insts->data[i]))
      return true;
  }
  return false;
}

static bool may_overlap(const Instrumenter *in, const Site *site) {
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++) {
    Val v = site->insts->data[i];
    if (ir_inst(in->p, v)->op == OP_COPY && !check_is_safe(in, CHECK_OVERLAP, v))
      return true;
  }
  return false;
}

static bool is_signed(const Instrumenter *in, const Site *site) {
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++) {
    const Inst *inst = ir_inst(in->p, site->insts->data[i]);
    if (inst->op == OP_SDIV || inst->op == OP_SREM) return true;
    if (inst->op <= OP_SHL && (inst->flags & INST_NSW)) return true;
  }
  return false;
}

static bool is_reached(const Instrumenter *in, const Site *site) {
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++)
    if (points_reached(in->points, site->insts->data[i])) return true;
  return !site->inst;
}

/* ---- what LLVM itself knows ---- */

bool facts_has_lifetime_marks(LLVMValueRef local) {
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? sites_callee(user) : NULL;
    if (callee && !strncmp(LLVMGetValueName(callee), "llvm.lifetime.", 14)) return true;
  }
  return false;
}

static bool is_variadic(const Site *site) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(site->inst);
  return LLVMIsFunctionVarArg(type) &&
         LLVMGetNumArgOperands(site->inst) >= LLVMCountParamTypes(type);
}

/* Does the call lead to a model? */
static bool calls_library(const Instrumenter *in, const Site *site) {
  LLVMValueRef callee = sites_callee(site->inst);
  if (!callee || !LLVMIsDeclaration(callee) || LLVMGetIntrinsicID(callee)) return false;
  return true;
}

static bool is_field(const Instrumenter *in, const Site *site, const RuleCondition *c) {
  LLVMValueRef address = site->pointer;
  if (!address || !LLVMIsAGetElementPtrInst(address)) return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind || !LLVMGetStructName(type))
    return false;
  const char *name = LLVMGetStructName(type);
  if (!strncmp(name, "struct.", 7)) name += 7;
  LLVMValueRef last = LLVMGetOperand(address, (unsigned)LLVMGetNumOperands(address) - 1);
  return !strcmp(name, c->text) && LLVMGetNumOperands(address) == 3 &&
         LLVMIsAConstantInt(last) && LLVMConstIntGetSExtValue(last) == c->number;
}

static bool answer(Instrumenter *in, const Site *site, const RuleCondition *c) {
  PointsBounds bounds;
  LLVMValueRef from;
  switch (c->query) {
  case QUERY_SAFE: return is_safe(in, site);
  case QUERY_FAIL: return all_accesses(in, site, access_fails);
  case QUERY_BOUNDS: return facts_bounds(in, site, &bounds, &from);
  case QUERY_HEAP: return all_accesses(in, site, access_is_heap);
  case QUERY_STACK: return all_accesses(in, site, access_is_stack);
  case QUERY_GLOBALS: return all_accesses(in, site, access_is_global);
  case QUERY_UNKNOWN: return !all_accesses(in, site, access_is_known);
  case QUERY_MAY_LEAK: return may_leak(in, site, CHECK_LOST);
  case QUERY_MAY_REMAIN: return may_leak(in, site, CHECK_CLEANUP);
  case QUERY_REACHED: return is_reached(in, site);
  case QUERY_SIGNED: return is_signed(in, site);
  case QUERY_SCOPED:
    return site->inst && LLVMIsAAllocaInst(site->inst) &&
           facts_has_lifetime_marks(site->inst);
  case QUERY_MAY_OVERLAP: return may_overlap(in, site);
  case QUERY_INDIRECT:
    return site->find == FIND_CALL && !sites_callee(site->inst) &&
           !LLVMIsAInlineAsm(LLVMGetCalledValue(site->inst));
  case QUERY_VARIADIC: return site->find == FIND_CALL && is_variadic(site);
  case QUERY_LIBRARY: return site->find == FIND_CALL && calls_library(in, site);
  case QUERY_READ_ONLY:
    return site->find == FIND_GLOBAL && LLVMIsGlobalConstant(site->pointer);
  default: return is_field(in, site, c);
  }
}

static bool has_flag(const Instrumenter *in, const char *flag) {
  for (uint32_t i = 0; i < in->flags.len; i++)
    if (!strcmp(in->flags.data[i], flag)) return true;
  return false;
}

bool facts_answer(Instrumenter *in, const Site *site, const RuleCondition *c) {
  bool is = c->kind == CONDITION_QUERY  ? answer(in, site, c)
            : c->kind == CONDITION_FLAG ? has_flag(in, c->text)
                                        : facts_is_remembered(in, site);
  return is == c->expected;
}

/* ---- bounds: p0 as a value of LLVM's ---- */

static LLVMValueRef parameter_of(const Instrumenter *in, const Site *site, Val v) {
  const Function *function = ir_function(in->p, ir_fn_of(in->p, v));
  if (LLVMCountParams(site->function) != function->params.len) return NULL;
  return LLVMGetParam(site->function, (unsigned)ir_inst(in->p, v)->imm);
}

static LLVMValueRef llvm_value(const Instrumenter *in, const Site *site, Val v) {
  if (val_is_const(v)) {
    const Const *c = ir_const(in->p, v);
    bool whole = c->kind == CONST_GLOBAL && !c->lo && c->index < in->p->llvm_globals.len;
    LLVMValueRef global = whole ? in->p->llvm_globals.data[c->index] : NULL;
    return global && LLVMGetGlobalParent(global) == in->module ? global : NULL;
  }
  const Inst *inst = ir_inst(in->p, v);
  if (inst->op == OP_PARAM) return parameter_of(in, site, v);
  LLVMValueRef value = in->p->llvm[v.id];
  if (!value || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) return NULL;
  const VecVals *all = facts_of(in, value);
  bool last = all && all->len && val_eq(all->data[all->len - 1], v);
  bool plain = inst->op == OP_LOAD || inst->op == OP_PHI || inst->op == OP_ADDR ||
               inst->op == OP_ALLOCA || inst->op == OP_ALLOC || inst->op == OP_SELECT;
  return last && plain ? value : NULL;
}

bool facts_bounds(const Instrumenter *in, const Site *site, PointsBounds *bounds,
                  LLVMValueRef *from) {
  Val only = VAL_NONE;
  int at = -1;
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++) {
    int operand = address_operand(ir_inst(in->p, site->insts->data[i]), site->write);
    if (operand < 0) continue;
    if (at >= 0) return false;
    at = operand;
    only = site->insts->data[i];
  }
  if (at < 0 || site->through) return false;
  *bounds = points_deref(in->points, only, (uint32_t)at).bounds;
  if (!bounds->known) return false;
  *from = llvm_value(in, site, bounds->base);
  return *from != NULL;
}

/* ---- what is remembered ---- */

static void remember_set(Instrumenter *in, PointsSet set, const PointsBounds *bounds) {
  in->remembered_exposed |= set.has_wild;
  in->remembered_locals |= set.has_uninitialised;
  for (uint32_t i = 0; i < set.count; i++) {
    const PointsTarget *t = &set.targets[i];
    PointsLocation l = points_location(in->points, t->location);
    bool decided = bounds && t->lo == t->hi && t->lo == bounds->min_before &&
                   l.size_lo == l.size_hi &&
                   (int64_t)l.size_lo - t->lo == bounds->min_after;
    if (!decided) bitset_add(&in->remembered, t->location);
  }
}

/* Of what is freed or called through a pointer, too. */
static int remembered_operand(const Site *site, const Inst *inst) {
  if (site->find != FIND_CALL) return address_operand(inst, site->write);
  return inst->op == OP_FREE || inst->op == OP_REALLOC || inst->op == OP_CALL ? 0 : -1;
}

void facts_remember(Instrumenter *in, const Site *site, RuleRemember what) {
  PointsBounds bounds;
  LLVMValueRef from;
  if (what == REMEMBER_UNCERTAIN && facts_bounds(in, site, &bounds, &from)) {
    remember_set(in, points_set_of(in->points, bounds.base), &bounds);
    return;
  }
  bool found = false;
  for (uint32_t i = 0; site->insts && i < site->insts->len; i++) {
    Val v = site->insts->data[i];
    int operand = remembered_operand(site, ir_inst(in->p, v));
    if (operand < 0) continue;
    found = true;
    remember_set(in, points_set_at(in->points, v, (uint32_t)operand), NULL);
  }
  if (!found) in->remembered_all = true;
}

static bool remembers(const Instrumenter *in, uint32_t location) {
  if (location == IR_NONE) return false;
  if (in->remembered_all || bitset_has(&in->remembered, location)) return true;
  PointsLocation l = points_location(in->points, location);
  return (in->remembered_exposed && l.exposed) ||
         (in->remembered_locals && l.kind == POINTS_STACK);
}

/* The location of a local variable: of the alloca that a marker names, too. */
static bool is_remembered_inst(const Instrumenter *in, LLVMValueRef inst) {
  const VecVals *insts = facts_of(in, inst);
  for (uint32_t i = 0; insts && i < insts->len; i++)
    if (remembers(in, points_location_of_inst(in->points, insts->data[i]))) return true;
  return false;
}

static bool remembers_any(const Instrumenter *in) {
  return in->remembered_exposed || in->remembered_locals ||
         bitset_count(&in->remembered) > 0;
}

bool facts_is_remembered(const Instrumenter *in, const Site *site) {
  if (in->remembered_all) return true;
  if (site->find == FIND_GLOBAL)
    return site->global.id != IR_NONE &&
           remembers(in, points_location_of_global(in->points, site->global));
  if (site->find == FIND_ARGUMENT) return remembers_any(in);
  if (!site->inst) return false;
  if (site->find == FIND_CALL && site->pointer)
    return is_remembered_inst(in, site->pointer);
  return is_remembered_inst(in, site->inst);
}
