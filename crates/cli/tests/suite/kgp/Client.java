import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;

/**
 * A client of the Kalah Game Protocol over the WebSocket of Java's own library, written from the protocol's text:
 * Client.java PORT NAME. It sows the last pit that has seeds.
 */
class Client implements WebSocket.Listener {
    static final Pattern LINE = Pattern.compile("(?:(\\d+)?(?:@\\d+)? )?(\\w+) ?(.*)");
    final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    final StringBuilder part = new StringBuilder();
    int number = 1;

    public static void main(String[] arguments) throws Exception {
        var client = new Client();
        var address = URI.create("ws://127.0.0.1:" + arguments[0] + "/socket");
        var socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, client).join();
        for (var line = ""; !line.equals("end"); line = client.lines.take())
            if (!line.isEmpty()) client.answer(socket, line, arguments[1]);
    }

    void answer(WebSocket socket, String line, String name) {
        var parts = LINE.matcher(line);
        if (!parts.matches()) throw new IllegalArgumentException(line);
        switch (parts.group(2)) {
            case "kgp" -> {
                say(socket, "", "set info:name \"" + name + "\"");
                // The server answers it while lines are on their way.
                socket.sendPing(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3})).join();
                say(socket, "", "mode freeplay");
            }
            case "state" -> {
                var numbers = parts.group(3).replaceAll("[<>]", "").split(",");
                var pit = Integer.parseInt(numbers[0]);
                while (numbers[2 + pit].equals("0")) pit--;
                say(socket, "@" + parts.group(1), "move " + pit);
                say(socket, "@" + parts.group(1), "yield");
            }
            case "ping" -> say(socket, "@" + parts.group(1), "pong");
            case "error" -> System.out.println(line);
            case "goodbye" -> {
                System.out.println("the server said goodbye");
                socket.abort();
                lines.add("end");
            }
            default -> { }
        }
    }

    void say(WebSocket socket, String reference, String text) {
        socket.sendText(number + reference + " " + text, true).join();
        number += 2;
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
        part.append(text);
        if (last) {
            lines.add(part.toString());
            part.setLength(0);
        }
        socket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onPong(WebSocket socket, java.nio.ByteBuffer message) {
        System.out.println("pong of " + message.remaining() + " bytes");
        socket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        lines.add("end");
        return null;
    }
}
