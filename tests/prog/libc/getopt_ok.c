// Options and their arguments, and those that are none moved behind them.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line[] = {"program", "file", "-a", "-bvalue", "--long=3", "other", "-q", NULL};
  struct option options[] = {{"long", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
  int letter, index;
  opterr = 0;
  unsetenv("POSIXLY_CORRECT");
  while ((letter = getopt_long(7, line, "ab:", options, &index)) != -1)
    printf("%c %s %d\n", letter, optarg ? optarg : "none", optind);
  for (int i = 0; line[i]; i++) printf("%s ", line[i]);
  printf("%d\n", optind);
  return 0;
}
