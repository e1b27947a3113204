/* Random programs in IR text. Each is explored; every path that returns is run again by
 * the interpreter on the inputs of its model, and all values of the block that returns
 * (which reads the whole of every global) have to agree. What the interpreter breaks on
 * random inputs may not have been closed as safe, and what the engine calls broken has to
 * be confirmed.
 *
 *     symbolic_random [FIRST COUNT [print [CHANNELS]]]     other seeds than those of the
 * test */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "base/log.h"
#include "ir/interp.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "symbolic/symbolic.h"

/* ---- the generator ---- */

enum { MAX_VALUES = 400, GLOBALS = 3, GLOBAL_BYTES = 32, TABLE = 4, BLOCKS = 2 };

typedef struct Gen {
  Arena *arena;
  VecChar text;
  uint64_t random;
  unsigned target;
  struct {
    unsigned width, id;
  } values[MAX_VALUES]; /* those that may be used here */
  unsigned count, next, labels;
  char block[32]; /* the label of the block being written */
  bool in_helper;
} Gen;

static unsigned dice(Gen *g, unsigned n) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((g->random >> 33) % n);
}

#define say(g, ...) vec_printf((g)->arena, &(g)->text, __VA_ARGS__)

static unsigned make(Gen *g, unsigned width) {
  unsigned id = g->next++;
  if (width && g->count < MAX_VALUES) {
    g->values[g->count].width = width;
    g->values[g->count++].id = id;
  }
  return id;
}

static unsigned some_width(Gen *g) {
  static const unsigned widths[] = {8, 16, 32, 32, 32, 64};
  return widths[dice(g, 6)];
}

/* An operand of this width: a value or a constant. */
static const char *operand(Gen *g, unsigned width) {
  for (int n = 0; n < 8 && g->count; n++) {
    unsigned k = dice(g, g->count);
    if (g->values[k].width == width)
      return arena_printf(g->arena, "%%v%u", g->values[k].id);
  }
  return arena_printf(g->arena, "%d", (int)dice(g, 40) - 8);
}

static void arithmetic(Gen *g) {
  static const char *const ops[] = {"add",  "sub",  "mul",  "and",  "or",   "xor", "shl",
                                    "lshr", "ashr", "udiv", "urem", "sdiv", "srem"};
  unsigned width = some_width(g), op = dice(g, dice(g, 4) ? 9 : 13);
  const char *a = operand(g, width), *b = operand(g, width);
  if (op >= 6 && op <= 8) {
    unsigned amount = make(g, 0);
    say(g, "  %%v%u = and i%u %s, %u\n", amount, width, b, width - 1);
    b = arena_printf(g->arena, "%%v%u", amount);
  }
  say(g, "  %%v%u = %s i%u %s, %s\n", make(g, width), ops[op], width, a, b);
}

static void convert(Gen *g) {
  if (!g->count) return;
  unsigned k = dice(g, g->count), from = g->values[k].width, id = g->values[k].id,
           to = some_width(g);
  if (from == to) return;
  const char *op = to < from ? "trunc" : dice(g, 2) ? "zext" : "sext";
  say(g, "  %%v%u = %s i%u %%v%u\n", make(g, to), op, to, id);
}

static unsigned condition(Gen *g) {
  static const char *const preds[] = {"eq", "ne", "ult", "ule", "slt", "sle"};
  unsigned width = some_width(g), id = make(g, 0);
  const char *a = operand(g, width), *b = operand(g, width);
  say(g, "  %%v%u = icmp %s i%u %s, %s\n", id, preds[dice(g, 6)], width, a, b);
  return id;
}

static void choose(Gen *g) {
  unsigned c = condition(g), width = some_width(g);
  const char *a = operand(g, width), *b = operand(g, width);
  say(g, "  %%v%u = select i%u %%v%u, %s, %s\n", make(g, width), width, c, a, b);
}

