/* One function from LLVM to the Program: its blocks in reverse post-order, so that every
 * operand but a phi's is there before its use; phis at the end, when every block has said
 * what it hands over. */
#include "frontend/lower.h"
#include "frontend/lives.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/panic.h"
#include "frontend/lives.h"

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* ---- values ---- */

Vals *vals_new(Lower *l, uint32_t count) {
  Vals *vals = arena_alloc(l->scratch, sizeof(Vals) + count * sizeof(Val));
  vals->count = count;
  return vals;
}

const Vals *vals_one(Lower *l, Val v) {
  Vals *vals = vals_new(l, 1);
  vals->v[0] = v;
  return vals;
}

/* Metadata, labels and other things that are no value of the program have no lanes. */
const Vals *lower_operand(Lower *l, LLVMValueRef v) {
  if (LLVMIsConstant(v)) return constant_lanes(l, v);
  const Vals *found = (const Vals *)(uintptr_t)map_get(&l->values, key_of(v), 0);
  if (found) return found;
  const Layout *layout = type_layout(l, LLVMTypeOf(v));
  Vals *undefined = vals_new(l, layout->known ? layout->count : 0);
  for (uint32_t i = 0; i < undefined->count; i++)
    undefined->v[i] = build_undef(l->p, layout->lanes[i].type);
  return undefined;
}

Val lower_scalar(Lower *l, LLVMValueRef v) {
  const Vals *vals = lower_operand(l, v);
  return vals->count == 1 ? vals->v[0] : build_undef(l->p, l->word);
}

void lower_set(Lower *l, LLVMValueRef v, const Vals *vals) {
  map_set(l->scratch, &l->values, key_of(v), key_of(vals));
}

/* ---- emission ---- */

static void note_type(Lower *l, Val v, Type type) {
  if (v.id >= l->val_types.len) vec_resize(l->scratch, &l->val_types, v.id + 1);
  l->val_types.data[v.id] = type;
}

Type val_type(const Lower *l, Val v) {
  if (val_is_const(v)) return ir_const(l->p, v)->type;
  return v.id < l->val_types.len ? l->val_types.data[v.id] : type_void();
}

static Val note_origin(Lower *l, Val v) {
  if (l->options->keep_llvm && l->current)
    vec_push(l->scratch, &l->emitted, (Emitted){v, l->current});
  return v;
}

Val emit_inst(Lower *l, Inst inst, const Val *args, uint32_t count) {
  inst.pos = l->pos;
  inst.origin = VAL_NONE;
  Val v = note_origin(l, build_emit(l->b, inst, args, count));
  note_type(l, v, inst.type);
  return v;
}

Val emit(Lower *l, Op op, Type type, const Val *args, uint32_t count) {
  Inst inst = {.op = (uint8_t)op, .type = type};
  bool named = l->current && !type_is_void(type);
  if (named) inst.name = lower_name(l, l->current);
  return emit_inst(l, inst, args, count);
}

Val emit_icmp(Lower *l, IcmpPred pred, Val a, Val b) {
  Inst inst = {.op = OP_ICMP, .pred = (uint8_t)pred, .type = type_int(1)};
  return emit_inst(l, inst, (const Val[]){a, b}, 2);
}

void emit_jump(Lower *l, Inst inst, const Val *args, uint32_t count,
               const uint32_t *targets, uint32_t target_count) {
  inst.pos = l->pos;
  inst.origin = VAL_NONE;
  note_origin(l, build_emit_jump(l->b, inst, args, count, targets, target_count));
}

static const Vals *emit_opaque_on(Lower *l, const Layout *result, const char *reason,
                                  const VecVals *args) {
  Vals *vals = vals_new(l, result && result->known ? result->count : 0);
  Inst inst = {.op = OP_OPAQUE, .sym = intern_string(l->p->names, reason)};
  for (uint32_t i = 0; i < vals->count; i++) {
    inst.type = result->lanes[i].type;
    vals->v[i] = emit_inst(l, inst, args->data, args->len);
  }
  if (!vals->count) emit_inst(l, inst, args->data, args->len);
  return vals;
}

const Vals *emit_opaque(Lower *l, const Layout *result, const char *reason) {
  return emit_opaque_on(l, result, reason, &(VecVals){0});
}

static void push_lanes(Lower *l, VecVals *to, const Vals *vals) {
  for (uint32_t i = 0; i < vals->count; i++) vec_push(l->scratch, to, vals->v[i]);
}

const Vals *emit_opaque_call(Lower *l, const Call *call, const char *reason) {
  VecVals args = {0};
  for (uint32_t i = 0; i < call->count; i++) push_lanes(l, &args, call->args[i]);
  return emit_opaque_on(l, call->result, reason, &args);
}

