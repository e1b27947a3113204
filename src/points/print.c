/* Points-to sets for people: in words, function by function, or as a graph. */
#include "points/result.h"

static void print_offsets(const Target *t, int64_t bytes, Arena *arena, VecChar *out) {
  if (target_unbounded_below(t) || target_unbounded_above(t)) {
    if (!target_unbounded_below(t))
      vec_printf(arena, out, "+%lld..", (long long)t->lo);
    else if (!target_unbounded_above(t))
      vec_printf(arena, out, "..%lld", (long long)t->hi);
    else
      vec_printf(arena, out, "+?");
    if (t->stride > 1) vec_printf(arena, out, " by %u", t->stride);
    return;
  }
  (void)bytes;
  vec_printf(arena, out, "%s%lld", t->lo < 0 ? "" : "+", (long long)t->lo);
  if (t->lo != t->hi) vec_printf(arena, out, "..%lld", (long long)t->hi);
  if (t->stride > 1) vec_printf(arena, out, " by %u", t->stride);
}

static void print_size(const Points *points, uint32_t site, Arena *arena, VecChar *out) {
  PointsLocation l = points_location(points, site);
  if (l.kind == POINTS_FUNCTION) return;
  if (l.size_lo == l.size_hi)
    vec_printf(arena, out, " of %llu", (unsigned long long)l.size_lo);
  else if (l.size_hi == UINT64_MAX)
    vec_printf(arena, out, " of %llu or more", (unsigned long long)l.size_lo);
  else
    vec_printf(arena, out, " of %llu..%llu", (unsigned long long)l.size_lo,
               (unsigned long long)l.size_hi);
}

typedef struct List {
  Arena *arena;
  VecChar *out;
  bool more;
} List;

static void separate(List *list) {
  if (list->more) vec_printf(list->arena, list->out, ", ");
  list->more = true;
}

static void print_plain(const Value *v, List *list) {
  separate(list);
  if (!v->lo && !v->hi)
    vec_printf(list->arena, list->out, "null");
  else if (v->lo <= INT32_MIN && v->hi >= INT32_MAX)
    vec_printf(list->arena, list->out, "unknown");
  else if (v->lo == v->hi)
    vec_printf(list->arena, list->out, "%lld", (long long)v->lo);
  else
    vec_printf(list->arena, list->out, "%lld..%lld", (long long)v->lo, (long long)v->hi);
}

void points_print_set(const Points *points, ValueId set, Span bytes, Arena *arena,
                      VecChar *out) {
  const Value *v = value_get(points->values, set);
  List list = {arena, out, false};
  vec_printf(arena, out, "{");
  for (uint32_t i = 0; i < v->count; i++) {
    const Target *t = &v->targets[i];
    separate(&list);
    vec_printf(arena, out, "%s", points_location_text(points, t->loc, arena));
    if (points->flat->sites.data[t->loc].kind == POINTS_FUNCTION && !t->lo && !t->hi)
      continue;
    print_offsets(t, bytes.hi, arena, out);
    print_size(points, t->loc, arena, out);
  }
  if (v->flags & VALUE_PLAIN) print_plain(v, &list);
  if (v->flags & VALUE_UNINIT) separate(&list), vec_printf(arena, out, "uninitialised");
  if (v->flags & VALUE_INVALID) separate(&list), vec_printf(arena, out, "invalidated");
  vec_printf(arena, out, "}");
}

/* ---- text ---- */

static bool is_interesting(const Points *points, Val v) {
  const Value *x = value_get(points->values, points->sets[v.id]);
  Type type = ir_inst(points->program, v)->type;
  return x->count || (type_is_ptr(type) && points->sets[v.id]);
}

static void print_name(const Points *points, Val v, Arena *arena, VecChar *out) {
  const char *name = ir_text(points->program, ir_inst(points->program, v)->name);
  if (*name)
    vec_printf(arena, out, "%s", name);
  else
    vec_printf(arena, out, "%%%u", v.id);
}

static const char *const verdicts[] = {"safe", "FAILS", "open"};

static void print_access(const Points *points, Val v, uint32_t operand, Arena *arena,
                         VecChar *out) {
  const Record *r = points_record(points, v, operand);
  if (!r) return;
  PointsAccess access = points_deref(points, v, operand);
  vec_printf(arena, out, "    %s of ", op_text((Op)ir_inst(points->program, v)->op));
  points_print_set(points, r->set, r->bytes, arena, out);
  vec_printf(arena, out, ": %s\n", verdicts[access.verdict]);
}

