/* Bytes of a new object that are written before anybody reads them. Until its pointer is
 * stored, passed, compared by order or made a number, an object is known to the registers
 * of one call alone, that of the function that made it or, where that returns the
 * pointer, of the caller. From then on whatever may read an object of its site by the
 * flat mode's sets counts as well, in this function and what it calls; where the function
 * returns, or makes the next object, anything may. What is written on every way to all of
 * these is never read uninitialised.
 *
 * A forward must-analysis for each allocation, over the uses of its register. */
#include <stdlib.h>

#include "points/analysis.h"

enum { MOST_BYTES = 512, MOST_USES = 400, MOST_CALLERS = 8 };
/* Instructions and blocks looked at, for all allocations together. */
#define MOST_VISITS 4000000

typedef struct Bytes {
  uint64_t words[MOST_BYTES / 64];
} Bytes;

/* In the order in which they count at one instruction. */
typedef enum UseKind {
  USE_BEGIN,   /* a variable's life begins: nothing is written, nobody knows it */
  USE_PUBLISH, /* others know it from here on */
  USE_READ,    /* reads bytes lo .. hi */
  USE_MEET,    /* others may read the bytes of a mask */
  USE_RETURN,  /* the function returns its start */
  USE_END,     /* the function returns something else */
  USE_WRITE,   /* bytes lo .. hi become initialised */
} UseKind;

typedef struct Use {
  uint32_t at; /* an instruction; the terminator for a phi's operand */
  UseKind kind;
  int64_t lo, hi; /* READ: lo > hi, nobody knows which */
  Bytes mask;     /* MEET */
} Use;

/* A register that points into the object. */
typedef struct Alias {
  Val v;
  bool known; /* the offset */
  int64_t offset;
} Alias;

/* What is so on every way to a place; `published` on some. */
typedef struct Point {
  Bytes written;
  bool published;
} Point;

typedef struct Fresh {
  Analysis *a;
  FnInfo *info;
  const Function *function;
  Val root;
  uint32_t site;
  bool again; /* the root is on a cycle: its phis may be of an earlier object */
  bool dies;  /* with the function */
  Vec(Alias) aliases;
  Map known; /* their value ids -> 1 */
  Vec(Use) uses;
  Point *in; /* by block */
  Bitset reached;
  Bytes good; /* the answer */
  Point returned;
  bool returns;
} Fresh;

/* ---- sets of bytes ---- */

static Bytes all_bytes(void) {
  Bytes b;
  memset(&b, 0xff, sizeof b);
  return b;
}

static bool has_bytes(const Bytes *b, int64_t lo, int64_t hi) {
  if (lo < 0 || hi >= MOST_BYTES || lo > hi) return false;
  for (int64_t i = lo; i <= hi; i++)
    if (!(b->words[i / 64] >> (i % 64) & 1)) return false;
  return true;
}

static void add_bytes(Bytes *b, int64_t lo, int64_t hi) {
  for (int64_t i = lo < 0 ? MOST_BYTES : lo; i <= hi && i < MOST_BYTES; i++)
    b->words[i / 64] |= (uint64_t)1 << (i % 64);
}

static bool keep_common(Bytes *b, const Bytes *other) {
  bool changed = false;
  for (size_t i = 0; i < MOST_BYTES / 64; i++) {
    changed |= (b->words[i] & ~other->words[i]) != 0;
    b->words[i] &= other->words[i];
  }
  return changed;
}

static void join_bytes(Bytes *b, const Bytes *other) {
  for (size_t i = 0; i < MOST_BYTES / 64; i++) b->words[i] |= other->words[i];
}

static bool any_bytes(const Bytes *b) {
  uint64_t any = 0;
  for (size_t i = 0; i < MOST_BYTES / 64; i++) any |= b->words[i];
  return any != 0;
}

/* These are read, and only some of them are written. */
static void lose_unwritten(Bytes *good, const Bytes *read, const Bytes *written) {
  for (size_t i = 0; i < MOST_BYTES / 64; i++)
    good->words[i] &= written->words[i] | ~read->words[i];
}

/* ---- the uses of one register ---- */

static void add_use(Fresh *s, uint32_t at, UseKind kind, int64_t lo, int64_t hi) {
  vec_push(s->a->arena, &s->uses, (Use){.at = at, .kind = kind, .lo = lo, .hi = hi});
}

static void add_alias(Fresh *s, Val v, bool known, int64_t offset) {
  if (map_has(&s->known, v.id)) return;
  map_set(s->a->arena, &s->known, v.id, 1);
  vec_push(s->a->arena, &s->aliases, (Alias){v, known, offset});
}

