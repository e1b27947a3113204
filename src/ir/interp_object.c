/* Objects of a run: where they lie, their bytes, their lives. Addresses are handed out
 * upwards and not again, with a gap between neighbours, so that the end of one object is
 * never the start of the next. */
#include <stdlib.h>

#include "base/panic.h"
#include "ir/interp_state.h"

enum { GAP = 16, POOL_CHUNK = 256 * 1024, POOL_MAX = 4096 };

/* ---- payload memory: size classes, and the system for what is large ---- */

static unsigned pool_class(uint64_t size) {
  if (size <= 256) return size ? (unsigned)(size - 1) / 16 : 0;
  return 16 + (unsigned)(64 - __builtin_clzll(size - 1)) - 9;
}

static size_t pool_class_bytes(unsigned class) {
  return class < 16 ? 16 * (class + 1) : (size_t)512 << (class - 16);
}

static void *pool_refill(Interp *it, size_t bytes) {
  if ((size_t)(it->pool_chunk_end - it->pool_chunk) < bytes) {
    it->pool_chunk = malloc(POOL_CHUNK);
    if (!it->pool_chunk) panic("no memory");
    it->pool_chunk_end = it->pool_chunk + POOL_CHUNK;
    vec_push(it->own, &it->pool_chunks, it->pool_chunk);
  }
  void *block = it->pool_chunk;
  it->pool_chunk += bytes;
  return block;
}

/* NULL only for large sizes. */
static void *pool_alloc(Interp *it, uint64_t size, bool zero) {
  if (size > POOL_MAX) return calloc(1, size);
  unsigned class = pool_class(size);
  void **block = it->pool_free[class];
  if (block) {
    it->pool_free[class] = *block;
  } else {
    block = pool_refill(it, pool_class_bytes(class));
  }
  if (zero) memset(block, 0, size);
  return block;
}

static void pool_release(Interp *it, void *block, uint64_t size) {
  if (!block) return;
  if (size > POOL_MAX) {
    free(block);
    return;
  }
  unsigned class = pool_class(size);
  *(void **)block = it->pool_free[class];
  it->pool_free[class] = block;
}

/* ---- the three arrays of an object: side by side where that is one or two cache lines
 * ---- */

enum { SMALL_OBJECT = 256 };

static uint64_t prov_bytes(const Interp *it, const Object *o) {
  return (o->size + it->ptr_bytes - 1) / it->ptr_bytes * sizeof *o->prov;
}

static bool is_small(const Object *o) { return o->size <= SMALL_OBJECT; }
static uint64_t small_part(const Object *o) { return (o->size + 7) & ~(uint64_t)7; }

static void *second_array(Interp *it, const Object *o, uint64_t at, uint64_t size) {
  void *array = is_small(o) ? o->bytes + at : pool_alloc(it, size, false);
  if (!array) panic("no memory");
  return array;
}

static uint8_t *new_defined(Interp *it, const Object *o, int byte) {
  uint8_t *defined = second_array(it, o, small_part(o), o->size);
  return memset(defined, byte, o->size);
}

void interp_need_defined(Interp *it, Object *o) {
  if (!o->defined) o->defined = new_defined(it, o, 0xff);
}

void interp_need_prov(Interp *it, Object *o) {
  if (o->prov) return;
  uint64_t bytes = prov_bytes(it, o);
  o->prov = second_array(it, o, 2 * small_part(o), bytes);
  memset(o->prov, 0, bytes);
}

static bool payload_alloc(Interp *it, Object *o, bool defined) {
  if (is_small(o)) {
    o->bytes = pool_alloc(it, 2 * small_part(o) + prov_bytes(it, o), false);
    if (defined)
      memset(o->bytes, 0, o->size);
    else
      o->defined = new_defined(it, o, 0);
    return true;
  }
  o->bytes = pool_alloc(it, o->size, defined);
  if (!o->bytes || defined) return o->bytes;
  o->defined = pool_alloc(it, o->size, true);
  if (o->defined) return true;
  pool_release(it, o->bytes, o->size);
  o->bytes = NULL;
  return false;
}

static void payload_release(Interp *it, Object *o) {
  ObjectCold *cold = &it->cold[o - it->objects];
  if (o->prov) interp_prov_free(it, o);
  if (is_small(o)) {
    pool_release(it, o->bytes, 2 * small_part(o) + prov_bytes(it, o));
  } else {
    pool_release(it, o->prov, prov_bytes(it, o));
    pool_release(it, o->defined, o->size);
    pool_release(it, o->bytes, o->size);
  }
  pool_release(it, cold->fixed, o->size);
  o->bytes = o->defined = cold->fixed = NULL;
  o->prov = NULL;
}

