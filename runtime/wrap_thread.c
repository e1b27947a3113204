/* Threads: the referents of what is given to a thread and of what it leaves to who joins
 * it. The records of threads that were neither joined nor detached wait in a list. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "wrap.h"

typedef struct Thread {
  void *(*function)(void *);
  int (*function_c11)(void *); /* where thrd_create began it */
  void *context;
  BelayOrigin of_context;
  void *result; /* both written by the thread itself; who joined it reads them */
  BelayOrigin of_result;
  pthread_t handle;
  struct Thread *next;
} Thread;

static __thread Thread *self; /* NULL: not made by pthread_create of the program */

/* ---- the list ---- */

static Thread *threads;
/* Recursive: a library may stand in for pthread_create and call the program back. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void in_parent(void) { pthread_mutex_unlock(&lock); }
static void in_child(void) {
  lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}
static void watch_forks(void) { pthread_atfork(before_fork, in_parent, in_child); }

/* The record of a thread; whoever took it alone has it from then on. */
static Thread *take(pthread_t handle) {
  pthread_mutex_lock(&lock);
  Thread **at = &threads;
  while (*at && !pthread_equal((*at)->handle, handle)) at = &(*at)->next;
  Thread *found = *at;
  if (found) *at = found->next;
  pthread_mutex_unlock(&lock);
  return found;
}

static void put(Thread *thread) {
  pthread_mutex_lock(&lock);
  thread->next = threads;
  threads = thread;
  pthread_mutex_unlock(&lock);
}

static void leave(void *result, BelayOrigin origin) {
  if (!self) return;
  self->result = result;
  self->of_result = origin;
}

/* ---- beginning ---- */

static void *begin(void *record) {
  self = record;
  stack_begin_thread();
  pthread_mutex_lock(&lock); /* until its record is in the list */
  pthread_mutex_unlock(&lock);
  belay_rt_thread.args[0] = self->of_context;
  BELAY_CALLS(self->function);
  void *result = self->function(self->context);
  int known = belay_rt_thread.result_of == (const void *)self->function;
  leave(result, known ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return result;
}

/* The thread may free `to` once it runs, so it does not before we have read it. A record
 * that has the handle already is that of a thread that was detached and has ended. */
static int create(pthread_t *to, const pthread_attr_t *attributes, Thread *record) {
  pthread_mutex_lock(&lock);
  int code = pthread_create(to, attributes, begin, record);
  if (code == 0) {
    free(take(*to));
    record->handle = *to;
    put(record);
  }
  pthread_mutex_unlock(&lock);
  return code;
}

int WRAPPED(pthread_create)(pthread_t *to, const pthread_attr_t *attributes,
                            void *(*function)(void *), void *context) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  ENTER(pthread_create);
  BelayOrigin target = ARG(0, to), source = ARG(1, attributes);
  Thread made = {.function = function, .context = context};
  made.of_context = ARG(3, context);
  wrap_writes(to, sizeof *to, target, "pthread_create");
  if (attributes) wrap_reads(attributes, sizeof *attributes, source, "pthread_create");
  pthread_once(&once, watch_forks);
  Thread *record = malloc(sizeof *record);
  if (!record) return EAGAIN;
  *record = made;
  int code = create(to, attributes, record);
  if (code) free(record);
  return code;
}

static int begin_c11(void *record) {
  Thread start = *(Thread *)record;
  free(record);
  stack_begin_thread();
  belay_rt_thread.args[0] = start.of_context;
  BELAY_CALLS(start.function_c11);
  return start.function_c11(start.context);
}

int WRAPPED(thrd_create)(thrd_t *to, int (*function)(void *), void *context) {
  ENTER(thrd_create);
  BelayOrigin target = ARG(0, to), of_context = ARG(2, context);
  wrap_writes(to, sizeof *to, target, "thrd_create");
  Thread *record = malloc(sizeof *record);
  if (!record) return thrd_nomem;
  *record =
    (Thread){.function_c11 = function, .context = context, .of_context = of_context};
  int code = thrd_create(to, begin_c11, record);
  if (code != thrd_success) free(record);
  return code;
}

/* ---- ending ---- */

void WRAPPED(pthread_exit)(void *result) {
  ENTER(pthread_exit);
  leave(result, ARG(0, result));
  pthread_exit(result);
}

/* After an attempt to join the thread: its result was stored, or it runs on. The record
 * is not its own where a library has made the thread and the handle was used before. */
static void joined(int code, Thread *record, void **result) {
  if (code == 0 && result && record && record->result == *result)
    belay_rt_store(result, record->of_result);
  if (record && code == 0) free(record);
  if (record && (code == EBUSY || code == ETIMEDOUT)) put(record);
}

#define JOIN(name, parameters, ...)                                 \
  int WRAPPED(name) parameters {                                    \
    ENTER(name);                                                    \
    BelayOrigin target = ARG(1, result);                            \
    if (result) wrap_writes(result, sizeof *result, target, #name); \
    Thread *record = take(handle);                                  \
    int code = name(handle, result __VA_OPT__(, ) __VA_ARGS__);     \
    joined(code, record, result);                                   \
    return code;                                                    \
  }

JOIN(pthread_join, (pthread_t handle, void **result))
JOIN(pthread_tryjoin_np, (pthread_t handle, void **result))
JOIN(pthread_timedjoin_np,
     (pthread_t handle, void **result, const struct timespec *until), until)

/* ---- variables of a thread: the block given is not changed ---- */

/* Values that this thread has set, by key; those of keys beyond are looked up. */
enum { KEYS = 64 };
static __thread struct {
  const void *value;
  BelayOrigin origin;
} values[KEYS];

int WRAPPED(pthread_setspecific)(pthread_key_t key, const void *value) {
  ENTER(pthread_setspecific);
  if (key < KEYS) {
    values[key].value = value;
    values[key].origin = ARG(1, value);
  }
  return pthread_setspecific(key, value);
}

void *WRAPPED(pthread_getspecific)(pthread_key_t key) {
  ENTER(pthread_getspecific);
  (void)belay_entered;
  void *value = pthread_getspecific(key);
  int known = value && key < KEYS && values[key].value == value;
  RESULT(pthread_getspecific, known ? values[key].origin : belay_rt_origin_at(value));
  return value;
}

int WRAPPED(tss_set)(tss_t key, void *value) {
  ENTER(tss_set);
  (void)belay_entered;
  return tss_set(key, value);
}
