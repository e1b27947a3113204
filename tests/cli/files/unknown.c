int elsewhere(int x);

int main(void) { return elsewhere(3); }
