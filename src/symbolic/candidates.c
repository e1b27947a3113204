/* Candidates for a loop's invariant: each changing variable between values that do not
 * change (those alive at the header, those it is compared with, sizes of the object it
 * points into, constants of the loop), and zero bytes that stay zero. Only what holds on
 * entry. */
#include "symbolic/induct.h"

enum { MAX_BOUNDS = 40, LEAST_WIDTH = 16, LEAST_INDEX = 32, ONE_EFFORT = 600000 };

typedef struct Bounds {
  Term terms[MAX_BOUNDS];
  uint32_t count;
} Bounds;

static void add_bound(Exec *x, Bounds *b, Term t, unsigned width) {
  unsigned from = term_width(x->terms, t);
  if (from < LEAST_WIDTH && from != width) return; /* characters are seldom bounds */
  if (from < width) { /* an integer of the source, made as wide as an offset */
    add_bound(x, b, term_sext(x->terms, t, width), width);
    t = term_zext(x->terms, t, width);
  } else if (from > width)
    return;
  for (uint32_t i = 0; i < b->count; i++)
    if (b->terms[i].id == t.id) return;
  if (b->count < MAX_BOUNDS) b->terms[b->count++] = t;
}

static void add_constant(Exec *x, Bounds *b, unsigned width, int64_t value) {
  add_bound(x, b, term_const(x->terms, width, (Word)(__int128)value), width);
}

static bool is_var(const LoopView *v, uint32_t local) {
  for (uint32_t i = 0; i < v->vars.len; i++)
    if (v->vars.data[i].local == local) return true;
  return false;
}

/* Made before the loop was entered: no value of an iteration. */
static bool is_older(const LoopView *v, SymVal value) {
  if (value.kind != SYM_TERM && value.kind != SYM_PTR_TERM) return true;
  const VecU32 *vars = term_support(v->x->terms, sym_term_of(value));
  return !vars->len || vec_last(vars) < v->first_var;
}

/* A register's number, or its offset when it points into the same object. */
static void add_register(LoopView *v, Bounds *b, const LoopVar *var, const SymState *s,
                         uint32_t local, Type type) {
  Exec *x = v->x;
  SymVal value = s->frame->regs[local];
  unsigned width = ir_type_bits(x->program, type);
  if (type_is_float(type) || type_is_void(type) || width < 8 || is_var(v, local) ||
      !is_older(v, value))
    return;
  if (sym_is_ptr(value)) {
    if (sym_is_ptr(var->start) && value.object == var->start.object)
      add_bound(x, b, sym_to_term(x->terms, value, x->ptr_bits), var->width);
  } else if (!type_is_ptr(type)) {
    Term number = sym_to_term(x->terms, value, width);
    add_bound(x, b, number, var->width);
    add_bound(x, b, term_sub(x->terms, number, term_const(x->terms, width, 1)),
              var->width);
  }
}

/* What the loop compares with. */
static void add_compared(LoopView *v, Bounds *b, const LoopVar *var,
                         const SymState *sample) {
  Exec *x = v->x;
  const Function *f = ir_function(x->program, v->fn);
  const Loops *loops = function_graphs(x, v->fn)->loops;
  const Loop *loop = &loops->loops.data[v->loop];
  for (uint32_t m = 0; m < loop->members.len; m++) {
    const Block *block =
      ir_block(x->program, cfg_block(loops->cfg, loop->members.data[m]));
    ir_each_inst(block, at) {
      const Inst *i = ir_inst(x->program, at);
      if (i->op != OP_ICMP) continue;
      for (uint32_t k = 0; k < 2; k++) {
        Val operand = ir_arg(x->program, i, k);
        int64_t c;
        if (ir_const_int(x->program, operand, &c)) {
          for (int64_t d = -1; d <= 1; d++) add_constant(x, b, var->width, c + d);
        } else if (val_is_inst(operand)) {
          add_register(v, b, var, sample, operand.id - f->first,
                       ir_type(x->program, operand));
        }
      }
    }
  }
}

