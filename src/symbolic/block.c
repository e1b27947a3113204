/* copy, move and fill: lengths and offsets that are not known are split over their
 * values; the bytes then move with all they are (numbers, terms, pointer parts,
 * uninitialised). */
#include <stdlib.h>
#include <string.h>

#include "base/panic.h"
#include "symbolic/exec.h"

enum { MAX_TERM_BYTES = 4096 };

static void *allocate(size_t bytes) {
  void *p = calloc(1, bytes ? bytes : 1);
  if (!p) panic("out of memory");
  return p;
}

/* A byte as it is copied: what it is, and 1 if somebody wrote or read it (8 bits). One
 * that nobody did is another unknown in the copy. */
typedef struct CopiedByte {
  Term byte, written;
} CopiedByte;

static CopiedByte copied_byte(Exec *x, SymState *s, uint32_t from, uint64_t at) {
  const Object *o = memory_get(&s->memory, from);
  Term one = term_const(x->terms, 8, 1), zero = term_const(x->terms, 8, 0);
  CopiedByte c = {object_byte(x, &s->memory, o, at), one};
  if (!object_is_array(o))
    c.written = object_has_uninit(o, at, 1) ? zero : one;
  else if (!term_is_none(o->written))
    c.written = term_read(x->terms, o->written, term_const(x->terms, x->ptr_bits, at));
  Term is_written = term_eq(x->terms, c.written, one);
  if (!term_is_true(x->terms, is_written))
    c.byte = term_ite(x->terms, is_written, c.byte, term_var(x->terms, 8));
  return c;
}

static void store_copied(Exec *x, Object *o, uint64_t at, CopiedByte c) {
  Term index = term_const(x->terms, x->ptr_bits, at), one = term_const(x->terms, 8, 1);
  if (term_is_none(o->written) && c.written.id != one.id)
    o->written = term_fill(x->terms, x->ptr_bits, one);
  o->array = term_store(x->terms, o->array, index, c.byte);
  if (!term_is_none(o->written))
    o->written = term_store(x->terms, o->written, index, c.written);
}

/* At least one is an array term: byte by byte. */
static bool copy_terms(Exec *x, SymState *s, uint32_t to, uint64_t at, uint32_t from,
                       uint64_t of, uint64_t bytes) {
  CopiedByte *copied = allocate(bytes * sizeof *copied);
  for (uint64_t k = 0; k < bytes; k++) copied[k] = copied_byte(x, s, from, of + k);
  Object *o = memory_own(&s->memory, to);
  bool known = true, good = true;
  for (uint64_t k = 0; k < bytes; k++)
    known &= copied[k].written.id == term_const(x->terms, 8, 1).id;
  if (!known)
    good = object_to_array(x, &s->memory, o); /* only there bytes may be unwritten "if" */
  for (uint64_t k = 0; good && k < bytes; k++) {
    if (object_is_array(o))
      store_copied(x, o, at + k, copied[k]);
    else
      object_write(x, &s->memory, o, at + k, 1, 8,
                   sym_from_term(x->terms, copied[k].byte));
  }
  free(copied);
  return good;
}

static StepResult copy_bytes(Exec *x, SymState *s, SymVal to, uint64_t at, SymVal from,
                             uint64_t of, uint64_t bytes) {
  Object *d = memory_own(&s->memory, to.object);
  Object *f = memory_own(&s->memory, from.object);
  d = memory_own(&s->memory, to.object);
  if ((!object_is_array(d) && !object_reserve(d, at + bytes)) ||
      (!object_is_array(f) && !object_reserve(f, of + bytes)))
    return state_drop(x, s, "copy of a large object");
  if (!object_is_array(d) && !object_is_array(f)) {
    object_copy_range(d, at, f, of, bytes);
    return STEP_NEXT;
  }
  if (bytes > MAX_TERM_BYTES) return state_drop(x, s, "copy of many symbolic bytes");
  if (!copy_terms(x, s, to.object, at, from.object, of, bytes))
    return state_drop(x, s, "copy into a large object");
  return STEP_NEXT;
}

static void check_overlap(Exec *x, SymState *s, Val at, SymVal to, SymVal from,
                          uint64_t a, uint64_t b, uint64_t bytes) {
  if (!x->check_overlap || to.object != from.object || a == b) return;
  uint64_t distance = a > b ? a - b : b - a;
  if (distance < bytes)
    report_broken(x, s, at, CHECK_OVERLAP, term_bool(x->terms, true), "regions overlap");
}

StepResult sym_copy(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal to = sym_arg(x, s, i, 0), from = sym_arg(x, s, i, 1), n = sym_arg(x, s, i, 2);
  StepResult result = STEP_END;
  uint64_t bytes, a, b;
  if (sym_known(x, s, n, x->ptr_bits, &bytes)) n = sym_int(bytes);
  if (n.kind == SYM_INT && n.bits == 0) return STEP_NEXT;
  if (!access_check(x, s, at, CHECK_READ, &from, n, &result)) return result;
  if (!access_check(x, s, at, CHECK_WRITE, &to, n, &result)) return result;
  if (!sym_split(x, s, n, x->ptr_bits, &bytes)) return STEP_END;
  if (bytes == 0) return STEP_NEXT;
  if (!sym_split(x, s, to, x->ptr_bits, &a) || !sym_split(x, s, from, x->ptr_bits, &b))
    return STEP_END;
  if (i->op == OP_COPY) check_overlap(x, s, at, to, from, a, b, bytes);
  return copy_bytes(x, s, to, a, from, b, bytes);
}

StepResult sym_fill(Exec *x, SymState *s, const Inst *i, Val at) {
  SymVal to = sym_arg(x, s, i, 0), value = sym_arg(x, s, i, 1), n = sym_arg(x, s, i, 2);
  StepResult result = STEP_END;
  uint64_t bytes, offset;
  if (sym_known(x, s, n, x->ptr_bits, &bytes)) n = sym_int(bytes);
  if (n.kind == SYM_INT && n.bits == 0) return STEP_NEXT;
  if (!access_check(x, s, at, CHECK_WRITE, &to, n, &result)) return result;
  if (!sym_split(x, s, n, x->ptr_bits, &bytes)) return STEP_END;
  if (bytes == 0) return STEP_NEXT;
  if (!sym_split(x, s, to, x->ptr_bits, &offset)) return STEP_END;
  Object *o = memory_own(&s->memory, to.object);
  if (!object_is_array(o) && !object_reserve(o, offset + bytes))
    return state_drop(x, s, "fill of a large object");
  unsigned width =
    ir_type_bits(x->program, ir_type(x->program, ir_arg(x->program, i, 1)));
  SymVal byte =
    value.kind == SYM_INT
      ? sym_int(value.bits & 0xff)
      : sym_from_term(x->terms,
                      term_extract(x->terms, sym_number(x, s, value, width), 0, 8));
  if (byte.kind == SYM_INT && !object_is_array(o)) {
    memset(o->data + offset, (int)byte.bits, bytes);
    if (o->cells) memset(o->cells + offset, 0, bytes * sizeof(Cell));
    if (o->uninit) memset(o->uninit + offset, 0, bytes);
    return STEP_NEXT;
  }
  if (bytes > MAX_TERM_BYTES) return state_drop(x, s, "fill of many symbolic bytes");
  for (uint64_t k = 0; k < bytes; k++)
    object_write(x, &s->memory, o, offset + k, 1, 8, byte);
  return STEP_NEXT;
}
