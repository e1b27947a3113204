/* The walk: see induct.h. */
#include "symbolic/induct.h"

#include "base/log.h"

enum {
  MAX_ROUNDS = 24,
  MAX_UNROLL = 3000,
  MAX_SHORT = 80,
  MAX_REGION_STEPS = 400000,
  MAX_REGION_STATES = 3000
};

FunctionInfo *function_graphs(Exec *x, Fn fn) {
  FunctionInfo *f = &x->functions[fn.id];
  if (!f->cfg) {
    f->cfg = cfg_new(x->program, fn, x->arena);
    f->loops = loops_new(f->cfg, x->arena);
    f->live = live_new(x->program, fn, x->arena);
  }
  return f;
}

/* Where a walk stops: the loop it goes round once, or nothing for the whole program. */
typedef struct Region {
  Fn fn;
  uint32_t loop; /* LOOP_NONE: everything */
  uint32_t depth;
  StateList backs, exits;
} Region;

static void free_states(StateList *list) {
  for (uint32_t i = 0; i < list->len; i++) state_free(list->data[i]);
  vec_clear(list);
}

static bool enter_loop(Exec *x, SymState *s, uint32_t loop, StateList *exits);

/* What entering a block means for the region; true when the state was taken off. */
static bool at_boundary(Exec *x, Region *r, SymState *s) {
  if (r->loop == LOOP_NONE) return false;
  if (s->frame->depth < r->depth) return vec_push(x->arena, &r->exits, s), true;
  if (s->frame->depth > r->depth || !s->entered) return false;
  const Loops *loops = function_graphs(x, r->fn)->loops;
  Blk b = ir_inst(x->program, s->frame->at)->block;
  if (!loops_contains(loops, r->loop, b)) return vec_push(x->arena, &r->exits, s), true;
  if (cfg_local(loops->cfg, b) == loops->loops.data[r->loop].header)
    return vec_push(x->arena, &r->backs, s), true;
  return false;
}

uint32_t loop_entered(Exec *x, const SymState *s) {
  if (!s->entered) return LOOP_NONE;
  const Loops *loops = function_graphs(x, s->frame->fn)->loops;
  Blk b = ir_inst(x->program, s->frame->at)->block;
  uint32_t loop = loops_of(loops, b);
  if (loop == LOOP_NONE || loops->loops.data[loop].header != cfg_local(loops->cfg, b))
    return LOOP_NONE;
  if (loops->loops.data[loop].irreducible) return LOOP_NONE;
  return loops_contains(loops, loop, s->came_from) ? LOOP_NONE : loop;
}

/* Runs one state until it ends, leaves the region or stands before an inner loop. */
static bool run_one(Exec *x, Region *r, SymState *s, uint64_t *steps) {
  for (;;) {
    if (at_boundary(x, r, s)) return true;
    uint32_t loop = loop_entered(x, s);
    s->entered = false;
    if (loop != LOOP_NONE) {
      StateList out = {0};
      bool done = enter_loop(x, s, loop, &out);
      for (uint32_t i = 0; i < out.len; i++) state_schedule(x, out.data[i]);
      return done;
    }
    if (++*steps > MAX_REGION_STEPS || exec_effort(x) > x->effort_limit ||
        engine_interrupted(x->run)) {
      state_drop(x, s, "a loop took too long");
      state_free(s);
      return false;
    }
    x->statistics.steps++;
    if (sym_step(x, s) == STEP_END) return state_free(s), true;
  }
}

/* Takes over `s`. False when something could not be followed. */
static bool run_region(Exec *x, Region *r, SymState *s) {
  SymState *outer = x->pending;
  uint32_t outer_count = x->pending_count;
  uint64_t steps = 0;
  uint32_t states = 0;
  bool good = true;
  x->pending = NULL;
  state_schedule(x, s);
  while (x->pending) {
    SymState *next = x->pending;
    x->pending = next->next;
    x->pending_count--;
    if (!good || ++states > MAX_REGION_STATES) {
      state_drop(x, next, "too many paths through a loop");
      state_free(next);
      good = false;
      continue;
    }
    if (!run_one(x, r, next, &steps)) good = false;
  }
  x->pending = outer;
  x->pending_count = outer_count;
  return good;
}