/* ---- undefined bits that have a value ---- */

static uint8_t *need_fixed(Interp *it, Object *o) {
  ObjectCold *cold = &it->cold[o - it->objects];
  if (!cold->fixed) cold->fixed = pool_alloc(it, o->size, true);
  if (!cold->fixed) panic("no memory");
  return cold->fixed;
}

Bits interp_fixed(const Interp *it, const Object *o, uint64_t offset, unsigned n) {
  const uint8_t *fixed = it->cold[o - it->objects].fixed;
  Bits bits = 0;
  if (fixed) memcpy(&bits, fixed + offset, n);
  return bits;
}

void interp_fix(Interp *it, Object *o, uint64_t offset, unsigned n, Bits which) {
  Bits fixed = interp_fixed(it, o, offset, n) | which;
  memcpy(need_fixed(it, o) + offset, &fixed, n);
}

void interp_fix_copy(Interp *it, Object *to, uint64_t to_offset, const Object *from,
                     uint64_t from_offset, uint64_t n) {
  const uint8_t *source = it->cold[from - it->objects].fixed;
  if (!source && !it->cold[to - it->objects].fixed) return;
  uint8_t *target = need_fixed(it, to);
  if (source)
    memmove(target + to_offset, source + from_offset, n);
  else
    memset(target + to_offset, 0, n);
}

/* ---- the table ---- */

static void table_grow(Interp *it) {
  uint32_t cap = it->object_cap ? it->object_cap * 2 : 256;
  Object *objects = aligned_alloc(sizeof *objects, cap * sizeof *objects);
  it->cold = realloc(it->cold, cap * sizeof *it->cold);
  if (!objects || !it->cold) panic("no memory");
  if (it->objects) memcpy(objects, it->objects, it->object_cap * sizeof *objects);
  free(it->objects);
  it->objects = objects;
  it->object_cap = cap;
}

static uint32_t new_id(Interp *it) {
  if (!it->free_ids.len && it->dead_count > it->dead_limit) interp_collect(it);
  uint32_t id;
  if (it->free_ids.len) {
    id = vec_pop(&it->free_ids);
  } else {
    if (it->object_count == it->object_cap) table_grow(it);
    id = it->object_count++;
  }
  it->objects[id] = (Object){0};
  it->cold[id] = (ObjectCold){0};
  return id;
}

void interp_forget(Interp *it, uint32_t id) {
  it->objects[id].flags = OBJECT_FREE_ID;
  it->dead_count--;
  vec_push(it->own, &it->free_ids, id);
}

static void open_limits(Object *o) {
  o->read_limit = o->flags & OBJECT_EXTERN ? 0 : o->size;
  o->write_limit = o->flags & (OBJECT_READ_ONLY | OBJECT_EXTERN) ? 0 : o->size;
}

void interp_kill(Interp *it, uint32_t id, Life life, Trace where) {
  Object *o = &it->objects[id];
  payload_release(it, o);
  o->read_limit = o->write_limit = 0;
  o->life = (uint8_t)life;
  it->cold[id].ended = where;
  it->live_bytes -= o->size;
  it->heap_alive -= o->kind == OBJECT_HEAP;
  it->dead_count++;
}

static uint64_t align_up(uint64_t x, uint64_t align) {
  return (x + align - 1) & ~(align - 1);
}

/* An address range in [*next, end); 0 when there is none left. */
static uint64_t take_addresses(uint64_t *next, uint64_t end, uint64_t size,
                               uint64_t align) {
  uint64_t base = align_up(*next, align < 16 ? 16 : align);
  if (base >= end || size > end - base || align_up(size, 16) + GAP > end - base) return 0;
  *next = base + align_up(size ? size : 1, 16) + GAP;
  return base;
}

static bool size_fits(Interp *it, uint32_t inst, uint64_t size) {
  uint64_t most = it->ptr_bytes == 4 ? INT32_MAX : (uint64_t)1 << 44;
  uint64_t max = it->options->max_memory;
  if (size <= most && (!max || (size <= max && it->live_bytes <= max - size)))
    return true;
  return interp_stop(it, RUN_LIMIT, inst, "allocation of %llu bytes",
                     (unsigned long long)size);
}

static bool bring_alive(Interp *it, uint32_t inst, Object *o, bool defined) {
  if (!payload_alloc(it, o, defined))
    return interp_stop(it, RUN_LIMIT, inst, "allocation of %llu bytes",
                       (unsigned long long)o->size);
  o->life = LIFE_ALIVE;
  it->live_bytes += o->size;
  open_limits(o);
  return true;
}

