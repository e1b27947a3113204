/* The text form, read: the body of a function. Labels are collected first, so that blocks
 * keep the order of the text; values may be named before they are defined. */
#include "ir/parser.h"

typedef struct Operands {
  Vec(Val) values;
  VecU32 targets; /* block numbers: where a jump goes, where a phi's values come from */
} Operands;

/* What one line says. */
typedef struct Line {
  Token at;     /* its op */
  Token result; /* TOKEN_LOCAL, or TOKEN_END when it has none */
  Inst inst;
  const OpForm *form;
  Type written;
  Operands operands;
} Line;

static const char *block_text(Parser *s, uint32_t block) {
  const Token *label = &s->body.label_at.data[block];
  if (label->kind == TOKEN_END) return "the first block";
  return arena_printf(s->scratch, "block %s", parse_token_text(s, label));
}

/* ---- labels ---- */

static bool next_is_colon(const Parser *s) {
  Lexer ahead = s->lexer;
  Token next = lex_next(&ahead);
  return next.kind == TOKEN_PUNCTUATION && next.punctuation == ':';
}

static bool at_label(const Parser *s) {
  bool name = s->token.kind == TOKEN_WORD || s->token.kind == TOKEN_STRING;
  return name && next_is_colon(s);
}

static void add_block(Parser *s, const Token *label) {
  Body *body = &s->body;
  Token name = *label;
  if (name.kind == TOKEN_WORD) lex_split_number(&name);
  build_block(body->builder, name.kind == TOKEN_END ? (Sym){0} : parse_intern(s, &name));
  vec_push(s->scratch, &body->label_at, *label);
}

static void declare_label(Parser *s) {
  uint64_t *place = map_at(s->scratch, &s->body.labels, parse_name_key(s, &s->token));
  if (*place) {
    parse_fail_at(s, &s->token, "there is a block %s already",
                  parse_token_text(s, &s->token));
    return;
  }
  add_block(s, &s->token);
  *place = s->body.label_at.len;
}

/* A body may start without a label. */
static void declare_labels(Parser *s) {
  bool line_start = true;
  while (!parse_is(s, '}') && s->token.kind != TOKEN_END) {
    bool blank = s->token.kind == TOKEN_NEWLINE, label = line_start && at_label(s);
    if (label)
      declare_label(s);
    else if (!blank && !s->body.label_at.len)
      add_block(s, &(Token){.kind = TOKEN_END});
    parse_advance(s);
    if (label) parse_advance(s);
    line_start = blank || label;
  }
  if (!s->body.label_at.len) parse_expected(s, "a label or an instruction");
}

static uint32_t parse_label(Parser *s) {
  Token at = s->token;
  if (at.kind != TOKEN_WORD && at.kind != TOKEN_STRING) {
    parse_expected(s, "a block's name");
    return 0;
  }
  uint64_t found = map_get(&s->body.labels, parse_name_key(s, &at), 0);
  if (!found) parse_fail_at(s, &at, "there is no block %s", parse_token_text(s, &at));
  parse_advance(s);
  return found ? (uint32_t)found - 1 : 0;
}

/* ---- values ---- */

static LocalName *local_name(Parser *s, const Token *token) {
  Body *body = &s->body;
  uint64_t *place = map_at(s->scratch, &body->locals, parse_name_key(s, token));
  if (!*place) {
    LocalName name = {.value = build_reserve(body->builder), .first = *token};
    vec_push(s->scratch, &body->names, name);
    *place = body->names.len;
  }
  return &body->names.data[*place - 1];
}

static void set_type(Parser *s, Val value, Type type) {
  if (value.id >= s->body.types.len) vec_resize(s->scratch, &s->body.types, value.id + 1);
  s->body.types.data[value.id] = type;
}

static void claim_type(Parser *s, Val value, Type type, const Token *at) {
  vec_push(s->scratch, &s->body.claims, (TypeClaim){value, type, *at});
}

static bool at_value(const Parser *s) {
  return s->token.kind == TOKEN_LOCAL || parse_is_type(s) || parse_is_constant(s);
}

/* [type] %name, or [type] constant. */
static Val parse_value(Parser *s, Type implied) {
  bool typed = parse_is_type(s);
  Type type = typed ? parse_type(s) : implied;
  Token at = s->token;
  if (at.kind != TOKEN_LOCAL) return parse_constant(s, type);
  parse_advance(s);
  Val value = local_name(s, &at)->value;
  if (typed) claim_type(s, value, type, &at);
  return value;
}

static void parse_operand(Parser *s, Line *line) {
  uint32_t n = line->operands.values.len;
  Token at = s->token;
  if (!form_operand(line->form, n)) {
    parse_fail_at(s, &at, "too many operands for %s", op_text((Op)line->inst.op));
    return;
  }
  const Function *function = ir_function(s->p, s->body.fn);
  Type implied = form_constant_type(s->p, line->form, n, line->written, function);
  Val value = parse_value(s, implied);
  if (s->failed) return;
  if (n == 0 && line->form->written == WRITES_FIRST)
    claim_type(s, value, line->written, &at);
  vec_push(s->scratch, &line->operands.values, value);
}

