/* Log channels and statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/log.h"
#include "base/stat.h"

static Arena *arena;

static void channels_by_name(void **state) {
  log_enabled = 0;
  assert_null(log_enable(arena, "points,frontend"));
  assert_true(log_is_on(LOG_POINTS));
  assert_true(log_is_on(LOG_FRONTEND));
  assert_false(log_is_on(LOG_SHAPE));
  assert_null(log_enable(arena, "all"));
  for (int i = 0; i < LOG_CHANNEL_COUNT; i++) assert_true(log_is_on((LogChannel)i));
}

static void wrong_channels(void **state) {
  log_enabled = 0;
  assert_string_equal(log_enable(arena, "points,pints"),
                      "unknown log channel 'pints'; did you mean 'points'?");
  assert_string_equal(log_enable(arena, "points,"), "unknown log channel ''");
  assert_int_equal(log_enabled, 0);
}

static int evaluated;
static int evaluate(void) { return ++evaluated; }

/* The arguments of a channel that is off are not evaluated. */
static void off_is_free(void **state) {
  log_enabled = 0;
  evaluated = 0;
  LOG(POINTS, "%d", evaluate());
  assert_int_equal(evaluated, 0);
}

static void statistics(void **state) {
  char *text = NULL;
  size_t size = 0;
  stat_add(STAT_CHECKS, 3);
  stat_add(STAT_CHECKS, 4);
  assert_int_equal(stat_get(STAT_CHECKS), 7);
  FILE *out = open_memstream(&text, &size);
  stat_print(out);
  fclose(out);
  assert_string_equal(text, "           7  checks         checks in the ledger\n");
  free(text);
  for (int i = 0; i < STAT_COUNT; i++)
    assert_int_equal(stat_by_text(stat_text((Stat)i)), i);
  assert_int_equal(stat_by_text("none such"), STAT_COUNT);
}

static int make_arena(void **state) {
  arena = arena_new();
  return 0;
}

static int drop_arena(void **state) {
  arena_free(arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(channels_by_name),
    cmocka_unit_test(wrong_channels),
    cmocka_unit_test(off_is_free),
    cmocka_unit_test(statistics),
  };
  return cmocka_run_group_tests(tests, make_arena, drop_arena);
}
