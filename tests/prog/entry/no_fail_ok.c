// Memory that the function is given is there, whatever its own calls of malloc do.
// expect: TRUE
// options: --entry value --malloc-may-fail
struct node { int value; struct node *next; };
int value(struct node *list) { return list->next ? list->next->value : list->value; }
