/* Checks in loops that go through a block step by step: in front of the loop one test for
 * all of its rounds. Where it holds no check of the loop can fail; where it does not
 * (the loop may end before it gets there) every access is checked as always, so that the
 * report is the right one. LLVM makes two loops of it then.
 *
 * An address is followed as `first + round * step`. The number of rounds comes from an
 * exit that every round passes, `x + round * c` compared with what does not change. All
 * arithmetic is done as the machine does it, and the test fails for numbers that are so
 * large that it could have gone around: so nothing depends on promises about overflow.
 *
 * requires: loops have one way in and one way back (loop-simplify).
 * yields: for a check the test of its loop, an i1 in front of it. */
#include "base/panic.h"
#include "guard/pass.h"

typedef struct Loop {
  LLVMBasicBlockRef before, head, last; /* leads in; begins it; leads back */
  Map blocks;
  LLVMValueRef test;   /* of all of its checks; NULL: none */
  LLVMValueRef rounds; /* i64, behind which a test says no; NULL: not known */
  LLVMValueRef sane;   /* i1: and whether that number is right */
  LLVMBasicBlockRef exit;
  bool counted; /* was looked for */
} Loop;

struct LoopTests {
  Guard *g;
  LLVMTypeRef wide; /* i64 */
  Vec(Loop) loops;  /* inner ones first */
  Map loop_of;      /* check -> 1 + index */
};

/* `first + round * step`, both of them in front of the loop. */
typedef struct Walk {
  LLVMValueRef first, step; /* step NULL: 0 */
} Walk;

/* Rounds and steps beyond these are not dealt with; their product fits 62 bits. */
enum { ROUND_BITS = 38, STEP_BITS = 23, MAX_DEPTH = 12 };

/* ---- finding loops ---- */

static bool contains(const Loop *loop, LLVMBasicBlockRef block) {
  return map_has(&loop->blocks, key_of(block));
}

/* Predecessors by way of the uses of a block. */
static LLVMBasicBlockRef leads_to(LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : NULL;
}

/* The blocks from which `last` is reached without passing the head; false: one of them is
 * where the function begins. */
static bool fill(LoopTests *s, Loop *loop) {
  Arena *arena = s->g->arena;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(loop->head));
  Vec(LLVMBasicBlockRef) work = {0};
  map_set(arena, &loop->blocks, key_of(loop->head), 1);
  vec_push(arena, &work, loop->last);
  while (work.len) {
    LLVMBasicBlockRef block = vec_pop(&work);
    if (contains(loop, block)) continue;
    if (block == entry) return false;
    map_set(arena, &loop->blocks, key_of(block), 1);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    for (; use; use = LLVMGetNextUse(use)) {
      LLVMBasicBlockRef from = leads_to(use);
      if (!from) return false;
      vec_push(arena, &work, from);
    }
  }
  return true;
}

/* The only block outside the loop that leads to its head; NULL: there are several, or one
 * that leads elsewhere, too. */
static LLVMBasicBlockRef way_in(const Loop *loop) {
  LLVMBasicBlockRef found = NULL;
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(loop->head));
  for (; use; use = LLVMGetNextUse(use)) {
    LLVMBasicBlockRef from = leads_to(use);
    if (!from || (found && !contains(loop, from))) return NULL;
    if (!contains(loop, from)) found = from;
    if (contains(loop, from) && from != loop->last) return NULL;
  }
  if (!found || LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(found)) != 1)
    return NULL;
  return found;
}

static void add_loop(LoopTests *s, LLVMBasicBlockRef head, LLVMBasicBlockRef last) {
  Loop loop = {.head = head, .last = last};
  if (!fill(s, &loop) || !(loop.before = way_in(&loop))) return;
  vec_push(s->g->arena, &s->loops, loop);
}

