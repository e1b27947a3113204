/* What units.c calls, and what calls it back. */
int *keep(int drop);
void forget(void);

void elsewhere(int bug) {
  if (bug == 1) keep(1);
  if (bug == 2) forget();
}
