#include "engine/world/faults/faulty_host.h"

#include "engine/world/faults/faulty_channel.h"

namespace hw::world {

/// A connection that came while its link is cut: the listener hears of it when the link heals.
class HangingAccept : public std::enable_shared_from_this<HangingAccept>
{
public:
    HangingAccept(std::shared_ptr<HostFaults> faults, std::shared_ptr<FaultyEnd> end,
                  std::weak_ptr<Network::OnAccept> onAccept)
        : m_faults(std::move(faults))
        , m_end(std::move(end))
        , m_onAccept(std::move(onAccept))
    {
    }

    void wait(Loop& loop)
    {
        m_end->setOwnerPaused(true); // the other side may hear of the healing first
        m_listener = m_faults->onChange([self = shared_from_this(), &loop] {
            if (self->m_end->isCut())
                return;
            self->m_faults->forget(self->m_listener);
            loop.post([self] { self->accept(); });
        });
    }

private:
    void accept()
    {
        const auto onAccept = m_onAccept.lock();
        if (!onAccept || m_end->hasEnded()) {
            m_end->close();
            return;
        }
        m_end->setOwnerPaused(false);
        (*onAccept)(std::make_unique<FaultyChannel>(std::move(m_end)));
    }

    const std::shared_ptr<HostFaults> m_faults;
    std::shared_ptr<FaultyEnd> m_end;
    const std::weak_ptr<Network::OnAccept> m_onAccept; ///< gone with the listener
    std::uint64_t m_listener = 0;
};

Result<std::unique_ptr<Listener>> FaultyNetwork::listen(const Endpoint& at, Framing framing,
                                                        OnAccept onAccept)
{
    auto shared = std::make_shared<OnAccept>(std::move(onAccept));
    return m_host.network().listen(at, framing, [this, shared](std::unique_ptr<Channel> inner) {
        auto end = std::make_shared<FaultyEnd>(m_host.loop(), m_faults, m_host.node(),
                                               FaultyEnd::Side::Accepting, std::move(inner));
        end->start();
        if (end->isCut())
            std::make_shared<HangingAccept>(m_faults, std::move(end), shared)->wait(m_host.loop());
        else
            (*shared)(std::make_unique<FaultyChannel>(std::move(end)));
    });
}

FaultyHost::FaultyHost(Host& inner)
    : m_inner(inner)
    , m_loop(inner.loop(), *m_faults)
    , m_network(inner, m_faults)
    , m_disk(inner.disk(), inner.loop(), *m_faults)
    , m_busyTimer(inner.loop())
{
    m_faults->onBusy = [this] { busy(); };
}

FaultyHost::~FaultyHost()
{
    m_faults->onBusy = nullptr;
    m_faults->onHoldNews = nullptr;
    m_faults->forgetListeners(); // some own what shares the faults
}

/// Channels stop reading and sending when the wait begins, and go on at its end.
void FaultyHost::busy()
{
    if (m_busyTimer.armed())
        return;
    m_busyTimer.start(m_faults->busyUntil - m_inner.loop().now(), [this] {
        if (m_faults->busyUntil > m_inner.loop().now())
            return busy();
        m_faults->tellListeners();
    });
    m_faults->tellListeners();
}

void FaultyHost::forgetProcess()
{
    m_busyTimer.cancel();
    m_faults->busyUntil = Instant();
    m_faults->forgetListeners();
}

void FaultyHost::crash()
{
    m_inner.crash();
    forgetProcess();
}

void FaultyHost::losePower()
{
    m_inner.losePower();
    forgetProcess();
}

std::unique_ptr<Channel> FaultyNetwork::connect(const Endpoint& to, Framing framing)
{
    return wrap(m_host.node(), m_host.network().connect(to, framing));
}

std::unique_ptr<Channel> FaultyNetwork::connectAs(const NodeId& who, const Endpoint& to,
                                                  Framing framing)
{
    return wrap(who, m_host.network().connectAs(who, to, framing));
}

std::unique_ptr<Channel> FaultyNetwork::wrap(const NodeId& self, std::unique_ptr<Channel> inner)
{
    auto end = std::make_shared<FaultyEnd>(m_host.loop(), m_faults, self,
                                           FaultyEnd::Side::Connecting, std::move(inner));
    end->start();
    return std::make_unique<FaultyChannel>(std::move(end));
}

} // namespace hw::world