static void add_live(LoopView *v, Bounds *b, const LoopVar *var) {
  Exec *x = v->x;
  FunctionInfo *info = function_graphs(x, v->fn);
  uint32_t header = info->loops->loops.data[v->loop].header;
  uint32_t first = ir_function(x->program, v->fn)->first;
  const VecU32 *live = &info->live->in[header];
  for (uint32_t i = 0; i < live->len; i++)
    add_register(v, b, var, v->entry, live->data[i],
                 ir_inst(x->program, (Val){first + live->data[i]})->type);
}

static void add_size(LoopView *v, Bounds *b, const LoopVar *var) {
  Exec *x = v->x;
  if (!sym_is_ptr(var->start)) return;
  const Object *o = memory_get(&v->entry->memory, var->start.object);
  Term size = sym_to_term(x->terms, o->size, x->ptr_bits);
  static const unsigned less[] = {0, 1, 2, 4, 8};
  for (uint32_t i = 0; i < 5; i++)
    add_bound(x, b, term_sub(x->terms, size, term_const(x->terms, x->ptr_bits, less[i])),
              var->width);
}

/* ---- ends of strings ---- */

enum { MAX_ZEROS = 8, MAX_STORES = 32, MAX_CONDITION = 4 };

typedef struct Zeros {
  Term index[MAX_ZEROS];
  uint32_t count;
} Zeros;

static void add_zero(Zeros *z, Term index) {
  for (uint32_t i = 0; i < z->count; i++)
    if (z->index[i].id == index.id) return;
  if (z->count < MAX_ZEROS) z->index[z->count++] = index;
}

/* Indices at which the condition reads the array. */
static void zeros_of_term(Terms *ts, Term t, Term array, int depth, Zeros *z) {
  const TermNode *n = term_node(ts, t);
  if (n->op == TERM_READ && term_arg(ts, t, 0).id == array.id)
    add_zero(z, term_arg(ts, t, 1));
  if (n->op == TERM_READ || depth == MAX_CONDITION) return;
  for (unsigned k = 0; k < n->arg_count; k++)
    zeros_of_term(ts, term_arg(ts, t, k), array, depth + 1, z);
}

/* Bytes that the path says something about, maybe that they are zero. */
static void zeros_of_path(Exec *x, const Path *path, Term array, Zeros *z) {
  for (; path && z->count < MAX_ZEROS; path = path->parent)
    zeros_of_term(x->terms, path->term, array, 0, z);
}

/* Where an array may have zero bytes on entry: its newest stores, and what the path
 * knows. Only guesses: they are candidates. */
static void zeros_of_array(LoopView *v, Term array, Zeros *z) {
  Exec *x = v->x;
  for (int n = 0; n < MAX_STORES && term_node(x->terms, array)->op == TERM_STORE; n++) {
    Word value;
    if (term_value(x->terms, term_arg(x->terms, array, 2), &value) && value == 0)
      add_zero(z, term_arg(x->terms, array, 1));
    zeros_of_path(x, v->entry->path, array, z);
    array = term_arg(x->terms, array, 0);
  }
  zeros_of_path(x, v->entry->path, array, z);
}

static bool is_zero_byte(const Object *o, uint64_t i) {
  if (i >= o->cap) return o->zero_beyond;
  return !(o->cells && o->cells[i].value.kind != SYM_INT) &&
         !(o->uninit && o->uninit[i]) && !o->data[i];
}

/* Of bytes that are known: the first zero from where the pointer starts. */
static void zeros_of_bytes(LoopView *v, const Object *o, SymVal start, Zeros *z) {
  if (start.kind != SYM_PTR || o->size.kind != SYM_INT) return;
  uint64_t i = start.bits;
  while (i < o->size.bits && i < o->cap && !is_zero_byte(o, i)) i++;
  if (i < o->size.bits && is_zero_byte(o, i))
    add_zero(z, term_const(v->x->terms, v->x->ptr_bits, i));
}

static Zeros zeros_from(LoopView *v, SymVal pointer) {
  Zeros z = {.count = 0};
  const Object *o = memory_get(&v->entry->memory, pointer.object);
  if (object_is_array(o))
    zeros_of_array(v, o->array, &z);
  else
    zeros_of_bytes(v, o, pointer, &z);
  return z;
}

