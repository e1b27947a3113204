/* See verify.h: one instruction. What its operands are comes from the table of forms;
 * what the table cannot say stands here, op by op. */
#include <stdlib.h>

#include "ir/form.h"
#include "ir/text.h"
#include "ir/verifier.h"

static const char *type_text(Verifier *v, Type type) {
  char buffer[16];
  return arena_strdup(v->scratch, form_type_text(type, buffer));
}

static const char *value_text(Verifier *v, Val value) {
  VecChar out = {0};
  ir_print_value(v->p, value, v->scratch, &out);
  return out.data;
}

/* ---- operands ---- */

static bool value_exists(const Verifier *v, Val value) {
  if (val_is_const(value)) return val_const_index(value) < v->p->consts.len;
  const Function *function = ir_function(v->p, v->fn);
  return val_is_inst(value) && value.id - function->first < function->inst_count;
}

/* Where the value must be known: before the instruction, or at the end of a phi's edge.
 */
static bool value_is_known(const Verifier *v, const Inst *inst, uint32_t n, Val value) {
  if (!val_is_inst(value)) return true;
  if (inst->op != OP_PHI) return dom_value_at(v->dom, value, v->at);
  const Inst *made = ir_inst(v->p, value);
  if (made->op == OP_PARAM) return true;
  return dom_dominates(v->dom, made->block, ir_pred(v->p, ir_block(v->p, v->blk), n));
}

static Type written_type(const Verifier *v, const Inst *inst, const OpForm *form) {
  bool first = form->written == WRITES_FIRST && inst->arg_count;
  return first ? ir_type(v->p, ir_arg(v->p, inst, 0)) : inst->type;
}

static bool verify_operand(Verifier *v, const Inst *inst, const OpForm *form,
                           uint32_t n) {
  Val value = ir_arg(v->p, inst, n);
  char kind = form_operand(form, n);
  Type type = ir_type(v->p, value), written = written_type(v, inst, form);
  if (!form_kind_fits(kind, type, written))
    return verify_fail(v, "operand %u is of type %s where %s is needed", n,
                       type_text(v, type),
                       kind == 't' ? type_text(v, written) : form_kind_text(kind));
  if (kind == 'n' && inst->op != OP_INTTOPTR && ir_type_bits(v->p, type) > 64)
    return verify_fail(v, "operand %u has more than 64 bits", n);
  if (!value_is_known(v, inst, n, value))
    return verify_fail(v, "operand %s is not computed on every way to here",
                       value_text(v, value));
  return true;
}

static bool verify_operands(Verifier *v, const Inst *inst, const OpForm *form) {
  if ((uint64_t)inst->args + inst->arg_count > v->p->operands.len)
    return verify_fail(v, "operands outside the table");
  if (!form_count_fits(form, inst->arg_count))
    return verify_fail(v, "the wrong number of operands");
  if (inst->op == OP_PHI && inst->arg_count != ir_block(v->p, v->blk)->pred_count)
    return verify_fail(v, "%u operands for %u predecessors", inst->arg_count,
                       ir_block(v->p, v->blk)->pred_count);
  for (uint32_t i = 0; i < inst->arg_count; i++)
    if (!value_exists(v, ir_arg(v->p, inst, i)))
      return verify_fail(v, "operand %u does not exist in this function", i);
  for (uint32_t i = 0; i < inst->arg_count; i++)
    if (!verify_operand(v, inst, form, i)) return false;
  return true;
}

/* ---- op by op ---- */

static unsigned operand_bits(const Verifier *v, const Inst *inst, uint32_t n) {
  return ir_type_bits(v->p, ir_type(v->p, ir_arg(v->p, inst, n)));
}

static bool verify_width(Verifier *v, const Inst *inst) {
  unsigned from = operand_bits(v, inst, 0), to = ir_type_bits(v->p, inst->type);
  bool good = inst->op == OP_TRUNC     ? to < from
              : inst->op == OP_BITCAST ? to == from
                                       : to > from;
  return good || verify_fail(v, "from %u to %u bits", from, to);
}

static bool verify_addr(Verifier *v, const Inst *inst) {
  if (inst->arg_count % 2 == 0) return verify_fail(v, "an index without a scale");
  for (uint32_t i = 2; i < inst->arg_count; i += 2) {
    Val scale = ir_arg(v->p, inst, i);
    int64_t value;
    if (!ir_const_int(v->p, scale, &value))
      return verify_fail(v, "a scale that is not a constant of at most 64 bits");
  }
  return true;
}

static bool verify_part(Verifier *v, const Inst *inst) {
  Val call = ir_arg(v->p, inst, 0);
  if (!val_is_inst(call) || ir_inst(v->p, call)->op != OP_CALL)
    return verify_fail(v, "part of what is not a call");
  if (inst->imm < 1) return verify_fail(v, "further results count from 1");
  Fn callee = ir_direct_callee(v->p, ir_inst(v->p, call));
  if (callee.id == IR_NONE) return true;
  const Function *function = ir_function(v->p, callee);
  if ((uint64_t)inst->imm >= function->results.len)
    return verify_fail(v, "the callee has %u results", function->results.len);
  Type type = function->results.data[inst->imm];
  return type_eq(type, inst->type) ||
         verify_fail(v, "the callee's result is of type %s", type_text(v, type));
}

