/* Which accesses are checked together, and which need no check of their own.
 *
 * Accesses through one pointer at constant offsets, with nothing between them that could
 * free, are checked together at the first of them when all of them are sure to come:
 * those behind it in its block, and those that every way on from its end leads to (found
 * backwards, block by block; a way around a loop counts as one that leads to nothing).
 * What was found good on every way into a block needs no check there (found forwards;
 * into a loop without calls it stays good).
 *
 * yields: Guard.grouped. */
#include "guard/pass.h"

/* Bytes [lo, hi) from a pointer that were found good. */
typedef struct Fact {
  LLVMValueRef root;
  int64_t lo, hi;
} Fact;

typedef struct Coming {
  LLVMValueRef root;
  GroupMember member;
} Coming;

typedef Vec(Fact) Facts;
typedef Vec(Coming) ComingList;

typedef struct Place {
  LLVMBasicBlockRef block;
  bool kills;         /* something in it could free */
  bool done;          /* facts are known */
  Facts facts;        /* at its end */
  ComingList before;  /* accesses sure to come from its start on */
  ComingList behind;  /* and from its end on */
  Vec(uint32_t) from; /* places that lead here */
} Place;

typedef struct Groups {
  Guard *g;
  Map index; /* block -> 1 + index */
  Vec(Place) places;
  Facts facts;       /* where we are */
  Vec(Group *) open; /* begun in this block, nothing killed since */
} Groups;

/* More than these are not worth their time. */
enum { MAX_COMING = 24, MAX_FACTS = 48, MAX_OFFSET = 4096 };

/* ---- instructions ---- */

static bool synchronises(LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
    return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic;
  case LLVMFence:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return true;
  default: return false;
  }
}

/* Behind it a block that was alive may be dead: a call, the end of a scope, another
 * thread's turn. */
static bool kills(LLVMValueRef inst) {
  if (synchronises(inst)) return true;
  if (!LLVMIsACallInst(inst)) return LLVMIsAInvokeInst(inst) || LLVMIsACallBrInst(inst);
  if (!intrinsic_of(inst)) return true;
  return intrinsic_named(inst, "llvm.lifetime.end") ||
         intrinsic_named(inst, "llvm.stackrestore");
}

/* Behind it nothing is sure to come: it may end the program. */
static bool may_stop(LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem: return !LLVMIsAConstantInt(LLVMGetOperand(inst, 1));
  default:
    return intrinsic_named(inst, "llvm.trap") || intrinsic_named(inst, "llvm.debugtrap");
  }
}

/* Whether it may be part of a group. */
static bool groups_well(Guard *g, LLVMValueRef inst, Coming *access) {
  Access found;
  int64_t offset;
  bool constant;
  if (!access_of(g, inst, &found) || !found.size || access_is_light(g, inst))
    return false;
  LLVMValueRef root = root_of(g, found.pointer, &offset, &constant);
  if (!constant || offset < -MAX_OFFSET || offset > MAX_OFFSET) return false;
  if (block_local(g, root) || access_global_behind(root) || LLVMIsAConstant(root))
    return false;
  *access = (Coming){root, {inst, offset, found.size, found.kind}};
  return true;
}

/* ---- places ---- */

static Place *place_of(Groups *s, LLVMBasicBlockRef block) {
  uint64_t index = map_get(&s->index, key_of(block), 0);
  return index ? &s->places.data[index - 1] : NULL;
}

static void add_place(Groups *s, LLVMBasicBlockRef block) {
  if (map_has(&s->index, key_of(block))) return;
  Place place = {.block = block};
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !place.kills;
       i = LLVMGetNextInstruction(i))
    place.kills = kills(i);
  vec_push(s->g->arena, &s->places, place);
  map_set(s->g->arena, &s->index, key_of(block), s->places.len);
}

/* In the order of the instructions: a block behind those that lead to it, but for loops.
 */
static void find_places(Groups *s) {
  for (uint32_t i = 0; i < s->g->insts.len; i++)
    add_place(s, LLVMGetInstructionParent(s->g->insts.data[i]));
  for (uint32_t i = 0; i < s->places.len; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->places.data[i].block);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++)
      vec_push(s->g->arena, &place_of(s, LLVMGetSuccessor(end, k))->from, i);
  }
}

