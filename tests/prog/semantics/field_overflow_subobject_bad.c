// --subobject makes it one.
// expect: FALSE(valid-deref) line 9
// options: --subobject
// needs: subobject
struct Record { char name[4]; char code[4]; };
int main(void) {
  struct Record r = {"abc", "xyz"};
  for (int i = 0; i < 8; i++)
    r.name[i] = 'k'; // bad
  return 0;
}
