// The table of functions is one shorter than the number of commands.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
extern unsigned __VERIFIER_nondet_uint(void);
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const commands[])(void) = {one, two};
int main(void) {
  unsigned command = __VERIFIER_nondet_uint() % 3;
  return commands[command](); // bad
}
