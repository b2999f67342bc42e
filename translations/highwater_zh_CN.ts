<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>CardPainter</name>
    <message numerus="yes">
        <source>%1, %n record(s) waited</source>
        <translation>
            <numerusform>%1，%n 条记录在等</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, it was with %2</source>
        <translation>%1，原属 %2</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>客户端 id</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Member id</source>
        <translation>成员 id</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>none: it was no member&apos;s doing</source>
        <translation>无：不是哪个成员引起的</translation>
    </message>
    <message>
        <source>partitions moved</source>
        <translation>个分区易主</translation>
    </message>
    <message>
        <source>stood still, in sum</source>
        <translation>停读时间合计</translation>
    </message>
    <message>
        <source>records waited</source>
        <translation>条记录在等</translation>
    </message>
    <message>
        <source>%1 · generation %2 · %3</source>
        <translation>%1 · 第 %2 代 · %3</translation>
    </message>
    <message>
        <source>assign</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>join</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>reconcile</source>
        <translation>协调到位</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Another broker coordinates %1 now.</source>
        <translation>%1 现在由另一个 broker 协调。</translation>
    </message>
    <message>
        <source>no rebalance</source>
        <translation>不是再均衡</translation>
    </message>
    <message>
        <source>%1 has read the group from __consumer_offsets: its members, their partitions and the generation are as before. Only the session timers start afresh.</source>
        <translation>%1 从 __consumer_offsets 读出了这个组：成员、各自的分区和代数都和原来一样，只有会话计时重新开始。</translation>
    </message>
    <message>
        <source>Responsible</source>
        <translation>是谁引起的</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Parked: nobody reads these now</source>
        <translation>停放：这些分区现在没有人读</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>易主</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Stood still</source>
        <translation>停读</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>至今 %1</translation>
    </message>
    <message>
        <source>What led to it</source>
        <translation>来龙去脉</translation>
    </message>
</context>
<context>
    <name>Causes</name>
    <message>
        <source>Why HW stands</source>
        <translation>HW 为何停住</translation>
    </message>
    <message>
        <source>Why this leader</source>
        <translation>为何是这个 leader</translation>
    </message>
    <message>
        <source>Why this ISR</source>
        <translation>为何是这个 ISR</translation>
    </message>
    <message>
        <source>Why records went</source>
        <translation>记录为何丢失</translation>
    </message>
</context>
<context>
    <name>ClaimWords</name>
    <message>
        <source>%1 (for %2)</source>
        <comment>a sentence, and for how long it stays true</comment>
        <translation>%1（持续 %2）</translation>
    </message>
    <message>
        <source>Everything has come to rest.</source>
        <translation>一切都已平静下来。</translation>
    </message>
    <message>
        <source>%1 has a leader.</source>
        <translation>%1 有了 leader。</translation>
    </message>
    <message>
        <source>%1 has another leader than broker %2.</source>
        <translation>%1 的 leader 不是 broker %2。</translation>
    </message>
    <message>
        <source>Broker %2 leads %1.</source>
        <translation>broker %2 是 %1 的 leader。</translation>
    </message>
    <message>
        <source>There is a controller.</source>
        <translation>有 controller。</translation>
    </message>
    <message>
        <source>Another broker than %1 is the controller.</source>
        <translation>controller 不是 broker %1。</translation>
    </message>
    <message>
        <source>Broker %1 is the controller.</source>
        <translation>broker %1 是 controller。</translation>
    </message>
    <message>
        <source>In sync for %1: %2.</source>
        <translation>%1 的 ISR：%2。</translation>
    </message>
    <message>
        <source>Fewer than %2 replicas of %1 are in sync.</source>
        <translation>%1 的同步副本少于 %2 个。</translation>
    </message>
    <message>
        <source>Replicas of %1, the preferred leader first: %2.</source>
        <translation>%1 的副本（首选 leader 在前）：%2。</translation>
    </message>
    <message>
        <source>Segments of %1 on broker %2 begin at %3.</source>
        <translation>broker %2 上 %1 的 segment 起始于 %3。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>a node and its state</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <comment>a group and its state</comment>
        <translation>%1 的状态是：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is %2 and has %n member(s).</source>
        <translation>
            <numerusform>%1 处于 %2，有 %n 个成员。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not Stable.</source>
        <translation>%1 不是 Stable。</translation>
    </message>
    <message>
        <source>Broker %2 coordinates %1.</source>
        <translation>broker %2 协调 %1。</translation>
    </message>
    <message>
        <source>%1 has %2.</source>
        <comment>a member and its partitions</comment>
        <translation>%1 拥有 %2。</translation>
    </message>
    <message>
        <source>%1 has committed nothing for %2.</source>
        <translation>%1 在 %2 上没有提交过。</translation>
    </message>
    <message>
        <source>Why %1 rebalanced: %2</source>
        <comment>a group and a sentence</comment>
        <translation>%1 再均衡的原因：%2</translation>
    </message>
    <message>
        <source>%1: fewer than of %2.</source>
        <translation>%1：少于 %2 的。</translation>
    </message>
    <message>
        <source>%1: fewer than “%2”.</source>
        <translation>%1：少于“%2”。</translation>
    </message>
    <message>
        <source>%1: none.</source>
        <translation>%1：无。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>a measure and its value</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1: at least %2.</source>
        <translation>%1：至少 %2。</translation>
    </message>
    <message>
        <source>High watermark of %1</source>
        <translation>%1 的 HW</translation>
    </message>
    <message>
        <source>High watermark of %1 as broker %2 knows it</source>
        <translation>broker %2 所知的 %1 的 HW</translation>
    </message>
    <message>
        <source>Log end of %1 on broker %2</source>
        <translation>broker %2 上 %1 的 LEO</translation>
    </message>
    <message>
        <source>Bytes in the log of %1 on broker %2</source>
        <translation>broker %2 上 %1 的日志字节数</translation>
    </message>
    <message>
        <source>Log start of %1</source>
        <translation>%1 的日志起点</translation>
    </message>
    <message>
        <source>Replicas of %1 in sync</source>
        <translation>%1 的同步副本数</translation>
    </message>
    <message>
        <source>Leader epoch of %1</source>
        <translation>%1 的 leader epoch</translation>
    </message>
    <message>
        <source>Controller epoch</source>
        <translation>控制器 epoch</translation>
    </message>
    <message>
        <source>Generation of %1</source>
        <translation>%1 的代数</translation>
    </message>
    <message>
        <source>Partition of __consumer_offsets for %1</source>
        <translation>%1 对应的 __consumer_offsets 分区</translation>
    </message>
    <message>
        <source>Offset that %1 committed for %2</source>
        <translation>%1 在 %2 上提交的 offset</translation>
    </message>
    <message>
        <source>Position of %1 in %2</source>
        <translation>%1 在 %2 中的位置</translation>
    </message>
    <message>
        <source>Lag of %1 on %2</source>
        <translation>%1 在 %2 上的 lag</translation>
    </message>
    <message>
        <source>Acknowledged records lost</source>
        <translation>丢失的已确认记录</translation>
    </message>
    <message>
        <source>Acknowledged records lost from %1</source>
        <translation>%1 丢失的已确认记录</translation>
    </message>
    <message>
        <source>Records acknowledged</source>
        <translation>已确认的记录</translation>
    </message>
    <message>
        <source>Records acknowledged to %1</source>
        <translation>%1 得到确认的记录</translation>
    </message>
    <message>
        <source>Records that failed</source>
        <translation>失败的记录</translation>
    </message>
    <message>
        <source>Records of %1 that failed</source>
        <translation>%1 失败的记录</translation>
    </message>
    <message>
        <source>Records consumed</source>
        <translation>已消费的记录</translation>
    </message>
    <message>
        <source>Records consumed by %1</source>
        <translation>%1 消费的记录</translation>
    </message>
    <message>
        <source>Produce requests of %1</source>
        <translation>%1 的 Produce 请求数</translation>
    </message>
    <message>
        <source>Batches of %1</source>
        <translation>%1 的批次数</translation>
    </message>
    <message>
        <source>Batches that %1 sent again</source>
        <translation>%1 重发的批次数</translation>
    </message>
    <message>
        <source>Bytes that %1 serialized</source>
        <translation>%1 序列化的字节数</translation>
    </message>
    <message>
        <source>Bytes that %1 sent</source>
        <translation>%1 发送的字节数</translation>
    </message>
    <message>
        <source>Fetch requests of %1</source>
        <translation>%1 的 Fetch 请求数</translation>
    </message>
    <message>
        <source>Polls of %1 that gave records</source>
        <translation>%1 取到记录的 poll 次数</translation>
    </message>
    <message>
        <source>Bytes that broker %1 wrote to disk</source>
        <translation>broker %1 写到磁盘的字节数</translation>
    </message>
    <message>
        <source>finding the time %1 in %2</source>
        <translation>在 %2 中查找时间 %1</translation>
    </message>
    <message>
        <source>finding offset %1 in %2</source>
        <translation>在 %2 中查找 offset %1</translation>
    </message>
    <message>
        <source>Segment chosen, %1</source>
        <translation>%1：选中的 segment</translation>
    </message>
    <message>
        <source>Index entry chosen, %1</source>
        <translation>%1：选中的索引项</translation>
    </message>
    <message>
        <source>Byte where reading begins, %1</source>
        <translation>%1：开始读取的字节</translation>
    </message>
    <message>
        <source>Record found, %1</source>
        <translation>%1：找到的记录</translation>
    </message>
    <message>
        <source>Files opened, %1</source>
        <translation>%1：打开的文件数</translation>
    </message>
    <message>
        <source>Bytes read, %1</source>
        <translation>%1：读取的字节数</translation>
    </message>
    <message>
        <source>Batches looked at, %1</source>
        <translation>%1：查看的批次数</translation>
    </message>
    <message>
        <source>Bytes that reading from the start would take, %1</source>
        <translation>%1：从头读取需要的字节数</translation>
    </message>
    <message>
        <source>%1 has no partition.</source>
        <translation>%1 没有分区。</translation>
    </message>
    <message>
        <source>%2 is the leader of %1.</source>
        <comment>a group and a member</comment>
        <translation>%2 是 %1 的组长。</translation>
    </message>
    <message>
        <source>Connections of %1 to brokers</source>
        <translation>%1 与各 broker 的连接数</translation>
    </message>
    <message>
        <source>Records that the filter of %1 kept back</source>
        <translation>%1 的过滤器拦下的记录数</translation>
    </message>
    <message>
        <source>Connections by which %1 fetches</source>
        <translation>%1 用来拉取的连接数</translation>
    </message>
</context>
<context>
    <name>CommandWords</name>
    <message>
        <source>kill %1</source>
        <translation>杀掉 %1</translation>
    </message>
    <message>
        <source>power off %1</source>
        <translation>%1 断电</translation>
    </message>
    <message>
        <source>shut down %1</source>
        <translation>正常关闭 %1</translation>
    </message>
    <message>
        <source>restart %1</source>
        <translation>重启 %1</translation>
    </message>
    <message>
        <source>freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message>
        <source>thaw %1</source>
        <translation>解冻 %1</translation>
    </message>
    <message>
        <source>cut %1 and %2 apart</source>
        <translation>切断 %1 与 %2</translation>
    </message>
    <message>
        <source>join %1 and %2 again</source>
        <translation>恢复 %1 与 %2 的连接</translation>
    </message>
    <message>
        <source>delay between %1 and %2</source>
        <translation>%1 与 %2 之间延迟</translation>
    </message>
    <message>
        <source>reset connections of %1 and %2</source>
        <translation>重置 %1 与 %2 的连接</translation>
    </message>
    <message>
        <source>hold a message from %1 to %2</source>
        <translation>扣住 %1 发往 %2 的消息</translation>
    </message>
    <message>
        <source>drop the held message</source>
        <translation>丢弃被扣住的消息</translation>
    </message>
    <message>
        <source>let the held message go</source>
        <translation>放行被扣住的消息</translation>
    </message>
    <message>
        <source>heal a fault</source>
        <translation>修复一个故障</translation>
    </message>
    <message>
        <source>heal everything</source>
        <translation>全部修复</translation>
    </message>
    <message>
        <source>create topic %1</source>
        <translation>创建主题 %1</translation>
    </message>
    <message>
        <source>delete topic %1</source>
        <translation>删除主题 %1</translation>
    </message>
    <message>
        <source>elect a leader of %1</source>
        <translation>选举 %1 的 leader</translation>
    </message>
    <message>
        <source>move %1</source>
        <translation>迁移 %1</translation>
    </message>
    <message>
        <source>add a broker</source>
        <translation>添加 broker</translation>
    </message>
    <message>
        <source>add a producer</source>
        <translation>添加生产者</translation>
    </message>
    <message>
        <source>add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>add a consumer to %1</source>
        <translation>向 %1 添加消费者</translation>
    </message>
    <message>
        <source>crash %1</source>
        <translation>让 %1 崩溃</translation>
    </message>
    <message>
        <source>stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>clog the link between %1 and %2</source>
        <translation>限制 %1 与 %2 之间链路的速度</translation>
    </message>
    <message>
        <source>heal the disk of %1</source>
        <translation>修好 %1 的磁盘</translation>
    </message>
    <message>
        <source>trouble the disk of %1</source>
        <translation>让 %1 的磁盘出故障</translation>
    </message>
    <message>
        <source>flip a byte of %2 on %1</source>
        <translation>翻转 %1 上 %2 的一个字节</translation>
    </message>
    <message>
        <source>set the clock of %1 wrong by %2</source>
        <translation>把 %1 的时钟拨错 %2</translation>
    </message>
    <message>
        <source>end the session of %1</source>
        <translation>结束 %1 的会话</translation>
    </message>
    <message>
        <source>move %1 no further</source>
        <translation>不再迁移 %1</translation>
    </message>
    <message>
        <source>make %1 slow</source>
        <translation>让 %1 变慢</translation>
    </message>
    <message>
        <source>let %1 stop polling</source>
        <translation>让 %1 停止 poll</translation>
    </message>
    <message>
        <source>let %1 stop its heartbeats</source>
        <translation>让 %1 停止心跳</translation>
    </message>
    <message>
        <source>let %1 come and go</source>
        <translation>让 %1 时来时去</translation>
    </message>
    <message>
        <source>let %1 send records: %2</source>
        <translation>让 %1 发送记录：%2 条</translation>
    </message>
    <message>
        <source>let %1 read on</source>
        <translation>让 %1 继续读取</translation>
    </message>
    <message>
        <source>let %1 pause</source>
        <translation>让 %1 暂停</translation>
    </message>
    <message>
        <source>move the positions of %1</source>
        <translation>移动 %1 的位置</translation>
    </message>
    <message>
        <source>let %1 commit</source>
        <translation>让 %1 提交</translation>
    </message>
    <message>
        <source>grow topic %1 to %2 partitions</source>
        <translation>把主题 %1 增加到 %2 个分区</translation>
    </message>
</context>
<context>
    <name>Differences</name>
    <message>
        <source>%1: %2 | %3</source>
        <translation>%1：%2 | %3</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>there</source>
        <translation>存在</translation>
    </message>
    <message>
        <source>%1 leader</source>
        <translation>%1 的 leader</translation>
    </message>
    <message>
        <source>%1 ISR</source>
        <translation>%1 的 ISR</translation>
    </message>
    <message>
        <source>%1 high watermark</source>
        <translation>%1 的高水位</translation>
    </message>
    <message>
        <source>%1 log end</source>
        <translation>%1 的日志末端</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
    <message>
        <source>group %1 assignment</source>
        <translation>组 %1 的分配</translation>
    </message>
</context>
<context>
    <name>EventSentences</name>
    <message>
        <source>Broker %1 starts.</source>
        <translation>Broker %1 启动。</translation>
    </message>
    <message numerus="yes">
        <source>Broker %1 opened %n log(s) after a clean shutdown.</source>
        <translation>
            <numerusform>Broker %1 在正常关闭之后打开了 %n 个日志。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Broker %1 recovered %n log(s) after a crash.</source>
        <translation>
            <numerusform>Broker %1 在崩溃之后恢复了 %n 个日志。</numerusform>
        </translation>
    </message>
    <message>
        <source>Broker %1 waits: its old ZooKeeper session %2 has not expired yet.</source>
        <translation>Broker %1 在等待：它旧的 ZooKeeper 会话 %2 还没有过期。</translation>
    </message>
    <message>
        <source>Broker %1 registered in ZooKeeper, broker epoch %2.</source>
        <translation>Broker %1 已在 ZooKeeper 注册，broker epoch %2。</translation>
    </message>
    <message>
        <source>Broker %1 is ready and serves clients.</source>
        <translation>Broker %1 就绪，开始为客户端服务。</translation>
    </message>
    <message>
        <source>Broker %1 lost power: what was not synced is gone.</source>
        <translation>Broker %1 断电：没有同步到磁盘的内容丢失了。</translation>
    </message>
    <message>
        <source>Broker %1 was killed.</source>
        <translation>Broker %1 被杀掉。</translation>
    </message>
    <message>
        <source>Broker %1 stopped in an orderly way.</source>
        <translation>Broker %1 有序停止。</translation>
    </message>
    <message>
        <source>Broker %1 was frozen.</source>
        <translation>Broker %1 被冻结。</translation>
    </message>
    <message>
        <source>Broker %1 was thawed.</source>
        <translation>Broker %1 被解冻。</translation>
    </message>
    <message>
        <source>Broker %1 failed: %2</source>
        <translation>Broker %1 出错：%2</translation>
    </message>
    <message>
        <source>ZooKeeper session %1 of %2 opened, timeout %3.</source>
        <translation>%2 的 ZooKeeper 会话 %1 已建立，超时 %3。</translation>
    </message>
    <message>
        <source>ZooKeeper session %1 of %2 expired after %3 of silence.</source>
        <translation>%2 的 ZooKeeper 会话 %1 在静默 %3 后过期。</translation>
    </message>
    <message>
        <source>ZooKeeper session %1 of %2 was closed.</source>
        <translation>%2 的 ZooKeeper 会话 %1 已关闭。</translation>
    </message>
    <message>
        <source>Znode %1 was created.</source>
        <translation>Znode %1 被创建。</translation>
    </message>
    <message>
        <source>Znode %1 was deleted.</source>
        <translation>Znode %1 被删除。</translation>
    </message>
    <message>
        <source>Znode %1 was written, version %2.</source>
        <translation>Znode %1 被写入，版本 %2。</translation>
    </message>
    <message>
        <source>The watch on %1 fired for %2.</source>
        <translation>%1 上的 watch 触发，通知了 %2。</translation>
    </message>
    <message>
        <source>Broker %1 is the controller, epoch %2.</source>
        <translation>Broker %1 成为控制器，epoch %2。</translation>
    </message>
    <message>
        <source>Broker %1 is no longer the controller of epoch %2: %3</source>
        <translation>Broker %1 不再是 epoch %2 的控制器：%3</translation>
    </message>
    <message>
        <source>The controller sees broker %1 alive.</source>
        <translation>控制器看到 broker %1 上线。</translation>
    </message>
    <message>
        <source>The controller sees that broker %1 is gone.</source>
        <translation>控制器看到 broker %1 不在了。</translation>
    </message>
    <message>
        <source>Command %1 has taken effect.</source>
        <translation>命令 %1 已生效。</translation>
    </message>
    <message>
        <source>Command %1 has taken effect: %2</source>
        <translation>命令 %1 已生效：%2</translation>
    </message>
    <message>
        <source>Command %1 was refused: %2</source>
        <translation>命令 %1 被拒绝：%2</translation>
    </message>
    <message>
        <source>Invariant %1 is broken: %2</source>
        <translation>不变式 %1 被破坏：%2</translation>
    </message>
    <message>
        <source>%1: %2 → %3, generation %4.</source>
        <translation>%1：%2 → %3，第 %4 代。</translation>
    </message>
    <message>
        <source>%1: member %2 joined again.</source>
        <translation>%1：成员 %2 重新加入。</translation>
    </message>
    <message>
        <source>%1: member %2 joined.</source>
        <translation>%1：成员 %2 加入。</translation>
    </message>
    <message>
        <source>%1: member %2 left.</source>
        <translation>%1：成员 %2 离开。</translation>
    </message>
    <message>
        <source>%1: member %2 is out: no heartbeat for %3 (session.timeout.ms).</source>
        <translation>%1：成员 %2 出局：%3 没有心跳（session.timeout.ms）。</translation>
    </message>
    <message>
        <source>%1: member %2 is out: it did not join again in time (max.poll.interval.ms).</source>
        <translation>%1：成员 %2 出局：没有按时重新加入（max.poll.interval.ms）。</translation>
    </message>
    <message>
        <source>%1: member %2 was given an id and never joined with it.</source>
        <translation>%1：成员 %2 得到了 id，却一直没有用它加入。</translation>
    </message>
    <message>
        <source>%1: member %2 was removed.</source>
        <translation>%1：成员 %2 被移除。</translation>
    </message>
    <message numerus="yes">
        <source>%1: generation %2 has %n member(s); %3 assigns.</source>
        <translation>
            <numerusform>%1：第 %2 代有 %n 个成员；由 %3 分配。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the assignment of generation %2 is stored.</source>
        <translation>%1：第 %2 代的分配方案已保存。</translation>
    </message>
    <message numerus="yes">
        <source>Broker %1 coordinates the groups of __consumer_offsets-%2: %n group(s) loaded.</source>
        <translation>
            <numerusform>Broker %1 协调 __consumer_offsets-%2 的各组：载入了 %n 个组。</numerusform>
        </translation>
    </message>
    <message>
        <source>Broker %1 no longer coordinates the groups of __consumer_offsets-%2.</source>
        <translation>Broker %1 不再协调 __consumer_offsets-%2 的各组。</translation>
    </message>
    <message>
        <source>Client %1 connected from %2.</source>
        <translation>客户端 %1 从 %2 连入。</translation>
    </message>
    <message>
        <source>Client %1 at %2 disconnected.</source>
        <translation>位于 %2 的客户端 %1 断开。</translation>
    </message>
    <message>
        <source>The connection from %1 was closed: %2</source>
        <translation>来自 %1 的连接被关闭：%2</translation>
    </message>
    <message>
        <source>Producer %1 started.</source>
        <translation>生产者 %1 启动。</translation>
    </message>
    <message>
        <source>Producer %1 stopped.</source>
        <translation>生产者 %1 停止。</translation>
    </message>
    <message>
        <source>Consumer %1 of %2 started.</source>
        <translation>%2 的消费者 %1 启动。</translation>
    </message>
    <message>
        <source>Consumer %1 of %2 crashed.</source>
        <translation>%2 的消费者 %1 崩溃。</translation>
    </message>
    <message>
        <source>Consumer %1 of %2 stopped.</source>
        <translation>%2 的消费者 %1 停止。</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) for %1 could not be sent: %2</source>
        <translation>
            <numerusform>发往 %1 的 %n 条记录发送失败：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: acknowledged, then lost: offsets %2–%3, epoch %4.</source>
        <translation>%1：已确认，之后丢失：offset %2–%3，epoch %4。</translation>
    </message>
    <message>
        <source>new partition</source>
        <translation>新分区</translation>
    </message>
    <message>
        <source>the old leader is gone</source>
        <translation>原 leader 不在了</translation>
    </message>
    <message>
        <source>unclean: no in-sync replica was left</source>
        <translation>不干净选举：没有剩下同步副本</translation>
    </message>
    <message>
        <source>preferred leader</source>
        <translation>首选 leader</translation>
    </message>
    <message>
        <source>reassignment</source>
        <translation>重新分配</translation>
    </message>
    <message>
        <source>the old leader shuts down</source>
        <translation>原 leader 正在关闭</translation>
    </message>
    <message numerus="yes">
        <source>Topic %1 was created with %n partition(s), replication factor %2.</source>
        <translation>
            <numerusform>主题 %1 已创建：%n 个分区，副本因子 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Topic %1 has %2 partitions instead of %3.</source>
        <translation>主题 %1 的分区数由 %3 增至 %2。</translation>
    </message>
    <message>
        <source>Topic %1 is being deleted.</source>
        <translation>主题 %1 正在删除。</translation>
    </message>
    <message>
        <source>Settings of %1 changed: %2.</source>
        <translation>%1 的配置已更改：%2。</translation>
    </message>
    <message>
        <source>Topic %1 was deleted.</source>
        <translation>主题 %1 已删除。</translation>
    </message>
    <message>
        <source>%1: leader %2, epoch %3, ISR %4 (%5).</source>
        <translation>%1：leader %2，epoch %3，ISR %4（%5）。</translation>
    </message>
    <message>
        <source>%1: leader %2 → %3, epoch %4, ISR %5 (%6).</source>
        <translation>%1：leader %2 → %3，epoch %4，ISR %5（%6）。</translation>
    </message>
    <message>
        <source>%1 has no leader: the last in-sync replica is gone (ISR %2).</source>
        <translation>%1 没有 leader：最后一个同步副本不在了（ISR %2）。</translation>
    </message>
    <message>
        <source>%1 goes on moving from %2 to %3 under a new controller.</source>
        <translation>%1 在新控制器下继续从 %2 迁移到 %3。</translation>
    </message>
    <message>
        <source>%1 moves from %2 to %3: the new replicas begin to copy.</source>
        <translation>%1 从 %2 迁移到 %3：新副本开始复制。</translation>
    </message>
    <message>
        <source>%1 has moved: its replicas are %2.</source>
        <translation>%1 迁移完成：副本为 %2。</translation>
    </message>
    <message>
        <source>%1 does not move: its replicas stay %2.</source>
        <translation>%1 不再迁移：副本仍为 %2。</translation>
    </message>
    <message>
        <source>Broker %1 acted as controller of epoch %2 and was refused: epoch %3 reigns.</source>
        <translation>Broker %1 以 epoch %2 的控制器身份行事，被拒绝：现在是 epoch %3。</translation>
    </message>
    <message>
        <source>Broker %1 acted as leader of %2 in epoch %3 and was refused: it is epoch %4.</source>
        <translation>Broker %1 以 %2 在 epoch %3 的 leader 身份行事，被拒绝：现在是 epoch %4。</translation>
    </message>
    <message>
        <source>Broker %1 acted with its earlier registration and was refused.</source>
        <translation>Broker %1 以先前的注册身份行事，被拒绝。</translation>
    </message>
    <message>
        <source>%1: the controller took broker %2, which is stopping, out of the ISR, now %3.</source>
        <translation>%1：控制器把正在停止的 broker %2 移出 ISR，现在是 %3。</translation>
    </message>
    <message>
        <source>%1: the controller took broker %2, which it leaves, out of the ISR, now %3.</source>
        <translation>%1：控制器把将要离开的 broker %2 移出 ISR，现在是 %3。</translation>
    </message>
    <message>
        <source>%1: the controller took dead broker %2 out of the ISR, now %3.</source>
        <translation>%1：控制器把已死的 broker %2 移出 ISR，现在是 %3。</translation>
    </message>
    <message>
        <source>%1: became leader of epoch %2 at LEO %3, HW %4.</source>
        <translation>%1：成为 epoch %2 的 leader，LEO %3，HW %4。</translation>
    </message>
    <message>
        <source>%1: became follower of broker %2, epoch %3, at LEO %4.</source>
        <translation>%1：成为 broker %2 的 follower，epoch %3，LEO %4。</translation>
    </message>
    <message>
        <source>%1: leader takes %2 out of the ISR, leaving %3: not caught up for %4 (replica.lag.time.max.ms).</source>
        <translation>%1：leader 把 %2 移出 ISR，剩下 %3：已有 %4 没有追上（replica.lag.time.max.ms）。</translation>
    </message>
    <message>
        <source>%1: broker %2 is back in the ISR, now %3.</source>
        <translation>%1：broker %2 回到 ISR，现在是 %3。</translation>
    </message>
    <message>
        <source>%1: log cut from LEO %2 to %3: %4</source>
        <translation>%1：日志从 LEO %2 截断到 %3：%4</translation>
    </message>
    <message>
        <source>%1: log recovered to LEO %2, %3 bytes cut.</source>
        <translation>%1：日志恢复到 LEO %2，截掉 %3 字节。</translation>
    </message>
    <message>
        <source>%1: new segment from offset %2.</source>
        <translation>%1：从 offset %2 开始新的段。</translation>
    </message>
    <message>
        <source>%1: old segments from offset %2 up to %3 deleted (%4 bytes): %5.</source>
        <translation>%1：已删除 offset %2 到 %3 的旧段（%4 字节）：%5。</translation>
    </message>
    <message>
        <source>%1: the log failed: %2</source>
        <translation>%1：日志出错：%2</translation>
    </message>
    <message>
        <source>%1: compacted up to offset %2: %3 of %4 records are left, %5 of %6 bytes; tombstones kept: %7, dropped: %8.</source>
        <translation>%1：压缩到 offset %2：%4 条记录剩下 %3 条，%6 字节剩下 %5 字节；墓碑保留 %7 个，删除 %8 个。</translation>
    </message>
    <message>
        <source>%1: the log cannot be compacted: %2</source>
        <translation>%1：日志无法压缩：%2</translation>
    </message>
    <message>
        <source>%1: HW %2 is held back by broker %3.</source>
        <translation>%1：HW %2 被 broker %3 拖住。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>%1 towards %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>The link is cut: %1.</source>
        <translation>链路被切断：%1。</translation>
    </message>
    <message>
        <source>The link is slow, %2 ms more for each message: %1.</source>
        <translation>链路变慢，每条消息多用 %2 毫秒：%1。</translation>
    </message>
    <message>
        <source>The link is clogged, %2 bytes a second: %1.</source>
        <translation>链路拥塞，每秒 %2 字节：%1。</translation>
    </message>
    <message>
        <source>The next message is held: %1.</source>
        <translation>下一条消息将被扣留：%1。</translation>
    </message>
    <message>
        <source>The next %2 is held: %1.</source>
        <translation>下一个 %2 将被扣留：%1。</translation>
    </message>
    <message>
        <source>All connections were reset: %1.</source>
        <translation>所有连接被重置：%1。</translation>
    </message>
    <message>
        <source>%1 was killed.</source>
        <translation>%1 被杀掉了。</translation>
    </message>
    <message>
        <source>%1 lost power.</source>
        <translation>%1 断电。</translation>
    </message>
    <message>
        <source>%1 froze.</source>
        <translation>%1 被冻结。</translation>
    </message>
    <message>
        <source>The clock of %1 is wrong by %2 ms.</source>
        <translation>%1 的时钟偏差 %2 毫秒。</translation>
    </message>
    <message>
        <source>The disk of %1 is slow: %2 ms for each write.</source>
        <translation>%1 的磁盘变慢：每次写入 %2 毫秒。</translation>
    </message>
    <message>
        <source>The disk of %1 is full.</source>
        <translation>%1 的磁盘已满。</translation>
    </message>
    <message>
        <source>The disk of %1 fails to write.</source>
        <translation>%1 的磁盘无法写入。</translation>
    </message>
    <message>
        <source>The disk of %1 fails to sync.</source>
        <translation>%1 的磁盘无法同步。</translation>
    </message>
    <message>
        <source>The disk of %1 writes only half of what it is given.</source>
        <translation>%1 的磁盘只写入一半内容。</translation>
    </message>
    <message>
        <source>A byte on the disk of %1 is wrong: %2.</source>
        <translation>%1 的磁盘上有一个字节出错：%2。</translation>
    </message>
    <message>
        <source>The ZooKeeper session of %1 was ended.</source>
        <translation>%1 的 ZooKeeper 会话被终止。</translation>
    </message>
    <message>
        <source>No more: %1</source>
        <translation>已结束：%1</translation>
    </message>
    <message>
        <source>A message of %1 bytes is held on its way from %2 to %3: %4.</source>
        <translation>从 %2 到 %3 的一条 %1 字节的消息被扣留：%4。</translation>
    </message>
    <message>
        <source>ZooKeeper session %1 of %2 moved from %3 to %4.</source>
        <translation>%2 的 ZooKeeper 会话 %1 从 %3 移到了 %4。</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>%1 looks for a leader: %2</source>
        <translation>%1 在寻找 leader：%2</translation>
    </message>
    <message>
        <source>%1 leads the ensemble, epoch %2.</source>
        <translation>%1 领导 ZooKeeper 集群，epoch %2。</translation>
    </message>
    <message>
        <source>%1 finds no quorum: it hears of %2 of %3 servers.</source>
        <translation>%1 凑不成法定多数：%3 台服务器中只听到 %2 台。</translation>
    </message>
    <message>
        <source>%1 has a quorum again.</source>
        <translation>%1 又有了法定多数。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 has to give up %n partition(s) first.</source>
        <translation>
            <numerusform>%1：%2 须先交出 %n 个分区。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 has all that is meant for it: %n partition(s).</source>
        <translation>
            <numerusform>%1：%2 已拿到分给它的全部 %n 个分区。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 has %n partition(s) and waits for more.</source>
        <translation>
            <numerusform>%1：%2 有 %n 个分区，还在等其余的。</numerusform>
        </translation>
    </message>
    <message>
        <source>The application of %1 takes %2 ms for each record.</source>
        <translation>%1 的应用程序处理每条记录需 %2 毫秒。</translation>
    </message>
    <message>
        <source>The application of %1 does not poll.</source>
        <translation>%1 的应用程序不再调用 poll。</translation>
    </message>
    <message>
        <source>The application of %1 does not poll for %2 ms.</source>
        <translation>%1 的应用程序在 %2 毫秒内不调用 poll。</translation>
    </message>
    <message>
        <source>%1 sends no heartbeats.</source>
        <translation>%1 不发送心跳。</translation>
    </message>
    <message>
        <source>%1 sends no heartbeats for %2 ms.</source>
        <translation>%1 在 %2 毫秒内不发送心跳。</translation>
    </message>
    <message>
        <source>%1 leaves its group every %2 ms and returns.</source>
        <translation>%1 每隔 %2 毫秒离开消费组再回来。</translation>
    </message>
    <message>
        <source>message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>%1 response</source>
        <translation>%1 响应</translation>
    </message>
    <message>
        <source>%1: leader takes %2 out of the ISR, leaving %3: not caught up with this leader yet (replica.lag.time.max.ms).</source>
        <translation>%1：leader 把 %2 移出 ISR，剩下 %3：从未追上过这个 leader（replica.lag.time.max.ms）。</translation>
    </message>
    <message>
        <source>response</source>
        <translation>响应</translation>
    </message>
    <message>
        <source>No longer held: %1, %2.</source>
        <translation>不再扣住：%1，%2。</translation>
    </message>
