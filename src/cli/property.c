/* See property.h. */
#include "cli/property.h"

#include <ctype.h>
#include <string.h>

#include "base/near.h"
#include "cli/cli.h"

#define MEMSAFETY                                                           \
  (PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) | \
   PROPERTY_BIT(PROPERTY_VALID_MEMTRACK))

/* Names besides those of the single properties. */
static const struct {
  const char *text;
  PropertySet set;
} groups[] = {
  {"valid-memsafety", MEMSAFETY},
  {"memory-safety", MEMSAFETY},
  {"memory-cleanup", PROPERTY_BIT(PROPERTY_VALID_MEMCLEANUP)},
};
enum { GROUP_COUNT = sizeof groups / sizeof *groups };

PropertySet property_default(void) {
  return MEMSAFETY | PROPERTY_BIT(PROPERTY_VALID_COPY);
}

static PropertySet by_name(const char *name) {
  for (unsigned i = 0; i < GROUP_COUNT; i++)
    if (strcmp(groups[i].text, name) == 0) return groups[i].set;
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (strcmp(property_text((Property)i), name) == 0) return PROPERTY_BIT(i);
  return 0;
}

static const char *unknown_name(Arena *arena, const char *name) {
  Near near = near_start(name);
  for (unsigned i = 0; i < GROUP_COUNT; i++) near_try(&near, groups[i].text);
  for (int i = 0; i < PROPERTY_COUNT; i++) near_try(&near, property_text((Property)i));
  return arena_printf(arena, "unknown property '%s'%s", name, near_hint(&near, arena));
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

const char *property_parse(Arena *arena, const char *argument, PropertySet *set) {
  if (ends_with(argument, ".prp")) {
    char *text = file_read(arena, argument);
    if (!text) return arena_printf(arena, "no property without '%s'", argument);
    const char *error = property_parse_prp(arena, text, set);
    return error ? arena_printf(arena, "%s: %s", argument, error) : NULL;
  }
  PropertySet named = 0;
  for (const char *at = argument;; at++) {
    size_t length = strcspn(at, ",");
    const char *name = arena_strndup(arena, at, length);
    PropertySet one = by_name(name);
    if (!one) return unknown_name(arena, name);
    named |= one;
    at += length;
    if (!*at) break;
  }
  *set = named;
  return NULL;
}

/* ---- .prp ---- */

static const char *without_spaces(Arena *arena, const char *line, size_t length) {
  VecChar out = {0};
  for (size_t i = 0; i < length; i++)
    if (!isspace((unsigned char)line[i])) vec_push(arena, &out, line[i]);
  vec_push(arena, &out, '\0');
  return out.data;
}

/* What stands behind G in `CHECK(init(main()),LTL(G...))`; NULL when it is no such line.
 */
static const char *formula_of(Arena *arena, const char *line) {
  static const char middle[] = "()),LTL(G";
  const char *found = strstr(line, middle);
  if (strncmp(line, "CHECK(init(", 11) != 0 || !found || !ends_with(line, "))"))
    return NULL;
  const char *start = found + sizeof middle - 1, *end = line + strlen(line) - 2;
  return start <= end ? arena_strndup(arena, start, (size_t)(end - start)) : NULL;
}

const char *property_parse_prp(Arena *arena, const char *text, PropertySet *set) {
  PropertySet all = 0;
  while (*text) {
    size_t length = strcspn(text, "\n");
    const char *line = without_spaces(arena, text, length);
    text += length + (text[length] == '\n');
    if (!*line || *line == '#') continue;
    const char *formula = formula_of(arena, line);
    if (!formula) return arena_printf(arena, "cannot understand '%s'", line);
    PropertySet one =
      strcmp(formula, "!overflow") == 0 ? by_name("no-overflow") : by_name(formula);
    if (!one)
      return arena_printf(arena, "'%s' is not a property that can be checked", formula);
    all |= one;
  }
  if (!all) return "no property in it";
  *set = all;
  return NULL;
}

const char *property_list(Arena *arena, PropertySet set) {
  VecChar out = {0};
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (set & PROPERTY_BIT(i))
      vec_printf(arena, &out, "%s%s", out.len ? ", " : "", property_text((Property)i));
  return out.len ? out.data : "";
}
