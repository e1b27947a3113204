/* See verify.h. First the tables and the layout of every function, so that all ids can be
 * followed; then function by function the edges, dominators and instructions. */
#include "ir/verify.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/map.h"
#include "ir/text.h"
#include "ir/verifier.h"

/* ---- messages ---- */

static void say_where(Verifier *v, VecChar *out) {
  if (v->fn.id >= v->p->functions.len) return;
  vec_printf(v->scratch, out, "@%s", ir_text(v->p, ir_function(v->p, v->fn)->name));
  if (v->blk.id != IR_NONE) {
    vec_printf(v->scratch, out, ", block ");
    ir_print_block_name(v->p, v->blk, v->scratch, out);
  }
  if (!val_none(v->at)) {
    vec_printf(v->scratch, out, ", `");
    ir_print_inst(v->p, v->at, v->scratch, out);
    vec_printf(v->scratch, out, "`");
  }
  vec_printf(v->scratch, out, ": ");
}

bool verify_fail(Verifier *v, const char *format, ...) {
  char what[400];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  VecChar where = {0};
  vec_printf(v->scratch, &where, "%s", "");
  say_where(v, &where);
  v->message = arena_printf(v->arena, "%s%s", where.data, what);
  return false;
}

/* ---- tables ---- */

bool verify_type(Type type) {
  unsigned bits = type.code & 0xfffu;
  switch (type_kind(type)) {
  case TYPE_VOID:
  case TYPE_PTR: return bits == 0;
  case TYPE_INT: return bits >= 1 && bits <= 128;
  case TYPE_FLOAT: return bits == 32 || bits == 64 || bits == 80;
  default: return false;
  }
}

static bool bits_above_are_zero(const Const *c, unsigned bits) {
  if (bits < 64 && c->lo >> bits) return false;
  if (bits <= 64) return c->hi == 0;
  return bits == 128 || !(c->hi >> (bits - 64));
}

static bool const_is_good(const Program *p, const Const *c) {
  if (!verify_type(c->type) || type_is_void(c->type)) return false;
  unsigned bits = ir_type_bits(p, c->type);
  bool address = type_is_ptr(c->type) || type_is_int(c->type);
  switch ((ConstKind)c->kind) {
  case CONST_INT: return address && bits_above_are_zero(c, bits);
  case CONST_FLOAT: return type_is_float(c->type) && bits_above_are_zero(c, bits);
  case CONST_NULL: return type_is_ptr(c->type);
  case CONST_UNDEF: return true;
  case CONST_GLOBAL: return address && c->index < p->globals.len;
  case CONST_FUNC: return address && c->index < p->functions.len;
  }
  return false;
}

static bool verify_consts(Verifier *v) {
  for (uint32_t i = 0; i < v->p->consts.len; i++)
    if (!const_is_good(v->p, &v->p->consts.data[i]))
      return verify_fail(v, "constant %u is malformed", i);
  return true;
}

static bool is_symbol(const Program *p, Val target) {
  if (!val_is_const(target) || val_const_index(target) >= p->consts.len) return false;
  uint8_t kind = ir_const(p, target)->kind;
  return kind == CONST_GLOBAL || kind == CONST_FUNC;
}

static bool verify_global(Verifier *v, const Global *g) {
  const char *name = ir_text(v->p, g->name);
  if (g->pos >= v->p->positions.len)
    return verify_fail(v, "global @%s has a position that does not exist", name);
  if ((g->flags & GLOB_EXTERN) && (g->bytes || g->relocs.len))
    return verify_fail(v, "global @%s is extern but has a content", name);
  uint64_t end = 0;
  for (uint32_t i = 0; i < g->relocs.len; i++) {
    const Reloc *reloc = &g->relocs.data[i];
    if (!is_symbol(v->p, reloc->target))
      return verify_fail(v, "global @%s: reloc %u is not the address of a symbol", name,
                         i);
    if (reloc->offset < end)
      return verify_fail(v, "global @%s: reloc %u overlaps or comes before the last",
                         name, i);
    uint64_t bytes = ir_type_bytes(v->p, ir_type(v->p, reloc->target));
    if (reloc->offset > g->size || g->size - reloc->offset < bytes)
      return verify_fail(v, "global @%s: reloc %u lies outside", name, i);
    end = reloc->offset + bytes;
  }
  return true;
}

