/* The first slow check of a library, with more values alive than a call leaves alone. */
struct two {
  int *first, *last;
};

int mix(struct two a, struct two b, struct two c, struct two d) {
  int *p = a.first, *q = b.first, *r = c.first;
  int x0 = p[0], x1 = p[1], x2 = p[2], x3 = q[0], x4 = q[1], x5 = q[2], x6 = r[0], x7 = r[1];
  *d.first = 1;
  *d.last = p[3];
  return x0 + 2 * x1 + 4 * x2 + 8 * x3 + 16 * x4 + 32 * x5 + 64 * x6 + 128 * x7 - *d.first;
}
