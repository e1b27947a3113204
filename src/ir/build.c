/* See build.h. A function under construction is a list of drafts, chained block by block;
 * the end of the function numbers the blocks that can be reached, then writes edges,
 * instructions and operands in that order. Every step is linear in instructions + edges.
 */
#include "ir/build.h"

#include "base/map.h"
#include "base/panic.h"

/* Chains are 1 + index of a draft, 0 ends them. */
typedef struct DraftBlock {
  Sym name;
  uint32_t first_phi, last_phi;
  uint32_t first, last;
  uint32_t phi_count, count;      /* phis; the rest, the terminator included */
  bool closed;                    /* `last` is a terminator */
  uint32_t targets, target_count; /* Builder.places */
  uint32_t number;                /* in the finished function; IR_NONE: not reached */
} DraftBlock;

typedef struct Draft {
  Inst inst;       /* args and arg_count: in Builder.operands */
  uint32_t next;   /* chain in the block */
  uint32_t places; /* phi: where its operands come from, in Builder.places */
  bool emitted;    /* false: a reserved value that was not made yet */
} Draft;

struct Builder {
  Program *program;
  Fn fn;
  bool open; /* between build_begin_function and build_end_function */
  uint32_t current;
  Vec(Draft) drafts; /* by provisional id, parameters first */
  Vec(DraftBlock) blocks;
  Vec(Val) operands;
  VecU32 places; /* block numbers: targets of terminators, sources of phis */
  VecU32 final;  /* by provisional id, after the end; IR_NONE: removed */
  VecU32 order;  /* blocks that stay, in their final order */
  VecU32 stack;
  VecU32 cursor,
    next_edge; /* phis: first edge from a block, next edge from the same block */
};

/* What a program under construction shares, and the one builder, used again and again. */
typedef struct BuildTables {
  Map consts, positions; /* hash, or the next free key after it -> 1 + index */
  Builder builder;
} BuildTables;

Program *program_new(Arena *arena, unsigned ptr_bits) {
  Program *p = arena_new_object(arena, Program);
  p->arena = arena;
  p->names = intern_new(arena);
  p->ptr_bits = ptr_bits;
  p->entry = FN_NONE;
  p->tables = arena_new_object(arena, BuildTables);
  vec_push(arena, &p->positions, (Pos){0});
  return p;
}

Fn build_declare_function(Program *p, Sym name, uint32_t flags) {
  vec_push(p->arena, &p->functions, (Function){.name = name, .flags = flags});
  return (Fn){p->functions.len - 1};
}

Glob build_global(Program *p, Global global) {
  vec_push(p->arena, &p->globals, global);
  return (Glob){p->globals.len - 1};
}

static bool pos_equal(const Pos *a, const Pos *b) {
  return a->file.id == b->file.id && a->line == b->line && a->column == b->column;
}

uint32_t build_pos(Program *p, Pos pos) {
  if (pos_equal(&pos, &p->positions.data[0])) return 0;
  uint64_t key =
    hash_combine(hash_u64((uint64_t)pos.file.id << 32 | pos.line), pos.column);
  for (;; key++) {
    uint64_t *found = map_at(p->arena, &p->tables->positions, key);
    if (!*found) {
      vec_push(p->arena, &p->positions, pos);
      *found = p->positions.len;
    }
    if (pos_equal(&p->positions.data[*found - 1], &pos)) return (uint32_t)*found - 1;
  }
}

/* ---- constants ---- */

static void keep_low_bits(Const *c, unsigned bits) {
  if (bits < 64) c->lo &= ((uint64_t)1 << bits) - 1;
  if (bits <= 64)
    c->hi = 0;
  else if (bits < 128)
    c->hi &= ((uint64_t)1 << (bits - 64)) - 1;
}

/* One form for each constant: what its kind does not use is zero. */
static Const normal_const(const Program *p, Const c) {
  bool number = c.kind == CONST_INT || c.kind == CONST_FLOAT;
  bool address = c.kind == CONST_GLOBAL || c.kind == CONST_FUNC;
  if (number) keep_low_bits(&c, ir_type_bits(p, c.type));
  if (c.kind == CONST_INT && type_is_ptr(c.type) && !c.lo) c.kind = CONST_NULL;
  if (!number) c.hi = 0;
  if (!number && !address) c.lo = 0;
  if (!address) c.index = 0;
  if (c.kind == CONST_NULL) c.type = type_ptr();
  return c;
}

