/* The tables behind isalpha and its kind: <ctype.h> reads them inline, through a pointer
 * that libc keeps for each thread. The pointer and its table become blocks, so that these
 * reads are checked as all others are, and cheap. */
#include <ctype.h>

#include "core.h"
#include "wrap.h"

/* What the standard allows as an index: a character of any sign, or EOF. */
enum { LOWEST = -128, COUNT = 384 };

/* A thread's pointer, and the table that was registered for it. */
typedef struct Known {
  const void *slot, *table;
  BelayOrigin of_slot;
} Known;

/* setlocale moves the pointer to another table: a new block then. */
static BelayOrigin register_table(Known *known, const void *slot, const void *table,
                                  size_t size) {
  static const BelaySite nowhere = {.kind = BELAY_VARIABLE};
  if (known->slot == slot && known->table == table) return known->of_slot;
  uintptr_t start = (uintptr_t)table + (uintptr_t)(LOWEST * (intptr_t)size);
  if (known->slot != slot)
    known->of_slot =
      block_new_variable((uintptr_t)slot, (uintptr_t)slot + sizeof(void *), &nowhere);
  BelayOrigin origin = block_new_variable(start, start + COUNT * size, &nowhere);
  belay_rt_store((void *)(uintptr_t)slot, origin);
  known->slot = slot;
  known->table = table;
  return known->of_slot;
}

#define TABLE(type, name)                                                           \
  const type **WRAPPED(name)(void) {                                                \
    static __thread Known known;                                                    \
    ENTER(name);                                                                    \
    (void)belay_entered;                                                            \
    const type **slot = name();                                                     \
    RESULT(name, register_table(&known, (const void *)slot, *slot, sizeof **slot)); \
    return slot;                                                                    \
  }

TABLE(unsigned short, __ctype_b_loc)
TABLE(int, __ctype_tolower_loc)
TABLE(int, __ctype_toupper_loc)
