/* What an instruction that is kept needs: operands, the calls of its function, what wrote
 * the memory it reads, arguments behind parameters and results behind calls. `exec` means
 * that it is executed on the same addresses and sizes, `full` that its result or what it
 * writes matters, too. */
#include "slice/slicer.h"

static void push(Slice *s, Val v, bool full) {
  Bitset *marks = full ? &s->full : &s->exec;
  if (bitset_has(marks, v.id)) return;
  bitset_add(marks, v.id);
  vec_push(s->arena, &s->work, v.id << 1 | full);
}

void slice_mark_exec(Slice *s, Val v) {
  if (val_is_inst(v)) push(s, v, false);
}

void slice_mark_full(Slice *s, Val v) {
  if (!val_is_inst(v)) return;
  push(s, v, false);
  push(s, v, true);
}

uint32_t slice_access_operands(uint8_t op, uint32_t operands[2]) {
  operands[0] = 0;
  operands[1] = 1;
  switch (op) {
  case OP_LOAD:
  case OP_FILL:
  case OP_FREE:
  case OP_REALLOC:
  case OP_KILL:
  case OP_OBJSIZE: return 1;
  case OP_STORE:
  case OP_OUTPUT: operands[0] = 1; return 1;
  case OP_COPY:
  case OP_MOVE: return 2;
  case OP_FMTFLOAT: operands[1] = 3; return 2;
  default: return 0;
  }
}

void slice_mark_access(Slice *s, Val v) {
  slice_mark_exec(s, v);
  if (bitset_has(&s->watched, v.id)) return;
  bitset_add(&s->watched, v.id);
  uint32_t operands[2],
    count = slice_access_operands(ir_inst(s->program, v)->op, operands);
  for (uint32_t i = 0; i < count; i++) slice_memory_need_life(s, v, operands[i]);
}

/* ---- functions ---- */

static void make_dirty(Slice *s, Fn fn) {
  FnState *state = &s->fns[fn.id];
  if (state->dirty) return;
  state->dirty = true;
  vec_push(s->arena, &s->dirty, fn.id);
}

static void keep_whole(Slice *s, const Function *f) {
  const Program *p = s->program;
  ir_each_block(p, f, b) ir_each_inst(ir_block(p, b), v) slice_mark_full(s, v);
}

static void need_result(Slice *s, Fn fn, uint32_t number) {
  FnState *state = &s->fns[fn.id];
  if (number >= 64 || state->results >> number & 1) return;
  state->results |= (uint64_t)1 << number;
  for (uint32_t i = 0; i < state->rets.len; i++) {
    Val ret = {state->rets.data[i]};
    const Inst *inst = ir_inst(s->program, ret);
    slice_mark_exec(s, ret);
    if (number < inst->arg_count) slice_mark_full(s, ir_arg(s->program, inst, number));
  }
}

static void enter(Slice *s, Fn fn) {
  FnState *state = &s->fns[fn.id];
  const Function *f = ir_function(s->program, fn);
  if (state->entered) return;
  state->entered = true;
  const CallNode *node = callgraph_node(s->calls, fn);
  for (uint32_t i = 0; i < node->called_by.len; i++)
    slice_mark_exec(s, s->calls->sites.data[node->called_by.data[i]].call);
  if (!s->criterion->whole_models || !(f->flags & FN_MODEL)) return;
  keep_whole(s, f);
  for (uint32_t i = 0; i < f->results.len; i++) need_result(s, fn, i);
}

void slice_mark_returns(Slice *s, Fn fn) {
  FnState *state = &s->fns[fn.id];
  if (state->returns || !state->may_stop) return;
  state->returns = true;
  for (uint32_t i = 0; i < state->rets.len; i++)
    slice_mark_exec(s, (Val){state->rets.data[i]});
}

/* Argument number of every call of the function; from: all from there on. */
static void need_arguments(Slice *s, Fn fn, uint32_t number, bool from) {
  const CallNode *node = callgraph_node(s->calls, fn);
  for (uint32_t i = 0; i < node->called_by.len; i++) {
    Val call = s->calls->sites.data[node->called_by.data[i]].call;
    const Inst *inst = ir_inst(s->program, call);
    for (uint32_t n = number + 1; n < inst->arg_count; n++) {
      slice_mark_full(s, ir_arg(s->program, inst, n));
      if (!from) break;
    }
  }
}

/* ---- instructions ---- */

static void need_operands(Slice *s, const Inst *inst) {
  for (uint32_t i = 0; i < inst->arg_count; i++)
    slice_mark_full(s, ir_arg(s->program, inst, i));
}

static void need_phi(Slice *s, const Inst *inst) {
  const Block *b = ir_block(s->program, inst->block);
  need_operands(s, inst);
  for (uint32_t i = 0; i < b->pred_count; i++)
    slice_mark_exec(s, ir_terminator(ir_block(s->program, ir_pred(s->program, b, i))));
}

