/* One instruction of one path. */
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"
#include "symbolic/merge.h"

enum { MAX_DEPTH = 20000 };

SymVal sym_fresh(Exec *x, Type type) {
  return sym_from_term(x->terms, term_var(x->terms, ir_type_bits(x->program, type)));
}

static SymVal constant(Exec *x, SymState *s, Val v) {
  const Const *c = ir_const(x->program, v);
  unsigned w = ir_type_bits(x->program, c->type);
  switch ((ConstKind)c->kind) {
  case CONST_INT:
  case CONST_FLOAT:
    if (w <= 64) return sym_int(c->lo);
    return sym_from_term(x->terms, term_const(x->terms, w, (Word)c->hi << 64 | c->lo));
  case CONST_NULL: return sym_int(0);
  case CONST_UNDEF: {
    SymVal any = sym_fresh(x, c->type);
    state_choose(x, s, s->frame->at, CHOICE_UNINIT, c->type, sym_term_of(any));
    any.undef = 1;
    return any;
  }
  case CONST_GLOBAL:
  case CONST_FUNC: {
    uint32_t object = c->kind == CONST_GLOBAL ? x->global_objects.data[c->index]
                                              : x->function_objects.data[c->index];
    SymVal p = sym_ptr(object, c->lo & x->ptr_mask);
    if (w == x->ptr_bits) return p;
    Term t = sym_number(x, s, p, x->ptr_bits);
    return sym_from_term(x->terms, w < x->ptr_bits ? term_extract(x->terms, t, 0, w)
                                                   : term_zext(x->terms, t, w));
  }
  }
  panic("unknown kind of constant");
}

SymVal sym_operand(Exec *x, SymState *s, Val v) {
  if (val_is_const(v)) return constant(x, s, v);
  return s->frame->regs[v.id - ir_function(x->program, s->frame->fn)->first];
}

SymVal sym_arg(Exec *x, SymState *s, const Inst *i, uint32_t n) {
  return sym_operand(x, s, ir_arg(x->program, i, n));
}

void sym_set(SymState *s, const Program *p, Val at, SymVal value) {
  SymFrame *f = frame_own(s);
  f->regs[at.id - ir_function(p, f->fn)->first] = value;
}

/* ---- control ---- */

/* Takes edge `k` of the block: all phis at once, then the first other instruction. */
static void jump(Exec *x, SymState *s, const Block *from, uint32_t k) {
  Blk target = ir_succ(x->program, from, k);
  const Block *b = ir_block(x->program, target);
  uint32_t edge = 0, from_id = ir_inst(x->program, ir_terminator(from))->block.id;
  while (ir_pred(x->program, b, edge).id != from_id) edge++;
  uint32_t count = 0;
  while (count < b->count && ir_inst(x->program, ir_block_inst(b, count))->op == OP_PHI)
    count++;
  SymFrame *f = frame_own(s);
  SymVal small[16], *values = count <= 16 ? small : malloc(count * sizeof *values);
  if (!values) panic("out of memory");
  uint32_t first = ir_function(x->program, f->fn)->first;
  for (uint32_t n = 0; n < count; n++) {
    f->at = ir_block_inst(b, n);
    values[n] = sym_arg(x, s, ir_inst(x->program, f->at), edge);
  }
  for (uint32_t n = 0; n < count; n++) f->regs[b->first + n - first] = values[n];
  if (values != small) free(values);
  f->at = ir_block_inst(b, count);
  s->entered = true;
  s->came_from = (Blk){from_id};
}

static StepResult go(Exec *x, SymState *s, const Block *from, uint32_t k) {
  jump(x, s, from, k);
  x->visits[ir_succ(x->program, from, k).id]++;
  return STEP_STAY;
}

/* Goes to edge k if `condition` is possible; the state itself is used up by the caller.
 */
static void schedule_edge(Exec *x, SymState *s, const Block *b, uint32_t k,
                          Term condition, Model *model) {
  SymState *other = state_fork(x, s);
  state_assume(x, other, condition, model);
  jump(x, other, b, k);
  state_schedule(x, other);
}

