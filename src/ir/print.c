/* The text form, written. Local names carry their number in the function (`%n.3`,
 * `loop.1`), so that equal names stay apart; a second global or function of the same name
 * is `@name#2`. Faulty programs are printed too (the verifier's messages need it): what
 * does not exist is shown as `?`. */
#include "base/map.h"
#include "ir/form.h"
#include "ir/text.h"

typedef struct Printer {
  const Program *p;
  Arena *arena;
  VecChar *out;
  Map files;             /* Sym -> number in the file table */
  uint32_t default_file; /* what `!line:column` means here */
  Map repeated;          /* symbol_key -> number, for names that were there before */
  const Function *function;
} Printer;

static void put(Printer *w, const char *text) {
  size_t length = strlen(text);
  vec_reserve(w->arena, w->out, w->out->len + length + 1);
  memcpy(w->out->data + w->out->len, text, length + 1);
  w->out->len += (uint32_t)length;
}

#define PUT(...) vec_printf(w->arena, w->out, __VA_ARGS__)

static void put_type(Printer *w, Type type) {
  char buffer[16];
  put(w, form_type_text(type, buffer));
}

static void put_byte_escaped(Printer *w, unsigned char c) {
  char plain[2] = {(char)c, 0};
  if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\')
    put(w, plain);
  else
    PUT("\\%02x", c);
}

static void put_quoted_bytes(Printer *w, const char *bytes, uint64_t length) {
  put(w, "\"");
  for (uint64_t i = 0; i < length; i++) put_byte_escaped(w, (unsigned char)bytes[i]);
  put(w, "\"");
}

static void put_quoted(Printer *w, Sym sym) {
  put_quoted_bytes(w, ir_text(w->p, sym), intern_length(w->p->names, sym));
}

static void put_name(Printer *w, Sym name) {
  const char *text = ir_text(w->p, name);
  if (form_bare_name(text, intern_length(w->p->names, name)))
    put(w, text);
  else
    put_quoted(w, name);
}

/* `name.number`, or the number alone. */
static void put_local(Printer *w, Sym name, uint32_t number) {
  if (name.id) {
    put_name(w, name);
    put(w, ".");
  }
  PUT("%u", number);
}

static uint64_t symbol_key(bool is_function, uint32_t id) {
  return (uint64_t)is_function << 32 | id;
}

static void put_symbol(Printer *w, bool is_function, uint32_t id) {
  const Program *p = w->p;
  if (id >= (is_function ? p->functions.len : p->globals.len)) {
    put(w, "@?");
    return;
  }
  put(w, "@");
  put_name(w, is_function ? p->functions.data[id].name : p->globals.data[id].name);
  uint64_t number = map_get(&w->repeated, symbol_key(is_function, id), 0);
  if (number) PUT("#%u", (unsigned)number);
}

static void put_block(Printer *w, Blk block) {
  const Program *p = w->p;
  if (block.id >= p->blocks.len) {
    put(w, "?");
    return;
  }
  const Block *b = ir_block(p, block);
  uint32_t first = b->fn.id < p->functions.len ? ir_function(p, b->fn)->first_block : 0;
  put_local(w, b->name, block.id - first);
}

/* NULL in a faulty program. */
static const Function *function_of(const Program *p, Val v) {
  uint32_t block = v.id < p->insts.len ? ir_inst(p, v)->block.id : IR_NONE;
  if (block >= p->blocks.len) return NULL;
  uint32_t fn = p->blocks.data[block].fn.id;
  return fn < p->functions.len ? &p->functions.data[fn] : NULL;
}

static void put_inst_name(Printer *w, Val v) {
  const Function *function = function_of(w->p, v);
  put(w, "%");
  put_local(w, ir_inst(w->p, v)->name, v.id - (function ? function->first : 0));
}

/* ---- constants ---- */

static void put_integer(Printer *w, const Const *c) {
  unsigned bits = ir_type_bits(w->p, c->type);
  bool negative = bits > 64 ? c->hi >> (bits - 65) & 1 : 0;
  uint64_t high =
    bits > 64 && bits < 128 && negative ? c->hi | ~(uint64_t)0 << (bits - 64) : c->hi;
  if (type_is_ptr(c->type))
    PUT("0x%llx", (unsigned long long)c->lo);
  else if (bits == 1)
    put(w, c->lo ? "true" : "false");
  else if (bits <= 64)
    PUT("%lld", (long long)((int64_t)(c->lo << (64 - bits)) >> (64 - bits)));
  else if (high == ((int64_t)c->lo < 0 ? ~(uint64_t)0 : 0))
    PUT("%lld", (long long)c->lo);
  else
    PUT("0x%llx%016llx", (unsigned long long)c->hi, (unsigned long long)c->lo);
}

