// kafkajs as a client program of clients/README.md.

import { createRequire } from 'node:module'
import { CHUNK, placesOf, say, serve, until } from './lines.mjs'

const require = createRequire(import.meta.url)
process.env.KAFKAJS_NO_PARTITIONER_WARNING = '1'
const { Kafka, CompressionCodecs, CompressionTypes, ConfigResourceTypes, logLevel } =
  require('kafkajs')
const lz4 = require('lz4js')
const zstd = require('@bokuweb/zstd-wasm')

// kafkajs leaves these to packages that its users plug in.
CompressionCodecs[CompressionTypes.Snappy] = require('kafkajs-snappy')
CompressionCodecs[CompressionTypes.LZ4] = () => ({
  compress: async encoder => Buffer.from(lz4.compress(encoder.buffer)),
  decompress: async buffer => Buffer.from(lz4.decompress(buffer))
})
CompressionCodecs[CompressionTypes.ZSTD] = () => ({
  compress: async encoder => Buffer.from(zstd.compress(encoder.buffer)),
  decompress: async buffer => Buffer.from(zstd.decompress(buffer))
})
await zstd.init()

const CODECS = { none: 0, gzip: 1, snappy: 2, lz4: 3, zstd: 4 }
const kafka = new Kafka({
  brokers: process.argv[2].split(','), clientId: 'interop', logLevel: logLevel.NOTHING,
  retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 1000 }
})
let kept // the admin client
let member // { consumer, owned, records, wake }
let groups = 0

async function admin() {
  if (!kept) {
    kept = kafka.admin({ retry: { initialRetryTime: 50, retries: 5 } })
    await kept.connect()
  }
  return kept
}

async function withProducer(idempotent, work) {
  const producer = kafka.producer({ idempotent, maxInFlightRequests: 1 })
  await producer.connect()
  try {
    return await work(producer)
  } finally {
    await producer.disconnect()
  }
}

function messageOf(record) {
  const headers = {}
  for (const [name, value] of record.headers ?? [])
    headers[name] = name in headers ? [headers[name], value].flat() : value
  return {
    key: record.key ?? null, value: record.value, headers, partition: record.partition,
    ...(record.timestamp !== undefined && { timestamp: String(record.timestamp) })
  }
}

async function send(producer, topic, records, options) {
  const told = await producer.send({ topic, messages: records.map(messageOf), ...options })
  const firsts = new Map(told.map(one => [one.partition, Number(one.baseOffset ?? -1)]))
  // Without a partition of our own there is one record and one answer.
  return placesOf(records.map(one => ({ partition: one.partition ?? told[0]?.partition })), firsts)
}

/**
 * When a leader moves while kafkajs retries, it forgets the partitions of the new leader if that
 * broker had answered for others before; it resolves without a word about them. So look.
 */
async function sendAll(producer, topic, records) {
  const placed = await send(producer, topic, records, { acks: -1 })
  const silent = records.filter((_, n) => Number.isNaN(placed[n][1]))
  const again = silent.length ? await sendAll(producer, topic, silent) : []
  return placed.map(place => Number.isNaN(place[1]) ? again.shift() : place)
}

async function produce({ topic, records, acks, compression, idempotent }) {
  const options = { acks: acks === 'all' ? -1 : Number(acks), compression: CODECS[compression] }
  return withProducer(idempotent, async producer => {
    if (records.every(one => one.partition !== undefined))
      return { placed: await send(producer, topic, records, options) }
    const placed = []
    for (const one of records) placed.push(...await send(producer, topic, [one], options))
    return { placed }
  })
}

/**
 * One partition in each call: a call that goes to several brokers is tried again as soon as one of
 * them fails, and then sends what is still on its way to the others once more, under new sequence
 * numbers: twice, with any broker.
 */
async function stream({ topic, idempotent, prefix, count }) {
  return withProducer(idempotent, async producer => {
    const placed = []
    for (let first = 0; first < count; first += CHUNK) {
      const records = Array.from({ length: CHUNK }, (_, n) =>
        ({ value: `${prefix}${first + n}`, partition: (first + n) % 3 }))
      const parts = await Promise.all([0, 1, 2].map(partition =>
        sendAll(producer, topic, records.filter(one => one.partition === partition))))
      for (const one of records) placed.push(parts[one.partition].shift())
      if (first === Math.floor(count / 4)) say({ progress: first })
    }
    return { placed }
  })
}

const text = buffer => buffer === null || buffer === undefined ? null : buffer.toString()

function headersOf(message) {
  return Object.entries(message.headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map(one => [name, text(one)]))
}

/** kafkajs reads only as a member of a group: one of its own, moved to where to start. */
async function read({ topic, partition, count, offset, time }) {
  if (time !== undefined) {
    const found = await (await admin()).fetchTopicOffsetsByTimestamp(topic, time)
    offset = Number(found.find(one => one.partition === partition).offset)
  }
  const consumer = kafka.consumer({
    groupId: `reader-${process.pid}-${groups++}`, maxWaitTimeInMs: 200
  })
  const records = []
  const enough = until(() => records.length >= count, () => `read ${records.length} of ${count}`)
  await consumer.connect()
  try {
    await consumer.subscribe({ topic, fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition: from, message }) => {
        if (from !== partition || Number(message.offset) < offset) return
        records.push({
          offset: Number(message.offset), timestamp: Number(message.timestamp),
          key: text(message.key), value: text(message.value), headers: headersOf(message)
        })
        enough.wake()
      }
    })
    consumer.seek({ topic, partition, offset: String(offset) })
    await enough.promise
    return { records: records.slice(0, count) }
  } finally {
    await consumer.disconnect()
  }
}

