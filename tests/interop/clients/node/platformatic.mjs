// @platformatic/kafka as a client program of clients/README.md.

import { readFileSync } from 'node:fs'
import {
  Admin, ConfigResourceTypes, Consumer, ListOffsetTimestamps, Producer, stringDeserializers,
  stringSerializers, UnsupportedCompressionError
} from '@platformatic/kafka'
import { CHUNK, Unsupported, placesOf, say, serve, until } from './lines.mjs'

const settings = {
  clientId: 'interop', bootstrapBrokers: process.argv[2].split(','), retries: 60, retryDelay: 250,
  metadataMaxAge: 1000
}
let kept // the admin client
let member // { consumer, stream, records, last, wake }
let groups = 0

const admin = () => (kept ??= new Admin({ ...settings, retries: 3 }))

async function withProducer(work) {
  const producer = new Producer({ ...settings, retries: 2, serializers: stringSerializers })
  try {
    return await work(producer)
  } finally {
    await producer.close()
  }
}

function messageOf(topic, record) {
  const headers = new Map(record.headers ?? [])
  if (headers.size !== (record.headers ?? []).length)
    throw new Unsupported('its headers are a map: no name stands twice')
  return {
    topic, key: record.key ?? undefined, value: record.value ?? undefined, headers,
    ...(record.partition !== undefined && { partition: record.partition }),
    ...(record.timestamp !== undefined && { timestamp: BigInt(record.timestamp) })
  }
}

async function send(producer, topic, records, options) {
  const told = await producer.send({
    messages: records.map(one => messageOf(topic, one)), ...options
  })
  const offsets = told.offsets ?? []
  const firsts = new Map(offsets.map(one => [one.partition, Number(one.offset)]))
  return placesOf(
    records.map(one => ({ partition: one.partition ?? offsets[0]?.partition })), firsts)
}

async function produce({ topic, records, acks, compression, idempotent }) {
  const options = { acks: acks === 'all' ? -1 : Number(acks), compression, idempotent }
  return withProducer(async producer => {
    try {
      if (records.every(one => one.partition !== undefined))
        return { placed: await send(producer, topic, records, options) }
      const placed = []
      for (const one of records) placed.push(...await send(producer, topic, [one], options))
      return { placed }
    } catch (failure) {
      const missing = [failure, ...(failure.errors ?? [])]
        .find(one => one instanceof UnsupportedCompressionError || /zstd/.test(one.message))
      throw missing ? new Unsupported(missing.message) : failure
    }
  })
}

/** The library goes on asking a dead leader until it is told to look for the new one. */
async function sendUntilDone(producer, topic, records, options) {
  for (const ends = Date.now() + 30_000; ;) {
    try {
      return await send(producer, topic, records, options)
    } catch (failure) {
      if (Date.now() > ends) throw failure
      await new Promise(resolve => setTimeout(resolve, 250))
      await producer.metadata({ topics: [topic], forceUpdate: true }).catch(() => {})
    }
  }
}

async function stream({ topic, idempotent, prefix, count }) {
  return withProducer(async producer => {
    const placed = []
    for (let first = 0; first < count; first += CHUNK) {
      const records = Array.from({ length: CHUNK }, (_, n) =>
        ({ value: `${prefix}${first + n}`, partition: (first + n) % 3 }))
      const parts = await Promise.all([0, 1, 2].map(partition => sendUntilDone(
        producer, topic, records.filter(one => one.partition === partition),
        { acks: -1, idempotent })))
      for (const one of records) placed.push(parts[one.partition].shift())
      if (first === Math.floor(count / 4)) say({ progress: first })
    }
    return { placed }
  })
}

function consumerOf(groupId) {
  return new Consumer({
    ...settings, groupId, deserializers: stringDeserializers, sessionTimeout: 6000,
    rebalanceTimeout: 10000, heartbeatInterval: 500, maxWaitTime: 200
  })
}

const text = value => value ?? null

async function read({ topic, partition, count, offset: start, time }) {
  if (time !== undefined) start = (await offset({ topic, partition, at: time })).offset
  const consumer = consumerOf(`reader-${process.pid}-${groups++}`)
  const records = []
  const enough = until(() => records.length >= count, () => `read ${records.length} of ${count}`)
  try {
    const { topics } = await consumer.metadata({ topics: [topic] })
    const offsets = topics.get(topic).partitions.map((_, n) =>
      ({ topic, partition: n, offset: BigInt(n === partition ? start : 0) }))
    const from = await consumer.consume({ topics: [topic], mode: 'manual', offsets,
      autocommit: false })
    from.on('data', one => {
      if (one.partition !== partition) return
      records.push({
        offset: Number(one.offset), timestamp: Number(one.timestamp), key: text(one.key),
        value: text(one.value),
        headers: [...one.headers].map(([name, value]) => [name, text(value)])
      })
      enough.wake()
    })
    await enough.promise
    return { records: records.slice(0, count) }
  } finally {
    await consumer.close(true)
  }
}

async function offset({ topic, partition, at }) {
  const timestamp = { earliest: ListOffsetTimestamps.EARLIEST, latest: ListOffsetTimestamps.LATEST }
  const told = await admin().listOffsets({
    topics: [{
      name: topic,
      partitions: [{ partitionIndex: partition, timestamp: BigInt(timestamp[at] ?? at) }]
    }]
  })
  return { offset: Number(told[0].partitions[0].offset) }
}

