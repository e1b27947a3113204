/* Which objects can still be reached, by provenance: for leaks, and to find out which
 * dead objects nobody can ask about any more.
 *
 * A block is lost when no chain of pointers leads to it from a global, a live stack
 * object or a register of a frame. Searching costs as much as the memory it walks
 * through, so after a free start (MARK_FREE) a search waits until the run has made
 * MARK_RATIO times as many steps as searches have cost. Where the very instruction is
 * wanted (eager_leaks) and searches were left out, interp_run repeats the run and
 * searches between the last clean moment and the loss. */
#include "ir/interp_state.h"
#include "ir/live.h"

enum { MARK_FREE = 1 << 20, MARK_RATIO = 8, COLLECT_MIN = 65536 };

static void reach(Interp *it, uint32_t id) {
  if (id < PROV_FIRST || it->cold[id].mark == it->mark) return;
  it->cold[id].mark = it->mark;
  if (it->objects[id].prov) vec_push(it->own, &it->mark_stack, id);
}

static void reach_words(Interp *it, const Object *o) {
  uint64_t words = (o->size + it->ptr_bytes - 1) / it->ptr_bytes;
  it->mark_last += words;
  for (uint64_t w = 0; w < words; w++) {
    uint32_t entry = o->prov[w];
    if (!(entry & PROV_MIXED)) {
      reach(it, entry);
      continue;
    }
    const MixedWord *word = &it->mixed.data[entry & ~PROV_MIXED];
    for (unsigned i = 0; i < it->ptr_bytes; i++) reach(it, word->prov[i]);
  }
}

static void reach_registers(Interp *it) {
  for (const Activation *frame = it->top; frame; frame = frame->caller) {
    it->mark_last += frame->code->slot_count;
    for (uint32_t i = 0; i < frame->code->slot_count; i++)
      reach(it, value_prov(&frame->regs[i]));
  }
}

static Live *live_of(Interp *it, Fn fn) {
  uint64_t *live = map_at(it->own, &it->lives, fn.id);
  if (!*live) *live = (uint64_t)(uintptr_t)live_new(it->program, fn, it->own);
  return (Live *)(uintptr_t)*live;
}

/* As live_held says. Where there is no hold, all of them, or (`strict`) those that are
 * needed still: the truth is between these. */
static void reach_held(Interp *it, const Activation *frame, Val at, bool strict) {
  Fn fn = frame->code->fn;
  Val hold = live_hold_of(it->program, at);
  bool model = ir_function(it->program, fn)->flags & FN_MODEL;
  if (val_none(hold) && (model || !strict)) {
    for (uint32_t i = 0; i < frame->code->slot_count; i++)
      reach(it, value_prov(&frame->regs[i]));
    it->unheld |= !model;
    return;
  }
  VecU32 held = {0};
  if (val_none(hold))
    live_after(live_of(it, fn), it->own, at, &held);
  else
    live_held(live_of(it, fn), it->own, hold, at, &held);
  for (uint32_t i = 0; i < held.len; i++)
    if (frame->code->slots[held.data[i]] >= 0)
      reach(it, value_prov(&frame->regs[frame->code->slots[held.data[i]]]));
}

/* The run ends at `inst` of the innermost frame. */
static void reach_last(Interp *it, uint32_t inst, bool strict) {
  for (const Activation *frame = it->top; frame; frame = frame->caller) {
    it->mark_last += frame->code->slot_count;
    Val at = {frame == it->top ? inst : frame->ip->inst};
    reach_held(it, frame, at, strict);
  }
}

static void reach_roots(Interp *it, uint32_t end, bool strict) {
  for (uint32_t i = 0; i < it->fixed.len; i++)
    if (it->objects[it->fixed.data[i].id].prov) reach(it, it->fixed.data[i].id);
  for (uint32_t i = 0; i < it->stack.len; i++) reach(it, it->stack.data[i]);
  for (uint32_t i = 0; i < it->heap.len; i++)
    if (it->objects[it->heap.data[i].id].kind == OBJECT_STATIC)
      reach(it, it->heap.data[i].id);
  it->mark_last += it->fixed.len + it->stack.len + it->heap.len;
  if (end == IR_NONE)
    reach_registers(it);
  else
    reach_last(it, end, strict);
}

