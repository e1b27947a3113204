/* ctype.h in the C locale. glibc's macros read the three tables here, which hold an entry
 * for each of -128 to 255; the functions read the same ones, so an argument outside is a
 * read out of bounds for both. */
#include "belay_model.h"

/* The classes, as the macros test them. */
enum {
  UPPER = 0x100,
  LOWER = 0x200,
  ALPHA = 0x400,
  DIGIT = 0x800,
  HEX = 0x1000,
  SPACE = 0x2000,
  PRINT = 0x4000,
  GRAPH = 0x8000,
  BLANK = 0x1,
  CONTROL = 0x2,
  PUNCTUATION = 0x4,
  ALPHANUMERIC = 0x8,
};

#define CC CONTROL
#define CS (CONTROL | SPACE)
#define CT (CONTROL | SPACE | BLANK)
#define SP (SPACE | PRINT | BLANK)
#define PU (PRINT | GRAPH | PUNCTUATION)
#define DI (PRINT | GRAPH | DIGIT | HEX | ALPHANUMERIC)
#define UP (PRINT | GRAPH | UPPER | ALPHA | ALPHANUMERIC)
#define UX (UP | HEX)
#define LO (PRINT | GRAPH | LOWER | ALPHA | ALPHANUMERIC)
#define LX (LO | HEX)

#define OFFSET 128
#define ENTRIES 384

/* clang-format off */
static const unsigned short classes[ENTRIES] = {
  [OFFSET] =
  CC, CC, CC, CC, CC, CC, CC, CC, CC, CT, CS, CS, CS, CS, CC, CC,
  CC, CC, CC, CC, CC, CC, CC, CC, CC, CC, CC, CC, CC, CC, CC, CC,
  SP, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU, PU,
  DI, DI, DI, DI, DI, DI, DI, DI, DI, DI, PU, PU, PU, PU, PU, PU,
  PU, UX, UX, UX, UX, UX, UX, UP, UP, UP, UP, UP, UP, UP, UP, UP,
  UP, UP, UP, UP, UP, UP, UP, UP, UP, UP, UP, PU, PU, PU, PU, PU,
  PU, LX, LX, LX, LX, LX, LX, LO, LO, LO, LO, LO, LO, LO, LO, LO,
  LO, LO, LO, LO, LO, LO, LO, LO, LO, LO, LO, PU, PU, PU, PU, CC,
};
/* clang-format on */

/* Rows of 16 bytes; those from -128 to -2 stand for 128 to 254, except that -1 is EOF. */
#define ROW(c)                                                                      \
  c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7, c + 8, c + 9, c + 10, c + 11, \
    c + 12, c + 13, c + 14, c + 15
#define ROW_BUT_LAST(c, last)                                                       \
  c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7, c + 8, c + 9, c + 10, c + 11, \
    c + 12, c + 13, c + 14, last
#define HIGH_ROWS ROW(128), ROW(144), ROW(160), ROW(176), ROW(192), ROW(208), ROW(224)
#define ROW_OF_26(c) \
  ROW(c), c + 16, c + 17, c + 18, c + 19, c + 20, c + 21, c + 22, c + 23, c + 24, c + 25

/* clang-format off */
static const int upper[ENTRIES] = {
  HIGH_ROWS, ROW_BUT_LAST(240, -1),
  ROW(0), ROW(16), ROW(32), ROW(48), ROW(64), ROW(80),
  '`', ROW_OF_26('A'), '{', '|', '}', '~', 127,
  HIGH_ROWS, ROW(240),
};

static const int lower[ENTRIES] = {
  HIGH_ROWS, ROW_BUT_LAST(240, -1),
  ROW(0), ROW(16), ROW(32), ROW(48),
  '@', ROW_OF_26('a'), '[', '\\', ']', '^', '_', ROW(96), ROW(112),
  HIGH_ROWS, ROW(240),
};
/* clang-format on */

/* The program gets the address of a pointer to entry 0. */
const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *table = classes + OFFSET;
  return &table;
}

const int **__ctype_toupper_loc(void) {
  static const int *table = upper + OFFSET;
  return &table;
}

const int **__ctype_tolower_loc(void) {
  static const int *table = lower + OFFSET;
  return &table;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

int isalpha(int c) { return classes[c + OFFSET] & ALPHA; }

int isupper(int c) { return classes[c + OFFSET] & UPPER; }

int islower(int c) { return classes[c + OFFSET] & LOWER; }

int isdigit(int c) { return classes[c + OFFSET] & DIGIT; }

int isxdigit(int c) { return classes[c + OFFSET] & HEX; }

int isspace(int c) { return classes[c + OFFSET] & SPACE; }

int isprint(int c) { return classes[c + OFFSET] & PRINT; }

int isgraph(int c) { return classes[c + OFFSET] & GRAPH; }

int isblank(int c) { return classes[c + OFFSET] & BLANK; }

int iscntrl(int c) { return classes[c + OFFSET] & CONTROL; }

int ispunct(int c) { return classes[c + OFFSET] & PUNCTUATION; }

int isalnum(int c) { return classes[c + OFFSET] & ALPHANUMERIC; }

int isascii(int c) { return (c & ~0x7f) == 0; }

int toascii(int c) { return c & 0x7f; }

/* These take any int. */
static int look_up(const int *table, int c) {
  return c >= -OFFSET && c < 256 ? table[c + OFFSET] : c;
}

int toupper(int c) { return look_up(upper, c); }

int tolower(int c) { return look_up(lower, c); }

int _toupper(int c) { return look_up(upper, c); }

int _tolower(int c) { return look_up(lower, c); }
