/* What a loop changes, and a state in which just that is unknown. */
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"
#include "symbolic/induct.h"

static bool same_value(SymVal a, SymVal b) {
  return a.kind == b.kind && a.bits == b.bits && a.object == b.object &&
         a.undef == b.undef;
}

/* ---- registers: the header's phis ---- */

static LoopVar *find_var(LoopView *v, uint32_t local) {
  for (uint32_t i = 0; i < v->vars.len; i++)
    if (v->vars.data[i].local == local) return &v->vars.data[i];
  return NULL;
}

static bool constant_step(Exec *x, SymVal from, SymVal to, unsigned width, Word *step) {
  Term difference = term_sub(x->terms, sym_to_term(x->terms, to, width),
                             sym_to_term(x->terms, from, width));
  return term_value(x->terms, difference, step);
}

static bool learn_var(LoopView *v, uint32_t local, unsigned width, SymVal from, SymVal to,
                      bool *grew) {
  Exec *x = v->x;
  LoopVar *var = find_var(v, local);
  Word step = 0;
  if (sym_is_ptr(from) != sym_is_ptr(to) || from.object != to.object) return false;
  bool constant = constant_step(x, from, to, width, &step);
  if (!var) {
    if (same_value(from, to)) return true;
    vec_push(x->arena, &v->vars,
             (LoopVar){local, width, v->entry->frame->regs[local], constant, step});
    *grew = true;
    return true;
  }
  if (!var->affine || (constant && step == var->step)) return true;
  var->affine = false;
  *grew = true;
  return true;
}

static bool learn_registers(LoopView *v, const SymState *from, const SymState *back,
                            bool *grew) {
  Exec *x = v->x;
  const Function *f = ir_function(x->program, v->fn);
  const Loops *loops = function_graphs(x, v->fn)->loops;
  const Block *header =
    ir_block(x->program, cfg_block(loops->cfg, loops->loops.data[v->loop].header));
  ir_each_inst(header, at) {
    const Inst *i = ir_inst(x->program, at);
    if (i->op != OP_PHI) break;
    uint32_t local = at.id - f->first;
    unsigned width = ir_type_bits(x->program, i->type);
    if (!learn_var(v, local, width, from->frame->regs[local], back->frame->regs[local],
                   grew))
      return false;
  }
  return true;
}

const LoopVar *havoc_var(const LoopView *v, uint32_t local) {
  for (uint32_t i = 0; i < v->vars.len; i++)
    if (v->vars.data[i].local == local) return &v->vars.data[i];
  return NULL;
}

/* ---- memory ---- */

static LoopObject *object_entry(LoopView *v, uint32_t object, uint32_t count,
                                bool *grew) {
  for (uint32_t i = 0; i < v->objects.len; i++)
    if (v->objects.data[i].object == object) return &v->objects.data[i];
  LoopObject made = {.object = object, .count = count};
  made.bytes = arena_new_array(v->x->arena, uint8_t, count + 1);
  vec_push(v->x->arena, &v->objects, made);
  *grew = true;
  return &vec_last(&v->objects);
}

static bool same_byte(const Object *a, const Object *b, uint32_t i) {
  bool in_a = i < a->cap, in_b = i < b->cap;
  if (!in_a || !in_b) return false;
  static const Cell number = {0};
  const Cell *p = a->cells ? &a->cells[i] : &number,
             *q = b->cells ? &b->cells[i] : &number;
  uint8_t u = a->uninit ? a->uninit[i] : INIT_YES,
          w = b->uninit ? b->uninit[i] : INIT_YES;
  if (u != w) return false;
  if (p->value.kind == SYM_INT && q->value.kind == SYM_INT)
    return a->data[i] == b->data[i];
  return same_value(p->value, q->value) && p->part == q->part;
}

static void learn_bytes(LoopView *v, uint32_t id, const Object *a, const Object *b,
                        bool *grew) {
  uint32_t count = a->cap > b->cap ? a->cap : b->cap;
  if (object_is_array(a) && a->array.id == b->array.id && a->written.id == b->written.id)
    return;
  bool fixed = a->size.kind == SYM_INT && a->size.bits <= 4096;
  LoopObject *o = object_entry(v, id, fixed ? (uint32_t)a->size.bits : 0, grew);
  if (o->whole) return;
  if (object_is_array(a) || object_is_array(b) || !fixed || count > o->count) {
    o->whole = true;
    *grew = true;
    return;
  }
  for (uint32_t i = 0; i < o->count; i++) {
    if (o->bytes[i] || (i >= a->cap && i >= b->cap) || same_byte(a, b, i)) continue;
    o->bytes[i] = 1;
    *grew = true;
  }
}

