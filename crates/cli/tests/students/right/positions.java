import java.io.*;
import java.util.*;

public class mancala {
    static int task, player, cutOff, size;
    static StringBuilder log = new StringBuilder();

    static class Position {
        int[] pits;          // pits[0..2N+1] in the direction of play

        Position(int[] pits) {
            this.pits = pits;
        }

        int store(int p) {
            return p == 1 ? size : 2 * size + 1;
        }

        int pit(int p, int column) {
            return p == 1 ? column : 2 * size - column;
        }

        boolean rowEmpty(int p) {
            for (int c = 0; c < size; c++)
                if (pits[pit(p, c)] != 0)
                    return false;
            return true;
        }

        boolean over() {
            return rowEmpty(1) || rowEmpty(2);
        }

        void clean() {
            for (int p = 1; p <= 2; p++)
                for (int c = 0; c < size; c++) {
                    pits[store(p)] += pits[pit(p, c)];
                    pits[pit(p, c)] = 0;
                }
        }

        int value() {
            return pits[store(player)] - pits[store(3 - player)];
        }
    }

    static class Move {
        Position after;
        boolean again;
        String name;
    }

    static Move play(Position from, int p, int column) {
        int[] q = from.pits.clone();
        Position to = new Position(q);
        int at = to.pit(p, column);
        int hand = q[at];
        q[at] = 0;
        while (hand > 0) {
            at = (at + 1) % q.length;
            if (at == to.store(3 - p))
                continue;
            q[at]++;
            hand--;
        }
        boolean own = at != to.store(p) && (p == 1) == (at < size);
        if (own && q[at] == 1) {
            int facing = 2 * size - at;
            q[to.store(p)] += q[facing] + 1;
            q[facing] = 0;
            q[at] = 0;
        }
        Move m = new Move();
        m.after = to;
        m.again = at == to.store(p);
        m.name = (p == 1 ? "B" : "A") + (column + 2);
        if (to.over())
            to.clean();
        return m;
    }

    static List<Move> moves(Position s, int p) {
        List<Move> all = new ArrayList<Move>();
        for (int c = 0; c < size; c++)
            if (s.pits[s.pit(p, c)] > 0)
                all.add(play(s, p, c));
        return all;
    }

    static String str(double v) {
        if (Double.isInfinite(v))
            return v > 0 ? "Infinity" : "-Infinity";
        return String.valueOf((int) v);
    }

    static void print(String name, int depth, double v, double alpha, double beta) {
        log.append(name).append(',').append(depth).append(',').append(str(v));
        if (task == 3)
            log.append(',').append(str(alpha)).append(',').append(str(beta));
        log.append('\n');
    }

    // the value; best[0] becomes the board after the rest of this turn
    static double dfs(Position s, int p, String name, int depth, boolean again, double alpha, double beta, Position[] best) {
        best[0] = s;
        if (s.over() || depth == cutOff && !again) {
            print(name, depth, s.value(), alpha, beta);
            return s.value();
        }
        boolean max = p == player;
        double v = max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        print(name, depth, v, alpha, beta);
        for (Move m : moves(s, p)) {
            Position[] end = new Position[1];
            double w = dfs(m.after, m.again ? p : 3 - p, m.name, again ? depth : depth + 1, m.again, alpha, beta, end);
            if (max ? w > v : w < v) {
                v = w;
                best[0] = m.again ? end[0] : m.after;
            }
            if (task == 3) {
                if (max ? v >= beta : v <= alpha) {
                    print(name, depth, v, alpha, beta);
                    return v;
                }
                if (max)
                    alpha = Math.max(alpha, v);
                else
                    beta = Math.min(beta, v);
            }
            print(name, depth, v, alpha, beta);
        }
        return v;
    }

    static int[] row(String line) {
        String[] words = line.trim().split("\\s+");
        int[] r = new int[words.length];
        for (int i = 0; i < r.length; i++)
            r[i] = Integer.parseInt(words[i]);
        return r;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new FileReader(args.length > 1 ? args[1] : "input.txt"));
        task = Integer.parseInt(in.readLine().trim());
        player = Integer.parseInt(in.readLine().trim());
        cutOff = Integer.parseInt(in.readLine().trim());
        int[] up = row(in.readLine()), low = row(in.readLine());
        size = up.length;
        int[] pits = new int[2 * size + 2];
        for (int i = 0; i < size; i++) {
            pits[i] = low[i];
            pits[2 * size - i] = up[i];
        }
        pits[2 * size + 1] = Integer.parseInt(in.readLine().trim());
        pits[size] = Integer.parseInt(in.readLine().trim());
        in.close();
        if (task == 1)
            cutOff = 1;
        Position[] best = new Position[1];
        dfs(new Position(pits), player, "root", 0, false, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, best);
        PrintWriter out = new PrintWriter("next_state.txt");
        int[] q = best[0].pits;
        StringBuilder a = new StringBuilder(), b = new StringBuilder();
        for (int i = 0; i < size; i++) {
            a.append(i > 0 ? " " : "").append(q[2 * size - i]);
            b.append(i > 0 ? " " : "").append(q[i]);
        }
        out.print(a + "\n" + b + "\n" + q[2 * size + 1] + "\n" + q[size] + "\n");
        out.close();
        if (task > 1) {
            PrintWriter t = new PrintWriter("traverse_log.txt");
            t.print(task == 2 ? "Node,Depth,Value\n" : "Node,Depth,Value,Alpha,Beta\n");
            t.print(log);
            t.close();
        }
    }
}
