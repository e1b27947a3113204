// An unknown function may call what it is given, with anything.
// expect: UNKNOWN
// because: nobody knows whether and how it does
extern void for_each(void (*visit)(int *item, int index));
static int table[4];
static void mark(int *item, int index) {
  *item = table[index];
}
int main(void) {
  for_each(mark);
  return 0;
}
