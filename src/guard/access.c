/* Checks before accesses, and what accesses do to shadow memory. Which of them are
 * checked together with others is in groups.c. */
#include "belay_rt.h"
#include "guard/pass.h"

typedef struct Object {
  LLVMValueRef base;
  uint64_t size; /* 0: not a variable of known size */
} Object;

static uint64_t store_size(Guard *g, LLVMTypeRef type) {
  return LLVMStoreSizeOfType(g->layout, type);
}

/* ---- what an instruction accesses ---- */

bool access_of(Guard *g, LLVMValueRef inst, Access *access) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
    *access =
      (Access){LLVMGetOperand(inst, 0), store_size(g, LLVMTypeOf(inst)), BELAY_READ};
    return true;
  case LLVMStore:
    *access = (Access){LLVMGetOperand(inst, 1),
                       store_size(g, LLVMTypeOf(LLVMGetOperand(inst, 0))), BELAY_WRITE};
    return true;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    *access = (Access){LLVMGetOperand(inst, 0),
                       store_size(g, LLVMTypeOf(LLVMGetOperand(inst, 1))), BELAY_WRITE};
    return true;
  default: return false;
  }
}

bool access_is_excused(const Guard *g, LLVMValueRef inst) {
  return g->plan && !g->poisons && map_has(&g->plan->safe, key_of(inst));
}

static bool is_open_for_null(const Guard *g, LLVMValueRef inst) {
  return g->plan && !g->poisons && map_has(&g->plan->but_null, key_of(inst));
}

bool access_is_light(const Guard *g, LLVMValueRef inst) {
  return access_is_excused(g, inst) || is_open_for_null(g, inst);
}

static void count_proved(Guard *g, LLVMValueRef inst) {
  g->counts.proved[map_get(&g->plan->safe, key_of(inst), 0)]++;
}

/* ---- variables of known size ---- */

LLVMValueRef access_global_behind(LLVMValueRef root) {
  if (LLVMIsAInstruction(root) && intrinsic_named(root, "llvm.threadlocal.address"))
    root = LLVMGetOperand(root, 0);
  return LLVMIsAGlobalVariable(root);
}

static Object object_of(Guard *g, LLVMValueRef root, LLVMValueRef at) {
  Local *local = block_local(g, root);
  if (local) {
    bool known = !local->dynamic && !block_may_be_dead(g, local, at);
    return (Object){root, known ? local->size : 0};
  }
  LLVMValueRef global = access_global_behind(root);
  if (!global) return (Object){root, 0};
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  return (Object){root, LLVMTypeIsSized(type) ? LLVMABISizeOfType(g->layout, type) : 0};
}

static LLVMValueRef site_of_object(Guard *g, const Object *object) {
  LLVMValueRef global = access_global_behind(object->base);
  return global ? site_of_global(g, global, object->size)
                : site_of_variable(g, object->base, object->size);
}

/* The address of an access is that of its check plus what the check gives, 0: so the
 * access cannot be moved before it. */