static Region region_of(const LoopView *v) {
  return (Region){.fn = v->fn, .loop = v->loop, .depth = v->depth};
}

/* ---- finding the invariant ---- */

static bool no_invariant(const LoopView *v, const char *why) {
  LOG(SYMBOLIC, "loop %u of %s: %s", v->loop,
      ir_text(v->x->program, ir_function(v->x->program, v->fn)->name), why);
  return false;
}

/* One round; false: give up. *stable: all that was assumed held again. */
static bool one_round(LoopView *v, bool *stable) {
  Exec *x = v->x;
  Region r = region_of(v);
  SymState *general = havoc_state(v), *kept = state_fork(x, general);
  ExecMode mode = x->mode;
  bool failed_before = x->try_failed, good;
  x->mode = MODE_TRY;
  x->try_failed = false;
  good = run_region(x, &r, general) && !x->try_failed;
  if (!good) no_invariant(v, "an iteration could not be followed");
  *stable = true;
  v->count =
    term_add(x->terms, v->count, term_const(x->terms, term_width(x->terms, v->count), 1));
  for (uint32_t i = 0; good && i < r.backs.len; i++) {
    bool grew = false;
    good = havoc_learn(v, kept, r.backs.data[i], &grew) ||
           no_invariant(v, "changes what cannot be general");
    if (grew || (good && candidates_strike_out(v, r.backs.data[i]))) *stable = false;
  }
  x->mode = mode;
  x->try_failed = failed_before;
  free_states(&r.backs);
  free_states(&r.exits);
  state_free(kept);
  return good;
}

static bool find_invariant(LoopView *v) {
  for (int round = 0; round < MAX_ROUNDS; round++) {
    bool stable;
    if (!one_round(v, &stable)) return false;
    if (stable) return candidates_thin_out(v), true;
  }
  return no_invariant(v, "too many rounds");
}

static void log_invariant(LoopView *v) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < v->candidates.len; i++) {
    const Candidate *c = &v->candidates.data[i];
    VecChar text = {0};
    kept += !c->dropped;
    if (c->dropped || !log_is_on(LOG_SYMBOLIC)) continue;
    v->count = term_const(v->x->terms, havoc_count_width(v), 0);
    term_print(v->x->terms, candidate_term(v, c, v->entry), v->x->arena, &text);
    vec_push(v->x->arena, &text, 0);
    LOG(SYMBOLIC, "  on entry %s", text.data);
  }
  LOG(SYMBOLIC, "loop %u of %s: %u variables, %u objects, %u of %u candidates kept",
      v->loop, ir_text(v->x->program, ir_function(v->x->program, v->fn)->name),
      v->vars.len, v->objects.len, kept, v->candidates.len);
}

/* ---- one loop ---- */

static void move_states(Exec *x, StateList *to, StateList *from) {
  for (uint32_t i = 0; i < from->len; i++) vec_push(x->arena, to, from->data[i]);
  vec_clear(from);
}

static bool generalise(LoopView *v, const StateList *first_backs, StateList *exits) {
  Exec *x = v->x;
  bool grew;
  for (uint32_t i = 0; i < first_backs->len; i++)
    if (!havoc_learn(v, v->entry, first_backs->data[i], &grew))
      return no_invariant(v, "changes what cannot be general");
  candidates_collect(v, first_backs->data[0]);
  if (!find_invariant(v)) return false;
  log_invariant(v);
  Region r = region_of(v);
  bool good = run_region(x, &r, havoc_state(v));
  for (uint32_t i = 0; i < r.backs.len; i++) /* a run may stay here for good */
    check_leaks(x, r.backs.data[i], true, LEAK_NO_END);
  free_states(&r.backs); /* covered: that is what was proved */
  move_states(x, exits, &r.exits);
  return good;
}