static void put_float(Printer *w, const Const *c) {
  unsigned bits = ir_type_bits(w->p, c->type);
  if (bits > 64)
    PUT("0x%04llx%016llx", (unsigned long long)c->hi, (unsigned long long)c->lo);
  else
    PUT("0x%0*llx", (int)(bits / 4), (unsigned long long)c->lo);
}

static void put_address(Printer *w, const Const *c) {
  int64_t offset = (int64_t)c->lo;
  if (offset) put(w, "(");
  put_symbol(w, c->kind == CONST_FUNC, c->index);
  if (offset > 0) PUT(" + %lld)", (long long)offset);
  if (offset < 0) PUT(" - %llu)", (unsigned long long)(0 - c->lo));
}

static void put_const(Printer *w, const Const *c, Type implied) {
  if (!type_eq(c->type, implied)) {
    put_type(w, c->type);
    put(w, " ");
  }
  switch ((ConstKind)c->kind) {
  case CONST_INT: put_integer(w, c); break;
  case CONST_FLOAT: put_float(w, c); break;
  case CONST_NULL: put(w, "null"); break;
  case CONST_UNDEF: put(w, "undef"); break;
  case CONST_GLOBAL:
  case CONST_FUNC: put_address(w, c); break;
  default: put(w, "?"); break;
  }
}

/* A constant's type is written unless it is the implied one. */
static void put_value(Printer *w, Val v, Type implied) {
  if (val_is_const(v) && val_const_index(v) < w->p->consts.len)
    put_const(w, ir_const(w->p, v), implied);
  else if (val_is_inst(v) && v.id < w->p->insts.len)
    put_inst_name(w, v);
  else
    put(w, "?");
}

/* ---- instructions ---- */

static Val operand(const Program *p, const Inst *inst, uint32_t n) {
  uint64_t at = (uint64_t)inst->args + n;
  return n < inst->arg_count && at < p->operands.len ? p->operands.data[at] : VAL_NONE;
}

static Type type_of(const Program *p, Val v) {
  bool known = val_is_const(v) ? val_const_index(v) < p->consts.len
                               : val_is_inst(v) && v.id < p->insts.len;
  return known ? ir_type(p, v) : type_void();
}

static Type written_type(const Program *p, const Inst *inst) {
  if (form_of((Op)inst->op)->written == WRITES_FIRST)
    return type_of(p, operand(p, inst, 0));
  return inst->type;
}

static void put_operand(Printer *w, const Inst *inst, uint32_t n) {
  const OpForm *form = form_of((Op)inst->op);
  Type implied = form_constant_type(w->p, form, n, written_type(w->p, inst), w->function);
  put_value(w, operand(w->p, inst, n), implied);
}

/* A faulty program may claim billions of operands; the list stops where the table does.
 */
static void put_operands(Printer *w, const Inst *inst, uint32_t from) {
  for (uint32_t i = from; i < inst->arg_count; i++) {
    if (i > from) put(w, ", ");
    put_operand(w, inst, i);
    if ((uint64_t)inst->args + i >= w->p->operands.len) break;
  }
}

static void put_address_sum(Printer *w, const Inst *inst) {
  put_operand(w, inst, 0);
  if (inst->imm > 0) PUT(" + %lld", (long long)inst->imm);
  if (inst->imm < 0) PUT(" - %llu", 0 - (unsigned long long)inst->imm);
  for (uint32_t i = 1; i < inst->arg_count; i += 2) {
    put(w, " + ");
    put_operand(w, inst, i);
    put(w, " * ");
    put_operand(w, inst, i + 1);
    if ((uint64_t)inst->args + i >= w->p->operands.len) break;
  }
}

static const Block *block_of(const Program *p, const Inst *inst) {
  return inst->block.id < p->blocks.len ? ir_block(p, inst->block) : NULL;
}

static Blk edge(const Program *p, uint32_t first, uint32_t count, uint32_t n) {
  uint64_t at = (uint64_t)first + n;
  return n < count && at < p->edges.len ? (Blk){p->edges.data[at]} : BLK_NONE;
}

