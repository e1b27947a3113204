/* See steps.h. */
#include "driver/steps.h"

#include <string.h>

#define USE_BIT(use) (1u << (use))

static void push(Arena *arena, DriverWords *to, const LineWord *word) {
  vec_push(arena, to, word->text);
  if (word->argument) vec_push(arena, to, word->argument);
}

/* The options with one of these uses, in their order. */
static void push_options(Arena *arena, DriverWords *to, const Line *line, unsigned uses) {
  for (uint32_t i = 0; i < line->words.len; i++)
    if (uses & USE_BIT(line->words.data[i].use)) push(arena, to, &line->words.data[i]);
}

static void push_texts(Arena *arena, DriverWords *to, const char *const *texts) {
  while (*texts) vec_push(arena, to, *texts++);
}

static DriverWords start(Arena *arena, const DriverPaths *paths) {
  DriverWords words = {0};
  vec_push(arena, &words, paths->clang);
  return words;
}

/* The last word of a command. */
static void push_input(Arena *arena, DriverWords *to, const LineWord *input) {
  if (input->language) {
    vec_push(arena, to, "-x");
    vec_push(arena, to, input->language);
  }
  vec_push(arena, to, input->text);
}

static const char *with_ending(Arena *arena, const char *path, const char *ending) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  const char *dot = strrchr(base, '.');
  int length = (int)(dot && dot != base ? (size_t)(dot - base) : strlen(base));
  return arena_printf(arena, "%.*s%s", length, base, ending);
}

const char *step_output(Arena *arena, const Line *line, const LineWord *input) {
  if (line->output && line->end != END_LINK) return line->output;
  if (input->kind == INPUT_HEADER) return arena_printf(arena, "%s.pch", input->text);
  return with_ending(arena, input->text, line->end == END_ASSEMBLY ? ".s" : ".o");
}

/* The list of dependences has to name what the user asked for, not our temporary file. */
static void push_depends(Arena *arena, DriverWords *to, const Line *line,
                         const LineWord *input) {
  if (!line->depends) return;
  const char *output = step_output(arena, line, input);
  const char *named = line->output ? line->output : output;
  if (!line->has_depend_file) {
    const char *list = with_ending(arena, named, ".d");
    const char *slash = strrchr(named, '/');
    vec_push(arena, to, "-MF");
    vec_push(arena, to,
             slash ? arena_printf(arena, "%.*s/%s", (int)(slash - named), named, list)
                   : list);
  }
  if (!line->has_depend_target) {
    vec_push(arena, to, "-MQ");
    vec_push(arena, to, named);
  }
}

DriverWords step_read(Arena *arena, const Line *line, const DriverPaths *paths,
                      const LineWord *input, const char *bitcode) {
  static const char *const required[] = {
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-discard-value-names",
    /* A struct that is returned is a local until then, not the caller's variable. */
    "-fno-elide-constructors",
    "-fno-lto",
    "-Qunused-arguments",
    /* The runtime checks more than the headers' own checks, which hide the calls. */
    "-U_FORTIFY_SOURCE",
    "-Wp,-U_FORTIFY_SOURCE",
    "-D__BELAY__=1",
    "-c",
    NULL,
  };
  /* The program is told what the user said. */
  static const char *const as_without_optimising[] = {"-U__OPTIMIZE__",
                                                      "-D__NO_INLINE__=1", NULL};
  DriverWords words = start(arena, paths);
  push_options(arena, &words, line,
               USE_BIT(USE_EVERY) | USE_BIT(USE_READ) | USE_BIT(USE_DEPEND) |
                 USE_BIT(USE_DEBUG));
  push_depends(arena, &words, line, input);
  if (!line->debug) vec_push(arena, &words, "-gline-tables-only");
  vec_push(arena, &words, line_optimises(line) ? line->level : "-O1");
  push_texts(arena, &words, required);
  if (!line_optimises(line)) push_texts(arena, &words, as_without_optimising);
  if (input->kind == INPUT_C) vec_push(arena, &words, "-emit-llvm");
  vec_push(arena, &words, "-idirafter");
  vec_push(arena, &words, paths->include);
  vec_push(arena, &words, "-o");
  vec_push(arena, &words, bitcode);
  push_input(arena, &words, input);
  return words;
}

