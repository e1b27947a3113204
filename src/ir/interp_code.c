/* Decoding: a function, once, into code with registers, constants and edges resolved.
 * Instructions whose plain case is worth a fast path get a code of their own; the rest of
 * the VALUE instructions become CODE_EVAL. */
#include "ir/interp_code.h"

#include <stdlib.h>

bool interp_type_is_wide(const Program *p, Type type) {
  return ir_type_bits(p, type) > 64;
}

/* ---- registers ---- */

static void scan_inst(Decoder *d, const Inst *inst) {
  int32_t undefs = 0;
  for (uint32_t i = 0; i < inst->arg_count; i++) {
    Val arg = ir_arg(d->p, inst, i);
    undefs += val_is_const(arg) && ir_const(d->p, arg)->kind == CONST_UNDEF;
  }
  if (inst->op != OP_PHI && undefs > d->undef_used) d->undef_used = undefs;
  if (inst->op == OP_PHI) d->swap_slot = 0;
  if (inst->op == OP_SCOPE_BEGIN)
    d->scoped[decoder_local(d, ir_arg(d->p, inst, 0))] = true;
  if (inst->op != OP_PART) return;
  uint32_t *parts = &d->parts[decoder_local(d, ir_arg(d->p, inst, 0))];
  if (*parts < (uint32_t)inst->imm) *parts = (uint32_t)inst->imm;
}

static void assign_registers(Decoder *d) {
  const Function *f = d->function;
  d->swap_slot = -1;
  for (uint32_t i = 0; i < f->inst_count; i++)
    scan_inst(d, &d->p->insts.data[f->first + i]);
  for (uint32_t i = 0; i < f->inst_count; i++) {
    const Inst *inst = &d->p->insts.data[f->first + i];
    d->slots[i] = type_is_void(inst->type) ? -1 : (int32_t)d->slot_count;
    if (!type_is_void(inst->type)) d->slot_count += 1 + d->parts[i];
  }
  if (d->swap_slot == 0) d->swap_slot = (int32_t)d->slot_count++;
  d->undef_slot = (int32_t)d->slot_count;
  d->slot_count += (uint32_t)d->undef_used;
}

/* ---- operands ---- */

static unsigned bits_of(const Decoder *d, Val v) {
  return ir_type_bits(d->p, ir_type(d->p, v));
}

/* An undefined constant becomes a register that a code in front fills. */
static int32_t operand(Decoder *d, Val inst, Val v) {
  if (!val_is_const(v) || ir_const(d->p, v)->kind != CONST_UNDEF)
    return decoder_place(d, v);
  int32_t slot = d->undef_slot + d->undef_used++;
  Code code = {
    .op = CODE_UNDEF, .dest = slot, .inst = inst.id, .imm = ir_type(d->p, v).code};
  code.bits = (uint8_t)bits_of(d, v);
  vec_push(d->arena, &d->code, code);
  return slot;
}

static int32_t argument(Decoder *d, Val v, const Inst *inst, uint32_t n) {
  return n < inst->arg_count ? operand(d, v, ir_arg(d->p, inst, n)) : -1;
}

/* Operands from the first on as a list: b its start, c its length. */
static void set_list(Decoder *d, Code *code, Val v, const Inst *inst, uint32_t first) {
  int32_t *operands = arena_new_array(d->arena, int32_t, inst->arg_count + 1);
  for (uint32_t i = first; i < inst->arg_count; i++)
    operands[i] = argument(d, v, inst, i);
  code->b = (int32_t)d->lists.len;
  code->c = (int32_t)(inst->arg_count - first);
  for (uint32_t i = first; i < inst->arg_count; i++)
    vec_push(d->arena, &d->lists, operands[i]);
}

/* ---- values ---- */

