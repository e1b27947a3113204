/* What own_names.c calls. */
char *strdup(int length) {
  static char text[4] = "yyyy";
  return length > 4 ? 0 : text;
}

int getline(char *to, int room) {
  for (int i = 0; i < room - 1; i++) to[i] = 'x';
  to[room - 1] = '\0';
  return room;
}
