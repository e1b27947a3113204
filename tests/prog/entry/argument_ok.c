// An argument points to at least one object.
// expect: TRUE
// options: --entry value
struct node { int value; struct node *next; };
int value(struct node *list) { return list->value; }