/* ---- backwards: what is sure to come ---- */

static bool comes(const ComingList *list, LLVMValueRef inst) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].member.inst == inst) return true;
  return false;
}

static void find_behind(Groups *s, Place *place) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(place->block);
  unsigned count = LLVMGetNumSuccessors(end);
  ComingList *behind = &place->behind;
  for (unsigned k = 0; k < count; k++) {
    const Place *next = place_of(s, LLVMGetSuccessor(end, k));
    if (k == 0) {
      for (uint32_t i = 0; i < next->before.len; i++)
        vec_push(s->g->arena, behind, next->before.data[i]);
      continue;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < behind->len; i++)
      if (comes(&next->before, behind->data[i].member.inst))
        behind->data[kept++] = behind->data[i];
    behind->len = kept;
  }
}

/* Above where it is made there is no such pointer. */
static void forget_coming(ComingList *list, LLVMValueRef root) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].root != root) list->data[kept++] = list->data[i];
  list->len = kept;
}

static void find_before(Groups *s, Place *place) {
  ComingList *before = &place->before;
  for (uint32_t i = 0; i < place->behind.len; i++)
    vec_push(s->g->arena, before, place->behind.data[i]);
  for (LLVMValueRef i = LLVMGetLastInstruction(place->block); i;
       i = LLVMGetPreviousInstruction(i)) {
    Coming access;
    if (kills(i) || may_stop(i)) vec_clear(before);
    if (before->len < MAX_COMING && groups_well(s->g, i, &access))
      vec_push(s->g->arena, before, access);
    if (before->len) forget_coming(before, i);
  }
}

/* Loops lead back to what has nothing yet. */
static void find_coming(Groups *s) {
  for (uint32_t i = s->places.len; i-- > 0;) {
    find_behind(s, &s->places.data[i]);
    find_before(s, &s->places.data[i]);
  }
}

/* ---- forwards: what was found good ---- */

static const Fact *fact_about(const Facts *facts, LLVMValueRef root) {
  for (uint32_t i = 0; i < facts->len; i++)
    if (facts->data[i].root == root) return &facts->data[i];
  return NULL;
}

static void forget_fact(Facts *facts, LLVMValueRef root) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < facts->len; i++)
    if (facts->data[i].root != root) facts->data[kept++] = facts->data[i];
  facts->len = kept;
}

static void learn(Groups *s, LLVMValueRef root, int64_t lo, int64_t hi) {
  Fact *known = (Fact *)(uintptr_t)fact_about(&s->facts, root);
  if (known) {
    if (lo < known->lo) known->lo = lo;
    if (hi > known->hi) known->hi = hi;
  } else if (s->facts.len < MAX_FACTS) {
    vec_push(s->g->arena, &s->facts, (Fact){root, lo, hi});
  }
}

static void keep_common(Facts *facts, const Facts *others) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < facts->len; i++) {
    Fact fact = facts->data[i];
    const Fact *other = fact_about(others, fact.root);
    if (!other) continue;
    if (other->lo > fact.lo) fact.lo = other->lo;
    if (other->hi < fact.hi) fact.hi = other->hi;
    if (fact.lo < fact.hi) facts->data[kept++] = fact;
  }
  facts->len = kept;
}

/* Whether the loop that goes back from `last` to `head` kills anything, or is not a loop
 * that only `head` leads into. */
static bool loop_kills(Groups *s, uint32_t head, uint32_t last) {
  Map seen = {0};
  Vec(uint32_t) work = {0};
  map_set(s->g->arena, &seen, head + 1, 1);
  vec_push(s->g->arena, &work, last);
  bool killed = s->places.data[head].kills;
  while (work.len && !killed) {
    uint32_t at = vec_pop(&work);
    if (map_has(&seen, at + 1)) continue;
    map_set(s->g->arena, &seen, at + 1, 1);
    const Place *place = &s->places.data[at];
    killed = place->kills || at < head;
    for (uint32_t i = 0; i < place->from.len; i++)
      vec_push(s->g->arena, &work, place->from.data[i]);
  }
  return killed;
}

