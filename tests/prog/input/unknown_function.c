// An unknown function may return any value and write to what it is given, no more.
// expect: TRUE
// needs: bounds
extern int mystery(int *);
static int table[8];
int main(void) {
  int local = 3;
  int index = mystery(&local);
  if (index >= 0 && index < 8) return table[index];
  return 0;
}