static void put_phi(Printer *w, const Inst *inst) {
  const Block *block = block_of(w->p, inst);
  for (uint32_t i = 0; i < inst->arg_count; i++) {
    put(w, i ? ", [" : "[");
    put_operand(w, inst, i);
    put(w, ", ");
    put_block(w, block ? edge(w->p, block->preds, block->pred_count, i) : BLK_NONE);
    put(w, "]");
    if ((uint64_t)inst->args + i >= w->p->operands.len) break;
  }
}

static void put_target(Printer *w, const Block *block, uint32_t n) {
  put_block(w, block ? edge(w->p, block->succs, block->succ_count, n) : BLK_NONE);
}

static void put_jump(Printer *w, const Inst *inst) {
  const Block *block = block_of(w->p, inst);
  put_operands(w, inst, 0);
  for (uint32_t i = 0; block && i < block->succ_count; i++) {
    if (i || inst->arg_count) put(w, ", ");
    put_target(w, block, i);
    if ((uint64_t)block->succs + i >= w->p->edges.len) break;
  }
}

static void put_switch(Printer *w, const Inst *inst) {
  const Block *block = block_of(w->p, inst);
  put_operand(w, inst, 0);
  put(w, ", ");
  put_target(w, block, 0);
  put(w, " [");
  for (uint32_t i = 1; i < inst->arg_count; i++) {
    if (i > 1) put(w, ", ");
    put_operand(w, inst, i);
    put(w, ": ");
    put_target(w, block, i);
    if ((uint64_t)inst->args + i >= w->p->operands.len) break;
  }
  put(w, "]");
}

static void put_text(Printer *w, const Inst *inst) {
  put_quoted(w, inst->sym);
  if (inst->arg_count) put(w, ", ");
  put_operands(w, inst, 0);
}

static void put_call(Printer *w, const Inst *inst) {
  put_operand(w, inst, 0);
  put(w, "(");
  put_operands(w, inst, 1);
  put(w, ")");
}

static void put_body(Printer *w, const Inst *inst, FormShape shape) {
  switch (shape) {
  case SHAPE_LIST: put_operands(w, inst, 0); break;
  case SHAPE_TEXT: put_text(w, inst); break;
  case SHAPE_ADDR: put_address_sum(w, inst); break;
  case SHAPE_PHI: put_phi(w, inst); break;
  case SHAPE_CALL: put_call(w, inst); break;
  case SHAPE_JUMP: put_jump(w, inst); break;
  case SHAPE_SWITCH: put_switch(w, inst); break;
  case SHAPE_PARAM: PUT("%lld", (long long)inst->imm); break;
  case SHAPE_ALLOCA:
    put_operand(w, inst, 0);
    if (inst->imm != 1) PUT(" align %lld", (long long)inst->imm);
    break;
  case SHAPE_PART:
    put_operand(w, inst, 0);
    PUT(", %lld", (long long)inst->imm);
    break;
  }
}

static void put_flags(Printer *w, uint32_t flags, const char *(*name)(unsigned)) {
  for (unsigned bit = 0; bit < 32; bit++)
    if (flags >> bit & 1) PUT(" %s", name(bit) ? name(bit) : "flag?");
}

static bool has_result(const Inst *inst) {
  return !op_is_terminator((Op)inst->op) && (!type_is_void(inst->type) || inst->name.id);
}

/* The op, its predicate and the written type, each with a space behind if more follows.
 */
static void put_head(Printer *w, const Inst *inst, const OpForm *form) {
  put(w, op_text((Op)inst->op));
  if (inst->op == OP_ICMP)
    PUT(" %s", inst->pred < ICMP_COUNT ? icmp_text(inst->pred) : "?");
  if (inst->op == OP_FCMP)
    PUT(" %s", inst->pred < FCMP_COUNT ? fcmp_text(inst->pred) : "?");
  if (form->written != WRITES_NONE) {
    put(w, " ");
    put_type(w, written_type(w->p, inst));
  }
  bool more = inst->arg_count || form->shape != SHAPE_LIST;
  if (more) put(w, " ");
}

static void put_inst(Printer *w, Val v) {
  const Inst *inst = ir_inst(w->p, v);
  if (inst->op >= OP_COUNT) {
    put(w, "?");
    return;
  }
  if (has_result(inst)) {
    put_inst_name(w, v);
    put(w, " = ");
  }
  const OpForm *form = form_of((Op)inst->op);
  put_head(w, inst, form);
  put_body(w, inst, form->shape);
  put_flags(w, inst->flags, form_inst_flag);
  if (inst->sym.id && form->shape != SHAPE_TEXT) {
    put(w, " sym ");
    put_quoted(w, inst->sym);
  }
}