static void parse_operands(Parser *s, Line *line) {
  do parse_operand(s, line);
  while (parse_accept(s, ','));
}

/* ---- the shapes of instructions ---- */

static void parse_text(Parser *s, Line *line) {
  if (s->token.kind != TOKEN_STRING) return;
  line->inst.sym = parse_string(s, "a text in quotes");
  if (parse_accept(s, ',')) parse_operands(s, line);
}

static bool at_plain_number(const Parser *s) {
  bool number =
    s->token.kind == TOKEN_WORD && s->token.text[0] >= '0' && s->token.text[0] <= '9';
  if (!number) return false;
  Lexer ahead = s->lexer;
  Token next = lex_next(&ahead);
  return next.kind != TOKEN_PUNCTUATION || next.punctuation != '*';
}

static void parse_address_sum(Parser *s, Line *line) {
  parse_operand(s, line);
  bool has_number = false;
  while (parse_is(s, '+') || parse_is(s, '-')) {
    bool minus = parse_is(s, '-');
    parse_advance(s);
    if (!has_number && at_plain_number(s)) {
      uint64_t most = minus ? (uint64_t)1 << 63 : INT64_MAX;
      uint64_t number = parse_number(s, most, "an offset");
      line->inst.imm = (int64_t)(minus ? 0 - number : number);
      has_number = true;
      continue;
    }
    if (minus) parse_expected(s, "an offset");
    parse_operand(s, line);
    parse_expect(s, '*');
    parse_operand(s, line);
  }
}

static void parse_alloca(Parser *s, Line *line) {
  parse_operand(s, line);
  line->inst.imm = 1;
  if (parse_accept_word(s, "align"))
    line->inst.imm = (int64_t)parse_number(s, INT64_MAX, "an alignment");
}

static void parse_part(Parser *s, Line *line) {
  parse_operand(s, line);
  parse_expect(s, ',');
  line->inst.imm = (int64_t)parse_number(s, UINT32_MAX, "a result's number");
}

static void parse_phi(Parser *s, Line *line) {
  do {
    parse_expect(s, '[');
    parse_operand(s, line);
    parse_expect(s, ',');
    uint32_t from = parse_label(s);
    parse_expect(s, ']');
    if (s->failed) return;
    vec_push(s->scratch, &line->operands.targets, from);
  } while (parse_accept(s, ','));
}

static void parse_call(Parser *s, Line *line) {
  parse_operand(s, line);
  parse_expect(s, '(');
  if (parse_accept(s, ')')) return;
  parse_operands(s, line);
  if (!parse_accept(s, ')')) parse_expected(s, "`,` or `)`");
}

static void parse_target(Parser *s, Line *line) {
  uint32_t target = parse_label(s);
  if (!s->failed) vec_push(s->scratch, &line->operands.targets, target);
}

static void parse_jump(Parser *s, Line *line) {
  if (line->inst.op == OP_CBR) {
    parse_operand(s, line);
    parse_expect(s, ',');
    parse_target(s, line);
    parse_expect(s, ',');
  }
  parse_target(s, line);
}

static void parse_switch(Parser *s, Line *line) {
  parse_operand(s, line);
  parse_expect(s, ',');
  parse_target(s, line);
  parse_expect(s, '[');
  if (parse_accept(s, ']')) return;
  do {
    parse_operand(s, line);
    parse_expect(s, ':');
    parse_target(s, line);
  } while (parse_accept(s, ','));
  if (!parse_accept(s, ']')) parse_expected(s, "`,` or `]`");
}

static void parse_shape(Parser *s, Line *line) {
  switch (line->form->shape) {
  case SHAPE_LIST:
    if (at_value(s)) parse_operands(s, line);
    break;
  case SHAPE_TEXT: parse_text(s, line); break;
  case SHAPE_ADDR: parse_address_sum(s, line); break;
  case SHAPE_ALLOCA: parse_alloca(s, line); break;
  case SHAPE_PART: parse_part(s, line); break;
  case SHAPE_PHI: parse_phi(s, line); break;
  case SHAPE_CALL: parse_call(s, line); break;
  case SHAPE_JUMP: parse_jump(s, line); break;
  case SHAPE_SWITCH: parse_switch(s, line); break;
  case SHAPE_PARAM: parse_fail_at(s, &line->at, "param has no place in a block"); break;
  }
}

/* ---- one line ---- */