/* Whether an integer is an address but for added constants: its low bits are known. */
static bool is_address(const Decoder *d, Val v) {
  for (int depth = 0; depth < 16 && val_is_inst(v); depth++) {
    const Inst *inst = ir_inst(d->p, v);
    switch (inst->op) {
    case OP_PTRTOINT: return true;
    case OP_TRUNC:
    case OP_ZEXT: v = ir_arg(d->p, inst, 0); break;
    case OP_ADD:
    case OP_SUB:
      if (!val_is_const(ir_arg(d->p, inst, 1))) return false;
      v = ir_arg(d->p, inst, 0);
      break;
    default: return false;
    }
  }
  return false;
}

static bool asks_low_bits(const Decoder *d, const Inst *inst) {
  if (inst->op != OP_AND && inst->op != OP_UREM) return false;
  int64_t mask;
  if (!ir_const_int(d->p, ir_arg(d->p, inst, 1), &mask) || mask <= 0) return false;
  if (inst->op == OP_UREM && (mask & (mask - 1))) return false;
  return is_address(d, ir_arg(d->p, inst, 0));
}

static void decode_binary(Decoder *d, const Inst *inst, Code *code, bool check_overflow) {
  if (check_overflow && (inst->flags & INST_NSW)) code->imm |= CODE_NSW;
  if (asks_low_bits(d, inst)) code->imm |= CODE_LOW_BITS;
  if (code->bits > 64 || (code->imm & CODE_NSW)) code->op = CODE_EVAL;
}

static void decode_cast(Decoder *d, const Inst *inst, Code *code) {
  code->aux = (uint8_t)bits_of(d, ir_arg(d->p, inst, 0));
  bool wide = code->bits > 64 || code->aux > 64;
  bool fast = inst->op == OP_ZEXT || inst->op == OP_SEXT || inst->op == OP_TRUNC;
  bool copies = inst->op == OP_FREEZE || inst->op == OP_BITCAST ||
                inst->op == OP_PTRTOINT || inst->op == OP_INTTOPTR;
  if (!wide && copies && code->aux == code->bits)
    code->op = CODE_ASSIGN;
  else if (wide || !fast)
    code->op = CODE_EVAL;
}

static void decode_compare(Decoder *d, const Inst *inst, Code *code) {
  code->bits = (uint8_t)bits_of(d, ir_arg(d->p, inst, 0));
  code->aux = inst->pred;
  code->op = CODE_EVAL;
  if (inst->op == OP_ICMP && code->bits <= 64)
    code->op = (uint16_t)(CODE_EQ + inst->pred);
  if (inst->op == OP_FCMP && code->bits == 64) code->op = CODE_F64_COMPARE;
}

static void decode_float(Decoder *d, const Inst *inst, Code *code) {
  code->aux = (uint8_t)bits_of(d, ir_arg(d->p, inst, 0));
  bool fast = inst->op <= OP_FDIV && code->bits == 64;
  code->op = fast ? (uint16_t)(CODE_F64_ADD + (inst->op - OP_FADD)) : CODE_EVAL;
}

static void decode_math(Decoder *d, Val v, const Inst *inst, Code *code) {
  set_list(d, code, v, inst, 0);
  code->op = CODE_EVAL;
  code->imm = interp_math_function(ir_text(d->p, inst->sym));
}

static int64_t scale_of(const Decoder *d, const Inst *inst, uint32_t n) {
  int64_t scale = 0;
  ir_const_int(d->p, ir_arg(d->p, inst, n), &scale);
  return scale;
}