async function offset({ topic, partition, at }) {
  const client = await admin()
  const told = typeof at === 'number'
    ? await client.fetchTopicOffsetsByTimestamp(topic, at) : await client.fetchTopicOffsets(topic)
  const one = told.find(found => found.partition === partition)
  return { offset: Number(at === 'earliest' ? one.low : at === 'latest' ? one.high : one.offset) }
}

async function join({ group, topic }) {
  const consumer = kafka.consumer({
    groupId: group, sessionTimeout: 6000, heartbeatInterval: 500, rebalanceTimeout: 10000,
    maxWaitTimeInMs: 200
  })
  member = { consumer, owned: [], records: [], next: new Map(), wake() {} }
  const mine = member
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    mine.owned = payload.memberAssignment[topic] ?? []
    mine.wake()
  })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ partition, message }) => {
      mine.records.push([partition, Number(message.offset), text(message.value)])
      mine.next.set(partition, { topic, partition, offset: String(Number(message.offset) + 1) })
      mine.wake()
    }
  })
}

async function poll({ min, max, records = 0 }) {
  const ready = until(
    () => member.owned.length >= min && member.owned.length <= max &&
      member.records.length >= records,
    () => `owned ${member.owned}, read ${member.records.length}`)
  member.wake = ready.wake
  await ready.promise
  member.wake = () => {}
  return { owned: [...member.owned].sort(), records: member.records.splice(0) }
}

async function leave() {
  const leaving = member
  member = undefined
  if (leaving) await leaving.consumer.disconnect()
}

async function committed({ group, topic }) {
  const told = await (await admin()).fetchOffsets({ groupId: group, topics: [topic] })
  return {
    offsets: Object.fromEntries(told[0].partitions.filter(one => Number(one.offset) >= 0)
      .map(one => [one.partition, Number(one.offset)]))
  }
}

async function describeTopic({ topic }) {
  const { topics } = await (await admin()).fetchTopicMetadata({ topics: [topic] })
  return {
    partitions: topics[0].partitions.map(one => ({
      partition: one.partitionId, leader: one.leader, replicas: one.replicas, isr: one.isr
    }))
  }
}

async function createTopic({ topic, partitions, replication, configs }) {
  const made = await (await admin()).createTopics({
    topics: [{
      topic, numPartitions: partitions, replicationFactor: replication,
      configEntries: Object.entries(configs).map(([name, value]) => ({ name, value }))
    }]
  })
  if (!made) throw new Error('topic already exists') // kafkajs turns that error into false
}

async function describeConfigs({ topic, broker }) {
  const resource = topic
    ? { type: ConfigResourceTypes.TOPIC, name: topic }
    : { type: ConfigResourceTypes.BROKER, name: String(broker) }
  const told = await (await admin()).describeConfigs({ resources: [resource] })
  return {
    configs: Object.fromEntries(told.resources[0].configEntries
      .map(one => [one.configName, one.configValue]))
  }
}

async function alterConfigs({ topic, set }) {
  await (await admin()).alterConfigs({
    resources: [{
      type: ConfigResourceTypes.TOPIC, name: topic,
      configEntries: Object.entries(set).map(([name, value]) => ({ name, value }))
    }]
  })
}

async function cluster() {
  const told = await (await admin()).describeCluster()
  return {
    id: told.clusterId, controller: told.controller,
    brokers: told.brokers.map(one => ({ id: one.nodeId, host: one.host, port: one.port }))
  }
}

async function describeGroup({ group }) {
  const [told] = (await (await admin()).describeGroups([group])).groups
  return { state: told.state, members: told.members.length, protocol: told.protocol }
}

async function deleteRecords({ topic, partition, before }) {
  // kafkajs deletes only from topics that it has met before.
  await (await admin()).fetchTopicOffsets(topic)
  await (await admin()).deleteTopicRecords({
    topic, partitions: [{ partition, offset: String(before) }]
  })
  return { low: (await offset({ topic, partition, at: 'earliest' })).offset }
}

const commit = () => member.consumer.commitOffsets([...member.next.values()])

await serve(`kafkajs ${require('kafkajs/package.json').version}`, {
  produce, stream, read, offset, join, poll, commit, leave, committed, cluster,
  topics: async () => ({ topics: await (await admin()).listTopics() }),
  'create-topic': createTopic,
  'describe-topic': describeTopic,
  'delete-topic': async ({ topic }) => { await (await admin()).deleteTopics({ topics: [topic] }) },
  'create-partitions': async ({ topic, count }) => {
    await (await admin()).createPartitions({ topicPartitions: [{ topic, count }] })
  },
  'describe-configs': describeConfigs,
  'alter-configs': alterConfigs,
  groups: async () => ({
    groups: (await (await admin()).listGroups()).groups.map(one => one.groupId)
  }),
  'describe-group': describeGroup,
  'delete-group': async ({ group }) => { await (await admin()).deleteGroups([group]) },
  'delete-records': deleteRecords
})
