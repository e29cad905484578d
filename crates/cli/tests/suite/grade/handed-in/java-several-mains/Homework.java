/** Plays one turn. class Decoy { public static void main */
public class Homework {
    public static void main(String[] args) throws Exception {
        new Board().save();
    }
}