static StepResult branch(Exec *x, SymState *s, const Inst *i) {
  const Block *b = ir_block(x->program, i->block);
  SymVal c = sym_arg(x, s, i, 0);
  if (c.kind == SYM_INT) return go(x, s, b, c.bits ? 0 : 1);
  Term yes = sym_number(x, s, c, 1), no = term_not(x->terms, yes);
  Model *yes_model = NULL, *no_model = NULL;
  Answer may_yes = solver_may(x->solver, s->path, yes, &yes_model);
  Answer may_no =
    may_yes == ANSWER_NO ? ANSWER_YES : solver_may(x->solver, s->path, no, &no_model);
  if (may_yes == ANSWER_UNKNOWN && may_no == ANSWER_UNKNOWN)
    return state_drop(x, s, "solver gave no answer on a branch");
  if (may_yes == ANSWER_NO) return go(x, s, b, 1);
  if (may_no == ANSWER_NO) return go(x, s, b, 0);
  /* An unanswered side is followed too: that only adds paths. */
  Blk join;
  if (merge_possible(x, s, i->block, &join)) {
    SymState *other = state_fork(x, s);
    state_assume(x, other, no, no_model);
    go(x, other, b, 1);
    state_assume(x, s, yes, yes_model);
    go(x, s, b, 0);
    return merge_branch(x, s, other, yes, join);
  }
  bool first_is_newer =
    x->visits[ir_succ(x->program, b, 0).id] <= x->visits[ir_succ(x->program, b, 1).id];
  if (first_is_newer) {
    schedule_edge(x, s, b, 1, no, no_model);
    state_assume(x, s, yes, yes_model);
    return go(x, s, b, 0);
  }
  schedule_edge(x, s, b, 0, yes, yes_model);
  state_assume(x, s, no, no_model);
  return go(x, s, b, 1);
}

static StepResult switch_to(Exec *x, SymState *s, const Inst *i) {
  const Block *b = ir_block(x->program, i->block);
  SymVal v = sym_arg(x, s, i, 0);
  unsigned w = ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, 0)));
  if (sym_is_ptr(v)) v = sym_from_term(x->terms, sym_number(x, s, v, w));
  Term t = sym_to_term(x->terms, v, w), none = term_bool(x->terms, true);
  for (uint32_t k = 1; k < i->arg_count; k++) {
    SymVal c = sym_arg(x, s, i, k);
    Term equal = term_eq(x->terms, t, sym_to_term(x->terms, c, w));
    if (term_is_true(x->terms, equal)) return go(x, s, b, k);
    if (term_is_false(x->terms, equal)) continue;
    Model *model = NULL;
    if (solver_may(x->solver, s->path, equal, &model) == ANSWER_NO) continue;
    schedule_edge(x, s, b, k, equal, model);
    none = term_and(x->terms, none, term_not(x->terms, equal));
  }
  Model *model = NULL;
  if (solver_may(x->solver, s->path, none, &model) == ANSWER_NO) return STEP_END;
  state_assume(x, s, none, model);
  return go(x, s, b, 0);
}

/* ---- calls ---- */

/* The function a pointer means; FN_NONE after ending or splitting the path. */
static Fn callee_of(Exec *x, SymState *s, const Inst *i, Val at, StepResult *result) {
  Fn direct = ir_direct_callee(x->program, i);
  if (direct.id != IR_NONE) return direct;
  SymVal p = sym_arg(x, s, i, 0);
  *result = STEP_END;
  if (!p.undef && !sym_resolve(x, s, &p, result)) return FN_NONE;
  if (sym_is_ptr(p)) {
    const Object *o = memory_get(&s->memory, p.object);
    uint64_t offset;
    if (!sym_split(x, s, p, x->ptr_bits, &offset)) return FN_NONE;
    if (o->kind == OBJECT_FUNCTION && offset == 0) return (Fn){o->index};
  }
  report_broken(x, s, at, CHECK_CALLEE, term_bool(x->terms, true), "not a function");
  if (p.kind == SYM_TERM) state_drop(x, s, "a call of a number");
  return FN_NONE;
}

static bool fits_parameter(Exec *x, Type from, Type to) {
  return ir_type_bits(x->program, from) == ir_type_bits(x->program, to);
}

static void keep_variadic(Exec *x, SymState *s, SymFrame *f, const Inst *i,
                          uint32_t named, const SymVal *args) {
  (void)s;
  f->arg_count = i->arg_count - 1 - named;
  f->variadic = calloc(f->arg_count, sizeof *f->variadic);
  f->variadic_types = calloc(f->arg_count, sizeof *f->variadic_types);
  if (!f->variadic || !f->variadic_types) panic("out of memory");
  for (uint32_t k = 0; k < f->arg_count; k++) {
    f->variadic[k] = args[named + k];
    f->variadic_types[k] = ir_type(x->program, ir_arg(x->program, i, 1 + named + k));
  }
}

