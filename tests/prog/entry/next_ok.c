// A pointer that was looked at once is the same the next time.
// expect: TRUE
// options: --entry second
struct node { int value; struct node *next; };
int second(struct node *list) { return list->next ? list->next->value : 0; }