static bool is_data(LLVMValueRef v) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
  return kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind &&
         kind != LLVMTokenTypeKind;
}

const Vals *emit_opaque_user(Lower *l, const Layout *result, const char *reason,
                             LLVMValueRef user) {
  VecVals args = {0};
  bool call = LLVMIsACallInst(user) || LLVMIsACallBrInst(user);
  unsigned count =
    call ? LLVMGetNumArgOperands(user) : (unsigned)LLVMGetNumOperands(user);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef operand = LLVMGetOperand(user, i);
    if (is_data(operand)) push_lanes(l, &args, lower_operand(l, operand));
  }
  return emit_opaque_on(l, result, reason, &args);
}

Val emit_offset(Lower *l, Val base, int64_t offset) {
  if (!offset) return base;
  if (val_is_const(base)) {
    Const c = *ir_const(l->p, base);
    if (c.kind == CONST_GLOBAL)
      return build_global_addr(l->p, (Glob){c.index}, (int64_t)c.lo + offset, c.type);
  }
  return emit_inst(l, (Inst){.op = OP_ADDR, .type = type_ptr(), .imm = offset}, &base, 1);
}

static Val convert_int(Lower *l, Val v, Type from, Type to) {
  int64_t value;
  unsigned from_bits = ir_type_bits(l->p, from), to_bits = ir_type_bits(l->p, to);
  if (from_bits == to_bits) return v;
  if (ir_const_int(l->p, v, &value) && to_bits <= 64 && from_bits <= 64) {
    uint64_t mask = from_bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << from_bits) - 1;
    return build_int(l->p, to, (uint64_t)value & mask);
  }
  return emit_op(l, from_bits < to_bits ? OP_ZEXT : OP_TRUNC, to, v);
}

Val emit_convert(Lower *l, Val v, Type to) {
  Type from = val_type(l, v);
  if (type_eq(from, to) || type_is_void(to)) return v;
  if (type_is_void(from)) return build_undef(l->p, to);
  if (val_is_const(v) && ir_const(l->p, v)->kind == CONST_UNDEF)
    return build_undef(l->p, to);
  if (type_is_float(from) && type_is_float(to)) return emit_op(l, OP_FPCAST, to, v);
  if (type_is_float(from)) {
    Type bits = type_int(ir_type_bits(l->p, from));
    return emit_convert(l, emit_op(l, OP_BITCAST, bits, v), to);
  }
  if (type_is_float(to)) {
    Type bits = type_int(ir_type_bits(l->p, to));
    return emit_op(l, OP_BITCAST, to, emit_convert(l, v, bits));
  }
  if (type_is_ptr(from)) return emit_op(l, OP_PTRTOINT, to, v);
  if (type_is_ptr(to)) return emit_op(l, OP_INTTOPTR, to, v);
  return convert_int(l, v, from, to);
}

bool lower_closed(Lower *l) { return build_block_is_closed(l->b, build_current(l->b)); }

void lower_assume(Lower *l, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  Sym sym = intern_string(l->p->names, text);
  uint64_t *seen = map_at(l->arena, &l->assumed, sym.id);
  if (!*seen) vec_push(l->arena, &l->p->assumptions, sym);
  *seen = 1;
}

/* Without the number that promotion gives the phis of a variable, and without the `.addr`
 * of a parameter's place. */
static size_t source_length(const char *name, size_t length) {
  size_t end = length;
  while (end && name[end - 1] >= '0' && name[end - 1] <= '9') end--;
  if (end > 1 && end < length && name[end - 1] == '.') length = end - 1;
  bool place = length > 5 && !memcmp(name + length - 5, ".addr", 5);
  return place ? length - 5 : length;
}

Sym lower_name(Lower *l, LLVMValueRef v) {
  size_t length;
  const char *name = LLVMGetValueName2(v, &length);
  if (!name || !length) return (Sym){0};
  return intern_bytes(l->p->names, name, source_length(name, length));
}

/* ---- blocks ---- */

typedef Vec(LLVMBasicBlockRef) VecBlocks;

typedef struct Visit {
  LLVMBasicBlockRef block;
  unsigned next; /* successor to look at */
} Visit;

