#pragma once

#include <QSettings>
#include <QWidget>

#include <functional>
#include <memory>

#include "ui/znodes/session_model.h"
#include "ui/znodes/znode_model.h"

class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QSplitter;
class QTreeView;

namespace hw::ui {

/// The browser of ZooKeeper's tree: znodes on the left, what the chosen one holds on the right,
/// sessions below. Stays open beside the main window; `settings` must outlive it.
class ZnodeWindow : public QWidget
{
    Q_OBJECT
public:
    /// The newest tree; asked only while the window is in sight.
    using Ask = std::function<std::shared_ptr<const observe::ZnodeTree>()>;

    ZnodeWindow(Ask ask, QSettings& settings, QWidget* parent = nullptr);

    /// A moment of the window's clock has come.
    void take(std::int64_t nowMs);
    void setTheme(const Theme& theme);
    /// Chooses a znode once it is there; opens what is above it.
    void open(const QString& path);

    ZnodeModel& model() { return m_model; }
    SessionModel& sessions() { return m_sessions; }
    QTreeView* tree() const { return m_tree; }
    QListView* sessionList() const { return m_sessionList; }
    QPlainTextEdit* text() const { return m_text; }
    QLabel* facts() const { return m_facts; }
    QLabel* title() const { return m_title; }
    QLineEdit* search() const { return m_search; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* buildTree();
    QWidget* buildDetail();
    QWidget* buildSessions();
    void retranslate();
    void restore();
    void remember();
    void choose(const std::string& path);
    void showChosen();
    void showStatus();
    void findNext();
    QString factsOf(const observe::Znode& znode) const;
    QString watchesOf(const observe::Znode& znode) const;
    QString ownerOf(const observe::Znode& znode) const;

    static constexpr std::int64_t kLookMs = 100;
    Ask m_ask;
    QSettings& m_settings;
    ZnodeModel m_model;
    SessionModel m_sessions;
    SessionDelegate* m_delegate;
    std::shared_ptr<const observe::ZnodeTree> m_last;
    std::string m_chosen = "/";
    std::int64_t m_lookedMs = -kLookMs;
    bool m_isOpened = false; ///< the first tree was unfolded
    QLineEdit* m_search;
    QTreeView* m_tree;
    QLabel* m_title;
    QLabel* m_facts;
    QPlainTextEdit* m_text;
    QLabel* m_sessionsTitle;
    QListView* m_sessionList;
    QLabel* m_status;
    QSplitter* m_across;
    QSplitter* m_down;
};

/// A znode's data for reading: JSON with line breaks, text as it is, else bytes in hexadecimal.
QString readable(const observe::Znode& znode);

} // namespace hw::ui
