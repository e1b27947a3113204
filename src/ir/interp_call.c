/* Calls and returns. Frames lie in chunks of their own, so that the depth of recursion is
 * that of the program and not of the host's stack. */
#include <stdlib.h>

#include "base/panic.h"
#include "ir/interp_state.h"

enum { CHUNK_BYTES = 256 * 1024 };

/* ---- frames ---- */

static FrameChunk *new_chunk(FrameChunk *previous, size_t need) {
  size_t size = need > CHUNK_BYTES ? need : CHUNK_BYTES;
  FrameChunk *chunk = malloc(sizeof *chunk + size);
  if (!chunk) panic("no memory");
  *chunk = (FrameChunk){.previous = previous, .size = size};
  if (!previous) return chunk;
  chunk->next = previous->next; /* an unused one that is too small */
  if (chunk->next) chunk->next->previous = chunk;
  previous->next = chunk;
  return chunk;
}

static void *frame_alloc(Interp *it, size_t bytes) {
  FrameChunk *chunk = it->chunk;
  if (!chunk || chunk->size - chunk->used < bytes) {
    FrameChunk *next = chunk ? chunk->next : NULL;
    it->chunk = chunk = next && next->size >= bytes ? next : new_chunk(chunk, bytes);
    chunk->used = 0;
  }
  void *frame = chunk->data + chunk->used;
  chunk->used += bytes;
  return frame;
}

void interp_frames_end(Interp *it) {
  FrameChunk *chunk = it->chunk;
  while (chunk && chunk->next) chunk = chunk->next;
  while (chunk) {
    FrameChunk *previous = chunk->previous;
    free(chunk);
    chunk = previous;
  }
}

bool interp_enter(Interp *it, const FunctionCode *callee) {
  uint32_t slots = callee->slot_count;
  size_t bytes = sizeof(Activation) + slots * (sizeof(Value) + sizeof(Extra));
  bytes = (bytes + 15) & ~(size_t)15;
  Activation *frame = frame_alloc(it, bytes);
  frame->caller = it->top;
  frame->code = callee;
  frame->ip = callee->code;
  frame->regs = (Value *)(frame + 1);
  frame->extras = (Extra *)(frame->regs + slots);
  frame->chunk = it->chunk;
  frame->stack_address = it->stack_next;
  frame->objects = it->stack.len;
  frame->bytes = (uint32_t)bytes;
  frame->trace = 0;
  memset(frame->regs, 0, slots * sizeof(Value));
  it->top = frame;
  it->depth++;
  return true;
}

static void end_frame_objects(Interp *it, uint32_t inst) {
  bool scarce = it->ptr_bytes == 4;
  while (it->stack.len > it->top->objects) {
    uint32_t id = vec_pop(&it->stack);
    Object *o = &it->objects[id];
    if (o->life == LIFE_ALIVE) interp_kill(it, id, LIFE_RETURNED, TRACE_INST | inst);
    if (!(o->flags & OBJECT_EXPOSED))
      interp_forget(it, id);
    else if (scarce && o->base + o->size + 16 > it->stack_floor)
      it->stack_floor = o->base + o->size + 16;
  }
  if (!scarce) return;
  uint64_t start = it->top->stack_address;
  it->stack_next = start > it->stack_floor ? start : it->stack_floor;
}

void interp_leave(Interp *it, uint32_t inst) {
  Activation *frame = it->top;
  if (it->stack.len > frame->objects) end_frame_objects(it, inst);
  frame->chunk->used -= frame->bytes;
  if (!frame->chunk->used && frame->chunk->previous) it->chunk = frame->chunk->previous;
  it->top = frame->caller;
  it->depth--;
}

/* ---- calls ---- */

static bool same_size(const Program *p, Type a, Type b) {
  return ir_type_bits(p, a) == ir_type_bits(p, b);
}

bool interp_call_fits(const Program *p, uint32_t inst, Fn fn) {
  const Inst *call = &p->insts.data[inst];
  const Function *f = ir_function(p, fn);
  if (call->arg_count - 1 < f->params.len) return false;
  for (uint32_t i = 0; i < f->params.len; i++)
    if (!same_size(p, ir_type(p, ir_arg(p, call, i + 1)), f->params.data[i]))
      return false;
  return type_is_void(call->type) || !f->results.len ||
         same_size(p, call->type, f->results.data[0]);
}