/* Reverse post-order of the blocks that the entry reaches. */
static void order_blocks(Lower *l, LLVMValueRef function, VecBlocks *order) {
  Map seen = {0};
  Vec(Visit) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  map_set(l->scratch, &seen, key_of(entry), 1);
  vec_push(l->scratch, &stack, (Visit){entry, 0});
  while (stack.len) {
    Visit *top = &vec_last(&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (!end || top->next == LLVMGetNumSuccessors(end)) {
      vec_push(l->scratch, order, vec_pop(&stack).block);
      continue;
    }
    LLVMBasicBlockRef to = LLVMGetSuccessor(end, top->next++);
    if (map_has(&seen, key_of(to))) continue;
    map_set(l->scratch, &seen, key_of(to), 1);
    vec_push(l->scratch, &stack, (Visit){to, 0});
  }
  for (uint32_t i = 0; i < order->len / 2; i++) {
    LLVMBasicBlockRef other = order->data[order->len - 1 - i];
    order->data[order->len - 1 - i] = order->data[i];
    order->data[i] = other;
  }
}

/* Numbers the reached blocks in the order in which LLVM has them. */
static void declare_blocks(Lower *l, LLVMValueRef function, const VecBlocks *order) {
  Map reached = {0};
  for (uint32_t i = 0; i < order->len; i++)
    map_set(l->scratch, &reached, key_of(order->data[i]), 1);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    if (!map_has(&reached, key_of(b))) continue;
    uint32_t number =
      build_block(l->b, intern_string(l->p->names, LLVMGetBasicBlockName(b)));
    map_set(l->scratch, &l->blocks, key_of(b), number + 1);
  }
  vec_clear(&l->block_edges);
  vec_resize(l->scratch, &l->block_edges, order->len);
}

static uint32_t block_number(Lower *l, LLVMBasicBlockRef block) {
  return (uint32_t)map_get(&l->blocks, key_of(block), 0) - 1;
}

/* ---- phis ---- */

static void note_phi_edges(Lower *l, LLVMValueRef phi, uint32_t index) {
  unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; i++) {
    uint32_t pred = block_number(l, LLVMGetIncomingBlock(phi, i));
    if (pred == IR_NONE) continue;
    uint32_t *first = &l->block_edges.data[pred];
    vec_push(l->scratch, &l->phi_edges,
             (PhiEdge){index, LLVMGetIncomingValue(phi, i), *first});
    *first = l->phi_edges.len;
  }
}

static void reserve_phi(Lower *l, LLVMValueRef phi, uint32_t block) {
  const Layout *layout = type_layout(l, LLVMTypeOf(phi));
  Vals *lanes = vals_new(l, layout->known ? layout->count : 0);
  for (uint32_t i = 0; i < lanes->count; i++) {
    lanes->v[i] = build_reserve(l->b);
    note_type(l, lanes->v[i], layout->lanes[i].type);
  }
  PhiDraft draft = {.phi = phi, .block = block, .lanes = lanes};
  draft.args = arena_zalloc(l->scratch, sizeof *draft.args * lanes->count);
  note_phi_edges(l, phi, l->phis.len);
  vec_push(l->scratch, &l->phis, draft);
  lower_set(l, phi, lanes);
}

static void reserve_phis(Lower *l, const VecBlocks *order) {
  for (uint32_t i = 0; i < order->len; i++) {
    uint32_t block = block_number(l, order->data[i]);
    for (LLVMValueRef inst = LLVMGetFirstInstruction(order->data[i]);
         inst && LLVMIsAPHINode(inst); inst = LLVMGetNextInstruction(inst))
      reserve_phi(l, inst, block);
  }
}

/* What the current block hands to the phis behind it; before its terminator, because a
 * constant expression becomes instructions here. */
static void hand_over(Lower *l, uint32_t block) {
  for (uint32_t at = l->block_edges.data[block]; at;
       at = l->phi_edges.data[at - 1].next) {
    const PhiEdge *edge = &l->phi_edges.data[at - 1];
    const Vals *vals = lower_operand(l, edge->value);
    PhiDraft *phi = &l->phis.data[edge->phi];
    for (uint32_t i = 0; i < phi->lanes->count; i++)
      vec_push(l->scratch, &phi->args[i], vals->v[i]);
    vec_push(l->scratch, &phi->preds, build_current(l->b));
  }
}

static uint32_t position_of_phi(Lower *l, LLVMValueRef phi) {
  uint32_t pos = 0;
  for (LLVMValueRef i = phi; i && !pos; i = LLVMGetNextInstruction(i))
    pos = position_of(l, i);
  return pos;
}

static void emit_phis(Lower *l) {
  for (uint32_t i = 0; i < l->phis.len; i++) {
    const PhiDraft *phi = &l->phis.data[i];
    const Layout *layout = type_layout(l, LLVMTypeOf(phi->phi));
    build_at(l->b, phi->block);
    Inst inst = {.op = OP_PHI, .origin = VAL_NONE};
    inst.name = lower_name(l, phi->phi);
    inst.pos = position_of_phi(l, phi->phi);
    for (uint32_t k = 0; k < phi->lanes->count; k++) {
      inst.type = layout->lanes[k].type;
      l->current = phi->phi;
      note_origin(l, build_emit_phi(l->b, phi->lanes->v[k], inst, phi->args[k].data,
                                    phi->preds.data, phi->preds.len));
    }
  }
}

