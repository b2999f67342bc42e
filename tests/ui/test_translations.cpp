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
