/* qsort and bsearch: they call back, and qsort moves elements that may hold pointers.
 *
 * The elements are put in order by way of a list of their addresses (a merge sort, so
 * that the user's function is called on elements that lie still), and are then moved
 * once, with their referents. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "wrap.h"

typedef int Compare(const void *left, const void *right);
typedef int CompareWith(const void *left, const void *right, void *context);

/* An array to be sorted, and whom to ask. */
typedef struct Sorting {
  Compare *compare;
  CompareWith *compare_with; /* when there is a context */
  void *context;
  BelayOrigin of_context;
  BelayOrigin origin; /* of the array */
} Sorting;

static int ask(const Sorting *s, const void *left, const void *right) {
  belay_rt_thread.args[0] = belay_rt_thread.args[1] = s->origin;
  belay_rt_thread.args[2] = s->of_context;
  if (s->compare_with) {
    BELAY_CALLS(s->compare_with);
    return s->compare_with(left, right, s->context);
  }
  BELAY_CALLS(s->compare);
  return s->compare(left, right);
}

static void merge(const Sorting *s, char **from, size_t middle, size_t count, char **to) {
  size_t left = 0, right = middle;
  for (size_t i = 0; i < count; i++) {
    int take_left =
      right == count || (left < middle && ask(s, from[left], from[right]) <= 0);
    to[i] = take_left ? from[left++] : from[right++];
  }
}

/* list[0 .. count) in order; `spare` has as much room. */
static void sort_list(const Sorting *s, char **list, size_t count, char **spare) {
  if (count < 2) return;
  size_t middle = count / 2;
  sort_list(s, list, middle, spare);
  sort_list(s, list + middle, count - middle, spare);
  merge(s, list, middle, count, spare);
  memcpy(list, spare, count * sizeof *list);
}

/* Memory of the runtime's own, not a block of the program. */
static void *private_memory(size_t bytes) {
  void *at =
    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static void move_elements(char *array, char **list, size_t count, size_t size,
                          char *room) {
  for (size_t i = 0; i < count; i++) {
    memcpy(room + i * size, list[i], size);
    belay_rt_copy(room + i * size, list[i], size);
  }
  memcpy(array, room, count * size);
  belay_rt_copy(array, room, count * size);
  belay_rt_clear(room, count * size);
}

static void sort(const Sorting *s, char *array, size_t count, size_t size) {
  /* The room has the array's alignment, so that slots of pointers fall on slots. */
  size_t bytes = 2 * count * sizeof(char *) + count * size + 16;
  char *memory = private_memory(bytes);
  if (!memory) {
    if (s->compare)
      qsort(array, count, size, s->compare);
    else
      qsort_r(array, count, size, s->compare_with, s->context);
    belay_rt_clear(array, count * size);
    return;
  }
  char **list = (char **)memory, **spare = list + count;
  for (size_t i = 0; i < count; i++) list[i] = array + i * size;
  sort_list(s, list, count, spare);
  char *room = (char *)(spare + count);
  room += ((uintptr_t)array - (uintptr_t)room) & (sizeof(void *) - 1);
  move_elements(array, list, count, size, room);
  munmap(memory, bytes);
}

void WRAPPED(qsort)(void *array, size_t count, size_t size, Compare *compare) {
  ENTER(qsort);
  Sorting s = {.compare = compare, .origin = ARG(0, array)};
  if (count == 0 || size == 0) return;
  if (!belay_rt_access(array, wrap_product(count, size), s.origin, BELAY_WRITE, "qsort"))
    return;
  sort(&s, array, count, size);
}

void WRAPPED(qsort_r)(void *array, size_t count, size_t size, CompareWith *compare,
                      void *context) {
  ENTER(qsort_r);
  Sorting s = {.compare_with = compare, .context = context, .origin = ARG(0, array)};
  s.of_context = ARG(4, context);
  if (count == 0 || size == 0) return;
  if (!belay_rt_access(array, wrap_product(count, size), s.origin, BELAY_WRITE,
                       "qsort_r"))
    return;
  sort(&s, array, count, size);
}

void *WRAPPED(bsearch)(const void *key, const void *array, size_t count, size_t size,
                       Compare *compare) {
  ENTER(bsearch);
  BelayOrigin of_key = ARG(0, key), origin = ARG(1, array);
  wrap_reads(array, wrap_product(count, size), origin, "bsearch");
  const char *first = array, *found = NULL;
  while (count > 0 && !found) {
    const char *middle = first + count / 2 * size;
    belay_rt_thread.args[0] = of_key;
    belay_rt_thread.args[1] = origin;
    BELAY_CALLS(compare);
    int order = compare(key, middle);
    if (order == 0)
      found = middle;
    else if (order > 0) {
      first = middle + size;
      count -= count / 2 + 1;
    } else
      count /= 2;
  }
  RESULT(bsearch, found ? origin : BELAY_NO_ORIGIN);
  return (void *)(uintptr_t)found;
}
