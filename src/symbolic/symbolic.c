/* Exploration: a worklist of paths, from which in turn the newest (depth first, to
 * finish), the one at the least visited place (to see new code), the one with the fewest
 * steps (to find short ways to an error) and the one nearest to an open check go on. A
 * path that was given up for any reason keeps open all that it could still have reached;
 * only what no such path could reach is closed. */
#include "symbolic/symbolic.h"

#include <string.h>
#include <sys/resource.h>

#include "base/log.h"
#include "symbolic/exec.h"

enum { SLICE = 2000, SHORT_SLICE = 100, MAX_PENDING = 20000, PATHS_A_STEP = 4 };
/* Effort of exploring before loops are looked at, and for these. Effort is counted, so
 * that the same program takes the same turns on any machine. */
enum { FIRST_EFFORT = 1500000, LOOPS_EFFORT = 24000000 };

/* ---- set-up ---- */

static void note_scoped(Exec *x) {
  const Program *p = x->program;
  x->functions = arena_new_array(x->arena, FunctionInfo, p->functions.len);
  ir_each_function(p, f) {
    const Function *function = ir_function(p, f);
    x->functions[f.id].scoped = bitset_new(x->arena, function->inst_count + 1);
    ir_each_block(p, function, b) ir_each_inst(ir_block(p, b), v) {
      const Inst *i = ir_inst(p, v);
      if (i->op == OP_SCOPE_BEGIN)
        bitset_add(&x->functions[f.id].scoped, ir_arg(p, i, 0).id - function->first);
    }
  }
}

static void make_globals(Exec *x, SymState *s) {
  const Program *p = x->program;
  for (uint32_t g = 0; g < p->globals.len; g++) {
    const Global *global = &p->globals.data[g];
    Object *o = object_new(OBJECT_GLOBAL, sym_int(global->size));
    o->index = g;
    o->read_only = global->flags & GLOB_CONST;
    o->zero_beyond = !(global->flags & GLOB_EXTERN);
    if (global->flags & GLOB_EXTERN) {
      o->array = term_array(x->terms, x->ptr_bits);
      o->written = term_fill(x->terms, x->ptr_bits, term_const(x->terms, 8, 0));
    } else if (global->bytes && object_reserve(o, global->size))
      memcpy(o->data, global->bytes, global->size);
    vec_push(x->arena, &x->global_objects, memory_add(&s->memory, o));
  }
  for (uint32_t f = 0; f < p->functions.len; f++) {
    Object *o = object_new(OBJECT_FUNCTION, sym_int(1));
    o->index = f;
    vec_push(x->arena, &x->function_objects, memory_add(&s->memory, o));
  }
}

static void fill_relocations(Exec *x, SymState *s) {
  const Program *p = x->program;
  for (uint32_t g = 0; g < p->globals.len; g++) {
    const Global *global = &p->globals.data[g];
    if (!global->relocs.len) continue;
    Object *o = memory_own(&s->memory, x->global_objects.data[g]);
    object_reserve(o, global->size);
    for (uint32_t k = 0; k < global->relocs.len; k++) {
      const Reloc *r = &global->relocs.data[k];
      unsigned width = ir_type_bits(p, ir_type(p, r->target));
      object_write(x, &s->memory, o, r->offset, width / 8, width,
                   sym_operand(x, s, r->target));
    }
  }
}

static SymState *first_state(Exec *x) {
  SymState *s = state_new(x);
  make_globals(x, s);
  frame_push(x, s, x->program->entry);
  fill_relocations(x, s);
  return s;
}

static Exec *sym_new(EngineRun *run) {
  Exec *x = arena_new_object(run->arena, Exec);
  PropertySet wanted = run->options->properties;
  *x = (Exec){.run = run,
              .program = run->program,
              .arena = run->arena,
              .ptr_bits = run->program->ptr_bits,
              .ptr_mask = run->program->ptr_bits == 64 ? ~(uint64_t)0 : 0xffffffffu,
              .malloc_may_fail = run->options->malloc_may_fail,
              .check_lost = wanted & PROPERTY_BIT(PROPERTY_VALID_MEMTRACK),
              .check_cleanup = wanted & PROPERTY_BIT(PROPERTY_VALID_MEMCLEANUP),
              .check_overflow = wanted & PROPERTY_BIT(PROPERTY_NO_OVERFLOW),
              .check_overlap = wanted & PROPERTY_BIT(PROPERTY_VALID_COPY)};
  x->terms = terms_new(run->arena);
  x->solver = solver_new(run->arena, x->terms, 0);
  x->visits = arena_new_array(run->arena, uint32_t, run->program->blocks.len + 1);
  x->reasons = intern_new(run->arena);
  note_scoped(x);
  distance_find(x);
  state_use_program(run->program);
  return x;
}