/* Bytes at the alias, of a constant number. */
static void use_bytes(Fresh *s, const Alias *x, Val at, UseKind kind, int64_t n) {
  if (x->known && n > 0 && n <= MOST_BYTES)
    add_use(s, at.id, kind, x->offset, x->offset + n - 1);
  else if (kind == USE_READ)
    add_use(s, at.id, USE_READ, 0, -1);
}

static int64_t constant_length(const Program *p, Val v) {
  int64_t n;
  return ir_const_int(p, v, &n) ? n : -1;
}

static void use_in_store(Fresh *s, const Alias *x, Val at, const Inst *inst) {
  const Program *p = s->a->program;
  Val stored = ir_arg(p, inst, 0);
  if (val_eq(stored, x->v))
    add_use(s, at.id, USE_PUBLISH, 0, -1);
  else
    use_bytes(s, x, at, USE_WRITE, ir_type_bytes(p, ir_type(p, stored)));
}

static void use_in_copy(Fresh *s, const Alias *x, Val at, const Inst *inst) {
  const Program *p = s->a->program;
  int64_t n = constant_length(p, ir_arg(p, inst, 2));
  if (val_eq(ir_arg(p, inst, 1), x->v)) use_bytes(s, x, at, USE_READ, n);
  if (val_eq(ir_arg(p, inst, 0), x->v)) use_bytes(s, x, at, USE_WRITE, n);
}

static void use_in_address(Fresh *s, const Alias *x, Val at, const Inst *inst) {
  bool base = val_eq(ir_arg(s->a->program, inst, 0), x->v);
  bool index = false;
  for (uint32_t i = 1; i < inst->arg_count; i++)
    index |= val_eq(ir_arg(s->a->program, inst, i), x->v);
  if (!base || index)
    add_use(s, at.id, USE_PUBLISH, 0, -1);
  else
    add_alias(s, at, x->known && inst->arg_count == 1, x->offset + inst->imm);
}

static bool is_null(const Program *p, Val v) {
  int64_t n;
  return val_is_const(v) &&
         (ir_const(p, v)->kind == CONST_NULL || (ir_const_int(p, v, &n) && !n));
}

/* A phi of this block's pointer and null is this block's, in code that runs once a
 * block; otherwise the pointer gets about on the edge. */
static void use_in_phi(Fresh *s, const Alias *x, Val at, const Inst *inst) {
  const Program *p = s->a->program;
  bool same = !s->again;
  for (uint32_t i = 0; i < inst->arg_count && same; i++)
    same = val_eq(ir_arg(p, inst, i), x->v) || is_null(p, ir_arg(p, inst, i));
  if (same) {
    add_alias(s, at, x->known, x->offset);
    return;
  }
  const Block *block = ir_block(p, inst->block);
  for (uint32_t i = 0; i < inst->arg_count; i++)
    if (val_eq(ir_arg(p, inst, i), x->v))
      add_use(s, ir_terminator(ir_block(p, ir_pred(p, block, i))).id, USE_PUBLISH, 0, -1);
}

static void use_in_return(Fresh *s, const Alias *x, Val at, const Inst *inst) {
  bool alone = inst->arg_count == 1 && x->known && !x->offset;
  add_use(s, at.id, alone ? USE_RETURN : USE_PUBLISH, 0, -1);
}

static void note_use(Fresh *s, const Alias *x, Val at) {
  const Program *p = s->a->program;
  const Inst *inst = ir_inst(p, at);
  switch (inst->op) {
  case OP_LOAD: use_bytes(s, x, at, USE_READ, ir_type_bytes(p, inst->type)); break;
  case OP_STORE: use_in_store(s, x, at, inst); break;
  case OP_COPY:
  case OP_MOVE: use_in_copy(s, x, at, inst); break;
  case OP_FILL:
    use_bytes(s, x, at, USE_WRITE, constant_length(p, ir_arg(p, inst, 2)));
    break;
  case OP_ADDR: use_in_address(s, x, at, inst); break;
  case OP_PHI: use_in_phi(s, x, at, inst); break;
  case OP_RET: use_in_return(s, x, at, inst); break;
  case OP_ICMP:
    if (!is_null(p, ir_arg(p, inst, 0)) && !is_null(p, ir_arg(p, inst, 1)))
      add_use(s, at.id, USE_PUBLISH, 0, -1);
    break;
  case OP_SCOPE_BEGIN: add_use(s, at.id, USE_BEGIN, 0, -1); break;
  case OP_SCOPE_END:
  case OP_FREE:
  case OP_HOLD: break;
  default: add_use(s, at.id, USE_PUBLISH, 0, -1);
  }
}