/* The first lost block in the order of allocation, 0 when there is none. `end`: the
 * instruction that ends the run, IR_NONE when it goes on. */
static uint32_t find_lost(Interp *it, uint32_t end, bool strict) {
  it->mark++;
  it->mark_last = 0;
  reach_roots(it, end, strict);
  while (it->mark_stack.len) reach_words(it, &it->objects[vec_pop(&it->mark_stack)]);
  it->mark_work += it->mark_last;
  for (uint32_t i = 0; i < it->heap.len; i++) {
    uint32_t id = it->heap.data[i].id;
    const Object *o = &it->objects[id];
    if (o->kind == OBJECT_HEAP && o->life == LIFE_ALIVE && it->cold[id].mark != it->mark)
      return id;
  }
  return 0;
}

static void plan_next(Interp *it) {
  uint64_t spent = it->mark_work + it->mark_last;
  it->next_mark = spent <= MARK_FREE ? 0 : (spent - MARK_FREE) * MARK_RATIO;
}

static bool lost(Interp *it, uint32_t id, uint32_t inst) {
  it->lost_unknown = it->skipped;
  return interp_leak_violation(it, CHECK_LOST, id, it->skipped ? IR_NONE : inst);
}

bool interp_leak_search(Interp *it, uint32_t inst) {
  if (it->quiet) it->quiet = it->skipped = false;
  if (it->heap_alive) {
    uint32_t id = find_lost(it, IR_NONE, false);
    it->result->at = (Val){inst};
    if (id) return lost(it, id, inst);
  } else {
    it->mark_last = 0;
  }
  it->clean_steps = it->steps;
  it->skipped = false;
  plan_next(it);
  return true;
}

bool interp_leak_end(Interp *it, uint32_t inst) {
  if (!it->heap_alive) return true;
  if (it->options->check_lost) {
    it->unheld = false;
    uint32_t id = find_lost(it, inst, false);
    if (id) return lost(it, id, inst);
    it->result->lost_unsure = it->unheld && find_lost(it, inst, true);
  }
  return interp_cleanup_end(it);
}

bool interp_cleanup_end(Interp *it) {
  if (!it->options->check_cleanup) return true;
  for (uint32_t i = 0; i < it->heap.len; i++) {
    const Object *o = &it->objects[it->heap.data[i].id];
    if (o->kind == OBJECT_HEAP && o->life == LIFE_ALIVE)
      return interp_leak_violation(it, CHECK_CLEANUP, it->heap.data[i].id, IR_NONE);
  }
  return true;
}

bool interp_leak_stop(Interp *it) {
  if (!it->options->check_lost || !it->options->eager_leaks || !it->skipped) return true;
  const RunResult *result = it->result;
  if (result->end == RUN_EXITED || result->end == RUN_INFEASIBLE) return true;
  if (result->end == RUN_VIOLATION && result->violation.kind == CHECK_LOST) return true;
  if (!it->heap_alive) return true;
  uint32_t id = find_lost(it, IR_NONE, false);
  return id ? lost(it, id, it->result->at.id) : true;
}

/* ---- ids of dead objects ---- */

static void drop_dead_blocks(Interp *it) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < it->heap.len; i++)
    if (!(it->objects[it->heap.data[i].id].flags & OBJECT_FREE_ID))
      it->heap.data[kept++] = it->heap.data[i];
  it->heap.len = kept;
}

void interp_collect(Interp *it) {
  it->mark++;
  for (uint32_t i = 0; i < it->stack.len; i++) reach(it, it->stack.data[i]);
  reach_registers(it);
  for (uint32_t id = PROV_FIRST; id < it->object_count; id++)
    if (it->objects[id].prov) reach_words(it, &it->objects[id]);
  vec_clear(&it->mark_stack);
  uint32_t alive = 0;
  for (uint32_t id = PROV_FIRST; id < it->object_count; id++) {
    const Object *o = &it->objects[id];
    alive += o->life == LIFE_ALIVE;
    if (o->life == LIFE_ALIVE || (o->flags & OBJECT_FREE_ID)) continue;
    if (it->cold[id].mark != it->mark) interp_forget(it, id);
  }
  drop_dead_blocks(it);
  uint64_t limit = (uint64_t)it->dead_count + alive;
  it->dead_limit = limit > COLLECT_MIN ? (uint32_t)limit : COLLECT_MIN;
}
