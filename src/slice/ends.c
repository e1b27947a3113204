/* Which calls and loops may not end. A function may stop when it exits, aborts, assumes,
 * traps, is not known, or (unless control dependence is classical) when it is recursive
 * or has a loop that is not seen to end. A loop is seen to end when it counts by one up
 * or down to a bound that it does not change, or by more to a constant far from the
 * limits of the type. */
#include "ir/dom.h"
#include "ir/loops.h"
#include "slice/slicer.h"

/* ---- loops that count ---- */

typedef struct Counting {
  const Program *p;
  const Cfg *cfg;
  const Dom *dom;
  const Loops *loops;
  const Loop *loop;
  uint32_t number; /* of the loop */
} Counting;

static bool is_outside(const Counting *c, Val v) {
  if (!val_is_inst(v)) return true;
  const Inst *inst = ir_inst(c->p, v);
  return inst->op == OP_PARAM || !loops_contains(c->loops, c->number, inst->block);
}

/* v is phi + constant, constant not 0. */
static bool is_step(const Counting *c, Val v, Val phi, int64_t *step) {
  if (!val_is_inst(v)) return false;
  const Inst *inst = ir_inst(c->p, v);
  if (inst->op != OP_ADD && inst->op != OP_SUB) return false;
  if (!val_eq(ir_arg(c->p, inst, 0), phi)) return false;
  if (!ir_const_int(c->p, ir_arg(c->p, inst, 1), step) || *step == INT64_MIN)
    return false;
  if (inst->op == OP_SUB) *step = -*step;
  return *step != 0;
}

/* The step of a phi of the header that each round adds the same constant to; 0: none. */
static int64_t step_of(const Counting *c, Val phi) {
  const Inst *inst = ir_inst(c->p, phi);
  const Block *header = ir_block(c->p, inst->block);
  if (type_kind(inst->type) != TYPE_INT || ir_type_bits(c->p, inst->type) > 64) return 0;
  int64_t step = 0;
  for (uint32_t i = 0; i < inst->arg_count; i++) {
    int64_t this;
    if (!loops_contains(c->loops, c->number, ir_pred(c->p, header, i))) continue;
    if (!is_step(c, ir_arg(c->p, inst, i), phi, &this)) return 0;
    if (step && this != step) return 0;
    step = this;
  }
  return step;
}

/* The header's phi that v is, or is the next value of. */
static int64_t counter_step(const Counting *c, Val v) {
  if (!val_is_inst(v)) return 0;
  const Inst *inst = ir_inst(c->p, v);
  Blk header = cfg_block(c->cfg, c->loop->header);
  if (inst->op == OP_PHI && inst->block.id == header.id) return step_of(c, v);
  if (inst->op != OP_ADD && inst->op != OP_SUB) return 0;
  Val base = ir_arg(c->p, inst, 0);
  int64_t own;
  if (!val_is_inst(base) || ir_inst(c->p, base)->op != OP_PHI) return 0;
  if (ir_inst(c->p, base)->block.id != header.id || !is_step(c, v, base, &own)) return 0;
  return step_of(c, base) == own ? own : 0;
}

/* Whether `counter pred bound` (up) or `bound pred counter` (down) is false some time. */
static bool bound_is_hit(const Counting *c, IcmpPred pred, int64_t step, Val bound) {
  if (step == 1 && (pred == ICMP_SLT || pred == ICMP_ULT)) return true;
  unsigned bits = ir_type_bits(c->p, ir_type(c->p, bound));
  int64_t value;
  if (!ir_const_int(c->p, bound, &value) || bits < 8) return false;
  int64_t room = bits >= 32 ? (int64_t)1 << 29 : (int64_t)1 << (bits - 3);
  return step <= room && value >= -room && value <= room &&
         (pred == ICMP_SLT || pred == ICMP_SLE);
}

/* The loop goes on while `a pred b`. */
static bool test_ends(const Counting *c, IcmpPred pred, Val a, Val b) {
  int64_t up = counter_step(c, a), down = counter_step(c, b);
  if (up && is_outside(c, b)) {
    if (pred == ICMP_NE) return up == 1 || up == -1;
    return up > 0 && bound_is_hit(c, pred, up, b);
  }
  if (down && is_outside(c, a)) {
    if (pred == ICMP_NE) return down == 1 || down == -1;
    return down < 0 && bound_is_hit(c, pred, -down, a);
  }
  return false;
}

