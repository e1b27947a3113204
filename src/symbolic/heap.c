/* The lives of objects: alloca, alloc, realloc, free. */
#include <stdlib.h>

#include "base/panic.h"
#include "symbolic/exec.h"

void sym_kill_object(SymState *s, uint32_t object) {
  if (!memory_get(&s->memory, object)->alive) return;
  Object *o = memory_own(&s->memory, object);
  o->alive = false;
  object_drop_content(o);
}

static void remember_stack(SymFrame *f, uint32_t object) {
  if (f->stack.len == f->stack.cap) {
    f->stack.cap = f->stack.cap ? f->stack.cap * 2 : 8;
    f->stack.data = realloc(f->stack.data, f->stack.cap * sizeof(uint32_t));
    if (!f->stack.data) panic("out of memory");
  }
  f->stack.data[f->stack.len++] = object;
}

static SymVal as_size(Exec *x, SymState *s, const Inst *i, uint32_t arg) {
  SymVal v = sym_arg(x, s, i, arg);
  unsigned width =
    ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, arg)));
  uint64_t known;
  if (sym_known(x, s, v, width, &known)) return sym_int(known & x->ptr_mask);
  Term t = sym_number(x, s, v, width);
  return sym_from_term(x->terms, width < x->ptr_bits
                                   ? term_zext(x->terms, t, x->ptr_bits)
                                   : term_extract(x->terms, t, 0, x->ptr_bits));
}

/* ---- stack ---- */

uint32_t sym_new_stack(Exec *x, SymState *s, Val at, SymVal size) {
  Object *o = object_new(OBJECT_STACK, size);
  o->made_at = at;
  uint32_t id = memory_add(&s->memory, o);
  remember_stack(frame_own(s), id);
  (void)x;
  return id;
}

StepResult sym_alloca(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal size = as_size(x, s, i, 0);
  uint32_t id = sym_new_stack(x, s, at, size);
  const Function *f = ir_function(x->program, s->frame->fn);
  if (bitset_has(&x->functions[s->frame->fn.id].scoped, at.id - f->first))
    sym_kill_object(s, id);
  sym_set(s, x->program, at, sym_ptr(id, 0));
  return STEP_NEXT;
}

/* ---- heap ---- */

static uint32_t new_block(Exec *x, SymState *s, Val at, SymVal size, unsigned flags) {
  Object *o = object_new(flags & INST_STATIC ? OBJECT_STATIC : OBJECT_HEAP, size);
  o->made_at = at;
  o->heap = !(flags & INST_STATIC);
  o->zero_beyond = flags & INST_ZERO;
  uint32_t id = memory_add(&s->memory, o);
  if (o->heap) {
    HeapItem *item = arena_new_object(x->arena, HeapItem);
    *item = (HeapItem){s->heap, id};
    s->heap = item;
  }
  return id;
}

/* When allocation may fail, the path where it does is scheduled with the result null. */
static void fork_failure(Exec *x, SymState *s, Val at) {
  if (!x->malloc_may_fail) return;
  Type bit = type_int(1);
  SymState *failed = state_fork(x, s);
  state_choose(x, failed, at, CHOICE_ALLOC, bit, term_bool(x->terms, false));
  sym_set(failed, x->program, at, sym_int(0));
  frame_own(failed)->at.id++;
  state_schedule(x, failed);
  state_choose(x, s, at, CHOICE_ALLOC, bit, term_bool(x->terms, true));
}

/* count * size; a product that may not fit splits the path (it gives null). */
static bool product(Exec *x, SymState *s, Val at, SymVal a, SymVal b, SymVal *size,
                    StepResult *result) {
  if (a.kind == SYM_INT && b.kind == SYM_INT) {
    unsigned __int128 wide = (unsigned __int128)a.bits * b.bits;
    if (wide <= x->ptr_mask) return *size = sym_int((uint64_t)wide), true;
    sym_set(s, x->program, at, sym_int(0));
    return *result = STEP_NEXT, false;
  }
  unsigned w = x->ptr_bits;
  Term ta = term_zext(x->terms, sym_to_term(x->terms, a, w), 2 * w);
  Term tb = term_zext(x->terms, sym_to_term(x->terms, b, w), 2 * w);
  Term wide = term_mul(x->terms, ta, tb);
  Term fits = term_ule(x->terms, wide, term_const(x->terms, 2 * w, x->ptr_mask));
  Model *model = NULL, *other = NULL;
  Answer overflow = solver_may(x->solver, s->path, term_not(x->terms, fits), &other);
  if (overflow != ANSWER_NO) {
    SymState *null = state_fork(x, s);
    state_assume(x, null, term_not(x->terms, fits), other);
    sym_set(null, x->program, at, sym_int(0));
    frame_own(null)->at.id++;
    state_schedule(x, null);
  }
  if (solver_may(x->solver, s->path, fits, &model) == ANSWER_NO)
    return *result = STEP_END, false;
  state_assume(x, s, fits, model);
  *size = sym_from_term(x->terms, term_mul(x->terms, sym_to_term(x->terms, a, w),
                                           sym_to_term(x->terms, b, w)));
  return true;
}