static bool learn_memory(LoopView *v, const SymState *from, const SymState *back,
                         bool *grew) {
  VecU32 ids = {0};
  memory_differences(&from->memory, &back->memory, v->x->arena, &ids);
  for (uint32_t i = 0; i < ids.len; i++) {
    uint32_t id = ids.data[i];
    if (id >= from->memory.next) { /* made in the iteration: must be gone, or a local */
      const Object *made = memory_get(&back->memory, id);
      if (made->alive && made->kind != OBJECT_STACK) return false;
      continue;
    }
    const Object *a = memory_get(&from->memory, id), *b = memory_get(&back->memory, id);
    if (a->alive != b->alive) return false;
    if (a->alive) learn_bytes(v, id, a, b, grew);
  }
  return true;
}

bool havoc_learn(LoopView *v, const SymState *from, const SymState *back, bool *grew) {
  return learn_registers(v, from, back, grew) && learn_memory(v, from, back, grew);
}

bool havoc_same_form(LoopView *v, const SymState *back) {
  VecU32 ids = {0};
  bool same = true;
  memory_differences(&v->entry->memory, &back->memory, v->x->arena, &ids);
  for (uint32_t i = 0; i < ids.len && ids.data[i] < v->entry->memory.next; i++) {
    const Object *a = memory_get(&v->entry->memory, ids.data[i]),
                 *b = memory_get(&back->memory, ids.data[i]);
    if (object_is_array(a) || !object_is_array(b)) continue;
    same &= !object_to_array(v->x, &v->entry->memory,
                             memory_own(&v->entry->memory, ids.data[i]));
  }
  return same;
}

/* ---- the general state ---- */

static SymVal general_value(LoopView *v, const LoopVar *var, Term t) {
  Exec *x = v->x;
  Term value;
  if (var->affine) {
    Term count = var->width < term_width(x->terms, t)
                   ? term_extract(x->terms, t, 0, var->width)
                   : term_zext(x->terms, t, var->width);
    Term moved = term_mul(x->terms, count, term_const(x->terms, var->width, var->step));
    value = term_add(x->terms, sym_to_term(x->terms, var->start, var->width), moved);
  } else
    value = term_var(x->terms, var->width);
  SymVal general = sym_from_term(x->terms, value);
  if (sym_is_ptr(var->start)) {
    general.kind = general.kind == SYM_INT ? SYM_PTR : SYM_PTR_TERM;
    general.object = var->start.object;
  }
  general.undef = var->start.undef;
  return general;
}

unsigned havoc_count_width(const LoopView *v) {
  unsigned width = 8;
  for (uint32_t i = 0; i < v->vars.len; i++)
    if (v->vars.data[i].width > width) width = v->vars.data[i].width;
  return width;
}

static void havoc_bytes(Exec *x, Object *o, const LoopObject *which) {
  object_reserve(o, which->count);
  for (uint32_t i = 0; i < which->count && i < o->cap; i++) {
    if (!which->bytes[i]) continue;
    SymVal any = sym_from_term(x->terms, term_var(x->terms, 8));
    object_write(x, NULL, o, i, 1, 8, any);
  }
}

/* Bytes that nobody wrote before may be so still. */
static void havoc_whole(Exec *x, Object *o) {
  bool open =
    object_is_array(o) ? !term_is_none(o->written) : o->uninit || !o->zero_beyond;
  object_drop_content(o);
  o->array = term_array(x->terms, x->ptr_bits);
  if (open) o->written = term_array(x->terms, x->ptr_bits);
}

SymState *havoc_values(LoopView *v) {
  Exec *x = v->x;
  SymState *s = state_fork(x, v->entry);
  Term t = v->count = term_var(x->terms, havoc_count_width(v));
  SymFrame *f = frame_own(s);
  for (uint32_t i = 0; i < v->vars.len; i++)
    f->regs[v->vars.data[i].local] = general_value(v, &v->vars.data[i], t);
  for (uint32_t i = 0; i < v->objects.len; i++) {
    const LoopObject *which = &v->objects.data[i];
    Object *o = memory_own(&s->memory, which->object);
    if (which->whole)
      havoc_whole(x, o);
    else
      havoc_bytes(x, o, which);
  }
  s->entered = false;
  return s;
}

SymState *havoc_state(LoopView *v) {
  SymState *s = havoc_values(v);
  candidates_assume(v, s);
  return s;
}
