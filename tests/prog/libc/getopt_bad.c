// The list of long options has no end.
// expect: FALSE(valid-deref) line 10
#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
int main(void) {
  char *line[] = {"program", "--none", NULL};
  unsetenv("POSIXLY_CORRECT");
  struct option options[] = {{"long", no_argument, NULL, 'l'}};
  return getopt_long(2, line, "", options, NULL); // bad
}