StepResult sym_alloc(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal size = as_size(x, s, i, 0);
  StepResult result;
  if (i->arg_count > 1 && !product(x, s, at, size, as_size(x, s, i, 1), &size, &result))
    return result;
  if (!(i->flags & INST_STATIC)) fork_failure(x, s, at);
  uint32_t id = new_block(x, s, at, size, i->flags);
  sym_set(s, x->program, at, sym_ptr(id, 0));
  return STEP_NEXT;
}

/* Freeing a number: fine where it is null. */
static bool free_number(Exec *x, SymState *s, Val at, SymVal p, SymVal *pointer,
                        StepResult *result) {
  *result = STEP_END;
  if (p.undef || p.kind == SYM_INT) {
    report_broken(x, s, at, CHECK_FREE, term_bool(x->terms, true),
                  "not a pointer to a block");
    return false;
  }
  Term null = term_eq(x->terms, sym_term_of(p), term_const(x->terms, x->ptr_bits, 0));
  Term other = term_not(x->terms, null);
  Model *model = NULL;
  if (solver_may(x->solver, s->path, other, NULL) != ANSWER_NO) {
    report_broken(x, s, at, CHECK_FREE, other, "not a pointer to a block");
    SymState *lost = state_fork(x, s); /* it may be the address of something after all */
    state_drop(x, lost, "a number was freed");
    state_free(lost);
  }
  if (solver_may(x->solver, s->path, null, &model) == ANSWER_NO) return false;
  state_assume(x, s, null, model);
  return *pointer = sym_int(0), true;
}

/* The free check, for free and realloc. True: *pointer is null (kind SYM_INT) or a block.
 */
static bool freeable(Exec *x, SymState *s, Val at, SymVal *pointer, StepResult *result) {
  SymVal p = *pointer;
  Term always = term_bool(x->terms, true);
  *result = STEP_END;
  if (p.kind == SYM_TERM && !p.undef && !sym_resolve(x, s, &p, result)) return false;
  if (p.kind == SYM_INT && p.bits == 0 && !p.undef) return *pointer = p, true;
  if (!sym_is_ptr(p)) return free_number(x, s, at, p, pointer, result);
  const Object *o = memory_get(&s->memory, p.object);
  if (!o->heap || !o->alive) {
    report_broken(x, s, at, CHECK_FREE, always, "not a live heap block");
    return false;
  }
  Term start = term_eq(x->terms, sym_to_term(x->terms, p, x->ptr_bits),
                       term_const(x->terms, x->ptr_bits, 0));
  Term inside = term_not(x->terms, start);
  Answer may_break = solver_may(x->solver, s->path, inside, NULL);
  if (may_break == ANSWER_UNKNOWN)
    return *result = state_drop(x, s, "solver gave no answer on a free"), false;
  if (may_break == ANSWER_YES)
    report_broken(x, s, at, CHECK_FREE, inside, "not the start of its block");
  Model *model = NULL;
  if (may_break == ANSWER_YES) {
    if (solver_may(x->solver, s->path, start, &model) != ANSWER_YES) return false;
    state_assume(x, s, start, model);
  }
  *pointer = sym_ptr(p.object, 0);
  return true;
}

StepResult sym_free(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal p = sym_arg(x, s, i, 0);
  StepResult result;
  if (!freeable(x, s, at, &p, &result)) return result;
  if (sym_is_ptr(p)) sym_kill_object(s, p.object);
  return STEP_NEXT;
}

/* ---- realloc ---- */

enum { MAX_GROWN = 4096 };

/* Bytes that an array gets at its end are ones that nobody wrote. */
static bool forget_range(Exec *x, Object *o, uint64_t from, uint64_t to) {
  if (to - from > MAX_GROWN) return false;
  Term zero = term_const(x->terms, 8, 0);
  if (term_is_none(o->written))
    o->written = term_fill(x->terms, x->ptr_bits, term_const(x->terms, 8, 1));
  for (uint64_t i = from; i < to; i++) {
    Term index = term_const(x->terms, x->ptr_bits, i);
    o->array = term_store(x->terms, o->array, index, term_var(x->terms, 8));
    o->written = term_store(x->terms, o->written, index, zero);
  }
  return true;
}

