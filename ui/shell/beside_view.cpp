#include "ui/shell/beside_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/map/map_scene.h"
#include "ui/map/map_view.h"

namespace hw::ui {

BesideView::BesideView(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_scene(new MapScene(theme, this))
    , m_view(new MapView(m_scene))
    , m_foot(new QWidget)
    , m_count(new QLabel)
    , m_list(new QListWidget)
{
    m_scene->setFaults(false);
    m_view->fit(); // a part of it could not be compared
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    m_count->setContentsMargins(8, 4, 8, 4);
    m_count->setWordWrap(true);
    m_list->setMaximumHeight(kListHeight);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* row = new QHBoxLayout(m_foot);
    row->setContentsMargins(6, 4, 6, 4);
    row->addWidget(m_count, 1);
    row->addWidget(m_list, 2);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_differences.size()))
            emit subjectPicked(m_differences[static_cast<std::size_t>(row)].subject);
    });
    connect(m_view, &MapView::subjectPicked, this, &BesideView::subjectPicked);
    setTheme(theme);
    retranslate();
}

BesideView::~BesideView()
{
    delete m_foot;
    delete m_view; // before its scene
}

void BesideView::setTheme(const Theme& theme) { m_view->setTheme(theme); }

void BesideView::take(cluster::Cluster& other, const Frame& frame, MapScene& first)
{
    Frame mine;
    if (m_other != &other) {
        m_other = &other;
        other.setInterest({true, true, false});
        m_rates = {};
        mine.anew = true;
    }
    mine.snapshot = other.snapshot();
    mine.gauges = other.gauges();
    cluster::FlightBatch flights = other.takeFlights();
    mine.flights = std::move(flights.flights);
    mine.flightsLost = flights.lost;
    mine.nowMs = frame.nowMs;
    mine.motionMs = frame.motionMs;
    mine.time = frame.time;
    m_rates.take(*mine.gauges);
    m_scene->show(mine, m_rates);
    if (frame.nowMs - m_comparedMs >= kCompareMs)
        compare(frame, mine, first);
}

/// Only pictures of one moment can be compared.
void BesideView::compare(const Frame& frame, const Frame& mine, MapScene& first)
{
    if (!frame.snapshot || frame.snapshot->at != mine.snapshot->at)
        return;
    m_comparedMs = frame.nowMs;
    auto found =
        Differences::between({*frame.snapshot, *frame.gauges}, {*mine.snapshot, *mine.gauges});
    if (found == m_differences)
        return;
    m_differences = std::move(found);
    std::vector<Subject> subjects;
    for (const Difference& each : m_differences)
        subjects.push_back(each.subject);
    first.markDifferences(subjects);
    m_scene->markDifferences(subjects);
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (int n = 0; n < std::min<int>(kListed, static_cast<int>(m_differences.size())); ++n)
        m_list->addItem(m_differences[static_cast<std::size_t>(n)].text);
    showCount();
}

void BesideView::showCount()
{
    const int count = static_cast<int>(m_differences.size());
    const QString which = tr("Left: this run. Right: the other one.");
    m_count->setText(QStringLiteral("%1\n%2").arg(
        which, count == 0 ? tr("Nothing differs at this moment.")
                          : tr("%n difference(s), the left one's in front:", nullptr, count)));
    m_list->setVisible(count > 0);
}

void BesideView::retranslate()
{
    m_view->setAccessibleName(tr("Map of the second cluster"));
    m_list->setAccessibleName(tr("What differs"));
    m_scene->retranslate();
    m_differences.clear();
    m_comparedMs = -kCompareMs;
    showCount();
}

} // namespace hw::ui
