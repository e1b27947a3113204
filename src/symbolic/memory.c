/* Objects and the persistent map that holds them: see memory.h. Nodes and objects count
 * their references; one that is referred to once may be changed in place. */
#include "symbolic/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/panic.h"
#include "symbolic/exec.h"

enum {
  FAN_BITS = 5,
  FAN = 1 << FAN_BITS,
  MAX_BYTES = 1 << 26,
  MAX_ARRAY_BYTES = 1 << 14
};

typedef struct MemoryNode {
  uint32_t refs;
  void *children[FAN]; /* MemoryNode*, or Object* at the lowest level */
} MemoryNode;

static void *allocate(size_t bytes) {
  void *p = calloc(1, bytes ? bytes : 1);
  if (!p) panic("out of memory");
  return p;
}

/* ---- objects ---- */

Object *object_new(ObjectKind kind, SymVal size) {
  Object *o = allocate(sizeof *o);
  *o = (Object){.refs = 1,
                .kind = (uint8_t)kind,
                .alive = true,
                .made_at = VAL_NONE,
                .size = size,
                .array = TERM_NONE,
                .written = TERM_NONE,
                .base = TERM_NONE};
  return o;
}

void object_drop_content(Object *o) {
  free(o->data);
  free(o->cells);
  free(o->uninit);
  o->data = NULL;
  o->cells = NULL;
  o->uninit = NULL;
  o->cap = 0;
  o->array = o->written = TERM_NONE;
}

static void release_object(Object *o) {
  if (--o->refs) return;
  object_drop_content(o);
  free(o);
}

static void *duplicate(const void *from, size_t bytes) {
  if (!from) return NULL;
  void *copy = malloc(bytes ? bytes : 1);
  if (!copy) panic("out of memory");
  return memcpy(copy, from, bytes);
}

void object_copy_content(Object *to, const Object *from) {
  object_drop_content(to);
  to->cap = from->cap;
  to->array = from->array;
  to->written = from->written;
  to->zero_beyond = from->zero_beyond;
  to->data = duplicate(from->data, from->cap);
  to->cells = duplicate(from->cells, from->cap * sizeof(Cell));
  to->uninit = duplicate(from->uninit, from->cap);
}

void object_copy_range(Object *to, uint64_t at, const Object *from, uint64_t of,
                       uint64_t bytes) {
  memmove(to->data + at, from->data + of, bytes);
  if (from->cells && !to->cells) to->cells = allocate(to->cap * sizeof(Cell));
  if (from->cells)
    memmove(to->cells + at, from->cells + of, bytes * sizeof(Cell));
  else if (to->cells)
    memset(to->cells + at, 0, bytes * sizeof(Cell));
  if (from->uninit && !to->uninit) to->uninit = allocate(to->cap);
  if (from->uninit)
    memmove(to->uninit + at, from->uninit + of, bytes);
  else if (to->uninit)
    memset(to->uninit + at, 0, bytes);
}

static Object *clone_object(const Object *o) {
  Object *copy = allocate(sizeof *copy);
  *copy = *o;
  copy->refs = 1;
  copy->data = duplicate(o->data, o->cap);
  copy->cells = duplicate(o->cells, o->cap * sizeof(Cell));
  copy->uninit = duplicate(o->uninit, o->cap);
  return copy;
}

static uint64_t wanted_cap(const Object *o, uint64_t bytes) {
  uint64_t cap = o->cap ? o->cap : 64;
  while (cap < bytes) cap *= 2;
  if (o->size.kind == SYM_INT && (cap > o->size.bits || o->size.bits <= 4096))
    cap = o->size.bits;
  return cap;
}

bool object_reserve(Object *o, uint64_t bytes) {
  if (bytes <= o->cap) return true;
  if (bytes > MAX_BYTES) return false;
  uint64_t cap = wanted_cap(o, bytes);
  o->data = realloc(o->data, cap);
  if (!o->data) panic("out of memory");
  memset(o->data + o->cap, 0, cap - o->cap);
  if (o->cells) {
    o->cells = realloc(o->cells, cap * sizeof(Cell));
    if (!o->cells) panic("out of memory");
    memset(o->cells + o->cap, 0, (cap - o->cap) * sizeof(Cell));
  }
  if (o->uninit || !o->zero_beyond) {
    uint8_t *mask = realloc(o->uninit, cap);
    if (!mask) panic("out of memory");
    if (!o->uninit) memset(mask, 0, o->cap);
    memset(mask + o->cap, o->zero_beyond ? INIT_YES : INIT_NO, cap - o->cap);
    o->uninit = mask;
  }
  o->cap = (uint32_t)cap;
  return true;
}

