// Numbers and words out of a string.
// expect: TRUE
// native: compare
#include <stdio.h>
int main(void) {
  int a, b, read;
  unsigned c;
  long d;
  char word[8], set[8], letter;
  float e;
  double f;
  printf("%d", sscanf("12 -7 ff 99", "%d %d %x %ld", &a, &b, &c, &d));
  printf(" %d %d %u %ld\n", a, b, c, d);
  printf("%d", sscanf("hello,x 1.5 2.5e3", "%5[a-z],%c %f %lf%n", set, &letter, &e, &f, &read));
  printf(" %s %c %g %g %d\n", set, letter, e, f, read);
  printf("%d", sscanf("abcdefghij", "%7s", word));
  printf(" %s %d %d\n", word, sscanf("", "%d", &a), sscanf("x", "%d", &a));
  return 0;
}
