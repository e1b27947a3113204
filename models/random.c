/* stdlib.h: the random number generators, which give the numbers that glibc's give. */
#include "belay_model.h"

/* ---- rand and random: x[i] = x[i-3] + x[i-31] ---- */

#define DEGREE 31
#define SEPARATION 3

static unsigned ring[DEGREE];
static unsigned front = SEPARATION; /* where the next number comes from and goes to */
static unsigned rear;
static int seeded;

static int next_random(void) {
  unsigned sum = ring[front] + ring[rear];
  ring[front] = sum;
  front = front + 1 < DEGREE ? front + 1 : 0;
  rear = rear + 1 < DEGREE ? rear + 1 : 0;
  return (int)(sum >> 1);
}

static void seed_random(unsigned seed) {
  int word = seed == 0 ? 1 : (int)seed;
  ring[0] = (unsigned)word;
  for (int i = 1; i < DEGREE; i++) {
    word = 16807 * (word % 127773) - 2836 * (word / 127773);
    if (word < 0) word += 2147483647;
    ring[i] = (unsigned)word;
  }
  front = SEPARATION;
  rear = 0;
  seeded = 1;
  for (int i = 0; i < 10 * DEGREE; i++) next_random();
}

void srand(unsigned seed) { seed_random(seed); }

void srandom(unsigned seed) { seed_random(seed); }

int rand(void) {
  if (!seeded) seed_random(1);
  return next_random();
}

long random(void) {
  if (!seeded) seed_random(1);
  return next_random();
}

int rand_r(unsigned *seed) {
  unsigned next = *seed;
  next = next * 1103515245 + 12345;
  unsigned result = next / 65536 % 2048;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  next = next * 1103515245 + 12345;
  result = result << 10 ^ next / 65536 % 1024;
  *seed = next;
  return (int)result;
}

/* ---- the drand48 family: x = (a x + c) mod 2^48 ---- */

#define MASK_48 0xffffffffffffULL

static uint64_t state_48;
static uint64_t factor_48 = 0x5deece66dULL;
static unsigned summand_48 = 0xb;

static uint64_t step_48(uint64_t state) {
  return (state * factor_48 + summand_48) & MASK_48;
}

static uint64_t next_48(void) {
  state_48 = step_48(state_48);
  return state_48;
}

static uint64_t from_words(const unsigned short words[3]) {
  return (uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0];
}

static void to_words(unsigned short words[3], uint64_t state) {
  words[0] = (unsigned short)state;
  words[1] = (unsigned short)(state >> 16);
  words[2] = (unsigned short)(state >> 32);
}

static uint64_t next_of_words(unsigned short words[3]) {
  uint64_t state = step_48(from_words(words));
  to_words(words, state);
  return state;
}

static double as_fraction(uint64_t state) { return (double)state * 0x1p-48; }

static long as_positive(uint64_t state) { return (long)(state >> 17); }

static long as_signed(uint64_t state) { return (int)(unsigned)(state >> 16); }

double drand48(void) { return as_fraction(next_48()); }

long lrand48(void) { return as_positive(next_48()); }

long mrand48(void) { return as_signed(next_48()); }

double erand48(unsigned short words[3]) { return as_fraction(next_of_words(words)); }

long nrand48(unsigned short words[3]) { return as_positive(next_of_words(words)); }

long jrand48(unsigned short words[3]) { return as_signed(next_of_words(words)); }

static void reset_48(uint64_t state) {
  state_48 = state;
  factor_48 = 0x5deece66dULL;
  summand_48 = 0xb;
}

void srand48(long seed) { reset_48((uint64_t)(unsigned)seed << 16 | 0x330e); }

unsigned short *seed48(unsigned short seed[3]) {
  static unsigned short old[3];
  to_words(old, state_48);
  reset_48(from_words(seed));
  return old;
}

void lcong48(unsigned short parameters[7]) {
  state_48 = from_words(parameters);
  factor_48 = from_words(parameters + 3);
  summand_48 = parameters[6];
}

/* ---- from the system ---- */

unsigned arc4random(void) { return __belay_input_uint("random"); }

unsigned arc4random_uniform(unsigned limit) {
  unsigned value = __belay_input_uint("random");
  if (limit == 0) return 0;
  __belay_assume(value < limit);
  return value;
}

ssize_t getrandom(void *to, size_t count, unsigned flags) {
  unsigned char *at = to;
  for (size_t i = 0; i < count; i++) at[i] = __belay_input_uchar("random");
  return (ssize_t)count;
}

int getentropy(void *to, size_t count) {
  unsigned char *at = to;
  for (size_t i = 0; i < count; i++) at[i] = __belay_input_uchar("random");
  return 0;
}