void ir_print_inst(const Program *p, Val inst, Arena *arena, VecChar *out) {
  Printer w = {.p = p, .arena = arena, .out = out, .function = function_of(p, inst)};
  if (val_is_inst(inst) && inst.id < p->insts.len)
    put_inst(&w, inst);
  else
    put(&w, "?");
}

void ir_print_value(const Program *p, Val value, Arena *arena, VecChar *out) {
  Printer w = {.p = p, .arena = arena, .out = out};
  bool symbol = val_is_const(value) && val_const_index(value) < p->consts.len &&
                ir_const(p, value)->kind >= CONST_GLOBAL;
  put_value(&w, value, symbol ? type_ptr() : type_void());
}

void ir_print_block_name(const Program *p, Blk block, Arena *arena, VecChar *out) {
  Printer w = {.p = p, .arena = arena, .out = out};
  put_block(&w, block);
}

/* ---- the program ---- */

static uint32_t file_number(const Printer *w, uint32_t pos) {
  return (uint32_t)map_get(&w->files, w->p->positions.data[pos].file.id, 0);
}

static void put_pos(Printer *w, uint32_t pos) {
  if (!pos || pos >= w->p->positions.len) return;
  const Pos *at = ir_pos(w->p, pos);
  uint32_t file = file_number(w, pos);
  if (file == w->default_file)
    PUT(" !%u:%u", at->line, at->column);
  else
    PUT(" !%u:%u:%u", file, at->line, at->column);
}

static void put_origin(Printer *w, Val v) {
  const Inst *inst = ir_inst(w->p, v);
  if (!val_eq(inst->origin, v)) PUT(" from %u", inst->origin.id);
}

static void add_file(Printer *w, uint32_t pos) {
  if (pos >= w->p->positions.len) return;
  Sym file = ir_pos(w->p, pos)->file;
  if (!file.id || map_has(&w->files, file.id)) return;
  map_set(w->arena, &w->files, file.id, w->files.count + 1);
}

static void put_files(Printer *w) {
  const Program *p = w->p;
  for (uint32_t i = 0; i < p->globals.len; i++) add_file(w, p->globals.data[i].pos);
  ir_each_function(p, f) add_file(w, ir_function(p, f)->pos);
  for (uint32_t i = 0; i < p->insts.len; i++) add_file(w, p->insts.data[i].pos);
  for (uint32_t i = 0; i < w->files.count; i++) {
    PUT("file %u ", i + 1);
    put_quoted(w, (Sym){(uint32_t)w->files.entries[i].key});
    put(w, "\n");
  }
  w->default_file = w->files.count ? 1 : 0;
}

static void count_symbol(Printer *w, Map *seen, bool is_function, uint32_t id, Sym name) {
  uint64_t *count = map_at(w->arena, seen, name.id);
  if (++*count > 1) map_set(w->arena, &w->repeated, symbol_key(is_function, id), *count);
}

static void find_repeated_names(Printer *w) {
  const Program *p = w->p;
  Map seen = {0};
  for (uint32_t i = 0; i < p->globals.len; i++)
    count_symbol(w, &seen, false, i, p->globals.data[i].name);
  ir_each_function(p, f) count_symbol(w, &seen, true, f.id, ir_function(p, f)->name);
}

/* Bodies are numbered in the order in which they were built, which may not be the order
 * of declaration. */
static bool bodies_in_order(const Program *p) {
  uint32_t last = 0;
  ir_each_function(p, f) {
    const Function *function = ir_function(p, f);
    if (!ir_function_has_body(function)) continue;
    if (function->first_block < last) return false;
    last = function->first_block;
  }
  return true;
}

static void put_header(Printer *w) {
  const Program *p = w->p;
  PUT("target %u\n", p->ptr_bits);
  put_files(w);
  for (uint32_t i = 0; i < p->assumptions.len; i++) {
    put(w, "assumption ");
    put_quoted(w, p->assumptions.data[i]);
    put(w, "\n");
  }
  if (!bodies_in_order(p)) {
    put(w, "order ");
    ir_each_function(p, f) {
      if (f.id) put(w, ", ");
      put_symbol(w, true, f.id);
    }
    put(w, "\n");
  }
  if (p->entry.id != IR_NONE) {
    put(w, "entry ");
    put_symbol(w, true, p->entry.id);
    put(w, "\n");
  }
}

