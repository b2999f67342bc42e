#include "ui/shell/connect_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace hw::ui {

ConnectDialog::ConnectDialog(const QString& bootstrap, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("How to connect a client"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(6);
    auto* intro =
        new QLabel(tr("These are real brokers: any Kafka client on this machine can join. It "
                      "needs the bootstrap address; here with kcat."));
    intro->setWordWrap(true);
    column->addWidget(intro);
    column->addSpacing(8);
    addLine(column, tr("Bootstrap address"), bootstrap);
    addLine(column, tr("Look at the cluster"), QStringLiteral("kcat -b %1 -L").arg(bootstrap));
    addLine(column, tr("Write a file, one record per line"),
            QStringLiteral("kcat -b %1 -P -t TopicA -X acks=all -l FILE").arg(bootstrap));
    addLine(column, tr("Read a topic from the beginning"),
            QStringLiteral("kcat -b %1 -C -t TopicA -o beginning").arg(bootstrap));
    addLine(column, tr("Join a consumer group"),
            QStringLiteral("kcat -b %1 -G my-group TopicA").arg(bootstrap));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addSpacing(6);
    column->addWidget(buttons);
    setMinimumWidth(720);
}

void ConnectDialog::addLine(QVBoxLayout* column, const QString& what, const QString& line)
{
    auto* label = new QLabel(what);
    label->setProperty("role", "soft");
    auto* field = new QLineEdit(line);
    field->setReadOnly(true);
    field->setCursorPosition(0);
    field->setAccessibleName(what);
    label->setBuddy(field);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this,
            [line] { QGuiApplication::clipboard()->setText(line); });
    auto* row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(copy);
    column->addWidget(label);
    column->addLayout(row);
    column->addSpacing(4);
}

} // namespace hw::ui