static bool const_equal(const Const *a, const Const *b) {
  return a->kind == b->kind && type_eq(a->type, b->type) && a->index == b->index &&
         a->lo == b->lo && a->hi == b->hi;
}

Val build_const(Program *p, Const given) {
  Const c = normal_const(p, given);
  uint64_t what = (uint64_t)c.kind << 48 | (uint64_t)c.type.code << 32 | c.index;
  uint64_t key = hash_combine(hash_combine(what, c.lo), c.hi);
  for (;; key++) {
    uint64_t *found = map_at(p->arena, &p->tables->consts, key);
    if (!*found) {
      vec_push(p->arena, &p->consts, c);
      *found = p->consts.len;
    }
    if (const_equal(&p->consts.data[*found - 1], &c))
      return (Val){(uint32_t)(*found - 1) | VAL_CONST_BIT};
  }
}

Val build_int(Program *p, Type type, uint64_t value) {
  return build_const(p, (Const){.kind = CONST_INT, .type = type, .lo = value});
}

Val build_int128(Program *p, Type type, uint64_t lo, uint64_t hi) {
  return build_const(p, (Const){.kind = CONST_INT, .type = type, .lo = lo, .hi = hi});
}

Val build_null(Program *p) { return build_const(p, (Const){.kind = CONST_NULL}); }

Val build_undef(Program *p, Type type) {
  return build_const(p, (Const){.kind = CONST_UNDEF, .type = type});
}

Val build_global_addr(Program *p, Glob g, int64_t offset, Type type) {
  Const c = {.kind = CONST_GLOBAL, .type = type, .index = g.id, .lo = (uint64_t)offset};
  return build_const(p, c);
}

Val build_func_addr(Program *p, Fn f, Type type) {
  return build_const(p, (Const){.kind = CONST_FUNC, .type = type, .index = f.id});
}

/* ---- a function's body ---- */

static Val add_draft(Builder *b) {
  vec_push(b->program->arena, &b->drafts, (Draft){0});
  return (Val){b->drafts.len - 1};
}

Builder *build_begin_function(Program *p, Fn fn) {
  Builder *b = &p->tables->builder;
  BELAY_ASSERT(!b->open && !ir_function_has_body(ir_function(p, fn)));
  b->program = p;
  b->fn = fn;
  b->open = true;
  b->current = IR_NONE;
  vec_clear(&b->drafts);
  vec_clear(&b->blocks);
  vec_clear(&b->operands);
  vec_clear(&b->places);
  vec_clear(&b->final);
  const Function *function = ir_function(p, fn);
  for (uint32_t i = 0; i < function->params.len; i++) {
    Val param = add_draft(b);
    Draft *draft = &b->drafts.data[param.id];
    draft->inst = (Inst){.op = OP_PARAM, .type = function->params.data[i], .imm = i};
    draft->inst.origin = VAL_NONE;
    draft->emitted = true;
  }
  return b;
}

static uint32_t param_count(const Builder *b) {
  return ir_function(b->program, b->fn)->params.len;
}

Val build_param(Builder *b, uint32_t n) {
  BELAY_ASSERT(n < param_count(b));
  return (Val){n};
}

void build_name_param(Builder *b, uint32_t n, Sym name) {
  b->drafts.data[build_param(b, n).id].inst.name = name;
}

void build_place_param(Builder *b, uint32_t n, uint32_t pos, Val origin) {
  Inst *inst = &b->drafts.data[build_param(b, n).id].inst;
  inst->pos = pos;
  inst->origin = origin;
}

uint32_t build_block(Builder *b, Sym name) {
  BELAY_ASSERT(b->open);
  vec_push(b->program->arena, &b->blocks, (DraftBlock){.name = name});
  return b->blocks.len - 1;
}

void build_at(Builder *b, uint32_t block) {
  BELAY_ASSERT(block < b->blocks.len);
  b->current = block;
}

uint32_t build_current(const Builder *b) { return b->current; }

bool build_block_is_closed(const Builder *b, uint32_t block) {
  return b->blocks.data[block].closed;
}

Val build_reserve(Builder *b) {
  BELAY_ASSERT(b->open);
  return add_draft(b);
}

static uint32_t keep_places(Builder *b, const uint32_t *places, uint32_t count) {
  uint32_t at = b->places.len;
  for (uint32_t i = 0; i < count; i++) {
    BELAY_ASSERT(places[i] < b->blocks.len);
    vec_push(b->program->arena, &b->places, places[i]);
  }
  return at;
}

