/* Where a run starts. A main that takes arguments is called with any of those that are
 * within the limits below, and with an empty environment. */
#include "belay_model.h"

int main(int count, char **arguments, char **environment);

#define ARGUMENT_LIMIT 64
#define ARGUMENT_LENGTH_LIMIT 4096

static void __belay_input_bytes_argument(char *to, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = __belay_input_char("argv.byte");
}

/* A byte may be 0 and end the string before its block ends; a run where none is 0, and
 * the block as long as the string, is among them. */
static char *new_argument(void) {
  size_t length = (size_t)model_input_range("argv.length", 0, ARGUMENT_LENGTH_LIMIT);
  char *text = __belay_alloc_static(length + 1);
  __belay_input_bytes_argument(text, length);
  text[length] = 0;
  return text;
}

static int argument_count(void) {
  int count = model_input_range("argc", 0, ARGUMENT_LIMIT);
  return count + (count == 0); /* nobody chose: the program's name alone */
}

int __belay_start(void) {
  int count = argument_count();
  char **arguments = __belay_alloc_static(((size_t)count + 1) * sizeof(char *));
  for (int i = 0; i < count; i++) arguments[i] = new_argument();
  arguments[count] = NULL;
  char **environment = __belay_alloc_static(sizeof(char *));
  environment[0] = NULL;
  __belay_handlers_run_at_return = 1;
  int code = main(count, arguments, environment);
  __belay_run_exit_handlers(code);
  return code;
}

/* For a main that looks at nothing but how many arguments there are. */
int __belay_start_count(void) {
  __belay_handlers_run_at_return = 1;
  int code = main(argument_count(), NULL, NULL);
  __belay_run_exit_handlers(code);
  return code;
}

/* For a main without parameters. */
int __belay_start_plain(void) {
  __belay_handlers_run_at_return = 1;
  int code = ((int (*)(void))(void *)main)();
  __belay_run_exit_handlers(code);
  return code;
}