</context>
<context>
    <name>FailureWords</name>
    <message>
        <source>This line names what is not there: %1</source>
        <translation>这一行提到了不存在的东西：%1</translation>
    </message>
    <message>
        <source>%1 What is so instead: %2</source>
        <comment>two sentences</comment>
        <translation>%1实际情况是：%2</translation>
    </message>
    <message>
        <source>%1: nothing came of it in %2.</source>
        <comment>a command, a time</comment>
        <translation>%1：过了 %2 仍无结果。</translation>
    </message>
    <message>
        <source>%1: this was to be refused, and was done.</source>
        <comment>a command</comment>
        <translation>%1：本应被拒绝，却执行了。</translation>
    </message>
    <message>
        <source>%1: this was refused. %2</source>
        <comment>a command, a sentence</comment>
        <translation>%1：被拒绝了。%2</translation>
    </message>
    <message>
        <source>The step waits for this, and %2 were not enough: %1</source>
        <translation>这一步在等待下面的情况，但等了 %2 仍未出现：%1</translation>
    </message>
    <message>
        <source>This was to stay so, and ended after %2: %1</source>
        <translation>本应一直保持，但 %2 后就不成立了：%1</translation>
    </message>
    <message>
        <source>This is always to be so, and is not: %1</source>
        <translation>本应始终成立，却没有：%1</translation>
    </message>
    <message>
        <source>This did not come true within %2: %1</source>
        <translation>在 %2 内没有成立：%1</translation>
    </message>
    <message>
        <source>%1: this has to be refused.</source>
        <comment>a command</comment>
        <translation>%1：这条命令应当被拒绝。</translation>
    </message>
</context>
<context>
    <name>FaultWords</name>
    <message>
        <source>killed</source>
        <translation>已杀掉</translation>
    </message>
    <message>
        <source>no power</source>
        <translation>断电</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>clock %1%2 s</source>
        <translation>时钟 %1%2 秒</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>切断</translation>
    </message>
    <message>
        <source>+%1 ms</source>
        <translation>+%1 ms</translation>
    </message>
    <message>
        <source>%1 kB/s</source>
        <translation>%1 kB/s</translation>
    </message>
    <message>
        <source>holds the next</source>
        <translation>扣住下一条</translation>
    </message>
    <message>
        <source>slow disk</source>
        <translation>慢盘</translation>
    </message>
    <message>
        <source>disk full</source>
        <translation>盘满</translation>
    </message>
    <message>
        <source>write errors</source>
        <translation>写错误</translation>
    </message>
    <message>
        <source>sync errors</source>
        <translation>刷盘错误</translation>
    </message>
    <message>
        <source>torn writes</source>
        <translation>撕裂写</translation>
    </message>
    <message>
        <source>flipped byte</source>
        <translation>字节翻转</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>session ended</source>
        <translation>会话已终止</translation>
    </message>
    <message>
        <source>%1 ms per record</source>
        <translation>每条记录 %1 毫秒</translation>
    </message>
    <message>
        <source>does not poll</source>
        <translation>不拉取</translation>
    </message>
    <message>
        <source>no heartbeats</source>
        <translation>无心跳</translation>
    </message>
    <message>
        <source>comes and goes</source>
        <translation>反复进出</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>切断 %1</translation>
    </message>
    <message>
        <source>%1, %2 → %3, held %4.</source>
        <translation>%1，%2 → %3，已扣住 %4。</translation>
    </message>
    <message>
        <source>%1 held %2</source>
        <comment>a message, a time</comment>
        <translation>%1 已扣住 %2</translation>
    </message>
</context>
<context>
    <name>Faults</name>
    <message>
        <source>Kill</source>
        <translation>杀掉</translation>
    </message>
    <message>
        <source>The process dies at once; what it has written stays.</source>
        <translation>进程立刻死亡；已写入的内容保留。</translation>
    </message>
    <message>
        <source>Power off</source>
        <translation>断电</translation>
    </message>
    <message>
        <source>The machine loses power: what was not synced is gone.</source>
        <translation>机器断电：没有刷盘的内容会丢失。</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>It stands still without dying: alive, but silent.</source>
        <translation>停住但不死亡：活着，却没有声音。</translation>
    </message>
    <message>
        <source>Clock +%1 min</source>
        <translation>时钟 +%1 分</translation>
    </message>
    <message>
        <source>Its wall clock jumps ahead. Timeouts go by another clock that does not jump; timestamps of records do not.</source>
        <translation>它的挂钟向前跳。超时按另一个不跳的时钟计算；记录的时间戳则不是。</translation>
    </message>
    <message>
        <source>Clock −%1 min</source>
        <translation>时钟 −%1 分</translation>
    </message>
    <message>
        <source>Its wall clock jumps back.</source>
        <translation>它的挂钟向后跳。</translation>
    </message>
    <message>
        <source>Expire session</source>
        <translation>会话过期</translation>
    </message>
    <message>
        <source>ZooKeeper ends its session at once, though it lives: its ephemeral znodes go, and it has to register again.</source>
        <translation>虽然它还活着，ZooKeeper 立刻终止它的会话：它的临时节点消失，它必须重新注册。</translation>
    </message>
    <message>
        <source>Slow, %1 ms</source>
        <translation>慢 %1 ms</translation>
    </message>
    <message>
        <source>Each write and each sync takes that long.</source>
        <translation>每次写入和每次刷盘都要这么久。</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>写满</translation>
    </message>
    <message>
        <source>Nothing more can be written.</source>
        <translation>再也写不进任何内容。</translation>
    </message>
    <message>
        <source>Write errors</source>
        <translation>写错误</translation>
    </message>
    <message>
        <source>Writes and syncs fail.</source>
        <translation>写入和刷盘都失败。</translation>
    </message>
    <message>
        <source>Sync errors</source>
        <translation>刷盘错误</translation>
    </message>
    <message>
        <source>Writes go well, syncing them to the disk fails.</source>
        <translation>写入正常，刷到磁盘失败。</translation>
    </message>
    <message>
        <source>Torn writes</source>
        <translation>撕裂写</translation>
    </message>
    <message>
        <source>Of each write the first half is written, then it fails.</source>
        <translation>每次写入只写前一半，然后失败。</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>切断</translation>
    </message>
    <message>
        <source>Nothing gets through either way; what is sent waits until the link is whole again, as with TCP.</source>
        <translation>两个方向都不通；发出的内容像 TCP 那样等到链路恢复。</translation>
    </message>
    <message>
        <source>Cut one way</source>
        <translation>单向切断</translation>
    </message>
    <message>
        <source>Nothing gets through from the first to the second; the other way is whole.</source>
        <translation>从前者到后者不通；反方向正常。</translation>
    </message>
    <message>
        <source>Delay %1 ms</source>
        <translation>延迟 %1 ms</translation>
    </message>
    <message>
        <source>Every message takes that much longer, both ways.</source>
        <translation>两个方向的每条消息都多花这么久。</translation>
    </message>
    <message>
        <source>Clog, %1 kB/s</source>
        <translation>拥塞 %1 kB/s</translation>
    </message>
    <message>
        <source>No more than that gets through, each way.</source>
        <translation>每个方向最多通过这么多。</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>All connections between the two end at once.</source>
        <translation>两者之间的所有连接立刻断开。</translation>
    </message>
    <message>
        <source>Hold the next message</source>
        <translation>扣住下一条消息</translation>
    </message>
    <message>
        <source>The next message from the first to the second waits, and all behind it, until it is let go.</source>
        <translation>从前者到后者的下一条消息及其后的所有消息都等待，直到放行。</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Link to</source>
        <translation>到…的链路</translation>
    </message>
    <message>
        <source>Flip a byte</source>
        <translation>翻转一个字节</translation>
    </message>
    <message>
        <source>One bit of the newest batch of the selected replica changes on the disk. Nobody is told: whoever reads it finds that its checksum does not fit.</source>
        <translation>选中副本最新一个批次在磁盘上有一位被改变。没有任何通知：读到它的一方会发现校验和不符。</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重启</translation>
    </message>
    <message>
        <source>Thaw</source>
        <translation>解冻</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>LanePainter</name>
    <message>
        <source>generation %1</source>
        <translation>第 %1 代</translation>
    </message>
    <message>
        <source>join</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>assign</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
    <message>
        <source>time, %1</source>
        <translation>时间，%1</translation>
    </message>
</context>
<context>
    <name>LaneWords</name>
    <message>
        <source>a member joined</source>
        <translation>一个成员加入</translation>
    </message>
    <message>
        <source>a member left</source>
        <translation>一个成员离开</translation>
    </message>
    <message>
        <source>a member was put out</source>
        <translation>一个成员被移出</translation>
    </message>
    <message>
        <source>a generation was formed</source>
        <translation>新的一代组成了</translation>
    </message>
    <message>
        <source>the assignment was stored</source>
        <translation>分配已保存</translation>
    </message>
    <message>
        <source>the coordinator moved</source>
        <translation>协调者换了</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 to %2, sent %3</source>
        <translation>%1 发给 %2，发送于 %3</translation>
    </message>
    <message>
        <source>No answer was seen yet.</source>
        <translation>还没有看到应答。</translation>
    </message>
    <message>
        <source>Answered after %1, of which it was parked %2.</source>
        <translation>%1 后应答，其中被搁置 %2。</translation>
    </message>
    <message>
        <source>Answered after %1.</source>
        <translation>%1 后应答。</translation>
    </message>
    <message>
        <source>The answer tells it to go on: %1</source>
        <translation>应答告诉它继续：%1</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>Click to look into it.</source>
        <translation>点击查看其内容。</translation>
    </message>
    <message>
        <source>poll</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>polls, one soon after the other</source>
        <translation>一次接一次的轮询</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 timer, %2</source>
        <translation>%1计时器，%2</translation>
    </message>
    <message>
        <source>Started again and again from %1 on.</source>
        <translation>从 %1 起不断重新开始。</translation>
    </message>
    <message>
        <source>Started %1, ends %2.</source>
        <translation>开始于 %1，结束于 %2。</translation>
    </message>
    <message>
        <source>The heartbeat went out.</source>
        <translation>心跳已发出。</translation>
    </message>
    <message>
        <source>It ran out.</source>
        <translation>它走完了。</translation>
    </message>
    <message>
        <source>It was started anew or stopped with %1 left.</source>
        <translation>还剩 %1 时被重新开始或停止。</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>Parked: it gave them up when it asked to join again, and nobody reads them until the group has assigned anew.</source>
        <translation>搁置：它请求重新加入时放弃了这些分区，在组重新分配之前没有人读。</translation>
    </message>
    <message>
        <source>%1, generation %2</source>
        <translation>%1，第 %2 代</translation>
    </message>
    <message>
        <source>join %1</source>
        <translation>加入 %1</translation>
    </message>
    <message>
        <source>assign %1</source>
        <translation>分配 %1</translation>
    </message>
    <message>
        <source>sync %1</source>
        <translation>同步 %1</translation>
    </message>
    <message>
        <source>It goes on.</source>
        <translation>还在进行。</translation>
    </message>
    <message>
        <source>Click for all about it.</source>
        <translation>点击查看全部。</translation>
    </message>
    <message>
        <source>gone for %1</source>
        <translation>已离开 %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>It still has %1, which the coordinator has taken from it: nobody gets them before it says that it gave them up.</source>
        <translation>它仍持有 %1，而协调者已将其收回：在它确认放弃之前，谁也得不到。</translation>
    </message>
    <message>
        <source>epoch %1, gives up %2</source>
        <translation>epoch %1，正在放弃 %2</translation>
    </message>
    <message>
        <source>epoch %1, waits for %2</source>
        <translation>epoch %1，等待 %2</translation>
    </message>
    <message>
        <source>epoch %1, has all of its target</source>
        <translation>epoch %1，已得到全部目标分区</translation>
    </message>
</context>
<context>
    <name>LastErrors</name>
    <message>
        <source>%1, at %2</source>
        <translation>%1，时间 %2</translation>
    </message>
    <message>
        <source>%1, at %2; it has had success since</source>
        <translation>%1，时间 %2；此后已有成功</translation>
    </message>
    <message>
        <source>%1; it has had success since</source>
        <translation>%1；此后已有成功</translation>
    </message>
</context>
<context>
    <name>LogWords</name>
    <message>
        <source>Cannot be read: %1.</source>
        <translation>无法读取：%1。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not belong here.</source>
        <translation>“%1”不属于这里。</translation>
    </message>
    <message>
        <source>The name &apos;%1&apos; is not of the form %2.</source>
        <translation>名称“%1”不符合格式 %2。</translation>
    </message>
    <message>
        <source>%1 bytes, expected %2.</source>
        <translation>%1 字节，应为 %2。</translation>
    </message>
    <message>
        <source>%1 bytes, at most %2 are allowed.</source>
        <translation>%1 字节，最多允许 %2。</translation>
    </message>
    <message>
        <source>A batch of %2 bytes begins here and only %1 are there.</source>
        <translation>此处开始一个 %2 字节的批次，但只有 %1 字节。</translation>
    </message>
    <message>
        <source>%1 zero bytes where a batch should begin.</source>
        <translation>应为批次开头之处有 %1 个零字节。</translation>
    </message>
    <message>
        <source>Batch length %1, at least %2 is possible; what follows cannot be read.</source>
        <translation>批次长度为 %1，至少应为 %2；其后的内容无法读取。</translation>
    </message>
    <message>
        <source>Record format (magic) %1, expected %2; what follows cannot be read.</source>
        <translation>记录格式（magic）为 %1，应为 %2；其后的内容无法读取。</translation>
    </message>
    <message>
        <source>Record format (magic) %1, from before Kafka 0.11: not decoded.</source>
        <translation>记录格式（magic）%1 早于 Kafka 0.11：不作解码。</translation>
    </message>
    <message>
        <source>The bytes give CRC %1, the batch says %2.</source>
        <translation>按字节计算的 CRC 为 %1，批次记载为 %2。</translation>
    </message>
    <message>
        <source>Compression codec %1, expected %2.</source>
        <translation>压缩编码为 %1，应为 %2。</translation>
    </message>
    <message>
        <source>%1, expected %2.</source>
        <translation>%1，应为 %2。</translation>
    </message>
    <message>
        <source>The records do not fit: %1.</source>
        <translation>记录不吻合：%1。</translation>
    </message>
    <message>
        <source>The records were not looked at: %1.</source>
        <translation>未查看记录：%1。</translation>
    </message>
    <message>
        <source>A record has offset %1, expected %2.</source>
        <translation>某条记录的 offset 为 %1，应为 %2。</translation>
    </message>
    <message>
        <source>The batch says its largest timestamp is %1, its records say %2.</source>
        <translation>批次记载的最大时间戳为 %1，其记录为 %2。</translation>
    </message>
    <message>
        <source>First offset %1 lies below the segment&apos;s base %2.</source>
        <translation>首个 offset %1 低于段的起始 offset %2。</translation>
    </message>
    <message>
        <source>Base offset %1, expected %2 or more.</source>
        <translation>起始 offset 为 %1，应不小于 %2。</translation>
    </message>
    <message>
        <source>Last offset %1 is too far from the base, at most %2.</source>
        <translation>最后的 offset %1 离起始太远，最多为 %2。</translation>
    </message>
    <message>
        <source>Offset %1 follows, expected %2: offsets are missing.</source>
        <translation>接下来是 offset %1，应为 %2：缺少 offset。</translation>
    </message>
    <message>
        <source>Leader epoch %1 follows, expected %2 or more.</source>
        <translation>接下来是 leader epoch %1，应不小于 %2。</translation>
    </message>
    <message>
        <source>Holds no batch and is not the active segment.</source>
        <translation>没有批次，也不是活动段。</translation>
    </message>
    <message>
        <source>%2 is missing.</source>
        <translation>缺少 %2。</translation>
    </message>
    <message>
        <source>%2 is missing: an index without its log.</source>
        <translation>缺少 %2：有索引而无日志。</translation>
    </message>
    <message>
        <source>Entry %1 does not rise above the one before, %2.</source>
        <translation>条目 %1 没有大于前一个 %2。</translation>
    </message>
    <message>
        <source>An entry points to %1, the most is %2.</source>
        <translation>某条目指向 %1，最大为 %2。</translation>
    </message>
    <message>
        <source>An entry points to byte %1 where no batch begins; the batch around it begins at %2.</source>
        <translation>某条目指向字节 %1，但那里不是批次开头；所在批次始于 %2。</translation>
    </message>
    <message>
        <source>An entry names offset %1, expected the last offset of a batch from its position on, %2.</source>
        <translation>某条目记的 offset 为 %1，应为其位置起某批次的最后 offset %2。</translation>
    </message>
    <message>
        <source>An entry of zeroes, and others follow it.</source>
        <translation>全零条目之后还有别的条目。</translation>
    </message>
    <message>
        <source>%1 zero bytes at the end of an inactive segment&apos;s index, expected %2.</source>
        <translation>非活动段的索引末尾有 %1 个零字节，应为 %2。</translation>
    </message>
    <message>
        <source>Timestamp %1, expected above %2.</source>
        <translation>时间戳为 %1，应大于 %2。</translation>
    </message>
    <message>
        <source>Offset %1, expected %2 or more.</source>
        <translation>offset 为 %1，应不小于 %2。</translation>
    </message>
    <message>
        <source>Says that nothing is newer than %1 up to its offset; the log has %2 there.</source>
        <translation>它说到其 offset 为止没有比 %1 更新的；日志中却有 %2。</translation>
    </message>
    <message>
        <source>The last entry&apos;s timestamp is %1, the segment&apos;s largest is %2.</source>
        <translation>最后条目的时间戳为 %1，段内最大为 %2。</translation>
    </message>
    <message>
        <source>Entry version %1, expected %2.</source>
        <translation>条目版本为 %1，应为 %2。</translation>
    </message>
    <message>
        <source>An entry has %1, expected %2.</source>
        <translation>某条目有 %1，应为 %2。</translation>
    </message>
    <message>
        <source>An aborted transaction ends at offset %1, expected there %2.</source>
        <translation>一个中止的事务结束于 offset %1，那里应有 %2。</translation>
    </message>
    <message>
        <source>Snapshot version %1, expected %2.</source>
        <translation>快照版本为 %1，应为 %2。</translation>
    </message>
    <message>
        <source>The bytes give CRC %1, the snapshot says %2.</source>
        <translation>按字节计算的 CRC 为 %1，快照记载为 %2。</translation>
    </message>
    <message>
        <source>Holds %1 entries, says %2.</source>
        <translation>有 %1 个条目，记载为 %2。</translation>
    </message>
    <message>
        <source>A snapshot at offset %1, expected %2.</source>
        <translation>offset %1 处的快照，应为 %2。</translation>
    </message>
    <message>
        <source>Version &apos;%1&apos;, expected %2.</source>
        <translation>版本为“%1”，应为 %2。</translation>
    </message>
    <message>
        <source>Holds %1 entries, says &apos;%2&apos;.</source>
        <translation>有 %1 个条目，记载为“%2”。</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not of the form &apos;%2&apos;.</source>
        <translation>“%1”不符合格式“%2”。</translation>
    </message>
    <message>
        <source>An epoch starts at %1, the log ends at %2.</source>
        <translation>某 epoch 始于 %1，而日志止于 %2。</translation>
    </message>
    <message>
        <source>A batch carries leader epoch %1, by leader-epoch-checkpoint it is %2.</source>
        <translation>某批次的 leader epoch 为 %1，按 leader-epoch-checkpoint 应为 %2。</translation>
    </message>
    <message>
        <source>%2 is missing and batches carry leader epochs.</source>
        <translation>缺少 %2，而批次带有 leader epoch。</translation>
    </message>
    <message>
        <source>%1, the log ends at %2.</source>
        <translation>%1，而日志止于 %2。</translation>
    </message>
    <message>
        <source>%1, expected %2 or more.</source>
        <translation>%1，应不小于 %2。</translation>
    </message>
    <message>
        <source>Names %1, which is not here.</source>
        <translation>提到 %1，而它不在这里。</translation>
    </message>
    <message>
        <source>No .log file: an empty log would have %2.</source>
        <translation>没有 .log 文件：空日志也会有 %2。</translation>
    </message>
    <message>
        <source>(%1 in all)</source>
        <translation>（共 %1）</translation>
    </message>
    <message>
        <source>File name %1: its base is not above %2, so look at it or right of it.</source>
        <translation>文件名 %1：起始 offset 不大于 %2，看它或往右找。</translation>
    </message>
    <message>
        <source>File name %1: its base is above %2, so look left of it.</source>
        <translation>文件名 %1：起始 offset 大于 %2，往左找。</translation>
    </message>
    <message>
        <source>Segment %1: its largest timestamp is %2, young enough.</source>
        <translation>段 %1：最大时间戳为 %2，够新。</translation>
    </message>
    <message>
        <source>Segment %1: the last whose base is not above %2.</source>
        <translation>段 %1：起始 offset 不大于 %2 的最后一段。</translation>
    </message>
    <message>
        <source>Segment %1: its largest timestamp is %2, too old.</source>
        <translation>段 %1：最大时间戳为 %2，太旧。</translation>
    </message>
    <message>
        <source>.index entry %1: offset %2 at byte %3, not above: go right.</source>
        <translation>.index 条目 %1：offset %2 在字节 %3，不大于目标：往右。</translation>
    </message>
    <message>
        <source>.index entry %1: offset %2 at byte %3, above: go left.</source>
        <translation>.index 条目 %1：offset %2 在字节 %3，大于目标：往左。</translation>
    </message>
    <message>
        <source>No .index entry is at or before it: begin at byte 0.</source>
        <translation>目标之前没有 .index 条目：从字节 0 开始。</translation>
    </message>
    <message>
        <source>Nearest .index entry: offset %1, so begin at byte %2.</source>
        <translation>最近的 .index 条目：offset %1，从字节 %2 开始。</translation>
    </message>
    <message>
        <source>.timeindex entry %1: %2, not younger: go right.</source>
        <translation>.timeindex 条目 %1：%2，不比目标新：往右。</translation>
    </message>
    <message>
        <source>.timeindex entry %1: %2, younger: go left.</source>
        <translation>.timeindex 条目 %1：%2，比目标新：往左。</translation>
    </message>
    <message>
        <source>No .timeindex entry is that old: begin at offset %1.</source>
        <translation>没有这么旧的 .timeindex 条目：从 offset %1 开始。</translation>
    </message>
    <message>
        <source>Nothing younger than %1 lies before offset %2: look that up.</source>
        <translation>offset %2 之前没有比 %1 更新的：查找该 offset。</translation>
    </message>
    <message>
        <source>Batch at byte %1: offsets %2–%3, largest timestamp %4.</source>
        <translation>字节 %1 处的批次：offset %2–%3，最大时间戳 %4。</translation>
    </message>
    <message>
        <source>Batch at byte %1: offsets %2–%3.</source>
        <translation>字节 %1 处的批次：offset %2–%3。</translation>
    </message>
    <message>
        <source>Read the batch at byte %1 and go over its records.</source>
        <translation>读取字节 %1 处的批次，逐条查看其记录。</translation>
    </message>
    <message>
        <source>Found: offset %1 lies in the batch at byte %2 of %3.</source>
        <translation>找到：offset %1 在 %3 的字节 %2 处的批次里。</translation>
    </message>
    <message>
        <source>No record is as young as %1.</source>
        <translation>没有记录新到 %1。</translation>
    </message>
    <message>
        <source>Offset %1 is not in this log.</source>
        <translation>offset %1 不在此日志中。</translation>
    </message>
    <message>
        <source>No whole batch begins at byte %1 of %2: the log is damaged.</source>
        <translation>%2 的字节 %1 处没有完整的批次：日志已损坏。</translation>
    </message>
    <message>
        <source>%2 is missing: whose directory is this?</source>
        <translation>缺少 %2：这是谁的目录？</translation>
    </message>
    <message>
        <source>&apos;%1&apos; belongs to a change that has not ended yet: %2.</source>
        <translation>“%1”属于一个尚未结束的变更：%2。</translation>
    </message>
    <message>
        <source>it waits for its removal</source>
        <translation>等待被删除</translation>
    </message>
    <message>
        <source>it was to replace %1</source>
        <translation>原本要替换 %1</translation>
    </message>
    <message>
        <source>it was to become %1</source>
        <translation>原本要成为 %1</translation>
    </message>
    <message>
        <source>a file that was to replace another</source>
        <translation>原本要替换另一个文件</translation>
    </message>
    <message>
        <source>a directory on its way out or in</source>
        <translation>正在移出或移入的目录</translation>
    </message>
    <message>
        <source>a segment&apos;s base, or the newest one</source>
        <translation>某个段的起始 offset，或最新的快照</translation>
    </message>
    <message>
        <source>a base offset of 20 digits before the suffix</source>
        <translation>后缀前是 20 位数字的起始 offset</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>%1 的倍数</translation>
    </message>
    <message>
        <source>an abort marker of producer %1</source>
        <translation>生产者 %1 的中止标记</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most the log&apos;s end %1</source>
        <translation>至多为日志末端 %1</translation>
    </message>
    <message>
        <source>byte %1 of the log</source>
        <translation>日志的第 %1 字节</translation>
    </message>
    <message>
        <source>each partition once</source>
        <translation>每个分区只出现一次</translation>
    </message>
    <message>
        <source>each producer once</source>
        <translation>每个生产者只出现一次</translation>
    </message>
    <message>
        <source>offset %1</source>
        <translation>offset %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>which lies before the next entry&apos;s</source>
        <translation>位于下一条目之前</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 或更大</translation>
    </message>
