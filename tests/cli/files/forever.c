/* The bug is there, but some seventeen thousand million rounds away. */
int main(void) {
  int table[4] = {0};
  unsigned x = 1, hits = 0;
  for (;;) {
    x = x * 1664525u + 1013904223u;
    if (x == 12345) hits++;
    if (hits > 3) table[hits] = 1;
  }
}
