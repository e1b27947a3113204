/* stdlib.h: sorting and searching. The sort is a merge sort that splits in the middle:
 * like glibc's it is stable and asks for the same comparisons in the same order. */
#include "belay_model.h"

typedef int Compare(const void *left, const void *right);
typedef int CompareWith(const void *left, const void *right, void *context);

/* One of the two is set. */
typedef struct Order {
  Compare *compare;
  CompareWith *compare_with;
  void *context;
} Order;

static int in_order(const Order *order, const char *left, const char *right) {
  if (order->compare_with != NULL)
    return order->compare_with(left, right, order->context) <= 0;
  return order->compare(left, right) <= 0;
}

/* Elements [0, middle) and [middle, count) of `base` are sorted; `scratch` is as large.
 */
static void merge(char *base, size_t middle, size_t count, size_t size,
                  const Order *order, char *scratch) {
  size_t left = 0, right = middle, made = 0;
  while (left < middle && right < count) {
    size_t next = left;
    if (in_order(order, base + left * size, base + right * size)) {
      left++;
    } else {
      next = right;
      right++;
    }
    memcpy(scratch + made * size, base + next * size, size);
    made++;
  }
  if (left < middle)
    memmove(base + made * size, base + left * size, (middle - left) * size);
  memcpy(base, scratch, made * size);
}

static void sort(char *base, size_t count, size_t size, const Order *order,
                 char *scratch) {
  if (count <= 1) return;
  size_t middle = count / 2;
  sort(base, middle, size, order, scratch);
  sort(base + middle * size, count - middle, size, order, scratch);
  merge(base, middle, count, size, order, scratch);
}

static void sort_with_scratch(void *base, size_t count, size_t size, const Order *order) {
  if (count <= 1) return;
  char *scratch = __belay_alloc_static(count * size);
  sort(base, count, size, order, scratch);
  __belay_kill(scratch);
}

void qsort(void *base, size_t count, size_t size, Compare *compare) {
  Order order = {compare, NULL, NULL};
  sort_with_scratch(base, count, size, &order);
}

void qsort_r(void *base, size_t count, size_t size, CompareWith *compare, void *context) {
  Order order = {NULL, compare, context};
  sort_with_scratch(base, count, size, &order);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              Compare *compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

static void *find(const void *key, const void *base, size_t count, size_t size,
                  Compare *compare) {
  for (size_t i = 0; i < count; i++) {
    const char *element = (const char *)base + i * size;
    if (compare(key, element) == 0) return (void *)element;
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            Compare *compare) {
  return find(key, base, *count, size, compare);
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, Compare *compare) {
  void *found = find(key, base, *count, size, compare);
  if (found != NULL) return found;
  char *end = (char *)base + *count * size;
  memcpy(end, key, size);
  *count += 1;
  return end;
}