</context>
<context>
    <name>MarkWords</name>
    <message>
        <source>Leaders</source>
        <translation>Leader</translation>
    </message>
    <message>
        <source>ISR</source>
        <translation>ISR</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>消费组</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Brokers</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>leader change</source>
        <translation>leader 变更</translation>
    </message>
    <message>
        <source>ISR change</source>
        <translation>ISR 变更</translation>
    </message>
    <message>
        <source>change of a group</source>
        <translation>消费组变化</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>change of a broker</source>
        <translation>broker 变化</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>%1  %2: %3</source>
        <translation>%1  %2：%3</translation>
    </message>
</context>
<context>
    <name>MessageKind</name>
    <message>
        <source>%1 between brokers</source>
        <translation>broker 之间的 %1</translation>
    </message>
    <message>
        <source>%1 of this window&apos;s clients</source>
        <translation>本窗口客户端的 %1</translation>
    </message>
    <message>
        <source>%1 of outside clients</source>
        <translation>外部客户端的 %1</translation>
    </message>
    <message>
        <source>%1 with ZooKeeper</source>
        <translation>与 ZooKeeper 的 %1</translation>
    </message>
</context>
<context>
    <name>MessageWords</name>
    <message>
        <source>operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>API %1</source>
        <translation>API %1</translation>
    </message>
    <message>
        <source>↩ %1, answer</source>
        <translation>↩ %1，应答</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n record(s)</source>
        <translation>
            <numerusform>%1，%n 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>it goes on behind the end of the message.</source>
        <translation>它超出了消息的末尾。</translation>
    </message>
    <message>
        <source>its length is negative.</source>
        <translation>它的长度是负数。</translation>
    </message>
    <message>
        <source>its length says more than there is.</source>
        <translation>它声明的长度超过实际内容。</translation>
    </message>
    <message>
        <source>its number of variable length does not end.</source>
        <translation>变长整数没有结束。</translation>
    </message>
    <message>
        <source>it is longer than the 32767 bytes a string may have.</source>
        <translation>它超过了字符串允许的 32767 字节。</translation>
    </message>
    <message>
        <source>tagged fields are not in rising order.</source>
        <translation>标签字段没有按升序排列。</translation>
    </message>
    <message>
        <source>a tagged field does not fill its size.</source>
        <translation>标签字段没有占满它声明的大小。</translation>
    </message>
    <message>
        <source>bytes are left over behind the last field.</source>
        <translation>最后一个字段之后还有多余的字节。</translation>
    </message>
    <message>
        <source>no such API is known.</source>
        <translation>没有这个 API。</translation>
    </message>
    <message>
        <source>this version of the API is not known.</source>
        <translation>不认识这个 API 的这个版本。</translation>
    </message>
    <message>
        <source>this is no record batch.</source>
        <translation>这不是记录批次。</translation>
    </message>
    <message>
        <source>the records have a format before version 2.</source>
        <translation>记录采用版本 2 之前的旧格式。</translation>
    </message>
    <message>
        <source>the records are not what the batch&apos;s header says.</source>
        <translation>记录与批次头部的说明不符。</translation>
    </message>
    <message>
        <source>the compressed records cannot be read here.</source>
        <translation>这里无法读取压缩的记录。</translation>
    </message>
    <message>
        <source>this is no operation of ZooKeeper&apos;s.</source>
        <translation>这不是 ZooKeeper 的操作。</translation>
    </message>
    <message>
        <source>Byte %1: %2</source>
        <translation>第 %1 字节：%2</translation>
    </message>
    <message>
        <source>Byte %1, %2: %3</source>
        <translation>第 %1 字节，%2：%3</translation>
    </message>
    <message>
        <source>The bytes of this message are not kept: newer ones have pushed them out, or keeping was paused when it passed.</source>
        <translation>这条消息的字节没有保留：已被更新的消息挤出，或者它经过时处于暂停状态。</translation>
    </message>
    <message>
        <source>This message is too large to be kept.</source>
        <translation>这条消息太大，无法保留。</translation>
    </message>
    <message>
        <source>Its records lay in a file that cannot be read any more.</source>
        <translation>它的记录所在的文件已无法读取。</translation>
    </message>
    <message>
        <source>offsets %1 to %2</source>
        <translation>offset %1 到 %2</translation>
    </message>
</context>
<context>
    <name>NodeNames</name>
    <message>
        <source>outside programs</source>
        <translation>外部程序</translation>
    </message>
</context>
<context>
    <name>OutcomeSentences</name>
    <message>
        <source>There is no %1; allowed are broker 1 to %2 and %3.</source>
        <translation>没有 %1；可以是 broker 1 到 %2 以及 %3。</translation>
    </message>
    <message>
        <source>There is no %1; allowed are %2.</source>
        <translation>没有 %1；可以是 %2。</translation>
    </message>
    <message>
        <source>There is no %1; allowed are %2, embedded clients and outside programs.</source>
        <translation>没有 %1；可以是 %2、内置客户端或外部程序。</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 的状态是：%2。</translation>
    </message>
    <message>
        <source>%1 is down already.</source>
        <translation>%1 已经停机。</translation>
    </message>
    <message>
        <source>%1 is down.</source>
        <translation>%1 已停机。</translation>
    </message>
    <message>
        <source>%1 is down; what its disk had not synced is gone.</source>
        <translation>%1 已停机；磁盘上尚未同步的内容已丢失。</translation>
    </message>
    <message>
        <source>%1 is %2, it cannot be stopped.</source>
        <translation>%1 的状态是：%2，不能停止它。</translation>
    </message>
    <message>
        <source>%1 was killed while it stopped.</source>
        <translation>%1 在停止过程中被杀掉。</translation>
    </message>
    <message>
        <source>%1 was killed while it started.</source>
        <translation>%1 在启动过程中被杀掉。</translation>
    </message>
    <message>
        <source>%1 failed while it stopped: %2</source>
        <translation>%1 在停止过程中出错：%2</translation>
    </message>
    <message>
        <source>%1 cannot start: %2</source>
        <translation>%1 无法启动：%2</translation>
    </message>
    <message>
        <source>%1 runs again.</source>
        <translation>%1 恢复运行。</translation>
    </message>
    <message>
        <source>%1 starts.</source>
        <translation>%1 正在启动。</translation>
    </message>
    <message>
        <source>The cluster is still starting; a broker can join afterwards.</source>
        <translation>集群仍在启动；之后 broker 才能加入。</translation>
    </message>
    <message>
        <source>There are %1 brokers, at most %2 are allowed.</source>
        <translation>已有 %1 个 broker，最多允许 %2 个。</translation>
    </message>
    <message>
        <source>%1 would need port %2, at most 65535 is allowed.</source>
        <translation>%1 需要端口 %2，最大允许 65535。</translation>
    </message>
    <message>
        <source>%1 does not serve, it cannot end a session.</source>
        <translation>%1 不在服务状态，不能结束会话。</translation>
    </message>
    <message>
        <source>%1 has no session with ZooKeeper.</source>
        <translation>%1 没有 ZooKeeper 会话。</translation>
    </message>
    <message>
        <source>The ZooKeeper session of %1 is ended.</source>
        <translation>%1 的 ZooKeeper 会话已结束。</translation>
    </message>
    <message>
        <source>Fault %1 does not act now; none does.</source>
        <translation>故障 %1 目前不起作用；现在没有任何故障。</translation>
    </message>
    <message>
        <source>Fault %1 does not act now; these do: %2.</source>
        <translation>故障 %1 目前不起作用；起作用的有：%2。</translation>
    </message>
    <message>
        <source>%1 faults act already, that is the limit; heal some.</source>
        <translation>已有 %1 个故障在起作用，达到上限；请先修复一些。</translation>
    </message>
    <message>
        <source>#%1: %2</source>
        <translation>#%1：%2</translation>
    </message>
    <message>
        <source>It is so already: %1</source>
        <translation>已经如此：%1</translation>
    </message>
    <message>
        <source>No more: %1</source>
        <translation>不再：%1</translation>
    </message>
    <message>
        <source>Nothing was wrong.</source>
        <translation>没有任何故障。</translation>
    </message>
    <message>
        <source>One fault was healed.</source>
        <translation>修复了一个故障。</translation>
    </message>
    <message>
        <source>%1 faults were healed.</source>
        <translation>修复了 %1 个故障。</translation>
    </message>
    <message>
        <source>There is no link between %1 and %2; one end must be a broker or a ZooKeeper server, and the other another node.</source>
        <translation>%1 与 %2 之间没有链路；一端必须是 broker 或 ZooKeeper 服务器，另一端是别的节点。</translation>
    </message>
    <message>
        <source>The link between %1 and %2 is not cut.</source>
        <translation>%1 与 %2 之间的链路没有被切断。</translation>
    </message>
    <message>
        <source>The link is whole again.</source>
        <translation>链路已恢复。</translation>
    </message>
    <message>
        <source>The link between %1 and %2 is not %3.</source>
        <translation>%1 与 %2 之间的链路并没有%3。</translation>
    </message>
    <message>
        <source>The link is as fast as before.</source>
        <translation>链路恢复了原来的速度。</translation>
    </message>
    <message>
        <source>No message is held that could be dropped.</source>
        <translation>没有可以丢弃的被扣留消息。</translation>
    </message>
    <message>
        <source>No message is held or waited for.</source>
        <translation>没有被扣留或正在等待的消息。</translation>
    </message>
    <message>
        <source>Let go: %1.</source>
        <translation>已放行：%1。</translation>
    </message>
    <message>
        <source>Dropped with its connection: %1.</source>
        <translation>已连同连接一起丢弃：%1。</translation>
    </message>
    <message>
        <source>The disk of %1 has no trouble.</source>
        <translation>%1 的磁盘没有故障。</translation>
    </message>
    <message>
        <source>The disk of %1 works again.</source>
        <translation>%1 的磁盘恢复正常。</translation>
    </message>
    <message>
        <source>The clock of %1 would be wrong by %2 ms; %3 ms either way is the most.</source>
        <translation>%1 的时钟将偏差 %2 毫秒；前后最多允许 %3 毫秒。</translation>
    </message>
    <message>
        <source>The clock of %1 is right.</source>
        <translation>%1 的时钟是准的。</translation>
    </message>
    <message>
        <source>%1 holds no records.</source>
        <translation>%1 中没有记录。</translation>
    </message>
    <message>
        <source>%1 holds no such records.</source>
        <translation>%1 中没有这样的记录。</translation>
    </message>
    <message>
        <source>The disk refused: %1</source>
        <translation>磁盘拒绝：%1</translation>
    </message>
    <message>
        <source>No such file, a partition or a file of this node is allowed: %1</source>
        <translation>没有这个文件，请给出本节点的分区或文件：%1</translation>
    </message>
    <message>
        <source>%1 has no byte %2; it has %3 bytes.</source>
        <translation>%1 没有第 %2 个字节；它只有 %3 字节。</translation>
    </message>
    <message>
        <source>%1 cannot be read at byte %2.</source>
        <translation>无法读取 %1 的第 %2 个字节。</translation>
    </message>
    <message>
        <source>Byte %1 of %2 was %3 and is %4.</source>
        <translation>字节 %1（%2）原为 %3，现为 %4。</translation>
    </message>
    <message>
        <source>%1 holds other bytes by now, the wrong one was not put right.</source>
        <translation>%1 的内容已改变，错误的字节没有改回。</translation>
    </message>
    <message>
        <source>A producer needs at least one topic.</source>
        <translation>生产者至少需要一个主题。</translation>
    </message>
    <message>
        <source>A consumer needs at least one topic.</source>
        <translation>消费者至少需要一个主题。</translation>
    </message>
    <message>
        <source>A consumer needs a group.</source>
        <translation>消费者需要一个消费组。</translation>
    </message>
    <message>
        <source>acks is %1, allowed are all (-1), 0 and 1.</source>
        <translation>acks 为 %1，允许 all（-1）、0 和 1。</translation>
    </message>
    <message>
        <source>acks is %1, with enable.idempotence only all (-1) is allowed.</source>
        <translation>acks 为 %1，启用 enable.idempotence 时只允许 all（-1）。</translation>
    </message>
    <message>
        <source>A record has %1 bytes, allowed are 1 to %2.</source>
        <translation>每条记录 %1 字节，允许 1 到 %2。</translation>
    </message>
    <message>
        <source>At most %1 embedded clients run at once.</source>
        <translation>最多同时运行 %1 个内置客户端。</translation>
    </message>
    <message>
        <source>There is a client named %1 already.</source>
        <translation>已有名为 %1 的客户端。</translation>
    </message>
    <message>
        <source>%1 runs as %2.</source>
        <translation>%1 已运行，编号为 %2。</translation>
    </message>
    <message>
        <source>There is no %1.</source>
        <translation>没有 %1。</translation>
    </message>
    <message>
        <source>%1 vanished.</source>
        <translation>%1 已消失。</translation>
    </message>
    <message>
        <source>%1 stopped.</source>
        <translation>%1 已停止。</translation>
    </message>
    <message>
        <source>group.protocol is consumer (KIP-848), allowed is classic.</source>
        <translation>group.protocol 为 consumer（KIP-848），这里只允许 classic。</translation>
    </message>
    <message>
        <source>Only the fixed assignor takes partitions.</source>
        <translation>只有 fixed 分配器可以指定分区。</translation>
    </message>
    <message>
        <source>group.instance.id is empty; a name is allowed, or none.</source>
        <translation>group.instance.id 为空；可以填名称，或者不填。</translation>
    </message>
    <message>
        <source>%1 is %2, allowed are %3 to %4.</source>
        <translation>%1 为 %2，允许 %3 到 %4。</translation>
    </message>
    <message>
        <source>heartbeat.interval.ms is %1, it must be below the %2 of session.timeout.ms.</source>
        <translation>heartbeat.interval.ms 为 %1，必须小于 session.timeout.ms 的 %2。</translation>
    </message>
    <message>
        <source>%1 is a producer; consumers are allowed.</source>
        <translation>%1 是生产者；这里只能是消费者。</translation>
    </message>
    <message>
        <source>%1 is not slow.</source>
        <translation>%1 并不慢。</translation>
    </message>
    <message>
        <source>%1 polls.</source>
        <translation>%1 正在轮询（poll）。</translation>
    </message>
    <message>
        <source>%1 sends heartbeats.</source>
        <translation>%1 正在发送心跳。</translation>
    </message>
    <message>
        <source>%1 does not come and go.</source>
        <translation>%1 没有反复进出。</translation>
    </message>
    <message>
        <source>The time is %1 ms, allowed are 0 and %2 to %3 ms.</source>
        <translation>时间为 %1 毫秒，允许 0 或 %2 到 %3 毫秒。</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暂停。</translation>
    </message>
    <message>
        <source>Resumed.</source>
        <translation>已恢复。</translation>
    </message>
    <message>
        <source>The positions were moved.</source>
        <translation>读取位置已移动。</translation>
    </message>
    <message>
        <source>%1 is below 0; offsets and times from 0 on are allowed.</source>
        <translation>%1 小于 0；offset 和时间从 0 开始。</translation>
    </message>
    <message>
        <source>The consumer refused: %1</source>
        <translation>消费者拒绝：%1</translation>
    </message>
    <message>
        <source>There is nothing new to commit.</source>
        <translation>没有新的内容可提交。</translation>
    </message>
    <message>
        <source>One partition was committed.</source>
        <translation>已提交一个分区。</translation>
    </message>
    <message>
        <source>%1 partitions were committed.</source>
        <translation>已提交 %1 个分区。</translation>
    </message>
    <message>
        <source>The commit failed: %1</source>
        <translation>提交失败：%1</translation>
    </message>
    <message>
        <source>Topic %1 is there.</source>
        <translation>主题 %1 已就绪。</translation>
    </message>
    <message>
        <source>Topic %1 is gone.</source>
        <translation>主题 %1 已删除。</translation>
    </message>
    <message>
        <source>%1: no topic is called &apos;%2&apos;.</source>
        <translation>%1：没有名为“%2”的主题。</translation>
    </message>
    <message>
        <source>%1 has a leader.</source>
        <translation>%1 有了 leader。</translation>
    </message>
    <message>
        <source>%1 is led by its preferred replica.</source>
        <translation>%1 由首选副本担任 leader。</translation>
    </message>
    <message>
        <source>%1 is moving.</source>
        <translation>%1 正在迁移。</translation>
    </message>
    <message>
        <source>%1 does not move any more.</source>
        <translation>%1 不再迁移。</translation>
    </message>
    <message>
        <source>The broker says: %1.</source>
        <translation>broker 答复：%1。</translation>
    </message>
    <message>
        <source>The broker says: %1. In its own words: %2</source>
        <translation>broker 答复：%1。原文：%2</translation>
    </message>
    <message>
        <source>The controller answered for no topic.</source>
        <translation>控制器的答复中没有任何主题。</translation>
    </message>
    <message>
        <source>Given up.</source>
        <translation>已放弃。</translation>
    </message>
    <message>
        <source>The controller was not found.</source>
        <translation>没有找到控制器。</translation>
    </message>
    <message>
        <source>The cluster has no controller.</source>
        <translation>集群没有控制器。</translation>
    </message>
    <message>
        <source>No answer came: %1</source>
        <translation>没有收到答复：%1</translation>
    </message>
    <message>
        <source>this topic or partition does not exist</source>
        <translation>没有这个主题或分区</translation>
    </message>
    <message>
        <source>the partition has no leader</source>
        <translation>该分区没有 leader</translation>
    </message>
    <message>
        <source>it took too long</source>
        <translation>等待超时</translation>
    </message>
    <message>
        <source>the name of the topic is not allowed</source>
        <translation>主题名不合法</translation>
    </message>
    <message>
        <source>a topic of this name exists</source>
        <translation>同名主题已存在</translation>
    </message>
    <message>
        <source>the number of partitions is not allowed</source>
        <translation>分区数不合法</translation>
    </message>
    <message>
        <source>the replication factor is not allowed</source>
        <translation>副本因子不合法</translation>
    </message>
    <message>
        <source>the replicas cannot be placed like this</source>
        <translation>副本不能这样放置</translation>
    </message>
    <message>
        <source>a setting is not allowed</source>
        <translation>某项配置不合法</translation>
    </message>
    <message>
        <source>this broker is not the controller</source>
        <translation>该 broker 不是控制器</translation>
    </message>
    <message>
        <source>the request is not valid</source>
        <translation>请求无效</translation>
    </message>
    <message>
        <source>the partition is being moved already</source>
        <translation>该分区已在迁移</translation>
    </message>
    <message>
        <source>topics cannot be deleted here</source>
        <translation>这里不允许删除主题</translation>
    </message>
    <message>
        <source>the preferred replica is not alive and in sync</source>
        <translation>首选副本不在线或不同步</translation>
    </message>
    <message>
        <source>no replica is alive that could lead</source>
        <translation>没有可担任 leader 的在线副本</translation>
    </message>
    <message>
        <source>an election is not needed</source>
        <translation>不需要选举</translation>
    </message>
    <message>
        <source>the partition is not being moved</source>
        <translation>该分区没有在迁移</translation>
    </message>
    <message>
        <source>clogged</source>
        <translation>拥塞</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The rate is %1 records/s, allowed are 0 and %2 to %3.</source>
        <translation>速率为 %1 条/秒，允许 0 以及 %2 到 %3。</translation>
    </message>
    <message>
        <source>Records taken: %1.</source>
        <translation>已接收 %1 条记录。</translation>
    </message>
    <message>
        <source>%1 records to send, allowed are 1 to %2.</source>
        <translation>要发送 %1 条记录，允许 1 到 %2 条。</translation>
    </message>
    <message>
        <source>There is no message &apos;%1&apos; there; allowed are Kafka&apos;s APIs, as Fetch or LeaderAndIsr; to and from ZooKeeper its operations, as SetData, Multi or WatchEvent; between its servers Proposal, Ack or Commit. WatchEvents and messages between servers have no response.</source>
        <translation>那里没有消息“%1”；允许的是 Kafka 的 API，如 Fetch 或 LeaderAndIsr；与 ZooKeeper 之间是它的操作，如 SetData、Multi 或 WatchEvent；在它的服务器之间是 Proposal、Ack 或 Commit。WatchEvent 以及服务器之间的消息没有响应。</translation>
    </message>
    <message>
        <source>No answer came in time.</source>
        <translation>没有及时收到应答。</translation>
    </message>
    <message>
        <source>The connection ended before the answer came.</source>
        <translation>应答到来之前连接就断了。</translation>
    </message>
    <message>
        <source>The commit failed: %1.</source>
        <translation>提交失败：%1。</translation>
    </message>
    <message>
        <source>%1 does not own %2; it owns %3.</source>
        <translation>%1 不拥有 %2；它拥有 %3。</translation>
    </message>
    <message>
        <source>%1 does not own %2; it owns nothing now.</source>
        <translation>%1 不拥有 %2；它现在什么也不拥有。</translation>
    </message>
    <message>
        <source>A recording cannot be changed.</source>
        <translation>录像不能更改。</translation>
    </message>
    <message>
        <source>The past cannot be changed; go back to the present first.</source>
        <translation>过去不能更改；请先回到现在。</translation>
    </message>
    <message>
        <source>the connection broke</source>
        <translation>连接断了</translation>
    </message>
    <message>
        <source>the coordinator is still loading</source>
        <translation>协调者还在加载</translation>
    </message>
    <message>
        <source>the coordinator is not known</source>
        <translation>协调者未知</translation>
    </message>
    <message>
        <source>this broker is not the coordinator</source>
        <translation>这台 broker 不是协调者</translation>
    </message>
    <message>
        <source>the group is in another generation</source>
        <translation>组已经在另一代</translation>
    </message>
    <message>
        <source>the group does not know this member</source>
        <translation>组不认识这个成员</translation>
    </message>
    <message>
        <source>the group rebalances</source>
        <translation>组正在再均衡</translation>
    </message>
    <message>
        <source>Topic %1 has %2 partitions now.</source>
        <translation>主题 %1 现在有 %2 个分区。</translation>
    </message>
</context>
<context>
    <name>PositionWords</name>
    <message>
        <source>lag none: nothing committed</source>
        <translation>没有延迟值：从未提交</translation>
    </message>
    <message>
        <source>lag none: nothing committed, %1 wait</source>
        <translation>没有延迟值：从未提交，有 %1 条在等</translation>
    </message>
    <message>
        <source>lag unknown: no leader</source>
        <translation>延迟未知：没有 leader</translation>
    </message>
    <message>
        <source>lag 0, committed beyond the end</source>
        <translation>延迟 0，提交位置超过了日志末端</translation>
    </message>
    <message>
        <source>lag %1 to HW and LSO</source>
        <translation>到 HW 和 LSO 的延迟 %1</translation>
    </message>
    <message>
        <source>lag %1 to HW, %2 to LSO</source>
        <translation>到 HW 的延迟 %1，到 LSO 的延迟 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>log start %1</source>
        <translation>日志起点 %1</translation>
    </message>
    <message>
        <source>committed %1</source>
        <translation>已提交 %1</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>读取位置 %1</translation>
    </message>
    <message>
        <source>nobody&apos;s</source>
        <translation>无主</translation>
    </message>
