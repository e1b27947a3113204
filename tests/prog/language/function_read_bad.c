// A function's code is read as data.
// expect: FALSE(valid-deref) line 6
static int work(void) { return 1; }
int main(void) {
  const unsigned char *bytes = (const unsigned char *)work;
  return bytes[0]; // bad
}
