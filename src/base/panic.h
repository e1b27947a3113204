/* The end for a fault of belay itself or for lack of memory: a message and abort. Bad
 * input and an engine's limits never come here. */
#ifndef BELAY_BASE_PANIC_H
#define BELAY_BASE_PANIC_H

_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Cheap enough to stay in every build. */
#define BELAY_ASSERT(condition)                                             \
  do {                                                                      \
    if (__builtin_expect(!(condition), 0))                                  \
      panic("%s:%d: assertion failed: %s", __FILE__, __LINE__, #condition); \
  } while (0)

/* For debug builds: whole-structure invariants. */
#ifdef BELAY_DEBUG
#define BELAY_ASSERT_DEBUG(condition) BELAY_ASSERT(condition)
#else
#define BELAY_ASSERT_DEBUG(condition) ((void)0)
#endif

#endif
