int first(int *p);
int main(void) {
  int x[4] = {0};
  return first(x);
}