static void need_cells(Object *o) {
  if (!o->cells) o->cells = allocate(o->cap * sizeof(Cell));
}

bool object_has_pointer(const Object *o, uint64_t offset, uint64_t bytes) {
  if (!o->cells) return false;
  for (uint64_t i = offset; i < offset + bytes && i < o->cap; i++)
    if (sym_is_ptr(o->cells[i].value)) return true;
  return false;
}

bool object_has_uninit(const Object *o, uint64_t offset, uint64_t bytes) {
  if (offset + bytes > o->cap && !o->zero_beyond) return true;
  return o->uninit && offset < o->cap &&
         memchr(o->uninit + offset, INIT_NO,
                offset + bytes > o->cap ? o->cap - offset : bytes);
}

/* ---- the map ---- */

static void release_node(MemoryNode *node, uint32_t level) {
  if (!node || --node->refs) return;
  for (int i = 0; i < FAN; i++) {
    if (!node->children[i]) continue;
    if (level)
      release_node(node->children[i], level - 1);
    else
      release_object(node->children[i]);
  }
  free(node);
}

void memory_release(Memory *m) {
  release_node(m->root, m->levels);
  m->root = NULL;
}

void memory_share(Memory *to, const Memory *from) {
  *to = *from;
  if (to->root) to->root->refs++;
}

Object *memory_get(const Memory *m, uint32_t id) {
  const MemoryNode *node = m->root;
  for (uint32_t level = m->levels; level; level--)
    node = node->children[id >> (FAN_BITS * level) & (FAN - 1)];
  return node->children[id & (FAN - 1)];
}

static MemoryNode *own_node(MemoryNode **slot, uint32_t level) {
  MemoryNode *node = *slot;
  if (!node) {
    node = allocate(sizeof *node);
    node->refs = 1;
  } else if (node->refs > 1) {
    MemoryNode *copy = duplicate(node, sizeof *node);
    copy->refs = 1;
    for (int i = 0; i < FAN; i++) {
      if (!copy->children[i]) continue;
      if (level)
        ((MemoryNode *)copy->children[i])->refs++;
      else
        ((Object *)copy->children[i])->refs++;
    }
    node->refs--;
    node = copy;
  }
  return *slot = node;
}

static Object **own_slot(Memory *m, uint32_t id) {
  MemoryNode *node = own_node(&m->root, m->levels);
  for (uint32_t level = m->levels; level; level--) {
    uint32_t child = id >> (FAN_BITS * level) & (FAN - 1);
    node = own_node((MemoryNode **)&node->children[child], level - 1);
  }
  return (Object **)&node->children[id & (FAN - 1)];
}

Object *memory_own(Memory *m, uint32_t id) {
  Object **slot = own_slot(m, id);
  if ((*slot)->refs > 1) {
    Object *copy = clone_object(*slot);
    (*slot)->refs--;
    *slot = copy;
  }
  return *slot;
}

uint32_t memory_add(Memory *m, Object *object) {
  if (!m->next) m->next = 1;
  uint32_t id = m->next++;
  while (id >> (FAN_BITS * (m->levels + 1))) {
    if (m->root) {
      MemoryNode *top = allocate(sizeof *top);
      top->refs = 1;
      top->children[0] = m->root;
      m->root = top;
    }
    m->levels++;
  }
  *own_slot(m, id) = object;
  return id;
}

static void differ(const MemoryNode *a, const MemoryNode *b, uint32_t level,
                   uint32_t first, Arena *arena, VecU32 *ids) {
  if (a == b) return;
  for (uint32_t i = 0; i < FAN; i++) {
    const void *p = a ? a->children[i] : NULL, *q = b ? b->children[i] : NULL;
    uint32_t id = first + (i << (FAN_BITS * level));
    if (p == q) continue;
    if (level)
      differ(p, q, level - 1, id, arena, ids);
    else
      vec_push(arena, ids, id);
  }
}

