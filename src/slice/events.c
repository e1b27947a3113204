/* Which instructions may write bytes of a location, make or end its objects, or call what
 * does: all that a walk for it has to look at. Made once for each location that is asked
 * for, from an index of the whole program. */
#include <stdlib.h>

#include "slice/slicer.h"

/* ---- the index ---- */

static void note(Slice *s, uint32_t location, uint32_t v) {
  VecU32 *list = &s->index[location];
  if (!list->len || vec_last(list) != v) vec_push(s->arena, list, v);
}

static void note_life(Slice *s, Val v, uint32_t location) {
  note(s, location, v.id);
  note(s, s->locations, v.id);
}

static void note_end(Slice *s, Val v) {
  PointsSet set = points_set_at(s->points, v, 0);
  note(s, s->locations, v.id);
  if (set.has_unknown) vec_push(s->arena, &s->everywhere, v.id);
  for (uint32_t i = 0; !set.has_unknown && i < set.count; i++)
    note(s, set.targets[i].location, v.id);
}

static void note_writes(Slice *s, Val v) {
  const PointsEffect *e = slice_memory_writes(s, v);
  if (e->any) vec_push(s->arena, &s->everywhere, v.id);
  for (uint32_t i = 0; !e->any && i < e->count; i++) note(s, e->ranges[i].location, v.id);
}

static void note_inst(Slice *s, Val v) {
  const Inst *inst = ir_inst(s->program, v);
  uint32_t location = points_location_of_inst(s->points, v);
  if (location != IR_NONE) note_life(s, v, location);
  switch (inst->op) {
  case OP_LOAD: return;
  case OP_SCOPE_BEGIN:
  case OP_SCOPE_END:
    note_life(s, v, points_location_of_inst(s->points, ir_arg(s->program, inst, 0)));
    return;
  case OP_STACK_RESTORE:
    vec_push(s->arena, &s->everywhere, v.id);
    note(s, s->locations, v.id);
    return;
  case OP_REALLOC:
  case OP_FREE:
  case OP_KILL: note_end(s, v); return;
  default:
    if (location == IR_NONE &&
        (op_class((Op)inst->op) == OP_CLASS_MEMORY || inst->op == OP_OPAQUE))
      note_writes(s, v);
  }
}

static void make_index(Slice *s) {
  s->locations = points_location_count(s->points);
  s->index = arena_new_array(s->arena, VecU32, s->locations + 1);
  s->events = arena_new_array(s->arena, Events, s->locations + 1);
  ir_each_function(s->program, f) ir_each_block(s->program, ir_function(s->program, f), b)
    ir_each_inst(ir_block(s->program, b), v) note_inst(s, v);
}

/* ---- the events of one location ---- */

static int id_order(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void add_all(Slice *s, Events *e, const VecU32 *list) {
  for (uint32_t i = 0; i < list->len; i++) vec_push(s->arena, &e->list, list->data[i]);
}

static void add_calls(Slice *s, Events *e, uint32_t location) {
  for (uint32_t f = 0; f < s->program->functions.len; f++)
    if (slice_memory_function_touches(s, f, location)) bitset_add(&e->touched_by, f);
  for (uint32_t i = 0; i < s->calls->sites.len; i++) {
    const CallSite *site = &s->calls->sites.data[i];
    bool counts = site->unknown;
    for (uint32_t c = 0; !counts && c < site->callees.len; c++)
      counts = bitset_has(&e->touched_by, site->callees.data[c]);
    if (counts) vec_push(s->arena, &e->list, site->call.id);
  }
}

const Events *slice_events_of(Slice *s, uint32_t location) {
  if (!s->index) make_index(s);
  Events *e = &s->events[location == IR_NONE ? s->locations : location];
  if (e->known) return e;
  e->known = true;
  e->touched_by = bitset_new(s->arena, s->program->functions.len);
  e->inside = bitset_new(s->arena, s->program->functions.len);
  add_all(s, e, &s->index[location == IR_NONE ? s->locations : location]);
  add_all(s, e, &s->everywhere);
  add_calls(s, e, location);
  qsort(e->list.data, e->list.len, sizeof *e->list.data, id_order);
  for (uint32_t i = 0; i < e->list.len; i++)
    bitset_add(&e->inside, ir_fn_of(s->program, (Val){e->list.data[i]}).id);
  return e;
}

uint32_t slice_events_before(const Events *e, uint32_t inst) {
  uint32_t low = 0, high = e->list.len;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (e->list.data[middle] < inst)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
