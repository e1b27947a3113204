/* Access to memory: the check that every access makes, and then loads, stores, copies and
 * fills with undefined bits and provenance. The plain cases of load and store are in
 * interp.c; what comes here is either subtle or wrong. */
#include "ir/interp_state.h"

enum { NULL_PAGE = 4096 };

static bool near_null(const Interp *it, uint64_t address) {
  return address < NULL_PAGE || address > it->ptr_mask - NULL_PAGE;
}

static bool broken(Interp *it, uint32_t inst, CheckKind kind, Cause cause,
                   uint32_t object, uint64_t address, uint64_t n) {
  return interp_violation(it, inst, (Broken){kind, cause, object, address, n});
}

uint32_t interp_pointee(Interp *it, const Value *pointer) {
  uint32_t id = value_prov(pointer);
  if (id >= PROV_FIRST) return id;
  id = interp_object_at(it, pointer->lo);
  if (id) it->result->depends |= RUN_DEPENDS_GUESS;
  return id;
}

static Cause dead_cause(const Object *o) {
  switch (o->life) {
  case LIFE_FREED: return CAUSE_AFTER_FREE;
  case LIFE_SCOPE: return CAUSE_AFTER_SCOPE;
  default: return CAUSE_AFTER_RETURN;
  }
}

static Cause outside_cause(const Interp *it, CheckKind kind, uint64_t offset) {
  int64_t distance = it->ptr_bytes == 4 ? (int32_t)offset : (int64_t)offset;
  if (kind == CHECK_READ) return distance < 0 ? CAUSE_READ_BEFORE : CAUSE_READ_PAST;
  return distance < 0 ? CAUSE_WRITE_BEFORE : CAUSE_WRITE_PAST;
}

static uint32_t access_unsized(Interp *it, uint32_t inst, uint32_t id) {
  if (it->objects[id].kind != OBJECT_GLOBAL)
    return interp_stop(it, RUN_UNSUPPORTED, inst,
                       "access to memory behind a pointer to void, or to a type of which "
                       "nobody knows the size");
  return interp_stop(
    it, RUN_UNSUPPORTED, inst, "access to `%s`, whose size is unknown",
    ir_text(it->program, it->program->globals.data[it->cold[id].source].name));
}

uint32_t interp_check(Interp *it, uint32_t inst, CheckKind kind, int32_t pointer,
                      uint64_t n, uint64_t *offset) {
  const Value *v = interp_value(it, pointer);
  uint64_t address = v->lo;
  if (value_is_undef(v))
    return broken(it, inst, kind, CAUSE_UNINITIALISED, 0, address, n);
  if (value_prov(v) < PROV_FIRST && near_null(it, address))
    return broken(it, inst, kind, CAUSE_NULL, 0, address, n);
  uint32_t id = interp_pointee(it, v);
  if (!id) return broken(it, inst, kind, CAUSE_WILD, 0, address, n);
  const Object *o = &it->objects[id];
  if (o->life != LIFE_ALIVE) return broken(it, inst, kind, dead_cause(o), id, address, n);
  if (o->kind == OBJECT_FUNCTION)
    return broken(it, inst, kind, CAUSE_FUNCTION, id, address, n);
  uint64_t from = address - o->base;
  if ((o->flags & OBJECT_EXTERN) && !o->size) return access_unsized(it, inst, id);
  if (from > o->size || n > o->size - from)
    return broken(it, inst, kind, outside_cause(it, kind, from), id, address, n);
  if (kind == CHECK_WRITE && (o->flags & OBJECT_READ_ONLY) && (o->flags & OBJECT_EXTERN))
    return interp_stop(it, RUN_UNSUPPORTED, inst,
                       "write to a constant that is defined elsewhere"),
           0;
  if (kind == CHECK_WRITE && (o->flags & OBJECT_READ_ONLY))
    return broken(it, inst, kind, CAUSE_READ_ONLY, id, address, n);
  *offset = from;
  return id;
}

/* ---- load ---- */

static Bits read_bits(const uint8_t *bytes, unsigned n) {
  Bits bits = 0;
  memcpy(&bits, bytes, n);
  return bits;
}

/* Bits of an unknown global are fixed when they are first read. */
static void read_extern(Interp *it, Object *o, uint64_t offset, unsigned n, Full *value) {
  it->result->depends |= RUN_DEPENDS_EXTERN;
  if (!value->undef) return;
  memcpy(o->bytes + offset, &value->bits, n);
  memset(o->defined + offset, 0xff, n);
  value->undef = 0;
}

/* Bits that nobody wrote get a value when they are first read, and keep it. */
static void fix_bits(Interp *it, Object *o, uint64_t offset, unsigned n, const Code *code,
                     Full *value) {
  Bits open = value->undef & ~interp_fixed(it, o, offset, n);
  if (!open) return;
  Type type = it->program->insts.data[code->inst].type;
  Bits chosen = interp_choose(it, CHOICE_UNINIT, type, code->inst) & open;
  Bits kept = read_bits(o->bytes + offset, n) & ~open;
  Bits bytes = kept | chosen;
  value->bits = (value->bits & ~open) | chosen;
  memcpy(o->bytes + offset, &bytes, n);
  interp_fix(it, o, offset, n, open);
}