/* A number that counts up to the end of the string at a register's address. */
static void add_zeros_behind(LoopView *v, Bounds *b, const LoopVar *var, SymVal text) {
  Terms *ts = v->x->terms;
  Zeros z = zeros_from(v, text);
  Term offset = sym_to_term(ts, text, v->x->ptr_bits);
  for (uint32_t i = 0; i < z.count; i++) {
    Term index = term_sub(ts, z.index[i], offset);
    if (var->width < v->x->ptr_bits) index = term_extract(ts, index, 0, var->width);
    if (var->width <= v->x->ptr_bits) add_bound(v->x, b, index, var->width);
  }
}

/* A pointer that looks for the end of a string stays at or below it; so does an index. */
static void add_zeros(LoopView *v, Bounds *b, const LoopVar *var) {
  if (sym_is_ptr(var->start)) {
    Zeros z = zeros_from(v, var->start);
    for (uint32_t i = 0; i < z.count; i++) add_bound(v->x, b, z.index[i], var->width);
    return;
  }
  FunctionInfo *info = function_graphs(v->x, v->fn);
  const VecU32 *live = &info->live->in[info->loops->loops.data[v->loop].header];
  for (uint32_t i = 0; var->width >= LEAST_INDEX && i < live->len; i++) {
    SymVal value = v->entry->frame->regs[live->data[i]];
    if (sym_is_ptr(value) && !is_var(v, live->data[i]))
      add_zeros_behind(v, b, var, value);
  }
}

/* ---- candidates ---- */

static void try_candidate(LoopView *v, CandidateKind kind, uint32_t var, Term bound) {
  vec_push(v->x->arena, &v->candidates, (Candidate){kind, var, bound, false});
}

static void collect_var(LoopView *v, uint32_t index, const SymState *sample) {
  const LoopVar *var = &v->vars.data[index];
  if (var->width < 8) return;
  Bounds b = {.count = 0};
  add_bound(v->x, &b, sym_to_term(v->x->terms, var->start, var->width), var->width);
  add_constant(v->x, &b, var->width, 0);
  add_size(v, &b, var);
  add_zeros(v, &b, var);
  add_live(v, &b, var);
  add_compared(v, &b, var, sample);
  bool rises = var->affine && !(var->step >> (var->width - 1) & 1),
       falls = var->affine && !rises;
  for (uint32_t i = 0; i < b.count; i++) {
    bool start = i == 0;
    if (!falls || start) try_candidate(v, VAR_SLE, index, b.terms[i]);
    if (!falls || start) try_candidate(v, VAR_ULE, index, b.terms[i]);
    if (!rises || start) try_candidate(v, VAR_SGE, index, b.terms[i]);
    if (!rises || start) try_candidate(v, VAR_UGE, index, b.terms[i]);
  }
}

/* Zero bytes that a changing array has on entry. */
static void collect_zeros(LoopView *v, const LoopObject *object) {
  const Object *o = memory_get(&v->entry->memory, object->object);
  Zeros z = {.count = 0};
  if (!object->whole || !object_is_array(o)) return;
  zeros_of_array(v, o->array, &z);
  for (uint32_t i = 0; i < z.count; i++)
    try_candidate(v, BYTE_ZERO, object->object, z.index[i]);
}

/* Few enough iterations that a variable with a constant step does not wrap around. */
static void collect_counts(LoopView *v) {
  Terms *ts = v->x->terms;
  unsigned width = havoc_count_width(v);
  Word most = 1;
  for (uint32_t i = 0; i < v->vars.len; i++) {
    const LoopVar *var = &v->vars.data[i];
    Word step = var->step >> (var->width - 1) & 1 ? word_mask(var->width) + 1 - var->step
                                                  : var->step;
    if (var->affine && step > most) most = step;
  }
  for (unsigned k = 0; k < 2; k++)
    try_candidate(v, COUNT_ULE, 0, term_const(ts, width, (word_mask(width) >> k) / most));
  v->count = term_const(ts, width, 0);
}