static uint8_t log2_of(uint64_t align) {
  return align > 1 ? (uint8_t)__builtin_ctzll(align) : 0;
}

/* As C's malloc or more: blocks up to a page are aligned to their size, so that what
 * programs ask of aligned_alloc and its like is mostly so. */
static uint64_t heap_align(uint64_t size) {
  if (size <= 16) return 16;
  return size >= 4096 ? 4096 : (uint64_t)1 << (64 - __builtin_clzll(size - 1));
}

uint32_t interp_heap_object(Interp *it, uint32_t inst, uint64_t size, bool defined) {
  if (!size_fits(it, inst, size)) return 0;
  uint64_t base = take_addresses(&it->heap_next, it->heap_end, size, heap_align(size));
  if (!base) return interp_stop(it, RUN_LIMIT, inst, "address space is used up");
  uint32_t id = new_id(it);
  Object *o = &it->objects[id];
  bool is_static = it->program->insts.data[inst].flags & INST_STATIC;
  *o = (Object){.base = base, .size = size};
  o->kind = is_static ? OBJECT_STATIC : OBJECT_HEAP;
  o->align = it->ptr_bytes == 8 ? 4 : 3;
  if (it->program->insts.data[inst].flags & INST_UNKNOWN) o->flags |= OBJECT_EXTERN;
  if (!bring_alive(it, inst, o, defined)) return 0;
  it->cold[id].source = inst;
  it->cold[id].made = interp_trace(it, inst);
  it->heap_alive += !is_static;
  vec_push(it->own, &it->heap, (HeapEntry){base, id});
  return id;
}

/* ---- stack objects ---- */

uint32_t interp_stack_object(Interp *it, uint32_t inst, uint64_t size, uint64_t align,
                             bool born) {
  if (!size_fits(it, inst, size)) return 0;
  uint64_t base = take_addresses(&it->stack_next, it->stack_end, size, align);
  if (!base) return interp_stop(it, RUN_LIMIT, inst, "stack space is used up");
  uint32_t id = new_id(it);
  Object *o = &it->objects[id];
  *o =
    (Object){.base = base, .size = size, .kind = OBJECT_STACK, .align = log2_of(align)};
  if (!born) {
    o->life = LIFE_SCOPE;
    o->flags = OBJECT_UNBORN;
    it->dead_count++;
  } else if (!bring_alive(it, inst, o, false)) {
    return 0;
  }
  it->cold[id] =
    (ObjectCold){.made = TRACE_INST | inst, .source = inst, .position = it->stack.len};
  vec_push(it->own, &it->stack, id);
  return id;
}

/* The new object lies where the old one did if nobody could notice; only where addresses
 * are scarce. */
static uint64_t reborn_base(Interp *it, const Object *old) {
  if (it->ptr_bytes == 4 && !(old->flags & OBJECT_EXPOSED)) return old->base;
  uint64_t end = old->base + old->size + GAP;
  if (end > it->stack_floor) it->stack_floor = end;
  return take_addresses(&it->stack_next, it->stack_end, old->size,
                        (uint64_t)1 << old->align);
}

uint32_t interp_stack_reborn(Interp *it, uint32_t inst, uint32_t id) {
  Object *old = &it->objects[id];
  if (old->flags & OBJECT_UNBORN) {
    old->flags &= (uint8_t)~OBJECT_UNBORN;
    it->dead_count--;
    return bring_alive(it, inst, old, false) ? id : 0;
  }
  if (old->life == LIFE_ALIVE) interp_kill(it, id, LIFE_SCOPE, TRACE_INST | inst);
  Object copy = {.base = reborn_base(it, old),
                 .size = old->size,
                 .kind = OBJECT_STACK,
                 .align = old->align};
  if (!copy.base) return interp_stop(it, RUN_LIMIT, inst, "stack space is used up");
  ObjectCold cold = it->cold[id];
  cold.ended = 0;
  cold.mark = 0;
  uint32_t reborn = new_id(it);
  it->objects[reborn] = copy;
  it->cold[reborn] = cold;
  it->stack.data[cold.position] = reborn;
  return bring_alive(it, inst, &it->objects[reborn], false) ? reborn : 0;
}

/* ---- looking up addresses ---- */

static uint32_t search_entries(const Interp *it, const HeapEntry *entries, uint32_t count,
                               uint64_t address) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (entries[middle].base <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low) return 0;
  uint32_t id = entries[low - 1].id;
  const Object *o = &it->objects[id];
  return o->life == LIFE_ALIVE && address - o->base < o->size ? id : 0;
}

