package edu.hw2;

import org.junit.Test;

public class StateTest {
    @Test
    public void writes() throws Exception {
        State.write("x");
    }
}