static StepResult call(Exec *x, SymState *s, const Inst *i, Val at) {
  StepResult result;
  Fn fn = callee_of(x, s, i, at, &result);
  if (fn.id == IR_NONE) return result;
  const Function *f = ir_function(x->program, fn);
  if (!ir_function_has_body(f))
    return state_drop(
      x, s,
      arena_printf(x->arena, "calls unknown function %s", ir_text(x->program, f->name)));
  uint32_t given = i->arg_count - 1;
  if (given < f->params.len) return state_drop(x, s, "call with too few arguments");
  if (s->frame->depth >= MAX_DEPTH) return state_drop(x, s, "recursion too deep");
  SymVal small[32], *args = given <= 32 ? small : malloc(given * sizeof *args);
  if (!args) panic("out of memory");
  for (uint32_t k = 0; k < given; k++) args[k] = sym_arg(x, s, i, k + 1);
  for (uint32_t k = 0; k < f->params.len; k++)
    if (!fits_parameter(x, ir_type(x->program, ir_arg(x->program, i, k + 1)),
                        f->params.data[k])) {
      if (args != small) free(args);
      return state_drop(x, s, "call with arguments of other sizes");
    }
  if (sym_input_bytes(x, s, fn, args, &result)) {
    if (args != small) free(args);
    return result;
  }
  frame_own(s);
  SymFrame *frame = frame_push(x, s, fn);
  if (f->params.len) memcpy(frame->regs, args, f->params.len * sizeof *args);
  if ((f->flags & FN_VARIADIC) && given > f->params.len)
    keep_variadic(x, s, frame, i, f->params.len, args);
  if (args != small) free(args);
  x->visits[f->first_block]++;
  return STEP_STAY;
}

static void set_results(Exec *x, SymState *s, const SymVal *values, const Type *types,
                        uint32_t count) {
  SymFrame *f = frame_own(s);
  const Inst *i = ir_inst(x->program, f->at);
  Val at = f->at;
  if (!type_is_void(i->type)) {
    bool fits = count && fits_parameter(x, types[0], i->type);
    sym_set(s, x->program, at, fits ? values[0] : sym_fresh(x, i->type));
  }
  const Block *b = ir_block(x->program, i->block);
  for (Val v = {at.id + 1}; v.id < b->first + b->count; v.id++) {
    const Inst *part = ir_inst(x->program, v);
    if (part->op != OP_PART) break;
    uint64_t n = (uint64_t)part->imm;
    sym_set(s, x->program, v, n < count ? values[n] : sym_fresh(x, part->type));
  }
  frame_own(s)->at.id++;
}

static StepResult ret(Exec *x, SymState *s, const Inst *i, Val at) {
  (void)at;
  SymVal values[16];
  Type types[16];
  uint32_t count = i->arg_count < 16 ? i->arg_count : 16;
  for (uint32_t k = 0; k < count; k++) {
    values[k] = sym_arg(x, s, i, k);
    types[k] = ir_type(x->program, ir_arg(x->program, i, k));
  }
  if (!s->frame->caller) tell_end(x, s);
  frame_pop(x, s);
  if (!s->frame) {
    check_leaks(x, s, false, LEAK_END);
    return STEP_END;
  }
  set_results(x, s, values, types, count);
  return STEP_STAY;
}

/* ---- the rest ---- */

static StepResult assume(Exec *x, SymState *s, const Inst *i) {
  SymVal c = sym_arg(x, s, i, 0);
  if (c.kind == SYM_INT && c.bits) return STEP_NEXT;
  Term yes = sym_number(x, s, c, 1);
  Model *model = NULL;
  check_leaks(x, s, true, LEAK_NO_END);
  Answer may = solver_may(x->solver, s->path, yes, &model);
  if (may == ANSWER_NO) return STEP_END;
  state_assume(x, s, yes, model);
  return STEP_NEXT;
}

