// What the client programs for Node share: the loop that answers lines of JSON.

import readline from 'node:readline'

export const CHUNK = 250
const DEADLINE = 40_000 // milliseconds one operation may take

export class Unsupported extends Error {}

export function say(line) {
  process.stdout.write(JSON.stringify(line, (_, value) =>
    typeof value === 'bigint' ? Number(value) : value) + '\n')
}

/** Resolves when `ready` says so; looks whenever `wake` is called on the result. */
export function until(ready, what) {
  let wake
  const promise = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not in time: ${what()}`)), DEADLINE)
    wake = () => {
      if (ready()) {
        clearTimeout(timer)
        resolve()
      }
    }
    wake()
  })
  return { promise, wake }
}

/** What a failure says, with the reasons that libraries hide inside. */
function wordsOf(failure) {
  const inner = [
    ...(failure.errors ?? []), ...(failure.cause ? [failure.cause] : []),
    ...[...(failure.groups ?? []), ...(failure.partitions ?? [])]
      .map(one => one.error).filter(Boolean)
  ]
  const own = [failure.name, failure.type ?? failure.apiId, failure.message].filter(Boolean)
  return [own.join(' '), ...inner.map(wordsOf)].join('; ')
}

async function answer(operations, line) {
  const { op, ...asked } = JSON.parse(line)
  const operation = operations[op]
  if (!operation) return { unsupported: 'its library has no call for it' }
  try {
    return { ok: (await operation(asked)) ?? {} }
  } catch (failure) {
    if (failure instanceof Unsupported) return { unsupported: failure.message }
    return { error: wordsOf(failure) }
  }
}

export async function serve(name, operations) {
  process.on('unhandledRejection', failure => console.error(failure))
  say({ client: name })
  for await (const line of readline.createInterface({ input: process.stdin }))
    say(await answer(operations, line))
  await operations.leave?.({})
  process.exit(0)
}

/** Groups records by partition and gives each its place from the first offset of each partition. */
export function placesOf(records, firsts) {
  const next = new Map(firsts)
  return records.map(({ partition }) => {
    const at = next.get(partition) ?? NaN // where nothing is known
    next.set(partition, at + 1)
    return [partition, at]
  })
}
