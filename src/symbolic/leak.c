/* Lost blocks: what no pointer chain from a global, or from a live call's locals, reaches
 * when a path ends. A block lost earlier stays lost, so the end is the place to look.
 * Where only a number that was computed from an address mentions a block, nobody can say:
 * then no leak check is closed. */
#include "ir/live.h"
#include "symbolic/exec.h"

typedef struct Marks {
  Exec *x;
  SymState *s;
  Map reached; /* object id -> 1 */
  VecU32 work;
  bool unheld;  /* in some frame nobody said what the variables hold */
  bool exact;   /* marks found now count without doubt */
  Map doubtful; /* reached by numbers only */
} Marks;

static void mark(Marks *m, uint32_t object) {
  if (!m->exact) {
    map_set(m->x->arena, &m->doubtful, object, 1);
    return;
  }
  if (map_has(&m->reached, object)) return;
  map_set(m->x->arena, &m->reached, object, 1);
  vec_push(m->x->arena, &m->work, object);
}

static void mark_term(Marks *m, Term t) {
  const VecU32 *vars = term_support(m->x->terms, t);
  for (uint32_t k = 0; k < vars->len; k++) {
    uint64_t *object = map_find(&m->x->base_objects, vars->data[k]);
    if (object) map_set(m->x->arena, &m->doubtful, *object, 1);
  }
}

static void mark_value(Marks *m, SymVal v) {
  if (sym_is_ptr(v)) mark(m, v.object);
  if (v.kind == SYM_TERM) {
    SymVal found = recover_pointer(m->x, v);
    if (sym_is_ptr(found))
      mark(m, found.object);
    else
      mark_term(m, sym_term_of(v));
  }
}

static void mark_content(Marks *m, const Object *o) {
  if (!o->alive) return;
  if (object_is_array(o)) mark_term(m, o->array);
  if (!o->cells) return;
  for (uint32_t k = 0; k < o->cap; k++) {
    const SymVal v = o->cells[k].value;
    if (sym_is_ptr(v))
      mark(m, v.object);
    else if (v.kind == SYM_TERM)
      mark_term(m, sym_term_of(v));
  }
}

static void close_marks(Marks *m) {
  while (m->work.len) mark_content(m, memory_get(&m->s->memory, vec_pop(&m->work)));
}

static void mark_globals(Marks *m) {
  for (uint32_t g = 0; g < m->x->global_objects.len; g++)
    mark(m, m->x->global_objects.data[g]);
}

static void mark_frames(Marks *m) {
  for (const SymFrame *f = m->s->frame; f; f = f->caller) {
    for (uint32_t k = 0; k < f->stack.len; k++) mark(m, f->stack.data[k]);
    for (uint32_t k = 0; k < f->arg_count; k++) mark_value(m, f->variadic[k]);
    VecU32 values = {0};
    Val hold = live_hold_of(m->x->program, f->at);
    Live *live = function_graphs(m->x, f->fn)->live;
    if (val_none(hold))
      live_after(live, m->x->arena, f->at, &values);
    else
      live_held(live, m->x->arena, hold, f->at, &values);
    if (val_none(hold) && !(ir_function(m->x->program, f->fn)->flags & FN_MODEL))
      m->unheld = true;
    for (uint32_t k = 0; k < values.len; k++) mark_value(m, f->regs[values.data[k]]);
  }
}

/* Doubtful blocks and all behind them are neither lost nor kept for sure. */
static void spread_doubt(Marks *m) {
  for (uint32_t k = 0; k < m->doubtful.count; k++) {
    uint32_t id = (uint32_t)m->doubtful.entries[k].key;
    if (map_has(&m->reached, id)) continue;
    m->exact = false;
    mark_content(m, memory_get(&m->s->memory, id));
  }
}

/* What another engine closed need not be looked at; in a slice it may seem lost. */
static bool is_closed(const Exec *x, const Object *o, CheckKind kind) {
  CheckId id = ledger_find(x->run->ledger, kind, ir_inst(x->program, o->made_at)->origin);
  return id.id != IR_NONE && ledger_check(x->run->ledger, id)->status == CHECK_SAFE;
}

static void judge(Marks *m, LeakEnd end) {
  Exec *x = m->x;
  for (const HeapItem *h = m->s->heap; h; h = h->previous) {
    const Object *o = memory_get(&m->s->memory, h->object);
    if (!o->alive) continue;
    if (end != LEAK_NO_END && x->check_cleanup && !is_closed(x, o, CHECK_CLEANUP))
      report_broken(x, m->s, o->made_at, CHECK_CLEANUP, term_bool(x->terms, true),
                    "not freed");
    if (!x->check_lost || map_has(&m->reached, h->object)) continue;
    if (is_closed(x, o, CHECK_LOST)) continue;
    bool sure = end == LEAK_END || (end == LEAK_ABORT && !m->unheld);
    if (map_has(&m->doubtful, h->object) || !sure)
      x->claims->leaks_unsure = true;
    else
      report_broken(x, m->s, o->made_at, CHECK_LOST, term_bool(x->terms, true), "lost");
  }
}

void check_leaks(Exec *x, SymState *s, bool stack_lives, LeakEnd end) {
  if (x->mode == MODE_TRY || !s->heap || (!x->check_lost && !x->check_cleanup)) return;
  Marks m = {.x = x, .s = s, .exact = true};
  mark_globals(&m);
  if (stack_lives) mark_frames(&m);
  close_marks(&m);
  spread_doubt(&m);
  judge(&m, end);
}
