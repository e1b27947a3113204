/* The heap: alloc, realloc, free, and what the models of libc need besides. */
#include "ir/interp_state.h"

static void set_pointer(Interp *it, int32_t dest, uint32_t id) {
  if (dest < 0) return;
  it->top->regs[dest] = id ? (Value){it->objects[id].base, id} : (Value){0, 0};
}

/* Whether this allocation succeeds, where that is open. */
static bool succeeds(Interp *it, const Code *code) {
  const Inst *inst = &it->program->insts.data[code->inst];
  if (!it->options->malloc_may_fail || (inst->flags & INST_STATIC)) return true;
  it->result->depends |= RUN_DEPENDS_ALLOC;
  return interp_choose(it, CHOICE_ALLOC, type_int(1), code->inst) != 0;
}

/* False when the product does not fit. */
static bool block_size(Interp *it, const Code *code, uint64_t *size) {
  *size = interp_use(it, code->a);
  if (it->program->insts.data[code->inst].arg_count < 2) return true;
  uint64_t count = interp_use(it, code->b);
  return !__builtin_mul_overflow(*size, count, size) && *size <= it->ptr_mask;
}

bool interp_alloc(Interp *it, const Code *code) {
  uint64_t size;
  uint32_t id = 0;
  if (block_size(it, code, &size) && succeeds(it, code)) {
    bool zero = it->program->insts.data[code->inst].flags & INST_ZERO;
    id = interp_heap_object(it, code->inst, size, zero);
    if (!id) return false;
  }
  set_pointer(it, code->dest, id);
  return interp_leak_event(it, code->inst);
}

static bool is_null(const Value *v) { return v->lo == 0 && v->meta < PROV_FIRST; }

static bool bad_free(Interp *it, uint32_t inst, Cause cause, uint32_t id,
                     uint64_t address) {
  Broken broken = {CHECK_FREE, cause, id, address, 0};
  return interp_violation(it, inst, broken);
}

/* The live heap block that starts here; 0 when the run ended. */
static uint32_t check_free(Interp *it, uint32_t inst, const Value *v) {
  if (value_is_undef(v)) return bad_free(it, inst, CAUSE_UNINITIALISED, 0, v->lo);
  uint32_t id = interp_pointee(it, v);
  if (!id) return bad_free(it, inst, CAUSE_FREE_NOT_HEAP, 0, v->lo);
  const Object *o = &it->objects[id];
  if (o->kind != OBJECT_HEAP) return bad_free(it, inst, CAUSE_FREE_NOT_HEAP, id, v->lo);
  if (o->life != LIFE_ALIVE) return bad_free(it, inst, CAUSE_DOUBLE_FREE, id, v->lo);
  if (v->lo != o->base) return bad_free(it, inst, CAUSE_FREE_INSIDE, id, v->lo);
  return id;
}

bool interp_free(Interp *it, const Code *code) {
  const Value *v = interp_value(it, code->a);
  if (is_null(v)) return true;
  uint32_t id = check_free(it, code->inst, v);
  if (!id) return false;
  bool may_lose = it->objects[id].prov != NULL;
  interp_kill(it, id, LIFE_FREED, interp_trace(it, code->inst));
  return may_lose ? interp_leak_event(it, code->inst) : true;
}

static void move_block(Interp *it, uint32_t to, uint32_t from) {
  Object *target = &it->objects[to], *source = &it->objects[from];
  uint64_t n = source->size < target->size ? source->size : target->size;
  if (!n) return;
  memcpy(target->bytes, source->bytes, n);
  if (source->defined)
    memcpy(target->defined, source->defined, n);
  else
    memset(target->defined, 0xff, n);
  interp_fix_copy(it, target, 0, source, 0, n);
  interp_prov_copy(it, target, 0, source, 0, n);
}

bool interp_realloc(Interp *it, const Code *code) {
  const Value *v = interp_value(it, code->a);
  uint32_t old = 0;
  if (!is_null(v) && !(old = check_free(it, code->inst, v))) return false;
  uint64_t size = interp_use(it, code->b);
  uint32_t id = 0;
  bool moves = size || !old; /* else it only frees */
  if (moves && succeeds(it, code)) {
    id = interp_heap_object(it, code->inst, size, false);
    if (!id) return false;
    if (old) move_block(it, id, old);
  }
  if (old && (id || !moves))
    interp_kill(it, old, LIFE_FREED, interp_trace(it, code->inst));
  set_pointer(it, code->dest, id);
  return interp_leak_event(it, code->inst);
}

/* A model that ends something twice has been called wrongly: the same as a double free.
 */
bool interp_kill_static(Interp *it, const Code *code) {
  const Value *v = interp_value(it, code->a);
  if (is_null(v)) return true;
  if (value_is_undef(v)) return bad_free(it, code->inst, CAUSE_UNINITIALISED, 0, v->lo);
  uint32_t id = interp_pointee(it, v);
  if (!id || it->objects[id].kind != OBJECT_STATIC)
    return bad_free(it, code->inst, CAUSE_FREE_NOT_HEAP, id, v->lo);
  if (it->objects[id].life != LIFE_ALIVE)
    return bad_free(it, code->inst, CAUSE_DOUBLE_FREE, id, v->lo);
  interp_kill(it, id, LIFE_FREED, interp_trace(it, code->inst));
  return true;
}

bool interp_objsize(Interp *it, const Code *code) {
  uint32_t id = interp_pointee(it, interp_value(it, code->a));
  interp_set_plain(it, code->dest, id ? it->objects[id].size & mask64(code->bits) : 0);
  return true;
}