void candidates_collect(LoopView *v, const SymState *sample) {
  collect_counts(v);
  for (uint32_t i = 0; i < v->vars.len; i++) collect_var(v, i, sample);
  for (uint32_t i = 0; i < v->objects.len; i++) collect_zeros(v, &v->objects.data[i]);
  candidates_strike_out(v, v->entry);
}

static bool drop_one_by_one(LoopView *v, SymState *s) {
  uint64_t before = solver_set_effort(v->x->solver, ONE_EFFORT);
  bool any = false;
  for (uint32_t i = 0; i < v->candidates.len; i++) {
    Candidate *c = &v->candidates.data[i];
    if (!c->dropped &&
        solver_must(v->x->solver, s->path, candidate_term(v, c, s)) != ANSWER_YES)
      c->dropped = any = true;
  }
  solver_set_effort(v->x->solver, before);
  return any;
}

static bool drop_false(LoopView *v, SymState *s, Model *model) {
  bool any = false;
  for (uint32_t i = 0; i < v->candidates.len; i++) {
    Candidate *c = &v->candidates.data[i];
    if (c->dropped || model_eval(model, v->x->terms, candidate_term(v, c, s))) continue;
    c->dropped = any = true;
  }
  return any;
}

/* One question for all; each model against it drops what is false in it. */
bool candidates_strike_out(LoopView *v, SymState *s) {
  Terms *ts = v->x->terms;
  for (bool dropped = false;; dropped = true) {
    Term all = term_bool(ts, true);
    for (uint32_t i = 0; i < v->candidates.len; i++)
      if (!v->candidates.data[i].dropped)
        all = term_and(ts, all, candidate_term(v, &v->candidates.data[i], s));
    Model *model = NULL;
    uint64_t before = solver_set_effort(v->x->solver, 0);
    Answer may_fail = solver_may(v->x->solver, s->path, term_not(ts, all), &model);
    solver_set_effort(v->x->solver, before);
    if (may_fail == ANSWER_NO) return dropped;
    if (may_fail == ANSWER_UNKNOWN || !model || !drop_false(v, s, model))
      return drop_one_by_one(v, s) || dropped;
  }
}

void candidates_assume(LoopView *v, SymState *s) {
  for (uint32_t i = 0; i < v->candidates.len; i++)
    if (!v->candidates.data[i].dropped)
      state_assume(v->x, s, candidate_term(v, &v->candidates.data[i], s), NULL);
}

void candidates_thin_out(LoopView *v) {
  SymState *s = havoc_values(v);
  const Path *bare = s->path;
  for (uint32_t i = v->candidates.len; i-- > 0;) {
    Candidate *c = &v->candidates.data[i];
    if (c->dropped) continue;
    c->dropped = true;
    s->path = bare;
    candidates_assume(v, s);
    c->dropped =
      solver_must(v->x->solver, s->path, candidate_term(v, c, s)) == ANSWER_YES;
  }
  state_free(s);
}

Term candidate_term(LoopView *v, const Candidate *c, SymState *s) {
  Exec *x = v->x;
  if (c->kind == BYTE_ZERO) {
    const Object *o = memory_get(&s->memory, c->var);
    if (!object_is_array(o)) return term_bool(x->terms, false);
    return term_eq(x->terms, term_read(x->terms, o->array, c->bound),
                   term_const(x->terms, 8, 0));
  }
  if (c->kind == COUNT_ULE)
    return term_ule(x->terms, v->count,
                    term_zext(x->terms, c->bound, term_width(x->terms, v->count)));
  const LoopVar *var = &v->vars.data[c->var];
  Term value = sym_to_term(x->terms, s->frame->regs[var->local], var->width);
  switch (c->kind) {
  case VAR_SLE: return term_sle(x->terms, value, c->bound);
  case VAR_SGE: return term_sle(x->terms, c->bound, value);
  case VAR_ULE: return term_ule(x->terms, value, c->bound);
  default: return term_ule(x->terms, c->bound, value);
  }
}
