/* See line.h. The options that matter are in flags.def; everything else is passed on. */
#include "driver/line.h"

#include <stdlib.h>
#include <string.h>

typedef enum OptionForm { ALONE, NEXT, JOINED, EITHER } OptionForm;

typedef struct OptionRow {
  const char *text;
  OptionForm form;
  WordUse use;
} OptionRow;

static const OptionRow rows[] = {
#define OPTION(text, form, use) {text, form, USE_##use},
#include "driver/flags.def"
};

static bool row_fits(const OptionRow *row, const char *word) {
  bool whole = row->form == ALONE || row->form == NEXT;
  return whole ? strcmp(word, row->text) == 0
               : strncmp(word, row->text, strlen(row->text)) == 0;
}

static const OptionRow *find_row(const char *word) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (row_fits(&rows[i], word)) return &rows[i];
  return NULL;
}

static bool takes_next(const OptionRow *row, const char *word) {
  return row->form == NEXT || (row->form == EITHER && strlen(word) == strlen(row->text));
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool one_of(const char *text, const char *const *list) {
  while (*list && strcmp(*list, text) != 0) list++;
  return *list != NULL;
}

static InputKind kind_of(const char *path, const char *language) {
  static const char *const c_languages[] = {"c", "cpp-output", "c-cpp-output", NULL};
  static const char *const others[] = {".s",   ".S",   ".sx", ".cc", ".cpp", ".cxx",
                                       ".c++", ".C",   ".m",  ".mm", ".hpp", ".ii",
                                       ".f",   ".F90", ".bc", ".ll", NULL};
  if (language && strcmp(language, "c-header") == 0) return INPUT_HEADER;
  if (language) return one_of(language, c_languages) ? INPUT_C : INPUT_OTHER;
  if (ends_with(path, ".h")) return INPUT_HEADER;
  if (ends_with(path, ".c") || ends_with(path, ".i")) return INPUT_C;
  for (int i = 0; others[i]; i++)
    if (ends_with(path, others[i])) return INPUT_OTHER;
  return INPUT_OBJECT;
}

static const char *belay_option(Line *line, const char *text) {
  const char *value = strchr(text, '=') + 1;
  if (strncmp(text, "-fbelay-budget=", 15) == 0) {
    char *end;
    line->budget = strtod(value, &end);
    return *end || end == value || line->budget < 0
             ? "-fbelay-budget= wants a number of seconds"
             : NULL;
  }
  static const char *const names[] = {"off", "basic", "prove", "default"};
  for (int i = 0; i < 4; i++)
    if (strcmp(value, names[i]) == 0) {
      line->mode = (BelayMode)i;
      return NULL;
    }
  return "-fbelay= is one of off, basic, prove, default";
}

static void note_link_option(Line *line, const char *text) {
  if (strcmp(text, "-shared") == 0) line->shared = true;
  if (strcmp(text, "-r") == 0) line->relocatable = true;
  if (strncmp(text, "-static", 7) == 0)
    line->static_ = strcmp(text, "-static-libgcc") != 0;
}

static void note_depend_option(Line *line, const char *text) {
  if (strcmp(text, "-MD") == 0 || strcmp(text, "-MMD") == 0) line->depends = true;
  if (strncmp(text, "-MF", 3) == 0) line->has_depend_file = true;
  if (strncmp(text, "-MT", 3) == 0 || strncmp(text, "-MQ", 3) == 0)
    line->has_depend_target = true;
}

/* -Wp,-MD,FILE and the like: only the one spelling that build systems use. */
static void note_wp(Line *line, const char *text) {
  if (strncmp(text, "-Wp,-MD,", 8) == 0 || strncmp(text, "-Wp,-MMD,", 9) == 0)
    line->depends = line->has_depend_file = true;
}

static void note_end(Line *line, LineEnd end) {
  if (end < line->end) line->end = end;
}

static void note_any(Line *line, const char *text) {
  if (strcmp(text, "-m32") == 0) line->narrow = true;
  if (strcmp(text, "-m64") == 0) line->narrow = false;
  if (strcmp(text, "-v") == 0) line->verbose = true;
}

/* What an option means for the driver. */
static const char *note(Line *line, const LineWord *word) {
  const char *value = word->argument;
  switch (word->use) {
  case USE_OUTPUT: line->output = value ? value : word->text + 2; break;
  case USE_LEVEL: line->level = word->text; break;
  case USE_DEBUG: line->debug = strcmp(word->text, "-g0") != 0; break;
  case USE_ONLY_C: note_end(line, END_OBJECT); break;
  case USE_ONLY_S: note_end(line, END_ASSEMBLY); break;
  case USE_PASS: line->end = END_PASS; break;
  case USE_LINK: note_link_option(line, word->text); break;
  case USE_DEPEND: note_depend_option(line, word->text); break;
  case USE_READ: note_wp(line, word->text); break;
  case USE_BELAY: return belay_option(line, word->text);
  default: note_any(line, word->text);
  }
  return NULL;
}

static const char *add_option(Arena *arena, Line *line, uint32_t *at) {
  const char *text = line->all.data[*at];
  const OptionRow *row = find_row(text);
  LineWord word = {.use = row ? row->use : USE_EVERY, .text = text};
  if (row && takes_next(row, text)) {
    if (*at + 1 == line->all.len)
      return arena_printf(arena, "argument to '%s' is missing", text);
    word.argument = line->all.data[++*at];
  }
  vec_push(arena, &line->words, word);
  return note(line, &word);
}

static void add_input(Arena *arena, Line *line, const char *path, const char *language) {
  LineWord word = {.use = USE_INPUT, .text = path, .language = language};
  word.kind = kind_of(path, language);
  line->input_count++;
  if (word.kind != INPUT_OBJECT) line->source_count++;
  if (word.kind == INPUT_HEADER) note_end(line, END_OBJECT);
  vec_push(arena, &line->words, word);
}

static const char *language_of(const LineWord *word) {
  const char *name = word->argument ? word->argument : word->text + 2;
  return strcmp(name, "none") == 0 ? NULL : name;
}

const char *line_parse(Arena *arena, int argc, char **argv, Line *line) {
  *line = (Line){.end = END_LINK, .mode = MODE_DEFAULT, .budget = 60};
  line_expand(arena, argc, argv, &line->all);
  const char *language = NULL;
  bool options = true;
  for (uint32_t i = 0; i < line->all.len; i++) {
    const char *text = line->all.data[i];
    if (options && strcmp(text, "--") == 0)
      options = false;
    else if (!options || text[0] != '-' || strcmp(text, "-") == 0)
      add_input(arena, line, text, language);
    else {
      const char *error = add_option(arena, line, &i);
      if (error) return error;
      const LineWord *word = &vec_last(&line->words);
      if (word->use == USE_LANGUAGE) language = language_of(word);
    }
  }
  if (line->input_count == 0) line->end = END_PASS;
  bool one_each = line->end == END_OBJECT || line->end == END_ASSEMBLY;
  if (one_each && line->output && line->source_count > 1)
    return "-o cannot be the name of several files";
  return NULL;
}

bool line_optimises(const Line *line) {
  return line->level && strcmp(line->level, "-O0") != 0;
}
