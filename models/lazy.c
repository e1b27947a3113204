/* What a function is given that a run starts at (--entry): memory that is made when it is
 * first looked at.
 *
 * A pointer in such memory is not chosen when the memory is made, but holds a ticket, a
 * small number in the page of null, where no object is. __belay_lazy_use redeems it: the
 * first time by choosing null, a new object, or one that was met before, afterwards with
 * the same answer, also where the ticket was copied to. So lists and trees grow as far as
 * the program walks them. The names of all functions here begin with __belay_lazy: their
 * own loads are not redeemed. */
#include "lazy.h"

#include "belay_model.h"

enum {
  TICKET_FIRST = 512, /* numbers below are left to the program: (void *)1 and the like */
  TICKET_LAST = 4095,
  TEXT_LIMIT = 4096,
  VALUES_LIMIT =
    256, /* longer arrays of numbers are left uninitialised: any content, too */
};

struct Ticket {
  int type;
  int chosen;
  void *value;
};

struct Made {
  int type;
  void *block;
};

static struct Ticket tickets[TICKET_LAST + 1];
static int ticket_next = TICKET_FIRST;
/* Also keeps what was made from being a leak: the caller may have a pointer to it. */
static struct Made made[TICKET_LAST + 1];
static int made_count;

static void *__belay_lazy_ticket(int type) {
  if (ticket_next > TICKET_LAST) {
    __belay_unsupported_pointers();
    return NULL;
  }
  tickets[ticket_next].type = type;
  return (void *)(uintptr_t)ticket_next++;
}

/* ---- content ---- */

static void __belay_lazy_fill_number(char *memory, int size) {
  switch (size) {
  case 2: *(short *)memory = __belay_input_short("memory"); break;
  case 4: *(int *)memory = __belay_input_int("memory"); break;
  case 8: *(long long *)memory = __belay_input_llong("memory"); break;
  default:
    for (int i = 0; i < size; i++) memory[i] = __belay_input_char("memory");
  }
}

static int __belay_lazy_has_pointers(int type) {
  const struct LazyType *t = &__belay_lazy_types[type];
  if (t->kind == LAZY_ARRAY) return __belay_lazy_has_pointers(t->first);
  return t->kind == LAZY_POINTER || t->kind == LAZY_RECORD || t->kind == LAZY_MIXED;
}

/* Copying nothing's content is how a variable becomes uninitialised. */
static void __belay_lazy_forget(char *memory, int size) {
  memcpy(memory, __belay_alloc_static((size_t)size), (size_t)size);
}

static void __belay_lazy_fill_array(char *memory, const struct LazyType *t) {
  if (t->size > VALUES_LIMIT && !__belay_lazy_has_pointers(t->first)) {
    __belay_lazy_forget(memory, t->size);
    return;
  }
  int step = __belay_lazy_types[t->first].size;
  for (int i = 0; i < t->count; i++) __belay_lazy_fill(memory + i * step, t->first);
}

void __belay_lazy_fill(void *memory, int type) {
  const struct LazyType *t = &__belay_lazy_types[type];
  switch (t->kind) {
  case LAZY_TEXT:
  case LAZY_NUMBER: __belay_lazy_fill_number(memory, t->size); break;
  case LAZY_POINTER: *(void **)memory = __belay_lazy_ticket(t->first); break;
  case LAZY_ARRAY: __belay_lazy_fill_array(memory, t); break;
  case LAZY_RECORD:
    for (int i = 0; i < t->count; i++) {
      const struct LazyMember *member = &__belay_lazy_members[t->first + i];
      __belay_lazy_fill((char *)memory + member->offset, member->type);
    }
    break;
  default: __belay_unsupported_union(); break;
  }
}

/* ---- objects ---- */

/* Blocks of the caller: they can be freed, and nobody sees them fail. */
static void *__belay_lazy_block(size_t size) {
  void *block = malloc(size);
  __belay_assume(block != NULL);
  return block;
}

static void *__belay_lazy_unknown(void) {
  void *block = __belay_alloc_unknown(0);
  __belay_assume(block != NULL);
  return block;
}

static void __belay_input_bytes_string(char *to, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = __belay_input_char("string.byte");
}

static void *__belay_lazy_text(void) {
  size_t length = (size_t)model_input_range("string.length", 0, TEXT_LIMIT);
  char *text = __belay_lazy_block(length + 1);
  __belay_input_bytes_string(text, length);
  text[length] = 0;
  return text;
}

static void *__belay_lazy_values(int type) {
  int size = __belay_lazy_types[type].size, count = __belay_lazy_elements;
  char *block = __belay_lazy_block((size_t)size * (size_t)count);
  for (int i = 0; i < count; i++) __belay_lazy_fill(block + i * size, type);
  return block;
}

static void *__belay_lazy_new(int type) {
  if (made_count > TICKET_LAST) {
    __belay_unsupported_pointers();
    return NULL;
  }
  int mine = made_count++;
  int kind = __belay_lazy_types[type].kind;
  void *block = kind == LAZY_UNKNOWN ? __belay_lazy_unknown()
                : kind == LAZY_TEXT  ? __belay_lazy_text()
                                     : __belay_lazy_values(type);
  made[mine].type = type;
  made[mine].block = block;
  return block;
}

static int __belay_lazy_met(int type) {
  int count = 0;
  for (int i = 0; i < made_count; i++) count += made[i].type == type;
  return count;
}

static void *__belay_lazy_earlier(int type, int number) {
  for (int i = 0; i < made_count; i++)
    if (made[i].type == type && number-- == 0) return made[i].block;
  return NULL;
}

/* 0: null, where that may be; then a new object; then those of its type that there are.
 */
void *__belay_lazy_argument(int type, int may_be_null) {
  int function = __belay_lazy_types[type].kind == LAZY_FUNCTION;
  int most = function || !__belay_lazy_sharing ? 0 : __belay_lazy_met(type);
  int last = most + (may_be_null != 0);
  if (last == 0) return function ? __belay_lazy_function : __belay_lazy_new(type);
  int choice = __belay_lazy_choice(type + (may_be_null ? 0 : LAZY_NOT_NULL));
  __belay_assume((choice >= 0) & (choice <= last));
  if (may_be_null && choice-- == 0) return NULL;
  if (function) return __belay_lazy_function;
  return choice == 0 ? __belay_lazy_new(type) : __belay_lazy_earlier(type, choice - 1);
}

void *__belay_lazy_use(void *loaded) {
  uintptr_t number = (uintptr_t)loaded;
  if (number > TICKET_LAST) return loaded;
  if (number < TICKET_FIRST) return loaded;
  struct Ticket *ticket = &tickets[number];
  if (!ticket->chosen) {
    ticket->chosen = 1;
    ticket->value = __belay_lazy_argument(ticket->type, 1);
  }
  return ticket->value;
}
