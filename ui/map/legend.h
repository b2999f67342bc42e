#pragma once

#include <QWidget>

#include <vector>

#include "ui/theme/theme.h"

class QToolButton;

namespace hw::ui {

/// Says what outlines, bars and dots mean; can be folded away. It also says what is not drawn.
class Legend : public QWidget
{
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `percentDrawn` of the messages; whether lines are drawn only for the selected thing.
    void setSampling(int percentDrawn, bool linesReduced);
    void setFolded(bool folded);
    bool folded() const { return m_folded; }
    static QString samplingNote(int percent);
    static QString linesNote();
    QString note() const;
    /// For pictures: unfolded, at any width.
    void draw(QPainter& painter, double width) const;
    double drawnHeight(double width) const;

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void foldedChanged(bool folded);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Sample : std::uint8_t
    {
        Leader,
        Follower,
        OutOfIsr,
        Offline,
        Move,
        Bar,
        Records,
        Replica,
        Control,
        Ensemble,
        Note ///< no sample
    };
    struct Entry
    {
        Sample sample;
        QString text;
        QRectF box;
    };
    /// The last is the note's: its place is kept while there is none, so that nothing jumps.
    std::vector<Entry> flow(double width, bool folded) const;
    void setTexts();
    void fitHeight();
    QString heading(bool folds) const;
    double heightOf(double width, bool folded) const;
    void paintAll(QPainter& painter, double width, bool folded, const QString& heading) const;
    void paintSample(QPainter& painter, Sample sample, const QRectF& box) const;

    Theme m_theme;
    bool m_folded = false;
    int m_percentDrawn = 100;
    bool m_linesReduced = false;
};

} // namespace hw::ui
