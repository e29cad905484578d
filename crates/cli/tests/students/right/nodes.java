import java.io.*;
import java.util.*;

public class mancala {
    static class Node {
        int[] up, low;
        int s1, s2;
        String name = "root";
        int depth = 0;
        boolean extra = false;
        Node parent;
        int value;
        int mover; // who moves next

        Node copy() {
            Node n = new Node();
            n.up = up.clone();
            n.low = low.clone();
            n.s1 = s1;
            n.s2 = s2;
            return n;
        }

        boolean over() {
            return Arrays.stream(up).sum() == 0 || Arrays.stream(low).sum() == 0;
        }

        Node child(int pit) {
            Node c = copy();
            int p = mover;
            int n = up.length;
            int hand = p == 1 ? c.low[pit] : c.up[pit];
            if (p == 1) c.low[pit] = 0; else c.up[pit] = 0;
            // 0..n-1 lower row, n the first mancala, n+1..2n the upper row backwards, 2n+1 the second
            int pos = p == 1 ? pit : 2 * n - pit;
            while (hand > 0) {
                pos++;
                if (pos == 2 * n + 2) pos = 0;
                if (pos == n) { if (p == 2) continue; c.s1++; }
                else if (pos == 2 * n + 1) { if (p == 1) continue; c.s2++; }
                else if (pos < n) c.low[pos]++;
                else c.up[2 * n - pos]++;
                hand--;
            }
            c.extra = p == 1 ? pos == n : pos == 2 * n + 1;
            if (p == 1 && pos < n && c.low[pos] == 1) {
                c.s1 += 1 + c.up[pos];
                c.low[pos] = 0;
                c.up[pos] = 0;
            }
            if (p == 2 && pos > n && pos <= 2 * n && c.up[2 * n - pos] == 1) {
                int col = 2 * n - pos;
                c.s2 += 1 + c.low[col];
                c.low[col] = 0;
                c.up[col] = 0;
            }
            if (c.over()) {
                for (int i = 0; i < n; i++) {
                    c.s1 += c.low[i];
                    c.s2 += c.up[i];
                    c.low[i] = 0;
                    c.up[i] = 0;
                }
            }
            c.name = (p == 1 ? "B" : "A") + (pit + 2);
            c.depth = extra ? depth : depth + 1;
            c.parent = this;
            c.mover = c.extra ? p : 3 - p;
            return c;
        }
    }

    static int task, me, cutoff;
    static PrintWriter log;
    static final int MAX = Integer.MAX_VALUE, MIN = Integer.MIN_VALUE;

    static String str(int v) {
        return v == MAX ? "Infinity" : v == MIN ? "-Infinity" : "" + v;
    }

    static void print(Node n, int v, int a, int b) {
        if (log == null) return;
        log.print(n.name + "," + n.depth + "," + str(v));
        if (task == 3) log.print("," + str(a) + "," + str(b));
        log.println();
    }

    static Node search(Node n, int a, int b) {
        if (n.over() || (n.depth == cutoff && !n.extra)) {
            n.value = me == 1 ? n.s1 - n.s2 : n.s2 - n.s1;
            print(n, n.value, a, b);
            return n;
        }
        boolean max = n.mover == me;
        n.value = max ? MIN : MAX;
        print(n, n.value, a, b);
        Node best = null;
        for (int i = 0; i < n.up.length; i++) {
            if ((n.mover == 1 ? n.low[i] : n.up[i]) == 0) continue;
            Node c = n.child(i);
            Node leaf = search(c, a, b);
            if (max ? c.value > n.value : c.value < n.value) {
                n.value = c.value;
                best = c.extra ? leaf : c;
            }
            if (task == 3) {
                if (max ? n.value >= b : n.value <= a) {
                    print(n, n.value, a, b);
                    return best;
                }
                if (max) a = Math.max(a, n.value);
                else b = Math.min(b, n.value);
            }
            print(n, n.value, a, b);
        }
        return best;
    }

    static int[] numbers(String s) {
        return Arrays.stream(s.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    static String join(int[] r) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < r.length; i++) sb.append(i == 0 ? "" : " ").append(r[i]);
        return sb.toString();
    }

    public static void main(String[] args) throws IOException {
        String file = "input.txt";
        if (args.length == 2 && args[0].equals("-i")) file = args[1];
        BufferedReader r = new BufferedReader(new FileReader(file));
        task = Integer.parseInt(r.readLine().trim());
        me = Integer.parseInt(r.readLine().trim());
        cutoff = Integer.parseInt(r.readLine().trim());
        Node root = new Node();
        root.up = numbers(r.readLine());
        root.low = numbers(r.readLine());
        root.s2 = Integer.parseInt(r.readLine().trim());
        root.s1 = Integer.parseInt(r.readLine().trim());
        root.mover = me;
        if (task == 1) cutoff = 1;
        else {
            log = new PrintWriter(new BufferedWriter(new FileWriter("traverse_log.txt")));
            log.println("Node,Depth,Value" + (task == 3 ? ",Alpha,Beta" : ""));
        }
        Node end = search(root, MIN, MAX);
        if (log != null) log.close();
        PrintWriter w = new PrintWriter(new FileWriter("next_state.txt"));
        w.println(join(end.up));
        w.println(join(end.low));
        w.println(end.s2);
        w.println(end.s1);
        w.close();
    }
}
