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

/* Messages are not translated, but looked up, and so read. */
static char *message(const char *text) {
  if (text != NULL) __belay_touch_text(text);
  return (char *)text;
}

char *gettext(const char *text) { return message(text); }

char *dgettext(const char *domain, const char *text) { return message(text); }

char *dcgettext(const char *domain, const char *text, int category) {
  return message(text);
}

static char *one_or_many(const char *one, const char *many, unsigned long count) {
  message(one);
  return (char *)(count == 1 ? one : many);
}

char *ngettext(const char *one, const char *many, unsigned long count) {
  return one_or_many(one, many, count);
}

char *dngettext(const char *domain, const char *one, const char *many,
                unsigned long count) {
  return one_or_many(one, many, count);
}

char *dcngettext(const char *domain, const char *one, const char *many,
                 unsigned long count, int category) {
  return one_or_many(one, many, count);
}

/* The names that are current: what is given back is the library's own memory. */
static char *remember(const char *name) {
  size_t length = __belay_text_length(name);
  char *kept = __belay_alloc_static(length + 1);
  __belay_text_copy(kept, name);
  return kept;
}

static char *domain_name = (char *)"messages",
            *domain_directory = (char *)"/usr/share/locale";

char *textdomain(const char *domain) {
  if (domain != NULL) domain_name = domain[0] ? remember(domain) : (char *)"messages";
  return domain_name;
}

char *bindtextdomain(const char *domain, const char *directory) {
  if (domain == NULL || domain[0] == 0) return NULL;
  __belay_touch_text(domain);
  if (directory != NULL) domain_directory = remember(directory);
  return domain_directory;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
  if (domain == NULL || domain[0] == 0) return NULL;
  __belay_touch_text(domain);
  return codeset == NULL ? NULL : remember(codeset);
}
