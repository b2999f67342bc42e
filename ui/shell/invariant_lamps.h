#pragma once

#include <QStringList>
#include <QWidget>

#include <set>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// A lamp for each invariant that is checked: a tick while it holds, a cross once it is broken.
/// A broken one stays broken: it was seen. Arrows go from lamp to lamp, Space and Enter press it.
class InvariantLamps : public QWidget
{
    Q_OBJECT
public:
    explicit InvariantLamps(QWidget* parent = nullptr);

    void take(const observe::Snapshot& snapshot);
    void setTheme(const Theme& theme);
    bool isBroken(int number) const { return m_broken.contains(number); }
    bool isAnyBroken() const { return !m_broken.empty(); }
    /// What an invariant says, in a sentence.
    static QString meaning(int number);
    /// Number, whether it holds, what it says; 0: what the lamps are.
    QString toolTipOf(int number) const;

    /// What was found wrong, as the engine says it; empty while it holds.
    std::vector<std::string> broken(int number) const;

    QSize sizeHint() const override;

signals:
    /// Pressed, by mouse or key.
    void picked(int number);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kStep = 26;
    QString label() const;
    int labelWidth() const;
    int numberAt(const QPoint& at) const;
    void describe();
    QString headline(int number) const;
    QStringList said(int number) const;

    std::size_t m_current = 0; ///< the lamp that keys act on
    std::vector<std::int32_t> m_checked;
    std::vector<std::string> m_sentences; ///< of what is broken, as the engine says it
    std::set<int> m_broken;
    Theme m_theme;
};

} // namespace hw::ui