static bool verify_entry(Verifier *v) {
  const Program *p = v->p;
  if (p->entry.id == IR_NONE) return true;
  if (p->entry.id >= p->functions.len)
    return verify_fail(v, "the entry is not a function");
  v->fn = p->entry;
  const Function *entry = ir_function(p, p->entry);
  if (!ir_function_has_body(entry)) return verify_fail(v, "the entry has no body");
  if (entry->params.len) return verify_fail(v, "the entry takes parameters");
  return true;
}

static bool verify_tables(Verifier *v) {
  const Program *p = v->p;
  if (p->ptr_bits != 32 && p->ptr_bits != 64)
    return verify_fail(v, "addresses of %u bits", p->ptr_bits);
  if (!p->positions.len || p->positions.data[0].line)
    return verify_fail(v, "position 0 is not the unknown one");
  if (!verify_consts(v)) return false;
  for (uint32_t i = 0; i < p->globals.len; i++)
    if (!verify_global(v, &p->globals.data[i])) return false;
  return verify_entry(v);
}

/* ---- layout: every id of a function is in its place ---- */

static bool verify_signature(Verifier *v, const Function *function) {
  for (uint32_t i = 0; i < function->params.len; i++) {
    Type type = function->params.data[i];
    if (!verify_type(type) || type_is_void(type))
      return verify_fail(v, "parameter %u has no type", i);
  }
  for (uint32_t i = 0; i < function->results.len; i++) {
    Type type = function->results.data[i];
    if (!verify_type(type) || type_is_void(type))
      return verify_fail(v, "result %u has no type", i);
  }
  if (function->pos >= v->p->positions.len)
    return verify_fail(v, "the function's position does not exist");
  return true;
}

static bool verify_params(Verifier *v, const Function *function) {
  for (uint32_t i = 0; i < function->params.len; i++) {
    const Inst *param = &v->p->insts.data[function->first + i];
    if (param->op != OP_PARAM || param->imm != i || param->arg_count ||
        !type_eq(param->type, function->params.data[i]) ||
        param->block.id != function->first_block)
      return verify_fail(v, "parameter %u is not where it belongs", i);
  }
  return true;
}

static bool ops_in_place(Verifier *v, const Block *block) {
  bool phis = true;
  for (uint32_t i = 0; i < block->count; i++) {
    v->at = ir_block_inst(block, i);
    const Inst *inst = ir_inst(v->p, v->at);
    if (inst->op >= OP_COUNT) return verify_fail(v, "no such op");
    if (inst->op == OP_PARAM) return verify_fail(v, "a parameter inside a block");
    if (inst->block.id != v->blk.id) return verify_fail(v, "belongs to another block");
    if (inst->op == OP_PHI && !phis)
      return verify_fail(v, "phi after other instructions");
    phis = inst->op == OP_PHI;
    bool last = i + 1 == block->count;
    if (op_is_terminator((Op)inst->op) && !last)
      return verify_fail(v, "a terminator before the end of its block");
    if (!op_is_terminator((Op)inst->op) && last)
      return verify_fail(v, "the block does not end with a terminator");
  }
  v->at = VAL_NONE;
  return true;
}

static bool edges_in_range(Verifier *v, const Function *function, uint32_t first,
                           uint32_t count) {
  if ((uint64_t)first + count > v->p->edges.len)
    return verify_fail(v, "edges outside the table");
  for (uint32_t i = 0; i < count; i++) {
    uint32_t block = v->p->edges.data[first + i];
    if (block - function->first_block >= function->block_count)
      return verify_fail(v, "an edge to another function");
  }
  return true;
}

static bool verify_block_layout(Verifier *v, const Function *function, uint64_t *next) {
  const Block *block = ir_block(v->p, v->blk);
  if (block->fn.id != v->fn.id) return verify_fail(v, "belongs to another function");
  if (block->first != *next) return verify_fail(v, "does not follow the block before it");
  if (!block->count) return verify_fail(v, "an empty block");
  *next += block->count;
  if (*next > (uint64_t)function->first + function->inst_count)
    return verify_fail(v, "goes past the end of its function");
  return ops_in_place(v, block) &&
         edges_in_range(v, function, block->succs, block->succ_count) &&
         edges_in_range(v, function, block->preds, block->pred_count);
}

