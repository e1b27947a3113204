/* See compile_commands.h; the format is clang's JSON compilation database. */
#include "frontend/compile_commands.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- a command line as words ---- */

/* One word of a shell command, quotes and backslashes taken away; NULL at the end. */
static const char *next_word(Arena *arena, const char **at) {
  VecChar word = {0};
  char quote = 0;
  while (**at == ' ' || **at == '\t' || **at == '\n') (*at)++;
  if (!**at) return NULL;
  for (; **at && (quote || !strchr(" \t\n", **at)); (*at)++) {
    char c = **at;
    if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && (*at)[1]) {
      (*at)++;
      vec_push(arena, &word, **at);
    } else {
      vec_push(arena, &word, c);
    }
  }
  vec_push(arena, &word, 0);
  return word.data;
}

static VecText words_of(Arena *arena, json_t *entry) {
  VecText words = {0};
  json_t *list = json_object_get(entry, "arguments"), *item;
  const char *line = json_string_value(json_object_get(entry, "command")), *word;
  size_t i;
  if (json_is_array(list)) {
    json_array_foreach(list, i, item) if (json_is_string(item))
      vec_push(arena, &words, arena_strdup(arena, json_string_value(item)));
    return words;
  }
  while (line && (word = next_word(arena, &line))) vec_push(arena, &words, word);
  return words;
}

/* ---- which flags matter ---- */

/* With the next word as its argument. */
static bool is_output_flag(const char *word) {
  static const char *const flags[] = {"-o",  "-MF", "-MT",
                                      "-MQ", "-MJ", "--serialize-diagnostics"};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strcmp(word, flags[i])) return true;
  return false;
}

/* What to make, how to check it, and how well to optimise: we decide that. */
static bool is_dropped_flag(const char *word) {
  static const char *const whole[] = {"-c",    "-S",         "-E",  "-M",  "-MM",
                                      "-MD",   "-MMD",       "-MP", "-MG", "-MV",
                                      "-pipe", "-emit-llvm", "-pg"};
  static const char *const starts[] = {"-flto",      "-fsanitize", "-save-temps",
                                       "-Werror",    "-fprofile",  "--coverage",
                                       "-fcoverage", "-O",         "-g"};
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    if (!strcmp(word, whole[i])) return true;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (!strncmp(word, starts[i], strlen(starts[i]))) return true;
  return !strncmp(word, "-o", 2) && word[2];
}

static bool is_compiler(const char *word) { return word[0] != '-'; }

static VecText flags_of(Arena *arena, const VecText *words, const char *file) {
  VecText flags = {0};
  uint32_t i = 0;
  while (i < words->len && is_compiler(words->data[i])) i++;
  for (; i < words->len; i++) {
    const char *word = words->data[i];
    if (is_output_flag(word))
      i++;
    else if (!is_dropped_flag(word) && strcmp(word, file) && strcmp(word, "--"))
      vec_push(arena, &flags, word);
  }
  return flags;
}

/* ---- files ---- */

static const char *absolute(Arena *arena, const char *directory, const char *file) {
  char path[PATH_MAX];
  const char *joined = file;
  if (file[0] != '/' && directory) joined = arena_printf(arena, "%s/%s", directory, file);
  return realpath(joined, path) ? arena_strdup(arena, path) : joined;
}

static bool is_c_file(const char *file) {
  const char *dot = strrchr(file, '.');
  return dot && (!strcmp(dot, ".c") || !strcmp(dot, ".i"));
}

static bool is_chosen(Arena *arena, const char *path, const char **files, unsigned count,
                      bool *found) {
  bool chosen = count == 0;
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(absolute(arena, NULL, files[i]), path)) chosen = found[i] = true;
  return chosen;
}

static void add_entry(Arena *arena, json_t *entry, const char **files, unsigned count,
                      bool *found, VecJobs *jobs) {
  const char *directory = json_string_value(json_object_get(entry, "directory"));
  const char *file = json_string_value(json_object_get(entry, "file"));
  if (!file) return;
  const char *path = absolute(arena, directory, file);
  if (!is_chosen(arena, path, files, count, found) || !is_c_file(path)) return;
  for (uint32_t i = 0; i < jobs->len; i++)
    if (!strcmp(absolute(arena, jobs->data[i].directory, jobs->data[i].file), path))
      return;
  CompileJob job = {.file = arena_strdup(arena, file)};
  if (directory) job.directory = arena_strdup(arena, directory);
  VecText words = words_of(arena, entry);
  job.flags = flags_of(arena, &words, file);
  vec_push(arena, jobs, job);
}

bool compile_commands_read(Arena *arena, const char *path, const char **files,
                           unsigned count, VecJobs *jobs, const char **error) {
  json_error_t fault;
  json_t *root = json_load_file(path, 0, &fault), *entry;
  if (!root) {
    *error = fault.line < 0 ? arena_printf(arena, "%s: %s", path, fault.text)
                            : arena_printf(arena, "%s:%d:%d: %s", path, fault.line,
                                           fault.column, fault.text);
    return false;
  }
  bool *found = arena_new_array(arena, bool, count + 1);
  size_t i;
  json_array_foreach(root, i, entry) add_entry(arena, entry, files, count, found, jobs);
  bool is_list = json_is_array(root);
  json_decref(root);
  *error = is_list ? NULL : arena_printf(arena, "%s: not a list of commands", path);
  for (unsigned k = 0; k < count && !*error; k++)
    if (!found[k]) *error = arena_printf(arena, "%s: not in %s", files[k], path);
  if (!*error && !jobs->len) *error = arena_printf(arena, "%s: no C file in it", path);
  return !*error;
}
