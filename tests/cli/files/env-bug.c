#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char path[32];
  strcpy(path, getenv("HOME"));
  strcat(path, "/.conf");
  return path[0];
}