static void decode_address(Decoder *d, Val v, const Inst *inst, Code *code) {
  code->imm = inst->imm;
  code->op = inst->arg_count == 1 ? CODE_ADDR_CONST : CODE_ADDR_SUM;
  if (inst->arg_count == 3) {
    int64_t scale = scale_of(d, inst, 2);
    code->c = (int32_t)scale;
    code->aux = (uint8_t)bits_of(d, ir_arg(d->p, inst, 1));
    if (code->c == scale && code->aux <= 64) code->op = CODE_ADDR_INDEX;
  }
  if (code->op == CODE_ADDR_INDEX) code->b = argument(d, v, inst, 1);
  if (code->op != CODE_ADDR_SUM) return;
  int32_t *operands = arena_new_array(d->arena, int32_t, inst->arg_count);
  for (uint32_t i = 1; i < inst->arg_count; i += 2) operands[i] = argument(d, v, inst, i);
  code->b = (int32_t)d->lists.len;
  code->c = (int32_t)(inst->arg_count / 2 * 4);
  for (uint32_t i = 1; i < inst->arg_count; i += 2) {
    int64_t scale = scale_of(d, inst, i + 1);
    int32_t halves[2];
    memcpy(halves, &scale, sizeof scale);
    vec_push(d->arena, &d->lists, operands[i]);
    vec_push(d->arena, &d->lists, (int32_t)bits_of(d, ir_arg(d->p, inst, i)));
    vec_push(d->arena, &d->lists, halves[0]);
    vec_push(d->arena, &d->lists, halves[1]);
  }
}

/* ---- memory, calls ---- */

static void decode_access(Decoder *d, const Inst *inst, Code *code) {
  static const uint16_t loads[] = {
    [1] = CODE_LOAD1, [2] = CODE_LOAD2, [4] = CODE_LOAD4, [8] = CODE_LOAD8};
  bool store = inst->op == OP_STORE;
  if (store) code->bits = (uint8_t)bits_of(d, ir_arg(d->p, inst, 0));
  unsigned bytes = code->bits / 8;
  if (code->bits % 8 || bytes > 8 || !loads[bytes]) return;
  code->op = (uint16_t)(loads[bytes] + (store ? CODE_STORE1 - CODE_LOAD1 : 0));
}

static void decode_call(Decoder *d, Val v, const Inst *inst, Code *code) {
  set_list(d, code, v, inst, 1);
  code->imm = 1 + (int64_t)d->parts[decoder_local(d, v)];
  Fn fn = ir_direct_callee(d->p, inst);
  if (fn.id == IR_NONE || !ir_function_has_body(ir_function(d->p, fn))) return;
  if (!interp_call_fits(d->p, v.id, fn)) return;
  code->op = CODE_CALL_FUNCTION;
  code->a = (int32_t)fn.id;
}

/* ---- jumps ---- */

static int compare_cases(const void *a, const void *b) {
  const SwitchCase *x = a, *y = b;
  return x->value < y->value ? -1 : x->value > y->value;
}

static void decode_switch(Decoder *d, const Inst *inst, Code *code) {
  code->bits = (uint8_t)bits_of(d, ir_arg(d->p, inst, 0));
  code->b = (int32_t)d->cases.len;
  code->c = (int32_t)inst->arg_count - 1;
  for (uint32_t i = 1; i < inst->arg_count; i++) {
    const Const *c = ir_const(d->p, ir_arg(d->p, inst, i));
    SwitchCase one = {(Bits)c->hi << 64 | c->lo, (uint32_t)code->imm + i};
    vec_push(d->arena, &d->cases, one);
  }
  if (code->c)
    qsort(d->cases.data + code->b, (size_t)code->c, sizeof(SwitchCase), compare_cases);
}

static void decode_jump(Decoder *d, Val v, const Inst *inst, Code *code) {
  const Block *block = ir_block(d->p, inst->block);
  code->imm = d->edges.len;
  for (uint32_t i = 0; i < block->succ_count; i++)
    decoder_add_edge(d, block, inst->block, i);
  if (inst->op == OP_SWITCH) decode_switch(d, inst, code);
}

/* ---- instructions ---- */

static void decode_rest(Decoder *d, Val v, const Inst *inst, Code *code) {
  switch (inst->op) {
  case OP_ALLOCA:
    code->imm = inst->imm;
    code->aux = d->scoped[decoder_local(d, v)];
    break;
  case OP_FMTFLOAT:
    code->imm = argument(d, v, inst, 3);
    code->aux = (uint8_t)bits_of(d, ir_arg(d->p, inst, 2));
    break;
  case OP_LOAD:
  case OP_STORE: decode_access(d, inst, code); break;
  case OP_CALL: decode_call(d, v, inst, code); break;
  case OP_RET: set_list(d, code, v, inst, 0); break;
  case OP_BR:
  case OP_CBR:
  case OP_SWITCH: decode_jump(d, v, inst, code); break;
  default: break;
  }
}

