// A ring buffer whose index wraps one too late.
// expect: FALSE(valid-deref) line 6
static unsigned char ring[16];
static unsigned head;
static void put(unsigned char c) {
  ring[head] = c; // bad
  if (++head > sizeof ring) head = 0;
}
int main(void) {
  for (int i = 0; i < 40; i++) put((unsigned char)i);
  return 0;
}
