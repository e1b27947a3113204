/* Logging by channel, for whoever works on belay: `--log=points,frontend`. A channel that
 * is off costs the test of one bit; LOG_DEBUG, for inner loops, is not even compiled in
 * unless BELAY_DEBUG is defined. Children inherit the choice. */
#ifndef BELAY_BASE_LOG_H
#define BELAY_BASE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum LogChannel {
#define CHANNEL(name, text, help) LOG_##name,
#include "base/channels.def"
  LOG_CHANNEL_COUNT
} LogChannel;

/* One bit a channel; set by log_enable only. */
extern uint32_t log_enabled;

static inline bool log_is_on(LogChannel channel) { return log_enabled >> channel & 1; }

/* One line, `[channel] text`, on standard error. */
void log_print(LogChannel channel, const char *format, ...)
  __attribute__((format(printf, 2, 3)));

#define LOG(channel, ...)                              \
  do {                                                 \
    if (__builtin_expect(log_is_on(LOG_##channel), 0)) \
      log_print(LOG_##channel, __VA_ARGS__);           \
  } while (0)

#ifdef BELAY_DEBUG
#define LOG_DEBUG(channel, ...) LOG(channel, __VA_ARGS__)
#else
#define LOG_DEBUG(channel, ...)                   \
  do {                                            \
    if (0) log_print(LOG_##channel, __VA_ARGS__); \
  } while (0)
#endif

const char *log_channel_text(LogChannel channel);
const char *log_channel_help(LogChannel channel);
/* Turns on the channels of a comma-separated list ("all" is every one). NULL, or a
 * message from the arena when there is no such channel; then nothing is turned on. */
const char *log_enable(Arena *arena, const char *list);

#endif
