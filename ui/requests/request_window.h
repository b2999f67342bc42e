#pragma once

#include <QSettings>
#include <QWidget>

#include <functional>

#include "ui/requests/field_model.h"
#include "ui/requests/request_filter.h"
#include "ui/requests/request_model.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QTimer;
class QToolButton;
class QTreeView;

namespace hw::ui {

class BytesView;

/// The request inspector: messages seen in flight on the left, what the chosen one says on the
/// right. Stays open beside the main window; `settings` must outlive it.
class RequestWindow : public QWidget
{
    Q_OBJECT
public:
    using Decode = std::function<observe::FieldTree(FlightId)>;
    /// The sentence of an event, empty if it is not in the list any more.
    using Sentence = std::function<QString(EventId)>;

    RequestWindow(Decode decode, Sentence sentence, QSettings& settings, QWidget* parent = nullptr);

    void take(const Frame& frame);
    /// Chooses a message, also one that the filter hides, and comes to the front.
    void open(const observe::Flight& flight);
    void setTheme(const Theme& theme);
    bool paused() const { return m_isPaused; }
    void setPaused(bool paused);

    RequestModel& model() { return m_model; }
    RequestFilter& filter() { return *m_filter; }
    FieldModel& fields() { return m_fields; }
    BytesView* bytes() const { return m_bytes; }
    QTreeView* list() const { return m_list; }
    QTreeView* tree() const { return m_tree; }
    QLineEdit* search() const { return m_search; }
    QLabel* detail() const { return m_facts; }
    QToolButton* leftOutButton() const { return m_leftOutButton; }
    const observe::Flight* chosen() const;

    void leaveOut(const MessageKind& kind);
    void showAgain(const MessageKind& kind);
    QString chosenText() const;
    QByteArray chosenJson() const;
    /// All that is listed now, at most kExportLimit messages, as a JSON array.
    QByteArray exported() const;
    static constexpr int kExportLimit = 2000;

signals:
    /// Paused: frames that are kept must stay.
    void pausedChanged(bool paused);
    void causePicked(hw::EventId event);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    // request_window_build.cpp
    QWidget* buildBar();
    QWidget* buildList();
    QWidget* buildDetail();
    void buildLeftOutMenu();
    void retranslate();
    void restore();
    void remember();

    void listWaiting();
    void gatherChoices();
    void applyFilter();
    void offerChoices();
    void choose(const QModelIndex& index);
    void showChosen();
    void showFacts();
    void showField(const QModelIndex& index);
    void goToOther();
    void findNext();
    void showListMenu(const QPoint& at);
    void showTreeMenu(const QPoint& at);
    void saveExport();
    void showStatus();

    Decode m_decode;
    Sentence m_sentence;
    QSettings& m_settings;
    RequestModel m_model;
    RequestFilter* m_filter;
    FieldModel m_fields;
    Theme m_theme;
    static constexpr std::int64_t kListMs = 100;
    Frame m_waiting; ///< messages that are not in the list yet
    std::int64_t m_listedMs = -kListMs;
    FlightId m_gathered; ///< the newest whose API, client and broker can be chosen
    FlightId m_chosen;
    bool m_isPaused = false;
    bool m_isFollowing = true; ///< the newest stays in sight
    std::size_t m_kept = 0;
    std::uint64_t m_keptBytes = 0;
    std::set<std::string> m_apis, m_clients;
    std::set<NodeId> m_brokers;

    QToolButton* m_pause;
    QLineEdit* m_search;
    QComboBox* m_api;
    QComboBox* m_client;
    QComboBox* m_broker;
    QComboBox* m_direction;
    QCheckBox* m_errors;
    QToolButton* m_leftOutButton;
    QPushButton* m_export;
    QTreeView* m_list;
    QLabel* m_title;
    QLabel* m_facts;
    QLabel* m_fault;
    QPushButton* m_other;
    QLineEdit* m_find;
    QTreeView* m_tree;
    BytesView* m_bytes;
    QSplitter* m_across;
    QSplitter* m_down;
    QLabel* m_status;
};

} // namespace hw::ui
