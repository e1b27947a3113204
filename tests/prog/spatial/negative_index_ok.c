// An unsigned hash stays inside the table.
// expect: TRUE
static int buckets[8];
static unsigned hash(const char *s) {
  unsigned char h = 0;
  while (*s) h = (unsigned char)(h * 31 + *s++);
  return h;
}
int main(void) {
  buckets[hash("no") % 8]++;
  return buckets[0] & 0;
}
