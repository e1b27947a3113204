/* An address-based check sees a live neighbour. */
int main(void) {
  static struct { int numbers[4]; int other[64]; } a;
  static int b[64];
  volatile long distance = (char *)b - (char *)a.numbers;
  char *p = (char *)a.numbers + distance;
  return *p;
}
