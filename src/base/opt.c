/* See opt.h. Long options are `--name`, `--name=argument` or `--name argument`, short
 * ones
 * `-x`, `-xargument` or `-x argument`; they may stand before or after the operands. */
#include "base/opt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"

#define ON(name) ((uint32_t)1 << COMMAND_##name)
#define ON_ALL UINT32_MAX

const OptRow opt_rows[] = {
#define FLAG(field, name, letter, commands, help) \
  {OPT_FLAG, name, letter, commands, NULL, NULL, 0, 0, 0, help, offsetof(Options, field)},
#define NUMBER(field, name, letter, number, least, greatest, commands, argument, help) \
  {OPT_NUMBER,                                                                         \
   name,                                                                               \
   letter,                                                                             \
   commands,                                                                           \
   argument,                                                                           \
   NULL,                                                                               \
   number,                                                                             \
   least,                                                                              \
   greatest,                                                                           \
   help,                                                                               \
   offsetof(Options, field)},
#define TEXT(field, name, letter, text, commands, argument, help) \
  {OPT_TEXT,                                                      \
   name,                                                          \
   letter,                                                        \
   commands,                                                      \
   argument,                                                      \
   text,                                                          \
   0,                                                             \
   0,                                                             \
   0,                                                             \
   help,                                                          \
   offsetof(Options, field)},
#define CHOICE(field, name, letter, text, commands, argument, help) \
  {OPT_CHOICE,                                                      \
   name,                                                            \
   letter,                                                          \
   commands,                                                        \
   argument,                                                        \
   text,                                                            \
   0,                                                               \
   0,                                                               \
   0,                                                               \
   help,                                                            \
   offsetof(Options, field)},
#include "base/options.def"
};
const unsigned opt_row_count = sizeof opt_rows / sizeof *opt_rows;

static const struct {
  const char *text, *operands, *help;
} commands[] = {
#define COMMAND(name, operands, help) {#name, operands, help},
#include "base/options.def"
};

const char *opt_command_text(Command command) { return commands[command].text; }
const char *opt_command_operands(Command command) { return commands[command].operands; }
const char *opt_command_help(Command command) { return commands[command].help; }

Command opt_command_by_text(const char *text) {
  int i = 0;
  while (i < COMMAND_COUNT && strcmp(commands[i].text, text) != 0) i++;
  return (Command)i;
}

typedef struct Parser {
  Arena *arena;
  int argc, at; /* argv[at] is next */
  char **argv;
  Options *options;
} Parser;

static void *field_of(const Parser *parser, const OptRow *row) {
  return (char *)parser->options + row->field;
}

static void set_defaults(Parser *parser) {
  for (unsigned i = 0; i < opt_row_count; i++) {
    const OptRow *row = &opt_rows[i];
    switch (row->kind) {
    case OPT_FLAG: *(bool *)field_of(parser, row) = false; break;
    case OPT_NUMBER: *(int64_t *)field_of(parser, row) = row->number; break;
    case OPT_TEXT:
    case OPT_CHOICE: *(const char **)field_of(parser, row) = row->text; break;
    }
  }
}

/* The options of no command in particular are open before one is known. */
static bool applies(const Parser *parser, const OptRow *row) {
  Command command = parser->options->command;
  return command == COMMAND_COUNT ? row->commands == ON_ALL
                                  : row->commands >> command & 1;
}

static const char *command_name(const Parser *parser) {
  Command command = parser->options->command;
  return command == COMMAND_COUNT
           ? "belay"
           : arena_printf(parser->arena, "belay %s", commands[command].text);
}

/* "belay check" or "belay check or belay run" */
static const char *commands_with(Arena *arena, const OptRow *row) {
  VecChar out = {0};
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (row->commands >> i & 1)
      vec_printf(arena, &out, "%s'belay %s'", out.len ? " or " : "", commands[i].text);
  return out.data;
}

static const char *unknown_long(Parser *parser, const char *name) {
  Arena *arena = parser->arena;
  for (unsigned i = 0; i < opt_row_count; i++)
    if (strcmp(opt_rows[i].name, name) == 0)
      return arena_printf(arena, "'%s' has no option '--%s'; it belongs to %s",
                          command_name(parser), name, commands_with(arena, &opt_rows[i]));
  Near near = near_start(arena_printf(arena, "--%s", name));
  for (unsigned i = 0; i < opt_row_count; i++)
    if (applies(parser, &opt_rows[i]))
      near_try(&near, arena_printf(arena, "--%s", opt_rows[i].name));
  return arena_printf(arena, "unknown option '--%s'%s", name, near_hint(&near, arena));
}

static const char *unknown_short(Parser *parser, const char *word) {
  const char *hint = "";
  if (strchr("DIUOWfgms", word[1]) || strncmp(word, "-include", 8) == 0)
    hint = "; flags for the compiler go after '--'";
  return arena_printf(parser->arena, "unknown option '%s'%s", word, hint);
}

static const char *set_number(Parser *parser, const OptRow *row, const char *argument) {
  char *end;
  errno = 0;
  long long value = strtoll(argument, &end, 10);
  bool digits = *argument >= '0' && *argument <= '9' && *end == '\0' && errno == 0;
  if (!digits)
    return arena_printf(parser->arena, "'--%s' wants a number, not '%s'", row->name,
                        argument);
  if (value < row->least || value > row->greatest)
    return arena_printf(parser->arena,
                        "'--%s' is from %" PRId64 " to %" PRId64 ", not %s", row->name,
                        row->least, row->greatest, argument);
  *(int64_t *)field_of(parser, row) = value;
  return NULL;
}

