/* The engine: starts the analysis with the program's globals, and tells the ledger which
 * checks no graph broke. */
#include "shape/shape.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "ir/callgraph.h"
#include "shape/exec.h"
#include "shape/words.h"

/* ---- thresholds for intervals that grow ---- */

enum { MAX_THRESHOLDS = 64 };

static int compare_numbers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

static void add_threshold(Exec *x, int64_t n) {
  for (uint32_t i = 0; i < x->thresholds.len; i++)
    if (x->thresholds.data[i] == n) return;
  vec_push(x->arena, &x->thresholds, n);
}

static void find_thresholds(Exec *x) {
  static const int64_t always[] = {INT64_MIN,  INT32_MIN, -1,         0,
                                   1,          INT8_MAX,  UINT8_MAX,  INT16_MAX,
                                   UINT16_MAX, INT32_MAX, UINT32_MAX, INT64_MAX};
  for (unsigned i = 0; i < sizeof always / sizeof *always; i++)
    add_threshold(x, always[i]);
  for (int64_t n = 2; n <= 16; n++) add_threshold(x, n);
  const Program *p = x->program;
  for (uint32_t i = 0; i < p->insts.len && x->thresholds.len < MAX_THRESHOLDS; i++) {
    const Inst *inst = &p->insts.data[i];
    int64_t n;
    if (inst->op != OP_ICMP) continue;
    for (uint32_t k = 0; k < 2; k++)
      if (ir_const_int(p, ir_arg(p, inst, k), &n) && n > INT32_MIN && n < INT32_MAX) {
        add_threshold(x, n);
        add_threshold(x, n - 1);
      }
  }
  if (x->thresholds.len)
    qsort(x->thresholds.data, x->thresholds.len, sizeof(int64_t), compare_numbers);
  x->join.thresholds = x->thresholds.data;
  x->join.threshold_count = x->thresholds.len;
}

/* ---- numbers that are kept apart ---- */

enum { MAX_LANDMARKS = 256, MOST_FLAGS = 3 };

static bool has_landmarks(Op op) {
  return op == OP_ICMP || op == OP_SWITCH || op == OP_STORE || op == OP_PHI ||
         op == OP_RET || op == OP_CALL || op == OP_SELECT;
}

/* Masks of few bits, where they are before a shift to the right. */
static void find_tested(Exec *x, const Inst *i) {
  const Program *p = x->program;
  int64_t mask, by = 0;
  if (!ir_const_int(p, ir_arg(p, i, 1), &mask) || mask <= 0) return;
  if (__builtin_popcountll((uint64_t)mask) > MOST_FLAGS) return;
  Val from = ir_arg(p, i, 0);
  if (val_is_inst(from) && ir_inst(p, from)->op == OP_LSHR)
    ir_const_int(p, ir_arg(p, ir_inst(p, from), 1), &by);
  if (by >= 0 && by < 32) x->join.tested |= (uint64_t)mask << by;
}

static void add_landmark(Exec *x, int64_t n) {
  if (x->landmarks.len >= MAX_LANDMARKS || n < INT32_MIN || n > INT32_MAX) return;
  for (uint32_t i = 0; i < x->landmarks.len; i++)
    if (x->landmarks.data[i] == n) return;
  vec_push(x->arena, &x->landmarks, n);
}

static void find_landmarks(Exec *x) {
  const Program *p = x->program;
  for (uint32_t i = 0; i < p->insts.len; i++) {
    const Inst *inst = &p->insts.data[i];
    int64_t n;
    if (inst->op == OP_AND) find_tested(x, inst);
    if (!has_landmarks((Op)inst->op)) continue;
    for (uint32_t k = 0; k < inst->arg_count; k++)
      if (ir_const_int(p, ir_arg(p, inst, k), &n)) add_landmark(x, n);
  }
  if (x->landmarks.len)
    qsort(x->landmarks.data, x->landmarks.len, sizeof(int64_t), compare_numbers);
  x->join.landmarks = x->landmarks.data;
  x->join.landmark_count = x->landmarks.len;
}

/* ---- the start ---- */

static void mark_value(const Program *p, Val v, uint8_t *used, VecU32 *queue,
                       Arena *arena) {
  if (!val_is_const(v)) return;
  const Const *c = ir_const(p, v);
  if (c->kind != CONST_GLOBAL || used[c->index]) return;
  used[c->index] = 1;
  vec_push(arena, queue, c->index);
}

/* Globals that code which may run names, directly or through others. */
static void make_globals(Exec *x, Graph *g) {
  const Program *p = x->program;
  Callgraph *calls = callgraph_new(p, x->arena, NULL);
  uint8_t *used = arena_zalloc(x->arena, p->globals.len + 1);
  VecU32 queue = {0};
  ir_each_function(p, f) {
    if (!callgraph_node(calls, f)->reachable) continue;
    const Function *function = ir_function(p, f);
    ir_each_block(p, function, b) ir_each_inst(ir_block(p, b), v) {
      const Inst *i = ir_inst(p, v);
      for (uint32_t k = 0; k < i->arg_count; k++)
        mark_value(p, ir_arg(p, i, k), used, &queue, x->arena);
    }
  }
  for (uint32_t i = 0; i < queue.len; i++) {
    const Global *global = &p->globals.data[queue.data[i]];
    for (uint32_t k = 0; k < global->relocs.len; k++)
      mark_value(p, global->relocs.data[k].target, used, &queue, x->arena);
  }
  for (uint32_t i = 0; i < p->globals.len; i++)
    if (used[i] && !(p->globals.data[i].flags & GLOB_CONST)) shape_global_object(x, g, i);
}

