/* Buffers that are filled from files. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int ends[2];
  char line[16], *whole = NULL;
  size_t room = 0;
  FILE *file = tmpfile();
  fputs("one two three\nfour five\nsix\n", file);
  rewind(file);
  fgets(line, bug == 1 ? 17 : 16, file); // error 1: write-past
  ssize_t got = getline(&whole, &room, file);
  char *old = whole;
  whole = realloc(whole, room + 1000);
  if (bug != 2) old = whole;
  printf("%s%zd%c\n", line, got, old[0]); // error 2: use-after-free
  if (pipe(ends)) return 1;
  if (write(ends[1], line, bug == 3 ? 17 : 10) < 0) return 1; // error 3: read-past
  if (read(ends[0], line, bug == 4 ? 20 : 10) < 0) return 1;  // error 4: write-past
  char word[4];
  sscanf("abcdefgh", bug == 5 ? "%7s" : "%3s", word); // error 5: write-past
  long *number = bug == 6 ? malloc(sizeof(long) - 1) : malloc(sizeof(long));
  sscanf("12", "%ld", number); // error 6: write-past
  printf("%s\n", word);
  free(number);
  free(whole);
  fclose(file);
  return 0;
}
