/* A table of constants is read behind its end: the optimiser may choose the value. */
static const int table[3] = {1, 2, 3};

int main(void) {
  int index = 2;
#ifndef FIXED
  index++;
#endif
  return table[index] == 99; // error 1: read-past
}
