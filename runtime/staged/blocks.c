/* Blocks by address: treaps, one for each list of the paper, with records from memory of
 * their own, apart from the program's. */
#include <sys/mman.h>

#include "staged.h"

/* ---- records ---- */

enum { RECORDS_AT_ONCE = 1024 };

static StagedBlock *free_records;
static StagedBlock *fresh_records;
static unsigned fresh_count;

StagedBlock *staged_block_new(void) {
  StagedBlock *block = free_records;
  if (block) {
    free_records = block->next;
  } else {
    if (!fresh_count) {
      fresh_records = mmap(NULL, RECORDS_AT_ONCE * sizeof(StagedBlock),
                           PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (fresh_records == MAP_FAILED) staged_stop("no memory", STAGED_EXIT_STOPPED);
      fresh_count = RECORDS_AT_ONCE;
    }
    block = fresh_records++;
    fresh_count--;
  }
  *block = (StagedBlock){0};
  return block;
}

void staged_block_recycle(StagedBlock *block) {
  block->next = free_records;
  free_records = block;
}

/* ---- trees ---- */

static StagedBlock *roots[STAGED_TREE_COUNT];

static uint32_t next_priority(void) {
  static uint32_t state = 2463534242u;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/* Blocks that start before `start` go left, the others right. */
static void split(StagedBlock *tree, uintptr_t start, StagedBlock **left,
                  StagedBlock **right) {
  while (tree) {
    if (tree->start < start) {
      *left = tree;
      left = &tree->right;
      tree = tree->right;
    } else {
      *right = tree;
      right = &tree->left;
      tree = tree->left;
    }
  }
  *left = *right = NULL;
}

static StagedBlock *merge(StagedBlock *left, StagedBlock *right) {
  StagedBlock *root = NULL, **place = &root;
  while (left && right) {
    if (left->priority > right->priority) {
      *place = left;
      place = &left->right;
      left = left->right;
    } else {
      *place = right;
      place = &right->left;
      right = right->left;
    }
  }
  *place = left ? left : right;
  return root;
}

void staged_tree_remove(StagedTree tree, StagedBlock *block) {
  StagedBlock **place = &roots[tree];
  while (*place && *place != block)
    place = block->start < (*place)->start ? &(*place)->left : &(*place)->right;
  if (*place) *place = merge(block->left, block->right);
}

StagedBlock *staged_tree_insert(StagedTree tree, StagedBlock *block) {
  StagedBlock *old = staged_tree_exact(tree, block->start);
  if (old) staged_tree_remove(tree, old);
  block->priority = next_priority();
  StagedBlock **place = &roots[tree];
  while (*place && (*place)->priority > block->priority)
    place = block->start < (*place)->start ? &(*place)->left : &(*place)->right;
  split(*place, block->start, &block->left, &block->right);
  *place = block;
  return old;
}

StagedBlock *staged_tree_before(StagedTree tree, uintptr_t address) {
  StagedBlock *found = NULL;
  for (StagedBlock *b = roots[tree]; b;) {
    if (b->start <= address) {
      found = b;
      b = b->right;
    } else {
      b = b->left;
    }
  }
  return found;
}

StagedBlock *staged_tree_after(StagedTree tree, uintptr_t address) {
  StagedBlock *found = NULL;
  for (StagedBlock *b = roots[tree]; b;) {
    if (b->start > address) {
      found = b;
      b = b->left;
    } else {
      b = b->right;
    }
  }
  return found;
}

StagedBlock *staged_tree_exact(StagedTree tree, uintptr_t address) {
  StagedBlock *found = staged_tree_before(tree, address);
  return found && found->start == address ? found : NULL;
}

static void visit_all(StagedBlock *block, void (*visit)(StagedBlock *, void *),
                      void *context) {
  if (!block) return;
  visit_all(block->left, visit, context);
  visit(block, context);
  visit_all(block->right, visit, context);
}

void staged_tree_each(StagedTree tree, void (*visit)(StagedBlock *, void *),
                      void *context) {
  visit_all(roots[tree], visit, context);
}
