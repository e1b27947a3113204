/* `belay checks`: the ledger of a program before any engine looked at it. */
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/property.h"
#include "cli/result_json.h"

static void print_checks(Arena *arena, const Ledger *ledger) {
  for (CheckId id = {0}; id.id < ledger->checks.len; id.id++) {
    const Check *check = ledger_check(ledger, id);
    printf("%u: %s: %s\n", id.id, describe_place(ledger, check, arena),
           ledger_describe(ledger, id, arena));
  }
  printf("%u check%s\n", ledger->checks.len, ledger->checks.len == 1 ? "" : "s");
}

int command_checks(Arena *arena, Options *options) {
  PropertySet properties = property_default();
  const char *error =
    options->property ? property_parse(arena, options->property, &properties) : NULL;
  if (error) return message_usage(options, "%s", error);
  int code = 0;
  Program *p = load_program(arena, options, NULL, &code);
  if (!p) return code;
  Ledger *ledger = ledger_new(arena, p, properties);
  if (!options->json) {
    print_checks(arena, ledger);
    return 0;
  }
  return file_write(options->json, json_of_checks(arena, ledger)) ? 0 : CLI_INPUT;
}
