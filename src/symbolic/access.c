/* Loads and stores: which object, is it alive, is the offset inside; then the bytes. */
#include <string.h>

#include "base/log.h"
#include "symbolic/exec.h"

enum { MAX_CHOICES = 48, MAX_REPORTS = 6, LOWEST_ADDRESS = 4096 };

/* ---- reporting ---- */

/* Symbolic sizes are asked to be small first, so that replay can make the blocks. */
static Model *small_model(Exec *x, SymState *s, const Path *path, Term condition) {
  Term small = term_bool(x->terms, true);
  int asked = 0;
  for (const HeapItem *h = s->heap; h && asked < 8; h = h->previous) {
    const Object *o = memory_get(&s->memory, h->object);
    if (o->size.kind != SYM_TERM) continue;
    Term limit = term_const(x->terms, x->ptr_bits, 4096);
    small = term_and(x->terms, small, term_ule(x->terms, sym_term_of(o->size), limit));
    asked++;
  }
  Model *model = NULL;
  if (asked && solver_may(x->solver, path, term_and(x->terms, condition, small),
                          &model) == ANSWER_YES)
    return model;
  if (solver_may(x->solver, path, condition, &model) == ANSWER_YES) return model;
  return NULL;
}

void report_broken(Exec *x, SymState *s, Val at, CheckKind kind, Term condition,
                   const char *why) {
  CheckId check = ledger_find(x->run->ledger, kind, ir_inst(x->program, at)->origin);
  if (x->mode == MODE_TRY || check.id == IR_NONE ||
      x->claims->failed[check.id] >= MAX_REPORTS)
    return;
  x->claims->failed[check.id]++;
  if (x->mode == MODE_PROVE) return; /* a state that stands for many paths is no run */
  Model *model = small_model(x, s, s->path, condition);
  if (!model) return; /* counted: the check will not be closed */
  Inputs inputs = inputs_of(x, s, model);
  LOG(SYMBOLIC, "path %u breaks check %u at %u: %s", s->number, check.id, at.id, why);
  engine_broken(x->run, check, &inputs, why);
}

/* Nobody could tell whether the check holds. Runs that it does not break go on. */
static void not_closed(Exec *x, Val at, CheckKind kind) {
  CheckId check = ledger_find(x->run->ledger, kind, ir_inst(x->program, at)->origin);
  if (check.id != IR_NONE && !x->claims->failed[check.id])
    x->claims->failed[check.id] = 1;
}

/* ---- the check ---- */

static bool fail(Exec *x, SymState *s, Val at, CheckKind kind, const char *why,
                 StepResult *result) {
  report_broken(x, s, at, kind, term_bool(x->terms, true), why);
  *result = STEP_END;
  return false;
}

/* A number used as an address. What lies in no object that it mentions is wild; which
 * object the interpreter would take for it is not followed. */
static bool resolve_number(Exec *x, SymState *s, Val at, CheckKind kind, SymVal *pointer,
                           StepResult *result) {
  if (pointer->undef) return fail(x, s, at, kind, "uninitialised pointer", result);
  if (!sym_resolve(x, s, pointer, result)) return false;
  if (sym_is_ptr(*pointer)) return true;
  if (pointer->kind == SYM_INT && pointer->bits < LOWEST_ADDRESS)
    return fail(x, s, at, kind, "null pointer", result);
  fail(x, s, at, kind, "pointer made from a number", result);
  return *result = state_drop(x, s, "an address made from a number"), false;
}

static Term inside_condition(Exec *x, const Object *o, SymVal pointer, SymVal bytes) {
  Term size = sym_to_term(x->terms, o->size, x->ptr_bits);
  Term n = sym_to_term(x->terms, bytes, x->ptr_bits);
  Term offset = sym_to_term(x->terms, pointer, x->ptr_bits);
  Term fits = term_ule(x->terms, n, size);
  return term_and(x->terms, fits,
                  term_ule(x->terms, offset, term_sub(x->terms, size, n)));
}

