/* The slice as a program of its own. Of a block that holds something kept, the kept
 * instructions stay; where its terminator is not kept, control goes on to the kept block
 * that comes next, and where none does, the function returns, or the run ends if
 * returning would be seen. Every path of the new program is one of the old without what
 * was left out, so that definitions still dominate uses. Operands that nobody needs
 * become zero. */
#include "ir/build.h"
#include "base/panic.h"
#include "ir/verify.h"
#include "slice/slicer.h"

typedef struct Making {
  const Slice *s;
  const Program *old;
  Program *new;
  Builder *b;
  Val *values;      /* old instruction id -> provisional value */
  uint32_t *blocks; /* old block id -> number in its function; IR_NONE: left out */
  uint32_t *positions;
  uint32_t returning, ending; /* blocks for paths without anything kept; IR_NONE: none */
  Fn fn;
} Making;

/* ---- operands ---- */

static Val zero_of(Making *m, Type type) {
  if (type_kind(type) == TYPE_PTR) return build_null(m->new);
  uint8_t kind = type_kind(type) == TYPE_FLOAT ? CONST_FLOAT : CONST_INT;
  return build_const(m->new, (Const){.kind = kind, .type = type});
}

static Val map_value(Making *m, Val v) {
  return val_is_const(v) ? build_const(m->new, *ir_const(m->old, v)) : m->values[v.id];
}

static Val map_operand(Making *m, Val v, uint32_t n) {
  Val arg = ir_arg(m->old, ir_inst(m->old, v), n);
  if (slice_needs_operand(m->s, v, n)) return map_value(m, arg);
  return zero_of(m, ir_type(m->old, arg));
}

/* ---- control ---- */

static Inst plain(uint8_t op) { return (Inst){.op = op, .origin = VAL_NONE}; }

static void emit_return(Making *m, Inst inst) {
  const Function *f = ir_function(m->old, m->fn);
  Val *args = arena_new_array(m->s->arena, Val, f->results.len + 1);
  for (uint32_t i = 0; i < f->results.len; i++) args[i] = zero_of(m, f->results.data[i]);
  build_emit_jump(m->b, inst, args, f->results.len, NULL, 0);
}

static void emit_end(Making *m, bool returns, Val origin, uint32_t pos) {
  Inst inst = plain(returns ? OP_RET : OP_ABORT);
  inst.origin = origin;
  inst.pos = pos;
  if (!returns) inst.sym = intern_string(m->new->names, "outside of the slice");
  if (returns)
    emit_return(m, inst);
  else
    build_emit_jump(m->b, inst, NULL, 0, NULL, 0);
}

/* For edges of kept branches. */
static uint32_t end_block(Making *m, bool returns) {
  uint32_t *block = returns ? &m->returning : &m->ending;
  if (*block != IR_NONE) return *block;
  uint32_t here = build_current(m->b);
  *block = build_block(m->b, intern_string(m->new->names, "slice.end"));
  build_at(m->b, *block);
  const Function *f = ir_function(m->old, m->fn);
  emit_end(m, returns, ir_terminator(&m->old->blocks.data[f->first_block]), 0);
  build_at(m->b, here);
  return *block;
}

static uint32_t target_of(Making *m, Blk block) {
  Blk next = BLK_NONE;
  bool returns, found = slice_target(m->s, block, &next, &returns);
  return found ? m->blocks[next.id] : end_block(m, returns);
}

static Inst copy_inst(Making *m, Val v) {
  Inst inst = *ir_inst(m->old, v);
  inst.pos = m->positions[inst.pos];
  if (val_none(inst.origin)) inst.origin = v;
  return inst;
}

/* In place of a terminator that is not kept. */
static void emit_instead(Making *m, Val terminator, bool found, Blk next, bool returns) {
  Inst inst = plain(OP_BR), old = copy_inst(m, terminator);
  inst.origin = old.origin;
  inst.pos = old.pos;
  if (found)
    build_emit_jump(m->b, inst, NULL, 0, &m->blocks[next.id], 1);
  else
    emit_end(m, returns, old.origin, old.pos);
}

static void emit_terminator(Making *m, Blk b, Val v) {
  const Block *block = ir_block(m->old, b);
  const Inst *old = ir_inst(m->old, v);
  Val *args = arena_new_array(m->s->arena, Val, old->arg_count + 1);
  uint32_t *targets = arena_new_array(m->s->arena, uint32_t, block->succ_count + 1);
  for (uint32_t i = 0; i < old->arg_count; i++) args[i] = map_operand(m, v, i);
  for (uint32_t i = 0; i < block->succ_count; i++)
    targets[i] = target_of(m, ir_succ(m->old, block, i));
  build_emit_jump(m->b, copy_inst(m, v), args, old->arg_count, targets,
                  block->succ_count);
}

/* ---- blocks ---- */

static void emit_phi(Making *m, Blk b, Val v) {
  const Block *block = ir_block(m->old, b);
  Val *args = arena_new_array(m->s->arena, Val, block->pred_count + 1);
  uint32_t *preds = arena_new_array(m->s->arena, uint32_t, block->pred_count + 1);
  for (uint32_t i = 0; i < block->pred_count; i++) {
    args[i] = map_operand(m, v, i);
    preds[i] = m->blocks[ir_pred(m->old, block, i).id];
  }
  build_emit_phi(m->b, m->values[v.id], copy_inst(m, v), args, preds, block->pred_count);
}

