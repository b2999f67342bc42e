#include "ui/shell/connect_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/shell/snippets.h"
#include "ui/shell/texts.h"

namespace hw::ui {

/// A button that copies a text and says for a moment that it did.
static QPushButton* copyButton(Texts& texts, const QString& text)
{
    auto* button = new QPushButton;
    button->setAutoDefault(false);
    const auto rest = [button] { button->setText(ConnectDialog::tr("Copy")); };
    texts.add(rest);
    QObject::connect(button, &QPushButton::clicked, button, [button, text, rest] {
        QGuiApplication::clipboard()->setText(text);
        button->setText(ConnectDialog::tr("Copied"));
        QTimer::singleShot(1500, button, rest);
    });
    return button;
}

ConnectDialog::ConnectDialog(const QString& bootstrap, const QString& topic, QWidget* parent)
    : QDialog(parent)
    , m_texts(*new Texts(this))
    , m_addresses(new QLineEdit(bootstrap))
    , m_tabs(new QTabWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    auto* intro = new QLabel;
    intro->setWordWrap(true);
    column->addWidget(intro);
    m_texts.add([this, intro, topic] {
        setWindowTitle(tr("Connect a client"));
        QString text = tr("These are real brokers: any Kafka client on this machine can join, and "
                          "appears on the map while it is connected.");
        if (!m_addresses->text().section(',', 0, 0).endsWith(QStringLiteral(":9092")))
            text += QStringLiteral(" ") +
                    tr("They do not listen on Kafka's own port 9092 (--port chooses one): take "
                       "the addresses below.");
        if (topic.isEmpty())
            text += QStringLiteral(" ") +
                    tr("There is no topic yet: my-topic is made when it is first written to.");
        intro->setText(text);
    });
    buildAddresses(bootstrap);
    buildSnippets(bootstrap, topic.isEmpty() ? QStringLiteral("my-topic") : topic);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(780, 640);
}

void ConnectDialog::buildAddresses(const QString& bootstrap)
{
    auto* label = new QLabel;
    label->setProperty("role", "soft");
    label->setBuddy(m_addresses);
    m_addresses->setReadOnly(true);
    m_addresses->setCursorPosition(0);
    m_texts.add([this, label] {
        label->setText(tr("Bootstrap addresses: any one of them is enough"));
        m_addresses->setAccessibleName(label->text());
    });
    auto* row = new QHBoxLayout;
    row->addWidget(m_addresses, 1);
    row->addWidget(copyButton(m_texts, bootstrap));
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addWidget(label);
    column->addLayout(row);
}

void ConnectDialog::buildSnippets(const QString& bootstrap, const QString& topic)
{
    m_tabs->setDocumentMode(true);
    for (const Snippet& snippet : snippetsFor(bootstrap, topic)) {
        auto* page = new QWidget;
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 10, 0, 0);
        auto* code = new QPlainTextEdit(snippet.code);
        code->setReadOnly(true);
        code->setLineWrapMode(QPlainTextEdit::NoWrap);
        code->setProperty("role", "mono");
        code->setTabStopDistance(28); // four blanks
        code->setAccessibleName(snippet.name);
        column->addWidget(code, 1);
        auto* row = new QHBoxLayout;
        row->addStretch();
        row->addWidget(copyButton(m_texts, snippet.code));
        column->addLayout(row);
        m_tabs->addTab(page, snippet.name);
    }
    static_cast<QVBoxLayout*>(layout())->addWidget(m_tabs, 1);
}

} // namespace hw::ui