</context>
<context>
    <name>ReasonWords</name>
    <message>
        <source>it started</source>
        <translation>它刚刚启动</translation>
    </message>
    <message>
        <source>the connection to zookeeper%1 ended</source>
        <translation>与 zookeeper%1 的连接断开了</translation>
    </message>
    <message>
        <source>zookeeper%1 was silent for %2 ms</source>
        <translation>zookeeper%1 静默了 %2 毫秒</translation>
    </message>
    <message>
        <source>zookeeper%1 did not bring it up to date within %2 ms</source>
        <translation>zookeeper%1 没有在 %2 毫秒内让它追上最新状态</translation>
    </message>
    <message>
        <source>zookeeper%1 sent what only followers send</source>
        <translation>zookeeper%1 发来了只有 follower 才会发的内容</translation>
    </message>
    <message>
        <source>zookeeper%1 leads in epoch %2, but epoch %3 was promised</source>
        <translation>zookeeper%1 在 epoch %2 中担任 leader，而它已经承诺了 epoch %3</translation>
    </message>
    <message>
        <source>its snapshot %1 holds more than zookeeper%2 has</source>
        <translation>它的快照 %1 里有 zookeeper%2 所没有的内容</translation>
    </message>
    <message>
        <source>its history has no %1, where zookeeper%2 would have it go on</source>
        <translation>zookeeper%2 要它从 %1 接着来，而它的历史中没有 %1</translation>
    </message>
    <message>
        <source>a snapshot is longer than was said</source>
        <translation>收到的快照比事先声明的长</translation>
    </message>
    <message>
        <source>history came out of order</source>
        <translation>收到的历史事务顺序不对</translation>
    </message>
    <message>
        <source>a leader of epoch %1 ended with epoch %2</source>
        <translation>epoch %1 的 leader 结束同步时说的却是 epoch %2</translation>
    </message>
    <message>
        <source>a proposal came out of order</source>
        <translation>收到的提案顺序不对</translation>
    </message>
    <message>
        <source>a commit came without its proposal</source>
        <translation>收到了提交，却没有收到对应的提案</translation>
    </message>
    <message>
        <source>zookeeper%1 has promised epoch %2, later than epoch %3</source>
        <translation>zookeeper%1 已经承诺了 epoch %2，比 epoch %3 更新</translation>
    </message>
    <message>
        <source>zookeeper%1 has a newer history: epoch %2, zxid %3</source>
        <translation>zookeeper%1 的历史更新：epoch %2，zxid %3</translation>
    </message>
    <message>
        <source>no quorum followed within %1 ms</source>
        <translation>%1 毫秒内跟随它的服务器没有达到法定多数</translation>
    </message>
    <message>
        <source>%1 of %2 servers follow, %3 are needed</source>
        <translation>%2 台服务器中只有 %1 台（含它自己）在跟随，需要 %3 台</translation>
    </message>
    <message>
        <source>all zxids of this epoch are used up</source>
        <translation>这个 epoch 的 zxid 已经用完</translation>
    </message>
    <message>
        <source>a message of %1 bytes between servers, at most %2 are allowed</source>
        <translation>服务器之间的一条消息有 %1 字节，最多允许 %2 字节</translation>
    </message>
    <message>
        <source>a message of unknown kind %1 between servers</source>
        <translation>服务器之间出现了未知种类（%1）的消息</translation>
    </message>
    <message>
        <source>a malformed %1 between servers</source>
        <translation>服务器之间的一个 %1 格式有误</translation>
    </message>
    <message>
        <source>a snapshot holds a znode out of order or without its parent</source>
        <translation>快照中有一个 znode 顺序不对，或者缺少父节点</translation>
    </message>
    <message>
        <source>a snapshot announces less than nothing</source>
        <translation>快照中声明的个数是负数</translation>
    </message>
    <message>
        <source>a snapshot&apos;s lengths disagree with its size</source>
        <translation>快照中各部分的长度与总大小不符</translation>
    </message>
    <message>
        <source>a snapshot has no root</source>
        <translation>快照中没有根节点</translation>
    </message>
    <message>
        <source>a file became shorter while it was read</source>
        <translation>文件在读取过程中变短了</translation>
    </message>
    <message>
        <source>a logged transaction is malformed</source>
        <translation>日志中有一条事务格式有误</translation>
    </message>
    <message>
        <source>only servers of the ensemble may connect to this port</source>
        <translation>只有 ZooKeeper 集群的服务器才能连接这个端口</translation>
    </message>
    <message>
        <source>%1 servers&apos; connections are open, no more are taken</source>
        <translation>服务器之间的连接已有 %1 个，不再接受新的</translation>
    </message>
    <message>
        <source>%1 connections are open, no more are taken</source>
        <translation>已有 %1 个连接，不再接受新的</translation>
    </message>
    <message>
        <source>a request came before the session was open</source>
        <translation>会话还没有建立，就收到了请求</translation>
    </message>
    <message>
        <source>it has seen transaction %1, here the newest is %2</source>
        <translation>它见过事务 %1，而这里最新的是 %2</translation>
    </message>
    <message>
        <source>it watches more than %1 paths</source>
        <translation>它监视的路径超过 %1 个</translation>
    </message>
    <message>
        <source>a malformed connect request: lengths and frame disagree</source>
        <translation>连接请求格式有误：各部分的长度与整帧不符</translation>
    </message>
    <message>
        <source>a malformed request header: lengths and frame disagree</source>
        <translation>请求头格式有误：各部分的长度与整帧不符</translation>
    </message>
    <message>
        <source>a malformed request: lengths and frame disagree</source>
        <translation>请求格式有误：各部分的长度与整帧不符</translation>
    </message>
    <message>
        <source>there are %1 connections already, which is the most</source>
        <translation>已有 %1 个连接，达到上限</translation>
    </message>
    <message>
        <source>api key %1 is not served</source>
        <translation>不支持 API key %1</translation>
    </message>
    <message>
        <source>%1 version %2 is not served: allowed are %3 to %4</source>
        <translation>不支持 %1 的版本 %2：允许的是 %3 到 %4</translation>
    </message>
    <message>
        <source>%1 version %2 is malformed or cut short</source>
        <translation>%1（版本 %2）格式有误或不完整</translation>
    </message>
    <message>
        <source>%1 has no version %2: %3 to %4 are known</source>
        <translation>%1 没有版本 %2：已知的是 %3 到 %4</translation>
    </message>
    <message>
        <source>the request&apos;s header is malformed or cut short</source>
        <translation>请求头格式有误或不完整</translation>
    </message>
    <message>
        <source>a frame is larger than %1 bytes or has a negative size</source>
        <translation>有一帧超过 %1 字节，或者长度为负</translation>
    </message>
    <message>
        <source>a newer controller was elected meanwhile</source>
        <translation>其间已选出更新的控制器</translation>
    </message>
    <message>
        <source>a broker obeys a newer controller</source>
        <translation>有 broker 听命于更新的控制器</translation>
    </message>
    <message>
        <source>another broker is controller</source>
        <translation>控制器已经是另一个 broker</translation>
    </message>
    <message>
        <source>/controller was removed</source>
        <translation>/controller 被删除</translation>
    </message>
    <message>
        <source>the broker stops</source>
        <translation>该 broker 正在停止</translation>
    </message>
    <message>
        <source>the broker failed</source>
        <translation>该 broker 出了故障</translation>
    </message>
    <message>
        <source>its session with the ensemble expired</source>
        <translation>它与 ZooKeeper 集群的会话已过期</translation>
    </message>
    <message>
        <source>%1; below the own high watermark %2</source>
        <translation>%1；低于自己的 HW %2</translation>
    </message>
    <message>
        <source>no leader epoch is known: cut to the high watermark</source>
        <translation>没有任何已知的 leader epoch：截断到 HW</translation>
    </message>
    <message>
        <source>leader %1 knows none of our epochs: cut to the high watermark</source>
        <translation>leader %1 不知道本副本的任何 epoch：截断到 HW</translation>
    </message>
    <message>
        <source>epoch %1 ends at %2 on leader %3</source>
        <translation>在 leader %3 上，epoch %1 止于 %2</translation>
    </message>
    <message>
        <source>leader %1 ends at %2 already, after an unclean election</source>
        <translation>经过不干净选举，leader %1 的日志到 %2 就结束了</translation>
    </message>
    <message>
        <source>leader %1 has deleted what comes next and begins at %2</source>
        <translation>接下来的内容已被 leader %1 删除，它的日志从 %2 开始</translation>
    </message>
    <message>
        <source>older than retention.ms %1</source>
        <translation>已超过 retention.ms %1</translation>
    </message>
    <message>
        <source>the log was larger than retention.bytes %1</source>
        <translation>日志超过了 retention.bytes %1</translation>
    </message>
    <message>
        <source>below the log start</source>
        <translation>在日志起点之前</translation>
    </message>
    <message>
        <source>Shutdown broker because all log dirs in %1 have failed: %2</source>
        <translation>%1 中的所有日志目录都已失效，broker 停机：%2</translation>
    </message>
    <message>
        <source>no space left on the disk (this fault was asked for)</source>
        <translation>磁盘空间已满（这是人为制造的故障）</translation>
    </message>
    <message>
        <source>the disk failed (this fault was asked for)</source>
        <translation>磁盘出错（这是人为制造的故障）</translation>
    </message>
    <message>
        <source>cannot write to %1: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>cannot append to %1: %2</source>
        <translation>无法追加到 %1：%2</translation>
    </message>
    <message>
        <source>cannot truncate %1: %2</source>
        <translation>无法截短 %1：%2</translation>
    </message>
    <message>
        <source>cannot sync %1: %2</source>
        <translation>无法同步 %1：%2</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>cannot look at %1: %2</source>
        <translation>无法查看 %1：%2</translation>
    </message>
    <message>
        <source>cannot list %1: %2</source>
        <translation>无法列出 %1 的内容：%2</translation>
    </message>
    <message>
        <source>cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>cannot create %1: %2</source>
        <translation>无法创建 %1：%2</translation>
    </message>
    <message>
        <source>cannot remove %1: %2</source>
        <translation>无法删除 %1：%2</translation>
    </message>
    <message>
        <source>cannot rename %1 to %2: %3</source>
        <translation>无法把 %1 改名为 %2：%3</translation>
    </message>
    <message>
        <source>cannot rename %1: %2</source>
        <translation>无法给 %1 改名：%2</translation>
    </message>
    <message>
        <source>cannot make directory %1: %2</source>
        <translation>无法创建目录 %1：%2</translation>
    </message>
    <message>
        <source>cannot make the directory %1: %2</source>
        <translation>无法创建目录 %1：%2</translation>
    </message>
    <message>
        <source>cannot lock %1: %2</source>
        <translation>无法锁定 %1：%2</translation>
    </message>
    <message>
        <source>cannot listen on %1: %2</source>
        <translation>无法监听 %1：%2</translation>
    </message>
    <message>
        <source>port %1 on %2 is already in use</source>
        <translation>%2 的端口 %1 已被占用</translation>
    </message>
    <message>
        <source>port %1 on %2 is already in use by another program</source>
        <translation>%2 的端口 %1 已被别的程序占用</translation>
    </message>
    <message>
        <source>port %1 on %2 is not allowed for this user; ports from 1024 up are</source>
        <translation>当前用户不能使用 %2 的端口 %1；可以用 1024 及以上的端口</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no address to listen on; 127.0.0.1 or another address of this machine is</source>
        <translation>“%1”不是可以监听的地址；可以用 127.0.0.1 或本机的其他地址</translation>
    </message>
    <message>
        <source>the root of a host&apos;s disk cannot be used as a file</source>
        <translation>磁盘的根目录不能当文件用</translation>
    </message>
    <message>
        <source>the root %1 of a host&apos;s disk cannot be used as a file</source>
        <translation>磁盘的根目录 %1 不能当文件用</translation>
    </message>
    <message>
        <source>a file ended inside a range that was handed out</source>
        <translation>文件在已交出的范围以内就结束了</translation>
    </message>
    <message>
        <source>a batch has at least %1 bytes, here are %2</source>
        <translation>一个批次至少有 %1 字节，这里只有 %2 字节</translation>
    </message>
    <message>
        <source>record format %1 is not %2</source>
        <translation>记录格式为 %1，应为 %2</translation>
    </message>
    <message>
        <source>a batch with base offset %1, last offset delta %2 and %3 records</source>
        <translation>一个批次的起始 offset 为 %1，最后 offset 的增量为 %2，记录数为 %3</translation>
    </message>
    <message>
        <source>batch length %1 is below the least possible, %2</source>
        <translation>批次长度为 %1，至少应为 %2</translation>
    </message>
    <message>
        <source>%1 bytes follow the last of %2 records</source>
        <translation>最后一条记录（共 %2 条）之后还有 %1 字节</translation>
    </message>
    <message>
        <source>record %1 of %2 does not fit its length</source>
        <translation>第 %1 条记录（共 %2 条）与自己的长度不符</translation>
    </message>
    <message>
        <source>a control batch without version and type</source>
        <translation>控制批次没有版本和类型</translation>
    </message>
    <message>
        <source>a transaction marker without coordinator epoch</source>
        <translation>事务标记没有协调者的 epoch</translation>
    </message>
    <message>
        <source>the CRC of the batch at offset %1 does not fit its bytes</source>
        <translation>offset %1 处批次的 CRC 与其字节不符</translation>
    </message>
    <message>
        <source>a batch begins at offset %1, allowed are %2 and up</source>
        <translation>一个批次从 offset %1 开始，只能从 %2 或更大的 offset 开始</translation>
    </message>
    <message>
        <source>a batch that ends beyond the segment</source>
        <translation>批次超出了段的末尾</translation>
    </message>
    <message>
        <source>a batch that is cut off</source>
        <translation>批次不完整</translation>
    </message>
    <message>
        <source>a batch whose CRC does not fit its bytes</source>
        <translation>批次的 CRC 与其字节不符</translation>
    </message>
    <message>
        <source>compression codec %1 is not 0 to 4</source>
        <translation>压缩编码为 %1，应在 0 到 4 之间</translation>
    </message>
    <message>
        <source>records decompress to more than %1 bytes</source>
        <translation>记录解压后超过 %1 字节</translation>
    </message>
    <message>
        <source>records said to be %1 are not: %2</source>
        <translation>记录声明为 %1 压缩，实际不是：%2</translation>
    </message>
    <message>
        <source>the library does not start</source>
        <translation>程序库无法启动</translation>
    </message>
    <message>
        <source>the library does not start again</source>
        <translation>程序库无法重新启动</translation>
    </message>
    <message>
        <source>they end before their end is reached</source>
        <translation>数据还没有到结尾就中断了</translation>
    </message>
    <message>
        <source>a block lies about its size</source>
        <translation>数据块声明的大小不实</translation>
    </message>
    <message>
        <source>a block is damaged</source>
        <translation>数据块已损坏</translation>
    </message>
    <message>
        <source>a block has no size</source>
        <translation>数据块没有声明大小</translation>
    </message>
    <message>
        <source>a block is cut off</source>
        <translation>数据块不完整</translation>
    </message>
    <message>
        <source>%1 bytes follow the frame</source>
        <translation>整帧之后还有 %1 字节</translation>
    </message>
    <message>
        <source>there are no bytes</source>
        <translation>一个字节也没有</translation>
    </message>
    <message>
        <source>there is no log of %1</source>
        <translation>没有 %1 的日志</translation>
    </message>
    <message>
        <source>%1 belongs to topic id %2, not to %3</source>
        <translation>%1 属于主题 id %2，而不是 %3</translation>
    </message>
    <message>
        <source>%1 is closed for appends after a failed write</source>
        <translation>一次写入失败之后，%1 不再接受追加</translation>
    </message>
    <message>
        <source>id &apos;%1&apos; has %2 characters, it must have 22</source>
        <translation>id“%1”有 %2 个字符，应为 22 个</translation>
    </message>
    <message>
        <source>id &apos;%1&apos; holds &apos;%2&apos;, allowed are A-Z a-z 0-9 - _</source>
        <translation>id“%1”中有“%2”，只允许 A-Z a-z 0-9 - _</translation>
    </message>
    <message>
        <source>%1: %2 at byte %3</source>
        <translation>%1：字节 %3 处：%2</translation>
    </message>
    <message>
        <source>%1: a transaction index of %2 bytes, not a multiple of %3</source>
        <translation>%1：事务索引有 %2 字节，不是 %3 的整数倍</translation>
    </message>
    <message>
        <source>%1: entry %2 of a transaction index: version %3, offsets %4 to %5</source>
        <translation>%1：事务索引的第 %2 条：版本 %3，offset %4 到 %5</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, not a multiple of %3</source>
        <translation>%1 有 %2 字节，不是 %3 的整数倍</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, a segment has at most %3</source>
        <translation>%1 有 %2 字节，一个段最多有 %3 字节</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, at most %3 are read</source>
        <translation>%1 有 %2 字节，最多读取 %3 字节</translation>
    </message>
    <message>
        <source>%1 ends inside the entries from %2 on</source>
        <translation>%1 还没有读完从第 %2 条起的条目就结束了</translation>
    </message>
    <message>
        <source>%1 ends with offset %2 at %3, its log has %4 bytes</source>
        <translation>%1 的最后一条是位置 %3 处的 offset %2，而它的日志有 %4 字节</translation>
    </message>
    <message>
        <source>%1 ends with time %2 at offset %3 after %4 at %5</source>
        <translation>%1 的最后一条是 offset %3 处的时间 %2，而前一条是 offset %5 处的 %4</translation>
    </message>
    <message>
        <source>%1 holds no whole batch at byte %2</source>
        <translation>%1 的字节 %2 处没有完整的批次</translation>
    </message>
    <message>
        <source>%1 begins with &apos;%2&apos;; allowed is &apos;%3&apos;</source>
        <translation>%1 以“%2”开头；应为“%3”</translation>
    </message>
    <message>
        <source>%1 says &apos;%2&apos; in line 2; allowed is &apos;%3&lt;id&gt;&apos;</source>
        <translation>%1 的第 2 行是“%2”；应为“%3&lt;id&gt;”</translation>
    </message>
    <message>
        <source>%1 holds no id: %2</source>
        <translation>%1 中没有 id：%2</translation>
    </message>
    <message>
        <source>%1 names the id %2 of no topic; allowed is a topic&apos;s id</source>
        <translation>%1 写的 id %2 不属于任何主题；应为某个主题的 id</translation>
    </message>
    <message>
        <source>%1 belongs to cluster &apos;%2&apos;, this cluster is &apos;%3&apos;</source>
        <translation>%1 属于集群“%2”，而本集群是“%3”</translation>
    </message>
    <message>
        <source>%1 is empty beside logs; allowed is %2</source>
        <translation>%1 是空的，旁边却有日志；应为 %2</translation>
    </message>
    <message>
        <source>%1 has no line %2=; allowed is %3</source>
        <translation>%1 中没有 %2= 这一行；应为 %3</translation>
    </message>
    <message>
        <source>%1 says %2; allowed is %3</source>
        <translation>%1 写的是 %2；应为 %3</translation>
    </message>
    <message>
        <source>%1 holds &quot;%2&quot;; allowed is one number, the epoch, of 0 to %3</source>
        <translation>%1 的内容是“%2”；只能是一个数，即 epoch，从 0 到 %3</translation>
    </message>
    <message>
        <source>%1 is damaged: its header is wrong</source>
        <translation>%1 已损坏：文件头有误</translation>
    </message>
    <message>
        <source>%1 is damaged: its checksum or its content is wrong</source>
        <translation>%1 已损坏：校验和或内容有误</translation>
    </message>
    <message>
        <source>%1 is damaged at byte %2, and later logs exist</source>
        <translation>%1 在字节 %2 处已损坏，而后面还有更新的日志</translation>
    </message>
    <message>
        <source>%1 goes on after transaction %2, but what is there before it ends with %3</source>
        <translation>%1 接在事务 %2 之后，而它之前的内容止于 %3</translation>
    </message>
    <message>
        <source>%1 is locked by somebody else: only one program may use it</source>
        <translation>%1 已被锁定：同时只能由一个程序使用</translation>
    </message>
    <message>
        <source>%1 cannot be made a directory: a file is in the way</source>
        <translation>无法创建目录 %1：已有同名的文件</translation>
    </message>
    <message>
        <source>%1 cannot be made a directory: &apos;%2&apos; is a file</source>
        <translation>无法创建目录 %1：“%2”是文件</translation>
    </message>
    <message>
        <source>%1 and %2 are not both files or both directories</source>
        <translation>%1 和 %2 一个是文件，一个是目录</translation>
    </message>
    <message>
        <source>%1 cannot be moved into itself, to %2</source>
        <translation>不能把 %1 移到它自己里面（%2）</translation>
    </message>
    <message>
        <source>%1 is already there</source>
        <translation>%1 已经存在</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1 is not empty</source>
        <translation>%1 不是空的</translation>
    </message>
    <message>
        <source>%1 is a directory</source>
        <translation>%1 是目录</translation>
    </message>
    <message>
        <source>%1 is not a directory</source>
        <translation>%1 不是目录</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 不是文件</translation>
    </message>
    <message>
        <source>%1 of %2 logs are open, %3 MiB checked</source>
        <translation>%2 个日志已打开 %1 个，检查了 %3 MiB</translation>
    </message>
    <message>
        <source>%1 was opened for reading only</source>
        <translation>%1 是只读打开的</translation>
    </message>
</context>
<context>
    <name>RebalanceWords</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>first member</source>
        <translation>第一个成员</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>left</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>session expired</source>
        <translation>会话过期</translation>
    </message>
    <message>
        <source>rebalance timeout</source>
        <translation>再均衡超时</translation>
    </message>
    <message>
        <source>subscription changed</source>
        <translation>订阅变了</translation>
    </message>
    <message>
        <source>left: poll limit</source>
        <translation>离开：poll 超限</translation>
    </message>
    <message>
        <source>partitions given up</source>
        <translation>交出了分区</translation>
    </message>
    <message>
        <source>partitions added</source>
        <translation>分区增加</translation>
    </message>
    <message>
        <source>protocol changed</source>
        <translation>协议变了</translation>
    </message>
    <message>
        <source>leader rejoined</source>
        <translation>组长重新加入</translation>
    </message>
    <message>
        <source>static member replaced</source>
        <translation>静态成员被取代</translation>
    </message>
    <message>
        <source>removed by an administrator</source>
        <translation>被管理员移除</translation>
    </message>
    <message>
        <source>trouble at a broker</source>
        <translation>broker 出了问题</translation>
    </message>
    <message>
        <source>coordinator moved</source>
        <translation>协调者换了</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>亲眼所见</translation>
    </message>
    <message>
        <source>observed, by its own words</source>
        <translation>亲眼所见，缘由出自它自己的话</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>The coordinator itself did this and said why.</source>
        <translation>这是协调者自己做的，也是它说的缘由。</translation>
    </message>
    <message>
        <source>The coordinator saw what the member did; why, the member said itself (KIP-800).</source>
        <translation>成员做了什么，协调者看见了；为什么，是成员自己说的（KIP-800）。</translation>
    </message>
    <message>
        <source>Put together from what could be seen from outside: it may be otherwise.</source>
        <translation>由外面看得到的情况推断而来，实情可能不同。</translation>
    </message>
    <message>
        <source>going on</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>overtaken by the next</source>
        <translation>被下一次取代</translation>
    </message>
    <message>
        <source>abandoned</source>
        <translation>中止</translation>
    </message>
    <message>
        <source>server-side (KIP-848)</source>
        <translation>服务端分配（KIP-848）</translation>
    </message>
    <message>
        <source>%1 (server-side, KIP-848)</source>
        <translation>%1（服务端分配，KIP-848）</translation>
    </message>
    <message>
        <source>%1 (cooperative)</source>
        <translation>%1（协作式）</translation>
    </message>
    <message>
        <source>%1 (eager)</source>
        <translation>%1（急切式）</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>so that all have about as much</source>
        <translation>为了大家差不多一样多</translation>
    </message>
    <message>
        <source>%1 is new</source>
        <translation>%1 是新来的</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 不在了</translation>
    </message>
    <message>
        <source>parked until its next owner may have it</source>
        <translation>停放着，等下一个主人可以接手</translation>
    </message>
    <message>
        <source>it was parked</source>
        <translation>之前停放着</translation>
    </message>
    <message>
        <source>nobody had it before</source>
        <translation>之前没有主人</translation>
    </message>
    <message>
        <source>nobody was given it</source>
        <translation>没有分给任何人</translation>
    </message>
    <message>
        <source>Even: no member has more than one partition more than another that wants the same topics.</source>
        <translation>均匀：订阅相同的成员之间，分区数最多相差一个。</translation>
    </message>
    <message>
        <source>A fault: counts differ by more than one, which %1 must not do.</source>
        <translation>这是错误：数目相差超过一个，%1 不该这样。</translation>
    </message>
    <message>
        <source>A property, no fault: counts differ by more than one, since %1 deals out each topic by itself.</source>
        <translation>这是特性，不是错误：数目相差超过一个，因为 %1 是逐个主题分配的。</translation>
    </message>
    <message>
        <source>A property, no fault: the counts are even, but all of one topic is with one member.</source>
        <translation>这是特性，不是错误：数目均匀，只是某个主题的分区都在一个成员手里。</translation>
    </message>
    <message>
        <source>A fault: partitions of what is subscribed are nobody&apos;s.</source>
        <translation>这是错误：订阅的主题里有分区没有主人。</translation>
    </message>
    <message>
        <source>As it must be: what was given up is nobody&apos;s until the next round hands it out.</source>
        <translation>理应如此：交出的分区暂时没有主人，下一轮才分出去。</translation>
    </message>
    <message>
        <source>The handler takes %1, max.poll.interval.ms is %2. Raise the limit, or hand it fewer records at a time (max.poll.records).</source>
        <translation>处理一次要 %1，而 max.poll.interval.ms 是 %2。请调大上限，或让它每次少取一些记录（max.poll.records）。</translation>
    </message>
    <message>
        <source>The handler takes longer than max.poll.interval.ms (%1). Raise the limit, or hand it fewer records at a time (max.poll.records).</source>
        <translation>处理一次超过了 max.poll.interval.ms（%1）。请调大上限，或让它每次少取一些记录（max.poll.records）。</translation>
    </message>
    <message>
        <source>It was silent for %1, session.timeout.ms is %2. It lives, but its heartbeats stop: look for long pauses, or raise the limit.</source>
        <translation>它沉默了 %1，而 session.timeout.ms 是 %2。它还活着，只是心跳停了：请找找长时间的停顿，或调大上限。</translation>
    </message>
    <message>
        <source>It was silent for %1, session.timeout.ms is %2. It has not come back: look for a crash or a cut link.</source>
        <translation>它沉默了 %1，而 session.timeout.ms 是 %2。它没有回来：请看看是不是崩溃了或断了网。</translation>
    </message>
    <message>
        <source>It did not join again within the rebalance timeout (%1). Its application polls too seldom, or hangs while it gives up partitions.</source>
        <translation>它没有在再均衡超时（%1）内重新加入。它的应用 poll 得太少，或者在交出分区时卡住了。</translation>
    </message>
    <message>
        <source>It leaves and is back after %1. With a group.instance.id, a restart within session.timeout.ms (%2) moves nothing.</source>
        <translation>它离开后过 %1 又回来。若设置 group.instance.id，在 session.timeout.ms（%2）内重启不会移动任何分区。</translation>
    </message>
    <message>
        <source>Two processes take each other&apos;s place. Give each a group.instance.id of its own; both use &quot;%1&quot;.</source>
        <translation>两个进程互相顶替。请给每个进程各自的 group.instance.id，现在都用的是&quot;%1&quot;。</translation>
    </message>
    <message>
        <source>__consumer_offsets could not be written: see that its partition has a leader and enough in-sync replicas.</source>
        <translation>__consumer_offsets 写不进去：请看它的分区有没有 leader，同步副本够不够。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 falls out again and again: %n time(s) in ten minutes, always &quot;%3&quot;.</source>
        <translation>
            <numerusform>%2 的 %1 一再掉出去：十分钟内 %n 次，每次都是&quot;%3&quot;。</numerusform>
        </translation>
    </message>
    <message>
        <source>the rebalance timeout</source>
        <translation>再均衡超时</translation>
    </message>
    <message>
        <source>Timer that ran out</source>
        <translation>走完的计时器</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>Last request</source>
        <translation>最后一次请求</translation>
    </message>
    <message>
        <source>Last poll</source>
        <translation>最后一次 poll</translation>
    </message>
    <message>
        <source>It said</source>
        <translation>它说</translation>
    </message>
    <message>
        <source>The coordinator wrote</source>
        <translation>协调者写的是</translation>
    </message>
    <message>
        <source>Rebalance of group %1, generation %2</source>
        <translation>组 %1 的再均衡，第 %2 代</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>客户端 id</translation>
    </message>
    <message>
        <source>Member id</source>
        <translation>成员 id</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>协议</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>join</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>assign</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Partitions moved</source>
        <translation>易主的分区</translation>
    </message>
    <message>
        <source>Stood still in sum</source>
        <translation>停读时间合计</translation>
    </message>
    <message>
        <source>Records that waited</source>
        <translation>等待的记录</translation>
    </message>
    <message>
        <source>Moved:</source>
        <translation>易主：</translation>
    </message>
    <message>
        <source>Stood still:</source>
        <translation>停读：</translation>
    </message>
    <message numerus="yes">
        <source>  %1: %2, %n record(s) waited</source>
        <translation>
            <numerusform>  %1:%2,%n 条记录在等</numerusform>
        </translation>
    </message>
    <message>
        <source>What led to it:</source>
        <translation>来龙去脉：</translation>
    </message>
    <message>
        <source>What could be done: %1</source>
        <translation>可以怎么办：%1</translation>
    </message>
</context>
<context>
    <name>RunActions</name>
    <message>
        <source>Back to the message before</source>
        <translation>退回上一条消息</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Goes back to behind the message or event before this moment (,)</source>
        <translation>退回到此刻之前的那条消息或事件刚发生之后（,）</translation>
    </message>
    <message>
        <source>Back to the event before</source>
        <translation>退回上一个事件</translation>
    </message>
    <message>
        <source>Back an event</source>
        <translation>退回一个事件</translation>
    </message>
    <message>
        <source>Goes back to behind the event before this moment (&lt;)</source>
        <translation>退回到此刻之前的那个事件刚发生之后（&lt;）</translation>
    </message>
    <message>
        <source>Back by 1 second</source>
        <translation>后退 1 秒</translation>
    </message>
    <message>
        <source>Back by 10 seconds</source>
        <translation>后退 10 秒</translation>
    </message>
    <message>
        <source>Forward to where the run has come to</source>
        <translation>前进到已运行到的最后时刻</translation>
    </message>
    <message>
        <source>To the next move of a high watermark</source>
        <translation>到高水位下一次移动</translation>
    </message>
    <message>
        <source>Of the selected partition; if none is selected, of any</source>
        <translation>所选分区的；未选分区时为任一分区的</translation>
    </message>
    <message>
        <source>To the next JoinGroup</source>
        <translation>到下一次 JoinGroup</translation>
    </message>
    <message>
        <source>To the next leader election</source>
        <translation>到下一次 leader 选举</translation>
    </message>
    <message>
        <source>To the next change of an ISR</source>
        <translation>到 ISR 下一次变化</translation>
    </message>
    <message>
        <source>To the next change of the controller</source>
        <translation>到 controller 下一次变化</translation>
    </message>
    <message>
        <source>To the end of the next rebalance</source>
        <translation>到下一次再均衡结束</translation>
    </message>
    <message>
        <source>Run until…</source>
        <translation>运行直到…</translation>
    </message>
    <message>
        <source>Slow down around faults</source>
        <translation>遇到故障时放慢</translation>
    </message>
    <message>
        <source>At a fault, an election or a rebalance time runs at 0.05× for two seconds, then as before (S)</source>
        <translation>出现故障、选举或再均衡时，时间以 0.05× 运行两秒，然后恢复原速（S）</translation>
    </message>
    <message>
        <source>Continue differently from here</source>
        <translation>从这里换一种走法</translation>
    </message>
    <message>
        <source>What came after this moment stays as a branch of its own (B)</source>
        <translation>此刻之后发生过的一切作为单独的分支保留（B）</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束对比</translation>
    </message>
    <message>
        <source>About this run…</source>
        <translation>关于本次运行…</translation>
    </message>
</context>
<context>
    <name>ServerWords</name>
    <message>
        <source>down</source>
        <translation>已停机</translation>
    </message>
    <message>
        <source>standalone</source>
        <translation>单机</translation>
    </message>
    <message>
        <source>leader of the ensemble</source>
        <translation>集群的 leader</translation>
    </message>
    <message>
        <source>follower in the ensemble</source>
        <translation>集群的 follower</translation>
    </message>
    <message>
        <source>looking for a leader</source>
        <translation>寻找 leader</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
