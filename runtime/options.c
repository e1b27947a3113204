/* BELAY_OPTIONS=name=value:name=value... */
#include <stdlib.h>
#include <string.h>

#include "depot.h"

RuntimeOptions options = {.halt_on_error = 1,
                          .exitcode = 97,
                          .leak_check = 1,
                          .color = -1,
                          .int_to_ptr = -1,
                          .stacks = 16,
                          .depot = 256};

typedef struct Row {
  const char *name;
  int *number;
  const char **text;
} Row;

static const Row rows[] = {
  {"halt_on_error", &options.halt_on_error, NULL},
  {"exitcode", &options.exitcode, NULL},
  {"leak_check", &options.leak_check, NULL},
  {"color", &options.color, NULL},
  {"int_to_ptr", &options.int_to_ptr, NULL},
  {"stats", &options.stats, NULL},
  {"stacks", &options.stacks, NULL},
  {"depot", &options.depot, NULL},
  {"origins", &options.origins, NULL},
  {"log_path", NULL, &options.log_path},
  {"suppressions", NULL, &options.suppressions},
};

static int number_of(const char *value) {
  if (strcmp(value, "always") == 0 || strcmp(value, "yes") == 0) return 1;
  if (strcmp(value, "never") == 0 || strcmp(value, "no") == 0) return 0;
  return strcmp(value, "auto") == 0 ? -1 : atoi(value);
}

static void set(char *word) {
  char *value = strchr(word, '=');
  if (value) *value++ = '\0';
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, word) != 0) continue;
    if (rows[i].text)
      *rows[i].text = value ? value : "";
    else
      *rows[i].number = value ? number_of(value) : 1;
    return;
  }
  report_text("belay: BELAY_OPTIONS has no option '%s'\n", word);
}

/* libc does not know the environment yet when the runtime is the first to run. */
static const char *setting(char **environment) {
  static const char name[] = "BELAY_OPTIONS=";
  for (; environment && *environment; environment++)
    if (strncmp(*environment, name, sizeof name - 1) == 0)
      return *environment + sizeof name - 1;
  return NULL;
}

static int between(int number, int least, int most) {
  return number < least ? least : number > most ? most : number;
}

void options_read(char **environment) {
  const char *text = setting(environment);
  if (!text || !*text) return;
  size_t length = strlen(text);
  char *copy = space_private(length + 1), *next = copy;
  memcpy(copy, text, length);
  while (next) {
    char *word = next;
    next = strchr(word, ':');
    if (next) *next++ = '\0';
    if (*word) set(word);
  }
  options.stacks = between(options.stacks, 0, STACKS_MOST);
  options.origins = between(options.origins, 0, INT32_MAX);
  options.depot = between(options.depot, 0, 1 << 14);
}
