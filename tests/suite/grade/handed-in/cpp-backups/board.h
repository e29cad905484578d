const char* board();