/* Arguments behind the named ones, laid out as the interpreter does. */
static StepResult varargs(Exec *x, SymState *s, Val at) {
  const SymFrame *f = s->frame;
  uint64_t slot = x->ptr_bits / 8, size = 0;
  for (int pass = 0; pass < 2; pass++) {
    uint32_t id = 0;
    if (pass) {
      id = sym_new_stack(x, s, at, sym_int(size));
      f = s->frame;
      Object *o = memory_own(&s->memory, id);
      o->zero_beyond = true;
      object_reserve(o, size);
      sym_set(s, x->program, at, sym_ptr(id, 0));
      f = s->frame;
    }
    uint64_t offset = 0;
    for (uint32_t k = 0; k < f->arg_count; k++) {
      Type t = f->variadic_types[k];
      unsigned bits = ir_type_bits(x->program, t), bytes = ir_type_bytes(x->program, t);
      if (bits > 64 && slot == 8) offset = (offset + 15) & ~(uint64_t)15;
      if (pass)
        object_write(x, &s->memory, memory_own(&s->memory, id), offset, bytes, bits,
                     f->variadic[k]);
      uint64_t room = bits == 80 ? (slot == 8 ? 16 : 12) : bytes;
      offset += (room + slot - 1) / slot * slot;
    }
    size = offset;
  }
  return STEP_NEXT;
}

static StepResult scope(Exec *x, SymState *s, const Inst *i) {
  Val alloca = ir_arg(x->program, i, 0);
  SymVal old = sym_operand(x, s, alloca);
  sym_kill_object(s, old.object);
  if (i->op == OP_SCOPE_END) return STEP_NEXT;
  SymVal size = memory_get(&s->memory, old.object)->size;
  sym_set(s, x->program, alloca, sym_ptr(sym_new_stack(x, s, alloca, size), 0));
  return STEP_NEXT;
}

static StepResult stack_restore(Exec *x, SymState *s, const Inst *i) {
  SymVal token = sym_arg(x, s, i, 0);
  if (token.kind != SYM_INT) return state_drop(x, s, "unknown stack.restore token");
  for (uint32_t k = (uint32_t)token.bits; k < s->frame->stack.len; k++) {
    uint32_t id = s->frame->stack.data[k];
    Val made = memory_get(&s->memory, id)->made_at;
    if (ir_inst(x->program, made)->op == OP_ALLOCA) sym_kill_object(s, id);
  }
  return STEP_NEXT;
}

static StepResult format_float(Exec *x, SymState *s, const Inst *i, Val at) {
  enum { MOST = 512 };
  SymVal to = sym_arg(x, s, i, 0), cap = sym_arg(x, s, i, 1), spec = sym_arg(x, s, i, 3);
  StepResult result = STEP_END;
  uint64_t bytes, offset;
  if (!access_check(x, s, at, CHECK_READ, &spec, sym_int(1), &result)) return result;
  if (!sym_known(x, s, cap, x->ptr_bits, &bytes) || bytes > MOST || bytes == 0)
    return state_drop(x, s, "a float formatted into an unknown number of bytes");
  if (!access_check(x, s, at, CHECK_WRITE, &to, sym_int(bytes), &result)) return result;
  if (!sym_split(x, s, to, x->ptr_bits, &offset)) return STEP_END;
  Object *o = memory_own(&s->memory, to.object);
  if (!object_is_array(o) && !object_reserve(o, offset + bytes))
    return state_drop(x, s, "large object");
  for (uint64_t k = 0; k < bytes; k++)
    object_write(x, &s->memory, o, offset + k, 1, 8,
                 k + 1 == bytes ? sym_int(0) : sym_fresh(x, type_int(8)));
  SymVal length = sym_fresh(x, i->type);
  unsigned w = ir_type_bits(x->program, i->type);
  Term fits = term_ult(x->terms, sym_term_of(length), term_const(x->terms, w, bytes));
  s->path = path_add(x->arena, x->terms, s->path, fits);
  sym_set(s, x->program, at, length);
  return STEP_NEXT;
}

static StepResult load(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal p = sym_arg(x, s, i, 0), value;
  StepResult result = STEP_END;
  if (!access_check(x, s, at, CHECK_READ, &p, sym_int(ir_type_bytes(x->program, i->type)),
                    &result))
    return result;
  if (!access_load(x, s, at, p, i->type, &value, &result)) return result;
  sym_set(s, x->program, at, value);
  return STEP_NEXT;
}

