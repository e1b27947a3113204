#include <stdlib.h>
#include <string.h>

struct pair { char *left, *right; };

int main(void) {
  struct pair *p = malloc(sizeof *p);
  if (!p) return 1;
  p->left = malloc(8);
  p->right = malloc(8);
  if (!p->left) { free(p->right); free(p); return 1; }
  strcpy(p->right, "right");
  free(p->left);
  free(p->right);
  free(p);
  return 0;
}
