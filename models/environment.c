/* stdlib.h: environment variables. What the program has not set is up to whoever started
 * it: unset, or any string of up to PATH_MAX bytes. Asking twice gives the same answer.
 */
#include "belay_model.h"

typedef struct Variable {
  struct Variable *next;
  const char *name; /* the first `length` bytes of it */
  size_t length;
  int set;
  char *value; /* NULL while nobody asked for an inherited one */
} Variable;

static Variable *variables;

static char *no_environment[1];
char **environ = no_environment;
char **__environ = no_environment;
char **_environ = no_environment;

/* Whether the first `length` bytes of both are the same and `name` ends there. */
static int has_name(const Variable *variable, const char *name, size_t length) {
  if (variable->length != length) return 0;
  size_t i = 0;
  while (i < length && variable->name[i] == name[i]) i++;
  return i == length;
}

static Variable *find(const char *name, size_t length) {
  Variable *variable = variables;
  while (variable != NULL && !has_name(variable, name, length)) variable = variable->next;
  return variable;
}

static char *copy_of(const char *text, size_t length) {
  char *copy = __belay_alloc_static(length + 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

static Variable *find_or_add(const char *name, size_t length) {
  Variable *variable = find(name, length);
  if (variable != NULL) return variable;
  variable = __belay_alloc_static(sizeof(Variable));
  variable->next = variables;
  variable->name = copy_of(name, length);
  variable->length = length;
  variable->set = 0;
  variable->value = NULL;
  variables = variable;
  return variable;
}

static Variable *look_up(const char *name) {
  size_t length = __belay_text_length(name);
  Variable *variable = find(name, length);
  if (variable != NULL) return variable;
  variable = find_or_add(name, length);
  variable->set = model_input_range("getenv", 0, 1);
  return variable;
}

static void set(Variable *variable, char *value) {
  variable->set = value != NULL;
  variable->value = value;
}

static char *inherited_value(void) {
  size_t length = (size_t)model_input_range("getenv.length", 0, PATH_MAX);
  char *value = __belay_alloc_static(length + 1);
  __belay_fill_text(value, length);
  return value;
}

int __belay_environment_has(const char *name) { return look_up(name)->set; }

char *__belay_environment_value(const char *name) {
  Variable *variable = look_up(name);
  if (!variable->set) return NULL;
  if (variable->value == NULL) variable->value = inherited_value();
  return variable->value;
}

char *getenv(const char *name) { return __belay_environment_value(name); }

char *secure_getenv(const char *name) { return __belay_environment_value(name); }

char *__secure_getenv(const char *name) { return __belay_environment_value(name); }

/* The length of a name that can be set; 0 for one that cannot. */
static size_t name_length(const char *name) {
  if (name == NULL) return 0;
  size_t length = 0;
  while (name[length] != 0 && name[length] != '=') length++;
  return name[length] == 0 ? length : 0;
}

int setenv(const char *name, const char *value, int overwrite) {
  size_t length = name_length(name);
  if (length == 0) {
    __belay_errno = EINVAL;
    return -1;
  }
  size_t value_length = __belay_text_length(value);
  if (!overwrite && __belay_environment_has(name)) return 0;
  set(find_or_add(name, length), copy_of(value, value_length));
  return 0;
}

int unsetenv(const char *name) {
  size_t length = name_length(name);
  if (length == 0) {
    __belay_errno = EINVAL;
    return -1;
  }
  set(find_or_add(name, length), NULL);
  return 0;
}

/* The string itself becomes part of the environment: when it dies, so does the variable.
 */
int putenv(char *text) {
  size_t length = 0;
  while (text[length] != 0 && text[length] != '=') length++;
  set(find_or_add(text, length), text[length] == '=' ? text + length + 1 : NULL);
  return 0;
}

/* Without a list of all inherited variables there is none to forget; those that are asked
 * for later are inherited still. */
int clearenv(void) {
  for (Variable *variable = variables; variable != NULL; variable = variable->next)
    set(variable, NULL);
  return 0;
}
