/* The layers of a question, cheapest first; see solver.h. */
#include "solver/solver.h"

#include <stdlib.h>
#include <time.h>

#include "base/log.h"
#include "base/map.h"
#include "solver/ranges.h"
#include "solver/term_build.h"
#include "solver/z3_backend.h"
#include "solver/z3_integers.h"

enum {
  DEFAULT_EFFORT = 2000000,
  INTEGER_EFFORT = 15000,
  RECENT_MODELS = 16,
  MAX_CORES = 24
};

typedef struct CachedAnswer {
  const uint32_t *ids; /* sorted */
  uint32_t count;
  Answer answer;
  Model *model;
  uint32_t next; /* 1 + index of the next with the same hash */
} CachedAnswer;

/* Constraints that contradict each other. */
typedef struct Core {
  const uint32_t *ids; /* sorted */
  uint32_t count;
  uint32_t next; /* 1 + index of the next one for the same question */
} Core;

struct Solver {
  Arena *arena;
  Terms *terms;
  Z3Backend *z3;        /* made for the first question it gets */
  Z3Integers *integers; /* the same */
  uint64_t effort;
  SolverStatistics statistics;
  Ranges ranges; /* of ranges_path */
  const Path *ranges_path;
  Model *recent[RECENT_MODELS];
  uint32_t next_recent;
  Vec(CachedAnswer) answers;
  Map by_hash;
  Vec(Core) cores;
  Map cores_of; /* the question's id -> 1 + index of the newest core with it */
};

Solver *solver_new(Arena *arena, Terms *terms, uint64_t effort) {
  Solver *s = arena_new_object(arena, Solver);
  s->arena = arena;
  s->terms = terms;
  s->effort = effort ? effort : DEFAULT_EFFORT;
  ranges_init(&s->ranges, arena, terms);
  return s;
}

void solver_free(Solver *s) {
  if (s->z3) z3_backend_free(s->z3);
  if (s->integers) z3_integers_free(s->integers);
}
uint64_t solver_set_effort(Solver *s, uint64_t effort) {
  uint64_t before = s->effort;
  s->effort = effort;
  return before;
}

const SolverStatistics *solver_statistics(const Solver *s) { return &s->statistics; }

const Path *path_add(Arena *arena, Terms *ts, const Path *path, Term term) {
  if (term_is_true(ts, term)) return path;
  if (term_node(ts, term)->op == TERM_AND) {
    Term second = term_arg(ts, term, 1);
    return path_add(arena, ts, path_add(arena, ts, path, term_arg(ts, term, 0)), second);
  }
  for (const Path *p = path; p; p = p->parent)
    if (p->term.id == term.id) return path;
  Path *made = arena_new_object(arena, Path);
  *made = (Path){path, term, path ? path->length + 1 : 1, NULL};
  if (path && path->model && model_eval(path->model, ts, term)) made->model = path->model;
  return made;
}

const Path *path_add_known(Arena *arena, Terms *ts, const Path *path, Term term,
                           Model *model) {
  const Path *made = path_add(arena, ts, path, term);
  if (made && made != path) ((Path *)(uintptr_t)made)->model = model;
  return made;
}

/* ---- ranges of the path, kept from one question to the next ---- */

static void learn_path(Solver *s, const Path *path, const Path *known) {
  Vec(const Path *) order = {0};
  for (const Path *p = path; p != known; p = p->parent) vec_push(s->arena, &order, p);
  while (order.len) ranges_assume(&s->ranges, vec_pop(&order)->term);
}

static bool is_prefix(const Path *prefix, const Path *path) {
  while (path && prefix && path->length > prefix->length) path = path->parent;
  return path == prefix;
}

static void use_ranges_of(Solver *s, const Path *path) {
  if (s->ranges_path == path) return;
  if (s->ranges_path && path && is_prefix(s->ranges_path, path)) {
    learn_path(s, path, s->ranges_path);
  } else {
    ranges_clear(&s->ranges);
    learn_path(s, path, NULL);
  }
  s->ranges_path = path;
}

void solver_range(Solver *s, const Path *path, Term t, Word *low, Word *high) {
  use_ranges_of(s, path);
  Range r = ranges_of(&s->ranges, t);
  *low = r.low;
  *high = r.high;
}

/* ---- the constraints that matter ---- */