/* False: too many of them. */
static bool find_uses(Fresh *s) {
  add_alias(s, s->root, true, 0);
  for (uint32_t i = 0; i < s->aliases.len; i++) {
    Alias x = s->aliases.data[i];
    Row row = live_uses(s->info->live, x.v);
    for (uint32_t k = 0; k < row.len; k++) note_use(s, &x, (Val){row.items[k]});
    if (s->uses.len > MOST_USES) return false;
  }
  return true;
}

/* ---- what others may read ---- */

static Context *flat_context(const Analysis *flat, Fn fn) {
  uint64_t *known = map_find(&flat->shared, fn.id);
  return known ? flat->contexts.data[*known - 1] : NULL;
}

/* Of an object of the site, through this operand. */
static void read_through(Flow *f, uint32_t site, const Inst *inst, uint32_t operand,
                         int64_t n, Bytes *mask) {
  Analysis *flat = f->a;
  ValueId v = flow_value(f, ir_arg(flat->program, inst, operand));
  const Value *x = value_get(flat->values, v);
  if (value_may_be_wild(flat->values, v) && bitset_has(&flat->exposed.sites, site))
    *mask = all_bytes();
  if (!(x->mask >> (site % 64) & 1)) return;
  for (uint32_t i = 0; i < x->count; i++) {
    const Target *t = &x->targets[i];
    if (t->loc != site) continue;
    int64_t lo = t->lo < 0 ? 0 : t->lo, hi = t->hi < MOST_BYTES ? t->hi : MOST_BYTES;
    add_bytes(mask, lo, hi + (n < MOST_BYTES ? n : MOST_BYTES) - 1);
  }
}

static void read_by_unknown(const Analysis *a, const Reach *reach, uint32_t site,
                            Bytes *mask) {
  if (bitset_has(&reach->sites, site) || analysis_calls_back(a)) *mask = all_bytes();
}

static void read_by_inst(Flow *f, uint32_t site, Val at, Bytes *mask) {
  const Program *p = f->a->program;
  const Inst *inst = ir_inst(p, at);
  switch (inst->op) {
  case OP_LOAD: read_through(f, site, inst, 0, ir_type_bytes(p, inst->type), mask); break;
  case OP_COPY:
  case OP_MOVE:
  case OP_OUTPUT:
    read_through(f, site, inst, 1, flow_span(f, ir_arg(p, inst, 2)).hi, mask);
    break;
  case OP_FMTFLOAT: read_through(f, site, inst, 3, MOST_BYTES, mask); break;
  case OP_REALLOC: read_through(f, site, inst, 0, MOST_BYTES, mask); break;
  case OP_OPAQUE: *mask = all_bytes(); break; /* it may jump to somebody who reads */
  default: break;
  }
}

/* By the function and all that it calls. */
static void read_by_function(Fresh *s, uint32_t fn, Map *seen, Bytes *mask) {
  Analysis *flat = s->a->base;
  const Function *function = ir_function(flat->program, (Fn){fn});
  if (map_has(seen, fn + 1)) return;
  map_set(s->a->arena, seen, fn + 1, 1);
  if (!ir_function_has_body(function)) {
    read_by_unknown(flat, analysis_reach(flat, (Fn){fn}), s->site, mask);
    return;
  }
  const CallNode *node = callgraph_node(flat->callgraph, (Fn){fn});
  if (node->unknown) read_by_unknown(flat, &flat->outside, s->site, mask);
  Flow f = {.a = flat, .c = flat_context(flat, (Fn){fn})};
  if (!f.c) return; /* never called */
  s->a->fresh_visits += function->inst_count;
  for (uint32_t i = 0; i < function->inst_count; i++)
    read_by_inst(&f, s->site, (Val){function->first + i}, mask);
  for (uint32_t i = 0; i < node->callees.len; i++)
    read_by_function(s, node->callees.data[i], seen, mask);
}

static Bytes read_by_callee(Fresh *s, uint32_t fn) {
  uint64_t key = (uint64_t)s->site << 32 | fn;
  uint64_t *known = map_find(&s->a->fresh_reads, key);
  if (known) return *(const Bytes *)(uintptr_t)*known;
  Bytes *mask = arena_new_object(s->a->arena, Bytes);
  Map seen = {0};
  read_by_function(s, fn, &seen, mask);
  map_set(s->a->arena, &s->a->fresh_reads, key, (uintptr_t)mask);
  return *mask;
}

