// An unknown function may keep the address it is given, and another may use it: what lies
// behind it can change at any call.
// expect: UNKNOWN
// because: nobody knows what they do
extern void keep(int **where);
extern void step(void);
static int storage;
int main(void) {
  int *p = &storage;
  keep(&p);
  step();
  return *p;
}
