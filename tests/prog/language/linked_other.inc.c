int shared[4] = {10, 11, 12, 13};
int shared_count = sizeof shared / sizeof shared[0];
int *pick(int index) { return &shared[index]; }
