// long has 32 bits here.
// arch: 32
// expect: FALSE(no-overflow) line 7
// property: no-overflow
int main(void) {
  long big = 70000;
  big = big * big; // bad
  return big == 0;
}
