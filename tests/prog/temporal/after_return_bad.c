// A name built in a local buffer is returned.
// expect: FALSE(valid-deref) line 13
static char *name_of(int id) {
  char name[8];
  char *result = name;
  name[0] = 'n';
  name[1] = (char)('0' + id);
  name[2] = 0;
  return result;
}
int main(void) {
  char *name = name_of(3);
  return name[0]; // bad
}
