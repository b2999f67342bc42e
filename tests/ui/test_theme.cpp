#include <QFileDialog>
#include <QTest>
#include <QToolButton>

#include <algorithm>

#include "ui/shell/application.h"
#include "ui/theme/theme.h"

using namespace hw::ui;

/// Case R26: text 4.5 : 1, marks 3 : 1, in both themes.
class TestTheme : public QObject
{
    Q_OBJECT
private slots:
    void textIsReadable_data() { themes(); }
    void textIsReadable()
    {
        QFETCH(int, name);
        const Theme theme = makeTheme(static_cast<ThemeName>(name));
        const Colors& c = theme.colors;
        const std::tuple<const char*, QColor, QColor> pairs[] = {
            {"text on card", c.text, c.card},
            {"text on window", c.text, c.window},
            {"text on canvas", c.text, c.canvas},
            {"text on selection", c.text, c.accentSoft},
            {"soft text on card", c.textSoft, c.card},
            {"soft text on panel", c.textSoft, c.panel},
            {"soft text on canvas", c.textSoft, c.canvas},
            {"soft text on a dead card", c.textSoft, c.cardDown},
            {"leader's word", c.leader, c.card},
            {"out of ISR word", c.outOfSync, c.card},
            {"offline word", c.offline, c.cardDown},
            {"HW number", c.mark, c.card},
            {"good", c.good, c.goodSoft},
            {"good on panel", c.good, c.panel},
            {"bad on card", c.bad, c.cardDown},
            {"bad on panel", c.bad, c.panel},
            {"frozen", c.frozen, c.cardDown},
            {"waiting", c.waiting, c.cardDown},
            {"badge", c.badgeText, c.badge},
            {"accent button", c.onAccent, c.accent},
        };
        for (const auto& [what, ink, ground] : pairs)
            QVERIFY2(contrast(ink, ground) >= 4.5, what);
        for (const QColor& member : theme.members)
            QVERIFY2(contrast(theme.onMember, member) >= 4.5, qPrintable(member.name()));
    }

    void marksStandOut_data() { themes(); }
    void marksStandOut()
    {
        QFETCH(int, name);
        const Theme theme = makeTheme(static_cast<ThemeName>(name));
        const Colors& c = theme.colors;
        for (const QColor& mark :
             {c.leader, c.follower, c.outOfSync, c.offline, c.committed, c.mark, c.good, c.bad,
              c.frozen, c.dotRecords, c.dotReplica, c.dotControl})
            QVERIFY2(contrast(mark, c.card) >= 3, qPrintable(mark.name()));
        for (const QColor& member : theme.members)
            QVERIFY2(contrast(member, c.card) >= 3, qPrintable(member.name()));
        QVERIFY(contrast(c.mark, c.uncommitted) >= 3); // the tick on the pale part
    }

    void leaderIsTheAgreedRed()
    {
        QCOMPARE(makeTheme(ThemeName::Light).colors.leader, QColor("#d1242f"));
    }

    void styleSheetHasNoNameLeft()
    {
        for (const ThemeName name : {ThemeName::Dark, ThemeName::Projector})
            QVERIFY(!makeTheme(name).styleSheet().contains('@'));
    }

    /// Where a desktop has no file dialog, Qt's own is shown; its buttons are small.
    void buttonsOfFileDialogsShowWhatTheyDo_data() { themes(); }
    void buttonsOfFileDialogsShowWhatTheyDo()
    {
        QFETCH(int, name);
        prepareApplication(*qApp);
        QWidget window;
        const Theme theme = makeTheme(static_cast<ThemeName>(name));
        window.setPalette(theme.palette());
        window.setStyleSheet(theme.styleSheet());
        QFileDialog dialog(&window);
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.show();
        int seen = 0;
        for (QToolButton* button : dialog.findChildren<QToolButton*>()) {
            if (!button->isVisible() || button->icon().isNull())
                continue;
            ++seen;
            button->setEnabled(true);
            const QImage look = button->grab().toImage();
            const QRect inside = look.rect().adjusted(5, 5, -5, -5);
            const QColor ground = look.pixelColor(inside.topLeft());
            double most = 1;
            for (int x = inside.left(); x <= inside.right(); ++x)
                for (int y = inside.top(); y <= inside.bottom(); ++y)
                    most = std::max(most, contrast(look.pixelColor(x, y), ground));
            QVERIFY2(most >= 3, qPrintable(button->objectName() + QString::number(most)));
        }
        QVERIFY(seen >= 5);
    }

    void fontsNameBothScripts()
    {
        for (const Type type : {Type::Body, Type::Mono, Type::Title})
            QVERIFY(typeFont(type).families().contains("Noto Sans CJK SC"));
        QCOMPARE(typeFont(Type::Body).families().value(1), QString("Noto Sans CJK SC"));
    }

private:
    static void themes()
    {
        QTest::addColumn<int>("name");
        QTest::newRow("light") << static_cast<int>(ThemeName::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeName::Dark);
        QTest::newRow("projector") << static_cast<int>(ThemeName::Projector);
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
