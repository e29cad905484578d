// The homework as a student might hand it in, in Java.
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;

class Board {
    int[][] pits = new int[2][];
    long[] store = new long[2];

    Board copy() {
        Board board = new Board();
        for (int side = 0; side < 2; side++) {
            board.pits[side] = pits[side].clone();
            board.store[side] = store[side];
        }
        return board;
    }

    boolean empty(int side) {
        return Arrays.stream(pits[side]).sum() == 0;
    }

    void sweep() {
        for (int side = 0; side < 2; side++) {
            store[side] += Arrays.stream(pits[side]).sum();
            Arrays.fill(pits[side], 0);
        }
    }

    /** Whether the player moves again. */
    boolean play(int player, int pit) {
        int width = pits[0].length;
        int stones = pits[player][pit];
        pits[player][pit] = 0;
        // Places along the player's way: own row, own store, the other row.
        int place = player == 0 ? pit : width - 1 - pit;
        for (; stones > 0; stones--) {
            place = (place + 1) % (2 * width + 1);
            if (place == width) {
                store[player]++;
            } else {
                pits[row(player, place)][column(player, place)]++;
            }
        }
        if (place < width && pits[player][column(player, place)] == 1) {
            int column = column(player, place);
            store[player] += 1 + pits[1 - player][column];
            pits[player][column] = pits[1 - player][column] = 0;
        }
        if (empty(0) || empty(1)) {
            sweep();
            return false;
        }
        return place == width;
    }

    int row(int player, int place) {
        return place < pits[0].length ? player : 1 - player;
    }

    int column(int player, int place) {
        int width = pits[0].length;
        int along = place < width ? place : place - width - 1;
        return row(player, place) == 0 ? along : width - 1 - along;
    }
}

public class mancala {
    static final long INFINITY = Long.MAX_VALUE;
    static int task, me, cutoff;
    static PrintWriter log;
    static Board turn;

    static String shown(long value) {
        return value == INFINITY ? "Infinity" : value == -INFINITY ? "-Infinity" : "" + value;
    }

    static void row(String name, int depth, long value, long alpha, long beta) {
        if (task == 2) log.print(name + "," + depth + "," + shown(value) + "\n");
        if (task == 3) {
            log.print(name + "," + depth + "," + shown(value) + "," + shown(alpha) + ","
                + shown(beta) + "\n");
        }
    }

    static long visit(Board board, int mover, String name, int depth, boolean again, long alpha,
                      long beta) {
        turn = board;
        if ((board.empty(0) && board.empty(1)) || (depth == cutoff && !again)) {
            long value = board.store[me] - board.store[1 - me];
            row(name, depth, value, alpha, beta);
            return value;
        }
        boolean largest = mover == me;
        long best = largest ? -INFINITY : INFINITY;
        Board choice = board;
        row(name, depth, best, alpha, beta);
        for (int pit = 0; pit < board.pits[mover].length; pit++) {
            if (board.pits[mover][pit] == 0) continue;
            Board after = board.copy();
            boolean more = after.play(mover, pit);
            String child = (mover == 0 ? "B" : "A") + (pit + 2);
            long value = visit(after, more ? mover : 1 - mover, child, again ? depth : depth + 1,
                more, alpha, beta);
            if (largest ? value > best : value < best) {
                best = value;
                choice = more ? turn : after;
            }
            if (task == 3) {
                if (largest ? best >= beta : best <= alpha) {
                    row(name, depth, best, alpha, beta);
                    turn = choice;
                    return best;
                }
                if (largest) alpha = Math.max(alpha, best);
                else beta = Math.min(beta, best);
            }
            row(name, depth, best, alpha, beta);
        }
        turn = choice;
        return best;
    }

    static int[] numbers(String line) {
        return Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] arguments) throws IOException {
        List<String> lines = Files.readAllLines(Paths.get(arguments[1]));
        task = numbers(lines.get(0))[0];
        me = numbers(lines.get(1))[0] - 1;
        cutoff = task == 1 ? 1 : numbers(lines.get(2))[0];
        Board board = new Board();
        for (int side = 0; side < 2; side++) {
            board.pits[side] = numbers(lines.get(4 - side));
            board.store[side] = numbers(lines.get(6 - side))[0];
        }
        if (board.empty(me)) board.sweep();
        if (task > 1) {
            log = new PrintWriter("traverse_log.txt");
            log.print("Node,Depth,Value" + (task == 3 ? ",Alpha,Beta" : "") + "\n");
        }
        visit(board, me, "root", 0, false, -INFINITY, INFINITY);
        if (log != null) log.close();
        try (PrintWriter out = new PrintWriter("next_state.txt")) {
            for (int side = 1; side >= 0; side--) {
                StringBuilder text = new StringBuilder();
                for (int stones : turn.pits[side]) text.append(" ").append(stones);
                out.print(text.substring(1) + "\n");
            }
            out.print(turn.store[1] + "\n" + turn.store[0] + "\n");
        }
    }
}