static void put_bytes(Printer *w, const Global *g) {
  uint64_t length = g->bytes ? g->size : 0;
  while (length && !g->bytes[length - 1]) length--;
  if (!length) return;
  if (g->flags & GLOB_STRING) {
    put(w, " = c");
    put_quoted_bytes(w, (const char *)g->bytes, length);
    return;
  }
  put(w, " = x\"");
  for (uint64_t i = 0; i < length; i++) PUT("%02x", g->bytes[i]);
  put(w, "\"");
}

static void put_global(Printer *w, Glob id) {
  const Global *g = ir_global(w->p, id);
  put(w, "global ");
  put_symbol(w, false, id.id);
  PUT(" %llu", (unsigned long long)g->size);
  if (g->align != 1) PUT(" align %u", g->align);
  put_flags(w, g->flags, form_global_flag);
  put_bytes(w, g);
  for (uint32_t i = 0; i < g->relocs.len; i++) {
    PUT("%s%llu: ", i ? ", " : " [", (unsigned long long)g->relocs.data[i].offset);
    put_value(w, g->relocs.data[i].target, type_ptr());
  }
  if (g->relocs.len) put(w, "]");
  put_pos(w, g->pos);
  put(w, "\n");
}

static void put_params(Printer *w, const Function *function) {
  put(w, "(");
  for (uint32_t i = 0; i < function->params.len; i++) {
    if (i) put(w, ", ");
    put_type(w, function->params.data[i]);
    if (!ir_function_has_body(function)) continue;
    Val param = {function->first + i};
    put(w, " ");
    put_inst_name(w, param);
    put_pos(w, ir_inst(w->p, param)->pos);
    put_origin(w, param);
  }
  if (function->flags & FN_VARIADIC) put(w, function->params.len ? ", ..." : "...");
  put(w, ")");
  for (uint32_t i = 0; i < function->results.len; i++) {
    put(w, i ? ", " : " -> ");
    put_type(w, function->results.data[i]);
  }
}

static void put_block_body(Printer *w, Blk b) {
  const Block *block = ir_block(w->p, b);
  put_block(w, b);
  put(w, ":");
  for (uint32_t i = 0; i < block->pred_count; i++) {
    put(w, i ? ", " : " ; from ");
    put_block(w, ir_pred(w->p, block, i));
  }
  put(w, "\n");
  ir_each_inst(block, v) {
    put(w, "  ");
    put_inst(w, v);
    put_pos(w, ir_inst(w->p, v)->pos);
    put_origin(w, v);
    put(w, "\n");
  }
}

static void put_function(Printer *w, Fn f) {
  const Function *function = ir_function(w->p, f);
  uint32_t outer_file = w->default_file;
  w->function = function;
  put(w, "\nfunc ");
  put_symbol(w, true, f.id);
  put_params(w, function);
  put_flags(w, function->flags & ~(uint32_t)FN_VARIADIC, form_function_flag);
  put_pos(w, function->pos);
  if (function->pos && function->pos < w->p->positions.len)
    w->default_file = file_number(w, function->pos);
  if (ir_function_has_body(function)) {
    put(w, " {\n");
    ir_each_block(w->p, function, b) put_block_body(w, b);
    put(w, "}");
  }
  put(w, "\n");
  w->default_file = outer_file;
}

static void put_functions(Printer *w) {
  const Program *p = w->p;
  if (bodies_in_order(p)) {
    ir_each_function(p, f) put_function(w, f);
    return;
  }
  ir_each_function(p, f) if (!ir_function_has_body(ir_function(p, f))) put_function(w, f);
  Fn last = FN_NONE;
  for (uint32_t b = 0; b < p->blocks.len; b++) {
    Fn f = p->blocks.data[b].fn;
    if (f.id != last.id) put_function(w, f);
    last = f;
  }
}

char *ir_print(const Program *p, Arena *arena) {
  VecChar out = {0};
  Printer w = {.p = p, .arena = arena, .out = &out};
  find_repeated_names(&w);
  put_header(&w);
  for (uint32_t i = 0; i < p->globals.len; i++) put_global(&w, (Glob){i});
  put_functions(&w);
  return out.data;
}