DriverWords step_generate(Arena *arena, const Line *line, const DriverPaths *paths,
                          const char *bitcode, const char *output) {
  DriverWords words = start(arena, paths);
  push_options(arena, &words, line, USE_BIT(USE_EVERY) | USE_BIT(USE_DEBUG));
  vec_push(arena, &words, line->level ? line->level : "-O0");
  static const char *const required[] = {"-Qunused-arguments", "-w", "-fno-lto", NULL};
  push_texts(arena, &words, required);
  vec_push(arena, &words, line->end == END_ASSEMBLY ? "-S" : "-c");
  vec_push(arena, &words, "-o");
  vec_push(arena, &words, output);
  vec_push(arena, &words, "-x");
  vec_push(arena, &words, "ir");
  vec_push(arena, &words, bitcode);
  return words;
}

DriverWords step_plain(Arena *arena, const Line *line, const DriverPaths *paths,
                       const LineWord *input, const char *output) {
  DriverWords words = start(arena, paths);
  push_options(arena, &words, line,
               USE_BIT(USE_EVERY) | USE_BIT(USE_READ) | USE_BIT(USE_DEPEND) |
                 USE_BIT(USE_DEBUG) | USE_BIT(USE_LEVEL));
  push_depends(arena, &words, line, input);
  vec_push(arena, &words, "-Qunused-arguments");
  vec_push(arena, &words, "-idirafter");
  vec_push(arena, &words, paths->include);
  vec_push(arena, &words, line->end == END_ASSEMBLY ? "-S" : "-c");
  vec_push(arena, &words, "-o");
  vec_push(arena, &words, output);
  push_input(arena, &words, input);
  return words;
}

static const LinkInput *input_of(const LinkInputs *inputs, uint32_t word) {
  for (uint32_t i = 0; i < inputs->len; i++)
    if (inputs->data[i].word == word) return &inputs->data[i];
  return NULL;
}

/* The runtime is in the program; shared libraries find it there, so its names are
 * exported and a library may leave them open. */
static void push_runtime(Arena *arena, DriverWords *to, const Line *line,
                         const DriverPaths *paths) {
  static const char *const exported[] = {"-Wl,--export-dynamic-symbol=belay_*",
                                         "-Wl,--export-dynamic-symbol=__belay_*", NULL};
  if (line->relocatable) return;
  if (line->shared) {
    vec_push(arena, to, "-Wl,-z,undefs");
    return;
  }
  if (!paths->library) return;
  if (!line->static_) push_texts(arena, to, exported);
  vec_push(arena, to, "-Wl,--whole-archive");
  vec_push(arena, to, paths->library);
  vec_push(arena, to, "-Wl,--no-whole-archive");
  vec_push(arena, to, "-lm");
}

DriverWords step_link(Arena *arena, const Line *line, const DriverPaths *paths,
                      const LinkInputs *inputs) {
  DriverWords words = start(arena, paths);
  unsigned uses =
    USE_BIT(USE_EVERY) | USE_BIT(USE_LINK) | USE_BIT(USE_DEBUG) | USE_BIT(USE_LEVEL);
  vec_push(arena, &words, "-Qunused-arguments");
  for (uint32_t i = 0; i < line->words.len; i++) {
    const LineWord *word = &line->words.data[i];
    const LinkInput *input = word->use == USE_INPUT ? input_of(inputs, i) : NULL;
    if (input && input->path)
      vec_push(arena, &words, input->path);
    else if (word->use == USE_INPUT && !input)
      vec_push(arena, &words, word->text);
    else if (uses & USE_BIT(word->use))
      push(arena, &words, word);
  }
  push_runtime(arena, &words, line, paths);
  if (line->output) {
    vec_push(arena, &words, "-o");
    vec_push(arena, &words, line->output);
  }
  return words;
}

DriverWords step_pass(Arena *arena, const Line *line, const DriverPaths *paths) {
  DriverWords words = start(arena, paths);
  if (line->mode != MODE_OFF && line->input_count > 0) {
    vec_push(arena, &words, "-Qunused-arguments");
    vec_push(arena, &words, "-D__BELAY__=1");
    vec_push(arena, &words, "-idirafter");
    vec_push(arena, &words, paths->include);
  }
  for (uint32_t i = 0; i < line->all.len; i++)
    if (strncmp(line->all.data[i], "-fbelay", 7) != 0)
      vec_push(arena, &words, line->all.data[i]);
  return words;
}
