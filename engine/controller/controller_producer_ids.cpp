#include "engine/controller/controller_impl.h"
#include "engine/protocol/messages/allocate_producer_ids.h"

/// Blocks of producer ids, which brokers ask for.  Kafka:
/// KafkaController.processAllocateProducerIds, ZkProducerIdManager.
namespace hw::controller {

using namespace coordination;
using namespace protocol;

/// Kafka: ProducerIdsBlock.PRODUCER_ID_BLOCK_SIZE.
static constexpr std::int32_t kBlockSize = 1000;

/// One request on its way.
struct Controller::Impl::Allocation
{
    AllocateProducerIdsRequest request;
    UniqueFunction<void(AllocateProducerIdsResponse)> done;

    void answer(ErrorCode error)
    {
        AllocateProducerIdsResponse response;
        response.errorCode = error;
        done(std::move(response));
    }
    void answer(ProducerId first)
    {
        AllocateProducerIdsResponse response;
        response.producerIdStart = first;
        response.producerIdLen = kBlockSize;
        done(std::move(response));
    }
};

void Controller::Impl::allocateProducerIds(AllocateProducerIdsRequest request,
                                           UniqueFunction<void(AllocateProducerIdsResponse)> done)
{
    auto allocation = std::make_shared<Allocation>();
    allocation->request = std::move(request);
    allocation->done = std::move(done);
    const auto refuse = [allocation] { allocation->answer(ErrorCode::NotController); };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    m_queue.add([this, allocation](Done done) { runAllocation(allocation, std::move(done)); },
                refuse);
}

void Controller::Impl::runAllocation(const std::shared_ptr<Allocation>& allocation, Done done)
{
    const auto& brokers = m_reign->context.brokers;
    const auto asking = brokers.find(allocation->request.brokerId);
    ErrorCode refused = ErrorCode::None;
    if (asking == brokers.end())
        refused = ErrorCode::BrokerIdNotRegistered;
    else if (asking->second.epoch != allocation->request.brokerEpoch)
        refused = ErrorCode::StaleBrokerEpoch;
    if (refused != ErrorCode::None) {
        allocation->answer(refused);
        done();
        return;
    }
    m_reign->store.getData(kafka::kProducerIdBlock, [this, allocation, done = std::move(done)](
                                                        const Reply& reply) mutable {
        const auto block = kafka::decodeProducerIdBlock(reply.data);
        const bool isFirst = reply.error == ZkError::Ok && reply.data.empty();
        if (!isFirst && (reply.error != ZkError::Ok || !block ||
                         block->last > ProducerId(INT64_MAX - kBlockSize))) {
            allocation->answer(ErrorCode::UnknownServerError);
            done();
            return;
        }
        const ProducerId first = isFirst ? ProducerId(0) : block->last + 1;
        writeAllocation(allocation, first, reply.stat.version, std::move(done));
    });
}

/// Whoever wrote meanwhile has that block: the next one is tried.
void Controller::Impl::writeAllocation(const std::shared_ptr<Allocation>& allocation,
                                       ProducerId first, std::int32_t version, Done done)
{
    const kafka::ProducerIdBlock block{allocation->request.brokerId, first,
                                       first + (kBlockSize - 1)};
    auto onWritten = [this, allocation, first,
                      done = std::move(done)](ZkError written, const Store::Results&) mutable {
        if (written == ZkError::BadVersion) {
            runAllocation(allocation, std::move(done));
            return;
        }
        if (written == ZkError::Ok)
            allocation->answer(first);
        else
            allocation->answer(ErrorCode::UnknownServerError);
        done();
    };
    m_reign->store.write({Op::setData(kafka::kProducerIdBlock, kafka::encode(block), version)},
                         std::move(onWritten));
}

} // namespace hw::controller