static void start(Exec *x, Fn entry) {
  const Program *p = x->program;
  CallContext context = {.parent = SHAPE_NONE, .call = VAL_NONE, .fn = entry};
  vec_push(x->arena, &x->contexts, context);
  Graph *g = graph_new(x->scratch, x->pointer_bytes);
  /* The outermost frame is what callers share with a call: here nothing. */
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t frame = graph_add_region(g, PLACE_FRAME, i ? entry.id : 0, 0, 0);
    graph_object(g, frame)->length = 0;
    vec_push(x->scratch, &g->frames, frame);
  }
  make_globals(x, g);
  shape_find_globals(x);
  x->started = true;
  shape_function(x, entry);
  shape_push(x, g, (Val){ir_block(p, (Blk){ir_function(p, entry)->first_block})->first});
}

/* ---- the end ---- */

static bool is_explained(const EngineRun *run, CheckId id) {
  for (uint32_t i = 0; i < run->options->explained_count; i++)
    if (run->options->explained[i].id == id.id) return true;
  return false;
}

/* Looks at the checks that somebody wants explained; false when there is none. */
static bool watch_explained(EngineRun *run, Watch *watch) {
  if (!run->options->explained_count) return false;
  watch_start(watch, run->arena, run->program);
  for (uint32_t i = 0; i < run->options->explained_count; i++) {
    const Check *c = ledger_check(run->ledger, run->options->explained[i]);
    if (c->status == CHECK_OPEN) watch_add(watch, c->at);
  }
  return watch->places.len > 0;
}

static const char *evidence(Exec *x, CheckId id, const char *claim) {
  if (!x->watch || !is_explained(x->run, id)) return claim;
  VecChar text = {0};
  vec_printf(x->arena, &text, "%s\n", claim);
  shape_words(x->program, x->watch, ledger_check(x->run->ledger, id)->at, x->arena,
              &text);
  return text.data;
}

static void close_checks(Exec *x) {
  const Ledger *ledger = x->run->ledger;
  for (uint32_t i = 0; i < ledger->checks.len; i++) {
    const Check *c = &ledger->checks.data[i];
    CheckId id = {i};
    if (c->status != CHECK_OPEN || c->kind == CHECK_OVERFLOW) continue;
    if (x->failed[i] && !c->suspect)
      engine_suspect(x->run, id, evidence(x, id, "a memory graph breaks it"));
    else if (!x->failed[i] && !x->gave_up)
      engine_safe(x->run, id, evidence(x, id, "no memory graph breaks it"));
  }
}

static const char *reason_text(const Exec *x, Arena *arena) {
  if (x->gave_up_at.id == IR_NONE) return arena_strdup(arena, x->gave_up);
  const Inst *at = ir_inst(x->program, x->gave_up_at);
  return arena_printf(arena, "%s at %s", x->gave_up,
                      ir_pos_text(x->program, at->pos, arena));
}

/* From precise to coarse: what one run closes stays closed, so the later ones are for
 * what the first could not finish or not show. The last one is for lists of few nodes. */
static const Precision precisions[] = {
  {.blocks = 12,
   .apart = 1000,
   .exact = 40,
   .alike = 16,
   .exact_bound = 10,
   .same_sites = true},
  {.blocks = 12, .apart = 1000, .exact = 40, .alike = 16, .exact_bound = 10},
  {.blocks = 12,
   .apart = 1000,
   .exact = 40,
   .alike = 16,
   .exact_bound = 10,
   .forgets = true},
  {.blocks = 0, .apart = 0, .exact = 20, .alike = 4, .exact_bound = 1},
  {.blocks = 8, .apart = 20, .exact = 100, .alike = 8, .exact_bound = 3},
  {.blocks = 40,
   .apart = 1000,
   .exact = 200,
   .alike = 64,
   .exact_bound = 20,
   .nodes = 12},
};
enum { RUNS = sizeof precisions / sizeof *precisions };

/* Seconds that are left when a run has to stop. */
static double stop_after(const EngineRun *run, unsigned index) {
  static const double shares[RUNS] = {0.3, 0.5, 0.5, 0.6, 1.0, 0.15};
  double left = engine_seconds_left(run);
  return isinf(left) ? -1 : left * (1 - shares[index]);
}

/* Section 3.3: what the paper found best, where nobody chooses. */
static void set_lengths(Exec *x, const uint32_t chosen[3]) {
  static const uint32_t published[3] = {2, 2, 3};
  for (unsigned i = 0; i < 3; i++) {
    x->lengths[i] = chosen[i] ? chosen[i] : published[i];
    if (x->lengths[i] < x->precision->nodes) x->lengths[i] = x->precision->nodes;
  }
}