</context>
<context>
    <name>TimerWords</name>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>poll</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>heartbeat</source>
        <translation>心跳</translation>
    </message>
    <message>
        <source>does not run</source>
        <translation>没有在计时</translation>
    </message>
    <message>
        <source>%1 of %2 left</source>
        <translation>剩 %1（共 %2）</translation>
    </message>
    <message>
        <source>Without a heartbeat until it is empty, the coordinator puts it out.</source>
        <translation>如果走完之前没有心跳，协调者就把它移出组。</translation>
    </message>
    <message>
        <source>If its application does not poll until it is empty, it leaves by itself.</source>
        <translation>如果走完之前应用没有轮询，它会自己离开组。</translation>
    </message>
    <message>
        <source>When it is empty, the next heartbeat goes out.</source>
        <translation>走完时就发出下一次心跳。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>no broker</source>
        <translation>没有 broker</translation>
    </message>
    <message>
        <source>broker %1</source>
        <translation>broker %1</translation>
    </message>
    <message>
        <source>client %1</source>
        <translation>客户端 %1</translation>
    </message>
    <message>
        <source>outside client %1</source>
        <translation>外部客户端 %1</translation>
    </message>
    <message>
        <source>down</source>
        <translation>已停机</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>recovering its logs</source>
        <translation>正在恢复日志</translation>
    </message>
    <message>
        <source>waiting for old session</source>
        <translation>等待旧会话过期</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>down %1</source>
        <translation>已停机 %1</translation>
    </message>
    <message>
        <source>waiting for old session, %1</source>
        <translation>等待旧会话过期，%1</translation>
    </message>
    <message>
        <source>leader</source>
        <translation>leader</translation>
    </message>
    <message>
        <source>follower</source>
        <translation>follower</translation>
    </message>
    <message>
        <source>out of ISR</source>
        <translation>不在 ISR</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>It has no members; its committed offsets are kept.</source>
        <translation>它没有成员；已提交的 offset 仍然保留。</translation>
    </message>
    <message>
        <source>A rebalance began: the coordinator waits until every member has joined again.</source>
        <translation>再均衡开始：协调者等待每个成员重新加入。</translation>
    </message>
    <message>
        <source>All have joined: the coordinator waits for the group leader&apos;s assignment.</source>
        <translation>全员已加入：协调者等待组 leader 的分配方案。</translation>
    </message>
    <message>
        <source>Every member knows its partitions and reads them.</source>
        <translation>每个成员都知道自己的分区，正在读取。</translation>
    </message>
    <message>
        <source>The group was removed.</source>
        <translation>该组已被移除。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, committed beyond the end</source>
        <translation>%1，提交位置超出末尾</translation>
    </message>
    <message>
        <source>%1M/s</source>
        <translation>%1M/s</translation>
    </message>
    <message>
        <source>%1k/s</source>
        <translation>%1k/s</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>There is no leader, so nothing can be committed.</source>
        <translation>没有 leader，所以什么都无法提交。</translation>
    </message>
    <message>
        <source>HW stands still: the ISR has %1 of the %2 replicas that min.insync.replicas asks for.</source>
        <translation>HW 停住不动：ISR 有 %1 个副本，而 min.insync.replicas 要求 %2 个。</translation>
    </message>
    <message>
        <source>HW is held back by nobody: the ISR is the leader alone.</source>
        <translation>没有谁拖住 HW：ISR 里只有 leader 自己。</translation>
    </message>
    <message>
        <source>HW is held back by nobody: every in-sync replica has all records.</source>
        <translation>没有谁拖住 HW：每个同步副本都有全部记录。</translation>
    </message>
    <message>
        <source>HW is about to move: every in-sync replica has the next record.</source>
        <translation>HW 即将前进：每个同步副本都已有下一条记录。</translation>
    </message>
    <message>
        <source>HW %1 is held back by broker %2: it has not fetched the next record yet.</source>
        <translation>HW %1 被 broker %2 拖住：它还没有拉取下一条记录。</translation>
    </message>
    <message>
        <source>HW %1 is held back by brokers %2: they have not fetched the next record yet.</source>
        <translation>HW %1 被 broker %2 拖住：它们还没有拉取下一条记录。</translation>
    </message>
    <message>
        <source>Member %1 is the first of the group.</source>
        <translation>成员 %1 是该组的第一个成员。</translation>
    </message>
    <message>
        <source>Member %1 joined.</source>
        <translation>成员 %1 加入。</translation>
    </message>
    <message>
        <source>Member %1 left.</source>
        <translation>成员 %1 离开。</translation>
    </message>
    <message>
        <source>The session of member %1 ended: no heartbeat came.</source>
        <translation>成员 %1 的会话结束：没有收到心跳。</translation>
    </message>
    <message>
        <source>Member %1 did not join again in time.</source>
        <translation>成员 %1 没有及时重新加入。</translation>
    </message>
    <message>
        <source>Member %1 subscribes to other topics.</source>
        <translation>成员 %1 改变了订阅的 topic。</translation>
    </message>
    <message>
        <source>Member %1 offers other assignors.</source>
        <translation>成员 %1 提供了不同的分配策略。</translation>
    </message>
    <message>
        <source>The group&apos;s leader %1 joined again.</source>
        <translation>组的 leader %1 重新加入。</translation>
    </message>
    <message>
        <source>Static member %1 came back under a new id.</source>
        <translation>静态成员 %1 以新的 id 回来。</translation>
    </message>
    <message>
        <source>Member %1 was removed.</source>
        <translation>成员 %1 被移除。</translation>
    </message>
    <message>
        <source>The assignment could not be stored.</source>
        <translation>分配结果无法保存。</translation>
    </message>
    <message>
        <source>Another broker coordinates the group now; members and generation stay.</source>
        <translation>该组现在由另一个 broker 协调；成员和代数不变。</translation>
    </message>
    <message>
        <source>It writes and reads records.</source>
        <translation>它写入并读取记录。</translation>
    </message>
    <message>
        <source>It writes records.</source>
        <translation>它写入记录。</translation>
    </message>
    <message>
        <source>It reads records.</source>
        <translation>它读取记录。</translation>
    </message>
    <message>
        <source>It has not written or read yet.</source>
        <translation>它还没有写入或读取。</translation>
    </message>
    <message>
        <source>Member %1 left: its application did not poll in time.</source>
        <translation>成员 %1 离开：它的应用没有及时 poll。</translation>
    </message>
    <message>
        <source>Member %1 gave up partitions for others to have.</source>
        <translation>成员 %1 交出了分区，好让别的成员得到它们。</translation>
    </message>
    <message>
        <source>The group&apos;s leader %1 saw its topics change.</source>
        <translation>组 leader %1 发现它的主题变了。</translation>
    </message>
    <message>
        <source>Members or topics changed: the coordinator makes a new target assignment.</source>
        <translation>成员或主题有变化：协调者正在制定新的目标分配。</translation>
    </message>
    <message>
        <source>Members give up and take over partitions, each at its own pace.</source>
        <translation>各成员按自己的节奏交出和接管分区。</translation>
    </message>
    <message>
        <source>arriving</source>
        <translation>迁入中</translation>
    </message>
    <message>
        <source>leaving</source>
        <translation>迁出中</translation>
    </message>
    <message>
        <source>HW %1 is held back by broker %2, as the leader noticed at %3: it has not fetched the next record.</source>
        <translation>HW %1 被 broker %2 拖住（leader 于 %3 观察到）：它还没有拉取下一条记录。</translation>
    </message>
    <message>
        <source>HW %1 is held back by brokers %2, as the leader noticed at %3: they have not fetched the next record.</source>
        <translation>HW %1 被 broker %2 拖住（leader 于 %3 观察到）：它们还没有拉取下一条记录。</translation>
    </message>
    <message>
        <source>was leader</source>
        <translation>前 leader</translation>
    </message>
    <message>
        <source>HW cannot move: the leader, broker %1, is down, and nobody leads in its place.</source>
        <translation>HW 无法推进：leader（broker %1）已宕机，还没有新的 leader。</translation>
    </message>
    <message>
        <source>without a ZooKeeper session</source>
        <translation>没有 ZooKeeper 会话</translation>
    </message>
</context>
<context>
    <name>hw::ui::Actions</name>
    <message>
        <source>Kill broker</source>
        <translation>杀掉 broker</translation>
    </message>
    <message>
        <source>Restart broker %1</source>
        <translation>重启 broker %1</translation>
    </message>
    <message>
        <source>Kill broker %1</source>
        <translation>杀掉 broker %1</translation>
    </message>
    <message>
        <source>Freeze broker</source>
        <translation>冻结 broker</translation>
    </message>
    <message>
        <source>Thaw broker %1</source>
        <translation>解冻 broker %1</translation>
    </message>
    <message>
        <source>Freeze broker %1</source>
        <translation>冻结 broker %1</translation>
    </message>
    <message>
        <source>Cut the power of broker %1</source>
        <translation>切断 broker %1 的电源</translation>
    </message>
    <message>
        <source>Cut the power of a broker</source>
        <translation>切断某个 broker 的电源</translation>
    </message>
    <message>
        <source>Shut broker %1 down in an orderly way</source>
        <translation>有序关闭 broker %1</translation>
    </message>
    <message>
        <source>Shut a broker down in an orderly way</source>
        <translation>有序关闭某个 broker</translation>
    </message>
    <message>
        <source>Select a broker first.</source>
        <translation>请先选中一个 broker。</translation>
    </message>
    <message>
        <source>Elect the preferred leader of %1</source>
        <translation>为 %1 选举首选 leader</translation>
    </message>
    <message>
        <source>Elect the preferred leader</source>
        <translation>选举首选 leader</translation>
    </message>
    <message>
        <source>New topic…</source>
        <translation>新建主题…</translation>
    </message>
    <message>
        <source>Delete topic %1…</source>
        <translation>删除主题 %1…</translation>
    </message>
    <message>
        <source>Delete topic…</source>
        <translation>删除主题…</translation>
    </message>
    <message>
        <source>Add producer…</source>
        <translation>添加生产者…</translation>
    </message>
    <message>
        <source>Add consumer…</source>
        <translation>添加消费者…</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>Stop client</source>
        <translation>停止客户端</translation>
    </message>
    <message>
        <source>Crash %1</source>
        <translation>让 %1 崩溃</translation>
    </message>
    <message>
        <source>Crash client</source>
        <translation>让客户端崩溃</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Fit the map into the window</source>
        <translation>让整张图适合窗口</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Copy the bootstrap address</source>
        <translation>复制 bootstrap 地址</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>快捷键…</translation>
    </message>
    <message>
        <source>About Highwater</source>
        <translation>关于 Highwater</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Producer</source>
        <translation>生产者</translation>
    </message>
    <message>
        <source>Consumer</source>
        <translation>消费者</translation>
    </message>
    <message>
        <source>Look inside the log of %1…</source>
        <translation>查看 %1 的日志内部…</translation>
    </message>
    <message>
        <source>Look inside the log…</source>
        <translation>查看日志内部…</translation>
    </message>
    <message>
        <source>Open log directory…</source>
        <translation>打开日志目录…</translation>
    </message>
    <message>
        <source>Requests in flight…</source>
        <translation>传输中的请求…</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Lists every message and shows what it says, field by field (Ctrl+R)</source>
        <translation>列出每条消息，并逐字段显示其内容（Ctrl+R）</translation>
    </message>
    <message>
        <source>Connect a client…</source>
        <translation>连接客户端…</translation>
    </message>
    <message>
        <source>Connect your own client: addresses and code to copy (F1)</source>
        <translation>连接你自己的客户端：可复制的地址和代码（F1）</translation>
    </message>
    <message>
        <source>This cluster runs in a simulated world: no program can join it.</source>
        <translation>该集群在模拟环境中运行：外部程序无法加入。</translation>
    </message>
    <message>
        <source>New cluster…</source>
        <translation>新建集群…</translation>
    </message>
    <message>
        <source>Another cluster in place of this one: live or simulated, how many brokers (Ctrl+Shift+N)</source>
        <translation>用另一个集群替换当前集群：真实或模拟、几个 broker（Ctrl+Shift+N）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Runs on to the next message or event (.)</source>
        <translation>运行到下一条消息或事件（.）</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>下一事件</translation>
    </message>
    <message>
        <source>Runs on to the next event (&gt;)</source>
        <translation>运行到下一个事件（&gt;）</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>As fast as possible</source>
        <translation>尽可能快</translation>
    </message>
    <message>
        <source>As fast as this machine can (\)</source>
        <translation>以本机能达到的最快速度（\）</translation>
    </message>
    <message>
        <source>Heal all</source>
        <translation>全部修复</translation>
    </message>
    <message numerus="yes">
        <source>Ends all %n fault(s) that act now, and starts every node that is down (H)</source>
        <translation>
            <numerusform>结束当前起作用的 %n 个故障，并启动所有停机的节点（H）</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is wrong now.</source>
        <translation>现在没有故障。</translation>
    </message>
    <message>
        <source>Znodes…</source>
        <translation>Znode…</translation>
    </message>
    <message>
        <source>Znodes</source>
        <translation>Znode</translation>
    </message>
    <message>
        <source>Elect any living replica of %1 (unclean)…</source>
        <translation>选举 %1 的任一存活副本（unclean）…</translation>
    </message>
    <message>
        <source>Elect any living replica (unclean)…</source>
        <translation>选举任一存活副本（unclean）…</translation>
    </message>
    <message>
        <source>Only for a partition that has no leader.</source>
        <translation>仅用于没有 leader 的分区。</translation>
    </message>
    <message>
        <source>Move %1 to other brokers…</source>
        <translation>把 %1 迁移到其他 broker…</translation>
    </message>
    <message>
        <source>Move a partition to other brokers…</source>
        <translation>把分区迁移到其他 broker…</translation>
    </message>
    <message>
        <source>Cancel the move of %1</source>
        <translation>取消 %1 的迁移</translation>
    </message>
    <message>
        <source>Cancel the move of a partition</source>
        <translation>取消分区的迁移</translation>
    </message>
    <message>
        <source>Add a broker</source>
        <translation>添加一个 broker</translation>
    </message>
    <message>
        <source>A new broker joins the running cluster; partitions come to it only when they are moved (Ctrl+Shift+B)</source>
        <translation>新的 broker 加入正在运行的集群；分区只有在被迁移时才会到它上面（Ctrl+Shift+B）</translation>
    </message>
    <message>
        <source>There are %1 brokers, the most there can be.</source>
        <translation>已有 %1 个 broker，达到上限。</translation>
    </message>
    <message>
        <source>Show %1 over time…</source>
        <translation>显示 %1 的时间轴…</translation>
    </message>
    <message>
        <source>Groups over time…</source>
        <translation>消费者组的时间轴…</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>A group&apos;s state, its coordinator and its members as lanes: requests, owned partitions, timers, lag (Ctrl+L)</source>
        <translation>用泳道显示组的状态、协调者和成员：请求、拥有的分区、计时器、延迟（Ctrl+L）</translation>
    </message>
    <message>
        <source>Why %1 rebalances…</source>
        <translation>%1 为何再均衡…</translation>
    </message>
    <message>
        <source>Rebalances…</source>
        <translation>再均衡…</translation>
    </message>
    <message>
        <source>Rebalances</source>
        <translation>再均衡</translation>
    </message>
    <message>
        <source>Why a group rebalanced, who caused it and what it cost (G)</source>
        <translation>组为何再均衡、是谁引起的、代价多大（G）</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>杀掉</translation>
    </message>
    <message>
        <source>Kill %1</source>
        <translation>杀掉 %1</translation>
    </message>
    <message>
        <source>Restart %1</source>
        <translation>重启 %1</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message>
        <source>Thaw %1</source>
        <translation>解冻 %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Ends what went wrong last: a fault is healed, a dead node started (%1)</source>
        <translation>撤销最近一次故障：恢复故障，或启动宕机的节点（%1）</translation>
    </message>
    <message>
        <source>ZooKeeper&apos;s tree: what it holds, who watches it, whose sessions run out (Ctrl+K)</source>
        <translation>ZooKeeper 的树：里面有什么、谁在监视、谁的会话将到期（Ctrl+K）</translation>
    </message>
    <message>
        <source>Projector theme</source>
        <translation>投影主题</translation>
    </message>
    <message>
        <source>Large type and strong lines, for the last row (Ctrl+Shift+D)</source>
        <translation>大字号、粗线条，最后一排也看得清（Ctrl+Shift+D）</translation>
    </message>
    <message>
        <source>Save as scenario…</source>
        <translation>另存为场景…</translation>
    </message>
    <message>
        <source>Writes this cluster and all that was done to it into a file that plays again</source>
        <translation>把这个集群和对它做过的一切写入一个可以重放的文件</translation>
    </message>
    <message>
        <source>Glossary…</source>
        <translation>术语表…</translation>
    </message>
    <message>
        <source>The past cannot be changed: go back to the present first (End).</source>
        <translation>过去无法改变：请先回到现在（End）。</translation>
    </message>
    <message>
        <source>A recording cannot be changed: it has no cluster that could do this.</source>
        <translation>录制无法改变：它背后没有可以执行操作的集群。</translation>
    </message>
    <message>
        <source>More partitions for %1…</source>
        <translation>为 %1 增加分区…</translation>
    </message>
    <message>
        <source>More partitions for a topic…</source>
        <translation>为主题增加分区…</translation>
    </message>
    <message>
        <source>Starts every node that is down, and thaws those that are frozen (H)</source>
        <translation>启动所有停机的节点，并解冻被冻结的节点（H）</translation>
    </message>
    <message>
        <source>What was shut down in an orderly way is not healed: start it by its own menu.</source>
        <translation>有序关闭的节点不会被修复：请用它自己的菜单启动。</translation>
    </message>
    <message>
        <source>Open scenario…</source>
        <translation>打开场景…</translation>
    </message>
    <message>
        <source>Plays a scenario file in a simulated cluster, step by step</source>
        <translation>在模拟集群中逐步播放一个场景文件</translation>
    </message>
</context>
<context>
    <name>hw::ui::Announcer</name>
    <message numerus="yes">
        <source>And %n more event(s).</source>
        <translation>
            <numerusform>另有 %n 个事件。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::BesideView</name>
    <message>
        <source>Nothing differs at this moment.</source>
        <translation>此刻没有差异。</translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s), the left one&apos;s in front:</source>
        <translation>
            <numerusform>%n 处差异，左边的写在前面：</numerusform>
        </translation>
    </message>
    <message>
        <source>Map of the second cluster</source>
        <translation>第二个集群的地图</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Left: this run. Right: the other one.</source>
        <translation>左：这次运行。右：另一次运行。</translation>
    </message>
</context>
<context>
    <name>hw::ui::BranchPanel</name>
    <message>
        <source>first run</source>
        <translation>最初的运行</translation>
    </message>
    <message>
        <source>branch %1</source>
        <translation>分支 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>尚无操作</translation>
    </message>
    <message>
        <source>%1, shown</source>
        <translation>%1，正在显示</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Left the other</source>
        <translation>分出时刻</translation>
    </message>
    <message>
        <source>Last done in it</source>
        <translation>其中最后的操作</translation>
    </message>
    <message>
        <source>Run up to</source>
        <translation>已运行到</translation>
    </message>
    <message>
        <source>Branches of this run</source>
        <translation>本次运行的分支</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该分支</translation>
    </message>
    <message>
        <source>Compare with it</source>
        <translation>与它对比</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Shows this branch where it was left, by running it again.</source>
        <translation>重新运行该分支，显示离开它时的那一刻。</translation>
    </message>
    <message>
        <source>Shows this branch beside the present one, on one clock.</source>
        <translation>在当前分支旁边显示该分支，两者共用一个时钟。</translation>
    </message>
</context>
<context>
    <name>hw::ui::Breaks</name>
    <message>
        <source>Break on lag</source>
        <translation>积压时中断</translation>
    </message>
    <message>
        <source>Break when the lag of a group passes (records):</source>
        <translation>组的积压超过多少时中断（条记录）：</translation>
    </message>
    <message>
        <source>Break on…</source>
        <translation>遇事中断…</translation>
    </message>
    <message>
        <source>A group leaves Stable</source>
        <translation>组离开 Stable</translation>
    </message>
    <message>
        <source>Two members own one partition</source>
        <translation>两个成员占有同一个分区</translation>
    </message>
    <message>
        <source>The lag of a group passes %1</source>
        <translation>组的积压超过 %1</translation>
    </message>
    <message>
        <source>Another number…</source>
        <translation>改数目…</translation>
    </message>
    <message>
        <source>%1 left Stable.</source>
        <translation>%1 离开了 Stable。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n members own %2.</source>
        <translation>
            <numerusform>%1:%n 个成员同时占有 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>The lag of %1 is %2 and passed %3.</source>
        <translation>%1 的积压是 %2，超过了 %3。</translation>
    </message>
</context>
<context>
    <name>hw::ui::BrokerItem</name>
    <message>
        <source>Broker %1, %2</source>
        <translation>Broker %1，%2</translation>
    </message>
    <message>
        <source>Broker %1, controller, %2</source>
        <translation>Broker %1，控制器，%2</translation>
    </message>
    <message>
        <source>Its process is dead; its log files stay.</source>
        <translation>它的进程已死；日志文件还在。</translation>
    </message>
    <message>
        <source>Its process starts.</source>
        <translation>它的进程正在启动。</translation>
    </message>
    <message>
        <source>It reads its logs and cuts what a crash left half-written.</source>
        <translation>它正在读取日志，并截掉崩溃时只写了一半的部分。</translation>
    </message>
    <message>
        <source>Its ZooKeeper session from before still lives, so its id is taken: it waits until that session expires.</source>
        <translation>它以前的 ZooKeeper 会话还在，所以它的 id 被占着：它要等到那个会话过期。</translation>
    </message>
    <message>
        <source>It serves clients.</source>
        <translation>它正在为客户端服务。</translation>
    </message>
    <message>
        <source>It stands still. If that lasts longer than its session timeout, ZooKeeper drops it.</source>
        <translation>它静止不动。如果时间超过会话超时，ZooKeeper 就会把它除名。</translation>
    </message>
    <message>
        <source>It hands its leaderships over and stops.</source>
        <translation>它正在交出 leader 身份，然后停止。</translation>
    </message>
    <message>
        <source>It is the controller: it elects partition leaders and tells all brokers.</source>
        <translation>它是控制器：由它选举各分区的 leader 并通知所有 broker。</translation>
    </message>
    <message>
        <source>no replicas yet</source>
        <translation>还没有副本</translation>
    </message>
    <message>
        <source>Broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>Nothing is heard of it: its ZooKeeper session ends in about %1.</source>
        <translation>没有它的音讯：它的 ZooKeeper 会话约 %1 后终止。</translation>
    </message>
    <message>
        <source>Its ZooKeeper session has ended: the controller counts it as dead. It does not know, and serves those who reach it, until it can register anew.</source>
        <translation>它的 ZooKeeper 会话已结束：controller 认为它已死。它自己并不知道，仍为能连到它的客户端服务，直到能重新注册。</translation>
    </message>
</context>
<context>
    <name>hw::ui::BrokerModel</name>
    <message>
        <source>Broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Endpoint</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
</context>
<context>
    <name>hw::ui::CaptionItem</name>
    <message>
        <source>ZooKeeper ensemble</source>
        <translation>ZooKeeper 集群</translation>
    </message>
    <message>
        <source>Producers</source>
        <translation>生产者</translation>
    </message>
    <message>
        <source>Outside clients</source>
        <translation>外部客户端</translation>
    </message>
    <message>
        <source>Consumer groups</source>
        <translation>消费者组</translation>
    </message>
    <message>
        <source>Keeps the cluster&apos;s metadata and notices who is alive.</source>
        <translation>保存集群的元数据，并知道谁还活着。</translation>
    </message>
    <message>
        <source>Programs in this window that write records to topics.</source>
        <translation>本窗口中向主题写入记录的程序。</translation>
    </message>
    <message>
        <source>Programs that joined from outside by the bootstrap address.</source>
        <translation>从外部通过 bootstrap 地址加入的程序。</translation>
    </message>
    <message>
        <source>Inside a group every partition is read by exactly one member.</source>
        <translation>在一个组里，每个分区恰好由一个成员读取。</translation>
    </message>
    <message>
        <source>Outside consumers</source>
        <translation>外部消费者</translation>
    </message>
    <message>
        <source>Programs that joined from outside and only read.</source>
        <translation>从外部加入、只读取的程序。</translation>
    </message>
</context>
<context>
    <name>hw::ui::ChipItem</name>
    <message>
        <source>%1 on broker %2, %3</source>
        <translation>%1 在 broker %2 上，%3</translation>
    </message>
    <message>
        <source>The leader: producers write to it, consumers and followers read from it.</source>
        <translation>leader：生产者向它写，消费者和 follower 从它读。</translation>
    </message>
    <message>
        <source>A follower in the ISR: it keeps up with the leader.</source>
        <translation>在 ISR 中的 follower：它跟得上 leader。</translation>
    </message>
    <message>
        <source>A follower out of the ISR: it has fallen behind, and the leader does not wait for it.</source>
        <translation>不在 ISR 中的 follower：它落后了，leader 不再等它。</translation>
    </message>
    <message>
        <source>Its broker is not there. Shown is the last that was known of it.</source>
        <translation>它的 broker 不在。显示的是最后已知的情况。</translation>
    </message>
    <message>
        <source>HW %1: consumers read below it. LEO %2: the next free offset.</source>
        <translation>HW %1：消费者只能读到它之前。LEO %2：下一个空闲的 offset。</translation>
    </message>
    <message numerus="yes">
        <source>It is %n record(s) behind the leader.</source>
        <translation>
            <numerusform>它比 leader 落后 %n 条记录。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One cell of the bar is %n record(s).</source>
        <translation>
            <numerusform>条上的一格是 %n 条记录。</numerusform>
        </translation>
    </message>
    <message>
        <source>Acknowledged, then lost: offsets %1–%2.</source>
        <translation>已确认后丢失：偏移量 %1–%2。</translation>
    </message>
    <message>
        <source>It leaves the ISR when it does not catch up within %1.</source>
        <translation>如果 %1 内追不上，它将离开 ISR。</translation>
    </message>
    <message>
        <source>A reassignment brings it: it copies the leader&apos;s log, and stays.</source>
        <translation>重分配把它迁入：它正在复制 leader 的日志，之后会留下。</translation>
    </message>
    <message>
        <source>A reassignment takes it away as soon as all replicas that arrive are in sync.</source>
        <translation>所有迁入的副本都同步之后，重分配会把它移除。</translation>
    </message>
    <message>
        <source>below min ISR</source>
        <translation>低于 min ISR</translation>
    </message>
    <message>
        <source>&lt; min ISR</source>
        <translation>&lt; min ISR</translation>
    </message>
    <message>
        <source>It was leader in epoch %1 and does not know yet that broker %2 leads in epoch %3: what it still accepts is not committed.</source>
        <translation>它是 epoch %1 的 leader，还不知道 broker %2 已在 epoch %3 成为 leader：它现在接收的记录不会被提交。</translation>
    </message>
</context>
<context>
    <name>hw::ui::ClientDialog</name>
    <message>
        <source>There is no topic yet: make one first.</source>
        <translation>还没有主题：请先新建一个。</translation>
    </message>
    <message>
        <source>Tick at least one topic.</source>
        <translation>请至少勾选一个主题。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>hw::ui::ClusterDesk</name>
    <message>
        <source>Delete topic</source>
        <translation>删除主题</translation>
    </message>
    <message>
        <source>Delete topic %1 and all of its records?</source>
        <translation>删除主题 %1 和它的全部记录吗？</translation>
    </message>
    <message>
        <source>Unclean election</source>
        <translation>Unclean 选举</translation>
    </message>
    <message>
        <source>Elect any living replica of %1 as its leader?</source>
        <translation>让 %1 的任一存活副本成为 leader？</translation>
    </message>
    <message>
        <source>It may lose records: what the new leader does not have is gone for good, even if it was acknowledged. Or wait until an in-sync replica comes back.</source>
        <translation>这可能会丢失记录：新 leader 没有的记录将永远消失，即使它们已被确认。也可以等待某个同步副本恢复。</translation>
    </message>
</context>
<context>
    <name>hw::ui::ConnectDialog</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Connect a client</source>
        <translation>连接客户端</translation>
    </message>
    <message>
        <source>These are real brokers: any Kafka client on this machine can join, and appears on the map while it is connected.</source>
        <translation>这些是真正的 broker：本机上的任何 Kafka 客户端都可以加入，连接期间会出现在图上。</translation>
    </message>
    <message>
        <source>There is no topic yet: my-topic is made when it is first written to.</source>
        <translation>还没有 topic：第一次写入 my-topic 时会自动创建。</translation>
    </message>
    <message>
        <source>Bootstrap addresses: any one of them is enough</source>
        <translation>bootstrap 地址：其中任意一个即可</translation>
    </message>
    <message>
        <source>They do not listen on Kafka&apos;s own port 9092 (--port chooses one): take the addresses below.</source>
        <translation>它们没有监听 Kafka 的默认端口 9092（可用 --port 指定）：请使用下面的地址。</translation>
    </message>