static void print_line(const Points *points, Val v, uint32_t *line, Arena *arena,
                       VecChar *out) {
  const Inst *inst = ir_inst(points->program, v);
  bool value = !type_is_void(inst->type) && is_interesting(points, v);
  bool access = false;
  for (uint32_t n = 0; n < 4; n++) access |= points_record(points, v, n) != NULL;
  if (inst->op == OP_CALL && ir_direct_callee(points->program, inst).id != IR_NONE)
    access = false;
  if (!value && !access) return;
  const Pos *pos = ir_pos(points->program, inst->pos);
  if (pos->line != *line) {
    vec_printf(arena, out, "  line %u:\n", pos->line);
    *line = pos->line;
  }
  if (access)
    for (uint32_t n = 0; n < 4; n++) print_access(points, v, n, arena, out);
  if (!value) return;
  vec_printf(arena, out, "    ");
  print_name(points, v, arena, out);
  vec_printf(arena, out, " -> ");
  points_print_set(points, points->sets[v.id], span_point(0), arena, out);
  vec_printf(arena, out, "\n");
}

static void print_parameters(const Points *points, const Function *function, Arena *arena,
                             VecChar *out) {
  for (uint32_t i = 0; i < function->params.len; i++) {
    Val v = {function->first + i};
    if (!is_interesting(points, v)) continue;
    vec_printf(arena, out, "    ");
    print_name(points, v, arena, out);
    vec_printf(arena, out, " -> ");
    points_print_set(points, points->sets[v.id], span_point(0), arena, out);
    vec_printf(arena, out, "\n");
  }
}

static bool is_shown(const Function *function, bool library) {
  return ir_function_has_body(function) && (library || !(function->flags & FN_MODEL));
}

static void print_function(const Points *points, Fn fn, Arena *arena, VecChar *out) {
  const Program *p = points->program;
  const Function *function = ir_function(p, fn);
  if (!points_function_reached(points, fn)) {
    vec_printf(arena, out, "%s: never called\n", ir_text(p, function->name));
    return;
  }
  vec_printf(arena, out, "%s:\n", ir_text(p, function->name));
  print_parameters(points, function, arena, out);
  uint32_t line = UINT32_MAX;
  ir_each_block(p, function, b) ir_each_inst(ir_block(p, b), v)
    print_line(points, v, &line, arena, out);
}

void points_print(const Points *points, bool library, Arena *arena, VecChar *out) {
  if (points->reason)
    vec_printf(arena, out, "without the order of execution: %s\n", points->reason);
  ir_each_function(points->program,
                   fn) if (is_shown(ir_function(points->program, fn), library))
    print_function(points, fn, arena, out);
}

/* ---- Graphviz ---- */