static bool verify_scope(Verifier *v, const Inst *inst) {
  Val object = ir_arg(v->p, inst, 0);
  if (!val_is_inst(object) || ir_inst(v->p, object)->op != OP_ALLOCA)
    return verify_fail(v, "the scope of what is not an alloca");
  return true;
}

static int compare_cases(const void *a, const void *b) {
  const Const *const *x = a, *const *y = b;
  if ((*x)->hi != (*y)->hi) return (*x)->hi < (*y)->hi ? -1 : 1;
  if ((*x)->lo != (*y)->lo) return (*x)->lo < (*y)->lo ? -1 : 1;
  return 0;
}

static bool verify_switch(Verifier *v, const Inst *inst) {
  uint32_t count = inst->arg_count - 1;
  const Const **cases = arena_new_array(v->scratch, const Const *, count);
  for (uint32_t i = 0; i < count; i++) {
    Val value = ir_arg(v->p, inst, i + 1);
    if (!val_is_const(value) || ir_const(v->p, value)->kind != CONST_INT)
      return verify_fail(v, "case %u is not an integer constant", i);
    cases[i] = ir_const(v->p, value);
  }
  qsort(cases, count, sizeof *cases, compare_cases);
  for (uint32_t i = 1; i < count; i++)
    if (!compare_cases(&cases[i - 1], &cases[i]))
      return verify_fail(v, "two equal cases");
  return true;
}

static bool verify_ret(Verifier *v, const Inst *inst) {
  const Function *function = ir_function(v->p, v->fn);
  if (inst->arg_count != function->results.len)
    return verify_fail(v, "%u values for %u results", inst->arg_count,
                       function->results.len);
  for (uint32_t i = 0; i < inst->arg_count; i++) {
    Type type = ir_type(v->p, ir_arg(v->p, inst, i));
    if (!type_eq(type, function->results.data[i]))
      return verify_fail(v, "value %u is of type %s, the result of type %s", i,
                         type_text(v, type), type_text(v, function->results.data[i]));
  }
  return true;
}

static bool verify_by_op(Verifier *v, const Inst *inst) {
  switch ((Op)inst->op) {
  case OP_ICMP: return inst->pred < ICMP_COUNT || verify_fail(v, "no such predicate");
  case OP_FCMP: return inst->pred < FCMP_COUNT || verify_fail(v, "no such predicate");
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
  case OP_BITCAST: return verify_width(v, inst);
  case OP_BSWAP:
    return ir_type_bits(v->p, inst->type) % 8 == 0 || verify_fail(v, "half a byte");
  case OP_ADDR: return verify_addr(v, inst);
  case OP_PHI: return inst->arg_count || verify_fail(v, "phi in the entry block");
  case OP_PART: return verify_part(v, inst);
  case OP_SCOPE_BEGIN:
  case OP_SCOPE_END: return verify_scope(v, inst);
  case OP_ALLOCA:
    return (inst->imm > 0 && !(inst->imm & (inst->imm - 1))) ||
           verify_fail(v, "the alignment is not a power of two");
  case OP_SWITCH: return verify_switch(v, inst);
  case OP_RET: return verify_ret(v, inst);
  default: return true;
  }
}

/* How many successors a block with this terminator has. */
static uint32_t successors(const Inst *inst) {
  switch ((Op)inst->op) {
  case OP_BR: return 1;
  case OP_CBR: return 2;
  case OP_SWITCH: return inst->arg_count;
  default: return 0;
  }
}

static bool verify_fields(Verifier *v, const Inst *inst, const OpForm *form) {
  if (!verify_type(inst->type)) return verify_fail(v, "no such type");
  if (!form_kind_fits(form->result, inst->type, inst->type))
    return verify_fail(v, "the result is of type %s where %s is needed",
                       type_text(v, inst->type), form_kind_text(form->result));
  if (inst->pos >= v->p->positions.len) return verify_fail(v, "no such position");
  if (!val_is_inst(inst->origin))
    return verify_fail(v, "the origin is not an instruction");
  for (unsigned bit = 0; bit < 8; bit++)
    if ((inst->flags >> bit & 1) && !form_inst_flag(bit))
      return verify_fail(v, "flag %u is unknown", 1u << bit);
  if (op_is_terminator((Op)inst->op) &&
      ir_block(v->p, v->blk)->succ_count != successors(inst))
    return verify_fail(v, "%u successors", ir_block(v->p, v->blk)->succ_count);
  return true;
}

bool verify_inst(Verifier *v) {
  const Inst *inst = ir_inst(v->p, v->at);
  const OpForm *form = form_of((Op)inst->op);
  return verify_fields(v, inst, form) && verify_operands(v, inst, form) &&
         verify_by_op(v, inst);
}
