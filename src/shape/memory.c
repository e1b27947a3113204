/* Instructions that touch memory: each access is checked against the object it means,
 * then done on its fields. What may be wrong is an open check, and the run goes on as if
 * it was fine; what must be wrong ends the path. */
#include "shape/exec.h"

uint32_t shape_read_constant(Exec *x, Graph *g, uint32_t index, uint64_t offset,
                             uint32_t size);

enum { MAX_TRACKED = 1 << 30, NULL_PAGE = 4096 };

/* Where an access goes: bytes lo .. hi + size of the object. */
typedef struct Access {
  uint32_t object;
  int64_t lo, hi;
} Access;

static bool wrong(Exec *x, Graph *g, CheckKind kind, Val at) {
  shape_fail(x, kind, at);
  shape_end_path(x, g);
  return false;
}

/* The address is no address that we know of. */
static bool not_address(Exec *x, Graph *g, CheckKind kind, Val at, const ShapeValue *v) {
  if (v->lo > -NULL_PAGE && v->hi < NULL_PAGE) return wrong(x, g, kind, at);
  shape_fail(x, kind, at);
  shape_end_path(x, g);
  shape_give_up(x, at, "an unknown pointer is used");
  return false;
}

static bool is_writable(const Exec *x, const ShapeObject *o) {
  if (o->place == PLACE_CONSTANT) return false;
  return o->place != PLACE_GLOBAL ||
         !(x->program->globals.data[o->source].flags & GLOB_CONST);
}

static bool is_incomplete(const Exec *x, const ShapeObject *o) {
  if (o->place != PLACE_GLOBAL && o->place != PLACE_CONSTANT) return false;
  const Global *global = &x->program->globals.data[o->source];
  return (global->flags & GLOB_EXTERN) && !global->size;
}

/* The check that every access makes; at most `size` bytes. */
static bool check_access(Exec *x, Graph *g, Val at, CheckKind kind, uint32_t value,
                         int64_t size, Access *access) {
  if (!value_is_address(graph_value(g, value)))
    return not_address(x, g, kind, at, graph_value(g, value));
  if (!shape_concretise(x, g, at, value)) return false;
  ShapeValue *v = graph_value(g, value);
  ShapeObject *o = graph_object(g, v->object);
  if (!o->valid || o->place == PLACE_FUNCTION) return wrong(x, g, kind, at);
  if (is_incomplete(x, o)) {
    shape_give_up(x, at, "a global of unknown size is used");
    return false;
  }
  if (kind == CHECK_WRITE && !is_writable(x, o)) return wrong(x, g, kind, at);
  if (v->hi < 0 || v->lo > o->size_hi - size) return wrong(x, g, kind, at);
  if (v->lo < 0 || v->hi > o->size_lo - size) {
    shape_fail(x, kind, at);
    if (!value_narrow(v, 0, o->size_hi - size)) {
      shape_end_path(x, g);
      return false;
    }
    if (o->size_lo < v->lo + size) o->size_lo = v->lo + size;
  }
  *access = (Access){v->object, v->lo, v->hi};
  return true;
}

static bool is_exact(const Access *a) { return a->lo == a->hi; }

/* Bytes lo .. hi of an object become unknown. */
static void clear_range(Graph *g, const Access *a, int64_t size) {
  if (a->lo >= MAX_TRACKED) return;
  int64_t end = a->hi + size > MAX_TRACKED ? MAX_TRACKED : a->hi + size;
  graph_clear(g, a->object, (uint32_t)a->lo, (uint32_t)(end - a->lo));
}

/* ---- load and store ---- */

/* Bytes that the program looks at. */
static void note_read(Exec *x, const Graph *g, const Access *a, int64_t size) {
  reads_note(x->reads, x->sites, g, a->object, a->lo, a->hi + size);
  if (!x->precision->forgets || !x->reads->is_news) return;
  x->restart = x->interrupted = true;
}