static void print_quoted(const char *text, Arena *arena, VecChar *out) {
  for (; *text; text++)
    vec_printf(arena, out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
}

static const char *shape_of(PointsKind kind) {
  switch (kind) {
  case POINTS_FUNCTION: return "ellipse";
  case POINTS_GLOBAL: return "box";
  case POINTS_STACK: return "box\" style=\"rounded";
  default: return "box3d";
  }
}

static void print_edges(const Points *points, ValueId id, const char *from, Arena *arena,
                        VecChar *out) {
  const Value *v = value_get(points->values, id);
  for (uint32_t i = 0; i < v->count; i++) {
    VecChar label = {0};
    print_offsets(&v->targets[i], 0, arena, &label);
    vec_printf(arena, out, "  %s -> L%u [label=\"%s\"]\n", from, v->targets[i].loc,
               label.data);
  }
  if (value_may_be_null(points->values, id))
    vec_printf(arena, out, "  %s -> null\n", from);
  if (v->flags & VALUE_INVALID) vec_printf(arena, out, "  %s -> invalidated\n", from);
  if ((v->flags & VALUE_UNINIT) || value_may_be_wild(points->values, id))
    vec_printf(arena, out, "  %s -> unknown\n", from);
}

/* A drawing: the values that are shown, and the locations that these lead to. */
typedef struct Drawing {
  const Points *points;
  Arena *arena;
  bool library;
  Bitset locations;
  VecU32 found; /* the same, as found */
} Drawing;

static bool value_is_drawn(const Points *points, Val v) {
  Op op = (Op)ir_inst(points->program, v)->op;
  bool shown = op == OP_LOAD || op == OP_PHI || op == OP_PARAM || op == OP_CALL;
  return shown && is_interesting(points, v);
}

static void draw_location(Drawing *d, uint32_t site) {
  if (bitset_has(&d->locations, site)) return;
  bitset_add(&d->locations, site);
  vec_push(d->arena, &d->found, site);
}

static void draw_targets(Drawing *d, const Value *v) {
  for (uint32_t i = 0; i < v->count; i++) draw_location(d, v->targets[i].loc);
}

/* What lies in memory, from the flat mode. */
static const Value *content_of(const Points *points, uint32_t site) {
  Analysis *a = points->flat;
  ContentId content = a->flat_mem.len ? a->flat_mem.data[site] : 0;
  return content ? value_get(a->values, content_all(a->contents, content)) : NULL;
}

static void draw_inst(Drawing *d, Val v) {
  const Points *points = d->points;
  if (value_is_drawn(points, v))
    draw_targets(d, value_get(points->values, points->sets[v.id]));
  for (uint32_t n = 0; n < 4; n++) {
    const Record *r = points_record(points, v, n);
    if (r && ir_inst(points->program, v)->op != OP_CALL)
      draw_targets(d, value_get(points->values, r->set));
  }
}

static void collect_locations(Drawing *d) {
  const Points *points = d->points;
  ir_each_function(points->program, fn) {
    const Function *function = ir_function(points->program, fn);
    for (uint32_t i = 0; is_shown(function, d->library) && i < function->inst_count; i++)
      draw_inst(d, (Val){function->first + i});
  }
  for (uint32_t i = 0; i < d->found.len; i++) {
    const Value *v = content_of(points, d->found.data[i]);
    if (v) draw_targets(d, v);
  }
}

static void print_contents(const Drawing *d, uint32_t site, VecChar *out) {
  const Value *v = content_of(d->points, site);
  for (uint32_t i = 0; v && i < v->count; i++) {
    if (i && v->targets[i].loc == v->targets[i - 1].loc) continue;
    vec_printf(d->arena, out, "  L%u -> L%u [style=dashed]\n", site, v->targets[i].loc);
  }
}

static void print_locations(const Drawing *d, VecChar *out) {
  bitset_each(&d->locations, s) {
    PointsLocation l = points_location(d->points, s);
    vec_printf(d->arena, out, "  L%u [shape=\"%s\" label=\"", s, shape_of(l.kind));
    print_quoted(points_location_text(d->points, s, d->arena), d->arena, out);
    vec_printf(d->arena, out, "\"]\n");
    print_contents(d, s, out);
  }
}

static void print_value(const Drawing *d, const Function *function, Val v, VecChar *out) {
  const Points *points = d->points;
  VecChar name = {0};
  print_name(points, v, d->arena, &name);
  vec_printf(d->arena, out, "  V%u [shape=plaintext label=\"", v.id);
  print_quoted(ir_text(points->program, function->name), d->arena, out);
  vec_printf(d->arena, out, ":");
  print_quoted(name.data, d->arena, out);
  vec_printf(d->arena, out, "\"]\n");
  print_edges(points, points->sets[v.id], arena_printf(d->arena, "V%u", v.id), d->arena,
              out);
}

void points_print_dot(const Points *points, bool library, Arena *arena, VecChar *out) {
  const Program *p = points->program;
  Drawing d = {.points = points, .arena = arena, .library = library};
  d.locations = bitset_new(arena, points_location_count(points));
  collect_locations(&d);
  vec_printf(arena, out,
             "digraph points {\n  rankdir=LR\n  node [fontname=\"monospace\"]\n"
             "  null [shape=plaintext]\n  unknown [shape=plaintext]\n"
             "  invalidated [shape=plaintext]\n");
  print_locations(&d, out);
  ir_each_function(p, fn) {
    const Function *function = ir_function(p, fn);
    for (uint32_t i = 0; is_shown(function, library) && i < function->inst_count; i++)
      if (value_is_drawn(points, (Val){function->first + i}))
        print_value(&d, function, (Val){function->first + i}, out);
  }
  vec_printf(arena, out, "}\n");
}