static void emit_inst(Making *m, Blk b, Val v) {
  const Inst *old = ir_inst(m->old, v);
  if (old->op == OP_PHI) {
    emit_phi(m, b, v);
    return;
  }
  Val *args = arena_new_array(m->s->arena, Val, old->arg_count + 1);
  for (uint32_t i = 0; i < old->arg_count; i++) args[i] = map_operand(m, v, i);
  build_emit_reserved(m->b, m->values[v.id], copy_inst(m, v), args, old->arg_count);
}

static void emit_block(Making *m, Blk b) {
  const Block *block = ir_block(m->old, b);
  Val last = ir_terminator(block);
  build_at(m->b, m->blocks[b.id]);
  ir_each_inst(block, v) if (v.id != last.id && slice_has(m->s, v)) emit_inst(m, b, v);
  if (slice_has(m->s, last)) {
    emit_terminator(m, b, last);
    return;
  }
  Blk next = BLK_NONE;
  bool returns, found = slice_continuation(m->s, b, &next, &returns);
  emit_instead(m, last, found, next, returns);
}

/* ---- functions ---- */

static void declare_blocks(Making *m, const Function *f) {
  Blk entry = {f->first_block}, next = BLK_NONE;
  bool returns, starts = slice_has_block(m->s, entry);
  if (!starts) build_block(m->b, ir_block(m->old, entry)->name);
  ir_each_block(m->old, f, b) {
    m->blocks[b.id] = IR_NONE;
    if (slice_has_block(m->s, b))
      m->blocks[b.id] = build_block(m->b, ir_block(m->old, b)->name);
  }
  if (starts) return;
  bool found = slice_target(m->s, entry, &next, &returns);
  build_at(m->b, 0);
  emit_instead(m, ir_terminator(ir_block(m->old, entry)), found, next, returns);
}

static void make_params(Making *m, const Function *f) {
  for (uint32_t i = 0; i < f->params.len; i++) {
    const Inst *param = &m->old->insts.data[f->first + i];
    m->values[f->first + i] = build_param(m->b, i);
    build_name_param(m->b, i, param->name);
    build_place_param(m->b, i, m->positions[param->pos],
                      val_none(param->origin) ? (Val){f->first + i} : param->origin);
  }
}

static void make_body(Making *m, Fn fn) {
  const Function *f = ir_function(m->old, fn);
  m->fn = fn;
  m->returning = m->ending = IR_NONE;
  m->b = build_begin_function(m->new, fn);
  make_params(m, f);
  ir_each_block(m->old, f, b) ir_each_inst(
    ir_block(m->old, b),
    v) if (slice_has(m->s, v) && op_class((Op)ir_inst(m->old, v)->op) != OP_CLASS_CONTROL)
    m->values[v.id] = build_reserve(m->b);
  declare_blocks(m, f);
  ir_each_block(m->old, f, b) if (m->blocks[b.id] != IR_NONE) emit_block(m, b);
  build_end_function(m->b);
}

/* ---- the rest of the program ---- */

static void copy_globals(Making *m) {
  for (uint32_t i = 0; i < m->old->globals.len; i++) {
    Global g = m->old->globals.data[i];
    g.pos = m->positions[g.pos];
    g.relocs.data = NULL;
    g.relocs.len = g.relocs.cap = 0;
    build_global(m->new, g);
  }
  for (uint32_t i = 0; i < m->old->globals.len; i++) {
    const Global *from = &m->old->globals.data[i];
    for (uint32_t k = 0; k < from->relocs.len; k++) {
      Reloc reloc = from->relocs.data[k];
      reloc.target = map_value(m, reloc.target);
      vec_push(m->new->arena, &m->new->globals.data[i].relocs, reloc);
    }
  }
}

static void declare_functions(Making *m) {
  ir_each_function(m->old, f) {
    const Function *from = ir_function(m->old, f);
    Fn fn = build_declare_function(m->new, from->name, from->flags);
    Function *to = &m->new->functions.data[fn.id];
    for (uint32_t i = 0; i < from->params.len; i++)
      vec_push(m->new->arena, &to->params, from->params.data[i]);
    for (uint32_t i = 0; i < from->results.len; i++)
      vec_push(m->new->arena, &to->results, from->results.data[i]);
    to->pos = m->positions[from->pos];
  }
}

Program *slice_build(const Slice *s, Arena *arena) {
  const Program *old = s->program;
  Making m = {.s = s, .old = old, .new = program_new(arena, old->ptr_bits)};
  m.new->names = old->names;
  m.values = arena_new_array(arena, Val, old->insts.len + 1);
  m.blocks = arena_new_array(arena, uint32_t, old->blocks.len + 1);
  m.positions = arena_new_array(arena, uint32_t, old->positions.len + 1);
  for (uint32_t i = 1; i < old->positions.len; i++)
    m.positions[i] = build_pos(m.new, old->positions.data[i]);
  for (uint32_t i = 0; i < old->assumptions.len; i++)
    vec_push(arena, &m.new->assumptions, old->assumptions.data[i]);
  declare_functions(&m);
  copy_globals(&m);
  m.new->entry = old->entry;
  ir_each_function(old, f) if (ir_function_has_body(ir_function(old, f)))
    make_body(&m, f);
  const char *message;
  if (!ir_verify(m.new, arena, &message))
    panic("the slice is not a program: %s", message);
  return m.new;
}
