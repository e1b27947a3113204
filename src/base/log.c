/* See log.h. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"

static const struct {
  const char *text, *help;
} channels[] = {
#define CHANNEL(name, text, help) {text, help},
#include "base/channels.def"
};

uint32_t log_enabled;

void log_print(LogChannel channel, const char *format, ...) {
  char line[4096];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  fprintf(stderr, "[%s] %s\n", channels[channel].text, line);
}

const char *log_channel_text(LogChannel channel) { return channels[channel].text; }
const char *log_channel_help(LogChannel channel) { return channels[channel].help; }

static bool channel_bits(const char *name, uint32_t *bits) {
  if (strcmp(name, "all") == 0) {
    *bits |= ((uint32_t)1 << LOG_CHANNEL_COUNT) - 1;
    return true;
  }
  for (int i = 0; i < LOG_CHANNEL_COUNT; i++)
    if (strcmp(name, channels[i].text) == 0) {
      *bits |= (uint32_t)1 << i;
      return true;
    }
  return false;
}

static const char *unknown_channel(Arena *arena, const char *name) {
  Near near = near_start(name);
  near_try(&near, "all");
  for (int i = 0; i < LOG_CHANNEL_COUNT; i++) near_try(&near, channels[i].text);
  return arena_printf(arena, "unknown log channel '%s'%s", name, near_hint(&near, arena));
}

const char *log_enable(Arena *arena, const char *list) {
  uint32_t bits = 0;
  for (const char *at = list;; at++) {
    size_t length = strcspn(at, ",");
    const char *name = arena_strndup(arena, at, length);
    if (!channel_bits(name, &bits)) return unknown_channel(arena, name);
    at += length;
    if (!*at) break;
  }
  log_enabled |= bits;
  return NULL;
}