/* Both sizes known: what both blocks have is kept. */
static bool keep_known(Exec *x, SymState *s, uint32_t from, Object *to) {
  const Object *old = memory_get(&s->memory, from);
  uint64_t before = old->size.bits, after = to->size.bits;
  if (object_is_array(old)) {
    object_copy_content(to, old);
    return after <= before || forget_range(x, to, before, after);
  }
  uint64_t keep = before < after ? before : after;
  Object *source = memory_own(&s->memory, from);
  if (!object_reserve(source, keep) || !object_reserve(to, keep)) return false;
  object_copy_range(to, 0, source, 0, keep);
  return true;
}

/* What the sizes say about each other; and whether the bytes behind the old end are known
 * to be unwritten. */
typedef struct Growth {
  bool never_grows, never_shrinks, clean;
} Growth;

static Growth growth_of(Exec *x, SymState *s, const Object *old, SymVal size) {
  Term before = sym_to_term(x->terms, old->size, x->ptr_bits),
       after = sym_to_term(x->terms, size, x->ptr_bits);
  Term shorter = term_ule(x->terms, after, before),
       longer = term_ule(x->terms, before, after);
  bool open = object_is_array(old) ? !term_is_none(old->written) : !old->zero_beyond;
  return (Growth){solver_must(x->solver, s->path, shorter) == ANSWER_YES,
                  solver_must(x->solver, s->path, longer) == ANSWER_YES,
                  open && !old->shrunk};
}

/* A size is not known. */
static bool keep_unknown(Exec *x, SymState *s, uint32_t from, Object *to) {
  const Object *old = memory_get(&s->memory, from);
  Growth g = growth_of(x, s, old, to->size);
  if (!object_is_array(old) && to->size.kind == SYM_INT && old->cap > to->size.bits)
    return false;
  object_copy_content(to, old);
  to->zero_beyond = g.never_grows && old->zero_beyond;
  to->shrunk = old->shrunk || !g.never_shrinks;
  return true;
}

static bool keep_content(Exec *x, SymState *s, uint32_t from, uint32_t to) {
  Object *o = memory_own(&s->memory, to);
  const Object *old = memory_get(&s->memory, from);
  bool known = old->size.kind == SYM_INT && o->size.kind == SYM_INT;
  return known ? keep_known(x, s, from, o) : keep_unknown(x, s, from, o);
}

/* Sizes are split over their values where bytes behind the old end count. */
static bool sizes_for_realloc(Exec *x, SymState *s, uint32_t block, SymVal *size) {
  const Object *old = memory_get(&s->memory, block);
  if (old->size.kind == SYM_INT && size->kind == SYM_INT) return true;
  Growth g = growth_of(x, s, old, *size);
  if (g.never_grows || g.clean) return true;
  uint64_t before, after;
  if (!sym_split(x, s, old->size, x->ptr_bits, &before) ||
      !sym_split(x, s, *size, x->ptr_bits, &after))
    return false;
  memory_own(&s->memory, block)->size = sym_int(before);
  *size = sym_int(after);
  return true;
}

StepResult sym_realloc(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal p = sym_arg(x, s, i, 0), size = as_size(x, s, i, 1);
  StepResult result;
  uint64_t known;
  if (!freeable(x, s, at, &p, &result)) return result;
  if (sym_is_ptr(p) && size.kind != SYM_INT) { /* zero frees: decide first */
    Term zero =
      term_eq(x->terms, sym_term_of(size), term_const(x->terms, x->ptr_bits, 0));
    if (solver_may(x->solver, s->path, zero, NULL) != ANSWER_NO &&
        !sym_split(x, s, size, x->ptr_bits, &known))
      return STEP_END;
    if (sym_known(x, s, size, x->ptr_bits, &known)) size = sym_int(known);
  }
  if (sym_is_ptr(p) && size.kind == SYM_INT && size.bits == 0) {
    sym_kill_object(s, p.object);
    sym_set(s, x->program, at, sym_int(0));
    return STEP_NEXT;
  }
  if (sym_is_ptr(p) && !sizes_for_realloc(x, s, p.object, &size)) return STEP_END;
  fork_failure(x, s, at);
  uint32_t id = new_block(x, s, at, size, 0);
  if (sym_is_ptr(p)) {
    if (!keep_content(x, s, p.object, id))
      return state_drop(x, s, "realloc of a block of unknown size or content");
    sym_kill_object(s, p.object);
  }
  sym_set(s, x->program, at, sym_ptr(id, 0));
  return STEP_NEXT;
}