static uint32_t read_value(Exec *x, Graph *g, const Access *a, uint32_t size, Type type) {
  const ShapeObject *o = graph_object(g, a->object);
  uint32_t value = SHAPE_NONE;
  if (o->place == PLACE_CONSTANT) {
    if (is_exact(a)) value = shape_read_constant(x, g, o->source, (uint64_t)a->lo, size);
    if (value == SHAPE_NONE) return shape_unknown(x, g, type);
  } else if (is_exact(a) && a->hi + size <= MAX_TRACKED) {
    value = graph_read(g, a->object, (uint32_t)a->lo, size);
  } else if (a->hi + size <= MAX_TRACKED) {
    uint32_t whole =
      graph_lookup(g, a->object, (uint32_t)a->lo, (uint32_t)(a->hi - a->lo) + size);
    if (whole == SHAPE_ZERO) value = SHAPE_ZERO;
  }
  int64_t lo, hi;
  shape_type_range(x, type, &lo, &hi);
  if (value != SHAPE_NONE) {
    const ShapeValue *v = graph_value(g, value);
    if (v->kind == VALUE_ADDRESS && ir_type_bits(x->program, type) == x->pointer_bits)
      return value;
    if (v->kind == VALUE_INT && v->lo >= lo && v->hi <= hi) return value;
  }
  value = graph_add_int(g, lo, hi);
  graph_value(g, value)->undefined = true;
  return value;
}

static bool load(Exec *x, Graph *g, Val at, const Inst *i) {
  Access a;
  uint32_t size = ir_type_bytes(x->program, i->type);
  uint32_t pointer = shape_operand(x, g, ir_arg(x->program, i, 0));
  if (!check_access(x, g, at, CHECK_READ, pointer, size, &a)) return false;
  note_read(x, g, &a, size);
  shape_set(x, g, at, read_value(x, g, &a, size, i->type));
  return true;
}

static bool store(Exec *x, Graph *g, Val at, const Inst *i) {
  const Program *p = x->program;
  Access a;
  uint32_t size = ir_type_bytes(p, ir_type(p, ir_arg(p, i, 0)));
  uint32_t pointer = shape_operand(x, g, ir_arg(p, i, 1));
  if (!check_access(x, g, at, CHECK_WRITE, pointer, size, &a)) return false;
  uint32_t value = shape_operand(x, g, ir_arg(p, i, 0));
  if (value_is_address(graph_value(g, value)))
    reads_note_stored(x->reads, x->sites, g, a.object, a.lo);
  if (is_exact(&a) && a.hi + size <= MAX_TRACKED) {
    graph_write(g, a.object, (uint32_t)a.lo, size, value);
    return true;
  }
  uint32_t whole = SHAPE_NONE;
  if (a.hi + size <= MAX_TRACKED)
    whole = graph_lookup(g, a.object, (uint32_t)a.lo, (uint32_t)(a.hi - a.lo) + size);
  if (value != SHAPE_ZERO || whole != SHAPE_ZERO) clear_range(g, &a, size);
  return true;
}

/* ---- sizes ---- */

/* An integer read without a sign, at most a size. */
static void unsigned_range(const Exec *x, const Graph *g, uint32_t value, int64_t *lo,
                           int64_t *hi) {
  const ShapeValue *v = graph_value(g, value);
  int64_t most = x->pointer_bits == 32 ? UINT32_MAX : INT64_MAX / 4;
  *lo = 0;
  *hi = most;
  if (v->kind != VALUE_INT) return;
  if (v->lo >= 0) {
    *lo = v->lo < most ? v->lo : most;
    *hi = v->hi < most ? v->hi : most;
  } else if (v->hi < 0 && x->pointer_bits == 32 && v->lo >= INT32_MIN) {
    *lo = v->lo + ((int64_t)1 << 32);
    *hi = v->hi + ((int64_t)1 << 32);
  } else if (v->hi < 0) {
    *lo = most;
  }
}

/* ---- copy, move, fill ---- */

