/* The entry point: options in, one command out. */
#include <string.h>

#include "base/log.h"
#include "base/stat.h"
#include "cli/cli.h"

typedef int CommandFunction(Arena *arena, Options *options);

static CommandFunction *const functions[] = {
#define COMMAND(name, operands, help) command_##name,
#include "base/options.def"
};

static int dispatch(Arena *arena, Options *options) {
  if (options->version) {
    printf("belay %s\n", BELAY_VERSION);
    return 0;
  }
  if (options->help) {
    help_print(stdout, options->command);
    return 0;
  }
  if (options->command == COMMAND_COUNT) {
    help_print(stderr, COMMAND_COUNT);
    return CLI_USAGE;
  }
  const char *error = options->log ? log_enable(arena, options->log) : NULL;
  if (error) return message_usage(options, "%s", error);
  return functions[options->command](arena, options);
}

/* A program called belay-cc is `belay cc`, for build systems that want one word. */
static void name_command(Arena *arena, int *argc, char ***argv) {
  const char *slash = strrchr((*argv)[0], '/');
  if (strcmp(slash ? slash + 1 : (*argv)[0], "belay-cc") != 0) return;
  char **line = arena_new_array(arena, char *, (size_t)*argc + 2);
  line[0] = (*argv)[0];
  line[1] = arena_strdup(arena, "cc");
  for (int i = 1; i <= *argc; i++) line[i + 1] = (*argv)[i];
  *argv = line;
  ++*argc;
}

int main(int argc, char **argv) {
  Arena *arena = arena_new();
  Options options;
  if (argc > 0) name_command(arena, &argc, &argv);
  const char *error = opt_parse(arena, argc, argv, &options);
  message_set_colors(options.color);
  int code = error ? message_usage(&options, "%s", error) : dispatch(arena, &options);
  if (options.stats && !error) stat_print(stderr);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    message_error(NULL, "cannot write to standard output");
    code = CLI_INPUT;
  }
  arena_free(arena);
  return code;
}
