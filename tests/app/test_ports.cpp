#include <QTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/session/ports.h"

using namespace hw::app;

class TestPorts : public QObject
{
    Q_OBJECT
private slots:
    void aPortInUseIsNotFreeAndMakesItsRangeNotFree()
    {
        const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        QCOMPARE(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
        QCOMPARE(::listen(listener, 1), 0);
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
        const std::uint16_t port = ntohs(address.sin_port);
        QVERIFY(!portsAreFree(port, 1));
        QVERIFY(!portsAreFree(static_cast<std::uint16_t>(port - 1), 3));
        ::close(listener);
        QVERIFY(portsAreFree(port, 1));
    }
};

QTEST_APPLESS_MAIN(TestPorts)
#include "test_ports.moc"
