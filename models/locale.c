/* locale.h, langinfo.h: the C locale, and no other one. */
#include "belay_model.h"

char *setlocale(int category, const char *locale) {
  static char name[2] = "C";
  if (category < 0 || category > 12) return NULL;
  if (locale == NULL || locale[0] == 0) return name;
  if (__belay_text_equal(locale, "C") || __belay_text_equal(locale, "POSIX")) return name;
  return NULL;
}

/* glibc's struct lconv. */
typedef struct Conventions {
  char *decimal_point, *thousands_separator, *grouping;
  char *currency_texts[7];
  char currency_numbers[14];
} Conventions;

Conventions *localeconv(void) {
  static Conventions conventions = {
    (char *)".",
    (char *)"",
    (char *)"",
    {(char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)""},
    {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
     CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX}};
  return &conventions;
}

char *nl_langinfo(int item) {
  enum { CODESET = 14 };
  return (char *)(item == CODESET ? "ANSI_X3.4-1968" : "");
}

/* Messages are not translated. */
char *gettext(const char *text) { return (char *)text; }

char *dgettext(const char *domain, const char *text) { return (char *)text; }

char *ngettext(const char *one, const char *many, unsigned long count) {
  return (char *)(count == 1 ? one : many);
}

char *textdomain(const char *domain) {
  return (char *)(domain == NULL ? "messages" : domain);
}

char *bindtextdomain(const char *domain, const char *directory) {
  return (char *)directory;
}
