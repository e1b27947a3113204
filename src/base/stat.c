/* See stat.h. */
#include "base/stat.h"

#include <inttypes.h>
#include <string.h>

static const struct {
  const char *text, *help;
} stats[] = {
#define STAT(name, text, help) {text, help},
#include "base/stats.def"
};

uint64_t stat_values[STAT_COUNT];

const char *stat_text(Stat stat) { return stats[stat].text; }
const char *stat_help(Stat stat) { return stats[stat].help; }

Stat stat_by_text(const char *text) {
  int i = 0;
  while (i < STAT_COUNT && strcmp(stats[i].text, text) != 0) i++;
  return (Stat)i;
}

void stat_print(FILE *out) {
  for (int i = 0; i < STAT_COUNT; i++)
    if (stat_values[i])
      fprintf(out, "%12" PRIu64 "  %-14s %s\n", stat_values[i], stats[i].text,
              stats[i].help);
}