static void copy_constant(Exec *x, Graph *g, const Access *to, uint32_t index,
                          uint32_t from, uint32_t n) {
  const Global *global = &x->program->globals.data[index];
  clear_range(g, to, n);
  if (n > 4096) return;
  uint32_t word = 4;
  for (uint32_t i = 0; i < n;) {
    bool reloc = false;
    for (uint32_t k = 0; k < global->relocs.len; k++)
      reloc |= global->relocs.data[k].offset == from + i;
    uint32_t size = reloc ? x->pointer_bytes : word;
    if (size > n - i) size = n - i;
    uint32_t value = shape_read_constant(x, g, index, from + i, size);
    if (value != SHAPE_NONE)
      graph_write(g, to->object, (uint32_t)to->lo + i, size, value);
    i += size;
  }
}

static void check_overlap(Exec *x, Val at, const Inst *i, const Access *to,
                          const Access *from, int64_t n) {
  if (i->op != OP_COPY || to->object != from->object) return;
  bool same = is_exact(to) && is_exact(from) && to->lo == from->lo;
  bool apart = to->hi + n <= from->lo || from->hi + n <= to->lo;
  if (!same && !apart) shape_fail(x, CHECK_OVERLAP, at);
}

/* Nothing is checked when there are no bytes. */
static void split_no_bytes(Exec *x, Graph *g, Val at, int64_t least, int64_t most) {
  if (least == 0 && most > 0) shape_push(x, shape_fork(x, g), (Val){at.id + 1});
}

static bool copy(Exec *x, Graph *g, Val at, const Inst *i) {
  const Program *p = x->program;
  int64_t least, most;
  unsigned_range(x, g, shape_operand(x, g, ir_arg(p, i, 2)), &least, &most);
  if (!most) return true;
  split_no_bytes(x, g, at, least, most);
  Access to, from;
  int64_t checked = least == most ? most : least ? least : 1;
  uint32_t source = shape_operand(x, g, ir_arg(p, i, 1));
  if (!check_access(x, g, at, CHECK_READ, source, checked, &from)) return false;
  note_read(x, g, &from, most);
  uint32_t target = shape_operand(x, g, ir_arg(p, i, 0));
  if (!check_access(x, g, at, CHECK_WRITE, target, checked, &to)) return false;
  if (most > graph_object(g, from.object)->size_lo - from.hi)
    shape_fail(x, CHECK_READ, at);
  if (most > graph_object(g, to.object)->size_lo - to.hi) shape_fail(x, CHECK_WRITE, at);
  check_overlap(x, at, i, &to, &from, most);
  bool exact = is_exact(&to) && is_exact(&from) && least == most &&
               to.hi + most <= MAX_TRACKED && from.hi + most <= MAX_TRACKED;
  const ShapeObject *o = graph_object(g, from.object);
  if (exact && o->place == PLACE_CONSTANT)
    copy_constant(x, g, &to, o->source, (uint32_t)from.lo, (uint32_t)most);
  else if (exact)
    graph_copy_fields(g, to.object, (uint32_t)to.lo, from.object, (uint32_t)from.lo,
                      (uint32_t)most);
  else
    clear_range(g, &to, most);
  return true;
}

static bool fill(Exec *x, Graph *g, Val at, const Inst *i) {
  const Program *p = x->program;
  int64_t least, most;
  unsigned_range(x, g, shape_operand(x, g, ir_arg(p, i, 2)), &least, &most);
  if (!most) return true;
  split_no_bytes(x, g, at, least, most);
  Access to;
  int64_t checked = least == most ? most : least ? least : 1;
  uint32_t target = shape_operand(x, g, ir_arg(p, i, 0));
  if (!check_access(x, g, at, CHECK_WRITE, target, checked, &to)) return false;
  if (most > graph_object(g, to.object)->size_lo - to.hi) shape_fail(x, CHECK_WRITE, at);
  uint32_t byte = shape_operand(x, g, ir_arg(p, i, 1));
  clear_range(g, &to, most);
  if (!is_exact(&to) || least != most || to.hi + most > MAX_TRACKED) return true;
  if (byte == SHAPE_ZERO)
    graph_write(g, to.object, (uint32_t)to.lo, (uint32_t)most, byte);
  return true;
}

