/* One instruction. */
#include "base/panic.h"
#include "points/analysis.h"

static ValueId eval_select(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  Val condition = ir_arg(p, inst, 0);
  if (!flow_value(f, condition)) return VALUE_NOTHING;
  ValueId v = VALUE_NOTHING;
  for (uint32_t side = 1; side <= 2; side++) {
    State before = f->s;
    if (flow_refine_condition(f, condition, side == 1))
      v = value_join(f->a->values, v, flow_value(f, ir_arg(p, inst, side)));
    f->s = before;
  }
  return v;
}

static ValueId any_of(Flow *f, Val at) {
  return value_clip(f->a->values, VALUE_ANYTHING, flow_bits(f, at));
}

static bool operands_reached(Flow *f, const Inst *inst) {
  for (uint32_t i = 0; i < inst->arg_count; i++)
    if (!flow_value(f, ir_arg(f->a->program, inst, i))) return false;
  return true;
}

static bool eval_memory(Flow *f, Val at, const Inst *inst) {
  switch (inst->op) {
  case OP_ALLOCA: flow_eval_alloca(f, at, inst); return true;
  case OP_SCOPE_BEGIN: flow_eval_scope_begin(f, inst); return true;
  case OP_SCOPE_END: flow_eval_scope_end(f, inst); return true;
  case OP_STACK_SAVE: flow_define(f, at, any_of(f, at)); return true;
  case OP_STACK_RESTORE: flow_eval_stack_restore(f, at, inst); return true;
  case OP_VARARGS: flow_eval_varargs(f, at); return true;
  case OP_ALLOC: flow_eval_alloc(f, at, inst); return true;
  case OP_REALLOC: return flow_eval_realloc(f, at, inst);
  case OP_FREE:
  case OP_KILL: return flow_eval_free(f, inst);
  case OP_LOAD: return flow_eval_load(f, at, inst);
  case OP_STORE: return flow_eval_store(f, inst);
  case OP_COPY:
  case OP_MOVE: return flow_eval_copy(f, inst);
  case OP_FILL: return flow_eval_fill(f, inst);
  case OP_OBJSIZE: flow_eval_objsize(f, at, inst); return true;
  case OP_FMTFLOAT: return flow_eval_format(f, at, inst);
  default: panic("points: memory instruction %s", op_text((Op)inst->op));
  }
}

static ValueId eval_value(Flow *f, Val at, const Inst *inst) {
  switch ((Op)inst->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return flow_eval_binary(f, inst);
  case OP_ICMP: return flow_eval_icmp(f, inst);
  case OP_FCMP: return operands_reached(f, inst) ? any_of(f, at) : VALUE_NOTHING;
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
  case OP_FREEZE:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_BITCAST: return flow_eval_cast(f, inst);
  case OP_BSWAP:
  case OP_BITREV:
  case OP_CTPOP:
  case OP_CTLZ:
  case OP_CTTZ: return flow_eval_bits(f, inst);
  case OP_SELECT: return eval_select(f, inst);
  case OP_ADDR: return flow_eval_addr(f, inst);
  default: /* floats */
    for (uint32_t i = 0; i < inst->arg_count; i++)
      flow_expose(f, flow_value(f, ir_arg(f->a->program, inst, i)));
    return operands_reached(f, inst) ? any_of(f, at) : VALUE_NOTHING;
  }
}

bool flow_eval_instruction(Flow *f, Val at) {
  const Inst *inst = ir_inst(f->a->program, at);
  f->at = at;
  f->a->ticks++;
  if (f->a->observer) points_observe_instruction(f, at);
  switch ((Op)inst->op) {
  case OP_PARAM: return true;
  case OP_PART: flow_eval_part(f, at, inst); return true;
  case OP_INPUT: flow_define(f, at, any_of(f, at)); return true;
  case OP_OUTPUT: return flow_eval_output(f, inst);
  case OP_ASSUME: return flow_refine_condition(f, ir_arg(f->a->program, inst, 0), true);
  case OP_HOLD: return true;
  case OP_CALL: return flow_eval_call(f, at, inst);
  case OP_OPAQUE:
    flow_unknown_code(f, inst, &f->a->outside);
    if (!type_is_void(inst->type)) flow_define(f, at, any_of(f, at));
    return true;
  default: break;
  }
  if (op_class((Op)inst->op) == OP_CLASS_MEMORY) return eval_memory(f, at, inst);
  ValueId v = eval_value(f, at, inst);
  flow_define(f, at, v);
  return f->a->flat || v;
}
