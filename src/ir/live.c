/* Liveness by walking up from each use: Boissinot, Brandner, Darte, Dupont de Dinechin
 * and Rastello, "Computing Liveness Sets for SSA-Form Programs" (2011), algorithms 6
 * and 7. */
#include "ir/live.h"

#include "base/panic.h"

static uint32_t local_block(const Live *live, Blk b) { return b.id - live->first_block; }

/* ---- uses ---- */

static void find_uses(Live *live, Arena *arena) {
  const Program *p = live->program;
  VecU32 values = {0}, users = {0};
  uint32_t *last = arena_new_array(arena, uint32_t, live->count);
  for (uint32_t id = live->first; id < live->first + live->count; id++) {
    const Inst *inst = ir_inst(p, (Val){id});
    for (uint32_t n = 0; n < inst->arg_count; n++) {
      Val arg = ir_arg(p, inst, n);
      if (!val_is_inst(arg) || last[arg.id - live->first] == id + 1) continue;
      last[arg.id - live->first] = id + 1;
      vec_push(arena, &values, arg.id - live->first);
      vec_push(arena, &users, id);
    }
  }
  live->uses = rows_new(arena, live->count, values.data, users.data, values.len);
}

/* ---- sets ---- */

/* Values come in rising order, so a set has the value if it is the last. */
static bool add(Arena *arena, VecU32 *set, uint32_t value) {
  if (set->len && vec_last(set) == value) return false;
  vec_push(arena, set, value);
  return true;
}

static void needed_at_end(Live *live, Arena *arena, uint32_t block, uint32_t value,
                          VecU32 *todo) {
  if (!add(arena, &live->out[block], value)) return;
  Blk made = ir_inst(live->program, (Val){live->first + value})->block;
  if (local_block(live, made) != block) vec_push(arena, todo, block);
}

/* `todo` holds blocks that the value is live through or into. */
static void walk_up(Live *live, Arena *arena, uint32_t value, VecU32 *todo) {
  while (todo->len) {
    uint32_t b = vec_pop(todo);
    if (!add(arena, &live->in[b], value)) continue;
    const Block *block = ir_block(live->program, (Blk){live->first_block + b});
    for (uint32_t i = 0; i < block->pred_count; i++)
      needed_at_end(live, arena, local_block(live, ir_pred(live->program, block, i)),
                    value, todo);
  }
}

static void spread_value(Live *live, Arena *arena, uint32_t value, VecU32 *todo) {
  const Program *p = live->program;
  Blk made = ir_inst(p, (Val){live->first + value})->block;
  Row uses = rows_at(&live->uses, value);
  for (uint32_t i = 0; i < uses.len; i++) {
    const Inst *user = ir_inst(p, (Val){uses.items[i]});
    if (user->op != OP_PHI) {
      if (user->block.id != made.id)
        vec_push(arena, todo, local_block(live, user->block));
    } else {
      const Block *block = ir_block(p, user->block);
      for (uint32_t n = 0; n < user->arg_count; n++)
        if (ir_arg(p, user, n).id == live->first + value)
          needed_at_end(live, arena, local_block(live, ir_pred(p, block, n)), value,
                        todo);
    }
    walk_up(live, arena, value, todo);
  }
}

Live *live_new(const Program *p, Fn fn, Arena *arena) {
  const Function *f = ir_function(p, fn);
  BELAY_ASSERT(ir_function_has_body(f));
  Live *live = arena_new_object(arena, Live);
  *live = (Live){.program = p,
                 .fn = fn,
                 .first = f->first,
                 .count = f->inst_count,
                 .first_block = f->first_block,
                 .block_count = f->block_count,
                 .in = arena_new_array(arena, VecU32, f->block_count),
                 .out = arena_new_array(arena, VecU32, f->block_count),
                 .stamp = arena_new_array(arena, uint32_t, f->inst_count)};
  find_uses(live, arena);
  VecU32 todo = {0};
  for (uint32_t value = 0; value < live->count; value++)
    spread_value(live, arena, value, &todo);
  return live;
}

/* ---- questions ---- */

static bool has(const VecU32 *set, uint32_t value) {
  uint32_t low = 0, high = set->len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set->data[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set->len && set->data[low] == value;
}

bool live_in(const Live *live, Blk b, Val value) {
  return has(&live->in[local_block(live, b)], value.id - live->first);
}

bool live_out(const Live *live, Blk b, Val value) {
  return has(&live->out[local_block(live, b)], value.id - live->first);
}

static bool used_between(const Live *live, Val value, uint32_t after, uint32_t end) {
  Row uses = rows_at(&live->uses, value.id - live->first);
  uint32_t low = 0, high = uses.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (uses.items[middle] <= after)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < uses.len && uses.items[low] < end; low++)
    if (ir_inst(live->program, (Val){uses.items[low]})->op != OP_PHI) return true;
  return false;
}

bool live_is_after(const Live *live, Val value, Val at) {
  if (!val_is_inst(value)) return false;
  const Inst *made = ir_inst(live->program, value), *inst = ir_inst(live->program, at);
  const Block *block = ir_block(live->program, inst->block);
  if (made->block.id == inst->block.id && value.id > at.id) return false;
  return live_out(live, inst->block, value) ||
         used_between(live, value, at.id, block->first + block->count);
}

/* Once for each value; those made after `at` in the block are stamped before. */
static void collect(Live *live, Arena *arena, uint32_t value, VecU32 *values) {
  if (live->stamp[value] == live->stamps) return;
  live->stamp[value] = live->stamps;
  vec_push(arena, values, value);
}

void live_after(Live *live, Arena *arena, Val at, VecU32 *values) {
  const Program *p = live->program;
  const Block *block = ir_block(p, ir_inst(p, at)->block);
  uint32_t end = block->first + block->count;
  uint32_t begin = at.id < block->first ? block->first : at.id + 1;
  live->stamps++;
  for (uint32_t id = begin; id < end; id++) live->stamp[id - live->first] = live->stamps;
  if (at.id < block->first) /* a parameter: so are the later ones not there yet */
    for (uint32_t id = at.id + 1;
         id < live->first + live->count && ir_inst(p, (Val){id})->op == OP_PARAM; id++)
      live->stamp[id - live->first] = live->stamps;
  for (uint32_t id = begin; id < end; id++) {
    const Inst *inst = ir_inst(p, (Val){id});
    if (inst->op == OP_PHI) continue;
    for (uint32_t n = 0; n < inst->arg_count; n++)
      if (val_is_inst(ir_arg(p, inst, n)))
        collect(live, arena, ir_arg(p, inst, n).id - live->first, values);
  }
  const VecU32 *out = &live->out[local_block(live, (Blk){ir_inst(p, at)->block.id})];
  for (uint32_t i = 0; i < out->len; i++) collect(live, arena, out->data[i], values);
}

Val live_hold_of(const Program *p, Val at) {
  const Block *block = ir_block(p, ir_inst(p, at)->block);
  for (uint32_t id = at.id; id-- > block->first;) {
    if (ir_inst(p, (Val){id})->op == OP_HOLD) return (Val){id};
    if (ir_inst(p, (Val){id})->op == OP_CALL) break;
  }
  return VAL_NONE;
}

void live_held(Live *live, Arena *arena, Val hold, Val at, VecU32 *values) {
  live_after(live, arena, at, values);
  const Inst *inst = ir_inst(live->program, hold);
  for (uint32_t n = 0; n < inst->arg_count; n++)
    if (val_is_inst(ir_arg(live->program, inst, n)))
      collect(live, arena, ir_arg(live->program, inst, n).id - live->first, values);
}