LoopTests *loops_find(Guard *g, LLVMValueRef function) {
  LoopTests *s = arena_new_object(g->arena, LoopTests);
  *s = (LoopTests){.g = g, .wide = LLVMInt64TypeInContext(g->context)};
  Map place = {0};
  BlockList blocks = pass_blocks(g->arena, function);
  for (uint32_t i = 0; i < blocks.len; i++)
    map_set(g->arena, &place, key_of(blocks.data[i]), i);
  for (uint32_t i = 0; i < blocks.len; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks.data[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef head = LLVMGetSuccessor(end, k);
      if (map_get(&place, key_of(head), 0) <= i) add_loop(s, head, blocks.data[i]);
    }
  }
  return s;
}

/* The smallest loop around a block. */
static Loop *loop_around(LoopTests *s, LLVMBasicBlockRef block) {
  Loop *found = NULL;
  for (uint32_t i = 0; i < s->loops.len; i++) {
    Loop *loop = &s->loops.data[i];
    if (contains(loop, block) && (!found || loop->blocks.count < found->blocks.count))
      found = loop;
  }
  return found;
}

/* ---- values step by step ---- */

static bool stays(const Loop *loop, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || !contains(loop, LLVMGetInstructionParent(value));
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
  return NULL;
}

static LLVMValueRef add(Guard *g, LLVMValueRef a, LLVMValueRef b) {
  if (!a || !b) return a ? a : b;
  return LLVMBuildAdd(g->builder, a, b, "");
}

static LLVMValueRef times(Guard *g, LLVMValueRef a, LLVMValueRef b) {
  return a ? LLVMBuildMul(g->builder, a, b, "") : NULL;
}

static LLVMValueRef as_number(Guard *g, LLVMValueRef value) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind) return value;
  return LLVMBuildPtrToInt(g->builder, value, g->word, "");
}

static bool follow(LoopTests *s, const Loop *loop, LLVMValueRef value, unsigned depth,
                   Walk *out);

/* The bytes that an address computation adds, where its type is one of bytes or simple:
 * one index. */
static bool follow_gep(LoopTests *s, const Loop *loop, LLVMValueRef gep, unsigned depth,
                       Walk *out) {
  Guard *g = s->g;
  Walk base, index;
  if (LLVMGetNumOperands(gep) != 2) return false;
  LLVMValueRef by = LLVMGetOperand(gep, 1);
  if (LLVMTypeOf(by) != g->word || !is_pointer(gep)) return false;
  if (!follow(s, loop, LLVMGetOperand(gep, 0), depth + 1, &base)) return false;
  if (!follow(s, loop, by, depth + 1, &index)) return false;
  LLVMValueRef size =
    const_word(g, LLVMABISizeOfType(g->layout, LLVMGetGEPSourceElementType(gep)));
  out->first = add(g, base.first, times(g, index.first, size));
  out->step = add(g, base.step, times(g, index.step, size));
  return true;
}

/* What the value that comes back has more than the phi, when that stays the same. */
static LLVMValueRef step_of(LoopTests *s, const Loop *loop, LLVMValueRef phi) {
  Guard *g = s->g;
  LLVMValueRef next = incoming(phi, loop->last);
  if (!next || !LLVMIsAInstruction(next)) return NULL;
  LLVMOpcode op = LLVMGetInstructionOpcode(next);
  if (op != LLVMAdd && op != LLVMSub && op != LLVMGetElementPtr) return NULL;
  if (LLVMGetNumOperands(next) != 2) return NULL;
  LLVMValueRef a = LLVMGetOperand(next, 0), b = LLVMGetOperand(next, 1);
  if (op == LLVMAdd && b == phi) b = a, a = phi;
  if (a != phi || !stays(loop, b)) return NULL;
  if (op == LLVMAdd) return b;
  if (op == LLVMSub) return LLVMBuildNeg(g->builder, b, "");
  if (LLVMTypeOf(b) != g->word) return NULL;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(next);
  return times(g, b, const_word(g, LLVMABISizeOfType(g->layout, type)));
}

static bool follow_phi(LoopTests *s, const Loop *loop, LLVMValueRef phi, Walk *out) {
  LLVMValueRef first = incoming(phi, loop->before);
  if (LLVMGetInstructionParent(phi) != loop->head || !first) return false;
  out->step = step_of(s, loop, phi);
  out->first = as_number(s->g, first);
  return out->step != NULL;
}

