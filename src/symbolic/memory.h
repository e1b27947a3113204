/* Memory of one path: objects with copy-on-write bytes, shared between paths until one
 * writes. Bytes are numbers while known; a byte may also be an 8-bit term or a part of a
 * pointer. An object that was accessed at a symbolic offset turns into a term of the
 * array theory; pointers in it become numbers over the objects' base addresses, from
 * which recover_pointer (address.c) finds the object again. Private to symbolic/. */
#ifndef BELAY_SYMBOLIC_MEMORY_H
#define BELAY_SYMBOLIC_MEMORY_H

#include "ir/interp.h"
#include "symbolic/value.h"

typedef struct Cell {
  SymVal value; /* SYM_INT: see data; SYM_TERM: 8 bits wide; pointer: the whole pointer */
  uint8_t part; /* of a pointer: which byte of it */
} Cell;

/* Object.uninit: a byte nobody wrote has any value, which is fixed when it is first read.
 */
enum { INIT_YES, INIT_NO, INIT_FIXED };

typedef struct Object {
  uint32_t refs;
  uint8_t kind; /* ObjectKind */
  bool alive;
  bool read_only;
  bool heap;        /* can be freed and lost */
  bool zero_beyond; /* bytes past cap are zero; otherwise uninitialised */
  bool shrunk;      /* bytes behind its end may still be kept, from before realloc */
  Val made_at;      /* VAL_NONE: a global or function */
  uint32_t index;   /* Glob or Fn id */
  SymVal size;      /* SYM_INT or SYM_TERM of address width */
  uint32_t cap;     /* bytes kept in data; cap <= size */
  uint8_t *data;
  Cell *cells;     /* NULL: every byte is the number in data */
  uint8_t *uninit; /* INIT_*. NULL: all of data is initialised */
  Term array;      /* not TERM_NONE: the content, and the arrays above are unused */
  Term
    written; /* beside array: 1 for each byte that was written or read; TERM_NONE: all */
  Term base; /* address as a variable; TERM_NONE until needed */
} Object;

/* Persistent map from object id to object. */
typedef struct Memory {
  struct MemoryNode *root;
  uint32_t levels;
  uint32_t next; /* id of the next object; ids start at 1 */
} Memory;

void memory_share(Memory *to, const Memory *from);
void memory_release(Memory *m);
Object *memory_get(const Memory *m, uint32_t id);
/* The same, for changing it: not shared with any other path. */
Object *memory_own(Memory *m, uint32_t id);
uint32_t memory_add(Memory *m, Object *object);
/* Ids of the objects that are not the same in both, rising; also those that only one has.
 */
void memory_differences(const Memory *a, const Memory *b, Arena *arena, VecU32 *ids);

Object *object_new(ObjectKind kind, SymVal size);
/* Makes `cap` at least `bytes`; false when that is beyond what is kept in bytes. */
bool object_reserve(Object *o, uint64_t bytes);
void object_drop_content(Object *o);
void object_copy_content(Object *to, const Object *from);
/* Bytes with all they are; both reserved and neither an array. May overlap in one object.
 */
void object_copy_range(Object *to, uint64_t at, const Object *from, uint64_t of,
                       uint64_t bytes);
static inline bool object_is_array(const Object *o) { return !term_is_none(o->array); }
/* Whether the bytes hold a part of a pointer. */
bool object_has_pointer(const Object *o, uint64_t offset, uint64_t bytes);
/* Whether a byte is INIT_NO. */
bool object_has_uninit(const Object *o, uint64_t offset, uint64_t bytes);

/* Reads at a known offset inside the object. `address_of` gives the number of a pointer
 * taken apart. */
struct Exec;
SymVal object_read(struct Exec *x, Memory *m, const Object *o, uint64_t offset,
                   unsigned bytes, unsigned width);
/* Gives the bytes that are INIT_NO the corresponding ones of `value`. */
void object_fix(struct Exec *x, Object *o, uint64_t offset, unsigned bytes, Term value);
void object_write(struct Exec *x, Memory *m, Object *o, uint64_t offset, unsigned bytes,
                  unsigned width, SymVal value);
/* Notes that the byte of an array has its value from now on. */
void object_mark_written(struct Exec *x, Object *o, Term index);
/* The content as an array term; false when it is too large. */
bool object_to_array(struct Exec *x, Memory *m, Object *o);
/* One byte as a term. */
Term object_byte(struct Exec *x, Memory *m, const Object *o, uint64_t offset);

#endif
