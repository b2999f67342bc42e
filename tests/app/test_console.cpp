#include <QTest>

#include <array>
#include <csignal>

#include <unistd.h>

#include "app/commands/console.h"

using namespace hw;
using namespace hw::app;

class TestConsole : public QObject
{
    Q_OBJECT

    std::array<int, 2> m_pipe{-1, -1};

    void write(std::string_view text) const
    {
        QCOMPARE(::write(m_pipe[1], text.data(), text.size()), ssize_t(text.size()));
    }
    void endInput()
    {
        ::close(m_pipe[1]);
        m_pipe[1] = -1;
    }

private slots:
    void init() { QCOMPARE(::pipe(m_pipe.data()), 0); }
    void cleanup()
    {
        for (const int end : m_pipe)
            ::close(end);
    }

    void linesComeWholeHoweverTheyArrive()
    {
        LineInput input(m_pipe[0], 100);
        write("one\ntw");
        input.read();
        QCOMPARE(input.next(), std::optional<std::string>("one"));
        QVERIFY(!input.next());
        write("o\n\n");
        input.read();
        QCOMPARE(input.next(), std::optional<std::string>("two"));
        QCOMPARE(input.next(), std::optional<std::string>(""));
        QVERIFY(!input.next());
    }

    void anUnfinishedLastLineCountsAtTheEnd()
    {
        LineInput input(m_pipe[0], 100);
        write("last");
        input.read();
        QVERIFY(!input.next());
        endInput();
        QCOMPARE(input.descriptor(), m_pipe[0]);
        input.read();
        QCOMPARE(input.next(), std::optional<std::string>("last"));
        QCOMPARE(input.descriptor(), -1);
    }

    void aLongLineIsCutAndTheNextIsWhole()
    {
        LineInput input(m_pipe[0], 5);
        write("0123456789\nnext\n");
        input.read();
        QCOMPARE(input.next(), std::optional<std::string>("012345"));
        QCOMPARE(input.next(), std::optional<std::string>("next"));
    }

    void aFullQueueStopsReading()
    {
        LineInput input(m_pipe[0], 5);
        for (std::size_t n = 0; n < LineInput::kMaxQueuedLines; ++n)
            write("x\n");
        input.read();
        QCOMPARE(input.descriptor(), -1);
        input.next();
        QCOMPARE(input.descriptor(), m_pipe[0]);
    }

    void outputAfterTheReaderHasGoneDoesNothing()
    {
        const StopSignals stops;
        LineOutput output(m_pipe[1]);
        ::close(m_pipe[0]);
        output.line("nobody reads this");
        output.line("nor this");
        m_pipe[0] = -1;
    }

    void signalsAreCountedInsteadOfEndingTheProgram()
    {
        StopSignals stops;
        LineInput input(m_pipe[0], 5);
        QVERIFY(!waitFor(stops, input, 0ms).signal);
        std::raise(SIGTERM);
        const Readable readable = waitFor(stops, input, 5s);
        QVERIFY(readable.signal && !readable.input);
        QCOMPARE(stops.take(), 1);
        QCOMPARE(stops.take(), 0);
    }
};

QTEST_APPLESS_MAIN(TestConsole)
#include "test_console.moc"