async function join({ group, topic }) {
  const consumer = consumerOf(group)
  member = { consumer, records: [], last: new Map(), wake() {} }
  const mine = member
  consumer.on('consumer:group:join', () => mine.wake())
  mine.stream = await consumer.consume({
    topics: [topic], mode: 'committed', fallbackMode: 'earliest', autocommit: false
  })
  mine.stream.on('error', failure => console.error(failure))
  mine.stream.on('data', one => {
    mine.records.push([one.partition, Number(one.offset), one.value])
    mine.last.set(one.partition, one)
    mine.wake()
  })
}

const owned = () => (member.consumer.assignments ?? []).flatMap(one => one.partitions).sort()

async function poll({ min, max, records = 0 }) {
  const ready = until(
    () => owned().length >= min && owned().length <= max && member.records.length >= records,
    () => `owned ${owned()}, read ${member.records.length}`)
  member.wake = ready.wake
  await ready.promise
  member.wake = () => {}
  return { owned: owned(), records: member.records.splice(0) }
}

async function commit() {
  for (const one of member.last.values()) await one.commit()
}

async function leave() {
  const leaving = member
  member = undefined
  if (leaving) await leaving.consumer.close(true)
}

async function committed({ group, topic }) {
  const told = await admin().listConsumerGroupOffsets({ groups: [group] })
  const found = told[0].topics.find(one => one.name === topic)
  return {
    offsets: Object.fromEntries((found?.partitions ?? [])
      .filter(one => one.committedOffset >= 0n)
      .map(one => [one.partitionIndex, Number(one.committedOffset)]))
  }
}

async function describeTopic({ topic }) {
  const told = await admin().metadata({ topics: [topic], forceUpdate: true })
  return {
    partitions: told.topics.get(topic).partitions.map((one, partition) =>
      ({ partition, leader: one.leader, replicas: one.replicas, isr: one.isr }))
  }
}

async function describeConfigs({ topic, broker }) {
  const resource = topic
    ? { resourceType: ConfigResourceTypes.TOPIC, resourceName: topic }
    : { resourceType: ConfigResourceTypes.BROKER, resourceName: String(broker) }
  const told = await admin().describeConfigs({
    resources: [{ ...resource, configurationKeys: null }]
  })
  return { configs: Object.fromEntries(told[0].configs.map(one => [one.name, one.value])) }
}

async function alterConfigs({ topic, set }) {
  const configs = Object.entries(set).map(([name, value]) =>
    ({ name, value, configOperation: 0 }))
  await admin().incrementalAlterConfigs({
    resources: [{ resourceType: ConfigResourceTypes.TOPIC, resourceName: topic, configs }]
  })
}

async function cluster() {
  const told = await admin().metadata({ topics: [], forceUpdate: true })
  return {
    id: told.id, controller: told.controllerId,
    brokers: [...told.brokers].map(([id, one]) => ({ id, host: one.host, port: one.port }))
  }
}

async function describeGroup({ group }) {
  const told = (await admin().describeGroups({ groups: [group] })).get(group)
  return { state: told.state, members: told.members.size, protocol: told.protocol }
}

async function logDirs({ broker }) {
  const told = await admin().describeLogDirs({ topics: null })
  const dirs = told.find(one => one.broker === broker).results
  return {
    sizes: Object.fromEntries(dirs.flatMap(dir => dir.topics.flatMap(topic =>
      topic.partitions.map(one =>
        [`${topic.name}-${one.partitionIndex}`, Number(one.partitionSize)]))))
  }
}

async function deleteRecords({ topic, partition, before }) {
  const told = await admin().deleteRecords({
    topics: [{ name: topic, partitions: [{ partition, offset: BigInt(before) }] }]
  })
  return { low: Number(told[0].partitions[0].lowWatermark) }
}



const { version } = JSON.parse(
  readFileSync(new URL('node_modules/@platformatic/kafka/package.json', import.meta.url)))

await serve(`@platformatic/kafka ${version}`, {
  produce, stream, read, offset, join, poll, commit, leave, committed, cluster,
  topics: async () => ({ topics: await admin().listTopics() }),
  'create-topic': async ({ topic, partitions, replication, configs }) => {
    await admin().createTopics({
      topics: [topic], partitions, replicas: replication,
      configs: Object.entries(configs).map(([name, value]) => ({ name, value }))
    })
  },
  'describe-topic': describeTopic,
  'delete-topic': async ({ topic }) => { await admin().deleteTopics({ topics: [topic] }) },
  'create-partitions': async ({ topic, count }) => {
    await admin().createPartitions({ topics: [{ name: topic, count }] })
  },
  'describe-configs': describeConfigs,
  'alter-configs': alterConfigs,
  groups: async () => ({ groups: [...(await admin().listGroups()).keys()] }),
  'describe-group': describeGroup,
  'delete-group': async ({ group }) => { await admin().deleteGroups({ groups: [group] }) },
  'delete-offsets': async ({ group, topic }) => {
    await admin().deleteConsumerGroupOffsets({
      groupId: group, topics: [{ name: topic, partitionIndexes: [0] }]
    })
  },
  'delete-records': deleteRecords,
  'log-dirs': logDirs
})