/* The lower tree as if it had more levels. */
static const MemoryNode *raise(const Memory *m, uint32_t levels, MemoryNode *tops) {
  const MemoryNode *node = m->root;
  for (uint32_t level = m->levels; level < levels; level++) {
    memset(&tops[level], 0, sizeof *tops);
    tops[level].children[0] = (void *)(uintptr_t)node;
    node = &tops[level];
  }
  return node;
}

void memory_differences(const Memory *a, const Memory *b, Arena *arena, VecU32 *ids) {
  MemoryNode tops[2][8];
  uint32_t levels = a->levels > b->levels ? a->levels : b->levels;
  differ(raise(a, levels, tops[0]), raise(b, levels, tops[1]), levels, 0, arena, ids);
}

/* ---- reading ---- */

static Term cell_byte(Exec *x, Memory *m, const Object *o, uint64_t i) {
  if (i >= o->cap || !o->cells || o->cells[i].value.kind == SYM_INT)
    return term_const(x->terms, 8, i < o->cap ? o->data[i] : 0);
  const Cell *c = &o->cells[i];
  if (c->value.kind == SYM_TERM) return sym_term_of(c->value);
  return term_extract(x->terms, sym_address(x, m, c->value), 8u * c->part, 8);
}

Term object_byte(Exec *x, Memory *m, const Object *o, uint64_t offset) {
  if (object_is_array(o))
    return term_read(x->terms, o->array, term_const(x->terms, x->ptr_bits, offset));
  return cell_byte(x, m, o, offset);
}

/* All bytes are the parts, in order, of one pointer. */
static bool whole_pointer(const Object *o, uint64_t offset, unsigned bytes,
                          SymVal *value) {
  const Cell *first = &o->cells[offset];
  if (!sym_is_ptr(first->value)) return false;
  for (unsigned i = 0; i < bytes; i++) {
    const Cell *c = first + i;
    if (c->part != i || c->value.kind != first->value.kind ||
        c->value.bits != first->value.bits || c->value.object != first->value.object)
      return false;
  }
  *value = first->value;
  return true;
}

static bool is_undefined(const Object *o, uint64_t offset, unsigned bytes) {
  if (!o->uninit) return false;
  for (uint64_t i = offset; i < offset + bytes && i < o->cap; i++)
    if (o->uninit[i]) return true;
  return false;
}

static SymVal read_terms(Exec *x, Memory *m, const Object *o, uint64_t offset,
                         unsigned bytes, unsigned width) {
  Term whole = TERM_NONE;
  for (unsigned i = 0; i < bytes; i++) {
    Term byte = object_byte(x, m, o, offset + i);
    whole = i ? term_concat(x->terms, byte, whole) : byte;
  }
  if (width < 8 * bytes) whole = term_extract(x->terms, whole, 0, width);
  return sym_from_term(x->terms, whole);
}

SymVal object_read(Exec *x, Memory *m, const Object *o, uint64_t offset, unsigned bytes,
                   unsigned width) {
  if (object_is_array(o) || offset + bytes > o->cap)
    return read_terms(x, m, o, offset, bytes, width);
  SymVal value;
  if (!o->cells && bytes <= 8) {
    value = sym_int(0);
    memcpy(&value.bits, o->data + offset, bytes);
    if (width < 64) value.bits &= ((uint64_t)1 << width) - 1;
  } else if (!(o->cells && bytes * 8 == x->ptr_bits && width == x->ptr_bits &&
               whole_pointer(o, offset, bytes, &value))) {
    value = read_terms(x, m, o, offset, bytes, width);
  }
  value.undef = is_undefined(o, offset, bytes);
  return value;
}

void object_fix(Exec *x, Object *o, uint64_t offset, unsigned bytes, Term value) {
  need_cells(o);
  for (unsigned i = 0; i < bytes; i++) {
    if (o->uninit[offset + i] != INIT_NO) continue;
    o->cells[offset + i] =
      (Cell){sym_from_term(x->terms, term_extract(x->terms, value, 8 * i, 8)), 0};
    o->uninit[offset + i] = INIT_FIXED;
  }
}

