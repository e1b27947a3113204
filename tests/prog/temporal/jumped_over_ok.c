// expect: TRUE
// Declarations that are jumped over, of variables whose address goes nowhere or which are the
// function's own, and a struct that is looked at where it was returned.
struct row {
  int a[4];
};
static struct row make(int n) {
  struct row r = {{n, n, n, n}};
  return r;
}
static int inner(int n) {
  switch (n) {
    int x;
  case 2: x = 1; return x;
  default: return 0;
  }
}
static void set(int *to) { *to = 0; }
static int changed(int n) {
  while (n > 0) set(&n);
  return n;
}
int main(void) {
  int *p, n = 0;
  goto in;
  int x;
in:
  x = n;
  p = &x;
  return *p + inner(2) + changed(1) - make(1).a[1];
}
