/* Counters of one process; the table is stats.def. `--stats` prints those that are not
 * zero. */
#ifndef BELAY_BASE_STAT_H
#define BELAY_BASE_STAT_H

#include <stdint.h>
#include <stdio.h>

typedef enum Stat {
#define STAT(name, text, help) STAT_##name,
#include "base/stats.def"
  STAT_COUNT
} Stat;

extern uint64_t stat_values[STAT_COUNT];

static inline void stat_add(Stat stat, uint64_t n) { stat_values[stat] += n; }
static inline uint64_t stat_get(Stat stat) { return stat_values[stat]; }

const char *stat_text(Stat stat);
const char *stat_help(Stat stat);
/* STAT_COUNT when there is none of that name. */
Stat stat_by_text(const char *text);
/* One line each, "value name: help", without those that are zero. */
void stat_print(FILE *out);

#endif
