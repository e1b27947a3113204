/* What a path chose, for a replay; and blocks of inputs. An argument, a variable of the
 * environment or a string that a function is given has a length that is an input, and as
 * many bytes. Reading them one by one would make a path for each length. So the models
 * have them read by functions of one form (models/belay_model.h), and a call of one is
 * one step here: the content is an array of which nothing is known, and the choice made
 * is "its first n bytes". */
#include <string.h>

#include "symbolic/exec.h"

enum { MAX_BYTES_CHOSEN = 1 << 16 };

/* ---- choices ---- */

static uint64_t times_made(Exec *x, const SymChoice *c, Model *model) {
  if (!term_is_none(c->when)) return model_eval(model, x->terms, c->when) ? 1 : 0;
  if (term_is_none(c->count)) return 1;
  Word count = model_eval(model, x->terms, c->count);
  return count < MAX_BYTES_CHOSEN ? (uint64_t)count : MAX_BYTES_CHOSEN;
}

static Choice choice_of(Exec *x, const SymChoice *c, Model *model, uint64_t n) {
  Term term = c->term;
  if (!term_is_none(c->count))
    term = term_read(x->terms, term, term_const(x->terms, x->ptr_bits, n));
  Word value = model_eval(model, x->terms, term);
  return (Choice){c->at, c->kind, c->type, (uint64_t)value, (uint64_t)(value >> 64)};
}

Inputs inputs_of(Exec *x, SymState *s, Model *model) {
  uint64_t count = 0;
  for (const SymChoice *c = s->choices; c; c = c->previous)
    count += times_made(x, c, model);
  Inputs inputs = {0};
  vec_resize(x->arena, &inputs.choices, (uint32_t)count);
  for (const SymChoice *c = s->choices; c; c = c->previous)
    for (uint64_t n = times_made(x, c, model); n-- > 0;)
      inputs.choices.data[--count] = choice_of(x, c, model, n);
  return inputs;
}

/* ---- blocks of inputs ---- */

/* The one input and the one store of a function of that form. */
typedef struct ByteReader {
  Val input, store;
} ByteReader;

static bool note_inst(const Exec *x, Val v, ByteReader *reader) {
  const Inst *i = ir_inst(x->program, v);
  switch ((Op)i->op) {
  case OP_INPUT:
    if (reader->input.id != IR_NONE || ir_type_bits(x->program, i->type) != 8)
      return false;
    return reader->input = v, true;
  case OP_STORE:
    if (reader->store.id != IR_NONE) return false;
    return reader->store = v, true;
  case OP_BR:
  case OP_CBR:
  case OP_RET: return true;
  default: return op_class((Op)i->op) == OP_CLASS_VALUE;
  }
}

/* A slice may have left out a part of it. */
static bool is_byte_reader(const Exec *x, Fn fn, ByteReader *reader) {
  static const char prefix[] = "__belay_input_bytes_";
  const Function *f = ir_function(x->program, fn);
  *reader = (ByteReader){VAL_NONE, VAL_NONE};
  if (!(f->flags & FN_MODEL) || f->params.len != 2 ||
      strncmp(ir_text(x->program, f->name), prefix, sizeof prefix - 1) ||
      !type_is_ptr(f->params.data[0]) ||
      ir_type_bits(x->program, f->params.data[1]) != x->ptr_bits)
    return false;
  ir_each_block(x->program, f, b) ir_each_inst(ir_block(x->program, b), v) {
    if (!note_inst(x, v, reader)) return false;
  }
  if (reader->input.id == IR_NONE || reader->store.id == IR_NONE) return false;
  return ir_arg(x->program, ir_inst(x->program, reader->store), 0).id == reader->input.id;
}

/* A new block with room for the bytes and at most one more. */
static bool is_made_for(Exec *x, const Object *o, SymVal pointer, Term length) {
  Word more;
  Term size = sym_to_term(x->terms, o->size, x->ptr_bits);
  return o->alive && !o->read_only && o->kind != OBJECT_FUNCTION &&
         pointer.kind == SYM_PTR && pointer.bits == 0 && !o->cap && !object_is_array(o) &&
         term_value(x->terms, term_sub(x->terms, size, length), &more) && more <= 1;
}

bool sym_input_bytes(Exec *x, SymState *s, Fn fn, const SymVal *args,
                     StepResult *result) {
  ByteReader reader;
  uint64_t known;
  if (!is_byte_reader(x, fn, &reader) || sym_known(x, s, args[1], x->ptr_bits, &known) ||
      args[1].kind != SYM_TERM || !sym_is_ptr(args[0]))
    return false;
  SymVal to = args[0];
  Term length = sym_term_of(args[1]);
  if (!is_made_for(x, memory_get(&s->memory, to.object), to, length)) return false;
  *result = STEP_NEXT;
  if (!access_check(x, s, reader.store, CHECK_WRITE, &to, args[1], result)) return true;
  Object *o = memory_own(&s->memory, to.object);
  o->array = term_array(x->terms, x->ptr_bits);
  const Inst *input = ir_inst(x->program, reader.input);
  SymChoice *c = arena_new_object(x->arena, SymChoice);
  *c = (SymChoice){s->choices, input->origin, CHOICE_INPUT, input->type,
                   o->array,   TERM_NONE,     length};
  s->choices = c;
  return true;
}