static bool output(Exec *x, Graph *g, Val at, const Inst *i) {
  const Program *p = x->program;
  int64_t least, most;
  unsigned_range(x, g, shape_operand(x, g, ir_arg(p, i, 2)), &least, &most);
  if (!most) return true;
  split_no_bytes(x, g, at, least, most);
  Access from;
  uint32_t source = shape_operand(x, g, ir_arg(p, i, 1));
  if (!check_access(x, g, at, CHECK_READ, source, least ? least : 1, &from)) return false;
  note_read(x, g, &from, most);
  if (most > graph_object(g, from.object)->size_lo - from.hi)
    shape_fail(x, CHECK_READ, at);
  return true;
}

/* ---- the heap ---- */

static void block_size(const Exec *x, Graph *g, const Inst *i, uint32_t first, bool pair,
                       int64_t *lo, int64_t *hi, bool *overflows) {
  unsigned_range(x, g, first, lo, hi);
  *overflows = false;
  if (!pair) return;
  int64_t lo2, hi2, most = x->pointer_bits == 32 ? UINT32_MAX : INT64_MAX / 4;
  unsigned_range(x, g, shape_operand((Exec *)x, g, ir_arg(x->program, i, 1)), &lo2, &hi2);
  __int128 low = (__int128)*lo * lo2, high = (__int128)*hi * hi2;
  *overflows = high > most;
  *lo = low > most ? most : (int64_t)low;
  *hi = high > most ? most : (int64_t)high;
}

static uint32_t new_block(Exec *x, Graph *g, Val at, const Inst *i, int64_t lo,
                          int64_t hi) {
  bool fixed = i->flags & INST_STATIC;
  uint32_t source = fixed ? at.id : 0;
  uint32_t block = graph_add_region(g, fixed ? PLACE_STATIC : PLACE_HEAP, source, lo, hi);
  if (!fixed) graph_object(g, block)->sites = sites_single(x->sites, at.id);
  if ((i->flags & INST_ZERO) && lo > 0)
    graph_write(g, block, 0, (uint32_t)(lo < MAX_TRACKED ? lo : MAX_TRACKED), SHAPE_ZERO);
  return block;
}

static void may_fail(Exec *x, Graph *g, Val at, const Inst *i, bool overflows) {
  bool fails = x->run->options->malloc_may_fail && !(i->flags & INST_STATIC);
  if (!fails && !overflows) return;
  Graph *other = shape_fork(x, g);
  shape_set(x, other, at, SHAPE_ZERO);
  shape_push(x, other, (Val){at.id + 1});
}

static bool alloc(Exec *x, Graph *g, Val at, const Inst *i) {
  int64_t lo, hi;
  bool overflows;
  uint32_t size = shape_operand(x, g, ir_arg(x->program, i, 0));
  block_size(x, g, i, size, i->arg_count > 1, &lo, &hi, &overflows);
  may_fail(x, g, at, i, overflows);
  uint32_t block = new_block(x, g, at, i, lo, hi);
  shape_set(x, g, at, graph_address(g, block, 0, SPEC_REGION));
  return true;
}

/* The pointer is the start of a live block of this kind. */
static bool check_block(Exec *x, Graph *g, Val at, uint32_t value, ShapePlace place) {
  if (!value_is_address(graph_value(g, value)))
    return not_address(x, g, CHECK_FREE, at, graph_value(g, value));
  if (!shape_concretise(x, g, at, value)) return false;
  ShapeValue *v = graph_value(g, value);
  const ShapeObject *o = graph_object(g, v->object);
  if (o->place != place || !o->valid || v->lo > 0 || v->hi < 0)
    return wrong(x, g, CHECK_FREE, at);
  if (!value_is_exact(v)) {
    shape_fail(x, CHECK_FREE, at);
    if (!value_narrow(v, 0, 0)) return wrong(x, g, CHECK_FREE, at);
  }
  return true;
}

