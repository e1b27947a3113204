/* Strings that do not fit or do not end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  char small[8], *open = malloc(4), *text = malloc(16);
  memcpy(open, bug == 1 ? "abcd" : "abc", 4);
  size_t length = strlen(open); // error 1: read-past
  strcpy(text, "0123456789");
  text[bug == 2 ? 10 : 4] = bug == 2 ? 'x' : '\0';
  if (bug != 2) text[5] = '\0';
  else memset(text, 'y', 15), text[15] = '\0';
  strcpy(small, text); // error 2: write-past
  strncpy(small, "ab", bug == 3 ? 9 : 8); // error 3: write-past
  strcat(small, bug == 4 ? "cdefgh" : "cdefg"); // error 4: write-past
  char *copy = strdup(small);
  int end = copy[bug == 5 ? 8 : 7]; // error 5: read-past
  char *found = strchr(small, 'c');
  end += found[bug == 6 ? 6 : 5]; // error 6: read-past
  char *cut = strtok(copy, "c");
  cut = strtok(NULL, "f");
  free(copy);
  if (bug != 7) cut = text;
  printf("%zu %d %c\n", length, end, *cut); // error 7: use-after-free
  free(text);
  free(open);
  return 0;
}