/* Fills the draft in; linking it into a block is left. */
static Draft *fill_draft(Builder *b, Val at, Inst inst, const Val *args,
                         uint32_t arg_count) {
  BELAY_ASSERT(b->open && at.id < b->drafts.len);
  inst.args = b->operands.len;
  inst.arg_count = arg_count;
  for (uint32_t i = 0; i < arg_count; i++)
    vec_push(b->program->arena, &b->operands, args[i]);
  Draft *draft = &b->drafts.data[at.id];
  BELAY_ASSERT(!draft->emitted);
  draft->inst = inst;
  draft->emitted = true;
  return draft;
}

static void append(Builder *b, uint32_t *first, uint32_t *last, uint32_t id) {
  if (*last)
    b->drafts.data[*last - 1].next = id + 1;
  else
    *first = id + 1;
  *last = id + 1;
}

static DraftBlock *current_block(Builder *b) {
  BELAY_ASSERT(b->current < b->blocks.len);
  return &b->blocks.data[b->current];
}

static Val emit_at(Builder *b, Val at, Inst inst, const Val *args, uint32_t arg_count) {
  DraftBlock *block = current_block(b);
  BELAY_ASSERT(!block->closed && inst.op != OP_PHI && inst.op != OP_PARAM);
  fill_draft(b, at, inst, args, arg_count);
  append(b, &block->first, &block->last, at.id);
  block->count++;
  block->closed = op_is_terminator((Op)inst.op);
  return at;
}

Val build_emit(Builder *b, Inst inst, const Val *args, uint32_t arg_count) {
  return emit_at(b, add_draft(b), inst, args, arg_count);
}

Val build_emit_reserved(Builder *b, Val reserved, Inst inst, const Val *args,
                        uint32_t arg_count) {
  return emit_at(b, reserved, inst, args, arg_count);
}

Val build_emit_jump(Builder *b, Inst inst, const Val *args, uint32_t arg_count,
                    const uint32_t *targets, uint32_t target_count) {
  BELAY_ASSERT(op_is_terminator((Op)inst.op));
  DraftBlock *block = current_block(b);
  block->targets = keep_places(b, targets, target_count);
  block->target_count = target_count;
  return emit_at(b, add_draft(b), inst, args, arg_count);
}

Val build_emit_phi(Builder *b, Val reserved_or_none, Inst inst, const Val *args,
                   const uint32_t *preds, uint32_t count) {
  BELAY_ASSERT(inst.op == OP_PHI);
  Val at = val_none(reserved_or_none) ? add_draft(b) : reserved_or_none;
  DraftBlock *block = current_block(b);
  uint32_t places = keep_places(b, preds, count);
  fill_draft(b, at, inst, args, count)->places = places;
  append(b, &block->first_phi, &block->last_phi, at.id);
  block->phi_count++;
  return at;
}

/* ---- the end of a function ---- */

static void close_blocks(Builder *b) {
  if (!b->blocks.len) build_block(b, intern_string(b->program->names, "entry"));
  for (uint32_t i = 0; i < b->blocks.len; i++) {
    DraftBlock *block = &b->blocks.data[i];
    if (block->closed) continue;
    uint32_t pos = block->last ? b->drafts.data[block->last - 1].inst.pos : 0;
    b->current = i;
    build_emit(b, (Inst){.op = OP_UNREACHABLE, .pos = pos, .origin = VAL_NONE}, NULL, 0);
  }
}

/* Marks what the entry reaches by number 0, the rest by IR_NONE. */
static void mark_reached(Builder *b) {
  for (uint32_t i = 0; i < b->blocks.len; i++) b->blocks.data[i].number = IR_NONE;
  b->blocks.data[0].number = 0;
  vec_clear(&b->stack);
  vec_push(b->program->arena, &b->stack, 0);
  while (b->stack.len) {
    const DraftBlock *block = &b->blocks.data[vec_pop(&b->stack)];
    for (uint32_t i = 0; i < block->target_count; i++) {
      uint32_t target = b->places.data[block->targets + i];
      if (b->blocks.data[target].number != IR_NONE) continue;
      b->blocks.data[target].number = 0;
      vec_push(b->program->arena, &b->stack, target);
    }
  }
}

static bool entry_is_a_target(const Builder *b) {
  for (uint32_t i = 0; i < b->blocks.len; i++) {
    const DraftBlock *block = &b->blocks.data[i];
    for (uint32_t k = 0; k < block->target_count && block->number != IR_NONE; k++)
      if (b->places.data[block->targets + k] == 0) return true;
  }
  return false;
}

