// printf with known formats, also by way of a wrapper, touches nothing of the program's.
#include <stdarg.h>
#include <stdio.h>
struct Node { struct Node *next; int value; };
static struct Node nodes[2] = {{&nodes[1], 3}, {&nodes[0], 4}};

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

int main(void) {
  struct Node *at = nodes;
  for (int i = 0; i < 5; i++) {
    printf("%d %s 100%%\n", at->value, i > 2 ? "late" : "early");
    say(i ? "%5.2f\n" : "first %g\n", (double)i);
    at = at->next;
  }
  return at->next->value;
}