static void need_alloca(Slice *s, Val v, const Inst *inst) {
  need_operands(s, inst);
  uint64_t list = map_get(&s->scope_begins, v.id, 0);
  for (uint32_t i = 0; list && i < s->scope_lists.data[list - 1].len; i++)
    slice_mark_exec(s, (Val){s->scope_lists.data[list - 1].data[i]});
  const FnState *state = &s->fns[ir_fn_of(s->program, v).id];
  for (uint32_t i = 0; i < state->restores.len; i++)
    slice_mark_exec(s, (Val){state->restores.data[i]});
}

/* Unknown code may call whatever has an address. */
static void keep_callbacks(Slice *s) {
  if (s->callbacks_kept) return;
  s->callbacks_kept = true;
  ir_each_function(s->program, f) if (callgraph_node(s->calls, f)->address_taken)
    keep_whole(s, ir_function(s->program, f));
}

static void need_call(Slice *s, Val v, const Inst *inst) {
  const CallSite *site = callgraph_site(s->calls, v);
  if (site->unknown) {
    need_operands(s, inst);
    slice_memory_need_read(s, v);
    keep_callbacks(s);
    return;
  }
  slice_mark_full(s, ir_arg(s->program, inst, 0));
  for (uint32_t i = 0; i < site->callees.len; i++) {
    const Function *f = &s->program->functions.data[site->callees.data[i]];
    if (s->criterion->whole_models && (f->flags & FN_MODEL))
      enter(s, (Fn){site->callees.data[i]});
  }
}

static void need_call_result(Slice *s, Val call, uint32_t number) {
  const CallSite *site = callgraph_site(s->calls, call);
  for (uint32_t i = 0; i < site->callees.len; i++)
    need_result(s, (Fn){site->callees.data[i]}, number);
}

static void process_exec(Slice *s, Val v) {
  const Program *p = s->program;
  const Inst *inst = ir_inst(p, v);
  Fn fn = ir_fn_of(p, v);
  enter(s, fn);
  if (inst->op == OP_PARAM) {
    need_arguments(s, fn, (uint32_t)inst->imm, false);
    return;
  }
  slice_control_graph(s, fn)
    ->nodes[s->fns[fn.id].graph->node_of[v.id - ir_function(p, fn)->first]]
    .needed = true;
  make_dirty(s, fn);
  switch (inst->op) {
  case OP_PHI: need_phi(s, inst); break;
  case OP_CALL: need_call(s, v, inst); break;
  case OP_PART:
    slice_mark_exec(s, ir_arg(p, inst, 0));
    need_call_result(s, ir_arg(p, inst, 0), (uint32_t)inst->imm);
    break;
  case OP_RET:
  case OP_EXIT:
  case OP_ABORT:
  case OP_HOLD: break;
  case OP_STORE: slice_mark_full(s, ir_arg(p, inst, 1)); break;
  case OP_FILL:
    slice_mark_full(s, ir_arg(p, inst, 0));
    slice_mark_full(s, ir_arg(p, inst, 2));
    break;
  case OP_ALLOCA: need_alloca(s, v, inst); break;
  case OP_VARARGS: need_arguments(s, fn, ir_function(p, fn)->params.len, true); break;
  case OP_OBJSIZE:
    need_operands(s, inst);
    slice_mark_access(s, v);
    break;
  case OP_OPAQUE:
    need_operands(s, inst);
    slice_memory_need_any(s);
    break;
  default: need_operands(s, inst);
  }
}

static void process_full(Slice *s, Val v) {
  const Inst *inst = ir_inst(s->program, v);
  switch (inst->op) {
  case OP_LOAD:
  case OP_COPY:
  case OP_MOVE:
  case OP_FMTFLOAT:
  case OP_OUTPUT: slice_memory_need_read(s, v); break;
  case OP_REALLOC: slice_memory_need_content(s, v, 0); break;
  case OP_STORE: slice_mark_full(s, ir_arg(s->program, inst, 0)); break;
  case OP_FILL: slice_mark_full(s, ir_arg(s->program, inst, 1)); break;
  case OP_CALL: need_call_result(s, v, 0); break;
  case OP_RET:
    for (uint32_t i = 0; i < inst->arg_count; i++)
      need_result(s, ir_fn_of(s->program, v), i);
    break;
  case OP_EXIT: need_operands(s, inst); break;
  default: break;
  }
}

void slice_mark_close(Slice *s) {
  for (;;) {
    while (s->work.len) {
      uint32_t item = vec_pop(&s->work);
      if (item & 1)
        process_full(s, (Val){item >> 1});
      else
        process_exec(s, (Val){item >> 1});
    }
    if (s->steps.len) {
      slice_memory_close(s);
      continue;
    }
    if (!s->dirty.len) return;
    Fn fn = {vec_pop(&s->dirty)};
    s->fns[fn.id].dirty = false;
    slice_control_close(s, fn);
  }
}