static bool exit_is_taken(const Counting *c, const LoopExit *exit) {
  const Block *b = ir_block(c->p, cfg_block(c->cfg, exit->from));
  const Inst *branch = ir_inst(c->p, ir_terminator(b));
  if (branch->op != OP_CBR || c->loops->loop_of[exit->from] != c->number) return false;
  for (uint32_t i = 0; i < c->loop->latches.len; i++)
    if (!dom_dominates(c->dom, cfg_block(c->cfg, exit->from),
                       cfg_block(c->cfg, c->loop->latches.data[i])))
      return false;
  Val condition = ir_arg(c->p, branch, 0);
  if (!val_is_inst(condition) || ir_inst(c->p, condition)->op != OP_ICMP) return false;
  const Inst *test = ir_inst(c->p, condition);
  Val a = ir_arg(c->p, test, 0), b2 = ir_arg(c->p, test, 1);
  if (type_kind(ir_type(c->p, a)) != TYPE_INT) return false;
  IcmpPred pred = (IcmpPred)test->pred;
  if (exit->succ == 1) return test_ends(c, pred, a, b2);
  switch (pred) { /* it goes on while the test is false */
  case ICMP_EQ: return test_ends(c, ICMP_NE, a, b2);
  case ICMP_NE: return false;
  case ICMP_ULT: return test_ends(c, ICMP_ULE, b2, a);
  case ICMP_ULE: return test_ends(c, ICMP_ULT, b2, a);
  case ICMP_SLT: return test_ends(c, ICMP_SLE, b2, a);
  case ICMP_SLE: return test_ends(c, ICMP_SLT, b2, a);
  default: return false;
  }
}

static bool loop_ends(Counting *c, uint32_t number) {
  c->number = number;
  c->loop = &c->loops->loops.data[number];
  if (c->loop->irreducible) return false;
  for (uint32_t i = 0; i < c->loop->exits.len; i++)
    if (exit_is_taken(c, &c->loop->exits.data[i])) return true;
  return false;
}

/* ---- functions ---- */

static bool find_endless_loops(Slice *s, Fn fn) {
  FnState *state = &s->fns[fn.id];
  Cfg *cfg = cfg_new(s->program, fn, s->arena);
  Loops *loops = loops_new(cfg, s->arena);
  if (!loops->loops.len) return false;
  Counting c = {s->program, cfg, dom_new(cfg, s->arena), loops, NULL, 0};
  bool any = false;
  state->endless = arena_new_array(s->arena, bool, cfg->count);
  for (uint32_t i = 0; i < loops->loops.len; i++)
    if (!loop_ends(&c, i)) any = state->endless[loops->loops.data[i].header] = true;
  return any;
}

static bool may_trap(const Slice *s, const Inst *inst) {
  int64_t divisor;
  if (inst->op < OP_UDIV || inst->op > OP_SREM) return false;
  if (!ir_const_int(s->program, ir_arg(s->program, inst, 1), &divisor)) return true;
  return divisor == 0 || (divisor == -1 && (inst->op == OP_SDIV || inst->op == OP_SREM));
}

bool slice_ends_may_stop(const Slice *s, Val v) {
  const Inst *inst = ir_inst(s->program, v);
  if (inst->op == OP_ASSUME || inst->op == OP_OPAQUE) return true;
  if (inst->op != OP_CALL) return may_trap(s, inst);
  const CallSite *site = callgraph_site(s->calls, v);
  if (!site || site->unknown || !site->callees.len) return true;
  for (uint32_t i = 0; i < site->callees.len; i++)
    if (s->fns[site->callees.data[i]].may_stop) return true;
  return false;
}

static bool stops_itself(const Slice *s, const Function *f) {
  const Program *p = s->program;
  ir_each_block(p, f, b) ir_each_inst(ir_block(p, b), v) {
    switch (ir_inst(p, v)->op) {
    case OP_EXIT:
    case OP_ABORT:
    case OP_UNREACHABLE: return true;
    case OP_CALL: break;
    default:
      if (slice_ends_may_stop(s, v)) return true;
    }
  }
  return false;
}

static bool calls_stopping(const Slice *s, Fn fn) {
  const CallNode *node = callgraph_node(s->calls, fn);
  for (uint32_t i = 0; i < node->sites.len; i++)
    if (slice_ends_may_stop(s, s->calls->sites.data[node->sites.data[i]].call))
      return true;
  return false;
}

void slice_ends_compute(Slice *s) {
  const Program *p = s->program;
  bool classical = s->criterion->classical;
  ir_each_function(p, f) {
    const Function *function = ir_function(p, f);
    if (!ir_function_has_body(function)) {
      s->fns[f.id].may_stop = true;
      continue;
    }
    bool loops = !classical && find_endless_loops(s, f);
    bool recursive = !classical && callgraph_node(s->calls, f)->recursive;
    s->fns[f.id].may_stop = loops || recursive || stops_itself(s, function);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < s->calls->bottom_up.len; i++) {
      FnState *state = &s->fns[s->calls->bottom_up.data[i]];
      if (state->may_stop || !calls_stopping(s, (Fn){s->calls->bottom_up.data[i]}))
        continue;
      changed = state->may_stop = true;
    }
  }
}
