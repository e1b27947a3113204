// From a member back to its struct.
// expect: TRUE
#include <stddef.h>
#include <stdlib.h>
#include "../require.h"
#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))
struct Link { struct Link *next; };
struct Item { double weight; int id; struct Link link; };
int main(void) {
  struct Link *list = NULL;
  for (int i = 0; i < 4; i++) {
    struct Item *item = malloc(sizeof *item);
    item->id = i;
    item->link.next = list;
    list = &item->link;
  }
  int sum = 0;
  while (list) {
    struct Item *item = container_of(list, struct Item, link);
    list = list->next;
    sum = sum * 10 + item->id;
    free(item);
  }
  require(sum == 3210);
  return 0;
}
