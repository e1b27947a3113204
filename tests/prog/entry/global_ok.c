// expect: TRUE
// options: --entry put
static char buffer[16];
static unsigned used;
void put(char c) {
  if (used < sizeof buffer) buffer[used++] = c;
}
