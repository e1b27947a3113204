// The same loop does not know the count zero.
// expect: FALSE(valid-deref) line 6
static void copy(char *to, const char *from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++; // bad
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
          } while (--rounds > 0);
  }
}
int main(void) {
  char to[1];
  copy(to + 1, "", 0);
  return 0;
}
