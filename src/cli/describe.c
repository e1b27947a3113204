/* See describe.h. */
#include "cli/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/intern.h"
#include "ir/text.h"
#include "report/path.h"

const char *describe_place(const Ledger *ledger, const Check *check, Arena *arena) {
  const Program *p = ledger->program;
  return ir_pos_text(p, ir_inst(p, check->at)->pos, arena);
}

/* ---- the residue ---- */

typedef struct Group {
  const char *reason;
  CheckList checks;
} Group;
typedef Vec(Group) GroupList;

static const char *reason_of(const Check *check) {
  if (check->evidence && *check->evidence) return check->evidence;
  return check->suspect ? "suspect: broken if it is reached"
                        : "no engine could decide it";
}

/* Reasons are interned in the order in which they come: group i has the id i + 1. */
static Group *group_of(GroupList *groups, Intern *reasons, const char *reason,
                       Arena *arena) {
  uint32_t id = intern_string(reasons, reason).id;
  if (id > groups->len) vec_push(arena, groups, (Group){.reason = reason});
  return &groups->data[id - 1];
}

static void print_group(const Ledger *ledger, const Group *group, uint32_t most,
                        Arena *arena, FILE *out) {
  uint32_t count = group->checks.len, shown = count <= most ? count : most;
  fprintf(out, "  %u: %s\n", count, group->reason);
  for (uint32_t i = 0; i < shown; i++) {
    const Check *check = ledger_check(ledger, group->checks.data[i]);
    fprintf(out, "    %s: %s\n", describe_place(ledger, check, arena),
            ledger_describe(ledger, group->checks.data[i], arena));
  }
  if (shown < count)
    fprintf(out, "    and %u more (--verbose lists them)\n", count - shown);
}

void describe_residue(const Ledger *ledger, bool all, Arena *arena, FILE *out) {
  enum { LINES = 20 };
  GroupList groups = {0};
  Intern *reasons = intern_new(arena);
  for (CheckId id = {0}; id.id < ledger->checks.len; id.id++) {
    const Check *check = ledger_check(ledger, id);
    if (check->status != CHECK_OPEN) continue;
    vec_push(arena, &group_of(&groups, reasons, reason_of(check), arena)->checks, id);
  }
  if (groups.len == 0) return;
  fprintf(out, "open checks:\n");
  uint32_t shown = all || groups.len <= LINES / 2 ? groups.len : LINES / 2;
  uint32_t most = all ? UINT32_MAX : LINES / shown > 2 ? LINES / shown - 2 : 0;
  for (uint32_t i = 0; i < shown; i++)
    print_group(ledger, &groups.data[i], most > 0 ? most : 1, arena, out);
  if (shown < groups.len)
    fprintf(out, "  and %u more reasons (--verbose lists them)\n", groups.len - shown);
}

/* ---- the path ---- */

void describe_path(const Ledger *ledger, bool all, Arena *arena, FILE *out) {
  VecChar text = {0};
  report_path(ledger->program, &ledger->witness, &ledger->witness_path, all, arena,
              &text);
  if (text.len) fwrite(text.data, 1, text.len, out);
}

/* ---- --explain ---- */

/* Whether "file.c:12:3" is what "list.c:12", "c.c:12:3" or "12" means. */
static bool place_matches(const char *place, const char *which) {
  size_t n = strlen(which);
  for (const char *at = strstr(place, which); at; at = strstr(at + 1, which))
    if ((at == place || at[-1] == '/') && (at[n] == ':' || at[n] == '\0')) return true;
  return false;
}

const char *describe_select(const Ledger *ledger, const char *which, Arena *arena,
                            CheckList *found) {
  char *end;
  const char *digits = *which == '#' ? which + 1 : which;
  unsigned long number = strtoul(digits, &end, 10);
  if (*digits && !*end) {
    if (number >= ledger->checks.len)
      return arena_printf(arena, "there is no check %s: the last is %u", which,
                          ledger->checks.len - 1);
    vec_push(arena, found, (CheckId){(uint32_t)number});
    return NULL;
  }
  for (CheckId id = {0}; id.id < ledger->checks.len; id.id++)
    if (place_matches(describe_place(ledger, ledger_check(ledger, id), arena), which))
      vec_push(arena, found, id);
  return found->len ? NULL : arena_printf(arena, "there is no check at '%s'", which);
}

/* Evidence of several lines stands below the check. */
static const char *indented(const char *text, Arena *arena) {
  VecChar out = {0};
  size_t length = strlen(text);
  while (length && text[length - 1] == '\n') length--;
  for (size_t i = 0; i < length; i++)
    vec_printf(arena, &out, text[i] == '\n' ? "\n    " : "%c", text[i]);
  return out.len ? out.data : "";
}

void describe_explain(const Ledger *ledger, CheckId id, Arena *arena, FILE *out) {
  const Check *check = ledger_check(ledger, id);
  VecChar text = {0};
  ir_print_inst(ledger->program, check->at, arena, &text);
  fprintf(out, "check %u: %s: %s\n", id.id, describe_place(ledger, check, arena),
          ledger_describe(ledger, id, arena));
  fprintf(out, "  must hold: %s (%s)\n", check_help(check->kind),
          property_text(check_property(check->kind)));
  fprintf(out, "  instruction: %s\n", text.data);
  fprintf(out, "  %s%s%s%s%s\n", check_status_text((CheckStatus)check->status),
          check->engine ? " by " : "", check->engine ? check->engine : "",
          check->evidence ? ": " : "",
          check->evidence ? indented(check->evidence, arena) : "");
}
