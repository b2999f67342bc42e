import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.TopicPartition;

/** Admin calls over groups and their offsets. */
final class Groups {
    private final Admin admin;

    Groups(Admin admin) {
        this.admin = admin;
    }

    void register(Map<String, Client.Operation> operations) {
        operations.put("groups", asked -> Map.of("groups",
            admin.listGroups().all().get().stream().map(GroupListing::groupId).toList()));
        operations.put("describe-group", this::describe);
        operations.put("describe-consumer-group", this::describe); // the same call, another API
        operations.put("delete-group",
            asked -> admin.deleteConsumerGroups(List.of(groupOf(asked))).all().get());
        operations.put("delete-offsets", asked -> admin.deleteConsumerGroupOffsets(groupOf(asked),
            Set.of(new TopicPartition(Topics.topicOf(asked), 0))).all().get());
        operations.put("committed", this::committed);
    }

    private static String groupOf(JsonNode asked) {
        return asked.get("group").asText();
    }

    private Object describe(JsonNode asked) throws Exception {
        ConsumerGroupDescription told = admin.describeConsumerGroups(List.of(groupOf(asked)))
            .all().get().get(groupOf(asked));
        return Map.of("state", told.groupState().toString(), "members", told.members().size(),
            "protocol", told.partitionAssignor());
    }

    private Object committed(JsonNode asked) throws Exception {
        Map<Integer, Long> offsets = new HashMap<>();
        admin.listConsumerGroupOffsets(groupOf(asked)).partitionsToOffsetAndMetadata().get()
            .forEach((where, one) -> {
                if (one != null && where.topic().equals(Topics.topicOf(asked))) {
                    offsets.put(where.partition(), one.offset());
                }
            });
        return Map.of("offsets", offsets);
    }
}
