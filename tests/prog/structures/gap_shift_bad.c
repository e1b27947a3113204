// The shift on removal reads one element too far.
// expect: FALSE(valid-deref) line 8
static int items[4] = {1, 2, 3, 4};
static int count = 4;
static void drop(int at) {
  count--;
  for (int i = at; i <= count; i++)
    items[i] = items[i + 1]; // bad
}
int main(void) {
  drop(1);
  return 0;
}
