/* What the bytes of one location may hold: a list of cells, which may overlap; what a
 * read gives is the union over all cells that it meets. Contents are interned like
 * values, and changing one gives another. Private to this folder.
 *
 * A cell is one of
 *   CELL_VALUES  values of `size` bytes at lo, lo + stride, .. hi, each there or not
 *   CELL_BYTES   all bytes from lo to hi are the same in nature: uninitialised, zero, or
 *                anything; a read inside gives the value itself (zeros: null)
 *   CELL_IMAGE   all bytes from lo to hi are those of a global's initial content, which
 * start there at `at` The two last are the first content of an object and what fills and
 * copies leave behind. A certain write takes cells away or cuts them, an uncertain one
 * adds cells. */
#ifndef BELAY_POINTS_CONTENT_H
#define BELAY_POINTS_CONTENT_H

#include "ir/ir.h"
#include "points/value.h"

typedef uint32_t ContentId; /* 0: nothing, the location does not exist (so far) */

enum { CELL_BYTES, CELL_IMAGE, CELL_VALUES };

typedef struct Cell {
  int64_t lo, hi; /* the end of a block of unknown size is OFFSET_LIMIT */
  uint32_t kind;
  uint32_t stride; /* VALUES: 0 when lo == hi */
  uint32_t size;   /* VALUES */
  uint32_t value;  /* VALUES, BYTES: ValueId; IMAGE: global */
  int64_t at;      /* IMAGE */
} Cell;

typedef struct Content {
  uint32_t count;
  uint64_t mask; /* locations mentioned, as in Value */
  Cell cells[];  /* in a fixed order */
} Content;

typedef struct Contents {
  Arena *arena;
  const Program *program;
  Values *values;
  /* The value of a global's or function's address, from the analysis. */
  ValueId (*address_of)(void *context, const Const *c);
  void *context;
  Vec(Content *) all;
  uint32_t *slots;
  uint32_t slot_count;
  Map joins;
  Map reads;  /* of images */
  Map spoils; /* content << 32 | value -> what content_spoil makes of them */
  Vec(Cell) scratch;
} Contents;

Contents *contents_new(Arena *arena, const Program *program, Values *values);
static inline const Content *content_get(const Contents *contents, ContentId id) {
  return contents->all.data[id];
}

/* `size` bytes (INT64_MAX: unknown) of the same nature. */
ContentId content_bytes(Contents *contents, int64_t size, ValueId value);
ContentId content_image(Contents *contents, Glob global);
ContentId content_join(Contents *contents, ContentId a, ContentId b);
/* As value_widen, on each value that grew. */
ContentId content_widen(Contents *contents, ContentId old, ContentId new,
                        Thresholds thresholds, bool last,
                        int64_t (*size_of)(void *context, uint32_t loc), void *context);

/* What a read of n bytes at an offset in the span may give. */
ValueId content_read(Contents *contents, ContentId id, Span at, uint32_t n);
/* n bytes at an offset in the span become the value. `surely`: in the one object that the
 * location stands for; it takes a single offset as well to remove what was there. */
ContentId content_write(Contents *contents, ContentId id, Span at, uint32_t n,
                        ValueId value, bool surely);
/* n bytes (INT64_MAX: up to the end or any number) from a single offset on become the
 * same. */
ContentId content_fill(Contents *contents, ContentId id, Span at, Span n, ValueId value,
                       bool surely);
/* Nothing is at lo .. hi: no read meets these bytes before a write does. */
ContentId content_remove(Contents *contents, ContentId id, int64_t lo, int64_t hi);
/* Bytes of `from` to `to`. */
ContentId content_copy(Contents *contents, ContentId to, Span to_at, ContentId from,
                       Span from_at, Span n, bool surely);
/* Anything there may also be v's bytes, at any place. */
ContentId content_spoil(Contents *contents, ContentId id, ValueId v);
ContentId content_kill(Contents *contents, ContentId id, uint32_t loc, bool surely);
ContentId content_may_kill(Contents *contents, ContentId id, ValueId dead);
ContentId content_rename(Contents *contents, ContentId id, uint32_t from, uint32_t to,
                         bool surely);
/* The union of all targets and flags in it. */
ValueId content_all(Contents *contents, ContentId id);

#endif
