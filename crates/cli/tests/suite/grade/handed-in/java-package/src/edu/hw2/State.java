package edu.hw2;

import java.io.PrintWriter;

final class State {
    static void write(String name) throws Exception {
        try (PrintWriter out = new PrintWriter(name)) {
            out.print("3 1 3\n2 1 0\n0\n1\n");
        }
    }
}