static const char *set_choice(Parser *parser, const OptRow *row, const char *argument) {
  Near near = near_start(argument);
  for (const char *at = row->argument; *at; at += *at == '|') {
    size_t length = strcspn(at, "|");
    char *choice = arena_strndup(parser->arena, at, length);
    if (strcmp(choice, argument) == 0) {
      *(const char **)field_of(parser, row) = choice;
      return NULL;
    }
    near_try(&near, choice);
    at += length;
  }
  return arena_printf(parser->arena, "'--%s' is one of %s, not '%s'%s", row->name,
                      row->argument, argument, near_hint(&near, parser->arena));
}

static const char *set_argument(Parser *parser, const OptRow *row, const char *argument) {
  switch (row->kind) {
  case OPT_NUMBER: return set_number(parser, row, argument);
  case OPT_CHOICE: return set_choice(parser, row, argument);
  default: break;
  }
  if (!*argument)
    return arena_printf(parser->arena, "'--%s' wants %s, not nothing", row->name,
                        row->argument);
  *(const char **)field_of(parser, row) = argument;
  return NULL;
}

/* `attached` is what stands behind `=` or the letter, or NULL. */
static const char *take(Parser *parser, const OptRow *row, const char *attached) {
  if (row->kind == OPT_FLAG) {
    if (attached)
      return arena_printf(parser->arena, "'--%s' takes no argument", row->name);
    *(bool *)field_of(parser, row) = true;
    return NULL;
  }
  if (!attached && parser->at == parser->argc)
    return arena_printf(parser->arena, "'--%s' wants an argument: %s", row->name,
                        row->argument);
  return set_argument(parser, row, attached ? attached : parser->argv[parser->at++]);
}

static const char *parse_long(Parser *parser, const char *word) {
  size_t length = strcspn(word + 2, "=");
  const char *name = arena_strndup(parser->arena, word + 2, length);
  const char *attached = word[2 + length] ? word + 2 + length + 1 : NULL;
  for (unsigned i = 0; i < opt_row_count; i++)
    if (strcmp(opt_rows[i].name, name) == 0 && applies(parser, &opt_rows[i]))
      return take(parser, &opt_rows[i], attached);
  return unknown_long(parser, name);
}

static const char *parse_short(Parser *parser, const char *word) {
  for (unsigned i = 0; i < opt_row_count; i++) {
    const OptRow *row = &opt_rows[i];
    if (row->letter != word[1] || !applies(parser, row)) continue;
    if (row->kind == OPT_FLAG && word[2]) break;
    return take(parser, row, word[2] ? word + 2 : NULL);
  }
  return unknown_short(parser, word);
}

/* `belay cc` has another compiler's command line from here on. */
static bool takes_compiler_line(Parser *parser) {
  if (parser->options->command != COMMAND_cc) return false;
  while (parser->at < parser->argc)
    vec_push(parser->arena, &parser->options->clang_flags, parser->argv[parser->at++]);
  return true;
}

/* `--args` takes all the rest; `--` takes what comes before a later `--args`. */
static bool takes_rest(Parser *parser, const char *word) {
  bool run = parser->options->command == COMMAND_run;
  bool flags = strcmp(word, "--") == 0, args = run && strcmp(word, "--args") == 0;
  if (!flags && !args) return false;
  while (parser->at < parser->argc) {
    const char *next = parser->argv[parser->at++];
    if (flags && run && strcmp(next, "--args") == 0) return takes_rest(parser, next);
    vec_push(parser->arena,
             flags ? &parser->options->clang_flags : &parser->options->program_args,
             next);
  }
  return true;
}

const char *opt_unknown_command(Arena *arena, const char *word) {
  if (strchr(word, '.') || strchr(word, '/'))
    return arena_printf(arena, "unknown command '%s'; did you mean 'belay check %s'?",
                        word, word);
  Near near = near_start(word);
  for (int i = 0; i < COMMAND_COUNT; i++) near_try(&near, commands[i].text);
  return arena_printf(arena, "unknown command '%s'%s", word, near_hint(&near, arena));
}

static const char *parse_operand(Parser *parser, const char *word) {
  Options *options = parser->options;
  if (options->command == COMMAND_COUNT) {
    options->command = opt_command_by_text(word);
    return options->command == COMMAND_COUNT ? opt_unknown_command(parser->arena, word)
                                             : NULL;
  }
  if (!*word) return "an empty file name";
  vec_push(parser->arena, &options->operands, word);
  return NULL;
}

const char *opt_parse(Arena *arena, int argc, char **argv, Options *options) {
  Parser parser = {arena, argc, 1, argv, options};
  *options = (Options){.command = COMMAND_COUNT};
  set_defaults(&parser);
  while (parser.at < argc && !takes_compiler_line(&parser)) {
    const char *word = argv[parser.at++], *error;
    if (takes_rest(&parser, word)) break;
    if (word[0] == '-' && word[1] == '-')
      error = parse_long(&parser, word);
    else if (word[0] == '-' && word[1])
      error = parse_short(&parser, word);
    else
      error = parse_operand(&parser, word);
    if (error) return error;
  }
  return NULL;
}
