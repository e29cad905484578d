package edu.hw2;

public class Main {
    public static void main(String[] args) throws Exception {
        State.write("next_state.txt");
    }
}
