/* The runtime gets no memory: the program may not have as much address space as it wants. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  if (bug == 1) {
    struct rlimit limit = {1 << 28, 1 << 28};
    setrlimit(RLIMIT_AS, &limit);
    execl("/proc/self/exe", argv[0], "0", (char *)NULL);
    return 1;
  }
  return 0;
}
// only: 64
// report 1: belay: cannot reserve address space for the runtime
// exit 1: 97