static bool enter_call(Interp *it, const Code *code, Fn fn) {
  if (it->depth >= it->max_depth)
    return interp_stop(it, RUN_LIMIT, code->inst, "stack depth: %u calls", it->depth);
  const FunctionCode *callee = interp_decode(it, fn);
  Activation *caller = it->top;
  const int32_t *list = caller->code->lists + code->b;
  caller->ip = code;
  interp_enter(it, callee);
  for (uint32_t i = 0; i < callee->param_count; i++) {
    int32_t operand = list[i];
    const Value *v = operand >= 0 ? &caller->regs[operand] : &it->consts[~operand];
    it->top->regs[i] = *v;
    if (!value_is_undef(v) && !callee->wide_params) continue;
    it->top->extras[i] =
      operand >= 0 ? caller->extras[operand] : it->const_extras[~operand];
  }
  return true;
}

bool interp_call_function(Interp *it, const Code *code) {
  return enter_call(it, code, (Fn){(uint32_t)code->a});
}

static Cause callee_cause(Interp *it, const Value *v, uint32_t id) {
  if (value_is_undef(v)) return CAUSE_UNINITIALISED;
  if (!v->lo && !id) return CAUSE_NULL;
  if (!id) return CAUSE_WILD;
  return it->objects[id].life == LIFE_FREED ? CAUSE_AFTER_FREE : CAUSE_NOT_FUNCTION;
}

bool interp_call(Interp *it, const Code *code) {
  const Value *v = interp_value(it, code->a);
  uint32_t id = value_is_undef(v) ? 0 : interp_pointee(it, v);
  const Object *o = &it->objects[id];
  if (!id || o->kind != OBJECT_FUNCTION || v->lo != o->base) {
    Broken broken = {CHECK_CALLEE, callee_cause(it, v, id), id, v->lo, 0};
    return interp_violation(it, code->inst, broken);
  }
  Fn fn = {it->cold[id].source};
  const Function *f = ir_function(it->program, fn);
  const char *name = ir_text(it->program, f->name);
  if (!ir_function_has_body(f))
    return interp_stop(it, RUN_UNSUPPORTED, code->inst, "calls unknown function %s",
                       name);
  if (!interp_call_fits(it->program, code->inst, fn))
    return interp_stop(it, RUN_TRAPPED, code->inst, "call of %s with the wrong arguments",
                       name);
  return enter_call(it, code, fn);
}

/* ---- returns ---- */

static void expose(Interp *it, const Value *v) {
  if (value_prov(v)) it->objects[value_prov(v)].flags |= OBJECT_EXPOSED;
}

static bool return_from_entry(Interp *it, const Code *code) {
  uint64_t exit_code = code->c ? interp_value(it, it->top->code->lists[code->b])->lo : 0;
  interp_leave(it, code->inst);
  interp_stop(it, RUN_EXITED, code->inst, NULL);
  it->result->exit_code = (int)(int32_t)exit_code;
  interp_leak_end(it, code->inst);
  return false;
}

/* The callee's results are still in its frame, just above the caller's. */
static void pass_results(Interp *it, const Activation *callee, const Code *code,
                         const Code *call) {
  const int32_t *list = callee->code->lists + code->b;
  uint32_t wanted = call->dest < 0 ? 0 : (uint32_t)call->imm;
  for (uint32_t i = 0; i < wanted; i++) {
    int32_t dest = call->dest + (int32_t)i;
    if (i >= (uint32_t)code->c) { /* a function that forgot to return something */
      Type type = it->program->insts.data[call->inst].type;
      interp_set(it, dest, interp_undefined(it, call->inst, type),
                 ir_type_bits(it->program, type));
      continue;
    }
    const Value *v = list[i] >= 0 ? &callee->regs[list[i]] : &it->consts[~list[i]];
    it->top->regs[dest] = *v;
    it->top->extras[dest] =
      list[i] >= 0 ? callee->extras[list[i]] : it->const_extras[~list[i]];
  }
}

bool interp_return(Interp *it, const Code *code) {
  Activation *callee = it->top;
  if (!callee->caller) return return_from_entry(it, code);
  for (int32_t i = 0; i < code->c; i++)
    expose(it, interp_value(it, callee->code->lists[code->b + i]));
  interp_leave(it, code->inst);
  pass_results(it, callee, code, it->top->ip);
  return interp_leak_event(it, code->inst);
}
