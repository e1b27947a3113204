/* Streams as blocks. */
#ifndef BELAY_RUNTIME_WRAP_FILE_H
#define BELAY_RUNTIME_WRAP_FILE_H

#include <stdio.h>

#include "wrap.h"

/* The stream is used: an error if it was closed, or is null. */
static inline void wrap_file(FILE *file, BelayOrigin origin, const char *function) {
  if (origin == BELAY_NO_ORIGIN && file) return;
  belay_rt_access(file, sizeof *file, origin, BELAY_READ, function);
}

#endif