/* ---- writing ---- */

void object_mark_written(Exec *x, Object *o, Term index) {
  if (!term_is_none(o->written))
    o->written = term_store(x->terms, o->written, index, term_const(x->terms, 8, 1));
}

static void write_array(Exec *x, Memory *m, Object *o, uint64_t offset, unsigned bytes,
                        unsigned width, SymVal value) {
  Term whole =
    sym_is_ptr(value) ? sym_address(x, m, value) : sym_to_term(x->terms, value, width);
  whole = term_zext(x->terms, whole, 8 * bytes);
  for (unsigned i = 0; i < bytes; i++) {
    Term index = term_const(x->terms, x->ptr_bits, offset + i);
    o->array =
      term_store(x->terms, o->array, index, term_extract(x->terms, whole, 8 * i, 8));
    object_mark_written(x, o, index);
  }
}

static void write_cells(Exec *x, Object *o, uint64_t offset, unsigned bytes,
                        unsigned width, SymVal value) {
  need_cells(o);
  Term whole = TERM_NONE;
  bool pointer = sym_is_ptr(value) && bytes * 8 == x->ptr_bits;
  if (!pointer)
    whole = term_zext(x->terms, sym_to_term(x->terms, value, width), 8 * bytes);
  for (unsigned i = 0; i < bytes; i++) {
    if (pointer) {
      o->cells[offset + i] = (Cell){value, (uint8_t)i};
      continue;
    }
    SymVal byte = sym_from_term(x->terms, term_extract(x->terms, whole, 8 * i, 8));
    if (byte.kind == SYM_INT) o->data[offset + i] = (uint8_t)byte.bits;
    o->cells[offset + i] = (Cell){byte, 0};
  }
}

void object_write(Exec *x, Memory *m, Object *o, uint64_t offset, unsigned bytes,
                  unsigned width, SymVal value) {
  if (object_is_array(o)) {
    write_array(x, m, o, offset, bytes, width, value);
    return;
  }
  if (value.kind == SYM_INT && bytes <= 8 && !value.undef) {
    memcpy(o->data + offset, &value.bits, bytes);
    if (o->cells) memset(o->cells + offset, 0, bytes * sizeof(Cell));
  } else {
    if (sym_is_ptr(value) && bytes * 8 != x->ptr_bits)
      value = sym_from_term(x->terms, sym_address(x, m, value));
    write_cells(x, o, offset, bytes, width, value);
  }
  if (o->uninit)
    memset(o->uninit + offset, value.undef ? INIT_FIXED : INIT_YES, bytes);
  else if (value.undef) {
    o->uninit = allocate(o->cap);
    memset(o->uninit + offset, INIT_FIXED, bytes);
  }
}

bool object_to_array(Exec *x, Memory *m, Object *o) {
  if (object_is_array(o)) return true;
  uint64_t size =
    o->size.kind == SYM_INT && o->size.bits < o->cap ? o->size.bits : o->cap;
  if (size > MAX_ARRAY_BYTES) return false;
  bool unknown = !o->zero_beyond || (o->uninit && memchr(o->uninit, INIT_NO, o->cap));
  Term array = unknown ? term_array(x->terms, x->ptr_bits)
                       : term_fill(x->terms, x->ptr_bits, term_const(x->terms, 8, 0));
  Term zero = term_const(x->terms, 8, 0), one = term_const(x->terms, 8, 1),
       written = TERM_NONE;
  if (unknown) written = term_fill(x->terms, x->ptr_bits, o->zero_beyond ? one : zero);
  for (uint64_t i = 0; i < size; i++) {
    Term index = term_const(x->terms, x->ptr_bits, i);
    bool open = o->uninit && o->uninit[i] == INIT_NO;
    if (!open) array = term_store(x->terms, array, index, cell_byte(x, m, o, i));
    if (unknown && open == o->zero_beyond)
      written = term_store(x->terms, written, index, open ? zero : one);
  }
  object_drop_content(o);
  o->array = array;
  o->written = written;
  return true;
}
