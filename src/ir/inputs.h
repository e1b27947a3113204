/* The choices of one run, in the order in which it makes them: values of `input`,
 * outcomes of `alloc` (only asked where it may fail: 1 succeeded, 0 gave null), and
 * values of uninitialised memory or undef. A choice is either taken from the queue of its
 * own instruction (what an engine that saw only a slice knows) or from the common queue,
 * which serves `input` alone; a queue that is empty gives the default: 0 (alloc: 1).
 *
 * Text form, one choice a line, `#` starts a comment:
 *     5                next value of the common queue (also -3, 0x1f, 2.5)
 *     @17 5            next value of instruction 17
 * Who takes a value cuts it to the bits of its own type. A number without a point is the
 * bits themselves, also for floats; 2.5 is an f64, to be converted by who wants another
 * float. */
#ifndef BELAY_IR_INPUTS_H
#define BELAY_IR_INPUTS_H

#include "base/map.h"
#include "ir/ir.h"

typedef enum ChoiceKind { CHOICE_INPUT, CHOICE_ALLOC, CHOICE_UNINIT } ChoiceKind;

typedef struct Choice {
  Val at;       /* the instruction of the unsliced program, or VAL_NONE: common queue */
  uint8_t kind; /* ChoiceKind */
  Type type;    /* parsed: void (an integer), or f64 (written with a point) */
  uint64_t lo, hi; /* parsed integers are sign-extended to 128 bits */
} Choice;

typedef struct Inputs {
  Vec(Choice) choices; /* all, in order */
} Inputs;

void inputs_add(Arena *arena, Inputs *inputs, Choice choice);
/* False with a message on bad text. */
bool inputs_parse(Arena *arena, Inputs *inputs, const char *text, const char **error);
/* Choices whose instruction is kept are written with it. */
void inputs_print(Arena *arena, const Inputs *inputs, VecChar *out);

#endif
