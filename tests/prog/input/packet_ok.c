// A packet names its own length, which is compared with the room for it.
// expect: TRUE
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
  if (p->kind != 1 || p->length > sizeof p->body) return;
  memcpy(reply, p->body, p->length);
}
int main(void) {
  struct packet p;
  receive((unsigned char *)&p, sizeof p);
  answer(&p);
  return 0;
}
