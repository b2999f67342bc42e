#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

/// The Chinese translation is always complete.
class TestTranslations : public QObject
{
    Q_OBJECT
private slots:
    void chineseIsComplete()
    {
        QFile file(QStringLiteral(HW_SOURCE_DIR "/translations/highwater_zh_CN.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString source;
        int messages = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == QLatin1String("source"))
                source = xml.readElementText();
            if (xml.name() != QLatin1String("translation"))
                continue;
            ++messages;
            QVERIFY2(!xml.attributes().hasAttribute("type"), qPrintable("unfinished: " + source));
            const QString text =
                xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            QVERIFY2(!text.isEmpty(), qPrintable(source));
            QCOMPARE(placeholders(text), placeholders(source));
        }
        QVERIFY(!xml.hasError());
        QVERIFY(messages > 400);
    }

    /// One word for one thing, in the window and in the lessons: a record is 记录, a message on the
    /// wire 消息, to kill is 杀掉. Where a figure is told of, its own words stand.
    void chineseHasOneWordForOneThing()
    {
        std::vector<std::pair<QString, QString>> told =
            pairsIn(QStringLiteral("translations/highwater_zh_CN.ts"),
                    QStringLiteral("<source>(.*?)</source>.*?<translation>(.*?)</translation>"));
        const auto window = told.size();
        QDir root(QStringLiteral(HW_SOURCE_DIR "/resources"));
        for (const QString& folder : {QStringLiteral("lessons"), QStringLiteral("glossary")})
            for (const QString& name : QDir(root.filePath(folder)).entryList({"*.json"})) {
                const auto more =
                    pairsIn(QStringLiteral("resources/%1/%2").arg(folder, name),
                            QStringLiteral("\"en\":\\s*\"((?:[^\"\\\\]|\\\\.)*)\",\\s*"
                                           "\"zh_CN\":\\s*\"((?:[^\"\\\\]|\\\\.)*)\""));
                told.insert(told.end(), more.begin(), more.end());
            }
        QVERIFY(window > 400 && told.size() > window + 400);
        static const QRegularExpression message(QStringLiteral("message|diagram|drawing"),
                                                QRegularExpression::CaseInsensitiveOption);
        for (const auto& [english, chinese] : told) {
            QVERIFY2(!chinese.contains(QStringLiteral("杀死")), qPrintable(chinese));
            if (chinese.contains(QStringLiteral("消息")))
                QVERIFY2(english.contains(message), qPrintable(english + " => " + chinese));
        }
    }

    /// Every tr() of the sources is in the file: lupdate finds nothing new.
    void nothingIsMissing()
    {
        const QString lupdate = QStringLiteral(HW_LUPDATE);
        if (!QFile::exists(lupdate))
            QSKIP("lupdate is not here");
        const QString root = QStringLiteral(HW_SOURCE_DIR);
        QTemporaryDir folder;
        const QString copy = folder.filePath("zh_CN.ts");
        QVERIFY(QFile::copy(root + "/translations/highwater_zh_CN.ts", copy));
        QProcess process;
        process.setWorkingDirectory(root);
        process.start(lupdate,
                      {"-I", ".", "-locations", "none", "-no-obsolete", "ui", "-ts", copy});
        QVERIFY(process.waitForFinished(60000));
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains("type=\"unfinished\""),
                 "run `cmake --build build/dev --target update_translations` and translate");
    }

private:
    static std::vector<std::pair<QString, QString>> pairsIn(const QString& path,
                                                            const QString& pattern)
    {
        QFile file(QStringLiteral(HW_SOURCE_DIR "/") + path);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        const QString text = QString::fromUtf8(file.readAll());
        const QRegularExpression pair(pattern, QRegularExpression::DotMatchesEverythingOption);
        std::vector<std::pair<QString, QString>> all;
        for (auto it = pair.globalMatch(text); it.hasNext();) {
            const auto found = it.next();
            all.emplace_back(found.captured(1), found.captured(2));
        }
        return all;
    }

    static QStringList placeholders(const QString& text)
    {
        QStringList all;
        static const QRegularExpression place(QStringLiteral("%([0-9]|n)"));
        for (auto it = place.globalMatch(text); it.hasNext();)
            all << it.next().captured();
        all.removeDuplicates();
        all.sort();
        return all;
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "test_translations.moc"
