/* Comparison of integers and pointers: what the defined bits decide, and when the answer
 * depends on where objects happen to lie. */
#include "ir/interp_state.h"

enum { NULL_PAGE = 4096, NEAR = 4096 };

static bool holds(IcmpPred pred, Bits a, Bits b, unsigned bits) {
  switch (pred) {
  case ICMP_EQ: return a == b;
  case ICMP_NE: return a != b;
  case ICMP_ULT: return a < b;
  case ICMP_ULE: return a <= b;
  case ICMP_SLT: return sign_bits(a, bits) < sign_bits(b, bits);
  default: return sign_bits(a, bits) <= sign_bits(b, bits);
  }
}

/* ---- undefined bits ---- */

/* Whether the answer is the same for all values of the undefined bits. */
static bool decided(IcmpPred pred, Full a, Full b, unsigned bits) {
  Bits undef = a.undef | b.undef;
  if (!undef) return true;
  if (pred == ICMP_EQ || pred == ICMP_NE) return ((a.bits ^ b.bits) & ~undef) != 0;
  if (pred == ICMP_SLT || pred == ICMP_SLE) {
    a.bits ^= (Bits)1 << (bits - 1);
    b.bits ^= (Bits)1 << (bits - 1);
  }
  Bits a_least = a.bits & ~a.undef, a_most = a.bits | a.undef;
  Bits b_least = b.bits & ~b.undef, b_most = b.bits | b.undef;
  if (pred == ICMP_ULT || pred == ICMP_SLT) return a_most < b_least || a_least >= b_most;
  return a_most <= b_least || a_least > b_most;
}

/* ---- addresses ---- */

static bool is_equality(IcmpPred pred) { return pred == ICMP_EQ || pred == ICMP_NE; }

static uint64_t offset_in(const Object *o, Full pointer) {
  return (uint64_t)pointer.bits - o->base;
}

static bool is_string(const Interp *it, uint32_t id) {
  return it->objects[id].kind == OBJECT_GLOBAL &&
         (it->program->globals.data[it->cold[id].source].flags & GLOB_STRING);
}

/* Two pointers into the same object: by offset, unless one is so far out that the sum may
 * wrap around. */
static bool same_object_depends(const Interp *it, IcmpPred pred, Full a, Full b) {
  if (is_equality(pred)) return false;
  const Object *o = &it->objects[a.prov];
  return offset_in(o, a) + NEAR > o->size + 2 * NEAR ||
         offset_in(o, b) + NEAR > o->size + 2 * NEAR;
}

/* Only on the heap is the address of nothing different from all others. */
static bool is_inside(const Object *o, Full pointer) {
  uint64_t size = o->size || o->kind != OBJECT_HEAP ? o->size : 1;
  return o->life == LIFE_ALIVE && offset_in(o, pointer) < size;
}

/* Live objects are disjoint; but equal string literals may be one. */
static bool two_objects_depend(const Interp *it, IcmpPred pred, Full a, Full b) {
  if (!is_equality(pred)) return true;
  if (is_string(it, a.prov) && is_string(it, b.prov)) return true;
  return !is_inside(&it->objects[a.prov], a) || !is_inside(&it->objects[b.prov], b);
}

/* An object is neither at null nor at the top of memory. */
static bool number_depends(const Interp *it, IcmpPred pred, Full pointer, Full number) {
  const Object *o = &it->objects[pointer.prov];
  bool near_null = number.bits < NULL_PAGE || number.bits > it->ptr_mask - NULL_PAGE;
  if (offset_in(o, pointer) > o->size || !near_null) return true;
  return !is_equality(pred) && pred != ICMP_ULT && pred != ICMP_ULE;
}

static bool depends_on_address(const Interp *it, unsigned bits, IcmpPred pred, Full a,
                               Full b) {
  if (!a.prov && !b.prov) return false;
  if (bits < it->ptr_bytes * 8 || a.prov == PROV_ADDRESS || b.prov == PROV_ADDRESS)
    return true;
  if (a.prov == b.prov) return same_object_depends(it, pred, a, b);
  if (a.prov && b.prov) return two_objects_depend(it, pred, a, b);
  return a.prov ? number_depends(it, pred, a, b) : number_depends(it, pred, b, a);
}

Full interp_compare(Interp *it, unsigned bits, IcmpPred pred, Full a, Full b) {
  Full r = {holds(pred, a.bits, b.bits, bits), 0, 0};
  r.undef = !decided(pred, a, b, bits);
  if (depends_on_address(it, bits, pred, a, b)) r.prov = PROV_ADDRESS;
  return r;
}
