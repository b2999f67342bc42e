import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;

/** Apache Kafka's own Java clients as a client program of clients/README.md. */
public final class Client {
    /** One operation: what is asked, what is answered. */
    interface Operation {
        Object answer(JsonNode asked) throws Exception;
    }

    static final ObjectMapper JSON = new ObjectMapper();
    static final long DEADLINE_MS = 40_000;

    static synchronized void say(Object line) {
        try {
            System.out.println(JSON.writeValueAsString(line));
        } catch (com.fasterxml.jackson.core.JsonProcessingException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Map<String, ?> answer(Map<String, Operation> operations, JsonNode asked) {
        Operation operation = operations.get(asked.get("op").asText());
        if (operation == null) {
            return Map.of("unsupported", "its library has no call for it");
        }
        try {
            Object told = operation.answer(asked);
            return Map.of("ok", told == null ? Map.of() : told);
        } catch (ExecutionException failure) {
            return Map.of("error", String.valueOf(failure.getCause()));
        } catch (Exception failure) {
            return Map.of("error", String.valueOf(failure));
        }
    }

    private static String version() throws IOException {
        Properties told = new Properties();
        told.load(Client.class.getResourceAsStream("/kafka/kafka-version.properties"));
        return told.getProperty("version");
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Operation> operations = new HashMap<>();
        Records records = new Records(arguments[0]);
        records.register(operations);
        Member member = new Member(arguments[0]);
        member.register(operations);
        try (Topics topics = new Topics(arguments[0])) {
            topics.register(operations);
            new Groups(topics.admin()).register(operations);
            say(Map.of("client", "Apache Kafka's Java clients " + version()));
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                say(answer(operations, JSON.readTree(line)));
            }
            member.leave();
        }
    }
}
