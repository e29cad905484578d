public class mancala {
    static int depth(int n) {
        return depth(n + 1) + 1;
    }

    public static void main(String[] args) {
        try {
            depth(0);
        } catch (StackOverflowError error) {
            throw new IllegalStateException("the search never ends", error);
        }
    }
}
