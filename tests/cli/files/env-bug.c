#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
  char path[32];
  strcpy(path, getenv("HOME"));
  strcat(path, "/.conf");
  return path[0];
}
