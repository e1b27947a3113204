// The ring's index wraps in time.
// expect: TRUE
#include "../require.h"
static unsigned char ring[16];
static unsigned head;
static void put(unsigned char c) {
  ring[head] = c;
  if (++head >= sizeof ring) head = 0;
}
int main(void) {
  for (int i = 0; i < 40; i++) put((unsigned char)i);
  require(head == 8 && ring[7] == 39 && ring[8] == 24);
  return 0;
}
