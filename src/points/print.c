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

void points_print(const Points *points, Arena *arena, VecChar *out) {
  const Program *p = points->program;
  if (points->reason)
    vec_printf(arena, out, "without the order of execution: %s\n", points->reason);
  ir_each_function(p, fn) {
    const Function *function = ir_function(p, fn);
    if (!ir_function_has_body(function)) continue;
    if (!points_function_reached(points, fn)) {
      vec_printf(arena, out, "%s: never called\n", ir_text(p, function->name));
      continue;
    }
    vec_printf(arena, out, "%s:\n", ir_text(p, function->name));
    print_parameters(points, function, arena, out);
    uint32_t line = UINT32_MAX;
    ir_each_block(p, function, b) ir_each_inst(ir_block(p, b), v)
      print_line(points, v, &line, arena, out);
  }
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

/* What lies in memory, from the flat mode: a location's cells that hold pointers. */
static void print_contents(const Points *points, uint32_t site, Arena *arena,
                           VecChar *out) {
  Analysis *a = points->flat;
  ContentId content = a->flat_mem.len ? a->flat_mem.data[site] : 0;
  if (!content) return;
  const Value *v = value_get(a->values, content_all(a->contents, content));
  for (uint32_t i = 0; i < v->count; i++) {
    if (i && v->targets[i].loc == v->targets[i - 1].loc) continue;
    vec_printf(arena, out, "  L%u -> L%u [style=dashed]\n", site, v->targets[i].loc);
  }
}

void points_print_dot(const Points *points, Arena *arena, VecChar *out) {
  const Program *p = points->program;
  vec_printf(arena, out,
             "digraph points {\n  rankdir=LR\n  node [fontname=\"monospace\"]\n"
             "  null [shape=plaintext]\n  unknown [shape=plaintext]\n"
             "  invalidated [shape=plaintext]\n");
  for (uint32_t s = 0; s < points_location_count(points); s++) {
    PointsLocation l = points_location(points, s);
    if (!l.made ||
        (l.kind == POINTS_FUNCTION && !(p->functions.data[s].flags & FN_ADDRESS_TAKEN)))
      continue;
    vec_printf(arena, out, "  L%u [shape=\"%s\" label=\"", s, shape_of(l.kind));
    print_quoted(points_location_text(points, s, arena), arena, out);
    vec_printf(arena, out, "\"]\n");
    print_contents(points, s, arena, out);
  }
  ir_each_function(p, fn) {
    const Function *function = ir_function(p, fn);
    for (uint32_t i = 0; i < function->inst_count; i++) {
      Val v = {function->first + i};
      const Inst *inst = ir_inst(p, v);
      bool shown = inst->op == OP_LOAD || inst->op == OP_PHI || inst->op == OP_PARAM ||
                   inst->op == OP_CALL;
      if (!shown || !is_interesting(points, v)) continue;
      vec_printf(arena, out, "  V%u [shape=plaintext label=\"", v.id);
      print_quoted(ir_text(p, function->name), arena, out);
      vec_printf(arena, out, ":");
      VecChar name = {0};
      print_name(points, v, arena, &name);
      print_quoted(name.data, arena, out);
      vec_printf(arena, out, "\"]\n");
      print_edges(points, points->sets[v.id], arena_printf(arena, "V%u", v.id), arena,
                  out);
    }
  }
  vec_printf(arena, out, "}\n");
}
