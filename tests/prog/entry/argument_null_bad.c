// expect: FALSE(valid-deref) line 4
// options: --entry value --null-arguments
struct node { int value; struct node *next; };
int value(struct node *list) { return list->value; }