static Claims *claims_new(Exec *x) {
  Claims *c = arena_new_object(x->arena, Claims);
  c->failed = arena_new_array(x->arena, uint8_t, x->run->ledger->checks.len + 1);
  c->open_blocks = bitset_new(x->arena, x->program->blocks.len + 1);
  return c;
}

uint64_t exec_effort(const Exec *x) {
  return x->statistics.steps / STEPS_PER_EFFORT + solver_statistics(x->solver)->z3_effort;
}

/* ---- the worklist ---- */

static uint64_t steps_of(const Exec *x, const SymState *s) { return (void)x, s->steps; }

static uint64_t visits_at(const Exec *x, const SymState *s) {
  return x->visits[ir_inst(x->program, s->frame->at)->block.id];
}

static SymState *take_newest(Exec *x) {
  SymState *s = x->pending;
  x->pending = s->next;
  x->pending_count--;
  return s;
}

static SymState *take_best(Exec *x, uint64_t (*cost)(const Exec *, const SymState *)) {
  SymState **best = &x->pending;
  for (SymState **at = &x->pending; *at; at = &(*at)->next)
    if (cost(x, *at) < cost(x, *best)) best = at;
  SymState *s = *best;
  *best = s->next;
  x->pending_count--;
  return s;
}

static uint64_t nearness(const Exec *x, const SymState *s) {
  return (uint64_t)distance_of(x, s) << 32 | visits_at(x, s);
}

/* Looking through all paths is made rare where there are many and turns are short. */
static bool may_look_through(const Exec *x) {
  return x->statistics.steps - x->looked_through >= x->pending_count / PATHS_A_STEP;
}

/* The next path, and for how many steps: one that is short is to stay so for a while, or
 * the paths that it becomes are long before the other short ones had their turn. */
static SymState *take(Exec *x, uint64_t turn, uint64_t *slice) {
  uint64_t (*const costs[])(const Exec *, const SymState *) = {visits_at, steps_of,
                                                               nearness};
  SymState *s;
  *slice = SLICE;
  if (turn % 4 != 0 && may_look_through(x)) {
    uint64_t (*cost)(const Exec *, const SymState *) = costs[x->searches++ % 3];
    if (cost == steps_of) *slice = SHORT_SLICE;
    x->looked_through = x->statistics.steps;
    s = take_best(x, cost);
  } else {
    s = take_newest(x);
  }
  x->visits[ir_inst(x->program, s->frame->at)->block.id]++;
  return s;
}

static void drop_oldest(Exec *x) {
  SymState **at = &x->pending;
  while ((*at)->next) at = &(*at)->next;
  SymState *oldest = *at;
  *at = NULL;
  x->pending_count--;
  state_drop(x, oldest, "too many paths at once");
  state_free(oldest);
}

/* ---- running ---- */

static void run_state(Exec *x, SymState *s, uint64_t slice) {
  for (uint64_t n = 0; n < slice; n++) {
    x->statistics.steps++;
    if (sym_step(x, s) == STEP_END) {
      x->statistics.paths++;
      state_free(s);
      return;
    }
  }
  state_schedule(x, s);
}

/* Until every path is done or so much effort was made. */
static void explore(Exec *x, uint64_t effort) {
  uint64_t limit = effort == UINT64_MAX ? effort : exec_effort(x) + effort;
  for (; x->pending && exec_effort(x) < limit; x->turn++) {
    if (engine_interrupted(x->run)) return;
    if (x->pending_count > MAX_PENDING) drop_oldest(x);
    uint64_t slice;
    SymState *s = take(x, x->turn, &slice);
    run_state(x, s, slice);
  }
}

static void drop_pending(Exec *x) {
  while (x->pending) {
    SymState *s = take_newest(x);
    state_drop(x, s, "time ran out");
    state_free(s);
  }
}

/* ---- closing ---- */

static const char *why_open(Exec *x, const Claims *claims) {
  VecChar text = {0};
  for (uint32_t k = 0; k < claims->drop_reasons.count && k < 4; k++) {
    const MapEntry *e = &claims->drop_reasons.entries[k];
    vec_printf(x->arena, &text, "%s%s (%llu paths)", k ? "; " : "",
               intern_text(x->reasons, (Sym){(uint32_t)e->key}),
               (unsigned long long)e->value);
  }
  return text.len ? text.data : "no reason";
}

