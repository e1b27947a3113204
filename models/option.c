/* getopt.h: command line options, as glibc reads them: arguments that are no options move
 * behind the options unless POSIXLY_CORRECT is set or the string starts with + or -. */
#include "stream.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

typedef struct Option {
  const char *name;
  int has_argument; /* 0 none, 1 required, 2 optional */
  int *flag;
  int value;
} Option;

typedef enum Ordering { PERMUTE, STOP, IN_ORDER } Ordering;

/* Of the scan, between calls. */
static char *rest;                      /* letters of the argument that are left */
static int first_skipped, last_skipped; /* arguments [first, last) are no options */
static int started;
static Ordering ordering;

static void message(const char *program, const char *text, const char *name,
                    const char *end) {
  const char *parts[4] = {program, text, name, end};
  if (!opterr) return;
  for (int i = 0; i < 4; i++)
    __belay_stream_put(stderr, parts[i], __belay_text_length(parts[i]));
}

static void letter_message(const char *program, const char *text, char letter) {
  char name[2] = {letter, 0};
  message(program, text, name, "'\n");
}

/* Swaps [first_skipped, last_skipped) with [last_skipped, optind), orders kept. */
static void exchange(char **arguments) {
  int options = optind - last_skipped;
  for (int moved = 0; moved < options; moved++) {
    char *option = arguments[last_skipped + moved];
    for (int i = last_skipped + moved; i > first_skipped + moved; i--)
      arguments[i] = arguments[i - 1];
    arguments[first_skipped + moved] = option;
  }
  first_skipped += options;
  last_skipped = optind;
}

static void start(const char *letters) {
  if (optind == 0) optind = 1;
  first_skipped = last_skipped = optind;
  rest = NULL;
  started = 1;
  if (letters[0] == '-') {
    ordering = IN_ORDER;
  } else if (letters[0] == '+') {
    ordering = STOP;
  } else {
    ordering = __belay_environment_has("POSIXLY_CORRECT") ? STOP : PERMUTE;
  }
}

static int is_plain(const char *argument) {
  return argument[0] != '-' || argument[1] == 0;
}

/* Moves on to the next argument that is an option, into `rest`: 0. Or else what getopt
 * returns: -1 at the end, 1 for a plain argument taken in order. */
static int next_argument(int count, char **arguments, int long_names) {
  if (last_skipped > optind) last_skipped = optind;
  if (first_skipped > optind) first_skipped = optind;
  if (ordering == PERMUTE) {
    if (first_skipped != last_skipped && last_skipped != optind) {
      exchange(arguments);
    } else if (last_skipped != optind) {
      first_skipped = optind;
    }
    while (optind < count && is_plain(arguments[optind])) optind++;
    last_skipped = optind;
  }
  if (optind < count && __belay_text_equal(arguments[optind], "--")) {
    optind++;
    if (first_skipped != last_skipped && last_skipped != optind) {
      exchange(arguments);
    } else if (first_skipped == last_skipped) {
      first_skipped = optind;
    }
    last_skipped = count;
    optind = count;
  }
  if (optind >= count) {
    if (first_skipped != last_skipped) optind = first_skipped;
    return -1;
  }
  if (is_plain(arguments[optind])) {
    if (ordering == STOP) return -1;
    optarg = arguments[optind];
    optind++;
    return 1;
  }
  rest = arguments[optind] + 1 + (long_names && arguments[optind][1] == '-');
  return 0;
}

/* ---- long options ---- */

/* Bytes of the name in "name=value". */
static size_t name_length(const char *text) {
  size_t length = 0;
  while (text[length] != 0 && text[length] != '=') length++;
  return length;
}

static int starts_with(const char *name, const char *start, size_t length) {
  size_t i = 0;
  while (i < length && name[i] == start[i]) i++;
  return i == length;
}

static int same_meaning(const Option *a, const Option *b) {
  return a->has_argument == b->has_argument && a->flag == b->flag && a->value == b->value;
}

/* The option of that name or with that only beginning: its index, -1 none, -2 several. */
static int find_long(const Option *options, const char *text, size_t length) {
  int found = -1;
  for (int i = 0; options[i].name != NULL; i++) {
    if (!starts_with(options[i].name, text, length)) continue;
    if (options[i].name[length] == 0) return i;
    if (found == -1) {
      found = i;
    } else if (found >= 0 && !same_meaning(&options[found], &options[i])) {
      found = -2;
    }
  }
  return found;
}

static void ambiguous_message(const char *program, const char *dashes, const char *text,
                              const Option *options, size_t length) {
  message(program, ": option '", dashes, "");
  message(text, "' is ambiguous; possibilities:", "", "");
  for (int i = 0; options[i].name != NULL; i++)
    if (starts_with(options[i].name, text, length)) {
      message(" '", dashes, options[i].name, "'");
    }
  message("\n", "", "", "");
}

