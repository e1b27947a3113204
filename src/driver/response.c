/* Response files: see line_expand. A file is split at white space; single and double
 * quotes keep it, a backslash takes the next character as it is. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/line.h"

enum { DEEPEST = 16 };

static char *read_file(Arena *arena, const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  VecChar text = {0};
  for (int c; (c = getc(file)) != EOF;) vec_push(arena, &text, (char)c);
  *length = text.len;
  vec_push(arena, &text, '\0');
  fclose(file);
  return text.data;
}

/* One word from *at on; NULL at the end. */
static const char *next_word(Arena *arena, const char **at, const char *end) {
  const char *p = *at;
  while (p < end && isspace((unsigned char)*p)) p++;
  if (p == end) return NULL;
  VecChar word = {0};
  char quote = 0;
  for (; p < end && (quote || !isspace((unsigned char)*p)); p++) {
    if (*p == '\\' && p + 1 < end)
      vec_push(arena, &word, *++p);
    else if (quote && *p == quote)
      quote = 0;
    else if (!quote && (*p == '"' || *p == '\''))
      quote = *p;
    else
      vec_push(arena, &word, *p);
  }
  vec_push(arena, &word, '\0');
  *at = p;
  return word.data;
}

static void add(Arena *arena, const char *word, DriverWords *words, int depth) {
  size_t length;
  char *text =
    word[0] == '@' && depth < DEEPEST ? read_file(arena, word + 1, &length) : NULL;
  if (!text) {
    vec_push(arena, words, word);
    return;
  }
  const char *at = text, *end = text + length;
  for (const char *next; (next = next_word(arena, &at, end));)
    add(arena, next, words, depth + 1);
}

void line_expand(Arena *arena, int argc, char **argv, DriverWords *words) {
  for (int i = 0; i < argc; i++) add(arena, argv[i], words, 0);
}
