/* A variable is read after its scope: its value is known, and the read is folded. */
int main(void) {
  int *kept, result = 0;
#ifdef FIXED
  int inner = 5;
  kept = &inner;
#else
  {
    int inner = 5;
    kept = &inner;
  }
#endif
  result = *kept; // error 1: use-after-scope
  return result == 99;
}
