// The address of the frame, read as data.
// expect: UNKNOWN
// because: frames have no layout here
int main(void) {
  void **frame = __builtin_frame_address(0);
  return frame[0] == 0;
}
