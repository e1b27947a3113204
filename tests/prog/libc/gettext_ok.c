// What the headers turn gettext and its kin into is known.
// expect: TRUE
#include <libintl.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
  setlocale(LC_ALL, "");
  bindtextdomain("program", "/usr/share/locale");
  bind_textdomain_codeset("program", "UTF-8");
  textdomain("program");
  printf(gettext("%d file\n"), 1);
  puts(ngettext("file", "files", 2));
  puts(dgettext("program", "text"));
  return 0;
}