static uint32_t add_start_block(Builder *b) {
  uint32_t start = build_block(b, intern_string(b->program->names, "start")), entry = 0;
  b->current = start;
  build_emit_jump(b, (Inst){.op = OP_BR, .origin = VAL_NONE}, NULL, 0, &entry, 1);
  return start;
}

static void order_blocks(Builder *b) {
  Arena *arena = b->program->arena;
  uint32_t declared = b->blocks.len;
  vec_clear(&b->order);
  if (entry_is_a_target(b)) vec_push(arena, &b->order, add_start_block(b));
  for (uint32_t i = 0; i < declared; i++)
    if (b->blocks.data[i].number != IR_NONE) vec_push(arena, &b->order, i);
  for (uint32_t i = 0; i < b->order.len; i++) b->blocks.data[b->order.data[i]].number = i;
}

static void number_chain(Builder *b, uint32_t at, uint32_t *next) {
  for (; at; at = b->drafts.data[at - 1].next) b->final.data[at - 1] = (*next)++;
}

static void number_values(Builder *b) {
  vec_resize(b->program->arena, &b->final, b->drafts.len);
  for (uint32_t i = 0; i < b->final.len; i++) b->final.data[i] = IR_NONE;
  uint32_t next = b->program->insts.len;
  for (uint32_t i = 0; i < param_count(b); i++) b->final.data[i] = next++;
  for (uint32_t i = 0; i < b->order.len; i++) {
    const DraftBlock *block = &b->blocks.data[b->order.data[i]];
    number_chain(b, block->first_phi, &next);
    number_chain(b, block->first, &next);
  }
  if (next >= VAL_CONST_BIT) panic("too many instructions");
}

static void write_blocks(Builder *b) {
  Program *p = b->program;
  uint32_t base = p->blocks.len, next = p->insts.len + param_count(b);
  for (uint32_t i = 0; i < b->order.len; i++) {
    const DraftBlock *draft = &b->blocks.data[b->order.data[i]];
    Block block = {
      .fn = b->fn, .name = draft->name, .first = next, .succs = p->edges.len};
    block.count = draft->phi_count + draft->count;
    block.succ_count = draft->target_count;
    next += block.count;
    for (uint32_t k = 0; k < draft->target_count; k++) {
      uint32_t target = b->places.data[draft->targets + k];
      vec_push(p->arena, &p->edges, base + b->blocks.data[target].number);
    }
    vec_push(p->arena, &p->blocks, block);
  }
}

/* Predecessors in block order, and those of one block in the order of its targets. */
static void write_preds(Builder *b, uint32_t base) {
  Program *p = b->program;
  uint32_t first_edge = base < p->blocks.len ? p->blocks.data[base].succs : p->edges.len;
  uint32_t edge_end = p->edges.len, at = edge_end;
  for (uint32_t e = first_edge; e < edge_end; e++)
    p->blocks.data[p->edges.data[e]].pred_count++;
  for (uint32_t i = base; i < p->blocks.len; i++) {
    p->blocks.data[i].preds = at;
    at += p->blocks.data[i].pred_count;
    p->blocks.data[i].pred_count = 0;
  }
  vec_resize(p->arena, &p->edges, at);
  for (uint32_t i = base; i < p->blocks.len; i++)
    for (uint32_t k = 0; k < p->blocks.data[i].succ_count; k++) {
      Block *to = &p->blocks.data[p->edges.data[p->blocks.data[i].succs + k]];
      p->edges.data[to->preds + to->pred_count++] = i;
    }
}

static Val final_value(const Builder *b, Val v) {
  if (!val_is_inst(v)) return v;
  return v.id < b->final.len ? (Val){b->final.data[v.id]} : VAL_NONE;
}

static void write_operands(Builder *b, Inst *inst) {
  Program *p = b->program;
  uint32_t from = inst->args;
  inst->args = p->operands.len;
  for (uint32_t i = 0; i < inst->arg_count; i++)
    vec_push(p->arena, &p->operands, final_value(b, b->operands.data[from + i]));
}

/* Lets cursor name the first edge from each predecessor of `block`, by its number. */
static void point_at_first_edges(Builder *b, const Block *block, uint32_t base) {
  const uint32_t *preds = b->program->edges.data + block->preds;
  for (uint32_t i = block->pred_count; i-- > 0;) b->cursor.data[preds[i] - base] = i;
}