static bool is_null(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  return v->kind == VALUE_INT && v->lo == 0 && v->hi == 0;
}

static bool release(Exec *x, Graph *g, Val at, const Inst *i, ShapePlace place) {
  uint32_t value = shape_operand(x, g, ir_arg(x->program, i, 0));
  if (is_null(g, value)) return true;
  if (!check_block(x, g, at, value, place)) return false;
  graph_kill(g, graph_value(g, value)->object);
  return true;
}

static bool reallocate(Exec *x, Graph *g, Val at, const Inst *i) {
  uint32_t value = shape_operand(x, g, ir_arg(x->program, i, 0));
  uint32_t size = shape_operand(x, g, ir_arg(x->program, i, 1));
  bool old = !is_null(g, value);
  if (old && !check_block(x, g, at, value, PLACE_HEAP)) return false;
  int64_t lo, hi;
  unsigned_range(x, g, size, &lo, &hi);
  if (old && lo == 0) {
    Graph *other = hi ? shape_fork(x, g) : g;
    graph_kill(other, graph_value(other, value)->object);
    shape_set(x, other, at, SHAPE_ZERO);
    if (!hi) return true;
    shape_push(x, other, (Val){at.id + 1});
  }
  may_fail(x, g, at, i, false);
  uint32_t block = new_block(x, g, at, i, lo, hi);
  if (old) {
    uint32_t before = graph_value(g, value)->object;
    note_read(x, g, &(Access){before, 0, 0}, graph_object(g, before)->size_hi);
    int64_t kept =
      graph_object(g, before)->size_hi < hi ? graph_object(g, before)->size_hi : hi;
    if (kept > MAX_TRACKED) kept = MAX_TRACKED;
    if (lo != hi) kept = kept < lo ? kept : lo;
    if (kept > 0) graph_copy_fields(g, block, 0, before, 0, (uint32_t)kept);
    graph_kill(g, before);
  }
  shape_set(x, g, at, graph_address(g, block, 0, SPEC_REGION));
  return true;
}

/* ---- the stack ---- */

static uint32_t new_local(Exec *x, Graph *g, Val at, int64_t lo, int64_t hi) {
  uint32_t object = graph_add_region(g, PLACE_STACK, at.id, lo, hi);
  ShapeObject *frame = graph_object(g, vec_last(&g->frames));
  ShapeObject *o = graph_object(g, object);
  o->frame = (uint16_t)(g->frames.len - 1);
  o->born = (uint16_t)frame->length++;
  shape_set(x, g, at, graph_address(g, object, 0, SPEC_REGION));
  return object;
}

static bool alloca_object(Exec *x, Graph *g, Val at, const Inst *i) {
  int64_t lo, hi;
  unsigned_range(x, g, shape_operand(x, g, ir_arg(x->program, i, 0)), &lo, &hi);
  uint32_t object = new_local(x, g, at, lo, hi);
  Fn fn = {graph_object(g, vec_last(&g->frames))->source};
  uint32_t local = at.id - ir_function(x->program, fn)->first;
  if (shape_function(x, fn)->scoped[local]) graph_object(g, object)->valid = false;
  return true;
}

static bool scope(Exec *x, Graph *g, Val at, const Inst *i) {
  Val made = ir_arg(x->program, i, 0);
  uint32_t value = shape_operand(x, g, made);
  if (!value_is_address(graph_value(g, value))) {
    shape_give_up(x, at, "a scope of an unknown variable");
    return false;
  }
  uint32_t object = graph_value(g, value)->object;
  graph_kill(g, object);
  if (i->op == OP_SCOPE_END) return true;
  ShapeObject o = *graph_object(g, object);
  o.valid = true;
  o.fields = NULL;
  o.field_count = o.field_cap = 0;
  uint32_t next = graph_add_object(g, o);
  shape_set(x, g, made, graph_address(g, next, 0, SPEC_REGION));
  return true;
}

