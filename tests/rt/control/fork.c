/* The child of fork has the metadata of its parent, and its own from then on. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q), status = 0;
  *p = 1;
  *q = 2;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    free(q);
    int *r = malloc(sizeof *r);
    *r = 3;
    if (bug == 1) r = q;
    *r += *p; // error 1: use-after-free
    free(r);
    free(p);
    _exit(0);
  }
  waitpid(child, &status, 0);
  *q += *p; /* the child's free was its own */
  printf("%d %d\n", *q, bug ? 0 : WEXITSTATUS(status));
  free(p);
  free(q);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
