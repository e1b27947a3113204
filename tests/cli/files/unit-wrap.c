int first(int *p);
int __wrap_first(int *p) { return p[0] + 5; }
int main(void) {
  int x = 0;
  return first(&x);
}
