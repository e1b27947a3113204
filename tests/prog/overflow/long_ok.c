// long has 64 bits here.
// arch: 64
// expect: TRUE
// property: no-overflow
int main(void) {
  long big = 70000;
  big = big * big;
  return big != 4900000000L;
}
