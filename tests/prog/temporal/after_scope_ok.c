// The variable lives as long as the pointer is used.
// expect: TRUE
int main(void) {
  int *p;
  int outer;
  {
    outer = 7;
    p = &outer;
  }
  return *p - 7;
}
