// The size of a file is any, and the memory for it is tested.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  FILE *file = fopen("name", "r");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  if (size > 0 && size < 4) {
    char *bytes = malloc((size_t)size);
    if (bytes && fread(bytes, 1, (size_t)size, file) > 0) putchar(bytes[0]);
    free(bytes);
  }
  return fclose(file);
}
