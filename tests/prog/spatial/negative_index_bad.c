// A hash that turns negative picks a bucket before the table.
// expect: FALSE(valid-deref) line 10
static int buckets[8];
static int hash(const char *s) {
  signed char h = 0;
  while (*s) h = (signed char)(h * 31 + *s++);
  return h;
}
int main(void) {
  buckets[hash("no") % 8]++; // bad
  return 0;
}