/* Whether something that counts is compared with a value that cannot be large. Only a
 * guess: a loop that goes on nevertheless is given up after as many iterations. */
static bool seems_short(LoopView *v) {
  Exec *x = v->x;
  const Loops *loops = function_graphs(x, v->fn)->loops;
  uint32_t first = ir_function(x->program, v->fn)->first;
  const Loop *loop = &loops->loops.data[v->loop];
  for (uint32_t m = 0; m < loop->members.len; m++) {
    const Block *block =
      ir_block(x->program, cfg_block(loops->cfg, loop->members.data[m]));
    ir_each_inst(block, at) {
      const Inst *i = ir_inst(x->program, at);
      for (uint32_t k = 0; i->op == OP_ICMP && k < 2; k++) {
        Val counter = ir_arg(x->program, i, k), limit = ir_arg(x->program, i, 1 - k);
        if (!val_is_inst(counter) || !val_is_inst(limit)) continue;
        const LoopVar *var = havoc_var(v, counter.id - first);
        SymVal bound = v->entry->frame->regs[limit.id - first];
        if (!var || !var->affine || var->start.kind != SYM_INT || bound.kind != SYM_TERM)
          continue;
        Term most = term_const(x->terms, var->width, MAX_SHORT);
        Term small = term_ule(x->terms, sym_term_of(bound), most);
        if (solver_must(x->solver, v->entry->path, small) == ANSWER_YES) return true;
      }
    }
  }
  return false;
}

/* Takes over `s`, which stands at the header. Iterations in which nothing is decided by
 * an unknown value are simply executed; from the first other one on the loop is
 * generalised. One that cannot be, but is short, is executed all the same, with a path
 * for each number of iterations. */
static bool enter_loop(Exec *x, SymState *s, uint32_t loop, StateList *exits) {
  int unrolled = 0;
  for (int n = 0; n < MAX_UNROLL; n++) {
    LoopView v = {.x = x,
                  .entry = s,
                  .fn = s->frame->fn,
                  .loop = loop,
                  .depth = s->frame->depth,
                  .first_var = x->terms->var_count};
    Region r = region_of(&v);
    const Path *path = s->path;
    bool good = run_region(x, &r, state_fork(x, s));
    if (good && r.backs.len == 0) {
      move_states(x, exits, &r.exits);
      state_free(s);
      return true;
    }
    if (good && r.backs.len == 1 && r.exits.len == 0 && r.backs.data[0]->path == path) {
      state_free(s);
      s = r.backs.data[0];
      s->entered = false;
      continue;
    }
    bool again = false;
    for (uint32_t i = 0; good && i < r.backs.len; i++)
      again |= !havoc_same_form(&v, r.backs.data[i]);
    if (again) {
      free_states(&r.backs);
      free_states(&r.exits);
      continue;
    }
    uint32_t before = exits->len;
    bool general = good && !unrolled && generalise(&v, &r.backs, exits);
    if (good && !general && exits->len == before && r.backs.len == 1 &&
        (unrolled ? unrolled < MAX_SHORT : seems_short(&v))) {
      unrolled++;
      state_free(s);
      s = r.backs.data[0];
      s->entered = false;
      vec_clear(&r.backs);
      move_states(x, exits, &r.exits);
      continue;
    }
    good = general;
    free_states(&r.backs);
    free_states(&r.exits);
    if (!good) state_drop(x, s, "no invariant was found for a loop");
    state_free(s);
    return good;
  }
  state_drop(x, s, "a loop with many iterations");
  state_free(s);
  return false;
}

void induct_prove(Exec *x, SymState *first, uint64_t effort) {
  x->effort_limit = exec_effort(x) + effort;
  Region all = {.loop = LOOP_NONE};
  first->entered = false;
  run_region(x, &all, first);
}