/* An index below `limit`; rarely beyond. */
static unsigned index_below(Gen *g, unsigned limit) {
  unsigned id = make(g, 0);
  unsigned mask = dice(g, 60) ? limit - 1 : 2 * limit - 1;
  const char *a = operand(g, 32);
  say(g, "  %%v%u = and i32 %s, %u\n", id, a, mask);
  return id;
}

/* A pointer with at least eight bytes behind it. */
static unsigned pointer(Gen *g) {
  unsigned i, p;
  switch (dice(g, g->in_helper ? 2 : 4)) {
  case 0:
    i = index_below(g, 4), p = make(g, 0);
    say(g, "  %%v%u = addr @g%u + %%v%u * %u\n", p, dice(g, GLOBALS), i,
        dice(g, 2) ? 8u : 1 + dice(g, 8));
    return p;
  case 1: {
    unsigned slot = make(g, 0);
    i = index_below(g, TABLE), p = make(g, 0);
    say(g, "  %%v%u = addr @table + %%v%u * %u\n  %%v%u = load ptr %%v%u\n", slot, i,
        g->target / 8, p, slot);
    return p;
  }
  case 2:
    i = index_below(g, 8), p = make(g, 0);
    say(g, "  %%v%u = addr %%b%u + %%v%u * 1\n", p, dice(g, BLOCKS), i);
    return p;
  default: {
    unsigned a = pointer(g), b = pointer(g), c = condition(g);
    p = make(g, 0);
    say(g, "  %%v%u = select ptr %%v%u, %%v%u, %%v%u\n", p, c, a, b);
    return p;
  }
  }
}

static void load_or_store(Gen *g) {
  unsigned width = some_width(g);
  bool store = dice(g, 2);
  const char *value = operand(g, width);
  unsigned p = pointer(g);
  if (store)
    say(g, "  store i%u %s, %%v%u\n", width, value, p);
  else
    say(g, "  %%v%u = load i%u %%v%u\n", make(g, width), width, p);
}

static void block_operation(Gen *g) {
  unsigned to = pointer(g), n = index_below(g, 8);
  if (dice(g, 2))
    say(g, "  fill %%v%u, i8 %s, i32 %%v%u\n", to, operand(g, 8), n);
  else {
    unsigned from = pointer(g);
    say(g, "  move %%v%u, %%v%u, i32 %%v%u\n", to, from, n);
  }
}

static void compare_pointers(Gen *g) {
  unsigned a = pointer(g), b = pointer(g), c = make(g, 0);
  say(g, "  %%v%u = icmp %s ptr %%v%u, %%v%u\n", c, dice(g, 2) ? "eq" : "ne", a, b);
  say(g, "  %%v%u = zext i32 %%v%u\n", make(g, 32), c);
}

static void swap_in_table(Gen *g) {
  unsigned i = index_below(g, TABLE), slot = make(g, 0), p = pointer(g);
  (void)p;
  say(g, "  %%v%u = addr @table + %%v%u * %u\n  store ptr @g%u, %%v%u\n", slot, i,
      g->target / 8, dice(g, GLOBALS), slot);
}

static void statements(Gen *g, unsigned depth, unsigned count);

static void if_else(Gen *g, unsigned depth) {
  unsigned c = condition(g), label = g->labels++, width = some_width(g),
           before = g->count;
  char blocks[2][32];
  const char *results[2];
  say(g, "  cbr %%v%u, yes%u, no%u\n", c, label, label);
  for (int side = 0; side < 2; side++) {
    say(g, "%s%u:\n", side ? "no" : "yes", label);
    snprintf(g->block, sizeof g->block, "%s%u", side ? "no" : "yes", label);
    if (!side || dice(g, 2)) statements(g, depth - 1, 1 + dice(g, 3));
    results[side] = operand(g, width);
    snprintf(blocks[side], sizeof blocks[side], "%s", g->block);
    say(g, "  br join%u\n", label);
    g->count = before;
  }
  say(g, "join%u:\n", label);
  snprintf(g->block, sizeof g->block, "join%u", label);
  say(g, "  %%v%u = phi i%u [%s, %s], [%s, %s]\n", make(g, width), width, results[0],
      blocks[0], results[1], blocks[1]);
}