static void enter_place(Groups *s, uint32_t at) {
  const Place *place = &s->places.data[at];
  vec_clear(&s->facts);
  vec_clear(&s->open);
  bool first = true;
  for (uint32_t i = 0; i < place->from.len; i++) {
    const Place *before = &s->places.data[place->from.data[i]];
    if (!before->done) continue;
    for (uint32_t k = 0; first && k < before->facts.len; k++)
      vec_push(s->g->arena, &s->facts, before->facts.data[k]);
    if (!first) keep_common(&s->facts, &before->facts);
    first = false;
  }
  for (uint32_t i = 0; i < place->from.len && s->facts.len; i++)
    if (!s->places.data[place->from.data[i]].done &&
        loop_kills(s, at, place->from.data[i]))
      vec_clear(&s->facts);
}

/* ---- groups ---- */

static void widen(Groups *s, Group *group, const GroupMember *m) {
  int64_t hi = m->offset + (int64_t)m->size;
  if (!group->members.len || m->offset < group->lo) group->lo = m->offset;
  if (!group->members.len || hi > group->hi) group->hi = hi;
  vec_push(s->g->arena, &group->members, *m);
}

static Group *open_group(Groups *s, LLVMValueRef root) {
  for (uint32_t i = 0; i < s->open.len; i++)
    if (s->open.data[i]->root == root) return s->open.data[i];
  return NULL;
}

static void group_access(Groups *s, const Coming *access) {
  Guard *g = s->g;
  const GroupMember *m = &access->member;
  int64_t hi = m->offset + (int64_t)m->size;
  Group *group = open_group(s, access->root);
  const Fact *known = fact_about(&s->facts, access->root);
  bool good = known && known->lo <= m->offset && hi <= known->hi;
  if (!good && !group) {
    group = arena_new_object(g->arena, Group);
    group->root = access->root;
    vec_push(g->arena, &s->open, group);
    map_set(g->arena, &g->grouped, key_of(m->inst), key_of(group));
    widen(s, group, m);
    return;
  }
  map_set(g->arena, &g->grouped, key_of(m->inst), key_of(group) | GROUP_AWAY);
  if (!good) widen(s, group, m);
}

/* At the end of the block its open groups get what is sure to come. */
static void close_groups(Groups *s, Place *place) {
  for (uint32_t i = 0; i < s->open.len; i++) {
    Group *group = s->open.data[i];
    for (uint32_t k = 0; k < place->behind.len; k++)
      if (place->behind.data[k].root == group->root)
        widen(s, group, &place->behind.data[k].member);
    learn(s, group->root, group->lo, group->hi);
  }
}

/* In the middle of a block. */
static void end_groups(Groups *s, bool killed) {
  for (uint32_t i = 0; i < s->open.len; i++)
    learn(s, s->open.data[i]->root, s->open.data[i]->lo, s->open.data[i]->hi);
  if (killed) vec_clear(&s->facts);
  vec_clear(&s->open);
}

static void group_block(Groups *s, uint32_t at) {
  Place *place = &s->places.data[at];
  enter_place(s, at);
  for (LLVMValueRef i = LLVMGetFirstInstruction(place->block); i;
       i = LLVMGetNextInstruction(i)) {
    Coming access;
    if (s->facts.len) forget_fact(&s->facts, i);
    if (groups_well(s->g, i, &access)) group_access(s, &access);
    if (kills(i) || may_stop(i)) end_groups(s, kills(i));
  }
  close_groups(s, place);
  for (uint32_t i = 0; i < s->facts.len; i++)
    vec_push(s->g->arena, &place->facts, s->facts.data[i]);
  place->done = true;
}

void groups_find(Guard *g) {
  if (g->poisons) return; /* what lies between good bytes need not be */
  map_clear(&g->grouped);
  Groups s = {.g = g};
  find_places(&s);
  find_coming(&s);
  for (uint32_t i = 0; i < s.places.len; i++) group_block(&s, i);
}