static void decode_inst(Interp *it, Decoder *d, Val v) {
  const Inst *inst = ir_inst(d->p, v);
  if (inst->op == OP_PHI || inst->op == OP_HOLD) return;
  d->undef_used = 0;
  Code code = {.op = inst->op, .dest = d->slots[decoder_local(d, v)], .inst = v.id};
  code.bits = (uint8_t)ir_type_bits(d->p, inst->type);
  bool listed = inst->op == OP_RET || inst->op == OP_MATH || inst->op == OP_OPAQUE;
  if (!listed) code.a = argument(d, v, inst, 0);
  bool plain =
    !listed && inst->op != OP_CALL && inst->op != OP_SWITCH && inst->op != OP_ADDR;
  if (plain) {
    code.b = argument(d, v, inst, 1);
    code.c = argument(d, v, inst, 2);
  }
  if (inst->op >= OP_ADD && inst->op <= OP_ASHR)
    decode_binary(d, inst, &code, it->options->check_overflow);
  else if (inst->op == OP_ICMP || inst->op == OP_FCMP)
    decode_compare(d, inst, &code);
  else if (inst->op >= OP_FADD && inst->op <= OP_FPCAST)
    decode_float(d, inst, &code);
  else if (inst->op == OP_ADDR)
    decode_address(d, v, inst, &code);
  else if (inst->op == OP_MATH)
    decode_math(d, v, inst, &code);
  else if (inst->op == OP_SELECT)
    code.op = code.bits > 64 ? CODE_EVAL : OP_SELECT;
  else if (inst->op == OP_PART) {
    code.a += (int32_t)inst->imm;
    code.aux = code.bits;
    code.op = code.bits > 64 ? CODE_EVAL : CODE_ASSIGN;
  } else if (op_class((Op)inst->op) == OP_CLASS_VALUE)
    decode_cast(d, inst, &code);
  else
    decode_rest(d, v, inst, &code);
  vec_push(d->arena, &d->code, code);
}

static void decode_blocks(Interp *it, Decoder *d) {
  for (uint32_t b = 0; b < d->function->block_count; b++) {
    const Block *block = &d->p->blocks.data[d->function->first_block + b];
    d->block_start[b] = d->code.len;
    ir_each_inst(block, v) decode_inst(it, d, v);
  }
  for (uint32_t i = 0; i < d->edges.len; i++)
    d->edges.data[i].target = d->code.data + d->block_start[d->edge_blocks.data[i]];
}

const FunctionCode *interp_decode(Interp *it, Fn fn) {
  if (it->codes[fn.id]) return it->codes[fn.id];
  const Function *f = ir_function(it->program, fn);
  Arena *arena = it->own;
  Decoder d = {.p = it->program, .function = f, .arena = arena};
  d.slots = arena_new_array(arena, int32_t, f->inst_count + 1);
  d.parts = arena_new_array(arena, uint32_t, f->inst_count + 1);
  d.scoped = arena_new_array(arena, bool, f->inst_count + 1);
  d.block_start = arena_new_array(arena, uint32_t, f->block_count);
  assign_registers(&d);
  decode_blocks(it, &d);
  FunctionCode *code = arena_new_object(arena, FunctionCode);
  *code = (FunctionCode){.fn = fn,
                         .slot_count = d.slot_count,
                         .slots = d.slots,
                         .param_count = f->params.len,
                         .code = d.code.data,
                         .edges = d.edges.data,
                         .moves = d.moves.data,
                         .lists = d.lists.data,
                         .cases = d.cases.data};
  for (uint32_t i = 0; i < f->params.len; i++)
    code->wide_params |= interp_type_is_wide(it->program, f->params.data[i]);
  return it->codes[fn.id] = code;
}
