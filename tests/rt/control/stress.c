/* Eight threads allocate, pass on, move and free blocks, for some seconds (the second argument;
 * 1): no alarm. Then one of them keeps a pointer too long, or each does several times.
 * bench/threads runs it for longer. */
// flags: -pthread
// environment: BELAY_OPTIONS=color=0:halt_on_error=0
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 8, SLOTS = 16, PLANTED = 5 };

struct node {
  struct node *next;
  char *name;
  int length, owner;
};

/* A place where one thread leaves a list for another. */
struct slot {
  pthread_mutex_t lock;
  struct node *list;
};

struct worker {
  pthread_t thread;
  int number, bug;
  unsigned seed;
  unsigned long rounds, sum;
};

static struct slot slots[SLOTS];
static _Atomic(struct node *) loose[SLOTS];
static atomic_int stop, planted;
static volatile int sink;

static unsigned pick(struct worker *w, unsigned below) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return (w->seed >> 16) % below;
}

static struct node *make(struct worker *w) {
  char text[40];
  struct node *node = malloc(sizeof *node);
  snprintf(text, sizeof text, "%*d", 1 + (int)pick(w, 30), w->number);
  *node = (struct node){NULL, strdup(text), (int)strlen(text), w->number};
  return node;
}

static void drop(struct node *node) {
  free(node->name);
  free(node);
}

static void use(struct worker *w, const struct node *node) {
  int length = 0;
  for (const char *at = node->name; *at; at++) length++;
  w->sum += length == node->length;
}

/* Adds to the list in a slot, or takes all of it. */
static void pass(struct worker *w) {
  struct slot *slot = &slots[pick(w, SLOTS)];
  struct node *mine = make(w), *taken = NULL;
  pthread_mutex_lock(&slot->lock);
  mine->next = slot->list;
  slot->list = mine;
  if (pick(w, 4) == 0) {
    taken = slot->list;
    slot->list = NULL;
  }
  pthread_mutex_unlock(&slot->lock);
  while (taken) {
    struct node *next = taken->next;
    use(w, taken);
    drop(taken);
    taken = next;
  }
}

static void exchange(struct worker *w) {
  struct node *other = atomic_exchange(&loose[pick(w, SLOTS)], make(w));
  if (!other) return;
  use(w, other);
  drop(other);
}

static void grow(struct worker *w) {
  struct node **array = NULL;
  int count = 1 + (int)pick(w, 40);
  for (int i = 0; i < count; i++) {
    array = realloc(array, sizeof *array * (size_t)(i + 1));
    array[i] = make(w);
  }
  for (int i = 0; i < count; i++) {
    use(w, array[i]);
    drop(array[i]);
  }
  free(array);
}

/* Pointers to variables of frames that longjmp leaves. */
static int down(int depth, int *above, jmp_buf *back) {
  int here = *above + 1;
  if (depth == 0) longjmp(*back, 1);
  return down(depth - 1, &here, back);
}

static void jump(struct worker *w) {
  jmp_buf back;
  int zero = 0;
  if (setjmp(back) == 0) down((int)pick(w, 20), &zero, &back);
  w->sum += (unsigned long)zero;
}

static void work_once(struct worker *w) {
  switch (pick(w, 8)) {
  case 0: grow(w); break;
  case 1: jump(w); break;
  case 2:
  case 3: exchange(w); break;
  default: pass(w); break;
  }
}

/* ---- errors ---- */

static void stale(struct worker *w) {
  struct node *node = make(w), *kept = node;
  drop(node);
  for (int i = 0; i < 10; i++) work_once(w); /* somebody has the memory by now */
  atomic_fetch_add(&planted, 1);
  sink = kept->length; // error 1: use-after-free
}

static void twice(struct worker *w) {
  char *block = malloc(24);
  free(block);
  for (int i = 0; i < 10; i++) work_once(w);
  atomic_fetch_add(&planted, 1);
  free(block); // error 2: double-free
}

static void beyond(struct worker *w) {
  struct node *node = make(w);
  atomic_fetch_add(&planted, 1);
  sink = node->name[node->length + 1]; // error 3: read-past
  drop(node);
}

__attribute__((noinline)) static int *address(struct worker *w) {
  int local[4] = {w->number};
  int *volatile result = local;
  return result;
}

static void left(struct worker *w) {
  int *kept = address(w);
  for (int i = 0; i < 3; i++) work_once(w);
  atomic_fetch_add(&planted, 1);
  sink = *kept; // error 4: use-after-return
}

static void moved(struct worker *w) {
  char *block = malloc(10), *kept = block;
  block[0] = 1;
  block = realloc(block, 5000);
  for (int i = 0; i < 3; i++) work_once(w);
  atomic_fetch_add(&planted, 1);
  sink = kept[0]; // error 5: use-after-free
  free(block);
}

static void plant(struct worker *w) {
  static void (*const errors[])(struct worker *) = {stale, twice, beyond, left, moved};
  if (w->bug >= 1 && w->bug <= PLANTED && w->number == 3) errors[w->bug - 1](w);
  if (w->bug == 6) errors[w->number % PLANTED](w);
}

static void *work(void *context) {
  struct worker *w = context;
  while (!atomic_load(&stop)) {
    for (int i = 0; i < 100; i++) work_once(w);
    w->rounds += 100;
  }
  plant(w);
  for (int i = 0; i < 100; i++) work_once(w);
  return w;
}

static void clean(void) {
  for (int i = 0; i < SLOTS; i++) {
    struct node *list = slots[i].list, *other = atomic_load(&loose[i]);
    if (other) drop(other);
    while (list) {
      struct node *next = list->next;
      drop(list);
      list = next;
    }
  }
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0, tenths = argc > 2 ? atoi(argv[2]) * 10 : 5;
  struct worker workers[THREADS];
  unsigned long rounds = 0;
  for (int i = 0; i < SLOTS; i++) pthread_mutex_init(&slots[i].lock, NULL);
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (struct worker){.number = i, .bug = bug, .seed = (unsigned)i + 1};
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i])) return 1;
  }
  for (int i = 0; i < tenths; i++) nanosleep(&(struct timespec){0, 100000000}, NULL);
  atomic_store(&stop, 1);
  for (int i = 0; i < THREADS; i++) {
    void *result = NULL;
    pthread_join(workers[i].thread, &result);
    rounds += ((struct worker *)result)->rounds;
  }
  clean();
  printf("%lu rounds, %d planted\n", rounds, atomic_load(&planted));
  return 0;
}
// output 0: rounds, 0 planted
// output 1: rounds, 1 planted
// output 6: rounds, 8 planted
// report 6: (?s)(error: .*){8}
// exit 6: 97
