// The second node may not be there.
// expect: FALSE(valid-deref) line 5
// options: --entry second
struct node { int value; struct node *next; };
int second(struct node *list) { return list->next->value; }
