const char* board() { return "0\n"; }