static bool follow_two(LoopTests *s, const Loop *loop, LLVMValueRef value, unsigned depth,
                       Walk *out) {
  Guard *g = s->g;
  Walk a, b;
  if (!follow(s, loop, LLVMGetOperand(value, 0), depth + 1, &a)) return false;
  if (!follow(s, loop, LLVMGetOperand(value, 1), depth + 1, &b)) return false;
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMAdd:
    *out = (Walk){add(g, a.first, b.first), add(g, a.step, b.step)};
    return true;
  case LLVMSub:
    out->first = LLVMBuildSub(g->builder, a.first, b.first, "");
    out->step = add(g, a.step, b.step ? LLVMBuildNeg(g->builder, b.step, "") : NULL);
    return true;
  case LLVMMul:
    if (a.step && b.step) return false;
    out->first = times(g, a.first, b.first);
    out->step = a.step ? times(g, a.step, b.first) : times(g, b.step, a.first);
    return true;
  default:
    if (b.step) return false;
    out->first = LLVMBuildShl(g->builder, a.first, b.first, "");
    out->step = a.step ? LLVMBuildShl(g->builder, a.step, b.first, "") : NULL;
    return true;
  }
}

/* Code goes to the builder's place, in front of the loop. Numbers are as wide as the
 * value, addresses are numbers. */
static bool follow(LoopTests *s, const Loop *loop, LLVMValueRef value, unsigned depth,
                   Walk *out) {
  *out = (Walk){0};
  if (depth > MAX_DEPTH) return false;
  if (stays(loop, value)) {
    out->first = as_number(s->g, value);
    return true;
  }
  switch (LLVMGetInstructionOpcode(value)) {
  case LLVMPHI: return follow_phi(s, loop, value, out);
  case LLVMGetElementPtr: return follow_gep(s, loop, value, depth, out);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    return LLVMABISizeOfType(s->g->layout, LLVMTypeOf(LLVMGetOperand(value, 0))) ==
             LLVMABISizeOfType(s->g->layout, LLVMTypeOf(value)) &&
           follow(s, loop, LLVMGetOperand(value, 0), depth + 1, out);
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul: return follow_two(s, loop, value, depth, out);
  case LLVMShl:
    return LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
           follow_two(s, loop, value, depth, out);
  default: return false;
  }
}

/* ---- how many rounds ---- */

/* Whether every way from the head to `to` in the loop passes `by`. */
static bool passes(LoopTests *s, const Loop *loop, LLVMBasicBlockRef by,
                   LLVMBasicBlockRef to) {
  if (by == loop->head || by == to) return true;
  Map seen = {0};
  Vec(LLVMBasicBlockRef) work = {0};
  vec_push(s->g->arena, &work, loop->head);
  while (work.len) {
    LLVMBasicBlockRef block = vec_pop(&work);
    if (block == to) return false;
    if (block == by || !contains(loop, block) || map_has(&seen, key_of(block))) continue;
    map_set(s->g->arena, &seen, key_of(block), 1);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
      vec_push(s->g->arena, &work, LLVMGetSuccessor(end, i));
  }
  return true;
}

static LLVMIntPredicate opposite(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntEQ: return LLVMIntNE;
  case LLVMIntNE: return LLVMIntEQ;
  case LLVMIntUGT: return LLVMIntULE;
  case LLVMIntUGE: return LLVMIntULT;
  case LLVMIntULT: return LLVMIntUGE;
  case LLVMIntULE: return LLVMIntUGT;
  case LLVMIntSGT: return LLVMIntSLE;
  case LLVMIntSGE: return LLVMIntSLT;
  case LLVMIntSLT: return LLVMIntSGE;
  default: return LLVMIntSGT;
  }
}

