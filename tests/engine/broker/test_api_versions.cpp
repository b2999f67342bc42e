#include <QTest>

#include <map>
#include <set>
#include <sstream>

#include "engine/protocol/messages/api_versions.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

/// What Kafka 3.9 advertises to clients, with ranges that also older clients can live with: they
/// infer features from exact low versions, so no minimum may rise.
const char* const kWanted =
    "Produce 0-11, Fetch 4-17, ListOffsets 1-9, Metadata 0-12, OffsetCommit 2-9, OffsetFetch 1-9, "
    "FindCoordinator 0-5, JoinGroup 0-9, Heartbeat 0-4, LeaveGroup 0-5, SyncGroup 0-5, "
    "DescribeGroups 0-5, ListGroups 0-5, SaslHandshake 0-1, ApiVersions 0-4, CreateTopics 0-7, "
    "DeleteTopics 0-6, DeleteRecords 0-2, InitProducerId 0-5, OffsetForLeaderEpoch 0-4, "
    "AddPartitionsToTxn 0-3, AddOffsetsToTxn 0-4, EndTxn 0-4, WriteTxnMarkers 0-1, "
    "TxnOffsetCommit 0-4, DescribeConfigs 0-4, AlterConfigs 0-2, DescribeLogDirs 0-4, "
    "SaslAuthenticate 0-2, CreatePartitions 0-3, DeleteGroups 0-2, ElectLeaders 0-2, "
    "IncrementalAlterConfigs 0-1, AlterPartitionReassignments 0-0, ListPartitionReassignments 0-0, "
    "OffsetDelete 0-0, DescribeCluster 0-1, DescribeProducers 0-0, DescribeTransactions 0-0, "
    "ListTransactions 0-1";

/// Of these, what this broker does not do yet. Whoever adds a handler takes its name out.
const std::set<std::string> kNotYet{
    "AddPartitionsToTxn",
    "AddOffsetsToTxn",
    "EndTxn",
    "WriteTxnMarkers",
    "TxnOffsetCommit",
    "DescribeTransactions",
    "ListTransactions",
};

std::map<std::string, std::string> wanted()
{
    std::map<std::string, std::string> ranges;
    std::istringstream words(kWanted);
    for (std::string name, range; words >> name >> range;)
        ranges[name] = range.substr(0, range.find(','));
    for (const std::string& name : kNotYet)
        HW_ASSERT(ranges.erase(name) == 1, "only wanted APIs can be missing");
    return ranges;
}

std::map<std::string, std::string> told(const ApiVersionsResponse& response)
{
    std::map<std::string, std::string> ranges;
    for (const auto& api : response.apiKeys)
        ranges[std::string(nameOf(static_cast<ApiKey>(api.apiKey)))] =
            std::to_string(api.minVersion) + "-" + std::to_string(api.maxVersion);
    return ranges;
}

std::string text(const std::map<std::string, std::string>& ranges)
{
    std::string all;
    for (const auto& [name, range] : ranges)
        all += name + " " + range + "\n";
    return all;
}

} // namespace

class TestApiVersions : public QObject
{
    Q_OBJECT
private slots:
    void everyVersionTellsTheWantedTable()
    {
        cluster::ClusterSpec spec;
        spec.brokers = 1;
        SimCluster cluster(spec);
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        SimClient client(cluster, 1);
        for (int version = 0; version <= 4; ++version) {
            ApiVersionsRequest request;
            if (version >= 3) {
                request.clientSoftwareName = "by-hand";
                request.clientSoftwareVersion = "1.0";
            }
            const auto response = client.call(BrokerId{1}, request, version);
            QVERIFY(response);
            QCOMPARE(response->errorCode, ErrorCode::None);
            QCOMPARE(QString::fromStdString(text(told(*response))),
                     QString::fromStdString(text(wanted())));
            // Clients use the older transaction protocol as long as no feature is told.
            QVERIFY(response->supportedFeatures.empty() && response->finalizedFeatures.empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestApiVersions)
#include "test_api_versions.moc"