uint32_t interp_object_at(Interp *it, uint64_t address) {
  if (address < it->fixed_end)
    return search_entries(it, it->fixed.data, it->fixed.len, address);
  if (address < it->heap_end)
    return search_entries(it, it->heap.data, it->heap.len, address);
  for (uint32_t i = it->stack.len; i-- > 0;) {
    const Object *o = &it->objects[it->stack.data[i]];
    if (o->life == LIFE_ALIVE && address - o->base < o->size) return it->stack.data[i];
  }
  return 0;
}

/* ---- the start and the end of a run ---- */

static void add_functions(Interp *it, uint64_t *next) {
  ir_each_function(it->program, f) {
    uint32_t id = new_id(it);
    it->objects[id] = (Object){.base = *next, .size = 1, .kind = OBJECT_FUNCTION};
    it->cold[id].source = f.id;
    it->function_objects[f.id] = id;
    vec_push(it->own, &it->fixed, (HeapEntry){*next, id});
    *next += 16;
  }
}

static void add_global(Interp *it, uint32_t g, uint64_t *next) {
  const Global *global = &it->program->globals.data[g];
  uint32_t id = new_id(it);
  uint64_t base = align_up(*next, global->align > 16 ? global->align : 16);
  *next = base + align_up(global->size ? global->size : 1, 16) + GAP;
  Object *o = &it->objects[id];
  *o = (Object){.base = base, .size = global->size, .kind = OBJECT_GLOBAL};
  o->align = log2_of(global->align);
  if (global->flags & GLOB_CONST) o->flags |= OBJECT_READ_ONLY;
  if (global->flags & GLOB_EXTERN) o->flags |= OBJECT_EXTERN;
  if (!payload_alloc(it, o, !(global->flags & GLOB_EXTERN))) panic("no memory");
  if (global->bytes) memcpy(o->bytes, global->bytes, global->size);
  it->live_bytes += o->size;
  open_limits(o);
  it->cold[id].source = g;
  it->global_objects[g] = id;
  vec_push(it->own, &it->fixed, (HeapEntry){base, id});
}

static void add_relocs(Interp *it, uint32_t g) {
  const Global *global = &it->program->globals.data[g];
  for (uint32_t i = 0; i < global->relocs.len; i++) {
    const Reloc *reloc = &global->relocs.data[i];
    const Const *c = ir_const(it->program, reloc->target);
    uint32_t id = c->kind == CONST_FUNC ? it->function_objects[c->index]
                                        : it->global_objects[c->index];
    uint64_t address = it->objects[id].base + c->lo;
    unsigned bytes = ir_type_bytes(it->program, c->type);
    Object *o = &it->objects[it->global_objects[g]];
    memcpy(o->bytes + reloc->offset, &address, bytes < 8 ? bytes : 8);
    interp_prov_write(it, o, reloc->offset, bytes, id);
  }
}

void interp_objects_start(Interp *it) {
  const Program *p = it->program;
  bool wide = it->ptr_bytes == 8;
  it->object_count = PROV_FIRST;
  table_grow(it);
  memset(it->objects, 0, PROV_FIRST * sizeof *it->objects);
  memset(it->cold, 0, PROV_FIRST * sizeof *it->cold);
  it->dead_limit = 65536;
  it->function_objects = arena_new_array(it->own, uint32_t, p->functions.len);
  it->global_objects = arena_new_array(it->own, uint32_t, p->globals.len);
  uint64_t next = wide ? 0x401000 : 0x08049000;
  add_functions(it, &next);
  next = align_up(next, 4096);
  for (uint32_t g = 0; g < p->globals.len; g++) add_global(it, g, &next);
  for (uint32_t g = 0; g < p->globals.len; g++) add_relocs(it, g);
  it->fixed_end = align_up(next, 4096);
  it->heap_next = wide ? 0x550000000000 : it->fixed_end;
  it->heap_end = wide ? 0x7f0000000000 : 0xc0000000;
  it->stack_next = it->stack_floor = it->heap_end + 4096;
  it->stack_end = wide ? 0x7ff000000000 : 0xffff0000;
}

void interp_objects_end(Interp *it) {
  for (uint32_t id = PROV_FIRST; id < it->object_count; id++) {
    Object *o = &it->objects[id];
    if (!o->bytes || o->size <= POOL_MAX) continue;
    payload_release(it, o);
  }
  for (uint32_t i = 0; i < it->pool_chunks.len; i++) free(it->pool_chunks.data[i]);
  free(it->objects);
  free(it->cold);
}