static Blk block_of_origin(const Exec *x, const Map *by_origin, Val at) {
  uint64_t *found = map_find(by_origin, at.id);
  return found ? ir_inst(x->program, (Val){(uint32_t)*found})->block : BLK_NONE;
}

static void close_checks(Exec *x, const Claims *claims, const char *evidence) {
  Map by_origin = {0};
  for (uint32_t v = 0; v < x->program->insts.len; v++)
    map_set(x->arena, &by_origin, x->program->insts.data[v].origin.id, v);
  const char *reason = why_open(x, claims);
  Ledger *ledger = x->run->ledger;
  for (CheckId c = {0}; c.id < ledger->checks.len; c.id++) {
    const Check *check = ledger_check(ledger, c);
    if (check->status != CHECK_OPEN || claims->failed[c.id]) continue;
    bool leak = check->kind == CHECK_LOST || check->kind == CHECK_CLEANUP;
    Blk b = block_of_origin(x, &by_origin, check->at);
    bool open = leak ? claims->dropped_any || claims->leaks_unsure
                     : b.id != IR_NONE && bitset_has(&claims->open_blocks, b.id);
    if (!open)
      engine_safe(x->run, c, evidence);
    else
      engine_unknown(x->run, c,
                     claims->dropped_any ? reason
                                         : "reachability of a block was not exact");
  }
}

static const char *explored_evidence(Exec *x) {
  return arena_printf(
    x->arena, "every path that reaches it was explored (%llu paths, %llu steps)",
    (unsigned long long)x->statistics.paths, (unsigned long long)x->statistics.steps);
}

static void report_statistics(Exec *x) {
  EngineRun *run = x->run;
  const SolverStatistics *solver = solver_statistics(x->solver);
  engine_statistic(run, "steps", (double)x->statistics.steps);
  engine_statistic(run, "paths", (double)x->statistics.paths);
  engine_statistic(run, "forks", (double)x->statistics.forks);
  engine_statistic(run, "merges", (double)x->statistics.merges);
  engine_statistic(run, "dropped", (double)x->statistics.dropped);
  engine_statistic(run, "states_peak", (double)x->statistics.states_peak);
#define S(name, help) engine_statistic(run, "solver_" #name, (double)solver->name);
  SOLVER_STATISTICS(S)
#undef S
  engine_statistic(run, "solver_z3_seconds", solver->z3_seconds);
  engine_statistic(run, "solver_z3_effort", (double)solver->z3_effort);
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) == 0)
    engine_statistic(run, "memory_mb", (double)usage.ru_maxrss / 1024);
}

static void run_engine(EngineRun *run) {
  if (run->program->entry.id == IR_NONE) {
    engine_gave_up(run, "there is no function to start from");
    return;
  }
  Exec *x = sym_new(run);
  Claims *explored = x->claims = claims_new(x), *proved = claims_new(x);
  state_schedule(x, first_state(x));
  explore(x, FIRST_EFFORT);
  bool finished = !x->pending;
  if (!finished && !engine_interrupted(run)) { /* loops that exploring does not finish */
    SymState *kept = x->pending;
    uint32_t kept_count = x->pending_count;
    x->pending = NULL;
    x->mode = MODE_PROVE;
    x->claims = proved;
    induct_prove(x, first_state(x), LOOPS_EFFORT);
    LOG(SYMBOLIC, "induction: %s",
        proved->dropped_any ? why_open(x, proved) : "all paths covered");
    close_checks(x, proved, "an invariant of each loop on the way keeps it");
    x->mode = MODE_EXPLORE;
    x->claims = explored;
    x->pending = kept;
    x->pending_count = kept_count;
    if (!ledger_count(run->ledger, CHECK_OPEN) && !proved->dropped_any) {
      engine_no_opaque(run);
      report_statistics(x);
      return;
    }
    explore(x, UINT64_MAX);
  }
  drop_pending(x);
  close_checks(x, explored, explored_evidence(x));
  report_statistics(x);
  if (explored->dropped_any)
    engine_gave_up(run, why_open(x, explored));
  else
    engine_no_opaque(run);
}

const Engine symbolic_engine = {
  .name = "symbolic",
  .help = "explores every path; finds inputs that break a check",
  .proves = true,
  .finds = true,
  .slices = true,
  .run = run_engine,
};
