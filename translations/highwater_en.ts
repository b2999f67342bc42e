<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>CardPainter</name>
    <message numerus="yes">
        <source>%1, %n record(s) waited</source>
        <translation>
            <numerusform>%1, %n record waited</numerusform>
            <numerusform>%1, %n records waited</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ClaimWords</name>
    <message numerus="yes">
        <source>%1 is %2 and has %n member(s).</source>
        <translation>
            <numerusform>%1 is %2 and has %n member.</numerusform>
            <numerusform>%1 is %2 and has %n members.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventSentences</name>
    <message numerus="yes">
        <source>Broker %1 opened %n log(s) after a clean shutdown.</source>
        <translation>
            <numerusform>Broker %1 opened %n log after a clean shutdown.</numerusform>
            <numerusform>Broker %1 opened %n logs after a clean shutdown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Broker %1 recovered %n log(s) after a crash.</source>
        <translation>
            <numerusform>Broker %1 recovered %n log after a crash.</numerusform>
            <numerusform>Broker %1 recovered %n logs after a crash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: generation %2 has %n member(s); %3 assigns.</source>
        <translation>
            <numerusform>%1: generation %2 has %n member; %3 assigns.</numerusform>
            <numerusform>%1: generation %2 has %n members; %3 assigns.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Broker %1 coordinates the groups of __consumer_offsets-%2: %n group(s) loaded.</source>
        <translation>
            <numerusform>Broker %1 coordinates the groups of __consumer_offsets-%2: %n group loaded.</numerusform>
            <numerusform>Broker %1 coordinates the groups of __consumer_offsets-%2: %n groups loaded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) for %1 could not be sent: %2</source>
        <translation>
            <numerusform>%n record for %1 could not be sent: %2</numerusform>
            <numerusform>%n records for %1 could not be sent: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Topic %1 was created with %n partition(s), replication factor %2.</source>
        <translation>
            <numerusform>Topic %1 was created with %n partition, replication factor %2.</numerusform>
            <numerusform>Topic %1 was created with %n partitions, replication factor %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 has to give up %n partition(s) first.</source>
        <translation>
            <numerusform>%1: %2 has to give up %n partition first.</numerusform>
            <numerusform>%1: %2 has to give up %n partitions first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 has all that is meant for it: %n partition(s).</source>
        <translation>
            <numerusform>%1: %2 has all that is meant for it: %n partition.</numerusform>
            <numerusform>%1: %2 has all that is meant for it: %n partitions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 has %n partition(s) and waits for more.</source>
        <translation>
            <numerusform>%1: %2 has %n partition and waits for more.</numerusform>
            <numerusform>%1: %2 has %n partitions and waits for more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MessageWords</name>
    <message numerus="yes">
        <source>%1, %n record(s)</source>
        <translation>
            <numerusform>%1, %n record</numerusform>
            <numerusform>%1, %n records</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RebalanceWords</name>
    <message numerus="yes">
        <source>  %1: %2, %n record(s) waited</source>
        <translation>
            <numerusform>  %1: %2, %n record waited</numerusform>
            <numerusform>  %1: %2, %n records waited</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 falls out again and again: %n time(s) in ten minutes, always &quot;%3&quot;.</source>
        <translation>
            <numerusform>%1 of %2 falls out again and again: %n time in ten minutes, always &quot;%3&quot;.</numerusform>
            <numerusform>%1 of %2 falls out again and again: %n times in ten minutes, always &quot;%3&quot;.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::Actions</name>
    <message numerus="yes">
        <source>Ends all %n fault(s) that act now, and starts every node that is down (H)</source>
        <translation>
            <numerusform>Ends the fault that acts now, and starts every node that is down (H)</numerusform>
            <numerusform>Ends all %n faults that act now, and starts every node that is down (H)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::Announcer</name>
    <message numerus="yes">
        <source>And %n more event(s).</source>
        <translation>
            <numerusform>And %n more event.</numerusform>
            <numerusform>And %n more events.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::BesideView</name>
    <message numerus="yes">
        <source>%n difference(s), the left one&apos;s in front:</source>
        <translation>
            <numerusform>%n difference, the left one&apos;s in front:</numerusform>
            <numerusform>%n differences, the left one&apos;s in front:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::Breaks</name>
    <message numerus="yes">
        <source>%1: %n members own %2.</source>
        <translation>
            <numerusform>%1: %n member owns %2.</numerusform>
            <numerusform>%1: %n members own %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::ChipItem</name>
    <message numerus="yes">
        <source>It is %n record(s) behind the leader.</source>
        <translation>
            <numerusform>It is %n record behind the leader.</numerusform>
            <numerusform>It is %n records behind the leader.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One cell of the bar is %n record(s).</source>
        <translation>
            <numerusform>One cell of the bar is %n record.</numerusform>
            <numerusform>One cell of the bar is %n records.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::EventList</name>
    <message numerus="yes">
        <source>%n event(s) were lost because there were too many.</source>
        <translation>
            <numerusform>%n event was lost because there were too many.</numerusform>
            <numerusform>%n events were lost because there were too many.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::ExportDialog</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) are in %1.</source>
        <translation>
            <numerusform>%n event is in %1.</numerusform>
            <numerusform>%n events are in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::GroupItem</name>
    <message numerus="yes">
        <source>Group %1, %2, %n member(s)</source>
        <translation>
            <numerusform>Group %1, %2, %n member</numerusform>
            <numerusform>Group %1, %2, %n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::InspectorPanel</name>
    <message numerus="yes">
        <source>%n checked, none broken.</source>
        <translation>
            <numerusform>%n checked, none broken.</numerusform>
            <numerusform>%n checked, none broken.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::LessonPanel</name>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::LogWindow</name>
    <message numerus="yes">
        <source>%n segment(s), %1</source>
        <translation>
            <numerusform>%n segment, %1</numerusform>
            <numerusform>%n segments, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) written to the file.</source>
        <translation>
            <numerusform>%n record written to the file.</numerusform>
            <numerusform>%n records written to the file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::LookupPanel</name>
    <message numerus="yes">
        <source>+%n byte(s)</source>
        <translation>
            <numerusform>+%n byte</numerusform>
            <numerusform>+%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of the scan are not listed.</source>
        <translation>
            <numerusform>%n step of the scan is not listed.</numerusform>
            <numerusform>%n steps of the scan are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::PictureWords</name>
    <message numerus="yes">
        <source>%1 · %n broker(s)</source>
        <translation>
            <numerusform>%1 · %n broker</numerusform>
            <numerusform>%1 · %n brokers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::RebalanceWindow</name>
    <message numerus="yes">
        <source>%n rebalance(s) in the last minute</source>
        <translation>
            <numerusform>%n rebalance in the last minute</numerusform>
            <numerusform>%n rebalances in the last minute</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rebalance(s) known so far</source>
        <translation>
            <numerusform>%n rebalance known so far</numerusform>
            <numerusform>%n rebalances known so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::SegmentStrip</name>
    <message numerus="yes">
        <source>%n segment(s), to scale</source>
        <translation>
            <numerusform>%n segment, to scale</numerusform>
            <numerusform>%n segments, to scale</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n .index entry(s)</source>
        <translation>
            <numerusform>%n .index entry</numerusform>
            <numerusform>%n .index entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::SessionModel</name>
    <message numerus="yes">
        <source>%n ephemeral znode(s)</source>
        <translation>
            <numerusform>%n ephemeral znode</numerusform>
            <numerusform>%n ephemeral znodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch(es)</source>
        <translation>
            <numerusform>%n watch</numerusform>
            <numerusform>%n watches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::TimelineBar</name>
    <message numerus="yes">
        <source>%n event(s) were not recorded because the disk did not keep up.</source>
        <translation>
            <numerusform>%n event was not recorded because the disk did not keep up.</numerusform>
            <numerusform>%n events were not recorded because the disk did not keep up.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::TopBar</name>
    <message numerus="yes">
        <source>Simulated cluster · %n broker(s) ▾</source>
        <translation>
            <numerusform>Simulated cluster · %n broker ▾</numerusform>
            <numerusform>Simulated cluster · %n brokers ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Embedded cluster · %n broker(s) ▾</source>
        <translation>
            <numerusform>Embedded cluster · %n broker ▾</numerusform>
            <numerusform>Embedded cluster · %n brokers ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Studio · %n broker(s) ▾</source>
        <translation>
            <numerusform>Studio · %n broker ▾</numerusform>
            <numerusform>Studio · %n brokers ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Live · %n broker(s) ▾</source>
        <translation>
            <numerusform>Live · %n broker ▾</numerusform>
            <numerusform>Live · %n brokers ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recording · %n broker(s) ▾</source>
        <translation>
            <numerusform>Recording · %n broker ▾</numerusform>
            <numerusform>Recording · %n brokers ▾</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::TransportBar</name>
    <message numerus="yes">
        <source>%1: %2 (and %n more event(s) at once)</source>
        <translation>
            <numerusform>%1: %2 (and %n more event at once)</numerusform>
            <numerusform>%1: %2 (and %n more events at once)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::ZnodeWindow</name>
    <message numerus="yes">
        <source>… and %n more byte(s)</source>
        <translation>
            <numerusform>… and %n more byte</numerusform>
            <numerusform>… and %n more bytes</numerusform>
        </translation>
    </message>
</context>
</TS>
