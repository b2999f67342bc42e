// librdkafka (C) as a client program of clients/README.md: lines of JSON in, lines of JSON out.

#include "tests/interop/clients/librdkafka/client.h"

#include <iostream>

namespace {

void say(const Json& line) { std::cout << line.dump() << std::endl; }

Json answer(Client& client, const Json& asked)
{
    const auto op = asked["op"].get<std::string>();
    if (op == "produce")
        return client.produce(asked);
    if (op == "stream")
        return client.stream(asked, [] { say({{"progress", 1}}); });
    if (op == "read")
        return client.read(asked);
    if (op == "offset")
        return client.offset(asked);
    if (op == "join")
        return client.join(asked);
    if (op == "poll")
        return client.poll(asked);
    if (op == "commit")
        return client.commit();
    if (op == "committed")
        return client.committed(asked);
    if (op == "leave")
        return client.leave();
    return client.admin(op, asked);
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2) {
        std::cerr << "usage: " << arguments[0] << " BOOTSTRAP\n";
        return 2;
    }
    Client client(arguments[1]);
    say({{"client", std::string("librdkafka ") + rd_kafka_version_str()}});
    for (std::string line; std::getline(std::cin, line);) {
        try {
            const Json told = answer(client, Json::parse(line));
            if (told.is_null())
                say({{"unsupported", "its library has no call for it"}});
            else
                say({{"ok", told}});
        } catch (const std::exception& failure) {
            say({{"error", failure.what()}});
        }
    }
    client.leave();
    return 0;
}