static StepResult store(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal value = sym_arg(x, s, i, 0), p = sym_arg(x, s, i, 1);
  Type type = ir_type(x->program, ir_arg(x->program, i, 0));
  StepResult result = STEP_END;
  if (!access_check(x, s, at, CHECK_WRITE, &p, sym_int(ir_type_bytes(x->program, type)),
                    &result))
    return result;
  return access_store(x, s, at, p, type, value, &result) ? STEP_NEXT : result;
}

static StepResult input(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal v = sym_fresh(x, i->type);
  state_choose(x, s, at, CHOICE_INPUT, i->type, sym_term_of(v));
  sym_set(s, x->program, at, v);
  return STEP_NEXT;
}

static StepResult output(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal p = sym_arg(x, s, i, 1), n = sym_arg(x, s, i, 2);
  StepResult result = STEP_END;
  uint64_t known;
  if (sym_known(x, s, n, x->ptr_bits, &known)) n = sym_int(known);
  return access_check(x, s, at, CHECK_READ, &p, n, &result) ? STEP_NEXT : result;
}

static StepResult object_size(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal p = sym_arg(x, s, i, 0);
  if (!sym_is_ptr(p)) return state_drop(x, s, "size of an unknown object");
  sym_set(s, x->program, at, memory_get(&s->memory, p.object)->size);
  return STEP_NEXT;
}

static StepResult finish(Exec *x, SymState *s, LeakEnd end) {
  check_leaks(x, s, true, end);
  return STEP_END;
}

static StepResult step_other(Exec *x, SymState *s, const Inst *i, Val at) {
  switch ((Op)i->op) {
  case OP_ALLOCA: return sym_alloca(x, s, i, at);
  case OP_SCOPE_BEGIN:
  case OP_SCOPE_END: return scope(x, s, i);
  case OP_STACK_SAVE:
    return sym_set(s, x->program, at, sym_int(s->frame->stack.len)), STEP_NEXT;
  case OP_STACK_RESTORE: return stack_restore(x, s, i);
  case OP_VARARGS: return varargs(x, s, at);
  case OP_ALLOC: return sym_alloc(x, s, i, at);
  case OP_REALLOC: return sym_realloc(x, s, i, at);
  case OP_FREE: return sym_free(x, s, i, at);
  case OP_LOAD: return load(x, s, i, at);
  case OP_STORE: return store(x, s, i, at);
  case OP_COPY:
  case OP_MOVE: return sym_copy(x, s, i, at);
  case OP_FILL: return sym_fill(x, s, i, at);
  case OP_OBJSIZE: return object_size(x, s, i, at);
  case OP_KILL: {
    SymVal p = sym_arg(x, s, i, 0);
    if (sym_is_ptr(p)) sym_kill_object(s, p.object);
    return STEP_NEXT;
  }
  case OP_FMTFLOAT: return format_float(x, s, i, at);
  case OP_INPUT: return input(x, s, i, at);
  case OP_OUTPUT: return output(x, s, i, at);
  case OP_ASSUME: return assume(x, s, i);
  case OP_CALL: return call(x, s, i, at);
  case OP_OPAQUE: return state_drop(x, s, ir_text(x->program, i->sym));
  case OP_BR: return go(x, s, ir_block(x->program, i->block), 0);
  case OP_CBR: return branch(x, s, i);
  case OP_SWITCH: return switch_to(x, s, i);
  case OP_RET: return ret(x, s, i, at);
  case OP_EXIT: return finish(x, s, LEAK_END);
  case OP_ABORT: return finish(x, s, LEAK_ABORT);
  case OP_UNREACHABLE: return finish(x, s, LEAK_NO_END);
  default: return STEP_NEXT; /* phi and part have their value already */
  }
}

StepResult sym_step(Exec *x, SymState *s) {
  Val at = s->frame->at;
  const Inst *i = ir_inst(x->program, at);
  s->choices_before = s->choices;
  s->steps++;
  StepResult result = STEP_NEXT;
  if (op_class((Op)i->op) != OP_CLASS_VALUE) {
    result = step_other(x, s, i, at);
  } else if (i->op == OP_ADDR) {
    SymVal v = sym_addr(x, s, i);
    sym_set(s, x->program, at, v);
  } else if (i->op != OP_PHI && i->op != OP_PART) {
    SymVal v;
    if (!sym_value(x, s, i, at, &v, &result)) return result;
    sym_set(s, x->program, at, v);
    result = STEP_NEXT;
  }
  if (result == STEP_NEXT) frame_own(s)->at.id++;
  if (result != STEP_END) s->forks_here = 0;
  return result;
}
