/* stdlib.h and malloc.h: the allocators that are not instructions of the IR. All blocks
 * here are heap blocks that free takes; where they lie in memory is not modelled. */
#include "belay_model.h"

static int is_power_of_two(size_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

static void *allocate(size_t size) {
  void *block = malloc(size);
  if (block == NULL) __belay_errno = ENOMEM;
  return block;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0) return EINVAL;
  void *made = malloc(size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) { return allocate(size); }

void *memalign(size_t alignment, size_t size) { return allocate(size); }

void *valloc(size_t size) { return allocate(size); }

void *pvalloc(size_t size) { return allocate((size + 4095) & ~(size_t)4095); }

void *reallocarray(void *block, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    __belay_errno = ENOMEM;
    return NULL;
  }
  return realloc(block, count * size);
}

void cfree(void *block) { free(block); }

/* The bytes asked for: more than those would not be inside the object. */
size_t malloc_usable_size(void *block) {
  return block == NULL ? 0 : __belay_objsize(block);
}

int mallopt(int parameter, int value) { return 1; }

int malloc_trim(size_t keep) { return 0; }

void malloc_stats(void) {}
