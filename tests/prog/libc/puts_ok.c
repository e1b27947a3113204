// Bytes and strings to streams.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[4] = {'a', 'b', 'c', '\n'};
  puts("line");
  putchar('x');
  putc('y', stdout);
  fputc('\n', stdout);
  fputs("text\n", stdout);
  printf("%zu\n", fwrite(bytes, 2, 2, stdout));
  fflush(stdout);
  printf("%d\n", (int)write(2, bytes, 4));
  return ferror(stdout);
}