</context>
<context>
    <name>hw::ui::ConsumerControls</name>
    <message>
        <source>%1: its application</source>
        <translation>%1：它的应用</translation>
    </message>
    <message>
        <source>%1: trouble</source>
        <translation>%1：故障</translation>
    </message>
    <message>
        <source>Pause all it owns</source>
        <translation>暂停它拥有的全部分区</translation>
    </message>
    <message>
        <source>Resume all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Pause or resume one partition</source>
        <translation>暂停或恢复一个分区</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>Seek…</source>
        <translation>跳转…</translation>
    </message>
    <message>
        <source>Commit, and wait for it</source>
        <translation>提交并等待</translation>
    </message>
    <message>
        <source>commitSync: tries again while that can help.</source>
        <translation>commitSync：只要有用就会重试。</translation>
    </message>
    <message>
        <source>Commit without waiting</source>
        <translation>提交但不等待</translation>
    </message>
    <message>
        <source>commitAsync: one try.</source>
        <translation>commitAsync：只试一次。</translation>
    </message>
    <message>
        <source>Make it slow…</source>
        <translation>让它变慢…</translation>
    </message>
    <message>
        <source>Its handler takes some time for every record.</source>
        <translation>它处理每条记录都要花一些时间。</translation>
    </message>
    <message>
        <source>Stop polling…</source>
        <translation>停止轮询…</translation>
    </message>
    <message>
        <source>Its application does not poll: after max.poll.interval.ms it leaves by itself.</source>
        <translation>它的应用不再轮询：超过 max.poll.interval.ms 后它会自己离开。</translation>
    </message>
    <message>
        <source>Stop heartbeats…</source>
        <translation>停止心跳…</translation>
    </message>
    <message>
        <source>Its coordinator hears nothing of it: after session.timeout.ms it is put out.</source>
        <translation>协调者听不到它：超过 session.timeout.ms 后它被移出。</translation>
    </message>
    <message>
        <source>Flap…</source>
        <translation>反复进出…</translation>
    </message>
    <message>
        <source>It leaves its group and returns, again and again.</source>
        <translation>它不断离开组又回来。</translation>
    </message>
    <message>
        <source>End: %1</source>
        <translation>结束：%1</translation>
    </message>
</context>
<context>
    <name>hw::ui::ConsumerDialog</name>
    <message>
        <source>Add consumer</source>
        <translation>添加消费者</translation>
    </message>
    <message>
        <source>earliest: from the beginning</source>
        <translation>earliest：从头开始</translation>
    </message>
    <message>
        <source>latest: only what comes now</source>
        <translation>latest：只读新到的</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>Assignor</source>
        <translation>分配策略</translation>
    </message>
    <message>
        <source>Give the group a name.</source>
        <translation>请给组起个名字。</translation>
    </message>
    <message>
        <source>The name has %1 characters; 255 are allowed.</source>
        <translation>名字有 %1 个字符；最多允许 255 个。</translation>
    </message>
    <message>
        <source>none: an error without a commit</source>
        <translation>none：没有提交就报错</translation>
    </message>
    <message>
        <source>classic: a member assigns</source>
        <translation>classic：由成员分配</translation>
    </message>
    <message>
        <source>consumer (KIP-848): the coordinator assigns; not in Kafka&apos;s ZooKeeper mode</source>
        <translation>consumer（KIP-848）：由协调者分配；Kafka 的 ZooKeeper 模式没有</translation>
    </message>
    <message>
        <source>empty: a dynamic member</source>
        <translation>空：动态成员</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>照常</translation>
    </message>
    <message>
        <source>commits by itself</source>
        <translation>自动提交</translation>
    </message>
    <message>
        <source>heartbeat.interval.ms is %1, but must be below session.timeout.ms, %2.</source>
        <translation>heartbeat.interval.ms 是 %1，但必须小于 session.timeout.ms（%2）。</translation>
    </message>
</context>
<context>
    <name>hw::ui::ControllerNote</name>
    <message>
        <source>no controller now, epoch %1</source>
        <translation>现在没有控制器，epoch %1</translation>
    </message>
    <message>
        <source>controller: broker %1, epoch %2</source>
        <translation>控制器：broker %1，epoch %2</translation>
    </message>
    <message>
        <source>The broker that created the znode /controller is the controller. When its session ends the znode goes, another broker creates it, and the epoch is one higher.</source>
        <translation>创建 znode /controller 的 broker 就是控制器。它的会话结束时这个 znode 消失，由另一个 broker 重新创建，epoch 加一。</translation>
    </message>
</context>
<context>
    <name>hw::ui::EventList</name>
    <message numerus="yes">
        <source>%n event(s) were lost because there were too many.</source>
        <translation>
            <numerusform>事件太多，丢失了 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Brokers</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>消费者组</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>Show or hide these events.</source>
        <translation>显示或隐藏这类事件。</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Filter events by text</source>
        <translation>按文字过滤事件</translation>
    </message>
    <message>
        <source>Go to cause</source>
        <translation>转到原因</translation>
    </message>
    <message>
        <source>Selects the event that led to this one.</source>
        <translation>选中引起它的那个事件。</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Go to moment</source>
        <translation>转到该时刻</translation>
    </message>
    <message>
        <source>Shows the moment of this event (double click)</source>
        <translation>显示此事件发生的时刻（双击）</translation>
    </message>
    <message>
        <source>Which events ▾</source>
        <translation>显示哪些事件 ▾</translation>
    </message>
</context>
<context>
    <name>hw::ui::EventModel</name>
    <message>
        <source>event %1, no longer in this list</source>
        <translation>事件 %1，已不在此列表中</translation>
    </message>
    <message>
        <source>Event %1, noticed by %2: %3</source>
        <translation>事件 %1，由 %2 发现：%3</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Time, %1</source>
        <translation>时间，%1</translation>
    </message>
</context>
<context>
    <name>hw::ui::ExportDialog</name>
    <message>
        <source>&apos;%1&apos; is no moment; 01:23.4 is one.</source>
        <translation>“%1”不是时刻；时刻写作 01:23.4。</translation>
    </message>
    <message>
        <source>The span must lie between %1 and %2.</source>
        <translation>时间段必须在 %1 与 %2 之间。</translation>
    </message>
    <message>
        <source>Choose a file.</source>
        <translation>请选择文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>The picture is in %1.</source>
        <translation>图片已保存到 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) are in %1.</source>
        <translation>
            <numerusform>%n 个事件已保存到 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>ffmpeg makes the film…</source>
        <translation>ffmpeg 正在生成影片…</translation>
    </message>
    <message>
        <source>Frame %1 of %2</source>
        <translation>第 %1 帧，共 %2 帧</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The film is in %1.</source>
        <translation>影片已保存到 %1。</translation>
    </message>
    <message>
        <source>Folder for the frames</source>
        <translation>存放帧的文件夹</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>图片（PNG）</translation>
    </message>
    <message>
        <source>Drawing (SVG)</source>
        <translation>矢量图（SVG）</translation>
    </message>
    <message>
        <source>Page (PDF)</source>
        <translation>页面（PDF）</translation>
    </message>
    <message>
        <source>Numbered pictures (PNG)</source>
        <translation>编号图片（PNG）</translation>
    </message>
    <message>
        <source>Film (WebM)</source>
        <translation>影片（WebM）</translation>
    </message>
    <message>
        <source>Film (MP4)</source>
        <translation>影片（MP4）</translation>
    </message>
    <message>
        <source>Moving picture (GIF)</source>
        <translation>动图（GIF）</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>表格（CSV）</translation>
    </message>
    <message>
        <source>Objects (JSON)</source>
        <translation>对象（JSON）</translation>
    </message>
    <message>
        <source>A picture of this moment, %1</source>
        <translation>此刻的图片，%1</translation>
    </message>
    <message>
        <source>A film of a span</source>
        <translation>一段时间的影片</translation>
    </message>
    <message>
        <source>The events of a span</source>
        <translation>一段时间的事件</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>As</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size in pixels</source>
        <translation>大小（像素）</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Frames a second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>Into</source>
        <translation>保存到</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Seconds of the cluster in one second of the film</source>
        <translation>影片一秒对应集群多少秒</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Looking through the span: moment %1 of %2</source>
        <translation>正在浏览该时段：时刻 %1/%2</translation>
    </message>
</context>
<context>
    <name>hw::ui::FaultMark</name>
    <message>
        <source>Click to undo it.</source>
        <translation>点击撤销。</translation>
    </message>
</context>
<context>
    <name>hw::ui::FaultPanel</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Nothing is wrong now.</source>
        <translation>现在没有故障。</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>The link to</source>
        <translation>链路到</translation>
    </message>
    <message>
        <source>Wrong now</source>
        <translation>当前故障</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Heal all</source>
        <translation>全部修复</translation>
    </message>
    <message>
        <source>Ends all that is wrong, and starts every node that is down (H)</source>
        <translation>结束所有故障，并启动所有停机的节点（H）</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>%1 is frozen.</source>
        <translation>%1 已冻结。</translation>
    </message>
    <message>
        <source>Thaw</source>
        <translation>解冻</translation>
    </message>
    <message>
        <source>%1 is down.</source>
        <translation>%1 已停机。</translation>
    </message>
</context>
<context>
    <name>hw::ui::FieldModel</name>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>hw::ui::Film</name>
    <message>
        <source>The span ends before it begins.</source>
        <translation>时间段的结束早于开始。</translation>
    </message>
    <message>
        <source>That would be %1 frames; at most %2 are made. Choose a shorter span, fewer frames a second or a higher speed.</source>
        <translation>那将是 %1 帧；最多生成 %2 帧。请选择更短的时间段、更低的帧率或更高的速度。</translation>
    </message>
    <message>
        <source>ffmpeg makes films out of frames and is not installed. Install it (on Debian and Ubuntu: apt install ffmpeg), or choose numbered frames.</source>
        <translation>由帧生成影片需要 ffmpeg，而它尚未安装。请安装它（Debian 和 Ubuntu：apt install ffmpeg），或改选编号图片。</translation>
    </message>
    <message>
        <source>Choose a folder for the frames.</source>
        <translation>请选择存放帧的文件夹。</translation>
    </message>
    <message>
        <source>Choose a file.</source>
        <translation>请选择文件。</translation>
    </message>
    <message>
        <source>%1 holds frames of another film already; choose an empty folder.</source>
        <translation>%1 中已有另一部影片的帧；请选择空文件夹。</translation>
    </message>
    <message>
        <source>%1 is no folder that can be written.</source>
        <translation>%1 不是可写的文件夹。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>There is no room for the frames: %1</source>
        <translation>没有存放帧的空间：%1</translation>
    </message>
    <message>
        <source>%1 cannot be written. Is there room on the disk?</source>
        <translation>无法写入 %1。磁盘还有空间吗？</translation>
    </message>
    <message>
        <source>ffmpeg cannot be started: %1</source>
        <translation>无法启动 ffmpeg：%1</translation>
    </message>
    <message>
        <source>ffmpeg could not make %1: %2</source>
        <translation>ffmpeg 未能生成 %1：%2</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
</context>
<context>
    <name>hw::ui::GenerationDiff</name>
    <message>
        <source>subscribes to %1</source>
        <translation>订阅 %1</translation>
    </message>
    <message>
        <source>what it claimed was not seen: the round was too short</source>
        <translation>它声称占有什么没看到：这一轮太短</translation>
    </message>
    <message>
        <source>claims nothing</source>
        <translation>不声称占有什么</translation>
    </message>
    <message>
        <source>claims %1</source>
        <translation>声称占有 %1</translation>
    </message>
    <message>
        <source>claims %1 of generation %2</source>
        <translation>声称占有 %1（第 %2 代）</translation>
    </message>
    <message>
        <source>can %1</source>
        <translation>会 %1</translation>
    </message>
    <message>
        <source>Before: generation %1</source>
        <translation>之前：第 %1 代</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>After: generation %1</source>
        <translation>之后：第 %1 代</translation>
    </message>
    <message>
        <source>This one is too old: only its sums are kept.</source>
        <translation>这一次太久了：只留下了合计。</translation>
    </message>
    <message>
        <source>It still goes on: nobody knows yet who gets what.</source>
        <translation>还在进行：谁得到什么还不知道。</translation>
    </message>
    <message>
        <source>It was overtaken before anybody got anything.</source>
        <translation>还没人得到什么，就被下一次取代了。</translation>
    </message>
    <message>
        <source>%1 dealt the partitions out.</source>
        <translation>分区由 %1 分配。</translation>
    </message>
    <message>
        <source>%1 dealt the partitions out, run by %2.</source>
        <translation>分区由 %1 分配，在 %2 上运行。</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新来</translation>
    </message>
    <message>
        <source>The group had no members and has none.</source>
        <translation>组里原来没有成员，现在也没有。</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>nobody (parked)</source>
        <translation>无人（停放）</translation>
    </message>
    <message>
        <source>Why they moved</source>
        <translation>为何易主</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>hw::ui::GlossaryWindow</name>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation>搜索术语表</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>What the term means</source>
        <translation>术语的含义</translation>
    </message>
    <message>
        <source>No term has these words.</source>
        <translation>没有包含这些字的术语。</translation>
    </message>
    <message>
        <source>Show me: %1</source>
        <translation>演示：%1</translation>
    </message>
</context>
<context>
    <name>hw::ui::GridItem</name>
    <message>
        <source>%1 on broker %2: %3 replicas, %4 of them leaders</source>
        <translation>%1 在 broker %2 上：%3 个副本，其中 %4 个是 leader</translation>
    </message>
    <message>
        <source>Groups commit their offsets here; the leader of a partition coordinates the groups that hash to it.</source>
        <translation>各组在这里提交 offset；某个分区的 leader 协调哈希到该分区的组。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1-%2 on broker %3&lt;/b&gt;&lt;br&gt;%4</source>
        <translation>&lt;b&gt;%1-%2 在 broker %3 上&lt;/b&gt;&lt;br&gt;%4</translation>
    </message>
    <message>
        <source>%1 on broker %2, %3</source>
        <translation>broker %2 上的 %1，%3</translation>
    </message>
    <message>
        <source>%1 on broker %2, %3, %4</source>
        <translation>broker %2 上的 %1，%3，%4</translation>
    </message>
</context>
<context>
    <name>hw::ui::GroupItem</name>
    <message numerus="yes">
        <source>Group %1, %2, %n member(s)</source>
        <translation>
            <numerusform>组 %1，%2，%n 个成员</numerusform>
        </translation>
    </message>
    <message>
        <source>Its coordinator is %1, which leads __consumer_offsets-%2. Lag: %3.</source>
        <translation>它的协调者是 %1，也就是 __consumer_offsets-%2 的 leader。Lag：%3。</translation>
    </message>
    <message>
        <source>gen %1</source>
        <translation>第 %1 代</translation>
    </message>
    <message>
        <source>no coordinator</source>
        <translation>没有协调者</translation>
    </message>
    <message>
        <source>coordinator: broker %1</source>
        <translation>协调者：broker %1</translation>
    </message>
    <message>
        <source>lag %1</source>
        <translation>lag %1</translation>
    </message>
</context>
<context>
    <name>hw::ui::GroupModel</name>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>代</translation>
    </message>
    <message>
        <source>Coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>Lag</translation>
    </message>
</context>
<context>
    <name>hw::ui::GrowDialog</name>
    <message>
        <source>More partitions for %1</source>
        <translation>为 %1 增加分区</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Partitions now</source>
        <translation>现有分区数</translation>
    </message>
    <message>
        <source>Partitions then</source>
        <translation>增加到</translation>
    </message>
    <message>
        <source>There is no topic %1 any more.</source>
        <translation>主题 %1 已经不存在。</translation>
    </message>
    <message>
        <source>It has %1 partitions, the most there can be.</source>
        <translation>已有 %1 个分区，达到上限。</translation>
    </message>
    <message>
        <source>Some of its partitions move to other brokers: it can grow when they are there.</source>
        <translation>有分区正在迁移到其他 broker：迁移完成后才能增加分区。</translation>
    </message>
    <message>
        <source>Records stay in the partitions where they are. But a key&apos;s partition is its hash modulo their number: many keys go on in another one, and their old records have no order with their new ones. A topic never shrinks.</source>
        <translation>已有的记录留在原来的分区。但 key 的分区是其哈希值对分区数取模：许多 key 以后会写到别的分区，同一 key 的新旧记录之间不再有先后顺序。分区数只能增加，不能减少。</translation>
    </message>
</context>
<context>
    <name>hw::ui::HexPanel</name>
    <message>
        <source>Select a record to see its bytes.</source>
        <translation>选中一条记录以查看其字节。</translation>
    </message>
    <message>
        <source>%1 · after decompression · %2</source>
        <translation>%1 · 解压后 · %2</translation>
    </message>
    <message>
        <source>%1 · byte %2 · %3</source>
        <translation>%1 · 字节 %2 · %3</translation>
    </message>
    <message>
        <source>the first %1 are shown</source>
        <translation>仅显示前 %1</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Fields</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>record %1</source>
        <translation>记录 %1</translation>
    </message>
</context>
<context>
    <name>hw::ui::InspectorPanel</name>
    <message>
        <source>Lag</source>
        <translation>Lag</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>consumer group, generation %1</source>
        <translation>消费者组，第 %1 代</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Coordinator</source>
        <translation>协调者</translation>
    </message>
    <message>
        <source>Offsets in</source>
        <translation>Offset 存于</translation>
    </message>
    <message>
        <source>Assignor</source>
        <translation>分配策略</translation>
    </message>
    <message>
        <source>Group leader</source>
        <translation>组 leader</translation>
    </message>
    <message>
        <source>Members and what they own</source>
        <translation>成员和各自的分区</translation>
    </message>
    <message>
        <source>no members</source>
        <translation>没有成员</translation>
    </message>
    <message>
        <source>Last rebalance</source>
        <translation>上次再均衡</translation>
    </message>
    <message>
        <source>Member id</source>
        <translation>成员 id</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>客户端 id</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Subscribed to</source>
        <translation>订阅</translation>
    </message>
    <message>
        <source>Owns</source>
        <translation>拥有</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>producer in this window</source>
        <translation>本窗口中的生产者</translation>
    </message>
    <message>
        <source>Writes to</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Rate now</source>
        <translation>当前速率</translation>
    </message>
    <message>
        <source>Rate wanted</source>
        <translation>目标速率</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近的错误</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>somebody&apos;s own program</source>
        <translation>某人自己的程序</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>did not say</source>
        <translation>没有说明</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Connected to</source>
        <translation>连接到</translation>
    </message>
    <message>
        <source>brokers %1</source>
        <translation>broker %1</translation>
    </message>
    <message>
        <source>Member of</source>
        <translation>所属的组</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Select a thing on the map to look into it.</source>
        <translation>在图上选中一样东西，就能看到它的详情。</translation>
    </message>
    <message>
        <source>Brokers running</source>
        <translation>运行中的 broker</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Under-replicated</source>
        <translation>副本不足</translation>
    </message>
    <message>
        <source>Without a leader</source>
        <translation>没有 leader</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>消费者组</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Cluster id</source>
        <translation>集群 id</translation>
    </message>
    <message>
        <source>Acknowledged records</source>
        <translation>已确认的记录</translation>
    </message>
    <message>
        <source>Seen acknowledged</source>
        <translation>见到的确认数</translation>
    </message>
    <message>
        <source>Of them lost</source>
        <translation>其中丢失</translation>
    </message>
    <message>
        <source>acked, then lost: offsets %1–%2</source>
        <translation>已确认，之后丢失：offset %1–%2</translation>
    </message>
    <message>
        <source>Invariants</source>
        <translation>不变式</translation>
    </message>
    <message numerus="yes">
        <source>%n checked, none broken.</source>
        <translation>
            <numerusform>检查了 %n 条，全部成立。</numerusform>
        </translation>
    </message>
    <message>
        <source>broken</source>
        <translation>被破坏</translation>
    </message>
    <message>
        <source>Broker %1</source>
        <translation>Broker %1</translation>
    </message>
    <message>
        <source>yes, epoch %1</source>
        <translation>是，epoch %1</translation>
    </message>
    <message>
        <source>Broker epoch</source>
        <translation>Broker epoch</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>启动过</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>Follows</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Out of ISR</source>
        <translation>不在 ISR</translation>
    </message>
    <message>
        <source>Connections and files</source>
        <translation>连接与文件</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>internal topic</source>
        <translation>内部主题</translation>
    </message>
    <message>
        <source>topic</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Replication factor</source>
        <translation>副本因子</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>Leader</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>What brokers tell clients</source>
        <translation>各 broker 告诉客户端的</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>leader %1, epoch %2, ISR %3</source>
        <translation>leader %1，epoch %2，ISR %3</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>no leader, leader epoch %1</source>
        <translation>没有 leader，leader epoch %1</translation>
    </message>
    <message>
        <source>leader %1, leader epoch %2</source>
        <translation>leader %1，leader epoch %2</translation>
    </message>
    <message>
        <source>Partition epoch</source>
        <translation>分区 epoch</translation>
    </message>
    <message>
        <source>ISR proposed</source>
        <translation>提议的 ISR</translation>
    </message>
    <message>
        <source>It is no longer there.</source>
        <translation>它已经不在了。</translation>
    </message>
    <message>
        <source>What happened to it</source>
        <translation>它经历了什么</translation>
    </message>
    <message>
        <source>ZooKeeper server at %1</source>
        <translation>位于 %1 的 ZooKeeper 服务器</translation>
    </message>
    <message>
        <source>Controller epoch</source>
        <translation>控制器 epoch</translation>
    </message>
    <message>
        <source>It keeps the cluster&apos;s metadata: which brokers live, who is the controller, each partition&apos;s leader and ISR.</source>
        <translation>它保存集群的元数据：哪些 broker 活着、谁是控制器、每个分区的 leader 和 ISR。</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>They are not checked in this cluster.</source>
        <translation>这个集群不检查它们。</translation>
    </message>
    <message>
        <source>Go to the event</source>
        <translation>转到事件</translation>
    </message>
    <message>
        <source>Arriving</source>
        <translation>迁入</translation>
    </message>
    <message>
        <source>Leaving</source>
        <translation>迁出</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Nothing owned, nothing committed.</source>
        <translation>没有分区，也没有提交过。</translation>
    </message>
    <message>
        <source>▲ committed, ▽ position; the ticks are LSO (dotted) and HW, the bar ends at the LEO. Below it: what is left to read.</source>
        <translation>▲ 已提交，▽ 读取位置；刻度是 LSO（点线）和 HW，条的末端是 LEO。条下方：还没读的部分。</translation>
    </message>
    <message>
        <source>The first %1 are shown.</source>
        <translation>只显示前 %1 个。</translation>
    </message>
    <message>
        <source>Partitions nobody owns</source>
        <translation>无主的分区</translation>
    </message>
    <message>
        <source>Subscribed to, but read by no member now: %1</source>
        <translation>已订阅，但现在没有成员在读：%1</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Rebalance timeout</source>
        <translation>重平衡超时</translation>
    </message>
    <message>
        <source>its JoinGroup is parked until all have joined</source>
        <translation>它的 JoinGroup 被搁置，直到所有成员都加入</translation>
    </message>
    <message>
        <source>its SyncGroup is parked until the leader has assigned</source>
        <translation>它的 SyncGroup 被搁置，直到组长分配完</translation>
    </message>
    <message>
        <source>the group waits for it to join again</source>
        <translation>组在等它重新加入</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>计时器</translation>
    </message>
    <message>
        <source>Its own timers (poll, heartbeat) are known to that program alone.</source>
        <translation>它自己的计时器（轮询、心跳）只有那个程序自己知道。</translation>
    </message>
    <message>
        <source>consumer in this window, member of %1</source>
        <translation>本窗口里的消费者，%1 的成员</translation>
    </message>
    <message>
        <source>somebody&apos;s own program, member of %1</source>
        <translation>外部程序，%1 的成员</translation>
    </message>
    <message>
        <source>in the group, its leader</source>
        <translation>在组内，是组长</translation>
    </message>
    <message>
        <source>in the group</source>
        <translation>在组内</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Member of %1</source>
        <translation>%1 的成员</translation>
    </message>
    <message>
        <source>was leader in e%1</source>
        <translation>e%1 的前 leader</translation>
    </message>
    <message>
        <source>Broker %1 was leader in epoch %2 and does not know yet that it is so no more.</source>
        <translation>Broker %1 是 epoch %2 的 leader，还不知道自己已不再是 leader。</translation>
    </message>
    <message>
        <source>Idempotence</source>
        <translation>幂等</translation>
    </message>
    <message>
        <source>Its batches carry no number: one that is sent again because its answer was lost can stand in the log twice.</source>
        <translation>它的批次没有编号：应答丢失后重发的批次，可能在日志里出现两次。</translation>
    </message>
    <message>
        <source>Producer id</source>
        <translation>生产者 id</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>还没有</translation>
    </message>
    <message>
        <source>It has sent nothing yet.</source>
        <translation>它还没有发送过任何东西。</translation>
    </message>
    <message>
        <source>Each batch carries producer id, epoch and the sequence of its first record. A broker that has it already answers as if it had written it, and drops it: repeated.</source>
        <translation>每个批次带有生产者 id、纪元和首条记录的序号。已经有这个批次的 broker 照样应答写入成功，并把它丢弃：记为“重复”。</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>纪元</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Acked</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Underway</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Batches sent again</source>
        <translation>重发的批次</translation>
    </message>
    <message>
        <source>Batches in flight</source>
        <translation>在途批次</translation>
    </message>
    <message>
        <source>%1 left, timeout %2</source>
        <translation>剩余 %1，超时 %2</translation>
    </message>
    <message>
        <source>In the diagram</source>
        <translation>在架构图中</translation>
    </message>
    <message>
        <source>ended; ZooKeeper counts it as gone</source>
        <translation>已结束；ZooKeeper 认为它已离开</translation>
    </message>
    <message>
        <source>Fault of a link</source>
        <translation>链路故障</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
</context>
<context>
    <name>hw::ui::InvariantLamps</name>
    <message>
        <source>What was acknowledged with acks=all is read by later consumers.</source>
        <translation>以 acks=all 确认的记录都能被之后的消费者读到。</translation>
    </message>
    <message>
        <source>Below the HW all replicas and all reads give the same bytes.</source>
        <translation>在 HW 之下，所有副本和所有读取得到相同的字节。</translation>
    </message>
    <message>
        <source>HW ≤ LEO on every replica, and a leader&apos;s HW never goes back within its epoch.</source>
        <translation>每个副本上 HW ≤ LEO，且 leader 的 HW 在同一 epoch 内从不后退。</translation>
    </message>
    <message>
        <source>Leader epochs only rise, and of one epoch there is one leader.</source>
        <translation>leader epoch 只增不减，且每个 epoch 只有一个 leader。</translation>
    </message>
    <message>
        <source>The ISR is part of the assignment, never empty, and holds the leader.</source>
        <translation>ISR 是分配的子集，从不为空，并包含 leader。</translation>
    </message>
    <message>
        <source>Of one controller epoch there is one controller, and older ones write nothing.</source>
        <translation>每个控制器 epoch 只有一个控制器，旧的控制器写不进任何内容。</translation>
    </message>
    <message>
        <source>An idempotent producer&apos;s records come without gap and without duplicate.</source>
        <translation>幂等生产者的记录没有缺口也没有重复。</translation>
    </message>
    <message>
        <source>In a stable group no partition has two owners.</source>
        <translation>在稳定的组里，没有分区有两个所有者。</translation>
    </message>
    <message>
        <source>After a crash logs open, and their indexes equal those rebuilt from them.</source>
        <translation>崩溃后日志能打开，索引与重建的一致。</translation>
    </message>
    <message>
        <source>In one consumer offsets rise strictly, and nothing is skipped.</source>
        <translation>在一个消费者里偏移量严格上升，不会跳过。</translation>
    </message>
    <message>
        <source>After the faults end the cluster gets whole again within a bounded time.</source>
        <translation>故障结束后，集群在有限时间内恢复完整。</translation>
    </message>
    <message>
        <source>Invariant %1</source>
        <translation>不变式 %1</translation>
    </message>
    <message>
        <source>Invariants</source>
        <translation>不变式</translation>
    </message>
    <message>
        <source>What must hold in every cluster, checked all the time: green holds, red with a cross is broken. Point at a number to read what it says.</source>
        <translation>任何集群都必须成立的规则，一直在检查：绿色表示成立，带叉的红色表示被破坏。指向某个编号可查看它的内容。</translation>
    </message>
    <message>
        <source>Invariant %1 is broken</source>
        <translation>不变式 %1 已被破坏</translation>
    </message>
    <message>
        <source>Invariant %1 holds</source>
        <translation>不变式 %1 成立</translation>
    </message>
    <message>
        <source>Click to select what it is about.</source>
        <translation>点击可选中它所指的对象。</translation>
    </message>
</context>
<context>
    <name>hw::ui::KeyWords</name>
    <message>
        <source>On the map</source>
        <translation>在图上</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab, arrow keys</source>
        <translation>Tab、Shift+Tab、方向键</translation>
    </message>
    <message>
        <source>walk from thing to thing</source>
        <translation>在图上的各样东西之间移动</translation>
    </message>
    <message>
        <source>Ctrl with the wheel</source>
        <translation>按住 Ctrl 滚动滚轮</translation>
    </message>
    <message>
        <source>zooms at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>answers a lesson&apos;s question</source>
        <translation>回答课程里的问题</translation>
    </message>
</context>
<context>
    <name>hw::ui::LagChart</name>
    <message>
        <source>Lag of the group, and LEO minus HW</source>
        <translation>组的延迟，以及 LEO 减 HW</translation>
    </message>
    <message>
        <source>lag
(records)</source>
        <translation>延迟
（记录）</translation>
    </message>
    <message>
        <source>LEO − HW
(records)</source>
        <translation>LEO − HW
（记录）</translation>
    </message>
    <message>
        <source>time of day (h:min:s)</source>
        <translation>时刻（时:分:秒）</translation>
    </message>
