import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.internals.Exit;

/**
 * Runs Apache Kafka's command-line tools by their main methods, one after the other: a process of
 * its own for each would spend most of its time on starting Java.
 */
public final class Tools {
    /** What a tool throws instead of ending the process. */
    private static final class Ended extends RuntimeException {
        final int code;
        static Ended first; // some tools catch it and end once more, with another code

        Ended(int code) {
            super("", null, false, false);
            this.code = code;
            first = first == null ? this : first;
        }
    }

    private static final List<Runnable> HOOKS = new ArrayList<>();

    private static int run(JsonNode asked) throws Exception {
        Ended.first = null;
        List<String> arguments = new ArrayList<>();
        asked.get("arguments").forEach(one -> arguments.add(one.asText()));
        try {
            Class.forName(asked.get("tool").asText()).getMethod("main", String[].class)
                .invoke(null, (Object) arguments.toArray(new String[0]));
            return 0;
        } catch (InvocationTargetException failure) {
            if (Ended.first != null) {
                return Ended.first.code;
            }
            failure.getCause().printStackTrace();
            return 1;
        }
    }

    public static void main(String[] ignored) throws Exception {
        Exit.setExitProcedure((code, message) -> {
            throw new Ended(code);
        });
        // What a tool leaves to the end of its process: the console producer sends its last records.
        Exit.setShutdownHookAdder((name, hook) -> HOOKS.add(hook));
        PrintStream answers = System.out;
        InputStream questions = System.in;
        BufferedReader input = new BufferedReader(
            new InputStreamReader(questions, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            JsonNode asked = Client.JSON.readTree(line);
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            PrintStream words = new PrintStream(said, true, StandardCharsets.UTF_8);
            System.setOut(words);
            System.setErr(words);
            System.setIn(new ByteArrayInputStream(
                asked.get("input").asText().getBytes(StandardCharsets.UTF_8)));
            int code = run(asked);
            HOOKS.forEach(Runnable::run);
            HOOKS.clear();
            words.flush();
            answers.println(Client.JSON.writeValueAsString(
                Map.of("code", code, "words", said.toString(StandardCharsets.UTF_8).split("\\s*Tools.Ended", 2)[0])));
            answers.flush();
        }
        System.exit(0);
    }
}
