/* See near.h: the optimal string alignment distance, three rows at a time. */
#include "base/near.h"

#include <limits.h>
#include <string.h>

enum { LONGEST = 63 }; /* longer words are never near anything */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

unsigned near_distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  if (n > LONGEST || m > LONGEST) return UINT_MAX;
  unsigned rows[3][LONGEST + 2];
  for (size_t j = 0; j <= m; j++) rows[0][j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = least(row[j], least(above[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = least(row[j], higher[j - 2] + 1);
    }
  }
  return rows[n % 3][m];
}

/* A third of the letters may be wrong. */
Near near_start(const char *word) {
  return (Near){word, NULL, (unsigned)(strlen(word) + 2) / 3 + 1};
}

void near_try(Near *near, const char *candidate) {
  unsigned distance = near_distance(near->word, candidate);
  if (distance >= near->distance) return;
  near->best = candidate;
  near->distance = distance;
}

const char *near_hint(const Near *near, Arena *arena) {
  return near->best ? arena_printf(arena, "; did you mean '%s'?", near->best) : "";
}