static void read_by_call(Fresh *s, Val at, Bytes *mask) {
  Analysis *flat = s->a->base;
  const CallSite *site = callgraph_site(flat->callgraph, at);
  if (site->unknown && !site->direct)
    read_by_unknown(flat, &flat->outside, s->site, mask);
  for (uint32_t i = 0; i < site->callees.len; i++) {
    Bytes one = read_by_callee(s, site->callees.data[i]);
    join_bytes(mask, &one);
  }
}

static bool returns_it(const Fresh *s, Val at) {
  for (uint32_t i = 0; i < s->uses.len; i++)
    if (s->uses.data[i].at == at.id && s->uses.data[i].kind == USE_RETURN) return true;
  return false;
}

/* Once others know the object: what of this function they may read with. */
static bool find_meetings(Fresh *s) {
  const Program *p = s->a->program;
  Flow f = {.a = s->a->base, .c = flat_context(s->a->base, s->info->cfg->fn)};
  if (!f.c) return false;
  for (uint32_t i = 0; i < s->function->inst_count; i++) {
    Val at = {s->function->first + i};
    Use use = {.at = at.id, .kind = USE_MEET};
    const Inst *inst = ir_inst(p, at);
    if (inst->op == OP_CALL)
      read_by_call(s, at, &use.mask);
    else
      read_by_inst(&f, s->site, at, &use.mask);
    if (any_bytes(&use.mask)) vec_push(s->a->arena, &s->uses, use);
    if (inst->op == OP_RET && !s->dies && !returns_it(s, at))
      add_use(s, at.id, USE_END, 0, -1);
  }
  s->a->fresh_visits += s->function->inst_count;
  return true;
}

/* ---- along the blocks ---- */

static int use_order(const void *x, const void *y) {
  const Use *a = x, *b = y;
  if (a->at != b->at) return a->at < b->at ? -1 : 1;
  return (int)a->kind - (int)b->kind;
}

static void answer_use(Fresh *s, const Use *use, const Point *now) {
  Bytes read = use->mask;
  if (use->kind == USE_READ && use->lo <= use->hi)
    add_bytes(&read, use->lo, use->hi);
  else if (use->kind != USE_MEET)
    read = all_bytes();
  lose_unwritten(&s->good, &read, &now->written);
}

static void apply_use(Fresh *s, const Use *use, Point *now, bool last) {
  bool told = now->published;
  switch (use->kind) {
  case USE_BEGIN: *now = (Point){0}; break;
  case USE_WRITE: add_bytes(&now->written, use->lo, use->hi); break;
  case USE_PUBLISH:
    now->published = true;
    if (last && s->a->flat) answer_use(s, use, now);
    break;
  case USE_READ:
    if (last) answer_use(s, use, now);
    break;
  case USE_MEET:
  case USE_END:
    if (last && told) answer_use(s, use, now);
    break;
  case USE_RETURN:
    if (!last) break;
    keep_common(&s->returned.written, &now->written);
    s->returned.published |= told;
    s->returns = true;
    break;
  }
}

