// A ring buffer whose index is wrapped one step too late.
// expect: FALSE(valid-deref)
// needs: symbolic
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char ring[8];
static unsigned head, tail;
static void put(unsigned char c) {
  if (head > sizeof ring) head = 0;
  ring[head++] = c;
}
static unsigned char get(void) {
  if (tail == sizeof ring) tail = 0;
  return ring[tail++];
}
int main(void) {
  for (int i = 0; i < 20; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c & 1) put(c);
    else if (get() == 7) return 1;
  }
  return 0;
}
