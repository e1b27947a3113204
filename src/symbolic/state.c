/* Paths: making, splitting, ending; frames. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/panic.h"
#include "ir/callgraph.h"
#include "symbolic/exec.h"

static void *allocate(size_t bytes) {
  void *p = calloc(1, bytes ? bytes : 1);
  if (!p) panic("out of memory");
  return p;
}

SymState *state_new(Exec *x) {
  SymState *s = allocate(sizeof *s);
  s->number = x->state_count++;
  return s;
}

SymState *state_fork(Exec *x, const SymState *s) {
  SymState *copy = allocate(sizeof *copy);
  *copy = *s;
  copy->number = x->state_count++;
  copy->next = NULL;
  copy->frame->refs++;
  memory_share(&copy->memory, &s->memory);
  x->statistics.forks++;
  return copy;
}

/* ---- frames ---- */

static void release_frame(SymFrame *f) {
  while (f && --f->refs == 0) {
    SymFrame *caller = f->caller;
    free(f->stack.data);
    free(f->variadic);
    free(f->variadic_types);
    free(f);
    f = caller;
  }
}

void state_free(SymState *s) {
  release_frame(s->frame);
  memory_release(&s->memory);
  free(s);
}

static size_t frame_bytes(const Program *p, Fn fn) {
  return sizeof(SymFrame) + ir_function(p, fn)->inst_count * sizeof(SymVal);
}

SymFrame *frame_push(Exec *x, SymState *s, Fn fn) {
  SymFrame *f = allocate(frame_bytes(x->program, fn));
  f->refs = 1;
  f->fn = fn;
  f->caller = s->frame;
  f->depth = s->frame ? s->frame->depth + 1 : 0;
  f->at =
    (Val){ir_block(x->program, (Blk){ir_function(x->program, fn)->first_block})->first};
  return s->frame = f;
}

static SymFrame *clone_frame(const SymFrame *f, size_t bytes) {
  SymFrame *copy = allocate(bytes);
  memcpy(copy, f, bytes);
  copy->refs = 1;
  if (copy->caller) copy->caller->refs++;
  if (f->stack.data) {
    copy->stack.data = allocate(f->stack.cap * sizeof(uint32_t));
    memcpy(copy->stack.data, f->stack.data, f->stack.len * sizeof(uint32_t));
  }
  if (f->variadic) {
    copy->variadic = allocate(f->arg_count * sizeof(SymVal));
    memcpy(copy->variadic, f->variadic, f->arg_count * sizeof(SymVal));
    copy->variadic_types = allocate(f->arg_count * sizeof(Type));
    memcpy(copy->variadic_types, f->variadic_types, f->arg_count * sizeof(Type));
  }
  return copy;
}

static const Program *frames_program; /* one engine, one program in this process */

SymFrame *frame_own(SymState *s) {
  if (s->frame->refs > 1) {
    SymFrame *copy = clone_frame(s->frame, frame_bytes(frames_program, s->frame->fn));
    s->frame->refs--;
    s->frame = copy;
  }
  return s->frame;
}

void frame_pop(Exec *x, SymState *s) {
  (void)x;
  SymFrame *f = s->frame;
  for (uint32_t i = 0; i < f->stack.len; i++) sym_kill_object(s, f->stack.data[i]);
  s->frame = f->caller;
  if (s->frame) s->frame->refs++;
  release_frame(f);
}

void state_use_program(const Program *p) { frames_program = p; }

/* ---- scheduling, choices, constraints ---- */

void state_schedule(Exec *x, SymState *s) {
  s->next = x->pending;
  x->pending = s;
  if (++x->pending_count > x->statistics.states_peak)
    x->statistics.states_peak = x->pending_count;
}

void state_choose(Exec *x, SymState *s, Val at, ChoiceKind kind, Type type, Term term) {
  SymChoice *c = arena_new_object(x->arena, SymChoice);
  *c = (SymChoice){
    s->choices, ir_inst(x->program, at)->origin, (uint8_t)kind, type, term, TERM_NONE,
    TERM_NONE};
  s->choices = c;
}

void state_choose_if(Exec *x, SymState *s, Val at, Type type, Term term, Term when) {
  if (term_is_false(x->terms, when)) return;
  SymChoice *c = arena_new_object(x->arena, SymChoice);
  *c = (SymChoice){
    s->choices, ir_inst(x->program, at)->origin, CHOICE_UNINIT, type, term, when,
    TERM_NONE};
  s->choices = c;
}

void state_assume(Exec *x, SymState *s, Term condition, Model *model) {
  s->path = model ? path_add_known(x->arena, x->terms, s->path, condition, model)
                  : path_add(x->arena, x->terms, s->path, condition);
}

/* ---- dropping ---- */

static void open_function(Exec *x, Fn fn, VecU32 *work) {
  const Function *f = ir_function(x->program, fn);
  if (ir_function_has_body(f)) vec_push(x->arena, work, f->first_block);
}

static void open_callees(Exec *x, const Inst *call, VecU32 *work) {
  Fn callee = ir_direct_callee(x->program, call);
  if (callee.id != IR_NONE) {
    open_function(x, callee, work);
    return;
  }
  ir_each_function(x->program, f) if (ir_function(x->program, f)->flags &
                                      FN_ADDRESS_TAKEN) open_function(x, f, work);
}

/* Marks every block that can run after the state's position. */
static void open_reachable(Exec *x, const SymState *s) {
  VecU32 work = {0};
  for (const SymFrame *f = s->frame; f; f = f->caller)
    vec_push(x->arena, &work, ir_inst(x->program, f->at)->block.id);
  ir_each_function(x->program, f) /* what was not followed may call them */
    if (ir_function(x->program, f)->flags & FN_ADDRESS_TAKEN) open_function(x, f, &work);
  while (work.len) {
    uint32_t b = vec_pop(&work);
    if (bitset_has(&x->claims->open_blocks, b)) continue;
    bitset_add(&x->claims->open_blocks, b);
    const Block *block = ir_block(x->program, (Blk){b});
    for (uint32_t k = 0; k < block->succ_count; k++)
      vec_push(x->arena, &work, ir_succ(x->program, block, k).id);
    ir_each_inst(block, v) {
      const Inst *i = ir_inst(x->program, v);
      if (i->op == OP_CALL) open_callees(x, i, &work);
    }
  }
}

StepResult state_drop(Exec *x, SymState *s, const char *reason) {
  if (x->mode == MODE_TRY) {
    LOG(SYMBOLIC, "given up in a loop: %s", reason);
    x->try_failed = true;
    return STEP_END;
  }
  x->statistics.dropped++;
  x->claims->dropped_any = true;
  ++*map_at(x->arena, &x->claims->drop_reasons, intern_string(x->reasons, reason).id);
  open_reachable(x, s);
  return STEP_END;
}