static uint32_t first_use(const Fresh *s, uint32_t from) {
  uint32_t lo = 0, hi = s->uses.len;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (s->uses.data[mid].at < from)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* Instructions from `from` to the end of its block. */
static Point pass_block(Fresh *s, uint32_t from, uint32_t end, Point now, bool last) {
  for (uint32_t i = first_use(s, from); i < s->uses.len; i++) {
    if (s->uses.data[i].at > end) break;
    apply_use(s, &s->uses.data[i], &now, last);
  }
  return now;
}

/* Whether the edge is taken only when there is no block. */
static bool is_null_edge(const Fresh *s, const Block *block, uint32_t succ) {
  const Program *p = s->a->program;
  const Inst *end = ir_inst(p, ir_terminator(block));
  if (end->op != OP_CBR || !val_is_inst(ir_arg(p, end, 0))) return false;
  const Inst *test = ir_inst(p, ir_arg(p, end, 0));
  if (test->op != OP_ICMP || (test->pred != ICMP_EQ && test->pred != ICMP_NE))
    return false;
  Val x = ir_arg(p, test, 0), y = ir_arg(p, test, 1);
  bool tests =
    (is_null(p, x) && val_eq(y, s->root)) || (is_null(p, y) && val_eq(x, s->root));
  return tests && (test->pred == ICMP_EQ) == (succ == 0);
}

static bool join_point(Point *into, const Point *from) {
  bool changed = keep_common(&into->written, &from->written);
  if (!from->published || into->published) return changed;
  return into->published = true;
}

static bool flow_out(Fresh *s, uint32_t local, const Point *out) {
  const Program *p = s->a->program;
  const Cfg *cfg = s->info->cfg;
  const Block *block = ir_block(p, cfg_block(cfg, local));
  uint32_t start = cfg_local(cfg, ir_inst(p, s->root)->block);
  bool changed = false;
  for (uint32_t i = 0; i < block->succ_count; i++) {
    uint32_t to = cfg_local(cfg, ir_succ(p, block, i));
    if (is_null_edge(s, block, i)) continue;
    if (to == start) { /* the next object: nobody follows this one any more */
      Bytes all = all_bytes();
      if (out->published) lose_unwritten(&s->good, &all, &out->written);
    } else if (!bitset_has(&s->reached, to)) {
      bitset_add(&s->reached, to);
      s->in[to] = *out;
      changed = true;
    } else {
      changed |= join_point(&s->in[to], out);
    }
  }
  return changed;
}

static bool pass_all(Fresh *s, const Point *first, bool last) {
  const Program *p = s->a->program;
  const Cfg *cfg = s->info->cfg;
  uint32_t start = cfg_local(cfg, ir_inst(p, s->root)->block);
  bool changed = false;
  cfg_each_rpo(cfg, local) {
    bool here = local == start;
    if (!here && !bitset_has(&s->reached, local)) continue;
    const Block *block = ir_block(p, cfg_block(cfg, local));
    uint32_t from = here ? s->root.id + 1 : block->first;
    Point now = here ? *first : s->in[local];
    now = pass_block(s, from, ir_terminator(block).id, now, last);
    changed |= flow_out(s, local, &now);
    s->a->fresh_visits++;
  }
  return changed;
}

/* ---- the whole ---- */

static Fresh fresh_begin(Analysis *a, Fn fn, Val root, uint32_t site) {
  FnInfo *info = analysis_info(a, fn);
  Fresh s = {.a = a, .info = info, .function = ir_function(a->program, fn), .root = root};
  s.site = site;
  s.again = loops_depth(info->loops, ir_inst(a->program, root)->block) > 0;
  s.dies = a->sites.data[site].kind == POINTS_STACK;
  s.in = arena_new_array(a->arena, Point, info->cfg->count);
  s.reached = bitset_new(a->arena, info->cfg->count);
  s.good = s.returned.written = all_bytes();
  return s;
}

/* From the object that `root` makes or gets, in this state. */
static Bytes follow(Analysis *a, Context *c, Val root, uint32_t site, Point first,
                    unsigned depth) {
  Fresh s = fresh_begin(a, c->fn, root, site);
  if (a->fresh_visits > MOST_VISITS || !find_uses(&s)) return (Bytes){0};
  if (!a->flat && !find_meetings(&s)) return (Bytes){0};
  if (s.uses.len) qsort(s.uses.data, s.uses.len, sizeof *s.uses.data, use_order);
  while (pass_all(&s, &first, false)) {
  }
  pass_all(&s, &first, true);
  if (!s.returns) return s.good;
  Bytes later = s.returned.written;
  if (c->parent != CONTEXT_NONE && depth < MOST_CALLERS)
    later = follow(a, a->contexts.data[c->parent], c->call, site, s.returned, depth + 1);
  keep_common(&s.good, &later);
  return s.good;
}

static const Bytes *written_first(Analysis *a, Context *c, Val at) {
  uint64_t *known = map_at(a->arena, &a->fresh, (uint64_t)c->id << 32 | at.id);
  if (*known) return (const Bytes *)(uintptr_t)*known;
  Bytes *written = arena_new_object(a->arena, Bytes);
  *written = follow(a, c, at, a->site_of_inst[at.id], (Point){0}, 0);
  *map_at(a->arena, &a->fresh, (uint64_t)c->id << 32 | at.id) = (uintptr_t)written;
  return written;
}

ContentId fresh_content(Analysis *a, Context *c, Val at, uint32_t loc) {
  uint64_t size = a->locs.data[loc].size_hi;
  int64_t bytes = size > INT64_MAX ? INT64_MAX : (int64_t)size;
  ContentId content = content_bytes(a->contents, bytes, VALUE_UNINITIALISED);
  const Bytes *written = written_first(a, c, at);
  for (int64_t lo = 0, hi; lo < MOST_BYTES && lo < bytes; lo = hi + 1) {
    for (hi = lo; has_bytes(written, hi, hi); hi++) continue;
    if (hi > lo) content = content_remove(a->contents, content, lo, hi - 1);
  }
  return content;
}
