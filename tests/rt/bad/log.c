/* The log cannot be written: the report comes all the same. */
// environment: BELAY_OPTIONS=log_path=/nonexistent/folder/log
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char *p = malloc(3);
  p[bug == 1 ? 3 : 2] = 0; // error 1: write-past
  free(p);
  return 0;
}
// report 1: belay: cannot write to /nonexistent/folder/log