bool interp_load(Interp *it, const Code *code) {
  unsigned n = (code->bits + 7u) / 8;
  uint64_t offset;
  uint32_t id = interp_check(it, code->inst, CHECK_READ, code->a, n, &offset);
  if (!id) return false;
  Object *o = &it->objects[id];
  Bits mask = mask_bits(code->bits);
  Full value = {read_bits(o->bytes + offset, n) & mask, 0, 0};
  value.prov = interp_prov_read(it, o, offset, n);
  if (o->defined) value.undef = ~read_bits(o->defined + offset, n) & mask;
  if (value.undef) fix_bits(it, o, offset, n, code, &value);
  if (o->flags & OBJECT_EXTERN) read_extern(it, o, offset, n, &value);
  interp_set(it, code->dest, value, code->bits);
  return true;
}

/* ---- store ---- */

static void write_defined(Interp *it, Object *o, uint64_t offset, unsigned n,
                          Bits undef) {
  if (!undef && !o->defined) return;
  interp_need_defined(it, o);
  Bits defined = ~undef;
  memcpy(o->defined + offset, &defined, n);
}

bool interp_store(Interp *it, const Code *code) {
  unsigned n = (code->bits + 7u) / 8;
  uint64_t offset;
  uint32_t id = interp_check(it, code->inst, CHECK_WRITE, code->b, n, &offset);
  if (!id) return false;
  Object *o = &it->objects[id];
  Full value = interp_get(it, code->a, code->bits);
  memcpy(o->bytes + offset, &value.bits, n);
  write_defined(it, o, offset, n, value.undef);
  if (value.undef) interp_fix(it, o, offset, n, value.undef);
  if (!interp_prov_write(it, o, offset, n, value.prov)) return true;
  return interp_leak_event(it, code->inst);
}

/* ---- copy, move, fill: a = to, b = from or byte, c = length ---- */

static bool copy_overlaps(const Interp *it, const Code *code, uint32_t to, uint32_t from,
                          uint64_t to_offset, uint64_t from_offset, uint64_t n) {
  if (code->op != OP_COPY || !it->options->check_overlap || to != from) return false;
  uint64_t distance =
    to_offset > from_offset ? to_offset - from_offset : from_offset - to_offset;
  return distance > 0 && distance < n;
}

static void copy_defined(Interp *it, Object *to, uint64_t to_offset, Object *from,
                         uint64_t from_offset, uint64_t n) {
  if (from->flags & OBJECT_EXTERN) {
    it->result->depends |= RUN_DEPENDS_EXTERN;
    for (uint64_t i = from_offset; i < from_offset + n; i++)
      from->bytes[i] &= from->defined[i];
    memset(from->defined + from_offset, 0xff, n);
  }
  interp_fix_copy(it, to, to_offset, from, from_offset, n);
  if (!from->defined && !to->defined) return;
  interp_need_defined(it, to);
  if (from->defined)
    memmove(to->defined + to_offset, from->defined + from_offset, n);
  else
    memset(to->defined + to_offset, 0xff, n);
}

bool interp_copy(Interp *it, const Code *code) {
  uint64_t n = interp_use(it, code->c), to_offset, from_offset;
  if (!n) return true;
  uint32_t from = interp_check(it, code->inst, CHECK_READ, code->b, n, &from_offset);
  if (!from) return false;
  uint32_t to = interp_check(it, code->inst, CHECK_WRITE, code->a, n, &to_offset);
  if (!to) return false;
  if (copy_overlaps(it, code, to, from, to_offset, from_offset, n))
    return broken(it, code->inst, CHECK_OVERLAP, CAUSE_OVERLAP, to,
                  it->objects[to].base + to_offset, n);
  Object *target = &it->objects[to], *source = &it->objects[from];
  copy_defined(it, target, to_offset, source, from_offset, n);
  memmove(target->bytes + to_offset, source->bytes + from_offset, n);
  if (!interp_prov_copy(it, target, to_offset, source, from_offset, n)) return true;
  return interp_leak_event(it, code->inst);
}

bool interp_fill(Interp *it, const Code *code) {
  uint64_t n = interp_use(it, code->c), offset;
  if (!n) return true;
  uint32_t id = interp_check(it, code->inst, CHECK_WRITE, code->a, n, &offset);
  if (!id) return false;
  Object *o = &it->objects[id];
  Full byte = interp_get(it, code->b, 8);
  memset(o->bytes + offset, (uint8_t)byte.bits, n);
  if (byte.undef || o->defined) {
    interp_need_defined(it, o);
    memset(o->defined + offset, (uint8_t)~byte.undef, n);
    for (uint64_t i = 0; byte.undef && i < n; i++)
      interp_fix(it, o, offset + i, 1, byte.undef);
  }
  if (!interp_prov_write(it, o, offset, n, byte.prov)) return true;
  return interp_leak_event(it, code->inst);
}
