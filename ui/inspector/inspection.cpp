#include "ui/inspector/inspection.h"

#include "ui/inspector/inspector_panel.h"
#include "ui/models/fault_words.h"
#include "ui/models/lookup.h"
#include "ui/models/server_words.h"

namespace hw::ui {

QString Inspection::text() const
{
    QStringList out{title};
    if (!subtitle.isEmpty())
        out << subtitle;
    for (const auto& section : sections) {
        out << QString();
        if (!section.caption.isEmpty())
            out << section.caption;
        for (const auto& line : section.lines)
            out << QStringLiteral("%1\t%2").arg(line.label, line.value);
        if (!section.sentence.isEmpty())
            out << section.sentence;
        for (const auto& replica : section.replicas)
            out << QStringLiteral("%1\t%2\tLEO %3\tHW %4\t%5")
                       .arg(replica.name, replica.word, replica.leo, replica.hw, replica.lag);
        for (const auto& row : section.table)
            out << row.join('\t');
        for (const auto& position : section.positions)
            out << QStringLiteral("%1\t%2\t%3\t%4")
                       .arg(qs(position.id.text()), PositionWords::owner(position),
                            PositionWords::lags(position), PositionWords::numbers(position));
    }
    return out.join('\n');
}

static Inspection gone(const QString& name)
{
    Inspection out;
    out.title = name;
    out.sections.push_back({});
    out.sections.back().sentence = InspectorPanel::tr("It is no longer there.");
    return out;
}

/// From the fault down to what came of it; each step can be followed into the list of events.
static void addWhy(Inspection& out, const Why& why)
{
    Inspection::Section section;
    const bool isChain = !why.question.isEmpty();
    section.caption = isChain ? why.question : InspectorPanel::tr("What happened to it");
    for (std::size_t n = 0; n < why.steps.size(); ++n) {
        const CauseStep& step = why.steps[n];
        const QString text = isChain && n > 0 ? QStringLiteral("↳ ") + step.text : step.text;
        section.lines.push_back({step.clock, text,
                                 step.bad ? Inspection::Tone::Bad : Inspection::Tone::Soft,
                                 step.event});
    }
    out.sections.push_back(std::move(section));
}

static Inspection inspectServer(std::int32_t number, const InspectionInput& in)
{
    Inspection out;
    const auto index = static_cast<std::size_t>(number);
    if (index >= in.snapshot.ensemble.size())
        return gone(Words::node(NodeId::ensemble(number)));
    const auto& server = in.snapshot.ensemble[index];
    out.title = qs(server.name);
    out.subtitle = InspectorPanel::tr("ZooKeeper server at %1").arg(qs(server.client));
    Inspection::Section section;
    using State = observe::EnsembleServerPart::State;
    const bool isDown = server.state == State::Down;
    const bool serves = !isDown && server.state != State::Frozen && server.state != State::Looking;
    section.lines = {
        {InspectorPanel::tr("State"), ServerWords::state(server.state),
         isDown   ? Inspection::Tone::Bad
         : serves ? Inspection::Tone::Plain
                  : Inspection::Tone::Warn},
        {QStringLiteral("zxid"),
         isDown ? QStringLiteral("–") : QString::number(server.zxid.value()), // dead: nobody knows
         {}},
        {InspectorPanel::tr("Controller"), Words::broker(in.snapshot.controller.broker), {}},
        {InspectorPanel::tr("Controller epoch"),
         QString::number(in.snapshot.controller.epoch.value()),
         {}},
    };
    section.sentence =
        InspectorPanel::tr("It keeps the cluster's metadata: which brokers live, who "
                           "is the controller, each partition's leader and ISR.");
    out.sections.push_back(std::move(section));
    return out;
}

static Inspection inspectFault(const observe::FaultPart& part, const InspectionInput& in)
{
    const NodeNames names(in.snapshot);
    Inspection out;
    out.title = InspectorPanel::tr("Fault of a link");
    out.subtitle = QStringLiteral("%1 %2 %3")
                       .arg(names.of(part.fault.node),
                            part.fault.bothWays ? QStringLiteral("↔") : QStringLiteral("→"),
                            names.of(part.fault.to));
    Inspection::Section main;
    main.lines = {{InspectorPanel::tr("For"), Words::seconds(toMs(in.gauges.at - part.since)), {}},
                  {InspectorPanel::tr("Number"), QString::number(part.id.value()),
                   Inspection::Tone::Soft, part.id}};
    main.sentence = FaultWords::sentence(part, names, in.gauges.at);
    main.tone = Inspection::Tone::Bad;
    out.sections.push_back(std::move(main));
    return out;
}

static Inspection inspectKnown(const Subject& subject, const InspectionInput& in)
{
    const auto& s = in.snapshot;
    using Kind = Subject::Kind;
    switch (subject.kind) {
    case Kind::None:
        return inspectCluster(in);
    case Kind::Ensemble:
        return inspectServer(subject.node.number, in);
    case Kind::Broker:
        if (const auto* part = findBroker(s, BrokerId{subject.node.number}))
            return inspectBroker(*part, in);
        return gone(Words::node(subject.node));
    case Kind::Topic:
        if (const auto* part = findTopic(s, subject.name))
            return inspectTopic(*part, in);
        return gone(qs(subject.name));
    case Kind::Partition:
        if (const auto* part = findPartition(s, subject.partition))
            return inspectPartition(*part, in);
        return gone(qs(subject.partition.text()));
    case Kind::Group:
        if (const auto* part = findGroup(s, subject.name))
            return inspectGroup(*part, in);
        return gone(qs(subject.name));
    case Kind::Member: {
        const auto* group = findGroup(s, subject.name);
        const auto* member = group ? findMember(*group, subject.member) : nullptr;
        return member ? inspectMember(*group, *member, in) : gone(qs(subject.member));
    }
    case Kind::Producer:
        if (const auto* part = findProducer(s, subject.node))
            return inspectProducer(*part, in);
        return gone(Words::node(subject.node));
    case Kind::Outside:
        if (const auto* part = findOutside(s, subject.name))
            return inspectOutside(*part, in);
        return gone(qs(subject.name));
    case Kind::Fault:
        if (const auto* part = findFault(s, subject))
            return inspectFault(*part, in);
        return gone(InspectorPanel::tr("Fault of a link"));
    }
    return {};
}

Inspection inspect(const Subject& subject, const InspectionInput& in)
{
    Inspection out = inspectKnown(subject, in);
    for (const Why& why : in.why)
        addWhy(out, why);
    return out;
}

} // namespace hw::ui