static bool verify_layout(Verifier *v, uint64_t *inst_count, uint64_t *block_count) {
  const Program *p = v->p;
  const Function *function = ir_function(p, v->fn);
  if (!verify_signature(v, function)) return false;
  if (!ir_function_has_body(function)) {
    if (!(function->flags & FN_EXTERN)) return verify_fail(v, "no body, but not extern");
    if (function->inst_count) return verify_fail(v, "instructions, but no body");
    return true;
  }
  if (function->flags & FN_EXTERN) return verify_fail(v, "extern, but has a body");
  if ((uint64_t)function->first + function->inst_count > p->insts.len ||
      (uint64_t)function->first_block + function->block_count > p->blocks.len ||
      function->params.len > function->inst_count)
    return verify_fail(v, "the body lies outside the program's tables");
  if (!verify_params(v, function)) return false;
  uint64_t next = (uint64_t)function->first + function->params.len;
  ir_each_block(p, function, b) {
    v->blk = b;
    if (!verify_block_layout(v, function, &next)) return false;
  }
  v->blk = BLK_NONE;
  if (next != (uint64_t)function->first + function->inst_count)
    return verify_fail(v, "instructions outside all blocks");
  *inst_count += function->inst_count;
  *block_count += function->block_count;
  return true;
}

static void start_function(Verifier *v, Fn f) {
  v->fn = f;
  v->blk = BLK_NONE;
  v->at = VAL_NONE;
}

static bool verify_layouts(Verifier *v) {
  uint64_t inst_count = 0, block_count = 0;
  ir_each_function(v->p, f) {
    start_function(v, f);
    if (!verify_layout(v, &inst_count, &block_count)) return false;
  }
  start_function(v, FN_NONE);
  if (inst_count != v->p->insts.len || block_count != v->p->blocks.len)
    return verify_fail(v, "instructions or blocks outside all functions");
  return true;
}

/* ---- edges ---- */

/* Predecessors are the successors turned around, as often. */
static bool verify_edges(Verifier *v, const Function *function) {
  const Program *p = v->p;
  Map balance = {0};
  ir_each_block(p, function, b) {
    const Block *block = ir_block(p, b);
    for (uint32_t i = 0; i < block->succ_count; i++)
      ++*map_at(v->scratch, &balance, (uint64_t)b.id << 32 | ir_succ(p, block, i).id);
    for (uint32_t i = 0; i < block->pred_count; i++)
      --*map_at(v->scratch, &balance, (uint64_t)ir_pred(p, block, i).id << 32 | b.id);
  }
  for (uint32_t i = 0; i < balance.count; i++) {
    if (!balance.entries[i].value) continue;
    v->blk = (Blk){(uint32_t)balance.entries[i].key};
    return verify_fail(v, "predecessors and successors do not agree");
  }
  return true;
}

static bool verify_graph(Verifier *v, const Function *function, const Cfg *cfg) {
  v->blk = (Blk){function->first_block};
  if (ir_block(v->p, v->blk)->pred_count)
    return verify_fail(v, "the entry block has predecessors");
  for (uint32_t i = 0; i < cfg->count; i++) {
    v->blk = cfg_block(cfg, i);
    if (cfg->rpo.position[i] == DIGRAPH_NONE)
      return verify_fail(v, "cannot be reached from the entry block");
  }
  return true;
}

static bool verify_body(Verifier *v) {
  const Function *function = ir_function(v->p, v->fn);
  if (!verify_edges(v, function)) return false;
  Cfg *cfg = cfg_new(v->p, v->fn, v->scratch);
  if (!verify_graph(v, function, cfg)) return false;
  v->dom = dom_new(cfg, v->scratch);
  for (uint32_t i = 0; i < function->inst_count; i++) {
    v->at = (Val){function->first + i};
    v->blk = ir_inst(v->p, v->at)->block;
    if (!verify_inst(v)) return false;
  }
  return true;
}

static bool verify_program(Verifier *v) {
  if (!verify_tables(v) || !verify_layouts(v)) return false;
  ir_each_function(v->p, f) {
    start_function(v, f);
    arena_reset(v->scratch);
    if (ir_function_has_body(ir_function(v->p, f)) && !verify_body(v)) return false;
  }
  return true;
}

bool ir_verify(const Program *p, Arena *arena, const char **message) {
  Verifier v = {.p = p, .arena = arena, .scratch = arena_new()};
  start_function(&v, FN_NONE);
  bool good = verify_program(&v);
  arena_free(v.scratch);
  if (message) *message = v.message;
  return good;
}
