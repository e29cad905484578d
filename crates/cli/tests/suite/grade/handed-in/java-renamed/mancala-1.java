import java.io.*;

public class Mancala {
    public static void main(String[] args) throws IOException {
        Board board = new Board();
        try (PrintWriter out = new PrintWriter("next_state.txt")) {
            out.print(board.text);
        }
    }
}