static int compare_ids(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void add_all(Arena *arena, Map *set, const VecU32 *vars) {
  for (uint32_t i = 0; i < vars->len; i++) map_at(arena, set, vars->data[i]);
}

static bool touches(const Map *set, const VecU32 *vars) {
  for (uint32_t i = 0; i < vars->len; i++)
    if (map_has(set, vars->data[i])) return true;
  return false;
}

/* Those constraints of the path that are connected to `extra` through shared variables,
 * sorted by id, `extra` among them. */
static VecU32 relevant(Solver *s, const Path *path, Term extra) {
  VecU32 chosen = {0};
  Vec(Term) rest = {0};
  Map vars = {0};
  for (const Path *p = path; p; p = p->parent) vec_push(s->arena, &rest, p->term);
  vec_push(s->arena, &chosen, extra.id);
  add_all(s->arena, &vars, term_support(s->terms, extra));
  for (bool changed = true; changed;) {
    changed = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < rest.len; i++) {
      const VecU32 *support = term_support(s->terms, rest.data[i]);
      if (touches(&vars, support)) {
        add_all(s->arena, &vars, support);
        vec_push(s->arena, &chosen, rest.data[i].id);
        changed = true;
      } else
        rest.data[kept++] = rest.data[i];
    }
    rest.len = kept;
  }
  if (chosen.len) qsort(chosen.data, chosen.len, sizeof *chosen.data, compare_ids);
  return chosen;
}

/* ---- answers seen before ---- */

static uint64_t hash_ids(const VecU32 *ids) {
  return hash_bytes(ids->data, ids->len * sizeof *ids->data);
}

static CachedAnswer *cached(Solver *s, const VecU32 *ids) {
  uint32_t at = (uint32_t)map_get(&s->by_hash, hash_ids(ids), 0);
  for (; at; at = s->answers.data[at - 1].next) {
    CachedAnswer *c = &s->answers.data[at - 1];
    if (c->count == ids->len &&
        (!ids->len || !memcmp(c->ids, ids->data, ids->len * sizeof *ids->data)))
      return c;
  }
  return NULL;
}

static void remember(Solver *s, const VecU32 *ids, Answer answer, Model *model) {
  uint64_t *first = map_at(s->arena, &s->by_hash, hash_ids(ids));
  vec_push(s->arena, &s->answers,
           (CachedAnswer){ids->data, ids->len, answer, model, (uint32_t)*first});
  *first = s->answers.len;
}

static bool includes(const VecU32 *ids, const Core *core) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < core->count; i++, at++) {
    while (at < ids->len && ids->data[at] < core->ids[i]) at++;
    if (at == ids->len || ids->data[at] != core->ids[i]) return false;
  }
  return true;
}

/* More constraints than a core has contradict each other just as well. */
static bool has_core(const Solver *s, const VecU32 *ids, Term extra) {
  uint32_t at = (uint32_t)map_get(&s->cores_of, extra.id, 0);
  for (int n = 0; at && n < MAX_CORES; n++, at = s->cores.data[at - 1].next)
    if (includes(ids, &s->cores.data[at - 1])) return true;
  return false;
}

static void keep_core(Solver *s, const VecU32 *core, Term extra) {
  uint64_t *first = map_at(s->arena, &s->cores_of, extra.id);
  vec_push(s->arena, &s->cores, (Core){core->data, core->len, (uint32_t)*first});
  *first = s->cores.len;
}

static bool holds_all(Solver *s, Model *m, const VecU32 *ids) {
  for (uint32_t i = 0; i < ids->len; i++)
    if (!model_eval(m, s->terms, (Term){ids->data[i]})) return false;
  return true;
}

static Model *recent_model(Solver *s, const VecU32 *ids) {
  for (uint32_t i = 0; i < RECENT_MODELS; i++) {
    Model *m = s->recent[(s->next_recent + RECENT_MODELS - 1 - i) % RECENT_MODELS];
    if (m && holds_all(s, m, ids)) return m;
  }
  return NULL;
}

static void keep_model(Solver *s, Model *m) {
  s->recent[s->next_recent++ % RECENT_MODELS] = m;
}

/* ---- the question ---- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t spent(Solver *s) {
  return (s->integers ? z3_integers_spent(s->integers) : 0) +
         (s->z3 ? z3_backend_spent(s->z3) : 0);
}

static void log_question(Solver *s, const VecU32 *ids) {
  for (uint32_t i = 0; i < ids->len; i++) {
    VecChar text = {0};
    term_print(s->terms, (Term){ids->data[i]}, s->arena, &text);
    LOG(SOLVER, "    %.*s", (int)text.len, text.data);
  }
}

/* The ranges of a path are those that its constraints imply, so they may be used for any
 * part of it that is closed under sharing variables. */
static Answer ask_integers(Solver *s, const VecU32 *ids, Model **model) {
  double start = now();
  if (!s->integers) s->integers = z3_integers_new(s->arena, s->terms);
  Answer answer = z3_integers_check(s->integers, &s->ranges, (const Term *)ids->data,
                                    ids->len, INTEGER_EFFORT, s->arena, model);
  s->statistics.z3_seconds += now() - start;
  s->statistics.z3_effort = spent(s);
  LOG(SOLVER, "%u constraints, integers: %s, %.0f ms", ids->len,
      answer == ANSWER_UNKNOWN ? "unknown"
      : answer == ANSWER_YES   ? "yes"
                               : "no",
      1000 * (now() - start));
  if (answer == ANSWER_UNKNOWN && log_is_on(LOG_SOLVER)) log_question(s, ids);
  if (answer != ANSWER_UNKNOWN) s->statistics.by_integers++;
  return answer;
}