/* ---- a function ---- */

static void lower_block(Lower *l, LLVMBasicBlockRef block) {
  uint32_t number = block_number(l, block);
  build_at(l->b, number);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i)) continue;
    l->current = i;
    uint32_t pos = position_of(l, i);
    if (pos) l->pos = pos;
    if (LLVMIsATerminatorInst(i)) hand_over(l, number);
    lower_instruction(l, i);
    if (lower_closed(l)) return;
  }
}

static void name_params(Lower *l, LLVMValueRef function) {
  uint32_t n = 0;
  for (LLVMValueRef p = LLVMGetFirstParam(function); p; p = LLVMGetNextParam(p)) {
    const Layout *layout = type_layout(l, LLVMTypeOf(p));
    Vals *lanes = vals_new(l, layout->known ? layout->count : 0);
    for (uint32_t i = 0; i < lanes->count; i++, n++) {
      lanes->v[i] = build_param(l->b, n);
      note_type(l, lanes->v[i], layout->lanes[i].type);
      build_name_param(l->b, n, lower_name(l, p));
    }
    lower_set(l, p, lanes);
  }
}

static void begin(Lower *l, Fn fn) {
  arena_reset(l->scratch);
  l->values = (Map){0};
  l->blocks = (Map){0};
  memset(&l->phis, 0, sizeof l->phis);
  memset(&l->phi_edges, 0, sizeof l->phi_edges);
  memset(&l->block_edges, 0, sizeof l->block_edges);
  memset(&l->val_types, 0, sizeof l->val_types);
  l->byvals = (Map){0};
  memset(&l->emitted, 0, sizeof l->emitted);
  l->fn = fn;
  l->current = NULL;
  l->b = build_begin_function(l->p, fn);
}

/* Final numbers of the instructions, beside the LLVM instructions they came from. */
static void keep_origins(Lower *l) {
  if (!l->options->keep_llvm) return;
  void **old = l->p->llvm;
  uint32_t count = l->p->insts.len;
  if (count > l->llvm_cap) {
    uint32_t cap = count * 2;
    l->p->llvm = arena_new_array(l->arena, void *, cap);
    if (old) memcpy(l->p->llvm, old, l->llvm_cap * sizeof(void *));
    l->llvm_cap = cap;
  }
  for (uint32_t i = 0; i < l->emitted.len; i++) {
    Val v = build_final(l->b, l->emitted.data[i].val);
    if (!val_none(v)) l->p->llvm[v.id] = l->emitted.data[i].inst;
  }
}

void lower_function(Lower *l, LLVMValueRef function) {
  Fn fn = function_of(l, function);
  begin(l, fn);
  VecBlocks order = {0};
  order_blocks(l, function, &order);
  declare_blocks(l, function, &order);
  name_params(l, function);
  reserve_phis(l, &order);
  build_at(l->b, 0);
  l->pos = position_of_function(l, function);
  lower_byval_temps(l, function);
  for (uint32_t i = 0; i < order.len; i++) lower_block(l, order.data[i]);
  if (lives_longer(function)) l->p->functions.data[fn.id].flags |= FN_LIVES_LONGER;
  emit_phis(l);
  build_end_function(l->b);
  keep_origins(l);
}

/* ---- a function made of one operation ---- */

static const Vals *lower_known(Lower *l, const Target *target, const Call *call) {
  switch (target->kind) {
  case TARGET_KNOWN: return library_lower(l, target->known, call);
  case TARGET_MATH: return library_lower_math(l, call);
  case TARGET_INTRINSIC: return intrinsic_lower(l, target->known, call);
  default: panic("no operation for %s", call->name);
  }
}

void lower_begin_plain(Lower *l, Fn fn) {
  begin(l, fn);
  l->pos = 0;
  build_at(l->b, build_block(l->b, intern_string(l->p->names, "entry")));
}

void lower_wrapper(Lower *l, LLVMValueRef function, const Target *target) {
  Fn fn = function_of(l, function);
  lower_begin_plain(l, fn);
  name_params(l, function);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  Call call = {.name = LLVMGetValueName(function), .type = type};
  call.result = type_layout(l, LLVMGetReturnType(type));
  call.count = LLVMCountParams(function);
  call.args = arena_new_array(l->scratch, const Vals *, call.count);
  for (uint32_t i = 0; i < call.count; i++)
    call.args[i] = lower_operand(l, LLVMGetParam(function, i));
  const Vals *result = lower_known(l, target, &call);
  if (!lower_closed(l))
    emit_jump(l, (Inst){.op = OP_RET}, result->v, result->count, NULL, 0);
  build_end_function(l->b);
  keep_origins(l);
}
