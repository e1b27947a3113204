/* How runs end: the result, the violation with all that a report needs, and the stacks of
 * calls, which are shared lists so that keeping one for each heap block is cheap. */
#include <stdarg.h>
#include <stdio.h>

#include "ir/interp_state.h"

/* Beyond this many different stacks only the innermost frame of further ones is kept. */
enum { TRACE_LIMIT = 4 * 1024 * 1024 };

static Trace trace_node(Interp *it, Trace caller, uint32_t inst) {
  uint64_t key = (uint64_t)caller << 32 | inst;
  if (!it->traces.len) vec_push(it->own, &it->traces, (TraceNode){0});
  if (it->traces.len >= TRACE_LIMIT && !map_has(&it->trace_ids, key))
    return TRACE_INST | inst;
  uint64_t *id = map_at(it->own, &it->trace_ids, key);
  if (!*id) {
    *id = it->traces.len;
    vec_push(it->own, &it->traces, (TraceNode){caller, inst});
  }
  return (Trace)*id;
}

/* Callers first. */
static void trace_callers(Interp *it, Activation *frame) {
  vec_clear(&it->pending);
  for (; frame->caller && !frame->trace; frame = frame->caller)
    vec_push(it->own, &it->pending, frame);
  while (it->pending.len) {
    frame = vec_pop(&it->pending);
    frame->trace = trace_node(it, frame->caller->trace, frame->caller->ip->inst);
  }
}

Trace interp_trace(Interp *it, uint32_t inst) {
  trace_callers(it, it->top);
  return trace_node(it, it->top->trace, inst);
}

uint32_t interp_trace_inst(const Interp *it, Trace trace) {
  if (!trace) return IR_NONE;
  return trace & TRACE_INST ? trace & ~TRACE_INST : it->traces.data[trace].inst;
}

/* ---- stacks for the result ---- */

typedef Vec(Frame) Frames;

static void push_frame(Interp *it, Frames *stack, uint32_t inst) {
  Val at = {inst};
  vec_push(it->arena, stack, (Frame){ir_fn_of(it->program, at), at});
}

static void reverse(Frames *stack) {
  for (uint32_t i = 0, j = stack->len; i + 1 < j; i++) {
    Frame frame = stack->data[i];
    stack->data[i] = stack->data[--j];
    stack->data[j] = frame;
  }
}

static Frames stack_of_trace(Interp *it, Trace trace) {
  Frames stack = {0};
  while (trace) {
    push_frame(it, &stack, interp_trace_inst(it, trace));
    trace = trace & TRACE_INST ? 0 : it->traces.data[trace].caller;
  }
  reverse(&stack);
  return stack;
}

/* A return has left its frame already. */
static Frames current_stack(Interp *it, uint32_t inst) {
  Frames stack = {0};
  const Activation *top = it->top;
  bool left = it->program->insts.data[inst].op == OP_RET;
  push_frame(it, &stack, inst);
  for (const Activation *a = left || !top ? top : top->caller; a; a = a->caller)
    push_frame(it, &stack, a->ip->inst);
  reverse(&stack);
  return stack;
}

#define COPY_FRAMES(to, from) \
  ((to).data = (from).data, (to).len = (from).len, (to).cap = (from).cap)

bool interp_stop(Interp *it, RunEnd end, uint32_t inst, const char *format, ...) {
  RunResult *result = it->result;
  result->end = end;
  result->at = (Val){inst};
  if (format) {
    va_list args;
    char text[512];
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    result->reason = arena_strdup(it->arena, text);
  }
  Frames stack = current_stack(it, inst);
  COPY_FRAMES(result->stack, stack);
  return false;
}

/* ---- violations ---- */

static Sym object_name(const Interp *it, const Object *o, uint32_t source) {
  const Program *p = it->program;
  switch (o->kind) {
  case OBJECT_STACK: return p->insts.data[source].name;
  case OBJECT_GLOBAL: return p->globals.data[source].name;
  case OBJECT_FUNCTION: return p->functions.data[source].name;
  default: return (Sym){0};
  }
}

static ObjectInfo object_info(Interp *it, uint32_t id) {
  const Object *o = &it->objects[id];
  const ObjectCold *cold = &it->cold[id];
  ObjectInfo info = {.kind = (ObjectKind)o->kind, .size = o->size};
  info.name = object_name(it, o, cold->source);
  info.made_at = (Val){interp_trace_inst(it, cold->made)};
  info.ended_at = (Val){interp_trace_inst(it, cold->ended)};
  Frames made = stack_of_trace(it, cold->made), ended = stack_of_trace(it, cold->ended);
  COPY_FRAMES(info.made_stack, made);
  COPY_FRAMES(info.ended_stack, ended);
  return info;
}

bool interp_violation(Interp *it, uint32_t inst, Broken broken) {
  interp_stop(it, RUN_VIOLATION, inst, NULL);
  Violation *v = &it->result->violation;
  *v = (Violation){.kind = broken.kind,
                   .at = {inst},
                   .lost_at = VAL_NONE,
                   .cause = broken.cause,
                   .bytes = broken.bytes,
                   .address = broken.address};
  COPY_FRAMES(v->stack, it->result->stack);
  if (broken.object >= PROV_FIRST) {
    v->has_object = true;
    v->object = object_info(it, broken.object);
    uint64_t offset = broken.address - it->objects[broken.object].base;
    v->offset = it->ptr_bytes == 4 ? (int32_t)offset : (int64_t)offset;
  }
  return false;
}

bool interp_leak_violation(Interp *it, CheckKind kind, uint32_t object,
                           uint32_t lost_at) {
  uint32_t inst = it->cold[object].source;
  uint32_t stopped_at = lost_at == IR_NONE ? it->result->at.id : lost_at;
  Broken broken = {kind, CAUSE_LEAK, object, it->objects[object].base,
                   it->objects[object].size};
  interp_violation(it, stopped_at, broken);
  it->result->violation.at = (Val){inst};
  it->result->violation.lost_at = (Val){lost_at};
  return false;
}