static bool restore(Exec *x, Graph *g, Val at, const Inst *i) {
  const ShapeValue token = *graph_value(g, shape_operand(x, g, ir_arg(x->program, i, 0)));
  if (token.kind != VALUE_INT || !value_is_exact(&token)) {
    shape_give_up(x, at, "stack.restore with an unknown token");
    return false;
  }
  for (uint32_t k = 1; k < g->objects.len; k++) {
    const ShapeObject *o = graph_object(g, k);
    if (o->place == PLACE_STACK && o->frame == g->frames.len - 1 && o->born >= token.lo)
      graph_kill(g, k);
  }
  graph_object(g, vec_last(&g->frames))->length = (uint32_t)token.lo;
  return true;
}

/* As the interpreter lays them out. */
static bool varargs(Exec *x, Graph *g, Val at) {
  uint32_t frame = vec_last(&g->frames);
  Val call = x->contexts.data[g->context].call;
  const Program *p = x->program;
  const Inst *inst = call.id == IR_NONE ? NULL : ir_inst(p, call);
  uint32_t first = ir_function(p, (Fn){graph_object(g, frame)->source})->params.len;
  uint32_t object = new_local(x, g, at, 0, 0);
  uint32_t end = 0, slot = x->pointer_bytes;
  for (uint32_t k = first; inst && k + 1 < inst->arg_count; k++) {
    uint32_t bytes = ir_type_bytes(p, ir_type(p, ir_arg(p, inst, k + 1)));
    bool wide = slot == 8 && bytes > 8;
    if (wide) end = (end + 15) & ~15u;
    uint32_t room = wide ? 16 : (bytes + slot - 1) / slot * slot;
    uint32_t value = graph_get_register(g, frame, SHAPE_VARARGS + k);
    graph_write(g, object, end, room, SHAPE_ZERO);
    if (value != SHAPE_NONE) graph_write(g, object, end, bytes, value);
    end += room;
  }
  graph_object(g, object)->size_lo = graph_object(g, object)->size_hi = end;
  return true;
}

bool shape_memory(Exec *x, Graph *g, Val at) {
  const Inst *i = ir_inst(x->program, at);
  switch ((Op)i->op) {
  case OP_LOAD: return load(x, g, at, i);
  case OP_STORE: return store(x, g, at, i);
  case OP_COPY:
  case OP_MOVE: return copy(x, g, at, i);
  case OP_FILL: return fill(x, g, at, i);
  case OP_OUTPUT: return output(x, g, at, i);
  case OP_ALLOC: return alloc(x, g, at, i);
  case OP_FREE: return release(x, g, at, i, PLACE_HEAP);
  case OP_KILL: return release(x, g, at, i, PLACE_STATIC);
  case OP_REALLOC: return reallocate(x, g, at, i);
  case OP_ALLOCA: return alloca_object(x, g, at, i);
  case OP_SCOPE_BEGIN:
  case OP_SCOPE_END: return scope(x, g, at, i);
  case OP_STACK_SAVE:
    shape_set(x, g, at, graph_int(g, graph_object(g, vec_last(&g->frames))->length));
    return true;
  case OP_STACK_RESTORE: return restore(x, g, at, i);
  case OP_VARARGS: return varargs(x, g, at);
  case OP_OBJSIZE: {
    const ShapeValue *v = graph_value(g, shape_operand(x, g, ir_arg(x->program, i, 0)));
    uint32_t size = SHAPE_NONE;
    if (v->kind == VALUE_ADDRESS) {
      const ShapeObject *o = graph_object(g, v->object);
      size = graph_add_int(g, o->size_lo, o->size_hi);
    }
    shape_set(x, g, at, size == SHAPE_NONE ? shape_unknown(x, g, i->type) : size);
    return true;
  }
  default:
    shape_give_up(x, at, op_text((Op)i->op));
    shape_end_path(x, g);
    return false;
  }
}