static void loop(Gen *g, unsigned depth) {
  unsigned limit = index_below(g, 4), label = g->labels++, i = g->next++, acc = g->next++,
           c = g->next++, n = g->next++;
  const char *start = operand(g, 32);
  char before[32];
  snprintf(before, sizeof before, "%s", g->block);
  unsigned kept = g->count;
  say(g, "  br head%u\nhead%u:\n", label, label);
  uint32_t at = g->text.len; /* the phis are known when the body is */
  VecChar front = g->text;
  g->text = (VecChar){0};
  g->values[g->count].width = 32, g->values[g->count++].id = i;
  g->values[g->count].width = 32, g->values[g->count++].id = acc;
  say(g, "  %%v%u = icmp ult i32 %%v%u, %%v%u\n  cbr %%v%u, body%u, out%u\nbody%u:\n", c,
      i, limit, c, label, label, label);
  snprintf(g->block, sizeof g->block, "body%u", label);
  statements(g, depth - 1, 1 + dice(g, 2));
  const char *next = operand(g, 32);
  say(g, "  %%v%u = add i32 %%v%u, 1\n  br head%u\nout%u:\n", n, i, label, label);
  VecChar body = g->text;
  g->text = front;
  (void)at;
  say(g, "  %%v%u = phi i32 [0, %s], [%%v%u, %s]\n  %%v%u = phi i32 [%s, %s], [%s, %s]\n",
      i, before, n, g->block, acc, start, before, next, g->block);
  say(g, "%.*s", (int)body.len, body.data);
  g->count = kept;
  g->values[g->count].width = 32, g->values[g->count++].id = acc;
  snprintf(g->block, sizeof g->block, "out%u", label);
}

static void statement(Gen *g, unsigned depth) {
  switch (dice(g, 16)) {
  case 0:
  case 1:
  case 2: arithmetic(g); break;
  case 3: convert(g); break;
  case 4: choose(g); break;
  case 5:
  case 6:
  case 7:
  case 8: load_or_store(g); break;
  case 9: block_operation(g); break;
  case 10: compare_pointers(g); break;
  case 11: swap_in_table(g); break;
  case 12:
  case 13:
    if (depth) if_else(g, depth);
    break;
  case 14:
    if (depth) loop(g, depth);
    break;
  default:
    if (!g->in_helper)
      say(g, "  %%v%u = call i32 @helper(i32 %s)\n", make(g, 32), operand(g, 32));
    break;
  }
}

static void statements(Gen *g, unsigned depth, unsigned count) {
  for (unsigned n = 0; n < count && g->count < MAX_VALUES - 8; n++) statement(g, depth);
}

static void helper(Gen *g) {
  g->in_helper = true;
  say(g, "func @helper(i32 %%v%u) -> i32 {\nentry:\n", make(g, 32));
  snprintf(g->block, sizeof g->block, "entry");
  statements(g, 1, 3);
  say(g, "  ret %s\n}\n", operand(g, 32));
  g->in_helper = false;
  g->count = 0;
}

