#include "board.h"
#include "rules.cpp"
#include <fstream>

int main(int argc, char* argv[]) {
    std::ofstream("next_state.txt") << board() << store();
    return 0;
}
