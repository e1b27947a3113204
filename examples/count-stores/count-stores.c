/* The functions that count-stores.json has called. */
#include <stdio.h>

struct place {
  const char *file, *function;
  unsigned line, column, library, inst;
};

static unsigned stores;
static struct place newest;

void count_store(void *field, const struct place *place) {
  stores++;
  newest = *place;
}

void print_stores(void) {
  fprintf(stderr, "%u stores to next, the last one in %s:%u\n", stores, newest.file,
          newest.line);
}