static void depend(Guard *g, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef zero) {
  if (!g->late || !zero) return;
  bool store = LLVMIsAStoreInst(inst) != NULL;
  if (LLVMIsACallInst(inst) && !intrinsic_of(inst)) return;
  builder_before(g, inst);
  LLVMTypeRef byte = LLVMInt8TypeInContext(g->context);
  LLVMValueRef same = LLVMBuildGEP2(g->builder, byte, pointer, &zero, 1, "");
  for (unsigned i = store ? 1 : 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
    if (LLVMGetOperand(inst, i) == pointer) LLVMSetOperand(inst, i, same);
}

static void emit_bounds(Guard *g, const Object *object, const Access *access,
                        LLVMValueRef at) {
  LLVMValueRef site = site_of(g, at, access->kind, access->size, NULL);
  LLVMValueRef args[] = {access->pointer,
                         object->base,
                         const_word(g, object->size - access->size),
                         const_word(g, object->size),
                         site,
                         site_of_object(g, object)};
  builder_before(g, at);
  g->counts.checks++;
  depend(g, at, access->pointer, helper_call(g, "belay.check.bounds", args, 6));
}

/* Whether the access is dealt with: inside the variable whatever happens, proved, or
 * checked against the variable's bounds. */
static bool guard_object(Guard *g, const Access *access, LLVMValueRef at) {
  int64_t offset;
  bool constant;
  LLVMValueRef root = root_of(g, access->pointer, &offset, &constant);
  Object object = object_of(g, root, at);
  bool known = object.size && object.size >= access->size && !g->poisons;
  if (known && constant && offset >= 0 && (uint64_t)offset <= object.size - access->size)
    g->counts.constant++;
  else if (access_is_excused(g, at))
    count_proved(g, at);
  else if (known)
    emit_bounds(g, &object, access, at);
  else
    return false;
  return true;
}

/* ---- groups ---- */

/* Groups were found before calls were replaced. */
static LLVMValueRef root_now(const Guard *g, LLVMValueRef root) {
  return (LLVMValueRef)(uintptr_t)map_get(&g->replaced, key_of(root), key_of(root));
}

static void emit_group(Guard *g, Group *group, LLVMValueRef at) {
  uint32_t count = group->members.len;
  LLVMValueRef *sites = arena_new_array(g->arena, LLVMValueRef, count);
  int64_t *offsets = arena_new_array(g->arena, int64_t, count);
  for (uint32_t i = 0; i < count; i++) {
    const GroupMember *m = &group->members.data[i];
    sites[i] = site_of(g, m->inst, m->kind, m->size, NULL);
    offsets[i] = m->offset;
  }
  LLVMValueRef root = root_now(g, group->root), origin = referent_of(g, root, at);
  LLVMValueRef args[] = {root, const_word(g, (uint64_t)group->lo), origin,
                         const_word(g, (uint64_t)(group->hi - group->lo)),
                         site_group(g, sites, offsets, count)};
  builder_before(g, at);
  group->zero = helper_call(g, "belay.check.group", args, 5);
}

/* ---- one access ---- */

static void emit_single(Guard *g, const Access *access, LLVMValueRef at) {
  LLVMValueRef origin = referent_of(g, access->pointer, at);
  LLVMValueRef args[] = {access->pointer, origin, const_word(g, access->size),
                         site_of(g, at, access->kind, access->size, NULL)};
  builder_before(g, at);
  depend(g, at, access->pointer, helper_call(g, "belay.check", args, 4));
}

static void emit_null(Guard *g, const Access *access, LLVMValueRef at) {
  LLVMValueRef args[] = {access->pointer, const_word(g, CHECK_NULL_ZONE),
                         site_of(g, at, access->kind, access->size, NULL)};
  builder_before(g, at);
  g->counts.null++;
  depend(g, at, access->pointer, helper_call(g, "belay.check.null", args, 3));
}

static void guard_access(Guard *g, const Access *access, LLVMValueRef at) {
  g->counts.accesses++;
  if (!access->size) return;
  if (guard_object(g, access, at)) return;
  if (is_open_for_null(g, at)) {
    emit_null(g, access, at);
    return;
  }
  uint64_t group = map_get(&g->grouped, key_of(at), 0);
  Group *whole = (Group *)(uintptr_t)(group & ~(uint64_t)GROUP_AWAY);
  if (group & GROUP_AWAY) {
    g->counts.redundant++;
    if (whole) depend(g, at, access->pointer, whole->zero);
    return;
  }
  g->counts.checks++;
  if (!whole || whole->members.len == 1) {
    emit_single(g, access, at);
    return;
  }
  emit_group(g, whole, at);
  depend(g, at, access->pointer, whole->zero);
}

/* `size` is any number; a constant one is checked like an access. */
void access_range(Guard *g, LLVMValueRef inst, LLVMValueRef pointer, LLVMValueRef size,
                  uint32_t kind) {
  LLVMValueRef number = LLVMIsAConstantInt(size);
  if (number) {
    guard_access(g, &(Access){pointer, LLVMConstIntGetZExtValue(number), kind}, inst);
    return;
  }
  g->counts.accesses++;
  if (access_is_excused(g, inst)) {
    count_proved(g, inst);
    return;
  }
  g->counts.checks++;
  LLVMValueRef origin = referent_of(g, pointer, inst);
  builder_before(g, inst);
  LLVMValueRef args[] = {pointer, LLVMBuildIntCast2(g->builder, size, g->word, false, ""),
                         origin, site_of(g, inst, kind, 0, NULL)};
  helper_call(g, "belay.check.range", args, 4);
}

/* ---- shadow memory ---- */

static LLVMValueRef tag_operand(Guard *g, LLVMValueRef node, unsigned i) {
  if (!node || !LLVMIsAMDNode(node) || (unsigned)LLVMGetMDNodeNumOperands(node) <= i)
    return NULL;
  LLVMValueRef operands[16];
  if (LLVMGetMDNodeNumOperands(node) > 16) return NULL;
  LLVMGetMDNodeOperands(node, operands);
  return operands[i];
}

/* Whether C allows a pointer to be read where this store writes: it is typed as
 * characters, or not at all. A store to a struct's member has the struct as its base. */
static bool may_hit_pointer(Guard *g, LLVMValueRef store) {
  LLVMValueRef tag = LLVMGetMetadata(store, g->tbaa_kind);
  if (!tag) return true;
  LLVMValueRef base = tag_operand(g, tag, 0);
  if (base && LLVMGetMDNodeNumOperands(base) > 16) return false;
  LLVMValueRef name = tag_operand(g, base, 0);
  unsigned length = 0;
  const char *text = name ? LLVMGetMDString(name, &length) : NULL;
  return !text || (length == 15 && !memcmp(text, "omnipotent char", 15));
}

static void clear_slots(Guard *g, LLVMValueRef at, LLVMValueRef pointer, uint64_t size) {
  builder_before(g, at);
  LLVMValueRef args[] = {pointer, const_word(g, size)};
  if (size <= g->ptr_size)
    helper_call(g, "belay.wipe", args, 1);
  else
    helper_call(g, "belay_rt_clear", args, 2);
}

static void put_slot(Guard *g, LLVMValueRef at, LLVMValueRef pointer,
                     LLVMValueRef origin) {
  LLVMValueRef args[] = {pointer, origin};
  builder_before(g, at);
  helper_call(g, "belay.put", args, 2);
}

/* A struct in registers: all of it is no pointer any more, but for its lanes. */
static void shadow_store_lanes(Guard *g, LLVMValueRef store, const Lanes *lanes) {
  LLVMValueRef value = LLVMGetOperand(store, 0), slot = LLVMGetOperand(store, 1);
  LLVMValueRef origins[MAX_LANES];
  for (unsigned i = 0; i < lanes->count; i++)
    origins[i] = lane_referent(g, value, lanes, i, store);
  clear_slots(g, store, slot, store_size(g, LLVMTypeOf(value)));
  for (unsigned i = 0; i < lanes->count; i++) {
    builder_before(g, store);
    put_slot(g, store, lane_address(g, slot, lanes, i), origins[i]);
  }
}

static void shadow_store(Guard *g, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), slot = LLVMGetOperand(store, 1);
  Lanes lanes = lanes_of(g, LLVMTypeOf(value));
  if (lanes.count && !lanes.whole) {
    shadow_store_lanes(g, store, &lanes);
    return;
  }
  LLVMValueRef origin = NULL;
  if (is_pointer(value))
    origin = referent_of(g, value, store);
  else if (LLVMTypeOf(value) == g->word)
    origin = referent_of_int(g, value, store);
  if (origin)
    put_slot(g, store, slot, origin);
  else if (may_hit_pointer(g, store))
    clear_slots(g, store, slot, store_size(g, LLVMTypeOf(value)));
}

/* Written before the exchange; who reads atomically looks whether the two fit. */
static void shadow_exchange(Guard *g, LLVMValueRef inst, LLVMValueRef value) {
  LLVMValueRef slot = LLVMGetOperand(inst, 0);
  if (is_pointer(value)) put_slot(g, inst, slot, referent_of(g, value, inst));
}

void access_guard(Guard *g, LLVMValueRef inst) {
  Access access;
  if (!access_of(g, inst, &access)) return;
  guard_access(g, &access, inst);
  LLVMOpcode op = LLVMGetInstructionOpcode(inst);
  if (op == LLVMStore)
    shadow_store(g, inst);
  else if (op == LLVMAtomicRMW)
    shadow_exchange(g, inst, LLVMGetOperand(inst, 1));
  else if (op == LLVMAtomicCmpXchg)
    shadow_exchange(g, inst, LLVMGetOperand(inst, 2));
  if (op == LLVMLoad || op == LLVMStore) LLVMSetMetadata(inst, g->apart_kind, g->apart);
}