</context>
<context>
    <name>hw::ui::LaneLegend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>poll</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>told to go on</source>
        <translation>被告知继续</translation>
    </message>
    <message>
        <source>parked partitions</source>
        <translation>搁置的分区</translation>
    </message>
    <message>
        <source>timer: start, what is left, end</source>
        <translation>计时器：开始、剩余、结束</translation>
    </message>
    <message>
        <source>ran out</source>
        <translation>走完了</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>left</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>put out</source>
        <translation>被移出</translation>
    </message>
    <message>
        <source>generation formed</source>
        <translation>新的一代组成</translation>
    </message>
    <message>
        <source>assignment stored</source>
        <translation>分配已保存</translation>
    </message>
</context>
<context>
    <name>hw::ui::LaneView</name>
    <message>
        <source>There is no group yet: add a consumer.</source>
        <translation>还没有消费者组：请添加一个消费者。</translation>
    </message>
    <message>
        <source>Nothing is known of %1 any more.</source>
        <translation>已经没有 %1 的任何记录了。</translation>
    </message>
    <message>
        <source>Click to find it among the events.</source>
        <translation>点击可在事件列表中找到它。</translation>
    </message>
</context>
<context>
    <name>hw::ui::LaneWindow</name>
    <message>
        <source>History: the last %1 min, at most %2 marks a member and %3 in all (now %4). Members that left stay for as long as they are in it.</source>
        <translation>历史：最近 %1 分钟，每个成员最多 %2 个标记，总共最多 %3 个（现在 %4 个）。离开的成员在此期间仍会显示。</translation>
    </message>
    <message>
        <source>Group over time</source>
        <translation>消费者组的时间轴</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Which group is shown</source>
        <translation>显示哪个组</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Less time, larger (+, or Ctrl with the wheel)</source>
        <translation>时间更短、更大（+，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>More time, smaller (-, or Ctrl with the wheel)</source>
        <translation>时间更长、更小（-，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Follow now</source>
        <translation>跟随现在</translation>
    </message>
    <message>
        <source>The newest stays in sight (End). Dragging or the arrow keys stop it.</source>
        <translation>始终显示最新的（End）。拖动或方向键会停止跟随。</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>计时器</translation>
    </message>
    <message>
        <source>Shows when each member&apos;s timers start, drain and end.</source>
        <translation>显示每个成员的计时器何时开始、消减和结束。</translation>
    </message>
    <message>
        <source>Drag to move, click to pin the cursor, click a mark to look into it.</source>
        <translation>拖动可移动，点击可固定游标，点击标记可查看其内容。</translation>
    </message>
    <message>
        <source>Lanes of the group</source>
        <translation>组的泳道</translation>
    </message>
</context>
<context>
    <name>hw::ui::Legend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>Messages are sampled: about %1 % of them are drawn.</source>
        <translation>消息经过抽样：大约画出了其中的 %1 %。</translation>
    </message>
    <message>
        <source>Lines are drawn for what is selected.</source>
        <translation>只为选中的东西画线。</translation>
    </message>
    <message>
        <source>leader</source>
        <translation>leader</translation>
    </message>
    <message>
        <source>follower</source>
        <translation>follower</translation>
    </message>
    <message>
        <source>out of ISR</source>
        <translation>不在 ISR</translation>
    </message>
    <message>
        <source>× offline</source>
        <translation>× 离线</translation>
    </message>
    <message>
        <source>up to HW (tick), up to LEO</source>
        <translation>到 HW（刻线）、到 LEO</translation>
    </message>
    <message>
        <source>records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>replication</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>other request</source>
        <translation>其他请求</translation>
    </message>
    <message>
        <source>ZooKeeper</source>
        <translation>ZooKeeper</translation>
    </message>
    <message>
        <source>Click to fold or unfold (L). Fetches that bring no records are not drawn.</source>
        <translation>点击折叠或展开（L）。没有带来记录的拉取不画出来。</translation>
    </message>
    <message>
        <source>+ arriving, − leaving</source>
        <translation>+ 迁入，− 迁出</translation>
    </message>
</context>
<context>
    <name>hw::ui::LessonPanel</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Where Kafka is not as older or simpler texts say</source>
        <translation>Kafka 与较早或简化的资料不同之处</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Right. %1</source>
        <translation>正确。%1</translation>
    </message>
    <message>
        <source>Not so. %1</source>
        <translation>不对。%1</translation>
    </message>
    <message>
        <source>That did not come out as the lesson says: %1</source>
        <translation>结果与课程所述不符：%1</translation>
    </message>
    <message>
        <source>That was the lesson. The cluster is as it left it: play on with it.</source>
        <translation>本课结束。集群保持现状，可以继续操作。</translation>
    </message>
    <message>
        <source>The cluster is yours: kill, cut, send, and see.</source>
        <translation>集群交给你了：杀掉、切断、发送，看看会怎样。</translation>
    </message>
    <message>
        <source>%1 of %2 questions answered rightly.</source>
        <translation>%2 个问题答对 %1 个。</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Run this step</source>
        <translation>运行这一步</translation>
    </message>
    <message>
        <source>It runs …</source>
        <translation>正在运行……</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>Choose an answer first</source>
        <translation>请先选择答案</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Play freely from here</source>
        <translation>从这里自由操作</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>课堂</translation>
    </message>
    <message>
        <source>Large type for a class, and a score that can be saved</source>
        <translation>课堂用的大字，成绩可以保存</translation>
    </message>
    <message>
        <source>Save score…</source>
        <translation>保存成绩…</translation>
    </message>
    <message>
        <source>Show me: %1</source>
        <translation>演示：%1</translation>
    </message>
    <message>
        <source>Notes on the picture</source>
        <translation>图上的注释</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量结果</translation>
    </message>
    <message>
        <source>Look inside %1 on broker %2</source>
        <translation>查看 broker %2 上的 %1</translation>
    </message>
    <message>
        <source>Save score</source>
        <translation>保存成绩</translation>
    </message>
    <message>
        <source>Whose score is it?</source>
        <translation>这是谁的成绩？</translation>
    </message>
    <message>
        <source>Table (*.csv);;JSON (*.json)</source>
        <translation>表格 (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Another moment of the run is in the picture. The lesson waits where you left it.</source>
        <translation>图上是这次运行的另一个时刻。课程停在你离开的地方等着。</translation>
    </message>
    <message>
        <source>It came out so</source>
        <translation>结果如此</translation>
    </message>
    <message>
        <source>It should come out so</source>
        <translation>应当如此</translation>
    </message>
    <message>
        <source>Back to the lesson</source>
        <translation>回到课程</translation>
    </message>
    <message>
        <source>Go on with the lesson</source>
        <translation>课程下一步</translation>
    </message>
    <message>
        <source>One step back in the lesson</source>
        <translation>课程退回一步</translation>
    </message>
</context>
<context>
    <name>hw::ui::LogWindow</name>
    <message numerus="yes">
        <source>%n segment(s), %1</source>
        <translation>
            <numerusform>%n 个段，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no partition in this directory.</source>
        <translation>此目录中没有分区。</translation>
    </message>
    <message>
        <source>%1 read and checked.</source>
        <translation>已读取并检查 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) written to the file.</source>
        <translation>
            <numerusform>已将 %n 条记录写入文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export records</source>
        <translation>导出记录</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON, an object a line (*.json)</source>
        <translation>CSV (*.csv);;JSON，每行一个对象 (*.json)</translation>
    </message>
    <message>
        <source>%1 on broker %2</source>
        <translation>broker %2 上的 %1</translation>
    </message>
    <message>
        <source>Log of %1</source>
        <translation>%1 的日志</translation>
    </message>
    <message>
        <source>log start %1</source>
        <translation>日志起点 %1</translation>
    </message>
    <message>
        <source>log end %1</source>
        <translation>日志末尾 %1</translation>
    </message>
    <message>
        <source>HW at the last checkpoint %1</source>
        <translation>上次检查点的 HW %1</translation>
    </message>
    <message>
        <source>topic id %1</source>
        <translation>topic id %1</translation>
    </message>
    <message>
        <source>✓ All is well: every batch, index entry and checkpoint fits.</source>
        <translation>✓ 一切正常：所有批次、索引条目和检查点都吻合。</translation>
    </message>
    <message>
        <source>Nothing was checked yet. Check reads everything and compares it.</source>
        <translation>尚未检查。“检查”会读取全部内容并加以比对。</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Read everything and tell every inconsistency (Ctrl+K).</source>
        <translation>读取全部内容并列出所有不一致（Ctrl+K）。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write all records to a CSV or JSON file (Ctrl+E).</source>
        <translation>将所有记录写入 CSV 或 JSON 文件（Ctrl+E）。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Earlier records</source>
        <translation>更早的记录</translation>
    </message>
    <message>
        <source>Bytes of the record</source>
        <translation>该记录的字节</translation>
    </message>
    <message>
        <source>Bytes of its batch</source>
        <translation>所在批次的字节</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段</translation>
    </message>
</context>
<context>
    <name>hw::ui::LookupPanel</name>
    <message>
        <source>A time is wanted: 2026-11-29 15:04:05, or milliseconds since 1970.</source>
        <translation>需要一个时间：2026-11-29 15:04:05，或自 1970 年起的毫秒数。</translation>
    </message>
    <message>
        <source>An offset is wanted: a whole number.</source>
        <translation>需要一个 offset：整数。</translation>
    </message>
    <message numerus="yes">
        <source>+%n byte(s)</source>
        <translation>
            <numerusform>+%n 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>Read from disk so far: %1 bytes</source>
        <translation>至此从磁盘读取：%1 字节</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) of the scan are not listed.</source>
        <translation>
            <numerusform>扫描中有 %n 步未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Finds the first record that is not older.</source>
        <translation>查找不早于该时间的第一条记录。</translation>
    </message>
    <message>
        <source>Plays how the broker finds an offset: file names, .index, then .log.</source>
        <translation>逐步演示 broker 如何找到 offset：先看文件名，再看 .index，最后看 .log。</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>offset</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What to find</source>
        <translation>查找什么</translation>
    </message>
    <message>
        <source>Offset or time to find</source>
        <translation>要查找的 offset 或时间</translation>
    </message>
    <message>
        <source>Steps of the lookup</source>
        <translation>查找的步骤</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部步骤</translation>
    </message>
