/* A local array that is written too far and never read. */
int main(void) {
  int squares[8];
#ifdef FIXED
  for (int i = 0; i < 8; i++)
#else
  for (int i = 0; i <= 8; i++)
#endif
    squares[i] = i * i; // error 1: write-past
  return 0;
}