static int unknown_long(char **arguments, const Option *options, const char *dashes,
                        int found, size_t length) {
  if (found == -2) {
    ambiguous_message(arguments[0], dashes, rest, options, length);
  } else {
    message(arguments[0], ": unrecognized option '", dashes, "");
    message(rest, "'\n", "", "");
  }
  rest = NULL;
  optind++;
  optopt = 0;
  return '?';
}

static int take_long(int count, char **arguments, const char *letters,
                     const Option *options, int *index, const char *dashes) {
  size_t length = name_length(rest);
  int found = find_long(options, rest, length);
  if (found < 0) return unknown_long(arguments, options, dashes, found, length);
  const Option *option = &options[found];
  optarg = NULL;
  optind++;
  if (rest[length] == '=') {
    if (option->has_argument == 0) {
      message(arguments[0], ": option '", dashes, "");
      message(option->name, "' doesn't allow an argument\n", "", "");
      rest = NULL;
      optopt = option->value;
      return '?';
    }
    optarg = rest + length + 1;
  } else if (option->has_argument == 1) {
    if (optind >= count) {
      message(arguments[0], ": option '", dashes, "");
      message(option->name, "' requires an argument\n", "", "");
      rest = NULL;
      optopt = option->value;
      return letters[0] == ':' ? ':' : '?';
    }
    optarg = arguments[optind];
    optind++;
  }
  rest = NULL;
  if (index != NULL) *index = found;
  if (option->flag == NULL) return option->value;
  *option->flag = option->value;
  return 0;
}

/* ---- letters ---- */

/* Index in the string, -1 when it is not there. */
static int find_letter(const char *letters, char letter) {
  for (int i = 0; letters[i] != 0; i++)
    if (letters[i] == letter) return i;
  return -1;
}

static int take_argument(int count, char **arguments, const char *letters, char letter) {
  if (rest[0] != 0) {
    optarg = rest;
    optind++;
  } else if (optind + 1 < count) {
    optarg = arguments[optind + 1];
    optind += 2;
  } else {
    optind++;
    letter_message(arguments[0], ": option requires an argument -- '", letter);
    optopt = (unsigned char)letter;
    rest = NULL;
    return letters[0] == ':' ? ':' : '?';
  }
  rest = NULL;
  return (unsigned char)letter;
}

static int take_letter(int count, char **arguments, const char *letters) {
  char letter = rest[0];
  int at = letter == ':' || letter == ';' ? -1 : find_letter(letters, letter);
  rest++;
  if (at >= 0 && letters[at + 1] == ':' && letters[at + 2] == ':') {
    optarg = rest[0] != 0 ? rest : NULL;
    rest = NULL;
    optind++;
    return (unsigned char)letter;
  }
  if (at >= 0 && letters[at + 1] == ':')
    return take_argument(count, arguments, letters, letter);
  if (rest[0] == 0) {
    rest = NULL;
    optind++;
  }
  if (at >= 0) return (unsigned char)letter;
  letter_message(arguments[0], ": invalid option -- '", letter);
  optopt = (unsigned char)letter;
  return '?';
}

/* With long_only a single dash may start a long name, unless it is a known letter alone.
 */
static int is_long(char **arguments, const char *letters, const Option *options,
                   int long_only) {
  if (options == NULL) return 0;
  if (arguments[optind][1] == '-') return 1;
  if (!long_only) return 0;
  if (arguments[optind][2] == 0 && find_letter(letters, arguments[optind][1]) >= 0)
    return 0;
  return find_long(options, rest, name_length(rest)) != -1 ||
         find_letter(letters, rest[0]) < 0;
}

static int next_option(int count, char **arguments, const char *letters,
                       const Option *options, int *index, int long_only) {
  if (count < 1) return -1;
  optarg = NULL;
  if (optind == 0 || !started) start(letters);
  if (letters[0] == '-' || letters[0] == '+') letters++;
  int silent = letters[0] == ':';
  int saved = opterr;
  if (silent) opterr = 0;
  int result = 0, fresh = rest == NULL || rest[0] == 0;
  if (fresh) result = next_argument(count, arguments, options != NULL);
  if (result == 0) {
    if (fresh && is_long(arguments, letters, options, long_only)) {
      const char *dashes = arguments[optind][1] == '-' ? "--" : "-";
      result = take_long(count, arguments, letters, options, index, dashes);
    } else {
      result = take_letter(count, arguments, letters);
    }
  }
  opterr = saved;
  return result;
}

int getopt(int count, char *const arguments[], const char *letters) {
  return next_option(count, (char **)arguments, letters, NULL, NULL, 0);
}

int __posix_getopt(int count, char *const arguments[], const char *letters) {
  if (!started || optind == 0) {
    start("+");
    if (letters[0] == '-') ordering = IN_ORDER;
  }
  return next_option(count, (char **)arguments, letters, NULL, NULL, 0);
}

int getopt_long(int count, char *const arguments[], const char *letters,
                const Option *options, int *index) {
  return next_option(count, (char **)arguments, letters, options, index, 0);
}

int getopt_long_only(int count, char *const arguments[], const char *letters,
                     const Option *options, int *index) {
  return next_option(count, (char **)arguments, letters, options, index, 1);
}