static bool check_inside(Exec *x, SymState *s, Val at, CheckKind kind, const Object *o,
                         SymVal pointer, SymVal bytes, StepResult *result) {
  if (o->size.kind == SYM_INT && pointer.kind == SYM_PTR && bytes.kind == SYM_INT) {
    uint64_t size = o->size.bits;
    if (bytes.bits <= size && pointer.bits <= size - bytes.bits) return true;
    return fail(x, s, at, kind, "out of bounds", result);
  }
  Term inside = inside_condition(x, o, pointer, bytes);
  if (term_is_true(x->terms, inside)) return true;
  if (x->mode == MODE_TRY) return state_assume(x, s, inside, NULL), true;
  Term outside = term_not(x->terms, inside);
  Answer may_break = solver_may(x->solver, s->path, outside, NULL);
  if (may_break == ANSWER_UNKNOWN) not_closed(x, at, kind);
  if (may_break == ANSWER_YES) report_broken(x, s, at, kind, outside, "out of bounds");
  if (may_break == ANSWER_NO) return true;
  Model *model = NULL;
  if (solver_may(x->solver, s->path, inside, &model) == ANSWER_NO)
    return *result = STEP_END, false;
  state_assume(x, s, inside, model);
  return true;
}

bool access_check(Exec *x, SymState *s, Val at, CheckKind kind, SymVal *pointer,
                  SymVal bytes, StepResult *result) {
  if (bytes.kind == SYM_INT && bytes.bits == 0) return true; /* nothing is touched */
  if (!sym_is_ptr(*pointer) && !resolve_number(x, s, at, kind, pointer, result))
    return false;
  const Object *o = memory_get(&s->memory, pointer->object);
  if (bytes.kind == SYM_TERM) { /* none of what follows counts when the length is zero */
    Term zero =
      term_eq(x->terms, sym_term_of(bytes), term_const(x->terms, x->ptr_bits, 0));
    bool bad_object =
      !o->alive || o->kind == OBJECT_FUNCTION || (o->read_only && kind == CHECK_WRITE);
    if (bad_object) {
      if (solver_may(x->solver, s->path, term_not(x->terms, zero), NULL) == ANSWER_NO)
        return true;
      report_broken(x, s, at, kind, term_not(x->terms, zero), "not a live object");
      *result = STEP_END;
      if (solver_may(x->solver, s->path, zero, NULL) != ANSWER_NO)
        *result = state_drop(x, s, "access of maybe no bytes to a dead object");
      return false;
    }
  }
  if (!o->alive) return fail(x, s, at, kind, "object is dead", result);
  if (o->kind == OBJECT_FUNCTION)
    return fail(x, s, at, kind, "a function is not data", result);
  if (o->read_only && kind == CHECK_WRITE)
    return fail(x, s, at, kind, "read-only", result);
  return check_inside(x, s, at, kind, o, *pointer, bytes, result);
}

/* ---- the bytes ---- */

/* Bytes that nobody wrote get their value now, any value; a choice of the path. */
static void fix_uninit(Exec *x, SymState *s, Val at, uint32_t object, uint64_t offset,
                       Type type) {
  unsigned bytes = ir_type_bytes(x->program, type);
  Object *o = memory_own(&s->memory, object);
  if (!object_reserve(o, offset + bytes)) return;
  Term value = term_var(x->terms, ir_type_bits(x->program, type));
  state_choose(x, s, at, CHOICE_UNINIT, type, value);
  object_fix(x, o, offset, bytes, term_zext(x->terms, value, 8 * bytes));
}

/* A byte of an array that nobody wrote or read before is a choice made now. States that
 * stand for many paths keep no choices; there such a byte may still be taken for another
 * one when it is copied, which only adds behaviour. */
static void fix_array(Exec *x, SymState *s, Val at, uint32_t object, Term offset,
                      Type type, Term value) {
  if (x->mode != MODE_EXPLORE) return;
  Object *o = memory_own(&s->memory, object);
  Term open = term_bool(x->terms, false), none = term_const(x->terms, 8, 0);
  for (unsigned k = 0; k < ir_type_bytes(x->program, type); k++) {
    Term index = term_add(x->terms, offset, term_const(x->terms, x->ptr_bits, k));
    Term written = term_read(x->terms, o->written, index);
    open = term_or(x->terms, open, term_eq(x->terms, written, none));
    if (!term_is_false(x->terms, term_eq(x->terms, written, none)))
      object_mark_written(x, o, index);
  }
  state_choose_if(x, s, at, type, value, open);
}

