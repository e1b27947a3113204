/* Stack objects: alloca, scopes, stack.save and restore, and the area of variadic
 * arguments. */
#include "ir/interp_state.h"

static bool set_object(Interp *it, int32_t dest, uint32_t id) {
  if (!id) return false;
  if (dest >= 0) it->top->regs[dest] = (Value){it->objects[id].base, id};
  return true;
}

/* imm: the alignment; aux: whether scope.begin is to come. */
bool interp_alloca(Interp *it, const Code *code) {
  uint64_t size = interp_use(it, code->a);
  uint64_t align = code->imm > 0 ? (uint64_t)code->imm : 1;
  return set_object(it, code->dest,
                    interp_stack_object(it, code->inst, size, align, !code->aux));
}

bool interp_scope_begin(Interp *it, const Code *code) {
  uint32_t id = value_prov(interp_value(it, code->a));
  uint32_t reborn = interp_stack_reborn(it, code->inst, id);
  return set_object(it, code->a, reborn);
}

/* Whether pointers to other objects went with it. */
static bool end_object(Interp *it, uint32_t id, uint32_t inst) {
  Object *o = &it->objects[id];
  if (o->life != LIFE_ALIVE) return false;
  bool may_lose = o->prov != NULL;
  interp_kill(it, id, LIFE_SCOPE, TRACE_INST | inst);
  return may_lose;
}

bool interp_scope_end(Interp *it, const Code *code) {
  uint32_t id = value_prov(interp_value(it, code->a));
  return end_object(it, id, code->inst) ? interp_leak_event(it, code->inst) : true;
}

/* The token is the number of stack objects there are. */
bool interp_stack_save(Interp *it, const Code *code) {
  interp_set_plain(it, code->dest, it->stack.len - it->top->objects);
  return true;
}

/* Variadic arguments last until their function returns. */
static bool is_local(const Interp *it, uint32_t id) {
  return it->program->insts.data[it->cold[id].source].op == OP_ALLOCA;
}

bool interp_stack_restore(Interp *it, const Code *code) {
  uint64_t token = interp_value(it, code->a)->lo;
  bool may_lose = false;
  for (uint32_t i = it->top->objects + (uint32_t)token; i < it->stack.len; i++)
    may_lose |=
      is_local(it, it->stack.data[i]) && end_object(it, it->stack.data[i], code->inst);
  return may_lose ? interp_leak_event(it, code->inst) : true;
}

/* ---- variadic arguments ---- */

typedef struct Place {
  uint64_t offset, bytes; /* bytes: of the whole slots it takes */
} Place;

/* Where the next argument of this type goes. */
static Place place_argument(const Interp *it, Type type, uint64_t end) {
  unsigned slot = it->ptr_bytes, bytes = ir_type_bytes(it->program, type);
  bool wide = bytes > 8;
  if (slot == 8 && wide) end = (end + 15) & ~(uint64_t)15;
  uint64_t room = slot == 8 && wide ? 16 : (bytes + slot - 1) / slot * (uint64_t)slot;
  return (Place){end, room};
}

static void put_argument(Interp *it, Object *o, Place place, int32_t operand,
                         unsigned bits) {
  /* The operand is the caller's. */
  Activation *callee = it->top;
  it->top = callee->caller;
  Full value = interp_get(it, operand, bits);
  it->top = callee;
  memcpy(o->bytes + place.offset, &value.bits, place.bytes);
  if (value.undef) {
    interp_need_defined(it, o);
    Bits defined = ~value.undef;
    memcpy(o->defined + place.offset, &defined, place.bytes);
    interp_fix(it, o, place.offset, (unsigned)place.bytes, value.undef);
  }
  interp_prov_write(it, o, place.offset, (bits + 7) / 8, value.prov);
}

bool interp_varargs(Interp *it, const Code *code) {
  const Program *p = it->program;
  const Activation *caller = it->top->caller;
  const Code *call = caller ? caller->ip : NULL;
  const Inst *inst = call ? &p->insts.data[call->inst] : NULL;
  uint32_t first = it->top->code->param_count;
  uint32_t count = call ? (uint32_t)call->c : 0;
  uint64_t size = 0;
  for (uint32_t i = first; i < count; i++) {
    Place place = place_argument(it, ir_type(p, ir_arg(p, inst, i + 1)), size);
    size = place.offset + place.bytes;
  }
  uint32_t id = interp_stack_object(it, code->inst, size, 16, true);
  if (!id) return false;
  Object *o = &it->objects[id];
  if (size) memset(o->bytes, 0, size), memset(o->defined, 0xff, size);
  uint64_t end = 0;
  for (uint32_t i = first; i < count; i++) {
    Type type = ir_type(p, ir_arg(p, inst, i + 1));
    Place place = place_argument(it, type, end);
    int32_t operand = caller->code->lists[call->b + (int32_t)i];
    put_argument(it, o, place, operand, ir_type_bits(p, type));
    end = place.offset + place.bytes;
  }
  return set_object(it, code->dest, id);
}
