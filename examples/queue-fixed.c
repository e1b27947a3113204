/* A print queue. Cancelling a user's jobs walks the list and frees as it goes:
 * the next job is looked up before this one is gone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
  struct job *next;
  char *owner;
  int pages;
};

struct queue {
  struct job *first;
  int length;
};

static void add(struct queue *queue, const char *owner, int pages) {
  struct job *job = malloc(sizeof *job);
  job->owner = malloc(strlen(owner) + 1);
  strcpy(job->owner, owner);
  job->pages = pages;
  job->next = queue->first;
  queue->first = job;
  queue->length++;
}

static void discard(struct queue *queue, struct job *job) {
  struct job **link = &queue->first;
  while (*link != job)
    link = &(*link)->next;
  *link = job->next;
  queue->length--;
  free(job->owner);
  free(job);
}

static void cancel(struct queue *queue, const char *owner) {
  struct job *next;
  for (struct job *job = queue->first; job; job = next) {
    next = job->next;
    if (strcmp(job->owner, owner) == 0)
      discard(queue, job);
  }
}

int main(void) {
  struct queue queue = {0};
  add(&queue, "ada", 12);
  add(&queue, "grace", 3);
  add(&queue, "ada", 7);
  cancel(&queue, "ada");
  printf("%d job left\n", queue.length);
  cancel(&queue, "grace");
  return 0;
}
