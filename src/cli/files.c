/* See cli.h: whole text files in and out. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"

char *file_read(Arena *arena, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    message_error(path, "cannot read: %s", strerror(errno));
    return NULL;
  }
  VecChar text = {0};
  char chunk[65536];
  size_t length;
  while ((length = fread(chunk, 1, sizeof chunk, file)) > 0) {
    vec_reserve(arena, &text, text.len + length + 1);
    memcpy(text.data + text.len, chunk, length);
    text.len += (uint32_t)length;
  }
  bool failed = ferror(file), binary = text.len && memchr(text.data, '\0', text.len);
  if (failed) message_error(path, "cannot read: %s", strerror(errno));
  if (binary) message_error(path, "is not a text file");
  fclose(file);
  if (failed || binary) return NULL;
  vec_push(arena, &text, '\0');
  return text.data;
}

bool file_write(const char *path, const char *text) {
  if (strcmp(path, "-") == 0) {
    fputs(text, stdout);
    return true;
  }
  FILE *file = fopen(path, "wb");
  bool fine = file && fputs(text, file) >= 0;
  if (file && fclose(file) != 0) fine = false;
  if (!fine) message_error(path, "cannot write: %s", strerror(errno));
  return fine;
}
