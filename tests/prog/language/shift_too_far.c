// A shift by the width or more gives any value; it is no memory error by itself.
// expect: TRUE
int main(void) {
  volatile int by = 40;
  unsigned wild = 1u << by;
  return (int)(wild & 0);
}