static SymVal load_array(Exec *x, SymState *s, Val at, uint32_t object, Term offset,
                         Type type) {
  unsigned bytes = ir_type_bytes(x->program, type),
           width = ir_type_bits(x->program, type);
  const Object *o = memory_get(&s->memory, object);
  Term whole = TERM_NONE;
  for (unsigned k = 0; k < bytes; k++) {
    Term index = term_add(x->terms, offset, term_const(x->terms, x->ptr_bits, k));
    Term byte = term_read(x->terms, o->array, index);
    whole = k ? term_concat(x->terms, byte, whole) : byte;
  }
  if (width < 8 * bytes) whole = term_extract(x->terms, whole, 0, width);
  if (!term_is_none(o->written)) fix_array(x, s, at, object, offset, type, whole);
  return sym_from_term(x->terms, whole);
}

static SymVal load_known(Exec *x, SymState *s, Val at, uint32_t object, uint64_t offset,
                         Type type) {
  unsigned bytes = ir_type_bytes(x->program, type),
           width = ir_type_bits(x->program, type);
  const Object *o = memory_get(&s->memory, object);
  if (!object_is_array(o) && object_has_uninit(o, offset, bytes)) {
    fix_uninit(x, s, at, object, offset, type);
    o = memory_get(&s->memory, object);
  }
  if (object_is_array(o))
    return load_array(x, s, at, object, term_const(x->terms, x->ptr_bits, offset), type);
  return object_read(x, &s->memory, o, offset, bytes, width);
}

/* How many offsets the path leaves, from where, in which steps; 0 when too many. */
static uint64_t offset_choices(Exec *x, SymState *s, Term offset, uint64_t *first,
                               uint64_t *step) {
  Word low, high;
  solver_range(x->solver, s->path, offset, &low, &high);
  const TermNode *n = term_node(x->terms, offset);
  *step = 1;
  while (*step < 16 && (n->zeros & *step)) *step *= 2;
  *first = ((uint64_t)low + *step - 1) & ~(*step - 1);
  if (high < *first) return 0;
  uint64_t count = ((uint64_t)high - *first) / *step + 1;
  return count <= MAX_CHOICES ? count : 0;
}

static SymVal load_by_cases(Exec *x, SymState *s, Val at, SymVal p, Type type,
                            uint64_t first, uint64_t step, uint64_t count) {
  unsigned width = ir_type_bits(x->program, type),
           bytes = ir_type_bytes(x->program, type);
  Term offset = sym_term_of(p), result = TERM_NONE;
  const Object *o = memory_get(&s->memory, p.object);
  bool undef = false;
  for (uint64_t k = count; k-- > 0;) {
    uint64_t at_offset = first + k * step;
    if (o->size.kind == SYM_INT && at_offset + bytes > o->size.bits) continue;
    SymVal v = load_known(x, s, at, p.object, at_offset, type);
    undef |= v.undef;
    Term value = sym_to_term(x->terms, v, width);
    Term here = term_eq(x->terms, offset, term_const(x->terms, x->ptr_bits, at_offset));
    result = term_is_none(result) ? value : term_ite(x->terms, here, value, result);
  }
  if (term_is_none(result)) return sym_fresh(x, type);
  SymVal v = sym_from_term(x->terms, result);
  v.undef = undef;
  return v;
}

