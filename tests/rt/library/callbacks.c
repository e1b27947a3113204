/* A library function that is not instrumented stores a pointer into a variable, and calls the
 * program back before: what the variable pointed to until then does not count. */
#define _GNU_SOURCE
#include <dirent.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(a, b); }
static int visible(const struct dirent *entry) { return strchr(entry->d_name, '.') == NULL; }

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  void *other = malloc(4), *root = other;
  struct dirent **list = &root;
  int count = scandir(".", &list, visible, alphasort);
  for (int i = 0; i < count; i++) {
    printf("%s\n", list[i]->d_name);
    free(list[i]);
  }
  free(list);

  root = NULL;
  tsearch("b", &root, compare);
  char **found = tsearch("b", &root, compare);
  printf("%s\n", found[0]);
  tdelete("b", &root, compare);
  if (bug == 1) printf("%d\n", ((char *)other)[4]); // error 1: read-past
  free(other);
  return 0;
}
// output 0: ^program$