</context>
<context>
    <name>hw::ui::LossModel</name>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Offsets</source>
        <translation>偏移量</translation>
    </message>
    <message>
        <source>Records lost</source>
        <translation>丢失的记录数</translation>
    </message>
    <message>
        <source>New leader&apos;s epoch</source>
        <translation>新 leader 的 epoch</translation>
    </message>
    <message>
        <source>What cost them</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>hw::ui::MainWindow</name>
    <message>
        <source>The bootstrap address is on the clipboard.</source>
        <translation>bootstrap 地址已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>被拒绝：%1</translation>
    </message>
    <message>
        <source>The engine is busy: drawing 15 times a second.</source>
        <translation>引擎繁忙：每秒画 15 次。</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>Invariant broken: %1</source>
        <translation>不变式被破坏：%1</translation>
    </message>
    <message>
        <source>zoom %1 %</source>
        <translation>缩放 %1 %</translation>
    </message>
    <message>
        <source>&amp;Cluster</source>
        <translation>集群(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>About Highwater</source>
        <translation>关于 Highwater</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Events and tables</source>
        <translation>事件与表格</translation>
    </message>
    <message>
        <source>Records per second</source>
        <translation>每秒记录数</translation>
    </message>
    <message>
        <source>Map of the cluster</source>
        <translation>集群图</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open log directory</source>
        <translation>打开日志目录</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Let it go</source>
        <translation>放行</translation>
    </message>
    <message>
        <source>Drop it with its connection</source>
        <translation>连同连接一起丢弃</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>The architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>Replication and offsets</source>
        <translation>复制与 offset</translation>
    </message>
    <message>
        <source>Design principles</source>
        <translation>设计原理</translation>
    </message>
    <message>
        <source>Beyond</source>
        <translation>进阶</translation>
    </message>
    <message>
        <source>&amp;Groups</source>
        <translation>消费组(&amp;G)</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>已停下：%1</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;Highwater&lt;/b&gt; runs a real cluster of Kafka-compatible brokers and draws what happens in it.&lt;/p&gt;&lt;p&gt;Version %1&lt;/p&gt;&lt;p&gt;GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;Highwater&lt;/b&gt; 运行一个真实的、与 Kafka 兼容的 broker 集群，并画出其中发生的一切。&lt;/p&gt;&lt;p&gt;版本 %1&lt;/p&gt;&lt;p&gt;GNU 通用公共许可证第 3 版或更新版本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Not on port 9092: clients join at %1</source>
        <translation>不在 9092 端口：客户端请连接 %1</translation>
    </message>
    <message>
        <source>&amp;Recording</source>
        <translation>录制(&amp;R)</translation>
    </message>
    <message>
        <source>Open recording</source>
        <translation>打开录制</translation>
    </message>
    <message>
        <source>Recordings (*.%1)</source>
        <translation>录制文件 (*.%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save recording</source>
        <translation>保存录制</translation>
    </message>
    <message>
        <source>The recording is in %1.</source>
        <translation>录制已保存到 %1。</translation>
    </message>
    <message>
        <source>The recording could not be saved: %1</source>
        <translation>无法保存录制：%1</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>%1
%2, %3</source>
        <translation>%1
%2，%3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>What it says…</source>
        <translation>内容…</translation>
    </message>
    <message>
        <source>Deliver it now</source>
        <translation>立即送达</translation>
    </message>
    <message>
        <source>Hold it and deliver others first</source>
        <translation>扣住它，先送别的</translation>
    </message>
    <message>
        <source>Break its connection</source>
        <translation>断开它的连接</translation>
    </message>
    <message>
        <source>Save as scenario</source>
        <translation>另存为场景</translation>
    </message>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>场景 (*.json)</translation>
    </message>
    <message>
        <source>Ask to save at the end</source>
        <translation>结束时询问是否保存</translation>
    </message>
    <message>
        <source>Save the recording of this run?</source>
        <translation>要保存这次运行的录制吗？</translation>
    </message>
    <message>
        <source>What happened so far, with your notes, goes with this window. A recording can be looked at again and shared.</source>
        <translation>到目前为止发生的一切，连同您的笔记，会随这个窗口一起消失。录制可以再次查看，也可以分享。</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Do not save</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Do not ask again</source>
        <translation>不再询问</translation>
    </message>
    <message>
        <source>Open scenario</source>
        <translation>打开场景</translation>
    </message>
</context>
<context>
    <name>hw::ui::MapScene</name>
    <message>
        <source>rebalances, %1</source>
        <translation>再均衡中，%1</translation>
    </message>
    <message>
        <source>rebalanced in %1</source>
        <translation>再均衡用了 %1</translation>
    </message>
</context>
<context>
    <name>hw::ui::MarkItem</name>
    <message>
        <source>Kill %1</source>
        <translation>杀掉 %1</translation>
    </message>
    <message>
        <source>Restart %1</source>
        <translation>重启 %1</translation>
    </message>
    <message>
        <source>Thaw %1</source>
        <translation>解冻 %1</translation>
    </message>
    <message>
        <source>Freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message>
        <source>Only a running broker can be frozen.</source>
        <translation>只有运行中的 broker 才能冻结。</translation>
    </message>
    <message>
        <source>This cluster cannot be given faults.</source>
        <translation>这个集群不能注入故障。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Click to kill this broker&lt;/b&gt; (K). Its process dies at once; what it has written stays on its disk.</source>
        <translation>&lt;b&gt;点击杀掉这个 broker&lt;/b&gt;（K）。它的进程立刻死掉；已写入的内容留在磁盘上。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Click to bring this broker back&lt;/b&gt; (K). It starts from what is on its disk.</source>
        <translation>&lt;b&gt;点击让这个 broker 回来&lt;/b&gt;（K）。它从磁盘上的内容启动。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Click to thaw this broker&lt;/b&gt; (F).</source>
        <translation>&lt;b&gt;点击解冻这个 broker&lt;/b&gt;（F）。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Click to freeze this broker&lt;/b&gt; (F). It stands still without dying, as in a very long pause of its process.</source>
        <translation>&lt;b&gt;点击冻结这个 broker&lt;/b&gt;（F）。它静止不动但没有死，就像进程停顿了很久。</translation>
    </message>
</context>
<context>
    <name>hw::ui::MarkSearch</name>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>Any event</source>
        <translation>任何事件</translation>
    </message>
    <message>
        <source>Kind of event to look for</source>
        <translation>要查找的事件种类</translation>
    </message>
    <message>
        <source>of whom, such as TopicA-1</source>
        <translation>对象，例如 TopicA-1</translation>
    </message>
    <message>
        <source>Whom the event is about</source>
        <translation>事件的对象</translation>
    </message>
    <message>
        <source>A partition, a group or a broker; empty: any of them (Ctrl+F)</source>
        <translation>分区、消费组或 broker；留空表示任意（Ctrl+F）</translation>
    </message>
</context>
<context>
    <name>hw::ui::MeasureChart</name>
    <message>
        <source>seconds of the step</source>
        <translation>这一步开始后的秒数</translation>
    </message>
    <message>
        <source>what was measured</source>
        <translation>测量项</translation>
    </message>
</context>
<context>
    <name>hw::ui::MemberItem</name>
    <message>
        <source>Member %1, owns %2</source>
        <translation>成员 %1，拥有 %2</translation>
    </message>
    <message>
        <source>The group waits for it to join again.</source>
        <translation>组正在等它重新加入。</translation>
    </message>
    <message>
        <source>It is idle: there are more members than partitions.</source>
        <translation>它空闲着：成员比分区多。</translation>
    </message>
    <message>
        <source>It reads these partitions and commits its offsets.</source>
        <translation>它读取这些分区并提交 offset。</translation>
    </message>
    <message>
        <source>joining again</source>
        <translation>正在重新加入</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Its own timers, of polls and heartbeats, are known to that program alone.</source>
        <translation>它自己的轮询和心跳计时器只有那个程序自己知道。</translation>
    </message>
    <message>
        <source>Member %1, owns %2; in the architecture diagram %3</source>
        <comment>partitions and their labels</comment>
        <translation>成员 %1，拥有 %2；在架构图中为 %3</translation>
    </message>
    <message>
        <source>On the architecture diagram this is &lt;b&gt;%1&lt;/b&gt;: topic, partition, group, consumer.</source>
        <translation>架构图中写作 &lt;b&gt;%1&lt;/b&gt;：主题、分区、组、消费者。</translation>
    </message>
</context>
<context>
    <name>hw::ui::NewClusterDialog</name>
    <message>
        <source>Brokers</source>
        <translation>Broker 数</translation>
    </message>
    <message>
        <source>ZooKeeper servers</source>
        <translation>ZooKeeper 服务器数</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>初始内容</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>New cluster</source>
        <translation>新建集群</translation>
    </message>
    <message>
        <source>&amp;Live: on real threads and files; your own clients can join</source>
        <translation>真实(&amp;L)：真实的线程和文件，您自己的客户端可以加入</translation>
    </message>
    <message>
        <source>&amp;Studio: simulated; time can be stopped, stepped and slowed</source>
        <translation>工作室(&amp;S)：模拟运行，时间可以暂停、单步和放慢</translation>
    </message>
    <message>
        <source>classroom: short timeouts, small segments</source>
        <translation>classroom：短超时、小日志段</translation>
    </message>
    <message>
        <source>kafka: Kafka&apos;s own defaults</source>
        <translation>kafka：Kafka 自己的默认值</translation>
    </message>
    <message>
        <source>the demo: topics, producers and groups of the diagram</source>
        <translation>演示：架构图中的主题、生产者和消费组</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空集群</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>The present cluster ends; what a throw-away one holds is gone.</source>
        <translation>当前集群将结束；临时集群里的内容会丢失。</translation>
    </message>
    <message>
        <source>The seed &quot;%1&quot; is not a whole number from 0 to 18446744073709551615.</source>
        <translation>种子“%1”不是 0 到 18446744073709551615 之间的整数。</translation>
    </message>
    <message>
        <source>The same program in a world of its own: with the same seed everything happens again, event by event. Nobody from outside can join.</source>
        <translation>同一个程序在自己的世界里运行：种子相同，一切就会逐个事件地重演。外部程序不能加入。</translation>
    </message>
    <message>
        <source>Brokers on threads of their own, logs in a folder that goes when the window closes, ports for your own clients.</source>
        <translation>每个 broker 有自己的线程，日志放在窗口关闭时删除的文件夹里，并为您自己的客户端开放端口。</translation>
    </message>
    <message>
        <source>the simulator&apos;s random clients and faults of the seed</source>
        <translation>模拟器按该 seed 随机产生的客户端与故障</translation>
    </message>
    <message>
        <source>The simulator&apos;s clients and faults need a simulated cluster.</source>
        <translation>模拟器的客户端与故障需要模拟集群。</translation>
    </message>
    <message>
        <source>What &quot;highwater simulate&quot; makes of the seed, paused at the start: random work, random faults, healing, and what the checkers find as events and lamps.</source>
        <translation>“highwater simulate” 按该 seed 进行的运行，停在开头：随机负载、随机故障、修复，检查器的发现显示为事件和指示灯。</translation>
    </message>
    <message>
        <source>Consumer group protocol (KIP-848); not in Kafka&apos;s ZooKeeper mode</source>
        <translation>消费者组新协议（KIP-848）；Kafka 的 ZooKeeper 模式没有</translation>
    </message>
</context>
<context>
    <name>hw::ui::NoteDialog</name>
    <message>
        <source>Note at %1</source>
        <translation>%1 处的备注</translation>
    </message>
    <message>
        <source>What should be seen here?</source>
        <translation>这里应当看什么？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>A note holds at most %1 bytes; this one has %2.</source>
        <translation>备注最多 %1 字节；这条有 %2 字节。</translation>
    </message>
</context>
<context>
    <name>hw::ui::NoteList</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Notes in order of time</source>
        <translation>按时间排列的备注</translation>
    </message>
    <message>
        <source>There are none yet. Ctrl+M writes one at the moment that is shown.</source>
        <translation>还没有备注。Ctrl+M 在所显示的时刻写一条。</translation>
    </message>
    <message>
        <source>They go with the recording when it is saved.</source>
        <translation>保存录制时，备注随之保存。</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到那里</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>修改…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>hw::ui::OpeningDialog</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>hw::ui::OutsideItem</name>
    <message>
        <source>Outside client %1 (%2)</source>
        <translation>外部客户端 %1（%2）</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;Somebody&apos;s own program at %2, connected to brokers %3.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;某人自己的程序，位于 %2，连接到 broker %3。</translation>
    </message>
</context>
<context>
    <name>hw::ui::PartitionModel</name>
    <message>
        <source>Partition</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>Leader</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoch</translation>
    </message>
    <message>
        <source>AR</source>
        <translation>AR</translation>
    </message>
    <message>
        <source>ISR</source>
        <translation>ISR</translation>
    </message>
    <message>
        <source>HW</source>
        <translation>HW</translation>
    </message>
    <message>
        <source>LEO</source>
        <translation>LEO</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>no leader</source>
        <translation>没有 leader</translation>
    </message>
    <message>
        <source>below min.insync.replicas</source>
        <translation>低于 min.insync.replicas</translation>
    </message>
    <message>
        <source>under-replicated</source>
        <translation>副本不足</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>hw::ui::PastActions</name>
    <message>
        <source>Back to the event before</source>
        <translation>退到上一个事件</translation>
    </message>
    <message>
        <source>Shows the moment of the event before</source>
        <translation>显示上一个事件的时刻</translation>
    </message>
    <message>
        <source>On to the next event</source>
        <translation>进到下一个事件</translation>
    </message>
    <message>
        <source>Shows the moment of the next event</source>
        <translation>显示下一个事件的时刻</translation>
    </message>
    <message>
        <source>Pause the recording</source>
        <translation>暂停回放</translation>
    </message>
    <message>
        <source>Play the recording</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Stops at this moment</source>
        <translation>停在此刻</translation>
    </message>
    <message>
        <source>Plays on from this moment</source>
        <translation>从此刻继续回放</translation>
    </message>
    <message>
        <source>Play slower</source>
        <translation>放慢回放</translation>
    </message>
    <message>
        <source>Plays the recording slower</source>
        <translation>更慢地回放</translation>
    </message>
    <message>
        <source>Play faster</source>
        <translation>加快回放</translation>
    </message>
    <message>
        <source>Plays the recording faster</source>
        <translation>更快地回放</translation>
    </message>
    <message>
        <source>To the beginning</source>
        <translation>到开头</translation>
    </message>
    <message>
        <source>Shows the first moment there is</source>
        <translation>显示最早的时刻</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>到结尾</translation>
    </message>
    <message>
        <source>Back to what happens now</source>
        <translation>回到现在</translation>
    </message>
    <message>
        <source>Shows the last moment there is</source>
        <translation>显示最晚的时刻</translation>
    </message>
    <message>
        <source>Search the past…</source>
        <translation>搜索过去…</translation>
    </message>
    <message>
        <source>Finds the next leader change, fault, …</source>
        <translation>查找下一次 leader 变更、故障等</translation>
    </message>
    <message>
        <source>Find the next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>On to the next one that fits</source>
        <translation>转到下一个符合的</translation>
    </message>
    <message>
        <source>Find the one before</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Back to the one before that fits</source>
        <translation>转到上一个符合的</translation>
    </message>
    <message>
        <source>Write a note here…</source>
        <translation>在此写备注…</translation>
    </message>
    <message>
        <source>Writes a note at the moment that is shown</source>
        <translation>在所显示的时刻写备注</translation>
    </message>
    <message>
        <source>Notes…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Lists all notes</source>
        <translation>列出所有备注</translation>
    </message>
    <message>
        <source>Go to the pinned moment</source>
        <translation>转到钉住的时刻</translation>
    </message>
    <message>
        <source>Shows the moment that was pinned by a click in a chart or in the lanes</source>
        <translation>显示在图表或泳道中点击钉住的时刻</translation>
    </message>
    <message>
        <source>Whole timeline</source>
        <translation>整条时间线</translation>
    </message>
    <message>
        <source>Shows the whole span on the timeline</source>
        <translation>在时间线上显示全部时间</translation>
    </message>
    <message>
        <source>Save recording…</source>
        <translation>保存录制…</translation>
    </message>
    <message>
        <source>Writes all that was recorded into a file</source>
        <translation>把录制的全部内容写入文件</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开录制…</translation>
    </message>
    <message>
        <source>Shows a recording in place of this cluster</source>
        <translation>用一份录制替换此集群</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Pictures, films and lists of what happened</source>
        <translation>所发生之事的图片、影片和列表</translation>
    </message>
    <message>
        <source>Timeline with a row for each kind</source>
        <translation>时间轴每类事件一行</translation>
    </message>
    <message>
        <source>Shows a row for each kind of event, and the search beside them</source>
        <translation>每类事件显示一行，旁边是搜索</translation>
    </message>
</context>
<context>
    <name>hw::ui::PastBanner</name>
    <message>
        <source>Showing the past: %1</source>
        <translation>正在显示过去：%1</translation>
    </message>
    <message>
        <source>Now (End)</source>
        <translation>现在（End）</translation>
    </message>
    <message>
        <source>Recording: %1 of %2</source>
        <translation>录制：%1 / %2</translation>
    </message>
    <message>
        <source>It can be looked at and annotated; commands have no cluster here.</source>
        <translation>可以查看和加备注；这里没有可接受命令的集群。</translation>
    </message>
    <message>
        <source>To the end (End)</source>
        <translation>到结尾（End）</translation>
    </message>
    <message>
        <source>Commands wait until you are back in the present.</source>
        <translation>回到现在之前，命令不会执行。</translation>
    </message>
</context>
<context>
    <name>hw::ui::PictureWords</name>
    <message>
        <source>Highwater at %1</source>
        <translation>Highwater，%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n broker(s)</source>
        <translation>
            <numerusform>%1 · %n 个 broker</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::ProducerDialog</name>
    <message>
        <source>Add producer</source>
        <translation>添加生产者</translation>
    </message>
    <message>
        <source>the next free name</source>
        <translation>下一个空闲的名字</translation>
    </message>
    <message>
        <source>all: every in-sync replica has it</source>
        <translation>all：每个同步副本都有了</translation>
    </message>
    <message>
        <source>1: the leader has it</source>
        <translation>1：leader 有了</translation>
    </message>
    <message>
        <source>0: do not wait</source>
        <translation>0：不等待</translation>
    </message>
    <message>
        <source>none: partitions in turn</source>
        <translation>无：轮流写各分区</translation>
    </message>
    <message>
        <source>a few keys in turn</source>
        <translation>轮流用几个 key</translation>
    </message>
    <message>
        <source>random keys</source>
        <translation>随机 key</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Records per second</source>
        <translation>每秒记录数</translation>
    </message>
    <message>
        <source>Bytes per record</source>
        <translation>每条记录的字节数</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>There is a producer %1 already.</source>
        <translation>已经有生产者 %1 了。</translation>
    </message>
</context>
<context>
    <name>hw::ui::ProducerItem</name>
    <message>
        <source>Producer %1, %2, %3</source>
        <translation>生产者 %1，%2，%3</translation>
    </message>
    <message>
        <source>It writes to %1.</source>
        <translation>它写入 %1。</translation>
    </message>
    <message>
        <source>acks=0: it does not wait for any answer.</source>
        <translation>acks=0：它不等任何回答。</translation>
    </message>
    <message>
        <source>acks=1: the leader answers as soon as it has written.</source>
        <translation>acks=1：leader 写完就回答。</translation>
    </message>
    <message>
        <source>acks=all: the leader answers when every in-sync replica has the records.</source>
        <translation>acks=all：每个同步副本都有了这些记录，leader 才回答。</translation>
    </message>
    <message>
        <source>Last error: %1</source>
        <translation>最近的错误：%1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>hw::ui::RateChart</name>
    <message>
        <source>Records in and out per second</source>
        <translation>每秒写入和读出的记录</translation>
    </message>
    <message>
        <source>in</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>out</source>
        <translation>读出</translation>
    </message>
    <message>
        <source>time since the start (min:s)</source>
        <translation>启动后的时间（分:秒）</translation>
    </message>
    <message>
        <source>records/s</source>
        <translation>记录/秒</translation>
    </message>
</context>
<context>
    <name>hw::ui::ReassignDialog</name>
    <message>
        <source>Move %1</source>
        <translation>迁移 %1</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>Cancel the move</source>
        <translation>取消迁移</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Brokers, the preferred leader first</source>
        <translation>broker，首选 leader 在最前</translation>
    </message>
    <message>
        <source>Tick the brokers that shall hold it, and put them in order: the first is the preferred leader. New replicas copy first; the old ones stay until all of the new ones are in sync.</source>
        <translation>勾选要存放它的 broker 并排好顺序：第一个是首选 leader。新副本先复制；旧副本会保留到所有新副本都同步为止。</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>Leader</translation>
    </message>
    <message>
        <source>Arriving</source>
        <translation>迁入</translation>
    </message>
    <message>
        <source>Leaving</source>
        <translation>迁出</translation>
    </message>
    <message>
        <source>%1 is not there.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>Tick at least one broker.</source>
        <translation>请至少勾选一个 broker。</translation>
    </message>
    <message>
        <source>It moves to these already.</source>
        <translation>它已经在迁移到这些 broker。</translation>
    </message>
    <message>
        <source>It is there already.</source>
        <translation>它已经在这些 broker 上。</translation>
    </message>
    <message>
        <source>Broker %1 is not alive: it cannot take a replica.</source>
        <translation>Broker %1 没有存活：不能接收副本。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>hw::ui::RebalanceBadge</name>
    <message>
        <source>Rebalance of %1: %2</source>
        <translation>%1 的再均衡：%2</translation>
    </message>
    <message>
        <source>Click to see why, who caused it and what it cost.</source>
        <translation>点击可看原因、是谁引起的、代价多大。</translation>
    </message>
</context>
<context>
    <name>hw::ui::RebalanceModel</name>
    <message>
        <source>coordinator moved: no rebalance</source>
        <translation>协调者换了：不是再均衡</translation>
    </message>
    <message>
        <source>Another broker coordinates the group now; members and generation stay.</source>
        <translation>现在由另一个 broker 协调这个组；成员和代数不变。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>代</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>易主</translation>
    </message>
    <message>
        <source>Stood still</source>
        <translation>停读</translation>
    </message>
</context>
<context>
    <name>hw::ui::RebalanceWindow</name>
    <message>
        <source>Drawn by Highwater.</source>
        <translation>由 Highwater 绘制。</translation>
    </message>
    <message>
        <source>Save as picture</source>
        <translation>存为图片</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Save as text</source>
        <translation>存为文本</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Nothing changed hands.</source>
        <translation>没有分区易主。</translation>
    </message>
    <message>
        <source>No rebalance yet</source>
        <translation>还没有再均衡</translation>
    </message>
    <message>
        <source>Stop a consumer to see one: select it on the map and press Delete. Or add one with Ctrl+G, or let your own client join a group.</source>
        <translation>停掉一个消费者就能看到：在图上选中它，按 Delete。也可以按 Ctrl+G 加一个，或让自己的客户端加入一个组。</translation>
    </message>
    <message>
        <source>Who has what</source>
        <translation>谁有什么</translation>
    </message>
    <message>
        <source>All groups</source>
        <translation>所有组</translation>
    </message>
    <message numerus="yes">
        <source>%n rebalance(s) in the last minute</source>
        <translation>
            <numerusform>最近一分钟 %n 次再均衡</numerusform>
        </translation>
    </message>
    <message>
        <source>the oldest %1 are no longer listed</source>
        <translation>最早的 %1 次不再列出</translation>
    </message>
    <message>
        <source>◆ Stopped: %1 Press P to go on.</source>
        <translation>◆ 已停下：%1按 P 继续。</translation>
    </message>
    <message>
        <source>◆ %1</source>
        <translation>◆ %1</translation>
    </message>
    <message>
        <source>The text is on the clipboard.</source>
        <translation>文本已在剪贴板上。</translation>
    </message>
    <message>
        <source>Rebalances</source>
        <translation>再均衡</translation>
    </message>
    <message>
        <source>Follow the newest</source>
        <translation>跟随最新</translation>
    </message>
    <message>
        <source>Break on…</source>
        <translation>遇事中断…</translation>
    </message>
    <message>
        <source>Stops the time of a simulated cluster, or marks and beeps in a live one, when something happens that means something.</source>
        <translation>发生要紧的事时，让模拟集群的时间停下；在实时集群里则作标记并鸣响。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Copy as text for a ticket</source>
        <translation>复制为工单文本</translation>
    </message>
    <message>
        <source>Save as text…</source>
        <translation>存为文本…</translation>
    </message>
    <message>
        <source>Save as picture…</source>
        <translation>存为图片…</translation>
    </message>
    <message>
        <source>Smaller type (Ctrl+-)</source>
        <translation>字小一些（Ctrl+-）</translation>
    </message>
    <message>
        <source>Larger type (Ctrl++)</source>
        <translation>字大一些（Ctrl++）</translation>
    </message>
    <message>
        <source>Smaller type</source>
        <translation>字小一些</translation>
    </message>
    <message>
        <source>Larger type</source>
        <translation>字大一些</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>History of rebalances</source>
        <translation>再均衡的历史</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Page (*.pdf)</source>
        <translation>页面 (*.pdf)</translation>
    </message>
    <message>
        <source>No rebalance of %1 is known so far. Stop one of its consumers to see one: select it on the map and press Delete.</source>
        <translation>目前没有 %1 的再均衡记录。停掉它的一个消费者就能看到：在图上选中它，然后按 Delete。</translation>
    </message>
    <message numerus="yes">
        <source>%n rebalance(s) known so far</source>
        <translation>
            <numerusform>目前已知 %n 次再均衡</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::RecordModel</name>
    <message>
        <source>transaction marker: commit</source>
        <translation>事务标记：提交</translation>
    </message>
    <message>
        <source>transaction marker: abort</source>
        <translation>事务标记：中止</translation>
    </message>
    <message>
        <source>control record</source>
        <translation>控制记录</translation>
    </message>
    <message>
        <source>✕ cannot be read: %1</source>
        <translation>✕ 无法读取：%1</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>offset</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Producer id</source>
        <translation>生产者 id</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>epoch</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列号</translation>
    </message>
</context>
<context>
    <name>hw::ui::RequestModel</name>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>From → to</source>
        <translation>从 → 到</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>hw::ui::RequestWindow</name>
    <message>
        <source>All APIs</source>
        <translation>所有 API</translation>
    </message>
    <message>
        <source>All clients</source>
        <translation>所有客户端</translation>
    </message>
    <message>
        <source>All brokers</source>
        <translation>所有 broker</translation>
    </message>
    <message>
        <source>More than %1 fields: the rest is left out.</source>
        <translation>超过 %1 个字段：其余部分略去。</translation>
    </message>
    <message>
        <source>From → to</source>
        <translation>从 → 到</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Correlation id</source>
        <translation>Correlation id</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>收到</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>not seen yet</source>
        <translation>尚未看到</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Parked</source>
        <translation>搁置</translation>
    </message>
    <message>
        <source>Because of:</source>
        <translation>起因：</translation>
    </message>
    <message>
        <source>Go to the request</source>
        <translation>转到请求</translation>
    </message>
    <message>
        <source>Go to the answer</source>
        <translation>转到应答</translation>
    </message>
    <message>
        <source>Leave out ones like this: %1</source>
        <translation>不再列出这一类：%1</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy the value</source>
        <translation>复制该值</translation>
    </message>
    <message>
        <source>Unfold everything</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Fold everything</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Export the newest %1 messages that are listed</source>
        <translation>导出列表中最新的 %1 条消息</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Show again: %1</source>
        <translation>重新列出：%1</translation>
    </message>
    <message>
        <source>Nothing is left out. Click a message with the right button to leave out ones like it.</source>
        <translation>没有略去任何消息。右键单击一条消息可略去同类消息。</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>全部重新列出</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>已略去：%1</translation>
    </message>
    <message>
        <source>Requests in flight</source>
        <translation>传输中的请求</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stops the list, and keeps the messages that are in it.</source>
        <translation>停止更新列表，并保留其中的消息。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the list of messages</source>
        <translation>在消息列表中搜索</translation>
    </message>
    <message>
        <source>Requests and answers</source>
        <translation>请求和应答</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Broker</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Errors only</source>
        <translation>仅错误</translation>
    </message>
    <message>
        <source>Kinds of messages that are not listed.</source>
        <translation>未列出的消息种类。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Find in the fields</source>
        <translation>在字段中查找</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Fields of the message</source>
        <translation>消息的字段</translation>
    </message>
    <message>
        <source>Bytes of the message</source>
        <translation>消息的字节</translation>
    </message>
    <message>
        <source>No message chosen</source>
        <translation>未选择消息</translation>
    </message>
    <message>
        <source>Click a message in the list, or a dot in flight on the map.</source>
        <translation>单击列表中的消息，或图上正在移动的点。</translation>
    </message>
    <message>
        <source>%1 of %2 shown · %5 left out by sampling · bytes kept of the newest %3 messages, also of those left out (%4 MiB)</source>
        <translation>显示 %1 / %2 条 · 抽样略去 %5 条 · 保留最新 %3 条消息的字节，包括略去的（%4 MiB）</translation>
    </message>
</context>
<context>
    <name>hw::ui::RunDesk</name>
    <message>
        <source>Nothing is known before this moment.</source>
        <translation>此刻之前没有可退回的记录。</translation>
    </message>
    <message>
        <source>There are %1 branches, the most there can be: remove one.</source>
        <translation>已有 %1 个分支，达到上限：请先删除一个。</translation>
    </message>
    <message>
        <source>From here on the run continues differently; the other future is kept.</source>
        <translation>从这里起换一种走法；原来的后续已保留。</translation>
    </message>
    <message>
        <source>About this run</source>
        <translation>关于本次运行</translation>
    </message>
    <message>
        <source>&lt;p&gt;Seed %1, %2 s on the cluster&apos;s clock.&lt;/p&gt;&lt;p&gt;Fingerprint of all events so far:&lt;br&gt;&lt;code&gt;%3&lt;/code&gt;&lt;/p&gt;</source>
        <translation>&lt;p&gt;种子 %1，集群时钟 %2 秒。&lt;/p&gt;&lt;p&gt;至今全部事件的指纹：&lt;br&gt;&lt;code&gt;%3&lt;/code&gt;&lt;/p&gt;</translation>
    </message>
    <message>
        <source>The same seed and the same commands give the same fingerprint at the same moment, on any machine, with a window and without.</source>
        <translation>相同的种子和相同的命令，在相同的时刻给出相同的指纹，不论在哪台机器上，不论有没有窗口。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Not met in %1: %2</source>
        <translation>%1 内未出现：%2</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>已停止：%1</translation>
    </message>
    <message>
        <source>Stopped: %1 (%2)</source>
        <translation>已停止：%1（%2）</translation>
    </message>
    <message>
        <source>the message has arrived</source>
        <translation>消息已到达</translation>
    </message>
    <message>
        <source>the message is held; its menu lets it go</source>
        <translation>消息已被扣住；可在它的菜单中放行</translation>
    </message>
    <message>
        <source>Runs again, up to %1</source>
        <translation>正在重新运行，直到 %1</translation>
    </message>
    <message>
        <source>To the next…</source>
        <translation>到下一个…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>与…对比</translation>
    </message>
    <message>
        <source>the same run with acks=1</source>
        <translation>acks=1 的同一次运行</translation>
    </message>
    <message>
        <source>the same run with acks=all</source>
        <translation>acks=all 的同一次运行</translation>
    </message>
    <message>
        <source>the same run with acks=0</source>
        <translation>acks=0 的同一次运行</translation>
    </message>
    <message>
        <source>the same run with eager rebalances (range)</source>
        <translation>急切再均衡（range）的同一次运行</translation>
    </message>
    <message>
        <source>the same run with cooperative rebalances</source>
        <translation>协作再均衡的同一次运行</translation>
    </message>
    <message>
        <source>the same run with min.insync.replicas=1</source>
        <translation>min.insync.replicas=1 的同一次运行</translation>
    </message>
    <message>
        <source>the same run with min.insync.replicas=2</source>
        <translation>min.insync.replicas=2 的同一次运行</translation>
    </message>
    <message>
        <source>Looks for: %1 · %2 of at most %3 gone by</source>
        <translation>正在寻找：%1 · 已过 %2，最多 %3</translation>
    </message>
    <message>
        <source>the next event</source>
        <translation>下一个事件</translation>
    </message>
    <message>
        <source>Stop here</source>
        <translation>停在这里</translation>
    </message>
    <message>
        <source>Gives up, and stays at this moment (Esc)</source>
        <translation>放弃，并停留在此刻（Esc）</translation>
    </message>
</context>
<context>
    <name>hw::ui::SeekDialog</name>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Read on at</source>
        <translation>从哪里继续读</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移量</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Seek %1</source>
        <translation>跳转 %1</translation>
    </message>
    <message>
        <source>the beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>an offset</source>
        <translation>某个偏移量</translation>
    </message>
    <message>
        <source>a time: the first record that is not older</source>
        <translation>某个时间：第一条不早于它的记录</translation>
    </message>
    <message>
        <source>Seek</source>
        <translation>跳转</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Tick at least one partition.</source>
        <translation>至少勾选一个分区。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no offset: a whole number from 0 on.</source>
        <translation>“%1”不是偏移量：应为 0 或更大的整数。</translation>
    </message>
</context>
<context>
    <name>hw::ui::SegmentStrip</name>
    <message>
        <source>No segments</source>
        <translation>没有段</translation>
    </message>
    <message numerus="yes">
        <source>%n segment(s), to scale</source>
        <translation>
            <numerusform>%n 个段，按比例</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 active</source>
        <translation>%1 活动</translation>
    </message>
    <message numerus="yes">
        <source>%n .index entry(s)</source>
        <translation>
            <numerusform>%n 个 .index 条目</numerusform>
        </translation>
    </message>
    <message>
        <source>the .index is missing</source>
        <translation>缺少 .index</translation>
    </message>
    <message>
        <source>%1 · offsets %2–%3 · %4 · %5</source>
        <translation>%1 · offset %2–%3 · %4 · %5</translation>
    </message>
    <message>
        <source>Offsets %1–%2, %3</source>
        <translation>offset %1–%2，%3</translation>
    </message>
</context>
<context>
    <name>hw::ui::ServerItem</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>It stores who is alive, who is the controller, and each partition&apos;s leader and ISR. Clients reach it at %1.</source>
        <translation>它保存谁活着、谁是控制器，以及每个分区的 leader 和 ISR。客户端通过 %1 访问它。</translation>
    </message>
    <message>
        <source>leader</source>
        <translation>leader</translation>
    </message>
</context>
<context>
    <name>hw::ui::SessionModel</name>
    <message>
        <source>somebody</source>
        <translation>某客户端</translation>
    </message>
    <message>
        <source>%1, connection lost</source>
        <translation>%1，连接已断</translation>
    </message>
    <message>
        <source>%1 of %2 left</source>
        <translation>剩余 %1，共 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n ephemeral znode(s)</source>
        <translation>
            <numerusform>%n 个临时节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n watch(es)</source>
        <translation>
            <numerusform>%n 个监视</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Session %1. When nothing is heard of its owner for %2, ZooKeeper ends it and removes its ephemeral znodes.</source>
        <translation>会话 %1。若 %2 内没有所有者的音讯，ZooKeeper 终止它并删除它的临时节点。</translation>
    </message>
</context>
<context>
    <name>hw::ui::SpanDialog</name>
    <message>
        <source>Make %1 slow</source>
        <translation>让 %1 变慢</translation>
    </message>
    <message>
        <source>Its handler takes so long for every record of a poll before it polls again. 0 ends it.</source>
        <translation>它处理一次轮询得到的每条记录都要花这么久，然后才再次轮询。0 表示结束。</translation>
    </message>
    <message>
        <source>For each record</source>
        <translation>每条记录</translation>
    </message>
    <message>
        <source>Stop the heartbeats of %1</source>
        <translation>停止 %1 的心跳</translation>
    </message>
    <message>
        <source>Stop the polls of %1</source>
        <translation>停止 %1 的轮询</translation>
    </message>
    <message>
        <source>It polls on, but sends no heartbeats and no automatic commits: after session.timeout.ms it is put out.</source>
        <translation>它继续轮询，但不发心跳，也不自动提交：超过 session.timeout.ms 后它被移出。</translation>
    </message>
    <message>
        <source>Its application hangs: after max.poll.interval.ms it leaves by itself, and joins again at its next poll.</source>
        <translation>它的应用卡住了：超过 max.poll.interval.ms 后它自己离开，下次轮询时再加入。</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Let %1 flap</source>
        <translation>让 %1 反复进出</translation>
    </message>
    <message>
        <source>It leaves its group so often, and returns after half of that. 0 ends it.</source>
        <translation>它每隔这么久离开组一次，过一半时间后回来。0 表示结束。</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>每隔</translation>
    </message>
    <message>
        <source>until it is healed</source>
        <translation>直到被恢复</translation>
    </message>
    <message>
        <source>Do it</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>hw::ui::StateMachine</name>
    <message>
        <source>States of %1</source>
        <translation>%1 的状态</translation>
    </message>
</context>
<context>
    <name>hw::ui::Tables</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>消费者组</translation>
    </message>
    <message>
        <source>Brokers</source>
        <translation>Broker</translation>
    </message>
    <message>
        <source>Lost (%1)</source>
        <translation>丢失（%1）</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Records that were acknowledged and then lost.</source>
        <translation>已确认后又丢失的记录。</translation>
    </message>
</context>
<context>
    <name>hw::ui::TimelineBar</name>
    <message>
        <source>No moment is pinned: click into a chart or into the lanes first.</source>
        <translation>没有钉住的时刻：请先在图表或泳道中点击。</translation>
    </message>
    <message>
        <source>The note could not be kept: the recording&apos;s file may not be written.</source>
        <translation>备注未能保存：录制文件不可写。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>The moment that is shown, on the cluster&apos;s own clock</source>
        <translation>所显示的时刻，按集群自己的时钟</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>There is %1 to %2 to look at.</source>
        <translation>可以查看 %1 到 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%n event(s) were not recorded because the disk did not keep up.</source>
        <translation>
            <numerusform>磁盘跟不上，有 %n 个事件未被录制。</numerusform>
        </translation>
    </message>
    <message>
        <source>How fast the recording plays (Alt+Up, Alt+Down)</source>
        <translation>回放的速度（Alt+↑，Alt+↓）</translation>
    </message>
    <message>
        <source>Speed of the recording</source>
        <translation>回放速度</translation>
    </message>
    <message>
        <source>Nothing further: no %1 after %2. %3 searches backwards.</source>
        <translation>后面没有了：%2 之后没有“%1”。按 %3 往前查找。</translation>
    </message>
    <message>
        <source>Nothing before: no %1 before %2. %3 searches forwards.</source>
        <translation>前面没有了：%2 之前没有“%1”。按 %3 往后查找。</translation>
    </message>
    <message>
        <source>The moment that is shown</source>
        <translation>所显示的时刻</translation>
    </message>
    <message>
        <source>The end of what there is to look at</source>
        <translation>可查看内容的结尾</translation>
    </message>
</context>
<context>
    <name>hw::ui::TimelineView</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>What happened and when. Left and right move through time, + and - zoom.</source>
        <translation>何时发生了什么。左右键在时间中移动，+ 和 - 缩放。</translation>
    </message>
    <message>
        <source>Click to jump, drag to scrub, wheel to zoom: %1</source>
        <translation>点击跳转，拖动浏览，滚轮缩放：%1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Change this note…</source>
        <translation>修改此备注…</translation>
    </message>
    <message>
        <source>Write a note here…</source>
        <translation>在此写备注…</translation>
    </message>
    <message>
        <source>Delete this note</source>
        <translation>删除此备注</translation>
    </message>
    <message>
        <source>Show the whole span</source>
        <translation>显示全部时间</translation>
    </message>
</context>
<context>
    <name>hw::ui::TopBar</name>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>nobody can join</source>
        <translation>没有人能加入</translation>
    </message>
    <message>
        <source>This cluster has no address for outside clients.</source>
        <translation>这个集群没有给外部客户端的地址。</translation>
    </message>
    <message>
        <source>Bootstrap address for your own Kafka clients: %1</source>
        <translation>供你自己的 Kafka 客户端使用的 bootstrap 地址：%1</translation>
    </message>
    <message numerus="yes">
        <source>Simulated cluster · %n broker(s) ▾</source>
        <translation>
            <numerusform>模拟集群 · %n 个 broker ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Embedded cluster · %n broker(s) ▾</source>
        <translation>
            <numerusform>内嵌集群 · %n 个 broker ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Studio · %n broker(s) ▾</source>
        <translation>
            <numerusform>Studio · %n 个 broker ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Live · %n broker(s) ▾</source>
        <translation>
            <numerusform>实时 · %n 个 broker ▾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recording · %n broker(s) ▾</source>
        <translation>
            <numerusform>录制 · %n 个 broker ▾</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hw::ui::TopicDialog</name>
    <message>
        <source>Give the topic a name.</source>
        <translation>请给主题起个名字。</translation>
    </message>
    <message>
        <source>A topic cannot be called &quot;%1&quot;.</source>
        <translation>主题不能叫“%1”。</translation>
    </message>
    <message>
        <source>The name has %1 characters; 249 are allowed.</source>
        <translation>名字有 %1 个字符；最多允许 249 个。</translation>
    </message>
    <message>
        <source>Only the letters a–z and A–Z, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos; are allowed.</source>
        <translation>只允许字母 a–z 和 A–Z、数字、“.”、“_”和“-”。</translation>
    </message>
    <message>
        <source>There is a topic %1 already.</source>
        <translation>已经有主题 %1 了。</translation>
    </message>
    <message>
        <source>It collides with topic %1: &apos;.&apos; and &apos;_&apos; count as the same.</source>
        <translation>它和主题 %1 冲突：“.”和“_”算作同一个字符。</translation>
    </message>
    <message>
        <source>New topic</source>
        <translation>新建主题</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Partitions</source>
        <translation>分区</translation>
    </message>
    <message>
        <source>Replication factor</source>
        <translation>副本因子</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>The cluster is not there yet.</source>
        <translation>集群还没有就绪。</translation>
    </message>
    <message>
        <source>Replication factor %1 needs as many living brokers; there are %2.</source>
        <translation>副本因子 %1 需要同样多的存活 broker；现在有 %2 个。</translation>
    </message>
    <message>
        <source>min.insync.replicas %1 is above the replication factor %2: no producer with acks=all could ever write.</source>
        <translation>min.insync.replicas %1 大于副本因子 %2：acks=all 的生产者将永远无法写入。</translation>
    </message>
</context>
<context>
    <name>hw::ui::TransportBar</name>
    <message>
        <source>only %1</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>On its way to the next event…</source>
        <translation>正在前往下一个事件…</translation>
    </message>
    <message>
        <source>Time stands still.</source>
        <translation>时间静止。</translation>
    </message>
    <message>
        <source>Nothing happened in %1.</source>
        <translation>%1 内什么也没有发生。</translation>
    </message>
    <message>
        <source>+%1 ms</source>
        <translation>+%1 ms</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 (and %n more event(s) at once)</source>
        <translation>
            <numerusform>%1：%2（同时还有 %n 个事件）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Lets time run (P)</source>
        <translation>让时间运行（P）</translation>
    </message>
    <message>
        <source>Stops time (P)</source>
        <translation>停止时间（P）</translation>
    </message>
    <message>
        <source>The cluster&apos;s own time since it began: hours, minutes, seconds, milliseconds, microseconds</source>
        <translation>集群自启动以来的自身时间：时、分、秒、毫秒、微秒</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>How fast the cluster&apos;s time runs against yours ([ and ])</source>
        <translation>集群时间相对您的时间的快慢（[ 和 ]）</translation>
    </message>
    <message>
        <source>This machine cannot go faster: time is given up, so that the window stays smooth.</source>
        <translation>本机无法更快：放弃一部分时间，让窗口保持流畅。</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>The same seed and the same commands give the same run, event by event.</source>
        <translation>相同的种子和相同的命令得到逐个事件都相同的运行。</translation>
    </message>
    <message>
        <source>Before this moment: %1</source>
        <translation>此刻之前：%1</translation>
    </message>
    <message>
        <source>Time of the simulated cluster</source>
        <translation>模拟集群的时间</translation>
    </message>
</context>
<context>
    <name>hw::ui::UntilDialog</name>
    <message>
        <source>Runs until</source>
        <translation>运行直到</translation>
    </message>
    <message>
        <source>That is</source>
        <translation>具体为</translation>
    </message>
    <message>
        <source>Run until</source>
        <translation>运行直到</translation>
    </message>
    <message>
        <source>a time on the cluster&apos;s clock, in seconds</source>
        <translation>集群时钟的某个时刻（秒）</translation>
    </message>
    <message>
        <source>the ISR of a partition is smaller than a number</source>
        <translation>某分区的 ISR 少于若干个副本</translation>
    </message>
    <message>
        <source>a group is no longer Stable</source>
        <translation>某消费组不再是 Stable</translation>
    </message>
    <message>
        <source>records of a partition up to an offset are committed</source>
        <translation>某分区到某位移为止的记录已提交</translation>
    </message>
    <message>
        <source>the lag of a group on a partition reaches a number</source>
        <translation>某组在某分区的积压达到某个数</translation>
    </message>
    <message>
        <source>another condition, as lessons and await have them</source>
        <translation>其他条件，写法与课程和 await 相同</translation>
    </message>
    <message>
        <source>Time runs at its present speed and stops by itself; a condition is looked at every %1 ms of the cluster&apos;s time. Pause (P) ends it.</source>
        <translation>时间以当前速度运行，到时自动停止；条件按集群时间每 %1 毫秒检查一次。暂停（P）即结束。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a time; allowed are seconds from %2 to %3, as 12.5.</source>
        <translation>“%1”不是时刻；允许 %2 到 %3 之间的秒数，例如 12.5。</translation>
    </message>
    <message>
        <source>%1 s is over; the cluster&apos;s clock shows %2 s. To go back, use Back.</source>
        <translation>%1 秒已经过去；集群时钟为 %2 秒。要回到过去请用“后退”。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>hw::ui::ZnodeModel</name>
    <message>
        <source>ephemeral</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>%1, just changed</source>
        <translation>%1，刚刚变化</translation>
    </message>
    <message>
        <source>Znode</source>
        <translation>Znode</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Life</source>
        <translation>寿命</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
</context>
<context>
    <name>hw::ui::ZnodeWindow</name>
    <message>
        <source>nobody: it stays until it is deleted</source>
        <translation>无：一直保留到被删除</translation>
    </message>
    <message>
        <source>%1 (session %2)</source>
        <translation>%1（会话 %2）</translation>
    </message>
    <message>
        <source>%1: it goes when that session ends</source>
        <translation>%1：会话结束时消失</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>%1 (this and all below, lasting)</source>
        <translation>%1（此节点及以下全部，持久）</translation>
    </message>
    <message>
        <source>%1 (lasting)</source>
        <translation>%1（持久）</translation>
    </message>
    <message>
        <source>%1 (children)</source>
        <translation>%1（子节点）</translation>
    </message>
    <message>
        <source>%1 (data)</source>
        <translation>%1（数据）</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Children</source>
        <translation>子节点数</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Watched by</source>
        <translation>监视者</translation>
    </message>
    <message>
        <source>This znode is not there (any more).</source>
        <translation>这个 znode 不存在（或已删除）。</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more byte(s)</source>
        <translation>
            <numerusform>… 还有 %n 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 znodes as zookeeper%2 has them · zxid 0x%3</source>
        <translation>%1 个 znode，来自 zookeeper%2 · zxid 0x%3</translation>
    </message>
    <message>
        <source>%1 not shown</source>
        <translation>%1 个未显示</translation>
    </message>
    <message>
        <source>Znodes</source>
        <translation>Znode</translation>
    </message>
    <message>
        <source>Find in paths and data (Enter: the next one)</source>
        <translation>在路径和数据中查找（回车：下一个）</translation>
    </message>
    <message>
        <source>Find in paths and data</source>
        <translation>在路径和数据中查找</translation>
    </message>
    <message>
        <source>Data of the znode</source>
        <translation>znode 的数据</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>没有数据</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
</context>
</TS>
