/* getopt and its long forms against libc's: results, order of arguments, messages. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare.h"

MODEL(getopt);
MODEL(getopt_long);
MODEL(getopt_long_only);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

enum { WORDS = 6 };

static const struct option options[] = {{"alpha", 0, NULL, 'a'}, {"beta", 1, NULL, 1000},
                                        {"bet", 0, NULL, 1001},  {"gamma", 2, NULL, 'g'},
                                        {"gamut", 0, NULL, 'm'}, {"x", 0, NULL, 'x'},
                                        {NULL, 0, NULL, 0}};

/* libc's messages, from a file that stands for stderr. */
static FILE *errors;

static void read_errors(char *to, size_t capacity) {
  long length = ftell(errors);
  rewind(errors);
  size_t read =
    fread(to, 1, (size_t)length < capacity ? (size_t)length : capacity - 1, errors);
  to[read] = 0;
  rewind(errors);
  if (ftruncate(fileno(errors), 0) != 0) abort();
}

static void compare_run(char **words, int count, const char *letters, int kind) {
  char *mine[WORDS + 1], *theirs[WORDS + 1], messages[1024];
  memcpy(mine, words, sizeof(char *) * (size_t)(count + 1));
  memcpy(theirs, words, sizeof(char *) * (size_t)(count + 1));
  FILE *standard = stderr;
  model_optind = optind = 0;
  for (int step = 0; step < 20; step++) {
    int my_index = -1, their_index = -1, a, b;
    if (kind == 0) {
      a = model_getopt(count, mine, letters);
    } else if (kind == 1) {
      a = model_getopt_long(count, mine, letters, options, &my_index);
    } else {
      a = model_getopt_long_only(count, mine, letters, options, &my_index);
    }
    stderr = errors;
    if (kind == 0) {
      b = getopt(count, theirs, letters);
    } else if (kind == 1) {
      b = getopt_long(count, theirs, letters, options, &their_index);
    } else {
      b = getopt_long_only(count, theirs, letters, options, &their_index);
    }
    stderr = standard;
    bool same = a == b && model_optind == optind && my_index == their_index &&
                model_optarg == optarg && (a != '?' || model_optopt == optopt) &&
                !memcmp(mine, theirs, sizeof(char *) * (size_t)count);
    expect(same,
           "getopt %d of [%s %s %s %s %s] with \"%s\": %d optind %d optopt %d arg %s, "
           "should be %d optind %d optopt %d arg %s",
           kind, words[1], words[2], words[3], words[4], words[5], letters, a,
           model_optind, model_optopt, model_optarg, b, optind, optopt, optarg);
    if (a == -1 || !same) break;
  }
  read_errors(messages, sizeof messages);
  const char *ours = take_output(2, NULL);
  expect(!strcmp(ours, messages), "getopt messages \"%s\", should be \"%s\"", ours,
         messages);
}

void compare_options(void) {
  static char *const words[] = {
    "-a",    "-b",    "-ab",     "-bx",       "-c",        "--",     "-",        "file",
    "other", "-gx",   "-g",      "--alpha",   "--alpha=1", "--beta", "--beta=2", "--bet",
    "--be",  "--gam", "--gamma", "--gamma=3", "--none",    "-x",     "-ax",      "-alpha",
    "-beta", "--a",   "-:",      "--=",       "-ga"};
  static const char *const letters[] = {"ab:g::x",  "+ab:g::x", "-ab:g::x",
                                        ":ab:g::x", "a",        ""};
  errors = tmpfile();
  unsetenv("POSIXLY_CORRECT");
  reset_choices();
  for (int round = 0; round < 20000; round++) {
    char *line[WORDS + 1] = {"program"};
    int count = 1 + (int)pick(WORDS);
    for (int i = 1; i < count; i++) line[i] = words[pick(sizeof words / sizeof *words)];
    compare_run(line, count, letters[pick(6)], (int)pick(3));
  }
  fclose(errors);
}