static void parse_op(Parser *s, Line *line) {
  line->at = s->token;
  for (unsigned op = 0; op < OP_COUNT; op++)
    if (parse_is_word(s, op_text((Op)op))) {
      line->inst.op = (uint8_t)op;
      line->form = form_of((Op)op);
      parse_advance(s);
      return;
    }
  parse_expected(s, "an instruction");
}

static void parse_predicate(Parser *s, Line *line) {
  bool integers = line->inst.op == OP_ICMP;
  if (!integers && line->inst.op != OP_FCMP) return;
  unsigned count = integers ? (unsigned)ICMP_COUNT : (unsigned)FCMP_COUNT;
  for (unsigned i = 0; i < count; i++) {
    const char *text = integers ? icmp_text((IcmpPred)i) : fcmp_text((FcmpPred)i);
    if (!parse_accept_word(s, text)) continue;
    line->inst.pred = (uint8_t)i;
    return;
  }
  parse_expected(s, "a predicate");
}

static Type result_type(const Line *line) {
  switch (line->form->result) {
  case 'v': return type_void();
  case 'p': return type_ptr();
  case '1': return type_int(1);
  default: return line->written;
  }
}

static void parse_attributes(Parser *s, Line *line) {
  uint32_t flags = 0;
  for (;;) {
    if (parse_flag(s, form_inst_flag, &flags)) continue;
    if (parse_pos(s, &line->inst.pos, NULL)) continue;
    if (parse_origin(s, &line->inst.origin)) continue;
    if (!parse_accept_word(s, "sym")) break;
    line->inst.sym = parse_string(s, "a text in quotes");
  }
  line->inst.flags = (uint8_t)flags;
}

static void parse_inst(Parser *s, Line *line) {
  line->inst.origin = VAL_NONE;
  parse_op(s, line);
  if (s->failed) return;
  parse_predicate(s, line);
  if (line->form->written != WRITES_NONE) line->written = parse_type(s);
  line->inst.type = result_type(line);
  parse_shape(s, line);
  if (!form_count_fits(line->form, line->operands.values.len))
    parse_fail_at(s, &line->at, "too few operands for %s", op_text((Op)line->inst.op));
  parse_attributes(s, line);
  if (s->token.kind != TOKEN_NEWLINE && !parse_is(s, '}'))
    parse_expected(s, "the end of the line");
}

static Val define_result(Parser *s, Line *line) {
  if (line->result.kind != TOKEN_LOCAL) return build_reserve(s->body.builder);
  LocalName *name = local_name(s, &line->result);
  if (name->defined)
    parse_fail_at(s, &line->result, "%s is defined already",
                  parse_token_text(s, &line->result));
  name->defined = true;
  line->inst.name = parse_intern(s, &line->result);
  return name->value;
}

static void count_edges(Parser *s, const Operands *operands) {
  uint64_t from = (uint64_t)build_current(s->body.builder) << 32;
  for (uint32_t i = 0; i < operands->targets.len; i++)
    ++*map_at(s->scratch, &s->body.edges, from | operands->targets.data[i]);
}

static void emit_jump(Parser *s, Line *line) {
  const Operands *operands = &line->operands;
  if (line->result.kind == TOKEN_LOCAL)
    parse_fail_at(s, &line->result, "%s has no result", op_text((Op)line->inst.op));
  if (s->failed) return;
  count_edges(s, operands);
  build_emit_jump(s->body.builder, line->inst, operands->values.data,
                  operands->values.len, operands->targets.data, operands->targets.len);
}

static void emit_phi(Parser *s, Line *line, Val result) {
  Body *body = &s->body;
  const Operands *operands = &line->operands;
  uint32_t count = operands->targets.len;
  PhiClaim claim = {build_current(body->builder), body->phi_preds.len, count, line->at};
  vec_push(s->scratch, &body->phis, claim);
  for (uint32_t i = 0; i < count; i++)
    vec_push(s->scratch, &body->phi_preds, operands->targets.data[i]);
  build_emit_phi(body->builder, result, line->inst, operands->values.data,
                 operands->targets.data, count);
}

static void emit(Parser *s, Line *line) {
  Builder *b = s->body.builder;
  if (build_block_is_closed(b, build_current(b))) {
    parse_fail_at(s, &line->at, "%s has ended already", block_text(s, build_current(b)));
    return;
  }
  if (op_is_terminator((Op)line->inst.op)) {
    emit_jump(s, line);
    return;
  }
  Val result = define_result(s, line);
  if (s->failed) return;
  set_type(s, result, line->inst.type);
  if (line->inst.op == OP_PHI)
    emit_phi(s, line, result);
  else
    build_emit_reserved(b, result, line->inst, line->operands.values.data,
                        line->operands.values.len);
}

static void parse_line(Parser *s) {
  Line line = {.result = {.kind = TOKEN_END}};
  if (s->token.kind == TOKEN_LOCAL) {
    line.result = s->token;
    parse_advance(s);
    parse_expect(s, '=');
  }
  parse_inst(s, &line);
  if (!s->failed) emit(s, &line);
}