static void chain_edges(Builder *b, const Block *block, uint32_t base) {
  const uint32_t *preds = b->program->edges.data + block->preds;
  vec_resize(b->program->arena, &b->next_edge, block->pred_count);
  for (uint32_t i = 0; i < block->pred_count; i++)
    b->cursor.data[preds[i] - base] = IR_NONE;
  for (uint32_t i = block->pred_count; i-- > 0;) {
    b->next_edge.data[i] = b->cursor.data[preds[i] - base];
    b->cursor.data[preds[i] - base] = i;
  }
}

/* An edge that got no value of its own takes that of an earlier edge from the same block.
 */
static void fill_repeated_edges(Builder *b, const Block *block, uint32_t base,
                                Val *values) {
  const uint32_t *preds = b->program->edges.data + block->preds;
  point_at_first_edges(b, block, base);
  for (uint32_t i = 0; i < block->pred_count; i++)
    if (val_none(values[i])) values[i] = values[b->cursor.data[preds[i] - base]];
}

/* Blocks that are no predecessor have the cursor IR_NONE, before and after. */
static void write_phi_operands(Builder *b, const Draft *draft, Inst *inst,
                               const Block *block, uint32_t base) {
  Program *p = b->program;
  inst->args = p->operands.len;
  inst->arg_count = block->pred_count;
  vec_resize(p->arena, &p->operands, inst->args + block->pred_count);
  Val *values = p->operands.data + inst->args;
  for (uint32_t i = 0; i < block->pred_count; i++) values[i] = VAL_NONE;
  point_at_first_edges(b, block, base);
  for (uint32_t i = 0; i < draft->inst.arg_count; i++) {
    uint32_t number = b->blocks.data[b->places.data[draft->places + i]].number;
    if (number == IR_NONE || b->cursor.data[number] == IR_NONE) continue;
    uint32_t edge = b->cursor.data[number];
    values[edge] = final_value(b, b->operands.data[draft->inst.args + i]);
    b->cursor.data[number] = b->next_edge.data[edge];
  }
  fill_repeated_edges(b, block, base, values);
}

static Inst finished_inst(const Builder *b, uint32_t draft, Blk block) {
  Inst inst = b->drafts.data[draft].inst;
  inst.block = block;
  if (val_none(inst.origin)) inst.origin = (Val){b->final.data[draft]};
  return inst;
}

static void write_phis(Builder *b, uint32_t at, Blk blk, uint32_t base) {
  Program *p = b->program;
  const Block *block = ir_block(p, blk);
  chain_edges(b, block, base);
  for (; at; at = b->drafts.data[at - 1].next) {
    Inst inst = finished_inst(b, at - 1, blk);
    write_phi_operands(b, &b->drafts.data[at - 1], &inst, block, base);
    vec_push(p->arena, &p->insts, inst);
  }
  for (uint32_t i = 0; i < block->pred_count; i++)
    b->cursor.data[p->edges.data[block->preds + i] - base] = IR_NONE;
}

static void write_insts(Builder *b, uint32_t base) {
  Program *p = b->program;
  for (uint32_t i = 0; i < param_count(b); i++)
    vec_push(p->arena, &p->insts, finished_inst(b, i, (Blk){base}));
  vec_resize(p->arena, &b->cursor, b->order.len);
  for (uint32_t i = 0; i < b->order.len; i++) b->cursor.data[i] = IR_NONE;
  for (uint32_t i = 0; i < b->order.len; i++) {
    const DraftBlock *block = &b->blocks.data[b->order.data[i]];
    Blk blk = {base + i};
    if (block->first_phi) write_phis(b, block->first_phi, blk, base);
    for (uint32_t at = block->first; at; at = b->drafts.data[at - 1].next) {
      Inst inst = finished_inst(b, at - 1, blk);
      write_operands(b, &inst);
      vec_push(p->arena, &p->insts, inst);
    }
  }
}

void build_end_function(Builder *b) {
  BELAY_ASSERT(b->open);
  Program *p = b->program;
  uint32_t base = p->blocks.len, first = p->insts.len;
  close_blocks(b);
  mark_reached(b);
  order_blocks(b);
  number_values(b);
  write_blocks(b);
  write_preds(b, base);
  write_insts(b, base);
  Function *function = &p->functions.data[b->fn.id];
  function->flags &= ~(uint32_t)FN_EXTERN;
  function->first = first;
  function->inst_count = p->insts.len - first;
  function->first_block = base;
  function->block_count = b->order.len;
  b->open = false;
}

Val build_final(const Builder *b, Val provisional) { return final_value(b, provisional); }