static void main_function(Gen *g) {
  unsigned slot = g->target / 8;
  say(g, "func @main() -> i32 {\nentry:\n");
  snprintf(g->block, sizeof g->block, "entry");
  for (int k = 0; k < 3; k++) say(g, "  %%v%u = input i32 \"nondet\"\n", make(g, 32));
  say(g, "  %%v%u = input i64 \"nondet\"\n  %%v%u = input i8 \"nondet\"\n", make(g, 64),
      make(g, 8));
  say(g, "  %%n = and i32 %s, 7\n  %%m = add i32 %%n, 16\n  %%b0 = alloc %%m\n",
      operand(g, 32));
  say(g, "  %%b1 = alloca 16 align 8\n  %%u = load i32 %%b1\n");
  say(g, "  store ptr @g0, @table\n  store ptr %%b0, (@table + %u)\n", slot);
  say(g, "  store ptr %%b1, (@table + %u)\n  store ptr (@g1 + 8), (@table + %u)\n",
      2 * slot, 3 * slot);
  statements(g, 2, 4 + dice(g, 8));
  say(g, "  br last\nlast:\n");
  for (int k = 0; k < GLOBALS; k++)
    for (int at = 0; at < GLOBAL_BYTES; at += 8)
      say(g, "  %%e%d.%d = load i64 (@g%d + %d)\n", k, at, k, at);
  for (unsigned at = 0; at < TABLE; at++)
    say(g, "  %%t%u = load ptr (@table + %u)\n", at, at * slot);
  for (unsigned at = 0; at < 16; at += 8)
    say(g,
        "  %%p%u = addr %%b0 + %u\n  %%h%u = load i64 %%p%u\n  %%q%u = addr %%b1 + %u\n  "
        "%%s%u = load i64 %%q%u\n",
        at, at, at, at, at, at, at, at);
  say(g, "  %%last = add i32 %s, %s\n  free %%b0\n  ret %%last\n}\n", operand(g, 32),
      operand(g, 32));
}

static const char *generate(Arena *arena, uint64_t seed) {
  Gen g = {.arena = arena, .random = seed * 77777 + 1};
  for (int k = 0; k < 5; k++) dice(&g, 2);
  g.target = dice(&g, 2) ? 32 : 64;
  say(&g, "target %u\nentry @main\n", g.target);
  for (int k = 0; k < GLOBALS; k++)
    say(&g, "global @g%d %d align 8 = x\"0102030405060708\"\n", k, GLOBAL_BYTES);
  say(&g, "global @table %u align 8\n", TABLE * g.target / 8);
  helper(&g);
  main_function(&g);
  vec_push(arena, &g.text, 0);
  return g.text.data;
}

/* ---- comparing ---- */

typedef struct Shared { /* with the engine's process */
  uint64_t paths, values;
  char difference[400];
} Shared;

typedef struct Compare {
  const Program *program;
  Shared *shared;
  Map last; /* instruction -> index into seen */
  Vec(RunValue) seen;
  Arena *arena;
} Compare;

static void keep_value(void *context, const RunValue *value) {
  Compare *c = context;
  uint64_t *at = map_at(c->arena, &c->last, value->at.id);
  if (!*at) {
    vec_push(c->arena, &c->seen, *value);
    *at = c->seen.len;
  } else
    c->seen.data[*at - 1] = *value;
}

static bool agrees(const SymbolicValue *a, const RunValue *b) {
  if (!a->is_pointer) return b->bits == a->bits;
  if (!b->has_object) return false;
  if (!val_none(a->made_at) && b->source != a->made_at.id) return false;
  return (uint32_t)b->offset == (uint32_t)a->bits;
}

static void differ(Shared *shared, const char *what, uint32_t at, uint64_t a,
                   uint64_t b) {
  if (!shared->difference[0])
    snprintf(shared->difference, sizeof shared->difference,
             "%s, instruction %u: path %llx, run %llx", what, at, (unsigned long long)a,
             (unsigned long long)b);
}

static void compare_path(void *context, const SymbolicEnd *end) {
  Compare *shared_compare = context;
  Compare c = {.program = shared_compare->program,
               .shared = shared_compare->shared,
               .arena = arena_new()};
  RunOptions options = {
    .inputs = end->inputs, .max_steps = 100000, .trace = keep_value, .trace_context = &c};
  RunResult run = interp_run(c.program, c.arena, &options);
  c.shared->paths++;
  if (run.end != RUN_EXITED)
    differ(c.shared, run.reason ? run.reason : "another end", run.at.id, 0, run.end);
  for (uint32_t k = 0; k < end->count && run.end == RUN_EXITED; k++) {
    const SymbolicValue *value = &end->values[k];
    uint64_t *at = map_find(&c.last, value->at.id);
    if (!at) continue;
    const RunValue *seen = &c.seen.data[*at - 1];
    c.shared->values++;
    if (!agrees(value, seen))
      differ(c.shared, "another value", value->at.id, value->bits,
             seen->has_object ? (uint64_t)seen->offset : seen->bits);
  }
  arena_free(c.arena);
}