/* ---- the whole body ---- */

static void require_closed(Parser *s, uint32_t block) {
  if (build_block_is_closed(s->body.builder, block)) return;
  parse_fail_at(s, &s->token, "%s does not end with a jump or return",
                block_text(s, block));
}

static void parse_lines(Parser *s) {
  Builder *b = s->body.builder;
  uint32_t next = 0;
  if (s->body.label_at.data[0].kind == TOKEN_END) build_at(b, next++);
  while (!parse_is(s, '}') && s->token.kind != TOKEN_END) {
    if (s->token.kind == TOKEN_NEWLINE) {
      parse_advance(s);
    } else if (at_label(s)) {
      if (next) require_closed(s, next - 1);
      build_at(b, next++);
      parse_advance(s);
      parse_advance(s);
    } else {
      parse_line(s);
    }
  }
  if (!s->failed) require_closed(s, next - 1);
}

static void define_params(Parser *s, const PendingBody *pending) {
  Body *body = &s->body;
  const Function *function = ir_function(s->p, body->fn);
  for (uint32_t i = 0; i < pending->params.len; i++) {
    const ParamText *param = &pending->params.data[i];
    set_type(s, (Val){i}, function->params.data[i]);
    build_place_param(body->builder, i, param->pos, param->origin);
    if (param->name.kind != TOKEN_LOCAL) continue;
    uint64_t *place = map_at(s->scratch, &body->locals, parse_name_key(s, &param->name));
    if (*place)
      parse_fail_at(s, &param->name, "%s is defined already",
                    parse_token_text(s, &param->name));
    LocalName name = {build_param(body->builder, i), true, param->name};
    vec_push(s->scratch, &body->names, name);
    *place = body->names.len;
    build_name_param(body->builder, i, parse_intern(s, &param->name));
  }
}

static void require_defined(Parser *s) {
  for (uint32_t i = 0; i < s->body.names.len && !s->failed; i++) {
    const LocalName *name = &s->body.names.data[i];
    if (!name->defined)
      parse_fail_at(s, &name->first, "%s is not defined",
                    parse_token_text(s, &name->first));
  }
}

static void require_types(Parser *s) {
  for (uint32_t i = 0; i < s->body.claims.len && !s->failed; i++) {
    const TypeClaim *claim = &s->body.claims.data[i];
    Type type = val_is_const(claim->value) ? ir_type(s->p, claim->value)
                                           : s->body.types.data[claim->value.id];
    char is[16], said[16];
    if (!type_eq(type, claim->type))
      parse_fail_at(s, &claim->at, "%s is of type %s, not %s",
                    parse_token_text(s, &claim->at), form_type_text(type, is),
                    form_type_text(claim->type, said));
  }
}

/* Each phi must have exactly one value for each jump to its block. */
static void require_phi(Parser *s, const PhiClaim *phi, uint32_t *seen, uint32_t *left) {
  Body *body = &s->body;
  uint32_t stamp = (uint32_t)(phi - body->phis.data) + 1;
  for (uint32_t i = 0; i < phi->count && !s->failed; i++) {
    uint32_t from = body->phi_preds.data[phi->preds + i];
    if (seen[from] != stamp) {
      seen[from] = stamp;
      left[from] = (uint32_t)map_get(&body->edges, (uint64_t)from << 32 | phi->block, 0);
      if (!left[from])
        parse_fail_at(s, &phi->at, "%s does not jump to %s", block_text(s, from),
                      block_text(s, phi->block));
    }
    if (left[from]-- == 0)
      parse_fail_at(s, &phi->at, "more values from %s than jumps", block_text(s, from));
  }
}

static void require_phis(Parser *s) {
  uint32_t *seen = arena_new_array(s->scratch, uint32_t, s->body.label_at.len);
  uint32_t *left = arena_new_array(s->scratch, uint32_t, s->body.label_at.len);
  for (uint32_t i = 0; i < s->body.phis.len && !s->failed; i++)
    require_phi(s, &s->body.phis.data[i], seen, left);
}

static void begin_body(Parser *s, const PendingBody *pending) {
  Body *body = &s->body;
  *body = (Body){.fn = pending->fn};
  body->builder = build_begin_function(s->p, pending->fn);
  vec_resize(s->scratch, &body->types, pending->params.len);
  s->default_file = pending->default_file;
}

void parse_body(Parser *s, const PendingBody *pending) {
  begin_body(s, pending);
  define_params(s, pending);
  parse_resume(s, pending->at);
  declare_labels(s);
  if (s->failed) return;
  parse_resume(s, pending->at);
  parse_lines(s);
  require_defined(s);
  require_types(s);
  require_phis(s);
  if (!s->failed) build_end_function(s->body.builder);
}