static LLVMIntPredicate swapped(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntUGT: return LLVMIntULT;
  case LLVMIntUGE: return LLVMIntULE;
  case LLVMIntULT: return LLVMIntUGT;
  case LLVMIntULE: return LLVMIntUGE;
  case LLVMIntSGT: return LLVMIntSLT;
  case LLVMIntSGE: return LLVMIntSLE;
  case LLVMIntSLT: return LLVMIntSGT;
  case LLVMIntSLE: return LLVMIntSGE;
  default: return p;
  }
}

static bool is_strict(LLVMIntPredicate p) {
  return p == LLVMIntULT || p == LLVMIntSLT || p == LLVMIntUGT || p == LLVMIntSGT;
}

static bool is_signed(LLVMIntPredicate p) { return p >= LLVMIntSGT; }

static bool goes_up_to(LLVMIntPredicate p) {
  return p == LLVMIntULT || p == LLVMIntULE || p == LLVMIntSLT || p == LLVMIntSLE;
}

/* Whether the number that ends the counting, at most `by` behind the bound, is one that
 * the type has: the bound is not so close to the greatest (the least, downwards). */
static LLVMValueRef room_behind(Guard *g, LLVMValueRef bound, LLVMIntPredicate p,
                                uint64_t by) {
  LLVMTypeRef type = LLVMTypeOf(bound);
  unsigned width = LLVMGetIntTypeWidth(type);
  uint64_t all = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  uint64_t most = is_signed(p) ? all >> 1 : all,
           least = is_signed(p) ? (all >> 1) + 1 : 0;
  if (goes_up_to(p))
    return LLVMBuildICmp(g->builder, is_signed(p) ? LLVMIntSLE : LLVMIntULE, bound,
                         LLVMConstInt(type, most - by, false), "");
  return LLVMBuildICmp(g->builder, is_signed(p) ? LLVMIntSGE : LLVMIntUGE, bound,
                       LLVMConstInt(type, (least + by) & all, false), "");
}

static LLVMValueRef both(Guard *g, LLVMValueRef a, LLVMValueRef b) {
  if (!a || !b) return a ? a : b;
  return LLVMBuildAnd(g->builder, a, b, "");
}

/* How often `x.first + round * step  p  bound` holds from the first round on, step being
 * a constant: the loop goes on while it does. */
static bool count(LoopTests *s, Loop *loop, LLVMValueRef first, int64_t step,
                  LLVMIntPredicate p, LLVMValueRef bound) {
  Guard *g = s->g;
  bool up = step > 0;
  uint64_t by = up ? (uint64_t)step : -(uint64_t)step;
  if (by == 0 || by >> STEP_BITS || p == LLVMIntEQ) return false;
  if (p != LLVMIntNE && goes_up_to(p) != up) return false;
  LLVMValueRef far = up ? LLVMBuildSub(g->builder, bound, first, "")
                        : LLVMBuildSub(g->builder, first, bound, "");
  far = LLVMBuildIntCast2(g->builder, far, s->wide, false, "");
  LLVMValueRef most = LLVMConstInt(s->wide, (uint64_t)1 << ROUND_BITS, false);
  LLVMValueRef each = LLVMConstInt(s->wide, by, false);
  LLVMValueRef sane = LLVMBuildICmp(g->builder, LLVMIntULT, far, most, "");
  if (p == LLVMIntNE && by > 1) {
    LLVMValueRef rest = LLVMBuildURem(g->builder, far, each, "");
    LLVMValueRef zero = LLVMConstInt(s->wide, 0, false);
    sane = both(g, sane, LLVMBuildICmp(g->builder, LLVMIntEQ, rest, zero, ""));
  } else if (p != LLVMIntNE && !(is_strict(p) && by == 1)) {
    sane = both(g, sane, room_behind(g, bound, p, by));
  }
  uint64_t more = p == LLVMIntNE ? 0 : is_strict(p) ? by - 1 : by;
  far = LLVMBuildAdd(g->builder, far, LLVMConstInt(s->wide, more, false), "");
  loop->rounds = by > 1 ? LLVMBuildUDiv(g->builder, far, each, "") : far;
  loop->sane = sane;
  return true;
}