static Answer ask_z3(Solver *s, const VecU32 *ids, Model **model, VecU32 *core) {
  double start = now();
  if (!s->z3) s->z3 = z3_backend_new(s->arena, s->terms);
  Answer answer = z3_backend_check(s->z3, (const Term *)ids->data, ids->len, s->effort,
                                   s->arena, model, core);
  s->statistics.z3_seconds += now() - start;
  s->statistics.z3_effort = spent(s);
  LOG(SOLVER, "%u constraints: %s, %.0f ms", ids->len,
      answer == ANSWER_UNKNOWN ? "unknown"
      : answer == ANSWER_YES   ? "yes"
                               : "no",
      1000 * (now() - start));
  if (answer == ANSWER_UNKNOWN)
    s->statistics.unknown++;
  else
    s->statistics.by_z3++;
  return answer;
}

/* Joins a model of the relevant part with the path's own for the rest. */
static Model *whole_model(Solver *s, const Path *path, const VecU32 *ids, Model *part) {
  const Model *base = solver_model(s, path);
  if (!base) return NULL;
  VecU32 vars = {0};
  for (uint32_t i = 0; i < ids->len; i++) {
    const VecU32 *support = term_support(s->terms, (Term){ids->data[i]});
    for (uint32_t j = 0; j < support->len; j++)
      vec_push(s->arena, &vars, support->data[j]);
  }
  return model_overlay(s->arena, base, part, &vars);
}

static Answer decide(Solver *s, const Path *path, Term extra, const VecU32 *ids,
                     Model **part) {
  use_ranges_of(s, path);
  Range r = ranges_of(&s->ranges, extra);
  if (r.high == 0) return s->statistics.by_range++, ANSWER_NO;
  CachedAnswer *seen = cached(s, ids);
  if (seen && seen->answer != ANSWER_UNKNOWN) {
    *part = seen->model;
    return s->statistics.by_cache++, seen->answer;
  }
  if (has_core(s, ids, extra)) return s->statistics.by_core++, ANSWER_NO;
  *part = recent_model(s, ids);
  if (*part) return s->statistics.by_model++, ANSWER_YES;
  /* Over the integers a contradiction may rest on the ranges: all constraints are its
   * core. */
  VecU32 core = *ids;
  Answer answer = s->ranges.empty ? ANSWER_UNKNOWN : ask_integers(s, ids, part);
  if (answer == ANSWER_UNKNOWN && !s->effort) return s->statistics.unknown++, answer;
  if (answer == ANSWER_UNKNOWN) {
    core = (VecU32){0};
    answer = ask_z3(s, ids, part, &core);
  }
  remember(s, ids, answer, *part);
  if (answer == ANSWER_NO) keep_core(s, &core, extra);
  return answer;
}

Answer solver_may(Solver *s, const Path *path, Term extra, Model **model) {
  s->statistics.queries++;
  if (term_is_false(s->terms, extra)) return s->statistics.by_constant++, ANSWER_NO;
  if (path && path->model && model_eval(path->model, s->terms, extra)) {
    if (model) *model = path->model;
    return s->statistics.by_model++, ANSWER_YES;
  }
  if (term_is_true(s->terms, extra) && !model)
    return s->statistics.by_constant++, ANSWER_YES;
  VecU32 ids = relevant(s, path, extra);
  Model *part = NULL;
  Answer answer = decide(s, path, extra, &ids, &part);
  if (answer == ANSWER_YES && part) {
    keep_model(s, part);
    if (model) *model = whole_model(s, path, &ids, part);
    if (model && !*model) return ANSWER_UNKNOWN;
  }
  return answer;
}

Answer solver_must(Solver *s, const Path *path, Term extra) {
  if (term_is_true(s->terms, extra)) return ANSWER_YES;
  Answer may_not = solver_may(s, path, term_not(s->terms, extra), NULL);
  return may_not == ANSWER_NO    ? ANSWER_YES
         : may_not == ANSWER_YES ? ANSWER_NO
                                 : ANSWER_UNKNOWN;
}

Model *solver_model(Solver *s, const Path *path) {
  if (!path) return model_new(s->arena);
  if (path->model) return path->model;
  VecU32 ids = {0};
  for (const Path *p = path; p; p = p->parent) vec_push(s->arena, &ids, p->term.id);
  if (ids.len) qsort(ids.data, ids.len, sizeof *ids.data, compare_ids);
  CachedAnswer *seen = cached(s, &ids);
  Model *model = seen ? seen->model : recent_model(s, &ids);
  if (!model) {
    use_ranges_of(s, path);
    Answer answer = s->ranges.empty ? ANSWER_UNKNOWN : ask_integers(s, &ids, &model);
    if (answer == ANSWER_UNKNOWN) answer = ask_z3(s, &ids, &model, NULL);
    remember(s, &ids, answer, model);
  }
  ((Path *)(uintptr_t)path)->model = model;
  return model;
}
