// Compound literals live until the end of their block, whatever way control takes in it.
// expect: TRUE
struct pair {
  int a, b;
};
static int sum(const struct pair *p) { return p->a + p->b; }
static int again(int n) {
  int total = 0;
  {
    const int *last = 0;
  more:;
    const int *now = (const int[]){n, 2};
    if (last) total += *last;
    last = now;
    if (n-- > 0) goto more;
    total += *last;
  }
  return total;
}
int main(void) {
  const struct pair *p = &(struct pair){1, 2};
  int total = again(3);
  for (int i = 0; i < 4; i++) {
    total += sum(&(struct pair){i, 2});
    if (i & 1) {
      const struct pair *q = &(struct pair){3, i};
      total += q->a;
      if (total > 50) break;
      if (total > 20) continue;
      total += sum(q);
    }
    p = i == 2 ? &(struct pair){1, 1} : &(struct pair){2, 2};
    total += p->b;
    p = &(struct pair){.a = i};
    switch (i) {
    case 0: total += *(int[]){1, 2}; break;
    case 1: {
      int *z = (int[]){3};
      total += *z;
    } break;
    default: return total + p->a > 0;
    }
  }
  return 0;
}
