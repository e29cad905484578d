// Author: José Muñoz
class Board {
    String text = "3 1 3\n2 1 0\n0\n1\n";
}
