/* Referents in shadow memory: moved with the bytes, and forgotten. */
#include <stdarg.h>
#include <string.h>

#include "poison.h"

BelayOrigin belay_rt_load(const void *slot) {
  uintptr_t at = (uintptr_t)slot;
  BelayOrigin origin = space_has_shadow(at) ? *space_slot(at) : 0;
  return origin & 1 ? BELAY_NO_ORIGIN : origin;
}

void belay_rt_store(void *slot, BelayOrigin origin) {
  uintptr_t at = (uintptr_t)slot;
  if (space_has_shadow(at)) *space_slot_for_write(at) = origin;
}

/* One slot; untouched shadow stays untouched. */
static void put(uintptr_t at, BelayOrigin origin) {
  if (*space_slot(at) != origin) *space_slot_for_write(at) = origin;
}

/* A slot that is covered in part is no pointer any more, but the mark of a heap block
 * (odd) in front of the bytes is not theirs to take away. */
static void clear_partly(uintptr_t at) {
  if (!(*space_slot(at) & 1)) put(at, 0);
}

#if UINTPTR_MAX > 0xffffffffu
typedef uint64_t __attribute__((aligned(4), may_alias)) TwoSlots;

/* Most of them are clear; four at a time. */
static void clear_slots(uintptr_t first, uintptr_t last) {
  for (; first + 4 * SLOT <= last; first += 4 * SLOT) {
    TwoSlots *slots = (TwoSlots *)space_slot_for_write(first);
    if (slots[0] | slots[1]) slots[0] = slots[1] = 0;
  }
  for (; first < last; first += SLOT) put(first, 0);
}

/* From here on the system makes zeros faster than we do. */
enum { MANY = 1 << 17 };

static void clear_many(uintptr_t first, uintptr_t last) {
  uintptr_t low = (uintptr_t)space_slot(first), high = (uintptr_t)space_slot(last);
  uintptr_t page = (low + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  uintptr_t end = high & ~(uintptr_t)(PAGE - 1);
  space_give_back((void *)low, high - low);
  clear_slots(first, first + (page - low) * 2);
  clear_slots(last - (high - end) * 2, last);
}
#else
static void clear_slots(uintptr_t first, uintptr_t last) {
  for (uintptr_t p = first; p < last; p += SLOT) put(p, 0);
}

enum { MANY = INT32_MAX };
static void clear_many(uintptr_t first, uintptr_t last) { clear_slots(first, last); }
#endif

void belay_rt_clear(void *start, size_t size) {
  uintptr_t at = (uintptr_t)start, end = at + size;
  if (size == 0 || !space_has_shadow(at) || !space_has_shadow(end)) return;
  uintptr_t first = at & ~(uintptr_t)(SLOT - 1),
            last = (end - 1) & ~(uintptr_t)(SLOT - 1);
  clear_partly(first);
  if (size < MANY)
    clear_slots(first + SLOT, last);
  else
    clear_many(first + SLOT, last);
  clear_partly(last);
}

static void copy_up(uintptr_t to, uintptr_t from, size_t count) {
  for (size_t i = 0; i < count; i++)
    put(to + i * SLOT, *space_slot(from + i * SLOT) & ~1u);
}

static void copy_down(uintptr_t to, uintptr_t from, size_t count) {
  for (size_t i = count; i-- > 0;) put(to + i * SLOT, *space_slot(from + i * SLOT) & ~1u);
}

/* Whole slots that fall on whole slots take their referents along. */
void belay_rt_copy(void *to, const void *from, size_t size) {
  uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
  if (size == 0 || target == source) return;
  if (!space_has_shadow(target) || !space_has_shadow(source)) return;
  size_t lead = -target & (SLOT - 1);
  if ((target ^ source) & (SLOT - 1) || size < lead + SLOT) {
    belay_rt_clear(to, size);
    return;
  }
  size_t count = (size - lead) / SLOT, tail = (size - lead) % SLOT;
  if (target < source)
    copy_up(target + lead, source + lead, count);
  else
    copy_down(target + lead, source + lead, count);
  if (lead) clear_partly(target & ~(uintptr_t)(SLOT - 1));
  if (tail) clear_partly(target + lead + count * SLOT);
}

/* Large blocks are left alone: what a stranger stored there keeps a referent that does
 * not fit its address, and is looked up then. */
enum { ESCAPE_MOST = 1 << 16 };

void belay_rt_escape(const void *address, BelayOrigin origin) {
  (void)address;
  if (origin < BELAY_FIRST_ORIGIN) return;
  BelayBlock block = block_bounds(origin);
  size_t size = block.end - block.start;
  if (block_is_live(&block) && size <= ESCAPE_MOST)
    belay_rt_clear((void *)block.start, size);
}

#if defined(__x86_64__)
/* The list's own layout, from the machine's ABI. */
typedef struct VaList {
  uint32_t gp_offset, fp_offset;
  char *overflow_area, *register_area;
} VaList;

void belay_rt_va_start(void *list, const BelayOrigin *regs, const BelayOrigin *slots) {
  VaList *at = list;
  /* The list's memory may have held other pointers before. */
  belay_rt_store(&at->overflow_area, BELAY_WILD);
  belay_rt_store(&at->register_area, BELAY_WILD);
  for (unsigned i = at->gp_offset / 8; i < BELAY_VA_REGS; i++)
    belay_rt_store(at->register_area + 8 * i, regs[i]);
  for (unsigned i = 0; i < BELAY_VA_SLOTS && slots[i] != BELAY_VA_END; i++) {
    if (!slots[i] && !belay_rt_load(at->overflow_area + 8 * i)) continue;
    belay_rt_store(at->overflow_area + 8 * i, slots[i]);
  }
}
#else
void belay_rt_va_start(void *list, const BelayOrigin *regs, const BelayOrigin *slots) {
  (void)regs;
  char *area = *(char **)list;
  belay_rt_store(list, BELAY_WILD);
  for (unsigned i = 0; i < BELAY_VA_SLOTS && slots[i] != BELAY_VA_END; i++)
    if (slots[i] || belay_rt_load(area + 4 * i)) belay_rt_store(area + 4 * i, slots[i]);
}
#endif
