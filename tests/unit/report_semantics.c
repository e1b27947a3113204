/* docs/semantics.md: each rule names tests, and the tests are there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_MAX = 1 << 20 };

/* The repository, from where this file is. */
static const char *root(void) {
  static char path[4096];
  snprintf(path, sizeof path, "%s", __FILE__);
  char *end = strstr(path, "tests/unit/");
  if (end) *end = 0;
  return path;
}

/* NULL when there is no such file. */
static char *read_text(const char *folder, const char *name, int length,
                       const char *end) {
  char path[8192];
  snprintf(path, sizeof path, "%s%s%.*s%s", root(), folder, length, name, end);
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = calloc(1, TEXT_MAX + 1);
  size_t n = fread(text, 1, TEXT_MAX, file);
  assert_true(n < TEXT_MAX);
  fclose(file);
  return text;
}

static bool has_function(const char *name, int length) {
  const char *colon = memchr(name, ':', (size_t)length);
  char *text = read_text("tests/unit/", name, (int)(colon - name), ".c");
  if (!text) return false;
  char wanted[400];
  int rest = length - (int)(colon + 1 - name);
  snprintf(wanted, sizeof wanted, "cmocka_unit_test(%.*s)", rest, colon + 1);
  bool found = strstr(text, wanted);
  free(text);
  return found;
}

static bool has_program(const char *name, int length) {
  char *text = read_text("tests/prog/", name, length, "");
  bool found = text && strstr(text, "expect:");
  free(text);
  return found;
}

/* A word in backquotes that names a test. */
static bool is_test(const char *word, int length) {
  return length > 5 &&
         (!memcmp(word, "ir_interp_", 5) || !memcmp(word + length - 2, ".c", 2));
}

/* The number of tests that a rule names. */
static int check_rule(const char *rule, const char *end) {
  int count = 0;
  for (const char *at = rule; at < end; at++) {
    if (*at != '`') continue;
    const char *close = strchr(at + 1, '`');
    int length = (int)(close - at - 1);
    if (is_test(at + 1, length)) {
      count++;
      bool there = memchr(at + 1, ':', (size_t)length) ? has_function(at + 1, length)
                                                       : has_program(at + 1, length);
      if (!there) fail_msg("no test %.*s", length, at + 1);
    }
    at = close;
  }
  return count;
}

static void test_rules_name_tests(void **state) {
  (void)state;
  char *text = read_text("docs/semantics.md", "", 0, "");
  assert_non_null(text);
  int rules = 0;
  for (char *rule = strstr(text, "\n- "); rule; rules++) {
    char *next = strstr(rule + 1, "\n- "), *section = strstr(rule + 1, "\n\n");
    char *end = next && (!section || next < section) ? next : section;
    if (!end) end = rule + strlen(rule);
    if (!check_rule(rule, end))
      fail_msg("no test is named: %.*s", (int)(end - rule), rule);
    rule = next;
  }
  assert_true(rules > 50);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rules_name_tests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
