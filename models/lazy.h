/* Tables that the front end writes for a function to start at (--entry): the types of
 * what it may reach. All numbers, so that both sides agree on the layout. */
#ifndef BELAY_MODEL_LAZY_H
#define BELAY_MODEL_LAZY_H

enum {
  LAZY_UNKNOWN, /* void and incomplete types */
  LAZY_NUMBER,  /* size bytes without pointers */
  LAZY_POINTER, /* first: the type it points to */
  LAZY_RECORD,  /* count members from __belay_lazy_members[first] on */
  LAZY_ARRAY,   /* count elements of type `first` */
  LAZY_TEXT,    /* char: what points to it points to a string */
  LAZY_FUNCTION,
  LAZY_MIXED, /* a union with a pointer in it */
};

struct LazyType {
  int kind;
  int size; /* bytes */
  int first, count;
};

struct LazyMember {
  int offset;
  int type;
};

extern const struct LazyType __belay_lazy_types[];
extern const struct LazyMember __belay_lazy_members[];
/* Elements that a pointer points to; whether it may be one that was met before. */
extern const int __belay_lazy_elements, __belay_lazy_sharing;
/* What a function pointer that is not null points to. */
extern void *const __belay_lazy_function;
/* Any int, named after a pointer to the type; LAZY_NOT_NULL is added for one that is not
 * null. */
#define LAZY_NOT_NULL 0x10000
int __belay_lazy_choice(int name);

/* The value of a pointer argument or of a pointer in memory at the start of the run. */
void *__belay_lazy_argument(int type, int may_be_null);
/* Gives memory its unknown content. */
void __belay_lazy_fill(void *memory, int type);
/* Every pointer that the program loads goes through here. */
void *__belay_lazy_use(void *loaded);

#endif
