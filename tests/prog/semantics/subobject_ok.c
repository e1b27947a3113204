// --subobject leaves alone what stays inside each field.
// expect: TRUE
// options: --subobject
// needs: subobject
struct Record { char name[4]; char code[4]; int tail[]; };
int main(void) {
  struct Record r = {"abc", "xyz"};
  for (int i = 0; i < 4; i++) r.name[i] = r.code[3 - i];
  return r.name[0];
}
