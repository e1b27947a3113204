// A callback's context is registered from a frame that is gone when it fires.
// expect: FALSE(valid-deref) line 11
typedef void Handler(void *);
static Handler *handler;
static void *context;
static void on(Handler *h, void *c) {
  handler = h;
  context = c;
}
static void count(void *counter) {
  ++*(int *)counter; // bad
}
static void setup(void) {
  int counter = 0;
  on(count, &counter);
  handler(context);
}
int main(void) {
  setup();
  handler(context);
  return 0;
}
