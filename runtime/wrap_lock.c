/* What threads wait for: mutexes, conditions, semaphores and their kind. Such an object
 * is mostly a part of the block that it guards, and other threads store pointers in there
 * during the call: only the object is looked at, and no referent in its block is lost. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include "wrap.h"

static void uses(const volatile void *object, size_t size, BelayOrigin origin,
                 const char *function) {
  belay_rt_access((const void *)(uintptr_t)object, size, origin, BELAY_WRITE, function);
}

#define USES(i, object, name) \
  uses(object, sizeof *(object), ARG(i, (const void *)(uintptr_t)(object)), name)
#define READS(i, from, name) \
  if (from) wrap_reads(from, sizeof *(from), ARG(i, from), name)

/* A function of one object, with nothing else, ... */
#define ON(Result, name, Type)      \
  Result WRAPPED(name)(Type * at) { \
    ENTER(name);                    \
    USES(0, at, #name);             \
    return name(at);                \
  }
/* ... with a number, ... */
#define ON_NUMBER(name, Type, Number)           \
  int WRAPPED(name)(Type * at, Number number) { \
    ENTER(name);                                \
    USES(0, at, #name);                         \
    return name(at, number);                    \
  }
/* ... with something that it reads. */
#define ON_OTHER(name, Type, Other)             \
  int WRAPPED(name)(Type * at, Other * other) { \
    ENTER(name);                                \
    USES(0, at, #name);                         \
    READS(1, other, #name);                     \
    return name(at, other);                     \
  }

ON_OTHER(pthread_mutex_init, pthread_mutex_t, const pthread_mutexattr_t)
ON(int, pthread_mutex_destroy, pthread_mutex_t)
ON(int, pthread_mutex_lock, pthread_mutex_t)
ON(int, pthread_mutex_trylock, pthread_mutex_t)
ON_OTHER(pthread_mutex_timedlock, pthread_mutex_t, const struct timespec)
ON(int, pthread_mutex_unlock, pthread_mutex_t)

ON_OTHER(pthread_rwlock_init, pthread_rwlock_t, const pthread_rwlockattr_t)
ON(int, pthread_rwlock_destroy, pthread_rwlock_t)
ON(int, pthread_rwlock_rdlock, pthread_rwlock_t)
ON(int, pthread_rwlock_tryrdlock, pthread_rwlock_t)
ON_OTHER(pthread_rwlock_timedrdlock, pthread_rwlock_t, const struct timespec)
ON(int, pthread_rwlock_wrlock, pthread_rwlock_t)
ON(int, pthread_rwlock_trywrlock, pthread_rwlock_t)
ON_OTHER(pthread_rwlock_timedwrlock, pthread_rwlock_t, const struct timespec)
ON(int, pthread_rwlock_unlock, pthread_rwlock_t)

ON_NUMBER(pthread_spin_init, pthread_spinlock_t, int)
ON(int, pthread_spin_destroy, pthread_spinlock_t)
ON(int, pthread_spin_lock, pthread_spinlock_t)
ON(int, pthread_spin_trylock, pthread_spinlock_t)
ON(int, pthread_spin_unlock, pthread_spinlock_t)

ON_OTHER(pthread_cond_init, pthread_cond_t, const pthread_condattr_t)
ON(int, pthread_cond_destroy, pthread_cond_t)
ON(int, pthread_cond_signal, pthread_cond_t)
ON(int, pthread_cond_broadcast, pthread_cond_t)
ON_OTHER(pthread_cond_wait, pthread_cond_t, pthread_mutex_t)

int WRAPPED(pthread_cond_timedwait)(pthread_cond_t *at, pthread_mutex_t *mutex,
                                    const struct timespec *until) {
  ENTER(pthread_cond_timedwait);
  USES(0, at, "pthread_cond_timedwait");
  USES(1, mutex, "pthread_cond_timedwait");
  READS(2, until, "pthread_cond_timedwait");
  return pthread_cond_timedwait(at, mutex, until);
}

int WRAPPED(pthread_barrier_init)(pthread_barrier_t *at,
                                  const pthread_barrierattr_t *attributes,
                                  unsigned count) {
  ENTER(pthread_barrier_init);
  USES(0, at, "pthread_barrier_init");
  READS(1, attributes, "pthread_barrier_init");
  return pthread_barrier_init(at, attributes, count);
}
ON(int, pthread_barrier_destroy, pthread_barrier_t)
ON(int, pthread_barrier_wait, pthread_barrier_t)

int WRAPPED(sem_init)(sem_t *at, int shared, unsigned value) {
  ENTER(sem_init);
  USES(0, at, "sem_init");
  return sem_init(at, shared, value);
}
ON(int, sem_destroy, sem_t)
ON(int, sem_wait, sem_t)
ON(int, sem_trywait, sem_t)
ON_OTHER(sem_timedwait, sem_t, const struct timespec)
ON(int, sem_post, sem_t)

int WRAPPED(sem_getvalue)(sem_t *at, int *to) {
  ENTER(sem_getvalue);
  USES(0, at, "sem_getvalue");
  wrap_writes(to, sizeof *to, ARG(1, to), "sem_getvalue");
  return sem_getvalue(at, to);
}

int WRAPPED(pthread_once)(pthread_once_t *at, void (*function)(void)) {
  ENTER(pthread_once);
  USES(0, at, "pthread_once");
  return pthread_once(at, function);
}

/* ---- C11 ---- */

ON_NUMBER(mtx_init, mtx_t, int)
ON(void, mtx_destroy, mtx_t)
ON(int, mtx_lock, mtx_t)
ON(int, mtx_trylock, mtx_t)
ON_OTHER(mtx_timedlock, mtx_t, const struct timespec)
ON(int, mtx_unlock, mtx_t)

ON(int, cnd_init, cnd_t)
ON(void, cnd_destroy, cnd_t)
ON(int, cnd_signal, cnd_t)
ON(int, cnd_broadcast, cnd_t)
ON_OTHER(cnd_wait, cnd_t, mtx_t)

int WRAPPED(cnd_timedwait)(cnd_t *at, mtx_t *mutex, const struct timespec *until) {
  ENTER(cnd_timedwait);
  USES(0, at, "cnd_timedwait");
  USES(1, mutex, "cnd_timedwait");
  READS(2, until, "cnd_timedwait");
  return cnd_timedwait(at, mutex, until);
}

void WRAPPED(call_once)(once_flag *at, void (*function)(void)) {
  ENTER(call_once);
  USES(0, at, "call_once");
  call_once(at, function);
}
