// The number of commands is taken from the table.
// expect: TRUE
// needs: symbolic
extern unsigned __VERIFIER_nondet_uint(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const commands[])(void) = {one, two};
int main(void) {
  unsigned command = __VERIFIER_nondet_uint() % (sizeof commands / sizeof *commands);
  return commands[command]();
}
