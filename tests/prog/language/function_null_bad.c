// The table's empty entry is called.
// expect: FALSE(valid-deref) line 9
#include <stddef.h>
static void start(void) {}
static void stop(void) {}
static void (*const commands[])(void) = {start, stop, NULL};
int main(void) {
  for (int i = 0; i < 3; i++)
    commands[i](); // bad
  return 0;
}