bool access_load(Exec *x, SymState *s, Val at, SymVal p, Type type, SymVal *value,
                 StepResult *result) {
  uint64_t known, first, step;
  if (sym_known(x, s, p, x->ptr_bits, &known)) {
    *value = load_known(x, s, at, p.object, known, type);
    if (value->kind == SYM_TERM && type_is_ptr(type)) *value = recover_pointer(x, *value);
    return true;
  }
  Object *o = memory_get(&s->memory, p.object);
  if (!object_is_array(o)) {
    uint64_t count = offset_choices(x, s, sym_term_of(p), &first, &step);
    bool pointers = object_has_pointer(o, 0, o->cap);
    if (pointers) { /* one path for each */
      uint64_t offset;
      if (!sym_split(x, s, p, x->ptr_bits, &offset)) return *result = STEP_END, false;
      *value = load_known(x, s, at, p.object, offset, type);
      return true;
    }
    if (count &&
        object_has_uninit(
          o, first, (count - 1) * step + ir_type_bytes(x->program, type)) == false) {
      *value = load_by_cases(x, s, at, p, type, first, step, count);
      return true;
    }
    o = memory_own(&s->memory, p.object);
    if (!object_to_array(x, &s->memory, o))
      return *result = state_drop(x, s, "symbolic offset into a large object"), false;
  }
  *value = load_array(x, s, at, p.object, sym_term_of(p), type);
  return true;
}

static bool store_array(Exec *x, SymState *s, Object *o, Term offset, Type type,
                        SymVal value) {
  unsigned bytes = ir_type_bytes(x->program, type),
           width = ir_type_bits(x->program, type);
  Term whole = term_zext(x->terms, sym_number(x, s, value, width), 8 * bytes);
  for (unsigned k = 0; k < bytes; k++) {
    Term index = term_add(x->terms, offset, term_const(x->terms, x->ptr_bits, k));
    o->array =
      term_store(x->terms, o->array, index, term_extract(x->terms, whole, 8 * k, 8));
    object_mark_written(x, o, index);
  }
  return true;
}

/* Every place that may be meant becomes "the new value here, or what was there". */
static bool store_by_cases(Exec *x, SymState *s, SymVal p, Type type, SymVal value,
                           uint64_t first, uint64_t step, uint64_t count) {
  unsigned width = ir_type_bits(x->program, type),
           bytes = ir_type_bytes(x->program, type);
  Object *o = memory_own(&s->memory, p.object);
  if (bytes > step && count > 1) return false; /* places overlap */
  if (object_has_pointer(o, first, (count - 1) * step + bytes) ||
      object_has_uninit(o, first, (count - 1) * step + bytes) || sym_is_ptr(value))
    return false;
  Term stored = sym_to_term(x->terms, value, width);
  for (uint64_t k = 0; k < count; k++) {
    uint64_t offset = first + k * step;
    if (!object_reserve(o, offset + bytes)) return false;
    SymVal old = object_read(x, &s->memory, o, offset, bytes, width);
    Term here =
      term_eq(x->terms, sym_term_of(p), term_const(x->terms, x->ptr_bits, offset));
    Term both = term_ite(x->terms, here, stored, sym_to_term(x->terms, old, width));
    SymVal merged = sym_from_term(x->terms, both);
    merged.undef = value.undef;
    object_write(x, &s->memory, o, offset, bytes, width, merged);
  }
  return true;
}

bool access_store(Exec *x, SymState *s, Val at, SymVal p, Type type, SymVal value,
                  StepResult *result) {
  unsigned bytes = ir_type_bytes(x->program, type),
           width = ir_type_bits(x->program, type);
  (void)at;
  uint64_t offset, first, step;
  Object *o = memory_own(&s->memory, p.object);
  bool known = sym_known(x, s, p, x->ptr_bits, &offset);
  if (!known && !object_is_array(o)) {
    if (sym_is_ptr(value) || object_has_pointer(o, 0, o->cap)) {
      if (!sym_split(x, s, p, x->ptr_bits, &offset)) return *result = STEP_END, false;
      o = memory_own(&s->memory, p.object);
      known = true;
    } else {
      uint64_t count = offset_choices(x, s, sym_term_of(p), &first, &step);
      if (count && store_by_cases(x, s, p, type, value, first, step, count)) return true;
      if (!object_to_array(x, &s->memory, o))
        return *result = state_drop(x, s, "symbolic offset into a large object"), false;
    }
  }
  if (!known) return store_array(x, s, o, sym_term_of(p), type, value);
  if (!object_is_array(o) && !object_reserve(o, offset + bytes))
    return *result = state_drop(x, s, "object too large"), false;
  object_write(x, &s->memory, o, offset, bytes, width, value);
  return true;
}