/* The condition under which the loop goes on behind the block, if every round comes to
 * it. */
static LLVMValueRef test_in(LoopTests *s, const Loop *loop, LLVMBasicBlockRef block,
                            LLVMIntPredicate *p) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return NULL;
  bool yes = contains(loop, LLVMGetSuccessor(end, 0));
  if (yes == contains(loop, LLVMGetSuccessor(end, 1))) return NULL;
  LLVMValueRef test = LLVMIsAICmpInst(LLVMGetCondition(end));
  if (!test || !passes(s, loop, block, loop->last)) return NULL;
  if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(test, 0))) == LLVMVectorTypeKind)
    return NULL;
  *p = LLVMGetICmpPredicate(test);
  if (!yes) *p = opposite(*p);
  return test;
}

static bool count_by(LoopTests *s, Loop *loop, LLVMBasicBlockRef block) {
  Guard *g = s->g;
  LLVMIntPredicate p;
  LLVMValueRef test = test_in(s, loop, block, &p);
  if (!test) return false;
  LLVMValueRef x = LLVMGetOperand(test, 0), bound = LLVMGetOperand(test, 1);
  if (stays(loop, x)) {
    LLVMValueRef other = x;
    x = bound, bound = other, p = swapped(p);
  }
  Walk walk;
  if (!stays(loop, bound) || !follow(s, loop, x, 0, &walk) || !walk.step) return false;
  LLVMValueRef step = LLVMIsAConstantInt(walk.step);
  if (!step || LLVMGetIntTypeWidth(LLVMTypeOf(step)) > 64) return false;
  return count(s, loop, walk.first, LLVMConstIntGetSExtValue(step), p,
               as_number(g, bound));
}

static bool find_rounds(LoopTests *s, Loop *loop) {
  if (loop->counted) return loop->rounds != NULL;
  loop->counted = true;
  builder_before(s->g, LLVMGetBasicBlockTerminator(loop->before));
  for (uint32_t i = 0; i < loop->blocks.count && !loop->rounds; i++) {
    loop->exit = (LLVMBasicBlockRef)(uintptr_t)loop->blocks.entries[i].key;
    if (count_by(s, loop, loop->exit)) break;
  }
  return loop->rounds != NULL;
}

/* ---- tests ---- */

static LLVMValueRef widened(LoopTests *s, LLVMValueRef value) {
  return LLVMBuildIntCast2(s->g->builder, value, s->wide, false, "");
}

/* How far the last round's bytes lie from the first one's, and `size` of them; the sign
 * of the step in *down. NULL: not to be said. */
static LLVMValueRef extent(LoopTests *s, Loop *loop, LLVMValueRef step,
                           LLVMBasicBlockRef at, LLVMValueRef size, bool *down) {
  Guard *g = s->g;
  LLVMValueRef rounds = loop->rounds, number = step ? LLVMIsAConstantInt(step) : NULL;
  *down = false;
  if (!step) return widened(s, size);
  if (at != loop->exit && passes(s, loop, loop->exit, at)) {
    LLVMValueRef one = LLVMConstInt(s->wide, 1, false);
    LLVMValueRef zero = LLVMConstInt(s->wide, 0, false);
    LLVMValueRef none = LLVMBuildICmp(g->builder, LLVMIntEQ, rounds, zero, "");
    rounds = LLVMBuildSelect(g->builder, none, zero,
                             LLVMBuildSub(g->builder, rounds, one, ""), "");
  }
  if (number) {
    int64_t by = LLVMConstIntGetSExtValue(number);
    *down = by < 0;
    uint64_t distance = by < 0 ? -(uint64_t)by : (uint64_t)by;
    if (distance >> STEP_BITS) return NULL;
    step = LLVMConstInt(s->wide, distance, false);
  } else {
    LLVMValueRef most = const_word(g, (uint64_t)1 << STEP_BITS);
    loop->test =
      both(g, loop->test, LLVMBuildICmp(g->builder, LLVMIntULT, step, most, ""));
    step = widened(s, step);
  }
  return LLVMBuildAdd(g->builder, LLVMBuildMul(g->builder, rounds, step, ""),
                      widened(s, size), "");
}

