// The definition is not seen, and may be without const.
// expect: UNKNOWN
// because: whether the variable may be written is decided elsewhere
extern int *const settings;
int main(void) {
  *(int **)&settings = 0;
  return 0;
}
