// A packet names its own length: the header is counted, its room is not.
// expect: FALSE(valid-deref) line 14
// needs: symbolic
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
struct packet { unsigned char kind, length; unsigned char body[16]; };
static void receive(unsigned char *bytes, unsigned size) {
  for (unsigned i = 0; i < size; i++) bytes[i] = __VERIFIER_nondet_uchar();
}
static void answer(const struct packet *p) {
  unsigned char reply[16];
  if (p->kind != 1 || p->length > sizeof *p) return;
  memcpy(reply, p->body, p->length); // bad
}
int main(void) {
  struct packet p;
  receive((unsigned char *)&p, sizeof p);
  answer(&p);
  return 0;
}
