int first(int *p);
int main(int count, char **words) {
  int x[4] = {0};
  return first(x + count - 1);
}