static LLVMValueRef saturated_difference(Guard *g, LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef less = LLVMBuildICmp(g->builder, LLVMIntULT, a, b, "");
  return LLVMBuildSelect(g->builder, less, const_word(g, 0),
                         LLVMBuildSub(g->builder, a, b, ""), "");
}

/* Whether the bytes of all rounds lie in the `room` bytes from 0 on, as `first` counts.
 */
static void add_test(LoopTests *s, Loop *loop, const Walk *walk, LLVMValueRef room,
                     LLVMValueRef size, LLVMBasicBlockRef at) {
  Guard *g = s->g;
  bool down;
  LLVMValueRef bytes = extent(s, loop, walk->step, at, size, &down);
  if (!bytes) {
    loop->test = LLVMConstInt(g->bit, 0, false);
    return;
  }
  LLVMValueRef lowest = walk->first;
  if (down) {
    LLVMValueRef back = LLVMBuildSub(g->builder, bytes, widened(s, size), "");
    lowest = LLVMBuildSub(g->builder, lowest,
                          LLVMBuildIntCast2(g->builder, back, g->word, false, ""), "");
  }
  room = widened(s, room);
  LLVMValueRef fits = LLVMBuildICmp(g->builder, LLVMIntULE, bytes, room, "");
  LLVMValueRef rest = LLVMBuildSub(g->builder, room, bytes, "");
  LLVMValueRef starts =
    LLVMBuildICmp(g->builder, LLVMIntULE, widened(s, lowest), rest, "");
  /* Each by itself: what one access makes of overflow must not excuse another. */
  LLVMValueRef all = both(g, both(g, loop->sane, fits), starts);
  loop->test = both(g, loop->test, LLVMBuildFreeze(g->builder, all, ""));
}

/* Operands as late.c declares them. */
static bool test_block(LoopTests *s, Loop *loop, LLVMValueRef check) {
  Guard *g = s->g;
  LLVMValueRef size = LLVMGetOperand(check, 1), start = LLVMGetOperand(check, 2),
               end = LLVMGetOperand(check, 3);
  Walk walk;
  if (!LLVMIsAConstantInt(size) || !stays(loop, start) || !stays(loop, end)) return false;
  if (!follow(s, loop, LLVMGetOperand(check, 0), 0, &walk)) return false;
  walk.first = LLVMBuildSub(g->builder, walk.first, start, "");
  add_test(s, loop, &walk, saturated_difference(g, end, start), size,
           LLVMGetInstructionParent(check));
  return true;
}

static bool test_bounds(LoopTests *s, Loop *loop, LLVMValueRef check) {
  Guard *g = s->g;
  LLVMValueRef most = LLVMIsAConstantInt(LLVMGetOperand(check, 1));
  Walk walk;
  if (!most || LLVMConstIntGetZExtValue(most) >> (g->ptr_size * 8 - 1)) return false;
  if (!follow(s, loop, LLVMGetOperand(check, 0), 0, &walk)) return false;
  add_test(s, loop, &walk, const_word(g, LLVMConstIntGetZExtValue(most) + 1),
           const_word(g, 1), LLVMGetInstructionParent(check));
  return true;
}

void loops_add(LoopTests *s, LLVMValueRef check, bool bounds) {
  Loop *loop = loop_around(s, LLVMGetInstructionParent(check));
  if (!loop || !find_rounds(s, loop)) return;
  builder_before(s->g, LLVMGetBasicBlockTerminator(loop->before));
  if (bounds ? test_bounds(s, loop, check) : test_block(s, loop, check))
    map_set(s->g->arena, &s->loop_of, key_of(check),
            1 + (uint64_t)(loop - s->loops.data));
}

LLVMValueRef loops_test(const LoopTests *s, LLVMValueRef check) {
  uint64_t index = map_get(&s->loop_of, key_of(check), 0);
  return index ? s->loops.data[index - 1].test : NULL;
}
