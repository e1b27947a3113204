/* See source.h. */
#include "report/source.h"

#include <stdio.h>

enum { LARGEST_FILE = 64 << 20 };

typedef struct SourceFile {
  const char *path;
  Vec(const char *) lines; /* empty when it cannot be read */
} SourceFile;

struct SourceFiles {
  Arena *arena;
  Vec(SourceFile) files;
};

SourceFiles *source_new(Arena *arena) {
  SourceFiles *files = arena_new_object(arena, SourceFiles);
  files->arena = arena;
  return files;
}

static char *read_all(Arena *arena, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  VecChar text = {0};
  char chunk[4096];
  size_t n;
  while ((n = fread(chunk, 1, sizeof chunk, file)) > 0 && text.len < LARGEST_FILE) {
    vec_reserve(arena, &text, text.len + (uint32_t)n);
    memcpy(text.data + text.len, chunk, n);
    text.len += (uint32_t)n;
  }
  bool failed = ferror(file);
  fclose(file);
  vec_push(arena, &text, '\0');
  return failed ? NULL : text.data;
}

/* Cuts the text into lines in place. */
static void split_lines(Arena *arena, SourceFile *file, char *text) {
  while (*text) {
    vec_push(arena, &file->lines, text);
    char *end = text + strcspn(text, "\n");
    text = *end ? end + 1 : end;
    *end = '\0';
    if (end > vec_last(&file->lines) && end[-1] == '\r') end[-1] = '\0';
  }
}

static SourceFile *find_file(SourceFiles *files, const char *path) {
  for (uint32_t i = 0; i < files->files.len; i++)
    if (!strcmp(files->files.data[i].path, path)) return &files->files.data[i];
  SourceFile file = {.path = arena_strdup(files->arena, path)};
  char *text = *path ? read_all(files->arena, path) : NULL;
  if (text) split_lines(files->arena, &file, text);
  vec_push(files->arena, &files->files, file);
  return &vec_last(&files->files);
}

const char *source_line(SourceFiles *files, const char *path, uint32_t line) {
  const SourceFile *file = find_file(files, path);
  return line && line <= file->lines.len ? file->lines.data[line - 1] : NULL;
}

void source_show(SourceFiles *files, const Program *p, uint32_t pos, bool color,
                 VecChar *out) {
  const Pos *at = ir_pos(p, pos);
  const char *line = at->line ? source_line(files, ir_text(p, at->file), at->line) : NULL;
  if (!line) return;
  vec_printf(files->arena, out, "%5u | %s\n", at->line, line);
  if (!at->column || at->column > strlen(line) + 1) return;
  vec_printf(files->arena, out, "      | ");
  for (uint32_t i = 0; i + 1 < at->column; i++)
    vec_push(files->arena, out, line[i] == '\t' ? '\t' : ' ');
  vec_printf(files->arena, out, "%s\n", color ? "\033[32m^\033[m" : "^");
}
