#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  char *text = malloc(8);
  for (int i = 0; i < 7 + argc; i++) text[i] = 'a';
  printf("%c\n", text[argc]);
  free(text);
  return 0;
}