/* ---- one program ---- */

static const PropertySet wanted =
  PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE);

/* A check that a run on random inputs breaks may not be closed. */
static void contradict(const Program *p, Ledger *ledger, Gen *g, Shared *shared) {
  for (int n = 0; n < 30; n++) {
    Arena *arena = arena_new();
    Inputs inputs = {0};
    for (int k = 0; k < 5; k++)
      inputs_add(arena, &inputs,
                 (Choice){VAL_NONE, CHOICE_INPUT, type_int(64),
                          dice(g, dice(g, 2) ? 16 : 1u << 31), 0});
    RunResult run =
      interp_run(p, arena, &(RunOptions){.inputs = &inputs, .max_steps = 100000});
    if (run.end == RUN_VIOLATION) {
      CheckId check = ledger_find(ledger, run.violation.kind, run.violation.at);
      if (check.id != IR_NONE && ledger_check(ledger, check)->status == CHECK_SAFE)
        differ(shared, "closed as safe, and broken by a run", run.violation.at.id, 0, 0);
    }
    arena_free(arena);
  }
}

static void try_seed(uint64_t seed, bool print, Shared *shared) {
  Arena *arena = arena_new();
  const char *text = generate(arena, seed), *message = NULL;
  if (print) printf("%s", text);
  IrError error = {0};
  Program *p = ir_parse(arena, text, "random.ir", &error);
  if (!p)
    fail_msg("seed %llu, %u: %s\n%s", (unsigned long long)seed, error.line, error.message,
             text);
  if (!ir_verify(p, arena, &message))
    fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, message, text);
  Ledger *ledger = ledger_new(arena, p, wanted);
  EngineOptions options = {.properties = wanted, .keep_going = true};
  Compare c = {.program = p, .shared = shared, .arena = arena};
  symbolic_on_end(compare_path, &c);
  EngineResult result =
    engine_run(&symbolic_engine, ledger, &options, (EngineBudget){.cpu_seconds = 1});
  symbolic_on_end(NULL, NULL);
  if (result.end == ENGINE_CRASHED) differ(shared, "the engine crashed", 0, 0, 0);
  for (CheckId k = {0}; result.unconfirmed && k.id < ledger->checks.len; k.id++) {
    const Check *check = ledger_check(ledger, k);
    if (check->evidence && strstr(check->evidence, "confirm"))
      differ(shared, check->evidence, check->at.id, 0, 0);
  }
  Gen g = {.random = seed};
  contradict(p, ledger, &g, shared);
  arena_free(arena);
}

static uint64_t first_seed = 1, seed_count = 12;
static bool print_programs;

static void paths_are_runs(void **state) {
  (void)state;
  Shared *shared =
    mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(shared != MAP_FAILED);
  unsigned bad = 0;
  for (uint64_t seed = first_seed; seed < first_seed + seed_count; seed++) {
    try_seed(seed, print_programs, shared);
    if (!shared->difference[0]) continue;
    fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, shared->difference);
    shared->difference[0] = 0;
    bad++;
  }
  fprintf(stderr, "%llu paths, %llu values compared, %u programs disagree\n",
          (unsigned long long)shared->paths, (unsigned long long)shared->values, bad);
  assert_int_equal(bad, 0);
  assert_true(shared->paths >= seed_count);
}

int main(int argc, char **argv) {
  if (argc > 1) first_seed = strtoull(argv[1], NULL, 10);
  if (argc > 2) seed_count = strtoull(argv[2], NULL, 10);
  print_programs = argc > 3;
  Arena *arena = arena_new();
  if (argc > 4) log_enable(arena, argv[4]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(paths_are_runs)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  arena_free(arena);
  return failed;
}