static Exec prepare(EngineRun *run, unsigned index, Reads *reads, Watch *watch) {
  const Program *p = run->program;
  Exec x = {.run = run,
            .precision = &precisions[index],
            .stop_at = stop_after(run, index),
            .program = p,
            .pointer_bits = p->ptr_bits,
            .pointer_bytes = p->ptr_bits / 8,
            .watch = watch,
            .reads = reads,
            .arena = arena_new(),
            .scratch = arena_new()};
  x.sites = sites_new(watch ? watch->arena : x.arena);
  x.functions = arena_new_array(x.arena, FunctionInfo, p->functions.len);
  x.failed = arena_zalloc(x.arena, run->ledger->checks.len + 1);
  x.join.sites = x.sites;
  x.join.same_sites = precisions[index].same_sites;
  set_lengths(&x, run->options->list_lengths);
  if (watch) watch_clear(watch);
  if (watch) watch->sites = x.sites;
  return x;
}

static void analyse(Exec *x, Fn entry) {
  find_thresholds(x);
  find_landmarks(x);
  start(x, entry);
  shape_run(x);
}

static void release(Exec *x) {
  arena_free(x->scratch);
  arena_free(x->arena);
}

/* Otherwise the run would be that of another row, or end as the one before did. */
static bool is_worth_while(const Program *p, const Precision *precision,
                           const Reads *reads, bool interrupted) {
  if (precision->forgets) return reads_miss_some(reads);
  if (precision->nodes) return !interrupted;
  uint32_t sites = 0;
  for (uint32_t i = 0; i < p->insts.len && sites < 2; i++)
    sites += p->insts.data[i].op == OP_ALLOC || p->insts.data[i].op == OP_REALLOC;
  return sites > 1 || !precision->same_sites;
}

typedef struct Outcome {
  bool over;        /* all is closed, or another run would not get further */
  bool interrupted; /* by the end of its time */
  bool restart;
  const char *reason; /* why nothing was closed, or NULL */
} Outcome;

static Outcome run_once(EngineRun *run, Fn entry, unsigned index, Reads *reads) {
  Watch watch;
  reads->is_news = false;
  Exec x = prepare(run, index, reads, watch_explained(run, &watch) ? &watch : NULL);
  analyse(&x, entry);
  Outcome o = {.interrupted = x.interrupted, .restart = x.restart};
  if (!o.restart) close_checks(&x);
  if (!x.gave_up) engine_no_opaque(run);
  if (x.gave_up) o.reason = reason_text(&x, run->arena);
  engine_statistic(run, "states", (double)x.states);
  engine_statistic(run, "joins", (double)x.joins);
  engine_statistic(run, "steps", (double)x.steps);
  o.over = x.gave_up && !x.interrupted && !x.precision->forgets;
  release(&x);
  o.over |= ledger_count(run->ledger, CHECK_OPEN) == 0;
  return o;
}

const char *shape_look(const Ledger *ledger, const EngineOptions *options, double seconds,
                       Watch *watch) {
  EngineRun run = {.program = ledger->program,
                   .ledger = (Ledger *)ledger,
                   .options = options,
                   .arena = watch->arena};
  const char *reason = NULL;
  Reads reads = {.arena = watch->arena};
  for (unsigned i = 0; i < RUNS; i++) {
    if (precisions[i].forgets || precisions[i].nodes) continue;
    if (!is_worth_while(ledger->program, &precisions[i], &reads, true)) continue;
    Exec x = prepare(&run, i, &reads, watch);
    if (seconds > 0) x.clock_end = (double)clock() / CLOCKS_PER_SEC + seconds / RUNS;
    analyse(&x, ledger->program->entry);
    reason = x.gave_up ? reason_text(&x, watch->arena) : NULL;
    bool over = !x.gave_up || !x.interrupted;
    release(&x);
    if (over) break;
  }
  return reason;
}

static void run(EngineRun *run) {
  const Program *p = run->program;
  Fn entry = p->entry;
  if (entry.id == IR_NONE || !ir_function_has_body(ir_function(p, entry))) {
    engine_gave_up(run, "there is no function to start from");
    return;
  }
  Reads reads = {.arena = run->arena};
  Outcome last = {0};
  bool finished = false; /* some run told what it is that cannot be shown */
  for (unsigned i = 0; i < RUNS && !last.over && !engine_interrupted(run); i++) {
    if (!is_worth_while(p, &precisions[i], &reads, last.interrupted)) continue;
    do last = run_once(run, entry, i, &reads);
    while (last.restart && !engine_interrupted(run));
    finished |= !last.reason;
  }
  if (last.reason && !finished) engine_gave_up(run, last.reason);
}

const Engine shape_engine = {
  .name = "shape",
  .help = "symbolic memory graphs: proves programs with lists of any length",
  .proves = true,
  .finds = false,
  .run = run,
};
